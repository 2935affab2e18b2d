//! What somebody is told in private because they asked for it: that it is their turn, that a challenge is open, that time ends.
//!
//! A notice is saved with the change that it follows from.

use super::outbox::Item;
use super::tables::{PAUSE_MILLIS, Stop, last_activity, two_people};
use super::wishes::message_link;
use super::{Messenger, Service, now};
use crate::chat::{self, Notice, Page};
use crate::people::{ChatId, ChatKind, Occasion, Person, PersonId, Place};
use crate::referee::{Actor, Challenge, Event, Table, Target};
use crate::store::{Change, CommitError, Stored};

impl<M: Messenger> Service<M> {
    /// What whoever is to move now is told, if somebody else's act has made it their turn, after a pause in which they looked
    /// elsewhere.
    pub(super) async fn notice_of_turn(
        &self,
        before: &Table,
        stored: &Stored,
        actor: &Actor,
        events: &[Event],
    ) -> Option<Item> {
        let begins = before.id != stored.table.id || events.contains(&Event::Started);
        let moved = events.iter().any(|event| matches!(event, Event::Moved(_) | Event::TakenBack { .. }));
        let paused = now().since(last_activity(before)) > PAUSE_MILLIS;
        let game = stored.table.as_game().filter(|game| game.finish.is_none())?;
        let to = game.person_on(game.state.to_move()).filter(|&to| Some(to) != actor.person())?;
        if !(begins || moved && paused) || !two_people(&stored.table) {
            return None;
        }
        let by = game.person_on(game.state.to_move().other()).unwrap_or(to);
        self.notice(to, stored, Occasion::Turn, |title, link| Page::Turn { title, by, link }).await
    }

    /// What those who asked for it are told about a challenge that is open here: all of them, or the one it is for.
    pub(super) async fn notices_of_challenge(&self, stored: &Stored, challenge: &Challenge) -> Vec<Item> {
        let mut notices = Vec::new();
        let wishes = self.0.store.people_with_notices(stored.table.place.chat).await;
        let by = challenge.by;
        for to in wishes.unwrap_or_default().into_iter().filter(|&to| to != by) {
            let meant = match &challenge.to {
                Target::Anybody => true,
                Target::Person(person) => *person == to,
                Target::Username(name) => {
                    let known = self.0.store.person(to).await.ok().flatten().and_then(|person| person.username);
                    known.is_some_and(|own| own.eq_ignore_ascii_case(name))
                }
            };
            if meant {
                let page = |title, link| Page::Opened { title, by, link };
                notices.extend(self.notice(to, stored, Occasion::Challenge, page).await);
            }
        }
        notices
    }

    /// A page about a table in private, for somebody who wants to be told on this occasion.
    pub(super) async fn notice<'a>(
        &self,
        to: PersonId,
        stored: &Stored,
        occasion: Occasion,
        page: impl Fn(String, Option<String>) -> Page<'a>,
    ) -> Option<Item> {
        let place = stored.table.place;
        let (Ok(Some(person)), Ok(Some(chat))) = (self.0.store.person(to).await, self.0.store.chat(place.chat).await)
        else {
            return None;
        };
        let private = private_chat(to).filter(|_| {
            chat.kind == ChatKind::Group && person.reachable && person.settings.wants(occasion, place.chat)
        })?;
        let link = stored.shown.and_then(|shown| message_link(&chat, shown.message));
        let names = self.names([&stored.table], []).await.unwrap_or_default();
        let page = page(chat.title.clone(), link);
        let post = chat::notification(&page, occasion, place.chat, &names, person.lang(self.0.host.lang));
        Some(Item::Say { place: Place { chat: private, thread: None }, post, reply_to: None })
    }

    /// `/notify` and its buttons: what somebody is told about a chat.
    pub(super) async fn set_notice(
        &self,
        mut person: Person,
        occasion: Occasion,
        chat: ChatId,
        on: bool,
        mut change: Change,
    ) -> Result<Notice, Stop> {
        if on && !person.reachable {
            return Err(Stop::Notice(Notice::WriteToMe { bot: self.0.host.bot.username.clone() }));
        }
        person.settings.tell(occasion, chat, on);
        change.people.push(person);
        self.save(change).await?;
        Ok(Notice::Telling { occasion, on })
    }

    /// Somebody has blocked the bot: nothing is sent to them any more, and they are told so when they come back.
    pub(super) async fn lose_notices(&self, chat: ChatId) -> Result<(), CommitError> {
        let Ok(id) = u64::try_from(chat.0) else { return Ok(()) };
        let Some(mut person) = self.0.store.person(PersonId(id)).await? else { return Ok(()) };
        let had_some = !person.settings.turns.is_empty() || !person.settings.challenges.is_empty();
        person.settings.notices_lost |= had_some;
        person.settings.turns.clear();
        person.settings.challenges.clear();
        person.reachable = false;
        self.save(Change { people: vec![person], ..Change::default() }).await
    }

    /// Says once that the notices are off, to them alone.
    pub(super) async fn own_up(&self, person: &Person) -> Option<Notice> {
        if !person.settings.notices_lost {
            return None;
        }
        let mut person = self.0.store.person(person.id).await.ok().flatten()?;
        person.settings.notices_lost = false;
        self.save(Change { people: vec![person], ..Change::default() }).await.ok()?;
        Some(Notice::NoticesLost)
    }
}

/// The chat with one person alone: it has their id.
fn private_chat(person: PersonId) -> Option<ChatId> {
    i64::try_from(person.0).ok().map(ChatId)
}
