//! Whole cups on paper.

mod forgotten;

use proptest::prelude::*;

use super::*;
use crate::people::{ChatId, TimeControl};
use crate::rules::{Chance, Dice};

const HOUR: i64 = 3_600_000;
const START: Time = Time(1_000_000);
const ORGANIZER: PersonId = PersonId(900);

fn organizer() -> Actor {
    Actor::Person { id: ORGANIZER, admin: false }
}

fn player(id: u64) -> Actor {
    Actor::Person { id: PersonId(id), admin: false }
}

fn at(hours: i64) -> Moment {
    Moment { now: START.plus(hours * HOUR), chance: Chance(7) }
}

fn place() -> Place {
    Place { chat: ChatId(-1), thread: None }
}

fn open(field: Field, form: Form) -> Cup {
    let terms = Terms { setup: Setup::default(), clock: TimeControl::Unlimited, field, form, round_millis: 24 * HOUR };
    Cup::open(CupId(1), place(), ORGANIZER, terms, START, START.plus(72 * HOUR))
}

impl Cup {
    /// Does it, at this hour.
    fn does(&mut self, actor: Actor, command: Command, hours: i64) -> Vec<Event> {
        let told = format!("{actor:?} {command:?}");
        let progress = self.handle(actor, command, at(hours)).unwrap_or_else(|refusal| panic!("{told}: {refusal:?}"));
        *self = progress.cup;
        progress.events
    }

    fn refuses(&self, actor: Actor, command: Command) -> Refusal {
        let told = format!("{actor:?} {command:?}");
        self.handle(actor, command, at(1)).err().unwrap_or_else(|| panic!("{told} was carried out"))
    }

    /// Opens tables for all boards without one, as the service does.
    fn seat_all(&mut self) {
        let open: Vec<At> = self
            .boards()
            .filter(|(_, _, board)| board.game.is_none() && board.verdict.is_none())
            .map(|(at, ..)| at)
            .collect();
        for at in open {
            self.does(Actor::Tables, Command::Seat { at, game: GameId(table(at)) }, 1);
        }
    }

    fn ends(&mut self, at: At, outcome: Outcome) -> Vec<Event> {
        self.does(Actor::Tables, Command::Finish { at, game: GameId(table(at)), outcome, plies: 30 }, 1)
    }

    /// Plays all games, with results by `result`, until the cup is over.
    fn play(&mut self, mut result: impl FnMut(&Cup, At) -> Outcome) {
        while self.is_live() {
            self.seat_all();
            let open = self.boards().find(|(_, _, board)| board.verdict.is_none()).map(|(at, ..)| at);
            let at = open.expect("a cup that goes on has a board to play");
            let outcome = result(self, at);
            self.ends(at, outcome);
        }
    }
}

fn table(at: At) -> u64 {
    u64::from(at.round) * 1000 + u64::from(at.board)
}

/// Registers so many and starts.
fn started(field: Field, form: Form, entries: u64) -> Cup {
    let mut cup = open(field, form);
    for n in 0..entries {
        if field.is_teams() {
            let captain = n * 3 + 1;
            cup.does(player(captain), Command::Join(Seek::Found(format!("Team {n}"))), 0);
            for member in [captain + 1, captain + 2] {
                cup.does(player(member), Command::Join(Seek::Into(PersonId(captain))), 0);
            }
        } else {
            cup.does(player(n + 1), Command::Join(Seek::Alone), 0);
        }
    }
    cup.does(organizer(), Command::Start, 0);
    cup
}

