//! The search: principal variation search with a transposition table, null moves, late move reductions and quiescence.

use std::sync::Arc;
use std::time::Instant;

use super::RootMove;
use super::dens::Dens;
use super::eval::Evaluation;
use super::network::{Network, View};
use super::path::Path;
use super::picker::{self, Order, Picker};
use super::tactics::Tactics;
use super::weights::Weights;
use crate::ai::tt::{Bound, Memory, Recall};
use crate::ai::{Habits, Judgment, Limits, Score};
use crate::rules::jungle::{Bans, PackedList, PackedMove, Position, State, Strength, Tables};
use crate::rules::{Color, Move, scramble};
use crate::tables::{Tablebase, Wdl};

/// The longest line, extensions and captures included.
const MAX_PLY: usize = 160;
/// How often the clock is looked at: every so many nodes, a power of two.
const CLOCK_NODES: u64 = 512;
/// A side with fewer animals is not offered a pass: having to move may be what loses.
const PASS_ANIMALS: u32 = 4;
/// By how many plies and a quarter of the depth the answers to a pass are looked at less deep.
const PASS_REDUCTION: i32 = 3;
/// With less depth left, passing is not tried.
const PASS_DEPTH: i32 = 3;
/// From this depth and this many moves on, the others get a shorter first look.
const LATE_DEPTH: i32 = 3;
const LATE_MOVE: usize = 3;
/// Up to this depth a position so much better than the window is not searched: by this much for every ply of depth.
const CALM_DEPTH: i32 = 6;
const CALM_MARGIN: i32 = 70;
/// Up to this depth quiet moves are left out in a position so much worse than the window, but for the first.
const HOPELESS_DEPTH: i32 = 4;
const HOPELESS_MARGIN: i32 = 90;
/// Up to this depth, this many quiet moves and the square of the depth are looked at.
const ENOUGH_DEPTH: i32 = 4;
const ENOUGH_MOVES: usize = 6;
/// From this depth on a position that is not remembered is searched a ply less deep.
const UNKNOWN_DEPTH: i32 = 4;
/// A history of which a move that has it is looked at a ply deeper, or a ply less deep if negative.
const PROMISING: i32 = 6_000;

/// Of a draw by the tables, this part of the judgment is kept: the opponent may err, and 7-3 and 17-5 may force an error.
const DRAWN: i32 = 64;
/// How many plies a win is taken for whose distance the tables do not tell, give or take by the judgment of the position.
const FAR_WIN: i32 = 500;
const FAR_WIN_RANGE: i32 = 300;

/// A place that nothing depends on.
const NOTHING: usize = usize::MAX;

/// What stays the same during a search.
pub struct Search {
    pub tables: Arc<Tables>,
    pub evaluation: Evaluation,
    /// Corrects the evaluation.
    network: Option<Arc<Network>>,
    pub tactics: Tactics,
    pub dens: Dens,
    habits: Habits,
    endings: Option<Arc<Tablebase>>,
}

impl Search {
    pub fn new(state: &State, habits: &Habits, endings: Option<Arc<Tablebase>>) -> Search {
        let tables = Arc::clone(state.tables());
        let ground = tables.options().ground;
        let weights = match habits.judgment {
            Judgment::Thumb => Weights::by_thumb(),
            Judgment::Weights | Judgment::Best | Judgment::Network(_) => Weights::of(ground),
        };
        let network = match &habits.judgment {
            Judgment::Thumb | Judgment::Weights => None,
            Judgment::Best => Network::of(ground),
            Judgment::Network(network) => Some(Arc::clone(network)),
        };
        Search {
            evaluation: Evaluation::new(&tables, weights),
            network,
            tactics: Tactics::new(ground),
            dens: Dens::new(tables.options()),
            habits: habits.clone(),
            endings,
            tables,
        }
    }

