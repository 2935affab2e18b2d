//! Trains the network, which corrects the evaluation, on games whose players said what they thought.
//!
//! What is predicted is a mixture of a search’s verdict and the game’s result ([`VERDICT`] tells how much of each): the verdict is about this
//! position, the result is true. Positions come in batches, in an order and as mirror images that the seed decides.

use super::adam::Adam;
use super::{Games, Progress, Sample, chance};
use crate::ai::jungle::eval::Evaluation;
use crate::ai::jungle::network::{COLUMNS, COUNT, HIDDEN, LARGEST, Network, UNIT, columns, mirrored};
use crate::ai::jungle::weights::Weights;
use crate::rules::jungle::{Strength, Tables};
use crate::rules::{Dice, Setup};

/// How much of what is predicted is the verdict.
const VERDICT: f32 = 0.75;
/// How many units of the evaluation change the odds by e. The games' results alone would have it four times as many, for most games of
/// equals are drawn; but then what is far from even counts for little.
const SCALE: f32 = 200.0;
/// What an outcome of 1 changes the odds by, as a power of e.
const OUTCOME: f32 = UNIT as f32 / SCALE;
/// Positions between two steps.
const BATCH: usize = 4096;
/// How much a step changes a number at first.
const STRIDE: f32 = 0.002;
/// How far from nothing columns and weights begin, at most; and where everything that is seen begins, in the middle of its range.
const FIRST_COLUMN: f32 = 0.12;
const FIRST_WEIGHT: f32 = 0.05;
const FIRST_SEEN: f32 = 0.3;
/// Where the parts of a network are among its numbers.
const EMPTY: usize = COLUMNS * HIDDEN;
const WEIGHTS: usize = EMPTY + HIDDEN;
const REST: usize = COUNT - 1;
/// Animals that a side sees.
const ANIMALS: usize = 2 * Strength::COUNT;

/// The file of a network after so many rounds, or `None` for a game that has none.
pub fn train(
    setup: &Setup,
    games: &Games,
    rounds: u32,
    seed: u64,
    report: &mut dyn FnMut(Progress),
) -> Option<Vec<u8>> {
    let Setup::Jungle(options) = setup else { return None };
    let evaluation = Evaluation::new(&Tables::new(*options), Weights::of(options.ground));
    let items = |sample| Item::new(sample, &evaluation);
    let mut learned: Vec<Item> = games.learned().map(items).collect();
    let held_back: Vec<Item> = games.held_back().map(items).collect();
    let mut dice = Dice(seed);
    let mut net = Net::new(&mut dice);
    let mut adam = Adam::new(COUNT);
    let steps = rounds as usize * learned.len().div_ceil(BATCH).max(1);
    let mut step = 0;
    for round in 0..=rounds {
        // The first report is of the network as it begins.
        let mut error = 0.0;
        if round > 0 {
            shuffle(&mut learned, &mut dice);
            for batch in learned.chunks(BATCH) {
                let (wrong, mut slopes) = net.slopes(batch, &mut dice);
                error += wrong;
                slopes.iter_mut().for_each(|slope| *slope /= batch.len() as f32);
                adam.step(&mut net.numbers[..], &slopes[..], STRIDE * (1.0 - step as f32 / steps as f32));
                net.numbers.iter_mut().for_each(|number| *number = number.clamp(-LARGEST, LARGEST));
                step += 1;
            }
        } else {
            error = net.error(&learned);
        }
        let mean = |error: f64, items: &[Item]| (error / items.len().max(1) as f64) as f32;
        let others = mean(net.error(&held_back), &held_back);
        report(Progress { round, learned: mean(error, &learned), others });
    }
    Some(Network::rounded(&net.numbers).to_bytes())
}

/// Fisher and Yates.
fn shuffle(items: &mut [Item], dice: &mut Dice) {
    for n in (1..items.len()).rev() {
        items.swap(n, (dice.roll() % (n as u64 + 1)) as usize);
    }
}

/// A sample as the network sees it.
#[derive(Copy, Clone)]
struct Item {
    /// Columns, the side to move's first.
    seen: [[u16; ANIMALS]; 2],
    /// What the evaluation says without a correction, in the measure of the logistic function.
    before: f32,
    /// What is to be predicted.
    chance: f32,
}

impl Item {
    fn new(sample: &Sample, evaluation: &Evaluation) -> Item {
        let Sample { position, result, verdict } = sample;
        let us = position.turn();
        let seen = [us, !us].map(|side| {
            let mut seen = [0; ANIMALS];
            seen.iter_mut().zip(columns(position, side)).for_each(|(seen, column)| *seen = column as u16);
            seen
        });
        let wanted = |verdict: f32| VERDICT * chance(verdict / SCALE) + (1.0 - VERDICT) * result;
        let before = evaluation.score(position).0 as f32 / SCALE;
        Item { seen, before, chance: verdict.map_or(*result, wanted) }
    }

    fn mirrored(mut self) -> Item {
        self.seen.as_flattened_mut().iter_mut().for_each(|column| *column = mirrored(usize::from(*column)) as u16);
        self
    }
}

/// A network in training.
struct Net {
    numbers: Box<[f32; COUNT]>,
}

/// What is seen by both sides, the side to move first, before it is cut to its range.
type Seen = [[f32; HIDDEN]; 2];