fn dice_outcome(dice: &mut Dice) -> Outcome {
    match dice.roll() % 3 {
        0 => Outcome::Draw,
        1 => Outcome::Win(Seat::First),
        _ => Outcome::Win(Seat::Second),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever the results: everybody meets everybody once a leg, sits first as often as second (within one a leg), has at most
    /// one bye a leg, and the points given out are those there were to win.
    #[test]
    fn a_league_is_fair_and_conserves_points(entries in 2..12_u64, legs in 1..3_u8, field in 0..3_usize, seed: u64) {
        let field = Field::ALL[field];
        let mut cup = started(field, Form::League { legs }, entries);
        let mut dice = Dice(seed);
        cup.play(|_, _| dice_outcome(&mut dice));
        let entries = entries as usize;
        let mut met = vec![vec![0; entries]; entries];
        let mut byes = vec![0; entries];
        let mut first = std::collections::BTreeMap::<PersonId, i32>::new();
        for round in &cup.rounds {
            for game in &round.matches {
                let Some(away) = game.away else {
                    byes[game.home] += 1;
                    continue;
                };
                met[game.home][away] += 1;
                met[away][game.home] += 1;
                for board in &game.boards {
                    let [one, other] = cup.crews(game, board);
                    one.into_iter().for_each(|person| *first.entry(person).or_default() += 1);
                    other.into_iter().for_each(|person| *first.entry(person).or_default() -= 1);
                }
            }
        }
        for (one, met) in met.iter().enumerate() {
            for (other, &times) in met.iter().enumerate() {
                prop_assert_eq!(times, if one == other { 0 } else { legs as usize });
            }
        }
        prop_assert!(byes.iter().all(|&byes| byes == entries % 2 * usize::from(legs)));
        prop_assert!(first.values().all(|more| more.abs() <= i32::from(legs) % 2), "{:?}", first);
        let matches = entries * (entries - 1) / 2 * usize::from(legs);
        let rows = cup.standings();
        prop_assert_eq!(rows.iter().map(|row| row.points as usize).sum::<usize>(), 2 * matches);
        prop_assert_eq!(rows.iter().map(|row| row.matches as usize).sum::<usize>(), 2 * matches);
        prop_assert!(rows.is_sorted_by_key(|row| std::cmp::Reverse(row.points)));
        prop_assert_eq!(rows[0].place, 1);
        prop_assert_eq!(cup.places().len(), entries);
    }

    /// Whatever is said to it by whomever, a cup keeps its promises: decided boards stay decided unless a referee rules, tables are
    /// never taken away from a running game, numbers never change after the start, it never offers fewer rounds than it had, and
    /// whoever is to play can.
    #[test]
    fn nothing_said_breaks_a_cup(
        field in 0..3_usize, form in 0..4_usize, entries in 2..7_u64, deeds in proptest::collection::vec((0..15_usize, 0..9_u64, 0..9_u16, 0..30_i64), 0..60),
    ) {
        let form = [Form::League { legs: 1 }, Form::League { legs: 2 }, Form::Finals { legs: 1, best: 4 }, Form::Knockout][form];
        let mut cup = started(Field::ALL[field], form, entries);
        let mut clock = 1;
        for (deed, who, board, hours) in deeds {
            cup.seat_all_if_live();
            clock += hours;
            let (entry, at_board) = (who as usize % cup.entries.len(), At { round: cup.round(), board: board + 1 });
            let why = || "because".to_owned();
            let game = GameId(table(at_board));
            let outcome = if who % 3 == 0 { Outcome::Draw } else { Outcome::Win(Seat::BOTH[who as usize % 2]) };
            let (actor, command) = match deed {
                0..=4 => (Actor::Tables, Command::Finish { at: at_board, game, outcome, plies: 9 }),
                5 => (organizer(), Command::Rule { at: at_board, score: Score::ALL[who as usize % 4], why: why() }),
                6 => (organizer(), Command::Forfeit { entry, why: why() }),
                7 => (player(who), Command::Leave),
                8 => (organizer(), Command::Pause { why: why() }),
                9 => (organizer(), Command::Resume { why: why() }),
                10 => (Actor::Clock, Command::Due { to_move: vec![(board, Seat::First)] }),
                11 => (Actor::Tables, Command::Void { at: at_board, game }),
                12 => (player(who), Command::Forget),
                13 => (player(who), Command::Rule { at: at_board, score: Score::Home, why: why() }),
                _ => (organizer(), Command::Replace { entry, member: 0, by: PersonId(500 + u64::from(board)), why: why() }),
            };
            let by_referee = matches!(command, Command::Rule { .. });
            let Ok(Progress { cup: next, .. }) = cup.handle(actor, command, at(clock)) else { continue };
            prop_assert!(next.rounds.len() >= cup.rounds.len());
            prop_assert!(next.entries.iter().zip(&cup.entries).all(|(new, old)| new.team == old.team));
            for (place, _, old) in cup.boards() {
                let (_, new) = next.board(place).expect("a board is never taken away");
                prop_assert!(old.verdict.is_none() || by_referee || old.verdict == new.verdict);
                prop_assert!(old.verdict.is_some() || new.verdict.is_some() || new.game.is_some() == old.game.is_some() || deed == 11);
            }
            let waiting = next.boards().filter(|(_, _, board)| board.verdict.is_none());
            for (place, game, board) in waiting {
                prop_assert!(next.crews(game, board).iter().all(|crew| !crew.is_empty()), "{place:?} waits for nobody");
            }
            // Only the last round may be open, and a cup that is over has none.
            let open = next.rounds.iter().filter(|round| !round.is_complete()).count();
            prop_assert!(open <= 1);
            prop_assert!(next.stage != Stage::Over || open == 0);
            prop_assert!(next.stage != (Stage::Running { paused: None }) || open == 1, "a cup that runs has something to play");
            cup = next;
        }
    }
}

impl Cup {
    fn seat_all_if_live(&mut self) {
        if self.is_live() {
            self.seat_all();
        }
    }
}

#[test]
fn joining_and_leaving_before_the_start() {
    let mut cup = open(Field::Singles, Form::League { legs: 1 });
    assert_eq!(cup.does(player(1), Command::Join(Seek::Alone), 0), [Event::Joined]);
    assert_eq!(cup.refuses(player(1), Command::Join(Seek::Alone)), Refusal::AlreadyIn);
    assert_eq!(cup.refuses(player(2), Command::Join(Seek::Found("Cats".to_owned()))), Refusal::NoTeams);
    assert_eq!(cup.refuses(organizer(), Command::Start), Refusal::TooFew { min: 2 });
    assert_eq!(cup.refuses(player(2), Command::Leave), Refusal::NotIn);
    assert_eq!(cup.does(player(1), Command::Leave, 0), [Event::Unlisted]);
    assert!(cup.entries.is_empty());
    for n in 0..MOST_ENTRIES as u64 {
        cup.does(player(n), Command::Join(Seek::Alone), 0);
    }
    assert_eq!(cup.refuses(player(99), Command::Join(Seek::Alone)), Refusal::Full { max: MOST_ENTRIES });
    assert_eq!(cup.refuses(player(3), Command::Start), Refusal::NotReferee { organizer: ORGANIZER });
    assert_eq!(cup.refuses(Actor::AnonymousAdmin, Command::Join(Seek::Alone)), Refusal::NotIn);
    cup.does(Actor::AnonymousAdmin, Command::Start, 0);
    assert_eq!(cup.refuses(player(99), Command::Join(Seek::Alone)), Refusal::Started);
}

#[test]
fn teams_of_three_name_their_boards() {
    let mut cup = open(Field::Boards, Form::League { legs: 1 });
    assert_eq!(cup.refuses(player(1), Command::Join(Seek::Alone)), Refusal::NeedsTeam);
    cup.does(player(1), Command::Join(Seek::Found(" Red \n Pandas ".to_owned())), 0);
    assert_eq!(cup.entries[0].team.as_deref(), Some("Red Pandas"));
    let taken = Refusal::NameTaken { name: "red pandas".to_owned() };
    assert_eq!(cup.refuses(player(2), Command::Join(Seek::Found("red pandas".to_owned()))), taken);
    assert_eq!(cup.refuses(player(2), Command::Join(Seek::Found(" \n".to_owned()))), Refusal::NoName);
    assert_eq!(cup.refuses(player(2), Command::Join(Seek::Into(PersonId(9)))), Refusal::NoSuchTeam);
    for member in [2, 3] {
        cup.does(player(member), Command::Join(Seek::Into(PersonId(1))), 0);
    }
    assert_eq!(cup.refuses(player(4), Command::Join(Seek::Into(PersonId(1)))), Refusal::TeamFull);
    cup.does(player(3), Command::Board { member: 1 }, 0);
    assert_eq!(cup.entries[0].members, [1, 3, 2].map(PersonId));
    cup.does(player(4), Command::Join(Seek::Found("Two".to_owned())), 0);
    assert_eq!(cup.refuses(organizer(), Command::Start), Refusal::TeamIncomplete { name: "Two".to_owned() });
    // When time starts it, whoever is not complete is left out.
    assert_eq!(cup.refuses(Actor::Clock, Command::Due { to_move: vec![] }), Refusal::NotDue);
    let mut late = cup.clone();
    assert_eq!(late.does(Actor::Clock, Command::Due { to_move: vec![] }, 72), [Event::CalledOff]);
    for member in [5, 6] {
        cup.does(player(member), Command::Join(Seek::Into(PersonId(4))), 0);
    }
    let events = cup.does(Actor::Clock, Command::Due { to_move: vec![] }, 72);
    assert_eq!(events, [Event::Started, Event::RoundOpened { round: 1 }], "an organizer who is gone holds nobody up");
    let (game, board) = cup.board(At { round: 1, board: 2 }).expect("three boards");
    let [first, _] = cup.crews(game, board);
    assert_eq!(
        first,
        [cup.entries[game.away.expect("an opponent")].members[1]],
        "the visitors begin on the second board"
    );
}

#[test]
fn a_complete_round_opens_the_next_and_the_last_ends_the_cup() {
    let mut cup = started(Field::Singles, Form::League { legs: 1 }, 4);
    assert_eq!((cup.rounds.len(), cup.all_rounds()), (1, 3));
    assert!(
        cup.handle(Actor::Tables, Command::Seat { at: At { round: 1, board: 3 }, game: GameId(1) }, at(0)).is_err()
    );
    cup.seat_all();
    let first = At { round: 1, board: 1 };
    assert_eq!(cup.refuses(Actor::Tables, Command::Seat { at: first, game: GameId(5) }), Refusal::Seated);
    cup.ends(first, Outcome::Draw);
    assert!(cup.ends(first, Outcome::Win(Seat::First)).is_empty(), "told twice");
    let events = cup.ends(At { round: 1, board: 2 }, Outcome::Win(Seat::Second));
    assert_eq!(events.last(), Some(&Event::RoundOpened { round: 2 }));
    let mut dice = Dice(3);
    cup.play(|_, _| dice_outcome(&mut dice));
    assert_eq!((cup.stage, cup.rounds.len()), (Stage::Over, 3));
    assert_eq!(cup.refuses(organizer(), Command::Pause { why: String::new() }), Refusal::Over);
}

/// A league decided by hand, with every way to break a tie: entry 0 beats 1 and loses to 2, …
#[test]
fn ties_are_broken_by_direct_encounter_then_sonneborn_berger() {
    let mut cup = started(Field::Singles, Form::League { legs: 1 }, 4);
    // Who wins between two, by number; level pairs draw.
    let wins = |one: usize, other: usize| matches!((one, other), (0, 1) | (1, 2) | (2, 0) | (0, 3) | (1, 3));
    cup.play(|cup, at| {
        let (game, board) = cup.board(at).expect("it is there");
        let (home, away) = (game.home, game.away.expect("an even field"));
        let home_wins = wins(home, away);
        if home_wins || wins(away, home) {
            board.outcome_of(if home_wins { Score::Home } else { Score::Away }).expect("a winner")
        } else {
            Outcome::Draw
        }
    });
    let rows: Vec<_> =
        cup.standings().iter().map(|row| (row.entry, row.place, row.points, row.direct, row.sonneborn)).collect();
    // 0 and 1 have four points, 2 has three, 3 has one (the draw with 2).
    assert_eq!(rows, [(0, 1, 4, 2, 2 * 4 + 2), (1, 2, 4, 0, 2 * 3 + 2), (2, 3, 3, 0, 2 * 4 + 1), (3, 4, 1, 0, 3)]);
}

#[test]
fn leaving_early_annuls_and_leaving_late_forfeits() {
    let mut cup = started(Field::Singles, Form::League { legs: 1 }, 5);
    let leaver = |cup: &Cup| cup.entries[0].members[0];
    let mut early = cup.clone();
    let actor = Actor::Person { id: leaver(&early), admin: false };
    let events = early.does(actor, Command::Leave, 1);
    assert!(events.contains(&Event::Left { entry: 0, how: Left::Annulled }));
    assert_eq!(early.refuses(actor, Command::Leave), Refusal::HasLeft { number: 1 });
    early.play(|_, _| Outcome::Win(Seat::First));
    let rows = early.standings();
    assert_eq!(rows.iter().map(|row| row.points).sum::<u32>(), 2 * 6, "four are left, and six matches count");
    assert_eq!((rows[4].entry, rows[4].points), (0, 0));

    // Two of four matches are played: from then on the rest is lost.
    while cup.league_played(0) < 2 {
        cup.seat_all();
        let open = cup.boards().find(|(_, _, board)| board.verdict.is_none()).map(|(at, ..)| at).expect("it goes on");
        cup.ends(open, Outcome::Draw);
    }
    let actor = Actor::Person { id: leaver(&cup), admin: false };
    assert!(cup.does(actor, Command::Leave, 1).contains(&Event::Left { entry: 0, how: Left::Forfeits }));
    cup.play(|_, _| Outcome::Draw);
    let rows = cup.standings();
    assert_eq!(rows.iter().map(|row| row.points).sum::<u32>(), 2 * 10);
    let leaver = rows.iter().find(|row| row.entry == 0).expect("still in the table");
    assert_eq!((leaver.matches, leaver.points), (4, 2));
    assert!(cup.log.iter().any(|line| line.deed == Deed::Left { entry: 0, how: Left::Forfeits }));
}

#[test]
fn rulings_are_the_referees_and_are_recorded() {
    let mut cup = started(Field::Singles, Form::League { legs: 1 }, 4);
    cup.seat_all();
    let first = At { round: 1, board: 1 };
    let rule = |score| Command::Rule { at: first, score, why: "  late \n again ".to_owned() };
    let correct =
        Command::SetClock { at: first, seat: Seat::Second, millis: 60_000, why: "it was set wrong".to_owned() };
    assert_eq!(cup.refuses(player(77), correct.clone()), Refusal::NotReferee { organizer: ORGANIZER });
    assert_eq!(cup.does(organizer(), correct, 1), [Event::ClockSet { at: first }]);
    let (game, board) = cup.board(first).expect("a board");
    let own = cup.crews(game, board)[0][0];
    assert_eq!(cup.refuses(player(77), rule(Score::Home)), Refusal::NotReferee { organizer: ORGANIZER });
    assert_eq!(cup.refuses(Actor::Person { id: own, admin: true }, rule(Score::Home)), Refusal::OwnGame);
    let nowhere = At { round: 1, board: 9 };
    let there = Command::Rule { at: nowhere, score: Score::Home, why: String::new() };
    assert_eq!(cup.refuses(organizer(), there), Refusal::NoSuchBoard { at: nowhere });
    cup.does(organizer(), rule(Score::Home), 1);
    assert_eq!(cup.refuses(organizer(), rule(Score::Home)), Refusal::RuledSo, "ruled twice");
    cup.does(Actor::Person { id: PersonId(800), admin: true }, rule(Score::Draw), 2);
    let line = cup.log.last().expect("recorded");
    assert_eq!((line.by, line.at, line.why.as_str()), (By::Person(PersonId(800)), at(2).now, "late again"));
    assert_eq!(line.deed, Deed::Ruled { at: first, score: Score::Draw });
    assert!(cup.ends(first, Outcome::Win(Seat::First)).is_empty(), "the game may end later, and changes nothing");
}

#[test]
fn a_forfeit_loses_the_round_and_a_replaced_player_plays_on() {
    let mut cup = started(Field::Boards, Form::League { legs: 1 }, 2);
    cup.seat_all();
    assert_eq!(
        cup.refuses(organizer(), Command::Forfeit { entry: 7, why: String::new() }),
        Refusal::NoSuchEntry { number: 8 }
    );
    let new = PersonId(555);
    let old = cup.entries[1].members[2];
    let replace = |by| Command::Replace { entry: 1, member: 2, by, why: "ill".to_owned() };
    assert_eq!(cup.refuses(organizer(), replace(cup.entries[0].members[0])), Refusal::AlreadyIn);
    cup.does(organizer(), replace(new), 1);
    assert_eq!(cup.log.last().map(|line| line.deed), Some(Deed::Replaced { entry: 1, member: 2, old, new }));
    assert!(cup.boards().any(|(_, game, board)| cup.crews(game, board).concat().contains(&new)));
    let events = cup.does(organizer(), Command::Forfeit { entry: 1, why: "none came".to_owned() }, 1);
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Decided { .. })).count(), 3);
    assert_eq!((cup.stage, cup.places()[0].1), (Stage::Over, 0));
}

