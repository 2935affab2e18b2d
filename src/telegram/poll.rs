//! The poll loop: fetches updates, hands them on, and confirms them only when they are dealt with.
//!
//! Telegram forgets an update when the next request asks for those behind it. So that request is made only after the handler
//! has returned, and the handler returns when everything in the batch is saved or refused: whatever dies in between, the
//! updates come again. <https://core.telegram.org/bots/api#getupdates>

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::time::Duration;

use serde::de::IgnoredAny;
use serde_json::json;
use serde_json::value::RawValue;
use tokio::task::{JoinError, JoinSet};
use tracing::{debug, error, info, warn};

use super::Telegram;
use super::api::CallError;
use super::contact::{Batch, Busy, Contact, KINDS, Later, ReceiveError, Trouble, Waits};
use super::incoming::RawUpdate;

/// How long the loop rests when all that Telegram has is what is still being handled.
const REST: Duration = Duration::from_millis(250);
/// How long a stop waits for what is still being handled.
const LAST: Duration = Duration::from_secs(6);

impl Telegram {
    /// Fetches updates until `stop` is ready. `handler` gets each batch and returns when everything in it is saved or refused,
    /// but for the updates that it names with its answer: those take longer. An update is confirmed when it and all before it are
    /// done; until then it comes again, and is not handled twice. The handler has to return whatever happens, and soon: no update
    /// comes meanwhile. Its error, or that of a later update, ends the loop, and what was not confirmed comes again at the next start.
    ///
    /// A webhook that is set is deleted. Network faults, server errors and refusals are waited out; only a wrong token ends
    /// the loop beside the handler.
    pub async fn poll<H, F, E>(
        &self,
        waits: &Waits,
        handler: H,
        stop: impl Future<Output = ()>,
    ) -> Result<(), ReceiveError<E>>
    where
        H: Fn(Batch) -> F,
        F: Future<Output = Result<Vec<Later<E>>, E>>,
        E: Send + 'static,
    {
        tokio::pin!(stop);
        let mut confirmed_below = None;
        let mut at_work = AtWork::new(&self.contact);
        let mut trouble = Trouble::new(&self.contact, waits);
        // A webhook was deleted in this run: if there is one again, somebody else sets it.
        let mut webhook_deleted = false;
        loop {
            at_work.settle().map_err(ReceiveError::Handler)?;
            // Asking for this number confirms those below.
            let offset = at_work.next().filter(|next| confirmed_below != Some(*next));
            let answer = tokio::select! {
                biased;
                () = &mut stop => break,
                answer = self.updates(offset, waits) => answer,
            };
            let updates = match answer {
                Ok(updates) => updates,
                Err(error) if error.is_wrong_token() => return Err(ReceiveError::WrongToken(error.to_string())),
                Err(error) => {
                    let pause = self.pause_after(&error, &mut trouble, &mut webhook_deleted).await;
                    tokio::select! {
                        biased;
                        () = &mut stop => break,
                        () = tokio::time::sleep(pause) => continue,
                    }
                }
            };
            trouble.is_over();
            confirmed_below = offset.or(confirmed_below);
            // Numbers start anew after a quiet week: then the old ones say nothing about those that come.
            let first = updates.iter().map(|update| update.update_id).min();
            confirmed_below = confirmed_below.filter(|&below| first.is_none_or(|first| below <= first));
            let had_some = !updates.is_empty();
            let updates = at_work.new_of(updates);
            if updates.is_empty() && had_some {
                tokio::select! {
                    biased;
                    () = &mut stop => break,
                    () = at_work.one_is_done() => {}
                    () = tokio::time::sleep(REST) => {}
                }
            }
            let updates: Vec<_> = updates.into_iter().filter_map(|update| self.understand(update)).collect();
            if !updates.is_empty() {
                let _busy = self.contact.begin();
                let later = handler(Batch { confirmed_below, updates }).await.map_err(ReceiveError::Handler)?;
                at_work.wait_for(later);
            }
        }
        let all_done = async {
            while !at_work.open.is_empty() {
                at_work.one_is_done().await;
            }
        };
        if tokio::time::timeout(LAST, all_done).await.is_err() {
            debug!("an update was still being handled: it comes again");
        }
        at_work.settle().map_err(ReceiveError::Handler)?;
        if let Some(next) = at_work.next().filter(|next| confirmed_below != Some(*next)) {
            self.confirm(next).await;
        }
        Ok(())
    }

    async fn updates(&self, offset: Option<i64>, waits: &Waits) -> Result<Vec<RawUpdate>, CallError> {
        let mut parameters = json!({ "timeout": waits.long_poll.as_secs(), "allowed_updates": KINDS });
        if let Some(offset) = offset {
            parameters["offset"] = offset.into();
        }
        let updates: Vec<Box<RawValue>> =
            self.api.call_within(waits.long_poll + waits.grace, "getUpdates", &parameters).await?;
        let updates = updates.iter().map(|update| RawUpdate::parse(update.get())).collect::<Option<_>>();
        updates.ok_or_else(|| CallError::Unanswered("the server sent an update without a number".to_owned()))
    }

