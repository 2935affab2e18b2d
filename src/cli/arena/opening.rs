//! The positions that a match begins from: drawn by a seed, or read from a file. Pure.

use std::collections::HashSet;

use crate::cli::engine::command::{CommandError, Start, read_position};
use crate::rules::{Chance, Dice, Ply, Setup, State};

/// How a game begins: a position, and plies played from there.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The position in FEN, or `None` for the starting one.
    pub fen: Option<String>,
    pub plies: Vec<Ply>,
    pub state: State,
}

/// A line of a file of openings that is none.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    #[error("opening {line}: {error}")]
    Line { line: usize, error: CommandError },
    #[error("opening {line}: the game is over there")]
    Over { line: usize },
    #[error("there is no opening in it")]
    Empty,
}

/// How often in a row an opening may turn out to be known already before openings are repeated.
const PATIENCE: u32 = 100;

/// So many openings of this many random legal plies, all different if there are as many.
pub fn random(setup: &Setup, count: usize, plies: usize, seed: u64) -> Vec<Opening> {
    let mut dice = Dice(seed);
    let mut known = HashSet::new();
    (0..count)
        .map(|_| {
            let mut tries = 0;
            loop {
                let opening = wander(setup, plies, &mut dice);
                tries += 1;
                if known.insert(opening.state.hash()) || tries > PATIENCE {
                    return opening;
                }
            }
        })
        .collect()
}

/// Random legal plies from the start, begun anew should the game end.
fn wander(setup: &Setup, plies: usize, dice: &mut Dice) -> Opening {
    'anew: loop {
        let mut opening = Opening { fen: None, plies: Vec::new(), state: setup.start() };
        for _ in 0..plies {
            let legal = opening.state.legal_moves();
            let mv = legal[(dice.roll() % legal.len() as u64) as usize];
            let Ok(account) = opening.state.play(mv, Chance(dice.roll())) else { continue 'anew };
            opening.plies.push(account.ply);
            if opening.state.end().is_some() {
                continue 'anew;
            }
        }
        return opening;
    }
}

/// The openings of a file, a line each, written as after the protocol's `position`: `startpos moves a3a4 …`, `fen …`. Empty lines
/// and those that begin with `#` are left out.
pub fn read(text: &str, setup: &Setup) -> Result<Vec<Opening>, OpeningError> {
    let lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, text)| !text.is_empty() && !text.starts_with('#'));
    let openings: Vec<Opening> = lines.map(|(line, text)| read_line(line, text, setup)).collect::<Result<_, _>>()?;
    if openings.is_empty() { Err(OpeningError::Empty) } else { Ok(openings) }
}

fn read_line(line: usize, text: &str, setup: &Setup) -> Result<Opening, OpeningError> {
    let wrong = |error| OpeningError::Line { line, error };
    let words: Vec<&str> = text.split_whitespace().collect();
    let (start, texts) = read_position(&words).map_err(wrong)?;
    let (state, plies) = start.play(setup, &texts).map_err(wrong)?;
    if state.end().is_some() {
        return Err(OpeningError::Over { line });
    }
    let fen = match start {
        Start::Beginning => None,
        Start::Fen(fen) => Some(fen),
    };
    Ok(Opening { fen, plies, state })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    fn texts(openings: &[Opening]) -> Vec<String> {
        openings.iter().map(|opening| opening.plies.iter().map(|ply| format!("{ply} ")).collect()).collect()
    }

    #[test]
    fn a_seed_gives_the_same_openings_and_another_one_others() {
        let setup = Setup::default();
        let [one, same, other] = [7, 7, 8].map(|seed| texts(&random(&setup, 50, 4, seed)));
        assert_eq!(one, same);
        assert_ne!(one, other);
        let different: HashSet<&String> = one.iter().collect();
        assert_eq!(different.len(), 50);
    }

    #[test]
    fn random_openings_are_legal_in_every_game() {
        for &variant in Variant::ALL {
            let setup = Setup::standard(variant);
            for opening in random(&setup, 20, 6, 1) {
                let mut state = setup.start();
                for ply in &opening.plies {
                    state.replay(*ply).unwrap_or_else(|why| panic!("{variant}: {ply} is {why:?}"));
                }
                assert!(opening.plies.len() == 6 && state.end().is_none());
                assert_eq!(state.fen(), opening.state.fen());
            }
        }
    }

    #[test]
    fn openings_repeat_only_when_there_are_no_others() {
        assert_eq!(random(&Setup::default(), 3, 0, 1).len(), 3);
        let first_moves = Setup::default().start().legal_moves().len();
        let all: HashSet<String> = texts(&random(&Setup::default(), first_moves, 1, 1)).into_iter().collect();
        assert_eq!(all.len(), first_moves);
    }

    #[test]
    fn a_file_has_an_opening_in_each_line() {
        let text = "# two\nstartpos moves a3a4 g7g6\n\nfen 6l/7/7/7/7/7/7/7/E6 b 3 moves g9g8\n";
        let openings = read(text, &Setup::default()).expect("openings");
        assert_eq!(texts(&openings), ["a3a4 g7g6 ", "g9g8 "]);
        assert_eq!(openings[1].fen.as_deref(), Some("6l/7/7/7/7/7/7/7/E6 b 3"));
        assert_eq!(openings[1].state.fen(), "7/6l/7/7/7/7/7/7/E6 r 4");
    }

    #[test]
    fn what_is_no_opening_is_told_with_its_line() {
        let cases = [
            ("a3a4", "opening 1: write 'position startpos'"),
            ("startpos\nstartpos moves a3a5", "opening 2: move 1, a3a5, is not legal"),
            ("fen 9/9 r", "opening 1: this FEN is not a position"),
            ("fen 3C3/7/7/7/7/7/7/7/6l b", "opening 1: the game is over there"),
            ("# nothing", "there is no opening in it"),
        ];
        for (text, sentence) in cases {
            let error = read(text, &Setup::default()).expect_err(text).to_string();
            assert!(error.contains(sentence), "{text}: {error}");
        }
    }
}