#[test]
fn the_deadline_decides_against_who_is_to_move() {
    let mut cup = started(Field::Singles, Form::League { legs: 1 }, 4);
    cup.seat_all();
    assert_eq!(cup.refuses(Actor::Clock, Command::Due { to_move: vec![] }), Refusal::NotDue);
    assert_eq!(cup.refuses(player(1), Command::Due { to_move: vec![] }), Refusal::NotDue);
    // A pause holds the deadline.
    cup.does(organizer(), Command::Pause { why: "lunch".to_owned() }, 2);
    assert_eq!(cup.due(), None);
    assert_eq!(cup.refuses(organizer(), Command::Pause { why: String::new() }), Refusal::AlreadyPaused);
    cup.does(organizer(), Command::Resume { why: String::new() }, 5);
    assert_eq!(cup.refuses(organizer(), Command::Resume { why: String::new() }), Refusal::NotPaused);
    assert_eq!(cup.due(), Some(at(24 + 3).now));
    let events = cup.does(Actor::Clock, Command::Due { to_move: vec![(1, Seat::Second)] }, 27);
    let board =
        |cup: &Cup, number| cup.board(At { round: 1, board: number }).map(|(_, board)| (board.clone(), board.verdict));
    let (first, verdict) = board(&cup, 1).expect("a board");
    assert_eq!(first.outcome_of(verdict.expect("decided").score), Some(Outcome::Win(Seat::First)));
    assert_eq!(board(&cup, 2).and_then(|(_, verdict)| verdict).map(|verdict| verdict.score), Some(Score::Neither));
    assert!(events.contains(&Event::RoundOpened { round: 2 }));
    assert_eq!(cup.due(), Some(at(27 + 24).now));
}

