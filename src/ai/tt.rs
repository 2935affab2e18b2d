//! What the search remembers of positions it has seen.
//!
//! One table serves many searches, one after the other and at once, of one game and of many. What makes that sound:
//!
//! * Every search has a topic: the rules it plays by and what else its scores depend on. The topic is part of every key, so no
//!   search finds what was remembered on another one.
//! * A score that came about by the game's history (a repetition, a ban, the quiet limit) is marked. Whoever marked it
//!   believes it until its search ends; every other search takes the best move from it alone.
//! * Two searches may write to one slot at once. A slot holds its key mixed with what it remembers, so that halves of two
//!   memories are no memory of either position.

use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

use super::score::Score;
use crate::rules::scramble;

/// What a remembered score says about the true one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    Exact,
    /// The true score is this or more.
    Lower,
    /// The true score is this or less.
    Upper,
}

/// What is remembered of a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// The best move's bits, 0 if none was best.
    pub best: u16,
    /// Counted from the position itself.
    pub score: Score,
    /// 0 if only the move is to be believed.
    pub depth: i32,
    pub bound: Bound,
    /// The score depends on more than the position: on what happened before it.
    pub by_history: bool,
}

/// A bounded memory of positions by their keys. What is deep and recent stays longest.
#[derive(Debug)]
pub struct TranspositionTable {
    clusters: Vec<Cluster>,
    /// How many searches have begun, modulo 2^16.
    searches: AtomicU16,
}

/// Slots that are together one line of a processor's cache.
type Cluster = [Slot; 4];

/// A place for a memory. An empty one is all zeros.
#[derive(Debug, Default)]
struct Slot {
    /// The key, with the memory's bits mixed in.
    check: AtomicU64,
    bits: AtomicU64,
}

const DEPTH_SHIFT: u32 = 32;
const BOUND_SHIFT: u32 = 40;
const HISTORY_SHIFT: u32 = 42;
const SEARCH_SHIFT: u32 = 48;
/// How many plies of depth it costs a memory that another search has begun since, when a slot is chosen to be overwritten.
const AGE_WORTH: i32 = 4;

impl TranspositionTable {
    /// An empty table of this many megabytes, at least one.
    pub fn new(megabytes: usize) -> TranspositionTable {
        let clusters = (megabytes.max(1) << 20) / size_of::<Cluster>();
        let clusters = (0..clusters).map(|_| Cluster::default()).collect();
        TranspositionTable { clusters, searches: AtomicU16::new(0) }
    }

    /// Begins a search whose scores depend on the position and on this topic alone.
    pub(super) fn search(&self, topic: u64) -> Recall<'_> {
        Recall { table: self, topic: scramble(topic), search: self.searches.fetch_add(1, Ordering::Relaxed) }
    }

    /// The bytes it takes.
    pub fn memory(&self) -> usize {
        size_of_val(&self.clusters[..])
    }

    fn cluster(&self, key: u64) -> &Cluster {
        &self.clusters[((u128::from(key) * self.clusters.len() as u128) >> 64) as usize]
    }
}

/// A table as one search sees it.
#[derive(Clone, Debug)]
pub(super) struct Recall<'a> {
    table: &'a TranspositionTable,
    topic: u64,
    search: u16,
}

impl Recall<'_> {
    /// What is remembered of the position with this key.
    pub fn probe(&self, key: u64) -> Option<Memory> {
        let key = key ^ self.topic;
        let bits = self.table.cluster(key).iter().find_map(|slot| slot.bits_of(key))?;
        let memory = unpack(bits);
        let strange = memory.by_history && search_of(bits) != self.search;
        Some(if strange { Memory { depth: 0, ..memory } } else { memory })
    }

    /// Remembers a position.
    pub fn store(&self, key: u64, memory: Memory) {
        let key = key ^ self.topic;
        let value = |slot: &Slot| {
            let bits = slot.bits.load(Ordering::Relaxed);
            if bits == 0 || slot.check.load(Ordering::Relaxed) ^ bits == key {
                return i32::MIN;
            }
            // What a later search has stored is no older than this one's own.
            let age = (self.search.wrapping_sub(search_of(bits)) as i16).max(0);
            unpack(bits).depth - AGE_WORTH * i32::from(age)
        };
        if let Some(slot) = self.table.cluster(key).iter().min_by_key(|slot| value(slot)) {
            // A search that found no best move leaves the one known before.
            let best = match slot.bits_of(key) {
                Some(known) if memory.best == 0 => unpack(known).best,
                _ => memory.best,
            };
            slot.fill(key, pack(Memory { best, ..memory }, self.search));
        }
    }
}

