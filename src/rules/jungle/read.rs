//! Typed moves: who, and where to.

use super::State;
use super::geometry::{self, DIRECTIONS, Direction, WATER};
use super::movegen::PackedMove;
use super::state::manner;
use super::tables::Strength;
use crate::rules::read::{Heading, Word, words};
use crate::rules::{Animal, Color, Manner, Move, Orientation, Piece, ReadMoveError, Square};

/// The move that a text names, legal or not; see [`crate::rules::Rules::read_move`].
pub fn read(state: &State, text: &str, shown: Orientation) -> Result<Move, ReadMoveError> {
    let words = words(text).ok_or(ReadMoveError::Unreadable)?;
    let reader = Reader { state, us: state.position().turn(), shown };
    match words[..] {
        [Word::Animal(animal)] => reader.any_of(reader.own(animal)?),
        [Word::Square(square)] => match state.position().strength_at(reader.us, square) {
            Some(_) => reader.any_of(square),
            None => reader.only(|mv| mv.to() == square).ok_or(ReadMoveError::Unreadable)?,
        },
        [Word::Animal(animal), Word::Square(from), ref goal @ ..] if !goal.is_empty() => {
            if reader.own(animal)? == from { reader.go(from, goal) } else { Err(ReadMoveError::Unreadable) }
        }
        [Word::Animal(animal), ref goal @ ..] => reader.go(reader.own(animal)?, goal),
        [Word::Square(from), ref goal @ ..] => reader.go(from, goal),
        _ => Err(ReadMoveError::Unreadable),
    }
}

struct Reader<'a> {
    state: &'a State,
    us: Color,
    shown: Orientation,
}

impl Reader<'_> {
    /// The move from a square to where the words say.
    fn go(&self, from: Square, goal: &[Word]) -> Result<Move, ReadMoveError> {
        match *goal {
            [Word::Square(to)] | [Word::Heading(_) | Word::Jump, Word::Square(to)] => Ok(Move::Go { from, to }),
            [Word::Animal(animal)] => Ok(Move::Go { from, to: self.square_of(!self.us, animal)? }),
            [Word::Heading(heading)] => self.toward(from, self.direction(heading)),
            [Word::Jump] => self.jump(from),
            [Word::Jump, Word::Heading(heading)] | [Word::Heading(heading), Word::Jump] => {
                let jump = geometry::jump(from, self.direction(heading));
                let to = jump.and_then(|jump| jump.landing.into_iter().next()).ok_or_else(|| self.nowhere(from))?;
                Ok(Move::Go { from, to })
            }
            _ => Err(ReadMoveError::Unreadable),
        }
    }

    /// One step in a direction; for a jumper on the bank, over the water.
    fn toward(&self, from: Square, direction: Direction) -> Result<Move, ReadMoveError> {
        let step = from.offset(direction.0, direction.1).ok_or_else(|| self.nowhere(from))?;
        let jumps = self.strength(from).is_some_and(|strength| strength.jumper().is_some());
        let landing = geometry::jump(from, direction).and_then(|jump| jump.landing.into_iter().next());
        let to = landing.filter(|_| jumps && WATER.contains(step)).unwrap_or(step);
        Ok(Move::Go { from, to })
    }

    /// The only legal jump from a square; if there is none, one that the board shows, so that the rule against it is told.
    fn jump(&self, from: Square) -> Result<Move, ReadMoveError> {
        if let Some(legal) = self.only(|mv| mv.from() == from && manner(mv) == Manner::Jump) {
            return legal;
        }
        let jump = DIRECTIONS.into_iter().find_map(|direction| geometry::jump(from, direction));
        let to = jump.and_then(|jump| jump.landing.into_iter().next()).ok_or_else(|| self.nowhere(from))?;
        Ok(Move::Go { from, to })
    }

    /// The only legal move of the animal on a square.
    fn any_of(&self, from: Square) -> Result<Move, ReadMoveError> {
        self.only(|mv| mv.from() == from).unwrap_or_else(|| Err(self.nowhere(from)))
    }

    /// The only legal move that fits: `None` if none does, an error if several do.
    fn only(&self, fits: impl Fn(PackedMove) -> bool) -> Option<Result<Move, ReadMoveError>> {
        let moves: Vec<Move> = self.state.moves().into_iter().filter(|&mv| fits(mv)).map(Move::from).collect();
        match moves[..] {
            [] => None,
            [mv] => Some(Ok(mv)),
            _ => Some(Err(ReadMoveError::Ambiguous(moves))),
        }
    }

    /// A direction on the board as Red sees it.
    fn direction(&self, heading: Heading) -> Direction {
        let shown = |(files, ranks): Direction| match self.shown {
            Orientation::First => (files, ranks),
            Orientation::Second => (-files, -ranks),
        };
        let forward = match self.us {
            Color::Red => 1,
            Color::Blue => -1,
        };
        match heading {
            Heading::Up => shown((0, 1)),
            Heading::Down => shown((0, -1)),
            Heading::Left => shown((-1, 0)),
            Heading::Right => shown((1, 0)),
            Heading::Forward => (0, forward),
            Heading::Back => (0, -forward),
        }
    }

    fn own(&self, animal: Animal) -> Result<Square, ReadMoveError> {
        self.square_of(self.us, animal)
    }

    fn square_of(&self, color: Color, animal: Animal) -> Result<Square, ReadMoveError> {
        let strength = self.state.tables().strength(animal);
        strength
            .and_then(|strength| self.state.position().square_of(color, strength))
            .ok_or(ReadMoveError::NoSuchAnimal { piece: Piece { color, animal } })
    }

    fn strength(&self, square: Square) -> Option<Strength> {
        self.state.position().strength_at(self.us, square)
    }

    fn nowhere(&self, from: Square) -> ReadMoveError {
        match self.state.position().at(from) {
            Some((color, strength)) => {
                ReadMoveError::Nowhere { piece: self.state.tables().piece(color, strength), from }
            }
            None => ReadMoveError::Unreadable,
        }
    }
}
