use std::collections::BTreeSet;
use std::fmt::Debug;
use std::path::PathBuf;
use std::{env, fs};

use proptest::prelude::*;
use serde::Deserialize;

use super::cup::*;
use super::ledger::{MovedRecord, RatedRecord};
use super::owed::{ButtonRecord, WordRecord};
use super::table::*;
use super::*;
use crate::book::TimeControl;
use crate::people::{
    BoardPolicy, Chat, ChatId, ChatKind, ChatSettings, CountsFor, Lang, Night, Person, PersonId, PersonSettings, Theme,
    Time,
};
use crate::referee::{Game, GameId};
use crate::rules::{Setup, Variant};

/// What a committed record means has to stay what the text beside it says, for ever: `KIND[-what].vN.bin` and `.txt`, and
/// `.json` as it stood in an export of its time. Every version of every kind has an example.
///
/// `DOUSHOU_BLESS=1` writes the texts anew, and the examples of the newest version that are missing.
#[test]
fn committed_records_mean_what_they_meant() {
    check_committed("person", &[("person", example_person())]);
    check_committed("chat", &[("chat", example_chat())]);
    check_committed("rating", &[("rating", example_rating())]);
    check_committed("points", &[("points", PointsRecord { points: -12 })]);
    let rated = RatedRecord::Rated { here: [1500, 1662], everywhere: [1487, 1601], games: 1 };
    let owed =
        |word| OwedRecord { at: 1_000, chat: -100_200, thread: None, asked_by: Some(7), reply_to: Some(40), word };
    let press = ButtonRecord::Press { label: "帮助".to_owned(), data: "m:h".to_owned() };
    let link = ButtonRecord::Link { label: "Go".to_owned(), url: "https://t.me/doushou".to_owned() };
    let text = WordRecord::Text { html: "<b>Red</b>".to_owned(), buttons: vec![vec![press, link], vec![]] };
    check_committed(
        "word",
        &[
            ("word-text", owed(text)),
            ("word-film", OwedRecord { thread: Some(7), ..owed(WordRecord::Film { game: 77 }) }),
            ("word-record", OwedRecord { reply_to: None, ..owed(WordRecord::Record { game: 77 }) }),
            ("word-welcome", OwedRecord { asked_by: None, ..owed(WordRecord::Welcome) }),
        ],
    );
    let opponent = PlayerRecord::Person(7);
    check_committed(
        "ledger",
        &[
            ("ledger-points", example_line()),
            ("ledger-rated", LineRecord { opponent, rating: rated, points: None, ..example_line() }),
        ],
    );
    let closed = StageRecord::Closed { challenge: example_challenge(), why: ClosedRecord::Expired };
    check_committed("cup", &[("cup", example_cup())]);
    check_committed(
        "table",
        &[
            ("table-open", table(StageRecord::Open(example_challenge()))),
            ("table-closed", table(closed)),
            ("table-game", table(StageRecord::Game(Box::new(example_game())))),
            ("table-timed", table(StageRecord::Game(Box::new(example_timed_game())))),
        ],
    );
}

