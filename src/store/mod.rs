//! The durable memory: sled, behind one narrow interface. No sled type leaves this module.
//!
//! Durable means: transaction, then `flush()`, then fsync of the file `db` in the store's folder, then speak.
//! One writer thread owns the database and commits what has queued up as a group. What is read has been saved.
//!
//! Reading order: `catalog` (the trees and what they hold), `database` (what one change does), `writer` (the thread),
//! `open` (the folder, and all that can be wrong with it), `records` (what the bytes mean), `lists` (what follows from records), `live` and `cups` (in memory, for limits),
//! `ledger` (points and ratings), `notices` (people, and who is told what), `owed` (what is still to be said), `forget` (everything that names a person), `keys`, `guard`. The way out and back: `snapshot`
//! (the database at one moment), `export` (as text), `snapshots` (files
//! the bot writes by itself), `import`, `check`.

mod catalog;
mod check;
mod cups;
mod database;
mod export;
mod forget;
mod guard;
mod import;
mod keys;
mod ledger;
mod lists;
mod live;
mod marker;
mod notices;
mod open;
mod owed;
mod records;
mod snapshot;
mod snapshots;
mod writer;

pub use check::Report;
pub use export::Exported;
pub use forget::Forgotten;
pub use import::{ImportError, Imported, import};
pub use owed::{Owed, OwedId, Word, WordButton};

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::SystemTime;

use tokio::runtime::Handle;
use tokio::sync::Mutex;

use self::database::Database;
use self::ledger::Scope;
use self::live::Entry;
use self::writer::Writer;
use crate::book::cup::{self, Cup};
use crate::book::{CupId, Line, Rating};
use crate::people::{Chat, ChatId, Limits, Person, PersonId, Place, Time};
use crate::referee::{GameId, Refusal, Table};
use crate::rules::Variant;

/// The message that shows a table, as Telegram knows it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    pub message: i64,
    /// [`Stored::version`] when it was last shown.
    pub version: u64,
}

/// A table as it is kept.
#[derive(Clone, Debug)]
pub struct Stored {
    pub table: Table,
    /// Counts every saved change of the table: a board that shows an older one is behind.
    pub version: u64,
    /// `None`: nothing has been shown yet.
    pub shown: Option<Shown>,
}

/// The message that shows a cup.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct CupShown {
    pub message: i64,
    /// [`StoredCup::version`] when it was last shown.
    pub version: u64,
    /// [`Cup::chapter`] of what it shows.
    pub chapter: u32,
}

/// A cup as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredCup {
    pub cup: Cup,
    /// Counts every saved change of the cup.
    pub version: u64,
    /// `None`: nothing has been shown yet.
    pub shown: Option<CupShown>,
}

/// What a change does to a cup, carried out inside the transaction: nobody works on an older state of it.
#[derive(Clone, Debug)]
pub enum CupStep {
    /// Refused while another cup is open or being played in the same place.
    Open(Cup),
    Command {
        id: CupId,
        actor: cup::Actor,
        command: cup::Command,
        moment: cup::Moment,
    },
}

/// What one event changes: saved whole or not at all.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// The update that caused it: a second commit for the same update is refused.
    pub update: Option<i64>,
    /// Tables with their new version.
    pub tables: Vec<Stored>,
    pub people: Vec<Person>,
    pub chats: Vec<Chat>,
    /// In this order. The end of a cup's game is told to its cup without being asked for.
    pub cups: Vec<CupStep>,
    /// What is to be said because of it.
    pub owed: Vec<Owed>,
    /// When it happened: a game that comes to a result with this change is booked under this moment.
    pub at: Time,
    /// Check these limits inside the transaction: what the tables would be must keep within them.
    pub limits: Option<Limits>,
}

/// Which games that have ended are meant.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct HistoryOf {
    /// Those played there; `None`: everywhere, but only games that `seen_by` has played.
    pub place: Option<Place>,
    /// Those this person has played.
    pub whose: Option<PersonId>,
    /// Who looks.
    pub seen_by: Option<PersonId>,
}

