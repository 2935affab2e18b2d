//! Whole cups, played by the real program against the emulator.

mod consultation;

use std::collections::BTreeMap;
use std::fs;

use doushou::emulator::world::World;
use doushou::emulator::world::act::{Act, ButtonName};
use doushou::emulator::world::message::{Body, Message};
use doushou::people::{ChatId, PersonId, Place, Time};
use doushou::referee::{Actor, Command, Draft, GameId, Moment, Player, Refusal, Table};
use doushou::rules::{Chance, Outcome, Seat, Setup};

use crate::stage::{GROUP, Line, Stage, buttons, is_board, of_bot, of_crowd, person, words};

/// A crowd that plays cups.
struct Crowd {
    stage: Stage,
    topic: Option<i64>,
    /// By name.
    people: BTreeMap<String, i64>,
    /// Points by name of entry, as the games ended.
    points: BTreeMap<String, u32>,
    games: usize,
}

/// A game that can be ended: what the data of its buttons begins with (its message may be posted anew), and who plays first and
/// second.
struct Open {
    table: String,
    players: [String; 2],
}

impl Crowd {
    async fn new(line: Line, size: usize) -> Crowd {
        let variables = vec![("DOUSHOU_CHAT_COMMANDS_PER_MINUTE", "1000".to_owned())];
        let stage = Stage::with_crowd(line, variables, size).await;
        let people = (0..size).map(of_crowd).map(|(id, name)| (name, id)).collect();
        Crowd { stage, topic: None, people, points: BTreeMap::new(), games: 0 }
    }

    fn say(&self, person: i64, text: &str) {
        self.stage.act(Act::Say {
            person,
            chat: GROUP,
            text: text.to_owned(),
            reply_to: None,
            topic: self.topic,
            channel: None,
            automatic: false,
        });
    }

    fn press(&self, person: i64, message: i64, data: &str) {
        let button = ButtonName::Data(data.to_owned());
        self.stage.act(Act::Press { person, chat: GROUP, message, button, inaccessible: false });
    }

    async fn until<T>(&self, what: &str, found: impl FnMut(&World) -> Option<T>) -> T {
        self.stage.until(GROUP, what, found).await
    }

    /// Presses the button of a cup whose data ends like this.
    async fn press_cup(&self, person: i64, ending: &str) {
        let topic = self.topic;
        let find = |world: &World| {
            of_bot(world, GROUP, topic).find_map(|message| {
                let (_, data) = buttons(message).find(|(_, data)| data.starts_with('c') && data.ends_with(ending))?;
                Some((message.id, data.to_owned()))
            })
        };
        let (message, data) = self.until(&format!("a button of a cup …{ending}"), find).await;
        self.press(person, message, &data);
    }

    /// Waits until the newest message of a cup contains this.
    async fn cup_says(&self, what: &str) -> String {
        let topic = self.topic;
        let find = |world: &World| {
            let mut cups =
                of_bot(world, GROUP, topic).filter(|message| words(message).contains('🏆') && !is_game(message));
            cups.find(|message| words(message).contains(what)).map(|message| words(message).to_owned())
        };
        self.until(&format!("a cup that says {what:?}"), find).await
    }

    /// The games on whose boards somebody may resign.
    fn open_games(&self, world: &World) -> Vec<Open> {
        let open = of_bot(world, GROUP, self.topic).filter(|message| ends_with(message, ":g"));
        open.filter_map(|message| {
            let mut players = words(message)
                .lines()
                .take(2)
                .map(|line| self.people.keys().find(|name| is_named(line, name)).cloned());
            let (Some(Some(first)), Some(Some(second))) = (players.next(), players.next()) else { return None };
            let (_, data) = buttons(message).find(|(_, data)| data.starts_with('t'))?;
            let table = data.split_inclusive(':').next()?.to_owned();
            Some(Open { table, players: [first, second] })
        })
        .collect()
    }

