//! Games after they were played: films, copies to leaf through, records, histories; and all games of a person.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::dispatch::{Said, Visit};
use super::outbox::{Delivery, Enclosure, Item};
use super::refused::Refused;
use super::tables::Stop;
use super::wishes::{ENDED, message_link, seat_in};
use super::{Content, FetchError, Messenger, Parcel, ParcelKind, SendError, Service, aside, now, permitted};
use crate::book::{Record, RecordText};
use crate::chat::{self, History, Incident, Known, MyGame, Notice, Page, TableView, Verdict};
use crate::people::{ChatId, ChatKind, ChatSettings, PersonId};
use crate::referee::{Game, GameId, Stage, Table};
use crate::render::{Animation, Theme};
use crate::rules::Seat;
use crate::store::{CommitError, HistoryOf, Stored};

/// The largest file that is looked at as a record, bytes.
const MOST_RECORD: usize = 64 * 1024;
/// Games on one page of a history.
const PAGE: usize = 8;
/// The same film is not sent into a chat again within this.
const SHOWN_JUST_NOW: Duration = Duration::from_secs(60);
/// How many films are remembered.
const MOST_FILMS: usize = 1000;

/// A film: of this game, in this version of it, with this look of the pieces.
type FilmKey = (GameId, u64, Theme);
/// The platform's name of a film, and how it is shown.
type SentFilm = (String, ParcelKind);

/// Films that were sent.
#[derive(Default)]
pub(super) struct Films {
    /// So that none is made or sent twice.
    files: Mutex<HashMap<FilmKey, SentFilm>>,
    /// When a button last asked for a game's film in a chat.
    asked: Mutex<HashMap<(ChatId, GameId), Instant>>,
}

impl Films {
    /// Whether a film may be sent to a chat now, if a button asks.
    fn may_send(&self, chat: ChatId, id: GameId) -> bool {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.retain(|_, at| at.elapsed() < SHOWN_JUST_NOW);
        asked.insert((chat, id), Instant::now()).is_none_or(|at| at.elapsed() >= SHOWN_JUST_NOW)
    }

    fn known(&self, key: FilmKey) -> Option<SentFilm> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned()
    }

    fn note(&self, key: FilmKey, file: String, kind: ParcelKind) {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if files.len() >= MOST_FILMS {
            files.clear();
        }
        files.insert(key, (file, kind));
    }

    fn forget(&self, key: FilmKey) {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
    }
}

impl<M: Messenger> Service<M> {
    /// The game with this number, if whoever asks may see it: a game of this chat, or one of their own. Without a number the
    /// one they answer, else their own last one here that has ended, else the one they are playing.
    pub(super) async fn game_meant(&self, number: Option<GameId>, visit: &Visit) -> Result<Stored, Stop> {
        if let Some(id) = number {
            return self.visible(id, visit).await;
        }
        if let Some(stored) = self.answered_table(visit).await?.filter(|stored| stored.table.as_game().is_some()) {
            return Ok(stored);
        }
        let me = visit.player()?.id;
        let ended = self.0.store.ended_in(visit.place(), ENDED).await?.into_iter();
        let live = self.0.store.live_in(visit.chat.id).await?.into_iter().rev();
        let place = visit.place();
        let mut mine = ended.chain(live.filter(|stored| stored.table.place == place));
        mine.find(|stored| seat_in(&stored.table, me).is_some()).ok_or(Stop::Notice(Notice::NoGameYet))
    }

    pub(super) async fn visible(&self, id: GameId, visit: &Visit) -> Result<Stored, Stop> {
        let stored = match self.0.store.table(id).await {
            Err(CommitError::Fault(fault)) => {
                tracing::warn!(%id, fault, "a game that cannot be read was asked for");
                None
            }
            stored => stored?,
        };
        let none = || Stop::Notice(Notice::NoSuchGame { id });
        let stored = stored.filter(|stored| stored.table.as_game().is_some()).ok_or_else(none)?;
        let may_see = stored.table.place.chat == visit.chat.id
            || match &visit.person {
                Some(me) => self.side_of(&stored.table, me.id).await?.is_some(),
                None => false,
            };
        if may_see { Ok(stored) } else { Err(none()) }
    }

    /// `/replay`
    pub(super) async fn replay(&self, number: Option<GameId>, visit: Visit) -> Result<Said, Stop> {
        self.enclose(number, Enclosure::Film, visit).await
    }

