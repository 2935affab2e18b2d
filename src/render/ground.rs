//! The empty board: terrain, grid, frame and coordinates.

use image::{Rgb, RgbImage, RgbaImage};
use imageproc::drawing::draw_filled_rect_mut;
use imageproc::rect::Rect;
use resvg::tiny_skia::{Pixmap, Transform};

use super::art::Art;
use super::layout::{Layout, SIDE, TOP, Tray};
use super::sprites::{Sprite, Sprites, lay};
use super::text::Anchor;
use crate::rules::{FILES, RANKS, Seat, Square, Terrain};

/// All that decides what an empty board looks like.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ground {
    pub layout: Layout,
    pub terrain: [Terrain; Square::COUNT],
}

pub const FRAME: Rgb<u8> = Rgb([0x23, 0x46, 0x3a]);
pub const LACQUER: Rgb<u8> = Rgb([0x2f, 0x5c, 0x4a]);
pub const GOLD: Rgb<u8> = Rgb([0xf4, 0xc0, 0x4a]);
pub const CREAM: Rgb<u8> = Rgb([0xff, 0xf6, 0xe3]);
/// The colors named here rather than in a drawing.
pub const COLORS: [[u8; 3]; 4] = [FRAME.0, LACQUER.0, GOLD.0, CREAM.0];
/// Width of the gold line around the board, pixels.
const LINE: u32 = 4;
/// Width and height of the leaves in a corner of the frame, pixels.
const LEAVES: u32 = 66;
/// Width of the gold line around a tray, pixels.
const TRAY_LINE: u32 = 2;

/// What grows where, seen with rank 1 below: tufts, flowers, pebbles; on water lilies, reeds, or calm without waves. Where a
/// board has land instead of the water, flowers and tufts grow in place of lilies and reeds, so that the table serves every board.
#[rustfmt::skip]
const DECOR: [&[u8; FILES as usize]; RANKS as usize] = [
    b".f...t.",
    b"p.....f",
    b".t.f..t",
    b".r...c.",
    b".cl..l.",
    b"..c..r.",
    b"t..t..p",
    b"f.....t",
    b".t...f.",
];

impl Ground {
    pub fn draw(&self, sprites: &Sprites) -> RgbImage {
        let (width, height) = self.layout.size();
        let mut image = RgbImage::from_pixel(width, height, FRAME);
        self.frame(&mut image);
        Seat::BOTH
            .into_iter()
            .filter_map(|seat| self.layout.tray_of(seat))
            .for_each(|tray| empty_tray(&mut image, tray));
        self.coordinates(&mut image, sprites);
        for row in 0..self.layout.ranks {
            for column in 0..self.layout.files {
                for sprite in self.cell(column, row) {
                    let (x, y) = self.layout.corner((column, row));
                    lay(&mut image, &sprites.get(sprite, self.layout.cell), x, y);
                }
            }
        }
        image
    }

    /// The sprites of an empty cell, lowest first.
    fn cell(&self, column: u8, row: u8) -> Vec<Sprite> {
        let Some(square) = self.layout.square(column, row) else { return Vec::new() };
        let decor = DECOR[usize::from(RANKS - 1 - square.rank())][usize::from(square.file())];
        let dark = (square.file() + square.rank()) % 2 == 0;
        let mut sprites = Vec::new();
        match self.terrain[square.index()] {
            Terrain::Land if self.is_table() => {
                sprites.push(Sprite::Art(if dark { Art::WoodDark } else { Art::WoodLight }));
            }
            Terrain::Land => {
                sprites.push(Sprite::Art(if dark { Art::LandDark } else { Art::LandLight }));
                match decor {
                    b't' | b'r' => sprites.push(Sprite::Art(Art::Tuft)),
                    b'f' | b'l' => sprites.push(Sprite::Art(Art::Flowers)),
                    b'p' => sprites.push(Sprite::Art(Art::Pebbles)),
                    _ => {}
                }
            }
            Terrain::Water => {
                sprites.push(Sprite::Art(if decor == b'c' { Art::WaterCalm } else { Art::Water }));
                match decor {
                    b'l' => sprites.push(Sprite::Art(Art::Lily)),
                    b'r' => sprites.push(Sprite::Art(Art::Reeds)),
                    _ => {}
                }
                sprites.extend(self.shores(column, row));
            }
            Terrain::Bridge => sprites.push(Sprite::Art(Art::Bridge)),
            Terrain::Trap(owner) => sprites.push(Sprite::Art(Art::of(owner, Art::TrapRed, Art::TrapBlue))),
            Terrain::Den(owner) => sprites.push(Sprite::Art(Art::of(owner, Art::DenRed, Art::DenBlue))),
        }
        sprites.push(Sprite::Art(Art::Grid));
        sprites
    }