/// How many tables are live.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Games that are being played.
    pub games: usize,
    /// Challenges that are open.
    pub challenges: usize,
}

/// Why a change was not saved.
#[derive(Debug, thiserror::Error)]
pub enum CommitError {
    /// This update was handled before.
    #[error("update {0} was handled before")]
    Repeated(i64),
    /// A limit of several games would be passed.
    #[error("a limit would be passed: {0:?}")]
    Limit(Refusal),
    /// The cup refuses it.
    #[error("the cup refuses it: {0:?}")]
    Cup(cup::Refusal),
    /// There is a cup in this place already, or none of this number.
    #[error("a cup is open here already")]
    AnotherCup,
    #[error("there is no such cup")]
    NoSuchCup,
    /// Its only player has been forgotten meanwhile.
    #[error("there is no table {0}")]
    NoSuchTable(GameId),
    #[error("the store could not save: {0}")]
    Fault(String),
    /// The store refuses all work until the program is started again: nobody knows what is on disk.
    #[error("{0}")]
    Stopped(String),
}

/// Why the store cannot be opened, and what a host can do.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process has opened it.
    #[error("{0}")]
    InUse(String),
    #[error("{0}")]
    Failed(String),
}

/// Why there is no export, snapshot or report.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("the output cannot be written: {0}")]
    Output(io::Error),
    #[error("{0} cannot be read: {1}")]
    Input(String, io::Error),
    #[error(transparent)]
    Store(#[from] CommitError),
    #[error(transparent)]
    Open(#[from] OpenError),
}

/// The store: a cheap handle to the writer thread, which ends with the last handle.
#[derive(Clone)]
pub struct Store {
    folder: Arc<Path>,
    /// Held while a snapshot is taken: there is one at a time. What it holds is of how many changes the newest of this run is.
    snapshot: Arc<Mutex<Option<u64>>>,
    /// The number of the next word that is owed.
    next_owed: Arc<AtomicU64>,
    writer: Writer,
}

/// Writes the store in this folder, which no process uses, as JSON Lines.
pub fn export(folder: &Path, output: impl Write) -> Result<Exported, ExportError> {
    let database = open::open_existing(folder)?;
    let saved = database.begin_snapshot();
    let next = |most| database.snapshot_batch(most);
    export::write_all(output, saved, next).map(|(_, exported)| exported)
}

/// Checks every record of the store in this folder, which no process uses.
pub fn check(folder: &Path) -> Result<Report, ExportError> {
    Ok(open::open_existing(folder)?.check()?)
}

/// Checks every line of an export.
pub fn check_export(file: &Path) -> Result<Report, ExportError> {
    let unreadable = |error| ExportError::Input(file.display().to_string(), error);
    check::check_export(BufReader::new(File::open(file).map_err(unreadable)?)).map_err(unreadable)
}

/// The newest snapshot that the bot has written of the store in this folder, and when.
pub fn newest_snapshot(folder: &Path) -> io::Result<Option<(PathBuf, SystemTime)>> {
    snapshots::newest(folder)
}

impl Store {
    /// Opens or creates the store in this folder. Blocks while it reads.
    ///
    /// A game that cannot be read (a damaged record, a ply its rules refuse) does not keep the store from opening: it is
    /// logged and set aside, and [`Store::table`] says why.
    pub fn open(folder: &Path) -> Result<Store, OpenError> {
        let database = open::open(folder)?;
        let next_owed = database.next_owed().map_err(|error| OpenError::Failed(error.to_string()))?;
        let writer = Writer::start(database);
        let writer = writer.map_err(|error| OpenError::Failed(format!("no thread for the store: {error}")))?;
        Ok(Store { folder: folder.into(), snapshot: Arc::default(), next_owed: Arc::new(next_owed.into()), writer })
    }

    /// Writes a snapshot of everything as it is now into the store's folder, while others go on; returns its file, or
    /// `None` if nothing has changed since the newest of this run. It is finished even if nobody waits for it any more.
    pub async fn snapshot(&self) -> Result<Option<PathBuf>, ExportError> {
        let mut newest = Arc::clone(&self.snapshot).lock_owned().await;
        let (store, runtime) = (self.clone(), Handle::current());
        let taking = tokio::task::spawn_blocking(move || {
            // Not asked by its file: one of this number from an earlier run may tell what an import has replaced since.
            let before = *newest;
            let begun = runtime.block_on(
                store
                    .writer
                    .read(move |database| Ok(database.has_changed_since(before).then(|| database.begin_snapshot()))),
            )?;
            let Some(saved) = begun else { return Ok(None) };
            let path = snapshots::take(&store.folder, saved, |most| {
                runtime.block_on(store.writer.read(move |database| database.snapshot_batch(most)))
            })?;
            *newest = Some(saved);
            Ok(Some(path))
        });
        taking.await.unwrap_or_else(|panic| Err(ExportError::Output(io::Error::other(panic))))
    }

    /// Saves a change durably; returns when it is on disk.
    ///
    /// A table must come with a newer version than the saved one; what was shown of a table that is saved already is
    /// changed by [`Store::mark_shown`] alone, so that a board delivered in the meantime is not forgotten.
    pub async fn commit(&self, change: Change) -> Result<(), CommitError> {
        self.writer.write(move |database| database.commit(&change)).await.map(|_| ())
    }

    /// [`Store::commit`], returning what its steps did to cups.
    pub async fn commit_telling(&self, change: Change) -> Result<Vec<cup::Event>, CommitError> {
        self.writer.write(move |database| database.commit(&change)).await
    }

    /// A number for a new cup, never given twice.
    pub async fn next_cup(&self) -> Result<CupId, CommitError> {
        self.writer.write(Database::next_cup).await
    }

    pub async fn cup(&self, id: CupId) -> Result<Option<StoredCup>, CommitError> {
        self.writer.read(move |database| database.cup(id)).await
    }

    /// The newest cup of a place, whatever has become of it.
    pub async fn cup_in(&self, place: Place) -> Result<Option<StoredCup>, CommitError> {
        self.writer.read(move |database| database.cup_in(place)).await
    }

    /// The cups that are open or being played, and those whose last change has not been shown, for the start of the program.
    pub async fn cups_to_mind(&self) -> Result<Vec<StoredCup>, CommitError> {
        self.writer.read(Database::cups_to_mind).await
    }

    /// The cup a table belongs to while it is open or being played, and which board of it.
    pub async fn cup_of(&self, game: GameId) -> Result<Option<(StoredCup, cup::At)>, CommitError> {
        self.writer.read(move |database| database.cup_of(game)).await
    }

    /// Whether a game of a cup is running in which this person plays: no hints and no analysis for them meanwhile (rule 6.6).
    pub async fn plays_cup_game(&self, person: PersonId) -> Result<bool, CommitError> {
        self.writer.read(move |database| database.plays_cup_game(person)).await
    }

    /// Notes which message shows a cup, unless a newer version was shown already.
    pub async fn mark_cup_shown(&self, id: CupId, shown: CupShown) -> Result<(), CommitError> {
        self.writer.write(move |database| database.mark_cup_shown(id, shown)).await
    }

    /// The topic of a cup is gone: it goes on in the chat itself.
    pub async fn cup_leaves_topic(&self, id: CupId) -> Result<(), CommitError> {
        self.writer.write(move |database| database.cup_leaves_topic(id)).await
    }

    /// Whether the store still works; [`CommitError::Stopped`] if a save has failed.
    pub async fn works(&self) -> Result<(), CommitError> {
        self.writer.read(|_| Ok(())).await
    }

    /// Notes which message shows a table and which version of it, unless a newer version was shown already. Nothing else
    /// of the record is touched, so that a move saved in the meantime stays. Returns what was noted before.
    pub async fn mark_shown(&self, id: GameId, shown: Shown) -> Result<Option<Shown>, CommitError> {
        self.writer.write(move |database| database.mark_shown(id, shown)).await
    }

    /// Takes a message that is newer than the one noted for the one that shows a table. What it shows is not known, so it
    /// counts as behind. Whether it was newer.
    pub async fn adopt(&self, id: GameId, message: i64) -> Result<bool, CommitError> {
        self.writer.write(move |database| database.adopt(id, message)).await
    }

    /// Whether this update was handled before (a commit named it).
    pub async fn handled(&self, update: i64) -> Result<bool, CommitError> {
        self.writer.read(move |database| database.handled(update)).await
    }

    /// A number for a new table, never given twice.
    pub async fn next_id(&self) -> Result<GameId, CommitError> {
        self.writer.write(Database::next_id).await
    }

    /// A table, open, running or ended. A record that cannot be read is a [`CommitError::Fault`] that says why.
    pub async fn table(&self, id: GameId) -> Result<Option<Stored>, CommitError> {
        self.writer.read(move |database| database.table(id)).await
    }

    /// Open challenges and running games of a chat, in all its topics, oldest first.
    pub async fn live_in(&self, chat: ChatId) -> Result<Vec<Stored>, CommitError> {
        self.writer.read(move |database| Ok(database.live_in(chat))).await
    }

    /// The newest games of a place that have ended (challenges that came to nothing are left out), newest first, at most
    /// `most`.
    pub async fn ended_in(&self, place: Place, most: usize) -> Result<Vec<Stored>, CommitError> {
        self.writer.read(move |database| database.ended_in(place, most)).await
    }

    /// The table that this message is known to show: a live one of the chat, or one of the newest games of the place that have ended,
    /// so many of them.
    pub async fn shown_in(&self, place: Place, message: i64, ended: usize) -> Result<Option<GameId>, CommitError> {
        self.writer.read(move |database| database.shown_in(place, message, ended)).await
    }

    /// The running games of a person, wherever they are played, oldest first.
    pub async fn live_of(&self, person: PersonId) -> Result<Vec<Stored>, CommitError> {
        self.writer.read(move |database| Ok(database.live_of(person))).await
    }

    /// Games that have ended, newest first: `most` of them, after the first `skip`.
    pub async fn history(&self, of: HistoryOf, skip: usize, most: usize) -> Result<Vec<Stored>, CommitError> {
        self.writer.read(move |database| database.history(&of, skip, most)).await
    }

    /// The person of this `@name` (without the `@`), in any case.
    pub async fn person_called(&self, username: &str) -> Result<Option<Person>, CommitError> {
        let username = username.to_owned();
        self.writer.read(move |database| database.person_called(&username)).await
    }

    /// All open challenges and running games, oldest first, for the start of the program.
    pub async fn live(&self) -> Result<Vec<Stored>, CommitError> {
        self.writer.read(|database| Ok(database.all(Entry::is_live))).await
    }

    /// Tables that have ended, but whose last change has not been shown, oldest first, for the start of the program.
    pub async fn unshown(&self) -> Result<Vec<Stored>, CommitError> {
        self.writer.read(|database| Ok(database.all(|entry| !entry.is_live()))).await
    }

    /// How many tables are live.
    pub async fn census(&self) -> Result<Census, CommitError> {
        self.writer.read(|database| Ok(database.census())).await
    }

    pub async fn person(&self, id: PersonId) -> Result<Option<Person>, CommitError> {
        self.writer.read(move |database| database.person(id)).await
    }

    /// The people who want to be told something about a chat.
    pub async fn people_with_notices(&self, chat: ChatId) -> Result<Vec<PersonId>, CommitError> {
        self.writer.read(move |database| database.people_with_notices(chat)).await
    }

    pub async fn chat(&self, id: ChatId) -> Result<Option<Chat>, CommitError> {
        self.writer.read(move |database| database.chat(id)).await
    }

    /// Every game of a person that has a result, oldest first, and what it did to their points and ratings.
    pub async fn ledger(&self, person: PersonId) -> Result<Vec<Line>, CommitError> {
        self.writer.read(move |database| database.ledger_of(person)).await
    }

    /// What this game, which ended after this moment, did to this person.
    pub async fn line(&self, game: GameId, person: PersonId, after: Time) -> Result<Option<Line>, CommitError> {
        self.writer.read(move |database| database.line_of(game, person, after)).await
    }

    /// Everybody's ratings in a chat.
    pub async fn ratings_in(&self, chat: ChatId) -> Result<Vec<(PersonId, Variant, Rating)>, CommitError> {
        self.writer.read(move |database| database.ratings_in(Scope::Chat(chat))).await
    }

    /// A person's ratings in a chat, or over all chats.
    pub async fn ratings_of(
        &self,
        person: PersonId,
        chat: Option<ChatId>,
    ) -> Result<Vec<(Variant, Rating)>, CommitError> {
        let scope = chat.map_or(Scope::Everywhere, Scope::Chat);
        self.writer.read(move |database| database.ratings_of(scope, person)).await
    }

    /// Everybody's points in a chat.
    pub async fn points_in(&self, chat: ChatId) -> Result<Vec<(PersonId, i32)>, CommitError> {
        self.writer.read(move |database| database.points_in(chat)).await
    }

    /// Moves a chat's settings, tables, points, ratings and what is owed to it to its new id (a group became a supergroup), in
    /// one transaction.
    ///
    /// Settings somebody chose under the new id are kept. Live tables get a new version and count as not shown, for the
    /// old chat's messages are out of reach: whoever holds one must read it again.
    pub async fn migrate(&self, from: ChatId, to: ChatId) -> Result<(), CommitError> {
        self.writer.write(move |database| database.migrate(from, to)).await
    }

    /// Groups that have become supergroups: what they were, and what they are.
    pub async fn grown(&self) -> Result<Vec<(ChatId, ChatId)>, CommitError> {
        self.writer.read(|database| database.grown()).await
    }

    /// Open challenges, and the running games of this person, everywhere, oldest first.
    pub async fn open_to(&self, person: PersonId) -> Result<Vec<Stored>, CommitError> {
        self.writer.read(move |database| Ok(database.all(|entry| entry.is_open_to(person)))).await
    }

    /// Takes a person out of everything that is kept: their record, their private chat with its games, and whatever is owed to them
    /// or was asked for by them are deleted, and in all other games, challenges and cups [`PersonId::FORGOTTEN`] stands in their
    /// place. End what they play first. Returns what may still be on show with their name.
    pub async fn forget(&self, person: PersonId) -> Result<Forgotten, CommitError> {
        let (mut from, mut all_changed) = (GameId(0), Forgotten::default());
        loop {
            let (step, changed) = self
                .writer
                .write(move |database| {
                    let mut changed = Forgotten::default();
                    let step = database.forget(person, from, &mut changed)?;
                    Ok((step, changed))
                })
                .await?;
            let Forgotten { tables, behind, cups } = changed;
            all_changed.tables.extend(tables);
            all_changed.behind.extend(behind);
            all_changed.cups.extend(cups);
            match step {
                forget::Step::Next(next) => from = next,
                forget::Step::Done => break,
            }
        }
        // Snapshots from before have them still: one of now takes their place.
        let unwritten =
            |error: &dyn Display| CommitError::Fault(format!("old snapshots could not be replaced: {error}"));
        if !snapshots::is_empty(&self.folder).map_err(|error| unwritten(&error))? {
            self.snapshot().await.map_err(|error| unwritten(&error))?;
            snapshots::keep_newest(&self.folder).map_err(|error| unwritten(&error))?;
        }
        Ok(all_changed)
    }

    /// Updates below this number will not come again: their marks may go.
    pub async fn confirmed(&self, below: i64) -> Result<(), CommitError> {
        self.writer.write(move |database| database.forget_updates(below)).await
    }

    /// When the bot was last known to be alive before this start; `None` in a new store.
    pub async fn last_alive(&self) -> Result<Option<Time>, CommitError> {
        self.writer.read(|database| Ok(database.last_alive())).await
    }

    /// Notes that the bot is alive, as every commit does, if there is a game it could matter to.
    pub async fn keep_alive(&self) -> Result<(), CommitError> {
        self.writer.write(Database::keep_alive).await
    }

    /// Closes the store and waits until its folder is free again. Later requests through any handle are refused.
    pub async fn close(&self) {
        self.writer.close().await;
    }
}

#[cfg(test)]
mod tests;
