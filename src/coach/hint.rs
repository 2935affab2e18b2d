//! The move to recommend in a position.

use std::sync::Arc;

use super::look::Judge;
use super::reason::{Reason, reasons};
use crate::rules::{Move, State, Variant};
use crate::tables::Tablebase;

/// A move, and what speaks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    pub mv: Move,
    /// The weightiest first; one at least.
    pub reasons: Vec<Reason>,
}

/// The move the coach would play, or `None` when the game is over. Takes half a second; run it off the async threads.
pub fn hint(state: &State, endings: Option<Arc<Tablebase>>) -> Option<Hint> {
    let nodes = match state.setup().variant() {
        Variant::Jungle | Variant::Plains | Variant::Fields => 400_000,
        _ => 40_000,
    };
    let look = Judge::new(endings).look(state, nodes)?;
    Some(Hint { mv: look.best, reasons: reasons(state, look.best, Some(look.score), &look.line) })
}
