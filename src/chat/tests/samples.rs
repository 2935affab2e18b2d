//! Samples of everything the bot can say.

use super::super::*;
use crate::book::{RecordFault, Stakes, TimeControl, WordFault};
use crate::coach::{Analysis, Chances, Grade, Hint, Judged, Reason, Tables, Tally, TurningPoint};
use crate::people::{
    BadClock, BoardPolicy, Chat, ChatId, ChatKind, ChatSettings, CountsFor, Lang, Night, Occasion, Person, PersonId,
    PersonSettings, Place, Theme, Time,
};
use crate::referee::{
    Actor, Challenge, Closed, Command, Draft, Event, Farewell, Finish, Game, GameId, LimitOf, Moment, Offer, OfferId,
    OfferKind, Player, Refusal, Sides, Stage, Table, Target,
};
use crate::rules::{
    Animal, Caution, Chance, Color, End, EndReason, Fact, Illegal, Move, Orientation, Outcome, Piece, ReadMoveError,
    Seat, Setup, Square, State, Variant,
};

/// Everybody has this name.
pub struct Book(pub String);

impl Names for Book {
    fn name(&self, _: PersonId) -> Option<String> {
        Some(self.0.clone())
    }
}

/// Nobody's name is known.
pub struct Nobody;

impl Names for Nobody {
    fn name(&self, _: PersonId) -> Option<String> {
        None
    }
}

/// One thing the bot says.
pub enum Sample {
    Post(Post),
    Text(String),
}

pub const ANNA: PersonId = PersonId(u64::MAX >> 12);
pub const BOB: PersonId = PersonId(7);
pub const NOW: Time = Time(1_000_000_000);

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

fn mv(name: &str) -> Move {
    name.parse().expect("a move")
}

/// The piece with the longest name.
const fn piece() -> Piece {
    Piece { color: Color::Blue, animal: Animal::Elephant }
}

const fn target() -> Piece {
    Piece { color: Color::Blue, animal: Animal::Leopard }
}

/// Every notice, with the longest words.
pub fn notices() -> Vec<Notice> {
    let mut notices = vec![
        Notice::NoGameHere { group: true },
        Notice::NoGameHere { group: false },
        Notice::WhichGame,
        Notice::WhichTable,
        Notice::ReallyClose,
        Notice::OnlyMoves,
        Notice::AiPlaysOn,
        Notice::NothingToCancel,
        Notice::UnknownButton,
        Notice::NotAPerson,
        Notice::ChannelsCannot,
        Notice::AdminsOnly,
        Notice::GroupsOnly,
        Notice::PrivateOnly,
        Notice::SlowDown,
        Notice::SlowDownAll,
        Notice::ReallyResign,
        Notice::ReallyLeave,
        Notice::WriteToMe { bot: "a".repeat(32) },
        Notice::NoticesLost,
        Notice::BadClock { why: BadClock::TooShort { least: 30_000 } },
        Notice::BadClock { why: BadClock::TooLong { most: 7 * 24 * 60 * 60 * 1000 } },
        Notice::BadClock { why: BadClock::IncrementTooLong { most: 600_000 } },
        Notice::Saved,
        Notice::NowLegal { mv: mv("a1a2") },
        Notice::CannotChallenge,
        Notice::TopNeedsGroup,
        Notice::StatsNeedGroup,
        Notice::VersusWhom,
        Notice::VersusYourself,
        Notice::NotServed { chat: ChatId(-1_004_503_599_627_370) },
        Notice::TurnedAway { chat: ChatId(-1_004_503_599_627_370), title: "Elephants of the jungle ".repeat(8) },
        Notice::CannotWrite,
        Notice::CannotWriteIn { title: "Elephants of the jungle ".repeat(8) },
        Notice::NotAsked,
        Notice::Maintenance { note: "x".repeat(90) },
        Notice::OurFault,
        Notice::NoHints,
        Notice::NotOver,
        Notice::NoMovesToAnalyse,
        Notice::AnalysingHere,
        Notice::AnalysingMuch,
        Notice::Analysing,
        Notice::NoSuchGame { id: GameId(u64::MAX) },
        Notice::NoGameYet,
        Notice::NotYourCopy { id: GameId(u64::MAX) },
        Notice::ShownJustNow,
        Notice::VerifyWhat,
        Notice::FileTooLarge,
        Notice::FileUnreadable,
        Notice::NoFiles,
    ];
    for occasion in Occasion::ALL {
        notices.extend([true, false].map(|on| Notice::Telling { occasion, on }));
    }
    notices.extend(named_notices());
    notices.extend(quoting(&"🐘".repeat(100)));
    for kind in [OfferKind::Draw, OfferKind::Takeback, OfferKind::Rematch] {
        notices.extend([Notice::Offered { kind }, Notice::Retracted { kind }, Notice::Declined { kind }]);
    }
    notices.extend(super::cups::notices());
    notices.extend(refusals().into_iter().map(Notice::Refused));
    let keys: Vec<&str> = refusals().iter().map(Refusal::key).collect();
    assert!(keys.len() > 20, "{keys:?}");
    notices
}

/// Notices that name somebody.
pub fn named_notices() -> Vec<Notice> {
    vec![
        Notice::Refused(Refusal::NotForYou { by: ANNA }),
        Notice::Refused(Refusal::NotTheAuthor { by: ANNA }),
        Notice::Refused(Refusal::TooManyGames { who: LimitOf::Person(ANNA), max: 1000 }),
    ]
}

/// Notices that quote what somebody typed.
pub fn quoting(text: &str) -> Vec<Notice> {
    let mut notices: Vec<Notice> = [
        "challenge",
        "ai",
        "board",
        "rules",
        "history",
        "replay",
        "game",
        "export",
        "top",
        "stats",
        "versus",
        "analyse",
        "cup",
    ]
    .map(|command| Notice::BadWord { command, word: text.to_owned() })
    .into_iter()
    .chain([Notice::UnknownCommand { command: text.to_owned() }, Notice::NobodyCalled { name: text.to_owned() }])
    .collect();
    let errors = [
        ReadMoveError::Unreadable,
        ReadMoveError::Ambiguous(vec![mv("a1a2"); 20]),
        ReadMoveError::NoSuchAnimal { piece: piece() },
        ReadMoveError::NoneOfYours { piece: piece() },
        ReadMoveError::NoneOfTheirs { piece: piece() },
        ReadMoveError::Nowhere { piece: piece(), from: square("a1") },
    ];
    assert_eq!(errors.each_ref().map(ReadMoveError::key), ReadMoveError::KEYS);
    let unreadable =
        |text: &str, error| Notice::Unreadable { text: text.to_owned(), error, id: GameId(u64::MAX), turn: u32::MAX };
    notices.extend(errors.map(|error| unreadable(text, error)));
    notices.push(unreadable("", ReadMoveError::Unreadable));
    notices
}

