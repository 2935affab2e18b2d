//! Puts pictures together.

use std::sync::Arc;

use image::{RgbImage, RgbaImage};

use super::art::Art;
use super::ground::{self, Ground};
use super::layout::Layout;
use super::palette::Palette;
use super::recent::Recent;
use super::scene::{Scene, Theme};
use super::sprites::{Look, Sprite, Sprites};
use crate::rules::{Animal, Cell, Color, Piece, Square, Terrain};

/// Pictures kept, about 50 kB each: the boards of the games in progress.
const PICTURES: usize = 128;
/// Empty boards kept, 3 MB each: every variant there is, from both sides.
const GROUNDS: usize = 8;

/// Draws scenes. One serves the whole program, from any thread.
pub struct Renderer {
    sprites: Sprites,
    palette: Palette,
    grounds: Recent<Ground, Arc<RgbImage>>,
    pictures: Recent<Scene, Arc<[u8]>>,
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
        Renderer { sprites, palette, grounds: Recent::new(GROUNDS), pictures: Recent::new(PICTURES) }
    }

    /// The scene as PNG: 900×1160 pixels for the 7×9 board, indexed colors. Equal scenes are the same bytes, kept for a while.
    ///
    /// It computes for some milliseconds, so it belongs off the async threads.
    pub fn png(&self, scene: &Scene) -> Arc<[u8]> {
        self.pictures.get_or_make(scene, || self.palette.encode(&self.draw(scene)).into())
    }

    /// The scene in full color.
    fn draw(&self, scene: &Scene) -> RgbImage {
        let layout = Layout::new(&scene.view, scene.orientation);
        let ground = Ground { layout, terrain: scene.view.terrain };
        let mut image = (*self.grounds.get_or_make(&ground, || Arc::new(ground.draw(&self.sprites)))).clone();
        for (square, sprite) in layers(scene) {
            let Some(place) = layout.place(square) else { continue };
            let (x, y) = layout.corner(place);
            lay(&mut image, &self.sprites.get(sprite, layout.cell), x, y);
        }
        image
    }
}

/// What lies on which square, lowest first: history, triumph, choice, pieces, ways and destinations, prohibitions.
fn layers(scene: &Scene) -> Vec<(Square, Sprite)> {
    let view = &scene.view;
    let target = |square| scene.targets.iter().find(|target| target.square == square);
    let mut layers = Vec::new();
    let mut put = |square, art| layers.push((square, Sprite::Art(art)));

    if let Some((from, to)) = scene.last {
        for (square, figure) in [(from, Art::Paw), (to, Art::Corners)] {
            put(square, Art::Last);
            // A destination's mark has the square to itself.
            if target(square).is_none() {
                put(square, figure);
            }
        }
    }
    for square in view.squares() {
        if let (Some(cell), Terrain::Den(owner)) = (view.cell(square), view.terrain(square))
            && cell.piece.color != owner
        {
            put(square, Art::Triumph);
        }
    }
    if let Some(square) = scene.chosen {
        put(square, Art::Chosen);
    }
    for square in view.squares() {
        if let Some(Cell { piece, strength, weakened }) = view.cell(square) {
            let target = target(square).is_some();
            layers.push((square, Sprite::Piece(Look { piece, theme: scene.theme, strength, weakened, target })));
        }
    }
    for target in &scene.targets {
        if target.jump
            && let Some(from) = scene.chosen
        {
            let level = from.rank() == target.square.rank();
            let path = Sprite::Turned(Art::JumpPath, u8::from(level));
            layers.extend(between(from, target.square).map(|square| (square, path)));
        }
        // A piece to be taken is ringed already.
        if view.cell(target.square).is_none() {
            let art = if target.jump { Art::Jump } else { Art::Step };
            layers.push((target.square, Sprite::Art(art)));
        }
    }
    for &square in &scene.forbidden {
        let art = if view.cell(square).is_some() { Art::ForbiddenPiece } else { Art::Forbidden };
        layers.push((square, Sprite::Art(art)));
    }
    layers
}

/// The squares strictly between two on a line; none if they are on no common file or rank.
fn between(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let (a, b) = (from.min(to), from.max(to));
    Square::all().filter(move |square| {
        let on_file = a.file() == b.file() && square.file() == a.file();
        let on_rank = a.rank() == b.rank() && square.rank() == a.rank();
        (on_file || on_rank) && a < *square && *square < b
    })
}

/// Lays a sprite on a picture, its upper left pixel at (x, y).
pub fn lay(image: &mut RgbImage, sprite: &RgbaImage, x: u32, y: u32) {
    let stride = image.width() as usize * 3;
    let (left, width) = (x as usize * 3, sprite.width() as usize);
    for (row, over) in sprite.chunks_exact(width * 4).enumerate() {
        let start = (y as usize + row) * stride + left;
        let (under, _) = image.as_flat_samples_mut().samples[start..start + width * 3].as_chunks_mut::<3>();
        let (over, _) = over.as_chunks::<4>();
        for (under, &[red, green, blue, alpha]) in under.iter_mut().zip(over) {
            match alpha {
                0 => {}
                255 => *under = [red, green, blue],
                _ => {
                    for (under, over) in under.iter_mut().zip([red, green, blue]) {
                        let sum = u32::from(over) * u32::from(alpha) + u32::from(*under) * (255 - u32::from(alpha));
                        *under = ((sum + 127) / 255) as u8;
                    }
                }
            }
        }
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
        Art::Triumph,
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
                theme: Theme::Faces,
                strength: animal as u8,
                weakened: false,
                target: false,
            };
            sample(&[Sprite::Art(Art::LandLight), Sprite::Piece(look)]);
        }
    }
    samples
}
