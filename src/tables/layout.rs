//! How the positions of a set are numbered.
//!
//! A number says who is to move and where each animal stands: a den never counts, water only for rats. The board is the same
//! mirrored from left to right, so the first animal that does not stand on the d-file is taken to stand left of it. A few
//! numbers mean nothing: two animals on one square, or a mirror image of another number's position.

use arrayvec::ArrayVec;

use super::material::MOST_PIECES;
use crate::rules::jungle::{DENS, Strength};
use crate::rules::{Bitboard, Color, FILES, RANKS, Square};

/// Where each slot's animal stands, as square indices; slots that a set does not have hold anything.
pub type Squares = [u8; MOST_PIECES];

/// The file that the mirror leaves in place.
const MIDDLE: u8 = FILES / 2;

/// A square's index by its mirror image's.
const MIRRORED: [u8; 64] = by_index(true, false);
/// A square's index by that of the square as far from the other end.
const TURNED: [u8; 64] = by_index(false, true);

/// The numbering of a set's positions.
#[derive(Debug)]
pub struct Layout {
    slots: ArrayVec<Slot, MOST_PIECES>,
    /// How many numbers there are for each side to move.
    half: usize,
}

#[derive(Debug)]
struct Slot {
    /// Where its animal may stand, in the order of numbers.
    squares: Vec<u8>,
    /// What a square adds to a position's number.
    share: [u32; 64],
}

impl Layout {
    /// The numbering for these animals, one a slot, on a board with this water.
    pub fn new(animals: &[(Color, Strength)], water: Bitboard) -> Layout {
        let mut slots: ArrayVec<Slot, MOST_PIECES> = ArrayVec::new();
        let mut half = 1;
        // The last slot's squares are the neighbors in number.
        for (n, &(_, strength)) in animals.iter().enumerate().rev() {
            let squares: Vec<u8> =
                ground(strength, n == 0, water).into_iter().map(|square| square.index() as u8).collect();
            let mut share = [0; 64];
            for (place, square) in squares.iter().enumerate() {
                share[usize::from(*square)] = (place * half) as u32;
            }
            half *= squares.len();
            slots.insert(0, Slot { squares, share });
        }
        Layout { slots, half }
    }

    /// How many numbers there are; all are below.
    pub const fn len(&self) -> usize {
        2 * self.half
    }

    /// In how many parts of equal length the numbers fall that share the side to move and the first animal's square.
    pub fn blocks(&self) -> usize {
        2 * self.slots.first().map_or(1, |first| first.squares.len())
    }

    /// The number of a position or its mirror image, whichever has one. No animal stands in a den.
    pub fn number(&self, turn: Color, squares: &Squares) -> usize {
        let mirror = self.is_mirrored(squares);
        let share = |(slot, &square): (&Slot, &u8)| {
            let square = if mirror { MIRRORED[usize::from(square & 63)] } else { square & 63 };
            slot.share[usize::from(square)] as usize
        };
        turn.index() * self.half + self.slots.iter().zip(squares).map(share).sum::<usize>()
    }

    /// The position with this number, or `None` if it means nothing.
    pub fn position(&self, number: usize) -> Option<(Color, Squares)> {
        let turn = if number < self.half { Color::Red } else { Color::Blue };
        let mut rest = number % self.half;
        let mut squares = [0; MOST_PIECES];
        let mut taken = 0u64;
        for (n, slot) in self.slots.iter().enumerate().rev() {
            squares[n] = slot.squares[rest % slot.squares.len()];
            rest /= slot.squares.len();
            if taken >> squares[n] & 1 == 1 {
                return None;
            }
            taken |= 1 << squares[n];
        }
        (!self.is_mirrored(&squares)).then_some((turn, squares))
    }

    /// Whether the position has a number only as its mirror image.
    fn is_mirrored(&self, squares: &Squares) -> bool {
        let file = |square: &u8| square % FILES;
        let off_middle = squares[..self.slots.len()].iter().map(file).find(|&file| file != MIDDLE);
        off_middle.is_some_and(|file| file > MIDDLE)
    }
}

/// The square as far from the other end of the board, by index: the board from the side of the other color.
pub const fn turned(square: u8) -> u8 {
    TURNED[(square & 63) as usize]
}

/// Where an animal may stand; the first of a set not right of the middle.
fn ground(strength: Strength, first: bool, water: Bitboard) -> Bitboard {
    let ground = if strength == Strength::RAT { Bitboard::ALL } else { !water };
    let left: Bitboard = Square::all().filter(|square| !first || square.file() <= MIDDLE).collect();
    DENS.into_iter().fold(ground & left, |ground, den| ground & !den)
}

const fn by_index(mirror: bool, turn: bool) -> [u8; 64] {
    let mut table = [63; 64];
    let mut index = 0;
    while index < FILES * RANKS {
        let (file, rank) = (index % FILES, index / FILES);
        let file = if mirror { FILES - 1 - file } else { file };
        let rank = if turn { RANKS - 1 - rank } else { rank };
        table[index as usize] = rank * FILES + file;
        index += 1;
    }
    table
}
