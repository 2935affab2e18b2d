//! A table of numbers and short words as a picture: standings.

use image::{Rgb, RgbImage};

use super::ground::{CREAM, FRAME, GOLD, LACQUER};
use super::text::Typeface;

/// A table: a row of headings, and rows of as many cells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Scoreboard {
    pub headings: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
}

/// What stands in a cell, as far as the embedded font has it, and on what.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    pub text: String,
    pub tone: Tone,
}

/// The ground of a cell. Each differs in brightness too, so that colors are not needed to tell them apart.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    Plain,
    /// A total, or whose row it is.
    Strong,
    Won,
    Drawn,
    Lost,
    /// Nothing can stand here: crossed out.
    Void,
    /// No cell at all.
    Bare,
    Gold,
    Silver,
    Bronze,
}

impl Cell {
    pub fn new(text: impl Into<String>, tone: Tone) -> Cell {
        Cell { text: text.into(), tone }
    }
}

/// Frame around the table, pixels.
const EDGE: u32 = 20;
/// Height of a row, and the least width of a column, pixels.
const ROW: u32 = 60;
/// Room left and right of the longest text of a column, pixels.
const PADDING: f32 = 12.0;
/// Size of texts and headings, pixels.
const TEXT: f32 = 38.0;
const HEADING: f32 = 32.0;
/// Width of the lines between cells, pixels.
const LINE: u32 = 2;

const INK: Rgb<u8> = Rgb([0x2a, 0x1f, 0x1a]);
const PALE: Rgb<u8> = Rgb([0xe6, 0xd3, 0xae]);
const SAND: Rgb<u8> = Rgb([0xf7, 0xea, 0xcf]);
const SILVER: Rgb<u8> = Rgb([0xc9, 0xcd, 0xcf]);
const BRONZE: Rgb<u8> = Rgb([0xd0, 0x92, 0x5a]);
const GRAY: Rgb<u8> = Rgb([0xa8, 0x9c, 0x86]);
/// The colors named here alone.
pub const COLORS: [[u8; 3]; 6] = [INK.0, PALE.0, SAND.0, SILVER.0, BRONZE.0, GRAY.0];

impl Scoreboard {
    /// The picture in full color.
    pub(super) fn draw(&self, typeface: &Typeface) -> RgbImage {
        let widths = self.widths(typeface);
        let width = widths.iter().sum::<u32>() + 2 * EDGE;
        let height = ROW * (self.rows.len() as u32 + 1) + 2 * EDGE;
        let mut image = RgbImage::from_pixel(width, height, FRAME);
        let mut left = EDGE;
        for (column, &width) in widths.iter().enumerate() {
            let heading = self.headings.get(column).map_or("", String::as_str);
            fill(&mut image, (left, EDGE), (width, ROW), LACQUER);
            write(&mut image, typeface, heading, (left, EDGE), width, HEADING, CREAM);
            for (n, row) in self.rows.iter().enumerate() {
                let top = EDGE + ROW * (n as u32 + 1);
                let Some(cell) = row.get(column).filter(|cell| cell.tone != Tone::Bare) else { continue };
                let (inner, size) = ((left + LINE / 2, top + LINE / 2), (width - LINE, ROW - LINE));
                fill(&mut image, inner, size, cell.tone.ground(n));
                if cell.tone == Tone::Void {
                    cross(&mut image, inner, size);
                }
                write(&mut image, typeface, &cell.text, (left, top), width, TEXT, INK);
            }
            left += width;
        }
        image
    }

    /// The width of every column: as its longest text needs.
    fn widths(&self, typeface: &Typeface) -> Vec<u32> {
        let column = |(column, heading): (usize, &String)| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            let texts = cells.map(|cell| typeface.width(&cell.text, TEXT));
            let longest = texts.fold(typeface.width(heading, HEADING), f32::max);
            ((longest + 2.0 * PADDING).ceil() as u32).max(ROW)
        };
        self.headings.iter().enumerate().map(column).collect()
    }
}

impl Tone {
    /// The color below a text; every other row is a little darker.
    const fn ground(self, row: usize) -> Rgb<u8> {
        match self {
            Tone::Plain | Tone::Lost if row % 2 == 1 => SAND,
            Tone::Plain | Tone::Lost => CREAM,
            Tone::Strong | Tone::Drawn => PALE,
            Tone::Won | Tone::Gold => GOLD,
            Tone::Void => GRAY,
            Tone::Bare => FRAME,
            Tone::Silver => SILVER,
            Tone::Bronze => BRONZE,
        }
    }
}

fn fill(image: &mut RgbImage, (left, top): (u32, u32), (width, height): (u32, u32), color: Rgb<u8>) {
    for y in top..top + height {
        for x in left..left + width {
            image.put_pixel(x, y, color);
        }
    }
}

/// A line from corner to corner.
fn cross(image: &mut RgbImage, (left, top): (u32, u32), (width, height): (u32, u32)) {
    for y in 0..height {
        let x = width * y / height;
        for x in x.saturating_sub(1)..(x + 2).min(width) {
            image.put_pixel(left + x, top + y, FRAME);
        }
    }
}

fn write(
    image: &mut RgbImage,
    typeface: &Typeface,
    text: &str,
    (left, top): (u32, u32),
    width: u32,
    em: f32,
    color: Rgb<u8>,
) {
    let middle = left as f32 + width as f32 / 2.0;
    // Digits and capitals are about 0.72 em high.
    let baseline = top as f32 + ROW as f32 / 2.0 + em * 0.36;
    typeface.line(image, text, (middle, baseline), em, color);
}