/// A cup of teams in its knock-out, in which everything happened that a record can say.
fn example_cup() -> CupRecord {
    let verdict =
        |score: &str, how: &str| Some(VerdictRecord { score: score.to_owned(), how: how.to_owned(), plies: 31 });
    let board = |number, game, verdict| BoardRecord { number, member: 0, home_first: number % 2 == 1, game, verdict };
    let entry = |name: &str, first, left| EntryRecord {
        team: Some(name.to_owned()),
        members: (first..first + 3).collect(),
        left,
    };
    let match_of = |home, away, boards| MatchRecord { home, away, boards };
    let round = |knockout, matches| RoundRecord { knockout, opened: 1_000, deadline: 9_000, matches };
    let deeds = [
        DeedRecord::Opened,
        DeedRecord::Started,
        DeedRecord::Ruled { round: 1, board: 2, score: "neither".to_owned() },
        DeedRecord::Forfeited { entry: 1 },
        DeedRecord::Left { entry: 2, how: LeftRecord::Annulled },
        DeedRecord::Replaced { entry: 0, member: 2, old: 13, new: 99 },
        DeedRecord::ClockSet { round: 1, board: 1, first: false, millis: -60_000 },
        DeedRecord::Paused,
        DeedRecord::Resumed,
        DeedRecord::TookOver,
        DeedRecord::DeadlinePassed { round: 1 },
        DeedRecord::CalledOff,
    ];
    let by = [ByRecord::Person(7), ByRecord::AnonymousAdmin, ByRecord::Clock];
    let line = |(n, deed): (usize, DeedRecord)| LogLineRecord {
        at: 1_000 + n as i64,
        by: by[n % 3],
        deed,
        why: if n == 2 { "迟到".to_owned() } else { String::new() },
    };
    CupRecord {
        version: 12,
        shown: Some(CupShownRecord { message: 40, version: 11, chapter: 2 }),
        chat: -100_200,
        thread: Some(7),
        organizer: 7,
        setup: setup_text(&Setup::standard(Variant::Flip)),
        clock: "20+0".to_owned(),
        field: "consultation".to_owned(),
        legs: 1,
        best: Some(2),
        round_millis: 604_800_000,
        stage: CupStageRecord::Running { paused: Some(5_000) },
        entries: vec![
            entry("Pandas", 11, None),
            entry("虎队", 21, None),
            entry("Cats", 31, Some(LeftRecord::Annulled)),
            entry("Dogs", 41, Some(LeftRecord::Forfeits)),
        ],
        rounds: vec![
            round(
                false,
                vec![
                    match_of(0, Some(3), vec![board(1, Some(50), verdict("home", "played"))]),
                    match_of(1, Some(2), vec![board(2, None, verdict("neither", "ruled"))]),
                    match_of(1, None, vec![]),
                ],
            ),
            round(
                true,
                vec![match_of(
                    0,
                    Some(1),
                    vec![
                        board(1, Some(51), verdict("draw", "forfeit")),
                        board(2, Some(52), None),
                        board(3, None, verdict("away", "played")),
                    ],
                )],
            ),
        ],
        seeds: vec![1, 0],
        log: deeds.into_iter().enumerate().map(line).collect(),
    }
}

#[test]
fn a_cup_comes_back_from_its_record() {
    let record = example_cup();
    let stored = record.clone().into_stored(crate::book::CupId(3)).unwrap();
    assert_eq!(CupRecord::from(&stored), record);
    let fault = |change: fn(&mut CupRecord)| {
        let mut record = example_cup();
        change(&mut record);
        record.into_stored(crate::book::CupId(3)).unwrap_err().to_string()
    };
    assert_eq!(fault(|record| record.seeds[0] = 9), "it names entry 9 of a cup that has 4");
    assert_eq!(fault(|record| record.field = "solo".to_owned()), "'solo' is no field of a cup");
    assert!(fault(|record| record.setup = "chess".to_owned()).contains("chess"));
    for (stage, best, legs) in [
        (CupStageRecord::Registration { closes: 4 }, None, 2),
        (CupStageRecord::Over, None, 0),
        (CupStageRecord::CalledOff, Some(4), 1),
    ] {
        let record = CupRecord { stage, best, legs, shown: None, ..example_cup() };
        let stored = record.clone().into_stored(crate::book::CupId(3)).unwrap();
        assert_eq!(CupRecord::from(&stored), record);
    }
}

