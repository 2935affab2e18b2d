//! Points and ratings: the table of cases, and laws that hold for any games.

use std::collections::BTreeMap;

use doushou::book::{Account, Line, Played, RATED_GAMES_PER_PAIR, Stakes, Unrated, Verdict, book};
use doushou::people::{ChatId, PersonId, Time};
use doushou::referee::{GameId, Player};
use doushou::rules::{Animal, End, EndReason, Outcome, Seat, Variant};
use proptest::prelude::*;

const CHAT: ChatId = ChatId(-1);
const HOUR: i64 = 60 * 60 * 1000;

fn played(players: [u64; 2], outcome: Outcome) -> Played {
    Played {
        game: GameId(1),
        chat: CHAT,
        variant: Variant::Jungle,
        players: players.map(|id| Player::Person(PersonId(id))),
        end: End { outcome, reason: EndReason::Den },
        plies: 40,
        at: Time(0),
        stakes: Stakes { rated: true, scored: true },
        tournament: false,
    }
}

#[test]
fn points_move_as_the_table_says() {
    let table = include_str!("../data/book/scores.tsv");
    let cases: Vec<&str> = table.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(cases.len() > 25, "{} cases", cases.len());
    for case in cases {
        let columns: Vec<&str> = case.split('\t').collect();
        let [first, second, winner, reason, plies, kind, first_change, second_change] = columns[..] else {
            panic!("not eight columns: {case}");
        };
        let number = |text: &str| text.parse::<i32>().unwrap_or_else(|error| panic!("{case}: {error}"));
        let outcome = match winner {
            "first" => Outcome::Win(Seat::First),
            "second" => Outcome::Win(Seat::Second),
            "draw" => Outcome::Draw,
            other => panic!("{case}: who is {other}?"),
        };
        let reason = EndReason::from_name(reason).unwrap_or_else(|| panic!("{case}: what is {reason}?"));
        let played = Played {
            end: End { outcome, reason },
            plies: number(plies) as usize,
            stakes: Stakes { rated: false, scored: true },
            tournament: kind == "cup",
            ..played([1, 2], outcome)
        };
        let before = [first, second].map(|points| Account { points: number(points), ..Account::default() });
        let booked = book(&played, before, 0).map(|booking| booking.expect("both are people"));
        let expected = [first_change, second_change].map(number);
        for ((booking, before), expected) in booked.iter().zip(before).zip(expected) {
            let points = booking.line.points.expect("a game for points");
            assert_eq!(points.why.delta(), expected, "{case}");
            assert_eq!(booking.account.points, before.points + expected, "{case}");
            assert_eq!(points.total, booking.account.points, "{case}");
        }
    }
}

#[test]
fn a_game_for_nothing_and_a_game_against_the_ai_move_nothing() {
    let win = Outcome::Win(Seat::First);
    let account = Account { points: 30, ..Account::default() };
    let friendly = Played { stakes: Stakes::default(), ..played([1, 2], win) };
    for booking in book(&friendly, [account; 2], 0).map(Option::unwrap) {
        assert_eq!((booking.account, booking.line.points), (account, None));
        assert_eq!(booking.line.rating, Err(Unrated::Friendly));
    }
    let ai = Played { players: [Player::Ai(Animal::Rat), Player::Person(PersonId(2))], ..played([1, 2], win) };
    let [None, Some(booking)] = book(&ai, [Account::default(), account], 0) else { panic!("the AI has no ledger") };
    assert_eq!((booking.account, booking.line.points), (account, None));
    assert_eq!((booking.line.rating, booking.line.verdict), (Err(Unrated::Ai), Verdict::Lost));
}

/// Everybody's accounts, and all lines in the order of the games.
#[derive(Default, PartialEq, Debug)]
struct Books {
    accounts: BTreeMap<(u64, ChatId), Account>,
    lines: Vec<Line>,
}

/// Books games one after the other, as the store does.
fn booked(games: &[Played]) -> Books {
    let mut books = Books::default();
    for played in games {
        let [one, other] = played.pair().expect("people play").map(|id| id.0);
        // The rating everywhere is the one after the person's last game, wherever that was.
        let before = [one, other].map(|person| {
            let mut account = books.accounts.get(&(person, played.chat)).copied().unwrap_or_default();
            let newest =
                books.accounts.iter().filter(|((id, _), _)| *id == person).map(|(_, account)| account.everywhere);
            account.everywhere = newest.max_by_key(|rating| rating.games).unwrap_or_default();
            account
        });
        let lately = books.lines.iter().filter(|line| {
            line.person.0 == one
                && line.opponent == Player::Person(PersonId(other))
                && line.rating.is_ok()
                && line.at > played.day_began()
        });
        let lately = lately.count();
        for booking in book(played, before, lately).map(Option::unwrap) {
            books.accounts.insert((booking.line.person.0, played.chat), booking.account);
            books.lines.push(booking.line);
        }
    }
    books
}

