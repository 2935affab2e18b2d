//! What holds in every game of the catalogue, under any of its options, whatever is played.

use std::collections::{BTreeMap, BTreeSet};

use doushou::rules::{
    Account, Animal, Caution, Chance, Choice, ChoiceKind, Color, Counter, Illegal, Manner, Move, Orientation, Piece,
    Ply, Setup, Square, State, Variant, View, perft,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// Taps that lead to a move at most.
const MOST_TAPS: usize = 3;
/// Forbidden moves offered beside the legal ones at most.
const MOST_FORBIDDEN: usize = 3;
/// A button's data has room for so much of a move.
const LONGEST_PREFIX: usize = 20;
/// Options a game has at most.
const MOST_OPTIONS: usize = 12;

/// One of these games by any rules.
fn setups_of(variants: Vec<Variant>) -> impl Strategy<Value = Setup> {
    (any::<Index>(), vec((any::<bool>(), any::<Index>()), MOST_OPTIONS)).prop_map(move |(variant, picks)| {
        let mut setup = Setup::standard(*variant.get(&variants));
        for (option, (changed, pick)) in setup.options().into_iter().zip(picks) {
            if changed {
                let value: &&str = pick.get(option.values);
                setup.set(option.name, value).expect("an offered value");
            }
        }
        setup
    })
}

fn setups() -> impl Strategy<Value = Setup> {
    setups_of(Variant::ALL.to_vec())
}

/// The games whose cards lie face down.
fn face_down() -> Vec<Variant> {
    let hides = |variant: &Variant| !Setup::standard(*variant).start().unseen().is_empty();
    Variant::ALL.iter().copied().filter(hides).collect()
}

/// A game after some moves, and how it came about.
#[derive(Clone, Debug)]
struct Game {
    setup: Setup,
    /// With what chance each was played.
    played: Vec<(Account, Chance)>,
    state: State,
}

/// Any game, played at random; rather a capture than another move, so that it gets somewhere.
fn games() -> impl Strategy<Value = Game> {
    games_by(setups())
}

fn games_by(setups: impl Strategy<Value = Setup>) -> impl Strategy<Value = Game> {
    (setups, vec((any::<Index>(), any::<bool>(), any::<u64>()), 0..150)).prop_map(|(setup, picks)| {
        let mut state = setup.start();
        let mut played = Vec::new();
        for (pick, bold, chance) in picks {
            let legal = state.legal_moves();
            if legal.is_empty() {
                break;
            }
            let captures: Vec<Move> =
                legal.iter().copied().filter(|&mv| bold && !state.foresee(mv).removed.is_empty()).collect();
            let mv = *pick.get(if captures.is_empty() { &legal } else { &captures });
            // Now and then somebody lets their time run out.
            let passes = chance.is_multiple_of(11) && state.lots().is_empty();
            let account = play(&mut state, if passes { Move::Pass } else { mv }, Chance(chance));
            played.push((account, Chance(chance)));
        }
        Game { setup, played, state }
    })
}

/// Plays a legal move, or passes the turn as the referee does.
fn play(state: &mut State, mv: Move, chance: Chance) -> Account {
    let played = if mv == Move::Pass { state.stand_in(chance) } else { state.play(mv, chance) };
    played.expect("it can be played")
}

fn squares() -> impl Strategy<Value = Square> {
    (0..Square::COUNT).prop_map(|index| Square::from_index(index).expect("below the count"))
}

fn pieces() -> impl Strategy<Value = Piece> {
    (any::<Index>(), any::<bool>()).prop_map(|(animal, red)| Piece {
        animal: *animal.get(&Animal::ALL),
        color: if red { Color::Red } else { Color::Blue },
    })
}

/// Any move at all, most of them nonsense.
fn moves() -> impl Strategy<Value = Move> {
    prop_oneof![
        6 => (squares(), squares()).prop_map(|(from, to)| Move::Go { from, to }),
        1 => (squares(), squares()).prop_map(|(from, to)| Move::Trade { from, to }),
        1 => (squares(), squares()).prop_map(|(from, to)| Move::Repair { from, to }),
        1 => squares().prop_map(|at| Move::Flip { at }),
        1 => squares().prop_map(|at| Move::Strengthen { at }),
        1 => Just(Move::Pass),
        1 => (pieces(), squares()).prop_map(|(piece, at)| Move::Drop { piece, at }),
        1 => (squares(), squares(), squares())
            .prop_map(|(a, b, c)| format!("{a}{b}{c}").parse().expect("a sweep")),
    ]
}

/// What people may try: moves near a piece, onto others, from the hand, and anything else.
fn attempts(state: &State, more: &[Move]) -> Vec<Move> {
    let view = state.view();
    let occupied: Vec<Square> = view.squares().filter(|&square| view.cell(square).is_some()).collect();
    let near = |from: Square, far: i8| {
        let steps = (-far..=far).flat_map(move |files| (-far..=far).map(move |ranks| (files, ranks)));
        steps.filter_map(move |(files, ranks)| from.offset(files, ranks))
    };
    let mut attempts: Vec<Move> = more.to_vec();
    for &from in &occupied {
        attempts.push(Move::Strengthen { at: from });
        attempts.extend(near(from, 2).map(|to| Move::Go { from, to }));
        attempts.extend(near(from, 1).flat_map(|to| [Move::Trade { from, to }, Move::Repair { from, to }]));
    }
    attempts.extend(view.squares().map(|at| Move::Flip { at }));
    for piece in view.hands.iter().flatten().flatten().copied() {
        attempts.extend(view.squares().map(|at| Move::Drop { piece, at }));
    }
    attempts
}

/// Everything that can be seen of a game, and everything that cannot.
fn everything(state: &State) -> String {
    let first = state.choices("");
    let then: Vec<_> = first.iter().map(|choice| state.choices(&choice.prefix)).collect();
    let foreseen: Vec<Account> = state.legal_moves().into_iter().map(|mv| state.foresee(mv)).collect();
    format!(
        "{state:?} {} {} {:?} {:?} {:?} {:?} {first:?} {then:?} {foreseen:?} {:?}",
        state.fen(),
        state.hash(),
        state.view(),
        state.end(),
        state.unseen(),
        state.cautions(),
        foreseen.iter().map(|account| state.hazard(account.ply.mv)).collect::<Vec<_>>(),
    )
}

/// The animals on the board, a card face down being one.
fn on_board(view: &View) -> usize {
    view.cells.iter().flatten().count() + view.face_down.count() as usize
}

fn in_hand(view: &View) -> usize {
    view.hands.iter().flatten().map(Vec::len).sum()
}

/// The moves that a picker completes from here on, and what it refuses.
fn offered(state: &State, prefix: &str, taps: usize, legal: &mut Vec<Move>, refused: &mut Vec<(Move, Illegal)>) {
    assert!(taps <= MOST_TAPS, "'{prefix}' takes {taps} taps");
    let mut forbidden = 0;
    for Choice { prefix, kind, .. } in state.choices(prefix) {
        assert!(prefix.len() <= LONGEST_PREFIX, "{prefix}");
        match kind {
            ChoiceKind::More => offered(state, &prefix, taps + 1, legal, refused),
            ChoiceKind::Play(account) => {
                assert_eq!(prefix, account.ply.mv.to_string());
                assert_eq!(account, state.foresee(account.ply.mv));
                legal.push(account.ply.mv);
            }
            ChoiceKind::Forbidden { mv, why } => {
                refused.push((mv, why));
                forbidden += 1;
            }
        }
    }
    assert!(forbidden <= MOST_FORBIDDEN, "'{prefix}' forbids {forbidden}");
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort();
    moves
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn legality_is_membership(Game { state, .. } in games(), more in vec(moves(), 50)) {
        let legal = state.legal_moves();
        prop_assert_eq!(legal.is_empty(), state.end().is_some());
        prop_assert_eq!(legal.iter().collect::<BTreeSet<_>>().len(), legal.len(), "{:?} are twice", &legal);
        for mv in attempts(&state, &more).into_iter().chain(legal.iter().copied()) {
            let why = state.why_illegal(mv);
            prop_assert_eq!(why.is_none(), legal.contains(&mv), "{}: {:?}", mv, why);
            if state.end().is_some() && why.is_some_and(|why| why.key() != "not-in-this-game") {
                prop_assert_eq!(why, Some(Illegal::GameOver {}), "{}", mv);
            }
            if let Some(why) = why {
                prop_assert!(state.end().is_some() || why.key() != "game-over", "{}", mv);
                let mut next = state.clone();
                prop_assert_eq!(next.play(mv, Chance(0)), Err(why));
                prop_assert_eq!((next.fen(), next.hash()), (state.fen(), state.hash()), "{}", mv);
            }
        }
        for mv in legal {
            prop_assert!(state.clone().play(mv, Chance(0)).is_ok(), "{}", mv);
        }
    }

    #[test]
    fn pickers_lead_to_every_legal_move_and_nowhere_else(Game { state, .. } in games()) {
        let (mut legal, mut refused) = (Vec::new(), Vec::new());
        offered(&state, "", 1, &mut legal, &mut refused);
        prop_assert_eq!(sorted(legal), sorted(state.legal_moves()));
        for (mv, why) in refused {
            prop_assert_eq!(state.why_illegal(mv), Some(why), "{}", mv);
        }
    }

    #[test]
    fn an_account_tells_what_changed(Game { state, .. } in games(), chance in any::<u64>()) {
        let before = state.view();
        for mv in state.legal_moves() {
            let foreseen = state.foresee(mv);
            let mut next = state.clone();
            let account = next.play(mv, Chance(chance)).expect("a legal move");
            let after = next.view();
            prop_assert_eq!(account.seat, state.to_move());
            prop_assert_eq!(account.ply.mv, mv);
            prop_assert_eq!((account.manner == Manner::Flip, account.manner == Manner::Drop),
                (account.ply.revealed.is_some(), matches!(mv, Move::Drop { .. })), "{}", mv);
            match account.ply.revealed {
                // Only what a card shows is not foreseen.
                Some(piece) => {
                    prop_assert_eq!(Account { ply: foreseen.ply, piece: None, ..account.clone() }, foreseen);
                    prop_assert_eq!(account.piece, Some(piece));
                }
                None => prop_assert_eq!(&account, &foreseen),
            }
            // Whoever is on the board is there afterwards, unless it was told to be gone.
            let dropped = usize::from(account.manner == Manner::Drop);
            prop_assert_eq!(on_board(&before) + dropped, on_board(&after) + account.removed.len(), "{}", mv);
            for removed in account.removed.iter().filter(|removed| !removed.own) {
                prop_assert_eq!(before.cell(removed.square).map(|cell| cell.piece), Some(removed.piece), "{}", mv);
            }
            if let Some(from) = mv.origin() {
                prop_assert_eq!(before.cell(from).map(|cell| cell.piece), account.piece, "{}", mv);
                let owner = before.cell(from).map(|cell| cell.owner);
                prop_assert_eq!(owner, state.color_of(state.to_move()), "{}", mv);
            }
            let stays = matches!(account.manner, Manner::Trade | Manner::Strike | Manner::Strengthen | Manner::Repair);
            let lost = account.removed.iter().any(|gone| gone.own);
            if !stays && !lost {
                prop_assert_eq!(after.cell(account.to).map(|cell| cell.piece), account.piece, "{}", mv);
            }
        }
    }

    #[test]
    fn a_record_replayed_is_the_game(Game { setup, played, state } in games()) {
        let mut again = setup.start();
        for (account, _) in &played {
            let ply: Ply = account.ply.to_string().parse().expect("our own notation");
            prop_assert_eq!(ply, account.ply);
            prop_assert_eq!(again.replay(ply), Ok(account.clone()));
        }
        prop_assert_eq!(everything(&again), everything(&state));
    }

    /// Rule 2.16: while a lot can be drawn the referee draws one; else the turn passes, everything else staying as it is.
    #[test]
    fn the_referee_stands_in(Game { setup, state, .. } in games(), chance in any::<u64>()) {
        let mut next = state.clone();
        match next.stand_in(Chance(chance)) {
            Err(why) => prop_assert_eq!((why, state.end().is_some()), (Illegal::GameOver {}, true)),
            Ok(account) if state.lots().is_empty() => {
                prop_assert_eq!((account.ply.to_string(), account.way()), ("--".to_owned(), None));
                prop_assert_eq!(next.to_move(), state.to_move().other());
                prop_assert_ne!(next.hash(), state.hash(), "whose turn it is tells positions apart");
                // Mecha's shields may fall with the turn; who stands where stays.
                let stands = |state: &State| {
                    let view = state.view();
                    let pieces: Vec<_> = view.cells.iter().map(|cell| cell.map(|cell| (cell.piece, cell.owner))).collect();
                    (pieces, view.hands)
                };
                prop_assert_eq!(stands(&next), stands(&state));
                prop_assert_eq!(setup.from_fen(&next.fen()).map(|again| again.hash()), Ok(next.hash()));
                // Passed back, it is the same position again; but machines rest meanwhile.
                let machines = state.view().cells.iter().flatten().any(|cell| cell.machine.is_some());
                if next.end().is_none() && !machines {
                    next.stand_in(Chance(chance)).expect("it goes on");
                    prop_assert_eq!((next.hash(), next.to_move()), (state.hash(), state.to_move()));
                }
            }
            Ok(account) => {
                prop_assert!(state.legal_moves().contains(&account.ply.mv), "{}", account.ply);
                prop_assert_eq!(state.clone().replay(Ply { mv: Move::Pass, revealed: None }), Err(Illegal::Pass {}));
            }
        }
    }

    #[test]
    fn fen_round_trips(Game { setup, state, .. } in games()) {
        let again = setup.from_fen(&state.fen()).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(again.fen(), state.fen());
        prop_assert_eq!(again.hash(), state.hash());
        prop_assert_eq!(again.view(), state.view());
        prop_assert_eq!(again.to_move(), state.to_move());
        prop_assert_eq!(again.unseen(), state.unseen());
    }

    #[test]
    fn a_different_position_has_another_key(Game { setup, played, .. } in games()) {
        // The last field of a FEN is a count, which belongs to the game and not to the position.
        let position = |state: &State| state.fen().rsplit_once(' ').expect("a count").0.to_owned();
        let mut known = BTreeMap::new();
        let mut state = setup.start();
        for (account, _) in played {
            let other = known.insert(state.hash(), position(&state));
            prop_assert!(other.is_none_or(|other| other == position(&state)), "{}", state.fen());
            state.replay(account.ply).expect("it was legal");
        }
    }

    /// What a face-down card is does not exist: nothing depends on how a draw came about, only on what it was.
    #[test]
    fn nothing_is_hidden_in_a_game(
        Game { setup, played, .. } in games_by(setups_of(face_down())),
        other in any::<u32>(),
    ) {
        let (mut one, mut two) = (setup.start(), setup.start());
        for (account, Chance(chance)) in played {
            let unseen = one.unseen().len().max(1) as u64;
            let same_card = Chance(chance % unseen + unseen * u64::from(other));
            let mv = account.ply.mv;
            prop_assert_eq!(play(&mut one, mv, Chance(chance)), play(&mut two, mv, same_card));
            prop_assert_eq!(format!("{one:?}"), format!("{two:?}"));
            prop_assert_eq!((one.fen(), one.hash(), one.view()), (two.fen(), two.hash(), two.view()));
        }
        prop_assert_eq!(everything(&one), everything(&two));
    }

    /// Every card not seen yet is as likely as any other.
    #[test]
    fn chance_is_fair(Game { state, .. } in games_by(setups_of(face_down())), chance in any::<u32>()) {
        let unseen = state.unseen();
        for mv in state.legal_moves().into_iter().filter(|mv| matches!(mv, Move::Flip { .. })) {
            let turned: Vec<Piece> = (0..unseen.len() as u64)
                .filter_map(|n| state.clone().play(mv, Chance(u64::from(chance) + n)).ok()?.ply.revealed)
                .collect();
            let all = |pieces: &[Piece]| pieces.iter().copied().collect::<BTreeSet<_>>();
            prop_assert_eq!(turned.len(), unseen.len());
            prop_assert_eq!(all(&turned), all(&unseen));
            // A record cannot claim another card.
            if let Some(seen) = state.view().cells.iter().flatten().map(|cell| cell.piece).next() {
                let claim = Ply { mv, revealed: Some(seen) };
                prop_assert_eq!(state.clone().replay(claim), Err(Illegal::SeenAlready { piece: seen }));
            }
        }
    }

    #[test]
    fn every_legal_move_can_be_typed(Game { state, .. } in games()) {
        for mv in state.legal_moves() {
            prop_assert_eq!(state.read_move(&mv.to_string(), Orientation::First), Ok(mv));
        }
    }

    #[test]
    fn nothing_typed_panics(text in ".{0,80}|[a-g1-9@=+!ELTPWDCRelt?/ -]{0,40}", Game { setup, state, .. } in games()) {
        let _ = state.read_move(&text, Orientation::Second);
        let _ = state.choices(&text);
        let _ = setup.from_fen(&text);
    }

    #[test]
    fn a_view_shows_one_board(Game { state, .. } in games()) {
        let view = state.view();
        let board: BTreeSet<Square> = view.squares().collect();
        for square in Square::all() {
            let (cell, down) = (view.cell(square), view.face_down.contains(square));
            prop_assert!(board.contains(&square) || cell.is_none() && !down, "{}", square);
            prop_assert!(cell.is_none() || !down, "{}", square);
            prop_assert!(!(view.control[0].contains(square) && view.control[1].contains(square)), "{}", square);
        }
        prop_assert_eq!(view.face_down.count() as usize, state.unseen().len());
        for counter in &view.counters {
            prop_assert!(Counter::KEYS.contains(&counter.key));
            prop_assert_eq!(counter.seat.is_some(), view.counters.iter().filter(|other| other.key == counter.key).count() == 2);
        }
        for caution in state.cautions() {
            prop_assert!(Caution::KEYS.contains(&caution.key));
        }
    }

    #[test]
    fn setups_round_trip(setup in setups()) {
        prop_assert_eq!(setup.to_string().parse::<Setup>().expect("our own words"), setup);
    }

    /// In Dalian whoever leaves the board goes into a hand.
    #[test]
    fn dalian_loses_nobody(Game { state, .. } in games_by(setups_of(vec![Variant::Dalian]))) {
        prop_assert_eq!(on_board(&state.view()) + in_hand(&state.view()), 16);
    }
}

#[test]
fn perft_counts_the_moves_whose_consequences_are_known() {
    for &variant in Variant::ALL {
        let state = Setup::standard(variant).start();
        let known = state.legal_moves().iter().filter(|mv| !matches!(mv, Move::Flip { .. })).count();
        assert_eq!(perft(&state, 1), known as u64, "{variant}");
        assert_eq!(perft(&state, 0), 1, "{variant}");
    }
}
