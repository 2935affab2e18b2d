//! Squares: one coordinate system for every board of the project.

use std::fmt;
use std::str::FromStr;

/// Files of the largest board (a–g).
pub const FILES: u8 = 7;
/// Ranks of the largest board (1–9).
pub const RANKS: u8 = 9;

/// A square of the 7×9 grid, a1 (index 0) to g9 (index 62), rank by rank from Red's side.
///
/// Smaller boards (4×4, 6×6) use the squares nearest a1, so that one type serves every variant.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Number of squares of the grid.
    /// The first square.
    pub const A1: Square = Square(0);
    pub const COUNT: usize = FILES as usize * RANKS as usize;

    /// The square on this file (0 = a) and rank (0 = rank 1), or `None` off the grid.
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < FILES && rank < RANKS { Some(Square(rank * FILES + file)) } else { None }
    }

    /// The square with this index (rank × 7 + file), or `None` from 63 on.
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < Square::COUNT { Some(Square(index as u8)) } else { None }
    }

    /// File, 0 (a) to 6 (g).
    pub const fn file(self) -> u8 {
        self.0 % FILES
    }

    /// Rank (row), 0 (rank 1) to 8 (rank 9).
    pub const fn rank(self) -> u8 {
        self.0 / FILES
    }

    /// Index, 0 (a1) to 62 (g9).
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square this many files to the right and ranks up, as Red sees it, or `None` off the grid.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let (file, rank) = (self.file() as i8 + files, self.rank() as i8 + ranks);
        if file < 0 || rank < 0 { None } else { Square::new(file as u8, rank as u8) }
    }

    /// The same square as the opponent sees it on the 7×9 board (half a turn).
    pub const fn rotated(self) -> Square {
        Square(Square::COUNT as u8 - 1 - self.0)
    }

    /// All squares, a1 to g9.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..Square::COUNT as u8).map(Square)
    }

    /// A table by [`Square::index`].
    pub fn table<T>(mut entry: impl FnMut(Square) -> T) -> [T; Square::COUNT] {
        std::array::from_fn(|index| entry(Square(index as u8)))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A text that is no square, carried whole.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a square: write a file a-g and a rank 1-9, such as c3")]
pub struct ParseSquareError(pub String);

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let err = || ParseSquareError(text.to_owned());
        let &[file, rank] = text.as_bytes() else { return Err(err()) };
        let file = file.to_ascii_lowercase().checked_sub(b'a').ok_or_else(err)?;
        let rank = rank.checked_sub(b'1').ok_or_else(err)?;
        Square::new(file, rank).ok_or_else(err)
    }
}
