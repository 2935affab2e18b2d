//! Records of games: what is written is read back, what was changed is noticed, and what is wrong is named.

use doushou::book::{Close, Entry, GameId, Record, RecordFault, RecordText};
use doushou::people::ChatKind;
use doushou::rules::{Chance, Dice, End, EndReason, Outcome, Seat, Setup, Variant};
use proptest::prelude::*;

/// Plays at random; ends by the rules, or as `close` says after so many plies.
fn played(setup: Setup, most: usize, seed: u64, clock: bool, names: [String; 2], close: Close) -> Record {
    let mut dice = Dice(seed);
    let mut state = setup.start();
    let mut plies = Vec::new();
    while plies.len() < most && state.end().is_none() {
        let moves = state.legal_moves();
        let mv = moves[(dice.roll() % moves.len() as u64) as usize];
        let ply = state.play(mv, Chance(dice.roll())).expect("a legal move").ply;
        let clock = clock.then(|| (dice.roll() % 90_000) as u32);
        plies.push(Entry { ply, clock });
    }
    Record {
        game: Some(GameId(seed)),
        date: "2026-11-30".parse().ok(),
        place: Some(ChatKind::Group),
        names,
        setup,
        fen: None,
        time_control: clock.then(|| "20m+5s".to_owned()),
        plies,
        close: state.end().map_or(close, Close::End),
    }
}

fn setups() -> Vec<Setup> {
    let others = ["jungle Order=dog;Equal=both;QuietPlies=60", "mecha"].map(|text| text.parse().expect("a setup"));
    Variant::ALL.iter().map(|&variant| Setup::standard(variant)).chain(others).collect()
}

fn closes() -> Vec<Close> {
    let end = |outcome, reason| Close::End(End { outcome, reason });
    vec![
        Close::Ongoing,
        Close::Void,
        end(Outcome::Draw, EndReason::Agreement),
        end(Outcome::Win(Seat::Second), EndReason::Resignation),
        end(Outcome::Win(Seat::First), EndReason::Clock),
    ]
}

