//! getUpdates.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::error::ApiError;
use super::params::Params;
use crate::emulator::Shared;

/// The longest wait the server grants, in seconds.
const MAX_TIMEOUT: i64 = 50;

/// Waits for updates, up to the call's timeout. A newer call ends an older one that still waits.
pub async fn get_updates(shared: &Shared, params: &Params) -> Result<Value, ApiError> {
    let offset = params.integer("offset")?.unwrap_or(0);
    let limit = params.integer("limit")?.unwrap_or(100).clamp(1, 100);
    let limit = usize::try_from(limit).unwrap_or(100);
    let timeout = params.integer("timeout")?.unwrap_or(0).clamp(0, MAX_TIMEOUT);
    let deadline = Instant::now() + Duration::from_secs(timeout.unsigned_abs());
    let allowed = params.object("allowed_updates", "allowed_updates")?;
    let poll = shared.with(|world| {
        if world.hook.is_some() {
            return Err(ApiError::refused(
                409,
                "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook \
                 first",
            ));
        }
        let mut changed = world.updates.confirm(offset);
        if let Some(allowed) = allowed {
            let kinds = serde_json::from_value(allowed);
            changed |= world.updates.allow(kinds.map_err(|_| ApiError::broken("expected an Array of String"))?);
        }
        // A poll that finds nothing new is no change: a world nobody does anything in is not written again and again.
        if changed {
            world.touch();
        }
        Ok(world.updates.begin())
    })?;
    // An older call that still waits has to notice that it is superseded.
    shared.wake();
    let mut changes = shared.changes();
    loop {
        let batch = shared.with(|world| world.updates.take(poll, limit).ok_or(world.hook.is_some()));
        let batch = batch.map_err(|hooked| {
            ApiError::refused(
                409,
                if hooked {
                    "Conflict: terminated by setWebhook request"
                } else {
                    "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
                },
            )
        })?;
        if !batch.is_empty() {
            return Ok(batch.into());
        }
        let waiting = tokio::time::timeout_at(deadline, changes.changed());
        if !matches!(waiting.await, Ok(Ok(()))) || shared.is_stopping() {
            return Ok(json!([]));
        }
    }
}
