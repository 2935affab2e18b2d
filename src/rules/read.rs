//! Typed moves that cannot be read as a move.

use super::moves::Move;

/// A typed text that names no move, as data; words are `read-<key>` in the locale files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadMoveError {
    /// Nothing in it looks like a move.
    Unreadable,
    /// It fits several moves: the bot asks which.
    Ambiguous(Vec<Move>),
}
