//! What must hold in every position under every rule set.

use doushou::rules::jungle::Strength;
use doushou::rules::{
    Account, Chance, Color, Counter, Illegal, Move, Orientation, Setup, Square, State, Terrain, Variant,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::naive::Naive;

/// Any rule set.
fn setups() -> impl Strategy<Value = Setup> {
    vec(any::<Index>(), Setup::default().options().len()).prop_map(|picks| {
        let mut setup = Setup::default();
        for (option, pick) in setup.options().into_iter().zip(picks) {
            setup.set(option.name, option.values[pick.index(option.values.len())]).expect("an offered value");
        }
        setup
    })
}

/// A game after some moves.
#[derive(Clone, Debug)]
struct Game {
    first: State,
    accounts: Vec<Account>,
    state: State,
}

/// Games of any rule set, from the start or from any board. The players like to go to and fro.
fn games() -> impl Strategy<Value = Game> {
    (any::<bool>(), boards(), vec((any::<Index>(), 0..4), 0..160)).prop_map(|(anywhere, (setup, fen), picks)| {
        let first = setup.from_fen(&fen).ok().filter(|_| anywhere).unwrap_or_else(|| setup.start());
        let mut state = first.clone();
        let mut accounts: Vec<Account> = Vec::new();
        for (pick, mood) in picks {
            let moves = state.legal_moves();
            if moves.is_empty() {
                break;
            }
            let last = accounts.iter().rev().filter(|account| account.way().is_some()).nth(1);
            let back = last.map(|last| Move::Go { from: last.to, to: last.from });
            let mv = match back {
                Some(back) if mood > 0 && moves.contains(&back) => back,
                _ => moves[pick.index(moves.len())],
            };
            let passes = mood == 3 && pick.index(5) == 0;
            let played = if passes { state.stand_in(Chance(0)) } else { state.play(mv, Chance(0)) };
            accounts.push(played.expect("it can be played"));
        }
        Game { first, accounts, state }
    })
}

/// Any rule set and a board of it on which animals stand anywhere they may: contacts, traps and waters abound.
fn boards() -> impl Strategy<Value = (Setup, String)> {
    (setups(), vec(any::<Index>(), 2 * Strength::COUNT), vec(any::<bool>(), 2 * Strength::COUNT), any::<bool>())
        .prop_map(|(setup, squares, alive, red)| {
            let order = match &*setup.options()[0].value {
                "fox" => "RCFDPTLE",
                _ => "RCWDPTLE",
            };
            let mut cells = ['1'; 63];
            for (n, (square, alive)) in squares.into_iter().zip(alive).enumerate() {
                let letter = order.as_bytes()[n % Strength::COUNT] as char;
                let open: Vec<usize> = (0..63)
                    .filter(|&at| {
                        let (file, rank) = (at % 7, at / 7);
                        let water = [1, 2, 4, 5].contains(&file) && (3..6).contains(&rank);
                        cells[at] == '1' && at != 3 && at != 59 && (letter == 'R' || !water)
                    })
                    .collect();
                if alive {
                    cells[open[square.index(open.len())]] =
                        if n < Strength::COUNT { letter } else { letter.to_ascii_lowercase() };
                }
            }
            let rows: Vec<String> = cells.chunks(7).rev().map(|row| row.iter().collect()).collect();
            (setup, format!("{} {}", rows.join("/"), if red { 'r' } else { 'b' }))
        })
}

fn pairs() -> impl Iterator<Item = Move> {
    Square::all().flat_map(|from| Square::all().map(move |to| Move::Go { from, to }))
}

/// What the side to move has done so far.
fn own_moves(state: &State, accounts: &[Account]) -> Vec<Account> {
    let own = |account: &&Account| account.seat == state.to_move() && account.way().is_some();
    accounts.iter().filter(own).cloned().collect()
}

fn sorted(state: &State) -> Vec<String> {
    let mut moves: Vec<String> = state.legal_moves().iter().map(Move::to_string).collect();
    moves.sort();
    moves
}

/// The board half a turn around with the colors exchanged: the same game for the other side.
fn turned(fen: &str) -> String {
    let (board, rest) = fen.split_once(' ').expect("a side to move");
    let swap = |letter: char| match letter.is_ascii_uppercase() {
        true => letter.to_ascii_lowercase(),
        false => letter.to_ascii_uppercase(),
    };
    let board: String = board.chars().rev().map(swap).collect();
    format!("{board} {}", rest.replace('r', "B").replace('b', "r").replace('B', "b"))
}

fn turned_move(text: &str) -> String {
    let Move::Go { from, to } = text.parse().expect("a move") else { panic!("{text} goes nowhere") };
    Move::Go { from: from.rotated(), to: to.rotated() }.to_string()
}

/// The same rules without what history forbids.
fn without_history(setup: Setup) -> Setup {
    let mut setup = setup;
    for (name, value) in [("Violations", "none"), ("Cycle", "none"), ("QuietPlies", "0")] {
        setup.set(name, value).expect("a value");
    }
    setup
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn two_generators_agree_on_any_board((setup, fen) in boards()) {
        if let Ok(state) = without_history(setup).from_fen(&fen) {
            let naive = Naive::new(&fen, setup);
            prop_assert_eq!(sorted(&state), naive.moves(), "{} {}", setup, &fen);
            for mv in sorted(&state) {
                let mut next = state.clone();
                next.play(mv.parse().expect("a move"), Chance(0)).expect("a legal move");
                let after = next.fen();
                prop_assert_eq!(after.split(' ').next(), Some(&*naive.after(&mv)), "{} {} {}", setup, &fen, mv);
            }
        }
    }

    #[test]
    fn legality_is_membership(Game { state, accounts, .. } in games()) {
        let legal = state.legal_moves();
        let naive = Naive::new(&state.fen(), state.setup());
        let own = own_moves(&state, &accounts);
        let (allowed, banned) = (naive.moves(), naive.banned(&own));
        for mv in pairs() {
            let why = state.why_illegal(mv);
            prop_assert_eq!(why.is_none(), legal.contains(&mv), "{}: {:?}", mv, why);
            let mut next = state.clone();
            prop_assert_eq!(next.play(mv, Chance(0)).err(), why);
            if state.end().is_none() {
                let told = matches!(why, Some(Illegal::Ban73 { .. } | Illegal::Ban175 { .. }));
                prop_assert_eq!(told, banned.contains(&mv.to_string()), "{}: {:?}", mv, why);
                prop_assert_eq!(why.is_none() || told, allowed.contains(&mv.to_string()), "{}: {:?}", mv, why);
            }
        }
    }

    #[test]
    fn the_search_sees_the_same_moves(Game { state, .. } in games()) {
        let State::Jungle(jungle) = &state else { panic!("another game") };
        let (position, tables) = (jungle.position(), jungle.tables());
        let moves = position.moves(tables);
        prop_assert_eq!(position.count_moves(tables) as usize, moves.len());
        prop_assert_eq!(position.has_moves(tables), !moves.is_empty());
        let captures: Vec<_> = moves.iter().copied().filter(|mv| mv.is_capture()).collect();
        prop_assert_eq!(position.captures(tables).to_vec(), captures);
        prop_assert_eq!(position.passed().passed(), *position);
        if state.end().is_none() {
            let allowed = moves.iter().filter(|mv| !jungle.bans().forbid(**mv)).count();
            prop_assert_eq!(allowed, state.legal_moves().len());
        }
    }

    #[test]
    fn the_hash_is_that_of_the_board(Game { state, .. } in games()) {
        let State::Jungle(jungle) = &state else { panic!("another game") };
        prop_assert_eq!(jungle.position().hash(), jungle.position().recomputed_hash());
        prop_assert_eq!(state.hash(), state.setup().from_fen(&state.fen()).expect("our own FEN").hash());
    }

    #[test]
    fn fen_round_trips(Game { state, .. } in games()) {
        let again = state.setup().from_fen(&state.fen()).expect("our own FEN");
        prop_assert_eq!(again.fen(), state.fen());
        prop_assert_eq!(again.to_move(), state.to_move());
    }

    #[test]
    fn replay_is_the_state(Game { first, accounts, state } in games()) {
        let mut again = first;
        for account in accounts {
            prop_assert_eq!(again.replay(account.ply), Ok(account));
        }
        prop_assert_eq!(again.fen(), state.fen());
        prop_assert_eq!(again.end(), state.end());
        prop_assert_eq!(again.legal_moves(), state.legal_moves());
        prop_assert_eq!(again.cautions(), state.cautions());
    }

    #[test]
    fn both_sides_play_the_same_game((setup, fen) in boards()) {
        if let Ok(state) = setup.from_fen(&fen) {
            let mirror = setup.from_fen(&turned(&fen)).expect("as good a position");
            let mut moves: Vec<String> = sorted(&mirror).iter().map(|mv| turned_move(mv)).collect();
            moves.sort();
            prop_assert_eq!(sorted(&state), moves);
        }
    }

    #[test]
    fn setups_round_trip(setup in setups()) {
        prop_assert_eq!(setup.to_string().parse::<Setup>().expect("our own words"), setup);
    }

    #[test]
    fn an_account_tells_what_changed(Game { state, .. } in games(), pick in any::<Index>()) {
        let legal = state.legal_moves();
        if !legal.is_empty() {
            let mut next = state.clone();
            let account = next.play(legal[pick.index(legal.len())], Chance(0)).expect("a legal move");
            let pieces = |state: &State| state.view().cells.iter().flatten().count();
            prop_assert_eq!(pieces(&state), pieces(&next) + account.removed.len());
            prop_assert_eq!(state.view().cell(account.from).map(|cell| cell.piece), account.piece);
            let lost = account.removed.iter().any(|gone| gone.own);
            let stands = next.view().cell(account.to).map(|cell| cell.piece);
            prop_assert_eq!(stands == account.piece, !lost);
        }
    }

    #[test]
    fn choices_lead_to_every_legal_move(Game { state, .. } in games()) {
        use doushou::rules::ChoiceKind::{Forbidden, More, Play};
        let mut offered = Vec::new();
        for animal in state.choices("") {
            prop_assert_eq!(&animal.kind, &More);
            let destinations = state.choices(&animal.prefix);
            let mut forbidden = 0;
            for choice in destinations {
                match choice.kind {
                    Play(account) => {
                        prop_assert_eq!(&account.ply.mv.to_string(), &choice.prefix);
                        offered.push(choice.prefix);
                    }
                    Forbidden { mv, why } => {
                        prop_assert_eq!(state.why_illegal(mv), Some(why));
                        forbidden += 1;
                    }
                    More => prop_assert!(false, "a third step"),
                }
            }
            prop_assert!(forbidden <= 3);
        }
        offered.sort();
        prop_assert_eq!(offered, sorted(&state));
        prop_assert!(state.choices("").len() <= Strength::COUNT);
    }

    #[test]
    fn nothing_typed_panics(text in ".{0,80}", Game { state, .. } in games()) {
        let _ = state.read_move(&text, Orientation::Second);
        let _ = state.choices(&text);
        let _ = state.setup().from_fen(&text);
        let _ = text.parse::<Setup>();
    }

    #[test]
    fn every_legal_move_can_be_typed(Game { state, .. } in games()) {
        for mv in state.legal_moves() {
            prop_assert_eq!(state.read_move(&mv.to_string(), Orientation::First), Ok(mv));
            let Move::Go { from, to } = mv else { panic!("{mv} goes nowhere") };
            let animal = state.view().cell(from).expect("a mover").piece.animal;
            prop_assert_eq!(state.read_move(&format!("{animal} {to}"), Orientation::First), Ok(mv));
        }
    }
}

#[test]
fn the_board_is_laid_out() {
    let view = Setup::default().start().view();
    let sign = |square| match view.terrain(square) {
        Terrain::Land => '.',
        Terrain::Bridge => '=',
        Terrain::Water => '~',
        Terrain::Trap(Color::Red) => 'T',
        Terrain::Trap(Color::Blue) => 't',
        Terrain::Den(Color::Red) => 'D',
        Terrain::Den(Color::Blue) => 'd',
    };
    let rows = ["..TDT..", "...T...", ".......", "=~~=~~=", "=~~=~~=", "=~~=~~=", ".......", "...t...", "..tdt.."];
    assert_eq!(view.squares().map(sign).collect::<String>(), rows.concat());
    assert_eq!((view.files, view.ranks), (7, 9));
    let quiet = Counter::quiet(0, Some(200));
    assert_eq!(view.counters, [quiet]);
    assert!(Counter::KEYS.contains(&quiet.key));
}

#[test]
fn presets_are_named() {
    for name in Setup::presets(Variant::Jungle) {
        let setup = Setup::preset(Variant::Jungle, name).expect("a listed preset");
        assert_eq!(setup.preset_name(), Some(name));
    }
    assert_eq!(Setup::default().preset_name(), Some("standard"));
}

#[test]
fn red_begins_with_animals_where_the_rules_put_them() {
    let state = Setup::default().start();
    assert_eq!(state.fen(), "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0");
    assert_eq!(state.color_of(state.to_move()), Some(Color::Red));
    let fox = Setup::preset(Variant::Jungle, "fox").expect("a preset").start();
    assert_eq!(fox.fen(), "l5t/1d3c1/r1p1f1e/7/7/7/E1F1P1R/1C3D1/T5L r 0");
}