impl Net {
    fn new(dice: &mut Dice) -> Net {
        let mut numbers = boxed();
        let mut random = |most: f32| ((dice.roll() >> 40) as f32 / (1 << 23) as f32 - 1.0) * most;
        numbers[..EMPTY].iter_mut().for_each(|number| *number = random(FIRST_COLUMN));
        numbers[EMPTY..WEIGHTS].fill(FIRST_SEEN);
        numbers[WEIGHTS..REST].iter_mut().for_each(|number| *number = random(FIRST_WEIGHT));
        Net { numbers }
    }

    /// So many numbers, from here on.
    fn part(&self, from: usize) -> &[f32; HIDDEN] {
        self.numbers[from..].first_chunk().expect("a part is within")
    }

    /// What is seen, and the predicted chance.
    fn look(&self, item: &Item) -> (Seen, f32) {
        let mut both = [*self.part(EMPTY); 2];
        let mut outcome = self.numbers[REST];
        for (n, (seen, columns)) in both.iter_mut().zip(&item.seen).enumerate() {
            for &column in columns {
                seen.iter_mut().zip(self.part(usize::from(column) * HIDDEN)).for_each(|(seen, more)| *seen += more);
            }
            let weighed = seen.iter().zip(self.part(WEIGHTS + n * HIDDEN));
            outcome += weighed.map(|(seen, weight)| seen.clamp(0.0, 1.0) * weight).sum::<f32>();
        }
        (both, chance(item.before + outcome * OUTCOME))
    }

    /// The sum of squared errors.
    fn error(&self, items: &[Item]) -> f64 {
        items.iter().map(|item| f64::from(self.look(item).1 - item.chance).powi(2)).sum()
    }

    /// The sum of squared errors, and its slope by each number; every other position is mirrored.
    fn slopes(&self, items: &[Item], dice: &mut Dice) -> (f64, Box<[f32; COUNT]>) {
        let (mut error, mut slopes) = (0.0, boxed());
        for item in items {
            let item = if dice.roll().is_multiple_of(2) { *item } else { item.mirrored() };
            let (both, predicted) = self.look(&item);
            let wrong = predicted - item.chance;
            error += f64::from(wrong).powi(2);
            let slope = 2.0 * wrong * predicted * (1.0 - predicted) * OUTCOME;
            slopes[REST] += slope;
            for (n, (seen, columns)) in both.iter().zip(&item.seen).enumerate() {
                let weights = self.part(WEIGHTS + n * HIDDEN);
                let into = |from: usize| from..from + HIDDEN;
                let sloped = slopes[into(WEIGHTS + n * HIDDEN)].iter_mut().zip(seen);
                sloped.for_each(|(sloped, seen)| *sloped += slope * seen.clamp(0.0, 1.0));
                let mut back = [0.0; HIDDEN];
                for ((back, seen), weight) in back.iter_mut().zip(seen).zip(weights) {
                    // Beyond its range, what is seen changes nothing.
                    *back = if *seen > 0.0 && *seen < 1.0 { slope * weight } else { 0.0 };
                }
                let parts = columns.iter().map(|&column| usize::from(column) * HIDDEN).chain([EMPTY]);
                for part in parts {
                    slopes[into(part)].iter_mut().zip(&back).for_each(|(sloped, back)| *sloped += back);
                }
            }
        }
        (error, slopes)
    }
}

/// Too many for the stack.
fn boxed() -> Box<[f32; COUNT]> {
    vec![0.0; COUNT].into_boxed_slice().try_into().expect("as many as there are")
}

#[cfg(test)]
mod tests {
    use super::super::tests::odd_games;
    use super::*;

    /// The slopes are what changing a number a little does.
    #[test]
    fn slopes_are_true() {
        let games = odd_games(6);
        let Setup::Jungle(options) = Setup::default() else { panic!("another default") };
        let evaluation = Evaluation::new(&Tables::new(options), Weights::of(options.ground));
        let items: Vec<Item> = games.learned().take(40).map(|sample| Item::new(sample, &evaluation)).collect();
        let net = Net::new(&mut Dice(5));
        let mirrors = Dice(9);
        let (_, slopes) = net.slopes(&items, &mut mirrors.clone());
        let mut tried = 0;
        for n in (0..COUNT).filter(|n| n % 997 == 0 || *n >= EMPTY && n % 13 == 0).chain([REST]) {
            let changed = |by: f32| {
                let mut net = Net { numbers: net.numbers.clone() };
                net.numbers[n] += by;
                net.slopes(&items, &mut mirrors.clone()).0
            };
            let measured = ((changed(5e-3) - changed(-5e-3)) / 1e-2) as f32;
            assert!((measured - slopes[n]).abs() < 2e-3 + 0.02 * slopes[n].abs(), "{n}: {measured} {}", slopes[n]);
            tried += usize::from(slopes[n] != 0.0);
        }
        assert!(tried > 10, "{tried}");
    }

    #[test]
    fn training_explains_the_games_better_and_alike_for_a_seed() {
        let (setup, games) = (Setup::default(), odd_games(12));
        let mut errors = Vec::new();
        let mut run = |seed| train(&setup, &games, 6, seed, &mut |progress| errors.push(progress.learned));
        let [one, again, other] = [1, 1, 2].map(|seed| run(seed).expect("a network"));
        assert_eq!(one, again);
        assert_ne!(one, other);
        assert!(Network::read(&one).is_ok());
        assert!(errors[6] < 0.9 * errors[0], "{errors:?}");
    }
}