    /// Ends so many of the games that are open now: every fifth by agreement, the others by resignation, mostly of whoever has
    /// the higher number.
    async fn end_games(&mut self, most: usize) {
        let open = self.stage.emulator.look(|world| self.open_games(world));
        let open: Vec<Open> = open.into_iter().take(most).collect();
        let mut waiting = Vec::new();
        for game in &open {
            let [first, second] = &game.players;
            let number = |name: &str| name[1..].parse::<u64>().expect("a number");
            let draw = (number(first) * 7 + number(second) * 3) % 5 == 0;
            let upset = (number(first) + number(second)) % 4 == 0;
            let (winner, loser) = if (first < second) != upset { (first, second) } else { (second, first) };
            let (asks, ask, answers, answer) =
                if draw { (first, ":D", second, ":y") } else { (loser, ":g", loser, ":G") };
            self.press_game(&game.table, self.people[asks], ask).await;
            waiting.push((game, self.people[answers], answer));
            if draw {
                *self.points.entry(first.clone()).or_default() += 1;
                *self.points.entry(second.clone()).or_default() += 1;
            } else {
                *self.points.entry(winner.clone()).or_default() += 2;
            }
        }
        for (game, answers, answer) in waiting {
            self.press_game(&game.table, answers, answer).await;
            self.games += 1;
        }
        for game in &open {
            let topic = self.topic;
            let goes_on = |(_, data): (&str, &str)| {
                data.starts_with(&game.table) && [":g", ":G", ":y"].iter().any(|act| data.contains(act))
            };
            let is_over = |world: &World| (!of_bot(world, GROUP, topic).flat_map(buttons).any(goes_on)).then_some(());
            self.until("the end of a game", is_over).await;
        }
    }

    /// Presses the button of a table whose act starts like this, on its newest message that has one.
    async fn press_game(&self, table: &str, person: i64, act: &str) {
        let topic = self.topic;
        let find = |world: &World| {
            of_bot(world, GROUP, topic).find_map(|message| {
                let mut buttons = buttons(message);
                let (_, data) = buttons.find(|(_, data)| data.starts_with(table) && data.contains(act))?;
                Some((message.id, data.to_owned()))
            })
        };
        let (message, data) = self.until(&format!("a button {table}…{act}"), find).await;
        self.press(person, message, &data);
    }

    /// Waits until so many boards stand open, plays them all, and goes on like that for so many rounds.
    async fn play_rounds(&mut self, rounds: std::ops::RangeInclusive<usize>, boards: usize) {
        for round in rounds {
            self.boards_open(round, boards).await;
            self.end_games(usize::MAX).await;
        }
    }

    async fn boards_open(&self, round: usize, boards: usize) {
        let find = |world: &World| (self.open_games(world).len() == boards).then_some(());
        self.until(&format!("{boards} open boards in round {round}"), find).await;
    }

    /// The lines of the final table in words: name and points.
    async fn final_points(&self, asks: i64) -> BTreeMap<String, u32> {
        self.say(asks, "/cup text");
        let table = self.cup_says("Standings").await;
        let line = |line: &str| {
            let (_, rest) = line.split_once('\u{2068}')?;
            let (name, rest) = rest.split_once('\u{2069}')?;
            let (_, rest) = rest.split_once(": ")?;
            Some((name.to_owned(), rest.split(' ').next()?.parse().ok()?))
        };
        table.lines().filter_map(line).collect()
    }

    /// Writes the picture of the newest table of standings where it can be looked at, if that is wanted.
    fn keep_picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("DOUSHOU_KEEP_PICTURES") else { return };
        let picture = self.stage.emulator.look(|world| {
            let mut tables = of_bot(world, GROUP, self.topic).filter(|message| is_board(message) && !is_game(message));
            let Body::Media { file, .. } = &tables.next()?.body else { return None };
            world.files.bytes(&file.key).map(|bytes| bytes.to_vec())
        });
        if let Some(picture) = picture {
            fs::write(std::path::Path::new(&folder).join(name).with_extension("png"), picture).expect("a folder");
        }
    }
}

/// A board of a game, not a table of standings.
fn is_game(message: &Message) -> bool {
    is_board(message) && ["🔴", "🔷"].iter().all(|mark| words(message).contains(mark))
}

/// Whether a line has this name, alone or with that of a team.
fn is_named(line: &str, name: &str) -> bool {
    ["\u{2069}", " · "].iter().any(|end| line.contains(&format!("\u{2068}{name}{end}")))
}

fn ends_with(message: &Message, ending: &str) -> bool {
    buttons(message).any(|(_, data)| data.starts_with('t') && data.ends_with(ending))
}