/// Checks all committed records of a kind: what is read from bytes is said by the text, makes sense, and comes back from
/// the JSON of an export, one of today and one of its time.
fn check_committed<R: Record + Debug + PartialEq>(kind: &str, examples: &[(&str, R)]) {
    let bless = env::var_os("DOUSHOU_BLESS").is_some();
    for (name, example) in examples {
        let path = records().join(format!("{name}.v{}.bin", R::VERSION));
        if bless && !path.exists() {
            fs::write(&path, example.to_bytes().unwrap()).unwrap();
        }
        assert!(path.exists(), "there is no example {}", path.display());
    }
    let mut versions = BTreeSet::new();
    for path in committed(kind) {
        let bytes = fs::read(&path).unwrap();
        let name = path.display();
        assert!(path.to_string_lossy().ends_with(&format!(".v{}.bin", bytes[0])), "{name} has another version");
        versions.insert(bytes[0]);
        let record = R::from_bytes(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let meaning = format!("{record:#?}\n");
        let text = path.with_extension("txt");
        if bless {
            fs::write(&text, &meaning).unwrap();
        }
        assert_eq!(meaning, fs::read_to_string(text).unwrap(), "{name} no longer means what it did");
        let json = R::from_json(R::VERSION, &record.to_json().unwrap()).unwrap();
        assert_eq!(json, record, "{name} is something else in an export");
        let of_its_time = path.with_extension("json");
        if bless && !of_its_time.exists() && bytes[0] == R::VERSION {
            fs::write(&of_its_time, format!("{}\n", record.to_json().unwrap())).unwrap();
        }
        let json = serde_json::from_slice::<Box<RawValue>>(&fs::read(of_its_time).unwrap()).unwrap();
        let json = R::from_json(bytes[0], &json).unwrap_or_else(|error| panic!("{name}, exported: {error}"));
        assert_eq!(json, record, "{name} was something else in an export");
        record.check().unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    assert_eq!(versions, (1..=R::VERSION).collect(), "an example of every version of a {kind}");
}

fn records() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/records")
}

/// The committed records of a kind, by name.
pub(in crate::store) fn committed(kind: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(records()).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    let of_kind = |path: &PathBuf| name(path).split(['-', '.']).next() == Some(kind) && name(path).ends_with(".bin");
    let mut found: Vec<PathBuf> = files.filter(of_kind).collect();
    found.sort();
    found
}

/// Committed tables can still be read through the rules, and say the same when they are written again.
#[test]
fn committed_tables_replay() {
    for path in committed("table") {
        let record = TableRecord::from_bytes(&fs::read(path).unwrap()).unwrap();
        let stored = record.clone().into_stored(GameId(77)).unwrap();
        assert_eq!(TableRecord::from(&stored), record);
    }
}

#[test]
fn a_damaged_record_is_refused_with_a_sentence() {
    let whole = example_person().to_bytes().unwrap();
    let sentence = |bytes: &[u8]| PersonRecord::from_bytes(bytes).unwrap_err().to_string();
    assert_eq!(sentence(&[]), "its record of a person is empty");
    assert!(sentence(&whole[..whole.len() - 1]).contains("(version 2) is damaged"));
    assert!(sentence(&[&whole[..], &[0]].concat()).contains("(version 2) is damaged"), "bytes left over");
    assert!(sentence(&[&[200], &whole[1..]].concat()).contains("version 200, and this program reads versions up to 2"));
    assert!(sentence(&[&[0], &whole[1..]].concat()).contains("claims version 0, which never was"));
}

#[test]
fn a_record_that_contradicts_the_rules_is_refused_with_a_sentence() {
    let fault = |change: fn(&mut GameRecord)| {
        let mut game = example_game();
        change(&mut game);
        table(StageRecord::Game(Box::new(game))).into_stored(GameId(77)).unwrap_err().to_string()
    };
    assert_eq!(fault(|game| game.plies.push_str(" a9a8x")), "'a9a8x' is not a move: write two squares, such as a3a4");
    assert!(fault(|game| game.plies = "a1a2 a3a9".to_owned()).starts_with("ply 2 (a3a9) is refused by the rules"));
    assert!(fault(|game| game.setup = "jungle Order=unicorn".to_owned()).starts_with("'unicorn' is no value of Order"));
    assert_eq!(
        fault(|game| game.finish = Some(FinishRecord::End { winner: None, reason: "boredom".to_owned() })),
        "'boredom' is no reason for an end"
    );
    assert_eq!(
        fault(|game| game.finish = Some(FinishRecord::End { winner: None, reason: "quiet".to_owned() })),
        "it is recorded as ended (quiet), but by its rules it is going on"
    );
    assert_eq!(fault(|game| game.players[1] = PlayerRecord::Ai("unicorn".to_owned())), "'unicorn' is no animal");
}

/// A kind of record that has changed twice, to show how an old one is read.
mod migration {
    use super::*;

    #[derive(serde::Serialize, Deserialize)]
    struct NoteV1 {
        text: String,
    }

    #[derive(serde::Serialize, Deserialize)]
    struct NoteV2 {
        text: String,
        pinned: bool,
    }

    #[derive(Debug, PartialEq, serde::Serialize, Deserialize)]
    struct Note {
        lines: Vec<String>,
        pinned: bool,
    }

    impl From<NoteV1> for NoteV2 {
        fn from(old: NoteV1) -> NoteV2 {
            NoteV2 { text: old.text, pinned: false }
        }
    }

    impl From<NoteV2> for Note {
        fn from(old: NoteV2) -> Note {
            Note { lines: old.text.lines().map(str::to_owned).collect(), pinned: old.pinned }
        }
    }

    impl Record for Note {
        const KIND: &'static str = "note";
        const VERSION: u8 = 3;

        fn older<'de, D: Deserializer<'de>>(version: u8, body: D) -> Option<Result<Note, D::Error>> {
            match version {
                1 => Some(NoteV1::deserialize(body).map(|old| NoteV2::from(old).into())),
                2 => Some(NoteV2::deserialize(body).map(Note::from)),
                _ => None,
            }
        }

        fn check(self) -> Result<(), RecordError> {
            Ok(())
        }
    }

    #[test]
    fn an_older_record_is_read_as_the_newest() {
        let lines = vec!["tiger".to_owned(), "rat".to_owned()];
        let text = lines.join("\n");
        let v1 = postcard::to_extend(&NoteV1 { text: text.clone() }, vec![1]).unwrap();
        let v2 = postcard::to_extend(&NoteV2 { text, pinned: true }, vec![2]).unwrap();
        assert_eq!(Note::from_bytes(&v1).unwrap(), Note { lines: lines.clone(), pinned: false });
        assert_eq!(Note::from_bytes(&v2).unwrap(), Note { lines: lines.clone(), pinned: true });
        let v3 = Note { lines, pinned: true }.to_bytes().unwrap();
        assert_eq!(v3[0], 3);
        assert_eq!(Note::from_bytes(&v3).unwrap(), Note::from_bytes(&v2).unwrap());
        assert!(Note::from_bytes(&[4]).is_err());
    }
}

proptest! {
    #[test]
    fn a_person_comes_back_as_they_were(person in person()) {
        let bytes = PersonRecord::from(&person).to_bytes().unwrap();
        prop_assert_eq!(PersonRecord::from_bytes(&bytes).unwrap().into_person(person.id).unwrap(), person);
    }

    #[test]
    fn a_chat_comes_back_as_it_was(chat in chat()) {
        let bytes = ChatRecord::from(&chat).to_bytes().unwrap();
        prop_assert_eq!(ChatRecord::from_bytes(&bytes).unwrap().into_chat(chat.id).unwrap(), chat);
    }

    #[test]
    fn a_table_comes_back_as_it_was(record in table_record()) {
        let bytes = record.to_bytes().unwrap();
        let read = TableRecord::from_bytes(&bytes).unwrap();
        prop_assert_eq!(&read, &record);
        let stored = read.into_stored(GameId(5)).unwrap();
        prop_assert_eq!(TableRecord::from(&stored), record);
    }

    #[test]
    fn a_line_comes_back_as_it_was(record in line_record()) {
        let bytes = record.to_bytes().unwrap();
        let read = LineRecord::from_bytes(&bytes).unwrap();
        let line = read.into_line(PersonId(1), Time(2), GameId(3)).unwrap();
        prop_assert_eq!(LineRecord::from(&line), record);
    }

    #[test]
    fn no_bytes_make_reading_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for version in [0, 1, 2, 3] {
            let bytes = [&[version], &bytes[..]].concat();
            let _ = PersonRecord::from_bytes(&bytes).map(|record| record.into_person(PersonId(1)));
            let _ = ChatRecord::from_bytes(&bytes).map(|record| record.into_chat(ChatId(1)));
            let _ = LineRecord::from_bytes(&bytes).map(|record| record.into_line(PersonId(1), Time(2), GameId(3)));
            let _ = RatingRecord::from_bytes(&bytes);
            let _ = TableRecord::from_bytes(&bytes).map(|record| record.into_stored(GameId(1)));
        }
    }
}

