//! Samples of what is said about points, ratings and results.

use super::samples::{ANNA, BOB, NOW, Sample, TWO, challenge, game, mixture, place, show, table_of};
use super::*;
use crate::book::{Line, Points, Ranked, Rating, RatingChange, Stakes, Unrated, Verdict, Why, rank};
use crate::people::{ChatId, CountsFor};
use crate::referee::{Challenge, Finish, GameId, Player, Sides, Table, Target};
use crate::rules::{Animal, End, EndReason, Outcome, Seat, Setup, Variant};

/// A line with the longest numbers.
fn line(seat: Seat, why: Option<Why>, rating: Result<RatingChange, Unrated>) -> Line {
    let verdict = match why {
        Some(Why::Draw) => Verdict::Drawn,
        Some(Why::Win { .. }) | None => Verdict::Won,
        Some(Why::Loss | Why::Abandoned | Why::Short) => Verdict::Lost,
    };
    let (person, opponent) = if seat == Seat::First { (ANNA, BOB) } else { (BOB, ANNA) };
    Line {
        person,
        game: GameId(u64::MAX),
        chat: ChatId(-1),
        at: NOW,
        variant: Variant::Jungle,
        seat,
        opponent: Player::Person(opponent),
        verdict,
        reason: if why == Some(Why::Abandoned) { EndReason::Abandonment } else { EndReason::Den },
        plies: 400,
        points: why.map(|why| Points { why, total: -1_000_000 }),
        rating,
    }
}

const fn change(games: u32) -> RatingChange {
    RatingChange { here: [1662, 1500], everywhere: [2100, 2099], games }
}

/// One of each kind.
fn lines() -> Vec<Line> {
    let whys = [Why::Win { higher: 7 }, Why::Win { higher: 0 }, Why::Draw, Why::Loss, Why::Abandoned, Why::Short];
    let mut lines: Vec<Line> = whys.iter().map(|&why| line(Seat::First, Some(why), Ok(change(30)))).collect();
    lines.push(line(Seat::First, Some(Why::Win { higher: 1 }), Err(Unrated::Enough)));
    lines.push(line(Seat::First, None, Err(Unrated::Friendly)));
    let ai = line(Seat::First, None, Err(Unrated::Ai));
    lines.push(Line { opponent: Player::Ai(Animal::Elephant), ..ai });
    lines.push(Line { variant: Variant::Flip, seat: Seat::Second, ..line(Seat::First, None, Ok(change(3))) });
    lines
}

pub fn samples(lang: Lang, names: &dyn Names) -> Vec<(String, Sample)> {
    let mut samples: Vec<(String, Sample)> = Vec::new();
    let mut add = |told: String, post| samples.push((told, Sample::Post(post)));

    let mut over = game(Setup::default(), TWO);
    over.finish = Some(Finish::End(End { outcome: Outcome::Win(Seat::First), reason: EndReason::Den }));
    let ends = [
        [Some(Why::Win { higher: 7 }), Some(Why::Loss)],
        [Some(Why::Short), Some(Why::Short)],
        [Some(Why::Abandoned), Some(Why::Short)],
        [None, None],
    ];
    for [first, second] in ends {
        for rating in [Ok(change(3)), Ok(change(30)), Err(Unrated::Enough), Err(Unrated::Friendly)] {
            let booked = [line(Seat::First, first, rating), line(Seat::Second, second, rating)];
            let post = show(&table_of(over.clone()), lang, names, |view| view.booked = &booked);
            add(format!("the end, booked {booked:?}"), post);
        }
    }

    for chosen in CountsFor::ALL {
        let stakes = Stakes::from(chosen);
        let challenge = Challenge { stakes, ..challenge(mixture(), Target::Anybody, Sides::Lot) };
        let table = Table::challenge(GameId(1), place(), challenge);
        add(format!("a card for {stakes:?}"), show(&table, lang, names, |_| {}));
    }

    for (told, page) in pages() {
        add(told.to_owned(), super::super::page(&page.borrow(), names, lang));
    }
    samples
}

/// A page with what it borrows.
enum OwnPage {
    Top(TopOf, Vec<Ranked>, usize),
    Stats { group: bool, lines: Vec<Line>, ratings: Vec<(Variant, Rating)>, points: Option<i32> },
    Versus { group: bool, lines: Vec<Line> },
}

