//! Many numbers from one (splitmix64; Steele, Lea and Flood, 2014).

/// Draws numbers that depend on nothing but the one it was made of.
#[derive(Copy, Clone, Debug)]
pub struct Dice(pub u64);

impl Dice {
    /// The next number.
    pub const fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        scramble(self.0)
    }
}

/// A number whose every bit depends on every bit of another one (the finalizer of splitmix64).
pub const fn scramble(n: u64) -> u64 {
    let mut z = n;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
