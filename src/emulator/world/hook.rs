//! The webhook, if one is set: which update it gets next, and what became of the last.
//!
//! As at Telegram, the updates of a line ([`HookLine`]) go one after the other, those of different lines beside each other, and one
//! that was not taken comes again after a pause that grows; only the pauses are shorter, for nobody has hours here.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::World;
use super::updates::{HookLine, chat_of};

/// The pause after the first failure; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// A webhook as it was set.
#[derive(Debug)]
pub struct Hook {
    pub url: String,
    /// Said with every update; empty if there is none.
    pub secret: String,
    /// How many updates may be on their way at once.
    pub max_connections: usize,
    /// The last failure: unix seconds, and what happened.
    pub last_error: Option<(i64, String)>,
    /// By line: its update on the way, or the pause after a failure. A line in neither is not here.
    lanes: HashMap<HookLine, Lane>,
}

/// What keeps a line's next update from going.
#[derive(Debug)]
struct Lane {
    on_the_way: bool,
    until: Instant,
    failures: u32,
}

/// An update on its way.
#[derive(Debug)]
pub struct Parcel {
    pub url: String,
    pub secret: String,
    pub line: HookLine,
    /// For faults.
    pub chat: i64,
    pub update: Value,
}

impl Hook {
    pub fn new(url: String, secret: String, max_connections: usize) -> Hook {
        Hook { url, secret, max_connections, last_error: None, lanes: HashMap::new() }
    }
}

impl World {
    /// The updates that may go to the webhook now, and when the next pause ends.
    pub fn parcels(&mut self, now: Instant) -> (Vec<Parcel>, Option<Instant>) {
        let Some(hook) = &mut self.hook else { return (Vec::new(), None) };
        let mut parcels = Vec::new();
        let mut on_the_way = hook.lanes.values().filter(|lane| lane.on_the_way).count();
        while on_the_way < hook.max_connections {
            let free = |line| hook.lanes.get(&line).is_none_or(|lane| !lane.on_the_way && lane.until <= now);
            let Some((line, update)) = self.updates.next_for_hook(free) else { break };
            let lane = hook.lanes.entry(line).or_insert(Lane { on_the_way: true, until: now, failures: 0 });
            lane.on_the_way = true;
            on_the_way += 1;
            let (url, secret, chat) = (hook.url.clone(), hook.secret.clone(), chat_of(&update));
            parcels.push(Parcel { url, secret, line, chat, update });
        }
        let pauses = hook.lanes.values().filter(|lane| !lane.on_the_way).map(|lane| lane.until);
        (parcels, pauses.filter(|until| *until > now).min())
    }

    /// Notes what became of an update on its way: taken, or why not, and when that was.
    pub fn parcel_ended(&mut self, parcel: &Parcel, taken: Result<(), String>, now: Instant, unix_seconds: i64) {
        if taken.is_ok() && self.updates.taken_by_hook(&parcel.update) {
            self.touch();
        }
        // The webhook may have been set anew meanwhile: then all lines begin anew.
        let Some(hook) = self.hook.as_mut().filter(|hook| hook.url == parcel.url) else { return };
        match taken {
            Ok(()) => {
                hook.lanes.remove(&parcel.line);
            }
            Err(why) => {
                hook.last_error = Some((unix_seconds, why));
                if let Some(lane) = hook.lanes.get_mut(&parcel.line) {
                    lane.on_the_way = false;
                    lane.until = now + FIRST_PAUSE.saturating_mul(1 << lane.failures.min(16)).min(LONGEST_PAUSE);
                    lane.failures += 1;
                }
            }
        }
    }
}
