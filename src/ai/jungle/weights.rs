//! The numbers of the evaluation, as a file: written by hand at first, then fitted to games by `doushou train`.
//!
//! A file has a group of numbers in a line, its name first. All are in the units of [`crate::ai::Score`]. What was learned where
//! rivers part the board is not true without them, so there is a file for either: `rivers.txt` is fitted, `plains.txt` is not.

use std::fmt;
use std::ops::Range;
use std::sync::LazyLock;

use crate::rules::jungle::{Ground, Strength};
use crate::rules::{FILES, RANKS, Square};

/// Steps to a door that a way into the den is still worth something at.
pub const RUN: usize = 10;
/// Files that differ but for left and right.
const HALF: usize = FILES as usize / 2 + 1;
/// Squares that differ but for left and right.
const SQUARES: usize = HALF * RANKS as usize;

/// The groups in the order of the file, with their lengths.
const GROUPS: [(&str, usize); 19] = [
    // For being there: an animal can guard a trap, where the strongest falls to it.
    ("presence", 1),
    // For being able to take all enemies.
    ("power", 1),
    // What being prey to all enemies costs.
    ("prey", 1),
    // For an animal that nobody left can take.
    ("untouchable", 1),
    // For each river a jumper crosses one way or the other at the center.
    ("jumps", 1),
    ("swims", 1),
    // For a rat in the water, out of most animals' reach and in the jumpers' way.
    ("afloat", 1),
    // Having the move.
    ("tempo", 1),
    // How much an enemy in the way counts in `power`, by its strength.
    ("menace", Strength::COUNT),
    // What a step toward the enemy's den is worth, by strength.
    ("advance", Strength::COUNT),
    // For a way into the den that no guard closes in time, by the steps to the door before it.
    ("run", RUN),
    // What an animal's square is worth more or less besides, by strength: from its own back rank, the outermost file first.
    ("squares-1", SQUARES),
    ("squares-2", SQUARES),
    ("squares-3", SQUARES),
    ("squares-4", SQUARES),
    ("squares-5", SQUARES),
    ("squares-6", SQUARES),
    ("squares-7", SQUARES),
    ("squares-8", SQUARES),
];

const SCALARS: usize = 8;
const MENACE: usize = SCALARS;
const ADVANCE: usize = MENACE + Strength::COUNT;
const RUNS: usize = ADVANCE + Strength::COUNT;
const PLACES: usize = RUNS + RUN;
/// How many numbers there are.
pub const COUNT: usize = PLACES + Strength::COUNT * SQUARES;

/// All the numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(pub [i32; COUNT]);

/// A text that is no file of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    #[error("line {line}: '{name}' and {length} numbers are expected there")]
    Line { line: usize, name: &'static str, length: usize },
    #[error("there is more after the last line of weights: '{0}'")]
    More(String),
}

impl Weights {
    /// Those the AI plays by on this ground.
    pub fn of(ground: Ground) -> &'static Weights {
        static RIVERS: LazyLock<Weights> = LazyLock::new(|| embedded(FILES_OF_WEIGHTS[0]));
        if ground.water().is_empty() { Weights::by_thumb() } else { &RIVERS }
    }

    /// Those that nobody has fitted: for grounds without rivers, and for the levels that judge so everywhere.
    pub fn by_thumb() -> &'static Weights {
        static PLAINS: LazyLock<Weights> = LazyLock::new(|| embedded(FILES_OF_WEIGHTS[1]));
        &PLAINS
    }

    /// Reads what [`Weights`] is displayed as.
    pub fn read(text: &str) -> Result<Weights, WeightsError> {
        let mut weights = Weights([0; COUNT]);
        let mut lines = text.lines();
        for (line, (name, range)) in (1..).zip(groups()) {
            let mut read = || {
                let rest = lines.next()?.strip_prefix(name)?.strip_prefix(' ')?;
                let numbers: Vec<i32> = rest.split(' ').map(|number| number.parse().ok()).collect::<Option<_>>()?;
                (numbers.len() == range.len()).then_some(numbers)
            };
            let numbers = read().ok_or(WeightsError::Line { line, name, length: range.len() })?;
            weights.0[range].copy_from_slice(&numbers);
        }
        match lines.next() {
            None => Ok(weights),
            Some(more) => Err(WeightsError::More(more.to_owned())),
        }
    }

    pub const fn presence(&self) -> i32 {
        self.0[0]
    }

    pub const fn power(&self) -> i32 {
        self.0[1]
    }

    pub const fn prey(&self) -> i32 {
        self.0[2]
    }

    pub const fn untouchable(&self) -> i32 {
        self.0[3]
    }

    pub const fn jumps(&self) -> i32 {
        self.0[4]
    }

    pub const fn swims(&self) -> i32 {
        self.0[5]
    }

    pub const fn afloat(&self) -> i32 {
        self.0[6]
    }

    pub const fn tempo(&self) -> i32 {
        self.0[7]
    }

    pub fn menace(&self) -> &[i32] {
        &self.0[MENACE..ADVANCE]
    }

    pub fn advance(&self) -> &[i32] {
        &self.0[ADVANCE..RUNS]
    }

    pub fn run(&self) -> [i32; RUN] {
        std::array::from_fn(|steps| self.0[RUNS + steps])
    }

    /// What a square is worth to an animal besides, as its own side sees the board.
    pub fn square(&self, strength: Strength, square: Square) -> i32 {
        let file = usize::from(square.file().min(FILES - 1 - square.file()));
        self.0[PLACES + strength.index() * SQUARES + usize::from(square.rank()) * HALF + file]
    }
}

/// The files, for boards with rivers and without.
const FILES_OF_WEIGHTS: [&str; 2] = [include_str!("weights/rivers.txt"), include_str!("weights/plains.txt")];

fn embedded(text: &str) -> Weights {
    Weights::read(text).expect("a test reads every embedded file")
}

/// The groups with where their numbers are.
fn groups() -> impl Iterator<Item = (&'static str, Range<usize>)> {
    GROUPS.into_iter().scan(0, |end, (name, length)| {
        let start = *end;
        *end += length;
        Some((name, start..*end))
    })
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, range) in groups() {
            write!(f, "{name}")?;
            for number in &self.0[range] {
                write!(f, " {number}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_are_read_and_written_alike() {
        for text in FILES_OF_WEIGHTS {
            assert_eq!(Weights::read(text).expect("weights").to_string(), text);
        }
        assert_eq!(groups().last().map(|(_, range)| range.end), Some(COUNT));
    }

    #[test]
    fn what_is_no_file_of_weights_is_told_with_its_line() {
        let text = FILES_OF_WEIGHTS[0];
        let wrong = |text: &str| Weights::read(text).map(|_| ()).expect_err("not weights").to_string();
        assert_eq!(wrong(""), "line 1: 'presence' and 1 numbers are expected there");
        assert!(wrong(&text.replace("power", "powers")).starts_with("line 2: 'power'"));
        assert!(wrong(&text.replace("menace ", "menace x ")).starts_with("line 9: 'menace' and 8 numbers"));
        assert!(wrong(&format!("{text}more\n")).ends_with("'more'"));
    }
}
