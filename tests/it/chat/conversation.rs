//! Sample conversations, rendered as the people in them read them: `tests/data/conversation/<language>-<name>.txt`.

use std::fmt::Write as _;

use doushou::book::{Stakes, TimeControl};
use doushou::chat::{self, BotName, ButtonAction, MissingRight, Names, Notice, Page, Post, SettingsPage, TableView};
use doushou::people::{Chat, ChatId, ChatKind, ChatSettings, Lang, Limits, PersonId, Place, Time};
use doushou::referee::{
    Actor, Challenge, Command, Draft, Event, GameId, Moment, OfferKind, Player, Refusal, Sides, Stage, Table, Target,
};
use doushou::rules::{Animal, Chance, Move, Orientation, Seat, Setup, Variant};

use super::{bot, golden};

const ANNA: PersonId = PersonId(1);
const BOB: PersonId = PersonId(2);
const CAROL: PersonId = PersonId(3);
const NOW: Time = Time(1_800_000_000_000);

struct Friends;

impl Names for Friends {
    fn name(&self, id: PersonId) -> Option<String> {
        match id {
            ANNA => Some("Anna".to_owned()),
            BOB => Some("Bob <b>".to_owned()),
            _ => None,
        }
    }
}

/// One conversation in one language, as it is written down.
struct Talk {
    lang: Lang,
    settings: ChatSettings,
    table: Table,
    picking: String,
    confirming: Option<Move>,
    thinking: bool,
    written: String,
}

impl Talk {
    fn new(lang: Lang, table: Table) -> Talk {
        let settings = ChatSettings::default();
        Talk {
            lang,
            settings,
            table,
            picking: String::new(),
            confirming: None,
            thinking: false,
            written: String::new(),
        }
    }

    /// Somebody does something about the table; what the bot shows or says is written down.
    fn does(&mut self, who: PersonId, what: &str, command: Command) {
        let actor = Actor::Person { id: who, username: None, admin: false };
        let name = Friends.name(who).unwrap_or_else(|| "Somebody".to_owned());
        self.acts(&actor, &format!("{name} {what}"), command);
    }

    fn acts(&mut self, actor: &Actor, what: &str, command: Command) {
        writeln!(self.written, "# {what}").expect("a String takes everything");
        let limits = Limits::default();
        let moment = Moment::new(NOW, Chance(0), &limits);
        match self.table.handle(actor, command, moment) {
            Ok(progress) => {
                self.table = progress.table;
                self.picking.clear();
                self.confirming = None;
                self.show(&progress.events);
            }
            Err(Refusal::Hazard { mv, .. }) => {
                self.confirming = Some(mv);
                self.show(&[]);
            }
            Err(refusal) => self.toast(&Notice::Refused(refusal)),
        }
    }

    /// The player to move plays.
    fn plays(&mut self, mv: &str) {
        let Stage::Game(game) = &self.table.stage else { panic!("no game") };
        let (seat, turn) = (game.state.to_move(), game.turn());
        let actor = match game.players[seat.index()] {
            Player::Person(id) => Actor::Person { id, username: None, admin: false },
            Player::Ai(_) => Actor::Ai(seat),
        };
        let mv = mv.parse().expect("a move");
        self.acts(&actor, &format!("{mv}"), Command::Play { turn, mv, sure: false });
    }

    fn picks(&mut self, prefix: &str) {
        writeln!(self.written, "# picks {prefix}").expect("a String takes everything");
        self.picking = prefix.to_owned();
        self.show(&[]);
    }

    /// Presses the ✕ of a forbidden move, or types it.
    fn asks_why_not(&mut self, mv: &str) {
        writeln!(self.written, "# {mv}?").expect("a String takes everything");
        let Stage::Game(game) = &self.table.stage else { panic!("no game") };
        let mv = mv.parse().expect("a move");
        let why = game.state.why_illegal(mv).expect("forbidden");
        self.toast(&Notice::Refused(Refusal::Illegal { mv, why }));
    }

    fn toast(&mut self, notice: &Notice) {
        writeln!(self.written, "({})\n", chat::sentence(notice, &Friends, self.lang))
            .expect("a String takes everything");
    }

    fn show(&mut self, news: &[Event]) {
        let post = chat::table(&TableView {
            hint: None,
            table: &self.table,
            names: &Friends,
            lang: self.lang,
            settings: &self.settings,
            picking: &self.picking,
            confirming: self.confirming,
            news,
            booked: &[],
            thinking: self.thinking,
            now: NOW,
            mention: false,
        });
        self.written.push_str(&written(&post));
    }

