//! Who won, and why.

use std::fmt;

use super::seat::Seat;

/// Who won.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    Win(Seat),
    Draw,
}

impl Outcome {
    /// The winner's seat, if there is one.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Outcome::Win(seat) => Some(seat),
            Outcome::Draw => None,
        }
    }
}

/// Why a game ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// An animal entered the opponent's den.
    Den,
    /// A side has no animals left (a draw if both lost their last one together).
    Captured,
    /// The side to move has no legal move.
    Blocked,
    /// The side to move has no move that 7-3 or 17-5 leaves it.
    Violation,
    /// The position came back too often.
    Cycle,
    /// Too many plies in a row without a capture.
    Quiet,
    /// A side lost its king (a draw if both did).
    King,
    /// A side controls more than half of the squares.
    Territory,
    /// The rounds are over, and what stands on the board is counted.
    Rounds,
    Agreement,
    Resignation,
    Clock,
    Abandonment,
    /// A referee's or admin's decision.
    Ruling,
}

impl EndReason {
    pub const ALL: [EndReason; 14] = [
        EndReason::Den,
        EndReason::Captured,
        EndReason::Blocked,
        EndReason::Violation,
        EndReason::Cycle,
        EndReason::Quiet,
        EndReason::King,
        EndReason::Territory,
        EndReason::Rounds,
        EndReason::Agreement,
        EndReason::Resignation,
        EndReason::Clock,
        EndReason::Abandonment,
        EndReason::Ruling,
    ];

    /// The word of the engine protocol, records and message keys.
    pub const fn name(self) -> &'static str {
        match self {
            EndReason::Den => "den",
            EndReason::Captured => "captured",
            EndReason::Blocked => "blocked",
            EndReason::Violation => "violation",
            EndReason::Cycle => "cycle",
            EndReason::Quiet => "quiet",
            EndReason::King => "king",
            EndReason::Territory => "territory",
            EndReason::Rounds => "rounds",
            EndReason::Agreement => "agreement",
            EndReason::Resignation => "resignation",
            EndReason::Clock => "clock",
            EndReason::Abandonment => "abandonment",
            EndReason::Ruling => "ruling",
        }
    }

    /// The rules themselves ended the game: replaying its plies ends it the same way.
    pub const fn is_by_rule(self) -> bool {
        match self {
            EndReason::Den
            | EndReason::Captured
            | EndReason::Blocked
            | EndReason::Violation
            | EndReason::Cycle
            | EndReason::Quiet
            | EndReason::King
            | EndReason::Territory
            | EndReason::Rounds => true,
            EndReason::Agreement
            | EndReason::Resignation
            | EndReason::Clock
            | EndReason::Abandonment
            | EndReason::Ruling => false,
        }
    }

    /// The reason with this word.
    pub fn from_name(name: &str) -> Option<EndReason> {
        EndReason::ALL.into_iter().find(|reason| reason.name() == name)
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a game ended: who won and why.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct End {
    pub outcome: Outcome,
    pub reason: EndReason,
}
