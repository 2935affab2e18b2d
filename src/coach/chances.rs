//! The result a side may expect, made of a search's score.

use std::fmt;

use crate::ai::Score;
use crate::rules::{Outcome, Seat};

/// The result a side may expect, in thousandths of a win: 1000 is a sure win, 500 an even game, 0 a sure loss.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chances(pub u16);

/// What a table promises: it does not know the history of the game, so a little is left open.
const PROMISED: f64 = 0.99;
/// No estimate comes nearer to certainty than this.
const SUREST: f64 = 0.98;

impl Chances {
    pub const WON: Chances = Chances(1000);
    pub const EVEN: Chances = Chances(500);
    pub const LOST: Chances = Chances(0);

    /// What a score means for the side to move.
    pub fn of(score: Score) -> Chances {
        let part = match score.plies_to_end() {
            Some(plies) if plies > 0 => 1.0,
            Some(_) => 0.0,
            None if score.is_promised() && score > Score::DRAW => PROMISED,
            None if score.is_promised() => 1.0 - PROMISED,
            None => {
                let part = 1.0 / (1.0 + (-f64::from(score.0) / STEEPNESS).exp());
                part.clamp(1.0 - SUREST, SUREST)
            }
        };
        Chances((part * 1000.0).round() as u16)
    }

    /// What the end of a game is worth to a seat.
    pub fn at_end(outcome: Outcome, seat: Seat) -> Chances {
        match outcome {
            Outcome::Draw => Chances::EVEN,
            Outcome::Win(winner) if winner == seat => Chances::WON,
            Outcome::Win(_) => Chances::LOST,
        }
    }

    /// The same for the other side.
    pub const fn turned(self) -> Chances {
        Chances(1000 - self.0)
    }

    /// How much less the other one is; 0 if it is more.
    pub const fn above(self, other: Chances) -> u16 {
        self.0.saturating_sub(other.0)
    }

    /// In hundredths, as people are told.
    pub const fn percent(self) -> u32 {
        (self.0 as u32 + 5) / 10
    }
}

impl fmt::Display for Chances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} %", self.percent())
    }
}

/// How fast chances rise with the score: this much ahead, 0.73 of a win may be expected.
///
/// A weak animal is worth 170 or so, and a strong one 350, which makes it 0.66 and 0.80: to lose one for nothing in an even game is a
/// slip or a blunder, and to choose among usual openings is neither. Results of games are no measure here: the weaker the players, the less a lead decides (fitted to 40 games
/// of the engine at 5000 positions a move it would be 790), and the coach tells what could have been made of it.
const STEEPNESS: f64 = 250.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_of_scores() {
        let cases = [
            (Score::win_in(5), 1000),
            (Score::loss_in(4), 0),
            (Score::loss_in(0), 0),
            (Score::promised_win_in(33), 990),
            (-Score::promised_win_in(33), 10),
            (Score::DRAW, 500),
            (Score(20_000), 980),
            (Score(-20_000), 20),
        ];
        for (score, thousandths) in cases {
            assert_eq!(Chances::of(score), Chances(thousandths), "{score}");
        }
        let chances = [-300, -100, 0, 100, 300].map(|score| Chances::of(Score(score)));
        assert!(chances.is_sorted() && chances[1] < chances[2], "{chances:?}");
        assert_eq!(chances[4], chances[0].turned());
    }
}
