//! The parts of FEN that all games share: the board's rows, the side to move, counts, and faults that add up.

use super::dice::scramble;
use super::jungle::DENS;
use super::piece::Piece;
use super::seat::Color;
use super::square::Square;
use super::variant::FenError;

/// Longer texts are refused unread.
const MAX_LENGTH: usize = 400;

/// The fields of a FEN one after another, and every fault found so far, each a sentence with the offending part.
pub struct Reader<'a> {
    fields: std::str::SplitWhitespace<'a>,
    pub faults: Vec<String>,
}

impl<'a> Reader<'a> {
    /// Error: the text is too long to be looked at.
    pub fn new(fen: &'a str) -> Result<Reader<'a>, FenError> {
        if fen.len() > MAX_LENGTH {
            return Err(FenError(vec![format!("it has {} bytes, more than {MAX_LENGTH}", fen.len())]));
        }
        Ok(Reader { fields: fen.split_whitespace(), faults: Vec::new() })
    }

    pub fn fault(&mut self, fault: impl Into<String>) {
        self.faults.push(fault.into());
    }

    /// Whether nothing is wrong so far.
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }

    /// The next field, if there is one.
    pub fn field(&mut self) -> Option<&'a str> {
        self.fields.next()
    }

    /// The next field as a board: `put` gets every letter with its square.
    pub fn board(&mut self, files: u8, ranks: u8, put: impl FnMut(&mut Reader<'a>, Square, char)) {
        let board = self.field().unwrap_or_default();
        self.rows(board, files, ranks, put);
    }

    fn rows(&mut self, board: &str, files: u8, ranks: u8, mut put: impl FnMut(&mut Reader<'a>, Square, char)) {
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != usize::from(ranks) {
            self.fault(format!("a board has {ranks} rows divided by '/', not {}", rows.len()));
            return;
        }
        for (rank, row) in (0..ranks).rev().zip(rows) {
            let mut file = 0usize;
            for letter in row.chars() {
                if let Some(empty) = letter.to_digit(10).filter(|&digit| digit > 0) {
                    file += empty as usize;
                    continue;
                }
                // Beyond the row's end it is a fault of the row, which is told below.
                let square = u8::try_from(file).ok().filter(|&file| file < files);
                if let Some(square) = square.and_then(|file| Square::new(file, rank)) {
                    put(self, square, letter);
                }
                file += 1;
            }
            if file != usize::from(files) {
                self.fault(format!("rank {} ('{row}') has {file} squares instead of {files}", rank + 1));
            }
        }
    }

    /// The next field as the side to move; Red if it is none.
    pub fn turn(&mut self) -> Color {
        match self.field() {
            Some("r") => return Color::Red,
            Some("b") => return Color::Blue,
            Some(other) => self.fault(format!("the side to move is 'r' or 'b', not '{other}'")),
            None => self.fault("after the board comes the side to move, 'r' or 'b'"),
        }
        Color::Red
    }

    /// The last field as a number of plies, 0 if it is left out; `what` names it. Nothing may follow.
    pub fn plies(&mut self, what: &str) -> u32 {
        let plies = match self.field().map_or(Ok(0), str::parse::<u16>) {
            Ok(plies) => u32::from(plies),
            Err(_) => {
                self.fault(format!("{what} are a number up to {}", u16::MAX));
                0
            }
        };
        if let Some(rest) = self.field() {
            self.fault(format!("nothing belongs after {what}, but there is '{rest}'"));
        }
        plies
    }

    /// Finds fault with who stands in the dens of a 7×9 board: nobody in the own one, and in the enemy's only who has just won.
    pub fn check_dens(&mut self, turn: Color, at: impl Fn(Square) -> Option<Piece>) {
        let stands = |den: Color, color: Color| {
            let pieces = DENS[den.index()].into_iter().filter_map(|square| Some((square, at(square)?)));
            pieces.into_iter().find(|(_, piece)| piece.color == color)
        };
        for color in Color::BOTH {
            if let Some((square, Piece { animal, .. })) = stands(color, color) {
                self.fault(format!("{color}'s {animal} stands in its own den, {square}"));
            }
        }
        match Color::BOTH.map(|color| stands(color.other(), color).is_some()) {
            [true, true] => self.fault("both sides stand in the other's den"),
            [false, false] => (),
            in_den => {
                let winner = if in_den[0] { Color::Red } else { Color::Blue };
                if winner == turn {
                    self.fault(format!(
                        "{winner} stands in the enemy's den and has won, so it cannot be {winner}'s turn"
                    ));
                }
            }
        }
    }

    /// What was read, unless something is wrong with it.
    pub fn finish<T>(self, read: T) -> Result<T, FenError> {
        if self.faults.is_empty() { Ok(read) } else { Err(FenError(self.faults)) }
    }
}

/// A board as rows of letters, digits for empty squares; the highest rank first.
pub fn board(files: u8, ranks: u8, letter: impl Fn(Square) -> Option<char>) -> String {
    let row = |rank: u8| {
        let mut row = String::new();
        let mut empty = 0;
        for square in (0..files).filter_map(|file| Square::new(file, rank)) {
            match letter(square) {
                None => empty += 1,
                Some(letter) => {
                    if empty > 0 {
                        row.push_str(&empty.to_string());
                        empty = 0;
                    }
                    row.push(letter);
                }
            }
        }
        if empty > 0 {
            row.push_str(&empty.to_string());
        }
        row
    };
    (0..ranks).rev().map(row).collect::<Vec<_>>().join("/")
}

/// What the side to move adds to a position's key.
pub const fn turn_key(color: Color) -> u64 {
    match color {
        Color::Red => 0,
        // Not that of 0, which is 0.
        Color::Blue => scramble(u64::MAX),
    }
}

/// The letter of the side to move.
pub const fn turn(color: Color) -> char {
    match color {
        Color::Red => 'r',
        Color::Blue => 'b',
    }
}
