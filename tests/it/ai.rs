//! The AI: what it must see and must not do at each level, on data; that it never breaks a rule; and who beats whom.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use doushou::ai::{self, Habits, Limits, Mind, Score, Thought, TranspositionTable};
use doushou::rules::{Animal, Chance, EndReason, Move, Outcome, Seat, Setup, State, Variant};
use doushou::tables::{Known, Tablebase, WITH_DISTANCES, Wdl};
use proptest::prelude::*;

/// The strongest level that answers at once.
const QUICK: Animal = Animal::Tiger;

/// A position, perhaps with moves played from it.
pub fn state(setup: &Setup, text: &str) -> State {
    let (fen, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    let mut state = setup.from_fen(fen).unwrap_or_else(|error| panic!("{text}: {error}"));
    for mv in moves.split_whitespace() {
        let mv: Move = mv.parse().expect(text);
        state.play(mv, Chance(0)).unwrap_or_else(|illegal| panic!("{text}: {mv} is {illegal:?}"));
    }
    state
}

fn standard(fen: &str) -> State {
    state(&Setup::default(), fen)
}

fn mind() -> &'static Mind {
    static MIND: OnceLock<Mind> = OnceLock::new();
    MIND.get_or_init(Mind::default)
}

/// The engine's verdict after this many nodes.
fn think(state: &State, nodes: u64, habits: &Habits) -> Option<Thought> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    ai::think(state, &TranspositionTable::new(1), &limits, habits, None, &mut |_| ())
}

/// What each player from a level on plays: the levels that answer at once by several chances, and the engine.
fn answers(state: &State, from: Animal) -> Vec<(String, Move)> {
    let mut answers = Vec::new();
    for level in Animal::STANDARD.into_iter().filter(|&level| level >= from && level <= QUICK) {
        for chance in 0..if level < QUICK { 6 } else { 1 } {
            let mv = ai::choose(state, level, Chance(chance), mind(), Duration::MAX).expect("a move");
            answers.push((format!("{level} (chance {chance})"), mv));
        }
    }
    for helpers in [0, 2] {
        let limits = Limits { nodes: Some(100_000), helpers, ..Limits::default() };
        let thought = ai::think(state, &TranspositionTable::new(1), &limits, &Habits::default(), None, &mut |_| ())
            .expect("a move");
        answers.push((format!("the engine with {helpers} helpers"), thought.best));
    }
    answers
}

