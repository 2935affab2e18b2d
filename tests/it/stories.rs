//! Conversations as scripts, played by the real program against the emulator.
//!
//! A script is a file of `tests/data/stories`, a step a line; `#` begins a comment. What is expected is waited for.
//!
//! ```text
//! Ada: /challenge red        writes in the chat (the group, until another is chosen)
//! Ada replies: a3a4          answers the newest board
//! Ada answers Lei: /play      answers the newest message of somebody else
//! Ada presses Join           the newest message with a button whose label contains this
//! Ada plays g3g4             taps the animal, then the square, on the newest board
//! Ada and Lei play on         whole turns by tapping, Ada first, until the game is over or they agree on a draw;
//!                            rather a capture or a den than another move
//! Ada sends t1:0:j           a press with data that no button carries;  `… until That is`: again and again until a toast says this
//! toast That is              the last press was answered with a text that contains this; bare: with none
//! board Red:                 the newest board's caption contains this;  `no board …`: it does not
//! said Who dares             the newest message of the bot contains this, or another one since somebody did something
//! button Join                the newest board has such a button;  `no button …`: it has none
//! boards 2                   so many boards stand in the chat;  `quiet`: the bot says nothing more for a moment
//! copies 2 How to             so many messages of the bot contain this
//! toasts 1 no longer open     so many presses are answered so
//! seen That is               some message of the bot, old or new, contains this;  `never …`: none does
//! before the board           the last press was answered before the newest board became what it is
//! wait 7                     so many seconds pass, for what is about time itself
//! hold / release             updates wait, so that several come at once / they are let go
//! count                      from here on, calls are counted: `calls sendMessage 0` there were at most so many of methods that
//!                            begin like this;  `answered edit 403`: one of those is answered with this status
//! struck                     all faults that were ordered have struck, though a call may still be delayed
//! Ada deletes the board      somebody deletes the newest board
//! film 3 plies                the newest film's caption contains this; it is a GIF that moves
//! file [Result "1-0"]         the newest file the bot sent contains this
//! Ada answers the film: /x     answers the newest film or file of the bot's
//! Ada returns 1-0 → 0-1       sends the newest file back with this changed everywhere, and asks to verify it
//! in private Ada / in group / in topic Chess / in small group    where the next steps happen
//! kill / raise               the program dies without warning / starts again
//! do {"act": …}              anything the emulator can do; $GROUP and $SMALL are the groups' ids, $TOPIC is the topic's
//! ```

use std::fs;
use std::path::Path;
use std::time::Duration;

use doushou::emulator::world::World;
use doushou::emulator::world::act::{Act, ButtonName};
use doushou::emulator::world::message::{Author, Body, MediaKind};
use doushou::rules::Dice;

use crate::stage::{GROUP, Line, PATIENCE as LONG, SMALL_GROUP, Stage, buttons, is_board, of_bot, person, words};

/// How long `quiet` listens.
const MOMENT: Duration = Duration::from_millis(400);

/// After so many plies the players agree on a draw: where what is taken comes back, random games may go on for very long.
const PATIENCE: usize = 250;

/// A button of the picker: what it says, and what its data says.
#[derive(Clone)]
struct Tap {
    label: String,
    data: String,
    turn: String,
    /// `k` picks a piece, `m` plays, `!` plays what was asked about.
    act: char,
}

impl Tap {
    fn read(label: &str, data: &str) -> Option<Tap> {
        let (_, rest) = data.strip_prefix('t')?.split_once(':')?;
        let (turn, act) = rest.split_once(':')?;
        let (act, what) = (act.chars().next()?, act.get(1..)?);
        let picks = matches!(act, 'k' | 'm' | '!') && !what.is_empty();
        picks.then(|| Tap { label: label.to_owned(), data: data.to_owned(), turn: turn.to_owned(), act })
    }

    fn is_confirmation(&self) -> bool {
        self.act == '!'
    }

    /// Something is taken, or a den entered.
    fn is_bold(&self) -> bool {
        ["takes", "⚔", "den", "brushes"].iter().any(|word| self.label.contains(word))
    }
}

