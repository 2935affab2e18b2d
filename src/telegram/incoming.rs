//! An update as Telegram sends it, read into the conversation's words.
//!
//! What is not needed is not looked at, and what is needed is as optional as Telegram makes it: an entity, a button or a kind
//! of content that did not exist yet when this was written costs no text. <https://core.telegram.org/bots/api#update>

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::chat::{ChatRef, FileRef, Incident, Incoming, PersonRef, ReplyTo, Sender};
use crate::people::{ChatId, ChatKind, PersonId, Time};

/// The user in whose name Telegram shows an admin who writes as the group.
const GROUP_ANONYMOUS_BOT: u64 = 1_087_968_824;
/// The users in whose name it shows a channel: one that writes in a group, and the posts of a linked one.
const CHANNEL_USERS: [u64; 2] = [136_817_688, 777_000];

/// An update, unread but for its number and kind.
#[derive(Clone, Debug)]
pub struct RawUpdate {
    pub update_id: i64,
    /// The name of the one field beside the number, and its text. It is kept as text, because what somebody nests into a
    /// message must not make it unreadable.
    kind: String,
    body: Box<RawValue>,
}

impl RawUpdate {
    /// Takes an update apart; `None` if it has no number or nothing else.
    pub fn parse(json: &str) -> Option<RawUpdate> {
        let mut fields: BTreeMap<String, Box<RawValue>> = serde_json::from_str(json).ok()?;
        let update_id = serde_json::from_str(fields.remove("update_id")?.get()).ok()?;
        let (kind, body) = fields.pop_first()?;
        Some(RawUpdate { update_id, kind, body })
    }

    /// The name of its kind.
    pub fn kind(&self) -> &str {
        &self.kind
    }
}

/// Why an update goes no further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// Understood, and nothing for the bot: why.
    Ignored(&'static str),
    /// A kind, or a shape of a kind, that is newer than this program.
    Unreadable { kind: String },
}

/// Reads an update that was sent to the bot `me`.
pub fn read(update: RawUpdate, me: PersonId) -> Result<Incoming, Unread> {
    let RawUpdate { update_id, kind, body } = update;
    let found = match kind.as_str() {
        "message" => parsed(&body).map(|message| read_message(message, me)),
        "callback_query" => parsed(&body).map(read_press),
        "my_chat_member" => parsed(&body).map(read_membership),
        _ => None,
    };
    match found {
        None => Err(Unread::Unreadable { kind }),
        Some(Err(why)) => Err(Unread::Ignored(why)),
        Some(Ok((chat, from, event))) => Ok(Incoming { update: update_id, chat, from, event }),
    }
}

/// The chat, who did it, and what; or why it is nothing for the bot.
type Found = Result<(ChatRef, Sender, Incident), &'static str>;

fn read_message(message: Message, me: PersonId) -> Found {
    let chat = message.chat_ref()?;
    let sender = message.sender();
    if let Some(event) = message.service_event(me) {
        // It counts whoever did it, another bot included.
        return Ok((chat, sender.unwrap_or(Sender::Channel), event));
    }
    if message.migrate_from_chat_id.is_some() {
        return Err("a migration, told in the new chat");
    }
    let from = sender.ok_or("another bot")?;
    // A photo with a caption, or something without words, which is still a later message than the board. So is a post of the
    // linked channel, but it speaks to the channel's readers: nothing in it is a command.
    let words = message.text.as_ref().or(message.caption.as_ref()).filter(|_| !message.is_automatic_forward);
    let event = Incident::Text {
        message: message.message_id,
        file: message.file(),
        sent: Time(message.date.saturating_mul(1000)),
        reply_to: message.reply(me),
        text: words.cloned().unwrap_or_default(),
    };
    Ok((chat, from, event))
}

fn read_press(press: CallbackQuery) -> Found {
    let message = press.message.ok_or("a press without a chat")?;
    let chat = message.chat_ref()?;
    let data = press.data.ok_or("a press without data")?;
    let carried = message.carries(&data);
    Ok((
        chat,
        Sender::Person(press.from.person()),
        Incident::Press { press: press.id, message: Some(message.message_id), data, carried },
    ))
}

