//! The tablebases of all rule sets that are being played, made when they are first asked for.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::{Tablebase, WITH_DISTANCES, on_board};
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
        Library(Arc::new(Inner { folder, shelves: Mutex::default() }))
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

    fn shelves(&self) -> MutexGuard<'_, Vec<Shelf>> {
        self.0.shelves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