    /// Cards lie on a table: the games played with them have 4×4 squares, and no other game has.
    fn is_table(&self) -> bool {
        (self.layout.files, self.layout.ranks) == (4, 4)
    }

    /// A shore on each side where the water meets land as seen; a bridge has its own edge.
    fn shores(&self, column: u8, row: u8) -> impl Iterator<Item = Sprite> + '_ {
        // Above, right, below, left: the drawing shows a shore above and is turned for the others.
        [(0, -1), (1, 0), (0, 1), (-1, 0)].into_iter().zip([0, 2, 4, 6]).filter_map(move |((right, down), eighths)| {
            let neighbor = self.layout.square(column.checked_add_signed(right)?, row.checked_add_signed(down)?)?;
            let land = !matches!(self.terrain[neighbor.index()], Terrain::Water | Terrain::Bridge);
            land.then_some(Sprite::Turned(Art::Shore, eighths))
        })
    }

    /// The gold line around the board and leaves in the corners.
    fn frame(&self, image: &mut RgbImage) {
        let (width, height) = image.dimensions();
        // Half of the line lies under the cells.
        let (x, y) = (SIDE - LINE / 2, self.layout.tray + TOP - LINE / 2);
        let line = Rect::at(x as i32, y as i32).of_size(width - 2 * x, height - 2 * y);
        draw_filled_rect_mut(image, line, GOLD);

        let (right, below) = (width - LEAVES, height - LEAVES);
        for (quarters, (x, y)) in (0..).zip([(0, 0), (right, 0), (right, below), (0, below)]) {
            let mut leaves = Pixmap::new(LEAVES, LEAVES).expect("leaves have pixels");
            let middle = LEAVES as f32 / 2.0;
            Art::Leaves.draw(Transform::from_rotate_at(90.0 * quarters as f32, middle, middle), &mut leaves);
            let leaves =
                RgbaImage::from_raw(LEAVES, LEAVES, leaves.take_demultiplied()).expect("four bytes for each pixel");
            lay(image, &leaves, x, y);
        }
    }

    /// Letters of files above and below, numbers of ranks at both sides.
    fn coordinates(&self, image: &mut RgbImage, sprites: &Sprites) {
        let (width, height) = image.dimensions();
        let (top, bottom) = ((self.layout.tray + TOP) as f32, (height - self.layout.tray) as f32);
        let middle = self.layout.cell as f32 / 2.0;
        let mut set = |c, middle, baseline, em| {
            sprites.typeface().set(image, c, Anchor { middle, baseline }, em, CREAM);
        };
        for column in 0..self.layout.files {
            let Some(square) = self.layout.square(column, 0) else { continue };
            let (x, _) = self.layout.corner((column, 0));
            for baseline in [top - 10.0, bottom - 11.0] {
                set(char::from(b'a' + square.file()), x as f32 + middle, baseline, 29.0);
            }
        }
        for row in 0..self.layout.ranks {
            let Some(square) = self.layout.square(0, row) else { continue };
            let (_, y) = self.layout.corner((0, row));
            for x in [14.0, width as f32 - 14.0] {
                set(char::from(b'1' + square.rank()), x, y as f32 + middle + 9.5, 27.0);
            }
        }
    }
}

/// An empty tray for the animals in a hand.
fn empty_tray(image: &mut RgbImage, Tray { x, y, width, height }: Tray) {
    for (inset, color) in [(0, GOLD), (TRAY_LINE, LACQUER)] {
        let area = Rect::at((x + inset) as i32, (y + inset) as i32).of_size(width - 2 * inset, height - 2 * inset);
        draw_filled_rect_mut(image, area, color);
    }
}
