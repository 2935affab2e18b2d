//! Which animals are on the board, and which sets of them are the same game.
//!
//! What an animal is worth in an ending depends on how it moves and on who of the enemies can take whom, not on its name:
//! a cat against a dog is a dog against an elephant. And the board is the same for both colors. So few of the many materials
//! need a table of their own, and the others are read in it.

use std::collections::HashMap;
use std::fmt;

use arrayvec::ArrayVec;

use super::layout::Layout;
use crate::rules::jungle::{Fight, Position, Strength, TRAPS, Tables, WATER};
use crate::rules::{Bitboard, Color, Square};

/// The most animals a table is made for, both sides together.
pub const MOST_PIECES: usize = 4;

/// The animals of both sides, as sets of strengths (bit = [`Strength::index`]) by color.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material(pub [u8; 2]);

impl Material {
    /// What is on the board.
    pub fn of(position: &Position) -> Material {
        Material(Color::BOTH.map(|color| position.animals(color).fold(0, |set, (s, _)| set | 1 << s.index())))
    }

    /// What these animals are.
    pub fn of_animals(animals: &[(Color, Strength)]) -> Material {
        let mut sides = [0; 2];
        for (color, strength) in animals {
            sides[color.index()] |= 1 << strength.index();
        }
        Material(sides)
    }

    /// How many animals there are.
    pub const fn count(self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones()) as usize
    }

    /// How many animals a color has.
    pub const fn count_of(self, color: Color) -> usize {
        self.0[color.index()].count_ones() as usize
    }

    /// Every material with this many animals, none of whose sides is empty.
    pub fn all(count: usize) -> impl Iterator<Item = Material> {
        let sides = (1..=u8::MAX).flat_map(|red| (1..=u8::MAX).map(move |blue| Material([red, blue])));
        sides.filter(move |material| material.count() == count)
    }

    /// Its animals, Red's first, the weakest of a side first.
    pub fn animals(self) -> ArrayVec<(Color, Strength), 16> {
        let of = |color: Color| Strength::all().filter(move |s| self.0[color.index()] >> s.index() & 1 == 1);
        Color::BOTH.into_iter().flat_map(|color| of(color).map(move |strength| (color, strength))).collect()
    }

    const fn index(self) -> usize {
        (self.0[0] as usize) << 8 | self.0[1] as usize
    }
}

impl fmt::Display for Material {
    /// The strengths from 1 to 8, Red's first: `1-48`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, color) in Color::BOTH.into_iter().enumerate() {
            if n > 0 {
                f.write_str("-")?;
            }
            for (_, strength) in self.animals().into_iter().filter(|&(of, _)| of == color) {
                write!(f, "{}", strength.number())?;
            }
        }
        Ok(())
    }
}

/// The materials that need a table under one rule set.
#[derive(Debug)]
pub struct Catalogue {
    sets: Vec<Set>,
    seatings: Vec<Seating>,
    /// Where in `seatings` a material is, by [`Material::index`]; [`Catalogue::UNKNOWN`] if it has no table.
    places: Vec<u16>,
}

/// A material that stands for all that are the same game.
#[derive(Debug)]
pub struct Set {
    /// Which animals stand in the slots of [`Set::layout`]; Red's come first.
    pub animals: ArrayVec<(Color, Strength), MOST_PIECES>,
    pub layout: Layout,
    /// How many materials are read in this table, its own included.
    pub materials: usize,
}

impl Set {
    pub fn material(&self) -> Material {
        Material::of_animals(&self.animals)
    }
}

/// How a material is read in a set's table.
#[derive(Clone, Debug)]
pub struct Seating {
    /// The index in [`Catalogue::sets`].
    pub set: usize,
    /// The colors have changed places: the board is read from the other end.
    pub swapped: bool,
    /// The animal of the material that plays the part of each slot's.
    pub animals: ArrayVec<(Color, Strength), MOST_PIECES>,
}

impl Catalogue {
    const UNKNOWN: u16 = u16::MAX;

