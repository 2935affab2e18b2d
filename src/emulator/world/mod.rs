//! The state behind the emulator: people, chats, messages, files and what waits for the bot.
//!
//! [`act`] is what people do, the rest of this module what both sides share. Nothing here waits: time passes in
//! [`super::api`] and [`super::control`].

pub mod act;
pub mod chat;
pub mod fault;
pub mod files;
pub mod hook;
pub mod message;
pub mod people;
pub mod record;
mod seed;
pub mod updates;
mod view;

pub use seed::{NewChat, NewMember, Seed};

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use chat::{Chat, ChatKind};
use fault::Faults;
use files::Files;
use hook::Hook;
use message::{Author, Body, Message};
use people::{Person, Standing, set};
use record::Record;
use updates::Updates;

/// How many toasts are remembered.
const REMEMBERED: usize = 500;

/// Presses that were neither answered nor forgotten.
const MAX_PRESSES: usize = 10_000;

/// Everything the emulator knows.
pub struct World {
    /// Rises with every change.
    pub version: u64,
    pub bot: Bot,
    pub people: BTreeMap<i64, Person>,
    pub chats: BTreeMap<i64, Chat>,
    pub files: Files,
    pub updates: Updates,
    /// `None`: the bot asks for updates.
    pub hook: Option<Hook>,
    pub presses: HashMap<String, Press>,
    pub toasts: VecDeque<Toast>,
    pub faults: Faults,
    pub record: Record,
    pub rules: HouseRules,
    last_press: u64,
}

/// What can be set about the emulator itself.
#[derive(Clone, Debug)]
pub struct HouseRules {
    /// Whether the bot is in privacy mode: in groups it gets only what is meant for it.
    pub privacy: bool,
    /// How long a press may be answered.
    pub press_lifetime: Duration,
    /// How many messages a chat keeps.
    pub history: usize,
    /// How many calls of the bot are remembered.
    pub calls: usize,
    /// How many bytes of files that no message shows any more are kept.
    pub spare: usize,
}

/// The bot that is served.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Bot {
    pub id: i64,
    pub first_name: String,
    pub username: String,
    #[serde(default)]
    pub commands: Vec<CommandSet>,
    /// By name of the text and language (`""` is the default): description and short description.
    #[serde(default)]
    pub texts: BTreeMap<String, String>,
}

impl Bot {
    /// The Bot API's User.
    pub fn user_json(&self) -> Value {
        json!({"id": self.id, "is_bot": true, "first_name": self.first_name, "username": self.username})
    }
}

/// Commands registered for a scope and language.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CommandSet {
    /// BotCommandScope.
    pub scope: Value,
    /// Empty for everybody whose language has none of its own.
    pub language_code: String,
    /// A list of BotCommand.
    pub commands: Value,
}

/// A button that was pressed.
#[derive(Clone, Debug)]
pub struct Press {
    pub person: i64,
    pub chat: i64,
    pub message: i64,
    pub at: Instant,
}

/// The answer to a press.
#[derive(Clone, Debug, Serialize)]
pub struct Toast {
    pub rev: u64,
    /// The id of the callback query.
    pub press: String,
    pub person: i64,
    pub chat: i64,
    /// Empty if the press was answered silently.
    pub text: String,
    pub alert: bool,
    pub url: Option<String>,
}

impl World {
    /// A world with nobody in it.
    pub fn new(bot: Bot, rules: HouseRules) -> World {
        World {
            version: 0,
            bot,
            people: BTreeMap::new(),
            chats: BTreeMap::new(),
            files: Files::new(rules.spare),
            updates: Updates::default(),
            hook: None,
            presses: HashMap::new(),
            toasts: VecDeque::new(),
            faults: Faults::default(),
            record: Record::default(),
            rules,
            last_press: 0,
        }
    }

    /// Counts a change, and returns its number.
    pub fn touch(&mut self) -> u64 {
        self.version += 1;
        self.version
    }

    /// Marks a chat as changed in something else than its messages.
    pub fn touch_chat(&mut self, id: i64) {
        let rev = self.touch();
        if let Some(chat) = self.chats.get_mut(&id) {
            chat.rev = rev;
        }
    }

