//! `doushou bench chat`: many games at once through emulator, bot, store and renderer, all in this process.
//!
//! In every chat two people play by pressing buttons, each game a move every so many seconds. A press is timed from the
//! moment the emulator has it to the moment the request that edits or sends a board of that chat reaches the emulator.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use serde::Deserialize;
use tokio::sync::oneshot;
use tokio::time::{sleep, sleep_until};

use super::players::Pair;
use super::{memory, scratch};
use crate::cli::fail;
use crate::cli::serve::{configure, serve, start};
use crate::config::{Config, TelegramConfig};
use crate::emulator::world::people::{Person, Standing};
use crate::emulator::world::{NewChat, NewMember, Seed, unix_millis};
use crate::emulator::{self, Emulator, Running};
use crate::people::{House, Limits};
use crate::store::Store;

#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Games at once, each in a group of its own
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// Moves a second, of all games together
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    moves: u32,
    /// How long to measure, after the games have begun
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    minutes: u64,
    /// The folder of the store, which is removed afterwards; by default a new one for temporary files
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// The first group and the first person.
const GROUP: i64 = -1_002_000_000_000;
const PERSON: i64 = 1_000_000;
/// So many pairs whose boards have not followed are passed over, then a press is left out: the bot is too slow.
const PASSED_OVER: usize = 64;
/// The game begins in so many chats a second.
const BEGINNINGS: u32 = 50;
/// How often is looked for requests that have come.
const LOOK: Duration = Duration::from_millis(20);
/// How often is said how it goes.
const REPORT: Duration = Duration::from_secs(15);
/// A chat whose board has not followed is waited for so long, at the end and at the beginning.
const PATIENCE: Duration = Duration::from_secs(60);

pub fn run(args: Args) -> ExitCode {
    let config = match configure(None) {
        Ok(config) => config,
        Err(code) => return code,
    };
    let folder = match scratch(args.data.as_deref()) {
        Ok(folder) => folder,
        Err(code) => return code,
    };
    let config = Config {
        data: folder.clone(),
        metrics: None,
        house: House::default(),
        limits: Limits {
            group_requests_per_minute: usize::MAX,
            commands_per_minute: 1_000_000,
            chat_commands_per_minute: 1_000_000,
            presses_per_minute: 1_000_000,
            ..Limits::default()
        },
        ..config
    };
    start(async {
        let code = match measure(&args, config).await {
            Ok(()) => ExitCode::SUCCESS,
            Err(why) => fail(1, &why),
        };
        if let Err(error) = fs::remove_dir_all(&folder) {
            eprintln!("{} could not be removed: {error}", folder.display());
        }
        code
    })
}

async fn measure(args: &Args, config: Config) -> Result<(), String> {
    // What the emulator remembers for its page and for tests would be most of the memory.
    let seed = seed(args.games);
    let world = emulator::Config { seed, history: 6, calls: 400, spare: 0, ..emulator::Config::default() };
    let emulator = Emulator::start(world).await.map_err(|error| error.to_string())?;
    let api = TelegramConfig::at(&emulator.url(), emulator.token()).map_err(|error| error.to_string())?;
    let store = Store::open(&config.data).map_err(|error| error.to_string())?;
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = tokio::spawn(async move {
        // It stops when told to, or when nobody is left to tell.
        serve(&config, &api, store, async { _ = stopped.await }).await.map_err(|error| error.to_string())
    });
    let played = play(args, &emulator).await;
    drop(stop);
    let served = serving.await.map_err(|error| error.to_string())?;
    emulator.stop().await;
    served.and(played)
}

/// A pair of people and a group for every game.
fn seed(games: u32) -> Seed {
    let games = i64::from(games);
    let person = |id| Person {
        id,
        first_name: format!("Player {id}"),
        last_name: None,
        username: None,
        language_code: Some("en".to_owned()),
        is_bot: false,
        started: false,
        blocked: false,
        deactivated: false,
    };
    let chat = |n: i64| NewChat {
        id: GROUP - n,
        title: format!("Table {n}"),
        members: people(n).map(NewMember::Id).into(),
        bot: Some(Standing::Member),
        ..NewChat::default()
    };
    Seed { people: (0..games).flat_map(people).map(person).collect(), chats: (0..games).map(chat).collect() }
}

fn people(n: i64) -> [i64; 2] {
    [PERSON + 2 * n, PERSON + 2 * n + 1]
}

