//! What comes from a chat, free of any platform's types.

use crate::people::{ChatId, ChatKind, PersonId, Time};

/// One thing that happened in a chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incoming {
    /// The platform's number of the update: handled once, whatever comes twice.
    pub update: i64,
    pub chat: ChatRef,
    pub from: Sender,
    pub event: Incident,
}

/// The chat it happened in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatRef {
    pub id: ChatId,
    pub kind: ChatKind,
    pub title: String,
    /// The chat has topics.
    pub forum: bool,
    /// The topic, if the chat has topics and the message is not in General.
    pub thread: Option<i32>,
}

/// Who did it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sender {
    Person(PersonRef),
    /// An admin who writes as the group itself: may administer, cannot play.
    AnonymousAdmin,
    /// A channel, or the group's linked channel: can do nothing here.
    Channel,
}

/// A person as this update shows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonRef {
    pub id: PersonId,
    pub name: String,
    pub username: Option<String>,
    pub language: Option<String>,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incident {
    /// A text was written, `sent` at this time as the platform says (in whole seconds).
    Text {
        message: i64,
        text: String,
        /// A file that came with it.
        file: Option<FileRef>,
        reply_to: Option<ReplyTo>,
        sent: Time,
    },
    /// A button was pressed.
    Press {
        /// The press's own id, to answer it by.
        press: String,
        /// The message the button is under, if the platform still says.
        message: Option<i64>,
        data: String,
        /// A button of that message has this data; else somebody made it up, or the message cannot be seen any more.
        carried: bool,
    },
    /// The bot was added to the chat (or may write again).
    Added,
    /// The bot was removed from the chat, or a person blocked it.
    Removed,
    /// The group became a supergroup with a new id.
    Migrated { to: ChatId },
}

/// The message a text answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyTo {
    pub message: i64,
    /// Who wrote it, if a person did.
    pub author: Option<PersonRef>,
    /// The bot wrote it.
    pub own: bool,
    /// What stands in it.
    pub text: String,
    pub file: Option<FileRef>,
}

/// A file in a chat, which can be fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRef {
    /// The platform's name for it.
    pub id: String,
    /// In bytes, if the platform says.
    pub size: Option<u64>,
}