/// How many inputs fuzzing tries here: few, or as many as `DOUSHOU_FUZZ_CASES` says, as in `tests/it/fuzz.rs`.
fn fuzz_cases() -> u32 {
    env::var("DOUSHOU_FUZZ_CASES").map_or(256, |count| count.parse().expect("DOUSHOU_FUZZ_CASES is a number"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: fuzz_cases(), failure_persistence: None, ..ProptestConfig::default() })]

    /// Damage to a record is found, or does no harm: what can still be read can be written and read again.
    #[test]
    fn no_damage_makes_reading_panic(
        which in 0..5usize,
        slips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4u8), 1..6),
    ) {
        let mut bytes = match which {
            0 => example_person().to_bytes(),
            1 => example_chat().to_bytes(),
            2 => table(StageRecord::Open(example_challenge())).to_bytes(),
            3 => table(StageRecord::Closed { challenge: example_challenge(), why: ClosedRecord::Expired }).to_bytes(),
            _ => table(StageRecord::Game(Box::new(example_game()))).to_bytes(),
        }.unwrap();
        for (at, byte, how) in slips {
            let at = at.index(bytes.len().max(1)).min(bytes.len().saturating_sub(1));
            match how {
                _ if bytes.is_empty() => bytes.push(byte),
                0 => bytes[at] = byte,
                1 => bytes[at] ^= 1 << (byte % 8),
                2 => bytes.insert(at, byte),
                _ => { bytes.remove(at); }
            }
        }
        match which {
            0 => if let Ok(record) = PersonRecord::from_bytes(&bytes) {
                let again = PersonRecord::from_bytes(&record.to_bytes().unwrap()).unwrap();
                prop_assert_eq!(&again, &record);
                let _ = record.into_person(PersonId(1));
            },
            1 => if let Ok(record) = ChatRecord::from_bytes(&bytes) {
                let again = ChatRecord::from_bytes(&record.to_bytes().unwrap()).unwrap();
                prop_assert_eq!(&again, &record);
                let _ = record.into_chat(ChatId(1));
            },
            _ => if let Ok(record) = TableRecord::from_bytes(&bytes) {
                let again = TableRecord::from_bytes(&record.to_bytes().unwrap()).unwrap();
                prop_assert_eq!(&again, &record);
                let _ = record.into_stored(GameId(1));
            },
        }
    }
}