#[test]
fn a_round_is_given_back_the_time_in_which_the_bot_was_down() {
    let mut cup = open(Field::Singles, Form::League { legs: 2 });
    let credit = |from: i64, upto: i64| Command::Credit { from: at(from).now, upto: at(upto).now };
    assert_eq!(cup.refuses(Actor::Clock, credit(0, 1)), Refusal::NotStarted);
    for n in [1, 2] {
        cup.does(player(n), Command::Join(Seek::Alone), 0);
    }
    cup.does(organizer(), Command::Start, 10);
    assert_eq!(cup.refuses(organizer(), credit(12, 20)), Refusal::NotDue, "the clock alone");
    cup.does(Actor::Clock, credit(12, 20), 20);
    assert_eq!(cup.due(), Some(at(10 + 24 + 8).now));
    // Only what belongs to the round, and nothing backwards.
    cup.does(Actor::Clock, credit(2, 11), 20);
    cup.does(Actor::Clock, credit(21, 20), 20);
    assert_eq!(cup.due(), Some(at(10 + 24 + 8 + 1).now));
    // A pause is given back when it ends, with all that happened in it.
    cup.does(organizer(), Command::Pause { why: String::new() }, 22);
    cup.does(Actor::Clock, credit(23, 25), 25);
    cup.does(organizer(), Command::Resume { why: String::new() }, 26);
    assert_eq!(cup.due(), Some(at(10 + 24 + 8 + 1 + 4).now));
}

