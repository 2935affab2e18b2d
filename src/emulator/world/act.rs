//! What people do, and what tests do to the world: one list, the same in Rust and as JSON.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::chat::{ChatKind, Topic};
use super::fault::Fault;
use super::message::{Author, Body, MediaKind, Words};
use super::people::{PERMISSIONS, Person, Standing};
use super::seed::NewChat;
use super::{Draft, World};
use crate::emulator::api::entities;

/// One thing done to the world. As JSON, `{"act": "say", "person": 1001, "chat": -5001, "text": "/start"}`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Writes a text. Answers `{"message": id}`.
    Say {
        person: i64,
        chat: i64,
        text: String,
        #[serde(default)]
        reply_to: Option<i64>,
        /// The topic, by number.
        #[serde(default)]
        topic: Option<i64>,
        /// Written by a channel instead, of this id.
        #[serde(default)]
        channel: Option<i64>,
        /// … which is linked to the group, so that Telegram forwards it automatically.
        #[serde(default)]
        automatic: bool,
    },
    /// Sends a file that is a text. Answers `{"message": id}`.
    SendFile {
        person: i64,
        chat: i64,
        name: String,
        content: String,
        #[serde(default)]
        caption: String,
        #[serde(default)]
        reply_to: Option<i64>,
        #[serde(default)]
        topic: Option<i64>,
    },
    /// Changes a text one wrote.
    Edit { chat: i64, message: i64, text: String },
    /// Presses a button of a message. Answers `{"press": id}` (`null` for a button that only opens something).
    Press {
        person: i64,
        chat: i64,
        message: i64,
        button: ButtonName,
        /// The bot is not shown the message any more.
        #[serde(default)]
        inaccessible: bool,
    },
    /// Opens the private chat: `/start`, with the payload of the link if there was one.
    Start {
        person: i64,
        #[serde(default)]
        payload: Option<String>,
    },
    /// Blocks the bot, or unblocks it.
    Block { person: i64, blocked: bool },
    /// Deletes a message, as an admin would.
    Delete { chat: i64, message: i64 },

    /// A new account. Answers `{"person": id}`.
    AddPerson { person: Person },
    /// Changes what is given of an account.
    ChangePerson {
        person: i64,
        #[serde(default)]
        first_name: Option<String>,
        /// Empty for none.
        #[serde(default)]
        last_name: Option<String>,
        /// Empty for none.
        #[serde(default)]
        username: Option<String>,
        /// Empty for none.
        #[serde(default)]
        language_code: Option<String>,
        #[serde(default)]
        deactivated: Option<bool>,
    },
    /// A new group. Answers `{"chat": id}`.
    AddChat { chat: NewChat },
    /// Changes what is given of a group.
    ChangeChat {
        chat: i64,
        #[serde(default)]
        title: Option<String>,
        #[serde(default)]
        is_forum: Option<bool>,
        /// The permissions withheld from ordinary members.
        #[serde(default)]
        denied: Option<BTreeSet<String>>,
        #[serde(default)]
        general_closed: Option<bool>,
        #[serde(default)]
        deleted: Option<bool>,
    },
    /// Makes a topic. Answers `{"topic": id}`.
    AddTopic { chat: i64, person: i64, name: String },
    /// Closes a topic, or opens it again.
    CloseTopic { chat: i64, topic: i64, closed: bool },
    /// Deletes a topic with its messages.
    DeleteTopic { chat: i64, topic: i64 },
    /// Somebody joins, leaves, is promoted, restricted or thrown out.
    SetStanding { chat: i64, person: i64, standing: Standing },
    /// The same for the bot, done by `by`: adding and removing it are told by a service message too.
    SetBot { chat: i64, by: i64, standing: Standing },
    /// A group becomes a supergroup. Answers `{"chat": new id}`.
    Migrate { chat: i64 },

    /// An update as it stands, for shapes that nothing else makes. Answers `{"update": id}`.
    Inject { update: Value },
    /// Delivers the newest delivered updates once more. Answers `{"updates": how many}`.
    Repeat { count: usize },
    /// Holds updates back until they are let go, so that several come in one batch.
    Hold { held: bool },
    /// Delivers the next batches of more than one update in reverse order.
    Disorder { batches: u32 },
    /// Orders a fault.
    Fault { fault: Fault },
    /// Calls all faults off.
    ClearFaults,
    /// All presses that wait for an answer become too old.
    ExpirePresses,
}