pub(in crate::store) fn person() -> impl Strategy<Value = Person> {
    let option = prop::option::of::<&str>;
    let chats = || prop::collection::btree_set(any::<i64>().prop_map(ChatId), 0..4);
    let night = (-720i16..=840, 0u8..24, 1u8..=12).prop_map(|(offset, from, hours)| Night::new(offset, from, hours));
    let settings = (lang(), prop_oneof![Just(None), night], chats(), chats(), any::<bool>()).prop_map(
        |(lang, night, turns, challenges, notices_lost)| PersonSettings {
            lang,
            night,
            turns,
            challenges,
            notices_lost,
        },
    );
    (any::<u64>(), any::<String>(), option("[a-z_]{5,32}"), option("[a-zA-Z-]{2,10}"), settings, any::<bool>())
        .prop_map(|(id, name, username, client_language, settings, reachable)| Person {
            id: PersonId(id),
            name,
            username,
            client_language,
            settings,
            reachable,
        })
}

pub(in crate::store) fn chat() -> impl Strategy<Value = Chat> {
    let settings = (
        lang(),
        setup(),
        control(),
        prop::sample::select(&BoardPolicy::ALL[..]),
        any::<bool>(),
        prop::sample::select(&Theme::ALL[..]),
        prop::sample::select(&CountsFor::ALL[..]),
    )
        .prop_map(|(lang, setup, clock, boards, turn_board, theme, counts_for)| ChatSettings {
            lang,
            setup,
            clock,
            boards,
            turn_board,
            theme,
            counts_for,
        });
    let kind = prop::sample::select(&[ChatKind::Private, ChatKind::Group][..]);
    (any::<i64>(), kind, any::<String>(), settings, any::<bool>())
        .prop_map(|(id, kind, title, settings, active)| Chat { id: ChatId(id), kind, title, settings, active })
}

fn lang() -> impl Strategy<Value = Option<Lang>> {
    prop::option::of(prop::sample::select(&Lang::ALL[..]))
}

fn control() -> impl Strategy<Value = TimeControl> {
    let (base, increment) = (1..200_000_000i64, 0..100_000i64);
    prop_oneof![
        Just(TimeControl::Unlimited),
        prop::sample::select(&TimeControl::CHOICES[..]),
        (base.clone(), increment).prop_map(|(base, increment)| TimeControl::Total { base, increment }),
        base.prop_map(|each| TimeControl::PerMove { each }),
    ]
}