    fn ends(self, name: &str) {
        golden(&format!("conversation/{}-{name}.txt", self.lang.tag()), &self.written);
    }
}

/// A message with its buttons; the marks that keep names apart are left out.
fn written(post: &Post) -> String {
    let mut text = post.html.replace(['\u{2068}', '\u{2069}'], "");
    text.push('\n');
    for row in &post.buttons {
        let label = |button: &chat::Button| match &button.action {
            ButtonAction::Press(_) => format!("[{}]", button.label),
            ButtonAction::Url(url) => format!("[{} → {url}]", button.label),
        };
        text.push_str(&row.iter().map(label).collect::<Vec<_>>().join(" "));
        text.push('\n');
    }
    text.push('\n');
    text
}

fn place() -> Place {
    Place { chat: ChatId(-5), thread: None }
}

fn challenge(lang: Lang, to: Target) -> Talk {
    let expires = NOW.plus(24 * 60 * 60 * 1000);
    let setup = Setup::default();
    let challenge = Challenge {
        by: ANNA,
        to,
        sides: Sides::Author(Seat::First),
        setup,
        clock: TimeControl::Unlimited,
        stakes: Stakes::default(),
        arranged: 0,
        made: NOW,
        expires,
    };
    Talk::new(lang, Table::challenge(GameId(1), place(), challenge))
}

fn game(lang: Lang, setup: &str, players: [Player; 2]) -> Talk {
    let setup = setup.parse().expect("a setup");
    Talk::new(lang, Table::game(GameId(1), place(), Draft::new(setup, players), NOW))
}

#[test]
fn a_game_between_friends() {
    for lang in Lang::ALL {
        let mut talk = challenge(lang, Target::Anybody);
        talk.show(&[]);
        let hall = Setup::preset(Variant::Jungle, "hall").expect("a preset");
        talk.does(
            BOB,
            "wants other rules",
            Command::Arrange { sides: Sides::Lot, setup: hall, clock: TimeControl::Unlimited },
        );
        talk.does(ANNA, "joins", Command::Join { arranged: 0 });
        talk.does(BOB, "joins", Command::Join { arranged: 0 });
        talk.does(CAROL, "joins", Command::Join { arranged: 0 });
        talk.picks("e3");
        talk.plays("e3e2");
        talk.does(ANNA, "moves again", Command::Play { turn: 1, mv: "e2e3".parse().expect("a move"), sure: false });
        talk.does(CAROL, "resigns", Command::Resign { sure: false });
        talk.does(ANNA, "offers a draw", Command::Offer(OfferKind::Draw));
        talk.does(ANNA, "asks for a takeback", Command::Offer(OfferKind::Takeback));
        let offers = [1, 2].map(doushou::referee::OfferId);
        talk.does(ANNA, "accepts her own draw", Command::Answer { offer: offers[0], accept: true });
        talk.does(BOB, "declines the draw", Command::Answer { offer: offers[0], accept: false });
        talk.does(BOB, "allows the takeback", Command::Answer { offer: offers[1], accept: true });
        talk.plays("g3g4");
        talk.plays("a7a6");
        talk.plays("g4f4");
        talk.picks("g9");
        talk.plays("g9g8");
        talk.asks_why_not("e3e4");
        talk.does(ANNA, "resigns", Command::Resign { sure: false });
        talk.does(ANNA, "presses that twice", Command::Resign { sure: false });
        talk.does(ANNA, "really resigns", Command::Resign { sure: true });
        talk.does(BOB, "moves", Command::Play { turn: 9, mv: "a6a5".parse().expect("a move"), sure: false });
        talk.does(BOB, "wants a rematch", Command::Offer(OfferKind::Rematch));
        talk.ends("friends");
    }
}

#[test]
fn a_challenge_declined() {
    for lang in Lang::ALL {
        let mut talk = challenge(lang, Target::Person(BOB));
        talk.show(&[]);
        talk.does(CAROL, "joins", Command::Join { arranged: 0 });
        talk.does(CAROL, "withdraws", Command::Withdraw);
        talk.does(BOB, "declines", Command::Decline);
        talk.ends("declined");
    }
}

