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
use crate::book::CupId;
use crate::chat::Post;
use crate::people::{ChatId, Limits, PersonId, Place};
use crate::referee::GameId;

/// Something to be sent to a chat.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// Bring a table's message up to date.
    Show(GameId),
    /// Bring a cup's message up to date.
    ShowCup(CupId),
    /// A message of its own.
    Say { place: Place, post: Post, reply_to: Option<MessageId> },
    /// Bring the message of a game that is looked at again up to date.
    Review(GameId),
    /// A game as a file: its film or its record.
    Enclose { place: Place, game: GameId, what: Enclosure, reply_to: Option<MessageId> },
    /// An older board or card is said to be old; its picture stays.
    Retire { chat: ChatId, message: MessageId, post: Post },
    /// A message of the bot's gets another picture, other words and buttons (menus, copies of games).
    Rewrite { chat: ChatId, message: MessageId, post: Post },
    /// A message loses its buttons.
    Strip { chat: ChatId, message: MessageId },
}

/// A game as a file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Enclosure {
    Film,
    Record,
}

impl Item {
    /// A message more, in contrast to one that is brought up to date.
    const fn is_said(&self) -> bool {
        matches!(self, Item::Say { .. } | Item::Enclose { .. })
    }

    /// Whether a newer item makes this queued one superfluous.
    fn is_covered_by(&self, newer: &Item) -> bool {
        match (self, newer) {
            (Item::Show(old), Item::Show(new)) | (Item::Review(old), Item::Review(new)) => old == new,
            (Item::ShowCup(old), Item::ShowCup(new)) => old == new,
            (Item::Rewrite { message: old, .. }, Item::Rewrite { message: new, .. })
            | (Item::Retire { message: old, .. }, Item::Retire { message: new, .. })
            | (Item::Strip { message: old, .. }, Item::Strip { message: new, .. }) => old == new,
            _ => false,
        }
    }
}

/// What became of an attempt to send.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Delivery {
    /// Sent, or given up (and logged).
    Done,
    /// Telegram asks to wait: the lane tries again after this.
    Wait(Duration),
    /// The item was changed and may succeed now: the lane tries again, a few times.
    Again,
    /// No answer: the lane tries again, ever more slowly.
    Failed,
}

/// Sends one item; the outbox decides when.
pub(super) trait Deliver: Send + Sync + 'static {
    /// Whether there is anything to send; a board may be up to date by now.
    fn is_needed(&self, item: &Item) -> impl Future<Output = bool> + Send;

    /// `since`: when the update came that caused the item, at the first try.
    /// `asked_by`: who sent it, to be told in private if it cannot be said where they asked.
    fn deliver(
        &self,
        item: &mut Item,
        since: Option<Instant>,
        asked_by: Option<PersonId>,
    ) -> impl Future<Output = Delivery> + Send;
}

/// How often an unanswered item is tried again; a board is never given up, for it always shows the newest.
const RETRIES: u32 = 5;
/// How often an item may be changed and tried again at once.
const CHANGES: u32 = 3;
/// The longest pause between two tries.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// Messages of their own that may wait in one lane; whoever makes more of them is not answered.
const MOST_SAID: usize = 40;
const MINUTE: Duration = Duration::from_secs(60);

/// An item that waits.
struct Queued {
    item: Item,
    /// When the update came that caused it, if one did.
    since: Option<Instant>,
    /// Who sent that update.
    asked_by: Option<PersonId>,
}

#[derive(Default)]
struct Lane {
    queue: VecDeque<Queued>,
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

    fn push(&mut self, item: Item, since: Option<Instant>, asked_by: Option<PersonId>) {
        if let Some(queued) = self.queue.iter_mut().find(|queued| queued.item.is_covered_by(&item)) {
            queued.item = item;
            // Whoever waits has waited since the first of the two.
            queued.since = queued.since.or(since);
            queued.asked_by = queued.asked_by.or(asked_by);
            return;
        }
        let said = self.queue.iter().filter(|queued| queued.item.is_said()).count();
        if item.is_said() && said >= MOST_SAID {
            tracing::warn!(said, "too much to say in one chat: a message is dropped");
            return;
        }
        self.queue.push_back(Queued { item, since, asked_by });
    }
}

/// The lanes of all chats.
pub(super) struct Outbox {
    limits: Limits,
    lanes: Mutex<Lanes>,
    idle: Notify,
}

/// Lanes by chat. Those with nothing to remember are taken out whenever there are many more than the last time.
#[derive(Default)]
struct Lanes {
    by_chat: HashMap<ChatId, Lane>,
    /// With more lanes than this it is time to look for some that may go.
    many: usize,
}

