//! Every game but the standard one against its naive twin: leaf counts, and random games ply by ply.

use std::collections::BTreeSet;

use doushou::rules::{Chance, Dice, Setup, State, Variant, perft};

use super::naive::{self, Naive, naive_perft};

/// Counts up to this are checked with the naive games, which take their time.
const MOST_NAIVE_LEAVES: u64 = 10_000;
/// Counts up to this are checked with the real ones.
const MOST_LEAVES: u64 = 3_000_000;
/// How many random games of each variant are played, whatever its options.
const GAMES: usize = 120;
/// A random game that lasts longer is broken off.
const MOST_PLIES: usize = 250;

/// A line of the table of counts.
struct Counted {
    line: &'static str,
    variant: &'static str,
    options: Vec<(&'static str, &'static str)>,
    plies: Vec<&'static str>,
    leads_to: &'static str,
    counts: Vec<u64>,
}

fn table() -> Vec<Counted> {
    let lines = include_str!("../data/rules/variants.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let [variant, options, plies, leads_to, counts] = line.split('|').map(str::trim).collect::<Vec<_>>()[..]
            else {
                panic!("not five columns: {line}");
            };
            let options = options.split_terminator(';').map(|option| option.split_once('=').expect(line));
            let counts = counts.split(',').map(|count| count.trim().parse().expect(line));
            let (options, counts) = (options.collect(), counts.collect());
            Counted { line, variant, options, plies: plies.split_whitespace().collect(), leads_to, counts }
        })
        .collect()
}

/// What a player chose so that this ply happened: a card turned, without what came up.
fn choice(ply: &str) -> &str {
    if ply.starts_with('@') { &ply[..3] } else { ply }
}

/// Where a game stands: the board, or how it ended.
fn told(game: &dyn Naive) -> String {
    let seat = |winner| ["the first seat wins", "the second seat wins"][usize::from(winner)];
    match game.end() {
        None => game.board(),
        Some((winner, why)) => format!("{why}, {}", winner.map_or("nobody wins", seat)),
    }
}

#[test]
fn naive_games_agree_with_the_counts() {
    let mut cases = 0;
    for Counted { line, variant, options, plies, leads_to, counts } in table() {
        let mut game = naive::start(variant, &options).expect(line);
        for ply in plies {
            assert!(game.legal().iter().any(|legal| legal == choice(ply)), "{ply} is not legal: {line}");
            game.play(ply);
        }
        assert_eq!(told(&*game), leads_to, "{line}");
        for (depth, count) in (1..).zip(counts).filter(|(_, count)| *count <= MOST_NAIVE_LEAVES) {
            assert_eq!(naive_perft(&*game, depth), count, "depth {depth} of {line}");
            cases += 1;
        }
    }
    assert!(cases > 200, "only {cases} counts were compared");
}

#[test]
fn games_agree_with_the_counts() {
    for Counted { line, variant, options, plies, counts, .. } in table() {
        let known = Variant::ALL.iter().copied().find(|known| known.name() == variant);
        let variant = known.unwrap_or_else(|| panic!("no such game: {line}"));
        let mut setup = Setup::standard(variant);
        for (name, value) in &options {
            setup.set(name, value).expect(line);
        }
        let mut state = setup.start();
        let mut game = naive::start(variant.name(), &options).expect("a naive twin");
        for ply in plies {
            compare(&state, &*game).unwrap_or_else(|fault| panic!("before {ply}: {line}\n{fault}"));
            state.replay(ply.parse().expect(ply)).unwrap_or_else(|why| panic!("{ply} is refused, {why:?}: {line}"));
            game.play(ply);
        }
        compare(&state, &*game).unwrap_or_else(|fault| panic!("{line}\n{fault}"));
        for (depth, count) in (1..).zip(counts).filter(|(_, count)| *count <= MOST_LEAVES) {
            let face_down = state.fen().contains('?');
            let counted = if face_down { certain_lines(&state, depth) } else { perft(&state, depth) };
            assert_eq!(counted, count, "depth {depth} of {line}");
        }
    }
}

/// The number of lines of this many plies in which no card is turned.
fn certain_lines(state: &State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let certain = state.legal_moves().into_iter().filter(|mv| !mv.to_string().starts_with('@'));
    certain
        .map(|mv| {
            let mut next = state.clone();
            next.play(mv, Chance(0)).expect("a legal move");
            certain_lines(&next, depth - 1)
        })
        .sum()
}

/// The rule sets to try for a variant: the standard one, every value of every option on its own, then anything together.
fn setups(variant: Variant, dice: &mut Dice) -> Vec<Setup> {
    let standard = Setup::standard(variant);
    let mut setups = vec![standard];
    let options = standard.options();
    // What 7-3, 17-5 and the cycles do is tested with the standard game.
    let options: Vec<_> = options.iter().filter(|option| !["Violations", "Cycle"].contains(&option.name)).collect();
    for option in &options {
        for value in option.values {
            let mut setup = standard;
            setup.set(option.name, value).expect("an offered value");
            setups.push(setup);
        }
    }
    for _ in 0..if options.len() > 1 { 6 } else { 0 } {
        let mut setup = standard;
        for option in &options {
            let value = option.values[dice.roll() as usize % option.values.len()];
            setup.set(option.name, value).expect("an offered value");
        }
        setups.push(setup);
    }
    setups
}

