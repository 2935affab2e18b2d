//! A film: scenes one after another, as an animated GIF.
//!
//! Every frame holds what has changed since the one before it and nothing else: the rest is transparent. What has changed is
//! known from the parts of the two scenes, so that a film costs little more than its first picture.

use std::sync::Arc;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use image::{GrayImage, Luma, Rgb, RgbImage};

use super::art::Art;
use super::ground::{self, Ground};
use super::layout::Layout;
use super::palette::Palette;
use super::renderer::{Parts, Renderer, Sheet, Studio, insert, part_of, parts};
use super::scene::Scene;
use super::sprites::{Sprite, lay};
use super::text::Anchor;
use crate::rules::{Color, Seat};

/// A sequence of scenes of one game: boards of one size, all seen as the first is. Arrows are not drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Film {
    /// Stands before the first scene's board.
    pub title: Card,
    pub shots: Vec<Shot>,
    /// Stands before the last scene's board, if the game is over.
    pub end: Option<Card>,
}

/// A scene, and how long it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shot {
    pub scene: Scene,
    pub millis: u32,
}

/// A sign before the board. It says all in figures: seats are their numbers, 1 and 2, on coins of their colors.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Card {
    /// Who plays whom, by [`Seat::index`]; a color that the game has not decided yet is `None`.
    Versus([Option<Color>; 2]),
    /// Who has won.
    Won(Seat, Option<Color>),
    /// Nobody has won.
    Drawn([Option<Color>; 2]),
}

/// An animated GIF.
#[derive(Clone, Debug)]
pub struct Animation {
    pub gif: Arc<[u8]>,
    /// Pixels.
    pub width: u32,
    pub height: u32,
    /// How long it runs until it begins anew.
    pub millis: u32,
}

/// Films of more shots than this are drawn at half their width and height.
const MOST_AT_FULL_SIZE: usize = 100;
/// Of longer films shots are left out, evenly, but none that stands longer than the others as long as that will do.
const MOST_SHOTS: usize = 300;
/// How long the cards stand.
const TITLE_MILLIS: u32 = 1500;
const END_MILLIS: u32 = 3500;

impl Renderer {
    /// The film as GIF, 900×1160 pixels for the 7×9 board, 450×580 if it has more than 100 shots; it begins anew at its end.
    /// 10 kB a shot at full size and 4 kB at half; where shots are left out the next one has more to say, up to 8 kB. So a film of
    /// 300 plies has one megabyte or one and a half, and none has three.
    ///
    /// It computes for some hundred milliseconds, so it belongs off the async threads. A film without shots is `None`.
    pub fn gif(&self, film: &Film) -> Option<Animation> {
        let first = &film.shots.first()?.scene;
        let shots = thinned(&film.shots);
        let mut reel = Reel::new(self.studio(), first, shots.len() > MOST_AT_FULL_SIZE);
        reel.card(film.title, TITLE_MILLIS);
        for shot in &shots {
            reel.shot(&shot.scene, shot.millis);
        }
        if let Some(end) = film.end {
            reel.card(end, END_MILLIS);
        }
        Some(reel.finish())
    }
}

/// At most [`MOST_SHOTS`] of these, the first and the last among them.
fn thinned(shots: &[Shot]) -> Vec<&Shot> {
    let shortest = shots.iter().map(|shot| shot.millis).min().unwrap_or_default();
    let last = shots.len().saturating_sub(1);
    let is_loud = |(n, shot): (usize, &Shot)| shot.millis > shortest || n == 0 || n == last;
    let loud = shots.iter().enumerate().filter(|&shot| is_loud(shot)).count();
    let (room, quiet) = match MOST_SHOTS.checked_sub(loud) {
        Some(room) => (room, shots.len() - loud),
        None => (MOST_SHOTS, shots.len()),
    };
    let mut seen = 0;
    let kept = |&(n, shot): &(usize, &Shot)| {
        if loud <= MOST_SHOTS && is_loud((n, shot)) {
            return true;
        }
        // So many have been kept of those seen before, and so many are to be kept with this one.
        let before = seen * room / quiet;
        seen += 1;
        room >= quiet || seen * room / quiet > before
    };
    shots.iter().enumerate().filter(kept).map(|(_, shot)| shot).collect()
}

/// A film in the making.
struct Reel<'a> {
    studio: &'a Studio,
    layout: Layout,
    sheet: Sheet<'a>,
    /// What lies on the sheet.
    parts: Parts,
    /// The picture as it is to be seen: the sheet's, or half as large.
    screen: GrayImage,
    /// The same as it was after the last frame; `None` before the first.
    shown: Option<GrayImage>,
    halved: bool,
    encoder: Encoder<Vec<u8>>,
    millis: u32,
}

/// Left, top, width and height, pixels.
type Area = (u32, u32, u32, u32);

