//! A stage for end-to-end tests: an emulator in this process, and the real program beside it, connected by HTTP alone.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use doushou::emulator::world::act::Act;
use doushou::emulator::world::chat::ChatKind;
use doushou::emulator::world::message::{Author, Body, MediaKind, Message};
use doushou::emulator::world::people::{Person, Standing};
use doushou::emulator::world::{NewChat, NewMember, Seed, World};
use doushou::emulator::{Config, Emulator, Running};
use serde_json::Value;
use tempfile::TempDir;

/// How long anything may take before a test fails.
pub const PATIENCE: Duration = Duration::from_secs(60);
/// The group every stage has.
pub const GROUP: i64 = -1_001_000_000_042;

/// A basic group with the same people, as groups are before they grow.
pub const SMALL_GROUP: i64 = -5042;

/// The people every stage has: who, id, username, language.
pub const PEOPLE: [(&str, i64, Option<&str>, &str); 4] = [
    ("Ada", 1001, Some("ada_brook"), "en"),
    ("Lei", 1002, Some("li_lei"), "zh-hans"),
    ("Nico", 1003, None, "de"),
    // Administers the group beside Ada, who made it.
    ("Olga", 1004, Some("olga"), "en"),
];

/// How updates reach the bot.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Line {
    Polling,
    Webhook,
}

