//! Moves drawn over a board: from square to square, or around the one square they are about.

use image::RgbaImage;
use resvg::tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform,
};

use super::layout::Layout;
use super::scene::{Advice, Arrow};

/// The colors of arrows: what was played, what would have been better, and the outline of both.
pub const COLORS: [[u8; 3]; 3] = [PLAYED, BETTER, INK];
const PLAYED: [u8; 3] = [0xff, 0xc2, 0x3d];
const BETTER: [u8; 3] = [0xff, 0xff, 0xff];
const INK: [u8; 3] = [0x2b, 0x1a, 0x12];

// All lengths in cells.

/// Width of a shaft; the outline adds to it on both sides.
const SHAFT: f32 = 0.13;
const OUTLINE: f32 = 0.035;
/// Length of a head, and half of its width.
const HEAD: f32 = 0.32;
const HALF_HEAD: f32 = 0.21;
/// How far from the middle of its square an arrow begins, so that the face there can be seen, and ends.
const START: f32 = 0.3;
const TIP: f32 = 0.06;
/// A mark around one square.
const RING: f32 = 0.42;
/// About how long the dashes of what was played are, and the gaps between them.
const DASH: [f32; 2] = [0.17, 0.13];

/// The cells an arrow lies on, as a range of columns and one of rows; `None` if nothing of it is on the board.
pub fn extent(arrow: &Arrow, layout: &Layout) -> Option<((u8, u8), (u8, u8))> {
    let places: Vec<(u8, u8)> = arrow.squares.iter().filter_map(|&square| layout.place(square)).collect();
    let range = |of: fn(&(u8, u8)) -> u8| Some((places.iter().map(of).min()?, places.iter().map(of).max()?));
    Some((range(|place| place.0)?, range(|place| place.1)?))
}

/// An arrow alone, on a picture of those cells.
pub fn draw(arrow: &Arrow, layout: &Layout) -> Option<RgbaImage> {
    let ((left, right), (top, bottom)) = extent(arrow, layout)?;
    let cell = layout.cell as f32;
    let middle = |(column, row): (u8, u8)| (f32::from(column - left) + 0.5, f32::from(row - top) + 0.5);
    let points: Vec<(f32, f32)> = arrow.squares.iter().filter_map(|&square| layout.place(square)).map(middle).collect();
    let (width, height) = (layout.cell * u32::from(right - left + 1), layout.cell * u32::from(bottom - top + 1));
    let mut canvas = Pixmap::new(width, height)?;
    let (shaft, head, length) = match points[..] {
        [(x, y)] => (ring(x, y)?, None, std::f32::consts::TAU * RING),
        _ => shaft_and_head(&points)?,
    };
    let scale = Transform::from_scale(cell, cell);
    let (color, dash) = match arrow.advice {
        Advice::Played => (PLAYED, StrokeDash::new(dashes(length, head.is_none()), 0.0)),
        Advice::Better => (BETTER, None),
    };
    // Dashes lie on a line that has no gaps: the shortest arrow is still one thing.
    for (color, more, dash) in [(INK, 2.0 * OUTLINE, None), (color, 0.0, dash)] {
        let mut paint = Paint::default();
        paint.set_color(Color::from_rgba8(color[0], color[1], color[2], 255));
        paint.anti_alias = true;
        let stroke = |width, dash| Stroke {
            width,
            dash,
            line_cap: LineCap::Butt,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        canvas.stroke_path(&shaft, &paint, &stroke(SHAFT + more, dash.clone()), scale, None);
        if let Some(head) = &head {
            canvas.fill_path(head, &paint, FillRule::Winding, scale, None);
            if more > 0.0 {
                canvas.stroke_path(head, &paint, &stroke(more, None), scale, None);
            }
        }
    }
    RgbaImage::from_raw(width, height, canvas.take_demultiplied())
}

fn ring(x: f32, y: f32) -> Option<Path> {
    PathBuilder::from_circle(x, y, RING)
}

/// Dashes and gaps of a line that is so long: whole ones, a dash at each end, or on a ring none too many.
fn dashes(length: f32, is_ring: bool) -> Vec<f32> {
    let [dash, gap] = DASH;
    let ends = if is_ring { 0.0 } else { gap };
    let count = ((length + ends) / (dash + gap)).round().max(2.0);
    let stretch = length / (count * (dash + gap) - ends);
    vec![dash * stretch, gap * stretch]
}

/// The line through these points up to the head, the head at the last, and how long the line is.
fn shaft_and_head(points: &[(f32, f32)]) -> Option<(Path, Option<Path>, f32)> {
    let (&[first, second], &[before, last]) = (points.first_chunk::<2>()?, points.last_chunk::<2>()?);
    let (start, tip) = (toward(first, second, START), toward(last, before, TIP));
    let neck = toward(tip, before, HEAD);
    let mut line = PathBuilder::new();
    line.move_to(start.0, start.1);
    points[1..points.len() - 1].iter().for_each(|&(x, y)| line.line_to(x, y));
    // A little into the head, so that nothing shows between them.
    let end = toward(neck, tip, HEAD / 3.0);
    line.line_to(end.0, end.1);
    let corners: Vec<(f32, f32)> =
        [start].into_iter().chain(points[1..points.len() - 1].iter().copied()).chain([neck]).collect();
    let length: f32 = corners.windows(2).map(|pair| (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1)).sum();
    let along = (tip.0 - neck.0, tip.1 - neck.1);
    let across = (-along.1 / HEAD * HALF_HEAD, along.0 / HEAD * HALF_HEAD);
    let mut head = PathBuilder::new();
    head.move_to(tip.0, tip.1);
    head.line_to(neck.0 + across.0, neck.1 + across.1);
    head.line_to(neck.0 - across.0, neck.1 - across.1);
    head.close();
    Some((line.finish()?, head.finish(), length))
}

/// The point at this distance from one point on the way to another.
fn toward(from: (f32, f32), to: (f32, f32), distance: f32) -> (f32, f32) {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = x.hypot(y).max(f32::EPSILON);
    (from.0 + x / length * distance, from.1 + y / length * distance)
}
