//! The trees and what is done in them. Only the writer thread gets here, so reading and then writing is safe.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::fs::File;
use std::path::PathBuf;

use sled::Tree;
use sled::transaction::{
    ConflictableTransactionError as Failed, TransactionError, Transactional, TransactionalTree,
};

use super::guard::guard;
use super::live::{After, Entry, Index};
use super::records::{ChatRecord, PersonRecord, Record, RecordError, TableRecord};
use super::{Change, CommitError, Stored, keys};
use crate::people::{Chat, ChatId, ChatSettings, Person, PersonId, Place};
use crate::referee::GameId;

/// An open database.
pub(super) struct Database {
    /// For sentences.
    pub folder: PathBuf,
    pub db: sled::Db,
    /// sled's file, opened once more: what `flush()` wrote is only durable after this is synced.
    pub file: File,
    pub trees: Trees,
    pub live: Index,
    /// Something was changed since the last [`Database::save`].
    pub unsaved: bool,
    /// Why the database cannot be used any more.
    pub stopped: Option<String>,
}

/// The trees; few and fixed.
pub(super) struct Trees {
    /// Table → [`TableRecord`].
    pub tables: Tree,
    /// Tables that are open, running or unshown.
    pub live: Tree,
    /// Place and table of every game that has ended.
    pub ended: Tree,
    /// Person → [`PersonRecord`].
    pub people: Tree,
    /// Chat → [`ChatRecord`].
    pub chats: Tree,
    /// Updates that were handled and may come again.
    pub updates: Tree,
    /// [`keys::FORMAT`], [`keys::NEXT_TABLE`].
    pub meta: Tree,
}

/// The trees inside a transaction. They must not be iterated there: sled would wait for itself.
pub(super) struct Inside<'a> {
    tables: &'a TransactionalTree,
    live: &'a TransactionalTree,
    ended: &'a TransactionalTree,
    people: &'a TransactionalTree,
    chats: &'a TransactionalTree,
    updates: &'a TransactionalTree,
    meta: &'a TransactionalTree,
}

type Attempt<T> = Result<T, Failed<CommitError>>;

impl Database {
    /// Saves a change: all of it or nothing.
    pub fn commit(&mut self, change: &Change) -> Result<(), CommitError> {
        let tables = change.tables.iter().map(Draft::new).collect::<Result<Vec<_>, _>>()?;
        let after: After = tables.iter().map(|draft| (draft.id, draft.entry.clone())).collect();
        let people = bytes(&change.people, |person| keys::person(person.id), |person| PersonRecord::from(person))?;
        let chats = bytes(&change.chats, |chat| keys::chat(chat.id), |chat| ChatRecord::from(chat))?;
        self.transaction(|inside, live| {
            if let Some(update) = change.update
                && inside.updates.insert(&keys::update(update), &[])?.is_some()
            {
                return Err(Failed::Abort(CommitError::Repeated(update)));
            }
            if let Some(limits) = &change.limits {
                live.check(&after, limits).map_err(|refusal| Failed::Abort(CommitError::Limit(refusal)))?;
            }
            for draft in &tables {
                inside.put_table(draft)?;
            }
            for (key, value) in &people {
                inside.people.insert(key, value.as_slice())?;
            }
            for (key, value) in &chats {
                inside.chats.insert(key, value.as_slice())?;
            }
            Ok(())
        })?;
        self.follow(after);
        Ok(())
    }

    /// A number for a new table.
    pub fn next_id(&mut self) -> Result<GameId, CommitError> {
        self.transaction(|inside, _| {
            let next = match inside.meta.get(keys::NEXT_TABLE)? {
                Some(bytes) => keys::table_of(&bytes)
                    .ok_or_else(|| fault(format!("the number of the next table is damaged: {bytes:?}")))
                    .map_err(Failed::Abort)?,
                None => GameId(1),
            };
            inside.meta.insert(keys::NEXT_TABLE, &keys::table(GameId(next.0 + 1)))?;
            Ok(next)
        })
    }

    pub fn table(&self, id: GameId) -> Result<Option<Stored>, CommitError> {
        let Some(record) = self.table_record(id)? else { return Ok(None) };
        replay(id, record).map(Some)
    }

    /// The live tables of a chat, oldest first.
    pub fn live_in(&self, chat: ChatId) -> Result<Vec<Stored>, CommitError> {
        let live = self.live.in_chat(chat).filter(|&id| self.live.get(id).is_some_and(Entry::is_live));
        Ok(live.filter_map(|id| self.readable(id)).collect())
    }

    /// The tables of the index whose entry is like this, oldest first.
    pub fn all(&self, wanted: impl Fn(&Entry) -> bool) -> Result<Vec<Stored>, CommitError> {
        Ok(self.live.filter(wanted).filter_map(|id| self.readable(id)).collect())
    }

    /// The newest games of a place that have ended, newest first.
    pub fn ended_in(&self, place: Place, most: usize) -> Result<Vec<Stored>, CommitError> {
        let ids = self.ended(&keys::place(place))?;
        Ok(ids.into_iter().rev().filter_map(|id| self.readable(id)).take(most).collect())
    }

