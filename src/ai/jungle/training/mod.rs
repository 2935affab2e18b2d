//! Learns from games how positions are judged: the weights of the evaluation ([`fit`]), and the network that corrects it
//! ([`train`]). The same games give the same.

mod adam;
mod network;
mod weights;

pub use network::train;
pub use weights::fit;

use super::dens::Dens;
use crate::ai::Score;
use crate::rules::jungle::{Position, State};
use crate::rules::{Outcome, Ply, Rules, Setup};

pub use super::weights::WeightsError;

/// A position of a game.
#[derive(Clone, Debug)]
pub struct Sample {
    position: Position,
    /// What its side to move had of the game: 0, a half or 1.
    result: f32,
    /// What its side to move thought, in units of [`Score`], if it said so.
    verdict: Option<f32>,
}

/// How far training is, and how wrong the predictions are: the mean of the squared errors in games learned from and in others.
#[derive(Copy, Clone, Debug)]
pub struct Progress {
    pub round: u32,
    pub learned: f32,
    pub others: f32,
}

/// Of so many games one is not learned from, to see how good the predictions are elsewhere.
const HELD_BACK: usize = 10;
/// A verdict beyond this is as good as a win.
const WON: i32 = 3_000;

/// The samples of games to learn from.
#[derive(Clone, Debug, Default)]
pub struct Games(Vec<Vec<Sample>>);

impl Games {
    /// Adds a game: the positions that say something about quiet play, for nobody stands before a den, and no capture follows.
    /// `scores` are what was thought before the plies after the opening, as far as it is known.
    pub fn add(&mut self, setup: &Setup, plies: &[Ply], scores: &[Option<Score>], opening: usize, outcome: Outcome) {
        let Setup::Jungle(options) = setup else { return };
        let dens = Dens::new(options);
        let mut state = State::start(*options);
        let mut samples = Vec::new();
        for (n, ply) in plies.iter().enumerate() {
            let position = *state.position();
            let Some(mv) = state.find(ply.mv) else { break };
            let result = match outcome {
                Outcome::Draw => 0.5,
                Outcome::Win(seat) => f32::from(u8::from(seat == state.to_move())),
            };
            if n >= opening && !mv.is_capture() && !dens.threatens(&position) && !dens.enters(&position) {
                let verdict = scores.get(n - opening).copied().flatten();
                let verdict = verdict.map(|score| score.0.clamp(-WON, WON) as f32);
                samples.push(Sample { position, result, verdict });
            }
            if state.replay(*ply).is_err() {
                break;
            }
        }
        self.0.push(samples);
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many samples there are.
    pub fn positions(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    fn learned(&self) -> impl Iterator<Item = &Sample> {
        self.part(|n| !n.is_multiple_of(HELD_BACK))
    }

    fn held_back(&self) -> impl Iterator<Item = &Sample> {
        self.part(|n| n.is_multiple_of(HELD_BACK))
    }

    fn part(&self, of: impl Fn(usize) -> bool) -> impl Iterator<Item = &Sample> {
        self.0.iter().enumerate().filter(move |(n, _)| of(*n)).flat_map(|(_, game)| game)
    }
}

/// The logistic function: the chance to win where the odds are e to the power of this.
fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Chance, Dice, Seat};

    /// Random games that are won by a seat without a reason: nothing that the weights know. Their players are sure of it.
    pub(super) fn odd_games(count: u64) -> Games {
        let setup = Setup::default();
        let mut games = Games::default();
        for seed in 0..count {
            let mut dice = Dice(seed);
            let mut game = setup.start();
            let mut plies = Vec::new();
            while plies.len() < 60 && game.end().is_none() {
                let legal = game.legal_moves();
                let mv = legal[(dice.roll() % legal.len() as u64) as usize];
                plies.push(game.play(mv, Chance(0)).expect("legal").ply);
            }
            let winner = if seed % 2 == 0 { Seat::First } else { Seat::Second };
            let first_wins = |n: usize| n.is_multiple_of(2) == (winner == Seat::First);
            let scores = (4..plies.len()).map(|n| Some(Score(if first_wins(n) { 300 } else { -300 })));
            games.add(&setup, &plies, &scores.collect::<Vec<_>>(), 4, Outcome::Win(winner));
        }
        games
    }

    #[test]
    fn only_quiet_positions_are_learned_from() {
        let games = odd_games(20);
        let dens = Dens::new(&crate::rules::jungle::Options::STANDARD);
        let all: Vec<&Sample> = games.0.iter().flatten().collect();
        assert_eq!(games.positions(), games.learned().count() + games.held_back().count());
        assert!(all.len() > 200, "{}", all.len());
        assert!(all.iter().all(|sample| !dens.threatens(&sample.position) && !dens.enters(&sample.position)));
        let wins = all.iter().filter(|sample| sample.result == 1.0).count();
        assert!(wins > all.len() / 3 && wins < all.len() * 2 / 3, "{wins}");
    }
}
