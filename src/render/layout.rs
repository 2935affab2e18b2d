//! Where squares and hands are in a picture.

use crate::rules::{Orientation, Seat, Square, View};

/// Width of the frame left and right of the board, pixels.
pub const SIDE: u32 = 30;
/// Height of the frame above and below the board, pixels.
pub const TOP: u32 = 40;
/// Room for the cells, and for the trays of a game with hands; their size is chosen so that they fill it, so small boards have
/// large cells.
const ROOM: (u32, u32) = (840, 1080);
/// Height of a tray, tenths of a cell.
const TRAY: u32 = 9;
/// Frame around a tray on three sides; the board's own is on the fourth. Pixels.
const MARGIN: u32 = 10;

/// The geometry of a picture.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    pub files: u8,
    pub ranks: u8,
    pub orientation: Orientation,
    /// Width and height of a cell, pixels: 120 on the 7×9 board.
    pub cell: u32,
    /// Height of the strips above and below the board for what both seats have in hand, pixels; 0 in a game without hands.
    pub tray: u32,
}

/// A part of a picture, pixels.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Area {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

impl Layout {
    pub fn new(view: &View, orientation: Orientation) -> Layout {
        let (files, ranks) = (view.files.max(1), view.ranks.max(1));
        let tenths = 10 * u32::from(ranks) + if view.has_hands { 2 * TRAY } else { 0 };
        let cell = (ROOM.0 / u32::from(files)).min(ROOM.1 * 10 / tenths);
        let tray = if view.has_hands { cell * TRAY / 10 } else { 0 };
        Layout { files, ranks, orientation, cell, tray }
    }

    /// Width and height of the picture, pixels: 900×1160 for the 7×9 board.
    pub fn size(&self) -> (u32, u32) {
        let (width, height) = (self.cell * u32::from(self.files), self.cell * u32::from(self.ranks));
        (width + 2 * SIDE, height + 2 * (TOP + self.tray))
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
        (SIDE + self.cell * u32::from(column), self.tray + TOP + self.cell * u32::from(row))
    }

    /// Where this seat's tray lies: below the board for the side seen from, else above it. `None` in a game without hands.
    pub fn tray_of(&self, seat: Seat) -> Option<Area> {
        if self.tray == 0 {
            return None;
        }
        let below = (seat == Seat::First) == (self.orientation == Orientation::First);
        let (width, height) = self.size();
        let y = if below { height - self.tray } else { MARGIN };
        Some(Area { x: SIDE, y, width: width - 2 * SIDE, height: self.tray - MARGIN })
    }

    /// How a hand of this many lies in its tray: the size of a disc, and the upper left pixels of all, row by row.
    ///
    /// Discs are as large as there is room for, in three sizes, the smallest for two rows.
    pub fn hand(&self, tray: Area, count: usize) -> (u32, Vec<(u32, u32)>) {
        // What stands at the left end of the tray is as wide as half of its height.
        let (start, width) = (tray.x + tray.height * 3 / 4, tray.width - tray.height * 7 / 8);
        let fits = |&(rows, size): &(u32, u32)| count as u32 <= rows * (width / size);
        let sizes = [(1, tray.height * 7 / 8), (1, tray.height * 5 / 8), (2, tray.height * 15 / 32)];
        let (rows, size) = sizes.into_iter().find(fits).unwrap_or(sizes[2]);
        let columns = (width / size).max(1);
        let gap = (tray.height - rows * size) / (rows + 1);
        let place = |n: u32| (start + n % columns * size, tray.y + gap + n / columns * (size + gap));
        (size, (0..count as u32).map(place).collect())
    }
}
