//! The coach: grades on data, games of every variant looked at again, budgets, hints.

use std::fs;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use doushou::coach::{self, Analysis, Budget, Grade};
use doushou::rules::{Chance, Dice, Move, Ply, Seat, Setup, State, Variant};
use doushou::tables::{Tablebase, WITH_DISTANCES};

use crate::ai::state;

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
fn random_games_of_every_variant_are_looked_at_again() {
    for (n, &variant) in Variant::ALL.iter().enumerate() {
        for seed in 0..2 {
            let (start, plies) = random_game(Setup::standard(variant), 10 * n as u64 + seed, 40);
            let budget = Budget { total: 60_000, position: 2_000 };
            let mut told = Vec::new();
            let mut go_on = |percent| {
                told.push(percent);
                true
            };
            let analysis = coach::analyse(&start, &plies, budget, None, &mut go_on).expect("a game");
            check(&start, &plies, budget, &analysis).unwrap_or_else(|fault| panic!("{variant}, game {seed}: {fault}"));
            assert!(
                told.is_sorted() && told.first() == Some(&0) && told.iter().all(|&percent| percent < 100),
                "{told:?}"
            );
            let again = coach::analyse(&start, &plies, budget, None, &mut |_| true).expect("a game");
            assert_eq!(analysis, again, "{variant}: the same game, the same words");
        }
    }
}

/// What has to hold of every analysis.
fn check(start: &State, plies: &[Ply], budget: Budget, analysis: &Analysis) -> Result<(), String> {
    let that = |holds: bool, what: &str| if holds { Ok(()) } else { Err(format!("{what}: {analysis:?}")) };
    // A search notices its limit at the node behind it.
    that(analysis.nodes <= budget.total + 500, "more positions than allowed")?;
    that(analysis.moves.len() == plies.len() && analysis.graph.len() == plies.len() + 1, "not every ply")?;
    that(analysis.turning.len() <= 4, "too many turning points")?;
    let mut state = start.clone();
    for (judged, &ply) in analysis.moves.iter().zip(plies) {
        let legal = state.legal_moves();
        that(judged.ply == ply && judged.seat == state.to_move(), "another ply")?;
        that(legal.contains(&judged.best), "a best move that is not legal")?;
        that(judged.before >= judged.after, "a move better than the best")?;
        that(judged.grade.is_none() == (legal.len() == 1), "graded without a choice")?;
        state.replay(ply).map_err(|illegal| format!("{ply}: {illegal:?}"))?;
    }
    for turn in &analysis.turning {
        let mut state = start.clone();
        plies[..turn.ply].iter().for_each(|&ply| drop(state.replay(ply).expect("it was played")));
        that(!turn.line.is_empty() && !turn.reasons.is_empty(), "a turning point without a word")?;
        that(turn.line[0] != plies[turn.ply].mv, "the move played is said to be better")?;
        for &mv in &turn.line {
            state
                .replay(Ply { mv, revealed: None })
                .or_else(|_| state.play(mv, Chance(0)))
                .map_err(|illegal| format!("{mv} in the line of ply {} is {illegal:?}", turn.ply))?;
        }
    }
    for seat in Seat::BOTH {
        let graded = analysis.moves.iter().filter(|judged| judged.seat == seat && judged.grade.is_some()).count();
        let tally = analysis.tallies[seat.index()];
        that(tally.counts.iter().sum::<u32>() == graded as u32, "counted wrong")?;
        that(tally.accuracy.is_some() == (graded > 0), "an accuracy of nothing")?;
        that(tally.accuracy.is_none_or(|accuracy| accuracy <= 100), "more than all")?;
    }
    Ok(())
}

#[test]
fn what_a_card_turns_out_to_be_makes_no_move_better_or_worse() {
    for variant in [Variant::Flip, Variant::Dalian] {
        let start = Setup::standard(variant).start();
        let first: Move = "@b2".parse().expect("a flip");
        let budget = Budget { total: 100_000, position: 2_000 };
        let judged = |chance| {
            let ply = start.clone().play(first, Chance(chance)).expect("a legal flip").ply;
            let analysis = coach::analyse(&start, &[ply], budget, None, &mut |_| true).expect("a game");
            let judged = &analysis.moves[0];
            (judged.grade, judged.before, judged.after)
        };
        let (best_card, worst_card) = (judged(0), judged(7));
        assert_eq!(best_card, worst_card, "{variant}");
        assert!(
            matches!(best_card.0, Some(Grade::Best | Grade::Fine)),
            "{variant}: every first card is as good: {best_card:?}"
        );
    }
}

#[test]
fn tables_have_their_word() {
    let mut failures = Vec::new();
    for line in lines("tables.txt") {
        let [setup, position, plies, said, why] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("not five columns: {line}");
        };
        let start = state(&setup.parse().expect(&line), position);
        let plies: Vec<Ply> = plies.split_whitespace().map(|ply| ply.parse().expect(&line)).collect();
        let budget = Budget { total: 60_000, position: 10_000 };
        let analysis = coach::analyse(&start, &plies, budget, Some(tables()), &mut |_| true).expect(&line);
        let words = match analysis.tables {
            None => "unknown".to_owned(),
            Some(tables) => {
                let winner = match tables.winner {
                    None => "draw",
                    Some(Seat::First) => "red",
                    Some(Seat::Second) => "blue",
                };
                let hint = if tables.hint_only { " hint" } else { "" };
                format!("after {}: {winner} {}{hint}", tables.ply, tables.plies.unwrap_or(0))
            }
        };
        if words != said {
            failures.push(format!("{position}: {words}, not {said}: {why}"));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn hints() {
    let mut failures = Vec::new();
    for line in lines("hints.txt") {
        let [setup, position, moves, keys, why] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("not five columns: {line}");
        };
        let state = state(&setup.parse().expect(&line), position);
        let hint = coach::hint(&state, None, Duration::MAX).expect("a move");
        let said: Vec<&str> = hint.reasons.iter().map(|reason| reason.key()).collect();
        let mv = hint.mv.to_string();
        if !moves.split_whitespace().any(|good| good == mv) || said.join(" ") != keys {
            failures.push(format!("{position}: {mv} {said:?}, not {moves} {keys}: {why}"));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn hints_are_legal_in_every_variant() {
    for (n, &variant) in Variant::ALL.iter().enumerate() {
        let (start, plies) = random_game(Setup::standard(variant), n as u64, 30);
        let mut state = start;
        for (at, ply) in plies.into_iter().enumerate() {
            if at % 10 == 9 {
                let hint = coach::hint(&state, None, Duration::MAX).expect("the game goes on");
                assert!(state.legal_moves().contains(&hint.mv), "{variant}: {}", hint.mv);
                assert!((1..=2).contains(&hint.reasons.len()), "{variant}: {:?}", hint.reasons);
            }
            state.replay(ply).expect("it was played");
        }
    }
}

#[test]
fn a_stop_is_obeyed() {
    let (start, plies) = random_game(Setup::default(), 1, 10);
    let budget = Budget { total: 10_000, position: 1_000 };
    let mut steps = 0;
    let mut go_on = |_| {
        steps += 1;
        steps < 4
    };
    assert_eq!(coach::analyse(&start, &plies, budget, None, &mut go_on), None);
    assert_eq!(steps, 4);
}
