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

/// The facts of a sentence by name, at most five.
pub type Facts = Vec<(&'static str, Fact)>;

/// A refusal by the rules. Every kind has a key (`illegal-<key>` in the locale files) and the facts its sentence uses:
/// the fields, by their names.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// `game-over`: the game has ended.
    GameOver,
    /// `empty-square`: nobody stands there.
    EmptySquare { from: Square },
    /// `not-your-piece`: the animal is the opponent's.
    NotYourPiece { piece: Piece, from: Square },
    /// `stay`: an animal has to go somewhere.
    Stay { piece: Piece, from: Square },
    /// `own-den`: no animal enters its own den (rule 2.9).
    OwnDen { piece: Piece, to: Square },
    /// `own-piece`: an animal of one's own stands there.
    OwnPiece { piece: Piece, target: Piece, to: Square },
    /// `diagonal`: only along files and ranks.
    Diagonal { piece: Piece, from: Square, to: Square },
    /// `too-far`: one square at a time, and there is no river between to jump.
    TooFar { piece: Piece, from: Square, to: Square },
    /// `water`: only the rat swims, and a jumper does not stop in the water.
    Water { piece: Piece, to: Square },
    /// `rat-in-water`: no animal of the land takes a rat in the water.
    RatInWater { piece: Piece, target: Piece, to: Square },
    /// `cannot-jump`: only lion and tiger jump.
    CannotJump { piece: Piece, from: Square, to: Square },
    /// `jump-from-bank`: a jump starts on the bank, right beside the water.
    JumpFromBank { piece: Piece, from: Square, to: Square },
    /// `jump-past-bank`: a jump ends on the first square behind the water.
    JumpPastBank { piece: Piece, from: Square, to: Square },
    /// `jump-two-rivers`: one river at a time.
    JumpTwoRivers { piece: Piece, from: Square, to: Square },
    /// `tiger-jump`: under these rules a tiger jumps up and down the board only.
    TigerJump { piece: Piece, from: Square, to: Square },
    /// `jump-blocked`: a rat in the water is in the way, at `square`.
    JumpBlocked { piece: Piece, from: Square, to: Square, rat: Piece, square: Square },
    /// `too-strong`: the target is stronger.
    TooStrong { piece: Piece, target: Piece, to: Square },
    /// `elephant-rat`: an elephant does not take a rat (outside its own traps; rule 2.4).
    ElephantRat { piece: Piece, target: Piece, to: Square },
    /// `rat-ashore`: a rat in the water takes nothing on land: it has to step ashore first (rule 2.5).
    RatAshore { piece: Piece, target: Piece, from: Square, to: Square },
    /// `rat-cross`: rats do not take each other across the water's edge (rule 2.5).
    RatCross { piece: Piece, target: Piece, from: Square, to: Square },
    /// `trapped-attack`: an animal in an enemy's trap takes nothing (rule 2.8).
    TrappedAttack { piece: Piece, target: Piece, from: Square, to: Square },
    /// `ban-7-3`: the animal has entered the square `count` times in its side's last seven moves (rule 2.12).
    Ban73 { piece: Piece, to: Square, count: u32 },
    /// `ban-17-5`: the animal alone has moved seventeen times, within these `count` squares (rule 2.12).
    Ban175 { piece: Piece, to: Square, count: u32 },
}

