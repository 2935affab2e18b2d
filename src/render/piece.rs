//! How a piece is put together from drawings and writing.

use image::{Rgba, RgbaImage};
use resvg::tiny_skia::Transform;

use super::art::{Art, CELL, rasterize};
use super::scene::Theme;
use super::text::{Anchor, Typeface};
use crate::rules::{Animal, Color, Machine, Piece};

/// How a piece on the board looks.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Look {
    pub piece: Piece,
    /// Whose it is: one that is not of its own color lies in the other's coin.
    pub owner: Color,
    pub theme: Theme,
    /// The number on it, unless strength does not count.
    pub strength: Option<u8>,
    /// It has lost its strength in an enemy's trap: caged, and its number is a 0 in yellow.
    pub weakened: bool,
    /// It has hit points in place of a strength, and skills.
    pub machine: Option<Machine>,
    /// The chosen animal may take it: ringed.
    pub target: bool,
}

/// How a piece in a hand looks: small, so without seal and number.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Token {
    pub piece: Piece,
    /// Whose hand it is.
    pub owner: Color,
    pub theme: Theme,
}

/// A drawing and where it goes in a cell.
type Layer = (Art, Transform);

impl Look {
    /// Base, face, ring or cage, seal and badge, one over the other, then the writing.
    pub fn draw(self, typeface: &Typeface, cell: u32) -> RgbaImage {
        let Look { piece, owner, theme, strength, weakened, machine, target } = self;
        let whole = |red, blue| (Art::of(owner, red, blue), Transform::identity());
        let mut layers = body(piece, owner, theme);
        if target {
            layers.push(whole(Art::CaptureRed, Art::CaptureBlue));
        } else if weakened {
            layers.push((Art::Cage, Transform::identity()));
        }
        if theme == Theme::Faces {
            layers.push((Art::of(piece.color, Art::SealRed, Art::SealBlue), Transform::identity()));
        }
        layers.extend(machine.into_iter().flat_map(marks));

        let number = match machine {
            Some(machine) => Some(machine.health),
            None => strength.map(|strength| if weakened { 0 } else { strength }),
        };
        let small = theme == Theme::Characters;
        if number.is_some() {
            let (badge, _) = whole(Art::BadgeRed, Art::BadgeBlue);
            let badge = if weakened { Art::BadgeWeak } else { badge };
            layers.push((badge, if small { fit(SMALL) } else { Transform::identity() }));
        }

        let mut pen = Pen { typeface, image: rasterize(&layers, cell), scale: cell as f32 / CELL };
        pen.write(character(piece.animal), name_style(piece, owner, theme), writing(piece.color));
        if let Some(number) = number {
            let color = if weakened { INK } else { writing(owner) };
            pen.number(number, if small { SMALL_BADGE } else { BADGE }, color);
        }
        if let Some(machine) = machine.filter(|machine| machine.pause > 0) {
            pen.number(machine.pause, PAUSE, INK);
        }
        pen.image
    }
}

impl Token {
    pub fn draw(self, typeface: &Typeface, cell: u32) -> RgbaImage {
        let Token { piece, owner, theme } = self;
        let mut pen = Pen { typeface, image: rasterize(&body(piece, owner, theme), cell), scale: cell as f32 / CELL };
        if theme == Theme::Characters {
            pen.write(character(piece.animal), name_style(piece, owner, theme), writing(piece.color));
        }
        pen.image
    }
}

/// The coin of its owner, in it a smaller one of the piece's own color if that is another, and the face.
fn body(piece: Piece, owner: Color, theme: Theme) -> Vec<Layer> {
    let faces = theme == Theme::Faces;
    let base = match (theme, owner) {
        (Theme::Faces, Color::Red) => Art::BaseRed,
        (Theme::Faces, Color::Blue) => Art::BaseBlue,
        (Theme::Characters, Color::Red) => Art::PlainRed,
        (Theme::Characters, Color::Blue) => Art::PlainBlue,
    };
    let borrowed = piece.color != owner;
    let inset = borrowed.then(|| match theme {
        Theme::Faces => Art::of(piece.color, Art::InsetRed, Art::InsetBlue),
        Theme::Characters => Art::of(piece.color, Art::InsetPlainRed, Art::InsetPlainBlue),
    });
    let face = faces.then(|| (Art::face(piece.animal), fit(if borrowed { INSET_FACE } else { FACE })));
    [base].into_iter().chain(inset).map(|art| (art, Transform::identity())).chain(face).collect()
}

