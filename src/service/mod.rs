//! Where state, time, chance, disk and AI meet.
//!
//! An [`Incoming`] is handled under the lock of its table: read, asked of the referee, saved, and only then shown. Showing is the
//! outbox's work (`outbox`, one lane per chat), which asks `board` what a table's message should look like when its turn comes.

mod ai_seat;
mod arrival;
mod board;
mod books;
mod coach;
mod cup_board;
mod cups;
mod desk;
mod dispatch;
mod forget;
mod menu;
mod messenger;
mod mutes;
mod newest;
mod notices;
mod outbox;
mod owed;
mod pace;
mod press;
mod records;
mod refused;
mod searches;
mod seen;
mod tables;
mod timers;
mod wishes;

pub use messenger::{
    Content, Drawn, EditPart, FetchError, MessageId, Messenger, Parcel, ParcelKind, Posted, SendError,
};

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::{Notify, RwLock, Semaphore};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::Instant;

use crate::ai::Mind;
use crate::chat::{self, BotName, CommandScope, Incident, Incoming, Notice, Sender, Toast};
use crate::metrics::{Metrics, Step};
use crate::people::{ChatId, House, Lang, Limits, PersonId, Place, Time};
use crate::referee::{GameId, Stage};
use crate::render::Renderer;
use crate::rules::Chance;
use crate::store::{Change, CommitError, Store};

use coach::Reviews;
use cups::CupDesk;
use desk::{Desks, Locks};
use mutes::Mutes;
use newest::Newest;
use outbox::{Cause, Item, Outbox};
use pace::{Pace, Seldom};
use searches::Searches;
use seen::Seen;
use timers::Timers;

/// What the host decides.
#[derive(Clone, Debug)]
pub struct Host {
    pub bot: BotName,
    /// The language of chats and people that have none.
    pub lang: Lang,
    pub limits: Limits,
    pub house: House,
    /// The AI answers no faster than this, so that the player's own move is seen first.
    pub ai_pause: Duration,
    pub mind: Mind,
}

/// The bot at work. A cheap handle.
pub struct Service<M>(Arc<Inner<M>>);

impl<M> Clone for Service<M> {
    fn clone(&self) -> Service<M> {
        Service(Arc::clone(&self.0))
    }
}

struct Inner<M> {
    host: Host,
    store: Store,
    messenger: M,
    renderer: Arc<Renderer>,
    metrics: Arc<Metrics>,
    outbox: Arc<Outbox>,
    desks: Desks,
    locks: Locks<GameId>,
    /// Held while what is kept of a chat is read, changed and saved: its updates come beside each other.
    chats: Locks<ChatId>,
    cups: CupDesk,
    timers: Timers,
    seen: Seen,
    /// Held for reading by every answer to a press that is on its way.
    answering: Arc<RwLock<()>>,
    commands: Pace,
    chat_commands: Pace,
    presses: Pace,
    /// When somebody was forgotten: looking through the whole store takes a while.
    forgotten: Seldom,
    /// Chats that are not served, and when they were told so.
    turned_away: Seldom,
    /// New ids of served chats: groups that have grown.
    grown: Mutex<HashSet<ChatId>>,
    /// The newest message seen in a place, the bot's own included: a board above it has scrolled away.
    newest: Newest,
    /// Films that were sent, and when in a chat last.
    films: records::Films,
    /// Chats that refused a picture, and when.
    pictureless: Mutex<HashMap<ChatId, Instant>>,
    mutes: Mutes,
    /// Heavy work takes a permit and runs off the async threads; a picture never waits for a search.
    searches: Searches,
    pictures: Semaphore,
    /// Games are looked at again one at a time.
    analyses: Semaphore,
    reviews: Reviews,
}

tokio::task_local! {
    /// When the update came that is being handled: what is said because of it is timed from then on.
    static ARRIVED: Instant;
    /// Who sent that update, if a person did.
    static ASKED_BY: Option<PersonId>;
    /// Told when the update that is being handled waits for Telegram, so that the rest of its batch need not.
    static ASIDE: Arc<Notify>;
    /// When what it asks for was given, by the clock on the wall: when the message was written, or when the press came.
    static SENT: Time;
}