/// Which button of a message.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ButtonName {
    /// The first with this text.
    Label(String),
    /// The first with this callback data.
    Data(String),
    /// By row and place in the row, from 0.
    At(usize, usize),
    /// Data that no button carries: what a modified client could send.
    Forged(String),
}

impl World {
    /// Does it. The answer is a JSON object; errors are sentences.
    pub fn act(&mut self, act: Act) -> Result<Value, String> {
        match act {
            Act::Say { person, chat, text, reply_to, topic, channel, automatic } => {
                let author = channel.map(|id| Author::Channel { id, title: format!("Channel {id}"), automatic });
                let message = self.say(person, chat, text, reply_to, topic, author)?;
                return Ok(json!({"message": message}));
            }
            Act::SendFile { person, chat, name, content, caption, reply_to, topic } => {
                if content.is_empty() {
                    return Err("a file has to hold something".to_owned());
                }
                let file = self.files.add(&name, content.into_bytes().into(), None);
                let body = Body::Media { kind: MediaKind::Document, file, caption: written(caption, 0, 1024)? };
                let message = self.speak(person, chat, body, reply_to, topic, None)?;
                return Ok(json!({"message": message}));
            }
            Act::Edit { chat, message, text } => self.edit(chat, message, text)?,
            Act::Press { person, chat, message, button, inaccessible } => {
                let press = self.press_button(person, chat, message, button, inaccessible)?;
                return Ok(json!({"press": press}));
            }
            Act::Start { person, payload } => {
                let text = payload.map_or_else(|| "/start".to_owned(), |payload| format!("/start {payload}"));
                let message = self.say(person, person, text, None, None, None)?;
                return Ok(json!({"message": message}));
            }
            Act::Block { person, blocked } => self.block(person, blocked)?,
            Act::Delete { chat, message } => {
                if !self.delete(chat, message) {
                    return Err(format!("there is no message {message} in chat {chat}"));
                }
            }
            Act::AddPerson { person } => return Ok(json!({"person": self.add_person(person)?})),
            Act::ChangePerson { person, first_name, last_name, username, language_code, deactivated } => {
                let person = self.people.get_mut(&person).ok_or_else(|| format!("there is no person {person}"))?;
                let or_none = |text: String| (!text.is_empty()).then_some(text);
                first_name.into_iter().for_each(|name| person.first_name = name);
                last_name.into_iter().for_each(|name| person.last_name = or_none(name));
                username.into_iter().for_each(|name| person.username = or_none(name));
                language_code.into_iter().for_each(|code| person.language_code = or_none(code));
                deactivated.into_iter().for_each(|deactivated| person.deactivated = deactivated);
                self.touch();
            }
            Act::AddChat { chat } => return Ok(json!({"chat": self.add_chat(chat)?})),
            Act::ChangeChat { chat, title, is_forum, denied, general_closed, deleted } => {
                if let Some(name) = denied.iter().flatten().find(|name| !PERMISSIONS.contains(&name.as_str())) {
                    return Err(format!("{name} is no permission of a chat"));
                }
                let group = self.group(chat)?;
                title.into_iter().for_each(|title| group.title = title);
                is_forum.into_iter().for_each(|is_forum| group.is_forum = is_forum);
                denied.into_iter().for_each(|denied| group.denied = denied);
                general_closed.into_iter().for_each(|closed| group.general_closed = closed);
                deleted.into_iter().for_each(|deleted| group.deleted = deleted);
                self.touch_chat(chat);
            }
            Act::AddTopic { chat, person, name } => {
                return Ok(json!({"topic": self.add_topic(chat, person, name)?}));
            }
            Act::CloseTopic { chat, topic, closed } => {
                let group = self.group(chat)?;
                let by = group.members.keys().next().copied().unwrap_or_default();
                let known = group.topics.get_mut(&topic);
                let known = known.ok_or_else(|| format!("chat {chat} has no topic {topic}"))?;
                if std::mem::replace(&mut known.closed, closed) != closed {
                    let word = if closed { "forum_topic_closed" } else { "forum_topic_reopened" };
                    let fields = Map::from_iter([(word.to_owned(), json!({}))]);
                    let told = Draft { topic: Some(topic), ..Draft::new(Author::Person(by), Body::Service(fields)) };
                    let message = self.post(chat, told);
                    self.announce("message", chat, message);
                }
                self.touch_chat(chat);
            }
            Act::DeleteTopic { chat, topic } => {
                let group = self.group(chat)?;
                group.topics.remove(&topic).ok_or_else(|| format!("chat {chat} has no topic {topic}"))?;
                let inside = |message: &&super::Message| message.topic == Some(topic);
                let messages = group.messages.values().filter(inside).map(|message| message.id).collect::<Vec<_>>();
                for message in messages {
                    self.delete(chat, message);
                }
                self.touch_chat(chat);
            }
            Act::SetStanding { chat, person, standing } => self.set_standing(chat, person, standing)?,
            Act::SetBot { chat, by, standing } => {
                if let Some(name) = standing.unknown_name() {
                    return Err(format!("{name} is no right or permission of the Bot API"));
                }
                self.person(by)?;
                let was_in = self.group(chat)?.bot.is_in();
                match (was_in, standing.is_in()) {
                    (false, true) => self.add_bot(chat, by, standing),
                    (true, false) => self.remove_bot(chat, by, standing),
                    _ => self.set_bot_standing(chat, by, standing),
                }
            }
            Act::Migrate { chat } => return Ok(json!({"chat": self.migrate(chat)?})),
            Act::Inject { update } => {
                self.touch();
                return Ok(json!({"update": self.updates.inject(update)}));
            }
            Act::Repeat { count } => {
                self.touch();
                return Ok(json!({"updates": self.updates.repeat(count)}));
            }
            Act::Hold { held } => {
                self.touch();
                self.updates.hold(held);
            }
            Act::Disorder { batches } => self.updates.disorder(batches),
            Act::Fault { fault } => self.faults.add(fault),
            Act::ClearFaults => self.faults.clear(),
            Act::ExpirePresses => self.presses.clear(),
        }
        Ok(json!({}))
    }

