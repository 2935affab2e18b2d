//! Points and levels after the hall's rules (rule 2.17).

use crate::rules::{Animal, End, EndReason, Outcome, Seat};

/// What a loss costs.
const LOSS: i32 = 2;
/// What leaving a game costs, in place of the loss.
const ABANDONMENT: i32 = 10;
/// What a win brings at least.
const WIN: i32 = 2;
/// Games of so many rounds or fewer score nothing, so that nobody collects points by losing quickly.
const SHORT_ROUNDS: usize = 10;
/// The points from which on somebody is at a level, rat to elephant.
const LEVELS: [i32; 8] = [i32::MIN, 20, 50, 100, 200, 400, 800, 1600];

/// How far somebody has come: Rat (1) to Elephant (8), by points.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The level of somebody with so many points. Points may fall below zero; the rat's level has no lower end.
    pub fn of(points: i32) -> Level {
        let reached = LEVELS.iter().filter(|&&from| points >= from).count();
        Level(reached.max(1) as u8)
    }

    /// 1 to 8.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The animal it is named by.
    pub fn animal(self) -> Animal {
        Animal::STANDARD[usize::from(self.0 - 1)]
    }

    /// The points at which the next level begins; `None` for elephants.
    pub fn next_at(self) -> Option<i32> {
        LEVELS.get(usize::from(self.0)).copied()
    }
}

/// Why points moved, or did not.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// Won: 2, and 1 more for each level the opponent stood higher.
    Win {
        /// How many levels.
        higher: u8,
    },
    Draw,
    Loss,
    /// Left the game: −10, however short it was.
    Abandoned,
    /// Over within ten rounds: nothing for anybody.
    Short,
}

impl Why {
    /// What it does to the points.
    pub fn delta(self) -> i32 {
        match self {
            Why::Win { higher } => WIN + i32::from(higher),
            Why::Draw | Why::Short => 0,
            Why::Loss => -LOSS,
            Why::Abandoned => -ABANDONMENT,
        }
    }

    /// The word of records.
    pub const fn name(self) -> &'static str {
        match self {
            Why::Win { .. } => "win",
            Why::Draw => "draw",
            Why::Loss => "loss",
            Why::Abandoned => "abandoned",
            Why::Short => "short",
        }
    }

    /// What this word of records means; `higher` belongs to a win.
    pub fn from_name(name: &str, higher: u8) -> Option<Why> {
        [Why::Win { higher }, Why::Draw, Why::Loss, Why::Abandoned, Why::Short]
            .into_iter()
            .find(|why| why.name() == name)
    }
}

/// What a game of so many plies means for the points of both seats; `points` are those before it. In a tournament short games
/// count like others.
pub(super) fn score(end: End, plies: usize, tournament: bool, points: [i32; 2]) -> [Why; 2] {
    let levels = points.map(Level::of);
    let short = !tournament && plies.div_ceil(2) <= SHORT_ROUNDS;
    Seat::BOTH.map(|seat| {
        let (own, other) = (levels[seat.index()], levels[seat.other().index()]);
        match end.outcome {
            Outcome::Win(winner) if winner != seat && end.reason == EndReason::Abandonment => Why::Abandoned,
            _ if short => Why::Short,
            Outcome::Draw => Why::Draw,
            Outcome::Win(winner) if winner == seat => Why::Win { higher: other.0.saturating_sub(own.0) },
            Outcome::Win(_) => Why::Loss,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_reaches_from_its_threshold_to_the_next() {
        assert_eq!(Level::of(i32::MIN), Level(1));
        for (index, &from) in LEVELS.iter().enumerate().skip(1) {
            assert_eq!(usize::from(Level::of(from).number()), index + 1);
            assert_eq!(usize::from(Level::of(from - 1).number()), index);
            assert_eq!(Level::of(from - 1).next_at(), Some(from));
        }
        assert_eq!((Level::of(1600).next_at(), Level::of(1600).animal()), (None, Animal::Elephant));
        assert_eq!((Level::of(-40).next_at(), Level::of(-40).animal()), (Some(20), Animal::Rat));
    }
}
