//! `doushou tables`: makes, checks and asks endgame tables.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use super::rule_set::{PositionArgs, RuleArgs};
use super::{EXIT_START, fail, written};
use crate::config::Config;
use crate::rules::jungle::{Options, Tables};
use crate::rules::{Color, Setup, State};
use crate::tables::{MOST_PIECES, Material, SetTally, Tablebase, Tally, WITH_DISTANCES, build_file, file_of};

#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Debug, clap::Subcommand)]
enum Command {
    /// Solve every set of animals and write the file; a build that was ended goes on where it was
    Build {
        #[command(flatten)]
        place: Place,
        /// The most animals on the board; four take some minutes and about 200 MB
        #[arg(long, default_value_t = WITH_DISTANCES, value_parser = pieces)]
        pieces: usize,
        /// Keep the distances of four animals too: four times the space
        #[arg(long)]
        distances: bool,
    },
    /// Derive every label anew from those after each move
    Verify {
        #[command(flatten)]
        place: Place,
        /// The most animals on the board
        #[arg(long, default_value_t = MOST_PIECES, value_parser = pieces)]
        pieces: usize,
    },
    /// Count wins, draws and losses, and show the longest wins
    Stats {
        #[command(flatten)]
        place: Place,
        /// The most animals on the board
        #[arg(long, default_value_t = MOST_PIECES, value_parser = pieces)]
        pieces: usize,
    },
    /// Say what is known of a position and of each move
    Probe {
        /// The folder of the tables [env: TABLES_PATH; without either only three animals are known]
        #[arg(long, value_name = "DIR")]
        path: Option<PathBuf>,
        #[command(flatten)]
        position: PositionArgs,
    },
}

/// Which rules' tables, and where.
#[derive(Clone, Debug, clap::Args)]
struct Place {
    /// The folder of the tables [env: TABLES_PATH; default: tables]
    #[arg(long, value_name = "DIR")]
    path: Option<PathBuf>,
    #[command(flatten)]
    rules: RuleArgs,
}

/// Where tables are built unless told otherwise.
const FOLDER: &str = "tables";

pub fn run(args: Args) -> ExitCode {
    match args.command {
        Command::Build { place, pieces, distances } => match place.find() {
            Ok((options, folder)) => build(&options, &folder, pieces, distances),
            Err(error) => fail(EXIT_START, &error),
        },
        Command::Verify { place, pieces } => match place.open() {
            Ok(tables) => verify(&tables, pieces),
            Err(error) => fail(EXIT_START, &error),
        },
        Command::Stats { place, pieces } => match place.open() {
            Ok(tables) => written(stats(&tables, pieces, io::stdout())),
            Err(error) => fail(EXIT_START, &error),
        },
        Command::Probe { path, position } => match ask(path, &position) {
            Ok(lines) => written(writeln!(io::stdout(), "{}", lines.join("\n"))),
            Err(error) => fail(EXIT_START, &error),
        },
    }
}

/// Reads a number of animals.
fn pieces(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (2..=MOST_PIECES).contains(number));
    number.ok_or_else(|| format!("a number from 2 to {MOST_PIECES}"))
}

impl Place {
    /// The rules, and the folder.
    fn find(&self) -> Result<(Options, PathBuf), String> {
        let setup = self.rules.setup().map_err(|error| error.to_string())?;
        let folder = folder(self.path.clone())?.unwrap_or_else(|| FOLDER.into());
        Ok((options(&setup)?, folder))
    }

    /// The tables of the file that is meant.
    fn open(&self) -> Result<Tablebase, String> {
        let (options, folder) = self.find()?;
        open(&options, &folder)
    }
}

/// The folder given, or the one configured.
fn folder(given: Option<PathBuf>) -> Result<Option<PathBuf>, String> {
    match given {
        Some(folder) => Ok(Some(folder)),
        None => Ok(Config::load().map_err(|error| error.to_string())?.tables),
    }
}

/// The rules of the 7×9 family, the only one with tables.
fn options(setup: &Setup) -> Result<Options, String> {
    match setup {
        Setup::Jungle(options) => Ok(*options),
        other => Err(format!("there are no endgame tables of {}", other.variant())),
    }
}

fn open(options: &Options, folder: &Path) -> Result<Tablebase, String> {
    let (tables, complaint) = Tablebase::open(options, folder).map_err(|error| error.to_string())?;
    if let Some(complaint) = complaint {
        eprintln!("doushou: {complaint}");
    }
    Ok(tables)
}

fn build(options: &Options, folder: &Path, pieces: usize, distances: bool) -> ExitCode {
    let path = file_of(options, folder);
    let mut bar = Bar::new();
    let built = build_file(options, folder, pieces, distances, |done, all| bar.show(done, all));
    bar.end();
    match built.map(|()| std::fs::metadata(&path)) {
        Ok(Ok(file)) => written(writeln!(
            io::stdout(),
            "{}: {} bytes, {:.1} s",
            path.display(),
            file.len(),
            bar.started.elapsed().as_secs_f64()
        )),
        Ok(Err(error)) => fail(1, &error),
        Err(error) => fail(1, &error),
    }
}