/// The hit points of a machine as a tube that its badge fills, and what its skill is at.
fn marks(machine: Machine) -> Vec<Layer> {
    let mut marks = vec![(Art::Tube, Transform::identity())];
    let full = machine.full.max(1);
    let height = TUBE / f32::from(full);
    marks.extend((0..full).map(|n| {
        let art = if n < machine.health { Art::Pip } else { Art::PipLost };
        (art, Transform::from_row(1.0, 0.0, 0.0, height / PIP, 0.0, TUBE_FOOT - height * f32::from(n + 1)))
    }));
    if machine.strengthened {
        marks.push((Art::Stronger, Transform::identity()));
    }
    if machine.pause > 0 {
        marks.push((Art::Pause, Transform::identity()));
    }
    marks
}

/// Height of the drawing of a hit point, of the tube for all of them, and where the tube stands, in units of the drawings.
const PIP: f32 = 10.0;
const TUBE: f32 = 68.0;
const TUBE_FOOT: f32 = 76.0;

/// Scale, and where the upper left corner goes, of a face in a cell.
type Fit = (f32, f32, f32);

const FACE: Fit = (0.82, 19.0, 11.0);
/// The same of a face in the inset of a borrowed piece.
const INSET_FACE: Fit = (0.72, 24.0, 16.0);
/// The same of a small badge, which keeps to its corner.
const SMALL: Fit = (0.82, 21.4, 21.4);

fn fit((scale, x, y): Fit) -> Transform {
    Transform::from_row(scale, 0.0, 0.0, scale, x, y)
}

/// Where and how large something is written, in units of the drawings.
#[derive(Copy, Clone)]
struct Style {
    middle: f32,
    baseline: f32,
    em: f32,
}

/// The animal's character in its seal.
const SEAL: Style = Style { middle: 22.0, baseline: 111.0, em: 34.0 };
/// The animal's character alone on the disc, and on the inset of a borrowed piece.
const DISC: Style = Style { middle: 57.0, baseline: 82.0, em: 72.0 };
const INSET_DISC: Style = Style { middle: 59.0, baseline: 78.0, em: 58.0 };
/// The strength in its badge.
const BADGE: Style = Style { middle: 97.0, baseline: 108.5, em: 33.0 };
/// The strength in a small badge.
const SMALL_BADGE: Style = Style { middle: 101.0, baseline: 110.4, em: 27.0 };
/// The turns until a machine has its skill again.
const PAUSE: Style = Style { middle: 19.0, baseline: 31.0, em: 25.0 };

fn name_style(piece: Piece, owner: Color, theme: Theme) -> Style {
    match theme {
        Theme::Faces => SEAL,
        Theme::Characters if piece.color == owner => DISC,
        Theme::Characters => INSET_DISC,
    }
}

/// Writes on a piece, in units of the drawings.
struct Pen<'a> {
    typeface: &'a Typeface,
    image: RgbaImage,
    scale: f32,
}

impl Pen<'_> {
    fn write(&mut self, c: char, style: Style, color: [u8; 4]) {
        let at = Anchor { middle: style.middle * self.scale, baseline: style.baseline * self.scale };
        self.typeface.set(&mut self.image, c, at, style.em * self.scale, Rgba(color));
    }

    /// One digit, or two narrower ones.
    fn number(&mut self, number: u8, style: Style, color: [u8; 4]) {
        let digit = |n: u8| char::from(b'0' + n % 10);
        if number < 10 {
            self.write(digit(number), style, color);
            return;
        }
        let narrow = Style { em: style.em * 0.85, baseline: style.baseline - style.em * 0.05, ..style };
        for (n, side) in [(number / 10, -0.25), (number, 0.25)] {
            self.write(digit(n), Style { middle: style.middle + side * style.em, ..narrow }, color);
        }
    }
}

const INK: [u8; 4] = [0x2a, 0x1f, 0x1a, 255];

/// The color of writing on a piece: dark on Red's cream, cream on Blue's dark, as seals are cut in relief or in intaglio.
const fn writing(color: Color) -> [u8; 4] {
    match color {
        Color::Red => [0x97, 0x21, 0x1b, 255],
        Color::Blue => [0xff, 0xf6, 0xe3, 255],
    }
}

/// The Chinese name of an animal or a machine, one character.
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
