//! Lists: keys that follow from records, so that what is asked often is found without reading them all.
//!
//! Each is a tree of its own, changed in the transaction that changes the record. A database that somebody has written to who
//! does not know these lists (an older program) has another number of changes in [`keys::LISTED`] than in [`keys::SAVED`]: they
//! are made anew when it is opened.

use std::collections::BTreeSet;

use sled::Tree;
use sled::transaction::UnabortableTransactionError;

use super::catalog::{ENDED, LIVE, PEOPLE, PLAYED, TABLES, TOLD};
use super::database::{Database, Inside, fault, number};
use super::live::{After, Entry};
use super::records::{PersonRecord, Record, TableRecord};
use super::snapshot::Page;
use super::{CommitError, keys};
use crate::people::{ChatId, PersonId};
use crate::referee::GameId;

/// So many entries of a list are made at a time.
const BATCH: usize = 1000;

/// A list.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum List {
    Live,
    Ended,
    Played,
    Told,
}

impl List {
    pub const ALL: [List; 4] = [List::Live, List::Ended, List::Played, List::Told];

    /// The name of its tree.
    pub const fn name(self) -> &'static str {
        match self {
            List::Live => LIVE,
            List::Ended => ENDED,
            List::Played => PLAYED,
            List::Told => TOLD,
        }
    }

    /// Whose entry this is, for sentences. Every list's keys end with it.
    pub fn owner(self, key: &[u8]) -> String {
        match self {
            List::Live | List::Ended | List::Played => {
                keys::table_of(key).map_or_else(|| format!("{key:?}"), |id| format!("table {id}"))
            }
            List::Told => keys::last_person(key).map_or_else(|| format!("{key:?}"), |id| format!("person {id}")),
        }
    }
}

/// A list and a key in it.
pub(super) type Listed = (List, Vec<u8>);

/// Where an entry of this tree stands in the lists. One that cannot be read stands nowhere.
pub(super) fn places(tree: &str, key: &[u8], value: &[u8]) -> Vec<Listed> {
    let table = || Some(places_of_table(keys::table_of(key)?, &TableRecord::from_bytes(value).ok()?));
    let person = || Some(places_of_person(keys::last_person(key)?, &PersonRecord::from_bytes(value).ok()?));
    let places = match tree {
        TABLES => table(),
        PEOPLE => person(),
        _ => None,
    };
    places.unwrap_or_default()
}

/// Where a table stands in the lists.
pub(super) fn places_of_table(id: GameId, record: &TableRecord) -> Vec<Listed> {
    let live = Entry::of(record).map(|_| (List::Live, keys::table(id).to_vec()));
    let ended = record.is_ended_game().then(|| (List::Ended, keys::ended(record.place(), id).to_vec()));
    let people = if record.is_ended_game() { record.people() } else { BTreeSet::new() };
    let played = people.into_iter().map(|person| (List::Played, keys::played(person, id).to_vec()));
    live.into_iter().chain(ended).chain(played).collect()
}

/// Where a person stands in the lists.
pub(super) fn places_of_person(id: PersonId, record: &PersonRecord) -> Vec<Listed> {
    let chats: BTreeSet<i64> = record.turns.iter().chain(&record.challenges).copied().collect();
    chats.into_iter().map(|chat| (List::Told, keys::told(ChatId(chat), id).to_vec())).collect()
}

/// A table ready to be written.
pub(super) struct Draft {
    pub id: GameId,
    bytes: Vec<u8>,
    /// Where it stands in the lists, before and after.
    was: Vec<Listed>,
    is: Vec<Listed>,
    entry: Option<Entry>,
}

/// A table to be removed, and where it stands in the lists.
pub(super) type Gone = (GameId, Vec<Listed>);

impl Draft {
    pub fn new(id: GameId, record: TableRecord, old: Option<&TableRecord>) -> Result<Draft, CommitError> {
        let bytes = record.to_bytes().map_err(|why| fault(format!("table {id}: {why}")))?;
        let was = old.map_or_else(Vec::new, |old| places_of_table(id, old));
        Ok(Draft { id, bytes, was, is: places_of_table(id, &record), entry: Entry::of(&record) })
    }
}

/// What these drafts make of the index.
pub(super) fn after(tables: &[Draft]) -> After {
    tables.iter().map(|draft| (draft.id, draft.entry.clone())).collect()
}

impl Inside<'_> {
    /// Writes a table and its places in the lists.
    pub fn put_table(&self, draft: &Draft) -> Result<(), UnabortableTransactionError> {
        self.tables.insert(&keys::table(draft.id), &draft.bytes)?;
        self.move_in_lists(&draft.was, &draft.is)
    }

    /// Brings the lists in step with a record.
    pub fn move_in_lists(&self, was: &[Listed], is: &[Listed]) -> Result<(), UnabortableTransactionError> {
        for (list, key) in was.iter().filter(|old| !is.contains(old)) {
            self.list(*list).remove(key)?;
        }
        is.iter().filter(|new| !was.contains(new)).try_for_each(|(list, key)| self.list(*list).insert(key, &[]))
    }

    fn list(&self, list: List) -> &Page<'_> {
        match list {
            List::Live => &self.live,
            List::Ended => &self.ended,
            List::Played => &self.played,
            List::Told => &self.told,
        }
    }

    /// Removes a table and its places in the lists.
    pub fn remove_table(&self, (id, places): &Gone) -> Result<(), UnabortableTransactionError> {
        self.tables.remove(&keys::table(*id))?;
        self.move_in_lists(places, &[])
    }
}

impl Database {
    /// Makes the lists anew if somebody has written to the database who does not know all of them.
    pub fn see_to_lists(&self) -> Result<(), CommitError> {
        let saved = number(&self.trees.meta, keys::SAVED)?;
        if number(&self.trees.meta, keys::LISTED)? == saved {
            return Ok(());
        }
        tracing::info!("the lists of the store are made anew");
        let lists = List::ALL.map(|list| (list, self.trees.list(list)));
        for (_, tree) in &lists {
            tree.clear().map_err(fault)?;
        }
        for (name, tree) in [(TABLES, &self.trees.tables), (PEOPLE, &self.trees.people)] {
            let mut batches = List::ALL.map(|_| sled::Batch::default());
            for (seen, entry) in (1..).zip(tree) {
                let (key, value) = entry.map_err(fault)?;
                for (list, key) in places(name, &key, &value) {
                    batches[list as usize].insert(key, &[]);
                }
                if seen % BATCH == 0 {
                    apply(&lists, &mut batches)?;
                }
            }
            apply(&lists, &mut batches)?;
        }
        let saved = saved.unwrap_or(0);
        self.trees.meta.insert(keys::LISTED, &saved.to_be_bytes()).map(drop).map_err(fault)
    }
}

fn apply(lists: &[(List, &Tree)], batches: &mut [sled::Batch]) -> Result<(), CommitError> {
    for ((_, tree), batch) in lists.iter().zip(batches) {
        tree.apply_batch(std::mem::take(batch)).map_err(fault)?;
    }
    Ok(())
}
