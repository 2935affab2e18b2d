//! The 7×9 board: where its waters, dens and traps lie, and which squares are neighbors (rules 2.1 and 3.6).

use crate::rules::{Animal, Bitboard, Color, Square, Terrain, Variant};

/// The rivers, west (files b and c) and east (e and f); both cover ranks 4 to 6.
pub const RIVERS: [Bitboard; 2] = [rectangle(1, 2, 3, 5), rectangle(4, 5, 3, 5)];

/// All water.
pub const WATER: Bitboard = RIVERS[0].or(RIVERS[1]);

/// Land between and beside the rivers.
pub const BRIDGES: Bitboard = rectangle(0, 6, 3, 5).and(Bitboard(!WATER.0));

/// The dens, by owner.
pub const DENS: [Bitboard; 2] = by_color(rectangle(3, 3, 0, 0));

/// The traps, by owner: c1, d2, e1 are Red's.
pub const TRAPS: [Bitboard; 2] = by_color(rectangle(2, 2, 0, 0).or(rectangle(3, 3, 1, 1)).or(rectangle(4, 4, 0, 0)));

/// Every trap, whoever owns it.
pub const ALL_TRAPS: Bitboard = TRAPS[0].or(TRAPS[1]);

/// Where Red's animals stand at the start (file and rank from 0); Blue's stand half a turn around. A fox takes the wolf's place.
pub const START: [(Animal, u8, u8); 8] = [
    (Animal::Tiger, 0, 0),
    (Animal::Lion, 6, 0),
    (Animal::Cat, 1, 1),
    (Animal::Dog, 5, 1),
    (Animal::Elephant, 0, 2),
    (Animal::Wolf, 2, 2),
    (Animal::Leopard, 4, 2),
    (Animal::Rat, 6, 2),
];

/// A direction on the board as Red sees it: files to the right, ranks up.
pub type Direction = (i8, i8);

/// Along files and ranks, then diagonally.
const DIRECTIONS: [Direction; 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
/// How many of them go along files and ranks.
const STRAIGHT: usize = 4;

/// A way over a river: where it lands and which water it crosses.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Jump {
    /// The landing square alone, or nothing if there is no such jump.
    pub landing: Bitboard,
    /// The water crossed: three squares going up or down, two going sideways.
    pub crossed: Bitboard,
}

/// What lies between the two sides' first ranks, and which way a step may go there: each ground is a game of its own.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// Two rivers (part 2 of the rule book).
    Rivers,
    /// Land where the rivers are (rule 3.6).
    Plains,
    /// The same, and a step may be diagonal too (rule 3.6).
    Fields,
}

impl Ground {
    /// The game played on it.
    pub const fn variant(self) -> Variant {
        match self {
            Ground::Rivers => Variant::Jungle,
            Ground::Plains => Variant::Plains,
            Ground::Fields => Variant::Fields,
        }
    }

    /// Where only the rat goes.
    pub const fn water(self) -> Bitboard {
        match self {
            Ground::Rivers => WATER,
            Ground::Plains | Ground::Fields => Bitboard::EMPTY,
        }
    }

    /// The directions of a step.
    pub fn directions(self) -> &'static [Direction] {
        match self {
            Ground::Rivers | Ground::Plains => &DIRECTIONS[..STRAIGHT],
            Ground::Fields => &DIRECTIONS,
        }
    }

    /// The squares one step away, whatever they are.
    pub fn neighbors(self, square: Square) -> Bitboard {
        self.directions().iter().filter_map(|&(files, ranks)| square.offset(files, ranks)).collect()
    }

    /// The jump from this bank square in this direction: over one whole river to the first land behind it (rule 2.7).
    pub fn jump(self, from: Square, (files, ranks): Direction) -> Option<Jump> {
        let water = self.water();
        if water.contains(from) {
            return None;
        }
        let mut crossed = Bitboard::EMPTY;
        let mut square = from.offset(files, ranks)?;
        while water.contains(square) {
            crossed |= Bitboard::of(square);
            square = square.offset(files, ranks)?;
        }
        (!crossed.is_empty()).then_some(Jump { landing: Bitboard::of(square), crossed })
    }

    /// What a square is made of.
    pub fn terrain(self, square: Square) -> Terrain {
        let owner =
            |places: [Bitboard; 2]| Color::BOTH.into_iter().find(|color| places[color.index()].contains(square));
        if let Some(color) = owner(DENS) {
            Terrain::Den(color)
        } else if let Some(color) = owner(TRAPS) {
            Terrain::Trap(color)
        } else if self.water().contains(square) {
            Terrain::Water
        } else if self == Ground::Rivers && BRIDGES.contains(square) {
            Terrain::Bridge
        } else {
            Terrain::Land
        }
    }
}

const fn rectangle(first_file: u8, last_file: u8, first_rank: u8, last_rank: u8) -> Bitboard {
    let mut set = 0;
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let (file, rank) = (square.file(), square.rank());
        if file >= first_file && file <= last_file && rank >= first_rank && rank <= last_rank {
            set |= 1 << index;
        }
        index += 1;
    }
    Bitboard(set)
}

/// Red's squares, and half a turn around Blue's.
const fn by_color(red: Bitboard) -> [Bitboard; 2] {
    [red, red.rotated()]
}