pub struct Stage {
    pub emulator: Running,
    pub folder: TempDir,
    /// Further variables of the bot's environment.
    pub variables: Vec<(&'static str, String)>,
    bot: Option<Child>,
}

impl Stage {
    /// The emulator with its people and the group, and the bot at work: updates come in this way, and these variables stand
    /// in its environment.
    pub async fn with(line: Line, variables: Vec<(&'static str, String)>) -> Stage {
        Stage::with_crowd(line, variables, 0).await
    }

    /// The same with so many more people in the group: the ids of [`of_crowd`].
    pub async fn with_crowd(line: Line, mut variables: Vec<(&'static str, String)>, crowd: usize) -> Stage {
        let emulator = Emulator::start(Config { seed: seed(crowd), record_to: record(), ..Config::default() }).await;
        let emulator = emulator.expect("a free port");
        if line == Line::Webhook {
            let listen = free_address();
            variables.push(("WEBHOOK_URL", format!("http://{listen}/hook")));
            variables.push(("WEBHOOK_LISTEN", listen));
        }
        let mut stage = Stage { emulator, folder: TempDir::new().expect("a folder"), variables, bot: None };
        stage.raise();
        stage
    }

    /// Starts the bot.
    pub fn raise(&mut self) {
        assert!(self.bot.is_none(), "the bot runs already");
        let log = std::fs::OpenOptions::new().create(true).append(true).open(self.folder.path().join("log"));
        let child = Command::new(env!("CARGO_BIN_EXE_doushou"))
            .arg("run")
            .current_dir(self.folder.path())
            .env("TELOXIDE_TOKEN", self.emulator.token())
            .env("TELOXIDE_API_URL", self.emulator.url())
            .env("DOUSHOU_DATA", self.folder.path().join("data"))
            .env("DOUSHOU_GROUP_REQUESTS_PER_MINUTE", "100000")
            .env("DOUSHOU_PRIVATE_REQUESTS_PER_MINUTE", "100000")
            .env("DOUSHOU_COMMANDS_PER_MINUTE", "1000")
            .env("DOUSHOU_PRESSES_PER_MINUTE", "100000")
            .env("METRICS_LISTEN", "off")
            .env("RUST_LOG", "warn,doushou=debug")
            .envs(self.variables.iter().cloned())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log.expect("a log"))
            .spawn();
        self.bot = Some(child.expect("the program starts"));
    }

    /// Kills the bot without warning.
    pub fn kill(&mut self) {
        let mut bot = self.bot.take().expect("the bot runs");
        bot.kill().expect("it can be killed");
        bot.wait().expect("it ends");
    }

    /// Asks the bot to end, as a service manager does, and waits for it.
    #[cfg(unix)]
    pub fn terminate(&mut self, patience: Duration) -> std::process::ExitStatus {
        let mut bot = self.bot.take().expect("the bot runs");
        let asked = Command::new("kill").args(["-TERM", &bot.id().to_string()]).status();
        assert!(asked.is_ok_and(|status| status.success()), "it can be asked");
        let deadline = std::time::Instant::now() + patience;
        loop {
            if let Some(status) = bot.try_wait().expect("its status") {
                return status;
            }
            if std::time::Instant::now() > deadline {
                let _ = bot.kill();
                panic!("the bot did not end in {patience:?}:\n{}", self.log());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// What the bot logged.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// Does something; panics with the emulator's sentence if it cannot be done.
    pub fn act(&self, act: Act) -> Value {
        let told = format!("{act:?}");
        self.emulator.act(act).unwrap_or_else(|error| panic!("{told}: {error}"))
    }

    /// Waits until something is found; panics with what the chat shows if it never is.
    pub async fn until<T>(&self, chat: i64, what: &str, found: impl FnMut(&World) -> Option<T>) -> T {
        match self.emulator.until(PATIENCE, found).await {
            Some(found) => found,
            None => panic!("{what}: not within {PATIENCE:?}\n{}\nlog:\n{}", self.transcript(chat), self.log()),
        }
    }

    /// The end of a chat, for the messages of failing tests.
    pub fn transcript(&self, chat: i64) -> String {
        self.emulator.look(|world| {
            let messages = world.chats.get(&chat).map(|chat| chat.messages.values().rev().take(8).collect::<Vec<_>>());
            messages.unwrap_or_default().into_iter().rev().map(describe).collect::<Vec<_>>().join("\n")
        })
    }

    /// Everything the bot sent was right by the Bot API's own rules.
    pub fn assert_clean(&self) {
        let (violations, unknown) = self.emulator.look(|world| {
            let violations: Vec<String> =
                world.record.violations.iter().map(|found| format!("{}: {}", found.method, found.what)).collect();
            (violations, world.record.unknown_methods.clone())
        });
        assert!(violations.is_empty(), "the bot broke rules of the Bot API:\n{}", violations.join("\n"));
        assert!(unknown.is_empty(), "the bot called unknown methods: {unknown:?}");
        let log = self.log();
        let faults: Vec<&str> =
            log.lines().filter(|line| line.contains("ERROR") || line.contains("panicked")).collect();
        assert!(faults.is_empty(), "the bot logged faults:\n{}", faults.join("\n"));
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if let Some(mut bot) = self.bot.take() {
            let _ = bot.kill();
            let _ = bot.wait();
        }
    }
}

/// An address of this machine on which nobody listens just now.
pub fn free_address() -> String {
    let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    free.expect("a free port").to_string()
}

/// The id of one of [`PEOPLE`].
pub fn person(name: &str) -> i64 {
    PEOPLE.iter().find(|(known, ..)| *known == name).unwrap_or_else(|| panic!("nobody is called {name}")).1
}

/// The messages of the bot in a place, newest first.
pub fn of_bot(world: &World, chat: i64, topic: Option<i64>) -> impl Iterator<Item = &Message> {
    let messages = world.chats.get(&chat).into_iter().flat_map(|chat| chat.messages.values().rev());
    messages.filter(move |message| message.author == Author::Bot && message.topic == topic)
}

/// A message's text or caption.
pub fn words(message: &Message) -> &str {
    message.body.words().map_or("", |words| &words.text)
}

/// Whether it has a picture of a board.
pub fn is_board(message: &Message) -> bool {
    matches!(message.body, Body::Media { kind: MediaKind::Photo, .. })
}

/// The labels and data of a message's buttons.
pub fn buttons(message: &Message) -> impl Iterator<Item = (&str, &str)> {
    message.keyboard.iter().flatten().map(|button| {
        (button["text"].as_str().unwrap_or_default(), button["callback_data"].as_str().unwrap_or_default())
    })
}

fn describe(message: &Message) -> String {
    let labels: Vec<&str> = buttons(message).map(|(label, _)| label).collect();
    let kind = if is_board(message) { "board" } else { "text" };
    let (id, topic, author) = (message.id, message.topic, &message.author);
    format!("  {id} in {topic:?}, {author:?}, {kind}: {} {labels:?}", words(message))
}

/// Where the requests are recorded for the check against the published Bot API, if that is wanted.
fn record() -> Option<std::path::PathBuf> {
    std::env::var_os("DOUSHOU_RECORD").map(Into::into)
}

/// Somebody of a crowd, counted from 0: id and name.
pub fn of_crowd(number: usize) -> (i64, String) {
    (3001 + number as i64, format!("P{:02}", number + 1))
}

fn seed(crowd: usize) -> Seed {
    let person = |(name, id, username, language): (String, i64, Option<&str>, &str)| Person {
        id,
        first_name: name,
        last_name: None,
        username: username.map(str::to_owned),
        language_code: Some(language.to_owned()),
        is_bot: false,
        started: false,
        blocked: false,
        deactivated: false,
    };
    let crowd: Vec<(i64, String)> = (0..crowd).map(of_crowd).collect();
    let known = PEOPLE.iter().map(|&(name, id, username, language)| (name.to_owned(), id, username, language));
    let more = crowd.iter().map(|(id, name)| (name.clone(), *id, None, "en"));
    let people: Vec<Person> = known.chain(more).map(person).collect();
    let members = || {
        let known = PEOPLE.iter().map(|&(name, id, ..)| match name {
            "Olga" => NewMember::As {
                id,
                standing: Standing::Administrator { rights: Default::default(), is_anonymous: false },
            },
            _ => NewMember::Id(id),
        });
        known.chain(crowd.iter().map(|(id, _)| NewMember::Id(*id))).collect()
    };
    Seed {
        people,
        chats: vec![
            NewChat {
                id: GROUP,
                title: "Jungle".to_owned(),
                members: members(),
                bot: Some(Standing::Member),
                announce: true,
                ..NewChat::default()
            },
            NewChat {
                id: SMALL_GROUP,
                kind: ChatKind::Group,
                title: "Small jungle".to_owned(),
                members: members(),
                bot: Some(Standing::Member),
                ..NewChat::default()
            },
        ],
    }
}