prop_compose! {
    fn record()(
        setup in prop::sample::select(setups()),
        close in prop::sample::select(closes()),
        most in 0usize..160,
        seed: u64,
        clock: bool,
        names in prop::array::uniform2("[^\\s\\p{C}]?(\\PC{0,20}[^\\s\\p{C}])?"),
    ) -> Record {
        let names = names.map(|name: String| Record::clean(&name));
        played(setup, most, seed, clock, names, close)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn a_record_reads_back_as_it_was(record in record()) {
        let text = record.to_string();
        let read: RecordText = text.parse().unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        prop_assert_eq!(&read.record, &record);
        prop_assert_eq!(read.fingerprint.as_ref(), Some(&record.fingerprint()));
        let (_, accounts) = read.check().unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        prop_assert_eq!(accounts.len(), record.plies.len());
        prop_assert!(text.lines().all(|line| line.starts_with('[') || line.len() <= 78), "{}", text);
        prop_assert!(read.record.is_same_game(&record));
        // However it is spaced.
        let spaced = text.replace("\n\n", "\r\n\r\n\r\n").replace(" 2. ", "\n  2.\t");
        prop_assert_eq!(spaced.parse::<RecordText>(), Ok(read));
    }

    /// One character changed, left out or doubled: the record is refused, unless it says what it said before.
    #[test]
    fn an_edit_is_noticed(record in record(), at: prop::sample::Index, what in 0u8..3, other in "[ -~é“—]") {
        let text = record.to_string();
        let mut chars: Vec<char> = text.chars().collect();
        let at = at.index(chars.len());
        let other = other.chars().next().expect("a character");
        match what {
            0 => chars[at] = other,
            1 => { chars.remove(at); }
            _ => chars.insert(at, other),
        }
        let edited: String = chars.into_iter().collect();
        if let Ok(read) = edited.parse::<RecordText>() {
            // The line of the fingerprint itself may be lost: then nothing vouches for the rest, and that is said.
            let same = read.record == record;
            prop_assert!(same || read.check().is_err() || read.fingerprint.is_none(), "{}", edited);
        }
    }

    #[test]
    fn no_text_does_harm(text in "(\\PC|\n|\\[|\\]|\"|[0-9]\\.|\\{|[a-g][1-9]){0,300}") {
        let _ = text.parse::<RecordText>();
    }
}

const RECORD: &str = "[Doushou \"1\"]\n[First \"Ada\"]\n[Second \"Lei \\\"the tiger\\\"\"]\n[Variant \"jungle\"]\n[Result \"0-1\"]\n\
                      [Reason \"resignation\"]\n\n1. e3d3 g7g6 2. d3d4 {1:02:03} g6g5 0-1\n";

fn fault(text: &str) -> RecordFault {
    text.parse::<RecordText>().and_then(|read| read.check()).expect_err(text)
}

#[test]
fn a_record_written_by_hand_needs_no_fingerprint() {
    let read: RecordText = RECORD.parse().expect("a record");
    assert_eq!(read.fingerprint, None);
    assert_eq!(read.record.names[1], "Lei \"the tiger\"");
    assert_eq!(read.record.plies[2].clock, Some(3723));
    let (start, accounts) = read.check().expect("all in order");
    assert_eq!((start.fen(), accounts.len()), (Setup::default().start().fen(), 4));
}

#[test]
fn what_is_wrong_is_named_by_line_and_word() {
    let cases: &[(&str, &str, &str)] = &[
        ("[First \"Ada\"]", "First: Ada", "line 2: 'First:' is no ply"),
        ("[First \"Ada\"]", "[First Ada]", "line 2: '[First Ada]' is no tag"),
        ("[First \"Ada\"]", "[Firts \"Ada\"]", "line 2: 'Firts' is a tag nobody knows"),
        ("[First \"Ada\"]", "[Second \"Ada\"]", "line 3: 'Second' stands there twice"),
        ("[First \"Ada\"]\n", "", "it has no line [First"),
        ("\"jungle\"", "\"chess\"", "line 4: 'chess' is no value for this tag"),
        ("[Result", "[Options \"Order=unicorn\"]\n[Result", "line 5: 'Order=unicorn' is no value for this tag"),
        ("\"resignation\"", "\"boredom\"", "line 6: 'boredom' is no value for this tag"),
        ("[Doushou \"1\"]", "[Doushou \"2\"]", "line 1: '2' is no value for this tag"),
        ("g7g6", "g7x6", "line 8: 'g7x6' is no ply"),
        ("2. d3", "3. d3", "line 8: '3.' is not the number of the next move"),
        ("g7g6", "2. g7g6", "line 8: '2.' is not the number of the next move"),
        ("{1:02:03}", "{1:2:03}", "line 8: '{1:2:03}' is no clock"),
        ("1. e3d3", "1. {0:10} e3d3", "line 8: '{0:10}' is no clock"),
        ("g6g5 0-1", "g6g5 1-0", "line 8: '1-0' is not the result that the tag says"),
        ("g6g5 0-1", "g6g5", "it breaks off"),
        ("g6g5 0-1", "0-1 g6g5", "line 8: 'g6g5' comes after the result"),
        ("d3d4", "d3d5", "ply 3 (d3d5) is refused by the rules: TooFar"),
        ("\"resignation\"", "\"den\"", "it is recorded as ended (den), but by its rules it is going on"),
        ("[First", "[FEN \"nonsense r\"]\n[First", "this FEN is not a position"),
        (
            "[First",
            "[Fingerprint \"0123456789abcdef\"]\n[First",
            "its fingerprint is 0123456789abcdef, but that of its text is",
        ),
    ];
    for (old, new, said) in cases {
        let text = RECORD.replacen(old, new, 1);
        let fault = fault(&text).to_string();
        assert!(fault.starts_with(said), "{old} → {new}: {fault}");
    }
    assert_eq!(fault(&" ".repeat(70_000)), RecordFault::TooLong { length: 70_000 });
}

#[test]
fn a_game_may_begin_anywhere_and_with_either_seat() {
    let text = "[Doushou \"1\"]\n[First \"a\"]\n[Second \"b\"]\n[Variant \"jungle\"]\n\
                [FEN \"l6/7/7/7/7/7/7/7/6L b\"]\n[Result \"*\"]\n\n1... a9a8 2. g1g2 a8a7 *\n";
    let read: RecordText = text.parse().expect("a record");
    let (start, accounts) = read.check().expect("all in order");
    assert_eq!((start.to_move(), accounts.len()), (Seat::Second, 3));
    let written = read.record.to_string();
    assert!(written.ends_with("\n1... a9a8 2. g1g2 a8a7 *\n"), "{written}");
    assert_eq!(written.parse::<RecordText>().expect("it reads back").record, read.record);
}

/// Phones put other quotes and dashes in place of the plain ones.
#[test]
fn what_phones_make_of_quotes_is_understood() {
    let text = RECORD.replace("\"Ada\"", "“Ada”");
    assert_eq!(text.parse::<RecordText>().expect("a record").record.names[0], "Ada");
}

#[test]
fn the_number_of_a_game_is_read_however_it_is_written() {
    let id = GameId(3 * 36 + 20);
    assert_eq!(id.written(), "#3k");
    for text in ["#3k", "3k", "3K", "＃3k"] {
        assert_eq!(GameId::from_written(text), Some(id), "{text}");
    }
    for text in ["", "#", "#3-", "-3", "+3", "3 k", "３ｋ", "zzzzzzzzzzzzzzzz"] {
        assert_eq!(GameId::from_written(text), None, "{text}");
    }
}