    /// `/export`
    pub(super) async fn export(&self, number: Option<GameId>, visit: Visit) -> Result<Said, Stop> {
        self.enclose(number, Enclosure::Record, visit).await
    }

    async fn enclose(&self, number: Option<GameId>, what: Enclosure, visit: Visit) -> Result<Said, Stop> {
        let game = self.game_meant(number, &visit).await?.table.id;
        let (place, reply_to) = (visit.place(), visit.message());
        self.say(visit.change, vec![Item::Enclose { place, game, what, reply_to }]).await?;
        Ok(None)
    }

    /// The button under a last board or a copy, which everybody who sees it may press: a film more, but not twice in a row.
    pub(super) async fn replay_by_button(&self, id: GameId, visit: Visit) -> Result<Said, Stop> {
        let (place, game) = (visit.place(), self.visible(id, &visit).await?.table.id);
        if !self.0.films.may_send(place.chat, game) {
            return Ok(Some(Notice::ShownJustNow));
        }
        let reply_to = visit.message();
        self.say(visit.change, vec![Item::Enclose { place, game, what: Enclosure::Film, reply_to }]).await?;
        Ok(None)
    }

    /// `/game`: a copy to leaf through, which is theirs who asked for it. It begins where the game is now.
    pub(super) async fn copy(&self, number: Option<GameId>, visit: Visit) -> Result<Said, Stop> {
        let stored = self.game_meant(number, &visit).await?;
        let owner = visit.person.as_ref().map(|person| person.id);
        let post = self.leaf_post(&stored, u32::MAX, owner, &visit).await?;
        self.say_post(visit, post).await
    }

    /// Leafs in a copy.
    pub(super) async fn leaf(&self, id: GameId, ply: u32, owner: Option<PersonId>, visit: Visit) -> Result<Said, Stop> {
        let me = visit.person.as_ref().map(|person| person.id);
        if owner.is_some() && owner != me {
            return Err(Stop::Notice(Notice::NotYourCopy { id }));
        }
        let stored = self.visible(id, &visit).await?;
        let post = self.leaf_post(&stored, ply, owner, &visit).await?;
        self.rewrite(post, &visit);
        Ok(None)
    }

    /// Puts other words under the button that was pressed.
    fn rewrite(&self, post: chat::Post, visit: &Visit) {
        if let Incident::Press { message: Some(message), .. } = visit.incoming.event {
            self.push(visit.chat.id, Item::Rewrite { chat: visit.chat.id, message, post });
        }
    }

    async fn leaf_post(
        &self,
        stored: &Stored,
        ply: u32,
        owner: Option<PersonId>,
        visit: &Visit,
    ) -> Result<chat::Post, Stop> {
        let Some(game) = stored.table.as_game() else {
            return Err(Stop::Notice(Notice::NoSuchGame { id: stored.table.id }));
        };
        let names = self.names([&stored.table], []).await?;
        let booked = self.booked(&stored.table).await?;
        let view = TableView {
            hint: None,
            table: &stored.table,
            names: &names,
            lang: self.lang_of(&visit.chat),
            settings: &visit.chat.settings,
            picking: "",
            confirming: None,
            news: &[],
            booked: &booked,
            thinking: false,
            now: now(),
            mention: false,
        };
        Ok(chat::leaf(&view, game, ply, owner))
    }

    /// `/history`
    pub(super) async fn history(&self, of: Option<String>, visit: Visit) -> Result<Said, Stop> {
        let of = match of {
            None => None,
            Some(name) => Some(self.player_called(&name, &visit).await?),
        };
        let post = self.history_post(of, 0, &visit).await?;
        self.say_post(visit, post).await
    }

    /// Turns the pages of a history.
    pub(super) async fn turn_history(&self, of: Option<PersonId>, page: u32, visit: Visit) -> Result<Said, Stop> {
        let post = self.history_post(of, page, &visit).await?;
        self.rewrite(post, &visit);
        Ok(None)
    }

