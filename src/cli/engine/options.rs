//! The engine's options: the rules, and how to think.

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;

use super::command::CommandError;
use crate::cli::rule_set;
use crate::rules::{Animal, Setup, Variant};

/// What `setoption` has set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub setup: Setup,
    /// Which level plays, or `None` for full strength.
    pub level: Option<Animal>,
    /// Megabytes of the transposition table.
    pub hash: usize,
    /// Threads of a search at full strength in the 7×9 family; everything else thinks with one.
    pub threads: u32,
    /// How much less than an even game a draw is worth to full strength, in the units of scores.
    pub contempt: i32,
    /// The folder of endgame tables, if they are to be used.
    pub tables: Option<PathBuf>,
    /// What full strength judges by.
    pub eval: Eval,
}

/// What full strength judges positions of the 7×9 family by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Eval {
    /// What is best.
    #[default]
    Best,
    /// No network.
    Weights,
    /// The network in a file.
    File(PathBuf),
}

const LEVEL: &str = "Level";
const FULL: &str = "full";
const HASH: &str = "Hash";
const MOST_HASH: usize = 4096;
const CONTEMPT: &str = "Contempt";
const MOST_CONTEMPT: i32 = 100;
const THREADS: &str = "Threads";
const MOST_THREADS: u32 = 64;
const TABLES: &str = "TablesPath";
const EVAL: &str = "EvalFile";
/// The values of `EvalFile` that are no file.
const BEST: &str = "best";
const NONE: &str = "none";
/// What protocols of this kind write for an empty text.
const EMPTY: &str = "<empty>";

impl Default for Options {
    fn default() -> Options {
        Options {
            setup: Setup::default(),
            level: None,
            hash: 16,
            threads: 1,
            contempt: 10,
            tables: None,
            eval: Eval::Best,
        }
    }
}

impl Options {
    /// Sets an option; names and values are compared without regard to case.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), CommandError> {
        if name.eq_ignore_ascii_case(LEVEL) {
            self.level = read_level(value)?;
        } else if name.eq_ignore_ascii_case(HASH) {
            self.hash = read_number(HASH, value, 1, MOST_HASH)?;
        } else if name.eq_ignore_ascii_case(CONTEMPT) {
            self.contempt = read_number(CONTEMPT, value, -MOST_CONTEMPT, MOST_CONTEMPT)?;
        } else if name.eq_ignore_ascii_case(THREADS) {
            self.threads = read_number(THREADS, value, 1, MOST_THREADS)?;
        } else if name.eq_ignore_ascii_case(TABLES) {
            self.tables = Some(value).filter(|value| !value.is_empty() && *value != EMPTY).map(PathBuf::from);
        } else if name.eq_ignore_ascii_case(EVAL) {
            self.eval = match value {
                "" | EMPTY | BEST => Eval::Best,
                NONE => Eval::Weights,
                file => Eval::File(file.into()),
            };
        } else {
            rule_set::set(&mut self.setup, name, value)?;
        }
        Ok(())
    }
}

/// The answer to `uci`: who this is, and every option. An option that several games know has the values of all of them, and
/// the default of the first; each game takes its own.
pub fn introduction() -> String {
    let mut lines = vec![
        format!("id name Doushou {}", env!("CARGO_PKG_VERSION")),
        "id author the Doushou developers".to_owned(),
        combo(
            rule_set::VARIANT,
            Setup::default().variant().name(),
            &Variant::ALL.iter().map(|variant| variant.name()).collect::<Vec<_>>(),
        ),
    ];
    let presets = Setup::presets(Setup::default().variant());
    lines.push(combo(rule_set::PRESET, presets.first().unwrap_or(&""), &presets));
    lines.extend(rules().iter().map(|(name, default, values)| match values[..] {
        ["false", "true"] => format!("option name {name} type check default {default}"),
        _ => combo(name, default, values),
    }));
    let levels: Vec<&str> = Animal::STANDARD.map(Animal::name).into_iter().chain([FULL]).collect();
    lines.push(combo(LEVEL, FULL, &levels));
    lines.push(format!("option name {HASH} type spin default {} min 1 max {MOST_HASH}", Options::default().hash));
    let contempt = Options::default().contempt;
    lines.push(format!("option name {CONTEMPT} type spin default {contempt} min -{MOST_CONTEMPT} max {MOST_CONTEMPT}"));
    lines.push(format!("option name {THREADS} type spin default 1 min 1 max {MOST_THREADS}"));
    lines.push(format!("option name {TABLES} type string default {EMPTY}"));
    lines.push(format!("option name {EVAL} type string default {BEST}"));
    lines.push("uciok".to_owned());
    lines.join("\n")
}

/// The rules that can be set in any game: name, default, values.
fn rules() -> Vec<(&'static str, String, Vec<&'static str>)> {
    let mut rules: Vec<(&str, String, Vec<&str>)> = Vec::new();
    for option in Variant::ALL.iter().flat_map(|&variant| Setup::standard(variant).options()) {
        match rules.iter_mut().find(|(name, ..)| *name == option.name) {
            None => rules.push((option.name, option.value.into_owned(), option.values.to_vec())),
            Some((.., values)) => {
                let more = option.values.iter().filter(|value| !values.contains(value)).copied();
                let more: Vec<&str> = more.collect();
                values.extend(more);
            }
        }
    }
    rules
}

fn combo(name: &str, default: &str, values: &[&str]) -> String {
    let mut line = format!("option name {name} type combo default {default}");
    for value in values {
        line.push_str(" var ");
        line.push_str(value);
    }
    line
}

fn read_level(value: &str) -> Result<Option<Animal>, CommandError> {
    if value.eq_ignore_ascii_case(FULL) {
        return Ok(None);
    }
    let named = |animal: &Animal| animal.name().eq_ignore_ascii_case(value);
    Animal::STANDARD.into_iter().find(named).map(Some).ok_or_else(|| CommandError::Value {
        name: LEVEL,
        value: value.to_owned(),
        takes: format!("{}, {FULL}", Animal::STANDARD.map(Animal::name).join(", ")),
    })
}

fn read_number<T>(name: &'static str, value: &str, least: T, most: T) -> Result<T, CommandError>
where
    T: FromStr + PartialOrd + Display,
{
    value.parse().ok().filter(|number| (&least..=&most).contains(&number)).ok_or_else(|| CommandError::Value {
        name,
        value: value.to_owned(),
        takes: format!("{least} to {most}"),
    })
}