    /// Puts a message into a chat and returns its number. The chat must exist.
    pub fn post(&mut self, chat: i64, draft: Draft) -> i64 {
        let rev = self.touch();
        if let Some(file) = draft.body.file() {
            self.files.hold(&file.key);
        }
        let history = self.rules.history;
        let Some(chat) = self.chats.get_mut(&chat) else { return 0 };
        chat.last_message += 1;
        let id = chat.last_message;
        match &draft.author {
            Author::Bot => chat.other_bot_spoke = false,
            Author::Person(person) if self.people.get(person).is_some_and(|person| person.is_bot) => {
                chat.other_bot_spoke = true;
            }
            _ => {}
        }
        let message = Message {
            id,
            date: unix_seconds(),
            edit_date: None,
            author: draft.author,
            topic: draft.topic,
            reply_to: draft.reply_to,
            body: draft.body,
            keyboard: draft.keyboard,
            reactions: Vec::new(),
            pinned: false,
            rev,
        };
        chat.messages.insert(id, message);
        while chat.messages.len() > history
            && let Some((old_id, old)) = chat.messages.pop_first()
        {
            chat.bury(old_id, rev);
            if let Some(file) = old.body.file() {
                self.files.release(&file.key);
            }
        }
        id
    }

    /// Changes a message's body and buttons; the picture it showed before is let go.
    pub fn rewrite(&mut self, chat: i64, message: i64, body: Body, keyboard: Vec<Vec<Value>>) {
        let rev = self.touch();
        if let Some(file) = body.file() {
            self.files.hold(&file.key);
        }
        let Some(message) = self.chats.get_mut(&chat).and_then(|chat| chat.messages.get_mut(&message)) else { return };
        let old = std::mem::replace(&mut message.body, body);
        message.keyboard = keyboard;
        message.edit_date = Some(unix_seconds());
        message.rev = rev;
        if let Some(file) = old.file() {
            self.files.release(&file.key);
        }
    }

    /// Deletes a message. Returns whether it was there.
    pub fn delete(&mut self, chat: i64, message: i64) -> bool {
        let rev = self.touch();
        let Some(chat) = self.chats.get_mut(&chat) else { return false };
        let Some(old) = chat.messages.remove(&message) else { return false };
        chat.bury(message, rev);
        if let Some(file) = old.body.file() {
            self.files.release(&file.key);
        }
        true
    }

    /// Registers a press and returns its id.
    pub fn press(&mut self, person: i64, chat: i64, message: i64) -> String {
        self.touch();
        if self.presses.len() >= MAX_PRESSES {
            let lifetime = self.rules.press_lifetime;
            self.presses.retain(|_, press| press.at.elapsed() < lifetime);
        }
        self.last_press += 1;
        // The numbers of a server go on over restarts; time makes these do so.
        let id = format!("{}{:06}", unix_seconds(), self.last_press);
        self.presses.insert(id.clone(), Press { person, chat, message, at: Instant::now() });
        id
    }

    /// Shows the answer to a press.
    pub fn toast(&mut self, press: String, to: &Press, text: String, alert: bool, url: Option<String>) {
        let rev = self.touch();
        self.toasts.push_back(Toast { rev, press, person: to.person, chat: to.chat, text, alert, url });
        if self.toasts.len() > REMEMBERED {
            self.toasts.pop_front();
        }
    }

    /// The Bot API's Chat.
    pub fn chat_json(&self, chat: &Chat) -> Value {
        let person = self.people.get(&chat.id).filter(|_| chat.kind == ChatKind::Private).map(Person::user_json);
        chat.chat_json(person.as_ref())
    }

    /// The Bot API's User for a person or the bot.
    pub fn user_json(&self, id: i64) -> Option<Value> {
        if id == self.bot.id {
            return Some(self.bot.user_json());
        }
        self.people.get(&id).map(Person::user_json)
    }

    /// The Bot API's Message, with the message it answers.
    pub fn message_json(&self, chat: &Chat, message: &Message) -> Value {
        let mut json = self.bare_message_json(chat, message);
        // In a topic, a message that answers nothing else answers the one that created the topic.
        let answered = message.reply_to.or(message.topic).and_then(|id| chat.messages.get(&id));
        if let Some(answered) = answered.filter(|answered| answered.id != message.id) {
            json["reply_to_message"] = self.bare_message_json(chat, answered);
        }
        json
    }

    fn bare_message_json(&self, chat: &Chat, message: &Message) -> Value {
        let mut json = json!({"message_id": message.id, "date": message.date, "chat": self.chat_json(chat)});
        self.author_json(chat, message, &mut json);
        set(&mut json, "edit_date", message.edit_date);
        if let Some(topic) = message.topic {
            json["message_thread_id"] = json!(topic);
            json["is_topic_message"] = json!(true);
        } else if chat.kind == ChatKind::Supergroup && !chat.is_forum {
            // Ordinary threads of replies carry the number of their first message.
            set(&mut json, "message_thread_id", message.reply_to.map(|reply| thread_root(chat, reply)));
        }
        message.body.describe(&mut json);
        if !message.keyboard.is_empty() {
            json["reply_markup"] = json!({"inline_keyboard": message.keyboard});
        }
        json
    }