/// The walk-through of rule 2.14, on one phone, to the den.
#[test]
fn two_on_one_phone() {
    let moves = "a3b3 a7a6 b2b1 a6a5 c3c2 a5a4 e3e2 f8f9 b3c3 f9f8 c3d3 g9g8 d3d4 g8g9 d4d5 e7e8 d5d6 e8e7 d6d7 c7c8 \
                 d7c7 g9g8 c7c8 b8b7 c8b8 b7c7 b8b9 c7c8 b9b8 c8c9 b8b9 g8g9 b9c9 g9g8 c9d9";
    for lang in Lang::ALL {
        let mut talk = game(lang, "jungle", [Player::Person(ANNA); 2]);
        talk.show(&[]);
        for mv in moves.split(' ') {
            talk.plays(mv);
        }
        talk.ends("one-phone");
    }
}

#[test]
fn against_the_ai() {
    for lang in Lang::ALL {
        let mut talk = game(lang, "jungle Equal=stationary", [Player::Person(ANNA), Player::Ai(Animal::Tiger)]);
        talk.written.push_str(&written(&chat::page(
            &Page::Levels { sides: Sides::Author(Seat::First), setup: &Setup::default() },
            &Friends,
            lang,
        )));
        talk.show(&[]);
        talk.thinking = true;
        talk.plays("g3g4");
        talk.thinking = false;
        talk.plays("a7a6");
        talk.does(ANNA, "offers a draw", Command::Offer(OfferKind::Draw));
        let refuse = Command::Answer { offer: doushou::referee::OfferId(1), accept: false };
        talk.acts(&Actor::Ai(Seat::Second), "the AI declines", refuse);
        talk.ends("ai");
    }
}

/// A cat on the spot, its equal in front of it: the hazard is asked about.
#[test]
fn a_move_that_loses_an_animal_is_asked_about() {
    for lang in Lang::ALL {
        let mut talk = game(lang, "jungle Equal=stationary", [Player::Person(ANNA), Player::Person(BOB)]);
        if let Stage::Game(game) = &mut talk.table.stage {
            game.state = game.setup.from_fen("6t/7/7/7/c6/C6/7/7/6L r").expect("a position");
        }
        talk.picks("a4");
        talk.plays("a4a5");
        talk.ends("hazard");
    }
}

#[test]
fn pages() {
    for lang in Lang::ALL {
        let mut text = String::new();
        let bot: BotName = bot();
        let mut add = |page: &Page<'_>| text.push_str(&written(&chat::page(page, &Friends, lang)));
        add(&Page::Start { bot: &bot });
        add(&Page::Welcome { missing: vec![MissingRight::SendMessages, MissingRight::SendPhotos] });
        add(&Page::Help { group: true, bot: &bot });
        add(&Page::Help { group: false, bot: &bot });
        for name in Setup::presets(Variant::Jungle) {
            let setup = Setup::preset(Variant::Jungle, name).expect("a preset");
            add(&Page::Rules { chat: &chat_with(setup) });
        }
        let chat = chat_with(Setup::default());
        let options = Setup::default().options().len() as u8;
        let opened = (0..options).map(|open| SettingsPage::Options { open: Some(open) });
        let sheets = [
            SettingsPage::Main,
            SettingsPage::Lang,
            SettingsPage::Preset,
            SettingsPage::Boards,
            SettingsPage::Theme,
            SettingsPage::CountsFor,
            SettingsPage::Options { open: None },
        ];
        for page in sheets.into_iter().chain(opened) {
            add(&Page::Settings { chat: &chat, person: None, page });
        }
        let tables = [
            challenge(lang, Target::Anybody).table,
            game(lang, "jungle", [Player::Person(ANNA), Player::Ai(Animal::Lion)]).table,
        ];
        let links = [Some("https://t.me/c/1/2".to_owned()), None];
        add(&Page::Games { group: true, tables: &tables, links: &links });
        add(&Page::Games { group: true, tables: &[], links: &[] });
        add(&Page::Games { group: false, tables: &[], links: &[] });
        add(&Page::Privacy);
        add(&Page::Forget { who: ANNA });
        add(&Page::Forgot { sure: true });
        add(&Page::Forgot { sure: false });
        let state = Setup::default().start();
        text.push_str(&chat::text_board(&state, Orientation::First, lang));
        text.push('\n');
        golden(&format!("conversation/{}-pages.txt", lang.tag()), &text);
    }
}

fn chat_with(setup: Setup) -> Chat {
    let settings = ChatSettings { setup, ..ChatSettings::default() };
    Chat { id: ChatId(-5), kind: ChatKind::Group, title: "Friends".to_owned(), settings, active: true }
}
