//! Where squares and hands are in a picture.

use std::ops::Range;

use crate::rules::{Orientation, Seat, Square, View};

/// Width of the frame left and right of the board, pixels.
pub const SIDE: u32 = 30;
/// Height of the frame above and below the board, pixels.
pub const TOP: u32 = 40;
/// Room for the cells, and for the trays of a game with hands; their size is chosen so that they fill it, so small boards have
/// large cells.
const ROOM: (u32, u32) = (840, 1080);
/// The largest cell, pixels. A picture is shown as wide as a message anyway, and sixteen animals in larger cells would be more bytes
/// than a picture may have.
const LARGEST: u32 = 160;
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

impl Layout {
    pub fn new(view: &View, orientation: Orientation) -> Layout {
        let (files, ranks) = (view.files.max(1), view.ranks.max(1));
        let tenths = 10 * u32::from(ranks) + if view.hands.is_some() { 2 * TRAY } else { 0 };
        let cell = (ROOM.0 / u32::from(files)).min(ROOM.1 * 10 / tenths).min(LARGEST);
        let tray = if view.hands.is_some() { cell * TRAY / 10 } else { 0 };
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

    /// The picture's rows of pixels in bands from top to bottom: a row of cells each, and what is above and below them.
    pub fn bands(&self) -> Vec<Range<u32>> {
        let cells = (0..=self.ranks).map(|row| self.corner((0, row)).1);
        let edges: Vec<u32> = std::iter::once(0).chain(cells).chain([self.size().1]).collect();
        edges.windows(2).map(|edges| edges[0]..edges[1]).collect()
    }

    /// Where this seat's tray lies: below the board for the side seen from, else above it. `None` in a game without hands.
    pub fn tray_of(&self, seat: Seat) -> Option<Tray> {
        if self.tray == 0 {
            return None;
        }
        let below = (seat == Seat::First) == (self.orientation == Orientation::First);
        let (width, height) = self.size();
        let y = if below { height - self.tray } else { MARGIN };
        Some(Tray { x: SIDE, y, width: width - 2 * SIDE, height: self.tray - MARGIN })
    }
}

/// The part of a picture where a hand lies, pixels.
#[derive(Copy, Clone, Debug)]
pub struct Tray {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

impl Tray {
    /// The upper left pixel of the pouch at the left end, and its size.
    pub fn pouch(&self) -> ((u32, u32), u32) {
        let size = self.height / 2;
        ((self.x + size / 4, self.y + size / 2), size)
    }

    /// How a hand of this many discs lies beside the pouch: their size, and the upper left pixels of all, row by row.
    ///
    /// Discs are as large as there is room for, in steps, so that few sizes have to be drawn.
    pub fn discs(&self, count: usize) -> (u32, Vec<(u32, u32)>) {
        let count = count as u32;
        let ((pouch, _), taken) = self.pouch();
        let start = pouch + taken * 5 / 4;
        let width = self.x + self.width - start;
        let fits = |&(rows, size): &(u32, u32)| count.div_ceil(rows) * size <= width;
        let steps = [(1, self.height * 7 / 8), (1, self.height * 9 / 16), (2, self.height * 15 / 32)];
        let (rows, size) = steps.into_iter().find(fits).unwrap_or_else(|| (2, width / count.div_ceil(2)));
        let columns = count.div_ceil(rows);
        let gap = (self.height - rows * size) / (rows + 1);
        let place = |n: u32| (start + n % columns * size, self.y + gap + n / columns * (size + gap));
        (size, (0..count).map(place).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest hand there can be: every animal of both colors.
    const MOST: usize = 16;

    #[test]
    fn discs_lie_in_their_tray_and_not_on_each_other() {
        for (files, ranks) in [(4, 4), (7, 9)] {
            let view = View { hands: Some([vec![], vec![]]), ..View::empty(files, ranks) };
            let layout = Layout::new(&view, Orientation::First);
            let tray = layout.tray_of(Seat::Second).expect("a game with hands");
            let ((x, _), size) = tray.pouch();
            let pouch_ends = x + size;
            for count in 1..=MOST {
                let (size, places) = tray.discs(count);
                assert_eq!(places.len(), count);
                for (n, &(x, y)) in places.iter().enumerate() {
                    let inside = x >= pouch_ends && x + size <= tray.x + tray.width;
                    assert!(
                        inside && y >= tray.y && y + size <= tray.y + tray.height,
                        "{n} of {count} on {files}×{ranks}"
                    );
                    let overlaps = |&(a, b): &(u32, u32)| x.abs_diff(a) < size && y.abs_diff(b) < size;
                    assert!(!places[..n].iter().any(overlaps), "{n} of {count} lies on another");
                }
            }
        }
    }
}
