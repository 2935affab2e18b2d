//! The search for the 7×9 family: on [`Position`](crate::rules::jungle::Position), with as much history as legality needs.

mod dens;
mod eval;
mod network;
mod path;
mod picker;
mod search;
mod tactics;
pub mod training;
mod ways;
mod weights;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use super::{Habits, Limits, Score, Thought, TranspositionTable, topic};
use crate::rules::jungle::{DENS, PackedMove, State, Strength};
use crate::rules::{Color, Dice, Move, Outcome, Rules};
use crate::tables::Tablebase;
pub use network::{Network, NetworkError};
use search::{Search, Window, Worker};

/// The deepest search.
const MAX_DEPTH: u32 = 100;
/// From this depth on the result is expected close to that of the depth before.
const ASPIRATION_DEPTH: u32 = 5;
/// How close.
const ASPIRATION_WINDOW: i32 = 40;
/// How long moves are chosen by taste too.
const OPENING_PLIES: usize = 10;

/// A legal move, and its score where the rules alone give one.
#[derive(Copy, Clone, Debug)]
pub struct RootMove {
    pub mv: PackedMove,
    pub known: Option<Score>,
    /// What is added to its score for no reason but to vary.
    pub liking: i32,
}

/// See [`super::think`].
pub fn think(
    state: &State,
    table: &TranspositionTable,
    limits: &Limits,
    habits: &Habits,
    endings: Option<Arc<Tablebase>>,
    report: &mut dyn FnMut(&Thought),
) -> Option<Thought> {
    let started = Instant::now();
    let roots = root_moves(state, habits);
    let first = roots.first()?.mv;
    let recall = table.search(topic(state, habits));
    let search = Search::new(state, habits, endings);
    let (over, helped) = (Over::default(), AtomicU64::new(0));
    let until_over = Limits { stop: Arc::clone(&over.0), ..Limits::default() };
    let worker = |limits| Worker::new(&search, state, roots.clone(), recall.clone(), limits, started);
    thread::scope(|scope| {
        for n in 1..=limits.helpers {
            let (worker, helped) = (worker(&until_over), &helped);
            scope.spawn(move || help(worker, n, helped));
        }
        // However this thread leaves, the others are told.
        let _over = over;
        Some(decide(worker(limits), first.into(), limits, &helped, report))
    })
}

/// A flag that is set when this is dropped.
#[derive(Default)]
struct Over(Arc<AtomicBool>);

impl Drop for Over {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Searches ever deeper until a limit is reached. `first` is the move to play if not even one can be looked at; `helped` are
/// positions that others have looked at.
fn decide(
    mut worker: Worker,
    first: Move,
    limits: &Limits,
    helped: &AtomicU64,
    report: &mut dyn FnMut(&Thought),
) -> Thought {
    let started = worker.started();
    let nodes = |worker: &Worker| worker.nodes() + helped.load(Ordering::Relaxed);
    let time = started.elapsed();
    let mut thought = Thought { best: first, score: Score::DRAW, depth: 0, nodes: 0, time, pv: vec![first] };
    for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
        let score = deepen(&mut worker, depth, thought.score);
        if let Some((best, line)) = worker.best() {
            thought.best = line.first().copied().unwrap_or(thought.best);
            thought.score = score.unwrap_or(best);
            thought.pv = line;
        }
        thought.nodes = nodes(&worker);
        thought.time = started.elapsed();
        if score.is_none() {
            break;
        }
        thought.depth = depth;
        report(&thought);
        if thought.score.plies_to_end().is_some_and(|plies| plies.unsigned_abs() <= depth) {
            break;
        }
    }
    thought
}

/// Searches beside the thread that decides, until it is told to stop: what it finds is in the table for all. Every other helper is
/// a ply ahead, so that not all look at the same.
fn help(mut worker: Worker, number: u32, helped: &AtomicU64) {
    let mut score = Score::DRAW;
    for depth in 1 + number % 2..=MAX_DEPTH {
        let before = worker.nodes();
        let found = deepen(&mut worker, depth, score);
        helped.fetch_add(worker.nodes() - before, Ordering::Relaxed);
        match found {
            Some(found) => score = found,
            None => break,
        }
    }
}

