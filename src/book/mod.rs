//! The referee's book: what stands beside the board, and what outlasts a game. Pure.
//!
//! `clock` is a game's clock (rule 2.16): who has how much time, and when it runs out; `time_out` says what that means.
//! `record` is a game as a text, `cup` a tournament.
//!
//! When a game with a result comes to its end it is booked ([`book`]): a [`Line`] for each player says what it did to their
//! points and ratings (rule 2.17), and why. `score` are points and levels after the hall's rules, `rating` is Glicko-2, `ledger` both
//! together, `tally` what the lines of a person add up to, `ranking` who stands where.

mod clock;
pub mod cup;
mod ledger;
mod number;
mod player;
mod ranking;
mod rating;
mod record;
mod score;
mod tally;
mod time_out;

pub use crate::people::{BadClock, ParseClockError, TimeControl};
pub use clock::{Clock, MOST_TIME_OUTS};
pub use ledger::{Account, Booking, Line, Played, Points, RATED_GAMES_PER_PAIR, RatingChange, Unrated, book};
pub use number::{CupId, GameId};
pub use player::Player;
pub use ranking::{Ranked, rank};
pub use rating::{PROVISIONAL_GAMES, Rating};
pub use record::{Close, Entry, Record, RecordFault, RecordText, WordFault};
pub use score::{Level, Why};
pub use tally::{Streak, Tally, Verdict};
pub use time_out::TimeOut;

use crate::people::CountsFor;

/// What a game counts for. A game for nothing but the pleasure of it counts for neither.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stakes {
    /// The players' ratings change by it.
    pub rated: bool,
    /// The players' points in the chat after the hall's rules (rule 2.17) change by it.
    pub scored: bool,
}

impl From<CountsFor> for Stakes {
    fn from(chosen: CountsFor) -> Stakes {
        Stakes { rated: chosen.rated(), scored: chosen.scored() }
    }
}

/// Which game of a cup it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct CupGame {
    pub cup: CupId,
    /// From 1.
    pub round: u16,
    /// Within the round, from 1.
    pub board: u16,
}