    /// The worth of a position for the side to move, as far as these habits judge it right, with what the network says.
    fn judge(&self, position: &Position, correction: impl FnOnce(&Network) -> i32) -> Score {
        let score = self.evaluation.score(position).0 + self.network.as_deref().map_or(0, correction);
        let error = match self.habits.noise {
            0 => 0,
            noise => (scramble(position.hash() ^ self.habits.seed) % (2 * noise as u64 + 1)) as i32 - noise,
        };
        Score::estimate(score + error)
    }

    /// The same for a position that has nothing to do with the one before.
    fn evaluate(&self, position: &Position) -> Score {
        self.judge(position, |network| network.correction(&network.view(position), position.turn()))
    }

    /// What the tables say of a position `ply` plies below the root. `patience` tells whether so many plies without a capture
    /// may still be played: a win that takes longer is none.
    fn look_up(&self, position: &Position, ply: usize, patience: impl Fn(u32) -> bool) -> Option<Score> {
        let known = self.endings.as_ref()?.probe(position)?;
        let judgment = || self.evaluate(position).0;
        // `sign` is that of the winner's judgment of the position.
        let distance = |sign: i32| match known.dtw {
            Some(dtw) => patience(u32::from(dtw.0.saturating_sub(1))).then_some(usize::from(dtw.0)),
            None => Some((FAR_WIN - (sign * judgment()).clamp(-FAR_WIN_RANGE, FAR_WIN_RANGE)) as usize),
        };
        Some(match known.wdl {
            Wdl::Win => Score::promised_win_in(ply + distance(1)?),
            Wdl::Draw => Score::estimate(judgment() / DRAWN) + self.draw(ply).0,
            Wdl::Loss => -Score::promised_win_in(ply + distance(-1)?),
        })
    }

    /// Whether the opponent of the side to move wins, or that side itself, if tables know that but not how soon.
    fn far_win(&self, position: &Position) -> Option<bool> {
        let known = self.endings.as_ref()?.probe(position)?;
        (known.dtw.is_none() && known.wdl != Wdl::Draw).then_some(known.wdl == Wdl::Loss)
    }

