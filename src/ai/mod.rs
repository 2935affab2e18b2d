//! Chooses moves: a search for every variant, and the levels named by the animals.
//!
//! [`choose`] and [`accepts_draw`] are what a player at a table needs. [`think`] is the search itself, as the engine
//! protocol, the bench and matches use it. What differs between variants is behind one match in [`think`].

mod jungle;
pub mod level;
mod limits;
mod open;
mod score;
mod tt;

use std::sync::Arc;
use std::time::Duration;

pub use jungle::training;
pub use level::Habits;
pub use limits::Limits;
pub use score::Score;
pub use tt::TranspositionTable;

use crate::rules::{Animal, Chance, Move, Seat, State};
use crate::tables::{Library, Tablebase};

/// Nodes an offer of a draw is thought over.
const DRAW_NODES: u64 = 30_000;
/// From which score on a side thinks itself better.
const BETTER: Score = Score(30);
/// From so many animals on, endgame tables are asked for: they are ready when they are needed.
const ENDING: u32 = 8;

/// How many searches may run at once, so that all they remember fits into [`MOST_MEGABYTES`].
pub const MOST_AT_ONCE: usize = 5;
/// What the AI's memories may take together: the transposition tables of searches, and the endgame tables of a [`Library`].
pub const MOST_MEGABYTES: usize = 256;

/// The move the AI plays at this level, or `None` when the game is over. Takes less than a second; run it off the async threads.
pub fn choose(state: &State, level: Animal, chance: Chance, library: &Library) -> Option<Move> {
    let legal = state.legal_moves();
    if legal.len() <= 1 {
        return legal.first().copied();
    }
    let mut table = TranspositionTable::new(level::table_megabytes(level));
    let (limits, habits) = (level::limits(level), level::habits(level, chance));
    let thought = think(state, &mut table, &limits, &habits, endings(state, level, library), &mut |_| ())?;
    Some(thought.best)
}

/// Whether the AI on this seat takes a draw: it does when it does not think itself better.
pub fn accepts_draw(state: &State, seat: Seat, level: Animal, library: &Library) -> bool {
    let limits = Limits { nodes: Some(DRAW_NODES), ..level::limits(level) };
    let mut table = TranspositionTable::new(1);
    let endings = endings(state, level, library);
    let habits = Habits { by_thumb: level::by_thumb(level), ..Habits::default() };
    let thought = think(state, &mut table, &limits, &habits, endings, &mut |_| ());
    let Some(thought) = thought else { return true };
    let score = if state.to_move() == seat { thought.score } else { -thought.score };
    score < BETTER
}

/// The endgame tables for a game, if a level knows them, the game nears its end, and they are ready.
pub fn endings(state: &State, level: Animal, library: &Library) -> Option<Arc<Tablebase>> {
    if !level::knows_endings(level) {
        return None;
    }
    match state {
        State::Jungle(state) if state.position().all_occupied().count() <= ENDING => {
            library.ask(state.tables().options())
        }
        _ => None,
    }
}

/// What the search thinks of a position.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The move to play.
    pub best: Move,
    /// For the side to move.
    pub score: Score,
    /// How many plies deep every line was looked at.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    pub time: Duration,
    /// The line expected, beginning with `best`.
    pub pv: Vec<Move>,
}

impl Thought {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        per_second(self.nodes, self.time)
    }
}

/// So many nodes in this time, as nodes per second.
pub fn per_second(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}

/// Searches ever deeper until a limit is reached, telling `report` each depth's result; `None` when the game is over.
///
/// `endings` are endgame tables of the rules that are played. The result depends on the arguments and on what the table holds,
/// unless time or the stop flag cut the search short.
pub fn think(
    state: &State,
    table: &mut TranspositionTable,
    limits: &Limits,
    habits: &Habits,
    endings: Option<Arc<Tablebase>>,
    report: &mut dyn FnMut(&Thought),
) -> Option<Thought> {
    match state {
        State::Jungle(state) => jungle::think(state, table, limits, habits, endings, report),
        State::Flip(state) => open::think(state, table, limits, habits, report),
        State::Dalian(state) => open::think(state, table, limits, habits, report),
        State::Pet(state) => open::think(state, table, limits, habits, report),
        State::Primitive(state) => open::think(state, table, limits, habits, report),
        State::Pattern(state) => open::think(state, table, limits, habits, report),
        State::King(state) => open::think(state, table, limits, habits, report),
        State::Mecha(state) => open::think(state, table, limits, habits, report),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;
    use crate::tables::{Library, WITH_DISTANCES};

    #[test]
    fn all_that_is_remembered_at_once_is_bounded() {
        let Setup::Jungle(rules) = Setup::default() else { panic!("another default") };
        let endings = Tablebase::solved(&rules, WITH_DISTANCES).bytes() * Library::KEPT;
        let largest = Animal::STANDARD.map(level::table_megabytes).into_iter().max().expect("levels");
        let searches = MOST_AT_ONCE * (largest << 20);
        assert!(searches + endings <= MOST_MEGABYTES << 20, "{searches} bytes for searches, {endings} for endings");
    }
}
