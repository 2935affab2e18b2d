//! The trees and what is done in them. Only the writer thread gets here, so reading and then writing is safe.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fmt::Display;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use sled::Tree;
use sled::transaction::{TransactionError, Transactional, TransactionalTree, UnabortableTransactionError};

use super::catalog::{
    CATALOG, CHATS, CUPS, ENDED, LEDGER, LIVE, META, OWED, PEOPLE, PLAYED, POINTS, RATINGS, TABLES, TOLD, UPDATES,
};
use super::check::{Report, check_trees};
use super::cups::Cups;
use super::guard::guard;
use super::ledger::Books;
use super::lists::{Draft, Gone, List, after};
use super::live::{Entry, Index};
use super::marker::{Marker, Tally};
use super::records::{ChatRecord, CupRecord, OwedRecord, PersonRecord, Record, RecordError, TableRecord};
use super::snapshot::{self, Page, Snapshot};
use super::{Census, Change, CommitError, HistoryOf, Shown, Stored, keys};
use crate::book::cup;
use crate::people::{Chat, ChatId, ChatSettings, Person, PersonId, Place, Time};
use crate::referee::GameId;

/// An open database.
pub(super) struct Database {
    /// For sentences.
    folder: PathBuf,
    db: sled::Db,
    /// sled's file, opened once more: what `flush()` wrote is only durable after this is synced.
    file: File,
    pub(super) trees: Trees,
    pub(super) live: Index,
    pub(super) cups: Cups,
    tally: Tally,
    /// Changes made, ever; the number is among what they change.
    changes: u64,
    /// Of those, how many are on disk.
    saved: u64,
    /// The snapshot that is being taken, if one is.
    snapshot: RefCell<Option<Snapshot>>,
    /// When the bot was last known to be alive before it was opened.
    alive: Option<Time>,
    /// Why the database cannot be used any more.
    stopped: Option<String>,
}

/// The trees; few and fixed. What each holds says the catalog.
pub(super) struct Trees {
    pub tables: Tree,
    live: Tree,
    ended: Tree,
    played: Tree,
    pub told: Tree,
    pub people: Tree,
    chats: Tree,
    pub ratings: Tree,
    pub points: Tree,
    pub ledger: Tree,
    pub cups: Tree,
    pub owed: Tree,
    updates: Tree,
    pub meta: Tree,
}

impl Trees {
    pub fn list(&self, list: List) -> &Tree {
        match list {
            List::Live => &self.live,
            List::Ended => &self.ended,
            List::Played => &self.played,
            List::Told => &self.told,
        }
    }
}

/// Tables one after the other, and the one after them.
type Tables = (Vec<(GameId, TableRecord)>, Option<GameId>);

/// The trees inside a transaction.
pub(super) struct Inside<'a> {
    pub tables: Page<'a>,
    pub live: Page<'a>,
    pub ended: Page<'a>,
    pub played: Page<'a>,
    pub told: Page<'a>,
    pub people: Page<'a>,
    pub chats: Page<'a>,
    pub ratings: Page<'a>,
    pub points: Page<'a>,
    pub ledger: Page<'a>,
    pub cups: Page<'a>,
    pub owed: Page<'a>,
    updates: Page<'a>,
    meta: Page<'a>,
}

impl Database {
    /// Takes up an open database: reads how much was saved in it, and which tables are live.
    pub fn new(folder: &Path, db: sled::Db, file: File, tally: Tally) -> Result<Database, CommitError> {
        let tree = |name| db.open_tree(name).map_err(fault);
        let trees = Trees {
            tables: tree(TABLES)?,
            live: tree(LIVE)?,
            ended: tree(ENDED)?,
            played: tree(PLAYED)?,
            told: tree(TOLD)?,
            people: tree(PEOPLE)?,
            chats: tree(CHATS)?,
            ratings: tree(RATINGS)?,
            points: tree(POINTS)?,
            ledger: tree(LEDGER)?,
            cups: tree(CUPS)?,
            owed: tree(OWED)?,
            updates: tree(UPDATES)?,
            meta: tree(META)?,
        };
        let changes = number(&trees.meta, keys::SAVED)?.unwrap_or(0);
        let alive = trees.meta.get(keys::ALIVE).map_err(fault)?;
        let alive = alive.and_then(|bytes| keys::number(&bytes)).map(|millis| Time(millis.cast_signed()));
        let (folder, live, snapshot, stopped) = (folder.to_owned(), Index::default(), RefCell::default(), None);
        let (cups, saved) = (Cups::default(), changes);
        let mut database =
            Database { folder, db, file, trees, live, cups, tally, changes, saved, snapshot, alive, stopped };
        database.see_to_lists()?;
        database.load_live()?;
        database.load_cups()?;
        Ok(database)
    }

