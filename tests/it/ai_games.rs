//! The AI in every game: it beats whoever moves at random, the strong levels beat the weak ones, and it breaks no rule.
//!
//! `DOUSHOU_AI_GAMES=100` plays so many games of each match instead of a few, and tells the results; `DOUSHOU_LEGAL_GAMES=10000`
//! plays so many quick games under rules drawn at random.

use std::sync::OnceLock;
use std::time::Duration;

use doushou::ai::{self, Habits, Judgment, Limits, Mind, Thought, TranspositionTable};
use doushou::rules::{Animal, Chance, Dice, Move, Outcome, Seat, Setup, State, Variant};

/// Nodes the engine gets for a move in quick games.
const NODES: u64 = 1_500;
/// A game that takes longer counts as a draw.
const LONGEST: usize = 400;

fn mind() -> &'static Mind {
    static MIND: OnceLock<Mind> = OnceLock::new();
    MIND.get_or_init(Mind::default)
}

/// Who chooses a move, and by which chance.
type Player<'a> = &'a dyn Fn(&State, u64) -> Move;

fn at_random(state: &State, chance: u64) -> Move {
    let moves = state.legal_moves();
    moves[(chance % moves.len() as u64) as usize]
}

fn engine(state: &State, chance: u64) -> Move {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let habits = Habits { seed: chance, noise: 3, careful: true, ..Habits::default() };
    let table = TranspositionTable::new(1);
    ai::think(state, &table, &limits, &habits, None, &mut |_| ()).expect("a move").best
}

fn level(level: Animal) -> impl Fn(&State, u64) -> Move {
    move |state, chance| ai::choose(state, level, Chance(chance), mind(), Duration::MAX).expect("a move")
}

/// A game between two players by seat; every move has to be legal.
fn play(setup: &Setup, players: [Player; 2], dice: &mut Dice) -> Option<Seat> {
    let mut state = setup.start();
    for _ in 0..LONGEST {
        if let Some(end) = state.end() {
            return end.outcome.winner();
        }
        let mv = players[state.to_move().index()](&state, dice.roll());
        state.play(mv, Chance(dice.roll())).unwrap_or_else(|why| panic!("{mv} in {}: {why:?}", state.fen()));
    }
    None
}

/// Half points of the first player over so many games, seats changing.
fn score(setup: &Setup, games: u32, one: Player, other: Player) -> u32 {
    let points = (0..games).map(|game| {
        let mut dice = Dice(u64::from(game) + 1);
        let (seat, players) = if game % 2 == 0 { (Seat::First, [one, other]) } else { (Seat::Second, [other, one]) };
        match play(setup, players, &mut dice) {
            None => 1,
            Some(winner) if winner == seat => 2,
            Some(_) => 0,
        }
    });
    points.sum()
}

/// How many games to play: a few, or as many as are asked for.
fn games(few: u32) -> u32 {
    asked("DOUSHOU_AI_GAMES", few)
}

fn asked(variable: &str, few: u32) -> u32 {
    std::env::var(variable).map_or(few, |games| games.parse().expect("a number of games"))
}

/// Any game under any rules: every option has one of its values.
fn any_setup(dice: &mut Dice) -> Setup {
    let mut pick = |count: usize| (dice.roll() % count as u64) as usize;
    let mut setup = Setup::standard(Variant::ALL[pick(Variant::ALL.len())]);
    for option in setup.options() {
        setup.set(option.name, option.values[pick(option.values.len())]).expect("a value on offer");
    }
    setup
}

