//! How the expected result of a game went, as a picture without words: a line that rises where it went well for the side above, and falls
//! where it went well for the side below.

use image::{Rgb, RgbImage, RgbaImage};
use resvg::tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform,
};

use super::art::Art;
use super::ground;
use super::sprites::{Sprite, Sprites, lay};
use super::text::Align;
use crate::rules::Color;

/// The line of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Balance {
    /// What the side above may expect, in thousandths of a win: before the first ply, and after each.
    pub points: Vec<u16>,
    /// Its color, if it has one.
    pub above: Option<Color>,
    /// Plies to mark on the line, counted from 1, with their numbers.
    pub marks: Vec<usize>,
}

const SIZE: (u32, u32) = (900, 620);
/// The panel: left, top, right, bottom, pixels.
const PANEL: [f32; 4] = [118.0, 30.0, 870.0, 540.0];
/// The picture of a side beside the panel, pixels.
const SIDE: u32 = 76;
/// Size of digits that can be read where a phone shows the picture 320 pixels wide.
const DIGITS: f32 = 40.0;
/// Size of a mark's disc, pixels: wide enough for two digits, or for three.
const DISC: f32 = 31.0;
/// Numbers below the panel: the closest step that leaves no more of them than this.
const MOST_NUMBERS: usize = 7;

const FRAME: [u8; 3] = ground::FRAME.0;
const GOLD: [u8; 3] = ground::GOLD.0;
const CREAM: [u8; 3] = ground::CREAM.0;
const INK: [u8; 3] = [0x2b, 0x1a, 0x12];
const RED: [u8; 3] = [0xdc, 0x40, 0x30];
const BLUE: [u8; 3] = [0x1f, 0x4a, 0x94];
const GRAY: [u8; 3] = [0xb9, 0xa9, 0x8b];
/// The colors named here alone.
pub const COLORS: [[u8; 3]; 4] = [INK, RED, BLUE, GRAY];

impl Balance {
    /// The picture in full color, 900×620 pixels.
    pub(super) fn draw(&self, sprites: &Sprites) -> RgbImage {
        let mut canvas = Pixmap::new(SIZE.0, SIZE.1).expect("the picture has pixels");
        let [left, top, right, bottom] = PANEL;
        fill(&mut canvas, rectangle([0.0, 0.0, SIZE.0 as f32, SIZE.1 as f32]), FRAME);
        fill(&mut canvas, rectangle([left - 5.0, top - 5.0, right + 5.0, bottom + 5.0]), GOLD);
        fill(&mut canvas, rectangle(PANEL), CREAM);
        for (color, area) in
            [(self.above, true), (self.above.map(Color::other), false)].map(|(c, up)| (shade(c, up), up))
        {
            fill(&mut canvas, self.area(area), color);
        }
        let ticks = self.ticks();
        for &ply in &ticks {
            stroke(&mut canvas, segment((self.x(ply), top), (self.x(ply), bottom)), GRAY, 2.0, false);
        }
        let middle = self.y(500);
        stroke(&mut canvas, segment((left, middle), (right, middle)), INK, 3.0, true);
        stroke(&mut canvas, self.line(), INK, 6.0, false);
        for &ply in self.marks.iter().filter(|&&ply| ply < self.points.len()) {
            let (x, y) = self.place(ply);
            let disc = PathBuilder::from_circle(x, y, DISC);
            fill(&mut canvas, disc.clone(), GOLD);
            stroke(&mut canvas, disc, INK, 5.0, false);
        }
        let pixels =
            RgbaImage::from_raw(SIZE.0, SIZE.1, canvas.take_demultiplied()).expect("four bytes for each pixel");
        let mut image = RgbImage::new(SIZE.0, SIZE.1);
        lay(&mut image, &pixels, 0, 0);
        self.write(&mut image, sprites, &ticks);
        image
    }

    /// The sides at the left, the numbers below and on the marks.
    fn write(&self, image: &mut RgbImage, sprites: &Sprites, ticks: &[usize]) {
        for (color, y) in [(self.above, PANEL[1]), (self.above.map(Color::other), PANEL[3] - SIDE as f32)] {
            let art = color.map_or(Art::Card, |color| Art::of(color, Art::PlainRed, Art::PlainBlue));
            lay(image, &sprites.get(Sprite::Art(art), SIDE), 20, y as u32);
        }
        let mut number = |number: usize, at: (f32, f32), color: [u8; 3]| {
            sprites.typeface().number(image, number as i32, at, Align::Middle, DIGITS, Rgb(color));
        };
        for &ply in ticks {
            number(ply, (self.x(ply), PANEL[3] + 54.0), CREAM);
        }
        for &ply in self.marks.iter().filter(|&&ply| ply < self.points.len()) {
            let (x, y) = self.place(ply);
            number(ply, (x, y + DIGITS * 0.36), INK);
        }
    }

