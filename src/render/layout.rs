//! Where squares are in a picture.

use crate::rules::{Orientation, Square, View};

/// Width of the frame left and right of the board, pixels.
pub const SIDE: u32 = 30;
/// Height of the frame above and below the board, pixels.
pub const TOP: u32 = 40;
/// Room for the cells; their size is chosen so that the board fills it, so small boards have large cells.
const ROOM: (u32, u32) = (840, 1080);

/// The geometry of a picture.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    pub files: u8,
    pub ranks: u8,
    pub orientation: Orientation,
    /// Width and height of a cell, pixels: 120 on the 7×9 board.
    pub cell: u32,
}

impl Layout {
    pub fn new(view: &View, orientation: Orientation) -> Layout {
        let (files, ranks) = (view.files.max(1), view.ranks.max(1));
        let cell = (ROOM.0 / u32::from(files)).min(ROOM.1 / u32::from(ranks));
        Layout { files, ranks, orientation, cell }
    }

    /// Width and height of the picture, pixels: 900×1160 for the 7×9 board.
    pub fn size(&self) -> (u32, u32) {
        (self.cell * u32::from(self.files) + 2 * SIDE, self.cell * u32::from(self.ranks) + 2 * TOP)
    }

    /// The square in this column from the left and this row from the top, as seen.
    pub fn square(&self, column: u8, row: u8) -> Option<Square> {
        if column >= self.files || row >= self.ranks {
            return None;
        }
        match self.orientation {
            Orientation::First => Square::new(column, self.ranks - 1 - row),
            Orientation::Second => Square::new(self.files - 1 - column, row),
        }
    }

    /// Column from the left and row from the top of a square, as seen; `None` off the board.
    pub fn place(&self, square: Square) -> Option<(u8, u8)> {
        let (file, rank) = (square.file(), square.rank());
        if file >= self.files || rank >= self.ranks {
            return None;
        }
        Some(match self.orientation {
            Orientation::First => (file, self.ranks - 1 - rank),
            Orientation::Second => (self.files - 1 - file, rank),
        })
    }

    /// The upper left pixel of a cell.
    pub fn corner(&self, (column, row): (u8, u8)) -> (u32, u32) {
        (SIDE + self.cell * u32::from(column), TOP + self.cell * u32::from(row))
    }
}
