//! `doushou arena`: matches between two programs that speak the engine protocol, or two settings of this one.
//!
//! Every opening is played twice, each program once with each seat. In reading order: `opening` where games begin, `limit` how
//! long a move may take, `game` how one is played, `standing` what a match shows, `record` what is kept, `program` the players.

mod game;
mod limit;
mod opening;
mod program;
mod record;
mod standing;

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use super::rule_set::RuleArgs;
use super::{EXIT_START, fail};
use crate::rules::{Setup, scramble};
use crate::tables::Library;
use game::{Adjudication, Played, Side, Why};
use limit::Limit;
use opening::Opening;
use program::{Program, Recipe};
use record::Record;
use standing::{Sprt, Standing, Verdict};

#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The command that starts program one; without it, this program's engine
    #[arg(long, value_name = "COMMAND")]
    one: Option<String>,
    /// The command that starts program two; without it, this program's engine
    #[arg(long, value_name = "COMMAND")]
    two: Option<String>,
    /// An option of program one, such as Level=tiger; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    option_one: Vec<String>,
    /// An option of program two
    #[arg(long, value_name = "NAME=VALUE")]
    option_two: Vec<String>,
    /// How long a move may take: movetime=300 (milliseconds), nodes=20000, or depth=8
    #[arg(long, default_value = "nodes=20000")]
    limit: Limit,
    /// The same for program two, if it is to differ
    #[arg(long, value_name = "LIMIT")]
    limit_two: Option<Limit>,
    /// The most games; every opening is played twice
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    /// A file of openings, a line each as after the protocol's `position`; without it, random ones
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Plies of a random opening
    #[arg(long, default_value_t = 4)]
    plies: u16,
    /// What random openings and face-down cards depend on
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stop when it is clear whether one is stronger by the first or the second of two differences in Elo, such as 0,10
    #[arg(long, value_name = "ELO,ELO", value_parser = read_sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// A game of so many plies after its opening is a draw
    #[arg(long, default_value_t = 400, value_name = "PLIES")]
    longest: u16,
    /// End games where endgame tables know who wins; they do not know 7-3, 17-5 and repetition
    #[arg(long)]
    adjudicate: bool,
    /// The folder of tables for four animals; without it those of three are used
    #[arg(long, value_name = "DIR", requires = "adjudicate")]
    tables: Option<PathBuf>,
    /// How many games are played at once
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// How many milliseconds more than its time (or without one) a move may take before the game is lost
    #[arg(long, default_value_t = 60_000, value_name = "MS")]
    patience: u64,
    /// The file that every game is added to, a JSON object in a line
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    #[command(flatten)]
    rules: RuleArgs,
}

fn read_sprt(text: &str) -> Result<Sprt, String> {
    let numbers =
        text.split_once(',').and_then(|(least, most)| Some((least.trim().parse().ok()?, most.trim().parse().ok()?)));
    match numbers {
        Some((least, most)) if least < most => Ok(Sprt { least, most }),
        _ => Err(format!("'{text}' is not two differences in Elo, the smaller first: write 0,10")),
    }
}

pub fn run(args: Args) -> ExitCode {
    let contest = match Contest::new(&args) {
        Ok(contest) => contest,
        Err(error) => return fail(EXIT_START, &error),
    };
    let names = match contest.greet() {
        Ok(names) => names,
        Err(error) => return fail(EXIT_START, &error),
    };
    match contest.hold(&names, io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(1, &error),
    }
}

/// A match as it was asked for.
struct Contest {
    setup: Setup,
    recipes: [Recipe; 2],
    openings: Vec<Opening>,
    pairs: usize,
    seed: u64,
    sprt: Option<Sprt>,
    adjudication: Adjudication,
    concurrency: u16,
    records: Option<File>,
}

impl Contest {
    fn new(args: &Args) -> Result<Contest, Box<dyn Error>> {
        let setup = args.rules.setup()?;
        let patience = Duration::from_millis(args.patience);
        let recipe = |command: &Option<String>, options: &[String], limit| -> Result<Recipe, Box<dyn Error>> {
            Ok(Recipe { command: command_of(command)?, options: pairs_of(options)?, limit, patience, setup })
        };
        let one = recipe(&args.one, &args.option_one, args.limit)?;
        let two = recipe(&args.two, &args.option_two, args.limit_two.unwrap_or(args.limit))?;
        let pairs = args.games.div_ceil(2) as usize;
        let named = |path: &PathBuf, error: &dyn Error| format!("{}: {error}", path.display());
        let openings = match &args.openings {
            None => opening::random(&setup, pairs, args.plies.into(), args.seed),
            Some(path) => {
                let text = fs::read_to_string(path).map_err(|error| named(path, &error))?;
                opening::read(&text, &setup).map_err(|error| named(path, &error))?
            }
        };
        let tables = match (&setup, args.adjudicate) {
            (Setup::Jungle(rules), true) => Some(Arc::new(Library::new(args.tables.clone()).load(rules))),
            _ => None,
        };
        let open =
            |path: &PathBuf| File::options().create(true).append(true).open(path).map_err(|error| named(path, &error));
        Ok(Contest {
            setup,
            recipes: [one, two],
            openings,
            pairs,
            seed: args.seed,
            sprt: args.sprt,
            adjudication: Adjudication { longest: args.longest.into(), tables },
            concurrency: args.concurrency,
            records: args.records.as_ref().map(open).transpose()?,
        })
    }

