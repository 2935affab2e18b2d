//! Which moves are looked at first: the one that was best before, captures, what refuted a like position, what often did.

use super::worth::Worth;
use crate::rules::{Move, Rules, Square};

/// Deeper nodes than these remember no killers.
const PLIES: usize = 64;

/// What the search has learned about moves in general.
pub struct Order {
    /// By ply: the two quiet moves that refuted a position there last.
    killers: [[Option<Move>; 2]; PLIES],
    /// By origin and goal: how often, and how deep, a quiet move refuted something.
    history: Vec<i32>,
}

impl Default for Order {
    fn default() -> Order {
        Order { killers: [[None; 2]; PLIES], history: vec![0; Square::COUNT * (Square::COUNT + 1)] }
    }
}

impl Order {
    /// The legal moves with their places in the list, the most promising first; `best` is the place, counted from 1, of the
    /// one that was best before. Of the flips so many at most: those beside pieces that are on show first.
    pub fn sorted<R: Rules>(
        &self,
        state: &R,
        worth: &Worth,
        legal: &[Move],
        best: u16,
        ply: usize,
        flips: usize,
    ) -> Vec<(usize, Move)> {
        let mut moves: Vec<(i32, usize, Move)> = Vec::with_capacity(legal.len());
        let mut turned: Vec<(i32, usize, Move)> = Vec::new();
        for (index, &mv) in legal.iter().enumerate() {
            if let Move::Flip { at } = mv {
                turned.push((-neighbors(legal, at), index, mv));
                continue;
            }
            let gain = worth.gain(&state.foresee(mv));
            let value = if index + 1 == usize::from(best) {
                i32::MAX
            } else if gain != 0 {
                1_000_000 * gain.signum() + gain
            } else if self.killers.get(ply).is_some_and(|killers| killers.contains(&Some(mv))) {
                500_000
            } else {
                self.history[place(mv)].min(400_000)
            };
            moves.push((-value, index, mv));
        }
        moves.sort_by_key(|&(value, index, _)| (value, index));
        turned.sort_by_key(|&(value, index, _)| (value, index));
        moves.into_iter().chain(turned.into_iter().take(flips)).map(|(_, index, mv)| (index, mv)).collect()
    }

    /// Notes that a move was too good to be allowed.
    pub fn refuted(&mut self, mv: Move, depth: i32, ply: usize) {
        if let Some([first, second]) = self.killers.get_mut(ply)
            && *first != Some(mv)
        {
            *second = first.replace(mv);
        }
        let history = &mut self.history[place(mv)];
        *history = history.saturating_add(depth * depth);
    }
}

/// How many legal moves begin or end beside a square: where something goes on.
fn neighbors(legal: &[Move], at: Square) -> i32 {
    let beside = |square: Square| square.file().abs_diff(at.file()) + square.rank().abs_diff(at.rank()) == 1;
    legal.iter().filter(|mv| mv.origin().is_some_and(beside)).count() as i32
}

/// A move's place in the history.
fn place(mv: Move) -> usize {
    mv.goal().index() * (Square::COUNT + 1) + mv.origin().map_or(Square::COUNT, Square::index)
}
