//! Fits the evaluation's weights to the results of games.
//!
//! The chance to win is taken for a logistic function of the evaluation, and the weights are moved by gradient descent toward what the
//! games' results say: Texel's method, with all slopes known beforehand, for the evaluation is all but linear in its weights. What
//! the games say little about stays as it is.

use super::adam::Adam;
use super::{Games, Progress, Sample, chance};
use crate::ai::jungle::eval::Evaluation;
use crate::ai::jungle::weights::{COUNT, Weights};
use crate::rules::Setup;
use crate::rules::jungle::Tables;

/// A weight is changed by this much to see what the evaluation makes of it.
const PROBE: i32 = 32;
/// How much a round changes a weight at first.
const STRIDE: f32 = 1.0;
/// How much being away from where it began costs a weight, by square of the difference.
const INERTIA: f32 = 2e-9;

/// The file of weights after so many rounds, or `None` for a game that has no such evaluation.
pub fn fit(setup: &Setup, games: &Games, rounds: u32, report: &mut dyn FnMut(Progress)) -> Option<String> {
    let Setup::Jungle(options) = setup else { return None };
    let start = Weights::of(options.ground);
    let tables = Tables::new(*options);
    let slopes = |samples| Slopes::new(&tables, start, samples);
    let [learned, others] = [games.learned().collect(), games.held_back().collect()].map(slopes);
    let scale = learned.best_scale();
    let mut weights = [0.0; COUNT];
    let mut adam = Adam::new(COUNT);
    for round in 0..=rounds {
        let (error, mut gradient) = learned.error(scale, &weights, true);
        report(Progress { round, learned: error, others: others.error(scale, &weights, false).0 });
        gradient.iter_mut().zip(&weights).for_each(|(slope, weight)| *slope += INERTIA * weight);
        let stride = STRIDE * (1.0 - round as f32 / (rounds + 1) as f32);
        adam.step(&mut weights, &gradient, stride);
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
    fn new(tables: &Tables, start: &Weights, samples: Vec<&Sample>) -> Slopes {
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
            let chance = chance((before + more) / scale);
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
    use super::super::tests::odd_games;
    use super::*;

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