/// The same position for both?
fn compare(state: &State, game: &dyn Naive) -> Result<(), String> {
    let mut moves: Vec<String> = state.legal_moves().iter().map(ToString::to_string).collect();
    moves.sort();
    let end = state.end().map(|end| (end.outcome.winner().map(|seat| seat.index() as u8), end.reason.name()));
    let fen = state.fen();
    let real = (fen.split(' ').next().unwrap_or_default(), state.to_move().index() as u8, end, moves);
    let naive_board = game.board();
    let naive = (naive_board.as_str(), game.to_move(), game.end(), game.legal());
    if real == naive { Ok(()) } else { Err(format!("the game says  {real:?}\nthe naive says {naive:?}")) }
}

/// The ends that random games come to.
const ENDS: &[(&str, &[&str])] = &[
    ("flip", &["captured", "quiet"]),
    ("dalian", &["captured", "blocked", "cycle"]),
    ("pet", &["captured", "quiet"]),
    ("primitive", &["captured", "quiet"]),
    ("pattern", &["den", "captured", "quiet"]),
    ("plains", &["den", "captured", "quiet"]),
    ("fields", &["den", "captured", "quiet"]),
    ("mecha", &["territory", "rounds"]),
    ("king", &["den", "king", "quiet"]),
];

/// Chooses moves at random: now and then one that takes or ends the game, and in a game of to and fro mostly the way back.
struct Player {
    dice: Dice,
    to_and_fro: bool,
    /// The last moves, the latest first.
    last: [String; 2],
}

impl Player {
    fn new(dice: &mut Dice) -> Player {
        Player { dice: Dice(dice.roll()), to_and_fro: dice.roll().is_multiple_of(3), last: Default::default() }
    }

    fn any<'a>(&mut self, of: &'a [String]) -> Option<&'a String> {
        let roll = self.dice.roll() as usize;
        roll.checked_rem(of.len()).map(|index| &of[index])
    }

    fn choose(&mut self, game: &dyn Naive) -> String {
        let legal = game.legal();
        let before = self.last[1].split_at_checked(2);
        let back = before.map(|(from, to)| format!("{to}{from}")).filter(|back| legal.contains(back));
        let chosen = match (self.dice.roll() % 8, back) {
            (2.., Some(back)) if self.to_and_fro => back,
            (0 | 1, _) => self.any(&events(game)).or_else(|| self.any(&legal)).expect("a legal move").clone(),
            _ => self.any(&legal).expect("a legal move").clone(),
        };
        self.last = [chosen.clone(), std::mem::take(&mut self.last[0])];
        chosen
    }
}

/// The moves after which fewer animals are on the board or the game is over.
fn events(game: &dyn Naive) -> Vec<String> {
    let animals = |game: &dyn Naive| game.board().chars().filter(char::is_ascii_alphabetic).count();
    let eventful = |ply: &String| {
        let mut next = game.twin();
        next.play(ply);
        animals(&*next) < animals(game) || next.end().is_some()
    };
    game.legal().into_iter().filter(|ply| !ply.starts_with('@') && eventful(ply)).collect()
}

/// Plays a random game of both and tells its end, if it came to one.
fn play_out(setup: Setup, mut player: Player) -> Option<&'static str> {
    let options = setup.options();
    let options: Vec<(&str, &str)> = options.iter().map(|option| (option.name, &*option.value)).collect();
    let mut state = setup.start();
    let mut game = naive::start(setup.variant().name(), &options).expect("a naive twin");
    let mut line: Vec<String> = Vec::new();
    loop {
        let told = || format!("{setup} after {}", line.join(" "));
        compare(&state, &*game).unwrap_or_else(|fault| panic!("{}\n{fault}", told()));
        if game.end().is_some() || line.len() == MOST_PLIES {
            return game.end().map(|(_, why)| why);
        }
        if player.dice.roll().is_multiple_of(13) && state.lots().is_empty() {
            state.stand_in(Chance(player.dice.roll())).expect("a turn can be passed");
            game.pass();
            line.push("--".to_owned());
            continue;
        }
        let chosen = player.choose(&*game);
        let mv = state.legal_moves().into_iter().find(|mv| mv.to_string() == chosen).expect("compared above");
        let account = state.play(mv, Chance(player.dice.roll())).expect("a legal move");
        let ply = account.ply.to_string();
        assert_eq!(choice(&ply), chosen, "{}", told());
        game.play(&ply);
        line.push(ply);
    }
}

#[test]
fn random_games_agree() {
    for variant in Variant::ALL.iter().copied().filter(|variant| *variant != Variant::Jungle) {
        let mut dice = Dice(1);
        let setups = setups(variant, &mut dice);
        let games = setups.iter().cycle().take(GAMES);
        let ends: BTreeSet<&str> = games.filter_map(|setup| play_out(*setup, Player::new(&mut dice))).collect();
        let (_, expected) = ENDS.iter().find(|(name, _)| *name == variant.name()).expect("a line of ENDS");
        assert!(expected.iter().all(|why| ends.contains(why)), "{variant} came to these ends only: {ends:?}");
    }
}
