//! What legality and the end of a game depend on beside the board: 7-3, 17-5, cycles, plies without a capture.

use super::geometry::ALL_TRAPS;
use super::movegen::PackedMove;
use super::options::{Cycle, Violations};
use super::position::{Position, seat};
use super::tables::{Fight, Strength, Tables};
use crate::rules::{Bitboard, Color, Outcome, Seat, Square};

/// Own moves 7-3 looks back on.
const SEVEN: usize = 7;
/// Entries into one square within them that bar it.
const THREE: usize = 3;
/// Own moves 17-5 looks back on.
const SEVENTEEN: usize = 17;
/// Most different squares they may have entered for 17-5 to bar these.
const FIVE: u32 = 5;

/// What happened before the position on the board.
#[derive(Clone, Debug)]
pub struct History {
    runs: [Run; 2],
    /// The keys of the positions since the last capture (nothing before can come back), the present one last.
    hashes: Vec<u64>,
    quiet: u32,
}

impl History {
    /// A history that begins with this position, `quiet` plies after the last capture.
    pub fn new(position: &Position, quiet: u32) -> History {
        History { runs: [Run::default(); 2], hashes: vec![position.hash()], quiet }
    }

    /// Adds a move of `position` that led to `next`.
    pub fn push(&mut self, position: &Position, mv: PackedMove, next: &Position) {
        self.runs[position.turn().index()].push(mv);
        if mv.is_capture() {
            self.hashes.clear();
            self.quiet = 0;
        } else {
            self.quiet += 1;
        }
        self.hashes.push(next.hash());
    }

    /// Adds a turn that was passed, and that led to `next`: a ply like any other, but no move of an animal (rule 2.16).
    pub fn pass(&mut self, next: &Position) {
        self.quiet += 1;
        self.hashes.push(next.hash());
    }

    /// Plies since the last capture.
    pub const fn quiet(&self) -> u32 {
        self.quiet
    }

    /// The keys of the positions since the last capture, the present one last.
    pub fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// How often a position with this key has been on the board.
    pub fn occurrences(&self, hash: u64) -> usize {
        self.hashes.iter().filter(|&&known| known == hash).count()
    }

    /// The latest own moves of a color, as far as 7-3 and 17-5 look at them.
    pub const fn run(&self, color: Color) -> &Run {
        &self.runs[color.index()]
    }

    /// What repetition leads to if `mover` now brings about the position with this key (rule 2.13).
    pub fn ruling(&self, cycle: Cycle, next: u64, mover: Color) -> Option<Outcome> {
        let loses = |color: Color| Some(Outcome::Win(seat(!color)));
        match cycle {
            Cycle::None => None,
            Cycle::Draw => (self.occurrences(next) >= 2).then_some(Outcome::Draw),
            Cycle::FirstMoverLoses if seat(mover) != Seat::First => None,
            Cycle::FirstMoverLoses => (self.occurrences(next) >= 3).then(|| loses(mover)).flatten(),
            Cycle::StarterLoses if self.occurrences(next) < 3 => None,
            Cycle::StarterLoses => (self.starter(next, mover) == Some(mover)).then(|| loses(mover)).flatten(),
        }
    }

    /// Who began the cycle that leads back to this position: the side to move at the start of the unbroken stretch of
    /// positions before its first occurrence that have themselves been on the board three times. `mover` is to move now.
    fn starter(&self, hash: u64, mover: Color) -> Option<Color> {
        let mut start = self.hashes.iter().position(|&known| known == hash)?;
        while start > 0 && self.occurrences(self.hashes[start - 1]) >= 3 {
            start -= 1;
        }
        let plies_ago = self.hashes.len() - 1 - start;
        Some(if plies_ago.is_multiple_of(2) { mover } else { !mover })
    }
}

/// A side's latest own moves in a row by one animal, none into a trap: what 7-3 and 17-5 count (rule 2.12).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    animal: Option<Strength>,
    /// The squares entered, the latest first; only the first `len` count.
    entered: [Option<Square>; SEVENTEEN],
    len: usize,
}

