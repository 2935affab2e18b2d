//! What a game looks like from outside: the board for pictures and text boards, the choices for pickers.

use super::bitboard::Bitboard;
use super::illegal::Illegal;
use super::moves::{Account, Move};
use super::piece::Piece;
use super::seat::{Color, Seat};
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
    /// Whose it is; not the piece's color if it was captured and plays for the other side.
    pub owner: Color,
    /// Strength under the rules in force, 1 (rat) to 9 (king): the number on the piece; `None` where strength does not count.
    pub strength: Option<u8>,
    /// It has lost its strength (it stands in an enemy's trap).
    pub weakened: bool,
    pub machine: Option<Machine>,
}

impl Cell {
    /// A piece of its own color with nothing special about it.
    pub const fn plain(piece: Piece, strength: Option<u8>) -> Cell {
        Cell { piece, owner: piece.color, strength, weakened: false, machine: None }
    }
}

/// How a machine of mecha is doing.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Machine {
    /// Hit points left, and the most it can have.
    pub health: u8,
    pub full: u8,
    /// Turns of its side until it has its skill again; 0 = now.
    pub pause: u8,
    /// Its next attack, or its defense until its side's next turn, is stronger.
    pub strengthened: bool,
}

/// A number players want to see beside the board.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Counter {
    /// Which words, e.g. `quiet` (plies without a capture).
    pub key: &'static str,
    pub value: u32,
    /// Where it matters, if it does (200 for `quiet`).
    pub limit: Option<u32>,
    /// Whose number it is, if it is one side's: such numbers come in pairs and stand in the caption.
    pub seat: Option<Seat>,
}

impl Counter {
    /// Every key, so that a test can see that each has its words.
    pub const KEYS: &'static [&'static str] = &["quiet", "taken", "steps", "animals", "machines", "squares", "rounds"];

    /// Plies without a capture, of as many as make a draw.
    pub const fn quiet(value: u32, limit: Option<u32>) -> Counter {
        Counter { key: "quiet", value, limit, seat: None }
    }
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
    /// Cards whose face nobody has seen: there is no cell for them.
    pub face_down: Bitboard,
    /// By [`Color::index`]: the squares each side controls, where that counts.
    pub control: [Bitboard; 2],
    /// By [`Seat::index`]: the color each side plays; `None` while the game has not decided it.
    pub colors: [Option<Color>; 2],
    /// By [`Seat::index`]: the pieces each side may put on the board, strongest first; `None` in games without hands.
    pub hands: Option<[Vec<Piece>; 2]>,
    pub counters: Vec<Counter>,
}

impl View {
    /// A board of this size with nothing on it but land.
    pub fn empty(files: u8, ranks: u8) -> View {
        View {
            files,
            ranks,
            terrain: [Terrain::Land; Square::COUNT],
            cells: [None; Square::COUNT],
            face_down: Bitboard::EMPTY,
            control: [Bitboard::EMPTY; 2],
            colors: Seat::BOTH.map(|seat| Some(Color::of(seat))),
            hands: None,
            counters: Vec::new(),
        }
    }

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
    /// The piece it is about: the one to move, or (for a destination) the mover; `None` for a card that is face down.
    pub piece: Option<Piece>,
    /// The square to show: where the piece stands, or where it would go; `None` for a piece in the hand.
    pub square: Option<Square>,
    pub kind: ChoiceKind,
}

/// What pressing a choice does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChoiceKind {
    /// Leads to the next step.
    More,
    /// Completes a legal move: what it would do.
    Play(Account),
    /// A tempting move that a rule forbids: pressing it explains the rule.
    Forbidden { mv: Move, why: Illegal },
}
