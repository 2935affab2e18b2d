//! Looks back on games and gives hints: what a move was worth, what would have been better, and why.
//!
//! Everything is told in [`Chances`], the result a side may expect, so that a slip in a won position is none. The judge is the
//! [`crate::ai`] at full strength, whatever level played; what an endgame table knows counts as known. The result depends
//! on the arguments alone: a search here is bounded by positions looked at, and by time only where somebody waits for a hint while
//! many others do.
//!
//! In reading order: `chances`, [`Grade`] (what a loss of chances is called), `look` (one position searched), `analyse` (a whole
//! game), `hint` (the move to recommend) with its `reason`s.

mod analyse;
mod chances;
mod grade;
mod hint;
mod look;
mod reason;

pub use analyse::{ANALYSIS_MEGABYTES, Analysis, Budget, Judged, Tables, Tally, TurningPoint, analyse};
pub use chances::Chances;
pub use grade::Grade;
pub use hint::{HINT_MEGABYTES, Hint, hint};
pub use reason::Reason;
