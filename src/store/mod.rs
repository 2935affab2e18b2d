//! The durable memory: sled, behind one narrow interface. No sled type leaves this module.
//!
//! Durable means: transaction, then `flush()`, then fsync of the file `db` in the store's folder, then speak.
//! One writer thread owns the database and commits what has queued up as a group.

use std::path::Path;

use crate::people::{Chat, ChatId, Limits, Person, PersonId, Place};
use crate::referee::{GameId, Refusal, Table};

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

/// What one event changes: saved whole or not at all.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// The update that caused it: a second commit for the same update is refused.
    pub update: Option<i64>,
    /// Tables with their new version.
    pub tables: Vec<Stored>,
    pub people: Vec<Person>,
    pub chats: Vec<Chat>,
    /// Check these limits inside the transaction: what the tables would be must keep within them.
    pub limits: Option<Limits>,
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
    #[error("the store could not save: {0}")]
    Fault(String),
}

/// Why the store cannot be opened, and what a host can do.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct OpenError(pub String);

/// The store: a cheap handle to the writer thread.
#[derive(Clone)]
pub struct Store;

impl Store {
    /// Opens or creates the store in this folder.
    pub fn open(folder: &Path) -> Result<Store, OpenError> {
        let _ = folder;
        todo!()
    }

    /// Saves a change durably; returns when it is on disk.
    pub async fn commit(&self, change: Change) -> Result<(), CommitError> {
        let _ = change;
        todo!()
    }

    /// Notes which message shows a table and which version of it. Nothing else of the record is touched, so that a move saved
    /// in the meantime stays.
    pub async fn mark_shown(&self, id: GameId, shown: Shown) -> Result<(), CommitError> {
        let _ = (id, shown);
        todo!()
    }

    /// Whether this update was handled before (a commit named it).
    pub async fn handled(&self, update: i64) -> Result<bool, CommitError> {
        let _ = update;
        todo!()
    }

    /// A number for a new table, never given twice.
    pub async fn next_id(&self) -> Result<GameId, CommitError> {
        todo!()
    }

    pub async fn table(&self, id: GameId) -> Result<Option<Stored>, CommitError> {
        let _ = id;
        todo!()
    }

    /// Open challenges and running games of a chat, oldest first.
    pub async fn live_in(&self, chat: ChatId) -> Result<Vec<Stored>, CommitError> {
        let _ = chat;
        todo!()
    }

    /// The newest tables of a place that have ended, newest first, at most `most`.
    pub async fn ended_in(&self, place: Place, most: usize) -> Result<Vec<Stored>, CommitError> {
        let _ = (place, most);
        todo!()
    }

    /// All open challenges and running games, for the start of the program.
    pub async fn live(&self) -> Result<Vec<Stored>, CommitError> {
        todo!()
    }

    pub async fn person(&self, id: PersonId) -> Result<Option<Person>, CommitError> {
        let _ = id;
        todo!()
    }

    pub async fn chat(&self, id: ChatId) -> Result<Option<Chat>, CommitError> {
        let _ = id;
        todo!()
    }

    /// Moves a chat's settings and tables to its new id (a group became a supergroup), in one transaction.
    pub async fn migrate(&self, from: ChatId, to: ChatId) -> Result<(), CommitError> {
        let _ = (from, to);
        todo!()
    }

    /// Updates below this number will not come again: their marks may go.
    pub async fn confirmed(&self, below: i64) -> Result<(), CommitError> {
        let _ = below;
        todo!()
    }
}
