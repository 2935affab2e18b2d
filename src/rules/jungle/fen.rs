//! Positions in FEN: `l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0`.
//!
//! The board from rank 9 down, Red's animals in upper case; the side to move, `r` or `b`; then, if it is known, the plies
//! since the last capture. Accepted is what a game can show, its end included: the side that is not to move may stand in
//! the enemy's den, and a side may have no animals (both only where a fight can remove two at once). All else is refused,
//! every fault named.

use super::options::{ElephantRat, Equal};
use super::position::Position;
use super::tables::{Strength, Tables};
use crate::rules::fen::{self, Reader};
use crate::rules::{Animal, Color, FILES, FenError, RANKS, Square};

/// Reads a position and the plies since the last capture (0 if not given).
pub fn read(fen: &str, tables: &Tables) -> Result<(Position, u32), FenError> {
    let mut reader = Reader::new(fen)?;
    let mut position = Position::empty(Color::Red);
    reader.board(FILES, RANKS, |reader, square, letter| read_letter(letter, square, tables, &mut position, reader));
    let board_is_sound = reader.is_sound();
    if reader.turn() == Color::Blue {
        position = position.passed();
    }
    let quiet = reader.plies("the plies since the last capture");
    if board_is_sound {
        validate(&position, tables, &mut reader);
    }
    reader.finish((position, quiet))
}

impl Position {
    /// The position in FEN, just after a capture for all that is known.
    pub fn fen(&self, tables: &Tables) -> String {
        write(self, tables, 0)
    }
}

/// Writes a position and the plies since the last capture.
pub fn write(position: &Position, tables: &Tables, quiet: u32) -> String {
    let letter = |square| position.at(square).map(|(color, strength)| tables.piece(color, strength).letter());
    format!("{} {} {quiet}", fen::board(FILES, RANKS, letter), fen::turn(position.turn()))
}

/// Puts the animal of a letter on a square.
fn read_letter(letter: char, square: Square, tables: &Tables, position: &mut Position, reader: &mut Reader<'_>) {
    let color = if letter.is_ascii_uppercase() { Color::Red } else { Color::Blue };
    let Some(animal) = Animal::from_letter(letter) else {
        reader.fault(format!("'{letter}' is no animal; there are: {}", letters(tables)));
        return;
    };
    let Some(strength) = tables.strength(animal) else {
        reader.fault(format!("'{letter}' ({animal}) does not play under these rules; there are: {}", letters(tables)));
        return;
    };
    match position.square_of(color, strength) {
        Some(first) => reader.fault(format!("{color} has two of {animal}: on {first} and on {square}")),
        None => position.put(color, strength, square),
    }
}

fn letters(tables: &Tables) -> String {
    let letter = |strength| tables.animal(strength).letter();
    Strength::all()
        .rev()
        .map(letter)
        .chain(Strength::all().rev().map(|strength| letter(strength).to_ascii_lowercase()))
        .collect()
}

/// What cannot be on a board that was read.
fn validate(position: &Position, tables: &Tables, reader: &mut Reader<'_>) {
    let water = tables.options().ground.water();
    for color in Color::BOTH {
        for (strength, square) in position.animals(color) {
            if strength != Strength::RAT && water.contains(square) {
                let animal = tables.animal(strength);
                reader.fault(format!("{color}'s {animal} stands in the water, on {square}"));
            }
        }
    }
    let piece = |square| position.at(square).map(|(color, strength)| tables.piece(color, strength));
    reader.check_dens(position.turn(), piece);
    let options = tables.options();
    let can_remove_both = options.equal == Equal::Both || options.elephant_rat == ElephantRat::Both;
    if position.all_occupied().is_empty() && !can_remove_both {
        reader.fault("nobody is on the board");
    }
}
