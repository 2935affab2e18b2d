//! Samples of everything that is said about cups, and what holds of it.

use super::samples::{Book, Nobody, Sample, show};
use crate::book::cup::{
    Actor, At, Command, Cup, Deed, Event, Field, Form, Left, MOST_ENTRIES, Moment, Refusal, Score, Seek, Stage, Terms,
};
use crate::book::{CupGame, CupId};
use crate::chat::{CupDone, CupNotice, CupView, Names, Notice, Page, Post, Twice, cup, page, past_cup};
use crate::people::{ChatId, Lang, PersonId, Place, Time};
use crate::referee::{Draft, Player, Table};
use crate::render::Picture;
use crate::rules::{Chance, Outcome, Seat, Setup};

const HOUR: i64 = 3_600_000;
const NOW: Time = Time(1_000_000_000);
const ANNA: PersonId = PersonId(u64::MAX >> 12);
const AT: At = At { round: 46, board: 72 };

/// Every sentence about a cup, with the longest words.
pub fn notices() -> Vec<Notice> {
    let name = || "🐘".repeat(64);
    let refusals = [
        Refusal::Started,
        Refusal::NotStarted,
        Refusal::Over,
        Refusal::AlreadyIn,
        Refusal::NotIn,
        Refusal::Full { max: MOST_ENTRIES },
        Refusal::TeamFull,
        Refusal::NeedsTeam,
        Refusal::NoTeams,
        Refusal::NoSuchTeam,
        Refusal::NameTaken { name: name() },
        Refusal::NoName,
        Refusal::TooFew { min: 2 },
        Refusal::TeamIncomplete { name: name() },
        Refusal::NotReferee { organizer: ANNA },
        Refusal::CaptainOnly { captain: ANNA },
        Refusal::OwnGame,
        Refusal::NoSuchBoard { at: AT },
        Refusal::NoSuchEntry { number: 65_535 },
        Refusal::HasLeft { number: 24 },
        Refusal::RuledSo,
        Refusal::BuiltUpon,
        Refusal::NothingToForfeit,
        Refusal::AlreadyPaused,
        Refusal::NotPaused,
        Refusal::AlreadyOrganizer,
        Refusal::Seated,
        Refusal::NotDue,
    ];
    let lefts = [Left::Annulled, Left::Forfeits].map(|how| CupDone::Left { number: 24, how });
    let done = lefts.into_iter().chain([
        CupDone::Joined,
        CupDone::Unlisted,
        CupDone::BoardsChanged,
        CupDone::Ruled { at: AT },
        CupDone::Forfeited { number: 24 },
        CupDone::Replaced { number: 24 },
        CupDone::Paused,
        CupDone::Resumed,
        CupDone::TookOver,
        CupDone::CalledOff,
    ]);
    let others = [
        CupNotice::None,
        CupNotice::AnotherRuns,
        CupNotice::NoClock,
        CupNotice::ReplaceByWhom,
        CupNotice::NoAdvice,
        CupNotice::MovesFor { person: ANNA, team: name() },
        CupNotice::SpeaksFor { person: ANNA, team: name() },
        CupNotice::Really(Twice::Leave),
        CupNotice::Really(Twice::Withdraw { number: 24 }),
        CupNotice::Really(Twice::CallOff),
    ];
    let refusals = refusals.into_iter().map(CupNotice::Refused);
    refusals.chain(done.map(CupNotice::Done)).chain(others).map(Notice::Cup).collect()
}

fn open(field: Field, form: Form, setup: Setup) -> Cup {
    let clock = "20+0".parse().expect("a time control");
    let terms = Terms { setup, clock, field, form, round_millis: 7 * 24 * HOUR };
    let place = Place { chat: ChatId(-1), thread: None };
    Cup::open(CupId(3), place, ANNA, terms, NOW, NOW.plus(72 * HOUR))
}

fn does(cup: &mut Cup, actor: Actor, command: Command, hours: i64) {
    let moment = Moment { now: NOW.plus(hours * HOUR), chance: Chance(5) };
    let told = format!("{actor:?} {command:?}");
    *cup = cup.handle(actor, command, moment).unwrap_or_else(|refusal| panic!("{told}: {refusal:?}")).cup;
}

