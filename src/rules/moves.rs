//! What a player chooses (`Move`), what then happened (`Ply`, `Account`), and how both are written.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use super::piece::Piece;
use super::seat::Seat;
use super::square::{ParseSquareError, Square};

/// A choice: what a player may decide. Which kinds there are depends on the game; their notation is the same everywhere.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// `a3a4`: a piece goes from one square toward another: a step, a jump, a capture.
    Go { from: Square, to: Square },
    /// `a1a3c3`: a piece jumps on and on, over every enemy there is.
    Sweep(Path),
    /// `@b2`: the face-down card there is turned.
    Flip { at: Square },
    /// `T@b2`: a piece comes from the hand onto an empty square.
    Drop { piece: Piece, at: Square },
    /// `a1=a2`: two equal pieces of both sides leave the board.
    Trade { from: Square, to: Square },
    /// `b2!`: a machine uses its skill on itself.
    Strengthen { at: Square },
    /// `b2+b3`: a machine repairs one of its side.
    Repair { from: Square, to: Square },
    /// `--`: nothing is done. Never legal: the referee alone passes a turn, when time has run out (rule 2.16).
    Pass,
}

/// The legal moves of a position.
pub type MoveList = Vec<Move>;

impl Move {
    /// Where the piece that moves stands before, if it is on the board.
    pub fn origin(self) -> Option<Square> {
        match self {
            Move::Go { from, .. } | Move::Trade { from, .. } | Move::Repair { from, .. } => Some(from),
            Move::Sweep(path) => path.first().copied(),
            Move::Strengthen { at } => Some(at),
            Move::Flip { .. } | Move::Drop { .. } | Move::Pass => None,
        }
    }

    /// The square it is about: where the piece goes, comes onto the board or acts. A pass is about none, and gives a1.
    pub fn goal(self) -> Square {
        match self {
            Move::Go { to, .. } | Move::Trade { to, .. } | Move::Repair { to, .. } => to,
            Move::Sweep(path) => path.end(),
            Move::Flip { at } | Move::Drop { at, .. } | Move::Strengthen { at } => at,
            Move::Pass => Square::A1,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Go { from, to } => write!(f, "{from}{to}"),
            Move::Sweep(path) => path.iter().try_for_each(|square| square.fmt(f)),
            Move::Flip { at } => write!(f, "@{at}"),
            Move::Drop { piece, at } => write!(f, "{}@{at}", piece.letter()),
            Move::Trade { from, to } => write!(f, "{from}={to}"),
            Move::Strengthen { at } => write!(f, "{at}!"),
            Move::Repair { from, to } => write!(f, "{from}+{to}"),
            Move::Pass => f.write_str("--"),
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
        read(text).ok_or_else(|| ParseMoveError(text.to_owned()))
    }
}

fn read(text: &str) -> Option<Move> {
    if text == "--" {
        return Some(Move::Pass);
    }
    if let Some((letter, at)) = text.split_once('@') {
        let at = at.parse().ok()?;
        return match letter {
            "" => Some(Move::Flip { at }),
            letter => Some(Move::Drop { piece: letter.parse::<char>().ok().and_then(Piece::from_letter)?, at }),
        };
    }
    if let Some((from, to)) = text.split_once('=') {
        return Some(Move::Trade { from: from.parse().ok()?, to: to.parse().ok()? });
    }
    if let Some((from, to)) = text.split_once('+') {
        return Some(Move::Repair { from: from.parse().ok()?, to: to.parse().ok()? });
    }
    if let Some(at) = text.strip_suffix('!') {
        return Some(Move::Strengthen { at: at.parse().ok()? });
    }
    let squares = squares(text)?;
    match squares[..] {
        [from, to] => Some(Move::Go { from, to }),
        _ => Path::new(&squares).map(Move::Sweep),
    }
}

/// A text of squares and nothing else.
fn squares(text: &str) -> Option<Vec<Square>> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let square = |pair: &[u8; 2]| str::from_utf8(pair).ok()?.parse().ok();
    if rest.is_empty() { pairs.iter().map(square).collect() } else { None }
}

/// The squares of a sweep in order: where it begins, and where each jump lands.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path {
    /// Behind `length` the last square is repeated, so that equal paths are equal.
    squares: [Square; Path::LONGEST],
    length: u8,
}

impl Path {
    /// Over six enemies.
    pub const LONGEST: usize = 7;

    /// The path over these squares, three at least and [`Path::LONGEST`] at most.
    pub fn new(squares: &[Square]) -> Option<Path> {
        let (&last, length) = (squares.last()?, squares.len());
        if !(3..=Path::LONGEST).contains(&length) {
            return None;
        }
        let square = |index: usize| squares.get(index).copied().unwrap_or(last);
        Some(Path { squares: std::array::from_fn(square), length: length as u8 })
    }

    /// Where it ends.
    pub const fn end(self) -> Square {
        self.squares[Path::LONGEST - 1]
    }
}

