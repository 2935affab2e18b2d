//! What both ways of getting updates share: the kinds asked for, a batch, reading, and what is known of the line.

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tracing::{debug, info, warn};

use super::Telegram;
use super::api::CallError;
use super::incoming::{RawUpdate, Unread, read};
use crate::chat::Incoming;

/// The kinds of update the bot reads. Edited messages are not among them: what was said stands.
pub(super) const KINDS: [&str; 3] = ["message", "callback_query", "my_chat_member"];

/// Updates that came together.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// Updates with smaller numbers have been confirmed and will not come again; `None` as long as that is not known.
    pub confirmed_below: Option<i64>,
    /// In the order in which they happened; never empty.
    pub updates: Vec<Incoming>,
}

/// An update that takes longer than the rest of its batch.
pub struct Later<E> {
    /// Its number.
    pub update: i64,
    /// Ready when everything it caused is saved or refused. Until then it must not be confirmed.
    pub done: Pin<Box<dyn Future<Output = Result<(), E>> + Send>>,
}

/// How long is waited, and for what.
#[derive(Clone, Debug)]
pub struct Waits {
    /// Telegram's answer when nothing happens; at most 50 s.
    pub long_poll: Duration,
    /// How much longer that answer is waited for: a line may be dead without breaking.
    pub grace: Duration,
    /// The first pause after a failure; each further one is twice as long.
    pub first_pause: Duration,
    pub longest_pause: Duration,
    /// The pause while another program polls for the same bot.
    pub conflict_pause: Duration,
    /// Between two looks at whether the webhook still stands.
    pub webhook_check: Duration,
}

impl Default for Waits {
    fn default() -> Waits {
        Waits {
            long_poll: Duration::from_secs(25),
            grace: Duration::from_secs(10),
            first_pause: Duration::from_secs(1),
            longest_pause: Duration::from_secs(64),
            conflict_pause: Duration::from_secs(10),
            webhook_check: Duration::from_secs(60),
        }
    }
}

/// Why no more updates are received: a sentence that says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReceiveError<E> {
    #[error(
        "Telegram does not accept the bot's token any more ({0}). If it was revoked, ask @BotFather for the new one \
         (/mybots, API Token), put it into TELOXIDE_TOKEN and start again; nothing is lost."
    )]
    WrongToken(String),
    #[error("The bot can't wait for updates at {address}: {why}. Check WEBHOOK_LISTEN.")]
    Listen { address: std::net::SocketAddr, why: String },
    #[error("Telegram does not accept the webhook {url}: {why}. Check WEBHOOK_URL.")]
    Webhook { url: String, why: String },
    /// What came in could not be handled. It was not confirmed, so it comes again.
    #[error(transparent)]
    Handler(E),
}

/// What is known of the line to Telegram, for those who look after it.
#[derive(Debug, Default)]
pub(super) struct Contact {
    /// When Telegram last answered a poll, brought an update, or said that it brings them here.
    last: Mutex<Option<Instant>>,
    /// When an update last came.
    last_update: Mutex<Option<Instant>>,
    /// Why no updates come, as long as that is so.
    trouble: Mutex<Option<String>>,
    handling: Mutex<Handling>,
    unreadable: Mutex<BTreeMap<String, u64>>,
}

/// The batches that are being handled: when each began.
#[derive(Debug, Default)]
struct Handling {
    last_number: u64,
    begun: BTreeSet<(Instant, u64)>,
}

/// A batch being handled; it ends with this.
pub(super) struct Busy<'a> {
    contact: &'a Contact,
    since: (Instant, u64),
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        lock(&self.contact.handling).begun.remove(&self.since);
    }
}

impl Contact {
    /// Updates can come.
    pub(super) fn is_open(&self) {
        *lock(&self.last) = Some(Instant::now());
        *lock(&self.trouble) = None;
    }

    /// No updates come, and why.
    pub(super) fn is_broken(&self, why: impl ToString) {
        *lock(&self.trouble) = Some(why.to_string());
    }

    /// Notes that the handling of a batch begins.
    pub(super) fn begin(&self) -> Busy<'_> {
        let mut handling = lock(&self.handling);
        handling.last_number += 1;
        let since = (Instant::now(), handling.last_number);
        handling.begun.insert(since);
        Busy { contact: self, since }
    }
}

impl Telegram {
    /// When it was last certain that updates can come: a poll was answered, an update was brought, or Telegram said that it
    /// brings them here.
    pub fn last_contact(&self) -> Option<Instant> {
        *lock(&self.contact.last)
    }

    /// When an update last came, whatever it was.
    pub fn last_update(&self) -> Option<Instant> {
        *lock(&self.contact.last_update)
    }

    /// Why no updates come, as Telegram or the network put it; `None` as long as they can come.
    pub fn trouble(&self) -> Option<String> {
        lock(&self.contact.trouble).clone()
    }

    /// When the oldest batch that is still being handled came; `None` if none is.
    pub fn busy_since(&self) -> Option<Instant> {
        lock(&self.contact.handling).begun.first().map(|(since, _)| *since)
    }

    /// How many updates could not be read, by kind: more than a few mean that Telegram has moved on.
    pub fn unreadable(&self) -> BTreeMap<String, u64> {
        lock(&self.contact.unreadable).clone()
    }

    /// Counts something that could not be read.
    pub(super) fn could_not_read(&self, kind: &str) {
        debug!("an update of kind {kind} could not be read");
        self.api.metrics.unreadable(kind);
        *lock(&self.contact.unreadable).entry(kind.to_owned()).or_default() += 1;
    }

    /// Reads an update; `None` if it is nothing for the bot, or nothing it can read.
    pub(super) fn understand(&self, update: RawUpdate) -> Option<Incoming> {
        self.api.metrics.update(update.kind());
        *lock(&self.contact.last_update) = Some(Instant::now());
        match read(update, self.me) {
            Ok(incoming) => Some(incoming),
            Err(Unread::Ignored(why)) => {
                debug!("an update was ignored: {why}");
                None
            }
            Err(Unread::Unreadable { kind }) => {
                self.could_not_read(&kind);
                None
            }
        }
    }
}

/// Failures in a row.
pub(super) struct Trouble<'a> {
    contact: &'a Contact,
    pub waits: &'a Waits,
    since: Option<Instant>,
    pause: Duration,
    /// Another program takes the updates, which has been said.
    contested: bool,
}

impl<'a> Trouble<'a> {
    pub(super) fn new(contact: &'a Contact, waits: &'a Waits) -> Trouble<'a> {
        Trouble { contact, waits, since: None, pause: waits.first_pause, contested: false }
    }

    /// Says that it failed, and how long to wait: each time twice as long.
    pub(super) fn grows(&mut self, error: &CallError) -> Duration {
        let pause = self.pause;
        self.since.get_or_insert_with(Instant::now);
        self.pause = (pause * 2).min(self.waits.longest_pause);
        self.contact.is_broken(error);
        warn!("No updates from Telegram: {error}. Next try in {pause:?}.");
        pause
    }

    /// Says once that another program takes the updates, and how long to wait.
    pub(super) fn is_contest(&mut self, sentence: &str) -> Duration {
        self.since.get_or_insert_with(Instant::now);
        self.contact.is_broken(sentence);
        if !std::mem::replace(&mut self.contested, true) {
            warn!("{sentence}");
        }
        self.waits.conflict_pause
    }

    pub(super) fn is_over(&mut self) {
        self.contact.is_open();
        if let Some(since) = self.since.take() {
            info!("Telegram answers again, after {} s.", since.elapsed().as_secs());
        }
        self.pause = self.waits.first_pause;
        self.contested = false;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