#[test]
fn an_admin_takes_over_and_a_voided_game_is_played_anew() {
    let mut cup = started(Field::Singles, Form::League { legs: 1 }, 2);
    assert_eq!(cup.refuses(player(1), Command::TakeOver), Refusal::NotReferee { organizer: ORGANIZER });
    assert_eq!(cup.refuses(organizer(), Command::TakeOver), Refusal::AlreadyOrganizer);
    cup.does(Actor::Person { id: PersonId(1), admin: true }, Command::TakeOver, 1);
    assert_eq!(cup.organizer, PersonId(1));
    assert_eq!(
        cup.refuses(organizer(), Command::CallOff { why: String::new() }),
        Refusal::NotReferee { organizer: PersonId(1) }
    );
    cup.seat_all();
    let first = At { round: 1, board: 1 };
    cup.does(Actor::Tables, Command::Void { at: first, game: GameId(table(first)) }, 1);
    assert_eq!(cup.board(first).map(|(_, board)| board.game), Some(None));
    cup.does(Actor::Tables, Command::Seat { at: first, game: GameId(77) }, 1);
    assert!(cup.ends(first, Outcome::Draw).is_empty(), "the old table does not count any more");
    cup.does(Actor::AnonymousAdmin, Command::CallOff { why: "rain".to_owned() }, 1);
    assert!(!cup.is_live());
}

