//! The poll loop: fetches updates, hands them on, and confirms them only when they are dealt with.
//!
//! Telegram forgets an update when the next request asks for those behind it. So that request is made only after the handler
//! has returned, and the handler returns when everything in the batch is saved or refused: whatever dies in between, the
//! updates come again. <https://core.telegram.org/bots/api#getupdates>

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::de::IgnoredAny;
use serde_json::json;
use serde_json::value::RawValue;
use tracing::{debug, info, warn};

use super::Telegram;
use super::api::CallError;
use super::incoming::{RawUpdate, Unread, read};
use crate::chat::Incoming;

/// The kinds of update the bot reads. Edited messages are not among them: what was said stands.
const KINDS: [&str; 3] = ["message", "callback_query", "my_chat_member"];
/// How much longer than Telegram a long poll is waited for.
const GRACE: Duration = Duration::from_secs(10);

/// Updates that came together.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// Updates with smaller numbers have been confirmed and will not come again; `None` as long as that is not known.
    pub confirmed_below: Option<i64>,
    /// In the order in which they happened; never empty.
    pub updates: Vec<Incoming>,
}

/// How long the loop waits, and for what.
#[derive(Clone, Debug)]
pub struct Waits {
    /// Telegram's answer when nothing happens; at most 50 s.
    pub long_poll: Duration,
    /// The first pause after a failure; each further one is twice as long.
    pub first_pause: Duration,
    pub longest_pause: Duration,
    /// The pause while another program polls for the same bot.
    pub conflict_pause: Duration,
}

impl Default for Waits {
    fn default() -> Waits {
        Waits {
            long_poll: Duration::from_secs(25),
            first_pause: Duration::from_secs(1),
            longest_pause: Duration::from_secs(64),
            conflict_pause: Duration::from_secs(10),
        }
    }
}

/// Why polling cannot go on: a sentence that says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PollError {
    #[error(
        "Telegram does not accept the bot's token any more ({0}). If it was revoked, ask @BotFather for the new one \
         (/mybots, API Token), put it into TELOXIDE_TOKEN and start again; nothing is lost."
    )]
    WrongToken(String),
}

/// What the loop has seen, for those who look after it.
#[derive(Debug, Default)]
pub(super) struct Polled {
    last: Mutex<Option<Instant>>,
    unreadable: Mutex<BTreeMap<String, u64>>,
}

impl Telegram {
    /// Fetches updates until `stop` is ready. `handler` gets each batch and returns when everything in it is saved or refused;
    /// only then is it confirmed. It has to return whatever happens, and soon: no update comes meanwhile.
    ///
    /// Network faults, server errors and refusals are waited out; only a wrong token ends the loop.
    pub async fn poll<H, F>(&self, waits: &Waits, handler: H, stop: impl Future<Output = ()>) -> Result<(), PollError>
    where
        H: Fn(Batch) -> F,
        F: Future<Output = ()>,
    {
        tokio::pin!(stop);
        let mut confirmed_below = None;
        // The number behind the last batch; asking for it confirms the batch.
        let mut offset = None;
        let mut trouble = Trouble::new(waits);
        loop {
            let answer = tokio::select! {
                biased;
                () = &mut stop => break,
                answer = self.updates(offset, waits.long_poll) => answer,
            };
            let updates = match answer {
                Ok(updates) => updates,
                Err(error) => {
                    let pause = self.pause_after(&error, &mut trouble).await?;
                    tokio::select! {
                        biased;
                        () = &mut stop => break,
                        () = tokio::time::sleep(pause) => continue,
                    }
                }
            };
            trouble.is_over();
            *self.polled.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
            confirmed_below = offset.take().or(confirmed_below);
            let numbers = updates.iter().map(|update| update.update_id);
            let (Some(first), Some(last)) = (numbers.clone().min(), numbers.max()) else { continue };
            // Numbers start anew after a quiet week: then the old ones say nothing about those that come.
            confirmed_below = confirmed_below.filter(|&below| below <= first);
            let updates: Vec<_> = updates.into_iter().filter_map(|update| self.understand(update)).collect();
            if !updates.is_empty() {
                handler(Batch { confirmed_below, updates }).await;
            }
            offset = Some(last + 1);
        }
        if let Some(offset) = offset {
            self.confirm(offset).await;
        }
        Ok(())
    }

