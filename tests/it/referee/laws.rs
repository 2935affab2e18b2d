//! What holds whatever people do: random commands from everybody, at every kind of table.

use std::collections::BTreeMap;

use doushou::book::{Stakes, TimeControl};
use doushou::people::{Limits, PersonId, Time};
use doushou::referee::{
    Actor, Challenge, Command, Draft, Event, Finish, Game, Moment, Offer, OfferId, OfferKind, Player, Refusal, Sides,
    Stage, Table, Target,
};
use doushou::rules::{Animal, Chance, Seat, Setup, Variant};
use proptest::prelude::*;
use proptest::sample::Index;

use super::script::{ID, PLACE};

const ANN: PersonId = PersonId(1);
const BOB: PersonId = PersonId(2);

/// A command whose details depend on the table it comes to.
#[derive(Clone, Debug)]
enum Wish {
    /// A legal move of the side to move, by whom it belongs to.
    LegalPlay {
        which: Index,
        sure: bool,
    },
    /// A move of any two squares or a legal one, with a board's number that is right, or not.
    AnyPlay {
        who: usize,
        from: Index,
        to: Index,
        stale: bool,
    },
    /// An answer to a standing offer, or to none.
    Answer {
        who: usize,
        offer: Index,
        how: u8,
    },
    Plain {
        who: usize,
        command: Command,
    },
    Wait {
        seconds: i64,
    },
}

fn actors() -> [Actor; 8] {
    let person = |id, admin| Actor::Person { id: PersonId(id), username: None, admin };
    [
        person(1, false),
        person(2, false),
        person(3, false),
        person(4, true),
        Actor::Ai(Seat::First),
        Actor::Ai(Seat::Second),
        Actor::Clock,
        Actor::AnonymousAdmin,
    ]
}

fn plain() -> impl Strategy<Value = Command> {
    prop_oneof![
        1 => Just(Command::Arrange { sides: Sides::Lot, setup: Setup::default(), clock: TimeControl::Unlimited }),
        3 => (0..2u32).prop_map(|arranged| Command::Join { arranged }),
        1 => Just(Command::Decline),
        1 => Just(Command::Withdraw),
        2 => Just(Command::Expire),
        3 => Just(Command::Offer(OfferKind::Draw)),
        4 => Just(Command::Offer(OfferKind::Takeback)),
        3 => Just(Command::Offer(OfferKind::Rematch)),
        2 => any::<bool>().prop_map(|sure| Command::Resign { sure }),
        1 => any::<bool>().prop_map(|sure| Command::Leave { sure }),
        1 => Just(Command::KeepPlaying),
        1 => Just(Command::Void),
    ]
}

fn wish() -> impl Strategy<Value = Wish> {
    let who = || prop_oneof![6 => 0..2usize, 1 => 2..8usize];
    let index = any::<Index>;
    prop_oneof![
        8 => (index(), any::<bool>()).prop_map(|(which, sure)| Wish::LegalPlay { which, sure }),
        2 => (0..8usize, index(), index(), any::<bool>())
            .prop_map(|(who, from, to, stale)| Wish::AnyPlay { who, from, to, stale }),
        4 => (who(), index(), 0..3u8).prop_map(|(who, offer, how)| Wish::Answer { who, offer, how }),
        6 => (who(), plain()).prop_map(|(who, command)| Wish::Plain { who, command }),
        1 => prop_oneof![Just(5i64), Just(20), Just(100_000)].prop_map(|seconds| Wish::Wait { seconds }),
    ]
}

/// A table of some kind, with rules under which a game may also end soon by itself.
fn table() -> impl Strategy<Value = Table> {
    let preset = proptest::sample::select(Setup::presets(Variant::Jungle));
    let quiet = proptest::sample::select(vec!["5", "200"]);
    (preset, quiet, 0..6usize).prop_map(|(preset, quiet, kind)| {
        let mut setup = Setup::preset(Variant::Jungle, preset).expect("a preset of the list");
        setup.set("QuietPlies", quiet).expect("a number of plies");
        let now = Time(0);
        let open = |to| {
            let challenge = Challenge {
                by: ANN,
                to,
                sides: Sides::Lot,
                setup,
                clock: TimeControl::Unlimited,
                stakes: Stakes::default(),
                arranged: 0,
                made: now,
                expires: Time(86_400_000),
            };
            Table::challenge(ID, PLACE, challenge)
        };
        let game = |players| Table::game(ID, PLACE, Draft::new(setup, players), now);
        match kind {
            0 => open(Target::Anybody),
            1 => open(Target::Person(BOB)),
            2 => game([Player::Person(ANN), Player::Ai(Animal::Cat)]),
            3 => game([Player::Person(ANN), Player::Person(ANN)]),
            _ => game([Player::Person(ANN), Player::Person(BOB)]),
        }
    })
}

