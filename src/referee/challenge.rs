//! A challenge: an invitation to a game that somebody still has to accept.

use super::Player;
use crate::people::{PersonId, Time};
use crate::rules::{Seat, Setup};

/// Who may accept a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Anybody in the chat.
    Anybody,
    Person(PersonId),
    /// Somebody the bot knows only by name so far, without the `@`, lower case.
    Username(String),
}

/// How the seats are given out.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sides {
    /// By lot, when the challenge is accepted.
    Lot,
    /// The author takes this seat.
    Author(Seat),
}

/// An invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    pub by: PersonId,
    pub to: Target,
    pub sides: Sides,
    pub setup: Setup,
    pub made: Time,
    pub expires: Time,
}

/// What a new game needs, when both players are known at once: against the AI, on one phone, a rematch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub setup: Setup,
    /// By seat. The same person twice: two people share one phone.
    pub players: [Player; 2],
}