    fn author_json(&self, chat: &Chat, message: &Message, json: &mut Value) {
        json["from"] = match &message.author {
            Author::Person(id) => self.user_json(*id).unwrap_or(Value::Null),
            Author::Bot => self.bot.user_json(),
            Author::Anonymous => {
                json["sender_chat"] = self.chat_json(chat);
                json!({"id": 1_087_968_824, "is_bot": true, "first_name": "Group", "username": "GroupAnonymousBot"})
            }
            Author::Channel { id, title, automatic } => {
                let channel = json!({"id": id, "title": title, "type": "channel"});
                json["sender_chat"] = channel.clone();
                if *automatic {
                    json["is_automatic_forward"] = json!(true);
                    json["forward_origin"] =
                        json!({"type": "channel", "date": message.date, "chat": channel, "message_id": message.id});
                    json!({"id": 777_000, "is_bot": false, "first_name": "Telegram"})
                } else {
                    json!({"id": 136_817_688, "is_bot": true, "first_name": "Channel", "username": "Channel_Bot"})
                }
            }
        };
    }

    /// Tells the bot of a message, if it gets to see it.
    pub fn announce(&mut self, kind: &str, chat: i64, message: i64) {
        let Some((chat, message)) = self.chats.get(&chat).and_then(|chat| Some((chat, chat.messages.get(&message)?)))
        else {
            return;
        };
        if self.bot_sees(chat, message) {
            let json = self.message_json(chat, message);
            self.updates.push(kind, json);
        }
    }

    /// Whether the bot gets a message: all in private chats and where it is an admin; in privacy mode only commands,
    /// replies to it and service messages in groups (Telegram's description of privacy mode).
    fn bot_sees(&self, chat: &Chat, message: &Message) -> bool {
        let from_bot = match message.author {
            Author::Bot => true,
            Author::Person(id) => self.people.get(&id).is_some_and(|person| person.is_bot),
            _ => false,
        };
        if !chat.is_group() {
            return !from_bot;
        }
        let Body::Text(words) = &message.body else { return chat.bot.is_in() };
        if !chat.bot.is_in() || from_bot {
            return false;
        }
        if !self.rules.privacy || chat.bot.is_admin() {
            return true;
        }
        let answers_bot = message
            .reply_to
            .and_then(|id| chat.messages.get(&id))
            .is_some_and(|answered| answered.author == Author::Bot);
        answers_bot || self.command_is_for_bot(&words.text, chat)
    }

    fn command_is_for_bot(&self, text: &str, chat: &Chat) -> bool {
        let Some(word) = text.strip_prefix('/').and_then(|rest| rest.split_whitespace().next()) else { return false };
        match word.split_once('@') {
            Some((_, name)) => name.eq_ignore_ascii_case(&self.bot.username),
            None => !chat.other_bot_spoke,
        }
    }

    /// Changes what the bot is in a chat, and tells it so.
    pub fn set_bot_standing(&mut self, chat_id: i64, by: i64, new: Standing) {
        let Some(from) = self.user_json(by) else { return };
        let bot = self.bot.user_json();
        let Some(chat) = self.chats.get_mut(&chat_id) else { return };
        let old = std::mem::replace(&mut chat.bot, new);
        if old == chat.bot {
            return;
        }
        let (old, new) = (old.member_json(bot.clone()), chat.bot.member_json(bot));
        let Some(chat) = self.chats.get(&chat_id) else { return };
        let update = json!({
            "chat": self.chat_json(chat), "from": from, "date": unix_seconds(),
            "old_chat_member": old, "new_chat_member": new,
        });
        self.updates.push("my_chat_member", update);
        self.touch_chat(chat_id);
    }
}

/// A message to be put into a chat.
pub struct Draft {
    pub author: Author,
    pub topic: Option<i64>,
    pub reply_to: Option<i64>,
    pub body: Body,
    pub keyboard: Vec<Vec<Value>>,
}

impl Draft {
    /// A message without buttons that answers nothing.
    pub fn new(author: Author, body: Body) -> Draft {
        Draft { author, topic: None, reply_to: None, body, keyboard: Vec::new() }
    }
}

/// The first message of the chain of replies this one ends.
fn thread_root(chat: &Chat, mut message: i64) -> i64 {
    // An answer is newer than what it answers, so this ends.
    while let Some(reply) = chat.messages.get(&message).and_then(|message| message.reply_to) {
        message = reply;
    }
    message
}

/// Seconds since 1970, as the Bot API's dates.
pub fn unix_seconds() -> i64 {
    unix_millis() / 1000
}

/// Milliseconds since 1970.
pub fn unix_millis() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
