//! Why a move is refused, as data: which rule, which squares, which animals. The words live in the locale files.

use super::piece::Piece;
use super::square::Square;

/// Something a sentence about the rules mentions.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fact {
    Square(Square),
    Piece(Piece),
    Number(u32),
}

/// A refusal by the rules. Every kind has a key (`illegal-<key>` in the locale files) and the facts its sentence uses.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    GameOver,
}