    /// Changes saved, ever.
    pub fn saved(&self) -> u64 {
        self.saved
    }

    /// Saves something that changes nothing, so that the database is never empty again.
    pub fn touch(&mut self) -> Result<(), CommitError> {
        self.write(&[], |_| Ok(()))?;
        self.save().map_err(CommitError::Fault)
    }

    /// Saves a change: all of it or nothing. What is checked first still holds when it is written, for nobody else writes.
    pub fn commit(&mut self, change: &Change) -> Result<Vec<cup::Event>, CommitError> {
        if let Some(update) = change.update
            && self.handled(update)?
        {
            return Err(CommitError::Repeated(update));
        }
        let tables = change.tables.iter().map(|stored| self.next(stored)).collect::<Result<Vec<_>, _>>()?;
        if let Some(limits) = &change.limits {
            let free = |game| self.cups.of(game).is_some();
            self.live.check(&after(&tables), limits, &free).map_err(CommitError::Limit)?;
        }
        let people = self.people_after(&change.people)?;
        let chats = bytes(&change.chats, |chat| keys::chat(chat.id), |chat| ChatRecord::from(chat))?;
        let books = self.book(change)?;
        let (cups, events) = self.cups_after(change)?;
        let cup_records = bytes(&cups, |stored| keys::cup(stored.cup.id), |stored| CupRecord::from(stored))?;
        let owed = bytes(&change.owed, |owed| keys::owed(owed.id), |owed| OwedRecord::from(owed))?;
        self.write(&tables, |inside| {
            inside.put_books(&books)?;
            if let Some(update) = change.update {
                inside.updates.insert(&keys::update(update), &[])?;
            }
            inside.meta.insert(keys::ALIVE, &now().to_be_bytes())?;
            inside.put_people(&people)?;
            put(&inside.chats, &chats)?;
            put(&inside.owed, &owed)?;
            put(&inside.cups, &cup_records)
        })?;
        cups.iter().for_each(|stored| self.cups.set(stored));
        Ok(events)
    }

    /// When the bot was last known to be alive before the database was opened.
    pub fn last_alive(&self) -> Option<Time> {
        self.alive
    }

    /// Notes that the bot is alive, if a game is being played.
    pub fn keep_alive(&mut self) -> Result<(), CommitError> {
        if self.census().games == 0 {
            return Ok(());
        }
        self.write(&[], |inside| {
            inside.meta.insert(keys::ALIVE, &now().to_be_bytes())?;
            Ok(())
        })
    }

    /// Whether a commit named this update.
    pub fn handled(&self, update: i64) -> Result<bool, CommitError> {
        self.trees.updates.contains_key(keys::update(update)).map_err(fault)
    }

    /// Notes what was shown of a table, unless something newer was, or in a newer message; returns what was noted before.
    pub fn mark_shown(&mut self, id: GameId, shown: Shown) -> Result<Option<Shown>, CommitError> {
        let old = self.shown_table(id)?;
        let before = old.shown.map(Shown::from);
        if before.is_none_or(|before| before.version <= shown.version && before.message <= shown.message) {
            self.put_shown(id, &old, shown)?;
        }
        Ok(before)
    }

    /// Takes a message for the one that shows a table, if it is newer than the one noted.
    pub fn adopt(&mut self, id: GameId, message: i64) -> Result<bool, CommitError> {
        let old = self.shown_table(id)?;
        let is_newer = old.shown.is_none_or(|before| before.message < message);
        if is_newer {
            self.put_shown(id, &old, Shown { message, version: 0 })?;
        }
        Ok(is_newer)
    }

