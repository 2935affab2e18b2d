//! What a player chooses (`Move`), what then happened (`Ply`, `Account`), and how both are written.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

use super::piece::Piece;
use super::square::{ParseSquareError, Square};

/// A choice: what a player may decide. Written `a3a4`.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// An animal goes from one square to another: a step, a jump, a capture.
    Go { from: Square, to: Square },
}

/// The legal moves of a position. No variant has more than 128 (the jungle family has at most 32).
pub type MoveList = ArrayVec<Move, 128>;

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Go { from, to } => write!(f, "{from}{to}"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A text that is no move in the project's notation, carried whole.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a move: write two squares, such as a3a4")]
pub struct ParseMoveError(pub String);

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads the strict notation only (records, protocol, buttons); what people type is read by `Rules::read_move`.
    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let err = || ParseMoveError(text.to_owned());
        let (from, to) = text.split_at_checked(2).ok_or_else(err)?;
        let square = |s: &str| s.parse().map_err(|_: ParseSquareError| err());
        Ok(Move::Go { from: square(from)?, to: square(to)? })
    }
}

/// What happened in one turn, with everything that chance decided: a game is a list of plies, and replay needs no randomness.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ply {
    pub mv: Move,
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.mv.fmt(f)
    }
}

impl FromStr for Ply {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Ply, ParseMoveError> {
        Ok(Ply { mv: text.parse()? })
    }
}

/// How a piece got where it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Manner {
    Step,
    /// Over a river, in a straight line.
    Jump,
}

/// The account of a ply, for telling it in words and showing it in a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub ply: Ply,
    pub piece: Piece,
    pub manner: Manner,
    pub from: Square,
    pub to: Square,
    /// Every piece that left the board, with the square it stood on (the mover itself stands on `to`).
    pub removed: Vec<(Square, Piece)>,
    /// The mover stands in the opponent's den.
    pub den: bool,
}

/// A random number for one command, drawn by the caller: the only way chance enters the rules.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Chance(pub u64);
