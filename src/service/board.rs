//! A table's message: what it should look like now, and getting it there.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::desk::{Desk, ShownDesk};
use super::mutes::Stand;
use super::outbox::{Deliver, Delivery, Item};
use super::refused::{Refused, Remedy};
use super::tables::{ai_to_move, people_at, two_people};
use super::wishes::message_link;
use super::{Drawn, EditPart, MessageId, Messenger, SendError, Service, now, permitted};
use crate::book::Line;
use crate::chat::{self, Names, Post, TableView};
use crate::metrics::Step;
use crate::people::{BoardPolicy, Chat, ChatId, Lang, PersonId, Place};
use crate::referee::{Finish, GameId, Stage, Table};
use crate::render::Picture;
use crate::rules::Seat;
use crate::store::{Change, CommitError, OwedId, Shown, Stored};

/// How long a chat that refused a picture gets boards in words.
const WITHOUT_PICTURES: Duration = Duration::from_secs(600);

/// The names of the people a text mentions, looked up before it is composed.
#[derive(Default)]
pub(super) struct NameBook(HashMap<PersonId, String>);

impl NameBook {
    /// Says beside a name for which team its bearer plays.
    pub fn plays_for(&mut self, id: PersonId, team: &str) {
        if let Some(name) = self.0.get_mut(&id) {
            *name = chat::of_team(name, team);
        }
    }
}