    fn shown_table(&self, id: GameId) -> Result<TableRecord, CommitError> {
        self.table_record(id)?.ok_or(CommitError::NoSuchTable(id))
    }

    fn put_shown(&mut self, id: GameId, old: &TableRecord, shown: Shown) -> Result<(), CommitError> {
        let record = TableRecord { shown: Some(shown.into()), ..old.clone() };
        let draft = Draft::new(id, record, Some(old))?;
        self.write(&[draft], |_| Ok(()))
    }

    /// A number for a new table.
    pub fn next_id(&mut self) -> Result<GameId, CommitError> {
        self.next_number(keys::NEXT_TABLE).map(GameId)
    }

    pub(super) fn next_number(&mut self, key: &[u8]) -> Result<u64, CommitError> {
        let next = number(&self.trees.meta, key)?.unwrap_or(1);
        self.write(&[], |inside| {
            inside.meta.insert(key, &(next + 1).to_be_bytes())?;
            Ok(())
        })?;
        Ok(next)
    }

    pub fn table(&self, id: GameId) -> Result<Option<Stored>, CommitError> {
        let Some(record) = self.table_record(id)? else { return Ok(None) };
        replay(id, record).map(Some)
    }

    /// The live tables of a chat, oldest first.
    pub fn live_in(&self, chat: ChatId) -> Vec<Stored> {
        let live = self.live.in_chat(chat).filter(|&id| self.live.get(id).is_some_and(Entry::is_live));
        live.filter_map(|id| self.readable(id)).collect()
    }

    /// How many tables are live.
    pub fn census(&self) -> Census {
        self.live.census()
    }

    /// The tables of the index whose entry is like this, oldest first.
    pub fn all(&self, wanted: impl Fn(&Entry) -> bool) -> Vec<Stored> {
        self.live.filter(wanted).filter_map(|id| self.readable(id)).collect()
    }

    /// The newest games of a place that have ended, newest first.
    pub fn ended_in(&self, place: Place, most: usize) -> Result<Vec<Stored>, CommitError> {
        let newest = self.ended(&keys::place(place)).rev();
        newest.filter_map(|id| id.map(|id| self.readable(id)).transpose()).take(most).collect()
    }

