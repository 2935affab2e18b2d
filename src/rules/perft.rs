//! Counting the leaves of the move tree, for any variant.

use super::jungle;
use super::moves::{Move, Ply};
use super::variant::State;

/// The number of sequences of `depth` moves from the state's position; none if the game is over. In the 7×9 family what depends
/// on history (7-3, 17-5, cycles, plies without a capture) plays no part on the way; where cards lie face down, the moves
/// that turn one are left out.
pub fn perft(state: &State, depth: u32) -> u64 {
    if depth > 0 && state.end().is_some() {
        return 0;
    }
    match state {
        State::Jungle(state) => jungle::perft(state.position(), state.tables(), depth),
        _ => match depth {
            0 => 1,
            1 => open_moves(state).count() as u64,
            _ => open_moves(state).map(|mv| perft(&after(state, mv), depth - 1)).sum(),
        },
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
        _ => open_moves(state).map(|mv| (mv, perft(&after(state, mv), rest))).collect(),
    };
    counts.sort_by_key(|(mv, _)| mv.to_string());
    counts
}

/// The legal moves whose consequences are known.
fn open_moves(state: &State) -> impl Iterator<Item = Move> {
    state.legal_moves().into_iter().filter(|mv| !matches!(mv, Move::Flip { .. }))
}

/// The game one legal move later.
fn after(state: &State, mv: Move) -> State {
    let mut next = state.clone();
    next.advance(Ply { mv, revealed: None });
    next
}