    /// What a draw is worth to the side to move `ply` plies below the root: to the side that thinks less than nothing, if it
    /// thinks little of the opponent.
    const fn draw(&self, ply: usize) -> Score {
        Score(if is_opponents(ply) { self.habits.contempt } else { -self.habits.contempt })
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

    /// What the best score found within this window says about the true one.
    fn bound(self, best: Score) -> Bound {
        if best >= self.beta {
            Bound::Lower
        } else if best > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// A search at work.
pub struct Worker<'a> {
    search: &'a Search,
    position: Position,
    /// How many animals there are at the root.
    animals: u32,
    /// A table says that the root is won, without a distance: whether by the opponent.
    far_win: Option<bool>,
    roots: Vec<RootMove>,
    recall: Recall<'a>,
    limits: &'a Limits,
    started: Instant,
    path: Path,
    /// The earliest place on the path that what was found lately depends on, beside the position it was found for.
    since: usize,
    order: Order,
    /// What the network saw last, by ply; none without a network.
    views: Vec<View>,
    /// The best line from each ply on.
    lines: Vec<Vec<PackedMove>>,
    /// The score of the best move of the iteration under way, the first of `lines[0]`.
    best: Option<Score>,
    nodes: u64,
    /// Every move has been looked at once: from then on the clock may end the search.
    knows_something: bool,
    stopped: bool,
}

impl<'a> Worker<'a> {
    pub fn new(
        search: &'a Search,
        state: &State,
        roots: Vec<RootMove>,
        recall: Recall<'a>,
        limits: &'a Limits,
        started: Instant,
    ) -> Worker<'a> {
        Worker {
            search,
            position: *state.position(),
            animals: state.position().all_occupied().count(),
            far_win: search.far_win(state.position()),
            roots,
            recall,
            limits,
            started,
            path: Path::new(state.history(), &search.tables),
            since: NOTHING,
            order: Order::new(MAX_PLY + 1),
            views: search.network.iter().flat_map(|it| vec![it.view(state.position()); MAX_PLY + 2]).collect(),
            lines: vec![Vec::new(); MAX_PLY + 2],
            best: None,
            nodes: 0,
            knows_something: false,
            stopped: false,
        }
    }

    /// When the search began.
    pub const fn started(&self) -> Instant {
        self.started
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
        self.knows_something = true;
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
        if let Some(score) = self.settled(position, ply) {
            return score;
        }
        if self.overlooks_replies(ply) {
            return self.evaluate(position, ply);
        }
        // A table's word ends the search where animals have gone. With those of the root still there it is taken at the horizon
        // only (in quiesce): on the way there, the search sees what bans and repetition make of a win. Where it does not say how
        // soon the win comes, lines on which it is let go are left at once, so that the search sees the further.
        let gone = position.all_occupied().count() < self.animals;
        if (gone || self.far_win.is_some())
            && let Some(score) = self.promised(position, ply)
            && (gone || self.far_win != score.promised_to(is_opponents(ply)))
        {
            return score;
        }
        let pressed = self.search.dens.threatens(position);
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

        let bans = self.path.bans(position, &self.search.tables);
        if !bans.is_empty() {
            self.depend_on(self.path.run_since(position.turn()));
        }
        let key = position.hash() ^ key_of(&bans) ^ self.path.countdown();
        let remembered = self.recall.probe(key);
        if let Some((memory, score)) = remembered.and_then(|it| Some((it, conclusion(it, depth, ply, window)?))) {
            if memory.by_history {
                self.depend_on(0);
            }
            return score;
        }
        let judgment = if pressed { -Score::INFINITE } else { self.evaluate(position, ply) };
        let calm = !pressed && !window.is_open() && !self.search.habits.counts_pieces_only;
        if calm && depth <= CALM_DEPTH && window.beta.is_estimate() && judgment - CALM_MARGIN * depth >= window.beta {
            return judgment;
        }
        if may_pass && !pressed && depth >= PASS_DEPTH && !window.is_open() && judgment >= window.beta {
            let score = self.pass(position, depth, ply, window);
            if self.stopped || score.is_some() {
                return score.unwrap_or(Score::DRAW);
            }
        }
        if remembered.is_none_or(|memory| memory.best == 0) && depth >= UNKNOWN_DEPTH {
            depth -= 1;
        }
        let hopeless = calm && depth <= HOPELESS_DEPTH && judgment + HOPELESS_MARGIN * depth <= window.alpha;

        let mut moves = position.moves(&self.search.tables);
        if !bans.is_empty() {
            moves.retain(|mv| !bans.forbid(*mv));
        }
        if moves.is_empty() {
            return Score::loss_in(ply);
        }
        if pressed && self.path.has_patience(2) {
            let intruders = self.search.dens.intruders(position);
            moves.retain(|mv| intruders.contains(mv.to()));
            if moves.is_empty() {
                return Score::loss_in(ply + 2);
            }
        }
        if is_opponents(ply) {
            moves.retain(|mv| !self.search.overlooks(*mv));
            if moves.is_empty() {
                return self.evaluate(position, ply);
            }
        }
        let remembered = remembered.map_or(0, |memory| memory.best);
        let picker = picker::all(self.search, &self.order, position, moves, remembered, ply);
        let before = std::mem::replace(&mut self.since, NOTHING);
        let (best, best_move) = self.try_all(position, picker, depth, ply, window, hopeless);
        // What repeats a position from here on repeats it wherever this one comes from.
        let by_history = self.since < self.path.place();
        if !by_history {
            self.since = NOTHING;
        }
        self.depend_on(before);
        if !self.stopped {
            let bound = window.bound(best);
            self.recall.store(key, Memory { best: best_move, score: best.from_node(ply), depth, bound, by_history });
        }
        best
    }

    /// Searches the moves until one is too good for the window: the best score, and the bits of its move if it is within
    /// the window or above.
    fn try_all(
        &mut self,
        position: &Position,
        picker: Picker,
        depth: i32,
        ply: usize,
        mut window: Window,
        hopeless: bool,
    ) -> (Score, u16) {
        let us = position.turn();
        let settled_exchange = !self.search.dens.threatens(position);
        let (mut best, mut best_move) = (-Score::INFINITE, 0);
        let mut quiet_tried = PackedList::new();
        for (tried, mv) in picker.enumerate() {
            let next = position.play_unchecked(&self.search.tables, mv);
            let is_quiet = settled_exchange && !mv.is_capture() && !self.search.dens.threatens(&next);
            // Once something is known that does not lose, the rest may be left out, but not in search of the quickest win.
            if is_quiet && tried > 0 && !window.is_open() && best.is_estimate() && window.alpha.is_estimate() {
                let enough = depth <= ENOUGH_DEPTH && quiet_tried.len() >= ENOUGH_MOVES + (depth * depth) as usize;
                if hopeless || enough {
                    continue;
                }
            }
            let less = if is_quiet { self.reduction(us, mv, depth, tried, window) } else { 0 };
            let before = std::mem::replace(&mut self.since, NOTHING);
            self.path.go(position, mv, &next);
            let score = self.successor(&next, depth - 1, ply, window, tried == 0, less);
            self.path.back();
            if self.stopped {
                return (Score::DRAW, 0);
            }
            // One move that is too good is enough, whatever the others depend on.
            if score < window.beta {
                self.depend_on(before);
            }
            best = best.max(score);
            if score > window.alpha {
                best_move = mv.bits();
                if score >= window.beta {
                    if !mv.is_capture() {
                        self.order.refuted(us, mv, &quiet_tried, depth, ply);
                    }
                    break;
                }
                window.alpha = score;
                self.extend_line(ply, mv);
            }
            if !mv.is_capture() {
                quiet_tried.push(mv);
            }
        }
        (best, best_move)
    }

    /// The score when the side to move does nothing, if even that is too good for the window: then a move will be.
    fn pass(&mut self, position: &Position, depth: i32, ply: usize, window: Window) -> Option<Score> {
        let few = position.occupied(position.turn()).count() < PASS_ANIMALS;
        if few || !window.beta.is_estimate() {
            return None;
        }
        self.path.pass(position);
        let rest = depth - PASS_REDUCTION - depth / 4;
        let score = -self.node(&position.passed(), rest, ply + 1, window.up_to_beta().turned(), false);
        self.path.back();
        (score >= window.beta && !score.is_certain()).then_some(score)
    }

    /// The score once the captures that pay are made.
    fn quiesce(&mut self, position: &Position, ply: usize, mut window: Window) -> Score {
        if let Some(score) = self.promised(position, ply) {
            return score;
        }
        let search = self.search;
        let intruders = search.dens.intruders(position);
        // An animal before the den must be taken; otherwise nobody has to take.
        let mut best = match intruders.is_empty() {
            true => self.evaluate(position, ply),
            false => Score::loss_in(ply + 2),
        };
        if best >= window.beta || search.habits.counts_pieces_only || ply >= MAX_PLY {
            return best;
        }
        window.alpha = window.alpha.max(best);
        for mv in picker::captures(search, position, intruders) {
            if is_opponents(ply) && search.overlooks(mv) {
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
            best = best.max(score);
            window.alpha = window.alpha.max(score);
            if score >= window.beta {
                break;
            }
        }
        best
    }

    /// The score of a position that needs no search: the game has ended, or will within three plies.
    fn settled(&mut self, position: &Position, ply: usize) -> Option<Score> {
        if let Some(score) = ended(position, ply) {
            return Some(score);
        }
        if !self.path.has_patience(0) {
            // A side without a legal move has lost all the same (rule 2.11).
            let bans = self.path.bans(position, &self.search.tables);
            let stuck = position.moves(&self.search.tables).iter().all(|mv| bans.forbid(*mv));
            return Some(if stuck { Score::loss_in(ply) } else { self.search.draw(ply) });
        }
        if let Some(repetition) = self.path.repetition(position.turn()) {
            self.depend_on(repetition.since);
            return Some(if repetition.wins { Score::win_in(ply) } else { self.search.draw(ply) });
        }
        // Whoever wins far away gets on, and comes back to no position of the game.
        if let Some(opponents) = self.far_win
            && self.path.was_here()
        {
            self.depend_on(0);
            let slow = Score::promised_win_in(usize::MAX);
            return Some(if opponents == is_opponents(ply) { slow } else { -slow });
        }
        match self.path.has_patience(2) && !self.overlooks_replies(ply) {
            true => self.search.dens.foresee(position, ply),
            false => self.search.dens.enters(position).then(|| Score::win_in(ply + 1)),
        }
    }

    /// Notes that what was found depends on what happened at this place of the path.
    fn depend_on(&mut self, place: usize) {
        self.since = self.since.min(place);
    }

    /// The score that the tables promise.
    fn promised(&self, position: &Position, ply: usize) -> Option<Score> {
        self.search.look_up(position, ply, |plies| self.path.has_patience(plies))
    }

    /// By how many plies the first look at a quiet move is shortened, after so many others have been tried.
    fn reduction(&self, us: Color, mv: PackedMove, depth: i32, tried: usize, window: Window) -> i32 {
        if depth < LATE_DEPTH || tried < LATE_MOVE {
            return 0;
        }
        let late = 1 + i32::from(tried >= 8) + i32::from(depth >= 7) + i32::from(tried >= 14 && depth >= 5);
        let promising = self.order.history(us, mv) / PROMISING;
        (late - i32::from(window.is_open()) - promising).clamp(0, depth - 2)
    }

    /// Whether no answer to the first move is seen.
    const fn overlooks_replies(&self, ply: usize) -> bool {
        self.search.habits.overlooks.replies && ply == 1
    }

    /// The line from this ply on is this move and the line from the next ply on.
    fn extend_line(&mut self, ply: usize, mv: PackedMove) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(mv);
        head[ply].extend_from_slice(&tail[0]);
    }

    /// The worth of a position `ply` plies below the root for the side to move. What the network saw one ply above is likely of the
    /// position before; if it was not looked at, it is of another, and the look takes longer.
    fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        let search = self.search;
        search.judge(position, |network| {
            let view = network.turn_to(&self.views[ply.saturating_sub(1)], position);
            self.views[ply] = view;
            network.correction(&view, position.turn())
        })
    }

