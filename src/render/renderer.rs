//! Puts pictures together.

use std::collections::BTreeMap;
use std::sync::Arc;

use image::{GenericImageView, GrayImage, RgbImage};

use super::art::Art;
use super::ground::{self, Ground};
use super::layers::{in_tray, layers};
use super::layout::{Area, Layout};
use super::palette::Palette;
use super::piece::Look;
use super::recent::Recent;
use super::scene::{Scene, Theme};
use super::sprites::{Sprite, Sprites, lay};
use crate::rules::{Animal, Color, Piece, Seat};

/// Pictures kept, about 50 kB each: the boards of the games in progress.
const PICTURES: usize = 128;
/// Empty boards kept, 4 MB each: every variant there is, from both sides.
const GROUNDS: usize = 8;

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
        let named = Art::ALL.iter().flat_map(|art| art.colors()).chain(ground::COLORS);
        let palette = Palette::new(named, &samples(&sprites));
        let (grounds, pictures) = (Recent::new(GROUNDS), Recent::new(PICTURES));
        Renderer(Arc::new(Studio { sprites, palette, grounds, pictures }))
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
    /// The scene as indices into the palette: the empty board, with the cells redrawn on which something lies.
    fn draw(&self, scene: &Scene) -> GrayImage {
        let layout = Layout::new(&scene.view, scene.orientation);
        let empty = self.empty_board(Ground { layout, terrain: scene.view.terrain });
        let mut cells: BTreeMap<_, Vec<Sprite>> = BTreeMap::new();
        for (square, sprite) in layers(scene) {
            cells.entry(square).or_default().push(sprite);
        }
        let mut picture = empty.indices.clone();
        for (square, sprites) in cells {
            let Some(place) = layout.place(square) else { continue };
            self.put(&mut picture, &empty, layout.corner(place), layout.cell, &sprites);
        }
        for seat in Seat::BOTH {
            if let Some(tray) = layout.tray_of(seat) {
                self.fill_tray(&mut picture, &empty, &layout, tray, scene, seat);
            }
        }
        picture
    }

    /// What a seat has in hand, and at the left end of its tray the coin of its color.
    fn fill_tray(
        &self,
        picture: &mut GrayImage,
        empty: &EmptyBoard,
        layout: &Layout,
        tray: Area,
        scene: &Scene,
        seat: Seat,
    ) {
        let (coin, hand) = in_tray(scene, seat);
        if let Some(coin) = coin {
            let size = tray.height / 2;
            self.put(picture, empty, (tray.x + size / 4, tray.y + size / 2), size, &[coin]);
        }
        let (size, places) = layout.hand(tray, hand.len());
        for ((token, held), place) in hand.into_iter().zip(places) {
            let chosen = held.then_some(Sprite::Art(Art::Chosen));
            let sprites: Vec<Sprite> = chosen.into_iter().chain([token]).collect();
            self.put(picture, empty, place, size, &sprites);
        }
    }

    /// Redraws a square part of a picture: what is there on the empty board, and the sprites over it.
    fn put(&self, picture: &mut GrayImage, empty: &EmptyBoard, (x, y): (u32, u32), size: u32, sprites: &[Sprite]) {
        let mut part = empty.image.view(x, y, size, size).to_image();
        for &sprite in sprites {
            lay(&mut part, &self.sprites.get(sprite, size), 0, 0);
        }
        insert(picture, &self.palette.reduce(&part), x, y);
    }

    fn empty_board(&self, ground: Ground) -> Arc<EmptyBoard> {
        self.grounds.get_or_make(&ground, || {
            let image = ground.draw(&self.sprites);
            let indices = self.palette.reduce(&image);
            Arc::new(EmptyBoard { image, indices })
        })
    }
}

/// Puts a cell into a picture, its upper left pixel at (x, y).
fn insert(picture: &mut GrayImage, cell: &GrayImage, x: u32, y: u32) {
    let (width, stride) = (cell.width() as usize, picture.width() as usize);
    let pixels: &mut [u8] = picture;
    for (to, from) in pixels[y as usize * stride + x as usize..].chunks_mut(stride).zip(cell.chunks_exact(width)) {
        to[..width].copy_from_slice(from);
    }
}

/// Cells as they occur on boards, for choosing the palette: every terrain plain and marked, every piece on land.
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