fn refusals() -> Vec<Refusal> {
    let kinds = [OfferKind::Draw, OfferKind::Takeback, OfferKind::Rematch];
    let mut refusals = vec![
        Refusal::Stale { shown: 1, turn: 2 },
        Refusal::NotYourTurn { to_move: Seat::First },
        Refusal::NotAPlayer,
        Refusal::TimeIsOver,
        Refusal::Over,
        Refusal::NotStarted,
        Refusal::ChallengeGone,
        Refusal::Rearranged,
        Refusal::OwnChallenge,
        Refusal::NoSuchOffer,
        Refusal::AskedAlready,
        Refusal::NotAsked,
        Refusal::NothingToTakeBack,
        Refusal::CardTurned,
        Refusal::NotOverYet,
        Refusal::RematchMade,
        Refusal::NotAnAdmin,
        Refusal::NotDue,
        Refusal::TooManyChallenges { max: 1 },
        Refusal::TooManyChallenges { max: 1000 },
        Refusal::TooManyChallengesHere { max: 1 },
        Refusal::TooManyChallengesHere { max: 1000 },
        Refusal::TooManyGames { who: LimitOf::Pair, max: 1000 },
        Refusal::TooManyGames { who: LimitOf::Chat, max: 1000 },
        Refusal::NoSuchTable { id: GameId(1) },
    ];
    for kind in kinds {
        refusals.extend([
            Refusal::OwnOffer { kind },
            Refusal::NotYourOffer { kind },
            Refusal::AlreadyOffered { kind },
            Refusal::OfferedAlreadyThisPly { kind },
        ]);
    }
    refusals.extend(illegals().map(|why| Refusal::Illegal { mv: mv("a1a2"), why }));
    refusals.extend(cautions().into_iter().map(|caution| Refusal::Hazard { mv: mv("a1a2"), caution }));
    refusals
}

fn illegals() -> impl Iterator<Item = Illegal> {
    Illegal::one_of_each(fact).into_iter()
}

/// A fact by its name in a sentence.
fn fact(name: &'static str) -> Fact {
    match name {
        "piece" | "guard" => Fact::Piece(piece()),
        "target" => Fact::Piece(target()),
        "rat" => Fact::Piece(Piece { color: Color::Blue, animal: Animal::Rat }),
        "from" => Fact::Square(square("a1")),
        "to" | "square" => Fact::Square(square("a2")),
        "count" => Fact::Number(20),
        other => panic!("what kind of fact is {other}?"),
    }
}

/// Every caution, with the facts its documentation promises.
fn cautions() -> Vec<Caution> {
    let facts = |names: &[&'static str]| names.iter().map(|name| (*name, fact(name))).collect();
    let named = |key: &'static str| match key {
        "ban-7-3" | "ban-17-5" | "ban-7-3-next" => &["piece", "to"][..],
        "ban-17-5-next" => &["piece", "from"],
        "cycle-loses" | "cycle-draws" => &["piece", "from", "to"],
        "quiet-near" | "steps-near" | "rounds-near" => &["count"],
        "cycle-draws-put" => &["piece", "to"],
        "suicide" | "shoved" | "outmatched" | "last-animal" | "hit-back" => &["piece", "target", "to"],
        key => panic!("what are the facts of {key}?"),
    };
    Caution::KEYS.iter().map(|key| Caution { key, facts: facts(named(key)) }).collect()
}

/// Every message, with a word for what it is.
pub fn posts(lang: Lang, names: &dyn Names) -> Vec<(String, Sample)> {
    let mut samples: Vec<(String, Sample)> = super::cups::posts(lang, names);
    let mut add = |told: String, post| samples.push((told, Sample::Post(post)));
    for (n, post) in named_posts(lang, names).into_iter().enumerate() {
        add(format!("table {n}"), post);
    }
    for page in pages() {
        add(format!("{page:?}"), super::super::page(&page.borrow(), names, lang));
    }
    for setup in setups() {
        let chat = chat(ChatKind::Group, ChatSettings { setup, ..ChatSettings::default() });
        add(format!("rules of {setup}"), page(&Page::Rules { chat: &chat }, names, lang));
        add(format!("card of {setup}"), card(setup, Target::Anybody, Sides::Lot, lang, names));
        for open in 0..10 {
            let page = SettingsPage::Options { open: Some(open) };
            add(
                format!("options of {setup}"),
                super::super::page(&Page::Settings { chat: &chat, person: None, page }, names, lang),
            );
        }
    }
    for scope in [CommandScope::Default, CommandScope::Private, CommandScope::Group, CommandScope::GroupAdmins] {
        for (name, description) in commands(scope, lang) {
            assert!((1..=256).contains(&description.chars().count()), "/{name}: {description}");
            samples.push((format!("/{name}"), Sample::Text(description)));
        }
    }
    samples.extend(super::books::samples(lang, names));
    samples.extend(coached(lang, names));
    samples.extend(played(lang, names));
    samples.extend(rarities(lang, names));
    samples.extend(looked_at(lang, names));
    samples.extend(in_full(lang, names));
    samples
}

