//! The door: every command to a table comes through [`Table::handle`].

use super::{Actor, Command, Game, Moment, Progress, Refusal, Stage, Table};
use crate::people::PersonId;

impl Table {
    /// Carries a command out, or says why not. `self` is left as it was: the caller saves the new table first.
    pub fn handle(&self, actor: &Actor, command: Command, moment: Moment<'_>) -> Result<Progress, Refusal> {
        let (stage, events) = match &self.stage {
            Stage::Open(challenge) => {
                let (stage, event) = challenge.handle(actor, command, moment)?;
                (stage, vec![event])
            }
            Stage::Game(game) => {
                let (game, events) = game.handle(actor, command, moment)?;
                (Stage::Game(Box::new(game)), events)
            }
            Stage::Closed { .. } => return Err(Refusal::ChallengeGone),
        };
        Ok(Progress { table: Table { stage, ..*self }, events })
    }

    /// The game, running or ended, once the challenge has been accepted.
    pub fn as_game(&self) -> Option<&Game> {
        match &self.stage {
            Stage::Game(game) => Some(game),
            Stage::Open(_) | Stage::Closed { .. } => None,
        }
    }
}

impl Actor {
    /// The person, if it is one.
    pub fn person(&self) -> Option<PersonId> {
        match self {
            Actor::Person { id, .. } => Some(*id),
            Actor::AnonymousAdmin | Actor::Ai(_) | Actor::Clock | Actor::Cup => None,
        }
    }

    /// Whether they administer the chat.
    pub fn is_admin(&self) -> bool {
        matches!(self, Actor::Person { admin: true, .. } | Actor::AnonymousAdmin)
    }
}
