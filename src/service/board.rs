//! A table's message: what it should look like now, and getting it there.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use super::desk::{Desk, ShownDesk};
use super::outbox::{Deliver, Delivery, Item};
use super::tables::two_people;
use super::{Drawn, EditPart, MessageId, Messenger, SendError, Service, now, off_thread};
use crate::chat::{self, Names, Post, TableView};
use crate::people::{Chat, ChatId, Lang, PersonId, Place};
use crate::referee::{Finish, GameId, Player, Stage, Table, Target};
use crate::store::{Change, CommitError, Shown, Stored};

/// The names of the people a text mentions, looked up before it is composed.
#[derive(Default)]
pub(super) struct NameBook(HashMap<PersonId, (String, Option<String>)>);

impl Names for NameBook {
    fn name(&self, id: PersonId) -> String {
        self.0.get(&id).map_or_else(|| format!("Player {id}"), |(name, _)| name.clone())
    }

    fn username(&self, id: PersonId) -> Option<String> {
        self.0.get(&id)?.1.clone()
    }
}

impl<M: Messenger> Service<M> {
    /// The names of everybody at these tables, and of these people.
    pub(super) async fn names<'a>(
        &self,
        tables: impl IntoIterator<Item = &'a Table>,
        others: impl IntoIterator<Item = PersonId>,
    ) -> Result<NameBook, CommitError> {
        let mut ids: Vec<PersonId> = others.into_iter().collect();
        for table in tables {
            match &table.stage {
                Stage::Open(challenge) | Stage::Closed { challenge, .. } => {
                    ids.push(challenge.by);
                    if let Target::Person(id) = challenge.to {
                        ids.push(id);
                    }
                }
                Stage::Game(game) => {
                    let person = |player: &Player| match player {
                        Player::Person(id) => Some(*id),
                        Player::Ai(_) => None,
                    };
                    ids.extend(game.players.iter().filter_map(person));
                    if let Some(Finish::Void { by }) = game.finish {
                        ids.push(by);
                    }
                }
            }
        }
        let mut book = NameBook::default();
        for id in ids {
            if let Some(person) = self.0.store.person(id).await? {
                book.0.insert(id, (person.name, person.username));
            }
        }
        Ok(book)
    }

    /// The language of messages to a chat.
    pub(super) fn lang_of(&self, chat: &Chat) -> Lang {
        chat.settings.lang.unwrap_or(self.0.host.lang)
    }

    /// Brings a table's message up to date.
    async fn deliver_board(&self, id: GameId) -> Result<Delivery, CommitError> {
        let Some(stored) = self.0.store.table(id).await? else { return Ok(Delivery::Done) };
        let place = stored.table.place;
        let Some(chat) = self.0.store.chat(place.chat).await?.filter(|chat| chat.active) else {
            return Ok(Delivery::Done);
        };
        let desk = self.0.desks.get(id);
        if is_current(&stored, &desk) {
            return Ok(Delivery::Done);
        }
        let names = self.names([&stored.table], []).await?;
        let old = stored.shown.filter(|_| !desk.post_anew);
        let post = chat::table(&TableView {
            table: &stored.table,
            names: &names,
            lang: self.lang_of(&chat),
            settings: &chat.settings,
            picking: &desk.picking,
            confirming: desk.confirming,
            news: &desk.news,
            thinking: desk.thinking,
            now: now(),
            mention: old.is_none() && two_people(&stored.table),
        });
        let drawn = self.draw(place.chat, post, &stored.table, self.lang_of(&chat)).await;
        let scene = drawn.png.as_ref().and(drawn.post.scene.clone());
        let sent = match old {
            None => self.0.messenger.send(place, &drawn).await,
            Some(Shown { message, .. }) => {
                let known = desk.shown.as_ref().map(|shown| &shown.scene);
                let part = if known == Some(&scene) {
                    EditPart::Words
                } else if desk.only_picked && self.0.outbox.is_short(place.chat) {
                    EditPart::Buttons
                } else {
                    EditPart::All
                };
                match self.0.messenger.edit(place.chat, message, &drawn, part).await {
                    Ok(()) | Err(SendError::NotModified) => Ok(message),
                    Err(error) => Err(error),
                }
            }
        };
        match sent {
            Ok(message) => {
                self.note_shown(&stored, &desk, message, scene).await?;
                Ok(Delivery::Done)
            }
            Err(error) => self.mend(error, id, place, old.is_some()).await,
        }
    }

    /// Notes what the message shows now; an older message of the table loses its buttons.
    async fn note_shown(
        &self,
        stored: &Stored,
        desk: &Desk,
        message: MessageId,
        scene: Option<crate::render::Scene>,
    ) -> Result<(), CommitError> {
        let (id, place) = (stored.table.id, stored.table.place);
        self.saw(place, message);
        self.0.desks.with(id, |now| {
            // What changed while the message was on its way is shown next.
            now.post_anew &= now.turns != desk.turns;
            now.shown = Some(ShownDesk { turns: desk.turns, scene });
        });
        if let Some(old) = stored.shown.filter(|old| old.message != message) {
            self.push(place.chat, Item::Strip { chat: place.chat, message: old.message });
        }
        if stored.shown != Some(Shown { message, version: stored.version }) {
            self.0.store.mark_shown(id, Shown { message, version: stored.version }).await?;
        }
        let over = !matches!(&stored.table.stage, Stage::Open(_))
            && !matches!(&stored.table.stage, Stage::Game(game) if game.finish.is_none());
        if over && self.0.desks.get(id).turns == desk.turns {
            self.0.desks.forget(id);
        }
        Ok(())
    }

    /// What to do when Telegram did not take a board.
    async fn mend(&self, error: SendError, id: GameId, place: Place, edited: bool) -> Result<Delivery, CommitError> {
        match error {
            SendError::MessageGone(_) | SendError::Refused(_) | SendError::NoPictures(_) if edited => {
                tracing::info!(%id, %error, "a board could not be edited: posting it anew");
                if matches!(error, SendError::NoPictures(_)) {
                    self.without_pictures(place.chat);
                }
                self.0.desks.with(id, |desk| desk.post_anew = true);
                Ok(Delivery::Wait(std::time::Duration::ZERO))
            }
            error => self.troubled(error, place.chat).await,
        }
    }

    /// What to do when Telegram did not take something.
    async fn troubled(&self, error: SendError, chat: ChatId) -> Result<Delivery, CommitError> {
        Ok(match error {
            SendError::RetryAfter(time) => Delivery::Wait(time),
            SendError::Network(why) => {
                tracing::info!(%chat, why, "no answer from Telegram");
                Delivery::Failed
            }
            SendError::NoPictures(why) => {
                tracing::info!(%chat, why, "this chat gets boards in words");
                self.without_pictures(chat);
                Delivery::Wait(std::time::Duration::ZERO)
            }
            SendError::Migrated(to) => {
                self.migrate(chat, to).await?;
                Delivery::Wait(std::time::Duration::ZERO)
            }
            SendError::ChatClosed(why) => {
                tracing::info!(%chat, why, "the bot is not in this chat any more");
                if let Some(chat) = self.0.store.chat(chat).await? {
                    let chats = vec![Chat { active: false, ..chat }];
                    self.0.store.commit(Change { chats, ..Change::default() }).await?;
                }
                Delivery::Done
            }
            SendError::NotModified | SendError::MessageGone(_) => Delivery::Done,
            SendError::Forbidden(_) | SendError::ThreadGone(_) | SendError::PressExpired(_) => {
                tracing::info!(%chat, %error, "not sent");
                Delivery::Done
            }
            SendError::Refused(_) => {
                tracing::error!(%chat, %error, "Telegram refused what we sent");
                Delivery::Done
            }
        })
    }

    /// Draws a post's picture; a chat that takes none gets the board in words.
    async fn draw(&self, chat: ChatId, post: Post, table: &Table, lang: Lang) -> Drawn {
        let pictureless = self.0.pictureless.lock().unwrap_or_else(PoisonError::into_inner).contains(&chat);
        let Some(scene) = post.scene.clone() else { return Drawn { post, png: None, reply_to: None } };
        if !pictureless {
            return Drawn { png: self.png(scene).await, post, reply_to: None };
        }
        let words = match &table.stage {
            Stage::Game(game) => format!("\n\n<pre>{}</pre>", chat::text_board(&game.state, scene.orientation, lang)),
            Stage::Open(_) | Stage::Closed { .. } => String::new(),
        };
        Drawn { post: Post { html: post.html + &words, scene: None, ..post }, png: None, reply_to: None }
    }

    async fn png(&self, scene: crate::render::Scene) -> Option<Arc<[u8]>> {
        let renderer = Arc::clone(&self.0.renderer);
        off_thread(&self.0.pictures, move || renderer.png(&scene)).await
    }

    fn without_pictures(&self, chat: ChatId) {
        self.0.pictureless.lock().unwrap_or_else(PoisonError::into_inner).insert(chat);
    }
}

