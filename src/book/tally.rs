//! What the lines of a person add up to.

use super::Line;
use crate::rules::{EndReason, Outcome, Seat};

/// How a game went for one of its players.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    Won,
    Drawn,
    Lost,
}

impl Verdict {
    /// For the player on this seat.
    pub fn of(outcome: Outcome, seat: Seat) -> Verdict {
        match outcome {
            Outcome::Draw => Verdict::Drawn,
            Outcome::Win(winner) if winner == seat => Verdict::Won,
            Outcome::Win(_) => Verdict::Lost,
        }
    }

    /// The word of records and texts.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Won => "won",
            Verdict::Drawn => "drawn",
            Verdict::Lost => "lost",
        }
    }

    /// The verdict with this word.
    pub fn from_name(name: &str) -> Option<Verdict> {
        [Verdict::Won, Verdict::Drawn, Verdict::Lost].into_iter().find(|verdict| verdict.name() == name)
    }
}

/// Games counted.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    /// Of those lost, the ones that were left.
    pub abandoned: u32,
}

/// Games in a row with the same verdict, up to the last one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Streak {
    pub verdict: Verdict,
    pub games: u32,
}

impl Tally {
    /// Counts these lines.
    pub fn of<'a>(lines: impl IntoIterator<Item = &'a Line>) -> Tally {
        let mut tally = Tally::default();
        for line in lines {
            match line.verdict {
                Verdict::Won => tally.won += 1,
                Verdict::Drawn => tally.drawn += 1,
                Verdict::Lost => tally.lost += 1,
            }
            tally.abandoned += u32::from(line.verdict == Verdict::Lost && line.reason == EndReason::Abandonment);
        }
        tally
    }

    pub const fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }
}

impl Streak {
    /// How the newest games went; the lines come oldest first. `None` without games.
    pub fn current<'a>(lines: impl DoubleEndedIterator<Item = &'a Line>) -> Option<Streak> {
        let mut newest_first = lines.rev().map(|line| line.verdict);
        let verdict = newest_first.next()?;
        let games = 1 + newest_first.take_while(|&other| other == verdict).count() as u32;
        Some(Streak { verdict, games })
    }

    /// The most wins in a row there have been.
    pub fn most_wins<'a>(lines: impl Iterator<Item = &'a Line>) -> u32 {
        let (_, most) = lines.fold((0, 0), |(now, most), line| {
            let now = if line.verdict == Verdict::Won { now + 1 } else { 0 };
            (now, most.max(now))
        });
        most
    }
}
