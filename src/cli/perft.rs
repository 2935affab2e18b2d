//! `doushou perft`: counts the leaves of the move tree.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use super::rule_set::PositionArgs;
use super::{EXIT_START, fail, written};
use crate::ai::per_second;
use crate::rules::{State, divide, perft};

#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// How many plies deep; where cards lie face down, only moves that turn none are counted
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_DEPTH)))]
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
    /// Show each first move's share
    #[arg(long)]
    divide: bool,
}

/// Deeper trees could not be counted in a lifetime.
pub const MAX_DEPTH: u32 = 30;

pub fn run(args: Args) -> ExitCode {
    let state = match args.position.state() {
        Ok(state) => state,
        Err(error) => return fail(EXIT_START, &error),
    };
    written(writeln!(io::stdout(), "{}", report(&state, args.depth, args.divide).join("\n")))
}

/// What is printed: each first move's share if asked for, and the whole in the last line.
pub fn report(state: &State, depth: u32, shares: bool) -> Vec<String> {
    let started = Instant::now();
    let counts = if shares { divide(state, depth) } else { Vec::new() };
    let nodes = match counts.is_empty() {
        true => perft(state, depth),
        false => counts.iter().map(|(_, count)| count).sum(),
    };
    let mut lines: Vec<String> = counts.iter().map(|(mv, count)| format!("{mv}: {count}")).collect();
    lines.push(format!("nodes {nodes} nps {}", per_second(nodes, started.elapsed())));
    lines
}
