//! The search for every game but the 7×9 family: alpha-beta over the rules themselves, with the transposition table, and the
//! average over what a face-down card may be.
//!
//! It knows what the players know. A card that is face down has no identity before it is turned, so what is turned in
//! the search is each of [`Rules::unseen`], never a card of the game at hand.

mod order;
mod worth;

use std::time::Instant;

use super::{Habits, Limits, Score, Thought, TranspositionTable};
use crate::ai::tt::{Bound, Memory};
use crate::rules::{Account, Dice, Move, Outcome, Ply, Rules};
use order::Order;
use worth::{Worth, evaluate};

/// The deepest search.
const MAX_DEPTH: i32 = 64;
/// How far captures are followed behind the end of sight.
const CAPTURES: u32 = 6;
/// How many cards are turned in thought at one node below the root, and how many faces each may show there: both are samples,
/// for there may be sixteen of each.
const FLIPS: usize = 3;
const FACES: usize = 4;
/// Plies of depth a flip costs: what follows it is guesswork.
const FLIP_DEPTH: i32 = 2;

/// See [`super::think`].
pub fn think<S: Rules + Clone>(
    state: &S,
    table: &mut TranspositionTable,
    limits: &Limits,
    habits: &Habits,
    report: &mut dyn FnMut(&Thought),
) -> Option<Thought> {
    let started = Instant::now();
    let mut dice = Dice(habits.seed);
    let roots = root_moves(state, habits, &mut dice);
    let first = roots.first()?.mv;
    table.grow_older();
    let worth = Worth::of(state.setup().variant());
    let mut search = Search { worth, limits, habits, started, table, order: Order::default(), nodes: 0 };
    let mut thought =
        Thought { best: first, score: Score::DRAW, depth: 0, nodes: 0, time: started.elapsed(), pv: vec![first] };
    let mut roots = roots;
    let deepest = limits.depth.map_or(MAX_DEPTH, |depth| depth.min(MAX_DEPTH as u32) as i32);
    // Who does not see the answers looks one ply far, however long it thinks.
    let deepest = if habits.overlooks.replies { 1 } else { deepest };
    for depth in 1..=deepest {
        let (best, finished) = search.root(state, &roots, depth);
        if let Some((score, mv)) = best {
            let depth = if finished { depth as u32 } else { thought.depth };
            thought = Thought { best: mv, score, depth, pv: vec![mv], ..thought };
            // The best move first: the next depth is cut the sooner.
            roots.sort_by_key(|root| root.mv != mv);
        }
        thought.nodes = search.nodes;
        thought.time = started.elapsed();
        if !finished {
            break;
        }
        report(&thought);
        if thought.score.plies_to_end().is_some_and(|plies| plies.abs() <= depth) {
            break;
        }
    }
    Some(thought)
}

/// A legal move, and how wrongly it is judged.
struct Root {
    mv: Move,
    error: i32,
}

/// The legal moves in an order that the seed decides, without those a careful player does not make.
fn root_moves<S: Rules>(state: &S, habits: &Habits, dice: &mut Dice) -> Vec<Root> {
    let mut moves = state.legal_moves();
    let safe = |mv: &Move| state.hazard(*mv).is_none();
    if habits.careful && moves.iter().any(safe) {
        moves.retain(safe);
    }
    for n in (1..moves.len()).rev() {
        moves.swap(n, (dice.roll() % (n as u64 + 1)) as usize);
    }
    let noise = habits.noise;
    let mut error = || (dice.roll() % (2 * noise.unsigned_abs() as u64 + 1)) as i32 - noise;
    moves.into_iter().map(|mv| Root { mv, error: error() }).collect()
}

struct Search<'a> {
    worth: Worth,
    limits: &'a Limits,
    habits: &'a Habits,
    started: Instant,
    table: &'a mut TranspositionTable,
    order: Order,
    nodes: u64,
}

/// The search was cut short by a limit: there is no score.
struct Stopped;