/// Games after they were played: lists, copies to leaf through, verdicts on records.
fn looked_at(lang: Lang, names: &dyn Names) -> Vec<(String, Sample)> {
    let mut samples = Vec::new();
    let mut add = |told: &str, post| samples.push((told.to_owned(), Sample::Post(post)));
    let ended = |finish| {
        let setups = [Setup::default(), mixture(), Setup::standard(Variant::Mecha)];
        setups.map(|setup| Game { finish, ..game(setup, TWO) })
    };
    let outcomes = [Outcome::Win(Seat::First), Outcome::Win(Seat::Second), Outcome::Draw];
    let ends = EndReason::ALL.into_iter().flat_map(|reason| outcomes.map(|outcome| End { outcome, reason }));
    let finishes = ends.map(Finish::End).chain([Finish::Void { by: None }]).map(Some).chain([None]);
    let games: Vec<Table> = finishes.flat_map(ended).map(table_of).collect();
    for tables in games.chunks(8).chain([&[][..]]) {
        for (of, page_number, more) in [(None, 0, true), (Some(ANNA), 1, true), (Some(BOB), u32::MAX, false)] {
            for group in [true, false] {
                let history = History { of, group, tables, page: page_number, more };
                add("a history", page(&Page::History(&history), names, lang));
            }
        }
    }
    let mut dice = 5;
    let mut played = table_of(game(Setup::default(), AI));
    played = {
        let mut two = table_of(game(Setup::default(), TWO));
        for _ in 0..9 {
            two = step(&two, &mut dice).expect("a move");
        }
        if let (Stage::Game(to), Stage::Game(from)) = (&mut played.stage, &two.stage) {
            **to = Game { players: AI, finish: Some(Finish::Void { by: Some(ANNA) }), ..(**from).clone() };
        }
        played
    };
    for ply in [0, 1, 8, 9, u32::MAX] {
        for owner in [None, Some(ANNA)] {
            let settings = ChatSettings::default();
            let view = TableView {
                hint: None,
                table: &played,
                names,
                lang,
                settings: &settings,
                picking: "",
                confirming: None,
                news: &[],
                booked: &[],
                thinking: false,
                now: NOW,
                mention: false,
            };
            add("a copy", leaf(&view, played.as_game().expect("a game"), ply, owner));
        }
    }
    let running = [TWO, AI, PHONE, [TWO[1], TWO[0]]].map(|players| table_of(game(mixture(), players)));
    let title = "Elephants of the jungle ".repeat(4);
    let link = || Some("https://t.me/c/1/2?a&b".to_owned());
    let mine = |count: usize| {
        let games = running.iter().cycle().take(count).zip([true, false].into_iter().cycle());
        games
            .map(|(table, there)| MyGame {
                table,
                side: Seat::First,
                title: there.then(|| title.clone()),
                link: link().filter(|_| there),
            })
            .collect::<Vec<_>>()
    };
    for (me, count) in [(ANNA, 0), (ANNA, 4), (BOB, 5), (ANNA, 50)] {
        add("all my games", page(&Page::MyGames { me, games: &mine(count) }, names, lang));
    }
    let game = played.as_game().expect("a game");
    let record = Box::new(record(GameId(u64::MAX), ChatKind::Group, game, names, lang));
    for known in [Known::Same, Known::Other, Known::Unknown] {
        for sealed in [true, false] {
            let verdict = Verdict::Sound { record: record.clone(), sealed, known };
            add("a record in order", page(&Page::Verified(&verdict), names, lang));
        }
    }
    for fault in record_faults() {
        add("a record with a fault", page(&Page::Verified(&Verdict::Faulty(fault)), names, lang));
    }
    samples
}

/// Everything that may be wrong with a record.
fn record_faults() -> Vec<RecordFault> {
    let word = "<🐘>".repeat(20);
    let ply: crate::rules::Ply = "a1a2".parse().expect("a ply");
    let mut faults = vec![
        RecordFault::TooLong { length: 1_000_000 },
        RecordFault::Missing { tag: "Fingerprint" },
        RecordFault::Cut,
        RecordFault::Fen(crate::rules::FenError(vec![word.clone(); 9])),
        RecordFault::End { recorded: None, ruled: None },
        RecordFault::Fingerprint { said: word.clone(), is: "0123456789abcdef".to_owned() },
    ];
    faults.extend(WordFault::ALL.map(|what| RecordFault::Word { line: 4000, word: word.clone(), what }));
    faults.extend(illegals().map(|why| RecordFault::Ply { number: 4000, ply, why }));
    faults
}

/// What seldom happens.
fn rarities(lang: Lang, names: &dyn Names) -> Vec<(String, Sample)> {
    let nobody = Book("\u{3164}".to_owned());
    let nameless = card(Setup::default(), Target::Anybody, Sides::Lot, lang, &nobody);
    let mut dice = 1;
    let mut asked = step(&table_of(game(Setup::default(), TWO)), &mut dice).expect("a move");
    if let Stage::Game(game) = &mut asked.stage {
        game.offers = vec![Offer { id: OfferId(1), kind: OfferKind::Takeback, by: Seat::First }];
    }
    let mut replied = step(&asked, &mut dice).expect("a move");
    if let Stage::Game(game) = &mut replied.stage {
        game.offers = vec![Offer { id: OfferId(1), kind: OfferKind::Takeback, by: Seat::First }];
    }
    let mut put = first_drop();
    if let Stage::Game(game) = &mut put.stage {
        game.offers = vec![Offer { id: OfferId(1), kind: OfferKind::Takeback, by: game.state.to_move().other() }];
    }
    let alone = Setup::default().from_fen("7/7/7/7/7/7/7/7/C6 b").expect("a position");
    let forgotten = table_of(game(Setup::default(), [Player::Person(PersonId::FORGOTTEN), Player::Person(BOB)]));
    let unknown = card(Setup::default(), Target::Anybody, Sides::Lot, lang, &Nobody);
    vec![
        ("somebody without a name".to_owned(), Sample::Post(nameless)),
        ("somebody unknown".to_owned(), Sample::Post(unknown)),
        ("somebody forgotten".to_owned(), Sample::Post(show(&forgotten, lang, names, |view| view.mention = true))),
        ("an older board".to_owned(), Sample::Post(older(&asked, lang, names))),
        ("a takeback asked for".to_owned(), Sample::Post(show(&asked, lang, names, |_| {}))),
        ("a takeback of two plies".to_owned(), Sample::Post(show(&replied, lang, names, |view| view.mention = true))),
        ("a drop asked to be taken back".to_owned(), Sample::Post(show(&put, lang, names, |_| {}))),
        ("a side without animals".to_owned(), Sample::Text(text_board(&alone, Orientation::Second, lang))),
    ]
}

/// What stands under an older message of a table.
fn older(table: &Table, lang: Lang, names: &dyn Names) -> Post {
    let settings = ChatSettings::default();
    let view = TableView {
        table,
        names,
        lang,
        settings: &settings,
        picking: "",
        confirming: None,
        hint: None,
        booked: &[],
        news: &[],
        thinking: false,
        now: NOW,
        mention: false,
    };
    superseded(&view, Some("https://t.me/c/1/2?a&b"))
}

