//! Sets of the sixteen animals: those not seen yet, those in a hand.

use crate::rules::fen::Reader;
use crate::rules::grid::letters;
use crate::rules::{Animal, Color, Piece};

/// A set of animals of the standard game, of either color.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Pieces(u16);

impl Pieces {
    pub const NONE: Pieces = Pieces(0);
    pub const ALL: Pieces = Pieces(u16::MAX);

    /// The set of this animal alone; empty for one that does not play here.
    fn of(piece: Piece) -> Pieces {
        let strongest_first = Animal::STANDARD.iter().rev().position(|&animal| animal == piece.animal);
        let place = |index| piece.color.index() * Animal::STANDARD.len() + index;
        Pieces(strongest_first.map_or(0, |index| 1 << place(index)))
    }

    pub fn contains(self, piece: Piece) -> bool {
        self.0 & Pieces::of(piece).0 != 0
    }

    pub fn insert(&mut self, piece: Piece) {
        self.0 |= Pieces::of(piece).0;
    }

    pub fn remove(&mut self, piece: Piece) {
        self.0 &= !Pieces::of(piece).0;
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// How many of them bear this color.
    pub fn count(self, color: Color) -> usize {
        self.iter().filter(|piece| piece.color == color).count()
    }

    /// Red's strongest first, then Blue's.
    pub fn iter(self) -> impl Iterator<Item = Piece> {
        let of = |color| Animal::STANDARD.into_iter().rev().map(move |animal| Piece { color, animal });
        Color::BOTH.into_iter().flat_map(of).filter(move |&piece| self.contains(piece))
    }

    /// A number that differs where the sets differ.
    pub const fn bits(self) -> u64 {
        self.0 as u64
    }

    /// The letters of FEN, `-` for none.
    pub fn fen(self) -> String {
        if self.is_empty() { "-".to_owned() } else { self.iter().map(Piece::letter).collect() }
    }

    /// Reads letters as [`Pieces::fen`] writes them, in any order; `what` names the set.
    pub fn read(reader: &mut Reader<'_>, text: &str, what: &str) -> Pieces {
        let mut pieces = Pieces::NONE;
        if text.is_empty() {
            reader.fault(format!("{what} are letters, or '-' for none"));
        }
        for letter in text.chars().filter(|_| text != "-") {
            let piece = Piece::from_letter(letter).filter(|&piece| Pieces::ALL.contains(piece));
            match piece {
                None => reader.fault(format!(
                    "'{letter}' among {what} does not play in this game; there are: {}",
                    letters(&Animal::STANDARD)
                )),
                Some(piece) if pieces.contains(piece) => reader.fault(format!("'{letter}' is twice among {what}")),
                Some(piece) => pieces.insert(piece),
            }
        }
        pieces
    }
}
