//! Who may do what: people, admins and channels press and write at random, with right, wrong and forged data, at tables of
//! every kind, through the whole service. Nothing changes but what its author may change.

mod judge;
mod kinds;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use doushou::ai::Mind;
use doushou::book::cup::{self, Cup, Seek, Terms};
use doushou::book::{CupId, Stakes, TimeControl};
use doushou::chat::{
    self, BotName, ChatRef, CommandScope, CupAct, Incident, Incoming, MenuAct, MissingRight, PersonRef, Press, ReplyTo,
    Sender, SettingsPage, TableAct, Toast, TopOf,
};
use doushou::emulator::world::unix_millis;
use doushou::people::{
    BoardPolicy, ChatId, ChatKind, ChatSettings, CountsFor, House, Lang, Limits, Night, Occasion, PersonId,
    PersonSettings, Place, Theme, Time,
};
use doushou::referee::{
    Actor, Challenge, Command, Draft, GameId, Moment, OfferId, OfferKind, Player, Sides, Stage, Table, Target,
};
use doushou::render::Renderer;
use doushou::rules::{Animal, Chance, Move, Seat, Setup, Variant};
use doushou::service::{Drawn, EditPart, FetchError, Host, MessageId, Messenger, Parcel, Posted, SendError, Service};
use doushou::store::{Change, CupStep, Store, Stored};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use self::judge::{State, judge, look};
use crate::fuzz;

const ANN: u64 = 1;
const BOB: u64 = 2;
/// Plays in the other group only.
const CID: u64 = 3;
/// Administers both groups and plays nowhere.
const DAN: u64 = 4;
const GROUP: i64 = -1001;
const OTHER: i64 = -1002;

/// A Telegram that takes everything but pictures, which take long to draw.
#[derive(Default)]
struct Listener(AtomicI64);

impl Messenger for Listener {
    async fn send(&self, _: Place, drawn: &Drawn) -> Result<MessageId, SendError> {
        match drawn.png {
            Some(_) => Err(SendError::NoPictures("none here".to_owned())),
            None => Ok(1000 + self.0.fetch_add(1, Ordering::Relaxed)),
        }
    }

    async fn edit(&self, _: ChatId, _: MessageId, _: &Drawn, _: EditPart) -> Result<(), SendError> {
        Ok(())
    }

    async fn strip(&self, _: ChatId, _: MessageId) -> Result<(), SendError> {
        Ok(())
    }

    async fn answer(&self, _: &str, _: &Toast) -> Result<(), SendError> {
        Ok(())
    }

    async fn send_file(&self, _: Place, _: &Parcel) -> Result<Posted, SendError> {
        Err(SendError::Forbidden("no files here".to_owned()))
    }

    async fn fetch(&self, _: &str, _: usize) -> Result<Vec<u8>, FetchError> {
        Ok(Vec::new())
    }

    async fn is_admin(&self, _: ChatId, person: PersonId) -> Result<bool, SendError> {
        Ok(person.0 == DAN)
    }

    async fn missing_rights(&self, _: ChatId) -> Result<Vec<MissingRight>, SendError> {
        Ok(Vec::new())
    }

