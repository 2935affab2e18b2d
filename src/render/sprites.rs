//! Sprites: what is laid on a cell, rasterized once per size.

use std::sync::Arc;

use image::{RgbImage, RgbaImage};
use resvg::tiny_skia::Transform;

use super::art::{Art, CELL, rasterize};
use super::piece::{Look, Token};
use super::recent::Recent;
use super::text::Typeface;

/// Kept at once: all of a few games in both themes. One for the 7×9 board takes 58 kB.
const CAPACITY: usize = 256;

/// Everything that decides what a sprite looks like, save its size.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sprite {
    /// A drawing as it is.
    Art(Art),
    /// A drawing turned clockwise by this many eighths.
    Turned(Art, u8),
    Piece(Look),
    Token(Token),
}

/// The sprites in use.
pub struct Sprites {
    typeface: Typeface,
    rasterized: Recent<(Sprite, u32), Arc<RgbaImage>>,
}

impl Sprites {
    pub fn new() -> Sprites {
        Sprites { typeface: Typeface::embedded(), rasterized: Recent::new(CAPACITY) }
    }

    pub fn typeface(&self) -> &Typeface {
        &self.typeface
    }

    /// The sprite for cells of this many pixels.
    pub fn get(&self, sprite: Sprite, cell: u32) -> Arc<RgbaImage> {
        self.rasterized.get_or_make(&(sprite, cell), || {
            Arc::new(match sprite {
                Sprite::Art(art) => rasterize(&[(art, Transform::identity())], cell),
                Sprite::Turned(art, eighths) => {
                    let degrees = f32::from(eighths) * 45.0;
                    rasterize(&[(art, Transform::from_rotate_at(degrees, CELL / 2.0, CELL / 2.0))], cell)
                }
                Sprite::Piece(look) => look.draw(&self.typeface, cell),
                Sprite::Token(token) => token.draw(&self.typeface, cell),
            })
        })
    }
}

/// Lays a sprite on a picture, its upper left pixel at (x, y).
pub fn lay(image: &mut RgbImage, sprite: &RgbaImage, x: u32, y: u32) {
    let stride = image.width() as usize * 3;
    let pixels: &mut [u8] = image;
    let (left, width) = (x as usize * 3, sprite.width() as usize);
    for (row, over) in sprite.chunks_exact(width * 4).enumerate() {
        let start = (y as usize + row) * stride + left;
        let (under, _) = pixels[start..start + width * 3].as_chunks_mut::<3>();
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