    pub fn person(&self, id: PersonId) -> Result<Option<Person>, CommitError> {
        let record = record::<PersonRecord>(&self.trees.people, &keys::person(id));
        let person = record.and_then(|record| Ok(record.map(|record| record.into_person(id)).transpose()?));
        person.map_err(|why| fault(format!("person {id}: {why}")))
    }

    pub fn chat(&self, id: ChatId) -> Result<Option<Chat>, CommitError> {
        let record = record::<ChatRecord>(&self.trees.chats, &keys::chat(id));
        let chat = record.and_then(|record| Ok(record.map(|record| record.into_chat(id)).transpose()?));
        chat.map_err(|why| fault(format!("chat {id}: {why}")))
    }

    /// Moves a chat and its tables to a new id. Messages of the old chat cannot be edited in the new one, so the live
    /// tables count as not shown; their version rises, so that nobody saves them back with the old chat.
    pub fn migrate(&mut self, from: ChatId, to: ChatId) -> Result<(), CommitError> {
        if from == to {
            return Ok(());
        }
        let mut ids: BTreeSet<GameId> = self.live.in_chat(from).collect();
        ids.extend(self.ended(&keys::chat(from))?);
        let mut moved = Vec::new();
        for id in ids {
            let Some(mut record) = self.readable_record(id) else { continue };
            record.chat = to.0;
            if self.live.get(id).is_some() {
                record.version += 1;
                record.shown = None;
            }
            moved.push(Draft::from_record(id, record)?);
        }
        let chat = match (self.chat(from)?, self.chat(to)?) {
            (Some(old), new) => Some(merged(old, new, to)),
            (None, new) => new,
        };
        let chat = bytes(&chat.into_iter().collect::<Vec<_>>(), |chat| keys::chat(chat.id), |chat| {
            ChatRecord::from(chat)
        })?;
        self.transaction(|inside, _| {
            for draft in &moved {
                inside.put_table(draft)?;
            }
            for (key, value) in &chat {
                inside.chats.insert(key, value.as_slice())?;
            }
            inside.chats.remove(&keys::chat(from))?;
            Ok(())
        })?;
        self.follow(moved.into_iter().map(|draft| (draft.id, draft.entry)).collect());
        Ok(())
    }

    /// Forgets the updates below this number. Nobody waits for the disk: a mark that comes back does no harm.
    pub fn forget_updates(&mut self, below: i64) -> Result<(), CommitError> {
        let mut batch = sled::Batch::default();
        for key in self.trees.updates.range(..keys::update(below)).keys() {
            batch.remove(key.map_err(fault)?);
        }
        self.trees.updates.apply_batch(batch).map_err(fault)
    }

    /// Brings everything to disk; an error stops the database, for nobody knows what is on disk then.
    pub fn save(&mut self) -> Result<(), String> {
        if !self.unsaved {
            return Ok(());
        }
        let saved = guard(|| {
            self.db.flush().map_err(|error| error.to_string())?;
            self.file.sync_all().map_err(|error| error.to_string())
        });
        match saved.unwrap_or_else(Err) {
            Ok(()) => {
                self.unsaved = false;
                Ok(())
            }
            Err(why) => Err(self.stop(&why)),
        }
    }

    /// Refuses all work from now on; returns the sentence why.
    pub fn stop(&mut self, why: &str) -> String {
        let sentence = format!(
            "the store in {} had to stop: {why}; see that the disk is well and has room, then start Doushou again: what was confirmed is kept",
            self.folder.display()
        );
        tracing::error!("{sentence}");
        self.stopped = Some(sentence.clone());
        sentence
    }

    /// An error once the database has been stopped.
    pub fn usable(&self) -> Result<(), CommitError> {
        self.stopped.clone().map_or(Ok(()), |why| Err(CommitError::Fault(why)))
    }

    /// Fills the index of live tables. A table that cannot be read is reported and set aside for this run: it is not
    /// listed and counts for no limit, and its record stays as it is.
    pub fn load_live(&mut self) -> Result<(), CommitError> {
        for key in self.trees.live.iter().keys() {
            let key = key.map_err(fault)?;
            let Some(id) = keys::table_of(&key) else {
                tracing::error!("the store has a live table with an unreadable number, {key:?}: it is set aside");
                continue;
            };
            let entry = self.readable_record(id).and_then(|record| {
                let entry = Entry::of(&record);
                // Set aside what the rules refuse, too.
                self.readable(id).and(entry)
            });
            self.live.set(id, entry);
        }
        Ok(())
    }

    fn follow(&mut self, after: After) {
        for (id, entry) in after {
            self.live.set(id, entry);
        }
    }

    fn transaction<T>(&mut self, work: impl Fn(&Inside, &Index) -> Attempt<T>) -> Result<T, CommitError> {
        let Trees { tables, live, ended, people, chats, updates, meta } = &self.trees;
        let done = (tables, live, ended, people, chats, updates, meta).transaction(
            |(tables, live, ended, people, chats, updates, meta)| {
                work(&Inside { tables, live, ended, people, chats, updates, meta }, &self.live)
            },
        );
        match done {
            Ok(value) => {
                self.unsaved = true;
                Ok(value)
            }
            Err(TransactionError::Abort(why)) => Err(why),
            Err(TransactionError::Storage(error)) => Err(CommitError::Fault(self.stop(&error.to_string()))),
        }
    }