    async fn history_post(&self, of: Option<PersonId>, page: u32, visit: &Visit) -> Result<chat::Post, Stop> {
        let skip = (page as usize).saturating_mul(PAGE);
        // In private a person's history is that of all their games.
        let alone = visit.chat.kind == ChatKind::Private;
        let me = visit.person.as_ref().map(|person| person.id);
        let whose = of.or(me.filter(|_| alone));
        let place = (!alone).then(|| visit.place());
        let mut found = self.0.store.history(HistoryOf { place, whose, seen_by: me }, skip, PAGE + 1).await?;
        let more = found.len() > PAGE;
        found.truncate(PAGE);
        let tables: Vec<Table> = found.into_iter().map(|stored| stored.table).collect();
        let names = self.names(&tables, of).await?;
        let history = History { of, group: !alone, tables: &tables, page, more };
        Ok(chat::page(&Page::History(&history), &names, self.lang_of(&visit.chat)))
    }

    /// The person of this `@name` who has played here, or, in private, with whoever asks.
    async fn player_called(&self, name: &str, visit: &Visit) -> Result<PersonId, Stop> {
        let nobody = || Stop::Notice(Notice::NobodyCalled { name: name.to_owned() });
        self.0.store.person_called(name).await?.map(|person| person.id).ok_or_else(nobody).inspect(|id| {
            tracing::debug!(%id, chat = %visit.chat.id, "a history was asked for");
        })
    }

    /// `/games` in private: all games of theirs, wherever they are played.
    pub(super) async fn my_games(&self, visit: Visit) -> Result<Said, Stop> {
        let me = visit.player()?.id;
        let live = self.0.store.live_of(me).await?;
        let (mut where_played, mut sides) = (Vec::new(), Vec::new());
        for stored in &live {
            sides.push(self.side_of(&stored.table, me).await?.unwrap_or(Seat::First));
            let chat = self.0.store.chat(stored.table.place.chat).await?;
            let elsewhere = chat.filter(|chat| chat.id != visit.chat.id);
            let link = elsewhere.as_ref().and_then(|chat| message_link(chat, stored.shown?.message));
            where_played.push((elsewhere.map(|chat| chat.title), link));
        }
        let tables: Vec<Table> = live.into_iter().map(|stored| stored.table).collect();
        let games = tables.iter().zip(sides).zip(where_played);
        let games = games.map(|((table, side), (title, link))| MyGame { table, side, title, link });
        let games: Vec<MyGame<'_>> = games.collect();
        let names = self.names(&tables, []).await?;
        let post = chat::page(&Page::MyGames { me, games: &games }, &names, self.lang_of(&visit.chat));
        self.say_post(visit, post).await
    }

    /// `/verify`: the record in the file answered or sent along, or in the text answered or written behind the command.
    pub(super) async fn verify(&self, visit: Visit) -> Result<Said, Stop> {
        let Incident::Text { text, file, reply_to, .. } = &visit.incoming.event else { return Ok(None) };
        let file = file.as_ref().or(reply_to.as_ref().and_then(|to| to.file.as_ref()));
        let behind = text.split_once(char::is_whitespace).map_or("", |(_, rest)| rest).trim();
        let answered = reply_to.as_ref().map_or("", |to| to.text.trim());
        let text = match file {
            Some(file) if file.size.is_some_and(|size| size > MOST_RECORD as u64) => {
                return Err(Stop::Notice(Notice::FileTooLarge));
            }
            Some(file) => self.fetched(&file.id).await?,
            None if !behind.is_empty() => behind.to_owned(),
            None if !answered.is_empty() => answered.to_owned(),
            None => return Err(Stop::Notice(Notice::VerifyWhat)),
        };
        let verdict = match text.parse::<RecordText>().and_then(|read| read.check().map(|_| read)) {
            Err(fault) => Verdict::Faulty(fault),
            Ok(RecordText { record, fingerprint }) => {
                let known = self.known(&record, &visit).await?;
                Verdict::Sound { record: Box::new(record), sealed: fingerprint.is_some(), known }
            }
        };
        let (place, reply_to) = (visit.place(), visit.message());
        let post = chat::page(&Page::Verified(&verdict), &super::board::NameBook::default(), self.lang_of(&visit.chat));
        self.say(visit.change, vec![Item::Say { place, post, reply_to }]).await?;
        Ok(None)
    }

    async fn fetched(&self, file: &str) -> Result<String, Stop> {
        match aside(self.0.messenger.fetch(file, MOST_RECORD)).await {
            Ok(bytes) => String::from_utf8(bytes).map_err(|_| Stop::Notice(Notice::FileUnreadable)),
            Err(FetchError::TooLarge { .. }) => Err(Stop::Notice(Notice::FileTooLarge)),
            Err(error @ FetchError::Failed(_)) => {
                tracing::info!(%error, "a record could not be fetched");
                Err(Stop::Notice(Notice::FileUnreadable))
            }
        }
    }