impl<'a> Reel<'a> {
    fn new(studio: &'a Studio, first: &Scene, halved: bool) -> Reel<'a> {
        let layout = Layout::new(&first.view, first.orientation);
        let sheet = studio.sheet(&Ground { layout, terrain: first.view.terrain }, 0..layout.size().1);
        let (width, height) = layout.size();
        let (width, height) = if halved { (width / 2, height / 2) } else { (width, height) };
        let encoder = Encoder::new(Vec::new(), width as u16, height as u16, &studio.palette.rgb());
        let mut encoder = encoder.expect("memory takes every byte, and there is a palette");
        encoder.set_repeat(Repeat::Infinite).expect("memory takes every byte");
        let screen = GrayImage::new(width, height);
        let mut reel =
            Reel { studio, layout, sheet, parts: Parts::new(), screen, shown: None, halved, encoder, millis: 0 };
        let (width, height) = layout.size();
        reel.expose((0, 0, width, height));
        reel.lay_out(first);
        reel
    }

    /// The next scene.
    fn shot(&mut self, scene: &Scene, millis: u32) {
        self.lay_out(scene);
        self.frame(millis);
    }

    /// Brings the sheet from the scene it shows to this one.
    fn lay_out(&mut self, scene: &Scene) {
        let parts = parts(scene, &self.layout);
        let before = std::mem::take(&mut self.parts);
        // Parts of one scene do not overlap, so what is cleared takes nothing from what stays.
        for (&((x, y), size), _) in before.iter().filter(|(place, _)| !parts.contains_key(place)) {
            self.sheet.clear((x, y), size);
            self.expose((x, y, size, size));
        }
        for (&((x, y), size), sprites) in parts.iter().filter(|(place, sprites)| before.get(place) != Some(sprites)) {
            self.sheet.put((x, y), size, sprites);
            self.expose((x, y, size, size));
        }
        self.parts = parts;
    }

    /// A card before the scene on the sheet; it is gone with the next frame.
    fn card(&mut self, card: Card, millis: u32) {
        let image = card.draw(self.studio, self.layout.size().0);
        let picture = self.studio.palette.reduce(&image);
        let (width, height) = picture.dimensions();
        let (whole_width, whole_height) = self.layout.size();
        let (x, y) = ((whole_width - width) / 4 * 2, (whole_height - height) / 4 * 2);
        let below = part_of(&self.sheet.picture, (x, y, width, height));
        insert(&mut self.sheet.picture, &picture, x, y);
        self.expose((x, y, width, height));
        self.frame(millis);
        insert(&mut self.sheet.picture, &below, x, y);
        self.expose((x, y, width, height));
    }

    /// Brings an area of the screen up to date with the sheet.
    fn expose(&mut self, (x, y, width, height): Area) {
        let picture = &self.sheet.picture;
        if !self.halved {
            let part = part_of(picture, (x, y, width, height));
            insert(&mut self.screen, &part, x, y);
            return;
        }
        // Whole blocks of four pixels; what is left over at the right or below is left out.
        let (left, top) = (x / 2, y / 2);
        let right = (x + width).div_ceil(2).min(self.screen.width());
        let bottom = (y + height).div_ceil(2).min(self.screen.height());
        let part = self.studio.palette.halved(picture, (left, top, right - left, bottom - top));
        insert(&mut self.screen, &part, left, top);
    }

    /// Writes what has changed on the screen.
    fn frame(&mut self, millis: u32) {
        let (left, top, width, height) = match &self.shown {
            Some(shown) => difference(shown, &self.screen),
            None => (0, 0, self.screen.width(), self.screen.height()),
        };
        let mut buffer = Vec::with_capacity((width * height) as usize);
        for y in top..top + height {
            for x in left..left + width {
                let Luma([index]) = *self.screen.get_pixel(x, y);
                let same = self.shown.as_ref().is_some_and(|shown| shown.get_pixel(x, y).0[0] == index);
                buffer.push(if same { Palette::TRANSPARENT } else { index });
            }
        }
        let frame = Frame {
            // Hundredths of a second.
            delay: u16::try_from(millis / 10).unwrap_or(u16::MAX),
            dispose: DisposalMethod::Keep,
            transparent: Some(Palette::TRANSPARENT),
            left: left as u16,
            top: top as u16,
            width: width as u16,
            height: height as u16,
            buffer: buffer.into(),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).expect("memory takes every byte, and the frame lies on the screen");
        self.millis += millis;
        self.shown = Some(self.screen.clone());
    }

    fn finish(self) -> Animation {
        let (width, height) = self.screen.dimensions();
        let gif = self.encoder.into_inner().expect("memory takes every byte");
        Animation { gif: gif.into(), width, height, millis: self.millis }
    }
}

/// The smallest area outside of which two pictures of one size are alike; one pixel if they are alike everywhere.
fn difference(a: &GrayImage, b: &GrayImage) -> Area {
    let width = a.width() as usize;
    let (mut left, mut right) = (width, 0);
    let (mut top, mut bottom) = (None, 0);
    for (y, (a, b)) in (0..).zip(a.chunks_exact(width).zip(b.chunks_exact(width))) {
        if a == b {
            continue;
        }
        let differ = |(a, b): (&u8, &u8)| a != b;
        let first = a.iter().zip(b).position(differ).unwrap_or(width);
        let last = a.iter().zip(b).rposition(differ).unwrap_or(0);
        (left, right) = (left.min(first), right.max(last + 1));
        top = top.or(Some(y));
        bottom = y + 1;
    }
    match top {
        Some(top) => (left as u32, top, (right - left) as u32, bottom - top),
        None => (0, 0, 1, 1),
    }
}

impl Card {
    /// The card for a picture so wide.
    fn draw(self, studio: &Studio, whole: u32) -> RgbImage {
        match self {
            Card::Won(seat, color) => {
                let coin = whole / 2;
                let mut image = plate(coin, coin);
                let inside = coin - 2 * EDGE;
                for art in [Art::Rays, coin_of(color)] {
                    lay(&mut image, &studio.sprites.get(Sprite::Art(art), inside), EDGE, EDGE);
                }
                number(studio, &mut image, seat, color, (EDGE, EDGE), inside);
                lay(&mut image, &studio.sprites.get(Sprite::Art(Art::Crown), inside), EDGE, EDGE);
                image
            }
            Card::Versus(colors) => Card::pair(studio, whole, colors, Art::Versus),
            Card::Drawn(colors) => Card::pair(studio, whole, colors, Art::Even),
        }
    }

