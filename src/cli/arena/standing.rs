//! How a match stands: points, an estimate of the difference in strength, and whether it is decided. Pure.
//!
//! Games come in pairs: one opening, each program once with each seat. The two games of a pair depend on each other, so what is
//! known is counted by pairs (five results, a "pentanomial"), after Van den Bergh, "Normalized Elo and the GSPRT" (2020).

use std::fmt;

/// What a game gave to program one, in half points: 0, 1 or 2.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Point {
    Lost,
    Drawn,
    Won,
}

/// The counts of a match, as program one sees it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Games lost, drawn and won.
    games: [u64; 3],
    /// Pairs by the half points they gave, 0 to 4.
    pairs: [u64; 5],
}

/// A difference in strength and how sure it is: with 95 % confidence the true one is within the error.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Estimate {
    pub elo: f64,
    pub error: f64,
}

/// Of a normal distribution, 95 % is within so many standard deviations.
const CONFIDENCE: f64 = 1.96;
/// A score is taken to be this far from all and nothing at least, for Elo goes to infinity there.
const LEAST: f64 = 0.001;
/// A little of every result of a pair that has not been seen yet, so that a variance is never zero.
const UNSEEN: f64 = 0.001;

impl Standing {
    /// Counts both games of a pair.
    pub fn add(&mut self, pair: [Point; 2]) {
        for point in pair {
            self.games[point as usize] += 1;
        }
        self.pairs[pair[0] as usize + pair[1] as usize] += 1;
    }

    pub fn games(&self) -> u64 {
        self.games.iter().sum()
    }

    /// The part of all points that program one has, 0 to 1; a half before the first game.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.games[1] as f64 / 2.0 + self.games[2] as f64) / games as f64,
        }
    }

    /// The difference in strength, or `None` before there are two pairs.
    pub fn estimate(&self) -> Option<Estimate> {
        let pairs: u64 = self.pairs.iter().sum();
        if pairs < 2 {
            return None;
        }
        let counts = self.pairs.map(|count| count as f64);
        let (mean, variance) = moments(&counts);
        let error = CONFIDENCE * (variance / pairs as f64).sqrt();
        let within = |score: f64| elo(score.clamp(LEAST, 1.0 - LEAST));
        Some(Estimate { elo: within(mean), error: (within(mean + error) - within(mean - error)) / 2.0 })
    }
}

/// Mean and variance of a pair's score (0 to 1) with these counts.
fn moments(counts: &[f64; 5]) -> (f64, f64) {
    let all: f64 = counts.iter().sum();
    let scored = || counts.iter().enumerate().map(|(half_points, count)| (half_points as f64 / 4.0, count));
    let mean = scored().map(|(score, count)| score * count).sum::<f64>() / all;
    let variance = scored().map(|(score, count)| (score - mean).powi(2) * count).sum::<f64>() / all;
    (mean, variance)
}

/// The difference in Elo that leads to a score.
fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that a difference in Elo leads to.
fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl fmt::Display for Standing {
    /// `+12 -7 =21, 56.2 %, Elo +43.7 ± 60.1`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lost, drawn, won] = self.games;
        write!(f, "+{won} -{lost} ={drawn}, {:.1} %", self.score() * 100.0)?;
        match self.estimate() {
            Some(Estimate { elo, error }) => write!(f, ", Elo {elo:+.1} ± {error:.1}"),
            None => Ok(()),
        }
    }
}

/// A sequential test between two claims: that program one is stronger by `least`, and that it is stronger by `most`.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Sprt {
    /// Elo.
    pub least: f64,
    pub most: f64,
}

/// How often either claim is accepted although the other one is true.
const MISTAKE: f64 = 0.05;

/// Which claim the games have shown.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Least,
    Most,
}

