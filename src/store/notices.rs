//! People as they are written, and who wants to be told something about which chat.

use std::collections::BTreeMap;

use sled::transaction::UnabortableTransactionError;

use super::database::{Database, Inside, fault};
use super::lists::{Listed, places_of_person};
use super::records::{PersonRecord, Record};
use super::{CommitError, keys};
use crate::people::{ChatId, Person, PersonId};

/// A person ready to be written.
pub(super) struct Draft {
    bytes: Vec<u8>,
    /// Where they stand in the lists, before and after.
    was: Vec<Listed>,
    is: Vec<Listed>,
}

impl Database {
    /// What a change makes of people; of somebody who is named twice, the last counts.
    pub fn people_after(&self, people: &[Person]) -> Result<BTreeMap<PersonId, Draft>, CommitError> {
        let mut drafts = BTreeMap::new();
        for person in people {
            let record = PersonRecord::from(person);
            let (bytes, is) = (record.to_bytes().map_err(fault)?, places_of_person(person.id, &record));
            drafts.insert(person.id, Draft { bytes, was: self.places_of(person.id)?, is });
        }
        Ok(drafts)
    }

    /// Where a person stands in the lists.
    pub fn places_of(&self, id: PersonId) -> Result<Vec<Listed>, CommitError> {
        let old = self.person(id)?;
        Ok(old.map(|person| places_of_person(id, &PersonRecord::from(&person))).unwrap_or_default())
    }

    /// The people who want to be told something about a chat.
    pub fn people_with_notices(&self, chat: ChatId) -> Result<Vec<PersonId>, CommitError> {
        let told = self.trees.told.scan_prefix(keys::chat(chat)).keys().map(|key| {
            let key = key.map_err(fault)?;
            keys::last_person(&key).ok_or_else(|| fault(format!("the list of who is told what is damaged: {key:?}")))
        });
        told.collect()
    }

    /// The people who want to be told something about a chat, as they are when it has its new id.
    pub fn migrated_notices(&self, from: ChatId, to: ChatId) -> Result<Vec<Person>, CommitError> {
        let mut told = Vec::new();
        for id in self.people_with_notices(from)? {
            told.extend(self.person(id)?);
        }
        told.iter_mut().for_each(|person| person.settings.move_notices(from, to));
        Ok(told)
    }
}

impl Inside<'_> {
    /// Writes people and their places in the lists.
    pub fn put_people(&self, people: &BTreeMap<PersonId, Draft>) -> Result<(), UnabortableTransactionError> {
        people.iter().try_for_each(|(id, draft)| {
            self.people.insert(&keys::person(*id), &draft.bytes)?;
            self.move_in_lists(&draft.was, &draft.is)
        })
    }

    /// Removes a person who stands there in the lists.
    pub fn remove_person(&self, id: PersonId, was: &[Listed]) -> Result<(), UnabortableTransactionError> {
        self.people.remove(&keys::person(id))?;
        self.move_in_lists(was, &[])
    }
}