    /// Counts a node, and looks whether the search has to end.
    fn out_of_bounds(&mut self) -> bool {
        self.nodes += 1;
        if self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes) {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(CLOCK_NODES) {
            let late = self.limits.time.is_some_and(|time| self.started.elapsed() >= time);
            self.stopped |= late && self.knows_something || self.limits.is_stopped();
        }
        self.stopped
    }
}

/// Whether the opponent of the side that thinks is to move, `ply` plies below the root.
const fn is_opponents(ply: usize) -> bool {
    ply % 2 == 1
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

/// What a memory of a position settles, if it is deep enough and only the side of a bar is asked for.
fn conclusion(memory: Memory, depth: i32, ply: usize, window: Window) -> Option<Score> {
    let score = memory.score.from_root(ply);
    let settles = match memory.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    (settles && memory.depth >= depth && !window.is_open()).then_some(score)
}

/// What bans add to a position's key: with a ban in force it is another position.
fn key_of(bans: &Bans) -> u64 {
    match bans.animal.filter(|_| !bans.is_empty()) {
        None => 0,
        Some(animal) => scramble((bans.seven_three | bans.seventeen_five).0 ^ scramble(animal.index() as u64 + 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Bitboard;

    #[test]
    fn bans_are_told_apart_by_animal_and_squares() {
        let bans = |animal, squares| Bans { animal: Some(animal), seven_three: Bitboard(squares), ..Bans::default() };
        let mut keys: Vec<u64> =
            Strength::all().flat_map(|animal| (0..8).map(move |squares| key_of(&bans(animal, squares)))).collect();
        keys.sort();
        keys.dedup();
        // No squares are no bans, whatever the animal.
        assert_eq!(keys.len(), Strength::COUNT * 7 + 1);
    }
}