    /// What is known of the game of a record, as far as whoever asks may see it.
    async fn known(&self, record: &Record, visit: &Visit) -> Result<Known, Stop> {
        let Some(id) = record.game else { return Ok(Known::Unknown) };
        let stored = match self.visible(id, visit).await {
            Ok(stored) => stored,
            Err(Stop::Notice(Notice::NoSuchGame { .. })) => return Ok(Known::Unknown),
            Err(stop) => return Err(stop),
        };
        let Some(game) = stored.table.as_game() else { return Ok(Known::Unknown) };
        let own = game.record(id, ChatKind::Group, Default::default());
        Ok(if own.is_same_game(record) { Known::Same } else { Known::Other })
    }

    /// Sends a game's film or record; a chat that takes no files is told so instead.
    pub(super) async fn deliver_enclosure(
        &self,
        item: &mut Item,
        asked_by: Option<PersonId>,
        since: Option<Instant>,
    ) -> Result<Delivery, CommitError> {
        let Item::Enclose { place, game: id, what, reply_to } = item else { return Ok(Delivery::Done) };
        let (id, what) = (*id, *what);
        let Some(stored) = self.0.store.table(id).await? else { return Ok(Delivery::Done) };
        let Some(chat) = self.0.store.chat(place.chat).await? else { return Ok(Delivery::Done) };
        let Stage::Game(game) = &stored.table.stage else { return Ok(Delivery::Done) };
        let lang = self.lang_of(&chat);
        let names = self.names([&stored.table], []).await?;
        let kind = match self.0.store.chat(stored.table.place.chat).await? {
            Some(played) => played.kind,
            None => chat.kind,
        };
        let record = chat::record(id, kind, game, &names, lang);
        let key = (id, stored.version, chat.settings.theme);
        let known = if what == Enclosure::Film { self.0.films.known(key) } else { None };
        let was_known = known.is_some();
        let (kind, content) = match (what, known) {
            (Enclosure::Film, Some((file, kind))) => (kind, Content::Known(file)),
            (Enclosure::Film, None) => match self.film(&record, game, &chat.settings).await {
                Some(Animation { gif, width, height, millis }) => {
                    let name = format!("doushou-{id}.gif");
                    (ParcelKind::Animation { width, height, millis }, Content::New { name, bytes: gif })
                }
                None => return Ok(Delivery::Done),
            },
            (Enclosure::Record, _) => {
                let bytes = record.to_string().into_bytes().into();
                (ParcelKind::Document, Content::New { name: format!("doushou-{id}.txt"), bytes })
            }
        };
        let parcel = Parcel { kind, content, html: chat::caption(id, game, &names, lang), reply_to: *reply_to };
        self.goes_out(since);
        match self.0.messenger.send_file(*place, &parcel).await {
            Ok(posted) => {
                self.saw(*place, posted.message);
                self.got_through(*place);
                if let (Enclosure::Film, Some(file)) = (what, posted.file) {
                    self.0.films.note(key, file, kind);
                }
                Ok(Delivery::Done)
            }
            // A name of a file may not be known any more.
            Err(SendError::Refused(_) | SendError::NoPictures(_)) if was_known => {
                self.0.films.forget(key);
                Ok(Delivery::Again)
            }
            Err(SendError::NoPictures(_)) => {
                let post = chat::notice_post(&Notice::NoFiles, &names, lang);
                *item = Item::Say { place: *place, post, reply_to: *reply_to };
                Ok(Delivery::Again)
            }
            Err(error) => {
                let people = asked_by.into_iter().collect();
                let refused = Refused { place: *place, edited: false, pictured: false, stand: None, people };
                let remedy = self.remedy(error, refused).await?;
                Ok(remedy.redirect(place, reply_to).unwrap_or(Delivery::Done))
            }
        }
    }

    /// A game's film, made off the async threads.
    async fn film(&self, record: &Record, game: &Game, settings: &ChatSettings) -> Option<Animation> {
        let film = chat::film(record, chat::seen_from(game), settings.theme);
        let film = film.inspect_err(|fault| tracing::error!(%fault, "a game of the store cannot be replayed")).ok()?;
        let renderer = Arc::clone(&self.0.renderer);
        permitted(&self.0.pictures, move || renderer.gif(&film)).await?
    }
}
