//! How good a position is for the side to move.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A search's verdict for the side to move: in hundredths of a cat or so, or the plies to a certain end.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i32);

/// A win now; a win in n plies is n less.
const WIN: i32 = 30_000;
/// No game the search looks at is longer than this.
const LONGEST: i32 = 1_000;
/// A win now that a table promises: less than every certain win, and in n plies n less.
const PROMISE: i32 = WIN - LONGEST - 1;

impl Score {
    pub const DRAW: Score = Score(0);
    /// Better than every verdict; its negative is worse than every verdict.
    pub const INFINITE: Score = Score(WIN + 1);

    /// The side to move wins in this many plies.
    pub const fn win_in(plies: usize) -> Score {
        Score(WIN - plies as i32)
    }

    /// The side to move loses in this many plies.
    pub const fn loss_in(plies: usize) -> Score {
        Score(plies as i32 - WIN)
    }

    /// The plies to a certain win (positive) or a certain loss (negative or zero), if the end is certain.
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.0 > WIN - LONGEST {
            Some(WIN - self.0)
        } else if self.0 < LONGEST - WIN {
            Some(-WIN - self.0)
        } else {
            None
        }
    }

    /// Whether the end is certain.
    pub const fn is_certain(self) -> bool {
        self.plies_to_end().is_some()
    }

    /// A table has the side to move win in this many plies; but it does not know the game's history.
    pub fn promised_win_in(plies: usize) -> Score {
        Score(PROMISE - plies.min(LONGEST as usize - 1) as i32)
    }

    /// Whether it is neither an estimate nor certain, but a table's word.
    pub const fn is_promised(self) -> bool {
        !self.is_estimate() && !self.is_certain()
    }

    /// Whom a table promises a win, if it does: the opponent of the side that thinks, or that side itself. `opponents`: the score is
    /// the opponent's.
    pub fn promised_to(self, opponents: bool) -> Option<bool> {
        self.is_promised().then_some((self < Score::DRAW) != opponents)
    }

    /// Whether it is neither certain nor promised.
    pub const fn is_estimate(self) -> bool {
        self.0.abs() <= PROMISE - LONGEST
    }

    /// An estimate kept apart from promised and certain ends.
    pub fn estimate(value: i32) -> Score {
        Score(value.clamp(LONGEST - PROMISE, PROMISE - LONGEST))
    }

    /// More or less, if it is an estimate.
    pub fn liked(self, more: i32) -> Score {
        if self.is_estimate() { Score::estimate(self.0 + more) } else { self }
    }

    /// Counted from a node `ply` plies below the root: certain and promised ends are counted from there instead of from the
    /// root.
    pub const fn from_node(self, ply: usize) -> Score {
        self.shifted(ply as i32)
    }

    /// The reverse of [`Score::from_node`].
    pub const fn from_root(self, ply: usize) -> Score {
        self.shifted(-(ply as i32))
    }

    const fn shifted(self, plies: i32) -> Score {
        match self.is_estimate() {
            true => self,
            false if self.0 > 0 => Score(self.0 + plies),
            false => Score(self.0 - plies),
        }
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;

    fn add(self, more: i32) -> Score {
        Score(self.0 + more)
    }
}

impl Sub<i32> for Score {
    type Output = Score;

    fn sub(self, less: i32) -> Score {
        Score(self.0 - less)
    }
}

impl fmt::Display for Score {
    /// As the engine protocol writes it: `cp 35`, `mate 3` (plies), `mate -4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) => write!(f, "mate {plies}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_counted_in_plies() {
        assert_eq!(Score::win_in(3).to_string(), "mate 3");
        assert_eq!((-Score::win_in(4)).to_string(), "mate -4");
        assert_eq!(Score(-35).to_string(), "cp -35");
        assert!(Score::win_in(3) > Score::win_in(5) && Score::loss_in(2) < Score::loss_in(4));
        assert!(Score::estimate(1_000_000) < Score::win_in(900));
    }

    #[test]
    fn a_promise_stands_between_estimates_and_certain_ends() {
        let promises = [Score::promised_win_in(0), Score::promised_win_in(70), Score::promised_win_in(999)];
        for promise in promises {
            assert!(Score::estimate(1_000_000) < promise && promise < Score::win_in(999), "{promise}");
            assert!(-promise < Score::estimate(-1_000_000) && Score::loss_in(999) < -promise, "{promise}");
            assert_eq!((promise.plies_to_end(), promise.liked(5)), (None, promise));
        }
        assert!(promises.is_sorted_by(|quick, slow| quick > slow));
    }

    #[test]
    fn the_table_counts_from_the_node() {
        let promised = Score::promised_win_in(30);
        for score in [Score::win_in(7), Score::loss_in(8), Score(120), promised, -promised] {
            assert_eq!(score.from_node(5).from_root(5), score);
        }
        assert_eq!(Score::win_in(7).from_node(5), Score::win_in(2));
        assert_eq!(Score::loss_in(8).from_node(5), Score::loss_in(3));
        assert_eq!(promised.from_node(5), Score::promised_win_in(25));
    }
}