/// Sixteen players meet once each; the program dies three times on the way. Nothing is lost, counted twice or played twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sixteen_players_and_three_deaths() {
    let mut crowd = Crowd::new(Line::Polling, 16).await;
    let ada = person("Ada");
    crowd.say(ada, "/cup");
    for id in crowd.people.values().copied().collect::<Vec<_>>() {
        crowd.press_cup(id, ":j").await;
    }
    crowd.cup_says("16. \u{2068}P").await;
    let before = crowd.stage.emulator.look(|world| of_bot(world, GROUP, None).count());
    crowd.press_cup(ada, ":s").await;
    crowd.boards_open(1, 8).await;
    // A round costs one message for itself and one for each board: a group's minute has room for twenty.
    let after = crowd.stage.emulator.look(|world| of_bot(world, GROUP, None).count());
    assert_eq!(after - before, 9);

    crowd.play_rounds(1..=4, 8).await;
    // In the middle of a round, with a question standing.
    crowd.boards_open(5, 8).await;
    crowd.end_games(3).await;
    crowd.stage.kill();
    crowd.stage.raise();
    crowd.end_games(usize::MAX).await;
    crowd.play_rounds(6..=9, 8).await;
    // As soon as the last game of a round is over, while the next one is being opened.
    crowd.boards_open(10, 8).await;
    crowd.end_games(usize::MAX).await;
    crowd.stage.kill();
    crowd.stage.raise();
    crowd.play_rounds(11..=14, 8).await;
    crowd.boards_open(15, 8).await;
    crowd.end_games(7).await;
    crowd.keep_picture("cup-of-16-nearly-over");
    crowd.end_games(1).await;
    crowd.stage.kill();
    crowd.stage.raise();
    let prizes = crowd.cup_says("First prize").await;
    assert_eq!(crowd.games, 16 * 15 / 2, "everybody has met everybody");
    let expected = crowd.points.clone();
    assert_eq!(expected.values().sum::<u32>(), 16 * 15);
    assert_eq!(crowd.final_points(ada).await, expected);
    let best = expected.iter().max_by_key(|(_, points)| **points).expect("players").0;
    let first = prizes.lines().find(|line| line.contains("First prize")).expect("a line").to_owned();
    assert_eq!(expected[best], expected[&named(&first, &crowd)], "{first}");
    crowd.keep_picture("cup-of-16");
    crowd.stage.assert_clean();
}

fn named(line: &str, crowd: &Crowd) -> String {
    crowd.people.keys().find(|name| line.contains(name.as_str())).expect("a name").clone()
}

/// Eight teams of three on three boards, in a topic.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn eight_teams_on_three_boards() {
    let mut crowd = Crowd::new(Line::Webhook, 24).await;
    let ada = person("Ada");
    crowd.stage.act(
        serde_json::from_value(serde_json::json!({"act": "change_chat", "chat": GROUP, "is_forum": true}))
            .expect("an act"),
    );
    let made = Act::AddTopic { chat: GROUP, person: ada, name: "Cup".to_owned() };
    crowd.topic = crowd.stage.act(made)["topic"].as_i64();
    crowd.say(ada, "/cup teams");
    crowd.cup_says("who takes part").await;
    for team in 0..8 {
        let ids: Vec<i64> = (0..3).map(|member| of_crowd(team * 3 + member).0).collect();
        crowd.say(ids[0], &format!("/cup join Team {}", team + 1));
        crowd.cup_says(&format!("Team {}\u{2069}:", team + 1)).await;
        for &member in &ids[1..] {
            let captain = format!(":J{}", GameId(ids[0] as u64));
            crowd.press_cup(member, &captain).await;
        }
        crowd.cup_says(&format!("\u{2068}{}\u{2069}", of_crowd(team * 3 + 2).1)).await;
    }
    crowd.press_cup(ada, ":s").await;
    crowd.play_rounds(1..=3, 12).await;
    crowd.boards_open(4, 12).await;
    crowd.end_games(5).await;
    crowd.stage.kill();
    crowd.stage.raise();
    crowd.end_games(usize::MAX).await;
    crowd.play_rounds(5..=7, 12).await;
    let prizes = crowd.cup_says("Third prize").await;
    assert!(prizes.contains("Team"), "{prizes}");
    assert_eq!(crowd.games, 7 * 4 * 3);
    let table = crowd.final_points(ada).await;
    assert_eq!((table.len(), table.values().sum::<u32>()), (8, 2 * 28), "two points for each match");
    crowd.keep_picture("cup-of-8-teams");
    crowd.stage.assert_clean();
}