fn player(id: u64) -> Actor {
    Actor::Person { id: PersonId(id), admin: false }
}

fn joined(field: Field, form: Form, entries: u64) -> Cup {
    let mut cup = open(field, form, "flip".parse().expect("a game"));
    for n in 1..=entries {
        if field.is_teams() {
            does(&mut cup, player(10 * n), Command::Join(Seek::Found(format!("{n} {}", "獅".repeat(20)))), 0);
            for member in [10 * n + 1, 10 * n + 2] {
                does(&mut cup, player(member), Command::Join(Seek::Into(PersonId(10 * n))), 0);
            }
        } else {
            does(&mut cup, player(10 * n), Command::Join(Seek::Alone), 0);
        }
    }
    cup
}

/// Decides every open board of the last round; the lower number wins, but on every fourth board.
fn decide(cup: &mut Cup) {
    let open = cup.boards().filter(|(_, _, board)| board.verdict.is_none());
    let open: Vec<(At, Score)> = open
        .map(|(at, game, _)| {
            let lower = if Some(game.home) < game.away { Score::Home } else { Score::Away };
            (at, [lower, lower, Score::Draw, lower][at.board as usize % 4])
        })
        .collect();
    for (at, score) in open {
        if cup.is_live() && cup.board(at).is_some_and(|(_, board)| board.verdict.is_none()) {
            does(cup, Actor::AnonymousAdmin, Command::Rule { at, score, why: String::new() }, 1);
        }
    }
}

fn started(field: Field, form: Form, entries: u64) -> Cup {
    let mut cup = joined(field, form, entries);
    does(&mut cup, Actor::AnonymousAdmin, Command::Start, 0);
    cup
}

/// A cup in which everything happened that a log can tell.
fn eventful() -> Cup {
    let mut cup = started(Field::Singles, Form::League { legs: 1 }, 6);
    let admin = Actor::Person { id: ANNA, admin: true };
    let why = || "🐘".repeat(200);
    let boards: Vec<At> = cup.boards().map(|(at, ..)| at).collect();
    for (at, score) in boards.into_iter().zip([Score::Draw, Score::Neither]) {
        does(&mut cup, admin, Command::Rule { at, score, why: why() }, 1);
    }
    does(&mut cup, admin, Command::Replace { entry: 1, member: 0, by: PersonId(77), why: why() }, 2);
    for (seat, millis) in [(Seat::First, 300_000), (Seat::Second, -90_000)] {
        let at = At { round: 1, board: 3 };
        does(&mut cup, admin, Command::SetClock { at, seat, millis, why: String::new() }, 3);
    }
    does(&mut cup, admin, Command::Pause { why: why() }, 3);
    does(&mut cup, admin, Command::Resume { why: why() }, 4);
    does(&mut cup, admin, Command::Withdraw { entry: 0, why: why() }, 5);
    while !cup.log.iter().any(|line| matches!(line.deed, Deed::DeadlinePassed { .. })) {
        does(&mut cup, Actor::Clock, Command::Due { to_move: vec![] }, 24 * 8);
    }
    decide(&mut cup);
    decide(&mut cup);
    let entry = 2;
    does(&mut cup, admin, Command::Forfeit { entry, why: why() }, 24 * 9);
    does(&mut cup, admin, Command::Withdraw { entry: 3, why: why() }, 24 * 9);
    does(&mut cup, Actor::Person { id: PersonId(4), admin: true }, Command::TakeOver, 24 * 9);
    does(&mut cup, admin, Command::CallOff { why: why() }, 24 * 10);
    cup
}