/// A bold one more often than not, else any.
fn choose(taps: &mut Vec<Tap>, dice: &mut Dice) -> Tap {
    if taps.iter().any(Tap::is_bold) && !dice.roll().is_multiple_of(4) {
        taps.retain(Tap::is_bold);
    }
    taps[(dice.roll() % taps.len() as u64) as usize].clone()
}

struct Teller {
    stage: Stage,
    chat: i64,
    topic: Option<i64>,
    press: Option<String>,
    /// The newest message of the chat when somebody last did something.
    mark: i64,
    /// The number of the last call before counting began.
    counted_from: u64,
}

impl Teller {
    async fn tell(&mut self, step: &str) {
        let (word, rest) = step.split_once(' ').unwrap_or((step, ""));
        let rest = rest.trim();
        match word {
            "toast" => self.toast(rest).await,
            "board" => self.board(rest).await,
            "said" => self.said(rest).await,
            "button" => self.button(rest).await,
            "boards" => self.boards(rest.parse().expect("a number")).await,
            "quiet" => self.quiet().await,
            "copies" => self.copies(rest).await,
            "toasts" => self.toasts(rest).await,
            "seen" => self.seen(rest).await,
            "never" => self.never(rest),
            "before" => self.before_the_board(),
            "hold" => self.hold(true),
            "wait" => tokio::time::sleep(Duration::from_secs(rest.parse().expect("seconds"))).await,
            "release" => self.hold(false),
            "count" => self.counted_from = self.stage.emulator.look(|world| world.record.last_number()),
            "calls" => self.calls(rest),
            "answered" => self.answered(rest).await,
            "struck" => self.struck().await,
            "film" => drop(self.newest_file(MediaKind::Animation, rest).await),
            "file" => drop(self.newest_file(MediaKind::Document, rest).await),
            "no" => self.no(rest),
            "in" => self.go(rest),
            "kill" => self.stage.kill(),
            "raise" => self.stage.raise(),
            "do" => {
                self.mark();
                let act = rest.replace("$GROUP", &GROUP.to_string()).replace("$SMALL", &SMALL_GROUP.to_string());
                let act = act.replace("$TOPIC", &self.topic.unwrap_or_default().to_string());
                self.stage.act(serde_json::from_str(&act).unwrap_or_else(|error| panic!("{act}: {error}")));
            }
            name => self.person(name, rest).await,
        }
    }

    /// Notes what the chat has been told so far, before somebody does something.
    fn mark(&mut self) {
        self.mark = self.stage.emulator.look(|world| {
            let chat = world.chats.get(&self.chat);
            chat.and_then(|chat| chat.messages.keys().next_back().copied()).unwrap_or_default()
        });
    }

    async fn person(&mut self, name: &str, what: &str) {
        self.mark();
        if let Some(name) = name.strip_suffix(':') {
            return self.say(person(name), what, None);
        }
        let who = person(name);
        let (verb, what) = what.split_once(' ').unwrap_or((what, ""));
        match verb {
            "and" => {
                let other = what.strip_suffix(" play on").expect("two people who play on");
                self.play_on([who, person(other)]).await;
            }
            "replies:" => {
                let board = self.newest_board("a board to answer").await;
                self.say(who, what, Some(board));
            }
            "returns" => {
                let (old, new) = what.split_once(" → ").expect("what becomes what");
                let (_, bytes) = self.newest_file(MediaKind::Document, "").await;
                let content = String::from_utf8(bytes).expect("a text").replace(old, new);
                self.stage.act(Act::SendFile {
                    person: who,
                    chat: self.chat,
                    name: "edited.txt".to_owned(),
                    content,
                    caption: "/verify".to_owned(),
                    reply_to: None,
                    topic: self.topic,
                });
            }
            "answers" => {
                let (author, text) = what.split_once(": ").expect("whom, and what");
                let message = match author {
                    "the film" => self.newest_file(MediaKind::Animation, "").await.0,
                    "the file" => self.newest_file(MediaKind::Document, "").await.0,
                    author => self.newest_message(person(author)).await,
                };
                self.say(who, text, Some(message));
            }
            "presses" => {
                let (chat, topic) = (self.chat, self.topic);
                let find = |world: &_| {
                    of_bot(world, chat, topic).find_map(|message| {
                        let (label, _) = buttons(message).find(|(label, _)| label.contains(what))?;
                        Some((message.id, label.to_owned()))
                    })
                };
                let (message, label) = self.stage.until(chat, &format!("a button {what:?}"), find).await;
                self.press(who, message, ButtonName::Label(label));
            }
            "plays" => {
                for data in [format!(":k{}", &what[..2]), format!(":m{what}")] {
                    let (chat, topic) = (self.chat, self.topic);
                    let find = |world: &_| {
                        let board = of_bot(world, chat, topic).find(|message| is_board(message))?;
                        let (_, found) = buttons(board).find(|(_, found)| found.ends_with(&data))?;
                        Some((board.id, found.to_owned()))
                    };
                    let (message, data) = self.stage.until(chat, &format!("a button with …{data}"), find).await;
                    self.press(who, message, ButtonName::Data(data));
                }
            }
            "sends" if what.contains(" until ") => {
                let (data, expected) = what.split_once(" until ").expect("data and a text");
                self.send_until(who, data, expected).await;
            }
            "sends" => {
                let board = self.newest_board("a board").await;
                self.press(who, board, ButtonName::Forged(what.to_owned()));
            }
            "deletes" => {
                let message = self.newest_board("a board to delete").await;
                self.stage.act(Act::Delete { chat: self.chat, message });
            }
            _ => panic!("nobody knows how to {verb:?}"),
        }
    }