/// Who does what, once the table is known.
fn make(wish: &Wish, table: &Table) -> Option<(Actor, Command)> {
    let game = table.as_game();
    let turn = game.map_or(0, |game| game.turn());
    let legal = game.map(|game| game.state.legal_moves()).unwrap_or_default();
    match wish {
        Wish::LegalPlay { which, sure } => {
            let game = game.filter(|_| !legal.is_empty())?;
            let seat = game.state.to_move();
            let actor = match game.players[seat.index()] {
                Player::Person(id) => Actor::Person { id, username: None, admin: false },
                Player::Ai(_) => Actor::Ai(seat),
            };
            Some((actor, Command::Play { turn, mv: *which.get(&legal), sure: *sure }))
        }
        Wish::AnyPlay { who, from, to, stale } => {
            let squares: Vec<_> = doushou::rules::Square::all().collect();
            let mv = doushou::rules::Move::Go { from: *from.get(&squares), to: *to.get(&squares) };
            let turn = if *stale { turn.wrapping_sub(1) } else { turn };
            Some((actors()[*who].clone(), Command::Play { turn, mv, sure: true }))
        }
        Wish::Answer { who, offer, how } => {
            let offers = game.map(|game| game.offers.as_slice()).unwrap_or_default();
            let offer = if offers.is_empty() { OfferId(1) } else { offer.get(offers).id };
            let command = match how {
                0 => Command::Answer { offer, accept: true },
                1 => Command::Answer { offer, accept: false },
                _ => Command::Retract { offer },
            };
            Some((actors()[*who].clone(), command))
        }
        Wish::Plain { who, command } => Some((actors()[*who].clone(), command.clone())),
        Wish::Wait { .. } => None,
    }
}

/// What must hold of any game; `offered` says how many plies had been played when an offer was made.
fn check_game(game: &Game, offered: &BTreeMap<u32, usize>) {
    let replayed = Game::replay(game.setup, &game.plies).expect("only legal plies");
    assert_eq!((replayed.fen(), replayed.hash()), (game.state.fen(), game.state.hash()), "the plies give the state");
    assert_eq!(replayed.legal_moves(), game.state.legal_moves(), "history included");
    assert_eq!(game.state.to_move(), Seat::BOTH[game.plies.len() % 2], "turns alternate");
    match (game.state.end(), game.finish) {
        (Some(end), finish) => assert_eq!(finish, Some(Finish::End(end)), "the rules' end is the game's"),
        (None, None) => assert!(!game.state.legal_moves().is_empty(), "who is to move can"),
        (None, Some(_)) => {}
    }
    for kind in [OfferKind::Draw, OfferKind::Takeback, OfferKind::Rematch] {
        assert!(game.offers.iter().filter(|offer| offer.kind == kind).count() <= 1, "one offer of a kind");
    }
    for offer in &game.offers {
        let plies_since = game.plies.len() - offered[&offer.id.0];
        assert!((1..=game.offers_made).contains(&offer.id.0), "numbers are given in order");
        assert_eq!(game.finish.is_some(), offer.kind == OfferKind::Rematch, "rematches after the end, the rest before");
        let alive = match offer.kind {
            OfferKind::Draw => plies_since == 0 || plies_since == 1 && game.state.to_move() != offer.by,
            OfferKind::Takeback | OfferKind::Rematch => plies_since == 0,
        };
        assert!(alive, "{offer:?} should have lapsed by ply {}", game.plies.len());
    }
    assert!(game.finish.is_none() || game.resigning.is_none(), "nobody is asked after the end");
}