impl Run {
    /// Adds a move of this side: another animal begins anew, a trap wipes the slate.
    pub fn push(&mut self, mv: PackedMove) {
        if ALL_TRAPS.contains(mv.to()) {
            *self = Run::default();
            return;
        }
        if self.animal != Some(mv.strength()) {
            *self = Run { animal: Some(mv.strength()), ..Run::default() };
        }
        self.entered.copy_within(..SEVENTEEN - 1, 1);
        self.entered[0] = Some(mv.to());
        self.len = SEVENTEEN.min(self.len + 1);
    }

    /// The animal that moved, if it was the same one in every move that counts.
    pub const fn animal(&self) -> Option<Strength> {
        self.animal
    }

    /// How many moves count, at most 17.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether no move counts.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How often the square was entered in the last `moves` own moves.
    pub fn entries(&self, square: Square, moves: usize) -> usize {
        self.entered[..moves.min(SEVENTEEN)].iter().filter(|&&entered| entered == Some(square)).count()
    }

    /// How often the square was entered in the moves 7-3 looks back on.
    pub fn recent_entries(&self, square: Square) -> usize {
        self.entries(square, SEVEN)
    }

    /// The squares entered in the last `moves` own moves.
    fn squares(&self, moves: usize) -> Bitboard {
        self.entered[..moves.min(SEVENTEEN)].iter().flatten().copied().collect()
    }

    /// Whether entering this square now would make 7-3 bar it to the animal when it comes back the move after next.
    pub fn third_entry(&self, square: Square) -> bool {
        // By then this entry and the move away from the square are the two latest of the seven moves.
        self.entries(square, SEVEN - 2) == THREE - 1
    }

    /// Whether entering this square now would complete seventeen moves within at most five squares.
    pub fn completes_seventeen(&self, square: Square) -> bool {
        self.len >= SEVENTEEN - 1 && (self.squares(SEVENTEEN - 1) | Bitboard::of(square)).count() <= FIVE
    }

    /// What the run bars to its animal in this position.
    fn bans(&self, position: &Position, tables: &Tables) -> Bans {
        let Some(animal) = self.animal.filter(|_| self.len > 2 * (THREE - 1)) else { return Bans::default() };
        let thrice: Bitboard =
            self.squares(SEVEN).into_iter().filter(|&square| self.recent_entries(square) >= THREE).collect();
        let seven_three = match thrice.is_empty() || is_chased(position, tables, animal) {
            true => Bitboard::EMPTY,
            false => thrice,
        };
        let all = self.squares(SEVENTEEN);
        let seventeen_five = if self.len == SEVENTEEN && all.count() <= FIVE { all } else { Bitboard::EMPTY };
        Bans { animal: Some(animal), seven_three, seventeen_five }
    }
}

/// The squares that 7-3 and 17-5 bar to an animal of the side to move. Captures and den entries are never barred.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Bans {
    pub animal: Option<Strength>,
    pub seven_three: Bitboard,
    pub seventeen_five: Bitboard,
}

impl Bans {
    /// The bans in force in a position whose side to move has made these moves before.
    pub fn new(position: &Position, tables: &Tables, run: &Run) -> Bans {
        match tables.options().violations {
            Violations::None => Bans::default(),
            Violations::Both => run.bans(position, tables),
        }
    }

    /// Whether nothing is barred.
    pub const fn is_empty(&self) -> bool {
        self.seven_three.is_empty() && self.seventeen_five.is_empty()
    }

    /// Whether a move that the board allows is barred. (Nobody has ever entered a den, so none is among the squares.)
    pub fn forbid(&self, mv: PackedMove) -> bool {
        !mv.is_capture()
            && self.animal == Some(mv.strength())
            && (self.seven_three | self.seventeen_five).contains(mv.to())
    }
}

/// Whether an enemy's move could capture this animal of the side to move where it stands: then 7-3 lets it run (rule 2.12).
fn is_chased(position: &Position, tables: &Tables, animal: Strength) -> bool {
    let us = position.turn();
    let Some(square) = position.square_of(us, animal) else { return false };
    let takes = |mv: &PackedMove| {
        mv.to() == square && matches!(tables.fight(!us, mv.strength(), animal, square), Fight::Takes | Fight::Both)
    };
    position.passed().captures(tables).iter().any(takes)
}
