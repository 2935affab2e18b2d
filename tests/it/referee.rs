//! The referee as a state machine: hand-written cases, a grid of everything anybody can do at every stage, and laws.

mod laws;
mod script;
mod time;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use script::Scene;

/// The refusals that are the referee's own; the others are limits, checked where several games are seen.
const REFUSALS: [&str; 26] = [
    "already-offered",
    "asked-already",
    "card-turned",
    "challenge-gone",
    "hazard",
    "illegal",
    "no-such-offer",
    "not-a-player",
    "not-an-admin",
    "not-asked",
    "not-due",
    "not-for-you",
    "not-over-yet",
    "not-started",
    "not-the-author",
    "not-your-offer",
    "not-your-turn",
    "nothing-to-take-back",
    "offered-already-this-ply",
    "over",
    "own-challenge",
    "own-offer",
    "rearranged",
    "rematch-made",
    "stale",
    "time-is-over",
];

/// Who acts in the grid: its columns.
const ACTORS: [&str; 7] = ["ann", "bob", "eve", "admin", "anonymous", "ai", "clock"];

/// What they do in the grid; `MOVE` is a legal move of the side to move, when there is one.
const COMMANDS: [&str; 22] = [
    "arrange second fox",
    "join",
    "join seen 77",
    "decline",
    "withdraw",
    "expire",
    "play MOVE",
    "play MOVE at 77",
    "play a1g9",
    "offer draw",
    "offer takeback",
    "offer rematch",
    "accept 1",
    "refuse 1",
    "retract 1",
    "retract 77",
    "resign",
    "resign sure",
    "leave",
    "leave sure",
    "keep",
    "void",
];

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/referee").join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(data(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// `cases.txt`: stories, each line with what comes of it.
#[test]
fn every_case_goes_as_written() {
    let text = read("cases.txt");
    let mut failures = Vec::new();
    let mut title = "";
    let mut scene = None;
    for (number, line) in (1..).zip(text.lines()).map(|(number, line)| (number, line.trim())) {
        if let Some(words) = line.strip_prefix("# ") {
            (title, scene) = (words, None);
        } else if !line.is_empty() && !line.starts_with("//") {
            let (action, expected) = line.split_once(" -> ").unwrap_or((line, ""));
            let outcome = match &mut scene {
                None => {
                    scene = Some(Scene::set(action));
                    String::new()
                }
                Some(scene) => scene.act(action),
            };
            if outcome != expected {
                failures
                    .push(format!("line {number} ({title}): {action}\n  expected {expected}\n  but was  {outcome}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// `grid.txt`: at every stage, what comes of every command by everybody. The headings are written by hand, the rows by
/// `DOUSHOU_BLESS=1`.
#[test]
fn everybody_may_do_what_the_grid_says() {
    let text = read("grid.txt");
    let mut fresh = String::new();
    for line in text.lines() {
        if line.starts_with("//") {
            writeln!(fresh, "{line}").unwrap();
        } else if let Some((name, setting)) = line.strip_prefix('[').and_then(|line| line.split_once("] ")) {
            write!(fresh, "\n[{name}] {setting}\n{}", grid_of(setting)).unwrap();
        }
    }
    if std::env::var_os("DOUSHOU_BLESS").is_some() {
        fs::write(data("grid.txt"), fresh).unwrap();
    } else {
        for (now, (number, then)) in fresh.lines().zip((1..).zip(text.lines())) {
            assert_eq!(now, then, "grid.txt line {number} (if it is right now: DOUSHOU_BLESS=1)");
        }
        assert_eq!(fresh, text, "grid.txt is longer or shorter than it should be");
    }
}

/// The rows of one stage: a column per actor, then the commands of which this comes.
fn grid_of(setting: &str) -> String {
    let stage = Scene::staged(setting);
    let mut rows = vec![(ACTORS.map(str::to_owned), vec!["of".to_owned()])];
    for command in COMMANDS {
        let command = command.replace("MOVE", &stage.some_move());
        let cells = ACTORS.map(|actor| stage.clone().act(&format!("{actor} {command}")));
        match rows.iter_mut().find(|(known, _)| *known == cells) {
            Some((_, commands)) => commands.push(command),
            None => rows.push((cells, vec![command])),
        }
    }
    let widths: Vec<usize> =
        (0..ACTORS.len()).map(|column| rows.iter().map(|(cells, _)| cells[column].len()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for (cells, commands) in &rows {
        let line: Vec<String> = cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
        writeln!(text, "{} | {}", line.join(" | "), commands.join(", ")).unwrap();
    }
    text
}

/// A refusal nobody can get is one too many.
#[test]
fn every_refusal_is_met_in_the_data() {
    let text = read("cases.txt") + &read("grid.txt");
    let met: BTreeSet<&str> = text.split(|c: char| c.is_whitespace() || c == ',').collect();
    let missing: Vec<&str> = REFUSALS.into_iter().filter(|key| !met.contains(format!("!{key}").as_str())).collect();
    assert!(missing.is_empty(), "no case or grid cell ends in {missing:?}");
}
