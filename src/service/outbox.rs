//! What has been decided but not yet sent: one lane per chat.
//!
//! A chat that Telegram holds back (`retry_after`) waits alone. A board is queued as "show this table": what it looks like is
//! decided when its turn comes, so that boards which have become obsolete are never sent.
//!
//! Words are owed: they are on disk until Telegram has taken them or refused them for good ([`Cause::owed`]), and are said after the
//! next start if the program ends before. They are said once, unless the program is killed in the half second between Telegram's
//! acceptance and the note of it, or Telegram's answer gets lost: then they are said once more. Telegram has no way to
//! recognize a request that comes twice, so that is the choice there is, and a page that is said twice does less harm than one
//! that never comes. A new board may stand there twice in the same way; the first press on either makes it the only one (`press`).

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
use crate::store::OwedId;

/// Something to be sent to a chat.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// Bring a table's message up to date.
    Show(GameId),
    /// Bring a cup's message up to date.
    ShowCup(CupId),
    /// A message of its own.
    Say { place: Place, post: Post, reply_to: Option<MessageId> },
    /// Hello to a group; which rights are missing is looked up when its turn comes.
    Welcome { place: Place },
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
        matches!(self, Item::Say { .. } | Item::Enclose { .. } | Item::Welcome { .. })
    }

    /// It shows how something is, and has not done so until it has arrived.
    const fn is_kept_current(&self) -> bool {
        matches!(self, Item::Show(_) | Item::ShowCup(_) | Item::Review(_))
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
    /// Not done: the lane tries again, ever more slowly.
    Failed,
    /// Perhaps done, and every further try may be a message more: the lane tries again a few times, as slowly.
    Unsure,
}

/// Why something is sent.
#[derive(Clone, Debug, Default)]
pub(super) struct Cause {
    /// When the update came that caused it, if one did.
    pub since: Option<Instant>,
    /// Who sent that update.
    pub asked_by: Option<PersonId>,
    /// It is owed until it is sent or given up.
    pub owed: Option<OwedId>,
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

    /// It is sent or given up: it is not owed any more.
    fn said(&self, owed: OwedId);
}