    async fn register(&self, _: CommandScope, _: Lang, _: Vec<(&'static str, String)>) -> Result<(), SendError> {
        Ok(())
    }
}

/// One thing somebody does.
#[derive(Clone, Debug)]
struct Deed {
    who: Sender,
    chat: i64,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    Writes {
        text: String,
        reply_to: Option<ReplyTo>,
    },
    /// A button of a table: its number, and its turn, which is right where this says so.
    Presses {
        table: u64,
        right_turn: bool,
        act: TableAct,
    },
    /// Any other button.
    Button(Press),
    /// Data nobody made, or made otherwise.
    Forges(String),
}

fn person(id: u64) -> PersonRef {
    let name = ["Ann", "Bob", "Cid", "Dan"][id as usize - 1];
    PersonRef { id: PersonId(id), name: name.to_owned(), username: Some(name.to_lowercase()), language: None }
}

fn senders() -> impl Strategy<Value = Sender> {
    prop_oneof![
        12 => (1..=4u64).prop_map(|id| Sender::Person(person(id))),
        1 => Just(Sender::AnonymousAdmin),
        1 => Just(Sender::Channel),
    ]
}

/// Moves that are legal in a fresh game of Jungle, moves that are not, and moves of other games.
fn moves() -> impl Strategy<Value = Move> {
    let some = ["a3a4", "g3g4", "a7a6", "g7g6", "a3a9", "d1d2", "e3e4", "@b2", "T@b2", "a1=b1", "b2!"];
    select(some.map(|mv| mv.parse::<Move>().expect("a move")).to_vec())
}

fn table_acts() -> impl Strategy<Value = TableAct> {
    let plain = [
        TableAct::Join,
        TableAct::Decline,
        TableAct::Withdraw,
        TableAct::NextSides,
        TableAct::NextPreset,
        TableAct::NextClock,
        TableAct::Hint,
        TableAct::Analyse,
        TableAct::Games,
        TableAct::OfferDraw,
        TableAct::OfferTakeback,
        TableAct::OfferRematch,
        TableAct::Resign,
        TableAct::ReallyResign,
        TableAct::KeepPlaying,
    ];
    prop_oneof![
        6 => select(plain.to_vec()),
        1 => select(Variant::ALL).prop_map(|variant| TableAct::SetGame { variant }),
        1 => select(vec!["", "a3", "g7", "zz"]).prop_map(|prefix| TableAct::Pick { prefix: prefix.to_owned() }),
        4 => (moves(), any::<bool>()).prop_map(|(mv, sure)| TableAct::Play { mv, sure }),
        1 => moves().prop_map(|mv| TableAct::Meant { mv }),
        1 => (0..3_u8).prop_map(|page| TableAct::Review { page }),
        1 => moves().prop_map(|mv| TableAct::WhyNot { mv }),
        3 => (0..4u32, any::<bool>()).prop_map(|(offer, accept)| TableAct::Answer { offer: OfferId(offer), accept }),
        1 => (0..4u32).prop_map(|offer| TableAct::Retract { offer: OfferId(offer) }),
    ]
}

fn menu_acts() -> impl Strategy<Value = MenuAct> {
    prop_oneof![
        select(&Lang::ALL[..]).prop_map(|lang| MenuAct::SetLang { lang }),
        select(Variant::ALL).prop_map(|variant| MenuAct::SetVariant { variant }),
        select(vec!["hall", "wiki", "nonsense"]).prop_map(|name| MenuAct::SetPreset { preset: name.to_owned() }),
        Just(MenuAct::SetOption { name: "QuietPlies".to_owned(), value: "60".to_owned() }),
        select(&BoardPolicy::ALL[..]).prop_map(|policy| MenuAct::SetBoards { policy }),
        select(&CountsFor::ALL[..]).prop_map(|counts_for| MenuAct::SetCountsFor { counts_for }),
        any::<bool>().prop_map(|on| MenuAct::SetTurnBoard { on }),
        select(&Theme::ALL[..]).prop_map(|theme| MenuAct::SetTheme { theme }),
        Just(MenuAct::Settings { page: SettingsPage::Main }),
        (1..=4u64, any::<bool>()).prop_map(|(who, sure)| MenuAct::Forget { who: PersonId(who), sure }),
        select(vec![MenuAct::Help, MenuAct::Rules, MenuAct::Challenge, MenuAct::Here, MenuAct::Notices]),
        Just(MenuAct::Levels { sides: Sides::Lot, game: None }),
        Just(MenuAct::Variants { sides: Sides::Lot }),
        Just(MenuAct::Ai { level: Animal::Rat, sides: Sides::Lot, game: None }),
        Just(MenuAct::SetClock { clock: TimeControl::PerMove { each: 600_000 } }),
        Just(MenuAct::SetNight { night: Night::new(0, 22, 8) }),
        select(&Occasion::ALL[..]).prop_map(|occasion| MenuAct::Notify { occasion }),
        select(&Occasion::ALL[..]).prop_map(|occasion| MenuAct::Quiet { occasion, chat: ChatId(GROUP) }),
        Just(MenuAct::Top { of: TopOf::Points, page: 0 }),
    ]
}

fn buttons() -> impl Strategy<Value = Press> {
    let acts = [CupAct::Join, CupAct::Leave, CupAct::Start, CupAct::Text, CupAct::Log];
    let team = (1..=4u64).prop_map(|captain| CupAct::JoinTeam { captain: PersonId(captain) });
    let act = prop_oneof![5 => select(acts.to_vec()), 1 => team];
    let game = || (1..=9u64).prop_map(GameId);
    let whose = || prop::option::of((1..=4u64).prop_map(PersonId));
    prop_oneof![
        4 => menu_acts().prop_map(Press::Menu),
        3 => (1..=4u64, act).prop_map(|(id, act)| Press::Cup { id: CupId(id), act }),
        1 => (game(), 0..3u32, whose()).prop_map(|(id, ply, owner)| Press::Leaf { id, ply, owner }),
        1 => game().prop_map(|id| Press::Open { id }),
        1 => game().prop_map(|id| Press::Film { id }),
        1 => (whose(), 0..2u32).prop_map(|(of, page)| Press::History { of, page }),
    ]
}

fn texts() -> impl Strategy<Value = String> {
    let commands = [
        "/move a3a4",
        "/move g7g6",
        "/move elephant up",
        "a3a4",
        "/draw",
        "/takeback",
        "/resign",
        "/rematch",
        "/cancel",
        "/settings",
        "/challenge",
        "/challenge @bob",
        "/challenge @nobody red",
        "/board",
        "/games",
        "/forget",
        "/privacy",
        "/start",
        "/ai rat",
        "/challenge here",
        "/rules",
        "hello",
        "/help",
        "/leave",
        "/notify",
        "/hint",
        "/analyse",
        "/replay",
        "/game #3",
        "/export",
        "/history",
        "/verify",
        "/top",
        "/stats",
        "/versus @bob",
        "/challenge nonsense",
        "/nonsense@doushou_bot",
    ];
    let cups = [
        "/cup",
        "/cup flip",
        "/cup teams",
        "/cup text",
        "/cup log",
        "/cup join",
        "/cup join Rats",
        "/cup leave",
        "/cup start",
        "/cup board 2",
        "/cup rule 1 red late",
        "/cup forfeit 1 late",
        "/cup withdraw 2 ill",
        "/cup replace 1 ill",
        "/cup clock 1 red +5m late",
        "/cup pause",
        "/cup resume",
        "/cup take",
        "/cup off",
    ];
    prop_oneof![3 => select(commands.to_vec()), 2 => select(cups.to_vec())].prop_map(str::to_owned)
}

fn deeds() -> impl Strategy<Value = Deed> {
    let reply = prop::option::of((1000..1020i64, any::<bool>())).prop_map(|reply| {
        reply.map(|(message, own)| ReplyTo {
            message,
            author: (!own).then(|| person(BOB)),
            own,
            text: String::new(),
            file: None,
        })
    });
    let what = prop_oneof![
        4 => (texts(), reply).prop_map(|(text, reply_to)| What::Writes { text, reply_to }),
        12 => (1..=9u64, prop::bool::weighted(0.7), table_acts())
            .prop_map(|(table, right_turn, act)| What::Presses { table, right_turn, act }),
        4 => buttons().prop_map(What::Button),
        2 => "[tm][0-9a-z]{0,4}:?[0-9a-z]{0,3}:?[a-zA-Z!][a-g1-9:]{0,6}|\\PC{0,40}".prop_map(What::Forges),
    ];
    let chat = prop_oneof![5 => Just(GROUP), 1 => Just(OTHER), 2 => Just(0)];
    (senders(), chat, what).prop_map(|(who, chat, what)| {
        // 0: one's own private chat, which neither the group nor a channel has.
        let chat = match (&who, chat) {
            (Sender::Person(person), 0) => i64::try_from(person.id.0).expect("small"),
            (_, 0) => GROUP,
            (_, chat) => chat,
        };
        Deed { who, chat, what }
    })
}

/// Tables of every kind, with their numbers from 1 on.
pub async fn plant(store: &Store) {
    let place = |chat| Place { chat: ChatId(chat), thread: None };
    // Nobody has moved for a week in older games: they would end by themselves.
    let now = Time(unix_millis());
    let open = |to| Challenge {
        by: PersonId(ANN),
        to,
        sides: Sides::Author(Seat::First),
        setup: Setup::default(),
        clock: TimeControl::Unlimited,
        stakes: Stakes::default(),
        arranged: 0,
        made: now,
        expires: Time(i64::MAX / 2),
    };
    let players = |one, other| [Player::Person(PersonId(one)), Player::Person(PersonId(other))];
    let game = |id, chat, players| Table::game(GameId(id), place(chat), Draft::new(Setup::default(), players), now);
    let after = |table: Table, commands: &[(u64, Command)]| {
        let limits = Limits::default();
        commands.iter().fold(table, |table, (who, command)| {
            let actor = Actor::Person { id: PersonId(*who), username: None, admin: true };
            let moment = Moment { now, sent: now, chance: Chance(0), limits: &limits, nights: &[] };
            table.handle(&actor, command.clone(), moment).expect("allowed").table
        })
    };
    let play = |turn, mv: &str| Command::Play { turn, mv: mv.parse().expect("a move"), sure: true };
    let tables = [
        Table::challenge(GameId(1), place(GROUP), open(Target::Anybody)),
        Table::challenge(GameId(2), place(GROUP), open(Target::Person(PersonId(BOB)))),
        after(game(3, GROUP, players(ANN, BOB)), &[(ANN, play(0, "g3g4")), (ANN, Command::Offer(OfferKind::Draw))]),
        game(4, GROUP, [Player::Person(PersonId(ANN)), Player::Ai(Animal::Rat)]),
        after(
            game(5, GROUP, players(ANN, BOB)),
            &[(BOB, Command::Resign { sure: false }), (BOB, Command::Resign { sure: true })],
        ),
        game(6, ANN as i64, players(ANN, ANN)),
        after(game(7, OTHER, players(BOB, CID)), &[(CID, Command::Resign { sure: false })]),
        after(Table::challenge(GameId(8), place(GROUP), open(Target::Anybody)), &[(ANN, Command::Withdraw)]),
    ];
    for table in tables {
        assert_eq!(store.next_id().await.expect("a number"), table.id);
        let tables = vec![Stored { table, version: 1, shown: None }];
        store.commit(Change { tables, ..Change::default() }).await.expect("saved");
    }
    // A cup that can be joined, and one that is being played.
    let terms = Terms {
        setup: Setup::default(),
        clock: TimeControl::Unlimited,
        field: cup::Field::Singles,
        form: cup::Form::League { legs: 1 },
        round_millis: i64::MAX / 4,
    };
    let far = Time(i64::MAX / 2);
    let step = |id, person, command| CupStep::Command {
        id,
        actor: cup::Actor::Person { id: PersonId(person), admin: false },
        command,
        moment: cup::Moment { now, chance: Chance(3) },
    };
    for (chat, organizer, starts) in [(GROUP, ANN, false), (OTHER, CID, true)] {
        let id = store.next_cup().await.expect("a number");
        let opened = Cup::open(id, place(chat), PersonId(organizer), terms.clone(), now, far);
        let cups = vec![CupStep::Open(opened)];
        store.commit(Change { cups, at: now, ..Change::default() }).await.expect("saved");
        let mut cups: Vec<CupStep> = [BOB, CID].map(|person| step(id, person, cup::Command::Join(Seek::Alone))).into();
        cups.extend(starts.then(|| step(id, organizer, cup::Command::Start)));
        store.commit(Change { cups, at: now, ..Change::default() }).await.expect("saved");
    }
}

fn incoming(update: i64, deed: &Deed, state: &State) -> Incoming {
    let kind = if deed.chat > 0 { ChatKind::Private } else { ChatKind::Group };
    let chat = ChatRef { id: ChatId(deed.chat), kind, title: "Jungle".to_owned(), forum: false, thread: None };
    let press = |data: String| Incident::Press { press: update.to_string(), message: Some(1001), data, carried: true };
    let event = match &deed.what {
        What::Writes { text, reply_to } => Incident::Text {
            message: 2000 + update,
            text: text.clone(),
            file: None,
            reply_to: reply_to.clone(),
            sent: Time(i64::MAX),
        },
        What::Presses { table, right_turn, act } => {
            let turn = match state.tables.get(table).map(|table| &table.stage) {
                Some(Stage::Game(game)) => game.turn(),
                Some(Stage::Open(challenge)) => challenge.arranged,
                _ => 0,
            };
            let turn = if *right_turn { turn } else { turn + 1 };
            press(Press::Table { id: GameId(*table), turn, act: act.clone() }.to_string())
        }
        What::Button(button) => press(button.to_string()),
        What::Forges(data) => press(data.clone()),
    };
    Incoming { update, chat, from: deed.who.clone(), event }
}

/// Being forgotten changes everything of one's own, and is looked at elsewhere; here only others may not do it.
fn forgets_oneself(deed: &Deed, incoming: &Incoming) -> bool {
    let Sender::Person(me) = &deed.who else { return false };
    let Incident::Press { data, .. } = &incoming.event else { return false };
    matches!(data.parse(), Ok(Press::Menu(MenuAct::Forget { who, sure: true })) if who == me.id)
}

async fn live_through(deeds: &[Deed]) -> Result<usize, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path()).expect("a store");
    plant(&store).await;
    let limits = Limits {
        commands_per_minute: 100_000,
        chat_commands_per_minute: 100_000,
        presses_per_minute: 100_000,
        group_requests_per_minute: 100_000,
        private_requests_per_minute: 100_000,
        ..Limits::default()
    };
    let host = Host {
        bot: BotName { username: "doushou_bot".to_owned() },
        lang: Lang::En,
        limits,
        house: House::default(),
        // The AI's answers would be changes of nobody's making.
        ai_pause: Duration::from_secs(3600),
        mind: Mind::default(),
    };
    let service = Service::new(store.clone(), Arc::new(Listener::default()), Renderer::new(), Arc::default(), host);
    let mut done = 0;
    let mut before = look(&store).await;
    for (update, deed) in (1..).zip(deeds) {
        let incoming = incoming(update, deed, &before);
        if forgets_oneself(deed, &incoming) {
            continue;
        }
        service.handle(vec![incoming]).await.map_err(|error| error.to_string())?;
        let after = look(&store).await;
        judge(deed, &before, &after).map_err(|why| format!("{why}, by {deed:?}"))?;
        before = after;
        done += 1;
    }
    service.stop().await;
    store.close().await;
    Ok(done)
}

/// Whatever can be asked for is asked for by the test below: each kind of command and button, as the conversation reads it.
#[test]
fn every_command_and_button_is_tried() {
    let (mut runner, deeds, bot) =
        (TestRunner::deterministic(), deeds(), BotName { username: "doushou_bot".to_owned() });
    let mut missing = kinds::all();
    for update in 1..=50_000 {
        let deed = deeds.new_tree(&mut runner).expect("a deed").current();
        for kind in kinds::of(&chat::read(&incoming(update, &deed, &State::default()), &bot)) {
            missing.remove(kind);
        }
        if missing.is_empty() {
            return;
        }
    }
    panic!("nobody tries these: {missing:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: fuzz::cases(24, 20), max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nobody_changes_what_is_not_theirs(deeds in prop::collection::vec(deeds(), 1..60)) {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("threads");
        let lived = runtime.block_on(live_through(&deeds));
        prop_assert!(lived.is_ok(), "{}", lived.unwrap_err());
        fuzz::tried("deeds", deeds.len());
    }
}