impl Names for NameBook {
    fn name(&self, id: PersonId) -> Option<String> {
        self.0.get(&id).cloned()
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
            ids.extend(people_at(table));
            if let Stage::Game(game) = &table.stage
                && let Some(Finish::Void { by }) = game.finish
            {
                ids.extend(by);
            }
        }
        let mut book = NameBook::default();
        for id in ids {
            if let Some(person) = self.0.store.person(id).await? {
                book.0.insert(id, person.name);
            }
        }
        Ok(book)
    }

    /// The language of messages to a chat.
    pub(super) fn lang_of(&self, chat: &Chat) -> Lang {
        chat.settings.lang.unwrap_or(self.0.host.lang)
    }

    /// Brings a table's message up to date.
    async fn deliver_board(&self, id: GameId, since: Option<Instant>) -> Result<Delivery, CommitError> {
        let Some(stored) = self.0.store.table(id).await? else { return Ok(Delivery::Done) };
        let place = stored.table.place;
        let Some(chat) = self.0.store.chat(place.chat).await?.filter(|chat| chat.active && self.serves(chat.id)) else {
            return Ok(Delivery::Done);
        };
        let desk = self.0.desks.look(id);
        let mut names = self.names([&stored.table], []).await?;
        self.name_teams(&stored.table, &mut names).await?;
        let booked = self.booked(&stored.table).await?;
        let mute = self.0.mutes.is_mute(place, std::time::Instant::now());
        let posts_anew = |shown: &Shown| !mute && self.posts_anew(&stored.table, *shown, &desk, chat.settings.boards);
        let old = stored.shown.filter(|shown| !posts_anew(shown));
        let view = TableView {
            table: &stored.table,
            names: &names,
            lang: self.lang_of(&chat),
            settings: &chat.settings,
            picking: &desk.picking,
            confirming: desk.confirming,
            hint: desk.hint.as_ref().filter(|(turn, _)| is_at(&stored.table, *turn)).map(|(_, hint)| hint),
            news: &desk.news,
            booked: &booked,
            thinking: ai_to_move(&stored.table).is_some(),
            now: now(),
            mention: old.is_none() && two_people(&stored.table),
        };
        let drawn = self.draw(place, chat::table(&view), None).await;
        let mut scene = drawn.png.as_ref().and(drawn.post.scene.clone());
        self.goes_out(since);
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
                if let (EditPart::Buttons, Some(known)) = (part, known) {
                    // The picture stays what it was.
                    scene = known.clone();
                }
                match self.0.messenger.edit(place.chat, message, &drawn, part).await {
                    Ok(()) | Err(SendError::NotModified) => Ok(message),
                    Err(error) => Err(error),
                }
            }
        };
        match sent {
            Ok(message) => {
                match old {
                    Some(_) => self.0.mutes.shown(place, Stand::Table(id)),
                    None => self.got_through(place),
                }
                let known = stored.shown.map(|shown| shown.message);
                for older in known.into_iter().chain(desk.older).filter(|older| *older != message) {
                    let link = message_link(&chat, message);
                    let mut post = chat::superseded(&view, link.as_deref());
                    if desk.shown.as_ref().is_some_and(|shown| shown.scene.is_none()) {
                        // It came in words.
                        post.scene = None;
                    }
                    self.push(place.chat, Item::Retire { chat: place.chat, message: older, post });
                }
                let before = match self.note_shown(&stored, &desk, message, scene).await {
                    Ok(before) => before,
                    // Forgotten with its player while the message was on its way: there is nothing to play for any more.
                    Err(CommitError::NoSuchTable(_)) => {
                        self.0.desks.forget(id);
                        self.push(place.chat, Item::Strip { chat: place.chat, message });
                        return Ok(Delivery::Done);
                    }
                    Err(error) => return Err(error),
                };
                // Taken for the board while this one was on its way.
                if let Some(older) = before.filter(|before| *before < message && Some(*before) != known) {
                    self.push(place.chat, Item::Strip { chat: place.chat, message: older });
                }
                Ok(Delivery::Done)
            }
            Err(error) => self.mend(error, &stored, old.is_some()).await,
        }
    }

    /// What a game that has ended did to the points and ratings of its players.
    pub(super) async fn booked(&self, table: &Table) -> Result<Vec<Line>, CommitError> {
        let mut booked = Vec::new();
        if let Stage::Game(game) = &table.stage
            && game.finish.is_some()
        {
            for person in Seat::BOTH.into_iter().filter_map(|seat| game.person_on(seat)) {
                booked.extend(self.0.store.line(table.id, person, game.moved).await?);
            }
        }
        Ok(booked)
    }

    /// Whether the next board is a new message rather than an edit of the one shown.
    fn posts_anew(&self, table: &Table, shown: Shown, desk: &Desk, policy: BoardPolicy) -> bool {
        if desk.asked > desk.met {
            return true;
        }
        desk.notify
            && match policy {
                BoardPolicy::AlwaysNew => true,
                BoardPolicy::AlwaysEdit => false,
                BoardPolicy::Auto => {
                    let scrolled_away = self.newest_in(table.place).is_some_and(|newest| newest > shown.message);
                    scrolled_away || (desk.paused && two_people(table))
                }
            }
    }

    /// Notes what the message shows now; returns the message that was known to show the table.
    async fn note_shown(
        &self,
        stored: &Stored,
        desk: &Desk,
        message: MessageId,
        scene: Option<Picture>,
    ) -> Result<Option<MessageId>, CommitError> {
        let (id, place) = (stored.table.id, stored.table.place);
        self.saw(place, message);
        let shown = Shown { message, version: stored.version };
        let before = match stored.shown == Some(shown) {
            true => Some(shown),
            false => self.0.store.mark_shown(id, shown).await?,
        };
        if let Some(newer) = before.filter(|before| before.message > message) {
            // Taken for the board while this one was on its way: it is shown next.
            return Ok(Some(newer.message));
        }
        let is_current = self.0.desks.with(id, |now| {
            now.met = desk.asked;
            now.paused = false;
            // What changed while the message was on its way is shown next.
            now.notify &= now.turns != desk.turns;
            let is_older = now.older == Some(message);
            now.shown = (!is_older).then_some(ShownDesk { turns: desk.turns, scene });
            // What has just been said to be old.
            let known = stored.shown.map(|shown| shown.message);
            let said = |older: MessageId| older != message && (desk.older == Some(older) || known == Some(older));
            now.older = now.older.filter(|older| !said(*older));
            now.turns == desk.turns && !is_older
        });
        let is_live = match &stored.table.stage {
            Stage::Open(_) => true,
            Stage::Game(game) => game.finish.is_none(),
            Stage::Closed { .. } => false,
        };
        if is_current && !is_live {
            self.0.desks.forget(id);
        }
        Ok(before.map(|before| before.message))
    }

    /// What to do when Telegram did not take a board.
    async fn mend(&self, error: SendError, stored: &Stored, edited: bool) -> Result<Delivery, CommitError> {
        let (id, place) = (stored.table.id, stored.table.place);
        // What stands there already can perhaps be changed.
        let has_a_board = !edited && stored.shown.is_some();
        let stand = (!has_a_board).then_some(Stand::Table(id));
        let refused = Refused { place, edited, pictured: true, stand, people: people_at(&stored.table) };
        Ok(match self.remedy(error, refused).await? {
            Remedy::Leave(delivery) => delivery,
            Remedy::MayNotWrite if has_a_board => Delivery::Again,
            // In a chat's new id everything is shown anew.
            Remedy::MayNotWrite | Remedy::Moved(_) => Delivery::Done,
            Remedy::Anew => {
                self.0.desks.with(id, Desk::ask_anew);
                Delivery::Again
            }
            Remedy::InWords => Delivery::Again,
            // The game goes on in the chat itself.
            Remedy::OutsideTopic => {
                self.leave_topic(id).await?;
                Delivery::Again
            }
        })
    }

    /// Moves a table from its topic to the chat.
    async fn leave_topic(&self, id: GameId) -> Result<(), CommitError> {
        let _lock = self.0.locks.lock(id).await;
        let Some(mut stored) = self.0.store.table(id).await? else { return Ok(()) };
        tracing::info!(%id, "the topic is gone: the game goes on in the chat itself");
        stored.table.place.thread = None;
        stored.version += 1;
        self.save(Change { tables: vec![stored], ..Change::default() }).await
    }

    /// Draws a post's picture; a chat that takes none gets it in words.
    pub(super) async fn draw(&self, place: Place, post: Post, reply_to: Option<MessageId>) -> Drawn {
        let Some(scene) = post.scene.clone() else { return Drawn { post, png: None, reply_to } };
        let png = if self.takes_pictures(place.chat) { self.png(scene).await } else { None };
        let post = if png.is_some() { post } else { post.without_picture() };
        Drawn { post, png, reply_to }
    }

    /// Whether a chat has not refused a picture lately.
    fn takes_pictures(&self, chat: ChatId) -> bool {
        let since = self.0.pictureless.lock().unwrap_or_else(PoisonError::into_inner).get(&chat).copied();
        since.is_none_or(|since| since.elapsed() > WITHOUT_PICTURES)
    }

    async fn png(&self, picture: Picture) -> Option<Arc<[u8]>> {
        if let Some(png) = self.0.renderer.kept(&picture) {
            self.0.metrics.picture_was_kept();
            return Some(png);
        }
        let renderer = Arc::clone(&self.0.renderer);
        let draw = move || {
            let begun = std::time::Instant::now();
            (renderer.picture(&picture), begun.elapsed())
        };
        let (png, time) = permitted(&self.0.pictures, draw).await?;
        self.0.metrics.picture_was_drawn(time);
        Some(png)
    }

    /// The request that shows what came of an update is made now.
    pub(super) fn goes_out(&self, since: Option<Instant>) {
        if let Some(since) = since {
            self.0.metrics.took(Step::Wire, since.elapsed());
        }
    }

    /// Remembers that a chat takes no pictures just now.
    pub(super) fn without_pictures(&self, chat: ChatId) {
        tracing::info!(%chat, "this chat gets boards in words for a while");
        let mut pictureless = self.0.pictureless.lock().unwrap_or_else(PoisonError::into_inner);
        pictureless.retain(|_, since| since.elapsed() <= WITHOUT_PICTURES);
        pictureless.insert(chat, Instant::now());
    }
}