/// A game whose last move put an animal from the hand onto the board.
fn first_drop() -> Table {
    let mut dice = 1;
    let mut table = table_of(game(Setup::standard(Variant::Dalian), TWO));
    loop {
        table = step(&table, &mut dice).expect("a game with a drop");
        let Stage::Game(game) = &table.stage else { panic!("a game") };
        if game.plies.last().is_some_and(|ply| matches!(ply.mv, Move::Drop { .. })) {
            return table;
        }
    }
}

/// The board after a card has been turned, after a second one, and after the first has taken it.
pub fn boards_of_cards() -> [Post; 3] {
    let names = Book("Anna".to_owned());
    let mut table = table_of(game(Setup::standard(Variant::Flip), TWO));
    // Red's elephant, then Blue's cat beside it.
    [("@a1", 0), ("@a2", 13), ("a1a2", 0)].map(|(notation, chance)| {
        table = play(&table, mv(notation), Chance(chance));
        show(&table, Lang::En, &names, |_| {})
    })
}

/// Everything that may speak for a move.
fn reasons() -> Vec<Reason> {
    let (piece, hunter) = (piece(), target());
    vec![
        Reason::Den,
        Reason::Wins,
        Reason::Run { plies: 101 },
        Reason::Forced { plies: 101 },
        Reason::Promised,
        Reason::Takes { piece },
        Reason::Guards { piece },
        Reason::Escapes { piece, hunter },
        Reason::Saves { piece, hunter },
        Reason::Attacks { piece },
        Reason::Nearer,
        Reason::Turns,
        Reason::Delays,
        Reason::Quiet,
    ]
}

/// Hints, and a game looked at again: every page, every grade, everything tables may know.
fn coached(lang: Lang, names: &dyn Names) -> Vec<(String, Sample)> {
    let mut samples = Vec::new();
    let against_ai = table_of(game(mixture(), AI));
    for pair in reasons().windows(2) {
        let hint = Hint { mv: mv("a3a4"), reasons: pair.to_vec() };
        let shown = show(&against_ai, lang, names, |view| view.hint = Some(&hint));
        samples.push((format!("hint {pair:?}"), Sample::Post(shown)));
    }
    let placing = table_of(game(Setup::standard(Variant::Mecha), AI));
    let first = placing.as_game().expect("a game").state.legal_moves()[0];
    let hint = Hint { mv: first, reasons: vec![Reason::Quiet] };
    let shown = show(&placing, lang, names, |view| view.hint = Some(&hint));
    samples.push(("a machine to be placed".to_owned(), Sample::Post(shown)));
    let settings = ChatSettings::default();
    for players in [TWO, PHONE, AI] {
        let mut over = game(mixture(), players);
        let mut line = "a3a4 g7g6 g3g4 a7a6 g4g3".split(' ').map(mv);
        for mv in line.by_ref().take(4) {
            over.plies.push(over.state.play(mv, Chance(0)).expect("a legal move").ply);
        }
        over.finish = Some(Finish::End(End { outcome: Outcome::Win(Seat::First), reason: EndReason::Resignation }));
        let analysis = analysis(&over);
        let table = table_of(over);
        let mut add = |review: Review<'_>| {
            let post = super::super::review(&table, review, names, lang, &settings);
            samples.push((format!("{review:?}").chars().take(20).collect(), Sample::Post(post)));
        };
        [Review::Waiting, Review::Working { percent: 42 }, Review::Failed].into_iter().for_each(&mut add);
        (0..=5).for_each(|page| add(Review::Done { analysis: &analysis, page }));
        let known = |winner, plies, hint_only| Some(Tables { ply: 100, winner, plies, hint_only });
        let (first, second) = (Some(Seat::First), Some(Seat::Second));
        for tables in [known(None, None, true), known(first, Some(33), true), known(second, None, false)] {
            let turning = Vec::new();
            let tallies =
                [Tally { accuracy: None, counts: [0; 5] }, Tally { accuracy: Some(100), counts: [1, 0, 0, 0, 0] }];
            let other = Analysis { tables, turning, tallies, ..analysis.clone() };
            add(Review::Done { analysis: &other, page: 0 });
        }
        let one = Analysis { turning: analysis.turning[..1].to_vec(), ..analysis.clone() };
        add(Review::Done { analysis: &one, page: 0 });
    }
    let cards = first_flips();
    let flips = analysis(cards.as_game().expect("a game"));
    for page in 0..=2 {
        let review = Review::Done { analysis: &flips, page };
        let post = super::super::review(&cards, review, names, lang, &settings);
        samples.push((format!("cards {page}"), Sample::Post(post)));
    }
    samples
}

/// A game with cards of which some are turned.
fn first_flips() -> Table {
    let mut dice = 1;
    let mut table = table_of(game(Setup::standard(Variant::Dalian), TWO));
    for _ in 0..4 {
        table = step(&table, &mut dice).expect("a move");
    }
    table
}

/// Something to say about every ply of a game.
fn analysis(game: &Game) -> Analysis {
    let grades = [Grade::Slip, Grade::Blunder, Grade::MissedDen, Grade::Slip];
    let reasons = reasons();
    let mut state = game.setup.start();
    let (mut moves, mut turning) = (Vec::new(), Vec::new());
    for (n, &ply) in game.plies.iter().enumerate() {
        let best = state.legal_moves()[0];
        let (before, after) = (Chances(900), Chances(100));
        moves.push(Judged { ply, seat: state.to_move(), grade: Some(grades[n % 4]), before, after, best });
        let mut line = vec![best];
        if !matches!(best, Move::Flip { .. }) {
            let mut next = state.clone();
            next.play(best, Chance(0)).expect("a legal move");
            line.push(next.legal_moves()[0]);
        }
        state.replay(ply).expect("it was played");
        let answer = state.legal_moves().first().copied();
        turning.push(TurningPoint { ply: n, line, reasons: reasons[3 * n..3 * n + 2].to_vec(), answer });
    }
    Analysis {
        graph: vec![Chances::EVEN; moves.len() + 1],
        moves,
        tallies: [
            Tally { accuracy: Some(83), counts: [20, 20, 20, 20, 20] },
            Tally { accuracy: Some(7), counts: [1; 5] },
        ],
        turning,
        tables: Some(Tables { ply: 100, winner: Some(Seat::Second), plies: Some(1), hint_only: true }),
        nodes: 0,
    }
}