fn verify(tables: &Tablebase, most: usize) -> ExitCode {
    for pieces in 2..=most {
        let mut bar = Bar::new();
        let verified = tables.verify(pieces, |done, all| bar.show(done, all));
        bar.end();
        match verified {
            Ok(0) => println!("{pieces} animals: no tables"),
            Ok(sets) => println!("{pieces} animals: {sets} sets, every label follows from the moves"),
            Err(mismatch) => return fail(1, &mismatch),
        }
    }
    ExitCode::SUCCESS
}

/// A line for each set, and a sum for each number of animals.
fn stats(tables: &Tablebase, most: usize, mut output: impl Write) -> io::Result<()> {
    writeln!(
        output,
        "{:<8} {:>9} {:>12} {:>12} {:>12} {:>12} {:>7} {:>10}  longest win",
        "set", "materials", "positions", "wins", "draws", "losses", "plies", "bytes"
    )?;
    for pieces in 2..=most {
        let mut sum = Tally::default();
        let (mut materials, mut bytes) = (0, 0);
        for set in tables.tallies(pieces) {
            let longest = set.longest.map(|position| position.fen(tables.rules())).unwrap_or_default();
            let SetTally { material, materials: read, tally, bytes: size, .. } = set;
            line(&mut output, &name(tables.rules(), material), read, &tally, size, &longest)?;
            sum += tally;
            materials += read;
            bytes += size;
        }
        line(&mut output, &format!("all of {pieces}"), materials, &sum, bytes, "")?;
    }
    Ok(())
}

fn line(
    output: &mut impl Write,
    set: &str,
    materials: usize,
    tally: &Tally,
    bytes: usize,
    fen: &str,
) -> io::Result<()> {
    let Tally { wins, draws, losses, longest } = tally;
    let text = format!(
        "{set:<8} {materials:>9} {:>12} {wins:>12} {draws:>12} {losses:>12} {longest:>7} {bytes:>10}  {fen}",
        tally.positions()
    );
    writeln!(output, "{}", text.trim_end())
}

/// A set by the letters of its animals: `RE-L`.
fn name(rules: &Tables, material: Material) -> String {
    let letters = |color: Color| {
        let of = material.animals().into_iter().filter(move |&(of, _)| of == color);
        of.map(|(_, strength)| rules.animal(strength).letter()).collect::<String>()
    };
    Color::BOTH.map(letters).join("-")
}

const NO_SUCH: &str = "the tables have no such position";

/// What is known of a position and of its moves, the best first.
fn ask(path: Option<PathBuf>, position: &PositionArgs) -> Result<Vec<String>, String> {
    let state = position.state()?;
    if let Some(end) = state.end() {
        return Err(format!("the game is over by {}", end.reason));
    }
    let options = options(&state.setup())?;
    let tables = match folder(path)? {
        Some(folder) => open(&options, &folder)?,
        None => Tablebase::solved(&options, WITH_DISTANCES),
    };
    let State::Jungle(state) = &state else { return Err(NO_SUCH.to_owned()) };
    let known = tables.probe(state.position()).ok_or(NO_SUCH)?;
    let mut lines = vec![known.to_string()];
    lines.extend(tables.moves(state.position()).into_iter().map(|(mv, known)| match known {
        Some(known) => format!("{mv} {known}"),
        None => format!("{mv} unknown"),
    }));
    Ok(lines)
}

/// How far long work has come: a bar where somebody is watching, now and then a line where nobody is.
struct Bar {
    started: Instant,
    /// What was done before.
    before: Option<u64>,
    /// The tenth last reported where nobody is watching.
    tenth: u64,
    watched: bool,
}

impl Bar {
    const WIDTH: u64 = 30;

    fn new() -> Bar {
        Bar { started: Instant::now(), before: None, tenth: 0, watched: io::stderr().is_terminal() }
    }

    /// Shows that so much of all is done.
    fn show(&mut self, done: u64, all: u64) {
        let all = all.max(1);
        let before = *self.before.get_or_insert(done);
        let left = match done - before {
            0 => String::new(),
            new => format!(", {} left", time(self.started.elapsed().mul_f64((all - done) as f64 / new as f64))),
        };
        let percent = 100 * done / all;
        if self.watched {
            let full = (Bar::WIDTH * done / all) as usize;
            eprint!("\r[{:<width$}] {percent:>3} %{left:<20}", "#".repeat(full), width = Bar::WIDTH as usize);
        } else if percent / 10 > self.tenth {
            self.tenth = percent / 10;
            eprintln!("{percent} %{left}");
        }
    }

    fn end(&self) {
        if self.watched && self.before.is_some() {
            eprintln!();
        }
    }
}

/// A time as people say it.
fn time(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..=99 => format!("{seconds} s"),
        seconds => format!("{} min", seconds.div_ceil(60)),
    }
}
