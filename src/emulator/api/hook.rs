//! Brings updates to the webhook.

use std::sync::Arc;
use std::time::{Duration, Instant};

use reqwest::Client;

use crate::emulator::Shared;
use crate::emulator::world::fault::Mishap;
use crate::emulator::world::hook::Parcel;
use crate::emulator::world::unix_seconds;

/// The name under which faults strike the delivery of updates, as if it were a method.
pub const WEBHOOK: &str = "webhook";
/// How long the bot may take to answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Brings updates to whatever webhook is set, until the emulator stops.
pub async fn deliver(shared: Arc<Shared>) {
    let client = match Client::builder().no_proxy().timeout(PATIENCE).build() {
        Ok(client) => client,
        Err(error) => {
            tracing::error!("no updates are brought to webhooks: {error}");
            return;
        }
    };
    let mut changes = shared.changes();
    while !shared.is_stopping() {
        changes.mark_unchanged();
        let (parcels, next) = shared.with(|world| world.parcels(Instant::now()));
        for parcel in parcels {
            let (shared, client) = (Arc::clone(&shared), client.clone());
            tokio::spawn(async move {
                let taken = bring(&shared, &client, &parcel).await;
                shared.with(|world| world.parcel_ended(&parcel, taken, Instant::now(), unix_seconds()));
                shared.wake();
            });
        }
        let pause = async {
            match next {
                Some(next) => tokio::time::sleep_until(next.into()).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            changed = changes.changed() => if changed.is_err() { return },
            () = pause => {}
        }
    }
}

/// Whether the bot took an update, or why not in Telegram's words.
async fn bring(shared: &Shared, client: &Client, parcel: &Parcel) -> Result<(), String> {
    let fault = shared.with(|world| world.faults.strike(WEBHOOK, Some(parcel.chat)));
    let mishap = match fault {
        Some(fault) => {
            tokio::time::sleep(Duration::from_millis(fault.delay_ms)).await;
            fault.then
        }
        None => None,
    };
    if let Some(Mishap::Cut | Mishap::RetryAfter(_) | Mishap::Refuse { .. }) = mishap {
        return Err("Connection reset by peer".to_owned());
    }
    let mut request = client.post(&parcel.url).json(&parcel.update);
    if !parcel.secret.is_empty() {
        request = request.header("X-Telegram-Bot-Api-Secret-Token", &parcel.secret);
    }
    let response = request.send().await.map_err(|error| match error {
        error if error.is_connect() => "Connection refused".to_owned(),
        error if error.is_timeout() => "Read timeout expired".to_owned(),
        error => format!("Connection closed: {}", error.without_url()),
    })?;
    if mishap == Some(Mishap::LoseAnswer) {
        return Err("Connection closed".to_owned());
    }
    if response.status().is_success() {
        return Ok(());
    }
    Err(format!("Wrong response from the webhook: {}", response.status()))
}
