//! Endgame tables of the 7×9 family: who wins with few animals on the board, and in how many plies.
//!
//! A [`Tablebase`] answers for one rule set. Sets of two and three animals it solves itself, in a second or two; those of four
//! are read from a file that `doushou tables build` makes. A [`Library`] keeps the tablebases of all rule sets asked for.
//!
//! The tables know the board alone. What depends on the history of a game (7-3, 17-5, repetition, plies without a capture)
//! they do not see, so a result is the game's only as long as none of these interferes; the search looks after that.
//!
//! In reading order: `known` what a table says, `material` which sets there are, `layout` how positions are numbered,
//! `generate` and `build` how they are solved, `packed`, `file` and `pages` how they are kept, `check` how they are counted and verified.

mod build;
mod check;
mod file;
mod generate;
mod known;
mod layout;
mod library;
mod material;
mod packed;
mod pages;

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use build::WITH_DISTANCES;
pub use check::{Mismatch, SetTally, Tally};
pub use file::FileError;
pub use known::{Dtw, Known, Wdl};
pub use library::Library;
pub use material::{MOST_PIECES, Material};

use crate::rules::jungle::{DENS, Options, PackedMove, Position, Tables, seat};
use crate::rules::{Move, Outcome, Setup};
use file::{Contents, Stored, Writer};
use generate::Solved;
use known::Value;
use layout::turned;
use material::{Catalogue, Set};
use packed::Packed;
use pages::Pages;

/// The tables of one rule set.
#[derive(Debug)]
pub struct Tablebase {
    rules: Arc<Tables>,
    catalogue: Catalogue,
    /// By the set's index in the catalogue.
    tables: Vec<Option<Table>>,
}

/// The table of a set.
#[derive(Debug)]
enum Table {
    /// In memory, with distances.
    Held(Packed),
    /// In memory, but its distances are kept back: as a larger set's from a file.
    #[cfg(test)]
    Reticent(Packed),
    Stored(Stored),
}

impl Table {
    fn value(&self, number: usize) -> Option<Value> {
        match self {
            Table::Held(packed) => Some(packed.value(number)),
            #[cfg(test)]
            Table::Reticent(packed) => Some(packed.value(number)),
            Table::Stored(stored) => stored.value(number),
        }
    }

    fn has_distances(&self) -> bool {
        match self {
            Table::Held(_) => true,
            #[cfg(test)]
            Table::Reticent(_) => false,
            Table::Stored(stored) => stored.distances,
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Table::Held(packed) => packed.bytes(),
            #[cfg(test)]
            Table::Reticent(packed) => packed.bytes(),
            Table::Stored(stored) => stored.bytes(),
        }
    }

    fn memory(&self) -> usize {
        match self {
            Table::Held(packed) => packed.codes.memory() + size_of_val(&packed.words[..]),
            #[cfg(test)]
            Table::Reticent(packed) => packed.codes.memory() + size_of_val(&packed.words[..]),
            Table::Stored(stored) => stored.memory(),
        }
    }
}

/// The options that a result on the board depends on, the others as in the variant's standard preset: what a game's history decides,
/// which animals' names belong to which strengths, and `TrappedAttack`, for who stands in an enemy's trap and is to move
/// enters the den.
fn on_board(options: &Options) -> Options {
    let standard = match Setup::standard(Setup::Jungle(*options).variant()) {
        Setup::Jungle(standard) => standard,
        _ => Options::STANDARD,
    };
    let Options { order, trapped_attack, violations, cycle, quiet_plies, .. } = standard;
    Options { order, trapped_attack, violations, cycle, quiet_plies, ..*options }
}

/// The file in a folder that holds a rule set's tables.
pub fn file_of(options: &Options, folder: &Path) -> PathBuf {
    folder.join(file::file_name(&on_board(options)))
}

impl Tablebase {
    /// No tables yet.
    fn new(options: &Options) -> Tablebase {
        let rules = Arc::new(Tables::new(on_board(options)));
        let catalogue = Catalogue::new(&rules, MOST_PIECES);
        let tables = catalogue.sets().iter().map(|_| None).collect();
        Tablebase { rules, catalogue, tables }
    }