    fn person(&self, id: i64) -> Result<&Person, String> {
        self.people.get(&id).ok_or_else(|| format!("there is no person {id}"))
    }

    fn group(&mut self, id: i64) -> Result<&mut super::Chat, String> {
        let chat = self.chats.get_mut(&id).filter(|chat| chat.is_group());
        chat.ok_or_else(|| format!("there is no group {id}"))
    }

    fn say(
        &mut self,
        person: i64,
        chat_id: i64,
        text: String,
        reply_to: Option<i64>,
        topic: Option<i64>,
        author: Option<Author>,
    ) -> Result<i64, String> {
        let body = Body::Text(written(text, 1, 4096)?);
        self.speak(person, chat_id, body, reply_to, topic, author)
    }

    fn speak(
        &mut self,
        person: i64,
        chat_id: i64,
        body: Body,
        reply_to: Option<i64>,
        topic: Option<i64>,
        author: Option<Author>,
    ) -> Result<i64, String> {
        let name = self.person(person)?.name();
        let chat = self.chats.get(&chat_id).ok_or_else(|| format!("there is no chat {chat_id}"))?;
        let standing = chat.members.get(&person).cloned().unwrap_or(Standing::Left);
        if author.is_none() && !standing.is_in() {
            return Err(format!("{name} is not in chat {chat_id}"));
        }
        if author.is_none() && !standing.permits("can_send_messages", &chat.denied) {
            return Err(format!("{name} may not write in chat {chat_id}"));
        }
        if chat.migrated_to.is_some() || chat.deleted {
            return Err(format!("chat {chat_id} is no more"));
        }
        if let Some(topic) = topic.filter(|topic| !chat.topics.contains_key(topic)) {
            return Err(format!("chat {chat_id} has no topic {topic}"));
        }
        if chat.is_closed(topic) && !standing.is_admin() {
            return Err("this topic is closed".to_owned());
        }
        let answered = match reply_to {
            Some(reply) => {
                Some(chat.messages.get(&reply).ok_or_else(|| format!("there is no message {reply} to answer"))?)
            }
            None => None,
        };
        // An answer stands in the topic of what it answers.
        let topic = topic.or_else(|| answered.and_then(|answered| answered.topic));
        let anonymous = standing.is_anonymous().then_some(Author::Anonymous);
        let author = author.or(anonymous).unwrap_or(Author::Person(person));
        if !chat.is_group() {
            let person = self.people.get_mut(&person).filter(|person| !person.blocked);
            person.ok_or_else(|| format!("{name} has blocked the bot: unblock it first"))?.started = true;
        }
        let message = self.post(chat_id, Draft { author, topic, reply_to, body, keyboard: Vec::new() });
        self.announce("message", chat_id, message);
        Ok(message)
    }