/// The score at this depth, or `None` if a limit was reached before.
fn deepen(worker: &mut Worker, depth: u32, before: Score) -> Option<Score> {
    if depth < ASPIRATION_DEPTH || before.is_certain() {
        return worker.root(depth, Window::FULL);
    }
    let mut window = Window { alpha: before - ASPIRATION_WINDOW, beta: before + ASPIRATION_WINDOW };
    loop {
        let score = worker.root(depth, window)?;
        if score <= window.alpha && window.alpha > Window::FULL.alpha {
            window.alpha = Window::FULL.alpha;
        } else if score >= window.beta && window.beta < Window::FULL.beta {
            window.beta = Window::FULL.beta;
        } else {
            return Some(score);
        }
    }
}

/// Whether the game has just begun, and nobody has been taken.
fn is_opening(state: &State) -> bool {
    let everybody = Color::BOTH.iter().all(|&color| state.position().animals(color).count() == Strength::COUNT);
    everybody && state.history().hashes().len() <= OPENING_PLIES
}

/// The legal moves in an order that the seed decides, without those a careful player does not make.
fn root_moves(state: &State, habits: &Habits) -> Vec<RootMove> {
    let us = state.position().turn();
    let known = |mv: PackedMove| {
        if DENS[us.other().index()].contains(mv.to()) {
            return Some(Score::win_in(1));
        }
        state.ruling_after(mv).map(|outcome| match outcome {
            Outcome::Draw => Score(-habits.contempt),
            Outcome::Win(seat) if seat == state.to_move() => Score::win_in(1),
            Outcome::Win(_) => Score::loss_in(1),
        })
    };
    let mut moves: Vec<PackedMove> = state.moves().into_iter().collect();
    let safe = |mv: &PackedMove| state.hazard(Move::from(*mv)).is_none();
    if habits.careful && moves.iter().any(safe) {
        moves.retain(safe);
    }
    let mut dice = Dice(habits.seed);
    for n in (1..moves.len()).rev() {
        moves.swap(n, (dice.roll() % (n as u64 + 1)) as usize);
    }
    let taste = if is_opening(state) { habits.taste } else { 0 };
    let mut like = || (dice.roll() % (taste as u64 + 1)) as i32;
    moves.into_iter().map(|mv| RootMove { mv, known: known(mv), liking: like() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Chance, Ply, Seat, Setup, State as Game};
    use crate::tables::Wdl;

    /// Nodes for a move that win most endings, and those that win all: the strongest level has time for ten times as many.
    const FEW: u64 = 5_000;
    const ENOUGH: u64 = 60_000;

    /// Plays a won ending out against a side that holds out as long as it can; who wins.
    fn play_out(mut state: Game, nodes: u64, exact: &Tablebase, told: &Arc<Tablebase>) -> Option<Seat> {
        let winner = state.to_move();
        let memory = TranspositionTable::new(1);
        while state.end().is_none() {
            let Game::Jungle(game) = &state else { panic!("another game") };
            let mv = if state.to_move() == winner {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let endings = Some(Arc::clone(told));
                think(game, &memory, &limits, &Habits::default(), endings, &mut |_| ()).expect("a move").best
            } else {
                // What is worst for the winner: a way out, else the longest way.
                let after = |mv: &Move| {
                    let mut next = game.clone();
                    next.advance(Ply { mv: *mv, revealed: None });
                    exact.probe(next.position()).map_or(0, |known| match known.wdl {
                        Wdl::Win => known.dtw.map_or(0, |dtw| dtw.0),
                        Wdl::Draw | Wdl::Loss => u16::MAX,
                    })
                };
                state.legal_moves().into_iter().max_by_key(after).expect("a move")
            };
            state.play(mv, Chance(0)).expect("legal");
        }
        state.end().and_then(|end| end.outcome.winner())
    }

    /// Where tables tell who wins but not how soon, as those of four animals do, the search gets on all the same: it does not
    /// walk around in what is won until the game is a draw.
    #[test]
    fn a_win_without_a_distance_is_won() {
        let Setup::Jungle(rules) = Setup::default() else { panic!("another default") };
        let exact = Tablebase::solved(&rules, 3);
        let hardest: Vec<_> = exact.tallies(3).filter(|set| set.tally.longest.0 >= 25).collect();
        let told = Arc::new(Tablebase::solved(&rules, 3).reticent(3));
        let mut easily = 0;
        for set in &hardest {
            let fen = set.longest.expect("a position").fen(exact.rules());
            let state = Setup::default().from_fen(&fen).expect("a position");
            let won = |nodes| play_out(state.clone(), nodes, &exact, &told) == Some(state.to_move());
            if won(FEW) {
                easily += 1;
            } else {
                assert!(won(ENOUGH), "{fen} is not won");
            }
        }
        assert!(hardest.len() >= 20 && easily + 2 >= hardest.len(), "{easily} of {} easily", hardest.len());
    }
}
