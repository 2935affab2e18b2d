//! Sixteen cards on sixteen squares: what both games know of them.

use super::pieces::Pieces;
use crate::rules::dice::scramble;
use crate::rules::fen::{self, Reader};
use crate::rules::grid::{Grid, STRAIGHT};
use crate::rules::*;

const FILES: u8 = 4;
const RANKS: u8 = 4;
/// What stands for a face-down card in FEN.
const BACK: char = '?';
/// Plies before a draw by steps alone from which on players are told.
const WARNING: u32 = 10;

/// The cards on the board, those not seen yet, and whose turn it is.
#[derive(Copy, Clone, Debug)]
pub struct Cards {
    /// Face up.
    faces: Grid,
    face_down: Bitboard,
    /// Face up, and owned by the side of the other color.
    borrowed: Bitboard,
    /// What the face-down cards may turn out to be.
    unseen: Pieces,
    /// The color of the first seat: that of the first card turned.
    first: Option<Color>,
    turn: Seat,
    /// Plies in a row that were steps and nothing else.
    quiet: u32,
}

/// What lies on a square, as the side to move sees it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Lies {
    Nothing,
    FaceDown,
    Own(Piece),
    Enemy(Piece),
}

impl Cards {
    /// Everything face down, the first seat to move.
    pub fn start() -> Cards {
        let faces = Grid::new(FILES, RANKS);
        let (face_down, borrowed) = (faces.squares().collect(), Bitboard::EMPTY);
        Cards { faces, face_down, borrowed, unseen: Pieces::ALL, first: None, turn: Seat::First, quiet: 0 }
    }

    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// The color a seat plays, once the first card is turned.
    pub fn color_of(&self, seat: Seat) -> Option<Color> {
        let first = self.first?;
        Some(match seat {
            Seat::First => first,
            Seat::Second => first.other(),
        })
    }

    /// The color of the side to move.
    pub fn us(&self) -> Option<Color> {
        self.color_of(self.turn)
    }

    pub const fn unseen(&self) -> Pieces {
        self.unseen
    }

    pub const fn quiet(&self) -> u32 {
        self.quiet
    }

    /// Whether the square is one of the board's.
    pub const fn has(&self, square: Square) -> bool {
        self.faces.has(square)
    }

