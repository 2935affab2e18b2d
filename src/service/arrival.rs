//! The bot comes to a chat, is back in one, or follows one to its new id.

use std::sync::PoisonError;

use tokio::sync::OwnedMutexGuard;

use super::board::NameBook;
use super::cups::credit_of_cup;
use super::dispatch::{Said, Visit};
use super::outbox::Item;
use super::tables::Stop;
use super::{Messenger, Service, now};
use crate::book::CupId;
use crate::chat::{self, Page};
use crate::people::{ChatId, Place};
use crate::referee::{Stage, Table};
use crate::store::{Change, CommitError, StoredCup};

/// What the bot has come back to: shown and armed anew when it is saved.
#[derive(Default)]
pub(super) struct Back {
    tables: Vec<Table>,
    cups: Vec<CupId>,
    /// Nobody touches the tables until then.
    _locks: Vec<OwnedMutexGuard<()>>,
}

impl<M: Messenger> Service<M> {
    /// The bot is back in a chat: whoever is to move there begins anew, and a cup's round too. All of it goes into one change with
    /// the news of the return, so that nobody gets it twice and nobody is forgotten.
    pub(super) async fn come_back(&self, chat: ChatId, change: &mut Change) -> Result<Back, CommitError> {
        let mut back = Back::default();
        change.at = now();
        for stored in self.0.store.live_in(chat).await? {
            back._locks.push(self.0.locks.lock(stored.table.id).await);
            // It may have changed until it was locked.
            let Some(mut stored) = self.0.store.table(stored.table.id).await? else { continue };
            if let Stage::Game(game) = &mut stored.table.stage
                && game.finish.is_none()
            {
                game.credit(game.waiting, change.at);
                stored.version += 1;
                change.tables.push(stored.clone());
            }
            back.tables.push(stored.table);
        }
        for StoredCup { cup, .. } in self.0.store.cups_to_mind().await? {
            if cup.place.chat == chat {
                change.cups.extend(cup.rounds.last().and_then(|round| credit_of_cup(&cup, round.opened, change.at)));
                back.cups.push(cup.id);
            }
        }
        Ok(back)
    }

    /// That is saved: timers run again, and what waited while the bot was away goes on.
    pub(super) async fn is_back(&self, back: Back) {
        let Back { tables, cups, _locks } = back;
        drop(_locks);
        for table in tables {
            self.arm(&table);
            self.show(table.place.chat, table.id);
        }
        for cup in cups {
            self.settle(cup).await;
        }
    }

    /// Shows the boards that waited while the bot was away, or might not write.
    pub(super) async fn added(&self, visit: Visit) -> Result<Said, Stop> {
        let chat = visit.chat.id;
        self.0.mutes.is_over_in(chat);
        self.0.pictureless.lock().unwrap_or_else(PoisonError::into_inner).remove(&chat);
        for stored in self.0.store.live_in(chat).await? {
            if stored.shown.is_none_or(|shown| shown.version < stored.version) {
                self.show(chat, stored.table.id);
            }
        }
        for stored in self.0.store.cups_to_mind().await? {
            if stored.cup.place.chat == chat {
                self.push(chat, Item::ShowCup(stored.cup.id));
            }
        }
        Ok(None)
    }

    /// What the bot says when it has come to a group: hello, and which rights are missing.
    pub(super) async fn welcome(&self, place: Place) -> Result<Item, CommitError> {
        let missing = self.0.messenger.missing_rights(place.chat).await.unwrap_or_else(|error| {
            tracing::info!(%error, "the bot's rights could not be looked up");
            Vec::new()
        });
        let chat = self.0.store.chat(place.chat).await?;
        let lang = chat.map_or(self.0.host.lang, |chat| self.lang_of(&chat));
        let post = chat::page(&Page::Welcome { missing }, &NameBook::default(), lang);
        Ok(Item::Say { place, post, reply_to: None })
    }

    /// Moves a chat to its new id. The old chat's messages are out of reach, so its boards are posted anew.
    pub(super) async fn migrate(&self, from: ChatId, to: ChatId) -> Result<(), CommitError> {
        self.0.store.migrate(from, to).await?;
        if self.serves(from) && !self.serves(to) {
            tracing::info!("the chat {from} has the new id {to}, and is served under both");
            self.0.grown.lock().unwrap_or_else(PoisonError::into_inner).insert(to);
        }
        for stored in self.0.store.live_in(to).await? {
            self.show(to, stored.table.id);
        }
        for stored in self.0.store.cups_to_mind().await? {
            if stored.cup.place.chat == to {
                self.push(to, Item::ShowCup(stored.cup.id));
            }
        }
        Ok(())
    }
}
