//! What broke in other bots, each with a story or a test that shows that it does not break here.
//!
//! The list is `tests/data/elsewhere/behaviors.tsv`; a new line needs a key, its issue, a sentence and a story of that name
//! beside it, in the language of [`crate::stories`]. `DOUSHOU_STORY=key` plays one story alone.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::stage::Line;
use crate::stories;

/// How many stories are played at once: each is a program of its own.
const AT_ONCE: usize = 3;

fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/elsewhere")
}

/// One line of the list.
struct Behavior {
    key: String,
    issues: String,
    sentence: String,
    shown_by: Vec<Shown>,
}

/// What shows a behavior, or why nothing does.
enum Shown {
    Story(PathBuf),
    Test { file: PathBuf, function: String },
    WaitsFor(String),
    NotApplicable(String),
}

fn behaviors() -> Vec<Behavior> {
    let text = fs::read_to_string(here().join("behaviors.tsv")).expect("the list");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| behavior(line).unwrap_or_else(|why| panic!("{why}: {line}"))).collect()
}

fn behavior(line: &str) -> Result<Behavior, String> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [key, issues, sentence, shown_by] = fields[..] else { return Err("not four fields".to_owned()) };
    let shown_by = shown_by.split(';').map(|shown| shown_as(key, shown.trim())).collect::<Result<_, _>>()?;
    Ok(Behavior { key: key.to_owned(), issues: issues.to_owned(), sentence: sentence.to_owned(), shown_by })
}

fn shown_as(key: &str, text: &str) -> Result<Shown, String> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    match (word, rest) {
        ("story", "") => Ok(Shown::Story(here().join(format!("{key}.txt")))),
        ("story", name) => {
            let places = [here(), here().with_file_name("stories")].map(|place| place.join(format!("{name}.txt")));
            places.into_iter().find(|place| place.exists()).map(Shown::Story).ok_or(format!("there is no story {name}"))
        }
        ("test", rest) => {
            let (file, function) = rest.split_once(' ').ok_or("a test needs its file and its function")?;
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
            Ok(Shown::Test { file, function: function.to_owned() })
        }
        ("waits", what) if what.starts_with("for ") => Ok(Shown::WaitsFor(what["for ".len()..].to_owned())),
        ("not-applicable", why) if !why.is_empty() => Ok(Shown::NotApplicable(why.to_owned())),
        _ => Err(format!("{text:?} shows nothing")),
    }
}

#[test]
fn every_behavior_is_shown_or_says_why_not() {
    let behaviors = behaviors();
    let (mut keys, mut told, mut faults) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    let (mut shown, mut waiting, mut idle) = (0, 0, 0);
    for behavior in &behaviors {
        let key = &behavior.key;
        if !keys.insert(key) {
            faults.push(format!("{key} stands twice"));
        }
        for issue in behavior.issues.split(", ") {
            let number = issue.split_once('#').filter(|(project, _)| project.split('/').count() == 2);
            if number.is_none_or(|(_, number)| number.parse::<u32>().is_err()) {
                faults.push(format!("{key}: {issue:?} is no issue"));
            }
        }
        if !behavior.sentence.ends_with('.') {
            faults.push(format!("{key}: no sentence"));
        }
        for by in &behavior.shown_by {
            match by {
                Shown::Story(file) if file.exists() => {
                    told.insert(file.clone());
                }
                Shown::Story(file) => faults.push(format!("{key}: there is no {}", file.display())),
                Shown::Test { file, function } => {
                    let source = fs::read_to_string(file).unwrap_or_default();
                    if !runs(&source, function) {
                        faults.push(format!("{key}: no test {function} is run from {}", file.display()));
                    }
                }
                Shown::WaitsFor(what) => println!("{key} waits for {what}: {}", behavior.sentence),
                Shown::NotApplicable(why) => println!("{key} is not applicable: {why}"),
            }
        }
        match behavior.shown_by[..] {
            [Shown::WaitsFor(_)] => waiting += 1,
            [Shown::NotApplicable(_)] => idle += 1,
            _ => shown += 1,
        }
    }
    for story in own_stories() {
        if !told.contains(&story) {
            faults.push(format!("no behavior names {}", story.display()));
        }
    }
    println!(
        "{} behaviors: {shown} shown by stories and tests, {waiting} waiting for a part that is not built, {idle} not applicable",
        behaviors.len()
    );
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    assert!(behaviors.len() > 60, "only {} behaviors", behaviors.len());
}

/// Whether a source has a test of this name that is not ignored: attributes stand above a function, comments among them.
fn runs(source: &str, function: &str) -> bool {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let is_it = |line: &&str| {
        let line = line.trim_start_matches("async ");
        line.strip_prefix("fn ").is_some_and(|rest| rest.starts_with(&format!("{function}(")))
    };
    let Some(at) = lines.iter().position(is_it) else { return false };
    let above = lines[..at].iter().rev().take_while(|line| line.starts_with("#[") || line.starts_with("//"));
    let attributes: Vec<&str> = above.filter(|line| line.starts_with("#[")).copied().collect();
    let is_test = |line: &&str| **line == *"#[test]" || line.starts_with("#[tokio::test");
    attributes.iter().any(is_test) && !attributes.iter().any(|line| line.starts_with("#[ignore"))
}

#[test]
fn only_tests_that_run_show_anything() {
    let source = "#[test]\n#[ignore]\nfn idle() {}\n\nfn helper() {}\n\n#[cfg(unix)]\n/// Words.\n\
                  #[tokio::test(flavor = \"multi_thread\")]\nasync fn awake() {}\n    #[test]\n    fn inside(n: u8) {}\n";
    for (function, expected) in [("idle", false), ("helper", false), ("awake", true), ("inside", true), ("wake", false)]
    {
        assert_eq!(runs(source, function), expected, "{function}");
    }
}

/// The stories of this folder, in order.
fn own_stories() -> Vec<PathBuf> {
    let entries = fs::read_dir(here()).expect("the stories").map(|entry| entry.expect("a file").path());
    let mut stories: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "txt")).collect();
    stories.sort();
    stories
}

/// Plays every story, a few at once, and names those that fail.
async fn play_all(line: Line) {
    let wanted = std::env::var("DOUSHOU_STORY").ok();
    let (places, mut playing) = (Arc::new(Semaphore::new(AT_ONCE)), JoinSet::new());
    for file in own_stories() {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        if wanted.as_ref().is_some_and(|wanted| *wanted != name) {
            continue;
        }
        let places = Arc::clone(&places);
        playing.spawn(async move {
            let _place = places.acquire().await.expect("never closed");
            let script = fs::read_to_string(file).expect("a story");
            let told = tokio::spawn(async move { stories::tell(&script, line).await }).await;
            (name, told.is_ok())
        });
    }
    let mut failed = Vec::new();
    let mut played = 0;
    while let Some(done) = playing.join_next().await {
        let (name, fine) = done.expect("the stories themselves are caught");
        played += 1;
        if !fine {
            failed.push(name);
        }
    }
    println!("{played} stories played");
    assert!(failed.is_empty(), "stories that fail ({line:?}): {failed:?}; DOUSHOU_STORY=name plays one alone");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stories_by_polling() {
    play_all(Line::Polling).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stories_by_webhook() {
    play_all(Line::Webhook).await;
}