    /// The table that this message is known to show, among the live ones of the chat and the newest that have ended in the place.
    pub fn shown_in(&self, place: Place, message: i64, ended: usize) -> Result<Option<GameId>, CommitError> {
        let newest = self.ended(&keys::place(place)).rev().take(ended);
        for id in self.live.in_chat(place.chat).map(Ok).chain(newest) {
            let id = id?;
            let record = self.readable_record(id);
            if record.and_then(|record| record.shown).is_some_and(|shown| shown.message == message) {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }

    /// The running games of a person, oldest first: those of their team in a cup too, whoever of it is to move.
    pub fn live_of(&self, person: PersonId) -> Vec<Stored> {
        let games: BTreeSet<GameId> = self.live.of_person(person).chain(self.running_cup_games(person)).collect();
        games.into_iter().filter_map(|id| self.readable(id)).collect()
    }

    /// Games that have ended, newest first.
    pub fn history(&self, of: &HistoryOf, skip: usize, most: usize) -> Result<Vec<Stored>, CommitError> {
        // Of a place everybody there may see everything; elsewhere one sees what one has played.
        let (ids, players) = match (of.place, of.seen_by) {
            (Some(place), _) => (listed(&self.trees.ended, &keys::place(place)), [of.whose, None]),
            (None, Some(me)) => {
                let whose = of.whose.unwrap_or(me);
                (listed(&self.trees.played, &keys::person(whose)), [Some(whose), Some(me)])
            }
            (None, None) => return Ok(Vec::new()),
        };
        let mut found = Vec::new();
        let mut left_to_skip = skip;
        for id in ids.rev() {
            let id = id?;
            let Some(record) = self.readable_record(id) else { continue };
            let people = record.people();
            if !players.iter().flatten().all(|player| people.contains(player)) {
                continue;
            }
            if left_to_skip > 0 {
                left_to_skip -= 1;
                continue;
            }
            found.extend(replayed(id, record));
            if found.len() == most {
                break;
            }
        }
        Ok(found)
    }

    /// The person of this `@name`, in any case. Reads them all: for what people ask now and then.
    pub fn person_called(&self, username: &str) -> Result<Option<Person>, CommitError> {
        for entry in &self.trees.people {
            let (key, bytes) = entry.map_err(fault)?;
            let Ok(record) = PersonRecord::from_bytes(&bytes) else { continue };
            let called = record.username.as_ref().is_some_and(|name| name.eq_ignore_ascii_case(username));
            if let (true, Some(id)) = (called, keys::number(&key)) {
                return record.into_person(PersonId(id)).map(Some).map_err(fault);
            }
        }
        Ok(None)
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
        for id in self.ended(&keys::chat(from)) {
            ids.insert(id?);
        }
        let mut moved = Vec::new();
        for id in ids {
            let Some(old) = self.readable_record(id) else { continue };
            let mut record = TableRecord { chat: to.0, ..old.clone() };
            if self.live.get(id).is_some() {
                record.version += 1;
                record.shown = None;
            }
            moved.push(Draft::new(id, record, Some(&old))?);
        }
        let chat = match (self.chat(from)?, self.chat(to)?) {
            (Some(old), new) => Some(merged(old, new, to)),
            (None, new) => new,
        };
        let chat = bytes(chat.as_slice(), |chat| keys::chat(chat.id), |chat| ChatRecord::from(chat))?;
        let cups = self.migrated_cups(from, to)?;
        let cup_records = bytes(&cups, |stored| keys::cup(stored.cup.id), |stored| CupRecord::from(stored))?;
        let told = self.migrated_notices(from, to)?;
        let people = self.people_after(&told)?;
        let books = self.migrated_books(from, to)?;
        let owed = self.migrated_owed(from, to)?;
        self.write(&moved, |inside| {
            inside.put_books(&books)?;
            inside.chats.remove(&keys::chat(from))?;
            inside.meta.insert(keys::grew(to).as_bytes(), &from.0.to_be_bytes())?;
            inside.put_people(&people)?;
            put(&inside.chats, &chat)?;
            put(&inside.owed, &owed)?;
            put(&inside.cups, &cup_records)
        })?;
        cups.iter().for_each(|stored| self.cups.set(stored));
        Ok(())
    }

    /// Groups that have become supergroups: what they were, and what they are.
    pub fn grown(&self) -> Result<Vec<(ChatId, ChatId)>, CommitError> {
        let entries = self.trees.meta.scan_prefix(keys::GREW).map(|entry| {
            let (key, value) = entry.map_err(fault)?;
            let from = value.as_ref().try_into().ok().map(|bytes| ChatId(i64::from_be_bytes(bytes)));
            from.zip(keys::grown_chat(&key)).ok_or_else(|| fault(format!("a group's former id is damaged: {value:?}")))
        });
        entries.collect()
    }

    /// Forgets the updates below this number. Nobody waits for the disk: a mark that comes back does no harm.
    pub fn forget_updates(&mut self, below: i64) -> Result<(), CommitError> {
        let mut batch = sled::Batch::default();
        for key in self.trees.updates.range(..keys::update(below)).keys() {
            let key = key.map_err(fault)?;
            if let Some(snapshot) = self.snapshot.borrow_mut().as_mut() {
                snapshot.note(UPDATES, &key, Some(sled::IVec::default()));
            }
            batch.remove(key);
        }
        self.trees.updates.apply_batch(batch).map_err(fault)
    }

    /// Brings everything to disk; an error stops the database, for nobody knows what is on disk then.
    pub fn save(&mut self) -> Result<(), String> {
        if let Some(why) = &self.stopped {
            return Err(why.clone());
        }
        if self.saved == self.changes {
            return Ok(());
        }
        let saved = guard(|| {
            self.db.flush().map_err(|error| words(&error))?;
            self.file.sync_all().map_err(|error| error.to_string())
        });
        saved.unwrap_or_else(Err).map_err(|why| self.stop(&why))?;
        self.saved = self.changes;
        if let Err(error) = self.tally.note(self.saved) {
            // What was saved is safe; only the loss of it would go unnoticed.
            tracing::error!("{} could not be written: {error}", Marker::path(&self.folder).display());
        }
        Ok(())
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
        self.stopped.clone().map_or(Ok(()), |why| Err(CommitError::Stopped(why)))
    }

    /// Fills the index of live tables. A table that cannot be read is reported and set aside for this run: it is not
    /// listed and counts for no limit, and its record stays as it is.
    fn load_live(&mut self) -> Result<(), CommitError> {
        for key in self.trees.live.iter().keys() {
            let key = key.map_err(fault)?;
            let Some(id) = keys::table_of(&key) else {
                tracing::error!("the store has a live table with an unreadable number, {key:?}: it is set aside");
                continue;
            };
            let Some(record) = self.readable_record(id) else { continue };
            let entry = Entry::of(&record);
            if replayed(id, record).is_some() {
                self.live.set(id, entry);
            }
        }
        Ok(())
    }

    /// What a commit makes of a table. It must be newer than what is saved: whoever worked on an older state would undo
    /// somebody else's change. What was shown of it is only changed by [`Database::mark_shown`].
    fn next(&self, stored: &Stored) -> Result<Draft, CommitError> {
        let id = stored.table.id;
        let mut record = TableRecord::from(stored);
        let old = self.table_record(id)?;
        if let Some(old) = &old {
            if record.version <= old.version {
                let (saved, given) = (old.version, record.version);
                return Err(fault(format!(
                    "table {id} is at version {saved} already, the change would make it {given}"
                )));
            }
            record.shown = old.shown;
        }
        Draft::new(id, record, old.as_ref())
    }

    /// Writes tables and more in one transaction, and brings the index in step.
    pub(super) fn write(
        &mut self,
        drafts: &[Draft],
        more: impl Fn(&Inside) -> Result<(), UnabortableTransactionError>,
    ) -> Result<(), CommitError> {
        self.write_and_remove(drafts, &[], more)
    }

    /// The same, and removes these tables.
    pub(super) fn write_and_remove(
        &mut self,
        drafts: &[Draft],
        gone: &[Gone],
        more: impl Fn(&Inside) -> Result<(), UnabortableTransactionError>,
    ) -> Result<(), CommitError> {
        let t = &self.trees;
        let done = (
            &t.tables, &t.live, &t.ended, &t.played, &t.told, &t.people, &t.chats, &t.ratings, &t.points, &t.ledger,
            &t.cups, &t.owed, &t.updates, &t.meta,
        )
            .transaction(|pages| {
                let (
                    tables,
                    live,
                    ended,
                    played,
                    told,
                    people,
                    chats,
                    ratings,
                    points,
                    ledger,
                    cups,
                    owed,
                    updates,
                    meta,
                ) = pages;
                let inside = Inside {
                    tables: self.page(TABLES, tables),
                    live: self.page(LIVE, live),
                    ended: self.page(ENDED, ended),
                    played: self.page(PLAYED, played),
                    told: self.page(TOLD, told),
                    people: self.page(PEOPLE, people),
                    chats: self.page(CHATS, chats),
                    ratings: self.page(RATINGS, ratings),
                    points: self.page(POINTS, points),
                    ledger: self.page(LEDGER, ledger),
                    cups: self.page(CUPS, cups),
                    owed: self.page(OWED, owed),
                    updates: self.page(UPDATES, updates),
                    meta: self.page(META, meta),
                };
                drafts.iter().try_for_each(|draft| inside.put_table(draft))?;
                gone.iter().try_for_each(|gone| inside.remove_table(gone))?;
                inside.meta.insert(keys::SAVED, &(self.changes + 1).to_be_bytes())?;
                inside.meta.insert(keys::LISTED, &(self.changes + 1).to_be_bytes())?;
                Ok(more(&inside)?)
            });
        done.map_err(|error: TransactionError<Infallible>| match error {
            TransactionError::Storage(error) => CommitError::Fault(self.stop(&words(&error))),
            TransactionError::Abort(never) => match never {},
        })?;
        self.changes += 1;
        for (id, entry) in after(drafts).into_iter().chain(gone.iter().map(|(id, _)| (*id, None))) {
            self.live.set(id, entry);
        }
        Ok(())
    }

    /// So many tables from this one on, and the one after them. One that cannot be read is reported and left out.
    pub(super) fn tables_from(&self, from: GameId, most: usize) -> Result<Tables, CommitError> {
        let mut found = Vec::new();
        for (seen, key) in self.trees.tables.range(keys::table(from)..).keys().enumerate() {
            let key = key.map_err(fault)?;
            let id = keys::table_of(&key).ok_or_else(|| fault(format!("a table has an unreadable number: {key:?}")))?;
            if seen == most {
                return Ok((found, Some(id)));
            }
            found.extend(self.readable_record(id).map(|record| (id, record)));
        }
        Ok((found, None))
    }

    /// Whether a table is open or running, or its end has not been shown.
    pub(super) fn is_live(&self, id: GameId) -> bool {
        self.live.get(id).is_some()
    }

    fn page<'a>(&'a self, name: &'static str, tree: &'a TransactionalTree) -> Page<'a> {
        Page { name, tree, snapshot: &self.snapshot }
    }

