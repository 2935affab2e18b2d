//! A finished game looked at again.

use std::cmp::Reverse;
use std::sync::Arc;

use super::grade::accuracy;
use super::look::{Judge, Look};
use super::reason::{Reason, reasons};
use super::{Chances, Grade};
use crate::rules::jungle::{Violations, seat};
use crate::rules::{Move, Ply, Seat, State, Variant};
use crate::tables::{Tablebase, Wdl};

/// How many positions may be looked at.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    /// In all.
    pub total: u64,
    /// For each position of the game, at the first glance, at most.
    pub position: u64,
}

impl Budget {
    /// What a game is worth: ten seconds or so of one core for sixty plies, and no more for any longer game.
    ///
    /// The search of the 7×9 family looks at ten times as many positions a second as the one for all other games.
    pub const fn of(variant: Variant) -> Budget {
        match variant {
            Variant::Jungle | Variant::Plains | Variant::Fields => Budget { total: 12_000_000, position: 100_000 },
            _ => Budget { total: 1_200_000, position: 10_000 },
        }
    }
}

/// A game looked at again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// Every ply in order.
    pub moves: Vec<Judged>,
    /// What the first seat may expect: before every ply, and at the end.
    pub graph: Vec<Chances>,
    /// By seat.
    pub tallies: [Tally; 2],
    /// Where most was lost, in the order of the game.
    pub turning: Vec<TurningPoint>,
    /// What endgame tables know of it.
    pub tables: Option<Tables>,
    /// Positions looked at.
    pub nodes: u64,
}

/// A ply and what it was worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    pub ply: Ply,
    pub seat: Seat,
    /// `None` where there was no choice.
    pub grade: Option<Grade>,
    /// What who moved could have, and what was left. What a card turned out to be has no part in it.
    pub before: Chances,
    pub after: Chances,
    pub best: Move,
}

impl Judged {
    fn loss(&self) -> u16 {
        self.before.above(self.after)
    }
}

/// How one side played.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// 0 to 100; `None` if it never had a choice.
    pub accuracy: Option<u32>,
    /// How many moves got each of [`Grade::ALL`].
    pub counts: [u32; Grade::ALL.len()],
}

/// A move that changed what was to be expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurningPoint {
    /// The index of its ply.
    pub ply: usize,
    /// The better move, and how the game might have gone on.
    pub line: Vec<Move>,
    /// What speaks for it.
    pub reasons: Vec<Reason>,
    /// What the opponent could do now.
    pub answer: Option<Move>,
}

/// From some position on, endgame tables know how the game ends if both play their best.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// So many plies had been played.
    pub ply: usize,
    /// `None`: a draw.
    pub winner: Option<Seat>,
    /// Plies to the end from there, if they know it.
    pub plies: Option<u32>,
    /// 7-3 and 17-5 are in force, which tables do not know: the result is a strong hint only.
    pub hint_only: bool,
}

/// The size of what is remembered from one position of a game to the next.
pub const ANALYSIS_MEGABYTES: usize = 16;

/// Most turning points of a game.
const MOST_TURNS: usize = 4;
/// How far the better move's line is told, in plies.
const LINE: usize = 5;
/// From which loss of chances at the first glance on a move gets a second one, in thousandths.
const SUSPECT: u16 = 50;
/// How much more of a second glance there is than of a first one, at most.
const SECOND: u64 = 8;
/// What part of the budget is kept for the lines, in hundredths.
const FOR_LINES: u64 = 10;

/// Looks at a game again: from where it began, with everything that happened.
///
/// The last position first, so that what was learned about the end helps to judge what led there. `go_on` is told before
/// every step how much is done, in hundredths, and may take its time; `None` if it says no, or if the rules refuse a ply.
pub fn analyse(
    start: &State,
    plies: &[Ply],
    budget: Budget,
    endings: Option<Arc<Tablebase>>,
    go_on: &mut dyn FnMut(u32) -> bool,
) -> Option<Analysis> {
    let mut states = vec![start.clone()];
    for &ply in plies {
        let mut next = states[states.len() - 1].clone();
        next.replay(ply).ok()?;
        states.push(next);
    }
    let tables = endings.as_deref().and_then(|endings| known(&states, endings));
    let glance = budget.position.min(budget.total / 2 / states.len() as u64).max(1);
    let mut game =
        Review { plies, states, looks: Vec::new(), judge: Judge::new(ANALYSIS_MEGABYTES, endings), budget, glance };
    game.glance(go_on)?;
    let (mut moves, suspects): (Vec<Judged>, Vec<bool>) = (0..plies.len()).map(|n| game.judge(n)).unzip();
    let mut graph: Vec<Chances> = (0..=plies.len()).map(|n| game.first_may_expect(n)).collect();
    game.look_closer(&mut moves, &suspects, &mut graph, go_on)?;
    for (n, judged) in moves.iter_mut().enumerate() {
        judged.grade = game.grade(n, judged);
    }
    let turning = game.turning_points(&moves);
    let tallies = Seat::BOTH.map(|seat| tally(&moves, seat));
    Some(Analysis { moves, graph, tallies, turning, tables, nodes: game.judge.nodes })
}

