//! Tables of cases: a line asks something and tells the answer.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Compares every line `column | column | … => answer` of a table with the answer that `ask` gives for its columns. A table is the
/// file `<name>.txt` of tests/data/rules and all that are called `<name>-<game>.txt`. With `DOUSHOU_BLESS=1` in the environment the
/// answers are rewritten instead. Returns the answers.
pub fn check(name: &str, ask: impl Fn(&[&str]) -> String) -> Vec<String> {
    let (mut answers, mut wrong) = (Vec::new(), String::new());
    for path in files(name) {
        let file = path.file_name().unwrap_or_default().display();
        let text = std::fs::read_to_string(&path).expect("a readable table");
        let mut blessed = String::new();
        for (number, line) in (1..).zip(text.lines()) {
            if line.is_empty() || line.starts_with('#') {
                writeln!(blessed, "{line}").expect("a string takes everything");
                continue;
            }
            let (question, expected) = line.split_once("=>").unwrap_or((line, ""));
            let (question, expected) = (question.trim(), expected.trim());
            let answer = ask(&question.split('|').map(str::trim).collect::<Vec<_>>());
            if answer != expected {
                writeln!(wrong, "{file}:{number}: {question}\n  expected {expected}\n  got      {answer}")
                    .expect("a string takes everything");
            }
            writeln!(blessed, "{question} => {answer}").expect("a string takes everything");
            answers.push(answer);
        }
        if blesses() {
            std::fs::write(&path, blessed).expect("a writable table");
        }
    }
    assert!(wrong.is_empty() || blesses(), "\n{wrong}(DOUSHOU_BLESS=1 rewrites the answers)");
    answers
}

fn blesses() -> bool {
    std::env::var_os("DOUSHOU_BLESS").is_some_and(|value| value == "1")
}

/// The files of a table, in the order of their names.
fn files(name: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/rules");
    let belongs = |path: &PathBuf| {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        stem.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    let entries = std::fs::read_dir(&folder).expect("a folder of tables");
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a readable folder").path()).filter(belongs).collect();
    files.sort();
    assert!(!files.is_empty(), "no table {name}");
    files
}