impl Search<'_> {
    /// The best move found at this depth, and whether all were looked at.
    fn root<S: Rules + Clone>(&mut self, state: &S, roots: &[Root], depth: i32) -> (Option<(Score, Move)>, bool) {
        let mut best: Option<(Score, Move)> = None;
        for root in roots {
            // A score that is to be misjudged by `error` has to beat the best one with it.
            let alpha = best.map_or(-Score::INFINITE, |(score, _)| score.liked(-root.error));
            let Ok(score) = self.after(state, root.mv, usize::MAX, depth, 0, alpha, Score::INFINITE) else {
                return (best, false);
            };
            let score = score.liked(root.error);
            if best.is_none_or(|(known, _)| score > known) {
                best = Some((score, root.mv));
            }
        }
        (best, true)
    }

    /// What a move is worth to the side that makes it, looked at with `depth` plies, this one included; a flip over
    /// so many `faces` at most.
    #[expect(clippy::too_many_arguments, reason = "a window, a depth and a place in the tree")]
    fn after<S: Rules + Clone>(
        &mut self,
        state: &S,
        mv: Move,
        faces: usize,
        depth: i32,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let Move::Flip { .. } = mv else {
            let mut next = state.clone();
            next.advance(Ply { mv, revealed: None });
            return Ok(-self.visit(&next, depth - 1, ply + 1, -beta, -alpha)?);
        };
        let unseen = state.unseen();
        let step = unseen.len().div_ceil(faces).max(1);
        let (mut sum, mut count) = (0, 0);
        for &piece in unseen.iter().step_by(step) {
            let mut next = state.clone();
            next.advance(Ply { mv, revealed: Some(piece) });
            // An average knows no window.
            let score = -self.visit(&next, depth - 1 - FLIP_DEPTH, ply + 1, -Score::INFINITE, Score::INFINITE)?;
            sum += score.0;
            count += 1;
        }
        // A win that depends on a card is no certain one.
        Ok(Score::estimate(sum / count.max(1)))
    }

    /// What the side to move can reach.
    fn visit<S: Rules + Clone>(
        &mut self,
        state: &S,
        depth: i32,
        ply: usize,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        self.nodes += 1;
        if self.is_over() {
            return Err(Stopped);
        }
        if let Some(end) = state.end() {
            return Ok(match end.outcome {
                Outcome::Draw => Score::DRAW,
                Outcome::Win(seat) if seat == state.to_move() => Score::win_in(ply),
                Outcome::Win(_) => Score::loss_in(ply),
            });
        }
        if depth <= 0 {
            return self.settle(state, CAPTURES, ply, alpha, beta);
        }
        let key = state.hash();
        let known = self.table.probe(key);
        if let Some(memory) = known.filter(|memory| memory.depth >= depth) {
            let score = memory.score.from_node(ply);
            match memory.bound {
                Bound::Exact => return Ok(score),
                Bound::Lower if score >= beta => return Ok(score),
                Bound::Upper if score <= alpha => return Ok(score),
                Bound::Lower | Bound::Upper => {}
            }
        }
        let legal = state.legal_moves();
        let moves = self.order.sorted(state, &self.worth, &legal, known.map_or(0, |memory| memory.best), ply, FLIPS);
        let (mut best, mut best_index, before) = (-Score::INFINITE, 0, alpha);
        for (index, mv) in moves {
            let score = self.after(state, mv, FACES, depth, ply, alpha, beta)?;
            if score > best {
                (best, best_index) = (score, index);
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                self.order.refuted(mv, depth, ply);
                break;
            }
        }
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best > before => Bound::Exact,
            _ => Bound::Upper,
        };
        // Number 0 means none, so moves are counted from 1.
        let number = u16::try_from(best_index + 1).unwrap_or(0);
        self.table.store(key, Memory { best: number, score: best.from_root(ply), depth, bound });
        Ok(best)
    }

    /// The position judged when nothing more hangs: captures are followed, as long as they pay.
    fn settle<S: Rules + Clone>(
        &mut self,
        state: &S,
        most: u32,
        ply: usize,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let mut best = evaluate(state, &self.worth);
        if most == 0 || best >= beta || self.habits.counts_pieces_only {
            return Ok(best);
        }
        alpha = alpha.max(best);
        let takes = |account: &Account| account.den || account.removed.iter().any(|gone| !gone.own);
        let mut captures: Vec<(i32, Move)> = state
            .legal_moves()
            .into_iter()
            .filter_map(|mv| Some(state.foresee(mv)).filter(takes))
            .map(|account| (self.worth.gain(&account), account.ply.mv))
            .collect();
        captures.sort_by_key(|&(gain, _)| -gain);
        for (_, mv) in captures {
            self.nodes += 1;
            if self.is_over() {
                return Err(Stopped);
            }
            let mut next = state.clone();
            next.advance(Ply { mv, revealed: None });
            let score = match next.end().map(|end| end.outcome) {
                Some(Outcome::Draw) => Score::DRAW,
                Some(Outcome::Win(seat)) if seat == state.to_move() => Score::win_in(ply + 1),
                Some(Outcome::Win(_)) => Score::loss_in(ply + 1),
                None => -self.settle(&next, most - 1, ply + 1, -beta, -alpha)?,
            };
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    fn is_over(&self) -> bool {
        /// How often the clock is read, in nodes.
        const CLOCK: u64 = 32;
        self.limits.nodes.is_some_and(|nodes| self.nodes > nodes)
            || self.limits.is_stopped()
            || self.nodes.is_multiple_of(CLOCK) && self.limits.time.is_some_and(|time| self.started.elapsed() >= time)
    }
}
