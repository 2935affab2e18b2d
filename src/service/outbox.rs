//! What has been decided but not yet sent: one lane per chat.
//!
//! A chat that Telegram holds back (`retry_after`) waits alone. A board is queued as "show this table": what it looks like is
//! decided when its turn comes, so that boards which have become obsolete are never sent.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, sleep};

use super::messenger::MessageId;
use crate::chat::Post;
use crate::people::{ChatId, Limits, Place};
use crate::referee::GameId;

/// Something to be sent to a chat.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// Bring a table's message up to date.
    Show(GameId),
    /// A message of its own.
    Say { place: Place, post: Post, reply_to: Option<MessageId> },
    /// A message of the bot's gets other words and buttons (menus).
    Rewrite { chat: ChatId, message: MessageId, post: Post },
    /// A message loses its buttons.
    Strip { chat: ChatId, message: MessageId },
}

/// What became of an attempt to send.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Delivery {
    /// Sent, or not needed any more, or given up (and logged).
    Done,
    /// Telegram asks to wait: the lane tries again after this.
    Wait(Duration),
    /// No answer: the lane tries again a few times, ever more slowly.
    Failed,
}

/// Sends one item; the outbox decides when.
pub(super) trait Deliver: Send + Sync + 'static {
    fn deliver(&self, item: &mut Item) -> impl Future<Output = Delivery> + Send;
}

/// How long an unanswered item is tried again: five times, 1 s to 16 s apart.
const RETRIES: u32 = 5;
/// Between two requests of a chat whose minute is used up.
const SLOW: Duration = Duration::from_millis(1500);
const MINUTE: Duration = Duration::from_secs(60);

#[derive(Default)]
struct Lane {
    queue: VecDeque<Item>,
    /// Requests of the last minute.
    sent: VecDeque<Instant>,
    working: bool,
}

impl Lane {
    fn used(&mut self) -> usize {
        while self.sent.front().is_some_and(|at| at.elapsed() > MINUTE) {
            self.sent.pop_front();
        }
        self.sent.len()
    }
}

/// The lanes of all chats.
pub(super) struct Outbox {
    limits: Limits,
    lanes: Mutex<HashMap<ChatId, Lane>>,
    idle: Notify,
}

impl Outbox {
    pub(super) fn new(limits: Limits) -> Outbox {
        Outbox { limits, lanes: Mutex::default(), idle: Notify::new() }
    }

    /// Queues an item; a table that is already waiting to be shown is not queued twice.
    pub(super) fn push<D: Deliver>(self: &Arc<Self>, chat: ChatId, item: Item, deliver: &Arc<D>) {
        let start = self.with(|lanes| {
            let lane = lanes.entry(chat).or_default();
            let waiting = |queued: &Item| matches!((queued, &item), (Item::Show(a), Item::Show(b)) if a == b);
            if !lane.queue.iter().any(waiting) {
                lane.queue.push_back(item);
            }
            !std::mem::replace(&mut lane.working, true)
        });
        if start {
            tokio::spawn(Arc::clone(self).work(chat, Arc::clone(deliver)));
        }
    }

    /// Whether the chat's minute is nearly used up, so that small changes should cost little.
    pub(super) fn is_short(&self, chat: ChatId) -> bool {
        let limit = self.per_minute(chat);
        self.with(|lanes| {
            lanes.get_mut(&chat).is_some_and(|lane| lane.used().saturating_mul(3) > limit.saturating_mul(2))
        })
    }

    /// Waits until everything queued is sent, or the time is over; false if something was left.
    pub(super) async fn drain(&self, time: Duration) -> bool {
        let empty = async {
            loop {
                let idle = self.idle.notified();
                if self.with(|lanes| lanes.values().all(|lane| !lane.working)) {
                    return;
                }
                idle.await;
            }
        };
        tokio::time::timeout(time, empty).await.is_ok()
    }

    /// Requests a minute before this chat is slowed down. Groups have negative ids.
    fn per_minute(&self, chat: ChatId) -> usize {
        if chat.0 < 0 { self.limits.group_requests_per_minute } else { self.limits.private_requests_per_minute }
    }

    async fn work<D: Deliver>(self: Arc<Self>, chat: ChatId, deliver: Arc<D>) {
        while let Some(mut item) = self.next(chat) {
            let mut failures = 0;
            loop {
                if self.with(|lanes| lanes.get_mut(&chat).map_or(0, Lane::used)) >= self.per_minute(chat) {
                    sleep(SLOW).await;
                }
                self.with(|lanes| lanes.entry(chat).or_default().sent.push_back(Instant::now()));
                match deliver.deliver(&mut item).await {
                    Delivery::Done => break,
                    Delivery::Wait(time) => {
                        tracing::info!(%chat, ?time, "Telegram asks this chat to wait");
                        sleep(time).await;
                    }
                    Delivery::Failed if failures < RETRIES => {
                        sleep(Duration::from_secs(1 << failures)).await;
                        failures += 1;
                    }
                    Delivery::Failed => {
                        tracing::warn!(%chat, "given up after {RETRIES} retries");
                        break;
                    }
                }
            }
        }
        self.idle.notify_waiters();
    }

    /// The next item, or `None` after marking the lane as resting. A lane with nothing to remember is dropped.
    fn next(&self, chat: ChatId) -> Option<Item> {
        self.with(|lanes| {
            let lane = lanes.get_mut(&chat)?;
            let item = lane.queue.pop_front();
            if item.is_none() {
                lane.working = false;
                lanes.retain(|_, lane| lane.working || lane.used() > 0);
            }
            item
        })
    }

    fn with<T>(&self, act: impl FnOnce(&mut HashMap<ChatId, Lane>) -> T) -> T {
        act(&mut self.lanes.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
