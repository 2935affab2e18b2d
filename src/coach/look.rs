//! One position looked at, and what lies behind one move.

use std::sync::Arc;

use super::Chances;
use crate::ai::{self, Habits, Limits, Score, TranspositionTable};
use crate::rules::{Move, Piece, Ply, Seat, State};
use crate::tables::Tablebase;

/// The search at full strength, with a memory kept from one position to the next.
pub(super) struct Judge {
    table: TranspositionTable,
    endings: Option<Arc<Tablebase>>,
    /// Positions looked at so far.
    pub nodes: u64,
}

impl Judge {
    /// A judge with a memory of this size.
    pub fn new(megabytes: usize, endings: Option<Arc<Tablebase>>) -> Judge {
        Judge { table: TranspositionTable::new(megabytes), endings, nodes: 0 }
    }

    /// What a search of so many positions finds; `None` when the game is over.
    pub fn look(&mut self, state: &State, nodes: u64) -> Option<Look> {
        self.search(state, &Limits { nodes: Some(nodes), ..Limits::default() })
    }

    /// What a search within these limits finds; `None` when the game is over.
    pub fn search(&mut self, state: &State, limits: &Limits) -> Option<Look> {
        let mut scores = Vec::new();
        let report = &mut |thought: &ai::Thought| scores.push((thought.depth, thought.score));
        let endings = self.endings.clone();
        let thought = ai::think(state, &self.table, limits, &Habits::default(), endings, report)?;
        self.nodes += thought.nodes;
        if scores.is_empty() {
            scores.push((0, thought.score));
        }
        Some(Look { best: thought.best, line: thought.pv, score: thought.score, scores, seat: state.to_move() })
    }

    /// What a legal move leads to, looked at with so many positions in all. A card that is turned is every one it may be:
    /// which one came does not matter.
    pub fn behind(&mut self, state: &State, mv: Move, nodes: u64) -> Prospect {
        let faces = match mv {
            Move::Flip { .. } => faces(&state.unseen()),
            _ => Vec::new(),
        };
        let plies: Vec<(u32, Ply)> = match faces.is_empty() {
            true => vec![(1, Ply { mv, revealed: None })],
            false => faces.into_iter().map(|(piece, count)| (count, Ply { mv, revealed: Some(piece) })).collect(),
        };
        let each = nodes / plies.len() as u64;
        let mut behind = |ply: Ply| {
            let mut next = state.clone();
            next.advance(ply);
            match next.end() {
                Some(end) => After::Over(Chances::at_end(end.outcome, state.to_move())),
                None => self.look(&next, each).map_or(After::Over(Chances::EVEN), After::On),
            }
        };
        let after = plies.into_iter().map(|(weight, ply)| (weight, behind(ply))).collect();
        Prospect { seat: state.to_move(), after }
    }
}

/// The different pieces among these, with how many there are of each.
fn faces(unseen: &[Piece]) -> Vec<(Piece, u32)> {
    let mut faces: Vec<(Piece, u32)> = Vec::new();
    for &piece in unseen {
        match faces.iter_mut().find(|(known, _)| *known == piece) {
            Some((_, count)) => *count += 1,
            None => faces.push((piece, 1)),
        }
    }
    faces
}

/// What a search found in a position.
pub(super) struct Look {
    pub best: Move,
    /// The line expected, beginning with `best`.
    pub line: Vec<Move>,
    pub score: Score,
    /// Depth by depth, the deepest last; never empty.
    scores: Vec<(u32, Score)>,
    /// Who is to move.
    seat: Seat,
}

impl Look {
    /// How deep it went; a certain end is seen to the last.
    pub fn depth(&self) -> u32 {
        let (depth, score) = self.scores[self.scores.len() - 1];
        if score.is_certain() { u32::MAX } else { depth }
    }

    /// What a seat may expect, as it was seen at this depth.
    pub fn at(&self, depth: u32, seat: Seat) -> Chances {
        let seen = self.scores.iter().rev().find(|(known, _)| *known <= depth).unwrap_or(&self.scores[0]);
        self.seen_by(seat, seen.1)
    }

    /// What a seat may expect, as far as was seen.
    pub fn chances(&self, seat: Seat) -> Chances {
        self.seen_by(seat, self.score)
    }

    fn seen_by(&self, seat: Seat, score: Score) -> Chances {
        let chances = Chances::of(score);
        if seat == self.seat { chances } else { chances.turned() }
    }
}

/// What lies behind a move, with how often each card may come.
pub(super) struct Prospect {
    /// Who makes the move.
    seat: Seat,
    after: Vec<(u32, After)>,
}

enum After {
    /// The game has ended: what that is worth to who made the move.
    Over(Chances),
    On(Look),
}

impl Prospect {
    /// To which depth everything was seen, the move itself not counted.
    pub fn depth(&self) -> u32 {
        let depth = |after: &After| match after {
            After::Over(_) => u32::MAX,
            After::On(look) => look.depth(),
        };
        self.after.iter().map(|(_, after)| depth(after)).min().unwrap_or(u32::MAX)
    }

    /// What who makes the move may expect, as it was seen at this depth behind it.
    pub fn at(&self, depth: u32) -> Chances {
        let (mut sum, mut count) = (0, 0);
        for (weight, after) in &self.after {
            let chances = match after {
                After::Over(chances) => *chances,
                After::On(look) => look.at(depth, self.seat),
            };
            sum += weight * u32::from(chances.0);
            count += weight;
        }
        Chances((sum / count.max(1)) as u16)
    }

    /// The best answer, where no card is waited for and the game goes on.
    pub fn answer(&self) -> Option<Move> {
        match &self.after[..] {
            [(_, After::On(look))] => Some(look.best),
            _ => None,
        }
    }
}