fn stakes() -> impl Strategy<Value = StakesRecord> {
    any::<(bool, bool)>().prop_map(|(rated, scored)| StakesRecord { rated, scored })
}

fn clock() -> impl Strategy<Value = ClockRecord> {
    let night =
        (-720i16..=840, 0u8..24, 1u8..=12).prop_map(|(offset, from, hours)| NightRecord { offset, from, hours });
    (control(), any::<(bool, [i64; 2], i64, [u8; 2], i64, Option<i64>, [bool; 2])>(), prop::option::of(night)).prop_map(
        |(control, (passes, left, spent, time_outs, since, stopped, reminded), night)| ClockRecord {
            control: control.to_string(),
            passes,
            left,
            spent,
            time_outs,
            since,
            stopped,
            reminded,
            night,
        },
    )
}

/// Any options, in any mixture.
fn setup() -> impl Strategy<Value = Setup> {
    any::<prop::sample::Index>().prop_flat_map(|variant| {
        let setup = Setup::standard(*variant.get(Variant::ALL));
        let values = setup
            .options()
            .into_iter()
            .map(|option| prop::sample::select(option.values).prop_map(move |value| (option.name, value)));
        values.collect::<Vec<_>>().prop_map(move |values| {
            let mut setup = setup;
            for (name, value) in values {
                setup.set(name, value).unwrap();
            }
            setup
        })
    })
}

pub(in crate::store) fn table_record() -> impl Strategy<Value = TableRecord> {
    let shown = any::<(i64, u64)>().prop_map(|(message, version)| ShownRecord { message, version });
    let closed = prop::sample::select(
        &[ClosedRecord::Withdrawn, ClosedRecord::Declined, ClosedRecord::Expired, ClosedRecord::Voided][..],
    );
    let stage = prop_oneof![
        challenge().prop_map(StageRecord::Open),
        (challenge(), closed).prop_map(|(challenge, why)| StageRecord::Closed { challenge, why }),
        game().prop_map(|game| StageRecord::Game(Box::new(game))),
    ];
    (any::<u64>(), prop::option::of(shown), any::<i64>(), any::<Option<i32>>(), stage)
        .prop_map(|(version, shown, chat, thread, stage)| TableRecord { version, shown, chat, thread, stage })
}

fn challenge() -> impl Strategy<Value = ChallengeRecord> {
    let to = prop_oneof![
        Just(TargetRecord::Anybody),
        any::<u64>().prop_map(TargetRecord::Person),
        "[a-z_]{5,32}".prop_map(TargetRecord::Username),
    ];
    (any::<(u64, u32, i64, i64)>(), to, prop::option::of(seat()), setup(), control(), stakes()).prop_map(
        |((by, arranged, made, expires), to, seat, setup, clock, stakes)| ChallengeRecord {
            by,
            to,
            seat,
            setup: setup_text(&setup),
            clock: clock.to_string(),
            stakes,
            arranged,
            made,
            expires,
        },
    )
}

