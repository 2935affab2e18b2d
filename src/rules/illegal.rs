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

impl From<Square> for Fact {
    fn from(square: Square) -> Fact {
        Fact::Square(square)
    }
}

impl From<Piece> for Fact {
    fn from(piece: Piece) -> Fact {
        Fact::Piece(piece)
    }
}

impl From<u32> for Fact {
    fn from(number: u32) -> Fact {
        Fact::Number(number)
    }
}

#[cfg(test)]
impl From<Fact> for Square {
    fn from(fact: Fact) -> Square {
        let Fact::Square(square) = fact else { panic!("{fact:?} is no square") };
        square
    }
}

#[cfg(test)]
impl From<Fact> for Piece {
    fn from(fact: Fact) -> Piece {
        let Fact::Piece(piece) = fact else { panic!("{fact:?} is no piece") };
        piece
    }
}

#[cfg(test)]
impl From<Fact> for u32 {
    fn from(fact: Fact) -> u32 {
        let Fact::Number(number) = fact else { panic!("{fact:?} is no number") };
        number
    }
}

/// Makes the refusals of a list: `Kind = "key" { field: Type, … }` with a sentence before each.
macro_rules! refusals {
    ($($(#[$doc:meta])* $kind:ident = $key:literal { $($field:ident: $type:ty),* })*) => {
        /// A refusal by the rules. Every kind has a key (`illegal-<key>` in the locale files) and the facts its sentence uses:
        /// the fields, by their names.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
        pub enum Illegal {
            $($(#[$doc])* $kind { $($field: $type),* },)*
        }

        impl Illegal {
            /// Every key, so that a test can see that each has its words.
            pub const KEYS: &'static [&'static str] = &[$($key),*];

            /// Which sentence says it.
            pub const fn key(&self) -> &'static str {
                match self {
                    $(Illegal::$kind { .. } => $key,)*
                }
            }

            /// One of each kind, with the facts that `fact` gives by name.
            #[cfg(test)]
            pub fn one_of_each(fact: impl Fn(&'static str) -> Fact) -> Vec<Illegal> {
                vec![$(Illegal::$kind { $($field: fact(stringify!($field)).into()),* }),*]
            }

            /// What the sentence mentions: the fields, by name.
            pub fn facts(&self) -> Facts {
                match *self {
                    $(Illegal::$kind { $($field),* } => vec![$((stringify!($field), Fact::from($field))),*],)*
                }
            }
        }
    };
}

refusals! {
    // In any game.
    /// The game has ended.
    GameOver = "game-over" {}
    /// Nobody stands there.
    EmptySquare = "empty-square" { from: Square }
    /// The animal is the opponent's.
    NotYourPiece = "not-your-piece" { piece: Piece, from: Square }
    /// An animal has to go somewhere.
    Stay = "stay" { piece: Piece, from: Square }
    /// This game knows no such move.
    NotInThisGame = "not-in-this-game" {}
    /// A flip cannot have turned up a piece that is on show already.
    SeenAlready = "seen-already" { piece: Piece }
    /// The board ends before this square.
    OffBoard = "off-board" { to: Square }

    // In the 7×9 family, and where it fits.
    /// No animal enters its own den (rule 2.9).
    OwnDen = "own-den" { piece: Piece, to: Square }
    /// An animal of one's own stands there.
    OwnPiece = "own-piece" { piece: Piece, target: Piece, to: Square }
    /// Only along files and ranks.
    Diagonal = "diagonal" { piece: Piece, from: Square, to: Square }
    /// One square at a time, and there is no river between to jump.
    TooFar = "too-far" { piece: Piece, from: Square, to: Square }
    /// Only the rat swims, and a jumper does not stop in the water.
    Water = "water" { piece: Piece, to: Square }
    /// No animal of the land takes a rat in the water.
    RatInWater = "rat-in-water" { piece: Piece, target: Piece, to: Square }
    /// Only lion and tiger jump.
    CannotJump = "cannot-jump" { piece: Piece, from: Square, to: Square }
    /// A jump starts on the bank, right beside the water.
    JumpFromBank = "jump-from-bank" { piece: Piece, from: Square, to: Square }
    /// A jump ends on the first square behind the water.
    JumpPastBank = "jump-past-bank" { piece: Piece, from: Square, to: Square }
    /// One river at a time.
    JumpTwoRivers = "jump-two-rivers" { piece: Piece, from: Square, to: Square }
    /// Under these rules a tiger jumps up and down the board only.
    TigerJump = "tiger-jump" { piece: Piece, from: Square, to: Square }
    /// A rat in the water is in the way, at `square`.
    JumpBlocked = "jump-blocked" { piece: Piece, from: Square, to: Square, rat: Piece, square: Square }
    /// The target is stronger.
    TooStrong = "too-strong" { piece: Piece, target: Piece, to: Square }
    /// An elephant does not take a rat (outside its own traps; rule 2.4).
    ElephantRat = "elephant-rat" { piece: Piece, target: Piece, to: Square }
    /// A rat in the water takes nothing on land: it has to step ashore first (rule 2.5).
    RatAshore = "rat-ashore" { piece: Piece, target: Piece, from: Square, to: Square }
    /// Rats do not take each other across the water's edge (rule 2.5).
    RatCross = "rat-cross" { piece: Piece, target: Piece, from: Square, to: Square }
    /// An animal in an enemy's trap takes nothing (rule 2.8).
    TrappedAttack = "trapped-attack" { piece: Piece, target: Piece, from: Square, to: Square }
    /// An animal beside it, the `guard` on `square`, would take the attacker back (rule 3.3).
    Guarded = "guarded" { piece: Piece, target: Piece, to: Square, guard: Piece, square: Square }
    /// Everybody goes one square at a time, and nobody jumps.
    StepsOnly = "steps-only" { piece: Piece, from: Square, to: Square }
    /// The animal has entered the square `count` times in its side's last seven moves (rule 2.12).
    Ban73 = "ban-7-3" { piece: Piece, to: Square, count: u32 }
    /// The animal alone has moved seventeen times, within these `count` squares (rule 2.12).
    Ban175 = "ban-17-5" { piece: Piece, to: Square, count: u32 }
}