    /// Whether it has other changes than so many; `None`: nobody knows of how many.
    pub fn has_changed_since(&self, changes: Option<u64>) -> bool {
        changes != Some(self.changes)
    }

    /// Begins a snapshot of what is there now; one is taken at a time. Returns the number of changes saved.
    pub fn begin_snapshot(&self) -> u64 {
        *self.snapshot.borrow_mut() = Some(Snapshot::default());
        self.changes
    }

    /// The next entries of the snapshot, at most so many; none are left when there are none.
    pub fn snapshot_batch(&self, most: usize) -> Result<Vec<snapshot::Entry>, CommitError> {
        let mut taken = self.snapshot.borrow_mut();
        let Some(snapshot) = taken.as_mut() else { return Ok(Vec::new()) };
        let batch = snapshot.batch(&self.catalogued()?, most).map_err(fault)?;
        if batch.is_empty() {
            *taken = None;
        }
        Ok(batch)
    }

    /// Checks every record, list and counter.
    pub fn check(&self) -> Result<Report, CommitError> {
        check_trees(&self.catalogued()?, &self.db.tree_names()).map_err(fault)
    }

    /// The trees in the order of the catalog.
    fn catalogued(&self) -> Result<Vec<Tree>, CommitError> {
        CATALOG.iter().map(|tree| self.db.open_tree(tree.name).map_err(fault)).collect()
    }

