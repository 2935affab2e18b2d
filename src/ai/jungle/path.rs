//! The history of the position the search stands on: the game so far and the moves looked ahead.

use crate::rules::jungle::{Bans, Cycle, History, PackedMove, Position, Run, Tables, Violations};
use crate::rules::{Color, scramble};

/// What legality and the end of a game depend on beside the board, along the line being looked at.
#[derive(Clone, Debug)]
pub struct Path {
    /// The keys of the positions, the present one last; those before the search's root go back to the last capture.
    hashes: Vec<u64>,
    /// Where the root's key is.
    root: usize,
    runs: [Run; 2],
    quiet: u32,
    cycle: Cycle,
    limit: Option<u32>,
    counts_runs: bool,
    /// What to go back to, for each move looked ahead.
    before: Vec<Before>,
}

#[derive(Copy, Clone, Debug)]
struct Before {
    mover: Color,
    run: Run,
    quiet: u32,
}

/// A position that came back.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The side to move wins by the cycle; otherwise it is a draw.
    pub wins: bool,
    /// The place on the path of the occurrence that made it so.
    pub since: usize,
}

/// Occurrences after which the next one loses by a cycle (rule 2.13).
const CYCLE: usize = 3;
/// With so few plies left before the game is a draw, how many there are is a part of what a position is. No search looks
/// further, and no table promises a win that takes longer.
const COUNTDOWN: u32 = 80;

impl Path {
    /// The path at the root of a search.
    pub fn new(history: &History, tables: &Tables) -> Path {
        let options = tables.options();
        Path {
            hashes: history.hashes().to_vec(),
            root: history.hashes().len() - 1,
            runs: Color::BOTH.map(|color| *history.run(color)),
            quiet: history.quiet(),
            cycle: options.cycle,
            limit: options.quiet_plies.limit(),
            counts_runs: options.violations != Violations::None,
            before: Vec::new(),
        }
    }

    /// Goes a move of `position` ahead, to `next`.
    pub fn go(&mut self, position: &Position, mv: PackedMove, next: &Position) {
        let mover = position.turn();
        let run = &mut self.runs[mover.index()];
        self.before.push(Before { mover, run: *run, quiet: self.quiet });
        if self.counts_runs {
            run.push(mv);
        }
        self.quiet = if mv.is_capture() { 0 } else { self.quiet + 1 };
        self.hashes.push(next.hash());
    }

    /// Lets the side to move of `position` pass, as no player can: what repeats across a pass is no repetition.
    pub fn pass(&mut self, position: &Position) {
        let mover = position.turn();
        self.before.push(Before { mover, run: self.runs[mover.index()], quiet: self.quiet });
        self.quiet = 0;
        self.hashes.push(position.passed().hash());
    }

    /// Goes a move or a pass back.
    pub fn back(&mut self) {
        if let Some(before) = self.before.pop() {
            self.runs[before.mover.index()] = before.run;
            self.quiet = before.quiet;
            self.hashes.pop();
        }
    }

    /// The place of the present position on the path, counted from the earliest that may come back.
    pub const fn place(&self) -> usize {
        self.hashes.len() - 1
    }

    /// What the plies left before a draw add to a position's key, once they are few.
    pub fn countdown(&self) -> u64 {
        if self.has_patience(COUNTDOWN) { 0 } else { scramble(u64::from(self.quiet) + 1) }
    }

    /// The place on the path from which on the moves of a side count for what is barred to it.
    pub fn run_since(&self, color: Color) -> usize {
        (self.place() + 1).saturating_sub(2 * self.runs[color.index()].len())
    }

    /// What is barred to the side to move of the present position.
    pub fn bans(&self, position: &Position, tables: &Tables) -> Bans {
        Bans::new(position, tables, &self.runs[position.turn().index()])
    }

    /// Whether this many plies without a capture may still be played before the game is a draw.
    pub fn has_patience(&self, plies: u32) -> bool {
        self.limit.is_none_or(|limit| self.quiet + plies < limit)
    }

    /// Whether the game, not the search, has seen the present position.
    pub fn was_here(&self) -> bool {
        let present = self.place();
        let first = present.saturating_sub(self.quiet as usize);
        (first..self.root.min(present)).any(|earlier| self.hashes[earlier] == self.hashes[present])
    }

    /// What repetition makes of the present position, with `turn` to move.
    ///
    /// A position that comes back within the search counts as a draw: whoever can do better does not come back to it.
    /// One that the game has seen must have been there twice. The cycle rules are exact but for who began a cycle.
    pub fn repetition(&self, turn: Color) -> Option<Repetition> {
        let present = self.place();
        let first = present.saturating_sub(self.quiet as usize);
        let mut seen = 0;
        let mut within_search = None;
        let mut since = present;
        for earlier in (first..present.saturating_sub(3)).rev().filter(|at| (present - at).is_multiple_of(2)) {
            if self.hashes[earlier] == self.hashes[present] {
                seen += 1;
                since = earlier;
                if earlier >= self.root {
                    within_search.get_or_insert(earlier);
                }
            }
        }
        // Red, the first mover, has brought the position about when Blue is to move.
        if self.cycle == Cycle::FirstMoverLoses && seen >= CYCLE && turn == Color::Blue {
            return Some(Repetition { wins: true, since });
        }
        let since = within_search.or((seen >= 2).then_some(since))?;
        Some(Repetition { wins: false, since })
    }
}