/// A game under review.
struct Review<'a> {
    plies: &'a [Ply],
    /// One more than there are plies.
    states: Vec<State>,
    /// By position, once it was looked at; `None` where the game is over.
    looks: Vec<Option<Look>>,
    judge: Judge,
    budget: Budget,
    /// What a first glance at a position takes.
    glance: u64,
}

impl Review<'_> {
    /// Looks at every position once.
    fn glance(&mut self, go_on: &mut dyn FnMut(u32) -> bool) -> Option<()> {
        for (done, state) in self.states.iter().rev().enumerate() {
            if !go_on(percent(done, 2 * self.states.len())) {
                return None;
            }
            self.looks.push(self.judge.look(state, self.glance));
        }
        self.looks.reverse();
        Some(())
    }

    /// What the first seat may expect in a position.
    fn first_may_expect(&self, n: usize) -> Chances {
        match (&self.looks[n], self.states[n].end()) {
            (Some(look), _) => look.chances(Seat::First),
            (None, Some(end)) => Chances::at_end(end.outcome, Seat::First),
            (None, None) => Chances::EVEN,
        }
    }

    /// A ply as the first glance shows it, and whether it deserves a second one. There are no grades yet.
    fn judge(&self, n: usize) -> (Judged, bool) {
        let (state, ply) = (&self.states[n], self.plies[n]);
        let seat = state.to_move();
        let judged = |best, before, after| Judged { ply, seat, grade: None, before, after, best };
        let Some(look) = &self.looks[n] else { return (judged(ply.mv, Chances::EVEN, Chances::EVEN), false) };
        let chances = look.chances(seat);
        if ply.mv == look.best || !is_choice(state, ply.mv) {
            return (judged(ply.mv, chances, chances), false);
        }
        if is_chance(ply.mv) || is_chance(look.best) {
            return (judged(look.best, chances, chances), true);
        }
        // Both are seen as far: one of them a ply deeper tells nothing.
        let (before, after) = match &self.looks[n + 1] {
            Some(next) => {
                let depth = look.depth().min(next.depth().saturating_add(1));
                (look.at(depth, seat), next.at(depth.saturating_sub(1), seat))
            }
            None => {
                let end = self.states[n + 1].end();
                (chances, end.map_or(Chances::EVEN, |end| Chances::at_end(end.outcome, seat)))
            }
        };
        let judged = judged(look.best, before.max(after), after);
        let suspect = judged.loss() >= SUSPECT;
        (judged, suspect)
    }

    /// Looks again, and deeper, at every ply that seems to have lost something or depends on a card.
    fn look_closer(
        &mut self,
        moves: &mut [Judged],
        suspects: &[bool],
        graph: &mut [Chances],
        go_on: &mut dyn FnMut(u32) -> bool,
    ) -> Option<()> {
        let suspects: Vec<usize> = (0..moves.len()).rev().filter(|&n| suspects[n]).collect();
        let kept = self.budget.total * FOR_LINES / 100;
        let left = self.budget.total.saturating_sub(self.judge.nodes + kept);
        // Three searches for each: the position, what was played, what was better.
        let share = (left / (3 * suspects.len() as u64).max(1)).min(SECOND * self.glance);
        for (done, &n) in suspects.iter().enumerate() {
            if !go_on(50 + percent(done, 2 * suspects.len())) {
                return None;
            }
            let (state, played) = (&self.states[n], self.plies[n].mv);
            let Some(look) = self.judge.look(state, share) else { continue };
            let judged = &mut moves[n];
            judged.best = look.best;
            if look.best == played {
                let chances = look.chances(judged.seat);
                (judged.before, judged.after) = (chances, chances);
                continue;
            }
            let behind = self.judge.behind(state, played, share);
            let chance = is_chance(played) || is_chance(look.best);
            let (before, after) = if chance {
                let better = self.judge.behind(state, look.best, share);
                let depth = behind.depth().min(better.depth());
                (better.at(depth), behind.at(depth))
            } else {
                let depth = look.depth().min(behind.depth().saturating_add(1));
                (look.at(depth, judged.seat), behind.at(depth.saturating_sub(1)))
            };
            (judged.before, judged.after) = (before.max(after), after);
            if !chance {
                let first = |chances: Chances| if judged.seat == Seat::First { chances } else { chances.turned() };
                (graph[n], graph[n + 1]) = (first(judged.before), first(judged.after));
            }
        }
        Some(())
    }

    /// What a judged ply is called; `None` where there was no choice.
    fn grade(&self, n: usize, judged: &Judged) -> Option<Grade> {
        let state = &self.states[n];
        if !is_choice(state, judged.ply.mv) {
            return None;
        }
        let mover = judged.seat;
        let wins = |mv: Move| wins_at_once(state, mv);
        let won = self.states[n + 1].end().is_some_and(|end| end.outcome.winner() == Some(mover));
        if !won && state.legal_moves().into_iter().any(|mv| state.foresee(mv).den && wins(mv)) {
            return Some(Grade::MissedDen);
        }
        Some(Grade::of(judged.before, judged.after))
    }

    /// The plies that lost most, and every den missed.
    fn turning_points(&mut self, moves: &[Judged]) -> Vec<TurningPoint> {
        let missed = |judged: &Judged| judged.grade == Some(Grade::MissedDen);
        let mut most: Vec<usize> = (0..moves.len())
            .filter(|&n| moves[n].grade.is_some() && (missed(&moves[n]) || moves[n].loss() >= Grade::SLIP))
            .collect();
        most.sort_by_key(|&n| Reverse((moves[n].loss(), missed(&moves[n]))));
        most.truncate(MOST_TURNS);
        most.sort();
        let nodes = self.budget.total * FOR_LINES / 100 / (MOST_TURNS * (LINE + 2)) as u64;
        most.into_iter().map(|n| self.turning_point(n, &moves[n], nodes)).collect()
    }

    /// A turning point; every search it takes looks at so many positions.
    fn turning_point(&mut self, n: usize, judged: &Judged, nodes: u64) -> TurningPoint {
        let state = &self.states[n];
        let den = |mv: &Move| state.foresee(*mv).den && wins_at_once(state, *mv);
        let best = match judged.grade {
            Some(Grade::MissedDen) => state.legal_moves().into_iter().find(den).unwrap_or(judged.best),
            _ => judged.best,
        };
        let mut line = vec![best];
        let mut state = self.states[n].clone();
        let mut expected = Vec::new();
        while line.len() < LINE && !is_chance(line[line.len() - 1]) {
            state.advance(Ply { mv: line[line.len() - 1], revealed: None });
            // The line a search expects, as far as it goes; then another search.
            if expected.is_empty() {
                let Some(look) = self.judge.look(&state, nodes) else { break };
                expected = look.line;
                expected.reverse();
            }
            let Some(next) = expected.pop().filter(|next| state.legal_moves().contains(next)) else { break };
            line.push(next);
        }
        let state = &self.states[n];
        let certain = self.judge.look(state, nodes).filter(|look| look.best == best).map(|look| look.score);
        let reasons = reasons(state, best, certain, &line);
        let answer = match self.states[n + 1].end() {
            None if !is_chance(judged.ply.mv) => self.judge.behind(state, judged.ply.mv, nodes).answer(),
            _ => None,
        };
        TurningPoint { ply: n, line, reasons, answer }
    }
}