    /// The sets of up to so many animals, at most [`WITH_DISTANCES`], solved now.
    pub fn solved(options: &Options, pieces: usize) -> Tablebase {
        let mut tablebase = Tablebase::new(options);
        tablebase.solve_small(pieces);
        tablebase
    }

    /// What a rule set's file in this folder has; and what there is to say about the file if its end is incomplete.
    ///
    /// # Errors
    /// If it cannot be read, is no such file or another rule set's, or if a set of up to [`WITH_DISTANCES`] animals is damaged.
    pub fn open(options: &Options, folder: &Path) -> Result<(Tablebase, Option<FileError>), FileError> {
        let mut tablebase = Tablebase::new(options);
        let contents = Contents::read(&file_of(options, folder), tablebase.rules.options(), &tablebase.catalogue)?;
        let complaint = contents.complaint();
        tablebase.take(contents)?;
        Ok((tablebase, complaint))
    }

    /// Solves those sets of up to so many animals, at most [`WITH_DISTANCES`], that are missing.
    fn solve_small(&mut self, pieces: usize) {
        let mut solved = self.take_held();
        let small = |set: usize| self.catalogue.sets()[set].animals.len() <= pieces.min(WITH_DISTANCES);
        let Ok(()) = build::build::<Infallible>(&self.rules, &self.catalogue, &mut solved, small, true, |_, _| Ok(()));
        self.put_back(solved);
    }

    /// Takes the tables that are in memory out.
    fn take_held(&mut self) -> Solved {
        let held = |table: &mut Option<Table>| match table.take() {
            Some(Table::Held(packed)) => Some(packed),
            other => {
                *table = other;
                None
            }
        };
        self.tables.iter_mut().map(held).collect()
    }

    /// Puts tables into memory.
    fn put_back(&mut self, solved: Solved) {
        for (table, packed) in self.tables.iter_mut().zip(solved) {
            if let Some(packed) = packed {
                *table = Some(Table::Held(packed));
            }
        }
    }

    /// Takes over what a file has, the small sets into memory.
    fn take(&mut self, mut contents: Contents) -> Result<(), FileError> {
        for (set, stored) in std::mem::take(&mut contents.sets) {
            let small = self.catalogue.sets()[set].animals.len() <= WITH_DISTANCES;
            let table = if small { Table::Held(contents.load(&stored)?) } else { Table::Stored(stored) };
            self.tables[set] = Some(table);
        }
        Ok(())
    }

    /// What the tables say of a position; `None` if they do not have it, or if the game has ended on the board.
    pub fn probe(&self, position: &Position) -> Option<Known> {
        let (value, distances) = self.value(position)?;
        Some(value.known(distances))
    }

    /// The value of a position, and whether it has a distance.
    fn value(&self, position: &Position) -> Option<(Value, bool)> {
        let occupied = position.all_occupied();
        if occupied.count() as usize > MOST_PIECES || !(occupied & (DENS[0] | DENS[1])).is_empty() {
            return None;
        }
        let seating = self.catalogue.seating(Material::of(position))?;
        let table = self.tables[seating.set].as_ref()?;
        let mut squares = [0; MOST_PIECES];
        for (at, &(color, strength)) in squares.iter_mut().zip(&seating.animals) {
            let square = position.square_of(color, strength)?.index() as u8;
            *at = if seating.swapped { turned(square) } else { square };
        }
        let turn = if seating.swapped { !position.turn() } else { position.turn() };
        let number = self.catalogue.sets()[seating.set].layout.number(turn, &squares);
        Some((table.value(number)?, table.has_distances()))
    }

    /// What each move that the board allows is worth to who makes it, the best first, equals by
    /// their notation; `None` where the tables do not have
    /// what follows.
    pub fn moves(&self, position: &Position) -> Vec<(Move, Option<Known>)> {
        let moves = position.moves(&self.rules).into_iter();
        let after = |mv| self.after(position, mv).map(|(value, distances)| value.known(distances));
        let mut known: Vec<_> = moves.map(|mv| (Move::from(mv), after(mv))).collect();
        known.sort_by_cached_key(|(mv, known)| {
            (std::cmp::Reverse(known.map_or(i32::MIN, Known::merit)), mv.to_string())
        });
        known
    }

