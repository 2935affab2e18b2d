//! Whether the bot is well: what `/healthz` says, and when the program had better end.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::ai::Mind;
use crate::metrics::Health;
use crate::store::{Census, Store};
use crate::telegram::Telegram;

/// After so long without any sign that updates can come, the bot is not well. Polls answer within half a minute.
const SILENCE: Duration = Duration::from_secs(180);
/// How long the store may take to answer.
const STORE: Duration = Duration::from_secs(5);
/// A batch of updates that takes longer has got stuck: even a hundred questions to a Telegram that does not answer take less.
const STUCK: Duration = Duration::from_secs(600);
/// How often that is looked at.
const LOOK: Duration = Duration::from_secs(10);

/// What a look at the bot needs.
#[derive(Clone)]
pub(super) struct Vitals {
    pub store: Store,
    pub telegram: Arc<Telegram>,
    pub mind: Mind,
    pub started: Instant,
}

impl Vitals {
    pub async fn look(self) -> Health {
        let now = Instant::now();
        let age = |last: Option<Instant>| now.saturating_duration_since(last.unwrap_or(self.started));
        let contact = age(self.telegram.last_contact());
        let mut faults = Vec::new();
        let census = match tokio::time::timeout(STORE, self.store.census()).await {
            Ok(Ok(census)) => census,
            Ok(Err(error)) => {
                faults.push(format!("The store has failed: {error}."));
                Census::default()
            }
            Err(_) => {
                faults.push(format!("The store did not answer within {} s.", STORE.as_secs()));
                Census::default()
            }
        };
        faults.extend(silence(contact, self.telegram.trouble()));
        Health {
            faults,
            contact_age_seconds: seconds(contact),
            update_age_seconds: seconds(age(self.telegram.last_update())),
            call_age_seconds: seconds(age(self.telegram.last_call())),
            games: i64::try_from(census.games).unwrap_or(i64::MAX),
            challenges: i64::try_from(census.challenges).unwrap_or(i64::MAX),
            ai_memory_bytes: i64::try_from(self.mind.memory()).unwrap_or(i64::MAX),
        }
    }
}

/// What is wrong when nothing came for so long, and why, if that is known.
fn silence(contact: Duration, trouble: Option<String>) -> Option<String> {
    let why = trouble.map_or(String::new(), |trouble| format!(" {trouble}"));
    (contact > SILENCE).then(|| format!("No updates can come since {} s.{why}", contact.as_secs()))
}

fn seconds(time: Duration) -> i64 {
    i64::try_from(time.as_secs()).unwrap_or(i64::MAX)
}

/// Returns when the handling of updates has got stuck: a program that is started anew gets them again.
pub(super) async fn watch(telegram: &Telegram) {
    while !is_stuck(telegram.busy_since(), Instant::now()) {
        tokio::time::sleep(LOOK).await;
    }
}

/// Whether a batch whose handling began then should have ended long ago.
fn is_stuck(busy_since: Option<Instant>, now: Instant) -> bool {
    busy_since.is_some_and(|since| now.saturating_duration_since(since) > STUCK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silence_has_a_reason() {
        assert_eq!(silence(SILENCE, Some("409 Conflict".to_owned())), None);
        let long = SILENCE + Duration::from_secs(1);
        assert_eq!(silence(long, None).as_deref(), Some("No updates can come since 181 s."));
        let sentence = silence(long, Some("409 Conflict".to_owned()));
        assert_eq!(sentence.as_deref(), Some("No updates can come since 181 s. 409 Conflict"));
    }

    #[test]
    fn only_a_batch_that_never_ends_is_stuck() {
        let begun = Instant::now();
        assert!(!is_stuck(None, begun + STUCK * 2), "idle");
        assert!(!is_stuck(Some(begun), begun + STUCK), "busy");
        assert!(!is_stuck(Some(begun + STUCK), begun + STUCK * 2), "busy with the next one");
        assert!(is_stuck(Some(begun), begun + STUCK + LOOK), "never ends");
    }
}
