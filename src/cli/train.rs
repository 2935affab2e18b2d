//! `doushou train`: fits the evaluation of the 7×9 family to games that `doushou arena` has kept.

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use serde::Deserialize;

use super::fail;
use crate::ai::training::{self, Sample};
use crate::rules::{Outcome, Ply, Seat, Setup};

#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Files of games, as `arena --records` writes them
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// How many rounds of gradient descent
    #[arg(long, default_value_t = 400)]
    rounds: u32,
    /// Where the weights are written to
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// What is needed of a game's record.
#[derive(Debug, Deserialize)]
struct Record {
    rules: String,
    first: String,
    fen: Option<String>,
    opening: usize,
    plies: String,
    winner: Option<String>,
    why: String,
}

/// How often the error is told.
const TOLD: u32 = 50;

pub fn run(args: Args) -> ExitCode {
    match train(&args, io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(1, &error),
    }
}

fn train(args: &Args, mut output: impl Write) -> Result<(), Box<dyn Error>> {
    let mut games = Vec::new();
    let mut setup = None;
    for path in &args.games {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        for (line, text) in (1..).zip(text.lines()) {
            let wrong = |error: Box<dyn Error>| format!("{}, line {line}: {error}", path.display());
            let (rules, samples) = read(text).map_err(wrong)?;
            let setup = *setup.get_or_insert(rules);
            if rules != setup {
                return Err(wrong(format!("this game is one of {rules}, the first one of {setup}").into()).into());
            }
            games.extend(samples);
        }
    }
    let setup = setup.ok_or("there is no game to learn from")?;
    let positions: usize = games.iter().map(Vec::len).sum();
    writeln!(output, "{} games, {positions} positions", games.len())?;
    let mut told = Ok(());
    let weights = training::fit(&setup, &games, args.rounds, &mut |progress| {
        if progress.round % TOLD == 0 && told.is_ok() {
            let training::Progress { round, learned, others } = progress;
            told = writeln!(output, "round {round}: error {learned:.5}, in games held back {others:.5}");
        }
    });
    told?;
    let weights = weights.ok_or_else(|| format!("{} has no evaluation of this kind", setup.variant()))?;
    fs::write(&args.output, weights).map_err(|error| format!("{}: {error}", args.output.display()))?;
    Ok(())
}

/// The rules of a game, and its samples; none if it began elsewhere or a program failed.
type Read = (Setup, Option<Vec<Sample>>);

fn read(text: &str) -> Result<Read, Box<dyn Error>> {
    let record: Record = serde_json::from_str(text)?;
    let setup: Setup = record.rules.parse()?;
    if record.fen.is_some() || record.why == "fault" {
        return Ok((setup, None));
    }
    let plies: Vec<Ply> = record.plies.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    let outcome = match record.winner {
        None => Outcome::Draw,
        Some(winner) => Outcome::Win(if winner == record.first { Seat::First } else { Seat::Second }),
    };
    Ok((setup, Some(training::samples(&setup, &plies, record.opening, outcome))))
}
