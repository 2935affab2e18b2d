//! In which order moves are looked at: what is likely best first.

use arrayvec::ArrayVec;

use super::eval::{Evaluation, alive};
use super::search::Search;
use super::tactics::wins;
use crate::rules::jungle::{DENS, Fight, MOST_MOVES, PackedList, PackedMove, Position, Strength};
use crate::rules::{Bitboard, Color};

/// Gives moves one by one, the best first by their marks.
pub struct Picker {
    moves: PackedList,
    marks: ArrayVec<i32, MOST_MOVES>,
    next: usize,
}

impl Picker {
    /// Marks every move.
    pub fn new(moves: PackedList, mark: impl FnMut(PackedMove) -> i32) -> Picker {
        let marks = moves.iter().copied().map(mark).collect();
        Picker { moves, marks, next: 0 }
    }
}

impl Iterator for Picker {
    type Item = PackedMove;

    fn next(&mut self) -> Option<PackedMove> {
        let best = (self.next..self.moves.len()).max_by_key(|&n| (self.marks[n], std::cmp::Reverse(n)))?;
        self.moves.swap(self.next, best);
        self.marks.swap(self.next, best);
        self.next += 1;
        self.moves.get(self.next - 1).copied()
    }
}

/// Marks of kinds of moves; everything else lies between.
const REMEMBERED: i32 = 1 << 24;
const INTO_DEN: i32 = 1 << 23;
const GOOD_CAPTURE: i32 = 1 << 20;
const BEFORE_DEN: i32 = 1 << 19;
const KILLERS: [i32; 2] = [1 << 18, 1 << 17];
const BAD_CAPTURE: i32 = -(1 << 20);
const LOST: i32 = -(1 << 22);
/// What [`Order::history`] is kept below.
const MOST_HISTORY: i32 = 1 << 14;

/// What the search has learned about which quiet moves are good.
pub struct Order {
    /// The latest two quiet moves that refuted a move, by ply; bits, 0 for none.
    killers: Vec<[u16; 2]>,
    /// How often a quiet move was best, by color, strength and target.
    history: [[[i32; 64]; Strength::COUNT]; 2],
}

impl Order {
    pub fn new(plies: usize) -> Order {
        Order { killers: vec![[0; 2]; plies], history: [[[0; 64]; Strength::COUNT]; 2] }
    }

    /// Notes that a quiet move refuted the opponent's last one, and that these tried before did not.
    pub fn refuted(&mut self, color: Color, mv: PackedMove, tried: &[PackedMove], depth: i32, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != mv.bits() {
            *killers = [mv.bits(), killers[0]];
        }
        let credit = (depth * depth).min(400);
        self.credit(color, mv, credit);
        for &other in tried {
            self.credit(color, other, -credit);
        }
    }

    fn credit(&mut self, color: Color, mv: PackedMove, credit: i32) {
        let entry = &mut self.history[color.index()][mv.strength().index()][mv.to().index()];
        // The nearer to the limit, the less it grows: what was true lately counts most.
        *entry += 32 * credit - *entry * credit.abs() * 32 / MOST_HISTORY;
    }

    /// How well a quiet move has done, from -2^14 to 2^14.
    pub fn history(&self, color: Color, mv: PackedMove) -> i32 {
        self.history[color.index()][mv.strength().index()][mv.to().index()]
    }

    fn killer(&self, mv: PackedMove, ply: usize) -> Option<i32> {
        let slot = self.killers[ply].iter().position(|&killer| killer == mv.bits())?;
        Some(KILLERS[slot])
    }
}

/// All moves of a position, with the remembered best one first.
pub fn all(
    search: &Search,
    order: &Order,
    position: &Position,
    moves: PackedList,
    remembered: u16,
    ply: usize,
) -> Picker {
    let us = position.turn();
    let doors = search.dens.doors(!us);
    let exchange = Exchange::new(search, position);
    Picker::new(moves, |mv| {
        if mv.bits() == remembered {
            REMEMBERED
        } else if mv.is_capture() {
            let gain = exchange.gain(mv);
            match exchange.outcome(mv) {
                Outcome::Good => GOOD_CAPTURE + gain,
                Outcome::Bad => BAD_CAPTURE + gain,
                Outcome::Lost => LOST,
            }
        } else if DENS[us.other().index()].contains(mv.to()) {
            INTO_DEN
        } else if doors.contains(mv.to()) {
            BEFORE_DEN
        } else {
            order.killer(mv, ply).unwrap_or_else(|| order.history(us, mv))
        }
    })
}

/// The captures that do not lose more than they win; all those of the intruders before the den, if there are any.
pub fn captures(search: &Search, position: &Position, intruders: Bitboard) -> Picker {
    let exchange = Exchange::new(search, position);
    let mut moves = position.captures(&search.tables);
    moves.retain(|mv| match intruders.is_empty() {
        true => matches!(exchange.outcome(*mv), Outcome::Good),
        false => intruders.contains(mv.to()),
    });
    Picker::new(moves, |mv| exchange.gain(mv))
}

/// How a capture turns out, one answer ahead.
enum Outcome {
    Good,
    /// It loses more than it wins.
    Bad,
    /// The mover alone is lost.
    Lost,
}

/// Judges captures of a position.
struct Exchange<'a> {
    search: &'a Search,
    position: &'a Position,
    alive: [u8; 2],
}

impl Exchange<'_> {
    fn new<'a>(search: &'a Search, position: &'a Position) -> Exchange<'a> {
        Exchange { search, position, alive: Color::BOTH.map(|color| alive(position, color)) }
    }

    fn worth(&self, color: Color, strength: Strength) -> i32 {
        let evaluation: &Evaluation = &self.search.evaluation;
        evaluation.worth(strength, self.alive[color.other().index()])
    }

    /// What the target is worth, and a little more the less the attacker is.
    fn gain(&self, mv: PackedMove) -> i32 {
        let us = self.position.turn();
        let target = self.position.strength_at(!us, mv.to()).map_or(0, |target| self.worth(!us, target));
        target * 8 - self.worth(us, mv.strength())
    }

    fn outcome(&self, mv: PackedMove) -> Outcome {
        let Search { tables, tactics, .. } = self.search;
        let us = self.position.turn();
        let Some(target) = self.position.strength_at(!us, mv.to()) else { return Outcome::Good };
        let fight = tables.fight(us, mv.strength(), target, mv.to());
        if !wins(fight) {
            return Outcome::Lost;
        }
        let (won, risked) = (self.worth(!us, target), self.worth(us, mv.strength()));
        let loses_mover = fight == Fight::Both
            || won < risked && tactics.can_be_taken(self.position, tables, !us, mv.strength(), mv.to());
        if loses_mover && won < risked { Outcome::Bad } else { Outcome::Good }
    }
}