/// Games of four people in two chats over some days, oldest first.
fn games() -> impl Strategy<Value = Vec<Played>> {
    let outcome = prop::sample::select(&[Outcome::Win(Seat::First), Outcome::Win(Seat::Second), Outcome::Draw][..]);
    let reason = prop::sample::select(&[EndReason::Den, EndReason::Resignation, EndReason::Abandonment][..]);
    let stakes = (any::<bool>(), any::<bool>(), any::<bool>());
    let game = (0..4_u64, 1..4_u64, outcome, reason, 0..60_usize, 0..8 * HOUR, any::<bool>(), stakes);
    prop::collection::vec(game, 0..60).prop_map(|games| {
        let mut now = Time(0);
        let game = |(n, (one, step, outcome, reason, plies, pause, elsewhere, (rated, scored, tournament)))| {
            now = now.plus(pause);
            Played {
                game: GameId(n),
                chat: if elsewhere { ChatId(-2) } else { CHAT },
                end: End { outcome, reason },
                plies,
                at: now,
                stakes: Stakes { rated, scored },
                tournament,
                ..played([one, (one + step) % 4], outcome)
            }
        };
        (1..).zip(games).map(game).collect()
    })
}

proptest! {
    #[test]
    fn the_ledger_adds_up_to_the_points(games in games()) {
        let books = booked(&games);
        for (&(person, chat), account) in &books.accounts {
            let of = |line: &&Line| line.person.0 == person && line.chat == chat;
            let moved: i32 = books.lines.iter().filter(of).filter_map(|line| line.points).map(|points| points.why.delta()).sum();
            prop_assert_eq!(moved, account.points);
            let last = books.lines.iter().filter(of).filter_map(|line| line.points).next_back();
            prop_assert_eq!(last.map_or(0, |points| points.total), account.points);
        }
    }

    #[test]
    fn the_same_games_in_the_same_order_come_to_the_same(games in games()) {
        prop_assert_eq!(booked(&games), booked(&games));
    }

    #[test]
    fn no_pair_has_more_rated_games_within_a_day_than_it_may(games in games()) {
        let books = booked(&games);
        for (n, line) in books.lines.iter().enumerate().filter(|(_, line)| line.rating.is_ok()) {
            let same_pair = |other: &&Line| other.person == line.person && other.opponent == line.opponent && other.rating.is_ok();
            let day = books.lines[..=n].iter().filter(same_pair).filter(|other| line.at.since(other.at) < 24 * HOUR);
            prop_assert!(day.count() <= RATED_GAMES_PER_PAIR);
        }
        // And what was not rated for that reason would have been one too many.
        for (n, line) in books.lines.iter().enumerate().filter(|(_, line)| line.rating == Err(Unrated::Enough)) {
            let same_pair = |other: &&Line| other.person == line.person && other.opponent == line.opponent && other.rating.is_ok();
            let day = books.lines[..n].iter().filter(same_pair).filter(|other| line.at.since(other.at) < 24 * HOUR);
            prop_assert_eq!(day.count(), RATED_GAMES_PER_PAIR);
        }
    }

    #[test]
    fn both_ledgers_tell_the_same_game(games in games()) {
        let books = booked(&games);
        for pair in books.lines.chunks(2) {
            let [one, other] = pair else { return Err(TestCaseError::fail("a line without its other")) };
            prop_assert_eq!(one.opponent, Player::Person(other.person));
            let verdicts = match one.verdict {
                Verdict::Won => Verdict::Lost,
                Verdict::Drawn => Verdict::Drawn,
                Verdict::Lost => Verdict::Won,
            };
            prop_assert_eq!(other.verdict, verdicts);
            prop_assert_eq!(one.rating.is_ok(), other.rating.is_ok());
        }
    }

    #[test]
    fn whoever_wins_does_not_lose_rating_and_whoever_loses_does_not_gain(games in games()) {
        for line in &booked(&games).lines {
            let Ok(change) = &line.rating else { continue };
            for [before, after] in [change.here, change.everywhere] {
                match line.verdict {
                    Verdict::Won => prop_assert!(after >= before),
                    Verdict::Lost => prop_assert!(after <= before),
                    Verdict::Drawn => {}
                }
            }
        }
    }
}
