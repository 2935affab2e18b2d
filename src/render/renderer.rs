//! Puts pictures together.

use std::collections::BTreeMap;
use std::sync::Arc;

use image::{GenericImageView, GrayImage, RgbImage};

use super::arrow;
use super::art::Art;
use super::balance::{self, Balance};
use super::chart::{self, Chart};
use super::ground::{self, Ground};
use super::layers::{in_tray, layers};
use super::layout::Layout;
use super::palette::Palette;
use super::piece::Look;
use super::recent::Recent;
use super::scene::{Arrow, Picture, Scene, Theme};
use super::scoreboard::{self, Scoreboard};
use super::sprites::{Sprite, Sprites, lay};
use crate::rules::{Animal, Color, Piece, Seat};

/// Pictures kept, about 50 kB each: the boards of the games in progress.
const PICTURES: usize = 128;
/// Empty boards kept, 4 MB each at most: every board there is, from both sides.
const GROUNDS: usize = 16;

/// Draws scenes. Cheap to clone; one and its clones serve the whole program, from any thread.
#[derive(Clone)]
pub struct Renderer(Arc<Studio>);

pub(super) struct Studio {
    pub sprites: Sprites,
    pub palette: Palette,
    grounds: Recent<Ground, Arc<EmptyBoard>>,
    pictures: Recent<Scene, Arc<[u8]>>,
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
        let (grounds, pictures) = (Recent::new(GROUNDS), Recent::new(PICTURES));
        Renderer(Arc::new(Studio { sprites, palette, grounds, pictures }))
    }

    pub(super) fn studio(&self) -> &Studio {
        &self.0
    }

    /// The picture, if it was drawn lately and is kept: takes no time. Boards are kept, for they are shown again and again.
    pub fn kept(&self, picture: &Picture) -> Option<Arc<[u8]>> {
        match picture {
            Picture::Board(scene) => self.0.pictures.get(scene),
            Picture::Chart(_) | Picture::Balance(_) | Picture::Scoreboard(_) => None,
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
        studio.palette.encode(&studio.palette.reduce(&chart.draw(&studio.sprites))).into()
    }

    /// The line of a game as PNG, 900×620 pixels, indexed colors.
    pub fn balance(&self, balance: &Balance) -> Arc<[u8]> {
        let studio = &*self.0;
        studio.palette.encode(&studio.palette.reduce(&balance.draw(&studio.sprites))).into()
    }

    /// The scoreboard as PNG, as wide and high as its cells need, indexed colors.
    pub fn scoreboard(&self, scoreboard: &Scoreboard) -> Arc<[u8]> {
        let studio = &*self.0;
        studio.palette.encode(&studio.palette.reduce(&scoreboard.draw(studio.sprites.typeface()))).into()
    }

    /// The scene as PNG: 900×1160 pixels for the 7×9 board, indexed colors. Equal scenes are the same bytes, kept for a while.
    ///
    /// It computes for some milliseconds, so it belongs off the async threads.
    pub fn png(&self, scene: &Scene) -> Arc<[u8]> {
        let studio = &*self.0;
        studio.pictures.get_or_make(scene, || studio.palette.encode(&studio.draw(scene)).into())
    }
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
    /// The scene as indices into the palette: the empty board, with the parts redrawn on which something lies.
    fn draw(&self, scene: &Scene) -> GrayImage {
        let layout = Layout::new(&scene.view, scene.orientation);
        let parts = parts(scene, &layout);
        let mut sheet = self.sheet(Ground { layout, terrain: scene.view.terrain });
        for (&(corner, size), sprites) in &parts {
            sheet.put(corner, size, sprites);
        }
        sheet.put_arrows(&scene.arrows, &layout, &parts);
        sheet.picture
    }

    /// A picture of the empty board, to be drawn on.
    pub fn sheet(&self, ground: Ground) -> Sheet<'_> {
        let empty = self.grounds.get_or_make(&ground, || {
            let image = ground.draw(&self.sprites);
            let indices = self.palette.reduce(&image);
            Arc::new(EmptyBoard { image, indices })
        });
        Sheet { studio: self, picture: empty.indices.clone(), empty }
    }
}

/// A picture in the making.
pub(super) struct Sheet<'a> {
    studio: &'a Studio,
    empty: Arc<EmptyBoard>,
    pub picture: GrayImage,
}

impl Sheet<'_> {
    /// Draws a square part of the picture anew: the empty board there, and sprites over it.
    pub fn put(&mut self, (x, y): (u32, u32), size: u32, sprites: &[Sprite]) {
        let mut part = self.empty.image.view(x, y, size, size).to_image();
        for &sprite in sprites {
            lay(&mut part, &self.studio.sprites.get(sprite, size), 0, 0);
        }
        insert(&mut self.picture, &self.studio.palette.reduce(&part), x, y);
    }

    /// Takes everything off a square part of the picture.
    pub fn clear(&mut self, (x, y): (u32, u32), size: u32) {
        insert(&mut self.picture, &self.empty.indices.view(x, y, size, size).to_image(), x, y);
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
        let mut part = self.empty.image.view(x, y, end_x - x, end_y - y).to_image();
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
        insert(&mut self.picture, &self.studio.palette.reduce(&part), x, y);
    }
}

/// The least range that holds both.
fn spanning(one: (u8, u8), other: (u8, u8)) -> (u8, u8) {
    (one.0.min(other.0), one.1.max(other.1))
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