/// The answer a press waits for.
#[derive(Clone)]
struct Answer {
    press: String,
    given: Arc<AtomicBool>,
}

/// An update that waits for Telegram.
pub struct Late {
    /// Its number.
    pub update: i64,
    concluded: JoinHandle<()>,
    store: Store,
}

impl Late {
    /// Waits until everything it caused is saved or refused. An error means that the store has stopped.
    pub async fn done(self) -> Result<(), CommitError> {
        if let Err(error) = self.concluded.await {
            tracing::error!(update = self.update, %error, "handling an update was cut short");
        }
        self.store.works().await
    }
}

/// A press is answered within this, with its verdict or without.
const ANSWER_WITHIN: Duration = Duration::from_secs(1);
/// How long a stop waits for what is still to be sent.
const DRAIN: Duration = Duration::from_secs(5);

impl<M: Messenger> Service<M> {
    pub fn new(store: Store, messenger: M, renderer: Renderer, metrics: Arc<Metrics>, host: Host) -> Service<M> {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Service(Arc::new(Inner {
            outbox: Arc::new(Outbox::new(host.limits.clone())),
            commands: Pace::new(host.limits.commands_per_minute),
            chat_commands: Pace::new(host.limits.chat_commands_per_minute),
            presses: Pace::new(host.limits.presses_per_minute),
            forgotten: Seldom::new(),
            turned_away: Seldom::new(),
            grown: Mutex::default(),
            host,
            store,
            messenger,
            renderer: Arc::new(renderer),
            metrics,
            desks: Desks::default(),
            locks: Locks::default(),
            chats: Locks::default(),
            cups: CupDesk::default(),
            timers: Timers::default(),
            seen: Seen::default(),
            answering: Arc::default(),
            newest: Newest::default(),
            films: records::Films::default(),
            pictureless: Mutex::default(),
            mutes: Mutes::default(),
            searches: Searches::new(cores.min(crate::ai::MOST_AT_ONCE)),
            pictures: Semaphore::new(cores),
            analyses: Semaphore::new(1),
            reviews: Reviews::default(),
        }))
    }

    /// Takes up everything where it was left: boards that are behind are shown, what is owed is said, the AI goes on thinking, timers
    /// run again.
    pub async fn start(&self) -> Result<(), CommitError> {
        for (from, to) in self.0.store.grown().await? {
            if self.0.host.house.serves(from) {
                self.0.grown.lock().unwrap_or_else(PoisonError::into_inner).insert(to);
            }
        }
        self.credit_down_time().await?;
        let mut tables = self.0.store.live().await?;
        tables.extend(self.0.store.unshown().await?);
        for stored in tables {
            if !self.serves(stored.table.place.chat) {
                continue;
            }
            self.arm(&stored.table);
            if let Stage::Game(game) = &stored.table.stage {
                self.ask_ai(&stored.table, game.offers.iter().copied());
            }
            if stored.shown.is_none_or(|shown| shown.version < stored.version) {
                self.show(stored.table.place.chat, stored.table.id);
            }
            self.wake_ai(&stored.table);
        }
        for stored in self.0.store.cups_to_mind().await? {
            if self.serves(stored.cup.place.chat) {
                self.settle(stored.cup.id).await;
            }
        }
        self.say_what_is_owed().await?;
        self.keep_alive();
        Ok(())
    }

    /// Registers the commands for every scope and language. A refusal is logged: the bot works without the menu.
    pub async fn register_commands(&self) {
        use CommandScope::{Default, Group, GroupAdmins, Private};
        for scope in [Default, Private, Group, GroupAdmins] {
            for lang in Lang::ALL {
                let commands = chat::commands(scope, lang);
                if let Err(error) = self.0.messenger.register(scope, lang, commands).await {
                    tracing::warn!(?scope, ?lang, %error, "the command menu was not registered");
                }
            }
        }
    }

