//! Numbers as a picture without words: how a value went, and how results fell on both sides.

use std::fmt::Write;

use image::{Rgb, RgbImage};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::art::Art;
use super::ground::{CREAM, FRAME, GOLD, LACQUER};
use super::sprites::{Sprite, Sprites, lay};
use super::text::{Align, Typeface};
use crate::rules::Color;

/// A line over equal steps, and bars below it. What is empty is left out; a chart of nothing is a frame.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Chart {
    /// Values, oldest first.
    pub line: Vec<i32>,
    /// So many of them, from the first, are uncertain: drawn with dashes.
    pub uncertain: usize,
    pub bars: Vec<Bar>,
}

/// Results as one bar of three parts: won (▲ on gold), drawn (▬ on hatching), lost (▼ on a pale ground).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bar {
    pub label: Label,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

/// What stands before a bar.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Label {
    /// A piece of this color: the red ones are round, the blue ones have eight corners.
    Side(Color),
    /// A digit, for sides that have no color of their own.
    Number(u8),
}

/// Width of every chart, pixels.
const WIDTH: u32 = 900;
/// Frame around the panels and between them, pixels.
const EDGE: u32 = 24;
/// Height of the panel with the line, pixels.
const LINE_PANEL: u32 = 400;
/// Height of a bar with the room around it, pixels.
const BAR_ROW: u32 = 112;
/// Room left of the line for the numbers of the scale, and left of a bar for its label, pixels.
const MARGIN: u32 = 130;
/// Size of all digits, pixels: they can still be read where a phone shows the picture 320 pixels wide.
const DIGITS: f32 = 42.0;
/// The scale of the line spans no less than this, so that small changes look small.
const LEAST_SPAN: i32 = 40;
/// Up to so many values are drawn with a dot each.
const MOST_DOTS: usize = 40;

const INK: Rgb<u8> = Rgb([0x2a, 0x1f, 0x1a]);
const PALE: Rgb<u8> = Rgb([0xe6, 0xd3, 0xae]);
/// The colors named here alone.
pub const COLORS: [[u8; 3]; 2] = [INK.0, PALE.0];

/// A rectangle of the picture, pixels.
#[derive(Copy, Clone)]
struct Panel {
    top: u32,
    height: u32,
}

impl Chart {
    /// The picture in full color, 900 pixels wide.
    pub(super) fn draw(&self, sprites: &Sprites) -> RgbImage {
        let line = (!self.line.is_empty()).then_some(Panel { top: EDGE, height: LINE_PANEL });
        let below = line.map_or(EDGE, |panel| panel.top + panel.height + EDGE);
        let rows = self.bars.len() as u32 * BAR_ROW;
        let bars = (rows > 0).then_some(Panel { top: below, height: rows });
        let height = bars.map_or(below, |panel| panel.top + panel.height + EDGE).max(2 * EDGE);

        let mut svg = Svg::new(height);
        [line, bars].into_iter().flatten().for_each(|panel| svg.panel(panel));
        let scale = line.map(|panel| Scale::of(&self.line, panel));
        scale.iter().for_each(|scale| self.draw_line(scale, &mut svg));
        let widest = self.bars.iter().map(Bar::total).max().unwrap_or(0).max(1);
        let tops: Vec<u32> = (0..self.bars.len() as u32).map(|row| below + row * BAR_ROW).collect();
        for (bar, &top) in self.bars.iter().zip(&tops) {
            bar.draw(top, widest, &mut svg);
        }

        let mut image = svg.rasterize(height);
        let typeface = sprites.typeface();
        scale.iter().for_each(|scale| self.write_line(scale, typeface, &mut image));
        for (bar, &top) in self.bars.iter().zip(&tops) {
            bar.write(top, widest, sprites, &mut image);
        }
        image
    }

