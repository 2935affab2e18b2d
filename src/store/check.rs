//! Whether a store, or an export of one, makes sense: every record is read, every game replayed through its rules, the
//! lists and counters compared with what the records say, and points with the ledger that tells where they come from.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead};

use super::catalog::{CATALOG, Holds, LEDGER, META, POINTS, TABLES, Tree};
use super::export::{Found, Import};
use super::guard::guard_quietly;
use super::keys;
use super::lists::{List, Listed, places};
use super::records::{LineRecord, PointsRecord, Record};
use crate::people::{ChatId, Time};
use crate::referee::GameId;

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// How many there are of each kind of record.
    pub counts: Vec<(&'static str, u64)>,
    /// What is wrong, a sentence each.
    pub faults: Vec<String>,
}

/// Looks at one entry after the other.
#[derive(Default)]
struct Examiner {
    counts: BTreeMap<usize, u64>,
    faults: Vec<String>,
    /// The highest number of every kind that has a counter.
    highest: BTreeMap<&'static [u8], u64>,
    counters: BTreeMap<Vec<u8>, u64>,
    /// Where tables and people should stand in the lists.
    listed: BTreeSet<Listed>,
    /// Everybody's points in a chat, by their key, as the record says.
    points: BTreeMap<Vec<u8>, i32>,
    /// The same, as the lines of the ledger add up.
    earned: BTreeMap<Vec<u8>, Earned>,
}

/// What the ledger says of somebody's points in a chat.
#[derive(Default)]
struct Earned {
    sum: i64,
    /// The newest line: when its game ended, which game, and what the points came to.
    newest: Option<(Time, GameId, i32)>,
}

impl Examiner {
    fn entry(&mut self, place: usize, key: &[u8], value: &[u8]) {
        let tree = &CATALOG[place];
        let Some(word) = tree.word() else { return };
        *self.counts.entry(place).or_default() += 1;
        let Some(id) = tree.id(key) else {
            self.faults.push(format!("a {word} has a damaged key, {key:?}"));
            return;
        };
        // People know a table by the number on its buttons and in the log.
        let name = match (tree.name, id.as_u64()) {
            (TABLES, Some(number)) => format!("table {}", GameId(number)),
            _ => format!("{word} {id}"),
        };
        match &tree.holds {
            Holds::Records(record) => {
                let sound = guard_quietly(|| (record.check)(value));
                if let Err(why) = sound.and_then(|sound| sound.map_err(|error| error.to_string())) {
                    self.faults.push(format!("{name}: {why}"));
                }
                if let (Some(counter), Some(number)) = (record.counter, id.as_u64()) {
                    let highest = self.highest.entry(counter).or_default();
                    *highest = number.max(*highest);
                }
            }
            Holds::Numbers => match keys::number(value) {
                Some(number) => {
                    self.counters.insert(key.to_vec(), number);
                }
                None => self.faults.push(format!("{name} is damaged: {value:?}")),
            },
            Holds::Marks { .. } | Holds::List if !value.is_empty() => {
                self.faults.push(format!("{name} is damaged: {value:?}"));
            }
            Holds::Marks { .. } | Holds::List => {}
        }
        self.listed.extend(places(tree.name, key, value));
        match tree.name {
            POINTS => {
                let record = PointsRecord::from_bytes(value).ok();
                self.points.extend(record.map(|record| (key.to_vec(), record.points)));
            }
            LEDGER => self.earn(key, value),
            _ => {}
        }
    }

    /// Adds a line of the ledger up. One that cannot be read has been named.
    fn earn(&mut self, key: &[u8], value: &[u8]) {
        let Some((person, at, game)) = keys::line_parts(key) else { return };
        let Ok(Ok(line)) = LineRecord::from_bytes(value).map(|record| record.into_line(person, at, game)) else {
            return;
        };
        let Some(points) = line.points else { return };
        let earned = self.earned.entry(keys::points(ChatId(line.chat.0), person).to_vec()).or_default();
        earned.sum += i64::from(points.why.delta());
        earned.newest = earned.newest.max(Some((at, game, points.total)));
    }

