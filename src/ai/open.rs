//! A search for every game whose position is open to both: alpha-beta over the rules themselves, deeper and deeper.

use std::time::Instant;

use super::{Habits, Limits, Score, Thought};
use crate::rules::{Dice, Move, Outcome, Ply, State};

/// The deepest search.
const MAX_DEPTH: u32 = 60;
/// What an animal is worth beside its strength.
const ANIMAL: i32 = 100;

/// See [`super::think`].
pub fn think(state: &State, limits: &Limits, habits: &Habits, report: &mut dyn FnMut(&Thought)) -> Option<Thought> {
    let started = Instant::now();
    let mut moves = state.legal_moves();
    let first = *moves.first()?;
    let mut dice = Dice(habits.seed);
    for n in (1..moves.len()).rev() {
        moves.swap(n, (dice.roll() % (n as u64 + 1)) as usize);
    }
    let mut search = Search { limits, started, nodes: 0 };
    let mut thought =
        Thought { best: first, score: Score::DRAW, depth: 0, nodes: 0, time: started.elapsed(), pv: vec![first] };
    for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
        let Some((score, best)) = search.root(state, &moves, depth, habits.noise, &mut dice) else { break };
        thought = Thought { best, score, depth, nodes: search.nodes, time: started.elapsed(), pv: vec![best] };
        report(&thought);
        // The best move first: the next depth is cut the sooner.
        moves.sort_by_key(|&mv| mv != best);
        if score.plies_to_end().is_some_and(|plies| plies.unsigned_abs() <= depth) {
            break;
        }
    }
    Some(Thought { nodes: search.nodes, time: started.elapsed(), ..thought })
}

struct Search<'a> {
    limits: &'a Limits,
    started: Instant,
    nodes: u64,
}

impl Search<'_> {
    /// The best move at this depth, or `None` if a limit was reached before.
    fn root(
        &mut self,
        state: &State,
        moves: &[Move],
        depth: u32,
        noise: i32,
        dice: &mut Dice,
    ) -> Option<(Score, Move)> {
        let mut best: Option<(Score, Move)> = None;
        for &mv in moves {
            let error = (dice.roll() % (2 * noise as u64 + 1)) as i32 - noise;
            let alpha = best.map_or(Score::loss_in(0), |(score, _)| score);
            let score = -self.visit(&after(state, mv), depth - 1, 1, Score::loss_in(0), -alpha + noise)?;
            let score = score.liked(error);
            if best.is_none_or(|(known, _)| score > known) {
                best = Some((score, mv));
            }
        }
        best
    }

    /// What the side to move can reach.
    fn visit(&mut self, state: &State, depth: u32, ply: usize, mut alpha: Score, beta: Score) -> Option<Score> {
        self.nodes += 1;
        if self.is_over() {
            return None;
        }
        if let Some(end) = state.end() {
            return Some(match end.outcome {
                Outcome::Draw => Score::DRAW,
                Outcome::Win(seat) if seat == state.to_move() => Score::win_in(ply),
                Outcome::Win(_) => Score::loss_in(ply),
            });
        }
        if depth == 0 {
            return Some(evaluate(state));
        }
        let mut best = Score::loss_in(0);
        for mv in state.legal_moves() {
            let score = -self.visit(&after(state, mv), depth - 1, ply + 1, -beta, -alpha)?;
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    fn is_over(&self) -> bool {
        self.limits.nodes.is_some_and(|nodes| self.nodes > nodes)
            || self.limits.is_stopped()
            || (self.nodes.is_multiple_of(64) && self.limits.time.is_some_and(|time| self.started.elapsed() >= time))
    }
}

/// Animals by strength, for the side to move.
fn evaluate(state: &State) -> Score {
    let view = state.view();
    let us = state.color_of(state.to_move());
    let worth = view.squares().filter_map(|square| view.cell(square)).map(|cell| {
        let worth = ANIMAL + i32::from(cell.strength.unwrap_or_default()) * ANIMAL / 8;
        if Some(cell.owner) == us { worth } else { -worth }
    });
    Score(worth.sum())
}

/// The game one legal move later.
fn after(state: &State, mv: Move) -> State {
    let mut next = state.clone();
    next.advance(Ply { mv, revealed: None });
    next
}
