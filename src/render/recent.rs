//! A small cache that forgets what was used longest ago.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// At most `capacity` values by key, shared between threads.
pub struct Recent<K, V> {
    capacity: usize,
    entries: Mutex<Entries<K, V>>,
}

struct Entries<K, V> {
    /// Counts uses; the entry with the smallest stamp was used longest ago.
    clock: u64,
    by_key: HashMap<K, (V, u64)>,
}

impl<K: Eq + Hash + Clone, V: Clone> Recent<K, V> {
    pub fn new(capacity: usize) -> Recent<K, V> {
        Recent { capacity, entries: Mutex::new(Entries { clock: 0, by_key: HashMap::new() }) }
    }

    /// The value kept for this key, or the one that `make` gives, which is kept from now on.
    ///
    /// `make` runs without the lock, so that a slow one holds up nobody; two threads may then make the same value.
    pub fn get_or_make(&self, key: &K, make: impl FnOnce() -> V) -> V {
        if let Some(value) = self.get(key) {
            return value;
        }
        let value = make();
        let mut entries = self.lock();
        if entries.by_key.len() >= self.capacity {
            let oldest = entries.by_key.iter().min_by_key(|(_, (_, stamp))| *stamp).map(|(key, _)| key.clone());
            oldest.map(|key| entries.by_key.remove(&key));
        }
        entries.clock += 1;
        let stamp = entries.clock;
        entries.by_key.insert(key.clone(), (value.clone(), stamp));
        value
    }

    /// The value kept for this key.
    pub fn get(&self, key: &K) -> Option<V> {
        let mut entries = self.lock();
        entries.clock += 1;
        let now = entries.clock;
        let (value, stamp) = entries.by_key.get_mut(key)?;
        *stamp = now;
        Some(value.clone())
    }

    /// A thread that panicked while it held the lock left whole entries behind: they are as good as before.
    fn lock(&self) -> MutexGuard<'_, Entries<K, V>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::Recent;

    #[test]
    fn the_one_used_longest_ago_goes() {
        let recent = Recent::new(2);
        recent.get_or_make(&'a', || 1);
        recent.get_or_make(&'b', || 2);
        assert_eq!(recent.get_or_make(&'a', || 10), 1, "kept");
        recent.get_or_make(&'c', || 3);
        assert_eq!(recent.get_or_make(&'a', || 10), 1, "used after b, so b had to go");
        assert_eq!(recent.get_or_make(&'b', || 20), 20, "made anew");
    }
}
