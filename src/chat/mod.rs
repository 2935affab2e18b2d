//! The conversation, free of any platform: what people say becomes an [`Intent`], what happened becomes a [`Post`]. Pure.

mod incoming;
mod intent;
mod notice;
mod post;

pub use incoming::{ChatRef, Incident, Incoming, PersonRef, ReplyTo, Sender};
pub use intent::{ChallengeWish, Intent, MenuAct, Opponent, Press, SettingsPage, TableAct};
pub use notice::Notice;
pub use post::{Button, ButtonAction, Post, Toast};

use crate::people::{Chat, ChatSettings, Lang, Person, PersonId, Time};
use crate::referee::{Event, Table};
use crate::rules::{Orientation, State};

/// Names of the people a text mentions.
pub trait Names {
    /// The person's name as Telegram shows it, unescaped; a stand-in such as `Player 123` if unknown.
    fn name(&self, id: PersonId) -> String;
    /// Their `@name` without the `@`, if they have one.
    fn username(&self, id: PersonId) -> Option<String>;
}

/// What the bot must know about itself to read a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotName {
    /// Without the `@`; compared without regard to case.
    pub username: String,
}

/// What an update asks for.
pub fn read(incoming: &Incoming, bot: &BotName) -> Intent {
    let _ = (incoming, bot);
    todo!()
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
    /// The AI is thinking about its move.
    pub thinking: bool,
    pub now: Time,
    /// Mention the player to move (a new message that should notify them).
    pub mention: bool,
}

/// The message of a table: challenge card, board, or final board.
pub fn table(view: &TableView<'_>) -> Post {
    let _ = view;
    todo!()
}

/// How the board of this table is turned: to the human in games against the AI, to the side to move where the chat wants it
/// (always on one phone), else First.
pub fn orientation(table: &Table, settings: &ChatSettings) -> Orientation {
    let _ = (table, settings);
    todo!()
}

/// The board in words, for those who cannot use a picture.
pub fn text_board(state: &State, shown: Orientation, lang: Lang) -> String {
    let _ = (state, shown, lang);
    todo!()
}

/// One sentence, plain text, at most 200 characters: a toast, or (escaped) a message.
pub fn sentence(notice: &Notice, names: &dyn Names, lang: Lang) -> String {
    let _ = (notice, names, lang);
    todo!()
}

/// The same as a message of its own, with the buttons that help (a link to /start, the moves of an ambiguous text).
pub fn notice_post(notice: &Notice, names: &dyn Names, lang: Lang) -> Post {
    let _ = (notice, names, lang);
    todo!()
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
    Levels,
    /// The games running here: table and a link to its board where one can be made.
    Games {
        tables: &'a [Table],
        links: &'a [Option<String>],
    },
    Settings {
        chat: &'a Chat,
        person: Option<&'a Person>,
        page: SettingsPage,
    },
}

/// A right the bot needs in a group and lacks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum MissingRight {
    SendMessages,
    SendPhotos,
}

/// A message that belongs to no table.
pub fn page(page: &Page<'_>, names: &dyn Names, lang: Lang) -> Post {
    let _ = (page, names, lang);
    todo!()
}

/// The commands to register: name and description, for a private chat, a group, or a group's admins.
pub fn commands(scope: CommandScope, lang: Lang) -> Vec<(&'static str, String)> {
    let _ = (scope, lang);
    todo!()
}

/// Where a list of commands is shown.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum CommandScope {
    Default,
    Private,
    Group,
    GroupAdmins,
}
