//! Counting the leaves of the move tree, for any variant.

use super::jungle;
use super::moves::Move;
use super::variant::State;

/// The number of sequences of `depth` moves from the state's position. What depends on history (7-3, 17-5, cycles, plies
/// without a capture) plays no part.
pub fn perft(state: &State, depth: u32) -> u64 {
    match state {
        State::Jungle(state) => jungle::perft(state.position(), state.tables(), depth),
    }
}

/// [`perft`] by first move, sorted by their notation; empty for depth 0. The counts add up to the whole.
pub fn divide(state: &State, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let mut counts: Vec<(Move, u64)> = match state {
        State::Jungle(state) => {
            let (position, tables) = (state.position(), state.tables());
            let count = |mv| jungle::perft(&position.play_unchecked(tables, mv), tables, rest);
            position.moves(tables).into_iter().map(|mv| (mv.into(), count(mv))).collect()
        }
    };
    counts.sort_by_key(|(mv, _)| mv.to_string());
    counts
}