/// Cups at every point of their lives.
fn cups() -> Vec<(&'static str, Cup)> {
    let league = Form::League { legs: 1 };
    let mut cups = vec![
        ("an empty list", open(Field::Singles, Form::League { legs: 2 }, Setup::default())),
        ("a full list", joined(Field::Singles, Form::Finals { legs: 1, best: 4 }, MOST_ENTRIES as u64)),
        ("a list of teams", joined(Field::Boards, Form::Finals { legs: 2, best: 2 }, MOST_ENTRIES as u64)),
        ("a list for consultation", joined(Field::Consultation, Form::Knockout, 2)),
        ("a first round", started(Field::Singles, league, 16)),
        ("an odd field", started(Field::Singles, league, 15)),
        ("teams", started(Field::Boards, league, 8)),
        ("a knock-out", started(Field::Singles, Form::Knockout, 20)),
        ("everything", eventful()),
    ];
    let mut gathering = open(Field::Boards, league, Setup::default());
    does(&mut gathering, player(10), Command::Join(Seek::Found("獅".repeat(20))), 0);
    cups.push(("a team that is not complete", gathering));
    let mut unlucky = open(Field::Singles, league, Setup::default());
    does(&mut unlucky, Actor::AnonymousAdmin, Command::CallOff { why: String::new() }, 1);
    cups.push(("called off", unlucky));
    let mut late = started(Field::Singles, league, 4);
    does(&mut late, Actor::Clock, Command::Due { to_move: vec![] }, 24 * 8);
    cups.push(("a round whose time was up", late));
    let mut paused = started(Field::Consultation, Form::League { legs: 2 }, 4);
    decide(&mut paused);
    does(&mut paused, Actor::AnonymousAdmin, Command::Pause { why: String::new() }, 1);
    cups.push(("paused", paused));
    for (told, field) in [("finals", Field::Singles), ("finals of teams", Field::Boards)] {
        let mut finals = started(field, Form::Finals { legs: 1, best: 8 }, 9);
        while finals.is_live() {
            decide(&mut finals);
            cups.push((told, finals.clone()));
        }
    }
    cups
}

/// The board of a cup's game when it is opened: both are told.
fn opened(lang: Lang, names: &dyn Names) -> Post {
    let players = [PersonId(7), PersonId(8)].map(Player::Person);
    let place = Place { chat: ChatId(-1), thread: None };
    let of_cup = CupGame { cup: CupId(3), round: AT.round, board: AT.board };
    let draft = Draft { cup: Some(of_cup), ..Draft::new(Setup::default(), players) };
    let table = Table::game(crate::book::GameId(5), place, draft, NOW);
    show(&table, lang, names, |view| {
        view.now = NOW;
        view.mention = true;
    })
}

#[test]
fn both_players_are_mentioned_when_their_board_is_opened() {
    let post = opened(Lang::En, &Book("Anna".to_owned()));
    for id in [7, 8] {
        assert!(post.html.contains(&format!("tg://user?id={id}\"")), "{}", post.html);
    }
    assert!(post.html.contains("round 46, board 72"), "{}", post.html);
}

/// Every message about a cup.
pub fn posts(lang: Lang, names: &dyn Names) -> Vec<(String, Sample)> {
    let mut posts = vec![("the board of a cup".to_owned(), Sample::Post(opened(lang, names)))];
    for (told, it) in cups() {
        for hours in [0, 47, 71, 24 * 6, 24 * 7 - 1] {
            let view = CupView { cup: &it, names, lang, now: NOW.plus(hours * HOUR) };
            posts.push((format!("{told} after {hours} hours"), Sample::Post(cup(&view))));
        }
        let view = CupView { cup: &it, names, lang, now: NOW };
        for chapter in 0..=it.chapter() {
            posts.push((format!("{told}: chapter {chapter} is past"), Sample::Post(past_cup(&view, chapter))));
        }
        posts.push((format!("{told}: standings"), Sample::Post(page(&Page::CupStandings { cup: &it }, names, lang))));
        for hours in [1, 30, 24 * 12] {
            let now = NOW.plus(hours * HOUR + HOUR / 2);
            posts.push((format!("{told}: log"), Sample::Post(page(&Page::CupLog { cup: &it, now }, names, lang))));
        }
    }
    posts
}

fn posted(it: &Cup, names: &dyn Names) -> Post {
    cup(&CupView { cup: it, names, lang: Lang::En, now: NOW.plus(HOUR) })
}

