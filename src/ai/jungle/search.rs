//! The search: principal variation search with a transposition table, null moves, late move reductions and quiescence.

use std::sync::Arc;
use std::time::Instant;

use super::RootMove;
use super::dens::Dens;
use super::eval::Evaluation;
use super::path::Path;
use super::picker::{self, Order};
use super::tactics::Tactics;
use crate::ai::level::scramble;
use crate::ai::tt::{Bound, Memory};
use crate::ai::{Habits, Limits, Score, TranspositionTable};
use crate::rules::jungle::{Bans, PackedMove, Position, State, Strength, Tables};
use crate::rules::{Color, Move};

/// The longest line, extensions and captures included.
const MAX_PLY: usize = 160;
/// How often the clock is looked at: every so many nodes, a power of two.
const CLOCK_NODES: u64 = 512;
/// A side with fewer animals is not offered a pass: having to move may be what loses.
const PASS_ANIMALS: u32 = 4;
/// By how many plies and a quarter of the depth the answers to a pass are looked at less deep.
const PASS_REDUCTION: i32 = 3;

/// What stays the same during a search.
pub struct Search {
    pub tables: Arc<Tables>,
    pub evaluation: Evaluation,
    pub tactics: Tactics,
    dens: Dens,
    habits: Habits,
}

impl Search {
    pub fn new(state: &State, habits: &Habits) -> Search {
        let tables = Arc::clone(state.tables());
        Search {
            evaluation: Evaluation::new(&tables),
            tactics: Tactics::new(),
            dens: Dens::new(),
            habits: *habits,
            tables,
        }
    }

    /// The worth of a position for the side to move, as far as these habits judge it right.
    fn evaluate(&self, position: &Position) -> Score {
        let score = self.evaluation.score(position);
        match self.habits.noise {
            0 => score,
            noise => {
                let error = (scramble(position.hash() ^ self.habits.seed) % (2 * noise as u64 + 1)) as i32 - noise;
                Score::estimate(score.0 + error)
            }
        }
    }

    /// Whether an answer of the opponent's is not seen.
    fn overlooks(&self, mv: PackedMove) -> bool {
        let overlooks = self.habits.overlooks;
        overlooks.jumps && self.tactics.is_jump(mv) || overlooks.rats && mv.strength() == Strength::RAT
    }
}

/// Between which scores the true one matters: below, something better is known; above, the opponent will not allow it.
#[derive(Copy, Clone, Debug)]
pub struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    pub const FULL: Window = Window { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// The window as the opponent sees it.
    fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Only asks whether a score is above alpha.
    fn above_alpha(self) -> Window {
        Window { beta: self.alpha + 1, ..self }
    }

    /// Only asks whether a score reaches beta.
    fn up_to_beta(self) -> Window {
        Window { alpha: self.beta - 1, ..self }
    }

    fn shifted(self, by: i32) -> Window {
        Window { alpha: self.alpha.liked(by), beta: self.beta.liked(by) }
    }

    /// Whether a score is asked for, not just on which side of a bar it is.
    fn is_open(self) -> bool {
        self.beta - 1 > self.alpha
    }

    fn contains(self, score: Score) -> bool {
        score > self.alpha && score < self.beta
    }
}

/// A search at work.
pub struct Worker<'a> {
    search: &'a Search,
    position: Position,
    roots: Vec<RootMove>,
    table: &'a mut TranspositionTable,
    limits: &'a Limits,
    started: Instant,
    path: Path,
    order: Order,
    /// The best line from each ply on.
    lines: Vec<Vec<PackedMove>>,
    /// The best move of the iteration under way and its score.
    best: Option<Score>,
    nodes: u64,
    stopped: bool,
}