/// What must hold of a step from one game to the next.
fn check_step(before: &Game, after: &Game, actor: &Actor, command: &Command, events: &[Event]) {
    let seat = before.seat_of(actor);
    if seat.is_none() {
        let may = matches!(command, Command::Void) && actor.is_admin()
            || matches!(command, Command::Expire) && *actor == Actor::Clock;
        assert!(may, "{actor:?} is no player");
    }
    let grown = after.plies.len() as i64 - before.plies.len() as i64;
    match events {
        [Event::Moved(account), ..] => {
            assert!(matches!(command, Command::Play { .. }), "a ply comes from Play");
            assert_eq!(grown, 1, "one ply a command");
            assert_eq!(seat, Some(before.state.to_move()), "only the side to move plays");
            assert!(before.state.legal_moves().contains(&account.ply.mv), "only legal moves");
            assert_eq!(after.last_account().as_ref(), Some(account));
        }
        [Event::Accepted(Offer { kind: OfferKind::Takeback, by, .. }), Event::TakenBack { plies }, ..] => {
            assert_eq!(grown, -i64::from(*plies), "as many go as are told");
            assert_eq!(after.state.to_move(), *by, "who took back chooses anew");
        }
        _ => assert_eq!(grown, 0, "nothing else touches the plies"),
    }
    assert_eq!(after.turn() > before.turn(), grown != 0, "a board's number never comes back");
    assert!(after.turn() >= before.turn());
    for event in events {
        match event {
            Event::Accepted(offer) => {
                let asked = before.offers.contains(offer);
                let at_once = before.on_one_phone()
                    || offer.kind == OfferKind::Rematch && before.person_on(offer.by.other()).is_none();
                assert!(asked && seat == Some(offer.by.other()) || at_once, "consent is the opponent's");
            }
            Event::Ended(end) => assert_eq!(after.finish, Some(Finish::End(*end))),
            Event::Rematch(draft) => {
                assert!(!before.rematch_made && after.rematch_made, "once");
                assert_eq!(draft.players, [before.players[1], before.players[0]]);
                assert_eq!(draft.setup, before.setup);
            }
            _ => {}
        }
    }
    if before.finish.is_some() {
        assert_eq!(after.finish, before.finish, "the end is the end");
        let rematch =
            matches!(command, Command::Offer(OfferKind::Rematch) | Command::Answer { .. } | Command::Retract { .. });
        assert!(rematch, "after the end there is only the rematch");
    }
    assert_eq!((after.players, after.setup, after.started), (before.players, before.setup, before.started));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn the_laws_hold_whatever_people_do(
        table in table(),
        wishes in proptest::collection::vec(wish(), 1..80),
        chance in any::<u64>(),
    ) {
        let limits = Limits::default();
        let mut table = table;
        let mut offered = BTreeMap::new();
        let mut now = Time(0);
        for wish in &wishes {
            if let Wish::Wait { seconds } = wish {
                now = now.plus(seconds * 1000);
            }
            let Some((actor, command)) = make(wish, &table) else { continue };
            let moment = Moment::new(now, Chance(chance), &limits);
            let outcome = table.handle(&actor, command.clone(), moment);
            let again = table.handle(&actor, command.clone(), moment);
            prop_assert_eq!(format!("{outcome:?}"), format!("{again:?}"), "the same again gives the same");
            let progress = match outcome {
                Ok(progress) => progress,
                Err(refusal) => {
                    let legal = matches!(wish, Wish::LegalPlay { .. });
                    let asked = matches!(refusal, Refusal::Hazard { .. } | Refusal::Over);
                    prop_assert!(!legal || asked, "a legal move in turn: {:?}", refusal);
                    continue;
                }
            };
            prop_assert!(!progress.events.is_empty(), "what changes is told");
            prop_assert_eq!((progress.table.id, progress.table.place), (table.id, table.place));
            match (&table.stage, &progress.table.stage) {
                (Stage::Game(before), Stage::Game(after)) => {
                    check_step(before, after, &actor, &command, &progress.events);
                    for event in &progress.events {
                        if let Event::Offered(offer) = event {
                            offered.insert(offer.id.0, after.plies.len());
                        }
                    }
                    check_game(after, &offered);
                }
                (Stage::Open(challenge), Stage::Game(game)) => {
                    prop_assert!(actor.person().is_some_and(|id| game.players.contains(&Player::Person(id))));
                    prop_assert!(game.players.contains(&Player::Person(challenge.by)));
                    prop_assert!(!game.on_one_phone());
                    check_game(game, &offered);
                }
                (Stage::Open(_), Stage::Open(_) | Stage::Closed { .. }) => {}
                (from, to) => prop_assert!(false, "no way leads from {:?} to {:?}", from, to),
            }
            table = progress.table;
        }
    }
}