/// Whether a game is at this turn.
fn is_at(table: &Table, turn: u32) -> bool {
    table.as_game().is_some_and(|game| game.turn() == turn)
}

/// The message shows the record and the desk as they are.
fn is_current(stored: &Stored, desk: &Desk) -> bool {
    desk.asked == desk.met
        && stored.shown.is_some_and(|shown| shown.version == stored.version)
        && desk.shown.as_ref().map_or(0, |shown| shown.turns) == desk.turns
}

impl<M: Messenger> Deliver for Service<M> {
    async fn is_needed(&self, item: &Item) -> bool {
        let id = match item {
            Item::Show(id) => id,
            Item::ShowCup(id) => return self.cup_is_behind(*id).await,
            Item::Review(id) => return self.0.reviews.is_behind(*id),
            Item::Say { .. }
            | Item::Enclose { .. }
            | Item::Welcome { .. }
            | Item::Rewrite { .. }
            | Item::Retire { .. }
            | Item::Strip { .. } => return true,
        };
        match self.0.store.table(*id).await {
            Ok(Some(stored)) => !is_current(&stored, &self.0.desks.look(*id)),
            Ok(None) => false,
            // Said where it is delivered.
            Err(_) => true,
        }
    }

    async fn deliver(&self, item: &mut Item, since: Option<Instant>, asked_by: Option<PersonId>) -> Delivery {
        let delivery = self.try_to_deliver(item, since, asked_by).await;
        delivery.unwrap_or_else(|error| {
            tracing::error!(%error, "the store failed while sending");
            Delivery::Failed
        })
    }

