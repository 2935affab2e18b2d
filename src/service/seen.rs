//! Updates of this run, so that one that comes twice is handled once.
//!
//! What an update changed carries its number to the disk, and is never done again. But a refusal is not saved, and the second
//! copy may come while the first is still being handled.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OwnedMutexGuard;

/// How many updates are remembered.
const REMEMBERED: usize = 2000;

/// The numbers of the newest updates, each with whether it has been handled.
#[derive(Default)]
pub(super) struct Seen(Mutex<Entries>);

#[derive(Default)]
struct Entries {
    by_number: HashMap<i64, Arc<tokio::sync::Mutex<bool>>>,
    order: VecDeque<i64>,
}

/// An update that is being handled; another copy waits until this is dropped.
pub(super) struct First(OwnedMutexGuard<bool>);

impl Drop for First {
    fn drop(&mut self) {
        *self.0 = true;
    }
}

impl Seen {
    /// The right to handle an update; `None`, when its other copy has been handled.
    pub async fn first(&self, number: i64) -> Option<First> {
        let entry = {
            let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let Entries { by_number, order } = &mut *entries;
            let entry = by_number.entry(number).or_insert_with(|| {
                order.push_back(number);
                Arc::default()
            });
            let entry = Arc::clone(entry);
            if order.len() > REMEMBERED
                && let Some(oldest) = order.pop_front()
            {
                by_number.remove(&oldest);
            }
            entry
        };
        let handled = entry.lock_owned().await;
        (!*handled).then_some(First(handled))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn the_second_copy_waits_and_is_not_handled() {
        let seen = Seen::default();
        let first = seen.first(7).await.expect("it is the first");
        assert!(seen.first(8).await.is_some(), "another one");
        let second = seen.first(7);
        tokio::pin!(second);
        assert!(tokio::time::timeout(Duration::from_millis(20), &mut second).await.is_err(), "it waits");
        drop(first);
        assert!(second.await.is_none());
        assert!(seen.first(7).await.is_none());
    }

    #[tokio::test]
    async fn only_the_newest_are_remembered() {
        let seen = Seen::default();
        for number in 0..=i64::try_from(REMEMBERED).expect("small") {
            assert!(seen.first(number).await.is_some());
        }
        assert!(seen.first(0).await.is_some(), "forgotten");
        assert!(seen.first(2).await.is_none());
        assert_eq!(seen.0.lock().expect("no panic").by_number.len(), REMEMBERED);
    }
}