/// Games in which everything happens that is rare at random: a den is entered (the walk-through of rule 2.14), equals fall
/// together, machines do all they can.
const GAMES_IN_FULL: [(&str, &str); 3] = [
    (
        "jungle",
        "a3b3 a7a6 b2b1 a6a5 c3c2 a5a4 e3e2 f8f9 b3c3 f9f8 c3d3 g9g8 d3d4 g8g9 d4d5 e7e8 d5d6 e8e7 d6d7 c7c8 d7c7 g9g8 \
         c7c8 b8b7 c8b8 b7c7 b8b9 c7c8 b9b8 c8c9 b8b9 g8g9 b9c9 g9g8 c9d9",
    ),
    ("jungle Equal=both", "e3d3 c7d7 d3d4 d7d6 d4d5 a9a8 d5d6"),
    (
        "mecha",
        "A@d2 a@d8 G@a1 g@a9 M@c2 m@c8 N@g1 n@g8 U@e2 u@e8 d2d3 d8d7 c2c3 e8e7 d3d4 d7d6 c3c4 e7e6 d4d5 \
         d6d5 c4c5 g8g7 c5+d5 d6d5 d5d6 e6d6 g1g2 e6+e6 d6! a9a8 d6e6",
    ),
];

/// [`GAMES_IN_FULL`], with every piece picked in turn and a takeback asked for.
fn in_full(lang: Lang, names: &dyn Names) -> Vec<(String, Sample)> {
    let mut samples = Vec::new();
    for (setup, moves) in GAMES_IN_FULL {
        let mut table = table_of(game(setup.parse().expect("a setup"), PHONE));
        for text in moves.split_whitespace() {
            table = play(&table, mv(text), Chance(0));
            let Stage::Game(game) = &mut table.stage else { break };
            let told = format!("{setup}: {}", game.state.fen());
            let (state, offer) = (game.state.clone(), OfferKind::Takeback);
            game.offers = vec![Offer { id: OfferId(1), kind: offer, by: Seat::First }];
            let shown = show(&table, lang, names, |_| {});
            let picked = state.choices("").into_iter();
            let picked = picked.map(|choice| show(&table, lang, names, |view| view.picking = &choice.prefix));
            samples.extend([shown].into_iter().chain(picked).map(|post| (told.clone(), Sample::Post(post))));
            samples.push((told, Sample::Text(text_board(&state, Orientation::First, lang))));
        }
    }
    samples
}

