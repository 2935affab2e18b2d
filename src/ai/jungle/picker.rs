//! In which order moves are looked at: what is likely best first.

use arrayvec::ArrayVec;

use super::eval::{Evaluation, alive};
use super::search::Search;
use super::tactics::wins;
use crate::rules::jungle::{DENS, Fight, MOST_MOVES, PackedList, PackedMove, Position, Strength};
use crate::rules::{Bitboard, Color};

/// Gives moves one by one, the best first. What may not be needed is not marked yet: most nodes are left after the remembered
/// move or a capture.
pub struct Picker {
    moves: PackedList,
    /// As far as they have been marked: by the same index, [`UNMARKED`] where there is none yet.
    marks: ArrayVec<i32, MOST_MOVES>,
    next: usize,
    stage: Stage,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Stage {
    /// First the move with these bits, if there is one.
    Remembered(u16),
    /// Then captures that pay.
    Captures,
    /// Then all others.
    Others,
}

/// Where moves are chosen from.
pub struct Node<'a> {
    pub search: &'a Search,
    pub position: &'a Position,
    pub ply: usize,
    /// What led here.
    pub lately: Lately,
}

impl Picker {
    /// All these moves, with the remembered best one first.
    pub fn new(moves: PackedList, remembered: u16) -> Picker {
        Picker { moves, marks: ArrayVec::new(), next: 0, stage: Stage::Remembered(remembered) }
    }

    /// The captures that do not lose more than they win; all those of the intruders before the den, if there are any.
    pub fn captures(search: &Search, position: &Position, intruders: Bitboard) -> Picker {
        let exchange = Exchange::new(search, position);
        let mut moves = position.captures(&search.tables);
        moves.retain(|mv| match intruders.is_empty() {
            true => matches!(exchange.outcome(*mv), Outcome::Good),
            false => intruders.contains(mv.to()),
        });
        let marks = moves.iter().map(|&mv| exchange.gain(mv)).collect();
        Picker { moves, marks, next: 0, stage: Stage::Others }
    }

    /// The next move of a node, which is always the same one.
    pub fn next(&mut self, order: &Order, node: &Node) -> Option<PackedMove> {
        if let Stage::Remembered(bits) = self.stage {
            self.stage = Stage::Captures;
            if let Some(at) = self.moves.iter().position(|mv| mv.bits() == bits) {
                self.moves.swap(0, at);
                self.next = 1;
                return self.moves.first().copied();
            }
        }
        if self.stage == Stage::Captures {
            if self.marks.is_empty() {
                self.mark_captures(node);
            }
            match self.best().filter(|&at| self.marks[at] > BEFORE_DEN) {
                Some(at) => return self.take(at),
                None => self.stage = Stage::Others,
            }
            self.mark_others(order, node);
        }
        self.next_marked()
    }

    /// The next one when all have been marked.
    pub fn next_marked(&mut self) -> Option<PackedMove> {
        self.best().and_then(|at| self.take(at))
    }

    fn mark_captures(&mut self, node: &Node) {
        let exchange = Exchange::new(node.search, node.position);
        let mark = |mv: &PackedMove| {
            let gain = if mv.is_capture() { exchange.gain(*mv) } else { return UNMARKED };
            match exchange.outcome(*mv) {
                Outcome::Good => GOOD_CAPTURE + gain,
                Outcome::Bad => BAD_CAPTURE + gain,
                Outcome::Lost => LOST,
            }
        };
        self.marks = self.moves.iter().map(mark).collect();
    }

    fn mark_others(&mut self, order: &Order, node: &Node) {
        let us = node.position.turn();
        let doors = node.search.dens.doors(!us);
        for (mark, &mv) in self.marks.iter_mut().zip(&self.moves).filter(|(mark, _)| **mark == UNMARKED) {
            *mark = match order.killer(mv, node.ply) {
                _ if DENS[us.other().index()].contains(mv.to()) => INTO_DEN,
                _ if doors.contains(mv.to()) => BEFORE_DEN,
                Some(killer) => killer,
                None => order.promise(us, mv, &node.lately),
            };
        }
    }