fn read_membership(change: ChatMemberUpdated) -> Found {
    let event = match (change.old_chat_member.state(), change.new_chat_member.state()) {
        (Membership::Out, Membership::In | Membership::Muted) | (Membership::Muted, Membership::In) => Incident::Added,
        (Membership::In | Membership::Muted, Membership::Out) => Incident::Removed,
        _ => return Err("a change of rights"),
    };
    let chat = change.chat.chat_ref(None)?;
    let from = change.from.sender().unwrap_or(Sender::Channel);
    Ok((chat, from, event))
}

/// <https://core.telegram.org/bots/api#message>, or an inaccessible one, which has little more than its number and chat.
#[derive(Deserialize)]
struct Message {
    message_id: i64,
    /// Seconds since 1970; 0 for an inaccessible message.
    #[serde(default)]
    date: i64,
    chat: Chat,
    #[serde(default, deserialize_with = "lenient")]
    from: Option<User>,
    #[serde(default, deserialize_with = "lenient")]
    sender_chat: Option<SenderChat>,
    #[serde(default)]
    is_automatic_forward: bool,
    message_thread_id: Option<i32>,
    #[serde(default)]
    is_topic_message: bool,
    text: Option<String>,
    caption: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    document: Option<Document>,
    #[serde(default, deserialize_with = "lenient")]
    reply_markup: Option<Markup>,
    #[serde(default, deserialize_with = "lenient")]
    reply_to_message: Option<Box<Message>>,
    /// Present where this message is the beginning of a topic.
    forum_topic_created: Option<IgnoredAny>,
    /// Present where a topic that was closed is open again.
    forum_topic_reopened: Option<IgnoredAny>,
    #[serde(default, deserialize_with = "lenient")]
    new_chat_members: Option<Vec<User>>,
    #[serde(default, deserialize_with = "lenient")]
    left_chat_member: Option<User>,
    #[serde(default)]
    group_chat_created: bool,
    migrate_to_chat_id: Option<i64>,
    migrate_from_chat_id: Option<i64>,
}

impl Message {
    /// Whether a button under it carries this data.
    fn carries(&self, data: &str) -> bool {
        let rows = self.reply_markup.iter().flat_map(|markup| &markup.inline_keyboard);
        rows.flatten().any(|button| button.callback_data.as_deref() == Some(data))
    }

    fn chat_ref(&self) -> Result<ChatRef, &'static str> {
        // In ordinary groups every reply belongs to a "thread", which is no place to write to.
        let in_topic = self.chat.is_forum && self.is_topic_message;
        self.chat.chat_ref(self.message_thread_id.filter(|_| in_topic))
    }

    /// Who wrote it; `None` for another bot.
    fn sender(&self) -> Option<Sender> {
        if self.is_automatic_forward {
            return Some(Sender::Channel);
        }
        match (&self.sender_chat, &self.from) {
            (Some(writer), _) if writer.id == self.chat.id => Some(Sender::AnonymousAdmin),
            (Some(_), _) | (None, None) => Some(Sender::Channel),
            (None, Some(user)) => user.sender(),
        }
    }

    /// What happened to the bot or the chat, if that is what the message says.
    fn service_event(&self, me: PersonId) -> Option<Incident> {
        let is_me = |user: &User| user.id == me.0;
        if let Some(to) = self.migrate_to_chat_id {
            Some(Incident::Migrated { to: ChatId(to) })
        } else if self.forum_topic_reopened.is_some() {
            // The bot may write there again.
            Some(Incident::Added)
        } else if self.group_chat_created || self.new_chat_members.as_deref().unwrap_or_default().iter().any(is_me) {
            Some(Incident::Added)
        } else if self.left_chat_member.as_ref().is_some_and(is_me) {
            Some(Incident::Removed)
        } else {
            None
        }
    }

    /// The file in it, if it is to be opened or kept.
    fn file(&self) -> Option<FileRef> {
        self.document.as_ref().map(|file| FileRef { id: file.file_id.clone(), size: file.file_size })
    }

    /// The message it answers. In a topic, a message that answers nothing shows the topic's beginning here.
    fn reply(&self, me: PersonId) -> Option<ReplyTo> {
        let to = self.reply_to_message.as_ref()?;
        let begins_topic = self.is_topic_message && self.message_thread_id.map(i64::from) == Some(to.message_id);
        if begins_topic || to.forum_topic_created.is_some() {
            return None;
        }
        let author = match to.sender() {
            Some(Sender::Person(person)) => Some(person),
            _ => None,
        };
        let own = to.from.as_ref().is_some_and(|user| user.id == me.0);
        let text = to.text.clone().or_else(|| to.caption.clone()).unwrap_or_default();
        Some(ReplyTo { message: to.message_id, author, own, text, file: to.file() })
    }
}

