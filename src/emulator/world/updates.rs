//! The queue of updates, and who may fetch them.

use std::collections::{BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Kinds a bot gets only if it asks for them (Bot API, getUpdates).
const ONLY_IF_ASKED: [&str; 3] = ["chat_member", "message_reaction", "message_reaction_count"];

/// How many delivered updates can be delivered again by [`Updates::repeat`].
const REMEMBERED: usize = 100;

/// Updates waiting for the bot. An update stays until a later request's offset confirms it.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Updates {
    queue: VecDeque<Value>,
    last_id: i64,
    /// The kinds asked for; empty means the default.
    allowed: Vec<String>,
    #[serde(skip)]
    delivered: VecDeque<Value>,
    /// Delivered once more, whatever the offset.
    #[serde(skip)]
    repeats: Vec<Value>,
    /// How many more batches are delivered in reverse order.
    #[serde(skip)]
    disordered: u32,
    #[serde(skip)]
    held: bool,
    /// The numbers of those that were handed in as they stand.
    #[serde(skip)]
    made_up: BTreeSet<i64>,
    /// Which getUpdates request is the newest.
    #[serde(skip)]
    poll: u64,
}

impl Updates {
    /// Queues an update of a kind, if the bot asked for that kind.
    pub fn push(&mut self, kind: &str, payload: Value) {
        let wanted = if self.allowed.is_empty() {
            !ONLY_IF_ASKED.contains(&kind)
        } else {
            self.allowed.iter().any(|name| name == kind)
        };
        if wanted {
            self.queue(json!({kind: payload}));
        }
    }

    /// Queues an update as it is, whatever it is. It gets the next number unless it brings one.
    pub fn inject(&mut self, update: Value) -> i64 {
        let id = self.queue(update);
        self.made_up.insert(id);
        id
    }

    /// Which of these updates were handed in as they stand.
    pub fn made_up(&self, updates: &Value) -> Vec<i64> {
        let numbers = updates.as_array().into_iter().flatten().filter_map(|update| update["update_id"].as_i64());
        numbers.filter(|id| self.made_up.contains(id)).collect()
    }

    fn queue(&mut self, mut update: Value) -> i64 {
        let id = update.get("update_id").and_then(Value::as_i64).unwrap_or(self.last_id + 1);
        update["update_id"] = json!(id);
        self.last_id = self.last_id.max(id);
        self.queue.push_back(update);
        id
    }

    /// How many wait.
    pub fn pending(&self) -> usize {
        self.queue.len()
    }

    /// Forgets all that wait.
    pub fn clear(&mut self) {
        self.queue.clear();
    }

    /// Remembers which kinds the bot wants from now on; an empty list means the default. Whether they are others than
    /// before.
    pub fn allow(&mut self, kinds: Vec<String>) -> bool {
        let changed = self.allowed != kinds;
        self.allowed = kinds;
        changed
    }

    /// Forgets what is below `offset` (counted from the end if negative). Whether there was any.
    pub fn confirm(&mut self, offset: i64) -> bool {
        let before = self.queue.len();
        if offset < 0 {
            let keep = usize::try_from(-offset).unwrap_or(usize::MAX);
            while self.queue.len() > keep {
                self.queue.pop_front();
            }
        } else {
            self.queue.retain(|update| update["update_id"].as_i64().is_none_or(|id| id >= offset));
        }
        self.queue.len() < before
    }

    /// A new getUpdates request, which supersedes one that is still waiting. The answer names it in [`Updates::take`].
    pub fn begin(&mut self) -> u64 {
        self.poll += 1;
        self.poll
    }

    /// How many getUpdates requests there were.
    pub fn polls(&self) -> u64 {
        self.poll
    }

    /// Up to `limit` updates for the request, or `None` if a newer request has superseded it.
    pub fn take(&mut self, poll: u64, limit: usize) -> Option<Vec<Value>> {
        if poll != self.poll {
            return None;
        }
        if self.held {
            return Some(Vec::new());
        }
        let mut batch = std::mem::take(&mut self.repeats);
        batch.extend(self.queue.iter().take(limit).cloned());
        for update in &batch {
            self.remember(update);
        }
        if self.disordered > 0 && batch.len() > 1 {
            self.disordered -= 1;
            batch.reverse();
        }
        Some(batch)
    }

    /// The oldest update in a line that is free, for a webhook: the line, and the update, which stays in the queue (unless it is
    /// a repetition). `free` is asked about each line.
    pub fn next_for_hook(&mut self, free: impl Fn(HookLine) -> bool) -> Option<(HookLine, Value)> {
        if self.held {
            return None;
        }
        let update = match self.repeats.iter().position(|update| free(HookLine::of(update))) {
            Some(at) => self.repeats.remove(at),
            None => self.queue.iter().find(|update| free(HookLine::of(update)))?.clone(),
        };
        self.remember(&update);
        Some((HookLine::of(&update), update))
    }

    /// The webhook took an update: it waits no longer. Whether it did.
    pub fn taken_by_hook(&mut self, update: &Value) -> bool {
        let at = self.queue.iter().position(|waiting| waiting["update_id"] == update["update_id"]);
        at.is_some_and(|at| self.queue.remove(at).is_some())
    }

    fn remember(&mut self, update: &Value) {
        if !self.delivered.contains(update) {
            self.delivered.push_back(update.clone());
        }
        if self.delivered.len() > REMEMBERED {
            self.delivered.pop_front();
        }
    }

    /// Delivers the newest `count` delivered updates once more. Returns how many that are.
    pub fn repeat(&mut self, count: usize) -> usize {
        let skip = self.delivered.len().saturating_sub(count);
        self.repeats.extend(self.delivered.iter().skip(skip).cloned());
        self.delivered.len() - skip
    }

    /// Reverses the order of the next `batches` batches of more than one update; a webhook gets its updates one by one.
    pub fn disorder(&mut self, batches: u32) {
        self.disordered = batches;
    }

    /// Holds all updates back, or lets them go.
    pub fn hold(&mut self, held: bool) {
        self.held = held;
    }
}

/// Updates of one line go to a webhook one after the other, those of different lines beside each other.
///
/// As in Telegram's server: messages wait by chat, the bot's own membership by chat apart from them, and presses by whoever
/// pressed (tdlib/telegram-bot-api, `telegram-bot-api/Client.cpp`, the `webhook_queue_id` of each kind).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum HookLine {
    /// Messages in this chat; 0 for what is about none.
    Messages(i64),
    /// The bot's membership in this chat.
    Membership(i64),
    /// Presses of this person.
    Presses(i64),
}

impl HookLine {
    fn of(update: &Value) -> HookLine {
        let person = update.pointer("/callback_query/from/id").and_then(Value::as_i64);
        match person {
            Some(person) => HookLine::Presses(person),
            None if update["my_chat_member"].is_object() => HookLine::Membership(chat_of(update)),
            None => HookLine::Messages(chat_of(update)),
        }
    }
}

/// The chat an update is about; 0 if it is about none.
pub fn chat_of(update: &Value) -> i64 {
    let chats = ["/message/chat/id", "/callback_query/message/chat/id", "/my_chat_member/chat/id"];
    chats.iter().find_map(|path| update.pointer(path)?.as_i64()).unwrap_or(0)
}