    /// Taps for both players in turn until the board offers no move any more, or they are tired of it.
    async fn play_on(&mut self, players: [i64; 2]) {
        let mut dice = Dice(7);
        let mut last = String::new();
        for ply in 0..PATIENCE {
            let who = players[ply % 2];
            let (message, mut taps) = self.taps(&last, |tap| !tap.is_confirmation()).await;
            if taps.is_empty() {
                return;
            }
            last = taps[0].turn.clone();
            let mut tap = choose(&mut taps, &mut dice);
            self.press(who, message, ButtonName::Data(tap.data.clone()));
            if tap.act == 'k' {
                let (message, mut taps) = self.taps("", |next| next.act == 'm' && next.turn == tap.turn).await;
                tap = choose(&mut taps, &mut dice);
                self.press(who, message, ButtonName::Data(tap.data.clone()));
            }
            // A move that loses at once is asked about once more.
            let (message, taps) = self.taps("", |next| next.turn != tap.turn || next.is_confirmation()).await;
            if let Some(sure) = taps.iter().find(|next| next.turn == tap.turn && next.is_confirmation()) {
                self.press(who, message, ButtonName::Data(sure.data.clone()));
            }
        }
        let [one, other] = players;
        self.say(one, "/draw", None);
        let (chat, topic) = (self.chat, self.topic);
        let find = |world: &_| {
            of_bot(world, chat, topic).filter(|message| is_board(message)).find_map(|message| {
                // The answer to an offer is its number, with y for yes.
                let (_, data) = buttons(message).find(|(_, data)| data.contains(":y"))?;
                Some((message.id, data.to_owned()))
            })
        };
        let (message, yes) = self.stage.until(chat, "a draw to accept", find).await;
        self.press(other, message, ButtonName::Data(yes));
    }

    /// The buttons of moves on the newest board that are of this kind, as soon as there are any that do not carry the turn
    /// `not`, or none because the game is over.
    async fn taps(&self, not: &str, of_kind: impl Fn(&Tap) -> bool) -> (i64, Vec<Tap>) {
        let (chat, topic) = (self.chat, self.topic);
        let find = |world: &_| {
            let board = of_bot(world, chat, topic).find(|message| is_board(message))?;
            let all: Vec<Tap> = buttons(board).filter_map(|(label, data)| Tap::read(label, data)).collect();
            let taps: Vec<Tap> = all.into_iter().filter(|tap| tap.turn != not && of_kind(tap)).collect();
            let over = ["🏆", "🤝"].iter().any(|sign| words(board).contains(sign));
            (over || !taps.is_empty()).then_some((board.id, taps))
        };
        self.stage.until(chat, "a board to tap", find).await
    }

