//! The search for every game but the 7×9 family: alpha-beta over the rules themselves, with the transposition table, and the
//! average over what a face-down card may be.
//!
//! It knows what the players know. A card that is face down has no identity before it is turned, so what is turned in
//! the search is each of [`Rules::unseen`], never a card of the game at hand.

mod order;
mod worth;

use std::time::Instant;

use super::tt::{Bound, Memory, Recall};
use super::{Habits, Limits, Score, Thought, TranspositionTable, topic};
use crate::rules::{Account, Dice, End, EndReason, Move, Outcome, Ply, Rules, Seat};
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
    table: &TranspositionTable,
    limits: &Limits,
    habits: &Habits,
    report: &mut dyn FnMut(&Thought),
) -> Option<Thought> {
    let started = Instant::now();
    let mut dice = Dice(habits.seed);
    let roots = root_moves(state, habits, &mut dice);
    let first = roots.first()?.mv;
    let mut search = Search {
        worth: Worth::of(state.setup().variant()),
        limits,
        habits,
        us: state.to_move(),
        started,
        recall: table.search(topic(state, habits)),
        by_history: false,
        order: Order::default(),
        nodes: 0,
        knows_something: false,
    };
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
    // Taste is for all of the game here, but there is less of it.
    let noise = habits.noise.max(habits.taste as i32 / 10);
    let mut error = || (dice.roll() % (2 * noise.unsigned_abs() as u64 + 1)) as i32 - noise;
    moves.into_iter().map(|mv| Root { mv, error: error() }).collect()
}

struct Search<'a> {
    worth: Worth,
    limits: &'a Limits,
    habits: &'a Habits,
    /// Who thinks.
    us: Seat,
    started: Instant,
    recall: Recall<'a>,
    /// What was found lately depends on what happened before it.
    by_history: bool,
    order: Order,
    nodes: u64,
    /// Every move has been looked at once: from then on the clock may end the search.
    knows_something: bool,
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
        self.knows_something = true;
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
            return Ok(self.final_score(state, end, ply));
        }
        if depth <= 0 {
            return self.settle(state, CAPTURES, ply, alpha, beta);
        }
        let key = state.hash();
        let known = self.recall.probe(key);
        if let Some(memory) = known.filter(|memory| memory.depth >= depth) {
            let score = memory.score.from_root(ply);
            let settles = match memory.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if settles {
                self.by_history |= memory.by_history;
                return Ok(score);
            }
        }
        let legal = state.legal_moves();
        let moves = self.order.sorted(state, &self.worth, &legal, known.map_or(0, |memory| memory.best), ply, FLIPS);
        let (mut best, mut best_index, before) = (-Score::INFINITE, 0, alpha);
        let outside = std::mem::replace(&mut self.by_history, false);
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
        let by_history = self.by_history;
        self.recall.store(key, Memory { best: number, score: best.from_node(ply), depth, bound, by_history });
        self.by_history |= outside;
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
            let score = match next.end() {
                Some(end) => -self.final_score(&next, end, ply + 1),
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

    /// What the end of a game is worth to the side to move, `ply` plies below the root.
    fn final_score<S: Rules>(&mut self, state: &S, end: End, ply: usize) -> Score {
        use EndReason::{Cycle, Quiet, Rounds, Violation};
        self.by_history |= matches!(end.reason, Cycle | Quiet | Rounds | Violation);
        match end.outcome {
            Outcome::Draw if state.to_move() == self.us => Score(-self.habits.contempt),
            Outcome::Draw => Score(self.habits.contempt),
            Outcome::Win(seat) if seat == state.to_move() => Score::win_in(ply),
            Outcome::Win(_) => Score::loss_in(ply),
        }
    }

    fn is_over(&self) -> bool {
        /// How often the clock is read, in nodes.
        const CLOCK: u64 = 32;
        self.limits.nodes.is_some_and(|nodes| self.nodes > nodes)
            || self.limits.is_stopped()
            || self.knows_something
                && self.nodes.is_multiple_of(CLOCK)
                && self.limits.time.is_some_and(|time| self.started.elapsed() >= time)
    }
}
