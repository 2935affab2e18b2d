//! Records of persons and chats.

use std::collections::BTreeSet;

use serde::{Deserialize, Deserializer, Serialize};

use super::table::{NightRecord, setup_text};
use super::v1::{ChatV1, PersonV1};
use super::{Record, RecordError, word};
use crate::people::{
    BoardPolicy, Chat, ChatId, ChatKind, ChatSettings, CountsFor, Lang, Night, Person, PersonId, PersonSettings, Theme,
};

/// A person; the id is the key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct PersonRecord {
    pub name: String,
    pub username: Option<String>,
    pub client_language: Option<String>,
    pub lang: Option<String>,
    pub reachable: bool,
    pub night: Option<NightRecord>,
    /// Chats with notices, by their ids.
    pub turns: BTreeSet<i64>,
    pub challenges: BTreeSet<i64>,
    pub notices_lost: bool,
}

/// A chat; the id is the key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct ChatRecord {
    pub kind: KindRecord,
    pub title: String,
    pub lang: Option<String>,
    pub setup: String,
    /// In the words of a time control.
    pub clock: String,
    pub boards: String,
    pub turn_board: bool,
    pub theme: String,
    pub active: bool,
    pub counts_for: String,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) enum KindRecord {
    Private,
    Group,
}

impl Record for PersonRecord {
    const KIND: &'static str = "person";
    const VERSION: u8 = 2;

    fn older<'de, D: Deserializer<'de>>(version: u8, body: D) -> Option<Result<Self, D::Error>> {
        (version == 1).then(|| PersonV1::deserialize(body).map(PersonRecord::from))
    }

    fn check(self) -> Result<(), RecordError> {
        self.into_person(PersonId(0)).map(drop)
    }
}

impl Record for ChatRecord {
    const KIND: &'static str = "chat";
    const VERSION: u8 = 2;

    fn older<'de, D: Deserializer<'de>>(version: u8, body: D) -> Option<Result<Self, D::Error>> {
        (version == 1).then(|| ChatV1::deserialize(body).map(ChatRecord::from))
    }

    fn check(self) -> Result<(), RecordError> {
        self.into_chat(ChatId(0)).map(drop)
    }
}

impl From<&Person> for PersonRecord {
    fn from(person: &Person) -> PersonRecord {
        PersonRecord {
            name: person.name.clone(),
            username: person.username.clone(),
            client_language: person.client_language.clone(),
            lang: person.settings.lang.map(|lang| lang.tag().to_owned()),
            reachable: person.reachable,
            night: person.settings.night.map(NightRecord::from),
            turns: person.settings.turns.iter().map(|chat| chat.0).collect(),
            challenges: person.settings.challenges.iter().map(|chat| chat.0).collect(),
            notices_lost: person.settings.notices_lost,
        }
    }
}

impl PersonRecord {
    pub fn into_person(self, id: PersonId) -> Result<Person, RecordError> {
        Ok(Person {
            id,
            name: self.name,
            username: self.username,
            client_language: self.client_language,
            settings: PersonSettings {
                lang: lang(self.lang)?,
                night: self.night.map(Night::try_from).transpose()?,
                turns: self.turns.into_iter().map(ChatId).collect(),
                challenges: self.challenges.into_iter().map(ChatId).collect(),
                notices_lost: self.notices_lost,
            },
            reachable: self.reachable,
        })
    }
}

impl From<&Chat> for ChatRecord {
    fn from(chat: &Chat) -> ChatRecord {
        ChatRecord {
            kind: match chat.kind {
                ChatKind::Private => KindRecord::Private,
                ChatKind::Group => KindRecord::Group,
            },
            title: chat.title.clone(),
            lang: chat.settings.lang.map(|lang| lang.tag().to_owned()),
            setup: setup_text(&chat.settings.setup),
            clock: chat.settings.clock.to_string(),
            boards: chat.settings.boards.name().to_owned(),
            turn_board: chat.settings.turn_board,
            theme: chat.settings.theme.name().to_owned(),
            active: chat.active,
            counts_for: chat.settings.counts_for.name().to_owned(),
        }
    }
}

impl ChatRecord {
    pub fn into_chat(self, id: ChatId) -> Result<Chat, RecordError> {
        Ok(Chat {
            id,
            kind: match self.kind {
                KindRecord::Private => ChatKind::Private,
                KindRecord::Group => ChatKind::Group,
            },
            title: self.title,
            settings: ChatSettings {
                lang: lang(self.lang)?,
                setup: self.setup.parse()?,
                clock: self.clock.parse()?,
                boards: word("board policy", &self.boards, BoardPolicy::from_name(&self.boards))?,
                turn_board: self.turn_board,
                theme: word("theme", &self.theme, Theme::from_name(&self.theme))?,
                counts_for: word("thing games count for", &self.counts_for, CountsFor::from_name(&self.counts_for))?,
            },
            active: self.active,
        })
    }
}

/// The language with this tag. Strict, unlike [`Lang::from_tag`]: a record says exactly what was chosen.
fn lang(tag: Option<String>) -> Result<Option<Lang>, RecordError> {
    tag.map(|tag| word("language", &tag, Lang::ALL.into_iter().find(|lang| lang.tag() == tag))).transpose()
}
