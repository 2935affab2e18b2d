//! The engine protocol: conversations as scripts, and the program itself.
//!
//! In a script, `>` is what is said to the engine and `<` what it answers, `*` standing for anything. Lines that tell how
//! a search proceeds (`info depth …`) may be left out; no other line may.

use std::fs;
use std::io::{self, Cursor, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use doushou::cli::engine::converse;

/// What the engine says, kept.
#[derive(Clone, Default)]
struct Ear(Arc<Mutex<Vec<u8>>>);

impl Write for Ear {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no writer panics").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn answers(input: Vec<u8>) -> Vec<String> {
    let ear = Ear::default();
    converse(Cursor::new(input), ear.clone()).expect("a vector takes everything");
    let heard = ear.0.lock().expect("the engine has ended").clone();
    String::from_utf8(heard).expect("UTF-8").lines().map(str::to_owned).collect()
}

/// Whether a text has the form of a pattern, in which `*` stands for any text.
fn fits(text: &str, pattern: &str) -> bool {
    match pattern.split_once('*') {
        None => text == pattern,
        Some((start, rest)) => text.strip_prefix(start).is_some_and(|text| {
            text.char_indices().map(|(at, _)| at).chain([text.len()]).any(|at| fits(&text[at..], rest))
        }),
    }
}

fn scripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/engine");
    let mut scripts: Vec<PathBuf> =
        fs::read_dir(folder).expect("the data").map(|entry| entry.expect("an entry").path()).collect();
    scripts.sort();
    scripts
}

#[test]
fn conversations() {
    let scripts = scripts();
    assert!(scripts.len() >= 5, "only {} scripts", scripts.len());
    for path in scripts {
        let script = fs::read_to_string(&path).expect("UTF-8");
        let of = |sign: &'static str| {
            script
                .lines()
                .filter_map(move |line| line.strip_prefix(sign))
                .map(|line| line.strip_prefix(' ').unwrap_or(line))
        };
        let said: String = of(">").map(|line| format!("{line}\n")).collect();
        let heard = answers(said.into_bytes());
        let mut lines = heard.iter();
        for pattern in of("<") {
            let next = lines.find(|line| fits(line, pattern) || !line.starts_with("info depth"));
            assert!(
                next.is_some_and(|line| fits(line, pattern)),
                "{}: expected '{pattern}', heard {next:?} in\n{}",
                path.display(),
                heard.join("\n")
            );
        }
        let rest: Vec<&String> = lines.filter(|line| !line.starts_with("info depth")).collect();
        assert!(rest.is_empty(), "{}: not expected: {rest:?}", path.display());
    }
}

#[test]
fn nothing_said_to_it_breaks_it() {
    let mut noise =
        b"\xff\xfe\x00\nposition\ngo depth\ngo depth -1\ngo depth 99999999999999999999\nsetoption\n".to_vec();
    noise.extend("\u{8c61}\u{1f418} \u{202e}x\n".as_bytes());
    noise.extend(format!("position fen {}\n", "7/".repeat(100_000)).as_bytes());
    noise.extend("x".repeat(1_000_000).as_bytes());
    noise.extend(b"\nisready\n");
    let heard = answers(noise);
    let (last, errors) = heard.split_last().expect("answers");
    assert_eq!(last, "readyok");
    for error in errors {
        assert!(error.starts_with("info string error: ") && error.len() < 2_000, "{error}");
    }
    assert_eq!(errors.len(), 9, "{errors:?}");
}

fn doushou(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_doushou"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn the_program_speaks_the_protocol() {
    let output = doushou(&["engine"], "position startpos\nd\nquit\n");
    assert!(output.status.success());
    let heard = text(&output.stdout);
    assert!(heard.contains("\nlegal: a1a2 a1b1 a3a2 ") && heard.ends_with("\noutcome: ongoing\n"), "{heard}");
}

#[test]
fn quit_does_not_wait_for_a_count() {
    let started = Instant::now();
    let output = thread::spawn(|| doushou(&["engine"], "go perft 20\nquit\n"));
    while !output.is_finished() {
        assert!(started.elapsed() < Duration::from_secs(30), "it still counts");
        thread::sleep(Duration::from_millis(20));
    }
    assert!(output.join().expect("it ran").status.success());
}

#[test]
fn perft_counts_on_the_command_line() {
    let output = doushou(&["perft", "4"], "");
    assert!(output.status.success());
    assert!(fits(text(&output.stdout), "nodes 260099 nps *\n"), "{}", text(&output.stdout));

    let fen = "l5t/3T3/2p4/7/7/7/2W4/2Re3/5L1 r";
    let output = doushou(&["perft", "3", "--fen", fen, "--option", "TrappedAttack=false", "--divide"], "");
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(lines.len(), 13, "{lines:?}");
    assert!(fits(lines[12], "nodes 1184 nps *"), "{lines:?}");
}

#[test]
fn a_reader_that_has_gone_is_no_fault() {
    for arguments in [&["perft", "3", "--divide"][..], &["bench", "3"], &["engine"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_doushou"));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        drop(child.stdout.take());
        // The engine speaks when it is spoken to.
        let _ = child.stdin.take().expect("piped").write_all(b"uci\n");
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn perft_says_what_is_wrong() {
    let cases: [(&[&str], &str); 6] = [
        (&["perft"], "DEPTH"),
        (&["perft", "many"], "many"),
        (&["perft", "2", "--fen", "9/9 r"], "this FEN is not a position"),
        (&["perft", "2", "--variant", "chess"], "there is no variant 'chess'"),
        (&["perft", "2", "--option", "Order=cow"], "'cow' is no value of Order"),
        (&["perft", "2", "--option", "Preset"], "write Name=value"),
    ];
    for (arguments, sentence) in cases {
        let output = doushou(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = text(&output.stderr);
        assert!(said.contains(sentence) && output.stdout.is_empty(), "{arguments:?}: {said}");
    }
}

#[test]
fn bench_ends_with_its_signature() {
    let signature = || {
        let output = doushou(&["bench", "5"], "");
        assert!(output.status.success());
        let last = text(&output.stdout).lines().last().unwrap_or_default().to_owned();
        assert!(fits(&last, "signature * nps *"), "{last}");
        last.split(' ').nth(1).map(str::to_owned)
    };
    assert_eq!(signature(), signature());
}
