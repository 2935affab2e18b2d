//! What is legal, what follows, who has won. Pure: no I/O, no clock, no chance but what is handed in.

mod bitboard;
pub mod cards;
mod choices;
mod dice;
mod fen;
mod game;
mod grid;
mod illegal;
pub mod jungle;
pub mod mecha;
mod moves;
mod options;
mod outcome;
mod perft;
pub mod pet;
mod piece;
mod read;
mod seat;
mod square;
mod variant;
mod view;

pub use bitboard::Bitboard;
pub use dice::{Dice, scramble};
pub use game::{Caution, Rules};
pub use illegal::{Fact, Facts, Illegal};
pub use moves::{Account, Chance, Changed, Manner, Move, MoveList, ParseMoveError, Path, Ply, Removed};
pub use options::QuietPlies;
pub use outcome::{End, EndReason, Outcome};
pub use perft::{divide, perft};
pub use piece::{Animal, Piece};
pub use read::{Deed, Heading, ReadMoveError, Word, words};
pub use seat::{Color, Orientation, Seat};
pub use square::{FILES, ParseSquareError, RANKS, Square};
pub use variant::{FenError, OptionInForce, Setup, SetupError, State, Variant};
pub use view::{Cell, Choice, ChoiceKind, Counter, Machine, Terrain, View};