impl Slot {
    /// What it remembers, if that is of this key.
    fn bits_of(&self, key: u64) -> Option<u64> {
        let bits = self.bits.load(Ordering::Relaxed);
        (bits != 0 && self.check.load(Ordering::Relaxed) ^ bits == key).then_some(bits)
    }

    fn fill(&self, key: u64, bits: u64) {
        self.check.store(key ^ bits, Ordering::Relaxed);
        self.bits.store(bits, Ordering::Relaxed);
    }
}

fn pack(memory: Memory, search: u16) -> u64 {
    let bound = match memory.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    u64::from(memory.best)
        | u64::from(memory.score.0 as i16 as u16) << 16
        | u64::from(memory.depth.clamp(0, 255) as u8) << DEPTH_SHIFT
        | bound << BOUND_SHIFT
        | u64::from(memory.by_history) << HISTORY_SHIFT
        | u64::from(search) << SEARCH_SHIFT
}

fn unpack(bits: u64) -> Memory {
    Memory {
        best: bits as u16,
        score: Score(i32::from((bits >> 16) as u16 as i16)),
        depth: i32::from((bits >> DEPTH_SHIFT) as u8),
        bound: match bits >> BOUND_SHIFT & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
        by_history: bits >> HISTORY_SHIFT & 1 == 1,
    }
}

/// The search that stored a memory.
const fn search_of(bits: u64) -> u16 {
    (bits >> SEARCH_SHIFT) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    fn memory(depth: i32) -> Memory {
        Memory { best: 1, score: Score(0), depth, bound: Bound::Exact, by_history: false }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = TranspositionTable::new(1);
        let search = table.search(0);
        let memories = [
            Memory { best: 0xffff, score: Score::loss_in(6), depth: 12, bound: Bound::Upper, by_history: true },
            Memory { best: 1, score: Score::win_in(3), depth: 0, bound: Bound::Lower, by_history: false },
            Memory { best: 513, score: Score(-77), depth: 63, bound: Bound::Exact, by_history: false },
        ];
        for (key, memory) in (1..).map(|n: u64| n << 40).zip(memories) {
            assert_eq!(search.probe(key), None);
            search.store(key, memory);
            assert_eq!(search.probe(key), Some(memory));
        }
    }

    #[test]
    fn the_deep_and_recent_stay() {
        let table = TranspositionTable::new(1);
        let search = table.search(0);
        for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7), (5, 6)] {
            search.store(key, memory(depth));
        }
        assert_eq!(search.probe(2), None);
        assert_eq!(search.probe(1), Some(memory(9)));
        for (number, key) in (6..10).enumerate() {
            table.search(0).store(key, memory(10 + number as i32));
        }
        assert_eq!(search.probe(1), None, "an old search's results give way at last");
    }

    #[test]
    fn another_search_believes_what_depends_on_the_position_alone() {
        let table = TranspositionTable::new(1);
        let (one, other) = (table.search(7), table.search(7));
        let by_history = Memory { by_history: true, ..memory(5) };
        one.store(1, memory(4));
        one.store(2, by_history);
        assert_eq!([one.probe(1), one.probe(2)], [Some(memory(4)), Some(by_history)]);
        assert_eq!([other.probe(1), other.probe(2)], [Some(memory(4)), Some(Memory { depth: 0, ..by_history })]);
    }

    #[test]
    fn another_topic_is_another_memory() {
        let table = TranspositionTable::new(1);
        let (one, other) = (table.search(1), table.search(2));
        one.store(9, memory(3));
        assert_eq!(other.probe(9), None);
        other.store(9, memory(8));
        assert_eq!([one.probe(9), other.probe(9)], [Some(memory(3)), Some(memory(8))]);
    }

    /// Every memory tells the key it was stored under.
    #[test]
    fn searches_at_once_never_see_half_a_memory() {
        let table = TranspositionTable::new(1);
        let of =
            |key: u64| Memory { best: key as u16 | 1, score: Score(key as i32 % 1000), ..memory(key as i32 % 200) };
        // So many keys in one cluster that they are always being overwritten.
        thread::scope(|scope| {
            for worker in 0..4 {
                let search = table.search(0);
                scope.spawn(move || {
                    for n in 0..20_000u64 {
                        let (write, read) = ((n * 7 + worker) % 13, (n * 5 + worker) % 13);
                        search.store(write, of(write));
                        if let Some(found) = search.probe(read) {
                            assert_eq!(found, of(read), "{read}");
                        }
                    }
                });
            }
        });
    }
}
