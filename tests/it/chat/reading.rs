//! What people write and press, as intents. The cases are lines of `tests/data/chat/reading.tsv`.

use doushou::book::CupId;
use doushou::chat::{self, CupAct, Incident, Intent, MenuAct, Press, ReplyTo, SettingsPage, TableAct, TopOf};
use doushou::people::{BoardPolicy, ChatId, ChatKind, CountsFor, Lang, Night, Occasion, PersonId, Theme, TimeControl};
use doushou::referee::{GameId, OfferId, Sides};
use doushou::rules::{Animal, Color, Move, Path, Piece, Seat, Setup, Square, Variant};
use proptest::prelude::*;

use super::{bot, golden, incoming, person, text};

/// Where a case is written: the first column.
fn where_written(place: &str) -> (ChatKind, Option<ReplyTo>) {
    let reply = |own: bool| {
        let author = (!own).then(|| person(2, "Bob"));
        ReplyTo { message: 5, author, own, text: String::new(), file: None }
    };
    match place {
        "private" => (ChatKind::Private, None),
        "group" => (ChatKind::Group, None),
        "to-board" => (ChatKind::Group, Some(reply(true))),
        "to-bob" => (ChatKind::Group, Some(reply(false))),
        place => panic!("no such place: {place}"),
    }
}

#[test]
fn texts_are_read_as_they_are_meant() {
    let read = |line: &str| {
        let mut columns = line.split('\t');
        let (place, written) = (columns.next().unwrap_or_default(), columns.next().unwrap_or_default());
        let (kind, reply_to) = where_written(place);
        format!("{place}\t{written}\t{:?}\n", chat::read(&text(kind, written, reply_to), &bot()))
    };
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/chat/reading.tsv");
    let cases = std::fs::read_to_string(file).expect("the cases");
    golden("chat/reading.tsv", &cases.lines().map(read).collect::<String>());
}

#[test]
fn a_press_nobody_made_is_known_as_such() {
    for data in [
        "",
        "t",
        "m",
        "x",
        "t1:1",
        "t1:1:",
        "t1:1:z",
        "t-1:1:j",
        "t1:99999999:j",
        "t1:1:ma3",
        "maX",
        "maEE",
        // The fox names rules, and no level.
        "mafr",
        // Written as no button of ours is.
        "t+1:1:j",
        "t1:+1:j",
        "t01:1:j",
        "t1:A:j",
        "t1:1:y+1",
        "t1:1:mA3a4",
        "mso+1",
        "so999",
        "mt01",
        "mt1:points",
        "mRfriendly",
        "c",
        "c1",
        "c1:",
        "c1:x",
        "c1:J",
        "c01:j",
        "c1:jj",
        "😀",
    ] {
        let press = Incident::Press { press: "1".to_owned(), message: None, data: data.to_owned(), carried: true };
        assert_eq!(chat::read(&incoming(ChatKind::Group, press), &bot()), Intent::UnknownButton, "{data}");
    }
}

fn squares() -> impl Strategy<Value = Square> {
    (0..Square::COUNT).prop_map(|index| Square::from_index(index).expect("on the board"))
}

/// Moves of every kind.
fn moves() -> impl Strategy<Value = Move> {
    let piece = (prop::sample::select(&Animal::ALL[..]), prop::sample::select(&Color::BOTH[..]))
        .prop_map(|(animal, color)| Piece { animal, color });
    prop_oneof![
        (squares(), squares()).prop_map(|(from, to)| Move::Go { from, to }),
        prop::collection::vec(squares(), 3..=Path::LONGEST)
            .prop_map(|squares| Move::Sweep(Path::new(&squares).expect("of the right length"))),
        squares().prop_map(|at| Move::Flip { at }),
        (piece, squares()).prop_map(|(piece, at)| Move::Drop { piece, at }),
        (squares(), squares()).prop_map(|(from, to)| Move::Trade { from, to }),
        squares().prop_map(|at| Move::Strengthen { at }),
        (squares(), squares()).prop_map(|(from, to)| Move::Repair { from, to }),
        Just(Move::Pass),
    ]
}

fn table_acts() -> impl Strategy<Value = TableAct> {
    prop_oneof![
        Just(TableAct::Join),
        Just(TableAct::Decline),
        Just(TableAct::Withdraw),
        Just(TableAct::NextSides),
        Just(TableAct::NextPreset),
        Just(TableAct::NextClock),
        Just(TableAct::Games),
        prop::sample::select(Variant::ALL).prop_map(|variant| TableAct::SetGame { variant }),
        Just(TableAct::Pick { prefix: String::new() }),
        squares().prop_map(|square| TableAct::Pick { prefix: square.to_string() }),
        (moves(), any::<bool>()).prop_map(|(mv, sure)| TableAct::Play { mv, sure }),
        moves().prop_map(|mv| TableAct::Meant { mv }),
        moves().prop_map(|mv| TableAct::WhyNot { mv }),
        Just(TableAct::OfferDraw),
        Just(TableAct::OfferTakeback),
        Just(TableAct::OfferRematch),
        (any::<u32>(), any::<bool>()).prop_map(|(offer, accept)| TableAct::Answer { offer: OfferId(offer), accept }),
        any::<u32>().prop_map(|offer| TableAct::Retract { offer: OfferId(offer) }),
        Just(TableAct::Resign),
        Just(TableAct::ReallyResign),
        Just(TableAct::KeepPlaying),
        Just(TableAct::Hint),
        Just(TableAct::Analyse),
        any::<u8>().prop_map(|page| TableAct::Review { page }),
    ]
}