impl Illegal {
    /// Every key, so that a test can see that each has its words.
    pub const KEYS: &'static [&'static str] = &[
        "game-over",
        "empty-square",
        "not-your-piece",
        "stay",
        "own-den",
        "own-piece",
        "diagonal",
        "too-far",
        "water",
        "rat-in-water",
        "cannot-jump",
        "jump-from-bank",
        "jump-past-bank",
        "jump-two-rivers",
        "tiger-jump",
        "jump-blocked",
        "too-strong",
        "elephant-rat",
        "rat-ashore",
        "rat-cross",
        "trapped-attack",
        "ban-7-3",
        "ban-17-5",
    ];

    /// Which sentence says it.
    pub const fn key(&self) -> &'static str {
        match self {
            Illegal::GameOver => "game-over",
            Illegal::EmptySquare { .. } => "empty-square",
            Illegal::NotYourPiece { .. } => "not-your-piece",
            Illegal::Stay { .. } => "stay",
            Illegal::OwnDen { .. } => "own-den",
            Illegal::OwnPiece { .. } => "own-piece",
            Illegal::Diagonal { .. } => "diagonal",
            Illegal::TooFar { .. } => "too-far",
            Illegal::Water { .. } => "water",
            Illegal::RatInWater { .. } => "rat-in-water",
            Illegal::CannotJump { .. } => "cannot-jump",
            Illegal::JumpFromBank { .. } => "jump-from-bank",
            Illegal::JumpPastBank { .. } => "jump-past-bank",
            Illegal::JumpTwoRivers { .. } => "jump-two-rivers",
            Illegal::TigerJump { .. } => "tiger-jump",
            Illegal::JumpBlocked { .. } => "jump-blocked",
            Illegal::TooStrong { .. } => "too-strong",
            Illegal::ElephantRat { .. } => "elephant-rat",
            Illegal::RatAshore { .. } => "rat-ashore",
            Illegal::RatCross { .. } => "rat-cross",
            Illegal::TrappedAttack { .. } => "trapped-attack",
            Illegal::Ban73 { .. } => "ban-7-3",
            Illegal::Ban175 { .. } => "ban-17-5",
        }
    }

    /// What the sentence mentions: the fields, by name.
    pub fn facts(&self) -> Facts {
        let piece = |piece| ("piece", Fact::Piece(piece));
        let target = |target| ("target", Fact::Piece(target));
        let from = |from| ("from", Fact::Square(from));
        let to = |to| ("to", Fact::Square(to));
        match *self {
            Illegal::GameOver => vec![],
            Illegal::EmptySquare { from: f } => vec![from(f)],
            Illegal::NotYourPiece { piece: p, from: f } | Illegal::Stay { piece: p, from: f } => {
                vec![piece(p), from(f)]
            }
            Illegal::OwnDen { piece: p, to: t } | Illegal::Water { piece: p, to: t } => vec![piece(p), to(t)],
            Illegal::OwnPiece { piece: p, target: x, to: t }
            | Illegal::RatInWater { piece: p, target: x, to: t }
            | Illegal::TooStrong { piece: p, target: x, to: t }
            | Illegal::ElephantRat { piece: p, target: x, to: t } => vec![piece(p), target(x), to(t)],
            Illegal::Diagonal { piece: p, from: f, to: t }
            | Illegal::TooFar { piece: p, from: f, to: t }
            | Illegal::CannotJump { piece: p, from: f, to: t }
            | Illegal::JumpFromBank { piece: p, from: f, to: t }
            | Illegal::JumpPastBank { piece: p, from: f, to: t }
            | Illegal::JumpTwoRivers { piece: p, from: f, to: t }
            | Illegal::TigerJump { piece: p, from: f, to: t } => vec![piece(p), from(f), to(t)],
            Illegal::JumpBlocked { piece: p, from: f, to: t, rat, square } => {
                vec![piece(p), from(f), to(t), ("rat", Fact::Piece(rat)), ("square", Fact::Square(square))]
            }
            Illegal::RatAshore { piece: p, target: x, from: f, to: t }
            | Illegal::RatCross { piece: p, target: x, from: f, to: t }
            | Illegal::TrappedAttack { piece: p, target: x, from: f, to: t } => {
                vec![piece(p), target(x), from(f), to(t)]
            }
            Illegal::Ban73 { piece: p, to: t, count } | Illegal::Ban175 { piece: p, to: t, count } => {
                vec![piece(p), to(t), ("count", Fact::Number(count))]
            }
        }
    }
}
