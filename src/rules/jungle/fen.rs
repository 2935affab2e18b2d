//! Positions in FEN: `l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0`.
//!
//! The board from rank 9 down, Red's animals in upper case; the side to move, `r` or `b`; then, if it is known, the plies
//! since the last capture. Accepted is what a game can show, its end included: the side that is not to move may stand in
//! the enemy's den, and a side may have no animals (both only where a fight can remove two at once). All else is refused,
//! every fault named.

use super::geometry::{DENS, WATER};
use super::options::{ElephantRat, Equal};
use super::position::Position;
use super::tables::{Strength, Tables};
use crate::rules::{Animal, Bitboard, Color, FILES, FenError, Piece, RANKS, Square};

/// Longer texts are refused unread.
const MAX_LENGTH: usize = 200;

/// Reads a position and the plies since the last capture (0 if not given).
pub fn read(fen: &str, tables: &Tables) -> Result<(Position, u32), FenError> {
    if fen.len() > MAX_LENGTH {
        return Err(FenError(vec![format!("it has {} bytes, more than {MAX_LENGTH}", fen.len())]));
    }
    let mut fields = fen.split_whitespace();
    let mut faults = Vec::new();
    let mut position = Position::empty(Color::Red);
    read_board(fields.next().unwrap_or_default(), tables, &mut position, &mut faults);
    let board_is_sound = faults.is_empty();
    match fields.next() {
        Some("r") => (),
        Some("b") => position = position.passed(),
        Some(other) => faults.push(format!("the side to move is 'r' or 'b', not '{other}'")),
        None => faults.push("after the board comes the side to move, 'r' or 'b'".to_owned()),
    }
    let quiet = fields.next().map_or(Ok(0), str::parse::<u16>).map_err(|_| {
        faults.push(format!("the plies since the last capture are a number up to {}", u16::MAX));
    });
    if let Some(rest) = fields.next() {
        faults.push(format!("nothing belongs after the plies since the last capture, but there is '{rest}'"));
    }
    if board_is_sound {
        validate(&position, tables, &mut faults);
    }
    match quiet {
        Ok(quiet) if faults.is_empty() => Ok((position, u32::from(quiet))),
        _ => Err(FenError(faults)),
    }
}

impl Position {
    /// The position in FEN, just after a capture for all that is known.
    pub fn fen(&self, tables: &Tables) -> String {
        write(self, tables, 0)
    }
}

/// Writes a position and the plies since the last capture.
pub fn write(position: &Position, tables: &Tables, quiet: u32) -> String {
    let rows: Vec<String> = (0..RANKS).rev().map(|rank| write_row(position, tables, rank)).collect();
    let turn = match position.turn() {
        Color::Red => 'r',
        Color::Blue => 'b',
    };
    format!("{} {turn} {quiet}", rows.join("/"))
}

fn write_row(position: &Position, tables: &Tables, rank: u8) -> String {
    let mut row = String::new();
    let mut empty = 0;
    let flush = |row: &mut String, empty: &mut u8| {
        if *empty > 0 {
            row.push_str(&empty.to_string());
            *empty = 0;
        }
    };
    for square in (0..FILES).filter_map(|file| Square::new(file, rank)) {
        match position.at(square) {
            None => empty += 1,
            Some((color, strength)) => {
                flush(&mut row, &mut empty);
                row.push(tables.piece(color, strength).letter());
            }
        }
    }
    flush(&mut row, &mut empty);
    row
}

fn read_board(board: &str, tables: &Tables, position: &mut Position, faults: &mut Vec<String>) {
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != usize::from(RANKS) {
        faults.push(format!("a board has {RANKS} rows divided by '/', not {}", rows.len()));
        return;
    }
    for (rank, row) in (0..RANKS).rev().zip(rows) {
        let mut file = 0usize;
        for letter in row.chars() {
            match letter {
                '1'..='9' => file += letter as usize - '0' as usize,
                _ => {
                    let square = u8::try_from(file).ok().and_then(|file| Square::new(file, rank));
                    read_letter(letter, square, tables, position, faults);
                    file += 1;
                }
            }
        }
        if file != usize::from(FILES) {
            faults.push(format!("rank {} ('{row}') has {file} squares instead of {FILES}", rank + 1));
        }
    }
}

/// Puts the animal of a letter on a square (`None` = beyond the row's end, which is a fault of the row).
fn read_letter(
    letter: char,
    square: Option<Square>,
    tables: &Tables,
    position: &mut Position,
    faults: &mut Vec<String>,
) {
    let color = if letter.is_ascii_uppercase() { Color::Red } else { Color::Blue };
    let Some(animal) = Animal::from_letter(letter) else {
        faults.push(format!("'{letter}' is no animal; there are: {}", letters(tables)));
        return;
    };
    let Some(strength) = tables.strength(animal) else {
        faults.push(format!("'{letter}' ({animal}) does not play under these rules; there are: {}", letters(tables)));
        return;
    };
    let Some(square) = square else { return };
    match position.square_of(color, strength) {
        Some(first) => faults.push(format!("{color} has two of {animal}: on {first} and on {square}")),
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
fn validate(position: &Position, tables: &Tables, faults: &mut Vec<String>) {
    for color in Color::BOTH {
        for (strength, square) in position.animals(color) {
            let Piece { animal, .. } = tables.piece(color, strength);
            if DENS[color.index()].contains(square) {
                faults.push(format!("{color}'s {animal} stands in its own den, {square}"));
            }
            if strength != Strength::RAT && WATER.contains(square) {
                faults.push(format!("{color}'s {animal} stands in the water, on {square}"));
            }
        }
    }
    match Color::BOTH.map(|color| in_enemy_den(position, color)) {
        [true, true] => faults.push("both sides stand in the other's den".to_owned()),
        [false, false] => (),
        in_den => {
            let winner = if in_den[0] { Color::Red } else { Color::Blue };
            if winner == position.turn() {
                faults.push(format!("{winner} stands in the enemy's den and has won, so it cannot be {winner}'s turn"));
            }
        }
    }
    let options = tables.options();
    let can_remove_both = options.equal == Equal::Both || options.elephant_rat == ElephantRat::Both;
    if position.all_occupied().is_empty() && !can_remove_both {
        faults.push("nobody is on the board".to_owned());
    }
}

fn in_enemy_den(position: &Position, color: Color) -> bool {
    position.occupied(color) & DENS[color.other().index()] != Bitboard::EMPTY
}