fn cup_acts() -> impl Strategy<Value = CupAct> {
    prop_oneof![
        Just(CupAct::Join),
        any::<u64>().prop_map(|captain| CupAct::JoinTeam { captain: PersonId(captain) }),
        Just(CupAct::Leave),
        Just(CupAct::Start),
        Just(CupAct::Text),
        Just(CupAct::Log),
    ]
}

fn sides() -> impl Strategy<Value = Sides> {
    prop::sample::select(&[Sides::Lot, Sides::Author(Seat::First), Sides::Author(Seat::Second)][..])
}

/// The word of a rule set, or none.
fn game() -> impl Strategy<Value = Option<String>> {
    let presets = Variant::ALL.iter().flat_map(|&variant| Setup::presets(variant));
    let words: Vec<&str> = presets.chain(Variant::ALL.iter().map(|variant| variant.name())).collect();
    prop::option::of(prop::sample::select(words).prop_map(str::to_owned))
}

fn menu_acts() -> impl Strategy<Value = MenuAct> {
    let page = prop_oneof![
        Just(SettingsPage::Main),
        Just(SettingsPage::Lang),
        Just(SettingsPage::Variant),
        Just(SettingsPage::Preset),
        any::<Option<u8>>().prop_map(|open| SettingsPage::Options { open }),
        Just(SettingsPage::Boards),
        Just(SettingsPage::Clock),
        Just(SettingsPage::Night),
        Just(SettingsPage::Theme),
        Just(SettingsPage::CountsFor),
    ];
    prop_oneof![
        Just(MenuAct::Help),
        Just(MenuAct::Rules),
        (sides(), game()).prop_map(|(sides, game)| MenuAct::Levels { sides, game }),
        sides().prop_map(|sides| MenuAct::Variants { sides }),
        (prop::sample::select(&Animal::STANDARD[..]), sides(), game()).prop_map(|(level, sides, game)| MenuAct::Ai {
            level,
            sides,
            game
        }),
        prop::sample::select(Variant::ALL).prop_map(|variant| MenuAct::SetVariant { variant }),
        Just(MenuAct::Notices),
        prop::sample::select(&Occasion::ALL[..]).prop_map(|occasion| MenuAct::Notify { occasion }),
        (prop::sample::select(&Occasion::ALL[..]), any::<i64>())
            .prop_map(|(occasion, chat)| MenuAct::Quiet { occasion, chat: ChatId(chat) }),
        Just(MenuAct::SetNight { night: None }),
        (Night::OFFSETS, 0..24u8, 1..=Night::LONGEST)
            .prop_map(|(offset, from, hours)| MenuAct::SetNight { night: Night::new(offset, from, hours) }),
        prop::sample::select(&TimeControl::CHOICES[..]).prop_map(|clock| MenuAct::SetClock { clock }),
        Just(MenuAct::Challenge),
        Just(MenuAct::Here),
        page.prop_map(|page| MenuAct::Settings { page }),
        prop::sample::select(&Lang::ALL[..]).prop_map(|lang| MenuAct::SetLang { lang }),
        "[a-z]{1,12}".prop_map(|preset| MenuAct::SetPreset { preset }),
        ("[A-Za-z]{1,16}", "[a-z0-9+-]{1,20}").prop_map(|(name, value)| MenuAct::SetOption { name, value }),
        prop::sample::select(&[BoardPolicy::Auto, BoardPolicy::AlwaysNew, BoardPolicy::AlwaysEdit][..])
            .prop_map(|policy| MenuAct::SetBoards { policy }),
        any::<bool>().prop_map(|on| MenuAct::SetTurnBoard { on }),
        prop::sample::select(&Theme::ALL[..]).prop_map(|theme| MenuAct::SetTheme { theme }),
        prop::sample::select(&CountsFor::ALL[..]).prop_map(|counts_for| MenuAct::SetCountsFor { counts_for }),
        any::<u16>().prop_map(|page| MenuAct::Top { of: TopOf::Points, page }),
        (prop::sample::select(Variant::ALL), any::<u16>())
            .prop_map(|(variant, page)| MenuAct::Top { of: TopOf::Game(variant), page }),
        any::<(u64, bool)>().prop_map(|(who, sure)| MenuAct::Forget { who: PersonId(who), sure }),
    ]
}

proptest! {
    #[test]
    fn presses_survive_the_way_through_a_button(
        id: u64, turn: u32, act in table_acts(), menu in menu_acts(), cup in cup_acts(),
    ) {
        let cup = Press::Cup { id: CupId(id), act: cup };
        for press in [Press::Table { id: GameId(id), turn, act }, Press::Menu(menu), cup] {
            let data = press.to_string();
            prop_assert!(data.len() <= 64, "{data}");
            prop_assert_eq!(data.parse(), Ok(press));
        }
    }

    #[test]
    fn a_usual_press_is_short(id in 0..1_000_000_u64, turn in 0..1000_u32, act in table_acts()) {
        let data = Press::Table { id: GameId(id), turn, act }.to_string();
        prop_assert!(data.len() <= 24, "{data}");
    }

    #[test]
    fn no_text_and_no_data_is_too_much(written in "/?(challenge|ai|move|board|cup|x)?@?\\PC{0,600}", data in "[tmc]?\\PC{0,100}") {
        for place in ["private", "group", "to-board", "to-bob"] {
            let (kind, reply_to) = where_written(place);
            chat::read(&text(kind, &written, reply_to), &bot());
        }
        let press = Incident::Press { press: String::new(), message: None, data, carried: true };
        let intent = chat::read(&incoming(ChatKind::Group, press), &bot());
        prop_assert!(matches!(intent, Intent::Press(_) | Intent::UnknownButton));
    }
}
