//! Gradient descent with a memory: Adam (Kingma and Ba, 2015).

/// How fast it forgets: the mean of the slopes, and of their squares.
const FORGET: [f32; 2] = [0.9, 0.999];
/// So that nothing is divided by nothing.
const LEAST: f32 = 1e-9;

/// What it remembers of so many numbers.
pub struct Adam {
    /// Means of slopes and of their squares.
    means: Vec<[f32; 2]>,
    steps: i32,
}

impl Adam {
    pub fn new(count: usize) -> Adam {
        Adam { means: vec![[0.0; 2]; count], steps: 0 }
    }

    /// Moves each number down its slope, by `stride` or less.
    pub fn step(&mut self, numbers: &mut [f32], slopes: &[f32], stride: f32) {
        self.steps += 1;
        // Means of few slopes are drawn to the nothing they began with.
        let [warmth, heat] = FORGET.map(|forget| 1.0 - forget.powi(self.steps));
        for ((number, &slope), [mean, square]) in numbers.iter_mut().zip(slopes).zip(&mut self.means) {
            *mean = FORGET[0] * *mean + (1.0 - FORGET[0]) * slope;
            *square = FORGET[1] * *square + (1.0 - FORGET[1]) * slope * slope;
            *number -= stride * (*mean / warmth) / ((*square / heat).sqrt() + LEAST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_finds_the_lowest_place_whatever_the_measure() {
        for steepness in [1e-4, 1.0, 1e4] {
            let mut numbers = [0.0f32, 10.0];
            let mut adam = Adam::new(2);
            for n in 0..2_000 {
                let slopes = [steepness * (numbers[0] - 3.0), steepness * (numbers[1] + 2.0)];
                adam.step(&mut numbers, &slopes, 0.1 * (1.0 - n as f32 / 2_000.0));
            }
            assert!((numbers[0] - 3.0).abs() < 0.01 && (numbers[1] + 2.0).abs() < 0.01, "{steepness}: {numbers:?}");
        }
    }
}