#[test]
fn no_move_is_illegal_in_any_game_under_any_rules() {
    let games = asked("DOUSHOU_LEGAL_GAMES", 40);
    let (mut played, mut moves) = (0, 0);
    for game in 0..games {
        let mut dice = Dice(u64::from(game));
        let setup = any_setup(&mut dice);
        let mut state = setup.start();
        for _ in 0..LONGEST {
            let level = Animal::STANDARD[(dice.roll() % 8) as usize];
            let habits = ai::level::habits(level, Chance(dice.roll()));
            let limits = Limits { nodes: Some(1 + dice.roll() % 100), ..Limits::default() };
            let table = TranspositionTable::new(1);
            let thought = ai::think(&state, &table, &limits, &habits, None, &mut |_| ());
            let Some(Thought { best, .. }) = thought else { break };
            if let Err(why) = state.play(best, Chance(dice.roll())) {
                panic!("game {game}, {setup}: {best} is {why:?} in {}", state.fen());
            }
            moves += 1;
        }
        assert!(state.end().is_some() || !state.legal_moves().is_empty(), "game {game}, {setup}: {}", state.fen());
        played += u32::from(state.end().is_some());
    }
    println!("{games} games, {moves} moves, none illegal; {played} games came to an end");
    assert!(played > games / 4, "{played} of {games} games came to an end");
}

/// The network is worth what it was trained for, under the rules it was trained by and under others.
#[test]
fn the_network_beats_the_weights_alone() {
    let games = games(16);
    for preset in ["standard", "platform", "hall", "leaflet"] {
        let setup = Setup::preset(Variant::Jungle, preset).expect("a preset");
        let by = |judgment: Judgment| {
            move |state: &State, chance: u64| {
                let limits = Limits { nodes: Some(NODES), ..Limits::default() };
                let habits = Habits { seed: chance, noise: 3, judgment: judgment.clone(), ..Habits::default() };
                ai::think(state, &TranspositionTable::new(1), &limits, &habits, None, &mut |_| ()).expect("a move").best
            }
        };
        let points = score(&setup, games, &by(Judgment::Best), &by(Judgment::Weights));
        println!("{preset}: {} of {games} for the network", f64::from(points) / 2.0);
        assert!(points * 100 >= games * 2 * 55, "{preset}: {points} half points of {games}");
    }
}

#[test]
fn nobody_wins_by_moving_at_random() {
    let games = games(6);
    for &variant in Variant::ALL {
        let points = score(&Setup::standard(variant), games, &engine, &at_random);
        println!("{variant}: the engine {} of {games} against random moves", f64::from(points) / 2.0);
        assert!(
            points * 100 >= games * 2 * 95 || (games < 20 && points + 1 >= games * 2),
            "{variant}: {points} half points of {games}"
        );
    }
}

#[test]
fn levels_mean_something_in_every_game() {
    let games = games(6);
    for &variant in Variant::ALL {
        let points = score(&Setup::standard(variant), games, &level(Animal::Leopard), &level(Animal::Rat));
        println!("{variant}: leopard {} of {games} against rat", f64::from(points) / 2.0);
        assert!(points * 100 >= games * 2 * 70, "{variant}: {points} half points of {games}");
    }
}

#[test]
fn what_wins_at_once_is_played() {
    let cases = [
        ("pet", "5r/6/6/6/eD4/2C3 r"),
        ("primitive", "6/6/6/6/1d1w2/1E1L2 r"),
        ("pattern", "7/3B3/5s1/7/7/7/7/7/L6 r"),
        ("king", "2K4/7/7/7/7/7/7/k6/E6 r"),
        ("plains", "7/3C3/6t/7/7/7/7/7/7 r"),
        ("fields", "7/2C3t/7/7/7/7/7/7/7 r"),
    ];
    for (variant, fen) in cases {
        let setup: Setup = variant.parse().expect(variant);
        let state = setup.from_fen(fen).unwrap_or_else(|error| panic!("{variant} {fen}: {error}"));
        let wins = |mv: &Move| {
            let mut next = state.clone();
            next.play(*mv, Chance(0)).expect("legal");
            next.end().is_some_and(|end| end.outcome == Outcome::Win(state.to_move()))
        };
        if !state.legal_moves().iter().any(wins) {
            panic!("{variant} {fen}: nothing wins at once");
        }
        for seed in 0..4 {
            let mv = engine(&state, seed);
            assert!(wins(&mv), "{variant} {fen}: {mv}");
        }
    }
}
