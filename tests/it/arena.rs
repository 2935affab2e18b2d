//! Matches by the real program: between two settings of itself, and against programs that misbehave.

use std::fs;
use std::process::{Command, Output};

use doushou::rules::{Setup, State};

fn arena(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_doushou"))
        .arg("arena")
        .args(arguments)
        // However slow the machine is.
        .args(["--patience", "3600000"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// The lines of a match that went well.
fn lines(arguments: &[&str]) -> Vec<String> {
    let output = arena(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn more_nodes_win_and_every_game_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.jsonl");
    let path = file.to_str().expect("UTF-8");
    let rules = ["--option", "Cycle=draw", "--option", "Violations=none"];
    let settings = ["--limit", "nodes=3000", "--limit-two", "depth=1", "--games", "8", "--concurrency", "2"];
    let lines = lines(&[&settings[..], &rules, &["--adjudicate", "--records", path]].concat());
    assert_eq!(lines.len(), 2 + 4 + 2, "{lines:#?}");
    assert!(lines[0].starts_with("one: Doushou ") && lines[0].ends_with(", nodes=3000"), "{}", lines[0]);
    assert!(lines[6].starts_with("8 games: +") && lines[7] == "faults 0", "{lines:#?}");

    let setup: Setup = "jungle Cycle=draw;Violations=none".parse().expect("rules");
    let games = fs::read_to_string(&file).expect("records");
    let (mut openings, mut points) = (Vec::new(), 0);
    for line in games.lines() {
        let game: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let plies: Vec<&str> = game["plies"].as_str().expect("plies").split(' ').collect();
        let mut state: State = setup.start();
        for ply in &plies {
            state.replay(ply.parse().expect("a ply")).unwrap_or_else(|why| panic!("{ply} is {why:?} in {line}"));
        }
        if let Some(end) = state.end() {
            assert_eq!(game["why"], end.reason.name(), "{line}");
        } else {
            assert!(["tables", "length"].contains(&game["why"].as_str().expect("a word")), "{line}");
        }
        assert_eq!(game["opening"], 4, "{line}");
        openings.push((plies[..4].join(" "), game["first"].to_string()));
        points += match game["winner"].as_str() {
            Some("one") => 2,
            Some("two") => 0,
            _ => 1,
        };
    }
    assert!(points >= 12, "{points} half points of 16 with three thousand nodes against one ply:\n{games}");
    openings.sort();
    openings.dedup();
    assert_eq!(openings.len(), 8, "every opening with both seats: {openings:?}");
    assert!(openings.chunks(2).all(|pair| pair[0].0 == pair[1].0), "{openings:?}");
}

#[test]
fn a_program_that_misbehaves_loses_and_the_match_goes_on() {
    let cases = [
        ("ends", "one won (two ended by itself, "),
        ("cheats", "one won (two played a1g9, which is not legal ("),
        ("babbles", "one won (two said 'to win', which is no move, "),
    ];
    for (how, sentence) in cases {
        let two = format!("sh tests/data/arena/unruly.sh {how}");
        let lines = lines(&["--two", &two, "--limit", "nodes=200", "--games", "4"]);
        assert_eq!(lines[1], "two: Unruly, nodes=200");
        for line in &lines[2..4] {
            assert_eq!(line.matches(sentence).count(), 2, "{how}: {line}");
        }
        assert_eq!(lines[4..], ["4 games: +4 -0 =0, 100.0 %, Elo +1199.8 ± 0.0", "faults 4"], "{how}");
    }
}

#[test]
fn a_decided_test_ends_the_match() {
    let two = "sh tests/data/arena/unruly.sh ends";
    let lines = lines(&["--two", two, "--limit", "nodes=100", "--games", "1000", "--sprt", "0,50"]);
    assert!(lines.len() < 100, "{} lines", lines.len());
    assert!(lines[lines.len() - 2].ends_with(": stronger by more than 0"), "{lines:#?}");
}

#[test]
fn what_cannot_be_played_is_told() {
    let cases: [(&[&str], &str); 8] = [
        (&["--two", "no-such-program-anywhere"], "program two could not be started"),
        (&["--one", "sh tests/data/arena/unruly.sh ends-early"], "program one ended by itself"),
        (&["--one", ""], "program one could not be started: no program is named"),
        (&["--limit", "fast"], "'fast' is no limit"),
        (&["--sprt", "10,0"], "not two differences"),
        (&["--openings", "tests/data/arena/unruly.sh"], "opening 3: write 'position startpos'"),
        (&["--option", "Order=cow"], "'cow' is no value of Order"),
        (&["--option-two", "Hash"], "'Hash' is not an option"),
    ];
    for (arguments, sentence) in cases {
        let output = arena(
            &[arguments, &["--games", "2", "--limit", "nodes=100"][..usize::from(arguments[0] != "--limit") * 4]]
                .concat(),
        );
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(sentence), "{arguments:?}: {said}");
    }
}

fn train(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_doushou")).arg("train").args(arguments).output().expect("the program starts")
}

#[test]
fn kept_games_train_weights_and_network() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let games = path("games.jsonl");
    lines(&["--limit", "nodes=100", "--limit-two", "nodes=80", "--games", "12", "--records", &games]);
    let learn = |what: &str, output: &str, more: &[&str]| {
        let output = path(output);
        let trained = train(&[&[what, &games, "--rounds", "10", "--output", &output], more].concat());
        assert!(trained.status.success(), "{}", text(&trained.stderr));
        let told = text(&trained.stdout);
        assert!(told.starts_with("12 games, ") && told.contains("\nround 0: error 0."), "{told}");
        assert!(told.contains("\nround 10: error 0."), "{told}");
        fs::read(output).expect("what was learned")
    };
    let weights = learn("weights", "weights.txt", &[]);
    assert_eq!(weights, learn("weights", "again.txt", &[]));
    let lengths = |file: &str| file.lines().map(|line| line.split(' ').count()).collect::<Vec<_>>();
    let known = include_str!("../../src/ai/jungle/weights/rivers.txt");
    assert_eq!(lengths(known), lengths(text(&weights)));
    let network = learn("network", "one.net", &[]);
    assert_eq!(network, learn("network", "again.net", &["--seed", "1"]));
    assert_ne!(network, learn("network", "other.net", &["--seed", "2"]));

    // What was learned can be played by.
    let file = format!("EvalFile={}", path("one.net"));
    let match_ = ["--limit", "nodes=300", "--games", "2", "--option-one", &file, "--option-two", "EvalFile=none"];
    assert!(lines(&match_).last().is_some_and(|line| line == "faults 0"));
}

#[test]
fn what_cannot_be_learned_from_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.jsonl");
    let record = |rules: &str| {
        format!(
            r#"{{"pair":1,"rules":"{rules}","first":"one","opening":1,"plies":"a3a4","winner":null,"why":"length"}}"#
        )
    };
    let cases = [
        (String::new(), "there is no game to learn from"),
        ("a3a4".to_owned(), "line 1: "),
        (record("jungle Order=cow"), "'cow' is no value of Order"),
        (
            format!("{}\n{}", record("jungle"), record("jungle Order=dog")),
            "line 2: this game is one of jungle Order=dog",
        ),
        (record("pet"), "pet has no evaluation of this kind"),
    ];
    for (text_of, sentence) in cases {
        fs::write(&file, &text_of).expect("a file");
        for what in ["weights", "network"] {
            let output = train(&[what, file.to_str().expect("UTF-8"), "-o", "/nowhere/learned"]);
            let said = text(&output.stderr);
            assert!(output.status.code() == Some(1) && said.contains(sentence), "{text_of}: {said}");
        }
    }
    let output = train(&["weights", "no-such-file.jsonl", "-o", "weights.txt"]);
    assert!(text(&output.stderr).contains("no-such-file.jsonl: "), "{}", text(&output.stderr));
}