/// So few lanes are no burden.
const FEW: usize = 64;

impl Lanes {
    fn tidy(&mut self) {
        if self.by_chat.len() > self.many.max(FEW) {
            self.by_chat.retain(|_, lane| lane.working || lane.used() > 0);
            self.many = 2 * self.by_chat.len();
        }
    }
}

impl Outbox {
    pub(super) fn new(limits: Limits) -> Outbox {
        Outbox { limits, lanes: Mutex::default(), idle: Notify::new() }
    }

    /// Queues an item; one that it makes superfluous gives it its place. `since`: when the update came that caused it.
    pub(super) fn push<D: Deliver>(
        self: &Arc<Self>,
        chat: ChatId,
        item: Item,
        since: Option<Instant>,
        asked_by: Option<PersonId>,
        deliver: &Arc<D>,
    ) {
        let start = self.with(|lanes| {
            let lane = lanes.by_chat.entry(chat).or_default();
            lane.push(item, since, asked_by);
            !std::mem::replace(&mut lane.working, true)
        });
        if start {
            tokio::spawn(Arc::clone(self).work(chat, Arc::clone(deliver)));
        }
    }

    /// Whether the chat's minute is nearly used up, so that small changes should cost little.
    pub(super) fn is_short(&self, chat: ChatId) -> bool {
        let limit = self.per_minute(chat);
        let used = self.with(|lanes| lanes.by_chat.get_mut(&chat).map_or(0, Lane::used));
        used.saturating_mul(3) > limit.saturating_mul(2)
    }

