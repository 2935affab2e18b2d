//! Fits the evaluation's weights to the results of games.
//!
//! The chance to win is taken for a logistic function of the evaluation, and the weights are moved by gradient descent (Adam) toward
//! what the games' results say: Texel's method, with all slopes known beforehand, for the evaluation is all but linear in its
//! weights. What the games say little about stays as it is. The same games give the same weights.

use super::dens::Dens;
use super::eval::Evaluation;
use super::weights::{COUNT, Weights};
use crate::rules::jungle::{Position, State, Tables};
use crate::rules::{Outcome, Ply, Rules, Setup};

pub use super::weights::WeightsError;

/// A position of a game, and what its side to move had of the game: 0, a half or 1.
#[derive(Clone, Debug)]
pub struct Sample {
    position: Position,
    result: f32,
}

/// How far the fit is, and how wrong its predictions are: the mean of the squared errors in games learned from and in others.
#[derive(Copy, Clone, Debug)]
pub struct Progress {
    pub round: u32,
    pub learned: f32,
    pub others: f32,
}

/// A weight is changed by this much to see what the evaluation makes of it.
const PROBE: i32 = 32;
/// Of so many games one is not learned from, to see how good the predictions are elsewhere.
const HELD_BACK: usize = 10;
/// How much a round changes a weight at first.
const STRIDE: f32 = 1.0;
/// How much being away from where it began costs a weight, by square of the difference.
const INERTIA: f32 = 2e-9;
/// How fast Adam forgets: the mean of the slopes, and of their squares.
const FORGET: [f32; 2] = [0.9, 0.999];

/// The positions of a game that say something about quiet play: nobody stands before a den, and no capture follows.
pub fn samples(setup: &Setup, plies: &[Ply], opening: usize, outcome: Outcome) -> Vec<Sample> {
    let Setup::Jungle(options) = setup else { return Vec::new() };
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
            samples.push(Sample { position, result });
        }
        if state.replay(*ply).is_err() {
            break;
        }
    }
    samples
}

/// The weights after so many rounds; `games` have the samples of a game each.
pub fn fit(setup: &Setup, games: &[Vec<Sample>], rounds: u32, report: &mut dyn FnMut(Progress)) -> Option<String> {
    let Setup::Jungle(options) = setup else { return None };
    let start = Weights::of(options.ground);
    let (others, learned): (Vec<_>, Vec<_>) = games.iter().enumerate().partition(|(n, _)| n % HELD_BACK == 0);
    let flat = |games: Vec<(usize, &Vec<Sample>)>| games.into_iter().flat_map(|(_, game)| game.clone()).collect();
    let tables = Tables::new(*options);
    let [learned, others] = [flat(learned), flat(others)].map(|samples| Slopes::new(&tables, start, samples));
    let scale = learned.best_scale();
    let mut weights = [0.0; COUNT];
    let mut memory = [[0.0; COUNT]; 2];
    for round in 0..=rounds {
        let (error, gradient) = learned.error(scale, &weights, true);
        report(Progress { round, learned: error, others: others.error(scale, &weights, false).0 });
        let stride = STRIDE * (1.0 - round as f32 / (rounds + 1) as f32);
        for (n, slope) in gradient.iter().enumerate() {
            let slope = slope + INERTIA * weights[n];
            memory[0][n] = FORGET[0] * memory[0][n] + (1.0 - FORGET[0]) * slope;
            memory[1][n] = FORGET[1] * memory[1][n] + (1.0 - FORGET[1]) * slope * slope;
            let warm = [0, 1].map(|m| memory[m][n] / (1.0 - FORGET[m].powi(round as i32 + 1)));
            weights[n] -= stride * warm[0] / (warm[1].sqrt() + 1e-9);
        }
    }
    let fitted: Vec<i32> = start.0.iter().zip(weights).map(|(start, more)| start + more.round() as i32).collect();
    fitted.try_into().ok().map(|fitted| Weights(fitted).to_string())
}

/// What each weight changes in the evaluation of each sample.
struct Slopes {
    results: Vec<f32>,
    /// The evaluation with the weights at the start.
    before: Vec<f32>,
    /// By sample: the weights that matter in it, with what one more of each adds.
    slopes: Vec<Vec<(u16, f32)>>,
}

