//! The referee's book: what outlasts a single game. Pure.

pub mod cup;
mod number;

pub use number::{CupId, GameId};