    /// The ended games whose keys start like this, by place and number.
    fn ended(&self, prefix: &[u8]) -> Result<Vec<GameId>, CommitError> {
        let keys = self.trees.ended.scan_prefix(prefix).keys();
        keys.filter_map(|key| key.map(|key| keys::table_of(&key)).transpose()).collect::<Result<_, _>>().map_err(fault)
    }

    fn table_record(&self, id: GameId) -> Result<Option<TableRecord>, CommitError> {
        record(&self.trees.tables, &keys::table(id)).map_err(|why| fault(format!("table {id}: {why}")))
    }

    /// A table for a list: one that cannot be read is reported and left out.
    fn readable(&self, id: GameId) -> Option<Stored> {
        let record = self.readable_record(id)?;
        replay(id, record).inspect_err(|why| tracing::error!("{why}; it is left out")).ok()
    }

    fn readable_record(&self, id: GameId) -> Option<TableRecord> {
        let record = self.table_record(id).and_then(|record| record.ok_or_else(|| fault(format!("table {id} is gone"))));
        record.inspect_err(|why| tracing::error!("{why}; it is left out")).ok()
    }
}

/// A table ready to be written.
struct Draft {
    id: GameId,
    record: TableRecord,
    bytes: Vec<u8>,
    entry: Option<Entry>,
}

impl Draft {
    fn new(stored: &Stored) -> Result<Draft, CommitError> {
        Draft::from_record(stored.table.id, TableRecord::from(stored))
    }

    fn from_record(id: GameId, record: TableRecord) -> Result<Draft, CommitError> {
        let bytes = record.to_bytes().map_err(|why| fault(format!("table {id}: {why}")))?;
        Ok(Draft { id, entry: Entry::of(&record), bytes, record })
    }
}

impl Inside<'_> {
    /// Writes a table and its place in the lists. It must be newer than what is saved, or differ only in what was
    /// shown of it: whoever worked on an older state would undo somebody else's change.
    fn put_table(&self, draft: &Draft) -> Attempt<()> {
        let Draft { id, record, bytes, entry } = draft;
        let key = keys::table(*id);
        if let Some(old) = self.tables.get(key)? {
            let old = TableRecord::from_bytes(&old)
                .map_err(|why| Failed::Abort(fault(format!("table {id} is not overwritten: {why}"))))?;
            if record.version <= old.version && !record.same_state(&old) {
                return Err(Failed::Abort(fault(format!(
                    "table {id} is at version {} already, the change would make it {}",
                    old.version, record.version
                ))));
            }
            if old.is_ended_game() {
                self.ended.remove(&keys::ended(old.place(), *id))?;
            }
        }
        self.tables.insert(&key, bytes.as_slice())?;
        match entry {
            Some(_) => self.live.insert(&key, &[])?,
            None => self.live.remove(&key)?,
        };
        if record.is_ended_game() {
            self.ended.insert(&keys::ended(record.place(), *id), &[])?;
        }
        Ok(())
    }
}

/// The table of a record; a rule that panics instead of refusing is a fault of this table alone.
fn replay(id: GameId, record: TableRecord) -> Result<Stored, CommitError> {
    let stored = guard(|| record.into_stored(id)).map_err(fault).and_then(|stored| stored.map_err(fault));
    stored.map_err(|why| fault(format!("table {id}: {why}")))
}

/// A group's settings after it became the supergroup `to`, which may have been heard of before: what somebody chose
/// there counts, else what was chosen in the group.
fn merged(old: Chat, new: Option<Chat>, to: ChatId) -> Chat {
    let Some(new) = new else { return Chat { id: to, ..old } };
    let untouched = ChatSettings { lang: None, ..new.settings.clone() } == ChatSettings::default();
    let (chosen, other) = if untouched { (old.settings, new.settings) } else { (new.settings, old.settings) };
    Chat { settings: ChatSettings { lang: chosen.lang.or(other.lang), ..chosen }, ..new }
}

fn record<R: Record>(tree: &Tree, key: &[u8]) -> Result<Option<R>, ReadError> {
    Ok(tree.get(key)?.map(|bytes| R::from_bytes(&bytes)).transpose()?)
}

/// Why something cannot be read.
#[derive(Debug, thiserror::Error)]
enum ReadError {
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Sled(#[from] sled::Error),
}

/// Keys and records of these.
fn bytes<T, R: Record>(
    items: &[T],
    key: impl Fn(&T) -> [u8; 8],
    record: impl Fn(&T) -> R,
) -> Result<Vec<([u8; 8], Vec<u8>)>, CommitError> {
    items.iter().map(|item| Ok((key(item), record(item).to_bytes().map_err(fault)?))).collect()
}

fn fault(why: impl Display) -> CommitError {
    CommitError::Fault(why.to_string())
}
