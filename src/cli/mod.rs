//! The command line: one file per subcommand.
//!
//! Exit codes: 0 done; 1 it went wrong while running; 2 it could not start (usage, settings, store, port), with a sentence.

mod arena;
pub mod bench;
mod demo;
pub mod engine;
mod health;
mod healthcheck;
mod perft;
mod render;
mod replay;
mod rule_set;
mod run;
mod serve;
mod store;
mod tables;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// It could not start.
pub(crate) const EXIT_START: u8 = 2;

/// A Telegram bot that referees Dou Shou Qi (斗兽棋, Jungle, Animal Chess).
#[derive(Debug, Parser)]
#[command(name = "doushou", version, about)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve Telegram (with TELOXIDE_TOKEN set), or open the local chat. This is what plain `doushou` does.
    Run(run::Args),
    /// Open a local chat in the browser, with the real bot in it and nothing to configure.
    Demo(demo::Args),
    /// Ask the bot that runs on this machine whether it is well: exit code 0 if so. It is asked at METRICS_LISTEN.
    Healthcheck(healthcheck::Args),
    /// Draw a position into a PNG file.
    Render(render::Args),
    /// Make an animation of a recorded game.
    Replay(replay::Args),
    /// Speak the engine protocol (in UCI's words) on stdin and stdout.
    Engine(engine::Args),
    /// Count the leaves of the move tree.
    Perft(perft::Args),
    /// Search fixed positions to a fixed depth: the signature changes exactly when the search does.
    Bench(bench::Args),
    /// Play a match between two programs that speak the engine protocol, or two settings of this one.
    Arena(Box<arena::Args>),
    /// Make, check and ask endgame tables.
    Tables(tables::Args),
    /// Export, import and check what the bot remembers.
    Store(store::Args),
}

impl Cli {
    /// Does what the command line says.
    pub fn execute(self) -> ExitCode {
        match self.command.unwrap_or(Command::Run(run::Args::default())) {
            Command::Run(args) => run::run(args),
            Command::Demo(args) => demo::run(args),
            Command::Healthcheck(args) => healthcheck::run(args),
            Command::Render(args) => render::run(args),
            Command::Replay(args) => replay::run(args),
            Command::Engine(args) => engine::run(args),
            Command::Perft(args) => perft::run(args),
            Command::Bench(args) => bench::run(args),
            Command::Arena(args) => arena::run(*args),
            Command::Tables(args) => tables::run(args),
            Command::Store(args) => store::run(args),
        }
    }
}

/// The end of a command that wrote to stdout. That nobody reads any more is no fault: whoever did has seen enough.
pub(crate) fn written(result: io::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => fail(1, &format!("the output could not be written: {error}")),
    }
}

/// Says on stderr why the program ends.
pub(crate) fn fail(code: u8, error: &dyn std::fmt::Display) -> ExitCode {
    eprintln!("doushou: {error}");
    ExitCode::from(code)
}