impl Slopes {
    fn new(tables: &Tables, start: &Weights, samples: Vec<Sample>) -> Slopes {
        let score = |evaluation: &Evaluation, sample: &Sample| evaluation.score(&sample.position).0;
        let evaluation = Evaluation::new(tables, start);
        let before: Vec<i32> = samples.iter().map(|sample| score(&evaluation, sample)).collect();
        let mut slopes = vec![Vec::new(); samples.len()];
        for weight in 0..COUNT {
            let mut probe = start.clone();
            probe.0[weight] += PROBE;
            let evaluation = Evaluation::new(tables, &probe);
            for ((sample, before), slopes) in samples.iter().zip(&before).zip(&mut slopes) {
                let more = score(&evaluation, sample) - before;
                if more != 0 {
                    slopes.push((weight as u16, more as f32 / PROBE as f32));
                }
            }
        }
        let results = samples.iter().map(|sample| sample.result).collect();
        Slopes { results, before: before.into_iter().map(|score| score as f32).collect(), slopes }
    }

    /// The mean squared error with changed weights, and its slope by each weight if wanted.
    fn error(&self, scale: f32, weights: &[f32; COUNT], sloped: bool) -> (f32, [f32; COUNT]) {
        let (mut error, mut gradient) = (0.0f64, [0.0f32; COUNT]);
        let share = 1.0 / self.results.len().max(1) as f32;
        for ((result, before), slopes) in self.results.iter().zip(&self.before).zip(&self.slopes) {
            let more: f32 = slopes.iter().map(|&(n, slope)| weights[usize::from(n)] * slope).sum();
            let chance = 1.0 / (1.0 + (-(before + more) / scale).exp());
            let wrong = chance - result;
            error += f64::from(wrong * wrong);
            if sloped {
                let step = 2.0 * wrong * chance * (1.0 - chance) / scale * share;
                slopes.iter().for_each(|&(n, slope)| gradient[usize::from(n)] += step * slope);
            }
        }
        (error as f32 * share, gradient)
    }

    /// How many units of the evaluation change the odds by e, so that the weights at the start predict best: they keep their
    /// measure, which the search's margins are made for.
    fn best_scale(&self) -> f32 {
        let error = |scale: &f32| self.error(*scale, &[0.0; COUNT], false).0;
        let scales = (4..40).map(|n| n as f32 * 25.0);
        scales.min_by(|one, other| error(one).total_cmp(&error(other))).unwrap_or(200.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Chance, Dice, Seat};

    /// Random games that are won by whoever has the rat farther ahead at the end: nothing that the weights know.
    fn odd_games(count: u64) -> Vec<Vec<Sample>> {
        let setup = Setup::default();
        let game = |seed| {
            let mut dice = Dice(seed);
            let mut game = setup.start();
            let mut plies = Vec::new();
            while plies.len() < 60 && game.end().is_none() {
                let legal = game.legal_moves();
                let mv = legal[(dice.roll() % legal.len() as u64) as usize];
                plies.push(game.play(mv, Chance(0)).expect("legal").ply);
            }
            let winner = if seed % 2 == 0 { Seat::First } else { Seat::Second };
            samples(&setup, &plies, 4, Outcome::Win(winner))
        };
        (0..count).map(game).collect()
    }

    #[test]
    fn only_quiet_positions_are_learned_from() {
        let games = odd_games(20);
        let dens = Dens::new(&crate::rules::jungle::Options::STANDARD);
        let all: Vec<&Sample> = games.iter().flatten().collect();
        assert!(all.len() > 200, "{}", all.len());
        assert!(all.iter().all(|sample| !dens.threatens(&sample.position) && !dens.enters(&sample.position)));
        let wins = all.iter().filter(|sample| sample.result == 1.0).count();
        assert!(wins > all.len() / 3 && wins < all.len() * 2 / 3, "{wins}");
    }

    #[test]
    fn the_fit_explains_the_games_better_and_alike_each_time() {
        let (setup, games) = (Setup::default(), odd_games(30));
        let mut errors = Vec::new();
        let mut run = || fit(&setup, &games, 20, &mut |progress| errors.push(progress.learned)).expect("weights");
        let (one, again) = (run(), run());
        assert_eq!(one, again);
        assert!(
            Weights::read(&one)
                .is_ok_and(|weights| weights != *Weights::of(crate::rules::jungle::Options::STANDARD.ground))
        );
        assert!(errors[20] < errors[0], "{errors:?}");
    }
}