impl<'a> Worker<'a> {
    pub fn new(
        search: &'a Search,
        state: &State,
        roots: Vec<RootMove>,
        table: &'a mut TranspositionTable,
        limits: &'a Limits,
        started: Instant,
    ) -> Worker<'a> {
        Worker {
            search,
            position: *state.position(),
            roots,
            table,
            limits,
            started,
            path: Path::new(state.history(), &search.tables),
            order: Order::new(MAX_PLY + 1),
            lines: vec![Vec::new(); MAX_PLY + 2],
            best: None,
            nodes: 0,
            stopped: false,
        }
    }

    /// Positions looked at.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What the latest iteration found, finished or not: its score and the line expected.
    pub fn best(&self) -> Option<(Score, Vec<Move>)> {
        self.best.map(|score| (score, self.lines[0].iter().copied().map(Move::from).collect()))
    }

    /// Searches all root moves to this depth: the score within the window, or `None` if a limit was reached before.
    pub fn root(&mut self, depth: u32, mut window: Window) -> Option<Score> {
        let depth = depth as i32;
        let position = self.position;
        let mut best = -Score::INFINITE;
        self.best = None;
        for n in 0..self.roots.len() {
            let RootMove { mv, known, liking } = self.roots[n];
            let next = position.play_unchecked(&self.search.tables, mv);
            self.lines[1].clear();
            let score = match known {
                Some(score) => score,
                None => {
                    self.path.go(&position, mv, &next);
                    let score = self.successor(&next, depth - 1, 0, window.shifted(-liking), n == 0, 0);
                    self.path.back();
                    score.liked(liking)
                }
            };
            if self.stopped {
                return None;
            }
            best = best.max(score);
            if score > window.alpha {
                window.alpha = score;
                self.best = Some(score);
                self.extend_line(0, mv);
                self.roots[..=n].rotate_right(1);
                if score >= window.beta {
                    break;
                }
            }
        }
        Some(best)
    }

    /// The score of a move for who made it, searched with a null window first unless it is the first move; `less` is by how
    /// many plies the first look is shortened.
    fn successor(&mut self, next: &Position, depth: i32, ply: usize, window: Window, first: bool, less: i32) -> Score {
        if first {
            return -self.node(next, depth, ply + 1, window.turned(), true);
        }
        let narrow = window.above_alpha().turned();
        let mut score = -self.node(next, depth - less, ply + 1, narrow, true);
        if less > 0 && score > window.alpha && !self.stopped {
            score = -self.node(next, depth, ply + 1, narrow, true);
        }
        if window.contains(score) && !self.stopped {
            score = -self.node(next, depth, ply + 1, window.turned(), true);
        }
        score
    }

    /// The score of a position for its side to move.
    fn node(&mut self, position: &Position, mut depth: i32, ply: usize, mut window: Window, may_pass: bool) -> Score {
        self.lines[ply].clear();
        if self.out_of_bounds() {
            return Score::DRAW;
        }
        let (search, us) = (self.search, position.turn());
        if let Some(score) = self.settled(position, ply) {
            return score;
        }
        let sees_replies = !(search.habits.overlooks.replies && ply == 1);
        if !sees_replies {
            return search.evaluate(position);
        }
        let intruders = Dens::intruders(position);
        let pressed = !intruders.is_empty();
        if pressed {
            depth += 1;
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(position, ply, window);
        }

        // No line is better than winning at once, or worse than losing at once.
        window.alpha = window.alpha.max(Score::loss_in(ply));
        window.beta = window.beta.min(Score::win_in(ply + 1));
        if window.alpha >= window.beta {
            return window.alpha;
        }

        let open = window.is_open();
        let beta = window.beta;
        let bans = self.path.bans(position, &search.tables);
        let key = position.hash() ^ key_of(&bans);
        let remembered = self.table.probe(key);
        if let Some(memory) = remembered
            && !open
            && memory.depth >= depth
        {
            let score = memory.score.from_root(ply);
            let enough = match memory.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= window.alpha,
            };
            if enough {
                return score;
            }
        }

        let enough_left = position.occupied(us).count() >= PASS_ANIMALS;
        if may_pass && enough_left && depth >= 3 && !open && !pressed && !beta.is_certain() {
            // If even passing is good enough, a move will be.
            if search.evaluate(position) >= beta {
                self.path.pass(position);
                let less = PASS_REDUCTION + depth / 4;
                let score = -self.node(&position.passed(), depth - less, ply + 1, window.up_to_beta().turned(), false);
                self.path.back();
                if self.stopped {
                    return Score::DRAW;
                }
                if score >= beta && !score.is_certain() {
                    return score;
                }
            }
        }

        let mut moves = position.moves(&search.tables);
        if !bans.is_empty() {
            moves.retain(|mv| !bans.forbid(*mv));
        }
        if moves.is_empty() {
            return Score::loss_in(ply);
        }
        if pressed && self.path.has_patience(2) {
            moves.retain(|mv| intruders.contains(mv.to()));
        }
        if self.is_opponents(ply) {
            moves.retain(|mv| !search.overlooks(*mv));
            if moves.is_empty() {
                return search.evaluate(position);
            }
        }

        let before = window.alpha;
        let mut best = -Score::INFINITE;
        let mut best_move = 0;
        let mut tried = 0;
        let mut quiet_tried = arrayvec::ArrayVec::<PackedMove, 32>::new();
        for mv in picker::all(search, &self.order, position, moves, remembered.map_or(0, |memory| memory.best), ply) {
            let next = position.play_unchecked(&search.tables, mv);
            let quiet = !mv.is_capture();
            let less = if quiet && !pressed && depth >= 3 && tried >= 3 && !Dens::threatens(&next) {
                self.reduction(us, mv, depth, tried, open)
            } else {
                0
            };
            self.path.go(position, mv, &next);
            let score = self.successor(&next, depth - 1, ply, window, tried == 0, less);
            self.path.back();
            if self.stopped {
                return Score::DRAW;
            }
            tried += 1;
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    best_move = mv.bits();
                    self.extend_line(ply, mv);
                }
                if score >= beta {
                    if quiet {
                        self.order.refuted(us, mv, &quiet_tried, depth, ply);
                    }
                    break;
                }
            }
            if quiet {
                quiet_tried.push(mv);
            }
        }
        let bound = match () {
            () if best >= beta => Bound::Lower,
            () if best > before => Bound::Exact,
            () => Bound::Upper,
        };
        self.table.store(key, Memory { best: best_move, score: best.from_node(ply), depth, bound });
        best
    }

    /// The score once the captures that pay are made.
    fn quiesce(&mut self, position: &Position, ply: usize, mut window: Window) -> Score {
        let search = self.search;
        let standing = search.evaluate(position);
        if search.habits.counts_pieces_only || ply >= MAX_PLY {
            return standing;
        }
        let intruders = Dens::intruders(position);
        // An animal before the den must be taken; otherwise nobody has to take.
        let mut best = if intruders.is_empty() { standing } else { Score::loss_in(ply + 2) };
        if best >= window.beta {
            return best;
        }
        window.alpha = window.alpha.max(best);
        let opponents = self.is_opponents(ply);
        for mv in picker::good_captures(search, position) {
            if !intruders.is_empty() && !intruders.contains(mv.to()) || opponents && search.overlooks(mv) {
                continue;
            }
            let next = position.play_unchecked(&search.tables, mv);
            if self.out_of_bounds() {
                return Score::DRAW;
            }
            let score = match ended(&next, ply + 1).or_else(|| search.dens.foresee(&next, ply + 1)) {
                Some(score) => -score,
                None => -self.quiesce(&next, ply + 1, window.turned()),
            };
            if self.stopped {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                window.alpha = window.alpha.max(score);
                if score >= window.beta {
                    break;
                }
            }
        }
        best
    }

    /// The score of a position that needs no search: the game has ended, or will within three plies.
    fn settled(&self, position: &Position, ply: usize) -> Option<Score> {
        if let Some(score) = ended(position, ply) {
            return Some(score);
        }
        if !self.path.has_patience(0) {
            let blocked = !position.has_moves(&self.search.tables);
            return Some(if blocked { Score::loss_in(ply) } else { Score::DRAW });
        }
        if let Some(score) = self.path.repetition(position.turn(), ply) {
            return Some(score);
        }
        let far_sighted = self.path.has_patience(2) && !(self.search.habits.overlooks.replies && ply == 1);
        match far_sighted {
            true => self.search.dens.foresee(position, ply),
            false => Dens::enters(position).then(|| Score::win_in(ply + 1)),
        }
    }

    /// By how many plies the first look at a late quiet move is shortened.
    fn reduction(&self, us: Color, mv: PackedMove, depth: i32, tried: usize, open: bool) -> i32 {
        let late = 1 + i32::from(tried >= 8) + i32::from(depth >= 7) + i32::from(tried >= 14 && depth >= 5);
        let promising = self.order.history(us, mv) / 6_000;
        (late - i32::from(open) - promising).clamp(0, depth - 2)
    }

    /// Whether the opponent of the side that thinks is to move.
    const fn is_opponents(&self, ply: usize) -> bool {
        ply % 2 == 1
    }

    /// The line from this ply on is this move and the line from the next ply on.
    fn extend_line(&mut self, ply: usize, mv: PackedMove) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(mv);
        head[ply].extend_from_slice(&tail[0]);
    }

    /// Counts a node, and looks whether the search has to end.
    fn out_of_bounds(&mut self) -> bool {
        self.nodes += 1;
        if self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes) {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(CLOCK_NODES) {
            let late = self.limits.time.is_some_and(|time| self.started.elapsed() >= time);
            self.stopped |= late || self.limits.is_stopped();
        }
        self.stopped
    }
}

/// The score of a position in which a side has no animals left: it has lost, whoever moved (rule 2.11).
fn ended(position: &Position, ply: usize) -> Option<Score> {
    let us = position.turn();
    match [us, !us].map(|color| position.occupied(color).is_empty()) {
        [false, false] => None,
        [true, true] => Some(Score::DRAW),
        [true, false] => Some(Score::loss_in(ply)),
        [false, true] => Some(Score::win_in(ply)),
    }
}

/// What bans add to a position's key: with a ban in force it is another position.
fn key_of(bans: &Bans) -> u64 {
    match bans.is_empty() {
        true => 0,
        false => scramble((bans.seven_three | bans.seventeen_five).0),
    }
}
