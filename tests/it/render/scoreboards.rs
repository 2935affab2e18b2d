//! Standings as pictures.

use doushou::book::CupId;
use doushou::book::cup::{Actor, At, Command, Cup, Field, Form, Moment, Score, Seek, Terms};
use doushou::chat::{CupView, Names};
use doushou::people::{ChatId, Lang, PersonId, Place, Time, TimeControl};
use doushou::render::{Cell, Picture, Renderer, Scoreboard, Tone};
use doushou::rules::{Chance, Setup};

use super::{decode, fault};

/// The table of a round robin of so many, in which the lower number has won, drawn or lost in turn.
fn crosstable(entries: usize, heads: [&str; 5]) -> Scoreboard {
    let numbers = (1..=entries).map(|number| number.to_string());
    let mut headings = vec![heads[0].to_owned(), heads[1].to_owned()];
    headings.extend(numbers);
    headings.extend(heads[2..].iter().map(|head| (*head).to_owned()));
    let row = |n: usize| {
        let medal = [Tone::Gold, Tone::Silver, Tone::Bronze].get(n).copied().unwrap_or(Tone::Plain);
        let mut row = vec![Cell::new((n + 1).to_string(), medal), Cell::new((n + 1).to_string(), Tone::Strong)];
        row.extend((0..entries).map(|other| match (n + other) % 4 {
            _ if other == n => Cell::new("", Tone::Void),
            0 => Cell::new("1", Tone::Drawn),
            1 | 2 if other > n => Cell::new("2", Tone::Won),
            1 | 2 => Cell::new("0", Tone::Lost),
            _ => Cell::new("", Tone::Plain),
        }));
        row.extend(["24", "118.5", "11"].map(|text| Cell::new(text, Tone::Strong)));
        row
    };
    Scoreboard { headings, rows: (0..entries).map(row).collect() }
}

#[test]
fn golden_standings() {
    let renderer = Renderer::new();
    let english = crosstable(16, ["Pl", "No", "Pts", "SB", "Won"]);
    let chinese = crosstable(5, ["名次", "号", "积分", "小分", "胜局"]);
    let faults: Vec<String> = [("scoreboard-16", english), ("scoreboard-5-zh", chinese)]
        .into_iter()
        .filter_map(|(name, scoreboard)| fault(name, &renderer.scoreboard(&scoreboard)))
        .collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// A text the font cannot write leaves its cell as if it were empty, in size and in every pixel.
#[test]
fn what_cannot_be_written_is_no_box() {
    let renderer = Renderer::new();
    let draw = |text: &str| {
        let rows = vec![vec![Cell::new(text, Tone::Plain), Cell::new("7", Tone::Won)]];
        decode(&renderer.scoreboard(&Scoreboard { headings: vec!["No".to_owned(), "1".to_owned()], rows }))
    };
    assert_eq!(draw("Жук 🐘 ไทย"), draw(""));
    assert_ne!(draw("1"), draw(""));
    assert_eq!(draw("").dimensions().1, 2 * 60 + 2 * 20);
}

struct Nobody;

impl Names for Nobody {
    fn name(&self, _: PersonId) -> Option<String> {
        None
    }
}

/// A knock-out of so many, of which so many rounds are decided: the lower number wins, but the first meeting of each round.
fn knockout(entries: u64, decided: usize) -> Picture {
    let terms = Terms {
        setup: Setup::default(),
        clock: TimeControl::Unlimited,
        field: Field::Singles,
        form: Form::Knockout,
        round_millis: 1000,
    };
    let (place, organizer) = (Place { chat: ChatId(-1), thread: None }, PersonId(99));
    let mut cup = Cup::open(CupId(1), place, organizer, terms, Time(0), Time(1000));
    let does = |cup: &mut Cup, actor, command| {
        *cup = cup.handle(actor, command, Moment { now: Time(1), chance: Chance(3) }).expect("it can be done").cup;
    };
    for id in 1..=entries {
        does(&mut cup, Actor::Person { id: PersonId(id), admin: false }, Command::Join(Seek::Alone));
    }
    does(&mut cup, Actor::AnonymousAdmin, Command::Start);
    for round in 1..=decided as u16 {
        let open: Vec<(At, Score)> = cup
            .boards()
            .filter(|(_, _, board)| board.verdict.is_none())
            .map(|(at, game, _)| {
                let home = (Some(game.home) < game.away) != (at.board == 1);
                (at, if home { Score::Home } else { Score::Away })
            })
            .collect();
        assert!(open.iter().all(|(at, _)| at.round == round));
        for (at, score) in open {
            does(&mut cup, Actor::AnonymousAdmin, Command::Rule { at, score, why: String::new() });
        }
    }
    let view = CupView { cup: &cup, names: &Nobody, lang: Lang::En, now: Time(1) };
    doushou::chat::cup(&view).scene.expect("a picture")
}

/// The tree of a knock-out: in its middle, with byes, and over, with the match for the third place.
#[test]
fn golden_trees() {
    let renderer = Renderer::new();
    let faults: Vec<String> =
        [("tree-11", knockout(11, 1)), ("tree-8-over", knockout(8, 3)), ("tree-2", knockout(2, 0))]
            .into_iter()
            .filter_map(|(name, picture)| fault(name, &renderer.picture(&picture)))
            .collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}
