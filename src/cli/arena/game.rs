//! One game of a match: asks the players in turn, lets the rules judge, and keeps what happened. Knows no processes.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use super::opening::Opening;
use super::standing::Point;
use crate::ai::Score;
use crate::rules::{Chance, Dice, EndReason, Illegal, Move, Outcome, Ply, Seat, State};
use crate::tables::{Tablebase, Wdl};

/// Who chooses moves.
pub trait Player {
    /// The move in the position that an opening and these plies after it lead to.
    fn choose(&mut self, opening: &Opening, plies: &[Ply]) -> Result<Choice, Fault>;
}

/// A move, and what its player thinks of the position if it says so.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub mv: Move,
    pub score: Option<Score>,
}

/// Why a player did not choose a legal move: the game is lost.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("could not be started: {0}")]
    Start(String),
    #[error("ended by itself")]
    Ended,
    #[error("did not answer '{question}' within {} ms", patience.as_millis())]
    Silent { question: &'static str, patience: Duration },
    #[error("said '{0}', which is no move")]
    NoMove(String),
    #[error("played {mv}, which is not legal ({})", why.key())]
    Illegal { mv: Move, why: Box<Illegal> },
}

/// Which of the two programs of a match.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    One,
    Two,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::One, Side::Two];

    pub const fn other(self) -> Side {
        match self {
            Side::One => Side::Two,
            Side::Two => Side::One,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::One => "one",
            Side::Two => "two",
        })
    }
}

/// When a game is not played to its end.
#[derive(Clone, Debug)]
pub struct Adjudication {
    /// A game of so many plies, those of the opening not counted, is a draw.
    pub longest: usize,
    /// Where they know who wins, the game ends.
    pub tables: Option<Arc<Tablebase>>,
}

/// Why a game of a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    Rules(EndReason),
    Tables,
    Length,
    Fault(Side, Fault),
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Rules(reason) => reason.fmt(f),
            Why::Tables => f.write_str("tables"),
            Why::Length => f.write_str("length"),
            Why::Fault(side, fault) => write!(f, "{side} {fault}"),
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// Who had the first seat.
    pub first: Side,
    /// Those after the opening.
    pub plies: Vec<Ply>,
    /// What its player thought before each of them.
    pub scores: Vec<Option<Score>>,
    pub winner: Option<Side>,
    pub why: Why,
}

impl Played {
    /// What program one has of it.
    pub fn point(&self) -> Point {
        match self.winner {
            Some(Side::One) => Point::Won,
            Some(Side::Two) => Point::Lost,
            None => Point::Drawn,
        }
    }
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(side) => write!(f, "{side} won")?,
            None => f.write_str("draw")?,
        }
        write!(f, " ({}, {} plies)", self.why, self.plies.len())
    }
}

/// Plays a game from an opening, `first` having the first seat; what a face-down card turns out to be depends on the seed.
pub fn play(
    opening: &Opening,
    first: Side,
    [one, two]: [&mut dyn Player; 2],
    adjudication: &Adjudication,
    seed: u64,
) -> Played {
    let side_of = |seat: Seat| if seat == Seat::First { first } else { first.other() };
    let mut dice = Dice(seed);
    let mut state = opening.state.clone();
    let (mut plies, mut scores) = (Vec::new(), Vec::new());
    let (winner, why) = loop {
        if let Some((outcome, why)) = judge(&state, plies.len(), adjudication) {
            break (outcome.winner().map(side_of), why);
        }
        let side = side_of(state.to_move());
        let player: &mut dyn Player = if side == Side::One { one } else { two };
        let played = player.choose(opening, &plies).and_then(|Choice { mv, score }| {
            let illegal = |why| Fault::Illegal { mv, why: Box::new(why) };
            state.play(mv, Chance(dice.roll())).map(|account| (account.ply, score)).map_err(illegal)
        });
        match played {
            Ok((ply, score)) => {
                plies.push(ply);
                scores.push(score);
            }
            Err(fault) => break (Some(side.other()), Why::Fault(side, fault)),
        }
    };
    Played { first, plies, scores, winner, why }
}