    /// Handles what came in. Returns when everything it caused is saved, what it has to say included. Updates that have to ask
    /// Telegram something go on by themselves, and are returned.
    /// An error means that the store has stopped: the updates are to come again after a restart.
    ///
    /// The updates of one chat are handled in order, chats beside each other.
    pub async fn handle(&self, batch: Vec<Incoming>) -> Result<Vec<Late>, CommitError> {
        let arrived = Instant::now();
        let mut chats: HashMap<ChatId, Vec<(Incoming, Option<Answer>)>> = HashMap::new();
        for incoming in batch {
            let answer = self.promise_answer(&incoming);
            chats.entry(incoming.chat.id).or_default().push((incoming, answer));
        }
        let mut work = JoinSet::new();
        for updates in chats.into_values() {
            let service = self.clone();
            work.spawn(async move {
                let mut late = Vec::new();
                for (incoming, answer) in updates {
                    late.extend(service.handle_one(incoming, answer, arrived).await);
                }
                late
            });
        }
        let mut all_late = Vec::new();
        while let Some(done) = work.join_next().await {
            match done {
                Ok(late) => all_late.extend(late),
                Err(error) => tracing::error!(%error, "handling a chat's updates was cut short"),
            }
        }
        self.0.store.works().await?;
        Ok(all_late)
    }

    /// Updates below this number are confirmed: they will not come again.
    pub async fn confirmed(&self, below: i64) {
        if let Err(error) = self.0.store.confirmed(below).await {
            tracing::warn!(%error, "the marks of confirmed updates stay");
        }
    }

    /// Answers the presses that wait and sends what is queued, for a few seconds at most.
    pub async fn stop(&self) {
        for (id, chat) in self.0.reviews.give_up() {
            self.push(chat, Item::Review(id));
        }
        let answered = async {
            // Every answer on its way holds this for reading.
            let _all = self.0.answering.write().await;
        };
        let (answered, sent) = tokio::join!(tokio::time::timeout(DRAIN, answered), self.0.outbox.drain(DRAIN));
        if answered.is_err() {
            tracing::warn!("not every press was answered");
        }
        if let Err(error) = self.0.store.keep_alive().await {
            tracing::debug!(%error, "the store is closed already");
        }
        if !sent {
            tracing::warn!("not everything was sent; the rest follows after the next start");
        }
    }

    /// One update in a task of its own: a panic ends this update alone. Returned if it goes on by itself.
    async fn handle_one(&self, incoming: Incoming, answer: Option<Answer>, arrived: Instant) -> Option<Late> {
        let update = incoming.update;
        let Some(first) = self.0.seen.first(update).await else {
            // Its first copy was answered.
            answer.inspect(|answer| answer.given.store(true, Ordering::Relaxed));
            return None;
        };
        let received = now().plus(-i64::try_from(arrived.elapsed().as_millis()).unwrap_or(0));
        let sent = match &incoming.event {
            Incident::Text { sent, .. } => received.min(*sent),
            _ => received,
        };
        let asked_by = match &incoming.from {
            Sender::Person(person) => Some(person.id),
            Sender::AnonymousAdmin | Sender::Channel => None,
        };
        let (service, aside) = (self.clone(), Arc::<Notify>::default());
        let work = SENT.scope(sent, ARRIVED.scope(arrived, async move { service.dispatch(incoming).await }));
        let work = tokio::spawn(ASKED_BY.scope(asked_by, ASIDE.scope(Arc::clone(&aside), work)));
        let service = self.clone();
        let conclude = async move {
            // Another copy of the update waits until this one is done with.
            let _first = first;
            let verdict = work.await;
            service.0.metrics.took(Step::Verdict, arrived.elapsed());
            let toast = verdict.unwrap_or_else(|error| {
                tracing::error!(update, %error, "handling an update panicked");
                Toast::Line(chat::sentence(&Notice::OurFault, &board::NameBook::default(), service.0.host.lang))
            });
            if let Some(answer) = answer {
                service.answer(&answer, toast);
            }
        };
        let mut concluded = tokio::spawn(conclude);
        tokio::select! {
            _ = &mut concluded => None,
            () = aside.notified() => Some(Late { update, concluded, store: self.0.store.clone() }),
        }
    }