#[test]
fn a_knockout_is_seeded_by_the_league_and_drawn_matches_are_played_again() {
    let mut cup = started(Field::Singles, Form::Finals { legs: 1, best: 4 }, 6);
    // The lower number always wins.
    let better = |cup: &Cup, at: At| {
        let (game, board) = cup.board(at).expect("it is there");
        let score = if game.home < game.away.expect("an opponent") { Score::Home } else { Score::Away };
        board.outcome_of(score).expect("a winner")
    };
    while cup.rounds.len() <= 5 {
        cup.seat_all();
        let open = cup.boards().find(|(_, _, board)| board.verdict.is_none()).map(|(at, ..)| at).expect("it goes on");
        let outcome = better(&cup, open);
        cup.ends(open, outcome);
    }
    assert_eq!((cup.seeds.as_slice(), cup.all_rounds()), (&[0, 1, 2, 3][..], 7));
    let pairs = |cup: &Cup| {
        cup.rounds.last().map(|round| round.matches.iter().map(|game| (game.home, game.away)).collect::<Vec<_>>())
    };
    assert_eq!(pairs(&cup), Some(vec![(0, Some(3)), (1, Some(2))]));
    let built = Command::Rule { at: At { round: 1, board: 1 }, score: Score::Neither, why: String::new() };
    assert_eq!(cup.refuses(organizer(), built), Refusal::BuiltUpon);
    cup.seat_all();
    let (one, two) = (At { round: 6, board: 1 }, At { round: 6, board: 2 });
    let events = cup.ends(one, Outcome::Draw);
    assert_eq!(events[1..], [Event::Replayed { round: 6, home: 0, away: Some(3) }]);
    let again = At { round: 6, board: 3 };
    let (game, board) = cup.board(again).expect("the replay");
    assert_eq!((game.boards.len(), board.home_first), (2, false), "with the seats changed");
    cup.seat_all();
    cup.ends(two, Outcome::Win(Seat::Second));
    let events = cup.ends(again, Outcome::Draw);
    assert_eq!(events.last(), Some(&Event::RoundOpened { round: 7 }), "drawn twice: the better seed goes on");
    assert_eq!(pairs(&cup), Some(vec![(2, Some(0)), (3, Some(1))]), "the final, and the third place");
    cup.play(better);
    let places: Vec<usize> = cup.places().into_iter().map(|(_, entry)| entry).collect();
    assert_eq!(places, [0, 2, 1, 3, 4, 5]);
}

#[test]
fn a_knockout_of_five_has_byes_for_the_best() {
    let mut cup = started(Field::Singles, Form::Knockout, 5);
    let byes: Vec<usize> =
        cup.rounds[0].matches.iter().filter(|game| game.away.is_none()).map(|game| game.home).collect();
    assert_eq!((byes.as_slice(), cup.all_rounds()), (&[0, 1, 2][..], 3));
    cup.play(|_, _| Outcome::Win(Seat::First));
    assert_eq!(cup.rounds.len(), 3);
    assert_eq!(cup.places().len(), 5);
}

#[test]
fn a_team_in_consultation_sits_at_one_board() {
    let mut cup = started(Field::Consultation, Form::League { legs: 2 }, 3);
    let (_, game, board) = cup.boards().next().expect("a board");
    assert_eq!(cup.crews(game, board).map(|crew| crew.len()), [3, 3]);
    cup.play(|_, _| Outcome::Win(Seat::First));
    assert_eq!((cup.rounds.len(), cup.standings()[0].matches), (6, 4));
}