impl Deref for Path {
    type Target = [Square];

    fn deref(&self) -> &[Square] {
        &self.squares[..usize::from(self.length)]
    }
}

/// What happened in one turn, with everything that chance decided: a game is a list of plies, and replay needs no randomness.
///
/// Written as its move; a flip with what came up, `@b2=w`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ply {
    pub mv: Move,
    /// What a flip turned up; `None` for every other move.
    pub revealed: Option<Piece>,
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.mv.fmt(f)?;
        self.revealed.map_or(Ok(()), |piece| write!(f, "={}", piece.letter()))
    }
}

impl FromStr for Ply {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Ply, ParseMoveError> {
        let err = || ParseMoveError(text.to_owned());
        let Some(flip) = text.strip_prefix('@') else { return Ok(Ply { mv: text.parse()?, revealed: None }) };
        let (at, piece) = flip.split_once('=').ok_or_else(err)?;
        let at = at.parse().map_err(|_: ParseSquareError| err())?;
        let piece = piece.parse::<char>().ok().and_then(Piece::from_letter).ok_or_else(err)?;
        Ok(Ply { mv: Move::Flip { at }, revealed: Some(piece) })
    }
}

/// How a move is made: the words and marks of telling it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Manner {
    /// To a square right beside.
    Step,
    /// In a straight line over something: a river, an animal.
    Jump,
    /// Straight to a square farther away, over nothing.
    Leap,
    /// Several jumps in a row.
    Sweep,
    /// Two squares straight, brushing what stands beside the first.
    Rub,
    Flip,
    Drop,
    Trade,
    /// Against a machine that stands up to it: the attacker stays where it is.
    Strike,
    Strengthen,
    Repair,
    /// Nothing was done: the referee passed the turn.
    Pass,
}

impl Manner {
    /// Every one, so that a test can see that each has its words.
    pub const ALL: [Manner; 12] = [
        Manner::Step,
        Manner::Jump,
        Manner::Leap,
        Manner::Sweep,
        Manner::Rub,
        Manner::Flip,
        Manner::Drop,
        Manner::Trade,
        Manner::Strike,
        Manner::Strengthen,
        Manner::Repair,
        Manner::Pass,
    ];

    /// The word of message keys and arguments.
    pub const fn name(self) -> &'static str {
        match self {
            Manner::Step => "step",
            Manner::Jump => "jump",
            Manner::Leap => "leap",
            Manner::Sweep => "sweep",
            Manner::Rub => "rub",
            Manner::Flip => "flip",
            Manner::Drop => "drop",
            Manner::Trade => "trade",
            Manner::Strike => "strike",
            Manner::Strengthen => "strengthen",
            Manner::Repair => "repair",
            Manner::Pass => "pass",
        }
    }
}

/// The account of a ply, for telling it in words and showing it in a picture; before a move is played, of what it would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Foreseen, a flip has nothing revealed.
    pub ply: Ply,
    /// Who moves.
    pub seat: Seat,
    /// The piece that moves, comes onto the board or was turned up; `None` for a flip that is foreseen.
    pub piece: Option<Piece>,
    pub manner: Manner,
    /// Where it stood; the same as `to` if it did not move over the board. Of a pass neither means anything: see [`Account::way`].
    pub from: Square,
    /// Where it stands now, or (`Strike`, `Trade`, `Repair`) what it acted upon.
    pub to: Square,
    /// Every piece that left the board.
    pub removed: Vec<Removed>,
    /// Every machine that was hit or repaired and is still there.
    pub changed: Vec<Changed>,
    /// The mover stands in the opponent's den.
    pub den: bool,
}

impl Account {
    /// The account of a move that removes and changes nothing and enters no den; what is more is for the game to fill in.
    pub fn plain(seat: Seat, piece: Option<Piece>, mv: Move, manner: Manner) -> Account {
        Account {
            ply: Ply { mv, revealed: None },
            seat,
            piece,
            manner,
            from: mv.origin().unwrap_or(mv.goal()),
            to: mv.goal(),
            removed: Vec::new(),
            changed: Vec::new(),
            den: false,
        }
    }

    /// From where to where, for marking it on the board; `None` for a pass.
    pub fn way(&self) -> Option<(Square, Square)> {
        (self.manner != Manner::Pass).then_some((self.from, self.to))
    }
}

/// A piece that left the board.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Removed {
    /// Where it stood; a mover that went there to fall, on [`Account::to`].
    pub square: Square,
    pub piece: Piece,
    /// It belonged to the side that moved.
    pub own: bool,
}

/// A machine whose hit points changed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Changed {
    pub square: Square,
    pub piece: Piece,
    /// It belongs to the side that moved.
    pub own: bool,
    /// Hit points gained, or lost if negative.
    pub points: i8,
}

/// A random number for one command, drawn by the caller: the only way chance enters the rules.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Chance(pub u64);
