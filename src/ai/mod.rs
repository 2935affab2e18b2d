//! Chooses moves: a search for every variant, and the levels named by the animals.
//!
//! [`choose`] and [`accepts_draw`] are what a player at a table needs, with a [`Mind`] that serves all games. [`think`] is the search itself, as the engine
//! protocol, the bench and matches use it. What differs between variants is behind one match in [`think`].

mod jungle;
pub mod level;
mod limits;
mod open;
mod score;
mod tt;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

pub use jungle::{Network, NetworkError, training};
pub use level::{Habits, Judgment, Overlooks};
pub use limits::Limits;
pub use score::Score;
pub use tt::TranspositionTable;

use crate::rules::{Animal, Chance, Move, Rules, Seat, State, scramble};
use crate::tables::{Library, Tablebase};

/// Nodes an offer of a draw is thought over.
const DRAW_NODES: u64 = 30_000;
/// From which score on a side thinks itself better.
const BETTER: Score = Score(30);
/// From so many animals on, endgame tables are asked for: they are ready when they are needed.
const ENDING: u32 = 8;

/// How many searches may run at once, so that all they remember fits into the memory the AI is to take.
pub const MOST_AT_ONCE: usize = 5;
/// The size of what a [`Mind`] remembers of the positions of all games.
pub const MIND_MEGABYTES: usize = 64;

/// What the AI has at hand in every game. A cheap handle.
#[derive(Clone, Debug, Default)]
pub struct Mind {
    pub library: Library,
    /// Kept from move to move and from game to game; made when it is first needed.
    table: Arc<OnceLock<TranspositionTable>>,
}

impl Mind {
    /// A mind that has thought of nothing yet.
    pub fn new(library: Library) -> Mind {
        Mind { library, table: Arc::default() }
    }

    /// What it remembers of the positions of all games.
    fn table(&self) -> &TranspositionTable {
        self.table.get_or_init(|| TranspositionTable::new(MIND_MEGABYTES))
    }

    /// The bytes of memory that it and its library take now.
    pub fn memory(&self) -> usize {
        self.table.get().map_or(0, TranspositionTable::memory) + self.library.memory()
    }
}

/// The move the AI plays at this level, or `None` when the game is over. Takes less than a second, and not much longer than
/// `at_most`; run it off the async threads.
pub fn choose(state: &State, level: Animal, chance: Chance, mind: &Mind, at_most: Duration) -> Option<Move> {
    let legal = state.legal_moves();
    if legal.len() <= 1 {
        return legal.first().copied();
    }
    let limits = level::limits(level, &state.setup()).within(&Limits { time: Some(at_most), ..Limits::default() });
    let habits = level::habits(level, chance);
    let endings = endings(state, level, &mind.library);
    let thought = match level::table_megabytes(level) {
        None => think(state, mind.table(), &limits, &habits, endings, &mut |_| ()),
        Some(own) => think(state, &TranspositionTable::new(own), &limits, &habits, endings, &mut |_| ()),
    };
    thought.map(|thought| thought.best)
}

/// Whether the AI on this seat takes a draw: it does when it does not think itself better.
pub fn accepts_draw(state: &State, seat: Seat, level: Animal, mind: &Mind) -> bool {
    let limits = Limits { nodes: Some(DRAW_NODES), ..level::limits(level, &state.setup()) };
    let table = TranspositionTable::new(1);
    let endings = endings(state, level, &mind.library);
    let habits = Habits { judgment: level::judgment(level), ..Habits::default() };
    let thought = think(state, &table, &limits, &habits, endings, &mut |_| ());
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
    table: &TranspositionTable,
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

/// What a search's scores depend on beside the position: the rules, how it judges, and, where that is not the same to both, which
/// seat thinks.
fn topic(state: &impl Rules, habits: &Habits) -> u64 {
    let &Habits { noise, taste: _, seed, counts_pieces_only, overlooks, ref judgment, careful: _, contempt } = habits;
    let Overlooks { replies, jumps, rats } = overlooks;
    let judgment = match judgment {
        Judgment::Thumb => 0,
        Judgment::Weights => 1,
        Judgment::Best => 2,
        Judgment::Network(network) => network.id(),
    };
    let sight = [counts_pieces_only, replies, jumps, rats].map(u64::from);
    let partial = contempt != 0 || overlooks != Overlooks::default();
    let seat = if partial { state.to_move().index() as u64 + 1 } else { 0 };
    let rules = state.setup().to_string();
    let error = if noise == 0 { 0 } else { seed };
    let parts = rules.bytes().map(u64::from).chain(sight).chain([judgment, noise as u64, error, contempt as u64, seat]);
    parts.fold(0, |topic, part| scramble(topic.rotate_left(8) ^ part))
}
