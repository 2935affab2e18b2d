//! What is legal, what follows, who has won. Pure: no I/O, no clock, no chance but what is handed in.

mod bitboard;
mod dice;
mod illegal;
pub mod jungle;
mod moves;
mod outcome;
mod perft;
mod piece;
mod read;
mod seat;
mod square;
mod variant;
mod view;

pub use bitboard::Bitboard;
pub use dice::{Dice, scramble};
pub use illegal::{Fact, Facts, Illegal};
pub use moves::{Account, Chance, Manner, Move, MoveList, ParseMoveError, Ply};
pub use outcome::{End, EndReason, Outcome};
pub use perft::{divide, perft};
pub use piece::{Animal, Piece};
pub use read::{Heading, ReadMoveError, Word, words};
pub use seat::{Color, Orientation, Seat};
pub use square::{FILES, ParseSquareError, RANKS, Square};
pub use variant::{Caution, FenError, OptionInForce, Rules, Setup, SetupError, State, Variant};
pub use view::{Cell, Choice, ChoiceKind, Counter, Terrain, View};
