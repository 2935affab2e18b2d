//! Chats: their members, topics and history.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::message::Message;
use super::people::{Standing, set};

/// What kind of chat it is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChatKind {
    Private,
    Group,
    #[default]
    Supergroup,
}

/// How many of a chat's messages that are gone are remembered, for pages that have not heard of it.
const REMEMBERED: usize = 500;

/// A chat.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Chat {
    /// The person's id for a private chat; negative for groups, below -10^12 for supergroups.
    pub id: i64,
    pub kind: ChatKind,
    pub title: String,
    /// Of a public supergroup, without the `@`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    /// Has topics.
    #[serde(default)]
    pub is_forum: bool,
    #[serde(default)]
    pub members: BTreeMap<i64, Standing>,
    /// What the bot is here.
    pub bot: Standing,
    /// The permissions withheld from ordinary members.
    #[serde(default)]
    pub denied: BTreeSet<String>,
    /// By the number of the message that created the topic; General is not among them.
    #[serde(default)]
    pub topics: BTreeMap<i64, Topic>,
    #[serde(default)]
    pub general_closed: bool,
    /// The supergroup this group became.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub migrated_to: Option<i64>,
    /// The group was deleted.
    #[serde(default)]
    pub deleted: bool,
    /// Another bot spoke after ours: in privacy mode, commands without `@name` go to that one.
    #[serde(default)]
    pub other_bot_spoke: bool,
    #[serde(default)]
    pub messages: BTreeMap<i64, Message>,
    #[serde(default)]
    pub last_message: i64,
    /// Messages that were deleted or too old to be kept, and when (versions of the world).
    #[serde(skip)]
    pub gone: VecDeque<(i64, u64)>,
    /// What the bot says it is doing, and until when (Unix milliseconds).
    #[serde(skip)]
    pub action: Option<(String, i64)>,
    /// The world's version when anything but the messages last changed.
    #[serde(default)]
    pub rev: u64,
}

/// A topic of a forum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Topic {
    pub name: String,
    #[serde(default)]
    pub closed: bool,
}

impl Chat {
    /// An empty chat the bot is not in.
    pub fn new(id: i64, kind: ChatKind, title: &str) -> Chat {
        Chat {
            id,
            kind,
            title: title.to_owned(),
            username: None,
            is_forum: false,
            members: BTreeMap::new(),
            bot: Standing::Left,
            denied: BTreeSet::new(),
            topics: BTreeMap::new(),
            general_closed: false,
            migrated_to: None,
            deleted: false,
            other_bot_spoke: false,
            messages: BTreeMap::new(),
            last_message: 0,
            gone: VecDeque::new(),
            action: None,
            rev: 0,
        }
    }

    /// Whether it is a group of any kind.
    pub fn is_group(&self) -> bool {
        self.kind != ChatKind::Private
    }

    /// The word error texts use for it.
    pub fn kind_word(&self) -> &'static str {
        match self.kind {
            ChatKind::Private => "private",
            ChatKind::Group => "group",
            ChatKind::Supergroup => "supergroup",
        }
    }

    /// Remembers that a message is gone since this version of the world.
    pub fn bury(&mut self, message: i64, rev: u64) {
        self.gone.push_back((message, rev));
        if self.gone.len() > REMEMBERED {
            self.gone.pop_front();
        }
    }

    /// Whether new messages are refused in this topic (`None` is General).
    pub fn is_closed(&self, topic: Option<i64>) -> bool {
        match topic {
            Some(topic) => self.topics.get(&topic).is_some_and(|topic| topic.closed),
            None => self.is_forum && self.general_closed,
        }
    }

    /// The Bot API's Chat; a private one needs its person's names, which are `person`'s User.
    pub fn chat_json(&self, person: Option<&Value>) -> Value {
        let mut chat = json!({"id": self.id, "type": self.kind_word()});
        match person {
            Some(person) => {
                for name in ["first_name", "last_name", "username"] {
                    set(&mut chat, name, person.get(name).cloned());
                }
            }
            None => {
                chat["title"] = json!(self.title);
                set(&mut chat, "username", self.username.as_deref());
                set(&mut chat, "is_forum", self.is_forum.then_some(true));
            }
        }
        chat
    }
}
