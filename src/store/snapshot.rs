//! The whole database as it was at one moment, read in small batches while others go on writing.
//!
//! sled has no such thing. But every change goes through a [`Page`]: what it overwrites before the snapshot has come by
//! is kept aside until then.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Bound;

use sled::IVec;
use sled::transaction::{TransactionalTree, UnabortableTransactionError};

use super::catalog::{CATALOG, Tree};

/// An entry of the database: its tree's place in the catalog, key, value.
pub(super) type Entry = (usize, IVec, IVec);

/// A key of the database: its tree's place in the catalog, and the key there.
type Spot = (usize, IVec);

/// How far a snapshot has come, and what has changed ahead of it.
#[derive(Default)]
pub(super) struct Snapshot {
    tree: usize,
    /// The last key of that tree that was read.
    after: Option<IVec>,
    /// What stood at keys that were written since the beginning and are still to be read; `None`: nothing.
    before: BTreeMap<Spot, Option<IVec>>,
}

impl Snapshot {
    /// The next entries, at most so many, as they were at the beginning. None are left if there are none.
    pub fn batch(&mut self, trees: &[sled::Tree], most: usize) -> sled::Result<Vec<Entry>> {
        let mut batch = Vec::new();
        while self.tree < trees.len() && batch.len() < most {
            if CATALOG[self.tree].is_exported() && self.read(&trees[self.tree], most, &mut batch)? {
                continue;
            }
            (self.tree, self.after) = (self.tree + 1, None);
        }
        Ok(batch)
    }

    /// Reads on in the tree where it is; false when that is at its end.
    fn read(&mut self, tree: &sled::Tree, most: usize, batch: &mut Vec<Entry>) -> sled::Result<bool> {
        let from = self.after.as_ref().map_or(Bound::Unbounded, |after| Bound::Excluded(after.clone()));
        let mut now = tree.range::<IVec, _>((from, Bound::Unbounded)).peekable();
        while batch.len() < most {
            let next = match now.peek() {
                Some(Ok((key, _))) => Some(key),
                Some(Err(error)) => return Err(error.clone()),
                None => None,
            };
            // What was kept aside and is not there any more comes in its order.
            let kept = self.before.keys().next().filter(|(at, _)| *at == self.tree).map(|(_, key)| key);
            let key = match (next, kept) {
                (None, None) => return Ok(false),
                (Some(key), None) | (None, Some(key)) => key.clone(),
                (Some(next), Some(kept)) => next.min(kept).clone(),
            };
            let there = now.next_if(|entry| entry.as_ref().is_ok_and(|(there, _)| *there == key));
            let value = match self.before.remove(&(self.tree, key.clone())) {
                Some(before) => before,
                None => there.and_then(Result::ok).map(|(_, value)| value),
            };
            self.after = Some(key.clone());
            batch.extend(value.map(|value| (self.tree, key, value)));
        }
        Ok(true)
    }

    /// Something else is written to this key, where `old` stood.
    pub fn note(&mut self, tree: &str, key: &[u8], old: Option<IVec>) {
        let Some(place) = Tree::place(tree) else { return };
        let is_read =
            place < self.tree || place == self.tree && self.after.as_ref().is_some_and(|after| **after >= *key);
        if !is_read && CATALOG[place].is_exported() {
            // The first change counts: only what it overwrote was there at the beginning.
            self.before.entry((place, IVec::from(key))).or_insert(old);
        }
    }
}

/// A tree inside a transaction: the only way to change one. It must not be iterated there: sled would wait for itself.
pub(super) struct Page<'a> {
    pub name: &'static str,
    pub tree: &'a TransactionalTree,
    pub snapshot: &'a RefCell<Option<Snapshot>>,
}

impl Page<'_> {
    pub fn insert(&self, key: &[u8], value: &[u8]) -> Result<(), UnabortableTransactionError> {
        let old = self.tree.insert(key, value)?;
        self.note(key, old);
        Ok(())
    }

    pub fn remove(&self, key: &[u8]) -> Result<(), UnabortableTransactionError> {
        let old = self.tree.remove(key)?;
        self.note(key, old);
        Ok(())
    }

    fn note(&self, key: &[u8], old: Option<IVec>) {
        if let Some(snapshot) = self.snapshot.borrow_mut().as_mut() {
            snapshot.note(self.name, key, old);
        }
    }
}
