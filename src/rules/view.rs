//! What a game looks like from outside: the board for pictures and text boards, the choices for pickers.

use super::illegal::Illegal;
use super::moves::Move;
use super::piece::Piece;
use super::seat::Color;
use super::square::Square;

/// What a square is made of.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Terrain {
    Land,
    /// Land between the rivers and beside them; drawn as planks.
    Bridge,
    Water,
    /// A trap, named by its owner: the enemy of this color loses its strength in it.
    Trap(Color),
    /// A den, named by its owner.
    Den(Color),
}

/// A piece as it stands on the board.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    pub piece: Piece,
    /// Strength under the rules in force, 1 (rat) to 8 (elephant): the number on the piece.
    pub strength: u8,
    /// It has lost its strength (it stands in an enemy's trap).
    pub weakened: bool,
}

/// A number players want to see beside the board.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Counter {
    /// Which words, e.g. `quiet` (plies without a capture).
    pub key: &'static str,
    pub value: u32,
    /// Where it matters, if it does (200 for `quiet`).
    pub limit: Option<u32>,
}

impl Counter {
    /// Every key, so that a test can see that each has its words.
    pub const KEYS: &'static [&'static str] = &["quiet"];
}

/// A board as everybody may see it: nothing hidden is in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// Files and ranks in use, nearest a1 (7 and 9 in the jungle family).
    pub files: u8,
    pub ranks: u8,
    /// By [`Square::index`]; squares outside `files` × `ranks` are `Land` and not shown.
    pub terrain: [Terrain; Square::COUNT],
    /// By [`Square::index`].
    pub cells: [Option<Cell>; Square::COUNT],
    pub counters: Vec<Counter>,
}

impl View {
    pub fn terrain(&self, square: Square) -> Terrain {
        self.terrain[square.index()]
    }

    pub fn cell(&self, square: Square) -> Option<Cell> {
        self.cells[square.index()]
    }

    /// The squares in use, a1 first.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        Square::all().filter(|square| square.file() < self.files && square.rank() < self.ranks)
    }
}

/// One thing a picker offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move's notation up to and with this choice: the prefix for the next step, short enough for a button.
    pub prefix: String,
    /// The piece it is about: the one to move, or (for a destination) the mover.
    pub piece: Piece,
    /// The square to show: where the piece stands, or where it would go.
    pub square: Square,
    pub kind: ChoiceKind,
}

/// What pressing a choice does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChoiceKind {
    /// Leads to the next step.
    More,
    /// Completes a legal move: how it gets there and what it would remove.
    Play { mv: Move, manner: super::moves::Manner, takes: Vec<Piece> },
    /// A tempting move that a rule forbids: pressing it explains the rule.
    Forbidden { mv: Move, why: Illegal },
}