    /// Compares points with the ledger.
    fn compare_points(&mut self) {
        let tree = CATALOG.iter().find(|tree| tree.name == POINTS);
        let keys: BTreeSet<&Vec<u8>> = self.points.keys().chain(self.earned.keys()).collect();
        let mut faults = Vec::new();
        for key in keys {
            let nothing = Earned::default();
            let (said, earned) = (self.points.get(key), self.earned.get(key).unwrap_or(&nothing));
            if said.is_some_and(|&said| i64::from(said) == earned.sum) {
                continue;
            }
            let whose = tree.and_then(|tree| tree.id(key)).unwrap_or_default();
            let said = said.map_or("have no record".to_owned(), |said| format!("are {said}"));
            let newest = earned.newest.map_or("it has no line about them".to_owned(), |(_, game, total)| {
                format!("its newest line, of game {game}, says {total}")
            });
            faults.push(format!("points {whose} {said}, but the ledger adds up to {}; {newest}", earned.sum));
        }
        self.faults.extend(faults);
    }

    /// Compares a list with what the records say.
    fn list(&mut self, list: List, keys: &BTreeSet<Vec<u8>>) {
        let should: BTreeSet<&Vec<u8>> =
            self.listed.iter().filter(|(other, _)| *other == list).map(|(_, key)| key).collect();
        let missing = should.iter().filter(|key| !keys.contains(**key)).map(|key| (key.as_slice(), "is missing in"));
        let extra =
            keys.iter().filter(|key| !should.contains(key)).map(|key| (key.as_slice(), "stands without reason in"));
        let wrong = missing.chain(extra);
        self.faults.extend(wrong.map(|(key, how)| format!("{} {how} the list '{}'", list.owner(key), list.name())));
    }

    fn report(mut self) -> Report {
        self.compare_points();
        for (counter, highest) in &self.highest {
            let next = self.counters.get(*counter);
            if next.is_none_or(|next| next <= highest) {
                let (name, next) = (String::from_utf8_lossy(counter), next.copied().unwrap_or_default());
                self.faults.push(format!("the counter '{name}' is {next}, but there is a number {highest}"));
            }
        }
        let counts = (0..CATALOG.len()).filter_map(|place| {
            let is_meta = CATALOG[place].name == META;
            let word = CATALOG[place].word().filter(|_| CATALOG[place].is_exported() && !is_meta)?;
            Some((word, self.counts.get(&place).copied().unwrap_or_default()))
        });
        Report { counts: counts.collect(), faults: self.faults }
    }
}

/// Checks the trees of a database, in the order of the catalog, and the names of all that it has.
pub(super) fn check_trees(trees: &[sled::Tree], names: &[sled::IVec]) -> sled::Result<Report> {
    let mut examiner = Examiner::default();
    for name in names {
        let name = String::from_utf8_lossy(name);
        if name != SLEDS_OWN && Tree::place(&name).is_none() {
            examiner.faults.push(format!("there is a tree '{name}' that this program does not know"));
        }
    }
    for (place, tree) in trees.iter().enumerate() {
        for entry in tree {
            let (key, value) = entry?;
            examiner.entry(place, &key, &value);
        }
    }
    for list in List::ALL {
        let tree = trees.iter().zip(CATALOG).find(|(_, known)| known.name == list.name()).map(|(tree, _)| tree);
        let keys = tree.into_iter().flat_map(|tree| tree.iter().keys()).map(|key| key.map(|key| key.to_vec()));
        examiner.list(list, &keys.collect::<sled::Result<_>>()?);
    }
    Ok(examiner.report())
}

/// The tree every sled database has.
pub(super) const SLEDS_OWN: &str = "__sled__default";

/// Checks an export, line by line. The outer error is one of reading; a file that is no export is one, too.
pub(super) fn check_export(input: impl BufRead) -> io::Result<Report> {
    let mut import = Import::begin(input).map_err(io::Error::other)?;
    let mut examiner = Examiner::default();
    let mut seen = BTreeSet::new();
    let mut lines = 0;
    let expected = loop {
        match import.next()? {
            Found::Entry(entry) => {
                examiner.entry(entry.tree, &entry.key, &entry.value);
                if !seen.insert((entry.tree, entry.key)) {
                    examiner.faults.push(format!("line {}: it is there twice", import.line));
                }
            }
            Found::Fault(error) => examiner.faults.push(format!("line {}: {error}", import.line)),
            Found::End { expected } => break expected,
        }
        lines += 1;
    };
    if expected != Some(lines) {
        examiner.faults.push(cut_short(expected, lines));
    }
    Ok(examiner.report())
}

/// Why a file is not whole.
pub(super) fn cut_short(expected: Option<u64>, lines: u64) -> String {
    match expected {
        Some(expected) => format!("there are {lines} records, and the last line says {expected}"),
        None => format!("its last line is missing, it ends after {lines} records: it was cut short"),
    }
}