    /// The ended games whose keys start like this, by place and number.
    fn ended(&self, prefix: &[u8]) -> impl DoubleEndedIterator<Item = Result<GameId, CommitError>> + use<> {
        listed(&self.trees.ended, prefix)
    }

    pub(super) fn table_record(&self, id: GameId) -> Result<Option<TableRecord>, CommitError> {
        record(&self.trees.tables, &keys::table(id)).map_err(|why| fault(format!("table {id}: {why}")))
    }

    /// Everybody who sat at a game of this chat that has ended.
    pub(super) fn players_in(&self, chat: ChatId) -> Result<BTreeSet<PersonId>, CommitError> {
        let mut players = BTreeSet::new();
        for id in self.ended(&keys::chat(chat)) {
            players.extend(self.readable_record(id?).iter().flat_map(TableRecord::people));
        }
        Ok(players)
    }

    /// A table for a list: one that cannot be read is reported and left out.
    fn readable(&self, id: GameId) -> Option<Stored> {
        replayed(id, self.readable_record(id)?)
    }

    fn readable_record(&self, id: GameId) -> Option<TableRecord> {
        let record =
            self.table_record(id).and_then(|record| record.ok_or_else(|| fault(format!("table {id} is gone"))));
        record.inspect_err(|why| tracing::error!("{why}; it is left out")).ok()
    }
}

