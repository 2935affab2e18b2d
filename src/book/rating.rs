//! Ratings by Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", glicko.net): how strong somebody plays, and how sure
//! that is.
//!
//! Glickman rates the games of a period together. Here a game is a period of its own, so that both players see at once what it
//! did; both new ratings are computed from both old ones. For every whole week without a rated game a rating becomes less sure,
//! as it does for an empty period of Glickman's.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2};

use crate::people::Time;
use crate::rules::{Outcome, Seat};

/// A rating is provisional until so many games have been rated.
pub const PROVISIONAL_GAMES: u32 = 10;
/// The period of rest after which a rating becomes less sure, milliseconds.
const REST: i64 = 7 * 24 * 60 * 60 * 1000;
/// After so many periods of rest nothing is left to forget: the deviation is at its most.
const MOST_RESTS: i64 = 2_000;
/// Parts of a point that are kept.
const PARTS: f64 = 1_000.0;
/// Parts of volatility that are kept.
const VOLATILITY_PARTS: f64 = 1_000_000_000.0;

/// A rating, rounded after every game to what is written down, so that the same games always come to the same rating.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// Thousandths of a point; 1500 points are the start.
    pub millis: i64,
    /// How unsure it is (a standard deviation), thousandths of a point; 350 points at most.
    pub deviation_millis: i64,
    /// How erratic the results are, billionths; 0.06 at the start.
    pub volatility_nanos: i64,
    /// Rated games.
    pub games: u32,
    /// When the last of them ended.
    pub last: Option<Time>,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating::of(Glicko2Rating::new(), 0, None)
    }
}

impl Rating {
    /// As people see it, in points.
    pub fn points(&self) -> i32 {
        (self.millis as f64 / PARTS).round() as i32
    }

    /// Too few games have been rated to trust it.
    pub const fn is_provisional(&self) -> bool {
        self.games < PROVISIONAL_GAMES
    }

    fn of(rating: Glicko2Rating, games: u32, last: Option<Time>) -> Rating {
        Rating {
            millis: (rating.rating * PARTS).round() as i64,
            deviation_millis: (rating.deviation * PARTS).round() as i64,
            volatility_nanos: (rating.volatility * VOLATILITY_PARTS).round() as i64,
            games,
            last,
        }
    }

    /// As it is at this moment, after its rest.
    fn at(&self, now: Time) -> Glicko2Rating {
        let rating = Glicko2Rating {
            rating: self.millis as f64 / PARTS,
            deviation: self.deviation_millis as f64 / PARTS,
            volatility: self.volatility_nanos as f64 / VOLATILITY_PARTS,
        };
        let rests = self.last.map_or(0, |last| now.since(last) / REST).clamp(0, MOST_RESTS);
        (0..rests).fold(rating, |rating, _| decay_deviation(&rating))
    }
}

/// Both ratings after a game that ended now, by seat.
pub(super) fn rate(before: [Rating; 2], outcome: Outcome, now: Time) -> [Rating; 2] {
    let first = match outcome {
        Outcome::Win(Seat::First) => Outcomes::WIN,
        Outcome::Win(Seat::Second) => Outcomes::LOSS,
        Outcome::Draw => Outcomes::DRAW,
    };
    let [one, two] = before.map(|rating| rating.at(now));
    let (one, two) = glicko2(&one, &two, &first, &Glicko2Config::new());
    let [games, other_games] = before.map(|rating| rating.games + 1);
    [Rating::of(one, games, Some(now)), Rating::of(two, other_games, Some(now))]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A newcomer wins against a newcomer. By Glickman's formulas with tau = 0.5: each at 1500, deviation 350, volatility 0.06
    /// gives v = 1 / (0.6691² / 4) … 1662.21 and 1337.79, deviation 290.32.
    #[test]
    fn the_first_game_between_newcomers() {
        let [winner, loser] = rate([Rating::default(); 2], Outcome::Win(Seat::First), Time(0));
        assert_eq!((winner.points(), loser.points()), (1662, 1338));
        assert_eq!(winner.deviation_millis / 1000, 290);
        assert_eq!((winner.games, winner.last, winner.is_provisional()), (1, Some(Time(0)), true));
    }

    #[test]
    fn a_draw_between_equals_moves_nothing_but_certainty() {
        let after = rate([Rating::default(); 2], Outcome::Draw, Time(0));
        assert!(after.iter().all(|rating| rating.points() == 1500 && rating.deviation_millis < 350_000));
    }

    #[test]
    fn rest_makes_a_rating_less_sure_and_never_less_sure_than_a_newcomers() {
        let settled = Rating { deviation_millis: 60_000, games: 50, last: Some(Time(0)), ..Rating::default() };
        let deviation = |weeks: i64| settled.at(Time(weeks * REST)).deviation;
        assert_eq!(deviation(0), 60.0);
        assert_eq!(settled.at(Time(REST - 1)).deviation, 60.0);
        assert!(deviation(1) > 60.0 && deviation(52) > deviation(1));
        assert_eq!(deviation(1_000_000), 350.0);
        assert_eq!(settled.at(Time(-REST)).deviation, 60.0, "a clock that was set back");
    }

    #[test]
    fn ten_games_settle_a_rating() {
        let mut ratings = [Rating::default(); 2];
        for game in 0..10 {
            assert!(ratings[0].is_provisional(), "after {game} games");
            ratings = rate(ratings, Outcome::Draw, Time(game));
        }
        assert!(!ratings[0].is_provisional());
    }
}
