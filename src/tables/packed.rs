//! A set's values, packed: a dictionary of those that occur, and as many of their places in it as a 64-bit word holds.
//!
//! Positions with the same side to move and the first animal on the same square are a block with a dictionary of its own.

use std::iter::successors;

use super::known::Value;
use super::layout::Layout;

/// The values of a set by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    pub codes: Codes,
    pub words: Vec<u64>,
}

/// How the values of a set are packed into words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Codes {
    /// Values in a block.
    block: usize,
    codes: Vec<Code>,
}

/// A block's code: values are digits, the first the least, to the base of how many different ones there are.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Code {
    values: Vec<Value>,
    /// The base's powers, one for each digit a word holds.
    powers: Vec<u64>,
    /// The block's first word.
    start: usize,
}

impl Codes {
    /// The codes for a set's blocks by the different values in each; `None` if their number is not the layout's, or one has
    /// no values.
    pub fn new(layout: &Layout, dictionaries: Vec<Vec<Value>>) -> Option<Codes> {
        if dictionaries.len() != layout.blocks() {
            return None;
        }
        let block = layout.len() / layout.blocks();
        let mut start = 0;
        let mut codes = Vec::new();
        for values in dictionaries {
            let base = values.len() as u64;
            // Even a single value takes a digit.
            let powers = successors(Some(1u64), |power| power.checked_mul(base.max(2)));
            let powers: Vec<u64> = powers.take_while(|power| power.checked_mul(base).is_some()).collect();
            if values.is_empty() {
                return None;
            }
            let words = block.div_ceil(powers.len());
            codes.push(Code { values, powers, start });
            start += words;
        }
        Some(Codes { block, codes })
    }

    /// The different values of each block, in the order of their digits.
    pub fn dictionaries(&self) -> impl ExactSizeIterator<Item = &[Value]> {
        self.codes.iter().map(|code| &code.values[..])
    }

    /// How many words the set takes.
    pub fn words(&self) -> usize {
        self.codes.last().map_or(0, |last| last.start + self.block.div_ceil(last.powers.len()))
    }

    /// The bytes they take in memory.
    pub fn memory(&self) -> usize {
        let code = |code: &Code| size_of::<Code>() + size_of_val(&code.values[..]) + size_of_val(&code.powers[..]);
        self.codes.iter().map(code).sum()
    }

    /// The value with this number; `word` gives the word with an index, if it can.
    pub fn value(&self, number: usize, word: impl FnOnce(usize) -> Option<u64>) -> Option<Value> {
        let code = self.codes.get(number / self.block)?;
        let (place, digits) = (number % self.block, code.powers.len());
        let digit = word(code.start + place / digits)? / code.powers[place % digits] % code.values.len() as u64;
        Some(code.values[digit as usize])
    }
}

impl Packed {
    /// Packs a set's values.
    pub fn new(layout: &Layout, values: &[Value]) -> Packed {
        let blocks = values.chunks(layout.len() / layout.blocks());
        let codes = Codes::new(layout, blocks.clone().map(different).collect()).expect("no block is empty");
        let mut words = Vec::with_capacity(codes.words());
        for (values, code) in blocks.zip(&codes.codes) {
            let mut digits = vec![0; code.values.last().map_or(0, |last| usize::from(last.0) + 1)];
            code.values.iter().zip(0..).for_each(|(value, digit)| digits[usize::from(value.0)] = digit);
            let sum = |values: &[Value]| {
                values.iter().zip(&code.powers).map(|(value, power)| digits[usize::from(value.0)] * power).sum()
            };
            words.extend(values.chunks(code.powers.len()).map(|values| -> u64 { sum(values) }));
        }
        Packed { codes, words }
    }

    /// The value with this number.
    pub fn value(&self, number: usize) -> Value {
        self.codes.value(number, |word| self.words.get(word).copied()).expect("every number has a value")
    }

    /// The bytes it takes: words, and two for each entry of a dictionary.
    pub fn bytes(&self) -> usize {
        8 * self.words.len() + 2 * self.codes.dictionaries().map(<[Value]>::len).sum::<usize>()
    }
}

/// The most bytes of memory that the codes of a set take which knows wins, losses and draws only.
#[cfg(test)]
pub fn most_memory(layout: &Layout) -> usize {
    let three = vec![Value::DRAW, Value::win(0), Value::loss(0)];
    Codes::new(layout, vec![three; layout.blocks()]).expect("no block is empty").memory()
}

/// The different ones among these values, in order.
fn different(values: &[Value]) -> Vec<Value> {
    let mut occurs = vec![false; values.iter().max().map_or(0, |value| usize::from(value.0) + 1)];
    values.iter().for_each(|value| occurs[usize::from(value.0)] = true);
    (0..).map(Value).zip(occurs).filter(|&(_, occurs)| occurs).map(|(value, _)| value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Color;
    use crate::rules::jungle::{Strength, WATER};

    fn layout() -> Layout {
        Layout::new(&[(Color::Red, Strength::LION), (Color::Blue, Strength::RAT)], WATER)
    }

    #[test]
    fn what_is_packed_is_found() {
        let layout = layout();
        for kinds in [1, 2, 3, 40, 256, 3000] {
            let values: Vec<Value> = (0..layout.len()).map(|n| Value((n * n % kinds * 7) as u16)).collect();
            let packed = Packed::new(&layout, &values);
            assert!((0..values.len()).all(|number| packed.value(number) == values[number]), "{kinds}");
            assert_eq!(packed.words.len(), packed.codes.words());
        }
    }

    #[test]
    fn forty_results_share_a_word() {
        let layout = layout();
        let block = layout.len() / layout.blocks();
        let three = [Value::DRAW, Value::win(0), Value::loss(0)];
        let packed = Packed::new(&layout, &three.into_iter().cycle().take(layout.len()).collect::<Vec<_>>());
        assert_eq!(packed.words.len(), layout.blocks() * block.div_ceil(40));
    }

    #[test]
    fn foreign_dictionaries_are_refused() {
        let layout = layout();
        assert!(Codes::new(&layout, vec![vec![Value::DRAW]; layout.blocks()]).is_some());
        assert!(Codes::new(&layout, vec![vec![Value::DRAW]; layout.blocks() + 1]).is_none());
        assert!(Codes::new(&layout, vec![Vec::new(); layout.blocks()]).is_none());
    }
}