/// Pages with what they borrow.
#[derive(Debug)]
enum OwnPage {
    Plain(Page<'static>),
    Bot(fn(&'static BotName) -> Page<'static>),
    Levels(Sides, Setup),
    Games(bool, Vec<Table>),
    Settings(Box<Chat>, SettingsPage),
    Night(Box<Chat>, Box<Person>),
    Notices(Vec<(ChatId, String)>, Box<Person>),
}

impl OwnPage {
    fn borrow(&self) -> Page<'_> {
        static BOT: std::sync::LazyLock<BotName> = std::sync::LazyLock::new(|| BotName { username: "a".repeat(32) });
        static LINKS: std::sync::LazyLock<Vec<Option<String>>> =
            std::sync::LazyLock::new(|| vec![Some("https://t.me/c/1/2?a&b".to_owned()); 100]);
        match self {
            OwnPage::Plain(page) => page.clone(),
            OwnPage::Bot(page) => page(&BOT),
            OwnPage::Levels(sides, setup) => Page::Levels { sides: *sides, setup },
            OwnPage::Games(group, tables) => Page::Games { group: *group, tables, links: &LINKS },
            OwnPage::Settings(chat, page) => Page::Settings { chat, person: None, page: *page },
            OwnPage::Night(chat, person) => Page::Settings { chat, person: Some(person), page: SettingsPage::Night },
            OwnPage::Notices(chats, person) => Page::Notices { chats, person },
        }
    }
}

fn pages() -> Vec<OwnPage> {
    let mut pages = vec![
        OwnPage::Bot(|bot| Page::Start { bot }),
        OwnPage::Bot(|bot| Page::Help { group: true, bot }),
        OwnPage::Bot(|bot| Page::Help { group: false, bot }),
        OwnPage::Plain(Page::Welcome { missing: vec![] }),
        OwnPage::Plain(Page::Welcome { missing: vec![MissingRight::SendMessages, MissingRight::SendPhotos] }),
        OwnPage::Plain(Page::Variants { sides: Sides::Lot }),
        OwnPage::Plain(Page::Privacy),
        OwnPage::Plain(Page::Forget { who: ANNA }),
        OwnPage::Plain(Page::Forgot { sure: true }),
        OwnPage::Plain(Page::Forgot { sure: false }),
        OwnPage::Plain(Page::Reminder { to: ANNA, left: 8_640_000, total: false, private: None }),
        OwnPage::Plain(Page::Reminder { to: ANNA, left: 400_000, total: true, private: None }),
        OwnPage::Plain(Page::Reminder {
            to: ANNA,
            left: 90_061_000,
            total: false,
            private: Some("Jungle evenings, every evening & all night".to_owned()),
        }),
        OwnPage::Bot(|bot| Page::Notify { bot }),
        OwnPage::Notices(Vec::new(), Box::new(somebody(PersonSettings::default()))),
        OwnPage::Plain(Page::Warning { to: ANNA, left: 86_400_000, lost: true }),
        OwnPage::Plain(Page::Warning { to: ANNA, left: 86_399_000, lost: false }),
        OwnPage::Games(true, vec![]),
        OwnPage::Games(false, vec![]),
        OwnPage::Games(true, game_tables().into_iter().cycle().take(60).collect()),
    ];
    let titles: Vec<(ChatId, String)> =
        (1..40).map(|id| (ChatId(-id), "Jungle evenings & nights ".repeat(4))).collect();
    let chats: std::collections::BTreeSet<ChatId> = titles.iter().map(|(id, _)| *id).collect();
    let told = PersonSettings { turns: chats.clone(), challenges: chats, ..PersonSettings::default() };
    pages.push(OwnPage::Notices(titles, Box::new(somebody(told))));
    for (offset, from, hours) in [(0, 23, 8), (-720, 0, 1), (840, 12, 12), (330, 1, 6)] {
        let settings = PersonSettings { night: Night::new(offset, from, hours), ..PersonSettings::default() };
        let chat = Box::new(chat(ChatKind::Private, ChatSettings::default()));
        pages.push(OwnPage::Night(chat, Box::new(somebody(settings))));
    }
    for setup in setups() {
        let sides = [Sides::Author(Seat::First), Sides::Author(Seat::Second), Sides::Lot];
        pages.extend(sides.map(|sides| OwnPage::Levels(sides, setup)));
    }
    for kind in [ChatKind::Private, ChatKind::Group] {
        for (theme, boards, setup) in [
            (Theme::Faces, BoardPolicy::Auto, Setup::default()),
            (Theme::Characters, BoardPolicy::AlwaysNew, mixture()),
            (Theme::Faces, BoardPolicy::AlwaysEdit, Setup::default()),
        ] {
            for page in [
                SettingsPage::Main,
                SettingsPage::Lang,
                SettingsPage::Variant,
                SettingsPage::Preset,
                SettingsPage::Options { open: None },
                SettingsPage::Options { open: Some(200) },
                SettingsPage::Clock,
                SettingsPage::Night,
                SettingsPage::Boards,
                SettingsPage::Theme,
                SettingsPage::CountsFor,
            ] {
                let counts_for = if kind == ChatKind::Group { CountsFor::Both } else { CountsFor::Nothing };
                let settings =
                    ChatSettings { setup, boards, theme, turn_board: true, counts_for, ..ChatSettings::default() };
                pages.push(OwnPage::Settings(Box::new(chat(kind, settings)), page));
            }
        }
    }
    pages
}

fn somebody(settings: PersonSettings) -> Person {
    Person { id: ANNA, name: "Anna".to_owned(), username: None, client_language: None, settings, reachable: true }
}

fn chat(kind: ChatKind, settings: ChatSettings) -> Chat {
    Chat { id: ChatId(-1), kind, title: String::new(), settings, active: true }
}

/// Every preset of every game, every single departure from a standard, and the longest of all mixtures.
fn setups() -> Vec<Setup> {
    let mut setups = Vec::new();
    for &variant in Variant::ALL {
        let presets = Setup::presets(variant).into_iter();
        setups.extend(presets.map(|name| Setup::preset(variant, name).expect("a preset")));
        for option in Setup::standard(variant).options() {
            for value in option.values {
                let mut setup = Setup::standard(variant);
                setup.set(option.name, value).expect("a value of the option");
                setups.push(setup);
            }
        }
    }
    setups.push(mixture());
    setups
}

/// The rules of every preset and of every single departure from the standard game.
pub fn rules_pages(lang: Lang) -> Vec<(Setup, Post)> {
    let names = Book(String::new());
    let page = |setup| {
        let chat = chat(ChatKind::Group, ChatSettings { setup, ..ChatSettings::default() });
        (setup, super::super::page(&Page::Rules { chat: &chat }, &names, lang))
    };
    setups().into_iter().filter(|setup| *setup != mixture()).map(page).collect()
}

/// Everything other than standard, in the longest words.
pub fn mixture() -> Setup {
    "jungle Order=fox;Equal=stationary;ElephantRat=shoved;RatCross=true;JumpBlock=enemy;TigerJump=vertical;\
     TrappedAttack=false;Violations=7-3+17-5;Cycle=starter-loses;QuietPlies=998"
        .parse()
        .expect("a setup")
}

pub fn place() -> Place {
    Place { chat: ChatId(-1), thread: None }
}

pub fn show<'a>(table: &'a Table, lang: Lang, names: &'a dyn Names, change: impl FnOnce(&mut TableView<'a>)) -> Post {
    static SETTINGS: std::sync::LazyLock<ChatSettings> = std::sync::LazyLock::new(ChatSettings::default);
    let mut view = TableView {
        table,
        names,
        lang,
        settings: &SETTINGS,
        picking: "",
        confirming: None,
        hint: None,
        news: &[],
        booked: &[],
        thinking: false,
        now: NOW,
        mention: false,
    };
    change(&mut view);
    super::super::table(&view)
}

pub fn challenge(setup: Setup, to: Target, sides: Sides) -> Challenge {
    Challenge {
        by: ANNA,
        to,
        sides,
        setup,
        clock: TimeControl::Unlimited,
        stakes: Stakes::default(),
        arranged: 0,
        made: NOW,
        expires: NOW.plus(24 * 60 * 60 * 1000),
    }
}

fn card(setup: Setup, to: Target, sides: Sides, lang: Lang, names: &dyn Names) -> Post {
    let table = Table::challenge(GameId(u64::MAX), place(), challenge(setup, to, sides));
    show(&table, lang, names, |_| {})
}

pub fn game(setup: Setup, players: [Player; 2]) -> Game {
    Game::start(Draft::new(setup, players), NOW)
}

pub fn table_of(game: Game) -> Table {
    Table { id: GameId(u64::MAX), place: place(), stage: Stage::Game(Box::new(game)) }
}

pub const TWO: [Player; 2] = [Player::Person(ANNA), Player::Person(BOB)];
const PHONE: [Player; 2] = [Player::Person(ANNA); 2];
const AI: [Player; 2] = [Player::Ai(Animal::Elephant), Player::Person(BOB)];

/// Tables as a list of games has them.
fn game_tables() -> Vec<Table> {
    let mut over = game(Setup::default(), TWO);
    over.finish = Some(Finish::Void { by: Some(ANNA) });
    let open = Table::challenge(GameId(1), place(), challenge(Setup::default(), Target::Anybody, Sides::Lot));
    let games = [game(mixture(), TWO), game(mixture(), AI), game(mixture(), PHONE), over];
    games.into_iter().map(table_of).chain([open]).collect()
}

/// Thirty challenges, the oldest first; each is by a person of its own number.
pub fn many_tables() -> Vec<Table> {
    let table = |number| {
        let by = PersonId(number);
        Table::challenge(
            GameId(number),
            place(),
            Challenge { by, ..challenge(Setup::default(), Target::Anybody, Sides::Lot) },
        )
    };
    (1..=30).map(table).collect()
}

