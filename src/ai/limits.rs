//! How long a search may think, and with how many hands.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What ends a search, whichever comes first; without any, it goes on to the greatest depth there is.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    pub time: Option<Duration>,
    /// Set by another thread to end the search now.
    pub stop: Arc<AtomicBool>,
    /// Threads that search beside the one that decides, in the 7×9 family. They think on through the same table, so that with them
    /// a search no longer depends on its arguments alone; the limits are for the one that decides.
    pub helpers: u32,
}

impl Limits {
    /// Whether another thread has asked the search to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The stricter of both in each respect; the stop flag and the helpers are this one's.
    pub fn within(self, other: &Limits) -> Limits {
        fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
            one.into_iter().chain(other).min()
        }
        Limits {
            depth: least(self.depth, other.depth),
            nodes: least(self.nodes, other.nodes),
            time: least(self.time, other.time),
            stop: self.stop,
            helpers: self.helpers,
        }
    }
}
