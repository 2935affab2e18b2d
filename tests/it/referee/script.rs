//! A small language for stories at a table, shared by the cases and the grid.
//!
//! A scene is set with `open TARGET [SIDES] [RULES] [CLOCK]` (ann's challenge to `anybody`, `bob` or `@bob`) or
//! `game FIRST SECOND [RULES] [CLOCK]` (`ai` for the AI). Then `NAME COMMAND`, `moves MOVE…` (the right side plays, surely), or
//! `wait SECONDS`. What comes of a command is its events, or `!` and the key of the refusal.

use doushou::book::{Stakes, TimeControl};
use doushou::people::{ChatId, Limits, PersonId, Place, Time};
use doushou::referee::{
    Actor, Challenge, Closed, Command, Draft, Event, Finish, GameId, Moment, OfferId, OfferKind, Player, Refusal,
    Sides, Stage, Table, Target,
};
use doushou::rules::{Animal, Chance, End, Move, Outcome, Seat, Setup};

pub const ID: GameId = GameId(4711);
pub const PLACE: Place = Place { chat: ChatId(-100), thread: Some(7) };
const CHALLENGE_MILLIS: i64 = 24 * 60 * 60 * 1000;

/// A table, and the time on the wall beside it.
#[derive(Clone)]
pub struct Scene {
    pub table: Table,
    pub now: Time,
    /// The lot a challenge is accepted with.
    chance: Chance,
}

impl Scene {
    /// The scene at its beginning.
    pub fn set(setting: &str) -> Scene {
        let words: Vec<&str> = setting.split_whitespace().collect();
        let now = Time(1_000_000);
        let table = match words[..] {
            ["open", to, ref rest @ ..] => {
                let to = match to {
                    "anybody" => Target::Anybody,
                    _ => to.strip_prefix('@').map_or_else(
                        || Target::Person(person(to).expect("somebody")),
                        |name| Target::Username(name.to_owned()),
                    ),
                };
                let sides = sides(rest.first().copied().unwrap_or("lot"));
                let setup = setup(rest.get(1).copied().unwrap_or("standard"));
                let clock = clock(rest.get(2));
                let by = PersonId(1);
                let expires = now.plus(CHALLENGE_MILLIS);
                Table::challenge(
                    ID,
                    PLACE,
                    Challenge {
                        by,
                        to,
                        sides,
                        setup,
                        clock,
                        stakes: Stakes::default(),
                        arranged: 0,
                        made: now,
                        expires,
                    },
                )
            }
            ["game", first, second, ref rest @ ..] => {
                let setup = setup(rest.first().copied().unwrap_or("standard"));
                let draft = Draft::new(setup, [player(first), player(second)]);
                Table::game(ID, PLACE, Draft { clock: clock(rest.get(1)), ..draft }, now)
            }
            _ => panic!("'{setting}' sets no scene"),
        };
        Scene { table, now, chance: Chance(0) }
    }

    /// The scene after everything in `setting`, parted by `;`; nothing in it may be refused.
    pub fn staged(setting: &str) -> Scene {
        let mut parts = setting.split(';').map(str::trim);
        let mut scene = Scene::set(parts.next().expect("a beginning"));
        for part in parts {
            let outcome = scene.act(part);
            assert!(!outcome.starts_with('!'), "'{part}' in '{setting}': {outcome}");
        }
        scene
    }

    /// The first legal move of the side to move in the order of squares, or one as good as any where there is none.
    pub fn some_move(&self) -> String {
        let first = self.table.as_game().and_then(|game| game.state.legal_moves().into_iter().min());
        first.map_or_else(|| "a3a4".to_owned(), |mv| mv.to_string())
    }

