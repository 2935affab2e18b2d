//! `doushou demo`: a local chat in the browser, with the real bot in it.
//!
//! The bot speaks HTTP with the emulator just as it does with Telegram: only the address differs.

use std::path::PathBuf;
use std::process::ExitCode;

use super::serve::{ServeError, configure, serve, start, stopped};
use super::{EXIT_START, fail};
use crate::config::{Config, TelegramConfig};
use crate::emulator::world::Seed;
use crate::emulator::{self, Emulator};
use crate::people::Limits;
use crate::store::Store;

/// Where the page is served unless told otherwise.
const PORT: u16 = 8420;
/// Who the bot is in the saved chats, at every start.
const BOT_ID: u64 = 4_200_000_001;

#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The port of the page on this machine; 0 takes any free one
    #[arg(long, default_value_t = PORT)]
    port: u16,
    /// The folder of the games and settings; the demo keeps its own in `demo` below it [env: DOUSHOU_DATA; default: data]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Append every request of the bot to this file, a JSON object a line
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

pub fn run(args: Args) -> ExitCode {
    match configure(args.data) {
        Ok(config) => open(config, args.port, args.record),
        Err(code) => code,
    }
}

/// The demo as plain `doushou` opens it when there is no token.
pub(super) fn without_token(config: Config) -> ExitCode {
    open(config, PORT, None)
}

fn open(mut config: Config, port: u16, record: Option<PathBuf>) -> ExitCode {
    // Games of the demo never mix with those of a bot that serves Telegram.
    let folder = config.data.join("demo");
    config.data = folder.join("bot");
    // Nobody looks after a demo, and the port may be that of a bot that serves Telegram.
    config.metrics = None;
    // Nobody else's server is spared here.
    config.limits =
        Limits { group_requests_per_minute: usize::MAX, private_requests_per_minute: usize::MAX, ..config.limits };
    start(async {
        // First: another demo on the same folder holds it, and then the chats are not ours to read either.
        let store = match Store::open(&config.data) {
            Ok(store) => store,
            Err(error) => return ServeError::from(error).report(),
        };
        let world = emulator::Config {
            port,
            // Drawn anew at every start, so that nobody but this bot can know it.
            token: format!("{BOT_ID}:{:032x}", rand::random::<u128>()),
            seed: Seed::demo(),
            folder: Some(folder.join("chats")),
            record_to: record,
            ..emulator::Config::default()
        };
        let emulator = match Emulator::start(world).await {
            Ok(emulator) => emulator,
            Err(error) => return fail(EXIT_START, &error),
        };
        println!("Open {} in a browser: a group chat with the bot is waiting. Ctrl-C ends it.", emulator.url());
        let served = match TelegramConfig::at(&emulator.url(), emulator.token()) {
            Ok(api) => serve(&config, &api, store, stopped()).await,
            Err(error) => Err(ServeError::from(error)),
        };
        emulator.stop().await;
        match served {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => error.report(),
        }
    })
}
