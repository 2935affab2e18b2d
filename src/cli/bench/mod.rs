//! `doushou bench`: how fast it is. Fixed positions searched to a fixed depth; `bench chat`: the whole bot under load;
//! `bench start`: a store with many games.

mod chat;
pub mod players;
mod start;

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use super::{EXIT_START, fail, written};
use crate::ai::{self, Habits, Limits, TranspositionTable};
use crate::rules::{Setup, State};

#[derive(Clone, Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    /// How many plies deep
    #[arg(default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Clone, Debug, clap::Subcommand)]
enum What {
    /// Many games at once through emulator, bot, store and renderer: updates a second, and how long until they are seen
    Chat(chat::Args),
    /// Open a store with many games in it
    Start(start::Args),
}

/// A rule set, and positions under it from all phases of the game. Other games than the 7×9 family are searched less deep.
const POSITIONS: &[(&str, &str)] = &[
    ("jungle", "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r"),
    ("jungle", "l5t/1d3c1/2p1w1e/2r4/2R4/7/E1W1P2/1C3D1/T5L r"),
    ("jungle", "5e1/pd3w1/1l2t2/r6/6c/E6/TCR4/4DP1/1W2L2 r"),
    ("jungle", "6l/3e3/1r5/7/3L3/5R1/1T5/3E3/6t r"),
    ("jungle", "6t/3d3/4w2/7/3L3/7/2P4/3C3/7 b"),
    ("fields", "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r"),
    ("flip", "?R?l/?e2/2T?/?W?1 1 rb LDrptw 0"),
    ("dalian", "?R?l/?e2/2T?/?W?1 2 br LDrptw b3 Cc/d 0"),
    ("pet", "dwptle/2rc2/6/6/2CR2/ELTPWD r"),
    ("primitive", "dwptle/6/6/6/6/ELTPWD r"),
    ("pattern", "l5t/1d3b1/s1p1w1e/7/7/7/E1W1P1S/1B3D1/T5L r"),
    ("king", "l2k2t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T2K2L r"),
    ("mecha", "7/1gm1un1/3a3/7/7/3A3/7/1NU1MG1/7 r -/- b2=3,d7=4~2! 7/1bb1bb1/3b3/7/7/3r3/7/1rr1rr1/7 20"),
];

/// A game outside the 7×9 family is searched to this part of the depth.
const OTHERS: u32 = 3;

/// Megabytes of the table, which starts empty in every position.
const TABLE: usize = 16;

pub fn run(args: Args) -> ExitCode {
    match args.what {
        Some(What::Chat(args)) => return chat::run(args),
        Some(What::Start(args)) => return start::run(args),
        None => {}
    }
    match positions() {
        Ok(positions) => written(search_all(&positions, args.depth, io::stdout())),
        Err(error) => fail(1, &error),
    }
}

/// One of [`POSITIONS`], with its two texts.
type Position = (&'static str, &'static str, State);

fn positions() -> Result<Vec<Position>, Box<dyn Error>> {
    POSITIONS.iter().map(|&(rules, fen)| Ok((rules, fen, rules.parse::<Setup>()?.from_fen(fen)?))).collect()
}

/// Searches them all, and says what it finds; the errors are those of writing.
fn search_all(positions: &[Position], depth: u32, mut output: impl Write) -> io::Result<()> {
    let started = Instant::now();
    let mut signature = 0;
    for (rules, fen, state) in positions {
        let depth = if matches!(state, State::Jungle(_)) { depth } else { depth.div_ceil(OTHERS) };
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let table = TranspositionTable::new(TABLE);
        if let Some(thought) = ai::think(state, &table, &limits, &Habits::default(), None, &mut |_| ()) {
            writeln!(output, "{fen} {rules}: {} {} nodes {}", thought.best, thought.score, thought.nodes)?;
            signature += thought.nodes;
        }
    }
    writeln!(output, "signature {signature} nps {}", ai::per_second(signature, started.elapsed()))
}

/// The folder of a store that is thrown away afterwards: this one, which must not exist, or a new one.
fn scratch(data: Option<&Path>) -> Result<PathBuf, ExitCode> {
    match data {
        Some(folder) if folder.exists() => {
            Err(fail(EXIT_START, &format!("{} exists: name a folder that does not", folder.display())))
        }
        Some(folder) => Ok(folder.to_owned()),
        None => Ok(std::env::temp_dir().join(format!("doushou-bench-{}", std::process::id()))),
    }
}

/// Resident memory of this process and its peak, in megabytes; only Linux says so.
fn memory() -> Option<(u64, u64)> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let kilobytes = |key: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(key))?;
        line.trim().split(' ').next()?.parse::<u64>().ok()
    };
    Some((kilobytes("VmRSS:")? / 1024, kilobytes("VmHWM:")? / 1024))
}
