//! Puts pictures together.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use image::{GrayImage, ImageBuffer, Pixel, RgbImage};

use super::arrow;
use super::art::Art;
use super::balance::{self, Balance};
use super::chart::{self, Chart};
use super::ground::{self, Ground};
use super::layers::{in_tray, layers};
use super::layout::Layout;
use super::pack::{self, Band, Packers};
use super::palette::Palette;
use super::piece::Look;
use super::recent::Recent;
use super::scene::{Arrow, Picture, Scene, Theme};
use super::scoreboard::{self, Scoreboard};
use super::sprites::{Sprite, Sprites, lay};
use crate::rules::{Animal, Color, Piece, Seat};

/// Bands of boards kept, 5 kB each on average: those of a hundred boards, and more of boards that are alike in parts.
const BANDS: usize = 1400;
/// Empty boards kept, 4 MB each at most: every board there is, from both sides.
const GROUNDS: usize = 16;

/// Draws scenes. Cheap to clone; one and its clones serve the whole program, from any thread.
#[derive(Clone)]
pub struct Renderer(Arc<Studio>);

pub(super) struct Studio {
    pub sprites: Sprites,
    pub palette: Palette,
    grounds: Recent<Ground, Arc<EmptyBoard>>,
    bands: Recent<Strip, Arc<Band>>,
    packers: Packers,
}

/// All that decides what a band of a board looks like.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Strip {
    ground: Ground,
    /// Rows of pixels.
    rows: Range<u32>,
    /// What lies there.
    parts: Parts,
}

/// An empty board in full color, and reduced to the palette.
struct EmptyBoard {
    image: RgbImage,
    indices: GrayImage,
}

impl Default for Renderer {
    fn default() -> Renderer {
        Renderer::new()
    }
}

impl Renderer {
    /// Prepares palette and sprites; takes a fraction of a second.
    pub fn new() -> Renderer {
        let sprites = Sprites::new();
        let named = Art::ALL.iter().flat_map(|art| art.colors()).chain(ground::COLORS).chain(arrow::COLORS);
        let named = named.chain(chart::COLORS).chain(balance::COLORS).chain(scoreboard::COLORS);
        let palette = Palette::new(named, &samples(&sprites));
        let (grounds, bands) = (Recent::new(GROUNDS), Recent::new(BANDS));
        Renderer(Arc::new(Studio { sprites, palette, grounds, bands, packers: Packers::default() }))
    }

    pub(super) fn studio(&self) -> &Studio {
        &self.0
    }

    /// The picture, if all of it was drawn lately and is kept: takes no time. Boards are kept, for they are shown again and again.
    pub fn kept(&self, picture: &Picture) -> Option<Arc<[u8]>> {
        let studio = &*self.0;
        match picture {
            Picture::Board(scene) if scene.arrows.is_empty() => {
                let (layout, strips) = strips(scene);
                let bands = strips.iter().map(|strip| studio.bands.get(strip)).collect::<Option<Vec<_>>>()?;
                Some(pack::png(&studio.palette, layout.size(), &bands).into())
            }
            Picture::Board(_) | Picture::Chart(_) | Picture::Balance(_) | Picture::Scoreboard(_) => None,
        }
    }

    /// The picture as PNG.
    pub fn picture(&self, picture: &Picture) -> Arc<[u8]> {
        match picture {
            Picture::Board(scene) => self.png(scene),
            Picture::Chart(chart) => self.chart(chart),
            Picture::Balance(balance) => self.balance(balance),
            Picture::Scoreboard(scoreboard) => self.scoreboard(scoreboard),
        }
    }

    /// The chart as PNG, 900 pixels wide, indexed colors.
    pub fn chart(&self, chart: &Chart) -> Arc<[u8]> {
        let studio = &*self.0;
        studio.pack(&studio.palette.reduce(&chart.draw(&studio.sprites)))
    }

    /// The line of a game as PNG, 900×620 pixels, indexed colors.
    pub fn balance(&self, balance: &Balance) -> Arc<[u8]> {
        let studio = &*self.0;
        studio.pack(&studio.palette.reduce(&balance.draw(&studio.sprites)))
    }

    /// The scoreboard as PNG, as wide and high as its cells need, indexed colors.
    pub fn scoreboard(&self, scoreboard: &Scoreboard) -> Arc<[u8]> {
        let studio = &*self.0;
        studio.pack(&studio.palette.reduce(&scoreboard.draw(studio.sprites.typeface())))
    }

