//! What the search remembers of positions it has seen.

use super::score::Score;

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
    pub depth: i32,
    pub bound: Bound,
}

/// A bounded memory of positions by their keys. What is deep and recent stays longest.
#[derive(Clone, Debug)]
pub struct TranspositionTable {
    clusters: Vec<Cluster>,
    age: u8,
}

/// Slots of a key and its packed memory, together one line of a processor's cache. An empty slot is all zeros.
type Cluster = [[u64; 2]; 4];

const DEPTH_SHIFT: u32 = 32;
const BOUND_SHIFT: u32 = 40;
const AGE_SHIFT: u32 = 48;
/// How many plies of depth an age is worth when a slot is chosen to be overwritten.
const AGE_WORTH: i32 = 4;

impl TranspositionTable {
    /// An empty table of this many megabytes, at least one.
    pub fn new(megabytes: usize) -> TranspositionTable {
        let clusters = (megabytes.max(1) << 20) / size_of::<Cluster>();
        TranspositionTable { clusters: vec![[[0; 2]; 4]; clusters], age: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.clusters.fill([[0; 2]; 4]);
        self.age = 0;
    }

    /// Notes that another search begins: what earlier ones left gives way first.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// What is remembered of the position with this key.
    pub fn probe(&self, key: u64) -> Option<Memory> {
        let cluster = &self.clusters[self.index(key)];
        cluster.iter().find(|slot| slot[0] == key && slot[1] != 0).map(|slot| unpack(slot[1]))
    }

    /// Remembers a position.
    pub fn store(&mut self, key: u64, memory: Memory) {
        let (index, age) = (self.index(key), self.age);
        let value = |slot: &[u64; 2]| {
            if slot[1] == 0 || slot[0] == key {
                return i32::MIN;
            }
            let years = age.wrapping_sub((slot[1] >> AGE_SHIFT) as u8);
            unpack(slot[1]).depth - AGE_WORTH * i32::from(years)
        };
        if let Some(slot) = self.clusters[index].iter_mut().min_by_key(|slot| value(slot)) {
            // A search that found no best move leaves the one known before.
            let best = if memory.best == 0 && slot[0] == key { unpack(slot[1]).best } else { memory.best };
            *slot = [key, pack(Memory { best, ..memory }, age)];
        }
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.clusters.len() as u128) >> 64) as usize
    }
}

fn pack(memory: Memory, age: u8) -> u64 {
    let bound = match memory.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    u64::from(memory.best)
        | u64::from(memory.score.0 as i16 as u16) << 16
        | u64::from(memory.depth.clamp(0, 255) as u8) << DEPTH_SHIFT
        | bound << BOUND_SHIFT
        | u64::from(age) << AGE_SHIFT
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
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found() {
        let mut table = TranspositionTable::new(1);
        let memories = [
            Memory { best: 0xffff, score: Score::loss_in(6), depth: 12, bound: Bound::Upper },
            Memory { best: 1, score: Score::win_in(3), depth: 0, bound: Bound::Lower },
            Memory { best: 513, score: Score(-77), depth: 63, bound: Bound::Exact },
        ];
        for (key, memory) in (1..).map(|n: u64| n << 40).zip(memories) {
            assert_eq!(table.probe(key), None);
            table.store(key, memory);
            assert_eq!(table.probe(key), Some(memory));
        }
        table.clear();
        assert_eq!(table.probe(1 << 40), None);
    }

    #[test]
    fn the_deep_and_recent_stay() {
        let mut table = TranspositionTable::new(1);
        let memory = |depth| Memory { best: 1, score: Score(0), depth, bound: Bound::Exact };
        for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7), (5, 6)] {
            table.store(key, memory(depth));
        }
        assert_eq!(table.probe(2), None);
        assert_eq!(table.probe(1), Some(memory(9)));
        for (search, key) in (6..10).enumerate() {
            table.grow_older();
            table.store(key, memory(10 + search as i32));
        }
        assert_eq!(table.probe(1), None, "an old search's results give way at last");
    }
}
