//! Who wants to be told something about which chat.

use super::database::{Database, fault};
use super::{CommitError, keys};
use crate::people::{ChatId, Person, PersonId};

impl Database {
    /// The people who want to be told something about a chat.
    pub fn people_with_notices(&self, chat: ChatId) -> Vec<PersonId> {
        let range = (chat, PersonId(0))..=(chat, PersonId(u64::MAX));
        self.notices.range(range).map(|&(_, person)| person).collect()
    }

    /// Nobody is told anything by these wishes any more.
    pub fn drop_notices(&mut self, person: PersonId) {
        self.notices.retain(|&(_, id)| id != person);
    }

    pub fn note_notices(&mut self, person: &Person) {
        self.notices.retain(|&(_, id)| id != person.id);
        self.notices.extend(person.settings.notices().into_iter().map(|chat| (chat, person.id)));
    }

    /// Fills the index of notices. Whoever's record cannot be read is told nothing.
    pub fn load_notices(&mut self) -> Result<(), CommitError> {
        for key in self.trees.people.iter().keys() {
            let key = key.map_err(fault)?;
            let Some(id) = keys::number(&key) else { continue };
            match self.person(PersonId(id)) {
                Ok(Some(person)) if !person.settings.notices().is_empty() => self.note_notices(&person),
                Ok(_) => {}
                Err(why) => tracing::error!("{why}; they are told nothing"),
            }
        }
        Ok(())
    }

    /// The people who want to be told something about a chat, as they are when it has its new id.
    pub fn migrated_notices(&self, from: ChatId, to: ChatId) -> Result<Vec<Person>, CommitError> {
        let told = self.people_with_notices(from).into_iter().filter_map(|id| self.person(id).transpose());
        let mut told = told.collect::<Result<Vec<Person>, _>>()?;
        told.iter_mut().for_each(|person| person.settings.move_notices(from, to));
        Ok(told)
    }
}