impl Sprt {
    /// The logarithm of how much likelier the results are if the second claim is true.
    pub fn ratio(&self, standing: &Standing) -> f64 {
        let pairs: u64 = standing.pairs.iter().sum();
        let (mean, variance) = moments(&standing.pairs.map(|count| count as f64 + UNSEEN));
        let [least, most] = [self.least, self.most].map(score);
        pairs as f64 * (most - least) * (mean - (least + most) / 2.0) / variance
    }

    /// Which claim is accepted, if the games suffice.
    pub fn verdict(&self, standing: &Standing) -> Option<Verdict> {
        let (ratio, bar) = (self.ratio(standing), Sprt::bar());
        if ratio >= bar {
            Some(Verdict::Most)
        } else if ratio <= -bar {
            Some(Verdict::Least)
        } else {
            None
        }
    }

    /// What the ratio has to reach, either way.
    pub fn bar() -> f64 {
        ((1.0 - MISTAKE) / MISTAKE).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::Point::{Drawn, Lost, Won};
    use super::*;

    fn standing(pairs: &[([Point; 2], u64)]) -> Standing {
        let mut standing = Standing::default();
        for &(pair, times) in pairs {
            (0..times).for_each(|_| standing.add(pair));
        }
        standing
    }

    #[test]
    fn points_are_counted_by_games_and_by_pairs() {
        let standing = standing(&[([Won, Lost], 1), ([Won, Drawn], 2), ([Drawn, Drawn], 3), ([Lost, Lost], 1)]);
        assert_eq!((standing.games, standing.pairs), ([3, 8, 3], [1, 0, 4, 2, 0]));
        assert_eq!((standing.games(), standing.score()), (14, 0.5));
        assert_eq!(standing.to_string(), "+3 -3 =8, 50.0 %, Elo +0.0 ± 124.2");
    }

    #[test]
    fn estimates_are_those_worked_out_by_hand() {
        let cases = [
            // Score, Elo, error: mean 0.625, deviation 0.125, 1.96 × 0.125 / 10 = 0.0245.
            (standing(&[([Won, Drawn], 50), ([Drawn, Drawn], 50)]), 0.625, 88.7, 18.2),
            (standing(&[([Won, Won], 10)]), 1.0, 1199.8, 0.0),
            (standing(&[([Lost, Drawn], 4)]), 0.25, -190.8, 0.0),
        ];
        for (standing, score, elo, error) in cases {
            let estimate = standing.estimate().expect("enough pairs");
            assert_eq!(standing.score(), score);
            assert!((estimate.elo - elo).abs() < 0.1 && (estimate.error - error).abs() < 0.1, "{standing}");
        }
        assert_eq!(standing(&[([Won, Won], 1)]).estimate(), None);
        assert_eq!(Standing::default().to_string(), "+0 -0 =0, 50.0 %");
    }

    #[test]
    fn a_clear_match_is_decided_and_an_even_one_is_not() {
        let test = Sprt { least: 0.0, most: 20.0 };
        let clear = standing(&[([Won, Drawn], 60), ([Drawn, Drawn], 40), ([Lost, Drawn], 10)]);
        assert_eq!(test.verdict(&clear), Some(Verdict::Most));
        let worse = standing(&[([Lost, Drawn], 60), ([Drawn, Drawn], 40), ([Won, Drawn], 10)]);
        assert_eq!(test.verdict(&worse), Some(Verdict::Least));
        let few = standing(&[([Won, Drawn], 3), ([Drawn, Drawn], 3), ([Lost, Drawn], 2)]);
        assert_eq!(test.verdict(&few), None);
        assert_eq!(test.verdict(&Standing::default()), None);
        // Halfway between the claims nothing speaks for either.
        let halfway = Sprt { least: 88.74, most: 88.74 };
        assert!(halfway.ratio(&clear).abs() < 1e-9);
    }

    #[test]
    fn elo_and_score_are_each_others_reverse() {
        for difference in [-400.0, -12.5, 0.0, 5.0, 191.0] {
            assert!((elo(score(difference)) - difference).abs() < 1e-9);
        }
        assert!((score(190.85) - 0.75).abs() < 1e-4);
    }
}
