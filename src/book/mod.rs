//! The referee's book: what stands beside the board, and what outlasts a game. Pure.
//!
//! `clock` is a game's clock (rule 2.16): who has how much time, and when it runs out; `time_out` says what that means.
//! `record` is a game as a text, `cup` a tournament.

mod clock;
pub mod cup;
mod number;
mod record;
mod time_out;

pub use crate::people::{BadClock, ParseClockError, TimeControl};
pub use clock::{Clock, MOST_TIME_OUTS};
pub use number::{CupId, GameId};
pub use record::{Close, Entry, Record, RecordFault, RecordText, WordFault};
pub use time_out::TimeOut;

/// What a game counts for. A game for nothing but the pleasure of it counts for neither.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stakes {
    /// The players' ratings change by it.
    pub rated: bool,
    /// The chat's scores after the hall's rules (rule 3.10) change by it.
    pub scored: bool,
}

/// Which game of a cup it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct CupGame {
    /// The cup's number.
    pub cup: u64,
    /// From 1.
    pub round: u16,
    /// Within the round, from 1.
    pub board: u16,
}