#[test]
fn names_are_in_the_words_and_numbers_in_the_picture() {
    for (field, entries) in [(Field::Singles, 16), (Field::Boards, 8)] {
        let mut it = started(field, Form::League { legs: 1 }, entries);
        decide(&mut it);
        // As many letters as most names have.
        let post = posted(&it, &Book("Alexandra W".to_owned()));
        for n in 1..=entries {
            assert!(post.html.contains(&format!("<b>{n}</b>")), "{n} is missing:\n{}", post.html);
        }
        assert!(post.html.contains("Alexan"), "{}", post.html);
        let Some(Picture::Scoreboard(picture)) = post.scene else { panic!("a table") };
        assert_eq!(picture.rows.len(), entries as usize);
        let drawn = picture.headings.iter().chain(picture.rows.iter().flatten().map(|cell| &cell.text));
        assert!(drawn.clone().all(|text| !text.contains("Alex")), "no name is drawn");
        assert!(picture.rows.iter().all(|row| row.len() == picture.headings.len()));
    }
}

/// Every character that is drawn in either language is in the embedded font.
#[test]
fn headings_can_be_drawn() {
    let glyphs = include_str!("../../../assets/fonts/glyphs.txt");
    for lang in Lang::ALL {
        for (told, it) in cups() {
            let post = cup(&CupView { cup: &it, names: &Nobody, lang, now: NOW });
            let Some(Picture::Scoreboard(picture)) = post.scene else { continue };
            for text in picture.headings.iter().chain(picture.rows.iter().flatten().map(|cell| &cell.text)) {
                assert!(text.chars().all(|c| glyphs.contains(c)), "{lang:?} {told}: {text:?}");
            }
        }
    }
}

#[test]
fn the_winners_are_told_that_they_have_won() {
    let mut it = started(Field::Singles, Form::League { legs: 1 }, 5);
    while it.is_live() {
        decide(&mut it);
    }
    assert_eq!(it.stage, Stage::Over);
    let post = posted(&it, &Book("Anna".to_owned()));
    for (place, entry) in it.places() {
        let mentioned = post.html.contains(&format!("tg://user?id={}\"", it.entries[entry].members[0]));
        assert_eq!(mentioned, place <= 3, "place {place}:\n{}", post.html);
    }
    assert!(post.html.contains("First prize"));
}

#[test]
fn a_winner_who_has_been_forgotten_is_nobody() {
    let mut it = started(Field::Singles, Form::League { legs: 1 }, 3);
    while it.is_live() {
        decide(&mut it);
    }
    let (_, first) = it.places()[0];
    it.entries[first].members[0] = PersonId::FORGOTTEN;
    let post = posted(&it, &Nobody);
    assert!(post.html.contains("Forgotten player") && !post.html.contains("user?id=0"), "{}", post.html);
}

#[test]
fn what_happened_is_said_once() {
    let mut it = joined(Field::Singles, Form::League { legs: 1 }, 2);
    let moment = Moment { now: NOW, chance: Chance(5) };
    let join = it.handle(player(5), Command::Join(Seek::Alone), moment).expect("there is room");
    assert_eq!(CupDone::of(&join.events), Some(CupDone::Joined));
    let start = it.handle(Actor::AnonymousAdmin, Command::Start, moment).expect("two are enough");
    assert_eq!(CupDone::of(&start.events), None, "the cup's message tells: {:?}", start.events);
    it = start.cup;
    let at = At { round: 1, board: 1 };
    let outcome = Outcome::Win(Seat::First);
    does(&mut it, Actor::Tables, Command::Seat { at, game: crate::book::GameId(1) }, 0);
    let end = it.handle(Actor::Tables, Command::Finish { at, game: crate::book::GameId(1), outcome, plies: 3 }, moment);
    let events = end.expect("told").events;
    assert_eq!(events.last(), Some(&Event::Finished));
}

#[test]
fn what_came_of_a_round_stands_under_it() {
    let mut it = started(Field::Singles, Form::League { legs: 1 }, 4);
    decide(&mut it);
    let view = CupView { cup: &it, names: &Nobody, lang: Lang::En, now: NOW };
    let (past, now) = (past_cup(&view, 1), cup(&view));
    assert!(past.html.contains("Round 1 of 3") && now.html.contains("Round 2 of 3"), "{}", past.html);
    let results = ["2:0", "0:2", "1:1"].map(|result| past.html.matches(result).count());
    assert_eq!(results.iter().sum::<usize>(), 2, "{}", past.html);
    assert!(past.buttons.is_empty() && !past.html.contains('⏳'), "{}", past.html);
    let list = past_cup(&view, 0);
    assert!(list.scene.is_none() && !list.html.contains("starts it"), "{}", list.html);
}
