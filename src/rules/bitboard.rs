//! Sets of squares.

use super::square::Square;

/// A set of squares, one bit each (bit = [`Square::index`]).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    pub const EMPTY: Bitboard = Bitboard(0);

    /// The set of this square alone.
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }
}