/// The messages of tables that name people.
pub fn named_posts(lang: Lang, names: &dyn Names) -> Vec<Post> {
    let mut posts = Vec::new();
    let targets = [Target::Anybody, Target::Person(BOB), Target::Username("a".repeat(32))];
    for to in targets {
        for sides in [Sides::Lot, Sides::Author(Seat::First), Sides::Author(Seat::Second)] {
            posts.push(card(mixture(), to.clone(), sides, lang, names));
        }
        let hall = Setup::named("hall").expect("a preset");
        for (setup, clock) in [mixture(), hall].into_iter().flat_map(|setup| clocks().map(move |clock| (setup, clock)))
        {
            let challenge = Challenge { clock, ..challenge(setup, to.clone(), Sides::Lot) };
            posts.push(show(&Table::challenge(GameId(1), place(), challenge), lang, names, |_| {}));
        }
        for why in [Closed::Withdrawn, Closed::Declined, Closed::Expired, Closed::Voided] {
            let challenge = challenge(Setup::default(), to.clone(), Sides::Lot);
            let table = Table { id: GameId(1), place: place(), stage: Stage::Closed { challenge, why } };
            posts.push(show(&table, lang, names, |_| {}));
        }
    }
    let looking = Table::challenge(GameId(1), place(), challenge(Setup::default(), Target::Anybody, Sides::Lot));
    posts.push(show(&looking, lang, names, |view| view.picking = GAMES));
    let last_hour = Table::challenge(GameId(1), place(), challenge(Setup::default(), Target::Anybody, Sides::Lot));
    posts.push(show(&last_hour, lang, names, |view| view.now = NOW.plus(23 * 60 * 60 * 1000 + 1)));
    for players in [TWO, PHONE, AI] {
        posts.extend(running(game(mixture(), players), lang, names));
        posts.extend(ended(&game(mixture(), players), lang, names));
    }
    for players in [TWO, AI, PHONE] {
        posts.extend(timed(players, lang, names));
    }
    let title = || "Jungle evenings, every evening & all night".to_owned();
    for link in [None, Some("https://t.me/c/1/2?a&b".to_owned())] {
        let turn = Page::Turn { title: title(), by: ANNA, link: link.clone() };
        let opened = Page::Opened { title: title(), by: BOB, link };
        for (page, occasion) in [(turn, Occasion::Turn), (opened, Occasion::Challenge)] {
            posts.push(notification(&page, occasion, ChatId(i64::MIN), names, lang));
        }
    }
    posts
}

/// A clock of every kind.
fn clocks() -> impl Iterator<Item = TimeControl> {
    let own = ["90s+2", "250ms", "12h"].map(|own| own.parse().expect("a time control"));
    TimeControl::CHOICES.into_iter().chain(own)
}

/// Games with clocks as time goes by: full, running out, late, over.
fn timed(players: [Player; 2], lang: Lang, names: &dyn Names) -> Vec<Post> {
    let mut posts = Vec::new();
    let limits = crate::people::Limits::default();
    for (setup, clock) in
        ["hall", "flip", "platform"].into_iter().flat_map(|name| clocks().map(move |clock| (name, clock)))
    {
        let setup = Setup::named(setup).expect("a rule set");
        let draft = Draft { clock, ..Draft::new(setup, players) };
        let mut table = Table::game(GameId(u64::MAX), place(), draft, NOW);
        let mut now = NOW;
        for _ in 0..6 {
            let Some(due) = table.as_game().and_then(|game| game.due(&limits)) else { break };
            now = due;
            let moment = Moment::new(now, Chance(0), &limits);
            let progress = table.handle(&Actor::Clock, Command::Expire, moment).expect("it is due");
            table = progress.table;
            posts.push(show(&table, lang, names, |view| {
                view.now = now;
                view.news = &progress.events;
            }));
            let mut asked = table.clone();
            if let Stage::Game(game) = &mut asked.stage
                && game.finish.is_none()
            {
                let by = game.state.to_move().other();
                game.offers = vec![Offer { id: OfferId(1), kind: OfferKind::Takeback, by }];
                posts.push(show(&asked, lang, names, |view| view.now = now));
            }
        }
        if let Stage::Game(game) = &mut table.stage
            && game.finish.is_none()
            && let Some(clock) = &mut game.clock
        {
            clock.stop(Seat::First, now);
            posts.push(show(&table, lang, names, |view| view.now = now));
        }
    }
    posts
}

/// A running game in every situation.
fn running(mut game: Game, lang: Lang, names: &dyn Names) -> Vec<Post> {
    let mut posts = Vec::new();
    let offer = |kind, by| Offer { id: OfferId(u32::MAX), kind, by };
    let kinds = [OfferKind::Draw, OfferKind::Takeback, OfferKind::Rematch];
    let news: Vec<Event> = kinds
        .iter()
        .flat_map(|&kind| [Event::Declined(offer(kind, Seat::First)), Event::Retracted(offer(kind, Seat::First))])
        .chain([Event::TakenBack { plies: 1 }, Event::TakenBack { plies: 2 }])
        .collect();
    for event in &news {
        posts.push(show(&table_of(game.clone()), lang, names, |view| view.news = std::slice::from_ref(event)));
    }
    for by in Seat::BOTH {
        game.offers = vec![offer(OfferKind::Draw, by), offer(OfferKind::Takeback, by)];
        game.resigning = Some(Farewell { seat: by, until: NOW, leaves: by == Seat::Second });
        let table = table_of(game.clone());
        posts.push(show(&table, lang, names, |view| {
            view.news = &news[..1];
            view.mention = true;
            view.picking = "c2";
        }));
        posts.push(show(&table, lang, names, |view| view.thinking = true));
        game.resigning = None;
        posts.push(show(&table_of(game.clone()), lang, names, |view| view.picking = "nonsense"));
    }
    posts
}

/// New boards with who is to be mentioned: the one to move, unless somebody has to answer something.
pub fn mentioning_boards() -> Vec<(&'static str, Post, Vec<PersonId>)> {
    let names = Book("Anna".to_owned());
    let board = |offer: Option<(OfferKind, Seat)>, resigning: Option<Seat>, finish| {
        let mut game = game(Setup::default(), TWO);
        game.offers = offer.into_iter().map(|(kind, by)| Offer { id: OfferId(1), kind, by }).collect();
        game.resigning = resigning.map(|seat| Farewell { seat, until: NOW, leaves: false });
        game.finish = finish;
        show(&table_of(game), Lang::En, &names, |view| view.mention = true)
    };
    let over = Some(Finish::End(End { outcome: Outcome::Draw, reason: EndReason::Agreement }));
    vec![
        ("a move", board(None, None, None), vec![ANNA]),
        ("a draw offered", board(Some((OfferKind::Draw, Seat::First)), None, None), vec![BOB]),
        ("a takeback asked of Anna", board(Some((OfferKind::Takeback, Seat::Second)), None, None), vec![ANNA]),
        ("really resign?", board(None, Some(Seat::Second), None), vec![BOB]),
        ("a rematch", board(Some((OfferKind::Rematch, Seat::First)), None, over), vec![BOB]),
        ("the end", board(None, None, over), vec![]),
    ]
}