#[test]
fn tactics() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/ai/tactics.txt");
    let text = fs::read_to_string(path).expect("the data");
    let mut failures = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let [position, options, from, verdict, why] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("not five columns: {line}");
        };
        let setup: Setup = format!("{} {options}", Variant::Jungle).parse().expect(line);
        let state = state(&setup, position);
        let (verb, moves) = verdict.split_once(' ').expect(line);
        let moves: Vec<Move> = moves.split(' ').map(|mv| mv.parse().expect(line)).collect();
        let wanted = match verb {
            "best" => true,
            "avoid" => false,
            _ => panic!("neither best nor avoid: {line}"),
        };
        let legal = state.legal_moves();
        for (player, mv) in answers(&state, Animal::from_name(from).expect(line)) {
            if !legal.contains(&mv) || moves.contains(&mv) != wanted {
                failures.push(format!("{player} plays {mv} in {position} ({options}): {why}"));
            }
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn only_legal_moves_in_every_preset() {
    let levels = [Animal::Rat, Animal::Cat, Animal::Dog, Animal::Wolf];
    for preset in Setup::presets(Variant::Jungle) {
        let setup = Setup::preset(Variant::Jungle, preset).expect("a preset");
        let mut state = setup.start();
        for ply in 0..200 {
            match ai::choose(&state, levels[ply % levels.len()], Chance(ply as u64), mind(), Duration::MAX) {
                Some(mv) => {
                    assert!(state.legal_moves().contains(&mv), "{preset}: {mv} in {}", state.fen());
                    state.play(mv, Chance(0)).expect("legal");
                }
                None => {
                    assert!(state.end().is_some(), "{preset}: no move in {}", state.fen());
                    state = setup.start();
                }
            }
        }
    }
}

/// A player's move in a position, by a number of chance.
type Player<'a> = &'a dyn Fn(&State, u64) -> Move;

/// How many of these games the first player wins, with changing seats.
fn wins(games: u64, one: Player, other: Player) -> usize {
    let won = |&game: &u64| {
        let (seat, players) = match game.is_multiple_of(2) {
            true => (Seat::First, [one, other]),
            false => (Seat::Second, [other, one]),
        };
        let mut state = Setup::default().start();
        while state.end().is_none() {
            let mv = players[state.to_move().index()](&state, state.hash() ^ game);
            state.play(mv, Chance(0)).expect("players play legal moves");
        }
        state.end().and_then(|end| end.outcome.winner()) == Some(seat)
    };
    (0..games).filter(won).count()
}

#[test]
fn the_stronger_level_wins() {
    let level = |level| {
        move |state: &State, chance| ai::choose(state, level, Chance(chance), mind(), Duration::MAX).expect("a move")
    };
    let engine = |state: &State, seed| {
        let habits = Habits { seed, noise: 3, ..Habits::default() };
        think(state, 5_000, &habits).expect("a move").best
    };
    let matches: [(&str, u64, Player, Player, usize); 5] = [
        ("the engine against Rat", 8, &engine, &level(Animal::Rat), 8),
        ("Cat against Rat", 16, &level(Animal::Cat), &level(Animal::Rat), 12),
        ("Dog against Cat", 16, &level(Animal::Dog), &level(Animal::Cat), 12),
        ("Wolf against Dog", 16, &level(Animal::Wolf), &level(Animal::Dog), 11),
        ("Leopard against Wolf", 16, &level(Animal::Leopard), &level(Animal::Wolf), 11),
    ];
    for (who, games, one, other, least) in matches {
        let won = wins(games, one, other);
        assert!(won >= least, "{who}: {won} of {games}");
    }
}

#[test]
fn there_is_no_move_after_the_end() {
    let over = standard("3C3/7/7/7/7/7/7/7/6l b");
    assert!(over.end().is_some_and(|end| end.outcome == Outcome::Win(Seat::First)));
    for level in Animal::STANDARD {
        assert_eq!(ai::choose(&over, level, Chance(1), mind(), Duration::MAX), None);
    }
    assert!(think(&over, 1_000, &Habits::default()).is_none());
}

/// At the quiet limit a side that 17-5 leaves no move has lost, and the game is no draw (rule 2.11).
#[test]
fn being_out_of_moves_comes_before_the_quiet_limit() {
    let mut state = standard("1c5/7/7/7/7/7/7/7/W5L r 165");
    let red = ["a1a2", "g1g2", "a2a1", "g2g1"];
    // Around four squares: no square three times within seven moves, but all of them within seventeen.
    let blue = ["b9a9", "a9a8", "a8b8", "b8b9"];
    let around = red.into_iter().zip(blue).cycle();
    for mv in around.take(17).flat_map(|(red, blue)| [red, blue]) {
        state.play(mv.parse().expect("a move"), Chance(0)).unwrap_or_else(|illegal| panic!("{mv}: {illegal:?}"));
    }
    let thought = think(&state, 10_000, &Habits::default()).expect("a move");
    assert_eq!(thought.score.plies_to_end(), Some(1), "{} in {}", thought.score, state.fen());
    state.play(thought.best, Chance(0)).expect("legal");
    assert_eq!(state.end().map(|end| end.reason), Some(EndReason::Violation), "{}", state.fen());
}

#[test]
fn the_only_move_is_played_at_once() {
    let state = standard("7/7/7/7/7/7/7/W6/d6 b");
    let legal = state.legal_moves();
    assert_eq!(legal.len(), 1);
    assert_eq!(ai::choose(&state, Animal::Elephant, Chance(0), mind(), Duration::MAX), legal.first().copied());
}

#[test]
fn openings_differ() {
    let start = Setup::default().start();
    for level in Animal::STANDARD {
        let first = |chance: u64| match level <= Animal::Leopard {
            true => ai::choose(&start, level, Chance(chance), mind(), Duration::MAX).expect("a move"),
            false => think(&start, 40_000, &ai::level::habits(level, Chance(chance))).expect("a move").best,
        };
        let mut moves: Vec<Move> = (0..24).map(first).collect();
        moves.sort();
        moves.dedup();
        assert!(moves.len() >= 3, "{level} begins by {moves:?} only");
    }
}

#[test]
fn the_same_chance_makes_the_same_move() {
    let state = standard("l5t/1d3c1/2p1w1e/2r4/2R4/7/E1W1P2/1C3D1/T5L r");
    for level in Animal::STANDARD.into_iter().filter(|&level| level < QUICK) {
        for chance in 0..4 {
            let choose = || ai::choose(&state, level, Chance(chance), mind(), Duration::MAX);
            assert_eq!(choose(), choose(), "{level}, chance {chance}");
        }
    }
}

#[test]
fn a_draw_is_taken_by_who_is_not_better() {
    let ahead = standard("6c/7/7/7/7/7/E1W1P2/7/T5L b");
    assert!(ai::accepts_draw(&ahead, Seat::Second, Animal::Elephant, mind()));
    assert!(!ai::accepts_draw(&ahead, Seat::First, Animal::Elephant, mind()));
    let even = Setup::default().start();
    for seat in Seat::BOTH {
        assert!(ai::accepts_draw(&even, seat, Animal::Wolf, mind()));
    }
}

/// What a search in this table finds at this depth: its score, and how many nodes it took.
fn look(state: &State, table: &TranspositionTable, depth: u32) -> (Score, u64) {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let thought = ai::think(state, table, &limits, &Habits::default(), None, &mut |_| ()).expect("a move");
    (thought.score, thought.nodes)
}

#[test]
fn what_is_remembered_need_not_be_searched_again() {
    let mut state = standard("l5t/1d3c1/2p1w1e/2r4/2R4/7/E1W1P2/1C3D1/T5L r");
    let kept = TranspositionTable::new(4);
    let (mut with, mut without) = (0, 0);
    for _ in 0..12 {
        with += look(&state, &kept, 9).1;
        without += look(&state, &TranspositionTable::new(4), 9).1;
        let mv = think(&state, 5_000, &Habits::default()).expect("a move").best;
        state.play(mv, Chance(0)).expect("legal");
    }
    assert!(with * 4 < without * 3, "{with} nodes with a table that is kept, {without} without");
}

/// One table serves games under other rules, with other histories and other sides to think, and none misleads another.
#[test]
fn what_one_game_teaches_misleads_no_other() {
    const WON: &str = "7/7/7/3W3/7/7/6d/7/R6 r";
    let around = "moves a1b1 g3g4 b1a1 g4g3 a1b1 g3g4 b1a1 g4g3";
    let beside = "7/7/7/7/r6/E6/7/7/7 r";
    let positions = [
        ("", format!("{WON} 0")),
        ("QuietPlies=20", format!("{WON} 17")),
        ("", format!("{WON} 197")),
        ("", format!("{WON} 0 {around}")),
        ("Violations=none;Cycle=draw", format!("{WON} 0 moves a1b1 g3g4 b1a1 g4g3")),
        ("ElephantRat=takes", format!("{beside} 0")),
        ("", format!("{beside} 0")),
        ("Violations=none;QuietPlies=20", format!("{beside} 14")),
    ];
    let states = positions.map(|(options, text)| {
        let setup: Setup = format!("jungle {options}").trim().parse().expect("rules");
        state(&setup, &text)
    });
    let alone = states.each_ref().map(|state| look(state, &TranspositionTable::new(1), 7).0);
    let distinct = alone.iter().collect::<std::collections::HashSet<_>>().len();
    assert!(distinct >= 3, "these games differ: {alone:?}");
    let kept = TranspositionTable::new(1);
    // Everything after everything else.
    for step in [1, 3, 5, 7] {
        for turn in 0..states.len() {
            let n = turn * step % states.len();
            let (score, _) = look(&states[n], &kept, 7);
            let same = score == alone[n] || score.plies_to_end().is_none() && alone[n].plies_to_end().is_none();
            assert!(same, "{score} instead of {} in {}", alone[n], states[n].fen());
        }
    }
}

#[test]
fn a_draw_is_worth_less_to_who_thinks_little_of_the_opponent() {
    for (quiet, contempt) in [(199, 0), (199, 25), (198, 25), (197, -25)] {
        let state = standard(&format!("7/7/7/3W3/7/7/1c5/7/7 r {quiet}"));
        let habits = Habits { contempt, ..Habits::default() };
        let thought = think(&state, 5_000, &habits).expect("a move");
        assert_eq!(thought.score, Score(-contempt), "{quiet} plies without a capture");
    }
}

/// However little time there is, every move has been looked at once.
#[test]
fn no_time_is_no_excuse() {
    let state = standard("7/3C3/7/7/7/7/E1W1P2/7/T5l r");
    for level in Animal::STANDARD {
        for chance in 0..8 {
            let mv = ai::choose(&state, level, Chance(chance), mind(), Duration::ZERO).expect("a move");
            assert_eq!(mv.to_string(), "d8d9", "{level}");
        }
    }
}

/// Threads beside the one that decides end with it, whatever ends it.
#[test]
fn helpers_end() {
    let (start, table) = (Setup::default().start(), TranspositionTable::new(4));
    for limits in [
        Limits { depth: Some(7), ..Limits::default() },
        Limits { nodes: Some(20_000), ..Limits::default() },
        Limits { time: Some(Duration::ZERO), ..Limits::default() },
        Limits { stop: Arc::new(AtomicBool::new(true)), ..Limits::default() },
    ] {
        let limits = Limits { helpers: 3, ..limits };
        let thought = ai::think(&start, &table, &limits, &Habits::default(), None, &mut |_| ()).expect("a move");
        assert!(start.legal_moves().contains(&thought.best), "{limits:?}");
    }
}

/// Many games at once share one mind: every move is legal, and the mind grows no larger.
#[test]
fn many_games_share_a_mind() {
    const GAMES: u64 = 24;
    let mind = Mind::default();
    let variants = Variant::ALL;
    let moves: usize = std::thread::scope(|scope| {
        let play = |game: u64| {
            let mut state = Setup::standard(variants[game as usize % variants.len()]).start();
            for ply in 0..30 {
                let chance = Chance(game * 100 + ply);
                let few = Duration::from_millis(2);
                let Some(mv) = ai::choose(&state, Animal::Elephant, chance, &mind, few) else { return ply as usize };
                assert!(state.legal_moves().contains(&mv), "{mv} in {}", state.fen());
                state.play(mv, chance).expect("legal");
            }
            30
        };
        let games: Vec<_> = (0..GAMES).map(|game| scope.spawn(move || play(game))).collect();
        games.into_iter().map(|game| game.join().expect("no game fails")).sum()
    });
    assert!(moves >= GAMES as usize * 10, "{moves} moves");
    assert!(mind.memory() < (ai::MIND_MEGABYTES + 1) << 20, "{} bytes", mind.memory());
}

#[test]
fn a_deep_win_is_seen() {
    let state = standard("7/7/7/3W3/7/7/6d/7/R6 r");
    let thought = think(&state, 200_000, &Habits::default()).expect("a move");
    assert_eq!(thought.score.plies_to_end(), Some(5), "{}", thought.score);
    assert_eq!(thought.pv.first(), Some(&thought.best));
}

/// Plays an ending out by what the engine chooses after so many nodes; the other side holds out as long as it can. Returns
/// who won, and after how many plies.
fn play_out(
    mut state: State,
    nodes: u64,
    tables: &Arc<Tablebase>,
    endings: Option<&Arc<Tablebase>>,
) -> (Option<Seat>, u32) {
    let winner = state.to_move();
    let mut plies = 0;
    while state.end().is_none() {
        let mv = if state.to_move() == winner {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let table = TranspositionTable::new(1);
            let thought = ai::think(&state, &table, &limits, &Habits::default(), endings.cloned(), &mut |_| ());
            thought.expect("a move").best
        } else {
            let holds_out = |mv: &Move| match probe_after(&state, *mv, tables) {
                Some(Known { wdl: Wdl::Win, dtw: Some(dtw) }) => dtw.0,
                None => 0,
                // A way out.
                Some(_) => u16::MAX,
            };
            state.legal_moves().into_iter().max_by_key(holds_out).expect("a move")
        };
        state.play(mv, Chance(0)).expect("legal");
        plies += 1;
    }
    (state.end().and_then(|end| end.outcome.winner()), plies)
}

/// What the tables say after a move, for the side then to move.
fn probe_after(state: &State, mv: Move, tables: &Tablebase) -> Option<Known> {
    let mut next = state.clone();
    next.play(mv, Chance(0)).expect("legal");
    let State::Jungle(next) = &next else { panic!("{}", next.fen()) };
    tables.probe(next.position())
}

/// The longest wins of two and three animals, with 7-3, 17-5 and the quiet limit in force.
#[test]
fn won_endings_are_won() {
    let State::Jungle(start) = Setup::default().start() else { panic!("another default") };
    let tables = Arc::new(Tablebase::solved(start.tables().options(), WITH_DISTANCES));
    let hardest = (2..=3).flat_map(|pieces| tables.tallies(pieces)).filter(|set| set.tally.longest.0 >= 39);
    let (mut played, mut saved) = (0, 0);
    for set in hardest {
        let fen = set.longest.expect("a position").fen(start.tables());
        let state = standard(&fen);
        let (seat, plies) = (state.to_move(), u32::from(set.tally.longest.0));
        let (_, without) = play_out(state.clone(), 3_000, &tables, None);
        let (winner, taken) = play_out(state, 3_000, &tables, Some(&tables));
        assert!(winner == Some(seat) && taken <= plies, "{fen}: {winner:?} after {taken} plies, not in {plies}");
        saved += i64::from(without) - i64::from(taken);
        played += 1;
    }
    assert!(played >= 10, "{played} endings");
    assert!(saved >= 100, "{saved} plies fewer than without the tables");
}

/// A cat against a cat, with the longest way to the win that two animals have.
const LONG_WIN: &str = "7/7/7/7/7/7/1c5/7/C6 r 0";

/// With few plies left before the game is a draw, a win that takes longer is none.
#[test]
fn a_promise_that_comes_too_late_is_none() {
    let tables = Arc::new(Tablebase::solved(&doushou::rules::jungle::Options::STANDARD, 2));
    let think = |fen: &str| {
        let state = standard(fen);
        let State::Jungle(inner) = &state else { panic!("{fen}") };
        let known = tables.probe(inner.position()).expect("two animals");
        assert_eq!(known.wdl, Wdl::Win);
        let limits = Limits { nodes: Some(2_000), ..Limits::default() };
        let endings = Some(Arc::clone(&tables));
        let thought = ai::think(&state, &TranspositionTable::new(1), &limits, &Habits::default(), endings, &mut |_| ());
        (thought.expect("a move").score, known.dtw.expect("a distance").0)
    };
    let (early, plies) = think(LONG_WIN);
    assert_eq!(early, Score::promised_win_in(usize::from(plies)));
    let late = think(&LONG_WIN.replace(" 0", &format!(" {}", 200 - plies + 1))).0;
    assert!(late < Score::promised_win_in(900), "{late}");
    assert!(think(&LONG_WIN.replace(" 0", &format!(" {}", 200 - plies))).0 >= early);
}

/// Any rule set: every option set to one of its values.
fn any_setup() -> impl Strategy<Value = Setup> {
    let options = Setup::default().options();
    let picks: Vec<_> = options.iter().map(|option| 0..option.values.len()).collect();
    picks.prop_map(move |picks| {
        let mut setup = Setup::default();
        for (option, pick) in options.iter().zip(picks) {
            setup.set(option.name, option.values[pick]).expect("a value on offer");
        }
        setup
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// From anywhere under any rules: a legal move exactly while the game goes on.
    #[test]
    fn no_position_is_too_odd(
        setup in any_setup(),
        steps in proptest::collection::vec(any::<u16>(), 0..160),
        level in 0usize..5,
        chance: u64,
    ) {
        let mut state = setup.start();
        for step in steps {
            let legal = state.legal_moves();
            let Some(mv) = legal.get(usize::from(step) % legal.len().max(1)) else { break };
            state.play(*mv, Chance(0)).expect("legal");
        }
        let legal = state.legal_moves();
        let chosen = [
            ai::choose(&state, Animal::STANDARD[level], Chance(chance), mind(), Duration::MAX),
            think(&state, 3_000, &Habits::default()).map(|thought| thought.best),
        ];
        for mv in chosen {
            prop_assert_eq!(mv.is_some(), state.end().is_none());
            prop_assert!(mv.is_none_or(|mv| legal.contains(&mv)), "{:?} in {}", mv, state.fen());
        }
        for seat in Seat::BOTH {
            ai::accepts_draw(&state, seat, Animal::STANDARD[level], mind());
        }
    }
}