/// A game of legal moves, ended by its rules, by the players or not at all.
fn game() -> impl Strategy<Value = GameRecord> {
    let kind = prop::sample::select(&[OfferKindRecord::Draw, OfferKindRecord::Takeback, OfferKindRecord::Rematch][..]);
    let offer = (any::<u32>(), kind, seat()).prop_map(|(id, kind, by)| OfferRecord { id, kind, by });
    let offers = prop::collection::vec(offer.boxed(), 0..3);
    let player = || {
        prop_oneof![
            any::<u64>().prop_map(PlayerRecord::Person),
            prop::sample::select(&["rat", "tiger", "elephant"][..])
                .prop_map(|level| PlayerRecord::Ai(level.to_owned()))
        ]
    };
    let by_hand = prop_oneof![
        (
            prop::option::of(seat()),
            prop::sample::select(&["agreement", "resignation", "clock", "abandonment", "ruling"][..])
        )
            .prop_map(|(winner, reason)| FinishRecord::End { winner, reason: reason.to_owned() }),
        any::<Option<u64>>().prop_map(|by| FinishRecord::Void { by }),
        Just(FinishRecord::Forgotten),
    ];
    let moves = prop::collection::vec(any::<prop::sample::Index>(), 0..60);
    (
        (setup(), player(), player(), moves, prop::option::of(by_hand)),
        (any::<u32>(), offers.clone(), offers, any::<u32>(), any::<bool>()),
        (any::<Option<(bool, i64, bool)>>(), any::<i64>(), any::<i64>(), any::<i64>(), any::<bool>()),
        (prop::option::of(clock()), stakes(), any::<Option<(u64, u16, u16)>>(), any::<u32>()),
    )
        .prop_map(
            |(
                (setup, first, second, moves, by_hand),
                (taken_back, offers, spent, offers_made, rematch_made),
                (resigning, started, moved, waiting, warned),
                (clock, stakes, cup, thought),
            )| {
                let mut state = Game::replay(setup, &[]).unwrap();
                let mut plies = Vec::new();
                for choice in moves {
                    let legal = state.legal_moves();
                    if legal.is_empty() {
                        break;
                    }
                    let chance = crate::rules::Chance(choice.index(64) as u64);
                    // Now and then the referee stands in for somebody.
                    let played = match choice.index(13) {
                        0 => state.stand_in(chance),
                        _ => state.play(*choice.get(&legal), chance),
                    };
                    plies.push(played.unwrap().ply.to_string());
                }
                let by_rule = state.end().map(|end| FinishRecord::End {
                    winner: end.outcome.winner().map(SeatRecord::from),
                    reason: end.reason.name().to_owned(),
                });
                GameRecord {
                    setup: setup_text(&setup),
                    players: [first, second],
                    thought: vec![thought; plies.len()],
                    plies: plies.join(" "),
                    taken_back,
                    finish: by_rule.or(by_hand),
                    offers,
                    spent,
                    offers_made,
                    rematch_made,
                    resigning: resigning.map(|(first, until, leaves)| {
                        let seat = if first { SeatRecord::First } else { SeatRecord::Second };
                        FarewellRecord { seat, until, leaves }
                    }),
                    clock,
                    waiting,
                    warned,
                    stakes,
                    cup: cup.map(|(cup, round, board)| CupGameRecord { cup, round, board }),
                    started,
                    moved,
                }
            },
        )
}

fn seat() -> impl Strategy<Value = SeatRecord> + Clone {
    prop::sample::select(&[SeatRecord::First, SeatRecord::Second][..])
}

fn example_person() -> PersonRecord {
    PersonRecord {
        name: "李小虎 🐯".to_owned(),
        username: Some("tiger_li".to_owned()),
        client_language: Some("zh-hans".to_owned()),
        lang: Some("en".to_owned()),
        reachable: true,
        night: Some(NightRecord { offset: -210, from: 22, hours: 9 }),
        turns: [-1_001_234_567_890, 7].into(),
        challenges: [-5].into(),
        notices_lost: true,
    }
}

fn example_chat() -> ChatRecord {
    ChatRecord {
        kind: super::people::KindRecord::Group,
        title: "Jungle <b>evenings</b>".to_owned(),
        lang: Some("zh-Hans".to_owned()),
        setup: setup_text(&Setup::default()),
        clock: "3d".to_owned(),
        boards: "edit".to_owned(),
        turn_board: true,
        theme: "characters".to_owned(),
        active: true,
        counts_for: "both".to_owned(),
    }
}

fn example_rating() -> RatingRecord {
    RatingRecord {
        millis: 1_662_212,
        deviation_millis: 290_319,
        volatility_nanos: 59_999_123,
        games: 1,
        last: Some(1_790_000_000_000),
    }
}

fn example_line() -> LineRecord {
    LineRecord {
        chat: -1_001_234_567_890,
        variant: "jungle".to_owned(),
        seat: SeatRecord::Second,
        opponent: PlayerRecord::Ai("tiger".to_owned()),
        verdict: "won".to_owned(),
        reason: "den".to_owned(),
        plies: 44,
        points: Some(MovedRecord { why: "win".to_owned(), higher: 3, total: 25 }),
        rating: RatedRecord::Enough,
    }
}