    /// The scene as PNG: 900×1160 pixels for the 7×9 board, indexed colors. Equal scenes are the same bytes.
    ///
    /// What is not kept takes a millisecond for each row of cells, so it belongs off the async threads. Boards with arrows are not
    /// kept: they are looked at once.
    pub fn png(&self, scene: &Scene) -> Arc<[u8]> {
        let studio = &*self.0;
        if !scene.arrows.is_empty() {
            return studio.pack(&studio.with_arrows(scene));
        }
        let (layout, strips) = strips(scene);
        let draw = |strip: &Strip| studio.bands.get_or_make(strip, || Arc::new(studio.band(strip)));
        let bands: Vec<Arc<Band>> = strips.iter().map(draw).collect();
        pack::png(&studio.palette, layout.size(), &bands).into()
    }
}

/// A board's picture in bands, from top to bottom.
fn strips(scene: &Scene) -> (Layout, Vec<Strip>) {
    let layout = Layout::new(&scene.view, scene.orientation);
    let ground = Ground { layout, terrain: scene.view.terrain };
    let mut parts = parts(scene, &layout);
    let strip = |rows: Range<u32>| {
        let here = parts.extract_if(.., |((_, y), _), _| rows.contains(y)).collect();
        Strip { ground: ground.clone(), rows, parts: here }
    };
    (layout, layout.bands().into_iter().map(strip).collect())
}

/// What lies where over the empty board, lowest first: by the upper left pixel of a square part of the picture, and its size.
/// No two parts overlap.
pub(super) type Parts = BTreeMap<((u32, u32), u32), Vec<Sprite>>;

/// The parts of this scene that are not empty.
pub(super) fn parts(scene: &Scene, layout: &Layout) -> Parts {
    let mut parts = Parts::new();
    for (square, sprite) in layers(scene) {
        let Some(place) = layout.place(square) else { continue };
        parts.entry((layout.corner(place), layout.cell)).or_default().push(sprite);
    }
    for seat in Seat::BOTH {
        let Some(tray) = layout.tray_of(seat) else { continue };
        let (pouch, hand) = in_tray(scene, seat);
        parts.insert(tray.pouch(), vec![pouch]);
        let (size, places) = tray.discs(hand.len());
        parts.extend(places.into_iter().zip(hand).map(|(place, sprites)| ((place, size), sprites)));
    }
    parts
}

impl Studio {
    fn band(&self, strip: &Strip) -> Band {
        let mut sheet = self.sheet(&strip.ground, strip.rows.clone());
        for (&(corner, size), sprites) in &strip.parts {
            sheet.put(corner, size, sprites);
        }
        self.packers.pack(&sheet.picture, sheet.picture.width())
    }

    /// A scene with arrows as indices into the palette.
    fn with_arrows(&self, scene: &Scene) -> GrayImage {
        let layout = Layout::new(&scene.view, scene.orientation);
        let parts = parts(scene, &layout);
        let mut sheet = self.sheet(&Ground { layout, terrain: scene.view.terrain }, 0..layout.size().1);
        for (&(corner, size), sprites) in &parts {
            sheet.put(corner, size, sprites);
        }
        sheet.put_arrows(&scene.arrows, &layout, &parts);
        sheet.picture
    }

    /// A picture of the empty board, or of some of its rows of pixels, to be drawn on.
    pub fn sheet(&self, ground: &Ground, rows: Range<u32>) -> Sheet<'_> {
        let empty = self.grounds.get_or_make(ground, || {
            let image = ground.draw(&self.sprites);
            let indices = self.palette.reduce(&image);
            Arc::new(EmptyBoard { image, indices })
        });
        let (top, width) = (rows.start, empty.indices.width());
        let picture = part_of(&empty.indices, (0, top, width, rows.end - top));
        Sheet { studio: self, empty, top, picture }
    }

    /// A picture of indices as PNG.
    fn pack(&self, picture: &GrayImage) -> Arc<[u8]> {
        pack::png(&self.palette, picture.dimensions(), &self.packers.pack_all(picture)).into()
    }
}

/// A picture in the making: some rows of pixels of a board, all of them or less. Places are those in the whole picture.
pub(super) struct Sheet<'a> {
    studio: &'a Studio,
    empty: Arc<EmptyBoard>,
    /// The first row.
    top: u32,
    pub picture: GrayImage,
}

