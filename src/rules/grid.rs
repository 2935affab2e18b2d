//! A board with a piece or none on every square, for games that need no bitboards of their own.

use super::dice::scramble;
use super::fen;
use super::game::Caution;
use super::illegal::Illegal;
use super::moves::Removed;
use super::options::QuietPlies;
use super::piece::{Animal, Piece};
use super::seat::{Color, Seat};
use super::square::Square;
use super::view::{Cell, Counter};

/// Files to the right and ranks up, as Red sees it.
pub type Direction = (i8, i8);

/// Along files and ranks.
pub const STRAIGHT: [Direction; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub const DIAGONAL: [Direction; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The board of a game: pieces on the squares nearest a1.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    files: u8,
    ranks: u8,
    cells: [Option<Piece>; Square::COUNT],
}

impl Grid {
    /// An empty board of this size.
    pub const fn new(files: u8, ranks: u8) -> Grid {
        Grid { files, ranks, cells: [None; Square::COUNT] }
    }

    /// Whether the square is one of this board's.
    pub const fn has(&self, square: Square) -> bool {
        square.file() < self.files && square.rank() < self.ranks
    }

    /// The squares of the board, a1 first.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (files, ranks) = (self.files, self.ranks);
        (0..ranks).flat_map(move |rank| (0..files).filter_map(move |file| Square::new(file, rank)))
    }

    pub const fn at(&self, square: Square) -> Option<Piece> {
        self.cells[square.index()]
    }

    /// The piece there, if it is this side's.
    pub fn own(&self, color: Color, square: Square) -> Option<Piece> {
        self.at(square).filter(|piece| piece.color == color)
    }

    /// The piece that a move from this square moves, or why there is none of the side to move.
    pub fn mover(&self, turn: Color, from: Square) -> Result<Piece, Illegal> {
        match self.at(from) {
            None => Err(Illegal::EmptySquare { from }),
            Some(piece) if piece.color != turn => Err(Illegal::NotYourPiece { piece, from }),
            Some(piece) => Ok(piece),
        }
    }

    pub fn put(&mut self, square: Square, piece: Piece) {
        self.cells[square.index()] = Some(piece);
    }

    /// Takes a piece off the board.
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        self.cells[square.index()].take()
    }

    /// The pieces of a side with their squares, a1 first.
    pub fn pieces(&self, color: Color) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.squares().filter_map(move |square| Some((square, self.own(color, square)?)))
    }

    /// How many pieces a side has.
    pub fn count(&self, color: Color) -> usize {
        self.pieces(color).count()
    }

    /// The square of a piece.
    pub fn find(&self, piece: Piece) -> Option<Square> {
        self.squares().find(|&square| self.at(square) == Some(piece))
    }

    /// The square so many steps of a direction away, if the board has it.
    pub fn go(&self, from: Square, (files, ranks): Direction, steps: i8) -> Option<Square> {
        from.offset(files * steps, ranks * steps).filter(|&square| self.has(square))
    }

    /// The squares beside a square in these directions.
    pub fn beside(&self, square: Square, directions: [Direction; 4]) -> impl Iterator<Item = Square> + use<> {
        let board = Grid::new(self.files, self.ranks);
        directions.into_iter().filter_map(move |direction| board.go(square, direction, 1))
    }

    /// A number that differs where the boards differ.
    pub fn hash(&self) -> u64 {
        let key = |square: Square| {
            let Piece { color, animal } = self.at(square)?;
            let piece = animal as u64 * 2 + color.index() as u64;
            Some(scramble(1 + piece * Square::COUNT as u64 + square.index() as u64))
        };
        self.squares().filter_map(key).fold(0, |hash, key| hash ^ key)
    }

    /// The board as FEN has it.
    pub fn fen(&self) -> String {
        fen::board(self.files, self.ranks, |square| self.at(square).map(Piece::letter))
    }

    /// The next field of a FEN as a board of this size, on which these animals may stand, at most one of a kind and color.
    pub fn read(reader: &mut fen::Reader<'_>, files: u8, ranks: u8, animals: &[Animal]) -> Grid {
        let mut grid = Grid::new(files, ranks);
        reader.board(files, ranks, |reader, square, letter| grid.read_letter(reader, square, letter, animals));
        grid
    }

    /// Puts the piece of a letter of FEN on a square, if it is one of these animals' and not on the board already.
    pub fn read_letter(&mut self, reader: &mut fen::Reader<'_>, square: Square, letter: char, animals: &[Animal]) {
        let Some(piece) = Piece::from_letter(letter).filter(|piece| animals.contains(&piece.animal)) else {
            reader.fault(format!("'{letter}' does not play in this game; there are: {}", letters(animals)));
            return;
        };
        match self.find(piece) {
            Some(first) => {
                reader.fault(format!("{} has two of {}: on {first} and on {square}", piece.color, piece.animal));
            }
            None => self.put(square, piece),
        }
    }

    /// The pieces for a view, each with the number that this game puts on it.
    pub fn cells(&self, strength: impl Fn(Piece) -> Option<u8>) -> [Option<Cell>; Square::COUNT] {
        Square::table(|square| self.at(square).map(|piece| Cell::plain(piece, strength(piece))))
    }
}