const OTHERS: [TopOf; 3] = [TopOf::Points, TopOf::Game(Variant::Jungle), TopOf::Game(Variant::Mecha)];

impl OwnPage {
    fn borrow(&self) -> Page<'_> {
        match self {
            OwnPage::Top(of, people, page) => Page::Top(Top { of: *of, people, page: *page, others: &OTHERS }),
            OwnPage::Stats { group, lines, ratings, points } => Page::Stats(Stats {
                person: ANNA,
                group: *group,
                lines,
                here: if *group { ratings } else { &[] },
                everywhere: ratings,
                points: *points,
            }),
            OwnPage::Versus { group, lines } => Page::Versus(Versus { people: [ANNA, BOB], group: *group, lines }),
        }
    }
}

fn pages() -> Vec<(&'static str, OwnPage)> {
    let mut rated: Vec<Ranked> =
        (0..34).map(|n| Ranked::new(PersonId(n), 1500 + (n as i32 * 7) % 5, Some(n as u32), n < 10)).collect();
    rank(&mut rated);
    let mut scored: Vec<Ranked> = [-12, 0, 20, 57, 1600].map(|points| Ranked::new(ANNA, points, None, false)).into();
    rank(&mut scored);
    let ratings: Vec<(Variant, Rating)> = Variant::ALL
        .iter()
        .map(|&variant| (variant, Rating { games: variant as u32 * 3, ..Rating::default() }))
        .collect();
    let many: Vec<Line> = lines().into_iter().cycle().take(40).collect();
    let ai = vec![Line { opponent: Player::Ai(Animal::Rat), ..line(Seat::Second, None, Err(Unrated::Ai)) }];
    let twice = vec![line(Seat::First, Some(Why::Draw), Ok(change(1))); 2];
    let lost = vec![line(Seat::First, Some(Why::Loss), Ok(change(1))); 2];
    let stats = |group, lines: &[Line], ratings: &[(Variant, Rating)], points| OwnPage::Stats {
        group,
        lines: lines.to_vec(),
        ratings: ratings.to_vec(),
        points,
    };
    let mut pages = vec![
        ("nobody yet", OwnPage::Top(TopOf::Game(Variant::Flip), Vec::new(), 0)),
        ("the best", OwnPage::Top(TopOf::Game(Variant::Jungle), rated.clone(), 0)),
        ("a page between", OwnPage::Top(TopOf::Game(Variant::Jungle), rated.clone(), 1)),
        ("past the end", OwnPage::Top(TopOf::Game(Variant::Jungle), rated, 1000)),
        ("points", OwnPage::Top(TopOf::Points, scored, 0)),
        ("no games", stats(true, &[], &[], None)),
        ("no games at all", stats(false, &[], &[], None)),
        ("only the AI", stats(false, &ai, &[], None)),
        ("an elephant", stats(true, &twice, &[], Some(1600))),
        ("everything", stats(true, &many, &ratings, Some(-12))),
        ("everything everywhere", stats(false, &many, &ratings, None)),
    ];
    for group in [true, false] {
        for lines in [&[][..], &twice, &lost, &many, &many[..1]] {
            pages.push(("two people", OwnPage::Versus { group, lines: lines.to_vec() }));
        }
    }
    pages
}

/// The picture of somebody's results shows what the lines say.
#[test]
fn the_picture_shows_the_game_played_most() {
    let names = samples::Book("Anna".to_owned());
    let win = |seat| line(seat, Some(Why::Win { higher: 0 }), Ok(change(1)));
    let lines = [win(Seat::First), Line { variant: Variant::Flip, ..win(Seat::First) }, win(Seat::Second)];
    let stats = Stats { person: ANNA, group: true, lines: &lines, here: &[], everywhere: &[], points: None };
    let post = page(&Page::Stats(stats), &names, Lang::En);
    let Some(crate::render::Picture::Chart(chart)) = post.scene else { panic!("{post:?}") };
    assert_eq!((chart.line, chart.uncertain), (vec![1662, 1500, 1500], 3));
    let bars: Vec<_> = chart.bars.iter().map(|bar| (bar.won, bar.drawn, bar.lost)).collect();
    assert_eq!(bars, [(1, 0, 0), (1, 0, 0)]);
    assert!(post.html.contains("Picture: Jungle"), "{}", post.html);
}