    fn edit(&mut self, chat: i64, message: i64, text: String) -> Result<(), String> {
        let found = self.chats.get(&chat).and_then(|chat| chat.messages.get(&message));
        match found.map(|message| (&message.author, &message.body)) {
            None => return Err(format!("there is no message {message} in chat {chat}")),
            Some((Author::Bot, _) | (_, Body::Media { .. } | Body::Service(_))) => {
                return Err(format!("message {message} is no text a person wrote"));
            }
            Some(_) => {}
        }
        let entities = entities::find(&text, &[]);
        self.rewrite(chat, message, Body::Text(Words { text, entities }), Vec::new());
        self.announce("edited_message", chat, message);
        Ok(())
    }

    fn press_button(
        &mut self,
        person: i64,
        chat_id: i64,
        message_id: i64,
        button: ButtonName,
        inaccessible: bool,
    ) -> Result<Option<String>, String> {
        let from = self.person(person)?.user_json();
        let chat = self.chats.get(&chat_id).ok_or_else(|| format!("there is no chat {chat_id}"))?;
        if !chat.members.get(&person).is_some_and(Standing::is_in) {
            return Err(format!("person {person} is not in chat {chat_id}"));
        }
        let message = chat
            .messages
            .get(&message_id)
            .ok_or_else(|| format!("there is no message {message_id} in chat {chat_id}"))?;
        let Some(data) = find_button(&message.keyboard, &button)? else { return Ok(None) };
        let message = if inaccessible {
            json!({"chat": self.chat_json(chat), "message_id": message_id, "date": 0})
        } else {
            self.message_json(chat, message)
        };
        let id = self.press(person, chat_id, message_id);
        self.updates.push(
            "callback_query",
            json!({
                "id": id, "from": from, "message": message,
                "chat_instance": format!("{}", chat_id.unsigned_abs().wrapping_mul(2_654_435_761)), "data": data,
            }),
        );
        Ok(Some(id))
    }

    fn block(&mut self, person: i64, blocked: bool) -> Result<(), String> {
        self.person(person)?;
        self.people.entry(person).and_modify(|person| person.blocked = blocked);
        let standing = if blocked { Standing::Kicked } else { Standing::Member };
        self.set_bot_standing(person, person, standing);
        Ok(())
    }

    fn add_topic(&mut self, chat: i64, person: i64, name: String) -> Result<i64, String> {
        self.person(person)?;
        let group = self.group(chat)?;
        if !group.is_forum {
            return Err(format!("chat {chat} is no forum"));
        }
        // Number 1 is General's.
        group.last_message = group.last_message.max(1);
        let topic = self.serve(chat, person, json!({"forum_topic_created": {"name": name, "icon_color": 7_322_096}}));
        let group = self.group(chat)?;
        group.topics.insert(topic, Topic { name, closed: false });
        group.messages.entry(topic).and_modify(|message| message.topic = Some(topic));
        self.announce("message", chat, topic);
        self.touch_chat(chat);
        Ok(topic)
    }