/// How often an item is tried again that may have been done, or that nobody will miss. What is owed is tried on for a day, and a
/// message that is brought up to date for ever, for it always shows the newest.
const RETRIES: u32 = 5;
/// So long something that is owed is tried.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
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
    cause: Cause,
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

    /// Queues an item; false if there is too much to say already.
    fn push(&mut self, item: Item, cause: Cause) -> bool {
        if let Some(queued) = self.queue.iter_mut().find(|queued| queued.item.is_covered_by(&item)) {
            queued.item = item;
            // Whoever waits has waited since the first of the two.
            queued.cause.since = queued.cause.since.or(cause.since);
            queued.cause.asked_by = queued.cause.asked_by.or(cause.asked_by);
            return true;
        }
        let said = self.queue.iter().filter(|queued| queued.item.is_said()).count();
        if item.is_said() && said >= MOST_SAID {
            tracing::warn!(said, "too much to say in one chat: a message is dropped");
            return false;
        }
        self.queue.push_back(Queued { item, cause });
        true
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

    /// Queues an item; one that it makes superfluous gives it its place.
    pub(super) fn push<D: Deliver>(self: &Arc<Self>, chat: ChatId, item: Item, cause: Cause, deliver: &Arc<D>) {
        let owed = cause.owed;
        let (start, queued) = self.with(|lanes| {
            let lane = lanes.by_chat.entry(chat).or_default();
            let queued = lane.push(item, cause);
            (!std::mem::replace(&mut lane.working, true), queued)
        });
        if let Some(owed) = owed.filter(|_| !queued) {
            deliver.said(owed);
        }
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
            let owed = queued.cause.owed;
            let (outbox, sender) = (Arc::clone(&self), Arc::clone(&deliver));
            // In a task of its own: a panic loses this item alone, not the lane.
            let sending = tokio::spawn(async move { outbox.send(chat, queued, &*sender).await });
            match sending.await {
                Ok(()) => {}
                // The program ends: what is owed is said after the next start.
                Err(error) if error.is_cancelled() => return,
                Err(error) => tracing::error!(%chat, %error, "sending panicked"),
            }
            if let Some(owed) = owed {
                deliver.said(owed);
            }
        }
        self.idle.notify_waiters();
    }

    /// Sends one item, however often that has to be tried.
    async fn send<D: Deliver>(&self, chat: ChatId, queued: Queued, deliver: &D) {
        let Queued { mut item, cause: Cause { mut since, asked_by, owed } } = queued;
        let (begun, mut tries) = (Instant::now(), Tries::default());
        while deliver.is_needed(&item).await {
            self.wait_for_budget(chat).await;
            let delivery = deliver.deliver(&mut item, since.take(), asked_by).await;
            if delivery == Delivery::Done {
                return;
            }
            let is_missed = item.is_kept_current() || owed.is_some() && begun.elapsed() < DAY;
            let Some(pause) = tries.pause(&delivery, is_missed) else {
                tracing::warn!(%chat, ?tries, "given up");
                return;
            };
            if let Delivery::Wait(time) = delivery {
                tracing::info!(%chat, ?time, "Telegram asks this chat to wait");
            }
            sleep(pause).await;
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

/// How often an item has been tried.
#[derive(Debug, Default)]
struct Tries {
    failures: u32,
    unsure: u32,
    changes: u32,
}

impl Tries {
    /// The pause before the next try, if there is to be one. `is_missed`: it is not given up because of an outage.
    fn pause(&mut self, delivery: &Delivery, is_missed: bool) -> Option<Duration> {
        let longer = Duration::from_secs(1 << (self.failures + self.unsure).min(6)).min(LONGEST_PAUSE);
        let (count, most, pause) = match delivery {
            Delivery::Done => return None,
            Delivery::Wait(time) => return Some(*time),
            Delivery::Again => (&mut self.changes, CHANGES, Duration::ZERO),
            Delivery::Failed if is_missed => (&mut self.failures, u32::MAX, longer),
            Delivery::Failed => (&mut self.failures, RETRIES, longer),
            Delivery::Unsure => (&mut self.unsure, RETRIES, longer),
        };
        (*count < most).then(|| {
            *count += 1;
            pause
        })
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
        said: Mutex<Vec<OwedId>>,
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
            let Item::Show(GameId(id)) = *item else {
                // Nobody takes words here.
                sleep(Duration::from_secs(3600)).await;
                return Delivery::Done;
            };
            self.tried.lock().expect("no panic under the lock").push((id, Instant::now()));
            match (id, self.tried(id)) {
                (HELD, 1) => Delivery::Wait(Duration::from_millis(300)),
                (LOST, 1) => Delivery::Failed,
                (PANICS, _) => panic!("on purpose"),
                (RESTLESS, _) => Delivery::Again,
                _ => Delivery::Done,
            }
        }

        fn said(&self, owed: OwedId) {
            self.said.lock().expect("no panic under the lock").push(owed);
        }
    }

    fn owed(id: u64) -> Cause {
        Cause { owed: Some(OwedId(id)), ..Cause::default() }
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
        outbox.push(BUSY, show(HELD), Cause::default(), &postman);
        outbox.push(BUSY, show(10), Cause::default(), &postman);
        outbox.push(OTHER, show(11), Cause::default(), &postman);
        assert!(outbox.drain(Duration::from_secs(5)).await);
        let tried = postman.tried.lock().expect("no panic").clone();
        let when = |id| tried.iter().rev().find(|(tried, _)| *tried == id).map(|(_, at)| *at);
        assert!(when(11) < when(HELD), "the other chat was served first: {tried:?}");
        assert!(when(10) > when(HELD), "the same chat in its order: {tried:?}");
    }

    #[tokio::test]
    async fn boards_that_wait_are_merged_and_tried_until_they_arrive() {
        let (outbox, postman) = outbox(1000);
        outbox.push(BUSY, show(LOST), Cause::default(), &postman);
        for _ in 0..50 {
            outbox.push(BUSY, show(10), Cause::default(), &postman);
        }
        assert!(outbox.drain(Duration::from_secs(5)).await);
        assert_eq!((postman.tried(LOST), postman.tried(10)), (2, 1));
    }

    #[tokio::test]
    async fn a_panic_loses_one_item_and_nothing_is_tried_for_ever() {
        let (outbox, postman) = outbox(1000);
        for id in [PANICS, RESTLESS, 10] {
            outbox.push(BUSY, show(id), Cause::default(), &postman);
        }
        assert!(outbox.drain(Duration::from_secs(5)).await);
        assert_eq!(postman.tried(10), 1);
        assert_eq!(postman.tried(RESTLESS), 1 + CHANGES as usize);
    }

    /// What is sent, given up or dropped is not owed any more; what waits is.
    #[tokio::test]
    async fn nothing_is_owed_for_ever() {
        let (outbox, postman) = outbox(1000);
        for id in [PANICS, RESTLESS, 10] {
            outbox.push(BUSY, show(id), owed(id), &postman);
        }
        assert!(outbox.drain(Duration::from_secs(5)).await);
        assert_eq!(*postman.said.lock().expect("no panic"), [PANICS, RESTLESS, 10].map(OwedId));
        postman.said.lock().expect("no panic").clear();
        let most = MOST_SAID as u64;
        for id in 0..most + 3 {
            let welcome = Item::Welcome { place: Place { chat: OTHER, thread: None } };
            outbox.push(OTHER, welcome, owed(id), &postman);
        }
        // The first may be on its way by now, which leaves room for one more.
        let dropped = postman.said.lock().expect("no panic").clone();
        assert!(
            [2, 3].contains(&dropped.len()) && dropped.ends_with(&[OwedId(most + 1), OwedId(most + 2)]),
            "{dropped:?}"
        );
    }

    #[test]
    fn an_outage_is_waited_out_and_a_lost_answer_is_not_repeated_for_ever() {
        let pauses = |delivery: Delivery, is_missed| {
            let mut tries = Tries::default();
            let pauses = std::iter::from_fn(|| tries.pause(&delivery, is_missed)).take(100);
            pauses.map(|pause| pause.as_secs()).collect::<Vec<_>>()
        };
        assert_eq!(pauses(Delivery::Failed, false), [1, 2, 4, 8, 16]);
        let long = pauses(Delivery::Failed, true);
        assert_eq!((&long[..8], long.len()), (&[1, 2, 4, 8, 16, 32, 60, 60][..], 100));
        assert_eq!(pauses(Delivery::Unsure, true), [1, 2, 4, 8, 16]);
        assert_eq!(pauses(Delivery::Again, true), [0; CHANGES as usize]);
        assert_eq!(pauses(Delivery::Wait(Duration::from_secs(200)), false)[..3], [200; 3]);
    }

    #[tokio::test]
    async fn lanes_at_rest_are_forgotten() {
        let (outbox, postman) = outbox(1000);
        for chat in 0..10 * FEW {
            outbox.push(ChatId(-1000 - chat as i64), show(10), Cause::default(), &postman);
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
            outbox.push(BUSY, show(id), Cause::default(), &postman);
        }
        assert!(outbox.is_short(BUSY) || !outbox.drain(Duration::from_millis(300)).await);
        assert!(!outbox.drain(Duration::from_millis(300)).await, "the rest has to wait");
        assert_eq!(postman.tried.lock().expect("no panic").len(), 5);
        assert!(outbox.is_short(BUSY));
    }
}