    /// Waits until everything queued is sent, or the time is over; false if something was left.
    pub(super) async fn drain(&self, time: Duration) -> bool {
        let empty = async {
            loop {
                let idle = self.idle.notified();
                if self.with(|lanes| lanes.by_chat.values().all(|lane| !lane.working)) {
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
        while let Some(queued) = self.next(chat) {
            let (outbox, deliver) = (Arc::clone(&self), Arc::clone(&deliver));
            // In a task of its own: a panic loses this item alone, not the lane.
            let sending = tokio::spawn(async move { outbox.send(chat, queued, &*deliver).await });
            if let Err(error) = sending.await {
                tracing::error!(%chat, %error, "sending panicked");
            }
        }
        self.idle.notify_waiters();
    }

    /// Sends one item, however often that has to be tried.
    async fn send<D: Deliver>(&self, chat: ChatId, queued: Queued, deliver: &D) {
        let Queued { mut item, mut since, asked_by } = queued;
        let (mut failures, mut changes) = (0, 0);
        while deliver.is_needed(&item).await {
            self.wait_for_budget(chat).await;
            match deliver.deliver(&mut item, since.take(), asked_by).await {
                Delivery::Done => return,
                Delivery::Wait(time) => {
                    tracing::info!(%chat, ?time, "Telegram asks this chat to wait");
                    sleep(time).await;
                }
                Delivery::Again if changes < CHANGES => changes += 1,
                Delivery::Failed if failures < RETRIES || matches!(item, Item::Show(_) | Item::ShowCup(_)) => {
                    sleep(Duration::from_secs(1 << failures.min(6)).min(LONGEST_PAUSE)).await;
                    failures += 1;
                }
                Delivery::Again | Delivery::Failed => {
                    tracing::warn!(%chat, failures, changes, "given up");
                    return;
                }
            }
        }
    }

    /// Waits while the chat's minute is used up, and counts the request that follows.
    async fn wait_for_budget(&self, chat: ChatId) {
        let limit = self.per_minute(chat).max(1);
        while self.with(|lanes| lanes.by_chat.entry(chat).or_default().used()) >= limit {
            sleep(MINUTE / u32::try_from(limit).unwrap_or(u32::MAX)).await;
        }
        self.with(|lanes| lanes.by_chat.entry(chat).or_default().sent.push_back(Instant::now()));
    }

    /// The next item, or `None` after marking the lane as resting.
    fn next(&self, chat: ChatId) -> Option<Queued> {
        self.with(|lanes| {
            let lane = lanes.by_chat.get_mut(&chat)?;
            let queued = lane.queue.pop_front();
            if queued.is_none() {
                lane.working = false;
                lanes.tidy();
            }
            queued
        })
    }

    fn with<T>(&self, act: impl FnOnce(&mut Lanes) -> T) -> T {
        act(&mut self.lanes.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUSY: ChatId = ChatId(-1);
    const OTHER: ChatId = ChatId(-2);

    /// Takes what it is given, in a way that a test chooses by the item.
    #[derive(Default)]
    struct Postman {
        tried: Mutex<Vec<(u64, Instant)>>,
    }

    impl Postman {
        fn tried(&self, id: u64) -> usize {
            self.tried.lock().expect("no panic under the lock").iter().filter(|(tried, _)| *tried == id).count()
        }
    }

    /// Held back at its first try.
    const HELD: u64 = 1;
    /// Never answered at its first try.
    const LOST: u64 = 2;
    const PANICS: u64 = 3;
    /// Asks for another try for ever.
    const RESTLESS: u64 = 4;

    impl Deliver for Postman {
        async fn is_needed(&self, _: &Item) -> bool {
            true
        }

        async fn deliver(&self, item: &mut Item, _: Option<Instant>, _: Option<PersonId>) -> Delivery {
            let Item::Show(GameId(id)) = *item else { return Delivery::Done };
            self.tried.lock().expect("no panic under the lock").push((id, Instant::now()));
            match (id, self.tried(id)) {
                (HELD, 1) => Delivery::Wait(Duration::from_millis(300)),
                (LOST, 1) => Delivery::Failed,
                (PANICS, _) => panic!("on purpose"),
                (RESTLESS, _) => Delivery::Again,
                _ => Delivery::Done,
            }
        }
    }

    fn outbox(per_minute: usize) -> (Arc<Outbox>, Arc<Postman>) {
        let limits = Limits { group_requests_per_minute: per_minute, ..Limits::default() };
        (Arc::new(Outbox::new(limits)), Arc::default())
    }

    fn show(id: u64) -> Item {
        Item::Show(GameId(id))
    }

    #[tokio::test]
    async fn a_chat_that_is_held_back_waits_alone() {
        let (outbox, postman) = outbox(1000);
        outbox.push(BUSY, show(HELD), None, None, &postman);
        outbox.push(BUSY, show(10), None, None, &postman);
        outbox.push(OTHER, show(11), None, None, &postman);
        assert!(outbox.drain(Duration::from_secs(5)).await);
        let tried = postman.tried.lock().expect("no panic").clone();
        let when = |id| tried.iter().rev().find(|(tried, _)| *tried == id).map(|(_, at)| *at);
        assert!(when(11) < when(HELD), "the other chat was served first: {tried:?}");
        assert!(when(10) > when(HELD), "the same chat in its order: {tried:?}");
    }

    #[tokio::test]
    async fn boards_that_wait_are_merged_and_tried_until_they_arrive() {
        let (outbox, postman) = outbox(1000);
        outbox.push(BUSY, show(LOST), None, None, &postman);
        for _ in 0..50 {
            outbox.push(BUSY, show(10), None, None, &postman);
        }
        assert!(outbox.drain(Duration::from_secs(5)).await);
        assert_eq!((postman.tried(LOST), postman.tried(10)), (2, 1));
    }

    #[tokio::test]
    async fn a_panic_loses_one_item_and_nothing_is_tried_for_ever() {
        let (outbox, postman) = outbox(1000);
        for id in [PANICS, RESTLESS, 10] {
            outbox.push(BUSY, show(id), None, None, &postman);
        }
        assert!(outbox.drain(Duration::from_secs(5)).await);
        assert_eq!(postman.tried(10), 1);
        assert_eq!(postman.tried(RESTLESS), 1 + CHANGES as usize);
    }

    #[tokio::test]
    async fn lanes_at_rest_are_forgotten() {
        let (outbox, postman) = outbox(1000);
        for chat in 0..10 * FEW {
            outbox.push(ChatId(-1000 - chat as i64), show(10), None, None, &postman);
            assert!(outbox.drain(Duration::from_secs(5)).await);
            // Their minute is over.
            outbox.with(|lanes| lanes.by_chat.values_mut().for_each(|lane| lane.sent.clear()));
        }
        assert!(outbox.with(|lanes| lanes.by_chat.len()) <= 2 * FEW);
    }

    #[tokio::test]
    async fn a_chat_gets_no_more_than_its_minute_allows() {
        let (outbox, postman) = outbox(5);
        for id in 10..20 {
            outbox.push(BUSY, show(id), None, None, &postman);
        }
        assert!(outbox.is_short(BUSY) || !outbox.drain(Duration::from_millis(300)).await);
        assert!(!outbox.drain(Duration::from_millis(300)).await, "the rest has to wait");
        assert_eq!(postman.tried.lock().expect("no panic").len(), 5);
        assert!(outbox.is_short(BUSY));
    }
}
