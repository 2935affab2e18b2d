//! The coach: grades on data, games of every variant looked at again, budgets, hints.

use std::fs;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use doushou::coach::{self, Analysis, Budget, Grade};
use doushou::rules::{Animal, Chance, Dice, Move, Ply, Seat, Setup, State, Variant};
use doushou::tables::{Tablebase, WITH_DISTANCES};

/// A position, perhaps with moves played from it.
fn state(setup: &Setup, text: &str) -> State {
    let (fen, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    let mut state = setup.from_fen(fen).unwrap_or_else(|error| panic!("{text}: {error}"));
    for mv in moves.split_whitespace() {
        let mv: Move = mv.parse().expect(text);
        state.play(mv, Chance(0)).unwrap_or_else(|illegal| panic!("{text}: {mv} is {illegal:?}"));
    }
    state
}

/// The tables of the standard rules.
fn tables() -> Arc<Tablebase> {
    static TABLES: OnceLock<Arc<Tablebase>> = OnceLock::new();
    let solve = || match Setup::default() {
        Setup::Jungle(options) => Arc::new(Tablebase::solved(&options, WITH_DISTANCES)),
        other => panic!("the standard game is {other}"),
    };
    Arc::clone(TABLES.get_or_init(solve))
}

fn lines(file: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/coach").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

#[test]
fn grades() {
    let mut failures = Vec::new();
    for line in lines("grades.txt") {
        let [setup, position, played, grade, nodes, why] = line.split('|').map(str::trim).collect::<Vec<_>>()[..]
        else {
            panic!("not six columns: {line}");
        };
        let setup: Setup = setup.parse().expect(&line);
        let start = state(&setup, position);
        let ply: Ply = played.parse().expect(&line);
        let nodes: u64 = nodes.parse().expect(&line);
        let budget = Budget { total: nodes, position: nodes };
        let analysis = coach::analyse(&start, &[ply], budget, None, &mut |_| true).expect(&line);
        let judged = &analysis.moves[0];
        let got = judged.grade.map_or("none", Grade::name);
        if got != grade {
            failures.push(format!(
                "{played} in {position} is {got}, {} → {}, best {}; not {grade}: {why}",
                judged.before, judged.after, judged.best
            ));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// A random game of so many plies at most.
fn random_game(setup: Setup, seed: u64, most: usize) -> (State, Vec<Ply>) {
    let start = setup.start();
    let (mut state, mut dice, mut plies) = (start.clone(), Dice(seed), Vec::new());
    while state.end().is_none() && plies.len() < most {
        let legal = state.legal_moves();
        let mv = legal[(dice.roll() % legal.len() as u64) as usize];
        plies.push(state.play(mv, Chance(dice.roll())).expect("a legal move").ply);
    }
    (start, plies)
}

#[test]
fn calibrate() {
    use doushou::ai::{self, Habits, Limits, TranspositionTable};
    for &variant in Variant::ALL {
        let setup = Setup::standard(variant);
        let jungle = matches!(variant, Variant::Jungle | Variant::Plains | Variant::Fields);
        let mut samples: Vec<(f64, f64)> = Vec::new();
        let (mut wins, mut draws, mut plies) = (0, 0, 0);
        let games = if jungle { 40 } else { 24 };
        for seed in 0..games {
            let mut dice = Dice(seed + 77);
            let mut state = setup.start();
            let mut table = TranspositionTable::new(1);
            let mut scores = Vec::new();
            let mut ply = 0;
            while state.end().is_none() && ply < 200 {
                let limits = Limits { nodes: Some(if jungle { 5000 } else { 1000 }), ..Limits::default() };
                let habits = Habits { seed: dice.roll(), ..Habits::default() };
                let thought = ai::think(&state, &mut table, &limits, &habits, None, &mut |_| ()).expect("a move");
                if ply >= 6 && !thought.score.is_certain() {
                    scores.push((state.to_move(), thought.score.0));
                }
                let legal = state.legal_moves();
                let mv = if ply < 6 { legal[(dice.roll() % legal.len() as u64) as usize] } else { thought.best };
                state.play(mv, Chance(dice.roll())).expect("legal");
                ply += 1;
            }
            plies += ply;
            let winner = state.end().and_then(|end| end.outcome.winner());
            if winner.is_some() {
                wins += 1
            } else {
                draws += 1
            }
            for (seat, score) in scores {
                let result = match winner {
                    None => 0.5,
                    Some(w) if w == seat => 1.0,
                    Some(_) => 0.0,
                };
                samples.push((f64::from(score), result));
            }
        }
        let loss = |k: f64, decisive: bool| {
            samples
                .iter()
                .filter(|(_, r)| !decisive || *r != 0.5)
                .map(|(s, r)| {
                    let p = (1.0 / (1.0 + (-s / k).exp())).clamp(0.001, 0.999);
                    -(r * p.ln() + (1.0 - r) * (1.0 - p).ln())
                })
                .sum::<f64>()
        };
        let best = |decisive| {
            (1..80)
                .map(|n| f64::from(n) * 10.0)
                .min_by(|a, b| loss(*a, decisive).total_cmp(&loss(*b, decisive)))
                .unwrap()
        };
        println!(
            "{variant}: {wins} won {draws} drawn, {} plies a game, {} samples, k = {} (decisive {})",
            plies / games as usize,
            samples.len(),
            best(false),
            best(true)
        );
    }
}
