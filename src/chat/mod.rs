//! The conversation, free of any platform: what people say becomes an [`Intent`], what happened becomes a [`Post`]. Pure.

mod board;
mod card;
mod clock;
mod coach;
mod command;
mod cup;
mod incoming;
mod intent;
mod keyboard;
mod name;
mod notice;
mod notices;
mod pages;
mod picker;
mod post;
mod press;
mod ranking;
mod read;
mod records;
mod rulebook;
mod say;
mod settings;
mod stats;
mod table;
mod text_board;

pub use card::GAMES;
pub use coach::{Review, review};
pub use command::commands;
pub use cup::{CupDone, CupNotice, CupView, CupWish, FormWish, Opening, Ruling, Twice, cup, past_cup};
pub use incoming::{ChatRef, FileRef, Incident, Incoming, PersonRef, ReplyTo, Sender};
pub use intent::{ChallengeWish, CupAct, Intent, MenuAct, Opponent, Press, SettingsPage, TableAct, TopOf, Whom};
pub use name::of_team;
pub use notice::Notice;
pub use notices::notification;
pub use pages::page;
pub use post::{Button, ButtonAction, Post, Toast};
pub use press::ParsePressError;
pub use ranking::{TOP_PAGE, Top};
pub use read::read;
pub use records::{History, Known, MyGame, Verdict, caption, film, leaf, record, seen_from};
pub use say::{notice_post, sentence};
pub use stats::{Stats, Versus};
pub use table::{orientation, superseded, table};
pub use text_board::text_board;

use crate::book::Line;
use crate::book::cup::Cup;
use crate::people::{Chat, ChatId, ChatSettings, Lang, Person, PersonId, Time};
use crate::referee::{Event, Sides, Table};
use crate::rules::Setup;

/// Names of the people a text mentions.
pub trait Names: Sync {
    /// The person's name as Telegram shows it, unescaped; `None` if nobody has told it yet.
    fn name(&self, id: PersonId) -> Option<String>;
}

/// What the bot must know about itself to read a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotName {
    /// Without the `@`; compared without regard to case.
    pub username: String,
}

/// Everything the message of a table depends on.
pub struct TableView<'a> {
    pub table: &'a Table,
    pub names: &'a dyn Names,
    pub lang: Lang,
    pub settings: &'a ChatSettings,
    /// What has been picked so far: a prefix of a move's notation.
    pub picking: &'a str,
    /// A move waiting to be confirmed because it loses at once.
    pub confirming: Option<crate::rules::Move>,
    /// What the last command did, as far as the caption should tell it (an offer declined, a ply taken back).
    pub news: &'a [Event],
    /// What the game did to the points and ratings of its players, once it has ended.
    pub booked: &'a [Line],
    /// What the coach advises the player to move.
    pub hint: Option<&'a crate::coach::Hint>,
    /// The AI is thinking about its move.
    pub thinking: bool,
    pub now: Time,
    /// Mention the player to move (a new message that should notify them).
    pub mention: bool,
}

/// Messages that belong to no table.
#[derive(Clone, Debug)]
pub enum Page<'a> {
    /// `/start` in private, with the link that adds the bot to a group.
    Start {
        bot: &'a BotName,
    },
    /// The bot was added to a group; `missing` names rights it lacks.
    Welcome {
        missing: Vec<MissingRight>,
    },
    Help {
        group: bool,
        bot: &'a BotName,
    },
    Rules {
        chat: &'a Chat,
    },
    /// The AI's levels to choose from; what the person said already goes along.
    Levels {
        sides: Sides,
        setup: &'a Setup,
    },
    /// The games to choose from, for one against the AI.
    Variants {
        sides: Sides,
    },
    /// The games running here, in any order: table and a link to its board where one can be made.
    Games {
        group: bool,
        tables: &'a [Table],
        links: &'a [Option<String>],
    },
    /// The standings of a cup, in words.
    CupStandings {
        cup: &'a Cup,
    },
    /// What the referees of a cup did.
    CupLog {
        cup: &'a Cup,
        now: Time,
    },
    /// What is kept about people, and how to have it removed.
    Privacy,
    /// "Really forget you?", asked of this person.
    Forget {
        who: PersonId,
    },
    /// What stands there once that has been answered.
    Forgot {
        sure: bool,
    },
    /// All games of a person, wherever they are played.
    MyGames {
        me: PersonId,
        games: &'a [MyGame<'a>],
    },
    /// Games that have ended.
    History(&'a History<'a>),
    /// What is to be said of a record.
    Verified(&'a Verdict),
    /// It is the reader's turn in a game in the chat with this title; `by` has moved or begun it, and a link leads to the board.
    Turn {
        title: String,
        by: PersonId,
        link: Option<String>,
    },
    /// `by` has opened a challenge in the chat with this title.
    Opened {
        title: String,
        by: PersonId,
        link: Option<String>,
    },
    /// `/notify` in a group: what may be told in private.
    Notify {
        bot: &'a BotName,
    },
    /// `/notify` in private: about which chats the reader is told what.
    Notices {
        chats: &'a [(ChatId, String)],
        person: &'a Person,
    },
    /// The time of a player runs out soon: `left` milliseconds, for this move or (`total`) on the clock. In private with the
    /// title of the chat where the game is.
    Reminder {
        to: PersonId,
        left: i64,
        total: bool,
        private: Option<String>,
    },
    /// Nobody has moved for days; in `left` milliseconds the game is lost for this player, or closed.
    Warning {
        to: PersonId,
        left: i64,
        lost: bool,
    },
    Settings {
        chat: &'a Chat,
        person: Option<&'a Person>,
        page: SettingsPage,
    },
    /// `/top`.
    Top(Top<'a>),
    /// `/stats`.
    Stats(Stats<'a>),
    /// `/versus`.
    Versus(Versus<'a>),
}

/// A right the bot needs in a group and lacks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum MissingRight {
    SendMessages,
    SendPhotos,
}

/// Where a list of commands is shown.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum CommandScope {
    Default,
    Private,
    Group,
    GroupAdmins,
}

#[cfg(test)]
mod tests;