    /// Round numbers of plies, as many as there is room for; the beginning has none.
    fn ticks(&self) -> Vec<usize> {
        let plies = self.points.len().saturating_sub(1);
        let steps = (0..4).flat_map(|power| [1, 2, 5].map(|n| n * 10_usize.pow(power)));
        let step = steps.into_iter().find(|step| plies / step <= MOST_NUMBERS).unwrap_or(plies.max(1));
        (step..=plies).step_by(step).collect()
    }

    fn x(&self, ply: usize) -> f32 {
        let [left, _, right, _] = PANEL;
        let steps = self.points.len().saturating_sub(1).max(1);
        left + (right - left) * ply as f32 / steps as f32
    }

    /// The upper edge is a win of the side above.
    fn y(&self, thousandths: u16) -> f32 {
        let [_, top, _, bottom] = PANEL;
        bottom - (bottom - top) * f32::from(thousandths.min(1000)) / 1000.0
    }

    fn point(&self, ply: usize) -> (f32, f32) {
        (self.x(ply), self.y(self.points[ply]))
    }

    /// Where a mark stands: on the line, with all of its disc in the panel.
    fn place(&self, ply: usize) -> (f32, f32) {
        let ([left, top, right, bottom], (x, y)) = (PANEL, self.point(ply));
        (x.clamp(left + DISC, right - DISC), y.clamp(top + DISC, bottom - DISC))
    }

    fn line(&self) -> Option<Path> {
        let mut line = PathBuilder::new();
        for ply in 0..self.points.len() {
            let (x, y) = self.point(ply);
            if ply == 0 { line.move_to(x, y) } else { line.line_to(x, y) }
        }
        line.finish()
    }

    /// The part of the panel between the line and the middle where the side above is better off, or the side below.
    fn area(&self, above: bool) -> Option<Path> {
        let middle = self.y(500);
        let held = |y: f32| if above { y.min(middle) } else { y.max(middle) };
        let mut area = PathBuilder::new();
        area.move_to(self.x(0), middle);
        let mut before: Option<(f32, f32)> = None;
        for ply in 0..self.points.len() {
            let (x, y) = self.point(ply);
            // Where the line crosses the middle, the area ends on it.
            if let Some((last_x, last_y)) = before.filter(|(_, last)| (last - middle) * (y - middle) < 0.0) {
                area.line_to(last_x + (x - last_x) * (middle - last_y) / (y - last_y), middle);
            }
            area.line_to(x, held(y));
            before = Some((x, y));
        }
        area.line_to(self.x(self.points.len().saturating_sub(1)), middle);
        area.close();
        area.finish()
    }
}

/// The color of a side's part.
const fn shade(color: Option<Color>, above: bool) -> [u8; 3] {
    match color {
        Some(Color::Red) => RED,
        Some(Color::Blue) => BLUE,
        None if above => GRAY,
        None => FRAME,
    }
}

fn rectangle([left, top, right, bottom]: [f32; 4]) -> Option<Path> {
    Rect::from_ltrb(left, top, right, bottom).map(PathBuilder::from_rect)
}

fn segment(from: (f32, f32), to: (f32, f32)) -> Option<Path> {
    let mut line = PathBuilder::new();
    line.move_to(from.0, from.1);
    line.line_to(to.0, to.1);
    line.finish()
}

fn paint([red, green, blue]: [u8; 3]) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    paint.anti_alias = true;
    paint
}

fn fill(canvas: &mut Pixmap, path: Option<Path>, color: [u8; 3]) {
    if let Some(path) = path {
        canvas.fill_path(&path, &paint(color), FillRule::Winding, Transform::identity(), None);
    }
}

fn stroke(canvas: &mut Pixmap, path: Option<Path>, color: [u8; 3], width: f32, dashed: bool) {
    let dash = if dashed { StrokeDash::new(vec![14.0, 12.0], 0.0) } else { None };
    let stroke = Stroke { width, dash, line_cap: LineCap::Butt, line_join: LineJoin::Round, ..Stroke::default() };
    if let Some(path) = path {
        canvas.stroke_path(&path, &paint(color), &stroke, Transform::identity(), None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_round_and_few() {
        for (plies, expected) in [
            (0, &[][..]),
            (1, &[1]),
            (7, &[1, 2, 3, 4, 5, 6, 7]),
            (30, &[5, 10, 15, 20, 25, 30]),
            (300, &[50, 100, 150, 200, 250, 300]),
        ] {
            let balance = Balance { points: vec![500; plies + 1], above: Some(Color::Red), marks: Vec::new() };
            assert_eq!(balance.ticks(), expected, "{plies}");
        }
    }

    #[test]
    fn marks_stay_in_the_panel() {
        let balance = Balance { points: vec![0, 1000, 500, 0], above: None, marks: vec![1, 3] };
        for ply in 0..4 {
            let (x, y) = balance.place(ply);
            assert!(
                (PANEL[0] + DISC..=PANEL[2] - DISC).contains(&x) && (PANEL[1] + DISC..=PANEL[3] - DISC).contains(&y)
            );
        }
    }
}
