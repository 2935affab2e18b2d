//! Random numbers that make up a position's key, one per animal and square.

use super::tables::Strength;
use crate::rules::Color;

/// Changes with the side to move.
pub const TURN: u64 = splitmix(0);

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
    let mut n = 0;
    while n < 2 * Strength::COUNT * 63 {
        keys[n / (Strength::COUNT * 63)][n / 63 % Strength::COUNT][n % 63] = splitmix(n as u64 + 1);
        n += 1;
    }
    keys
};

/// The n-th number of the splitmix64 sequence (Steele, Lea and Flood, 2014) from a seed of our own.
const fn splitmix(n: u64) -> u64 {
    const SEED: u64 = 0x0d05_0c1e_0f0a_0709;
    const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut z = SEED.wrapping_add(GAMMA.wrapping_mul(n + 1));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
