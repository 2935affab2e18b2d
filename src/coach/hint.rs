//! The move to recommend in a position.

use std::sync::Arc;
use std::time::Duration;

use super::look::Judge;
use super::reason::{Reason, reasons};
use crate::ai::Limits;
use crate::rules::{Move, State, Variant};
use crate::tables::Tablebase;

/// The size of what is remembered on the way.
pub const HINT_MEGABYTES: usize = 8;

/// A move, and what speaks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    pub mv: Move,
    /// The weightiest first; one at least.
    pub reasons: Vec<Reason>,
}

/// The move the coach would play, or `None` when the game is over. Takes half a second, and not much longer than `at_most`; run it
/// off the async threads.
pub fn hint(state: &State, endings: Option<Arc<Tablebase>>, at_most: Duration) -> Option<Hint> {
    let nodes = match state.setup().variant() {
        Variant::Jungle | Variant::Plains | Variant::Fields => 400_000,
        _ => 40_000,
    };
    let limits = Limits { nodes: Some(nodes), time: Some(at_most), ..Limits::default() };
    let look = Judge::new(HINT_MEGABYTES, endings).search(state, &limits)?;
    Some(Hint { mv: look.best, reasons: reasons(state, look.best, Some(look.score), &look.line) })
}
