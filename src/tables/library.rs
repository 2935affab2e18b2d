//! The tablebases of all rule sets that are being played, made when they are first asked for.

use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::{Tablebase, WITH_DISTANCES, on_board};
use crate::rules::State;
use crate::rules::jungle::Options;

/// Tablebases by rule set. A cheap handle.
#[derive(Clone, Debug, Default)]
pub struct Library(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    /// Where files are looked for.
    folder: Option<PathBuf>,
    /// The one asked for last comes last.
    shelves: Mutex<Vec<Shelf>>,
    /// Told whenever a tablebase is ready.
    ready: Condvar,
}

#[derive(Debug)]
struct Shelf {
    rules: Options,
    /// `None` while it is being made.
    tablebase: Option<Arc<Tablebase>>,
}

impl Library {
    /// How many rule sets' tables are kept: those asked for last. Each takes some megabytes.
    pub const KEPT: usize = 8;

    /// A library that looks for tables of four animals in this folder, if there is one.
    pub fn new(folder: Option<PathBuf>) -> Library {
        Library(Arc::new(Inner { folder, shelves: Mutex::default(), ready: Condvar::new() }))
    }

    /// The tablebase of a rule set, or `None` if it is not ready: the first to ask has it made, on a thread of its own.
    pub fn ask(&self, options: &Options) -> Option<Arc<Tablebase>> {
        let rules = on_board(options);
        let mut shelves = self.shelves();
        if let Some(at) = shelves.iter().position(|shelf| shelf.rules == rules) {
            shelves[at..].rotate_left(1);
            return shelves.last().and_then(|shelf| shelf.tablebase.clone());
        }
        if shelves.len() >= Library::KEPT {
            shelves.remove(0);
        }
        shelves.push(Shelf { rules, tablebase: None });
        drop(shelves);
        let library = self.clone();
        let made = thread::Builder::new().name("endgame tables".to_owned()).spawn(move || library.make(&rules));
        if let Err(error) = made {
            tracing::warn!(%error, "no endgame tables; the AI plays without them");
        }
        None
    }

    /// Makes a rule set's tables and puts them on their shelf, if it is still there.
    fn make(&self, rules: &Options) {
        let tablebase = Arc::new(self.load(rules));
        if let Some(shelf) = self.shelves().iter_mut().find(|shelf| shelf.rules == *rules) {
            shelf.tablebase = Some(tablebase);
        }
        self.0.ready.notify_all();
    }

    /// The tablebase of the rules a game is played by, waited for until it is made: a second or two. `None` for games without tables,
    /// and if it was not made in time. Not for the async threads.
    pub fn obtain(&self, state: &State) -> Option<Arc<Tablebase>> {
        /// Longer than it ever takes.
        const PATIENCE: Duration = Duration::from_secs(20);
        let State::Jungle(state) = state else { return None };
        let rules = *state.tables().options();
        if let Some(tablebase) = self.ask(&rules) {
            return Some(tablebase);
        }
        let rules = on_board(&rules);
        let ready = |shelves: &[Shelf]| shelves.iter().find(|shelf| shelf.rules == rules)?.tablebase.clone();
        let waited = self.0.ready.wait_timeout_while(self.shelves(), PATIENCE, |shelves| {
            shelves.iter().any(|shelf| shelf.rules == rules) && ready(shelves).is_none()
        });
        let (shelves, _) = waited.unwrap_or_else(PoisonError::into_inner);
        ready(&shelves)
    }

    /// A rule set's tables: those of its file, if there is a sound one, and the small ones solved if they are missing.
    pub fn load(&self, options: &Options) -> Tablebase {
        let Some(folder) = &self.0.folder else { return Tablebase::solved(options, WITH_DISTANCES) };
        match Tablebase::open(options, folder) {
            Ok((mut tablebase, complaint)) => {
                if let Some(complaint) = complaint {
                    tracing::warn!("{complaint}");
                }
                tablebase.solve_small(WITH_DISTANCES);
                tablebase
            }
            Err(error) => {
                tracing::warn!("{error}; the AI plays without the tables for four animals");
                Tablebase::solved(options, WITH_DISTANCES)
            }
        }
    }

    /// The bytes of memory that its tablebases take now.
    pub fn memory(&self) -> usize {
        self.shelves().iter().filter_map(|shelf| shelf.tablebase.as_ref()).map(|tablebase| tablebase.memory()).sum()
    }

    fn shelves(&self) -> MutexGuard<'_, Vec<Shelf>> {
        self.0.shelves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