    /// What a move is worth to who makes it, and whether the distance is known.
    fn after(&self, position: &Position, mv: PackedMove) -> Option<(Value, bool)> {
        let next = position.play_unchecked(&self.rules, mv);
        let (value, distances) = match next.end(&self.rules).map(|end| end.outcome) {
            Some(Outcome::Draw) => (Value::DRAW, true),
            Some(Outcome::Win(winner)) if winner == seat(next.turn()) => (Value::win(0), true),
            Some(Outcome::Win(_)) => (Value::loss(0), true),
            None => self.value(&next)?,
        };
        Some((value.before(), distances))
    }

    /// The most bytes of memory that all tables take: those of four animals stay in their file, of which some pages are kept.
    pub fn memory(&self) -> usize {
        let tables = self.tables.iter().flatten();
        let pages = if tables.clone().any(|table| matches!(table, Table::Stored(_))) { Pages::MEMORY } else { 0 };
        pages + tables.map(Table::memory).sum::<usize>()
    }

    /// The same tables, but those of so many animals tell only who wins, as tables of four animals do.
    #[cfg(test)]
    pub(crate) fn reticent(mut self, pieces: usize) -> Tablebase {
        for (set, table) in self.catalogue.sets().iter().zip(&mut self.tables) {
            if set.animals.len() == pieces {
                *table = match table.take() {
                    Some(Table::Held(packed)) => Some(Table::Reticent(packed)),
                    other => other,
                };
            }
        }
        self
    }

    /// The most bytes of memory that they take once a file has every set of four animals, without distances.
    #[cfg(test)]
    pub(crate) fn most_memory(&self) -> usize {
        let absent = self.catalogue.sets().iter().zip(&self.tables).filter(|(_, table)| table.is_none());
        self.memory() + Pages::MEMORY + absent.map(|(set, _)| packed::most_memory(&set.layout)).sum::<usize>()
    }

    /// The rules they are for; options that no result depends on are those of the standard preset.
    pub fn rules(&self) -> &Arc<Tables> {
        &self.rules
    }
}

/// Writes the tables of all sets up to so many animals into a rule set's file, which is made, or gone on with. Sets larger
/// than [`WITH_DISTANCES`] get distances if wanted. Uses all processors. `report` is told at the start and after each set how
/// many positions are done, of how many.
///
/// # Errors
/// If the file cannot be written, or what is there is no part of these tables.
pub fn build_file(
    options: &Options,
    folder: &Path,
    pieces: usize,
    distances: bool,
    mut report: impl FnMut(u64, u64),
) -> Result<(), FileError> {
    let path = file_of(options, folder);
    let mut tablebase = Tablebase::new(options);
    let (mut writer, contents) = Writer::open(&path, tablebase.rules.options(), &tablebase.catalogue)?;
    tablebase.take(contents)?;
    let mut solved = tablebase.take_held();
    let (rules, catalogue) = (&tablebase.rules, &tablebase.catalogue);
    let wanted = |set: &Set| set.animals.len() <= pieces;
    let positions = |set: &Set| set.layout.len() as u64;
    let there = |set: usize| solved[set].is_some() || tablebase.tables[set].is_some();
    let present: Vec<bool> = (0..catalogue.sets().len()).map(there).collect();
    let all = catalogue.sets().iter().filter(|set| wanted(set)).map(positions).sum();
    let before = catalogue.sets().iter().zip(&present).filter(|(set, there)| wanted(set) && **there);
    let mut done = before.map(|(set, _)| positions(set)).sum();
    report(done, all);
    let missing = |set: usize| wanted(&catalogue.sets()[set]) && !present[set];
    build::build(rules, catalogue, &mut solved, missing, distances, |set, packed| {
        let set = &catalogue.sets()[set];
        let has_distances = distances || set.animals.len() <= WITH_DISTANCES;
        writer.add(set.material(), packed, set.layout.len(), has_distances)?;
        done += positions(set);
        report(done, all);
        Ok(())
    })
}