/// <https://core.telegram.org/bots/api#document>
#[derive(Deserialize)]
struct Document {
    file_id: String,
    file_size: Option<u64>,
}

/// <https://core.telegram.org/bots/api#inlinekeyboardmarkup>
#[derive(Deserialize)]
struct Markup {
    inline_keyboard: Vec<Vec<MarkupButton>>,
}

#[derive(Deserialize)]
struct MarkupButton {
    callback_data: Option<String>,
}

/// <https://core.telegram.org/bots/api#callbackquery>
#[derive(Deserialize)]
struct CallbackQuery {
    id: String,
    from: User,
    #[serde(default, deserialize_with = "lenient")]
    message: Option<Message>,
    data: Option<String>,
}

/// <https://core.telegram.org/bots/api#chatmemberupdated>
#[derive(Deserialize)]
struct ChatMemberUpdated {
    chat: Chat,
    from: User,
    old_chat_member: ChatMember,
    new_chat_member: ChatMember,
}

/// <https://core.telegram.org/bots/api#chatmember>
#[derive(Deserialize)]
struct ChatMember {
    status: String,
    /// Of somebody restricted: whether they are in the chat, and may write.
    is_member: Option<bool>,
    can_send_messages: Option<bool>,
}

/// How far the bot is in a chat.
enum Membership {
    Out,
    /// There, but not allowed to write.
    Muted,
    In,
}

impl ChatMember {
    fn state(&self) -> Membership {
        match self.status.as_str() {
            "left" | "kicked" => Membership::Out,
            "restricted" if self.is_member == Some(false) => Membership::Out,
            "restricted" if self.can_send_messages == Some(false) => Membership::Muted,
            _ => Membership::In,
        }
    }
}

/// <https://core.telegram.org/bots/api#chat>
#[derive(Deserialize)]
struct Chat {
    id: i64,
    #[serde(rename = "type")]
    kind: String,
    title: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
    #[serde(default)]
    is_forum: bool,
}

impl Chat {
    fn chat_ref(&self, thread: Option<i32>) -> Result<ChatRef, &'static str> {
        let kind = match self.kind.as_str() {
            "private" => ChatKind::Private,
            "group" | "supergroup" => ChatKind::Group,
            _ => return Err("neither a group nor a private chat"),
        };
        let title = self.title.clone().unwrap_or_else(|| full_name(&self.first_name, &self.last_name));
        Ok(ChatRef { id: ChatId(self.id), kind, title, forum: self.is_forum, thread })
    }
}

/// The chat in whose name somebody writes.
#[derive(Deserialize)]
struct SenderChat {
    id: i64,
}

/// <https://core.telegram.org/bots/api#user>
#[derive(Deserialize)]
struct User {
    id: u64,
    #[serde(default)]
    is_bot: bool,
    first_name: Option<String>,
    last_name: Option<String>,
    username: Option<String>,
    language_code: Option<String>,
}

impl User {
    /// What this user is as a sender; `None` for a bot that stands for nobody.
    fn sender(&self) -> Option<Sender> {
        match self.id {
            GROUP_ANONYMOUS_BOT => Some(Sender::AnonymousAdmin),
            id if CHANNEL_USERS.contains(&id) => Some(Sender::Channel),
            _ if self.is_bot => None,
            _ => Some(Sender::Person(self.person())),
        }
    }

    fn person(&self) -> PersonRef {
        PersonRef {
            id: PersonId(self.id),
            name: full_name(&self.first_name, &self.last_name),
            username: self.username.clone(),
            language: self.language_code.clone(),
        }
    }
}

/// First and last name, as Telegram shows them.
fn full_name(first: &Option<String>, last: &Option<String>) -> String {
    let names: Vec<_> = [first, last].into_iter().flatten().map(|name| name.trim()).filter(|n| !n.is_empty()).collect();
    names.join(" ")
}

fn parsed<T: DeserializeOwned>(json: &RawValue) -> Option<T> {
    serde_json::from_str(json.get()).ok()
}

/// Reads a part that one can do without: of a shape we do not know, it is as good as absent.
fn lenient<'de, D: Deserializer<'de>, T: DeserializeOwned>(deserializer: D) -> Result<Option<T>, D::Error> {
    Ok(parsed(&Box::<RawValue>::deserialize(deserializer)?))
}