    fn draw_line(&self, scale: &Scale, svg: &mut Svg) {
        for tick in scale.ticks() {
            let y = scale.y(tick);
            svg.shape(&format!(r#"<path d="M{MARGIN} {y:.1}H{:.1}""#, scale.right()), None, Some((PALE, 3.0)));
        }
        let points: Vec<(f32, f32)> =
            self.line.iter().enumerate().map(|(n, &value)| (scale.x(n), scale.y(value))).collect();
        let certain_from = self.uncertain.saturating_sub(1).min(points.len());
        let (dashed, solid) = (&points[..self.uncertain.min(points.len())], &points[certain_from..]);
        for (part, dashes) in [(dashed, r#" stroke-dasharray="10 12""#), (solid, "")] {
            if let [(x, y), rest @ ..] = part {
                let mut path = format!("M{x:.1} {y:.1}");
                rest.iter().for_each(|(x, y)| path.push_str(&format!("L{x:.1} {y:.1}")));
                let element = format!(r#"<path d="{path}" stroke-linejoin="round" stroke-linecap="round"{dashes}"#);
                svg.shape(&element, None, Some((LACQUER, 7.0)));
            }
        }
        let few = points.len() <= MOST_DOTS;
        for (n, (x, y)) in points.iter().enumerate().filter(|_| few) {
            let fill = if n < self.uncertain { CREAM } else { LACQUER };
            svg.shape(&format!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="7""#), Some(fill), Some((LACQUER, 4.0)));
        }
        if let Some((x, y)) = points.last() {
            svg.shape(&format!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="14""#), Some(GOLD), Some((INK, 4.0)));
        }
    }

    fn write_line(&self, scale: &Scale, typeface: &Typeface, image: &mut RgbImage) {
        for tick in scale.ticks() {
            let at = (MARGIN as f32 - 14.0, scale.y(tick) + DIGITS * 0.36);
            typeface.number(image, tick, at, Align::End, DIGITS, INK);
        }
        if let Some(&last) = self.line.last() {
            // Above the last dot, or below it where there is no room above.
            let (x, y) = (scale.x(self.line.len() - 1), scale.y(last));
            let above = y - 26.0;
            let baseline = if above - DIGITS < scale.panel.top as f32 { y + 26.0 + DIGITS * 0.75 } else { above };
            let width = DIGITS * 0.28 * last.to_string().len() as f32;
            let middle = x.min(WIDTH as f32 - EDGE as f32 - 12.0 - width);
            typeface.number(image, last, (middle, baseline), Align::Middle, DIGITS, INK);
        }
    }
}

/// Where values are in the panel of the line.
struct Scale {
    panel: Panel,
    steps: usize,
    low: i32,
    high: i32,
    tick: i32,
}

impl Scale {
    /// A scale from one round number to another with all of these between them.
    fn of(values: &[i32], panel: Panel) -> Scale {
        let (low, high) = (values.iter().min().copied().unwrap_or(0), values.iter().max().copied().unwrap_or(0));
        let span = high.saturating_sub(low).max(LEAST_SPAN);
        // Three or four lines: the smallest round step that needs no more.
        let steps = (0..8).flat_map(|power| [1, 2, 5].map(|n| n * 10_i32.pow(power)));
        let tick = steps.into_iter().find(|step| span / step <= 3).unwrap_or(span);
        let middle = low / 2 + high / 2;
        let (low, high) = (low.min(middle - LEAST_SPAN / 2), high.max(middle + LEAST_SPAN / 2));
        let down = low.div_euclid(tick) * tick;
        let up = high.div_euclid(tick) * tick + if high.rem_euclid(tick) == 0 { 0 } else { tick };
        Scale { panel, steps: values.len().saturating_sub(1), low: down, high: up, tick }
    }

    fn ticks(&self) -> impl Iterator<Item = i32> + use<> {
        (self.low..=self.high).step_by(self.tick.unsigned_abs() as usize)
    }

    fn right(&self) -> f32 {
        WIDTH as f32 - EDGE as f32 - 34.0
    }

    fn x(&self, n: usize) -> f32 {
        let left = MARGIN as f32 + 18.0;
        let right = self.right() - 10.0;
        if self.steps == 0 { left.midpoint(right) } else { left + (right - left) * n as f32 / self.steps as f32 }
    }

    fn y(&self, value: i32) -> f32 {
        let (top, bottom) = (self.panel.top as f32 + 40.0, (self.panel.top + self.panel.height) as f32 - 40.0);
        let part = (value - self.low) as f32 / (self.high - self.low).max(1) as f32;
        bottom - (bottom - top) * part
    }
}

impl Bar {
    const fn total(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The parts that are not empty with their left end and width, pixels: 0 won, 1 drawn, 2 lost.
    fn parts(&self, widest: u32) -> impl Iterator<Item = (usize, u32, f32, f32)> {
        let room = (WIDTH - EDGE - 34 - MARGIN) as f32;
        let mut left = MARGIN as f32;
        [self.won, self.drawn, self.lost].into_iter().enumerate().filter(|&(_, count)| count > 0).map(
            move |(part, count)| {
                let width = room * count as f32 / widest as f32;
                let start = left;
                left += width;
                (part, count, start, width)
            },
        )
    }

    fn draw(&self, top: u32, widest: u32, svg: &mut Svg) {
        let (y, height) = (top as f32 + 16.0, BAR_ROW as f32 - 32.0);
        for (part, _, x, width) in self.parts(widest) {
            let fill = [GOLD, PALE, CREAM][part];
            let rectangle = format!(r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}""#);
            svg.shape(&rectangle, Some(fill), None);
            if part == 1 {
                let mut hatching = String::new();
                let mut at = x - height;
                while at < x + width {
                    let (from, to) = (at.max(x), (at + height).min(x + width));
                    if from < to {
                        let _ = write!(
                            hatching,
                            "M{from:.1} {:.1}L{to:.1} {:.1}",
                            y + height - (from - at),
                            y + height - (to - at)
                        );
                    }
                    at += 18.0;
                }
                svg.shape(&format!(r#"<path d="{hatching}""#), None, Some((CREAM, 4.0)));
            }
            svg.shape(&rectangle, None, Some((INK, 4.0)));
            if let Some((symbol, _)) = places(x, width) {
                let middle = y + height / 2.0;
                let path = match part {
                    0 => format!("M{:.1} {:.1}l14 26h-28z", symbol, middle - 13.0),
                    1 => format!("M{:.1} {:.1}h28v10h-28z", symbol - 14.0, middle - 5.0),
                    _ => format!("M{:.1} {:.1}l14 -26h-28z", symbol, middle + 13.0),
                };
                svg.shape(&format!(r#"<path d="{path}""#), Some(INK), None);
            }
        }
    }

    fn write(&self, top: u32, widest: u32, sprites: &Sprites, image: &mut RgbImage) {
        let middle = top as f32 + BAR_ROW as f32 / 2.0;
        match self.label {
            Label::Side(color) => {
                let size = BAR_ROW - 32;
                let piece = Sprite::Art(Art::of(color, Art::PlainRed, Art::PlainBlue));
                lay(image, &sprites.get(piece, size), MARGIN - 22 - size, top + 16);
            }
            Label::Number(number) => {
                let at = (MARGIN as f32 - 40.0, middle + DIGITS * 0.36);
                sprites.typeface().number(image, number.into(), at, Align::End, DIGITS, INK);
            }
        }
        for (_, count, x, width) in self.parts(widest) {
            if let Some((_, number)) = places(x, width) {
                let at = (number, middle + DIGITS * 0.36);
                sprites.typeface().number(image, count as i32, at, Align::Start, DIGITS, INK);
            }
        }
    }
}

/// Where the symbol and the number of a part go, if it is wide enough for them.
fn places(x: f32, width: f32) -> Option<(f32, f32)> {
    (width >= 92.0).then_some((x + 28.0, x + 50.0))
}

/// A drawing in the making, as SVG: the library that draws the pieces draws this too.
struct Svg(String);

impl Svg {
    fn new(height: u32) -> Svg {
        let mut svg = Svg(format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}">"#));
        svg.shape(&format!(r#"<rect width="{WIDTH}" height="{height}""#), Some(FRAME), None);
        svg
    }

    /// A framed ground for what follows.
    fn panel(&mut self, Panel { top, height }: Panel) {
        let rectangle = format!(
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="10""#,
            x = EDGE / 2,
            y = top - EDGE / 2 + 6,
            width = WIDTH - EDGE,
            height = height + EDGE - 12,
        );
        self.shape(&rectangle, Some(CREAM), Some((GOLD, 4.0)));
    }

    /// An element that is still open, with its fill and its stroke.
    fn shape(&mut self, open: &str, fill: Option<Rgb<u8>>, stroke: Option<(Rgb<u8>, f32)>) {
        let hex = |Rgb([red, green, blue]): Rgb<u8>| format!("#{red:02x}{green:02x}{blue:02x}");
        let fill = fill.map_or("none".to_owned(), hex);
        let stroke = stroke
            .map(|(color, width)| format!(r#" stroke="{}" stroke-width="{width}""#, hex(color)))
            .unwrap_or_default();
        self.0.push_str(&format!(r#"{open} fill="{fill}"{stroke}/>"#));
    }

    fn rasterize(mut self, height: u32) -> RgbImage {
        self.0.push_str("</svg>");
        let tree = Tree::from_str(&self.0, &Options::default()).expect("shapes and numbers alone");
        let mut canvas = Pixmap::new(WIDTH, height).expect("a chart has pixels");
        resvg::render(&tree, Transform::identity(), &mut canvas.as_mut());
        let pixels = canvas.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
        RgbImage::from_raw(WIDTH, height, pixels).expect("three bytes for each pixel")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_holds_its_values_between_round_numbers() {
        let panel = Panel { top: 0, height: 400 };
        for values in [&[1500][..], &[1500, 1662, 1498], &[-12, 3, -40], &[0, 0], &[5, 100_000], &[1499, 1501]] {
            let scale = Scale::of(values, panel);
            let ticks: Vec<i32> = scale.ticks().collect();
            assert!((2..=6).contains(&ticks.len()), "{values:?}: {ticks:?}");
            for &value in values {
                assert!((scale.low..=scale.high).contains(&value), "{values:?}: {ticks:?}");
                assert!((0.0..=400.0).contains(&scale.y(value)));
            }
            assert!(scale.low % scale.tick == 0 && scale.high % scale.tick == 0, "{ticks:?}");
        }
    }

    #[test]
    fn parts_of_a_bar_lie_side_by_side_and_in_proportion() {
        let bar = Bar { label: Label::Number(1), won: 3, drawn: 0, lost: 1 };
        let parts: Vec<_> = bar.parts(8).collect();
        let [(0, 3, x, width), (2, 1, next, less)] = parts[..] else { panic!("{parts:?}") };
        assert!((x + width - next).abs() < 0.01 && (width - 3.0 * less).abs() < 0.01);
    }
}