    /// When Telegram last answered the loop.
    pub fn last_poll(&self) -> Option<Instant> {
        *self.polled.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many updates could not be read, by kind: more than a few mean that Telegram has moved on.
    pub fn unreadable(&self) -> BTreeMap<String, u64> {
        self.polled.unreadable.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn updates(&self, offset: Option<i64>, wait: Duration) -> Result<Vec<RawUpdate>, CallError> {
        let mut parameters = json!({ "timeout": wait.as_secs(), "allowed_updates": KINDS });
        if let Some(offset) = offset {
            parameters["offset"] = offset.into();
        }
        let updates: Vec<Box<RawValue>> = self.api.call_within(wait + GRACE, "getUpdates", &parameters).await?;
        let updates = updates.iter().map(|update| RawUpdate::parse(update.get())).collect::<Option<_>>();
        updates.ok_or_else(|| CallError::Unreachable("the server sent an update without a number".to_owned()))
    }

    /// Confirms the last batch before the program ends. If that fails, its updates come again and are refused as repeated.
    async fn confirm(&self, offset: i64) {
        let parameters = json!({ "offset": offset, "timeout": 0, "limit": 1, "allowed_updates": KINDS });
        let done: Result<IgnoredAny, _> = self.api.call("getUpdates", &parameters).await;
        if let Err(error) = done {
            debug!("the last updates could not be confirmed: {error}");
        }
    }

    fn understand(&self, update: RawUpdate) -> Option<Incoming> {
        match read(update, self.me) {
            Ok(incoming) => Some(incoming),
            Err(Unread::Ignored(why)) => {
                debug!("an update was ignored: {why}");
                None
            }
            Err(Unread::Unreadable { kind }) => {
                debug!("an update of kind {kind} could not be read");
                *self.polled.unreadable.lock().unwrap_or_else(PoisonError::into_inner).entry(kind).or_default() += 1;
                None
            }
        }
    }

    /// Does what can be done about a failed poll, says so, and returns how long to wait.
    async fn pause_after(&self, error: &CallError, trouble: &mut Trouble<'_>) -> Result<Duration, PollError> {
        if error.is_wrong_token() {
            return Err(PollError::WrongToken(error.to_string()));
        }
        match error {
            CallError::Refused { code: 409, text, .. } if text.to_lowercase().contains("webhook is active") => {
                if trouble.webhook_deleted {
                    warn!(
                        "Another program keeps setting a webhook for this bot, so no updates come. Stop it, or use another token."
                    );
                    return Ok(trouble.waits.conflict_pause);
                }
                info!("This bot had a webhook; it is deleted, and what has queued up is fetched.");
                let deleted: Result<IgnoredAny, _> =
                    self.api.call("deleteWebhook", &json!({ "drop_pending_updates": false })).await;
                match deleted {
                    Ok(_) => {
                        trouble.webhook_deleted = true;
                        Ok(Duration::ZERO)
                    }
                    Err(error) => Ok(trouble.grows(&error)),
                }
            }
            CallError::Refused { code: 409, text, .. } => {
                warn!("Another program is polling with this bot's token ({text}). Stop it, or use another token.");
                Ok(trouble.waits.conflict_pause)
            }
            CallError::Refused { retry_after: Some(seconds), .. } => {
                warn!("Telegram asks for {seconds} s without polling.");
                Ok(Duration::from_secs(*seconds))
            }
            _ => Ok(trouble.grows(error)),
        }
    }
}

/// Failures in a row.
struct Trouble<'a> {
    waits: &'a Waits,
    since: Option<Instant>,
    pause: Duration,
    /// A webhook was deleted in this run: if there is one again, somebody else sets it.
    webhook_deleted: bool,
}

impl Trouble<'_> {
    fn new(waits: &Waits) -> Trouble<'_> {
        Trouble { waits, since: None, pause: waits.first_pause, webhook_deleted: false }
    }

    /// Says that polling failed, and how long to wait: each time twice as long.
    fn grows(&mut self, error: &CallError) -> Duration {
        let pause = self.pause;
        self.since.get_or_insert_with(Instant::now);
        self.pause = (pause * 2).min(self.waits.longest_pause);
        warn!("No updates from Telegram: {error}. Next try in {pause:?}.");
        pause
    }

    fn is_over(&mut self) {
        if let Some(since) = self.since.take() {
            info!("Telegram answers again, after {} s.", since.elapsed().as_secs());
        }
        self.pause = self.waits.first_pause;
    }
}