    /// The names of the programs, if they can be started.
    fn greet(&self) -> Result<[String; 2], String> {
        let greet = |side: Side| {
            let begun = Program::new(self.recipes[side as usize].clone()).begin_game();
            begun.map_err(|fault| format!("program {side} {fault}"))
        };
        Ok([greet(Side::One)?, greet(Side::Two)?])
    }

    /// Plays the games, and tells how it stands after each pair.
    fn hold(mut self, names: &[String; 2], mut output: impl Write) -> Result<(), Box<dyn Error>> {
        for side in Side::BOTH {
            writeln!(output, "{side}: {}, {}", names[side as usize], self.recipes[side as usize].limit)?;
        }
        let records = self.records.take();
        let (contest, next, stop) = (&self, &AtomicUsize::new(0), &AtomicBool::new(false));
        let (results, pairs) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..contest.concurrency {
                let results = results.clone();
                scope.spawn(move || contest.work(next, stop, &results));
            }
            drop(results);
            let told = contest.tell(pairs, records, &mut output);
            stop.store(true, Ordering::Relaxed);
            told
        })
    }

    /// Plays pairs of games as long as there are any.
    fn work(&self, next: &AtomicUsize, stop: &AtomicBool, results: &Sender<Pair>) {
        let mut programs = self.recipes.clone().map(Program::new);
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.pairs {
                return;
            }
            let games = Side::BOTH.map(|first| self.play(number, first, &mut programs));
            if results.send(Pair { number, games }).is_err() {
                return;
            }
        }
    }

    fn play(&self, number: usize, first: Side, programs: &mut [Program; 2]) -> Played {
        for (side, program) in Side::BOTH.into_iter().zip(&mut *programs) {
            if let Err(fault) = program.begin_game() {
                let (winner, why) = (Some(side.other()), Why::Fault(side, fault));
                return Played { first, plies: Vec::new(), scores: Vec::new(), winner, why };
            }
        }
        let [one, two] = programs;
        let seed = scramble(self.seed ^ scramble(number as u64));
        game::play(self.opening(number), first, [one, two], &self.adjudication, seed)
    }

    fn opening(&self, number: usize) -> &Opening {
        &self.openings[number % self.openings.len()]
    }

    /// Counts and keeps the games until there are enough.
    fn tell(
        &self,
        results: mpsc::Receiver<Pair>,
        mut records: Option<File>,
        output: &mut impl Write,
    ) -> Result<(), Box<dyn Error>> {
        let mut standing = Standing::default();
        let mut faults = 0;
        for (count, pair) in (1..).zip(results) {
            let Pair { number, games } = pair;
            for played in &games {
                faults += u64::from(matches!(played.why, Why::Fault(..)));
                if let Some(file) = &mut records {
                    let record = Record::new(number + 1, &self.setup, self.opening(number), played);
                    writeln!(file, "{}", serde_json::to_string(&record)?)?;
                }
            }
            standing.add(games.each_ref().map(Played::point));
            let [ahead, behind] = &games;
            writeln!(
                output,
                "pair {count} of {}: {ahead}, {behind}: {standing}{}",
                self.pairs,
                self.evidence(&standing)
            )?;
            output.flush()?;
            if self.sprt.is_some_and(|sprt| sprt.verdict(&standing).is_some()) {
                break;
            }
        }
        writeln!(output, "{} games: {standing}{}", standing.games(), self.evidence(&standing))?;
        writeln!(output, "faults {faults}")?;
        Ok(())
    }

    /// What the sequential test says, if there is one.
    fn evidence(&self, standing: &Standing) -> String {
        let Some(sprt) = self.sprt else { return String::new() };
        let verdict = match sprt.verdict(standing) {
            None => String::new(),
            Some(Verdict::Least) => format!(": not stronger by {}", sprt.most),
            Some(Verdict::Most) => format!(": stronger by more than {}", sprt.least),
        };
        format!(", ratio {:+.2} of ±{:.2}{verdict}", sprt.ratio(standing), Sprt::bar())
    }
}

/// Both games of an opening.
struct Pair {
    number: usize,
    games: [Played; 2],
}

/// The words of a command, or this program's engine.
fn command_of(command: &Option<String>) -> io::Result<Vec<String>> {
    match command {
        Some(command) => Ok(command.split_whitespace().map(str::to_owned).collect()),
        None => Ok(vec![std::env::current_exe()?.to_string_lossy().into_owned(), "engine".to_owned()]),
    }
}

fn pairs_of(options: &[String]) -> Result<Vec<(String, String)>, String> {
    let pair = |option: &String| {
        let (name, value) =
            option.split_once('=').ok_or_else(|| format!("'{option}' is not an option: write NAME=VALUE"))?;
        Ok((name.trim().to_owned(), value.trim().to_owned()))
    };
    options.iter().map(pair).collect()
}