/// Lets all pairs begin, then play for the time asked for, and says how it was.
async fn play(args: &Args, emulator: &Running) -> Result<(), String> {
    let mut pairs: Vec<Pair> =
        (0..args.games).map(|n| Pair::new(GROUP - i64::from(n), people(i64::from(n)), u64::from(n), false)).collect();
    let mut watch = Watch::default();
    println!("{} games begin …", args.games);
    // A challenge, an acceptance, and a first move for each.
    for step in 0..3 {
        pace(&mut pairs, emulator, &mut watch, f64::from(BEGINNINGS), u64::from(args.games)).await;
        let begun = |world: &_| pairs.iter().all(|pair| pair.is_shown(world)).then_some(());
        let patience = emulator.until(PATIENCE, begun).await;
        patience.ok_or_else(|| format!("not every game got its board in step {step} of the beginning"))?;
    }
    watch.collect(emulator);
    let (mut all, begun) = (Watch::after(&watch), Instant::now());
    let end = Duration::from_secs(args.minutes * 60);
    let mut report = Watch::after(&watch);
    while begun.elapsed() < end {
        let presses =
            u64::from(args.moves) * REPORT.as_secs().min(end.saturating_sub(begun.elapsed()).as_secs().max(1));
        let part = Instant::now();
        pace(&mut pairs, emulator, &mut report, f64::from(args.moves), presses).await;
        report
            .tell(&format!("{:4} s", begun.elapsed().as_secs()), part.elapsed())
            .map_err(|error| error.to_string())?;
        all.times.append(&mut report.times);
    }
    let time = begun.elapsed();
    let shown = |world: &_| pairs.iter().all(|pair| pair.is_shown(world)).then_some(());
    emulator.until(PATIENCE, shown).await.ok_or("not every board followed the last presses")?;
    report.collect(emulator);
    all.times.append(&mut report.times);
    all.tell("whole", time).map_err(|error| error.to_string())
}

/// Makes so many presses at so many a second, pair after pair; one whose board has not followed is passed over.
async fn pace(pairs: &mut [Pair], emulator: &Running, watch: &mut Watch, per_second: f64, presses: u64) {
    let begun = tokio::time::Instant::now();
    let (mut next, mut looked) = (0, Instant::now());
    for n in 0..presses {
        sleep_until(begun + Duration::from_secs_f64(f64::from(u32::try_from(n).unwrap_or(u32::MAX)) / per_second))
            .await;
        for _ in 0..PASSED_OVER {
            let place = next % pairs.len();
            let pair = &mut pairs[place];
            next += 1;
            if let Some(act) = emulator.look(|world| pair.next(world)) {
                watch.press(pair.chat);
                // The emulator refuses nothing of what a pair does.
                if let Err(why) = emulator.act(act) {
                    eprintln!("{why}");
                }
                break;
            }
        }
        if looked.elapsed() > LOOK {
            watch.collect(emulator);
            looked = Instant::now();
        }
    }
    sleep(LOOK).await;
    watch.collect(emulator);
}

/// Times presses.
#[derive(Default)]
struct Watch {
    /// When the press came that a chat's board has not followed yet, in Unix milliseconds.
    pressed: HashMap<i64, i64>,
    /// The last request that was looked at.
    seen: u64,
    /// Milliseconds.
    times: Vec<i64>,
}

impl Watch {
    /// One that knows which presses are on their way.
    fn after(other: &Watch) -> Watch {
        Watch { pressed: other.pressed.clone(), seen: other.seen, times: Vec::new() }
    }

    fn press(&mut self, chat: i64) {
        self.pressed.entry(chat).or_insert_with(unix_millis);
    }

    /// Takes down the requests that have come since.
    fn collect(&mut self, emulator: &Running) {
        let calls: Vec<(u64, i64, Option<i64>)> = emulator.look(|world| {
            let calls = world.record.since(self.seen);
            calls.map(|call| (call.n, call.at, board_of(&call.method, call.params.get()))).collect()
        });
        for (n, at, chat) in calls {
            self.seen = n;
            if let Some(pressed) = chat.and_then(|chat| self.pressed.remove(&chat)) {
                self.times.push(at - pressed);
            }
        }
    }

    /// Says how many were followed, how fast, and how much memory the process has.
    fn tell(&mut self, what: &str, time: Duration) -> io::Result<()> {
        self.times.sort_unstable();
        let at =
            |share: usize| self.times.get((self.times.len() * share / 100).min(self.times.len().saturating_sub(1)));
        let [p50, p90, p99] = [50, 90, 99].map(|share| at(share).copied().unwrap_or_default());
        let rate = f64::from(u32::try_from(self.times.len()).unwrap_or(u32::MAX)) / time.as_secs_f64();
        let (rss, most) = memory().unwrap_or_default();
        writeln!(
            io::stdout(),
            "{what}: {} updates, {rate:.1}/s; update to request: p50 {p50} ms, p90 {p90} ms, p99 {p99} ms; memory {rss} MB, at most {most} MB",
            self.times.len()
        )
    }
}

/// The chat whose board this request sends or edits.
fn board_of(method: &str, params: &str) -> Option<i64> {
    /// A number, or a text that is one.
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum ChatId {
        Number(i64),
        Text(String),
    }
    #[derive(Deserialize)]
    struct Params {
        chat_id: ChatId,
    }
    matches!(method, "sendPhoto" | "editMessageMedia" | "editMessageCaption").then_some(())?;
    match serde_json::from_str::<Params>(params).ok()?.chat_id {
        ChatId::Number(id) => Some(id),
        ChatId::Text(id) => id.parse().ok(),
    }
}