    /// Where the best of what is left is.
    fn best(&self) -> Option<usize> {
        (self.next..self.moves.len()).max_by_key(|&n| (self.marks[n], std::cmp::Reverse(n)))
    }

    fn take(&mut self, at: usize) -> Option<PackedMove> {
        self.moves.swap(self.next, at);
        self.marks.swap(self.next, at);
        self.next += 1;
        self.moves.get(self.next - 1).copied()
    }
}

/// Marks of kinds of moves; everything else lies between.
const INTO_DEN: i32 = 1 << 23;
const GOOD_CAPTURE: i32 = 1 << 20;
const BEFORE_DEN: i32 = 1 << 19;
const KILLERS: [i32; 2] = [1 << 18, 1 << 17];
const BAD_CAPTURE: i32 = -(1 << 20);
const LOST: i32 = -(1 << 22);
/// Less than every mark.
const UNMARKED: i32 = i32::MIN;
/// What every history is kept below.
const MOST_HISTORY: i32 = 1 << 14;

/// The moves before a position: the opponent's last one, and the one before it. None where the search or a pass begins.
pub type Lately = [Option<PackedMove>; 2];

/// How often a quiet move was best, by strength and target.
type History = [[i16; 64]; Strength::COUNT];

/// What the search has learned about which quiet moves are good.
pub struct Order {
    /// The latest two quiet moves that refuted a move, by ply; bits, 0 for none.
    killers: Vec<[u16; 2]>,
    /// By color.
    history: [History; 2],
    /// After a move of the opponent's, and after one of one's own: by color, by which of the two, by the earlier move's strength and
    /// target.
    after: Vec<History>,
}

impl Order {
    pub fn new(plies: usize) -> Order {
        const NONE: History = [[0; 64]; Strength::COUNT];
        Order { killers: vec![[0; 2]; plies], history: [NONE; 2], after: vec![NONE; 2 * 2 * Strength::COUNT * 64] }
    }

    /// Notes that a quiet move refuted the opponent's last one, and that these tried before did not.
    pub fn refuted(
        &mut self,
        color: Color,
        mv: PackedMove,
        tried: &[PackedMove],
        depth: i32,
        ply: usize,
        lately: &Lately,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != mv.bits() {
            *killers = [mv.bits(), killers[0]];
        }
        let credit = (depth * depth).min(400);
        self.credit(color, mv, credit, lately);
        for &other in tried {
            self.credit(color, other, -credit, lately);
        }
    }

    fn credit(&mut self, color: Color, mv: PackedMove, credit: i32, lately: &Lately) {
        let grow = |history: &mut History| {
            let entry = &mut history[mv.strength().index()][mv.to().index()];
            let value = i32::from(*entry);
            // The nearer to the limit, the less it grows: what was true lately counts most.
            *entry = (value + 32 * credit - value * credit.abs() * 32 / MOST_HISTORY) as i16;
        };
        grow(&mut self.history[color.index()]);
        rows(color, lately).for_each(|row| grow(&mut self.after[row]));
    }

    /// How well a quiet move has done, from -3 to 3 times 2^14.
    pub fn promise(&self, color: Color, mv: PackedMove, lately: &Lately) -> i32 {
        let of = |history: &History| i32::from(history[mv.strength().index()][mv.to().index()]);
        of(&self.history[color.index()]) + rows(color, lately).map(|row| of(&self.after[row])).sum::<i32>()
    }

    fn killer(&self, mv: PackedMove, ply: usize) -> Option<i32> {
        let slot = self.killers[ply].iter().position(|&killer| killer == mv.bits())?;
        Some(KILLERS[slot])
    }
}

/// The histories after these moves.
fn rows(color: Color, lately: &Lately) -> impl Iterator<Item = usize> {
    let row = move |(which, before): (usize, &Option<PackedMove>)| {
        let before = (*before)?;
        Some(((color.index() * 2 + which) * Strength::COUNT + before.strength().index()) * 64 + before.to().index())
    };
    lately.iter().enumerate().filter_map(row)
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