    /// Both seats side by side, and what is between them.
    fn pair(studio: &Studio, whole: u32, colors: [Option<Color>; 2], between: Art) -> RgbImage {
        let coin = whole / 4;
        let (width, height) = (3 * coin, coin + coin / 4);
        let mut image = plate(width, height);
        let y = (height - coin) / 2;
        let mut put = |art, x| lay(&mut image, &studio.sprites.get(Sprite::Art(art), coin), x, y);
        let places = [coin / 8, width - coin - coin / 8];
        put(between, coin);
        for (&color, x) in colors.iter().zip(places) {
            put(coin_of(color), x);
        }
        for ((seat, color), x) in Seat::BOTH.into_iter().zip(colors).zip(places) {
            number(studio, &mut image, seat, color, (x, y), coin);
        }
        image
    }
}

/// Width of the gold edge of a card, pixels.
const EDGE: u32 = 6;

/// An empty card.
fn plate(width: u32, height: u32) -> RgbImage {
    let gold = |x, y| x < EDGE || y < EDGE || x >= width - EDGE || y >= height - EDGE;
    RgbImage::from_fn(width, height, |x, y| if gold(x, y) { ground::GOLD } else { ground::LACQUER })
}

/// A coin of a color, or the back of a card as long as there is none.
fn coin_of(color: Option<Color>) -> Art {
    color.map_or(Art::Card, |color| Art::of(color, Art::BaseRed, Art::BaseBlue))
}

/// A seat's number on its coin.
fn number(studio: &Studio, image: &mut RgbImage, seat: Seat, color: Option<Color>, (x, y): (u32, u32), coin: u32) {
    /// Height of the digit, and where it stands, in parts of the coin.
    const EM: f32 = 0.62;
    const BASELINE: f32 = 0.70;
    let ink = match color {
        Some(Color::Red) => Rgb([0x97, 0x21, 0x1b]),
        Some(Color::Blue) => Rgb([0x1f, 0x3f, 0x8f]),
        None => ground::CREAM,
    };
    let digit = char::from(b'1' + seat.index() as u8);
    let coin = coin as f32;
    let at = Anchor { middle: x as f32 + coin / 2.0, baseline: y as f32 + coin * BASELINE };
    studio.sprites.typeface().set(image, digit, at, coin * EM, ink);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Theme;
    use crate::rules::{Orientation, Setup};

    fn shots(millis: impl IntoIterator<Item = u32>) -> Vec<Shot> {
        let scene = Scene::plain(Setup::default().start().view(), Orientation::First, Theme::Faces);
        millis.into_iter().map(|millis| Shot { scene: scene.clone(), millis }).collect()
    }

    #[test]
    fn long_films_lose_quiet_shots_first() {
        let all = shots((0..1000).map(|n| if n % 50 == 7 { 900 } else { 300 }));
        let kept = thinned(&all);
        assert_eq!(kept.len(), MOST_SHOTS);
        assert_eq!(kept.iter().filter(|shot| shot.millis == 900).count(), 20, "those that stand longer stay");
        assert!(std::ptr::eq(kept[0], &all[0]) && std::ptr::eq(kept[MOST_SHOTS - 1], &all[999]));
        let even = |from: usize, to: usize| {
            kept.iter().filter(|shot| all[from..to].iter().any(|all| std::ptr::eq(all, **shot))).count()
        };
        assert!(even(0, 500).abs_diff(even(500, 1000)) <= 2, "evenly");

        let loud = shots([300].into_iter().chain([900; 999]));
        assert_eq!(thinned(&loud).len(), MOST_SHOTS, "where all stand long, all are thinned");
        assert_eq!(thinned(&shots([300; 50])).len(), 50);
    }
}