    /// Does what the line says, and tells what came of it.
    pub fn act(&mut self, line: &str) -> String {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["wait", seconds] => {
                self.now = self.now.plus((seconds.parse::<f64>().expect("seconds") * 1000.0) as i64);
                String::new()
            }
            ["lot", number] => {
                self.chance = Chance(number.parse().expect("a number"));
                String::new()
            }
            ["moves", ref moves @ ..] => {
                for mv in moves {
                    let game = self.table.as_game().expect("a game");
                    let actor = match game.players[game.state.to_move().index()] {
                        Player::Person(id) => Actor::Person { id, username: None, admin: false },
                        Player::Ai(_) => Actor::Ai(game.state.to_move()),
                    };
                    let command = Command::Play { turn: game.turn(), mv: mv.parse().expect("a move"), sure: true };
                    let outcome = self.handle(&actor, command);
                    assert!(outcome.starts_with("moved"), "{mv} of '{line}': {outcome}");
                }
                String::new()
            }
            ["seats"] => self.seats(),
            ["finish"] => self.finish(),
            ["played"] => {
                let plies = self.table.as_game().map(|game| game.plies.clone()).unwrap_or_default();
                plies.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
            }
            ["due"] => self.due(),
            ["clocks"] => self.clocks(),
            ["plies"] => self.table.as_game().map_or(0, |game| game.plies.len()).to_string(),
            [name, ref command @ ..] => {
                let actor = self.actor(name);
                let command = self.command(command);
                self.handle(&actor, command)
            }
            [] => panic!("an empty line"),
        }
    }

    fn handle(&mut self, actor: &Actor, command: Command) -> String {
        let limits = Limits::default();
        let moment = Moment::new(self.now, self.chance, &limits);
        match self.table.handle(actor, command, moment) {
            Ok(progress) => {
                self.table = progress.table;
                progress.events.iter().map(event).collect::<Vec<_>>().join(", ")
            }
            Err(refusal) => refused(&refusal),
        }
    }

    /// `ai` is the AI on the seat it has, or on the first.
    fn actor(&self, name: &str) -> Actor {
        match name {
            "clock" => Actor::Clock,
            "anonymous" => Actor::AnonymousAdmin,
            "ai" => {
                let players = self.table.as_game().map(|game| game.players);
                let seat = Seat::BOTH
                    .into_iter()
                    .find(|seat| players.is_some_and(|players| matches!(players[seat.index()], Player::Ai(_))));
                Actor::Ai(seat.unwrap_or(Seat::First))
            }
            _ => {
                let id = person(name).unwrap_or_else(|| panic!("who is '{name}'?"));
                // The names people give themselves on the platform, in their own spelling.
                let username = (name == "bob").then(|| "BoB".to_owned());
                Actor::Person { id, username, admin: name == "admin" }
            }
        }
    }

    fn command(&self, words: &[&str]) -> Command {
        let turn = self.table.as_game().map_or(0, |game| game.turn());
        let offer = |number: &str| OfferId(number.parse().expect("an offer's number"));
        let play = |mv: &str, turn, sure| Command::Play { turn, mv: mv.parse::<Move>().expect("a move"), sure };
        match *words {
            ["arrange", who, rules, ref rest @ ..] => {
                Command::Arrange { sides: sides(who), setup: setup(rules), clock: clock(rest.first()) }
            }
            ["join"] => Command::Join { arranged: self.arranged() },
            ["join", "seen", arranged] => Command::Join { arranged: arranged.parse().expect("a number") },
            ["decline"] => Command::Decline,
            ["withdraw"] => Command::Withdraw,
            ["expire"] => Command::Expire,
            ["play", mv] => play(mv, turn, false),
            ["play", mv, "sure"] => play(mv, turn, true),
            ["play", mv, "at", shown] => play(mv, shown.parse().expect("a turn"), false),
            ["offer", "draw"] => Command::Offer(OfferKind::Draw),
            ["offer", "takeback"] => Command::Offer(OfferKind::Takeback),
            ["offer", "rematch"] => Command::Offer(OfferKind::Rematch),
            ["accept", number] => Command::Answer { offer: offer(number), accept: true },
            ["refuse", number] => Command::Answer { offer: offer(number), accept: false },
            ["retract", number] => Command::Retract { offer: offer(number) },
            ["resign"] => Command::Resign { sure: false },
            ["resign", "sure"] => Command::Resign { sure: true },
            ["leave"] => Command::Leave { sure: false },
            ["leave", "sure"] => Command::Leave { sure: true },
            ["keep"] => Command::KeepPlaying,
            ["void"] => Command::Void,
            _ => panic!("'{}' is no command", words.join(" ")),
        }
    }

    /// What the card shows now.
    fn arranged(&self) -> u32 {
        match &self.table.stage {
            Stage::Open(challenge) => challenge.arranged,
            Stage::Game(_) | Stage::Closed { .. } => 0,
        }
    }

    /// In how many seconds something happens by itself.
    fn due(&self) -> String {
        let due = self.table.as_game().and_then(|game| game.due(&Limits::default()));
        due.map_or_else(|| "never".to_owned(), |at| seconds(at.since(self.now)))
    }

    /// What both sides have left.
    fn clocks(&self) -> String {
        let Some(game) = self.table.as_game() else { return String::new() };
        let Some(clock) = &game.clock else { return "none".to_owned() };
        let runs = |seat| game.finish.is_none() && seat == game.state.to_move();
        Seat::BOTH.map(|seat| seconds(clock.left(seat, runs(seat), self.now))).join(" ")
    }

    fn seats(&self) -> String {
        self.table.as_game().map_or_else(String::new, |game| game.players.map(player_name).join(" "))
    }

    fn finish(&self) -> String {
        match &self.table.stage {
            Stage::Open(_) => "open".to_owned(),
            Stage::Closed { why, .. } => closed(*why).to_owned(),
            Stage::Game(game) => match game.finish {
                None => "running".to_owned(),
                Some(Finish::End(how)) => end(how),
                Some(Finish::Void { by }) => format!("void by {}", admin_name(by)),
                Some(Finish::Forgotten) => "forgotten".to_owned(),
            },
        }
    }
}