fn line_record() -> impl Strategy<Value = LineRecord> {
    let opponent = prop_oneof![any::<u64>().prop_map(PlayerRecord::Person), Just(PlayerRecord::Ai("rat".to_owned())),];
    let moved = (prop::sample::select(&["win", "draw", "loss", "abandoned", "short"][..]), 0..8_u8, any::<i32>())
        .prop_map(|(why, higher, total)| {
            let higher = if why == "win" { higher } else { 0 };
            MovedRecord { why: why.to_owned(), higher, total }
        });
    let rating = prop_oneof![
        any::<([i32; 2], [i32; 2], u32)>().prop_map(|(here, everywhere, games)| RatedRecord::Rated {
            here,
            everywhere,
            games
        }),
        Just(RatedRecord::Friendly),
        Just(RatedRecord::Ai),
        Just(RatedRecord::Enough),
    ];
    let words = (
        prop::sample::select(Variant::ALL),
        prop::sample::select(&["won", "drawn", "lost"][..]),
        prop::sample::select(&crate::rules::EndReason::ALL[..]),
    );
    (any::<i64>(), words, seat(), opponent, any::<u32>(), prop::option::of(moved), rating).prop_map(
        |(chat, (variant, verdict, reason), seat, opponent, plies, points, rating)| LineRecord {
            chat,
            variant: variant.name().to_owned(),
            seat,
            opponent,
            verdict: verdict.to_owned(),
            reason: reason.name().to_owned(),
            plies,
            points,
            rating,
        },
    )
}

fn table(stage: StageRecord) -> TableRecord {
    let shown = Some(ShownRecord { message: 4711, version: 11 });
    TableRecord { version: 12, shown, chat: -1_001_234_567_890, thread: Some(7), stage }
}

fn example_challenge() -> ChallengeRecord {
    ChallengeRecord {
        by: 5_000_000_001,
        to: TargetRecord::Username("rat_fan".to_owned()),
        seat: Some(SeatRecord::Second),
        setup: setup_text(&Setup::default()),
        clock: "20+0".to_owned(),
        stakes: StakesRecord { rated: true, scored: false },
        arranged: 3,
        made: 1_790_000_000_000,
        expires: 1_790_086_400_000,
    }
}

fn example_game() -> GameRecord {
    let offer = |id, kind, by| OfferRecord { id, kind, by };
    GameRecord {
        setup: setup_text(&Setup::default()),
        players: [PlayerRecord::Person(5_000_000_001), PlayerRecord::Ai("tiger".to_owned())],
        plies: "a3a4 a7a6 a4a5 a6a7".to_owned(),
        thought: vec![4_000, 700, 5_300, 700],
        taken_back: 1,
        finish: Some(FinishRecord::End { winner: Some(SeatRecord::Second), reason: "resignation".to_owned() }),
        offers: vec![offer(3, OfferKindRecord::Rematch, SeatRecord::First)],
        spent: vec![offer(1, OfferKindRecord::Draw, SeatRecord::Second)],
        offers_made: 3,
        rematch_made: false,
        resigning: Some(FarewellRecord { seat: SeatRecord::First, until: 1_790_000_020_000, leaves: false }),
        clock: None,
        waiting: 1_790_000_010_000,
        warned: false,
        stakes: StakesRecord::default(),
        cup: None,
        started: 1_790_000_000_000,
        moved: 1_790_000_010_000,
    }
}

/// A cup's game by correspondence in which time has run out once.
fn example_timed_game() -> GameRecord {
    let clock = ClockRecord {
        control: "1d".to_owned(),
        passes: true,
        left: [86_400_000, 1_234_567],
        spent: 85_165_433,
        time_outs: [0, 1],
        since: 1_790_200_000_000,
        stopped: Some(1_790_200_000_000),
        reminded: [false, true],
        night: Some(NightRecord { offset: 480, from: 23, hours: 8 }),
    };
    GameRecord {
        setup: setup_text(&Setup::preset(Variant::Jungle, "hall").unwrap()),
        players: [PlayerRecord::Person(5_000_000_001), PlayerRecord::Person(5_000_000_002)],
        plies: "a3a4 -- a4a5".to_owned(),
        thought: vec![4_000, 86_400_000, 5_300],
        finish: None,
        offers: Vec::new(),
        spent: Vec::new(),
        resigning: Some(FarewellRecord { seat: SeatRecord::Second, until: 1_790_200_020_000, leaves: true }),
        clock: Some(clock),
        waiting: 1_790_200_000_000,
        warned: false,
        stakes: StakesRecord { rated: true, scored: true },
        cup: Some(CupGameRecord { cup: 3, round: 2, board: 1 }),
        ..example_game()
    }
}
