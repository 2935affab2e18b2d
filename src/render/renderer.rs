//! Puts pictures together.

use std::collections::BTreeMap;
use std::sync::Arc;

use image::{GenericImageView, GrayImage, RgbImage};

use super::art::Art;
use super::ground::{self, Ground};
use super::layers::{in_tray, layers};
use super::layout::Layout;
use super::palette::Palette;
use super::piece::Look;
use super::recent::Recent;
use super::scene::{Picture, Scene, Theme};
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

struct Studio {
    sprites: Sprites,
    palette: Palette,
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
        let named = Art::ALL.iter().flat_map(|art| art.colors()).chain(ground::COLORS).chain(scoreboard::COLORS);
        let palette = Palette::new(named, &samples(&sprites));
        let (grounds, pictures) = (Recent::new(GROUNDS), Recent::new(PICTURES));
        Renderer(Arc::new(Studio { sprites, palette, grounds, pictures }))
    }

    /// The picture, if it was drawn lately and is kept: takes no time. Scoreboards are not kept: hardly any is asked for twice.
    pub fn kept(&self, picture: &Picture) -> Option<Arc<[u8]>> {
        match picture {
            Picture::Board(scene) => self.0.pictures.get(scene),
            Picture::Scoreboard(_) => None,
        }
    }

    /// The picture as PNG.
    pub fn picture(&self, picture: &Picture) -> Arc<[u8]> {
        match picture {
            Picture::Board(scene) => self.png(scene),
            Picture::Scoreboard(scoreboard) => self.scoreboard(scoreboard),
        }
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

impl Studio {
    /// The scene as indices into the palette: the empty board, with the parts redrawn on which something lies.
    fn draw(&self, scene: &Scene) -> GrayImage {
        let layout = Layout::new(&scene.view, scene.orientation);
        let empty = self.empty_board(Ground { layout, terrain: scene.view.terrain });
        let mut sheet = Sheet { studio: self, picture: empty.indices.clone(), empty };
        let mut cells: BTreeMap<_, Vec<Sprite>> = BTreeMap::new();
        for (square, sprite) in layers(scene) {
            cells.entry(square).or_default().push(sprite);
        }
        for (square, sprites) in cells {
            let Some(place) = layout.place(square) else { continue };
            sheet.put(layout.corner(place), layout.cell, &sprites);
        }
        for seat in Seat::BOTH {
            let Some(tray) = layout.tray_of(seat) else { continue };
            let (pouch, hand) = in_tray(scene, seat);
            let (place, size) = tray.pouch();
            sheet.put(place, size, &[pouch]);
            let (size, places) = tray.discs(hand.len());
            places.into_iter().zip(hand).for_each(|(place, sprites)| sheet.put(place, size, &sprites));
        }
        sheet.picture
    }

    fn empty_board(&self, ground: Ground) -> Arc<EmptyBoard> {
        self.grounds.get_or_make(&ground, || {
            let image = ground.draw(&self.sprites);
            let indices = self.palette.reduce(&image);
            Arc::new(EmptyBoard { image, indices })
        })
    }
}

/// A picture in the making.
struct Sheet<'a> {
    studio: &'a Studio,
    empty: Arc<EmptyBoard>,
    picture: GrayImage,
}

impl Sheet<'_> {
    /// Draws a square part of the picture anew: the empty board there, and sprites over it.
    fn put(&mut self, (x, y): (u32, u32), size: u32, sprites: &[Sprite]) {
        let mut part = self.empty.image.view(x, y, size, size).to_image();
        for &sprite in sprites {
            lay(&mut part, &self.studio.sprites.get(sprite, size), 0, 0);
        }
        insert(&mut self.picture, &self.studio.palette.reduce(&part), x, y);
    }
}

/// Puts a part into a picture, its upper left pixel at (x, y).
fn insert(picture: &mut GrayImage, part: &GrayImage, x: u32, y: u32) {
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
