//! Counting the leaves of the move tree: the classic check of a move generator. History plays no part.

use super::position::Position;
use super::tables::Tables;

/// The number of sequences of `depth` moves from this position; those that end the game earlier do not count.
pub fn perft(position: &Position, tables: &Tables, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_moves(tables)),
        _ => position
            .moves(tables)
            .into_iter()
            .map(|mv| perft(&position.play_unchecked(tables, mv), tables, depth - 1))
            .sum(),
    }
}
