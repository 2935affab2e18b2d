//! The referee's book: what outlasts a single game. Pure.

pub mod cup;
mod number;
mod record;

pub use number::{CupId, GameId};
pub use record::{Close, Entry, Record, RecordFault, RecordText, WordFault};
