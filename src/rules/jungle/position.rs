//! A position of the 7×9 family: the board and the side to move. Small and `Copy`: the search makes millions.

use super::geometry::{DENS, START};
use super::movegen::PackedMove;
use super::tables::{Fight, Strength, Tables};
use super::zobrist;
use crate::rules::{Bitboard, Color, End, EndReason, Outcome, Seat, Square};

/// Where a captured animal "stands".
const NOWHERE: u8 = 63;

/// Board and side to move.
///
/// Animals are known by their [`Strength`]; which animal that is, the [`Tables`] of the rules in force tell.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Each animal's square by color and strength, or [`NOWHERE`].
    squares: [[u8; Strength::COUNT]; 2],
    /// By color.
    occupied: [Bitboard; 2],
    turn: Color,
    hash: u64,
}

impl Position {
    /// The starting position (rule 2.1), Red to move.
    pub fn start(tables: &Tables) -> Position {
        let mut position = Position::empty(Color::Red);
        for (animal, file, rank) in START {
            // In the fox game the wolf does not play, and the only animal without a place of its own takes the wolf's.
            let strength = tables.strength(animal).or_else(|| tables.strength(crate::rules::Animal::Fox));
            if let (Some(strength), Some(square)) = (strength, Square::new(file, rank)) {
                position.put(Color::Red, strength, square);
                position.put(Color::Blue, strength, square.rotated());
            }
        }
        position
    }

    /// An empty board.
    pub fn empty(turn: Color) -> Position {
        Position {
            squares: [[NOWHERE; Strength::COUNT]; 2],
            occupied: [Bitboard::EMPTY; 2],
            turn,
            hash: zobrist::turn(turn),
        }
    }

    /// Puts an animal that is not on the board on a free square.
    pub fn put(&mut self, color: Color, strength: Strength, square: Square) {
        self.relocate(color, strength, square.index() as u8);
    }

    /// The color to move.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The squares where animals of this color stand.
    pub const fn occupied(&self, color: Color) -> Bitboard {
        self.occupied[color.index()]
    }

    /// The squares where anybody stands.
    pub const fn all_occupied(&self) -> Bitboard {
        self.occupied[0].or(self.occupied[1])
    }

    /// Where an animal stands, or `None` if it has been captured.
    pub const fn square_of(&self, color: Color, strength: Strength) -> Option<Square> {
        Square::from_index(self.squares[color.index()][strength.index()] as usize)
    }

    /// The animal of this color on this square.
    pub fn strength_at(&self, color: Color, square: Square) -> Option<Strength> {
        let index = square.index() as u8;
        self.squares[color.index()].iter().position(|&at| at == index).map(Strength::from_index)
    }

    /// Who stands on this square.
    pub fn at(&self, square: Square) -> Option<(Color, Strength)> {
        Color::BOTH.into_iter().find_map(|color| Some((color, self.strength_at(color, square)?)))
    }

    /// The animals of a color on the board with their squares, weakest first.
    pub fn animals(&self, color: Color) -> impl DoubleEndedIterator<Item = (Strength, Square)> + '_ {
        Strength::all().filter_map(move |strength| Some((strength, self.square_of(color, strength)?)))
    }

    /// The position's key: equal for equal boards with the same side to move.
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// The key computed anew, which [`Position::hash`] always equals.
    pub fn recomputed_hash(&self) -> u64 {
        let key = |color| {
            self.animals(color).fold(0, |hash, (s, square)| hash ^ zobrist::animal(color, s, square.index() as u8))
        };
        zobrist::turn(self.turn) ^ key(Color::Red) ^ key(Color::Blue)
    }

    /// The same board with the other side to move.
    pub fn passed(&self) -> Position {
        let mut next = *self;
        next.turn = !self.turn;
        next.hash ^= zobrist::TURN;
        next
    }

    /// Where an animal stands as an index, or 63 if it has been captured.
    pub(super) const fn raw_square(&self, color: Color, strength: Strength) -> u8 {
        self.squares[color.index()][strength.index()]
    }

    /// Where each animal stands by color and strength, as an index, or 63 if it has been captured.
    pub const fn places(&self) -> &[[u8; Strength::COUNT]; 2] {
        &self.squares
    }

    /// The position after a move that [`Position::moves`] gave; any other move leads to nonsense, though not to a panic.
    pub fn play_unchecked(&self, tables: &Tables, mv: PackedMove) -> Position {
        let mut next = self.passed();
        let (us, them) = (self.turn, !self.turn);
        let (mover, from, to) = (mv.strength(), mv.origin(), mv.target());
        let target = if mv.is_capture() { self.strength_at(them, mv.to()) } else { None };
        let Some(target) = target else {
            next.relocate(us, mover, to);
            return next;
        };
        match tables.fight(us, mover, target, mv.to()) {
            Fight::Takes => {
                next.relocate(them, target, NOWHERE);
                next.relocate(us, mover, to);
            }
            Fight::Both => {
                next.relocate(them, target, NOWHERE);
                next.relocate(us, mover, NOWHERE);
            }
            Fight::Lost => next.relocate(us, mover, NOWHERE),
            Fight::Shoved => {
                next.relocate(us, mover, NOWHERE);
                next.relocate(them, target, from);
            }
        }
        next
    }

    /// Whether a den has been entered or a side has no animals left: the game has ended, whoever is to move.
    pub fn is_decided(&self) -> bool {
        let den_entered = self.occupied[0] & DENS[1] | self.occupied[1] & DENS[0];
        !den_entered.is_empty() || self.occupied[0].is_empty() || self.occupied[1].is_empty()
    }

    /// How the game ended on the board alone, in the order of rule 2.11: den, animals taken, no move.
    pub fn end(&self, tables: &Tables) -> Option<End> {
        let win = |color: Color, reason| Some(End { outcome: Outcome::Win(seat(color)), reason });
        let in_den = |color: &Color| !(self.occupied(*color) & DENS[color.other().index()]).is_empty();
        if let Some(color) = Color::BOTH.into_iter().find(in_den) {
            return win(color, EndReason::Den);
        }
        match Color::BOTH.map(|color| self.occupied(color).is_empty()) {
            [true, true] => Some(End { outcome: Outcome::Draw, reason: EndReason::Captured }),
            [true, false] => win(Color::Blue, EndReason::Captured),
            [false, true] => win(Color::Red, EndReason::Captured),
            [false, false] if !self.has_moves(tables) => win(!self.turn, EndReason::Blocked),
            [false, false] => None,
        }
    }

    /// Moves an animal between squares, one of which may be [`NOWHERE`].
    fn relocate(&mut self, color: Color, strength: Strength, to: u8) {
        let at = &mut self.squares[color.index()][strength.index()];
        let occupied = &mut self.occupied[color.index()].0;
        *occupied = (*occupied & !(1 << (*at & 63)) | 1 << (to & 63)) & Bitboard::ALL.0;
        self.hash ^= zobrist::animal(color, strength, *at) ^ zobrist::animal(color, strength, to);
        *at = to;
    }
}

/// The seat that plays a color: Red moves first (rule 2.10).
pub const fn seat(color: Color) -> Seat {
    match color {
        Color::Red => Seat::First,
        Color::Blue => Seat::Second,
    }
}