/// Whether a game ends here, after so many plies.
fn judge(state: &State, plies: usize, adjudication: &Adjudication) -> Option<(Outcome, Why)> {
    if let Some(end) = state.end() {
        return Some((end.outcome, Why::Rules(end.reason)));
    }
    let by_tables = || {
        let State::Jungle(game) = state else { return None };
        let known = adjudication.tables.as_ref()?.probe(game.position())?;
        Some(match known.wdl {
            Wdl::Win => Outcome::Win(state.to_move()),
            Wdl::Draw => Outcome::Draw,
            Wdl::Loss => Outcome::Win(state.to_move().other()),
        })
    };
    if let Some(outcome) = by_tables() {
        return Some((outcome, Why::Tables));
    }
    (plies >= adjudication.longest).then_some((Outcome::Draw, Why::Length))
}

#[cfg(test)]
mod tests {
    use super::super::opening;
    use super::*;
    use crate::rules::Setup;

    /// Plays what it was told to, then commits its fault.
    struct Script(Vec<&'static str>, Fault);

    impl Player for Script {
        fn choose(&mut self, _: &Opening, plies: &[Ply]) -> Result<Choice, Fault> {
            match self.0.get(plies.len() / 2) {
                Some(mv) => Ok(Choice { mv: mv.parse().expect("a move"), score: None }),
                None => Err(self.1.clone()),
            }
        }
    }

    fn game(fen: &str, scripts: [&[&'static str]; 2], first: Side, adjudication: &Adjudication) -> String {
        let opening = opening::read(&format!("fen {fen}"), &Setup::default()).expect("an opening").remove(0);
        let [mut one, mut two] = scripts.map(|moves| Script(moves.to_vec(), Fault::Ended));
        play(&opening, first, [&mut one, &mut two], adjudication, 1).to_string()
    }

    #[test]
    fn games_end_by_the_rules_by_adjudication_or_by_a_fault() {
        let long = Adjudication { longest: 100, tables: None };
        let short = Adjudication { longest: 2, tables: None };
        let Setup::Jungle(rules) = Setup::default() else { panic!("another default") };
        let tables = Adjudication { longest: 100, tables: Some(Arc::new(Tablebase::solved(&rules, 2))) };
        // Red's elephant is two steps from Blue's den, and Blue's cat is far.
        let near = "7/3E3/7/7/7/7/7/7/6c b";
        type Case<'a> = (&'static str, [&'static [&'static str]; 2], Side, &'a Adjudication, &'static str);
        let cases: [Case<'_>; 8] = [
            (near, [&["d8d9"], &["g1g2"]], Side::One, &long, "one won (den, 2 plies)"),
            (near, [&["g1g2"], &["d8d9"]], Side::Two, &long, "two won (den, 2 plies)"),
            (near, [&["d8c8"], &["g1g2"]], Side::One, &short, "draw (length, 2 plies)"),
            (near, [&[], &["g1g2"]], Side::One, &tables, "one won (tables, 0 plies)"),
            (near, [&[], &["g1g2"]], Side::One, &long, "two won (one ended by itself, 1 plies)"),
            (
                near,
                [&["d8d9"], &["g1g5"]],
                Side::One,
                &long,
                "one won (two played g1g5, which is not legal (too-far), 0 plies)",
            ),
            (near, [&[], &[]], Side::Two, &long, "two won (one ended by itself, 0 plies)"),
            (near, [&[], &[]], Side::One, &long, "one won (two ended by itself, 0 plies)"),
        ];
        for (fen, scripts, first, adjudication, wanted) in cases {
            assert_eq!(game(fen, scripts, first, adjudication), wanted, "{scripts:?}");
        }
    }
}
