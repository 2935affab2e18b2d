//! Tables of cases: a line asks something and tells the answer.

use std::fmt::Write as _;
use std::path::Path;

/// Compares every line `column | column | … => answer` of a file in tests/data/rules with the answer that `ask` gives for its
/// columns. With `DOUSHOU_BLESS=1` in the environment the answers are rewritten instead. Returns the answers.
pub fn check(file: &str, ask: impl Fn(&[&str]) -> String) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/rules").join(file);
    let text = std::fs::read_to_string(&path).expect("a readable table");
    let (mut answers, mut wrong, mut blessed) = (Vec::new(), String::new(), String::new());
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
    if std::env::var_os("DOUSHOU_BLESS").is_some_and(|value| value == "1") {
        std::fs::write(&path, blessed).expect("a writable table");
    } else {
        assert!(wrong.is_empty(), "\n{wrong}(DOUSHOU_BLESS=1 rewrites the answers)");
    }
    answers
}
