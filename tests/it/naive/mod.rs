//! The nine games beside the standard one, once more: sentence by sentence after part 3 of the rule book, as slowly and as
//! plainly as it reads, and sharing no code with the first implementation.

mod dalian;
mod flip;
mod king;
mod mecha;
mod pattern;
mod pet;
mod plains_fields;
mod primitive;

use std::collections::{BTreeMap, BTreeSet};

/// File and rank from 0.
pub type Square = (i8, i8);
/// How far a step goes, by file and by rank.
pub type Direction = (i8, i8);
/// The winner's seat, or `None` for a draw, and the program's word for why.
pub type Verdict = (Option<u8>, &'static str);

pub const ORTHOGONAL: [Direction; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub const DIAGONAL: [Direction; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// One game in progress.
pub trait Naive {
    /// A new game with these options, all of them named.
    fn start(options: &[(&str, &str)]) -> Self
    where
        Self: Sized;

    /// A copy.
    fn twin(&self) -> Box<dyn Naive>;

    /// The seat to move, 0 or 1.
    fn to_move(&self) -> u8;

    /// What may be chosen if the game has not ended, in the notation of 4.1.
    fn moves(&self) -> BTreeSet<String>;

    /// Plays a ply as it happened, a card turned with what came up.
    fn play(&mut self, ply: &str);

    /// "A pass is a ply" in which nothing happens (2.16).
    fn pass(&mut self);

    /// The ends that are asked for before "no move": den, animals taken, and what a game has in their place.
    fn decided(&self) -> Option<Verdict>;

    /// The ends that are asked for after it: repetition, counters.
    fn counted(&self) -> Option<Verdict>;

    /// The board field of FEN (4.2).
    fn board(&self) -> String;

    /// How the game ended, asked in the order of part 3.
    fn end(&self) -> Option<Verdict> {
        let blocked = || self.moves().is_empty().then_some((Some(1 - self.to_move()), "blocked"));
        self.decided().or_else(blocked).or_else(|| self.counted())
    }

    /// The legal moves, sorted; none at the end.
    fn legal(&self) -> Vec<String> {
        if self.end().is_some() { Vec::new() } else { self.moves().into_iter().collect() }
    }
}

/// A game by the variant's name, or `None` if it is not one of the nine.
pub fn start(variant: &str, options: &[(&str, &str)]) -> Option<Box<dyn Naive>> {
    Some(match variant {
        "flip" => Box::new(flip::Flip::start(options)),
        "dalian" => Box::new(dalian::Dalian::start(options)),
        "pet" => Box::new(pet::Pet::start(options)),
        "primitive" => Box::new(primitive::Primitive::start(options)),
        "pattern" => Box::new(pattern::Pattern::start(options)),
        "plains" => Box::new(plains_fields::Plains::start(options)),
        "fields" => Box::new(plains_fields::Fields::start(options)),
        "mecha" => Box::new(mecha::Mecha::start(options)),
        "king" => Box::new(king::King::start(options)),
        _ => return None,
    })
}

/// The number of lines of this many plies. Cards stay face down: what turning one would bring is for chance to say.
pub fn naive_perft(game: &dyn Naive, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let certain = game.legal().into_iter().filter(|ply| !ply.starts_with('@'));
    certain
        .map(|ply| {
            let mut next = game.twin();
            next.play(&ply);
            naive_perft(&*next, depth - 1)
        })
        .sum()
}

/// "Strengths, where they count, are those of 2.1 with wolf over dog" (3); the king's is 9 (3.8).
pub fn strength(animal: char) -> usize {
    "RCDWPTLEK".find(animal.to_ascii_uppercase()).expect("an animal") + 1
}

/// The seat whose animals are written like this one: upper case is the first's, lower case the second's.
pub fn seat(piece: char) -> u8 {
    u8::from(piece.is_ascii_lowercase())
}

/// The square this many times a direction away, on the board or not.
pub fn away(from: Square, times: i8, direction: Direction) -> Square {
    (from.0 + times * direction.0, from.1 + times * direction.1)
}

pub fn name(square: Square) -> String {
    format!("{}{}", char::from(b'a' + square.0 as u8), square.1 + 1)
}

/// The squares a move names, in order, whatever else is written between them.
pub fn squares(ply: &str) -> Vec<Square> {
    let letters: Vec<char> = ply.chars().filter(|letter| !"@!+=".contains(*letter)).collect();
    letters.chunks(2).map(|pair| (pair[0] as i8 - b'a' as i8, pair[1] as i8 - b'1' as i8)).collect()
}

pub fn number(value: &str) -> u32 {
    value.parse().expect("a number")
}

pub fn truth(value: &str) -> bool {
    value.parse().expect("true or false")
}

/// FEN's board from the highest rank down.
pub fn board_text(width: i8, height: i8, at: impl Fn(Square) -> Option<char>) -> String {
    let row = |rank| {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..width {
            match at((file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    empty = 0;
                    text.push(piece);
                }
            }
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    (0..height).rev().map(row).collect::<Vec<_>>().join("/")
}

/// What the games with open boards have in common: the animals, whose turn it is, and the plies since the last capture.
#[derive(Clone)]
pub struct Open {
    pub width: i8,
    pub height: i8,
    pub animals: BTreeMap<Square, char>,
    pub to_move: u8,
    quiet: u32,
    quiet_plies: u32,
}

impl Open {
    /// The board of a FEN, the first seat to move.
    pub fn new(fen: &str, quiet_plies: u32) -> Open {
        let mut animals = BTreeMap::new();
        let (mut width, mut height) = (0, 0);
        for (row, rank) in fen.split('/').rev().zip(0..) {
            let mut file = 0;
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty as i8,
                    None => {
                        animals.insert((file, rank), letter);
                        file += 1;
                    }
                }
            }
            (width, height) = (file, rank + 1);
        }
        Open { width, height, animals, to_move: 0, quiet: 0, quiet_plies }
    }

    /// Is this a square of the board without an animal?
    pub fn empty(&self, square: Square) -> bool {
        let on_board = (0..self.width).contains(&square.0) && (0..self.height).contains(&square.1);
        on_board && !self.animals.contains_key(&square)
    }

    /// The animal of the side not to move on a square.
    pub fn enemy(&self, square: Square) -> Option<char> {
        self.animals.get(&square).copied().filter(|animal| seat(*animal) != self.to_move)
    }

    /// The animals of the side to move.
    pub fn own(&self) -> impl Iterator<Item = (Square, char)> + '_ {
        self.animals
            .iter()
            .map(|(square, animal)| (*square, *animal))
            .filter(|(_, animal)| seat(*animal) == self.to_move)
    }

    pub fn count(&self, of: u8) -> usize {
        self.animals.values().filter(|animal| seat(**animal) == of).count()
    }

    /// Ends the turn: every animal that is gone, whosever it was, makes the ply a capture.
    pub fn done(&mut self, before: usize) {
        self.quiet = if self.animals.len() < before { 0 } else { self.quiet + 1 };
        self.to_move = 1 - self.to_move;
    }

    /// A turn passed: nobody has gone.
    pub fn passed(&mut self) {
        self.done(self.animals.len());
    }

    /// "A side with at most so many animals left has lost"; both at once draw.
    pub fn captured(&self, at_most: usize) -> Option<Verdict> {
        verdict(self.count(0) <= at_most, self.count(1) <= at_most, "captured")
    }

    /// "`QuietPlies` plies without a capture are a draw; 0 = never."
    pub fn quiet(&self) -> Option<Verdict> {
        quiet(self.quiet, self.quiet_plies)
    }

    pub fn board(&self) -> String {
        board_text(self.width, self.height, |square| self.animals.get(&square).copied())
    }
}

/// The end in which the first seat, the second, or both have lost.
pub fn verdict(first_lost: bool, second_lost: bool, why: &'static str) -> Option<Verdict> {
    match (first_lost, second_lost) {
        (false, false) => None,
        (true, false) => Some((Some(1), why)),
        (false, true) => Some((Some(0), why)),
        (true, true) => Some((None, why)),
    }
}

pub fn quiet(plies: u32, limit: u32) -> Option<Verdict> {
    (limit > 0 && plies >= limit).then_some((None, "quiet"))
}

/// The dens of 2.1 by seat.
pub const DENS: [Square; 2] = [(3, 0), (3, 8)];

/// The traps of 2.1 by seat.
pub const TRAPS: [[Square; 3]; 2] = [[(2, 0), (3, 1), (4, 0)], [(2, 8), (3, 7), (4, 8)]];

/// Is this a trap of this seat?
pub fn trap_of(seat: u8, square: Square) -> bool {
    TRAPS[seat as usize].contains(&square)
}

/// The den of this seat's enemy.
pub fn goal(seat: u8) -> Square {
    DENS[1 - seat as usize]
}
