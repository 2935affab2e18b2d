//! Sprites: what is laid on a cell, rasterized once per size.

use std::sync::Arc;

use image::{RgbImage, Rgba, RgbaImage};
use resvg::tiny_skia::{Pixmap, Transform};

use super::art::Art;
use super::recent::Recent;
use super::scene::Theme;
use super::text::{Anchor, Typeface};
use crate::rules::{Animal, Color, Piece};

/// Units of a cell in the drawings.
const CELL: f32 = 120.0;
/// Kept at once: all of a few games in both themes. One for the 7×9 board takes 58 kB.
const CAPACITY: usize = 256;

/// Everything that decides what a sprite looks like, save its size.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sprite {
    /// A drawing as it is.
    Art(Art),
    /// A drawing turned clockwise by this many quarters.
    Turned(Art, u8),
    Piece(Look),
}

/// How a piece looks.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Look {
    pub piece: Piece,
    pub theme: Theme,
    /// The number on it, if strength counts.
    pub strength: Option<u8>,
    /// It has lost its strength in an enemy's trap: caged, and its number is a 0 in yellow.
    pub weakened: bool,
    /// The chosen animal may take it: ringed.
    pub target: bool,
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
                Sprite::Turned(art, quarters) => {
                    let degrees = f32::from(quarters) * 90.0;
                    rasterize(&[(art, Transform::from_rotate_at(degrees, CELL / 2.0, CELL / 2.0))], cell)
                }
                Sprite::Piece(look) => self.piece(look, cell),
            })
        })
    }

    /// A piece: base, face, ring or cage, seal and badge, one over the other, then the writing.
    fn piece(&self, look: Look, cell: u32) -> RgbaImage {
        let Look { piece: Piece { color, animal }, theme, strength, weakened, target } = look;
        let own = |red, blue| (Art::of(color, red, blue), Transform::identity());
        let mut layers = match theme {
            Theme::Faces => vec![own(Art::BaseRed, Art::BaseBlue), (Art::face(animal), fit(FACE))],
            Theme::Characters => vec![own(Art::PlainRed, Art::PlainBlue)],
        };
        if target {
            layers.push(own(Art::CaptureRed, Art::CaptureBlue));
        } else if weakened {
            layers.push((Art::Cage, Transform::identity()));
        }
        let badge = if weakened { Art::BadgeWeak } else { Art::of(color, Art::BadgeRed, Art::BadgeBlue) };
        let (name, number) = match theme {
            Theme::Faces => {
                layers.extend([own(Art::SealRed, Art::SealBlue), (badge, Transform::identity())]);
                (SEAL, BADGE)
            }
            Theme::Characters => {
                layers.push((badge, fit(SMALL)));
                (DISC, SMALL_BADGE)
            }
        };
        let mut image = rasterize(&layers, cell);

        let mut write = |c, style: Style, color| {
            let scale = cell as f32 / CELL;
            let at = Anchor { middle: style.middle * scale, baseline: style.baseline * scale };
            self.typeface.set(&mut image, c, at, style.em * scale, Rgba(color));
        };
        write(character(animal), name, writing(color));
        let (strength, color) = if weakened { (Some(0), INK) } else { (strength, writing(color)) };
        if let Some(digit) = strength.and_then(|strength| char::from_digit(u32::from(strength), 10)) {
            write(digit, number, color);
        }
        image
    }
}

/// Scale, and where the upper left corner goes, of a face in a cell.
const FACE: (f32, f32, f32) = (0.82, 19.0, 11.0);
/// The same of a small badge, which keeps to its corner.
const SMALL: (f32, f32, f32) = (0.82, 21.4, 21.4);

fn fit((scale, x, y): (f32, f32, f32)) -> Transform {
    Transform::from_row(scale, 0.0, 0.0, scale, x, y)
}

/// Where and how large something is written, in units of the drawings.
struct Style {
    middle: f32,
    baseline: f32,
    em: f32,
}

/// The animal's character in its seal.
const SEAL: Style = Style { middle: 22.0, baseline: 111.0, em: 34.0 };
/// The animal's character alone on the disc.
const DISC: Style = Style { middle: 57.0, baseline: 82.0, em: 72.0 };
/// The strength in its badge.
const BADGE: Style = Style { middle: 97.0, baseline: 108.5, em: 33.0 };
/// The strength in a small badge.
const SMALL_BADGE: Style = Style { middle: 101.0, baseline: 110.4, em: 27.0 };

const INK: [u8; 4] = [0x2a, 0x1f, 0x1a, 255];

/// The color of writing on a piece: dark on Red's cream, cream on Blue's dark, as seals are cut in relief or in intaglio.
const fn writing(color: Color) -> [u8; 4] {
    match color {
        Color::Red => [0x97, 0x21, 0x1b, 255],
        Color::Blue => [0xff, 0xf6, 0xe3, 255],
    }
}

/// The animal's Chinese name.
const fn character(animal: Animal) -> char {
    match animal {
        Animal::Rat => '鼠',
        Animal::Cat => '猫',
        Animal::Dog => '狗',
        Animal::Wolf => '狼',
        Animal::Leopard => '豹',
        Animal::Tiger => '虎',
        Animal::Lion => '狮',
        Animal::Elephant => '象',
        Animal::Fox => '狐',
        Animal::Bear => '熊',
        Animal::Snake => '蛇',
        Animal::King => '王',
        Animal::Attacker => '攻',
        Animal::Guardian => '防',
        Animal::Medic => '疗',
        Animal::Nimble => '敏',
        Animal::Universal => '均',
    }
}

/// Drawings laid over each other on a clear cell of this many pixels.
fn rasterize(layers: &[(Art, Transform)], cell: u32) -> RgbaImage {
    let mut canvas = Pixmap::new(cell, cell).expect("a cell has pixels");
    let scale = cell as f32 / CELL;
    for (art, transform) in layers {
        art.draw(transform.post_scale(scale, scale), &mut canvas);
    }
    RgbaImage::from_raw(cell, cell, canvas.take_demultiplied()).expect("four bytes for each pixel")
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