/// Whether who made a move had another one; a turn that passed because the time was over is nobody's choice.
fn is_choice(state: &State, mv: Move) -> bool {
    mv != Move::Pass && state.legal_moves().len() > 1
}

/// Whether a legal move ends the game with a win for who makes it.
pub(super) fn wins_at_once(state: &State, mv: Move) -> bool {
    if is_chance(mv) {
        return false;
    }
    let mut next = state.clone();
    next.advance(Ply { mv, revealed: None });
    next.end().is_some_and(|end| end.outcome.winner() == Some(state.to_move()))
}

/// Whether what the move does depends on a card.
pub(super) const fn is_chance(mv: Move) -> bool {
    matches!(mv, Move::Flip { .. })
}

fn percent(done: usize, all: usize) -> u32 {
    (100 * done).checked_div(all).unwrap_or_default() as u32
}

fn tally(moves: &[Judged], of: Seat) -> Tally {
    let graded = || moves.iter().filter(|judged| judged.seat == of && judged.grade.is_some());
    let count = |grade| graded().filter(|judged| judged.grade == Some(grade)).count() as u32;
    Tally { accuracy: accuracy(graded().map(Judged::loss)), counts: Grade::ALL.map(count) }
}

/// The first position that tables know.
fn known(states: &[State], endings: &Tablebase) -> Option<Tables> {
    states.iter().enumerate().find_map(|(ply, state)| {
        let State::Jungle(state) = state else { return None };
        let known = endings.probe(state.position())?;
        let mover = seat(state.position().turn());
        let winner = match known.wdl {
            Wdl::Win => Some(mover),
            Wdl::Loss => Some(mover.other()),
            Wdl::Draw => None,
        };
        let hint_only = state.tables().options().violations != Violations::None;
        Some(Tables { ply, winner, plies: known.dtw.map(|plies| u32::from(plies.0)), hint_only })
    })
}