    /// All sets of two to `pieces` animals, small ones first; at most [`MOST_PIECES`].
    pub fn new(rules: &Tables, pieces: usize) -> Catalogue {
        let mut catalogue =
            Catalogue { sets: Vec::new(), seatings: Vec::new(), places: vec![Catalogue::UNKNOWN; 1 << 16] };
        let mut known: HashMap<Vec<u8>, usize> = HashMap::new();
        for material in (2..=pieces.min(MOST_PIECES)).flat_map(Material::all) {
            let (signature, swapped, animals) = canonical(rules, material);
            let set = *known.entry(signature).or_insert_with(|| {
                let animals: ArrayVec<_, MOST_PIECES> =
                    animals.iter().map(|&(color, strength)| (if swapped { !color } else { color }, strength)).collect();
                catalogue.sets.push(Set {
                    layout: Layout::new(&animals, rules.options().ground.water()),
                    animals,
                    materials: 0,
                });
                catalogue.sets.len() - 1
            });
            catalogue.sets[set].materials += 1;
            catalogue.places[material.index()] = catalogue.seatings.len() as u16;
            catalogue.seatings.push(Seating { set, swapped, animals });
        }
        catalogue
    }

    pub fn sets(&self) -> &[Set] {
        &self.sets
    }

    /// In which table a material is read, and how; `None` if it has too many animals, or a side none.
    pub fn seating(&self, material: Material) -> Option<&Seating> {
        self.seatings.get(usize::from(self.places[material.index()]))
    }
}

/// The least description of a material among all orders of its animals, with the order that leads to it: equal for
/// materials that are the same game.
fn canonical(rules: &Tables, material: Material) -> (Vec<u8>, bool, ArrayVec<(Color, Strength), MOST_PIECES>) {
    let of =
        |color| material.animals().into_iter().filter(|&(of, _)| of == color).collect::<ArrayVec<_, MOST_PIECES>>();
    let mut best: Option<(Vec<u8>, bool, ArrayVec<_, MOST_PIECES>)> = None;
    for swapped in [false, true] {
        let first = if swapped { Color::Blue } else { Color::Red };
        for front in orders(&of(first)) {
            for back in orders(&of(!first)) {
                let signature = signature(rules, &front, &back);
                if best.as_ref().is_none_or(|(least, ..)| signature < *least) {
                    best = Some((signature, swapped, front.iter().chain(&back).copied().collect()));
                }
            }
        }
    }
    best.expect("a material has an order")
}

/// Every order of these animals.
fn orders(animals: &[(Color, Strength)]) -> Vec<ArrayVec<(Color, Strength), MOST_PIECES>> {
    let [first, rest @ ..] = animals else { return vec![ArrayVec::new()] };
    let insert = |order: ArrayVec<(Color, Strength), MOST_PIECES>| {
        (0..=order.len()).map(move |at| {
            let mut order = order.clone();
            order.insert(at, *first);
            order
        })
    };
    orders(rest).into_iter().flat_map(insert).collect()
}

/// All that the rules say of these animals: how each moves, and what comes of each attack, outside traps.
fn signature(rules: &Tables, front: &[(Color, Strength)], back: &[(Color, Strength)]) -> Vec<u8> {
    let sides = [front, back];
    let mut signature = vec![front.len() as u8];
    signature.extend(sides.iter().flat_map(|side| side.iter()).map(|&(_, strength)| gait(rules, strength)));
    for (ours, theirs) in [(front, back), (back, front)] {
        for &(_, attacker) in ours {
            signature.extend(theirs.iter().map(|&(_, target)| attack(rules, attacker, target)));
        }
    }
    signature
}

/// How an animal moves, as a number.
fn gait(rules: &Tables, strength: Strength) -> u8 {
    if rules.options().ground.water().is_empty() {
        return 0;
    }
    let Some(jumper) = strength.jumper() else { return u8::from(strength == Strength::RAT) };
    let jumps = (0..Square::COUNT as u8).flat_map(|from| rules.jumps(jumper, from));
    // A tiger that jumps up and down alone has fewer jumps than a lion.
    2 + jumps.filter(|jump| !jump.landing.is_empty()).count() as u8
}

/// What comes of an attack on open land, as a number. Rats alone meet in the water, and how is the same for all.
fn attack(rules: &Tables, attacker: Strength, target: Strength) -> u8 {
    let (from, to) = (open_land(0), open_land(1));
    match rules.may_attack(Color::Red, attacker, target, from, to) {
        false => 0,
        true => match rules.fight(Color::Red, attacker, target, to) {
            Fight::Takes => 1,
            Fight::Both => 2,
            Fight::Lost => 3,
            Fight::Shoved => 4,
        },
    }
}

/// One of the squares that are neither water nor trap.
fn open_land(n: usize) -> Square {
    let open = !(WATER | TRAPS.into_iter().fold(Bitboard::EMPTY, |all, traps| all | traps));
    open.into_iter().nth(n).expect("there is much land")
}