    fn said(&self, owed: OwedId) {
        self.0.store.said(owed);
    }
}

impl<M: Messenger> Service<M> {
    async fn try_to_deliver(
        &self,
        item: &mut Item,
        since: Option<Instant>,
        asked_by: Option<PersonId>,
    ) -> Result<Delivery, CommitError> {
        if let Item::Welcome { place } = item {
            *item = self.welcome(*place).await?;
        }
        match item {
            Item::Show(id) => self.deliver_board(*id, since).await,
            Item::ShowCup(id) => self.deliver_cup(*id, asked_by, since).await,
            Item::Say { place, post, reply_to } => self.deliver_words(place, post, reply_to, asked_by, since).await,
            Item::Enclose { .. } => self.deliver_enclosure(item, asked_by, since).await,
            // It has become words.
            Item::Welcome { .. } => Ok(Delivery::Done),
            Item::Review(id) => self.deliver_review(*id).await,
            Item::Rewrite { chat, message, post } => {
                let png = match post.scene.clone() {
                    Some(scene) => self.png(scene).await,
                    None => None,
                };
                let part = if png.is_some() { EditPart::All } else { EditPart::Words };
                let drawn = Drawn { post: post.clone(), png, reply_to: None };
                self.goes_out(since);
                let mut edited = self.0.messenger.edit(*chat, *message, &drawn, part).await;
                if matches!(edited, Err(SendError::NoPictures(_))) && part == EditPart::All {
                    // Where no picture may be sent, the words alone go on.
                    edited = self.0.messenger.edit(*chat, *message, &drawn, EditPart::Words).await;
                }
                self.settled(edited, *chat).await
            }
            Item::Retire { chat, message, post } => {
                let drawn = Drawn { post: post.clone(), png: None, reply_to: None };
                self.goes_out(since);
                let edited = self.0.messenger.edit(*chat, *message, &drawn, EditPart::Words).await;
                self.settled(edited, *chat).await
            }
            Item::Strip { chat, message } => {
                let stripped = self.0.messenger.strip(*chat, *message).await;
                self.settled(stripped, *chat).await
            }
        }
    }

    /// Sends a message of its own; a changed place changes it for another try.
    async fn deliver_words(
        &self,
        place: &mut Place,
        post: &Post,
        reply_to: &mut Option<MessageId>,
        asked_by: Option<PersonId>,
        since: Option<Instant>,
    ) -> Result<Delivery, CommitError> {
        let drawn = self.draw(*place, post.clone(), *reply_to).await;
        self.goes_out(since);
        match self.0.messenger.send(*place, &drawn).await {
            Ok(message) => {
                self.saw(*place, message);
                self.got_through(*place);
                Ok(Delivery::Done)
            }
            Err(error) => {
                let people = asked_by.into_iter().collect();
                let pictured = drawn.png.is_some();
                let refused = Refused { place: *place, edited: false, pictured, stand: None, people };
                let remedy = self.remedy(error, refused).await?;
                Ok(remedy.redirect(place, reply_to).unwrap_or(Delivery::Again))
            }
        }
    }
}