/// Every way a game may end.
fn ended(game: &Game, lang: Lang, names: &dyn Names) -> Vec<Post> {
    let mut posts = Vec::new();
    let outcomes = [Outcome::Win(Seat::First), Outcome::Win(Seat::Second), Outcome::Draw];
    let ends = EndReason::ALL.into_iter().flat_map(|reason| outcomes.map(|outcome| End { outcome, reason }));
    let finishes =
        ends.map(Finish::End).chain([Some(ANNA), None].map(|by| Finish::Void { by })).chain([Finish::Forgotten]);
    for finish in finishes {
        let mut game = Game { finish: Some(finish), ..game.clone() };
        posts.push(show(&table_of(game.clone()), lang, names, |_| {}));
        game.offers = vec![Offer { id: OfferId(1), kind: OfferKind::Rematch, by: Seat::First }];
        posts.push(show(&table_of(game.clone()), lang, names, |_| {}));
        game.rematch_made = true;
        posts.push(show(&table_of(game), lang, names, |_| {}));
    }
    posts
}

/// Boards with every confirmation another person's act can bring up or move: offers of either side, alone and together, while
/// one side is asked whether it resigns, or hesitates over a hazard; with few and with many animals to pick.
pub fn boards_with_confirmations() -> Vec<Post> {
    let names = Book("Anna".to_owned());
    let setup: Setup = "jungle Equal=stationary".parse().expect("a setup");
    let fens = ["l6/1d3c1/r1p1w1e/7/7/7/E1W1P1R/tC3D1/T5L r", "l6/7/7/7/7/7/7/t6/T6 r"];
    let steps = [("", None), ("a1", None), ("a1", Some(mv("a1a2")))];
    let mut posts = Vec::new();
    for fen in fens {
        for offers in [&[][..], &[OfferKind::Draw], &[OfferKind::Takeback], &[OfferKind::Draw, OfferKind::Takeback]] {
            for resigning in [None, Some(Farewell { seat: Seat::First, until: NOW, leaves: false })] {
                for (picking, confirming) in steps {
                    let mut game = game(setup, TWO);
                    game.state = game.setup.from_fen(fen).expect("a position");
                    let offer = |kind: &OfferKind| Offer { id: OfferId(1), kind: *kind, by: Seat::Second };
                    game.offers = offers.iter().map(offer).collect();
                    game.resigning = resigning;
                    posts.push(show(&table_of(game), Lang::En, &names, |view| {
                        view.picking = picking;
                        view.confirming = confirming;
                    }));
                }
            }
        }
    }
    posts
}

/// Games played at random, shown at every ply: captions of last moves, pickers, hazards, boards in words.
fn played(lang: Lang, names: &dyn Names) -> Vec<(String, Sample)> {
    let mut samples = Vec::new();
    let mut dice = 1u64;
    let setups = [
        "jungle",
        "jungle Equal=both;ElephantRat=both;QuietPlies=60",
        "jungle Equal=stationary;ElephantRat=shoved;Cycle=draw;QuietPlies=0",
        "jungle Cycle=first-mover-loses;Violations=none",
    ];
    let others = Variant::ALL.iter().map(|variant| variant.name());
    let setups: Vec<&str> = setups.into_iter().chain(others).collect();
    for round in 0..setups.len() * 4 {
        let setup: Setup = setups[round % setups.len()].parse().expect("a setup");
        let mut table = table_of(game(setup, if (round / setups.len()).is_multiple_of(2) { TWO } else { PHONE }));
        while let Some(next) = step(&table, &mut dice) {
            table = next;
            let Stage::Game(game) = &table.stage else { break };
            let told = format!("{setup}: {}", game.state.fen());
            samples.push((told.clone(), Sample::Post(show(&table, lang, names, |_| {}))));
            samples.extend(picked(&table, &game.state, lang, names).map(|post| (told.clone(), Sample::Post(post))));
            samples.push((
                told,
                Sample::Text(text_board(&game.state, orientation(&table, &ChatSettings::default()), lang)),
            ));
        }
    }
    samples
}

/// A random animal picked, or a move put up for confirmation.
fn picked<'a>(table: &'a Table, state: &'a State, lang: Lang, names: &'a dyn Names) -> impl Iterator<Item = Post> + 'a {
    let choices = state.choices("").into_iter().take(2);
    let picked = choices.map(move |choice| show(table, lang, names, |view| view.picking = &choice.prefix));
    let hazards = state.legal_moves().into_iter().filter(|&mv| state.hazard(mv).is_some()).take(1);
    picked.chain(hazards.map(move |mv| show(table, lang, names, |view| view.confirming = Some(mv))))
}

/// Plays one random move, rather a capture or a den entry than another; `None` when the game is over.
fn step(table: &Table, dice: &mut u64) -> Option<Table> {
    let Stage::Game(game) = &table.stage else { return None };
    if game.finish.is_some() || game.plies.len() > 150 {
        return None;
    }
    *dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    let moves = game.state.legal_moves();
    let takes = |mv: &&Move| !game.state.foresee(**mv).removed.is_empty();
    let capture = moves.iter().find(takes).filter(|_| *dice >> 60 < 12);
    let mv = *capture.unwrap_or(&moves[(*dice >> 33) as usize % moves.len()]);
    Some(play(table, mv, Chance(*dice)))
}

/// The table after a legal move of the side to move.
fn play(table: &Table, mv: Move, chance: Chance) -> Table {
    let game = table.as_game().expect("a game");
    let person = game.person_on(game.state.to_move()).expect("people play");
    let actor = Actor::Person { id: person, username: None, admin: false };
    let limits = crate::people::Limits::default();
    let moment = Moment::new(NOW, chance, &limits);
    let play = Command::Play { turn: game.turn(), mv, sure: true };
    table.handle(&actor, play, moment).expect("a legal move").table
}