    fn say(&self, person: i64, text: &str, reply_to: Option<i64>) {
        // Long and odd texts are written as a number and what is repeated.
        let text = match text.strip_prefix("repeat ").and_then(|times| times.split_once(' ')) {
            Some((times, what)) => what.repeat(times.parse().expect("a number")),
            None => text.to_owned(),
        };
        self.stage.act(Act::Say {
            person,
            chat: self.chat,
            text,
            reply_to,
            topic: self.topic,
            channel: None,
            automatic: false,
        });
    }

    fn press(&mut self, person: i64, message: i64, button: ButtonName) {
        let act = Act::Press { person, chat: self.chat, message, button, inaccessible: false };
        self.press = self.stage.act(act)["press"].as_str().map(str::to_owned);
    }

    /// Presses again and again, which changes nothing, until the answer is this.
    async fn send_until(&mut self, person: i64, data: &str, expected: &str) {
        let deadline = tokio::time::Instant::now() + LONG;
        loop {
            let board = self.newest_board("a board").await;
            self.press(person, board, ButtonName::Forged(data.to_owned()));
            let answer = self.answer().await;
            if answer.contains(expected) {
                return;
            }
            assert!(tokio::time::Instant::now() < deadline, "the toast still says {answer:?}");
        }
    }

    async fn newest_board(&self, what: &str) -> i64 {
        let find = |world: &_| {
            of_bot(world, self.chat, self.topic).find(|message| is_board(message)).map(|message| message.id)
        };
        self.stage.until(self.chat, what, find).await
    }

    /// The newest file of the bot's of this kind in which, or under which, this stands: its message and its bytes.
    async fn newest_file(&self, wanted: MediaKind, expected: &str) -> (i64, Vec<u8>) {
        let find = |world: &World| {
            let files = of_bot(world, self.chat, self.topic).filter_map(|message| match &message.body {
                Body::Media { kind, file, .. } if *kind == wanted => Some((message, file)),
                _ => None,
            });
            let (message, file) = files.into_iter().next()?;
            let bytes = world.files.bytes(&file.key)?;
            let inside = String::from_utf8_lossy(&bytes);
            (words(message).contains(expected) || inside.contains(expected)).then(|| (message.id, bytes.to_vec()))
        };
        let (message, bytes) = self.stage.until(self.chat, &format!("a file with {expected:?}"), find).await;
        if wanted == MediaKind::Animation {
            let frames = bytes.windows(3).filter(|bytes| *bytes == [0x21, 0xf9, 0x04]).count();
            assert!(bytes.starts_with(b"GIF89a") && frames >= 2, "{frames} frames");
        }
        (message, bytes)
    }

    async fn newest_message(&self, author: i64) -> i64 {
        let find = |world: &World| {
            let mut messages = world.chats[&self.chat].messages.values().rev();
            messages.find(|message| message.author == Author::Person(author)).map(|message| message.id)
        };
        self.stage.until(self.chat, "a message to answer", find).await
    }

    /// The text of the answer to the last press.
    async fn answer(&self) -> String {
        let press = self.press.as_deref().expect("a press before the toast");
        let find =
            |world: &World| world.toasts.iter().find(|toast| toast.press == press).map(|toast| toast.text.clone());
        self.stage.until(self.chat, "an answer to the press", find).await
    }

    async fn toast(&self, expected: &str) {
        let text = self.answer().await;
        if expected.is_empty() {
            assert_eq!(text, "", "the press should have been answered silently");
        } else {
            assert!(text.contains(expected), "the toast says {text:?}");
        }
    }

    /// So many presses of this story are answered so, and no more.
    async fn toasts(&self, rest: &str) {
        let (count, expected) = rest.split_once(' ').expect("a number, and a text");
        let count: usize = count.parse().expect("a number");
        let found = |world: &World| {
            let found = world.toasts.iter().filter(|toast| toast.text.contains(expected)).count();
            (found >= count).then_some(found)
        };
        let found = self.stage.until(self.chat, &format!("{count} answers with {expected:?}"), found).await;
        assert_eq!(found, count, "answers with {expected:?}");
    }

    async fn board(&self, expected: &str) {
        let what = format!("a board with {expected:?}");
        let find = |world: &_| {
            let board = of_bot(world, self.chat, self.topic).find(|message| is_board(message))?;
            words(board).contains(expected).then_some(())
        };
        self.stage.until(self.chat, &what, find).await;
    }