    /// Confirms the last batch before the program ends. If that fails, its updates come again and are refused as repeated.
    async fn confirm(&self, offset: i64) {
        let parameters = json!({ "offset": offset, "timeout": 0, "limit": 1, "allowed_updates": KINDS });
        let done: Result<IgnoredAny, _> = self.api.call("getUpdates", &parameters).await;
        if let Err(error) = done {
            debug!("the last updates could not be confirmed: {error}");
        }
    }

    /// Does what can be done about a failed poll, says so, and returns how long to wait.
    async fn pause_after(&self, error: &CallError, trouble: &mut Trouble<'_>, webhook_deleted: &mut bool) -> Duration {
        match error {
            CallError::Refused { code: 409, text, .. } if text.to_lowercase().contains("webhook is active") => {
                if *webhook_deleted {
                    return trouble.is_contest(
                        "Another program keeps setting a webhook for this bot, so no updates come here. Stop it, or give one \
                         of the two another token.",
                    );
                }
                info!("This bot had a webhook; it is deleted, and what has queued up is fetched.");
                let deleted: Result<IgnoredAny, _> =
                    self.api.call("deleteWebhook", &json!({ "drop_pending_updates": false })).await;
                match deleted {
                    Ok(_) => {
                        *webhook_deleted = true;
                        Duration::ZERO
                    }
                    Err(error) => trouble.grows(&error),
                }
            }
            CallError::Refused { code: 409, text, .. } => trouble.is_contest(&format!(
                "Another program, perhaps a second copy of this one, polls with this bot's token, and updates reach only one \
                 of the two. Stop it, or give one of them another token. ({text})"
            )),
            CallError::Refused { retry_after: Some(seconds), .. } => {
                self.contact.is_broken(error);
                warn!("Telegram asks for {seconds} s without polling.");
                Duration::from_secs(*seconds)
            }
            _ => trouble.grows(error),
        }
    }
}

/// What became of an update that took longer, or the panic that ended it.
type Done<E> = Result<Result<(), E>, JoinError>;

/// What has come and is not done.
struct AtWork<'a, E> {
    contact: &'a Contact,
    tasks: JoinSet<(i64, Done<E>)>,
    /// The numbers of these.
    open: BTreeMap<i64, Busy<'a>>,
    /// What has come since the oldest of these, which comes again and again with it.
    seen: BTreeSet<i64>,
    /// The number behind all that has come.
    behind: Option<i64>,
    /// The first error of one.
    failed: Option<E>,
}

impl<'a, E: Send + 'static> AtWork<'a, E> {
    fn new(contact: &'a Contact) -> AtWork<'a, E> {
        let (open, seen) = (BTreeMap::new(), BTreeSet::new());
        AtWork { contact, tasks: JoinSet::new(), open, seen, behind: None, failed: None }
    }

    /// The number below which everything is done; `None` before anything has come.
    fn next(&self) -> Option<i64> {
        self.open.first_key_value().map(|(first, _)| *first).or(self.behind)
    }

    /// Those of what Telegram has that have not come yet.
    fn new_of(&mut self, updates: Vec<RawUpdate>) -> Vec<RawUpdate> {
        let Some(last) = updates.iter().map(|update| update.update_id).max() else { return updates };
        if self.open.is_empty() {
            (self.behind, self.seen) = (Some(last + 1), BTreeSet::new());
        }
        self.behind = self.behind.max(Some(last + 1));
        updates.into_iter().filter(|update| self.seen.insert(update.update_id)).collect()
    }

    fn wait_for(&mut self, later: Vec<Later<E>>) {
        for Later { update, done } in later {
            self.open.insert(update, self.contact.begin());
            // In a task of its own, so that a panic does not hide which update it was.
            self.tasks.spawn(async move { (update, tokio::spawn(done).await) });
        }
    }

    /// Waits until one of those that were open is done.
    async fn one_is_done(&mut self) {
        if let Some(Ok((update, done))) = self.tasks.join_next().await {
            self.note(update, done);
        }
    }

    /// Takes note of those that are done by now.
    fn settle(&mut self) -> Result<(), E> {
        while let Some(Ok((update, done))) = self.tasks.try_join_next() {
            self.note(update, done);
        }
        self.failed.take().map_or(Ok(()), Err)
    }

    fn note(&mut self, update: i64, done: Done<E>) {
        self.open.remove(&update);
        match done {
            Ok(result) => self.failed = self.failed.take().or(result.err()),
            Err(panic) => error!(update, %panic, "handling an update panicked"),
        }
    }
}
