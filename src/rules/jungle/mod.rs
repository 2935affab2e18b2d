//! The 7×9 family: the standard game and everything its options make of it (part 2 of the rule book, docs/rules.md), and the same on
//! other [`Ground`], plains and fields (rule 3.6).
//!
//! [`Options`] become [`Tables`] once per game. [`Position`] is the board and the side to move, small and `Copy`, with the
//! moves the board allows: what a search works on. [`History`] is the rest that legality depends on, and [`State`] is both:
//! only there a move is legal or not.

mod cautions;
mod fen;
mod geometry;
mod history;
mod movegen;
mod options;
mod perft;
mod position;
mod state;
mod tables;
mod why;
mod zobrist;

pub use geometry::{ALL_TRAPS, BRIDGES, DENS, Direction, Ground, Jump, RIVERS, TRAPS, WATER};
pub use history::{Bans, History, Run};
pub use movegen::{MOST_MOVES, PackedList, PackedMove};
pub use options::{Cycle, ElephantRat, Equal, JumpBlock, Options, Order, TigerJump, Violations};
pub use perft::perft;
pub use position::{Position, seat};
pub use state::State;
pub use tables::{Fight, Strength, Tables};