/// All there is to know of a position: the board, whose turn it is, and how long nothing was taken.
#[derive(Copy, Clone, Debug)]
pub struct Position {
    pub board: Grid,
    pub turn: Color,
    /// Plies since the last capture.
    pub quiet: u32,
}

impl Position {
    /// The fields of a FEN, as in the 7×9 game, for a board of this size on which these animals may stand.
    pub fn read(reader: &mut fen::Reader<'_>, files: u8, ranks: u8, animals: &[Animal]) -> Position {
        let board = Grid::read(reader, files, ranks, animals);
        Position { board, turn: reader.turn(), quiet: reader.plies("the plies since the last capture") }
    }

    pub fn fen(&self) -> String {
        format!("{} {} {}", self.board.fen(), fen::turn(self.turn), self.quiet)
    }

    /// A number that differs where the boards or the sides to move differ.
    pub fn hash(&self) -> u64 {
        self.board.hash() ^ fen::turn_key(self.turn)
    }

    /// A move of the side to move and what it removes; it does not arrive if it is removed itself.
    pub fn go(&mut self, from: Square, to: Square, removed: &[Removed]) {
        let mover = self.board.take(from);
        for gone in removed.iter().filter(|gone| !gone.own) {
            self.board.take(gone.square);
        }
        if let Some(mover) = mover.filter(|_| removed.iter().all(|gone| !gone.own)) {
            self.board.put(to, mover);
        }
        self.pass();
        if !removed.is_empty() {
            self.quiet = 0;
        }
    }

    /// Ends the turn without a move.
    pub fn pass(&mut self) {
        self.quiet += 1;
        self.turn = self.turn.other();
    }

    /// The side that has no more than so many pieces.
    pub fn reduced_to(&self, pieces: usize) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.board.count(color) <= pieces)
    }

    /// How many of these animals each seat has taken, and how many it has to take to leave the other no more than `lost`.
    pub fn taken(&self, animals: &[Animal], lost: usize) -> [Counter; 2] {
        Seat::BOTH.map(|seat| Counter {
            key: "taken",
            value: (animals.len() - self.board.count(Color::of(seat.other()))) as u32,
            limit: Some((animals.len() - lost) as u32),
            seat: Some(seat),
        })
    }

    pub fn quiet_counter(&self, limit: QuietPlies) -> Counter {
        Counter::quiet(self.quiet, limit.limit())
    }

    pub fn quiet_caution(&self, limit: QuietPlies) -> Vec<Caution> {
        Caution::quiet_near(self.quiet, limit).into_iter().collect()
    }
}

/// The letters of animals, Red's and Blue's.
pub fn letters(animals: &[Animal]) -> String {
    let upper: String = animals.iter().map(|animal| animal.letter()).collect();
    format!("{upper}{}", upper.to_lowercase())
}
