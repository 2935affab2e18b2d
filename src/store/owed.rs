//! What is still to be said: words that were decided on and that Telegram has not taken yet.
//!
//! They come to the disk with the mark of the update that asked for them ([`Change::owed`](super::Change::owed)) and go as soon
//! as they are said. The second is not waited for: a word that comes back is said twice, which is better than never. They are
//! in no export and no snapshot, for they may quote what people write, which is not kept.

use std::sync::atomic::Ordering;

use super::database::{Database, Records, fault};
use super::records::{OwedRecord, Record};
use super::{CommitError, Store, keys};
use crate::people::{ChatId, PersonId, Place, Time};
use crate::referee::GameId;

/// The number of a word that is owed. Later words have higher numbers.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OwedId(pub u64);

/// A word that is owed to a chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owed {
    pub id: OwedId,
    /// When it was decided on.
    pub at: Time,
    pub place: Place,
    /// Who asked for it, if a person did.
    pub asked_by: Option<PersonId>,
    /// The message it answers.
    pub reply_to: Option<i64>,
    pub word: Word,
}

/// What is owed. Pictures and files are made when they are sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// HTML, and rows of buttons.
    Text { html: String, buttons: Vec<Vec<WordButton>> },
    /// A game as an animation.
    Film(GameId),
    /// A game as a text.
    Record(GameId),
    /// A greeting to a chat that the bot has come to.
    Welcome,
}

/// A button under words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordButton {
    /// Sends this data back.
    Press { label: String, data: String },
    /// Opens an address.
    Link { label: String, url: String },
}

impl Store {
    /// A number for a word that will be owed, never given twice in a run.
    pub fn next_owed(&self) -> OwedId {
        OwedId(self.next_owed.fetch_add(1, Ordering::Relaxed))
    }

    /// Everything that is owed, the oldest first. What cannot be read is logged and not owed any more.
    pub async fn owed(&self) -> Result<Vec<Owed>, CommitError> {
        self.writer.read(|database| database.owed()).await
    }

    /// A word has been said or given up: it is not owed any more. Nobody waits for the disk.
    pub fn said(&self, id: OwedId) {
        self.writer.tell(move |database| database.said(id));
    }
}

impl Database {
    /// The number of the next word.
    pub fn next_owed(&self) -> Result<u64, CommitError> {
        let newest = self.trees.owed.last().map_err(fault)?;
        Ok(newest.and_then(|(key, _)| keys::number(&key)).map_or(1, |newest| newest + 1))
    }

    fn owed(&self) -> Result<Vec<Owed>, CommitError> {
        let mut owed = Vec::new();
        for entry in &self.trees.owed {
            let (key, value) = entry.map_err(fault)?;
            match (keys::number(&key), OwedRecord::from_bytes(&value)) {
                (Some(id), Ok(record)) => owed.push(record.into_owed(OwedId(id))),
                (_, read) => {
                    tracing::error!(?key, error = ?read.err(), "a word that is owed cannot be read: it is not said");
                    self.trees.owed.remove(&key).map_err(fault)?;
                }
            }
        }
        Ok(owed)
    }

    fn said(&self, id: OwedId) -> Result<(), CommitError> {
        self.trees.owed.remove(keys::owed(id)).map(drop).map_err(fault)
    }

    /// What is owed to a chat, as it is when the chat has its new id: the messages it would answer stay behind.
    pub fn migrated_owed(&self, from: ChatId, to: ChatId) -> Result<Records, CommitError> {
        let mut moved = Vec::new();
        for mut owed in self.owed()?.into_iter().filter(|owed| owed.place.chat == from) {
            (owed.place.chat, owed.reply_to) = (to, None);
            moved.push((keys::owed(owed.id), OwedRecord::from(&owed).to_bytes().map_err(fault)?));
        }
        Ok(moved)
    }

    /// What is owed to a person or was asked for by them.
    pub fn owed_about(&self, person: PersonId) -> Result<Vec<OwedId>, CommitError> {
        let private = i64::try_from(person.0).ok().map(ChatId);
        let is_theirs = |owed: &Owed| owed.asked_by == Some(person) || Some(owed.place.chat) == private;
        Ok(self.owed()?.into_iter().filter(is_theirs).map(|owed| owed.id).collect())
    }
}
