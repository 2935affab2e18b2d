//! Records of words that are owed.

use serde::{Deserialize, Serialize};

use super::{Record, RecordError};
use crate::people::{ChatId, PersonId, Place, Time};
use crate::referee::GameId;
use crate::store::{Owed, OwedId, Word, WordButton};

/// A word that is owed; its number is the key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct OwedRecord {
    /// Milliseconds since 1970.
    pub at: i64,
    pub chat: i64,
    pub thread: Option<i32>,
    pub asked_by: Option<u64>,
    pub reply_to: Option<i64>,
    pub word: WordRecord,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) enum WordRecord {
    Text { html: String, buttons: Vec<Vec<ButtonRecord>> },
    Film { game: u64 },
    Record { game: u64 },
    Welcome,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) enum ButtonRecord {
    Press { label: String, data: String },
    Link { label: String, url: String },
}

impl Record for OwedRecord {
    const KIND: &'static str = "word";
    const VERSION: u8 = 1;

    fn check(self) -> Result<(), RecordError> {
        Ok(())
    }
}

impl From<&Owed> for OwedRecord {
    fn from(owed: &Owed) -> OwedRecord {
        let button = |button: &WordButton| match button.clone() {
            WordButton::Press { label, data } => ButtonRecord::Press { label, data },
            WordButton::Link { label, url } => ButtonRecord::Link { label, url },
        };
        OwedRecord {
            at: owed.at.0,
            chat: owed.place.chat.0,
            thread: owed.place.thread,
            asked_by: owed.asked_by.map(|person| person.0),
            reply_to: owed.reply_to,
            word: match &owed.word {
                Word::Text { html, buttons } => WordRecord::Text {
                    html: html.clone(),
                    buttons: buttons.iter().map(|row| row.iter().map(button).collect()).collect(),
                },
                Word::Film(game) => WordRecord::Film { game: game.0 },
                Word::Record(game) => WordRecord::Record { game: game.0 },
                Word::Welcome => WordRecord::Welcome,
            },
        }
    }
}

impl OwedRecord {
    pub fn into_owed(self, id: OwedId) -> Owed {
        let button = |button| match button {
            ButtonRecord::Press { label, data } => WordButton::Press { label, data },
            ButtonRecord::Link { label, url } => WordButton::Link { label, url },
        };
        Owed {
            id,
            at: Time(self.at),
            place: Place { chat: ChatId(self.chat), thread: self.thread },
            asked_by: self.asked_by.map(PersonId),
            reply_to: self.reply_to,
            word: match self.word {
                WordRecord::Text { html, buttons } => {
                    let buttons = buttons.into_iter().map(|row| row.into_iter().map(button).collect()).collect();
                    Word::Text { html, buttons }
                }
                WordRecord::Film { game } => Word::Film(GameId(game)),
                WordRecord::Record { game } => Word::Record(GameId(game)),
                WordRecord::Welcome => Word::Welcome,
            },
        }
    }
}
