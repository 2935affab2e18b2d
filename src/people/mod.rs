//! Persons, chats, their settings and limits. Pure.

mod control;
mod date;
mod house;
mod limits;
mod night;
mod settings;

pub use crate::render::Theme;
pub use control::{BadClock, ParseClockError, TimeControl};
pub use date::{Date, ParseDateError};
pub use house::House;
pub use limits::Limits;
pub use night::Night;
pub use settings::{BoardPolicy, ChatSettings, CountsFor, Lang, Occasion, PersonSettings};

use std::fmt;

/// A person's Telegram user id; names change, ids do not.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PersonId(pub u64);

impl PersonId {
    /// Stands in old games and challenges for whoever had themselves forgotten. No account has this number.
    pub const FORGOTTEN: PersonId = PersonId(0);
}

/// A chat's Telegram id (negative for groups).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChatId(pub i64);

/// Where a game is played: a chat, and the topic in it if the chat is a forum.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub chat: ChatId,
    pub thread: Option<i32>,
}

/// A moment: milliseconds since 1970-01-01 UTC. Handed to pure code as an argument.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub i64);

impl Time {
    /// This moment and so many milliseconds.
    pub const fn plus(self, millis: i64) -> Time {
        Time(self.0 + millis)
    }

    /// Milliseconds from `earlier` to this moment; negative if it is later.
    pub const fn since(self, earlier: Time) -> i64 {
        self.0 - earlier.0
    }
}

impl fmt::Display for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for ChatId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A person as the bot knows them: keyed by id, the names refreshed by every update.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub id: PersonId,
    /// First and last name as Telegram shows them; any script, any characters.
    pub name: String,
    /// Without the `@`.
    pub username: Option<String>,
    /// Telegram's language tag of their client, e.g. `zh-hans`.
    pub client_language: Option<String>,
    pub settings: PersonSettings,
    /// They have opened the private chat, so that the bot may write to them.
    pub reachable: bool,
}

impl Person {
    /// The language of toasts and private messages: what they chose, else their client's, else the host's default.
    pub fn lang(&self, default: Lang) -> Lang {
        self.settings.lang.or_else(|| self.client_language.as_deref().and_then(Lang::from_tag)).unwrap_or(default)
    }
}

/// What kind of chat it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum ChatKind {
    Private,
    Group,
}

/// A chat as the bot knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chat {
    pub id: ChatId,
    pub kind: ChatKind,
    pub title: String,
    pub settings: ChatSettings,
    /// False after the bot was removed or blocked: its games wait, nothing is sent.
    pub active: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_spoken_to_in_the_language_they_chose_else_their_clients() {
        let person = |chosen, client: Option<&str>| Person {
            id: PersonId(1),
            name: String::new(),
            username: None,
            client_language: client.map(str::to_owned),
            settings: PersonSettings { lang: chosen, ..PersonSettings::default() },
            reachable: false,
        };
        assert_eq!(person(Some(Lang::ZhHans), Some("en")).lang(Lang::En), Lang::ZhHans);
        assert_eq!(person(None, Some("zh-hans")).lang(Lang::En), Lang::ZhHans);
        assert_eq!(person(None, Some("fr")).lang(Lang::ZhHans), Lang::ZhHans);
        assert_eq!(person(None, None).lang(Lang::ZhHans), Lang::ZhHans);
    }

    #[test]
    fn moments_are_milliseconds_apart() {
        let start = Time(1_000);
        assert_eq!(start.plus(250), Time(1_250));
        assert_eq!(start.plus(250).since(start), 250);
        assert_eq!(start.since(start.plus(250)), -250);
    }
}
