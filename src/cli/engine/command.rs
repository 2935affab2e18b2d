//! What a line of the protocol asks for.

use std::str::FromStr;
use std::time::Duration;

use crate::ai::Limits;
use crate::cli::perft;
use crate::rules::{FenError, ParseMoveError, Ply, Seat, Setup, SetupError, State};

/// A line understood.
#[derive(Clone, Debug)]
pub enum Command {
    Uci,
    IsReady,
    NewGame,
    SetOption { name: String, value: String },
    Position { start: Start, plies: Vec<String> },
    Go(Go),
    Stop,
    Show,
    Quit,
}

/// Where a game begins.
#[derive(Clone, Debug)]
pub enum Start {
    Beginning,
    Fen(String),
}

impl Start {
    /// The game that plies from here lead to, and the plies.
    pub fn play(&self, setup: &Setup, texts: &[String]) -> Result<(State, Vec<Ply>), CommandError> {
        let mut state = match self {
            Start::Beginning => setup.start(),
            Start::Fen(fen) => setup.from_fen(fen)?,
        };
        let mut plies = Vec::new();
        for (number, text) in (1..).zip(texts) {
            let ply = text.parse().map_err(CommandError::Move)?;
            state.replay(ply).map_err(|why| CommandError::Illegal { number, mv: text.clone(), rule: why.key() })?;
            plies.push(ply);
        }
        Ok((state, plies))
    }
}

/// What `go` asks for.
#[derive(Clone, Debug)]
pub enum Go {
    Search { limits: Limits, clock: Clock, endless: bool },
    Perft(u32),
}

/// The players' clocks, first seat first.
#[derive(Copy, Clone, Debug, Default)]
pub struct Clock {
    left: [Option<Duration>; 2],
    increment: [Duration; 2],
}

/// Moves a game is expected to last from anywhere.
const MOVES_TO_COME: u32 = 30;
/// Kept for the way of the answer.
const RESERVE: Duration = Duration::from_millis(30);
/// Nothing is thought about for less.
const LEAST: Duration = Duration::from_millis(5);

impl Clock {
    /// The time a seat should take for its move, if it has a clock: a share of what is left, and most of the increment.
    pub fn allot(&self, seat: Seat) -> Option<Duration> {
        let left = self.left[seat.index()]?;
        let share = left / MOVES_TO_COME + self.increment[seat.index()] * 3 / 4;
        Some(share.min(left.saturating_sub(RESERVE)).max(LEAST))
    }
}

/// A line that makes no sense, and what would.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    #[error("'{0}' is not a command; there are: uci, isready, ucinewgame, setoption, position, go, stop, d, quit")]
    Unknown(String),
    #[error("write 'setoption name NAME value VALUE'")]
    SetOption,
    #[error("write 'position startpos' or 'position fen FEN', then 'moves' and the moves if there are any")]
    Position,
    #[error(
        "'{0}' does not belong after 'go'; there are: depth, nodes, movetime, wtime, btime, winc, binc, infinite, perft"
    )]
    Go(String),
    #[error("after '{word}' comes a whole number from {least} on, not '{text}'")]
    Number { word: &'static str, least: u64, text: String },
    #[error("a tree is counted to depth {} at most", perft::MAX_DEPTH)]
    Perft,
    #[error("'{value}' is no value of {name}; it takes: {takes}")]
    Value { name: &'static str, value: String, takes: String },
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    #[error("move {number}, {mv}, is not legal ({rule})")]
    Illegal { number: usize, mv: String, rule: &'static str },
}

/// Reads a line; an empty one asks for nothing.
pub fn read(line: &str) -> Result<Option<Command>, CommandError> {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return Ok(None) };
    let rest: Vec<&str> = words.collect();
    Ok(Some(match first {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::NewGame,
        "setoption" => read_option(&rest)?,
        "position" => {
            let (start, plies) = read_position(&rest)?;
            Command::Position { start, plies }
        }
        "go" => Command::Go(read_go(&rest)?),
        "stop" => Command::Stop,
        "d" => Command::Show,
        "quit" => Command::Quit,
        other => return Err(CommandError::Unknown(other.to_owned())),
    }))
}

fn read_option(words: &[&str]) -> Result<Command, CommandError> {
    match words {
        ["name", name, "value", value @ ..] if !value.is_empty() => {
            Ok(Command::SetOption { name: (*name).to_owned(), value: value.join(" ") })
        }
        _ => Err(CommandError::SetOption),
    }
}

/// What stands behind `position`: where the game begins, and the plies played from there.
pub fn read_position(words: &[&str]) -> Result<(Start, Vec<String>), CommandError> {
    let at = words.iter().position(|&word| word == "moves");
    let (start, plies) = match at {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (words, &[][..]),
    };
    let start = match start {
        ["startpos"] => Start::Beginning,
        ["fen", fen @ ..] if !fen.is_empty() => Start::Fen(fen.join(" ")),
        _ => return Err(CommandError::Position),
    };
    Ok((start, plies.iter().map(|&ply| ply.to_owned()).collect()))
}

fn read_go(words: &[&str]) -> Result<Go, CommandError> {
    let mut limits = Limits::default();
    let mut clock = Clock::default();
    let mut infinite = false;
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        let mut number = |word, least| read_number(word, least, words.next().copied().unwrap_or_default());
        let mut millis = |word| number(word, 0).map(Duration::from_millis);
        match word {
            "wtime" => clock.left[0] = Some(millis("wtime")?),
            "btime" => clock.left[1] = Some(millis("btime")?),
            "winc" => clock.increment[0] = millis("winc")?,
            "binc" => clock.increment[1] = millis("binc")?,
            "movetime" => limits.time = Some(millis("movetime")?),
            "depth" => limits.depth = Some(u32::try_from(number("depth", 1)?).unwrap_or(u32::MAX)),
            "nodes" => limits.nodes = Some(number("nodes", 1)?),
            "infinite" => infinite = true,
            "perft" => {
                let depth = u32::try_from(number("perft", 0)?).ok().filter(|&depth| depth <= perft::MAX_DEPTH);
                return depth.map(Go::Perft).ok_or(CommandError::Perft);
            }
            other => return Err(CommandError::Go(other.to_owned())),
        }
    }
    let bounded = limits.depth.is_some() || limits.nodes.is_some() || limits.time.is_some() || clock.left != [None; 2];
    Ok(Go::Search { limits, clock, endless: infinite || !bounded })
}

fn read_number<T: FromStr + PartialOrd + From<u32>>(
    word: &'static str,
    least: u32,
    text: &str,
) -> Result<T, CommandError> {
    text.parse().ok().filter(|number| *number >= T::from(least)).ok_or_else(|| CommandError::Number {
        word,
        least: u64::from(least),
        text: text.to_owned(),
    })
}