const PEOPLE: [&str; 4] = ["ann", "bob", "eve", "admin"];

fn person(name: &str) -> Option<PersonId> {
    PEOPLE.iter().position(|&known| known == name).map(|index| PersonId(index as u64 + 1))
}

fn person_name(id: PersonId) -> &'static str {
    PEOPLE[id.0 as usize - 1]
}

fn admin_name(id: Option<PersonId>) -> &'static str {
    id.map_or("somebody", person_name)
}

fn player(name: &str) -> Player {
    person(name).map_or(Player::Ai(Animal::Tiger), Player::Person)
}

fn player_name(player: Player) -> &'static str {
    match player {
        Player::Person(id) => person_name(id),
        Player::Ai(_) => "ai",
    }
}

fn sides(word: &str) -> Sides {
    match word {
        "lot" => Sides::Lot,
        "first" => Sides::Author(Seat::First),
        "second" => Sides::Author(Seat::Second),
        _ => panic!("'{word}' is no side"),
    }
}

fn clock(word: Option<&&str>) -> TimeControl {
    word.map_or(TimeControl::Unlimited, |word| word.parse().expect("a time control"))
}

fn seconds(millis: i64) -> String {
    (millis as f64 / 1000.0).to_string()
}

fn setup(preset: &str) -> Setup {
    Setup::named(preset).expect("a rule set")
}

/// `!` and what is wrong, with what it says about the table.
fn refused(refusal: &Refusal) -> String {
    let key = refusal.key();
    match refusal {
        Refusal::Stale { shown, turn } => format!("!{key} {shown} {turn}"),
        Refusal::NotYourTurn { to_move } => format!("!{key} {}", seat(*to_move)),
        _ => format!("!{key}"),
    }
}

fn event(event: &Event) -> String {
    match event {
        Event::Arranged => "arranged".to_owned(),
        Event::Started => "started".to_owned(),
        Event::Closed(why) => closed(*why).to_owned(),
        Event::Moved(_) => "moved".to_owned(),
        Event::Offered(offer) => format!("offered {}", offer.id.0),
        Event::Retracted(offer) => format!("retracted {}", offer.id.0),
        Event::Declined(offer) => format!("declined {}", offer.id.0),
        Event::Accepted(offer) => format!("accepted {}", offer.id.0),
        Event::Lapsed(offer) => format!("lapsed {}", offer.id.0),
        Event::TakenBack { plies } => format!("back {plies}"),
        Event::ResignAsked(asked) if asked.leaves => format!("really leave {}?", seat(asked.seat)),
        Event::ResignAsked(asked) => format!("really {}?", seat(asked.seat)),
        Event::ResignDropped { seat: who } => format!("{} stays", seat(*who)),
        Event::Reminded { seat: who } => format!("{} reminded", seat(*who)),
        Event::TimeOut { seat: who, count } => format!("{} late {count}", seat(*who)),
        Event::Warned { seat: who } => format!("{} warned", seat(*who)),
        Event::Forgotten => "forgotten".to_owned(),
        Event::Ended(how) => format!("ended {}", end(*how)),
        Event::Voided { by } => format!("voided by {}", admin_name(*by)),
        Event::ClockSet => "clock set".to_owned(),
        Event::Reseated => "reseated".to_owned(),
        Event::Rematch(draft) => format!("rematch {}", draft.players.map(player_name).join(" ")),
    }
}

fn seat(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "first",
        Seat::Second => "second",
    }
}

fn closed(why: Closed) -> &'static str {
    match why {
        Closed::Withdrawn => "withdrawn",
        Closed::Declined => "declined",
        Closed::Expired => "expired",
        Closed::Voided => "closed by an admin",
    }
}

fn end(end: End) -> String {
    match end.outcome {
        Outcome::Win(winner) => format!("{} wins {}", seat(winner), end.reason),
        Outcome::Draw => format!("draw {}", end.reason),
    }
}
