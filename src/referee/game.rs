//! A game between two seats.

use super::{Draft, Offer, Player};
use crate::people::{PersonId, Time};
use crate::rules::{End, Ply, Seat, Setup, State};

/// A game being played, or played to its end.
#[derive(Clone, Debug)]
pub struct Game {
    pub setup: Setup,
    /// By seat. The same person twice: two people share one phone.
    pub players: [Player; 2],
    /// Everything that happened; replaying it gives `state`.
    pub plies: Vec<Ply>,
    pub state: State,
    /// How it ended, by the rules or by agreement, resignation or a ruling; `None` while it goes on.
    pub finish: Option<Finish>,
    pub offers: Vec<Offer>,
    /// Offers made so far: the next one's number less one.
    pub offers_made: u32,
    /// "Really resign?" was asked of this seat and stands until then.
    pub resigning: Option<(Seat, Time)>,
    pub started: Time,
    /// When the last ply was played (or the game started).
    pub moved: Time,
}

impl Game {
    /// A new game from the starting position.
    pub fn start(draft: Draft, now: Time) -> Game {
        let _ = (draft, now);
        todo!()
    }

    /// The state after these plies from the start: how a record becomes a game again.
    pub fn replay(setup: Setup, plies: &[Ply]) -> Result<State, GameFault> {
        let _ = (setup, plies);
        todo!()
    }

    /// The number of plies played.
    pub fn ply(&self) -> u32 {
        self.plies.len() as u32
    }
}

/// How a game came to its end.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Finish {
    /// With a result.
    End(End),
    /// An admin closed a dead game: no result for anybody.
    Void { by: PersonId },
}

/// A recorded game that its own rules refuse: the record is damaged or of other rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameFault {
    #[error("ply {number} ({ply}) is refused by the rules: {why:?}")]
    Ply { number: usize, ply: Ply, why: crate::rules::Illegal },
}