    async fn said(&self, expected: &str) {
        let what = format!("a message with {expected:?}");
        let find = |world: &_| {
            let all = || of_bot(world, self.chat, self.topic);
            let newest = all().next()?.id;
            // What somebody did may have the bot say more than one thing.
            let mut said = all().take_while(|message| message.id == newest || message.id > self.mark);
            said.any(|message| words(message).contains(expected)).then_some(())
        };
        self.stage.until(self.chat, &what, find).await;
    }

    async fn button(&self, expected: &str) {
        let what = format!("a board with a button {expected:?}");
        let find = |world: &_| {
            let board = of_bot(world, self.chat, self.topic).find(|message| is_board(message))?;
            buttons(board).any(|(label, _)| label.contains(expected)).then_some(())
        };
        self.stage.until(self.chat, &what, find).await;
    }

    async fn boards(&self, expected: usize) {
        let what = format!("{expected} boards");
        let find = |world: &_| {
            (of_bot(world, self.chat, self.topic).filter(|message| is_board(message)).count() == expected).then_some(())
        };
        self.stage.until(self.chat, &what, find).await;
    }

    async fn quiet(&self) {
        let count = || self.stage.emulator.look(|world| of_bot(world, self.chat, self.topic).count());
        let before = count();
        tokio::time::sleep(MOMENT).await;
        assert_eq!(before, count(), "the bot said something:\n{}", self.stage.transcript(self.chat));
    }

    async fn copies(&self, rest: &str) {
        let (count, text) = rest.split_once(' ').expect("how many, and of what");
        let count: usize = count.parse().expect("a number");
        let find = |world: &_| {
            let all = of_bot(world, self.chat, self.topic).filter(|message| words(message).contains(text));
            (all.count() == count).then_some(())
        };
        self.stage.until(self.chat, &format!("{count} messages with {text:?}"), find).await;
    }

    async fn seen(&self, expected: &str) {
        let what = format!("a message with {expected:?}");
        let find = |world: &_| {
            of_bot(world, self.chat, self.topic).any(|message| words(message).contains(expected)).then_some(())
        };
        self.stage.until(self.chat, &what, find).await;
    }

    fn never(&self, unwanted: &str) {
        self.stage.emulator.look(|world| {
            let found = of_bot(world, self.chat, self.topic).find(|message| words(message).contains(unwanted));
            assert!(found.is_none(), "the bot said {unwanted:?}: {found:?}");
        });
    }

    fn before_the_board(&self) {
        let press = self.press.as_deref().expect("a press");
        self.stage.emulator.look(|world| {
            let toast = world.toasts.iter().find(|toast| toast.press == press).expect("an answer to the press");
            let board = of_bot(world, self.chat, self.topic).find(|message| is_board(message)).expect("a board");
            assert!(toast.rev < board.rev, "the press was answered after the board had been shown");
        });
    }

    fn hold(&self, held: bool) {
        self.stage.act(Act::Hold { held });
    }

    fn calls(&self, rest: &str) {
        let (method, most) = rest.split_once(' ').expect("a method, and how many calls of it");
        let most: usize = most.parse().expect("a number");
        let made = self.stage.emulator.look(|world| {
            let calls = world.record.since(self.counted_from);
            calls.filter(|call| call.method.starts_with(method)).count()
        });
        assert!(made <= most, "{made} calls of {method}");
    }

    async fn answered(&self, rest: &str) {
        let (method, status) = rest.split_once(' ').expect("a method, and a status");
        let status: u16 = status.parse().expect("a number");
        let find = |world: &World| {
            let mut calls = world.record.since(self.counted_from);
            calls.any(|call| call.method.starts_with(method) && call.status == status).then_some(())
        };
        self.stage.until(self.chat, &format!("a call of {method} that is answered with {status}"), find).await;
    }

    async fn struck(&self) {
        let find = |world: &World| world.faults.is_empty().then_some(());
        self.stage.until(self.chat, "calls for all the faults that were ordered", find).await;
    }

    fn no(&self, rest: &str) {
        let (what, text) = rest.split_once(' ').unwrap_or((rest, ""));
        self.stage.emulator.look(|world| {
            let board = of_bot(world, self.chat, self.topic).find(|message| is_board(message)).expect("a board");
            match what {
                "board" => assert!(!words(board).contains(text), "the board says {text:?}: {}", words(board)),
                "button" => {
                    assert!(!buttons(board).any(|(label, _)| label.contains(text)), "there is a button {text:?}")
                }
                _ => panic!("no {what}?"),
            }
        });
    }