/// Five players, an organizer who disappears, and somebody who leaves in the middle.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_odd_field_somebody_leaves_and_an_admin_takes_over() {
    let mut crowd = Crowd::new(Line::Polling, 5).await;
    let (nico, olga) = (person("Nico"), person("Olga"));
    crowd.say(nico, "/cup");
    for id in crowd.people.values().copied().collect::<Vec<_>>() {
        crowd.press_cup(id, ":j").await;
    }
    crowd.cup_says("5. \u{2068}P").await;
    // Nico, who opened it, is never seen again.
    crowd.say(olga, "/cup take");
    crowd.cup_says("\u{2068}Olga\u{2069} starts it").await;
    crowd.say(olga, "/cup start");
    crowd.play_rounds(1..=1, 2).await;
    crowd.boards_open(2, 2).await;
    let leaver = crowd.stage.emulator.look(|world| crowd.open_games(world)[0].players[0].clone());
    for _ in 0..2 {
        crowd.say(crowd.people[&leaver], "/cup leave");
    }
    // The game of whoever has left is over, the other one goes on.
    crowd.boards_open(2, 1).await;
    crowd.end_games(usize::MAX).await;
    for round in 3..=5 {
        let find = |world: &World| (!crowd.open_games(world).is_empty()).then_some(());
        crowd.until(&format!("boards in round {round}"), find).await;
        let boards = crowd.stage.emulator.look(|world| {
            let cup = of_bot(world, GROUP, None).find(|message| words(message).contains("Round") && !is_game(message));
            cup.map_or(0, |message| words(message).lines().filter(|line| line.contains('–')).count())
        });
        crowd.boards_open(round, boards).await;
        crowd.end_games(usize::MAX).await;
    }
    let prizes = crowd.cup_says("First prize").await;
    assert!(!prizes.lines().take(4).any(|line| line.contains(&leaver)), "no prize for {leaver}: {prizes}");
    let table = crowd.final_points(olga).await;
    assert_eq!(table.values().sum::<u32>(), 2 * 6, "four are left, and six of their games count: {table:?}");
    crowd.stage.assert_clean();
}

/// The members of a team in consultation move in turn, and nobody else for them.
#[test]
fn crews_move_in_turn() {
    let crews = [[1, 2, 3], [4, 5, 6]].map(|crew| crew.map(PersonId).to_vec());
    let players = [PersonId(1), PersonId(4)].map(Player::Person);
    let place = Place { chat: ChatId(-1), thread: None };
    let mut table = Table::game(GameId(1), place, Draft::new(Setup::default(), players), Time(0));
    let limits = doushou::people::Limits::default();
    let moment = Moment::new(Time(1), Chance(0), &limits);
    let nobody = Actor::Person { id: PersonId(1), username: None, admin: true };
    let reseat = Command::Reseat { crews: crews.clone() };
    assert_eq!(table.handle(&nobody, reseat, moment).err(), Some(Refusal::NotAnAdmin), "the cup alone decides");
    let moves = ["a3a4", "g7g6", "a4a3", "g6g7", "a3a4", "g7g6", "a4a3"];
    for (ply, mv) in moves.into_iter().enumerate() {
        let game = table.as_game().expect("a game");
        let mover = PersonId([1, 4, 2, 5, 3, 6, 1][ply]);
        let play = Command::Play { turn: game.turn(), mv: mv.parse().expect("a move"), sure: true };
        let actor = |id| Actor::Person { id, username: None, admin: false };
        for other in (1..=6).map(PersonId).filter(|id| *id != mover) {
            assert!(table.handle(&actor(other), play.clone(), moment).is_err(), "{other} at ply {ply}");
        }
        table = table.handle(&actor(mover), play, moment).expect("their turn").table;
        table =
            table.handle(&Actor::Cup, Command::Reseat { crews: crews.clone() }, moment).expect("the cup's word").table;
    }
    let ruled = table.handle(&Actor::Cup, Command::Adjudicate { outcome: Some(Outcome::Win(Seat::Second)) }, moment);
    let table = ruled.expect("decided").table;
    assert!(table.as_game().expect("a game").finish.is_some());
    let again = table.handle(&Actor::Cup, Command::Adjudicate { outcome: None }, moment);
    assert_eq!(again.err(), Some(Refusal::Over), "a finish is never changed");
}
