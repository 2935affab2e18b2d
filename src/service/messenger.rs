//! The port through which the service speaks: Telegram behind it, or a fake in tests.

use std::future::Future;
use std::time::Duration;

use crate::chat::{CommandScope, MissingRight, Post, Toast};
use crate::people::{ChatId, Lang, PersonId, Place};

/// A message's number in its chat.
pub type MessageId = i64;

/// How much of a message an edit changes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum EditPart {
    /// Picture (or text), caption and buttons.
    All,
    /// Caption (or text) and buttons; the picture stays.
    Words,
    /// The buttons alone.
    Buttons,
}

/// A post with its picture drawn.
#[derive(Clone, Debug)]
pub struct Drawn {
    pub post: Post,
    /// The scene as PNG; `None` for a post without one, or where a chat takes no pictures.
    pub png: Option<std::sync::Arc<[u8]>>,
    /// The message this one answers.
    pub reply_to: Option<MessageId>,
}

/// Why Telegram did not take something, by what has to be done about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    #[error("too many requests, again in {0:?}")]
    RetryAfter(Duration),
    #[error("the message is as it was")]
    NotModified,
    /// The message to edit is gone or cannot be edited any more.
    #[error("the message is gone: {0}")]
    MessageGone(String),
    /// The press is too old to be answered.
    #[error("the press is too old: {0}")]
    PressExpired(String),
    /// The bot is not in the chat any more, or was blocked, or the chat is gone.
    #[error("the chat is closed to the bot: {0}")]
    ChatClosed(String),
    /// It may not write here (yet): rights, a closed topic, a restricted chat.
    #[error("the bot may not write here: {0}")]
    Forbidden(String),
    /// It may write, but not send pictures; or the picture was refused.
    #[error("no pictures here: {0}")]
    NoPictures(String),
    /// The topic is gone: send to the chat itself.
    #[error("the topic is gone: {0}")]
    ThreadGone(String),
    #[error("the chat has a new id, {0}")]
    Migrated(ChatId),
    /// Telegram refuses what we sent: our fault.
    #[error("refused: {0}")]
    Refused(String),
    /// No connection, or a server that failed: it was not done.
    #[error("not reached: {0}")]
    Unreachable(String),
    /// No answer, or none that can be read: it may or may not have been done.
    #[error("no answer: {0}")]
    Unanswered(String),
}

impl SendError {
    /// The class, for logs and counters.
    pub const fn class(&self) -> &'static str {
        match self {
            SendError::RetryAfter(_) => "retry_after",
            SendError::NotModified => "not_modified",
            SendError::MessageGone(_) => "message_gone",
            SendError::PressExpired(_) => "press_expired",
            SendError::ChatClosed(_) => "chat_closed",
            SendError::Forbidden(_) => "forbidden",
            SendError::NoPictures(_) => "no_pictures",
            SendError::ThreadGone(_) => "thread_gone",
            SendError::Migrated(_) => "migrated",
            SendError::Refused(_) => "refused",
            SendError::Unreachable(_) => "unreachable",
            SendError::Unanswered(_) => "unanswered",
        }
    }
}

/// A file with words under it.
#[derive(Clone, Debug)]
pub struct Parcel {
    pub kind: ParcelKind,
    pub content: Content,
    /// HTML, at most 1024 characters after entities.
    pub html: String,
    /// The message this one answers.
    pub reply_to: Option<MessageId>,
}

/// How a file is shown.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ParcelKind {
    /// A GIF that plays by itself; pixels, and how long it runs.
    Animation { width: u32, height: u32, millis: u32 },
    /// To be opened or kept.
    Document,
}

/// What is sent.
#[derive(Clone, Debug)]
pub enum Content {
    New {
        name: String,
        bytes: std::sync::Arc<[u8]>,
    },
    /// A file that was sent before, by the platform's name for it.
    Known(String),
}

/// A file that has been sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posted {
    pub message: MessageId,
    /// The platform's name for it, to send it again.
    pub file: Option<String>,
}

/// Why a file was not fetched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    #[error("the file has more than {most} bytes")]
    TooLarge { most: usize },
    #[error("the file was not fetched: {0}")]
    Failed(String),
}

/// Sends, edits and answers. Every call is one request: queues, retries and merging are the outbox's.
pub trait Messenger: Send + Sync + 'static {
    fn send(&self, place: Place, drawn: &Drawn) -> impl Future<Output = Result<MessageId, SendError>> + Send;

    /// A text becomes a photo when all of it is edited and `drawn` has a picture. A photo cannot become a text: editing all
    /// of one without a picture is [`SendError::MessageGone`].
    fn edit(
        &self,
        chat: ChatId,
        message: MessageId,
        drawn: &Drawn,
        part: EditPart,
    ) -> impl Future<Output = Result<(), SendError>> + Send;

    /// Takes a message's buttons away.
    fn strip(&self, chat: ChatId, message: MessageId) -> impl Future<Output = Result<(), SendError>> + Send;

    fn answer(&self, press: &str, toast: &Toast) -> impl Future<Output = Result<(), SendError>> + Send;

    fn send_file(&self, place: Place, parcel: &Parcel) -> impl Future<Output = Result<Posted, SendError>> + Send;

    /// Fetches a file of so many bytes at most.
    fn fetch(&self, file: &str, most: usize) -> impl Future<Output = Result<Vec<u8>, FetchError>> + Send;

    fn is_admin(&self, chat: ChatId, person: PersonId) -> impl Future<Output = Result<bool, SendError>> + Send;

    /// What the bot lacks in a group.
    fn missing_rights(&self, chat: ChatId) -> impl Future<Output = Result<Vec<MissingRight>, SendError>> + Send;

    /// Registers the command list of a scope and language.
    fn register(
        &self,
        scope: CommandScope,
        lang: Lang,
        commands: Vec<(&'static str, String)>,
    ) -> impl Future<Output = Result<(), SendError>> + Send;
}

impl<T: Messenger> Messenger for std::sync::Arc<T> {
    async fn send(&self, place: Place, drawn: &Drawn) -> Result<MessageId, SendError> {
        (**self).send(place, drawn).await
    }

    async fn edit(&self, chat: ChatId, message: MessageId, drawn: &Drawn, part: EditPart) -> Result<(), SendError> {
        (**self).edit(chat, message, drawn, part).await
    }

    async fn strip(&self, chat: ChatId, message: MessageId) -> Result<(), SendError> {
        (**self).strip(chat, message).await
    }

    async fn answer(&self, press: &str, toast: &Toast) -> Result<(), SendError> {
        (**self).answer(press, toast).await
    }

    async fn send_file(&self, place: Place, parcel: &Parcel) -> Result<Posted, SendError> {
        (**self).send_file(place, parcel).await
    }

    async fn fetch(&self, file: &str, most: usize) -> Result<Vec<u8>, FetchError> {
        (**self).fetch(file, most).await
    }

    async fn is_admin(&self, chat: ChatId, person: PersonId) -> Result<bool, SendError> {
        (**self).is_admin(chat, person).await
    }

    async fn missing_rights(&self, chat: ChatId) -> Result<Vec<MissingRight>, SendError> {
        (**self).missing_rights(chat).await
    }

    async fn register(
        &self,
        scope: CommandScope,
        lang: Lang,
        commands: Vec<(&'static str, String)>,
    ) -> Result<(), SendError> {
        (**self).register(scope, lang, commands).await
    }
}
