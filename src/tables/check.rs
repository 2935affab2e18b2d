//! Counts what the tables say, and checks every label against those of the positions a move leads to.

use std::ops::AddAssign;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::known::{Known, Value, Wdl};
use super::layout::Squares;
use super::material::{Material, Set};
use super::{Dtw, Table, Tablebase};
use crate::rules::jungle::Position;
use crate::rules::{Color, FILES, Square};

/// How many positions there are, and how they end. Every position counts: those of all materials read in a table, either side
/// to move, on either side of the mirror.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// The longest win, if the tables have distances.
    pub longest: Dtw,
}

impl Tally {
    pub const fn positions(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn add(&mut self, value: Value, times: u64) {
        match value.wdl() {
            Wdl::Win => {
                self.wins += times;
                self.longest = self.longest.max(Dtw(value.plies()));
            }
            Wdl::Draw => self.draws += times,
            Wdl::Loss => self.losses += times,
        }
    }
}

/// What a set's table says.
#[derive(Clone, Debug)]
pub struct SetTally {
    /// The material the table is made for.
    pub material: Material,
    /// How many materials are read in it, this one included.
    pub materials: usize,
    pub tally: Tally,
    /// A position of the longest win, if the table has distances.
    pub longest: Option<Position>,
    pub bytes: usize,
}

impl SetTally {
    fn new(set: &Set, table: &Table) -> SetTally {
        let (mut tally, mut longest) = (Tally::default(), None);
        for number in 0..set.layout.len() {
            let Some((turn, squares)) = set.layout.position(number) else { continue };
            let Some(value) = table.value(number) else { continue };
            let is_own_image = squares[..set.animals.len()].iter().all(|square| square % FILES == FILES / 2);
            let before = tally.longest;
            tally.add(value, set.materials as u64 * if is_own_image { 1 } else { 2 });
            if tally.longest > before {
                longest = Some(position(set, turn, &squares));
            }
        }
        SetTally { material: set.material(), materials: set.materials, tally, longest, bytes: table.bytes() }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.longest = self.longest.max(other.longest);
    }
}

/// A label that does not follow from those of the positions after it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    #[error("the table says {label}, its moves {derived}: {fen}")]
    Label { fen: String, label: Known, derived: Known },
    #[error("the tables have nothing to say after a move here: {0}")]
    Unknown(String),
    #[error("the table of {0} cannot be read, or is not what was written")]
    Unreadable(Material),
}

/// Positions checked between two looks at whether somebody has found a mismatch.
const PORTION: usize = 1 << 14;

impl Tablebase {
    /// Counts the results of each set with so many animals that has a table.
    pub fn tallies(&self, pieces: usize) -> impl Iterator<Item = SetTally> {
        let sets = self.catalogue.sets().iter().zip(&self.tables);
        sets.filter(move |(set, _)| set.animals.len() == pieces)
            .filter_map(|(set, table)| Some(SetTally::new(set, table.as_ref()?)))
    }

    /// Derives every label of the sets with so many animals from the labels after each move, by the rules themselves rather
    /// than by what built the tables. Uses all processors; `report` is told how many numbers are done, of how many.
    ///
    /// Where there are distances, only the true labels pass. Where there are none, a circle of wins that lead nowhere would
    /// pass too. Returns how many sets were checked.
    ///
    /// # Errors
    /// The first label found that does not follow.
    pub fn verify(&self, pieces: usize, mut report: impl FnMut(u64, u64)) -> Result<usize, Mismatch> {
        let sets: Vec<usize> = (0..self.tables.len())
            .filter(|&set| self.catalogue.sets()[set].animals.len() == pieces && self.tables[set].is_some())
            .collect();
        let all: u64 = sets.iter().map(|&set| self.catalogue.sets()[set].layout.len() as u64).sum();
        let mut done = 0;
        for &set in &sets {
            self.verify_set(set)?;
            done += self.catalogue.sets()[set].layout.len() as u64;
            report(done, all);
        }
        Ok(sets.len())
    }

    fn verify_set(&self, set: usize) -> Result<(), Mismatch> {
        if let Some(Table::Stored(stored)) = &self.tables[set]
            && !stored.load().is_ok_and(|loaded| loaded.is_some())
        {
            return Err(Mismatch::Unreadable(self.catalogue.sets()[set].material()));
        }
        let length = self.catalogue.sets()[set].layout.len();
        let (next, found) = (AtomicUsize::new(0), AtomicBool::new(false));
        let mismatch = Mutex::new(None);
        let work = || {
            while !found.load(Ordering::Relaxed) {
                let start = next.fetch_add(PORTION, Ordering::Relaxed);
                if start >= length {
                    break;
                }
                let wrong =
                    (start..length.min(start + PORTION)).find_map(|number| self.verify_number(set, number).err());
                if let Some(wrong) = wrong {
                    *mismatch.lock().unwrap_or_else(PoisonError::into_inner) = Some(wrong);
                    found.store(true, Ordering::Relaxed);
                }
            }
        };
        thread::scope(|scope| {
            (0..thread::available_parallelism().map_or(1, usize::from)).for_each(|_| {
                scope.spawn(work);
            });
        });
        match mismatch.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(mismatch) => Err(mismatch),
            None => Ok(()),
        }
    }

    fn verify_number(&self, index: usize, number: usize) -> Result<(), Mismatch> {
        let set = &self.catalogue.sets()[index];
        let Some((turn, squares)) = set.layout.position(number) else { return Ok(()) };
        let position = position(set, turn, &squares);
        let fen = || position.fen(&self.rules);
        let unreadable = || Mismatch::Unreadable(set.material());
        let (label, distances) = self.value(&position).ok_or_else(unreadable)?;
        let derived = self.derive(&position).ok_or_else(|| Mismatch::Unknown(fen()))?;
        let same = if distances { label == derived } else { label.wdl() == derived.wdl() };
        let (label, derived) = (label.known(distances), derived.known(distances));
        if same { Ok(()) } else { Err(Mismatch::Label { fen: fen(), label, derived }) }
    }

    /// What the moves of a position make of it.
    fn derive(&self, position: &Position) -> Option<Value> {
        let mut best: Option<Value> = None;
        for mv in position.moves(&self.rules) {
            let (value, _) = self.after(position, mv)?;
            best = best.into_iter().chain([value]).max_by_key(|value| value.merit());
        }
        // Who cannot move has lost (rule 2.11).
        Some(best.unwrap_or(Value::loss(0)))
    }
}

/// The set's position with its animals on these squares.
fn position(set: &Set, turn: Color, squares: &Squares) -> Position {
    let mut position = Position::empty(turn);
    for (&(color, strength), &square) in set.animals.iter().zip(squares) {
        if let Some(square) = Square::from_index(usize::from(square)) {
            position.put(color, strength, square);
        }
    }
    position
}
