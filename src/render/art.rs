//! The drawings: SVG files embedded in the program.
//!
//! They are plain shapes without text, filters or style sheets, in square view boxes: 120 units for a cell, 100 for a face.

use image::RgbaImage;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::rules::{Animal, Color};

/// Units of a cell in the drawings.
pub const CELL: f32 = 120.0;

macro_rules! drawings {
    ($($name:ident = $file:literal,)*) => {
        /// A drawing.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
        pub enum Art {
            $($name,)*
        }

        impl Art {
            pub const ALL: &[Art] = &[$(Art::$name,)*];

            /// Its text.
            pub const fn svg(self) -> &'static str {
                match self {
                    $(Art::$name => include_str!(concat!("../../assets/", $file, ".svg")),)*
                }
            }
        }
    };
}

drawings! {
    // What a board is made of.
    LandLight = "board/land-light",
    LandDark = "board/land-dark",
    Tuft = "board/tuft",
    Flowers = "board/flowers",
    Pebbles = "board/pebbles",
    Water = "board/water",
    WaterCalm = "board/water-calm",
    Lily = "board/lily",
    Reeds = "board/reeds",
    Shore = "board/shore",
    Bridge = "board/bridge",
    TrapRed = "board/trap-red",
    TrapBlue = "board/trap-blue",
    DenRed = "board/den-red",
    DenBlue = "board/den-blue",
    WoodLight = "board/wood-light",
    WoodDark = "board/wood-dark",
    Grid = "board/grid",
    Leaves = "board/leaves",
    Pouch = "board/pouch",
    PouchRed = "board/pouch-red",
    PouchBlue = "board/pouch-blue",
    // What is marked, under the pieces and over them.
    ControlRed = "board/control-red",
    ControlBlue = "board/control-blue",
    Last = "board/last",
    Paw = "board/paw",
    Corners = "board/corners",
    Chosen = "board/chosen",
    Rays = "board/rays",
    Step = "board/step",
    StepPiece = "board/step-piece",
    Jump = "board/jump",
    JumpPath = "board/jump-path",
    Crown = "board/crown",
    Forbidden = "board/forbidden",
    ForbiddenPiece = "board/forbidden-piece",
    // What stands between two seats on the card of a film.
    Versus = "board/versus",
    Even = "board/even",
    // What a piece is made of.
    BaseRed = "pieces/red",
    BaseBlue = "pieces/blue",
    PlainRed = "pieces/red-plain",
    PlainBlue = "pieces/blue-plain",
    InsetRed = "pieces/inset-red",
    InsetBlue = "pieces/inset-blue",
    InsetPlainRed = "pieces/inset-red-plain",
    InsetPlainBlue = "pieces/inset-blue-plain",
    Card = "pieces/card",
    CaptureRed = "pieces/capture-red",
    CaptureBlue = "pieces/capture-blue",
    Cage = "pieces/cage",
    SealRed = "pieces/seal-red",
    SealBlue = "pieces/seal-blue",
    BadgeRed = "pieces/badge-red",
    BadgeBlue = "pieces/badge-blue",
    BadgeWeak = "pieces/badge-weak",
    Tube = "pieces/tube",
    Pip = "pieces/pip",
    PipLost = "pieces/pip-lost",
    Pause = "pieces/pause",
    Stronger = "pieces/stronger",
    Rat = "pieces/rat",
    Cat = "pieces/cat",
    Dog = "pieces/dog",
    Wolf = "pieces/wolf",
    Leopard = "pieces/leopard",
    Tiger = "pieces/tiger",
    Lion = "pieces/lion",
    Elephant = "pieces/elephant",
    Fox = "pieces/fox",
    Bear = "pieces/bear",
    Snake = "pieces/snake",
    King = "pieces/king",
    Attacker = "pieces/attacker",
    Guardian = "pieces/guardian",
    Medic = "pieces/medic",
    Nimble = "pieces/nimble",
    Universal = "pieces/universal",
}

impl Art {
    /// The face of an animal or a machine.
    pub const fn face(animal: Animal) -> Art {
        match animal {
            Animal::Rat => Art::Rat,
            Animal::Cat => Art::Cat,
            Animal::Dog => Art::Dog,
            Animal::Wolf => Art::Wolf,
            Animal::Leopard => Art::Leopard,
            Animal::Tiger => Art::Tiger,
            Animal::Lion => Art::Lion,
            Animal::Elephant => Art::Elephant,
            Animal::Fox => Art::Fox,
            Animal::Bear => Art::Bear,
            Animal::Snake => Art::Snake,
            Animal::King => Art::King,
            Animal::Attacker => Art::Attacker,
            Animal::Guardian => Art::Guardian,
            Animal::Medic => Art::Medic,
            Animal::Nimble => Art::Nimble,
            Animal::Universal => Art::Universal,
        }
    }

    /// The first for Red, the second for Blue.
    pub const fn of(color: Color, red: Art, blue: Art) -> Art {
        match color {
            Color::Red => red,
            Color::Blue => blue,
        }
    }

    /// Draws it over what is there.
    pub fn draw(self, transform: Transform, canvas: &mut Pixmap) {
        let tree =
            Tree::from_str(self.svg(), &Options::default()).expect("the embedded drawings are valid SVG, see the test");
        resvg::render(&tree, transform, &mut canvas.as_mut());
    }

    /// The colors it names, in order of appearance, as red, green and blue.
    pub fn colors(self) -> impl Iterator<Item = [u8; 3]> {
        self.svg().split('#').skip(1).filter_map(|text| {
            let [_, red, green, blue] = u32::from_str_radix(text.get(..6)?, 16).ok()?.to_be_bytes();
            Some([red, green, blue])
        })
    }
}

/// Drawings laid over each other on a clear cell of this many pixels.
pub fn rasterize(layers: &[(Art, Transform)], cell: u32) -> RgbaImage {
    let mut canvas = Pixmap::new(cell, cell).expect("a cell has pixels");
    let scale = cell as f32 / CELL;
    for (art, transform) in layers {
        art.draw(transform.post_scale(scale, scale), &mut canvas);
    }
    RgbaImage::from_raw(cell, cell, canvas.take_demultiplied()).expect("four bytes for each pixel")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drawing_draws_something_in_the_colors_it_names() {
        for &art in Art::ALL {
            let mut canvas = Pixmap::new(120, 120).unwrap();
            art.draw(Transform::identity(), &mut canvas);
            assert!(canvas.pixels().iter().any(|pixel| pixel.alpha() > 0), "{art:?} is empty");
            assert!(art.colors().count() > 0, "{art:?} names no color");
            assert!(!art.svg().contains("<text"), "{art:?} holds text, which is not drawn from SVG");
        }
    }
}
