//! The poll loop: fetches updates, hands them on, and confirms them only when they are dealt with.
//!
//! Telegram forgets an update when the next request asks for those behind it. So that request is made only after the handler
//! has returned, and the handler returns when everything in the batch is saved or refused: whatever dies in between, the
//! updates come again. <https://core.telegram.org/bots/api#getupdates>

use std::future::Future;
use std::time::Duration;

use serde::de::IgnoredAny;
use serde_json::json;
use serde_json::value::RawValue;
use tracing::{debug, info, warn};

use super::Telegram;
use super::api::CallError;
use super::contact::{Batch, KINDS, ReceiveError, Trouble, Waits};
use super::incoming::RawUpdate;

/// How much longer than Telegram a long poll is waited for.
const GRACE: Duration = Duration::from_secs(10);

impl Telegram {
    /// Fetches updates until `stop` is ready. `handler` gets each batch and returns when everything in it is saved or refused;
    /// only then is it confirmed. It has to return whatever happens, and soon: no update comes meanwhile. Its error ends the
    /// loop, and the batch comes again at the next start.
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
        F: Future<Output = Result<(), E>>,
    {
        tokio::pin!(stop);
        let mut confirmed_below = None;
        // The number behind the last batch; asking for it confirms the batch.
        let mut offset = None;
        let mut trouble = Trouble::new(&self.contact, waits);
        // A webhook was deleted in this run: if there is one again, somebody else sets it.
        let mut webhook_deleted = false;
        loop {
            let answer = tokio::select! {
                biased;
                () = &mut stop => break,
                answer = self.updates(offset, waits.long_poll) => answer,
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
            confirmed_below = offset.take().or(confirmed_below);
            let numbers = updates.iter().map(|update| update.update_id);
            let (Some(first), Some(last)) = (numbers.clone().min(), numbers.max()) else { continue };
            // Numbers start anew after a quiet week: then the old ones say nothing about those that come.
            confirmed_below = confirmed_below.filter(|&below| below <= first);
            let updates: Vec<_> = updates.into_iter().filter_map(|update| self.understand(update)).collect();
            if !updates.is_empty() {
                let _busy = self.contact.begin();
                handler(Batch { confirmed_below, updates }).await.map_err(ReceiveError::Handler)?;
            }
            offset = Some(last + 1);
        }
        if let Some(offset) = offset {
            self.confirm(offset).await;
        }
        Ok(())
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