/// The message shows the record and the desk as they are.
fn is_current(stored: &Stored, desk: &Desk) -> bool {
    !desk.post_anew
        && stored.shown.is_some_and(|shown| shown.version == stored.version)
        && desk.shown.as_ref().map_or(0, |shown| shown.turns) == desk.turns
}

impl<M: Messenger> Deliver for Service<M> {
    async fn deliver(&self, item: &mut Item) -> Delivery {
        let delivery = match item {
            Item::Show(id) => self.deliver_board(*id).await,
            Item::Say { place, post, reply_to } => {
                let place = *place;
                let png = match post.scene.clone() {
                    Some(scene) => self.png(scene).await,
                    None => None,
                };
                let drawn = Drawn { post: post.clone(), png, reply_to: *reply_to };
                match self.0.messenger.send(place, &drawn).await {
                    Ok(message) => {
                        self.saw(place, message);
                        Ok(Delivery::Done)
                    }
                    Err(error) => {
                        if let SendError::Migrated(to) = error {
                            *item = Item::Say { place: Place { chat: to, ..place }, post: drawn.post, reply_to: None };
                        } else if let SendError::NoPictures(_) = error {
                            *item = Item::Say { place, post: Post { scene: None, ..drawn.post }, reply_to: *reply_to };
                        }
                        self.troubled(error, place.chat).await
                    }
                }
            }
            Item::Rewrite { chat, message, post } => {
                let drawn = Drawn { post: post.clone(), png: None, reply_to: None };
                match self.0.messenger.edit(*chat, *message, &drawn, EditPart::Words).await {
                    Ok(()) => Ok(Delivery::Done),
                    Err(error) => self.troubled(error, *chat).await,
                }
            }
            Item::Strip { chat, message } => match self.0.messenger.strip(*chat, *message).await {
                Ok(()) => Ok(Delivery::Done),
                Err(error) => self.troubled(error, *chat).await,
            },
        };
        delivery.unwrap_or_else(|error| {
            tracing::error!(%error, "the store failed while sending");
            Delivery::Failed
        })
    }
}