    fn set_standing(&mut self, chat: i64, person: i64, standing: Standing) -> Result<(), String> {
        if let Some(name) = standing.unknown_name() {
            return Err(format!("{name} is no right or permission of the Bot API"));
        }
        let user = self.person(person)?.user_json();
        let group = self.group(chat)?;
        let now_in = standing.is_in();
        let was_in = group.members.insert(person, standing).is_some_and(|old| old.is_in());
        self.touch_chat(chat);
        let fields = match (was_in, now_in) {
            (false, true) => json!({"new_chat_members": [user]}),
            (true, false) => json!({"left_chat_member": user}),
            _ => return Ok(()),
        };
        let message = self.serve(chat, person, fields);
        self.announce("message", chat, message);
        Ok(())
    }

    /// Adds the bot to a group it is not in, and tells it so as Telegram does: by the change of its standing and by a
    /// service message.
    pub(super) fn add_bot(&mut self, chat: i64, by: i64, standing: Standing) {
        self.set_bot_standing(chat, by, standing);
        let fields = json!({"new_chat_members": [self.bot.user_json()]});
        let message = self.serve(chat, by, fields);
        self.announce("message", chat, message);
    }

    fn remove_bot(&mut self, chat: i64, by: i64, standing: Standing) {
        let fields = json!({"left_chat_member": self.bot.user_json()});
        let message = self.serve(chat, by, fields);
        self.announce("message", chat, message);
        self.set_bot_standing(chat, by, standing);
    }

    fn migrate(&mut self, chat: i64) -> Result<i64, String> {
        let old = self.group(chat)?.clone();
        if old.kind != ChatKind::Group || old.migrated_to.is_some() {
            return Err(format!("chat {chat} is a supergroup already"));
        }
        let members = old.members.iter().map(|(&id, standing)| super::NewMember::As { id, standing: standing.clone() });
        let new = self.add_chat(NewChat {
            title: old.title,
            members: members.collect(),
            bot: Some(old.bot),
            denied: old.denied,
            ..NewChat::default()
        })?;
        self.group(chat)?.migrated_to = Some(new);
        let by = old.members.keys().next().copied().unwrap_or_default();
        let message = self.serve(chat, by, json!({"migrate_to_chat_id": new}));
        self.announce("message", chat, message);
        let message = self.serve(new, by, json!({"migrate_from_chat_id": chat}));
        self.announce("message", new, message);
        self.touch_chat(chat);
        Ok(new)
    }

    /// Posts a service message with these fields.
    fn serve(&mut self, chat: i64, by: i64, fields: Value) -> i64 {
        let fields = if let Value::Object(fields) = fields { fields } else { Map::new() };
        self.post(chat, Draft::new(Author::Person(by), Body::Service(fields)))
    }
}

/// A text or caption of so many characters.
fn written(text: String, least: usize, most: usize) -> Result<Words, String> {
    let length = text.chars().count();
    if text.trim().chars().count() < least || length > most {
        return Err(format!("a message has {least} to {most} characters, this one has {length}"));
    }
    let entities = entities::find(&text, &[]);
    Ok(Words { text, entities })
}

/// The callback data of a button, or `None` for one that only opens something.
fn find_button(keyboard: &[Vec<Value>], name: &ButtonName) -> Result<Option<String>, String> {
    let labels = || {
        let labels = keyboard.iter().flatten().filter_map(|button| button["text"].as_str());
        labels.collect::<Vec<_>>().join(" | ")
    };
    let found = match name {
        ButtonName::Label(label) => keyboard.iter().flatten().find(|button| button["text"] == label.as_str()),
        ButtonName::Data(data) => keyboard.iter().flatten().find(|button| button["callback_data"] == data.as_str()),
        ButtonName::At(row, place) => keyboard.get(*row).and_then(|row| row.get(*place)),
        ButtonName::Forged(data) => return Ok(Some(data.clone())),
    };
    let button = found.ok_or_else(|| format!("there is no button {name:?}; there are: {}", labels()))?;
    Ok(button["callback_data"].as_str().map(str::to_owned))
}
