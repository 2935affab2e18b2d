//! Random numbers that make up a position's key, one per animal and square.

use super::tables::Strength;
use crate::rules::{Color, Dice};

/// Changes with the side to move.
pub const TURN: u64 = Dice(SEED).roll();

/// The part of the key that tells who is to move.
pub const fn turn(color: Color) -> u64 {
    match color {
        Color::Red => 0,
        Color::Blue => TURN,
    }
}

/// The part of the key that tells where an animal stands; nothing for a captured one (index 63).
pub fn animal(color: Color, strength: Strength, square: u8) -> u64 {
    ANIMALS[color.index()][strength.index()][usize::from(square & 63)]
}

static ANIMALS: [[[u64; 64]; Strength::COUNT]; 2] = {
    let mut keys = [[[0; 64]; Strength::COUNT]; 2];
    let mut dice = Dice(SEED);
    // The first number is TURN's.
    dice.roll();
    let mut n = 0;
    while n < 2 * Strength::COUNT * 63 {
        keys[n / (Strength::COUNT * 63)][n / 63 % Strength::COUNT][n % 63] = dice.roll();
        n += 1;
    }
    keys
};

/// What all keys are drawn from.
const SEED: u64 = 0x0d05_0c1e_0f0a_0709;