/// The tables of a list whose keys start like this, in their order.
fn listed(list: &Tree, prefix: &[u8]) -> impl DoubleEndedIterator<Item = Result<GameId, CommitError>> + use<> {
    list.scan_prefix(prefix).keys().map(|key| {
        let key = key.map_err(fault)?;
        keys::table_of(&key).ok_or_else(|| fault(format!("a list of ended games is damaged: {key:?}")))
    })
}

impl Inside<'_> {
    /// Writes what games did to points and ratings.
    fn put_books(&self, books: &Books) -> Result<(), UnabortableTransactionError> {
        books.ratings_gone.iter().try_for_each(|key| self.ratings.remove(key))?;
        books.points_gone.iter().try_for_each(|key| self.points.remove(key))?;
        let pages = [(&self.ratings, &books.ratings), (&self.points, &books.points), (&self.ledger, &books.ledger)];
        let mut records = pages.into_iter().flat_map(|(page, records)| records.iter().map(move |entry| (page, entry)));
        records.try_for_each(|(page, (key, value))| page.insert(key, value))
    }
}

pub(super) fn put(page: &Page, records: &Records) -> Result<(), UnabortableTransactionError> {
    records.iter().try_for_each(|(key, value)| page.insert(key, value))
}

/// The table of a record; a rule that panics instead of refusing is a fault of this table alone.
fn replay(id: GameId, record: TableRecord) -> Result<Stored, CommitError> {
    let stored = guard(|| record.into_stored(id)).map_err(fault).and_then(|stored| stored.map_err(fault));
    stored.map_err(|why| fault(format!("table {id}: {why}")))
}

/// [`replay`] for a list: a table that cannot be read is reported and left out.
fn replayed(id: GameId, record: TableRecord) -> Option<Stored> {
    replay(id, record).inspect_err(|why| tracing::error!("{why}; it is left out")).ok()
}

/// A group's settings after it became the supergroup `to`, which may have been heard of before: what somebody chose
/// there counts, else what was chosen in the group.
fn merged(old: Chat, new: Option<Chat>, to: ChatId) -> Chat {
    let Some(new) = new else { return Chat { id: to, ..old } };
    let untouched = ChatSettings { lang: None, ..new.settings.clone() } == ChatSettings::default();
    let (chosen, other) = if untouched { (old.settings, new.settings) } else { (new.settings, old.settings) };
    Chat { settings: ChatSettings { lang: chosen.lang.or(other.lang), ..chosen }, ..new }
}

/// A number of the tree `meta`, if it is there.
pub(super) fn number(meta: &Tree, key: &[u8]) -> Result<Option<u64>, CommitError> {
    let Some(bytes) = meta.get(key).map_err(fault)? else { return Ok(None) };
    let damaged = || fault(format!("the number '{}' is damaged: {bytes:?}", String::from_utf8_lossy(key)));
    keys::number(&bytes).map(Some).ok_or_else(damaged)
}

pub(super) fn record<R: Record>(tree: &Tree, key: &[u8]) -> Result<Option<R>, ReadError> {
    Ok(tree.get(key)?.map(|bytes| R::from_bytes(&bytes)).transpose()?)
}

/// Why something cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReadError {
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Sled(#[from] sled::Error),
}

/// Keys and what to write there.
pub(super) type Records = Vec<([u8; 8], Vec<u8>)>;

/// Keys and records of these.
pub(super) fn bytes<T, R: Record>(
    items: &[T],
    key: impl Fn(&T) -> [u8; 8],
    record: impl Fn(&T) -> R,
) -> Result<Records, CommitError> {
    items.iter().map(|item| Ok((key(item), record(item).to_bytes().map_err(fault)?))).collect()
}

/// Milliseconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

pub(super) fn fault(why: impl Display) -> CommitError {
    CommitError::Fault(why.to_string())
}

/// A plain sentence for sled's errors: it shows the system's ones with their insides.
fn words(error: &sled::Error) -> String {
    match error {
        sled::Error::Io(error) if error.kind() != ErrorKind::Other => error.kind().to_string(),
        other => other.to_string(),
    }
}