    fn go(&mut self, place: &str) {
        self.topic = None;
        match place.split_once(' ').unwrap_or((place, "")) {
            ("private", name) => {
                self.chat = person(name);
                self.mark();
                if self.stage.emulator.look(|world| !world.people[&self.chat].started) {
                    self.stage.act(Act::Start { person: self.chat, payload: None });
                }
            }
            ("topic", name) => {
                self.chat = GROUP;
                let topics = self.stage.emulator.look(|world| world.chats[&GROUP].topics.clone());
                let known = topics.iter().find(|(_, topic)| topic.name == name).map(|(id, _)| *id);
                self.topic = Some(known.unwrap_or_else(|| {
                    let made = Act::AddTopic { chat: GROUP, person: person("Ada"), name: name.to_owned() };
                    self.stage.act(made)["topic"].as_i64().expect("a topic")
                }));
            }
            ("small", "group") => {
                let grown = self.stage.emulator.look(|world| world.chats[&SMALL_GROUP].migrated_to);
                self.chat = grown.unwrap_or(SMALL_GROUP);
            }
            ("group", "") => self.chat = GROUP,
            _ => panic!("there is no place {place:?}"),
        }
    }
}

/// Plays a script; updates reach the bot in this way. Returns the stage as it is left.
pub async fn tell(script: &str, line: Line) -> Stage {
    let variable = |line: &str| {
        let (name, value) = line.strip_prefix("with ")?.split_once('=').expect("NAME=value");
        // Stages name variables for ever; a test has few of them.
        Some((&*name.to_owned().leak(), value.to_owned()))
    };
    let variables = script.lines().filter_map(variable).collect();
    let stage = Stage::with(line, variables).await;
    let mut teller = Teller { stage, chat: GROUP, topic: None, press: None, mark: 0, counted_from: 0 };
    // It says hello when it has looked up its rights, which may take a while.
    teller.said("I am the referee").await;
    for (number, line) in script.lines().enumerate() {
        let step = line.split(" #").next().unwrap_or_default().trim();
        if step.is_empty() || step.starts_with('#') || step.starts_with("with ") {
            continue;
        }
        println!("line {}: {step}", number + 1);
        teller.tell(step).await;
    }
    teller.stage.assert_clean();
    teller.stage
}

/// Two tests per script, one for each way in which updates come, so that each is named when it fails.
macro_rules! stories {
    ($($name:ident)*) => {
        mod polling {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::tell(&super::script(stringify!($name)), super::Line::Polling).await;
            })*
        }

        mod webhook {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::tell(&super::script(stringify!($name)), super::Line::Webhook).await;
            })*
        }

        #[test]
        fn every_script_is_told() {
            let told = [$(stringify!($name)),*];
            for entry in fs::read_dir(Path::new(SCRIPTS)).expect("scripts") {
                let name = entry.expect("a file").path().file_stem().expect("a name").to_string_lossy().into_owned();
                assert!(told.contains(&name.as_str()), "{name}.txt is in no test");
            }
        }
    };
}

const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/stories");

fn script(name: &str) -> String {
    fs::read_to_string(Path::new(SCRIPTS).join(format!("{name}.txt"))).expect("a script")
}

stories! {
    a_game_by_tapping
    offers_and_resignation
    typed_moves
    wrong_presses
    challenges
    against_the_ai
    one_phone
    death_and_return
    private_chat
    settings
    odd_texts
    admins
    topics
    faults
    a_group_grows
    questions
    which_table
    hints
    analysis
    private_words
    other_games
    cup
    cup_in_a_topic
    cup_of_teams
    cup_without_somebody
    cup_deadlines
    game_of_flip
    game_of_dalian
    game_of_pet
    game_of_primitive
    game_of_pattern
    game_of_plains
    game_of_fields
    game_of_king
    game_of_mecha
    looking_back
    ratings
    records
    all_my_games
    clocks
    dead_games
    board_on_its_way
    forgotten
    forgotten_at_play
    notices
    nights
}