    /// The squares of the board, a1 first.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        self.faces.squares()
    }

    /// The squares beside a square.
    pub fn beside(&self, square: Square) -> impl Iterator<Item = Square> + use<> {
        self.faces.beside(square, STRAIGHT)
    }

    pub fn at(&self, square: Square) -> Lies {
        match self.faces.at(square) {
            Some(piece) if self.owner(square, piece) == self.us() => Lies::Own(piece),
            Some(piece) => Lies::Enemy(piece),
            None if self.face_down.contains(square) => Lies::FaceDown,
            None => Lies::Nothing,
        }
    }

    /// The face-up animals of the side to move, a1 first.
    pub fn own(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.squares().filter_map(|square| match self.at(square) {
            Lies::Own(piece) => Some((square, piece)),
            Lies::Nothing | Lies::FaceDown | Lies::Enemy(_) => None,
        })
    }

    /// How many animals on the board belong to the side of this color; a face-down card belongs to its own.
    pub fn count(&self, color: Color) -> usize {
        let faces = self.squares().filter_map(|square| self.owner(square, self.faces.at(square)?));
        faces.filter(|&owner| owner == color).count() + self.unseen.count(color)
    }

    /// Whose this face-up card is; nobody's before the colors are given out.
    fn owner(&self, square: Square, piece: Piece) -> Option<Color> {
        let owner = if self.borrowed.contains(square) { piece.color.other() } else { piece.color };
        self.first.map(|_| owner)
    }

    /// Every flip there is.
    pub fn flips(&self) -> impl Iterator<Item = Move> + use<> {
        self.face_down.into_iter().map(|at| Move::Flip { at })
    }

    /// Whether the card there can be turned.
    pub fn may_flip(&self, at: Square) -> Result<(), Illegal> {
        match self.at(at) {
            _ if !self.has(at) => Err(Illegal::OffBoard { to: at }),
            Lies::FaceDown => Ok(()),
            Lies::Nothing => Err(Illegal::NoCard { to: at }),
            Lies::Own(piece) | Lies::Enemy(piece) => Err(Illegal::FaceUp { piece, to: at }),
        }
    }

    /// The animal that a move from this square moves.
    pub fn mover(&self, from: Square) -> Result<Piece, Illegal> {
        match self.at(from) {
            _ if !self.has(from) => Err(Illegal::OffBoard { to: from }),
            Lies::Own(piece) => Ok(piece),
            Lies::Enemy(piece) => Err(Illegal::NotYourPiece { piece, from }),
            Lies::FaceDown => Err(Illegal::TurnFirst { from }),
            Lies::Nothing => Err(Illegal::EmptySquare { from }),
        }
    }

    /// How many squares away, straight, an animal would go.
    pub fn distance(&self, piece: Piece, from: Square, to: Square) -> Result<u8, Illegal> {
        let (files, ranks) = (from.file().abs_diff(to.file()), from.rank().abs_diff(to.rank()));
        if !self.has(to) {
            Err(Illegal::OffBoard { to })
        } else if files + ranks == 0 {
            Err(Illegal::Stay { piece, from })
        } else if files > 0 && ranks > 0 {
            Err(Illegal::Diagonal { piece, from, to })
        } else {
            Ok(files + ranks)
        }
    }

    /// Turns a card: it is this one. The first decides the colors.
    pub fn turn_up(&mut self, at: Square, piece: Piece) {
        self.face_down = self.face_down & !Bitboard::of(at);
        self.unseen.remove(piece);
        self.first.get_or_insert(piece.color);
        self.faces.put(at, piece);
    }

    /// Takes a face-up card off the board.
    pub fn lift(&mut self, square: Square) -> Option<Piece> {
        self.borrowed = self.borrowed & !Bitboard::of(square);
        self.faces.take(square)
    }

    /// Lays an animal of the side to move on a square, face up.
    pub fn lay(&mut self, square: Square, piece: Piece) {
        if self.us() != Some(piece.color) {
            self.borrowed |= Bitboard::of(square);
        }
        self.faces.put(square, piece);
    }

    /// Ends the turn; `quiet` if it was a step and nothing else.
    pub fn pass(&mut self, quiet: bool) {
        self.quiet = if quiet { self.quiet + 1 } else { 0 };
        self.turn = self.turn.other();
    }

    /// The end for want of animals, when `left` tells how many the side of a color has.
    pub fn captured(&self, left: impl Fn(Color) -> usize) -> Option<End> {
        let none = |seat| self.color_of(seat).is_some_and(|color| left(color) == 0);
        let outcome = match Seat::BOTH.map(none) {
            [false, false] => return None,
            [true, true] => Outcome::Draw,
            [first_lost, _] => Outcome::Win(if first_lost { Seat::Second } else { Seat::First }),
        };
        Some(End { outcome, reason: EndReason::Captured })
    }

    /// The end because the side to move has no move.
    pub const fn blocked(&self) -> End {
        End { outcome: Outcome::Win(self.turn.other()), reason: EndReason::Blocked }
    }

    /// The end after so many steps.
    pub fn exhausted(&self, limit: QuietPlies) -> Option<End> {
        let limit = limit.limit()?;
        (self.quiet >= limit).then_some(End { outcome: Outcome::Draw, reason: EndReason::Quiet })
    }

    /// That this end is near.
    pub fn caution(&self, limit: QuietPlies) -> Option<Caution> {
        let left = limit.limit()?.checked_sub(self.quiet)?;
        (left <= WARNING).then(|| Caution { key: "steps-near", facts: vec![("count", Fact::Number(left))] })
    }

    /// The board for everybody's eyes, when `left` tells how many animals the side of a color has.
    pub fn view(&self, limit: QuietPlies, left: impl Fn(Color) -> usize) -> View {
        let cell = |square| {
            let piece = self.faces.at(square)?;
            let owner = self.owner(square, piece)?;
            Some(Cell { owner, ..Cell::plain(piece, Some(piece.animal as u8 + 1)) })
        };
        let animals = |seat| {
            let color = self.color_of(seat)?;
            Some(Counter { key: "animals", value: left(color) as u32, limit: None, seat: Some(seat) })
        };
        let steps = Counter { key: "steps", value: self.quiet, limit: limit.limit(), seat: None };
        View {
            cells: Square::table(cell),
            face_down: self.face_down,
            colors: Seat::BOTH.map(|seat| self.color_of(seat)),
            counters: Seat::BOTH.into_iter().filter_map(animals).chain([steps]).collect(),
            ..View::empty(FILES, RANKS)
        }
    }

    /// A number that differs where the cards, the colors or the turn differ.
    pub fn hash(&self) -> u64 {
        let first = self.first.map_or(0, |color| color.index() as u64 + 1);
        let rest = [self.face_down.0, self.borrowed.0, self.unseen.bits(), first * 2 + self.turn.index() as u64];
        self.faces.hash() ^ (1..).zip(rest).fold(0, |hash, (field, bits)| hash ^ key(field, bits))
    }

    /// The fields of FEN up to the cards not seen.
    pub fn fen(&self) -> String {
        let letter = |square| match self.faces.at(square) {
            Some(piece) => Some(piece.letter()),
            None => self.face_down.contains(square).then_some(BACK),
        };
        let colors = match self.first {
            None => "-",
            Some(Color::Red) => "rb",
            Some(Color::Blue) => "br",
        };
        let board = fen::board(FILES, RANKS, letter);
        format!("{board} {} {colors} {}", self.turn.index() + 1, self.unseen.fen())
    }

    /// Reads these fields.
    pub fn read(reader: &mut Reader<'_>) -> Cards {
        let mut cards = Cards { face_down: Bitboard::EMPTY, ..Cards::start() };
        reader.board(FILES, RANKS, |reader, square, letter| match letter {
            BACK => cards.face_down |= Bitboard::of(square),
            letter => cards.faces.read_letter(reader, square, letter, &Animal::STANDARD),
        });
        cards.turn = match reader.field() {
            Some("1") => Seat::First,
            Some("2") => Seat::Second,
            found => {
                reader.fault(format!(
                    "after the board comes the seat to move, '1' or '2', not '{}'",
                    found.unwrap_or("")
                ));
                Seat::First
            }
        };
        cards.first = match reader.field() {
            Some("-") => None,
            Some("rb") => Some(Color::Red),
            Some("br") => Some(Color::Blue),
            found => {
                let found = found.unwrap_or("");
                reader
                    .fault(format!("the colors of the two seats are 'rb', 'br' or not known yet, '-', not '{found}'"));
                None
            }
        };
        match reader.field() {
            Some(unseen) => cards.unseen = Pieces::read(reader, unseen, "the animals not seen yet"),
            None => reader.fault("after the colors come the animals not seen yet, '-' if there are none"),
        }
        if reader.is_sound() {
            cards.validate(reader);
        }
        cards
    }

    /// What cannot be on a board that was read.
    fn validate(&self, reader: &mut Reader<'_>) {
        for (square, piece) in self.squares().filter_map(|square| Some((square, self.faces.at(square)?))) {
            if self.unseen.contains(piece) {
                reader.fault(format!("'{}' lies face up on {square}, so it has been seen", piece.letter()));
            }
        }
        let (down, unseen) = (self.face_down.count() as usize, self.unseen.len());
        if down != unseen {
            reader.fault(format!("there are {down} cards face down, but {unseen} animals not seen yet"));
        }
        match (self.first, self.unseen == Pieces::ALL) {
            (None, false) => reader.fault("the colors are known as soon as a card is turned: 'rb' or 'br', not '-'"),
            (Some(_), true) => reader.fault("no card is turned, so the colors are not known yet: '-'"),
            (None, true) if self.turn == Seat::Second => reader.fault("the first seat turns the first card"),
            _ => {}
        }
    }

    /// Reads the squares of borrowed animals, `-` if there are none.
    pub fn read_borrowed(&mut self, reader: &mut Reader<'_>) {
        let field = reader.field().unwrap_or_default();
        let mut rest = if field == "-" { "" } else { field };
        if field.is_empty() {
            reader
                .fault("after the animals not seen yet come the squares of those with the other side, '-' if none are");
        }
        while !rest.is_empty() {
            let (square, more) = rest.split_at_checked(2).unwrap_or((rest, ""));
            rest = more;
            match square.parse::<Square>() {
                Ok(square) if self.borrowed.contains(square) => {
                    reader.fault(format!("{square} is named twice among the animals with the other side"));
                }
                Ok(square) if self.faces.at(square).is_some() => self.borrowed |= Bitboard::of(square),
                Ok(square) => {
                    reader.fault(format!("no card lies face up on {square}, so none there is with the other side"))
                }
                Err(error) => reader.fault(error.to_string()),
            }
        }
    }

    /// Writes the squares of borrowed animals.
    pub fn fen_borrowed(&self) -> String {
        if self.borrowed.is_empty() {
            return "-".to_owned();
        }
        self.borrowed.into_iter().map(|square| square.to_string()).collect()
    }

    /// Reads the last field, the plies without anything but steps.
    pub fn read_quiet(&mut self, reader: &mut Reader<'_>) {
        self.quiet = reader.plies("the plies of nothing but steps");
        if self.first.is_none() && self.quiet > 0 {
            reader.fault("nobody can have stepped before the first card is turned");
        }
    }

    /// The face-up and the face-down cards.
    pub fn on_board(&self) -> Pieces {
        let mut pieces = self.unseen;
        self.squares().filter_map(|square| self.faces.at(square)).for_each(|piece| pieces.insert(piece));
        pieces
    }
}

/// What a field of a position adds to its key.
pub const fn key(field: u64, bits: u64) -> u64 {
    // Bitboards of this board have 28 bits: the fields do not meet.
    scramble(field << 40 | bits)
}