impl Sheet<'_> {
    /// Draws a square part of the picture anew: the empty board there, and sprites over it.
    pub fn put(&mut self, (x, y): (u32, u32), size: u32, sprites: &[Sprite]) {
        let mut part = part_of(&self.empty.image, (x, y, size, size));
        for &sprite in sprites {
            lay(&mut part, &self.studio.sprites.get(sprite, size), 0, 0);
        }
        insert(&mut self.picture, &self.studio.palette.reduce(&part), x, y - self.top);
    }

    /// Takes everything off a square part of the picture.
    pub fn clear(&mut self, (x, y): (u32, u32), size: u32) {
        insert(&mut self.picture, &part_of(&self.empty.indices, (x, y, size, size)), x, y - self.top);
    }

    /// Draws the cells anew over which arrows lie, with what lies on them, and the arrows over it.
    fn put_arrows(&mut self, arrows: &[Arrow], layout: &Layout, parts: &Parts) {
        let arrows: Vec<_> = arrows.iter().filter_map(|arrow| Some((arrow, arrow::extent(arrow, layout)?))).collect();
        let columns = arrows.iter().map(|(_, extent)| extent.0);
        let rows = arrows.iter().map(|(_, extent)| extent.1);
        let (Some((left, right)), Some((top, bottom))) = (columns.reduce(spanning), rows.reduce(spanning)) else {
            return;
        };
        let ((x, y), (end_x, end_y)) = (layout.corner((left, top)), layout.corner((right + 1, bottom + 1)));
        let mut part = part_of(&self.empty.image, (x, y, end_x - x, end_y - y));
        let within = |(left, top): (u32, u32)| (x..end_x).contains(&left) && (y..end_y).contains(&top);
        for (&(corner, size), sprites) in parts.iter().filter(|((corner, _), _)| within(*corner)) {
            for &sprite in sprites {
                lay(&mut part, &self.studio.sprites.get(sprite, size), corner.0 - x, corner.1 - y);
            }
        }
        for (arrow, (columns, rows)) in arrows {
            let Some(drawn) = arrow::draw(arrow, layout) else { continue };
            let corner = layout.corner((columns.0, rows.0));
            lay(&mut part, &drawn, corner.0 - x, corner.1 - y);
        }
        insert(&mut self.picture, &self.studio.palette.reduce(&part), x, y - self.top);
    }
}

/// The least range that holds both.
fn spanning(one: (u8, u8), other: (u8, u8)) -> (u8, u8) {
    (one.0.min(other.0), one.1.max(other.1))
}

/// An area (left, top, width, height) of a picture.
pub(super) fn part_of<P: Pixel>(
    picture: &ImageBuffer<P, Vec<P::Subpixel>>,
    (left, top, width, height): (u32, u32, u32, u32),
) -> ImageBuffer<P, Vec<P::Subpixel>> {
    let [stride, left, length] =
        [picture.width(), left, width].map(|pixels| pixels as usize * usize::from(P::CHANNEL_COUNT));
    let mut part = Vec::with_capacity(length * height as usize);
    for row in picture.chunks_exact(stride).skip(top as usize).take(height as usize) {
        part.extend_from_slice(&row[left..left + length]);
    }
    ImageBuffer::from_raw(width, height, part).expect("the area is within the picture")
}

/// Puts a part into a picture, its upper left pixel at (x, y).
pub(super) fn insert(picture: &mut GrayImage, part: &GrayImage, x: u32, y: u32) {
    let (width, stride) = (part.width() as usize, picture.width() as usize);
    let pixels: &mut [u8] = picture;
    for (to, from) in pixels[y as usize * stride + x as usize..].chunks_mut(stride).zip(part.chunks_exact(width)) {
        to[..width].copy_from_slice(from);
    }
}

/// Cells as they occur on boards, for choosing the palette: every terrain plain and marked, cards on wood, every piece on land.
fn samples(sprites: &Sprites) -> Vec<RgbImage> {
    /// The size of a cell on the board most played.
    const CELL: u32 = 120;
    let grounds = [
        Art::LandLight,
        Art::LandDark,
        Art::Water,
        Art::Bridge,
        Art::TrapRed,
        Art::TrapBlue,
        Art::DenRed,
        Art::DenBlue,
        Art::WoodLight,
        Art::WoodDark,
        Art::ControlRed,
        Art::ControlBlue,
        Art::Rays,
    ];
    let marks = [&[][..], &[Art::Last, Art::Paw], &[Art::Chosen], &[Art::Step], &[Art::Jump]];
    let mut samples = Vec::new();
    let mut sample = |layers: &[Sprite]| {
        let mut image = RgbImage::new(CELL, CELL);
        layers.iter().for_each(|&layer| lay(&mut image, &sprites.get(layer, CELL), 0, 0));
        samples.push(image);
    };
    for ground in grounds {
        for marks in marks {
            let layers = [&[ground, Art::Grid], marks].concat();
            sample(&layers.into_iter().map(Sprite::Art).collect::<Vec<_>>());
        }
    }
    for wood in [Art::WoodLight, Art::WoodDark] {
        sample(&[wood, Art::Grid, Art::Card].map(Sprite::Art));
    }
    for color in Color::BOTH {
        for animal in Animal::ALL {
            let look = Look {
                piece: Piece { color, animal },
                owner: color,
                theme: Theme::Faces,
                strength: Some(animal as u8 % 10),
                weakened: false,
                machine: None,
                target: false,
            };
            sample(&[Sprite::Art(Art::LandLight), Sprite::Piece(look)]);
        }
    }
    samples
}
