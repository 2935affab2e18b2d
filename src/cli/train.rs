//! `doushou train`: learns from games that `doushou arena` has kept how positions of the 7×9 family are judged.

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use serde::Deserialize;

use super::fail;
use crate::ai::Score;
use crate::ai::training::{self, Games, Progress};
use crate::rules::{Outcome, Ply, Seat, Setup};

#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Clone, Debug, clap::Subcommand)]
enum What {
    /// Fit the weights of the evaluation to the games' results
    Weights {
        #[command(flatten)]
        files: Files,
        /// How many rounds of gradient descent
        #[arg(long, default_value_t = 400)]
        rounds: u32,
    },
    /// Train the network that corrects the evaluation, on results and on what the players thought
    Network {
        #[command(flatten)]
        files: Files,
        /// How often every position is learned from
        #[arg(long, default_value_t = 20)]
        rounds: u32,
        /// What the network's beginning and the order of the positions depend on
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

#[derive(Clone, Debug, clap::Args)]
struct Files {
    /// Files of games, as `arena --records` writes them
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Where what was learned is written to
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
    #[serde(default)]
    scores: Vec<Option<i32>>,
    winner: Option<String>,
    why: String,
}

/// The error is told so many times.
const TOLD: u32 = 8;

pub fn run(args: Args) -> ExitCode {
    match train(&args.what, io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(1, &error),
    }
}

fn train(what: &What, mut output: impl Write) -> Result<(), Box<dyn Error>> {
    let (What::Weights { files, rounds } | What::Network { files, rounds, .. }) = what;
    let (setup, games) = read_all(&files.games)?;
    writeln!(output, "{} games, {} positions", games.len(), games.positions())?;
    let mut told = Ok(());
    let mut report = |Progress { round, learned, others }| {
        let is_told = round % rounds.div_ceil(TOLD).max(1) == 0 || round == *rounds;
        if is_told && told.is_ok() {
            told = writeln!(output, "round {round}: error {learned:.5}, in games held back {others:.5}");
        }
    };
    let learned = match what {
        What::Weights { .. } => training::fit(&setup, &games, *rounds, &mut report).map(String::into_bytes),
        What::Network { seed, .. } => training::train(&setup, &games, *rounds, *seed, &mut report),
    };
    told?;
    let learned = learned.ok_or_else(|| format!("{} has no evaluation of this kind", setup.variant()))?;
    fs::write(&files.output, learned).map_err(|error| format!("{}: {error}", files.output.display()))?;
    Ok(())
}

/// A game to learn from.
struct Game {
    plies: Vec<Ply>,
    scores: Vec<Option<Score>>,
    opening: usize,
    outcome: Outcome,
}

/// The games of all files, and their rules.
fn read_all(paths: &[PathBuf]) -> Result<(Setup, Games), Box<dyn Error>> {
    let (mut games, mut setup) = (Games::default(), None);
    for path in paths {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut found = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            let wrong = |error: Box<dyn Error>| format!("{}, line {line}: {error}", path.display());
            let (rules, game) = read(text).map_err(wrong)?;
            let setup = *setup.get_or_insert(rules);
            if rules != setup {
                return Err(wrong(format!("this game is one of {rules}, the first one of {setup}").into()).into());
            }
            found.extend(game.map(|game| (text, rules, game)));
        }
        // Games that are played at once are kept as they end, which is up to the machine.
        found.sort_by_key(|(text, ..)| *text);
        for (_, rules, Game { plies, scores, opening, outcome }) in found {
            games.add(&rules, &plies, &scores, opening, outcome);
        }
    }
    Ok((setup.ok_or("there is no game to learn from")?, games))
}

/// The rules of a game, and the game, unless it began elsewhere or a program failed.
fn read(text: &str) -> Result<(Setup, Option<Game>), Box<dyn Error>> {
    let record: Record = serde_json::from_str(text)?;
    let setup: Setup = record.rules.parse()?;
    if record.fen.is_some() || record.why == "fault" {
        return Ok((setup, None));
    }
    let plies = record.plies.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    let outcome = match record.winner {
        None => Outcome::Draw,
        Some(winner) => Outcome::Win(if winner == record.first { Seat::First } else { Seat::Second }),
    };
    let scores = record.scores.into_iter().map(|score| score.map(Score)).collect();
    Ok((setup, Some(Game { plies, scores, opening: record.opening, outcome })))
}