    /// A press is answered within a second whatever happens, and whatever it has to wait for: with its verdict or without.
    fn promise_answer(&self, incoming: &Incoming) -> Option<Answer> {
        let Incident::Press { press, .. } = &incoming.event else { return None };
        let answer = Answer { press: press.clone(), given: Arc::default() };
        let (service, late) = (self.clone(), answer.clone());
        tokio::spawn(async move {
            tokio::time::sleep(ANSWER_WITHIN).await;
            service.answer(&late, Toast::Silent);
        });
        Some(answer)
    }

    /// Answers a press outside every queue, once.
    fn answer(&self, answer: &Answer, toast: Toast) {
        if answer.given.swap(true, Ordering::Relaxed) {
            return;
        }
        let (service, press) = (self.clone(), answer.press.clone());
        // Not while the program ends: what is answered then has not been waited for.
        let Ok(answering) = Arc::clone(&self.0.answering).try_read_owned() else { return };
        tokio::spawn(async move {
            let _answering = answering;
            if let Err(error) = service.0.messenger.answer(&press, &toast).await {
                tracing::debug!(%error, "a press was not answered");
            }
        });
    }

    /// Whether the host lets the bot play in this chat.
    fn serves(&self, chat: ChatId) -> bool {
        self.0.host.house.serves(chat) || self.0.grown.lock().unwrap_or_else(PoisonError::into_inner).contains(&chat)
    }

    fn push(&self, chat: ChatId, item: Item) {
        self.push_because(chat, item, self.cause());
    }

    fn push_because(&self, chat: ChatId, item: Item, cause: Cause) {
        self.0.outbox.push(chat, item, cause, &Arc::new(self.clone()));
    }

    /// The update that is being handled, as the cause of something that is not owed.
    fn cause(&self) -> Cause {
        Cause {
            since: ARRIVED.try_with(|arrived| *arrived).ok(),
            asked_by: ASKED_BY.try_with(|person| *person).ok().flatten(),
            owed: None,
        }
    }

    /// Saves a change durably.
    async fn save(&self, change: Change) -> Result<(), CommitError> {
        let begun = Instant::now();
        let saved = self.0.store.commit(change).await;
        self.0.metrics.took(Step::Save, begun.elapsed());
        saved
    }

    /// Remembers that this message stands in its place, so that boards above it are known to have scrolled away.
    fn saw(&self, place: Place, message: MessageId) {
        self.0.newest.saw(place, message);
    }

    fn newest_in(&self, place: Place) -> Option<MessageId> {
        self.0.newest.of(place)
    }
}

/// Runs heavy work on a thread of its own, when a permit is free; `None` if it panicked.
async fn permitted<T: Send + 'static>(permits: &Semaphore, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    // The semaphores are never closed.
    let _permit = permits.acquire().await.ok()?;
    off_thread(work).await
}

/// Runs heavy work on a thread of its own; `None` if it panicked.
async fn off_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let work = tokio::task::spawn_blocking(work);
    work.await.inspect_err(|error| tracing::error!(%error, "heavy work panicked")).ok()
}

/// Waits for an answer of Telegram's. If it is not known at once, the rest of the batch goes on without this update.
async fn aside<T>(question: impl Future<Output = T>) -> T {
    tokio::pin!(question);
    if let Ok(known) = tokio::time::timeout(Duration::ZERO, &mut question).await {
        return known;
    }
    // Outside an update nobody waits.
    let _ = ASIDE.try_with(|aside| aside.notify_one());
    question.await
}

fn now() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

fn chance() -> Chance {
    Chance(rand::random())
}
