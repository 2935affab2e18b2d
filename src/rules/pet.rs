//! Pet (宠物斗兽棋; rule 3.3): guarded animals, and two that take one between them.

use crate::rules::fen::Reader;
use crate::rules::grid::{Direction, Grid, Position, STRAIGHT};
use crate::rules::options::{self, Entry, QuietPlies, entry};
use crate::rules::*;

const FILES: u8 = 6;
const RANKS: u8 = 6;
const START: &str = "dwptle/2rc2/6/6/2CR2/ELTPWD r";
/// Animals a side has lost the game with: the opponent has taken seven.
const LOST: usize = 1;

/// The rule set in force.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    quiet_plies: QuietPlies,
}

impl options::Options for Options {
    const PRESETS: &'static [(Variant, &'static str, Options)] =
        &[(Variant::Pet, "standard", Options { quiet_plies: QuietPlies(200) })];

    fn variant(&self) -> Variant {
        Variant::Pet
    }

    fn catalogue(&self) -> &'static [Entry<Options>] {
        const { &[entry!("QuietPlies", quiet_plies, QuietPlies)] }
    }
}

/// A game in progress, or at its end.
#[derive(Copy, Clone, Debug)]
pub struct State {
    options: Options,
    position: Position,
}

impl State {
    pub fn start(options: Options) -> State {
        State::from_fen(START, options).expect("the start is a position, see the test")
    }

    /// A game from a position in FEN, as in the 7×9 game.
    pub fn from_fen(fen: &str, options: Options) -> Result<State, FenError> {
        let mut reader = Reader::new(fen)?;
        let position = Position::read(&mut reader, FILES, RANKS, &Animal::STANDARD);
        if reader.is_sound() && Color::BOTH.iter().all(|&color| position.board.count(color) <= LOST) {
            reader.fault("both sides have lost: neither has two animals");
        }
        reader.finish(State { options, position })
    }

    /// What leaves the board if the animal on `from` goes to `to`, the one that stood there first.
    fn removed(&self, from: Square, to: Square) -> Vec<Removed> {
        let enemy = |square, piece| Removed { square, piece, own: false };
        let mut after = self.position.board;
        let taken = after.take(to).map(|piece| enemy(to, piece));
        if let Some(mover) = after.take(from) {
            after.put(to, mover);
        }
        let flanked = [(1, 0), (0, 1)].into_iter().filter_map(|line| flanked(&after, self.position.turn, to, line));
        taken.into_iter().chain(flanked.map(|(square, piece)| enemy(square, piece))).collect()
    }

    /// Who would take the attacker back if it took what stands on the square.
    fn guard(&self, attacker: Piece, square: Square) -> Option<(Square, Piece)> {
        let guards = self.position.board.beside(square, STRAIGHT);
        let enemy = attacker.color.other();
        let guards = guards.filter_map(|beside| Some((beside, self.position.board.own(enemy, beside)?)));
        guards.into_iter().find(|&(_, guard)| takes(guard, attacker))
    }

    /// Which rule keeps an animal of the side to move from stepping there, if one does.
    fn forbids(&self, piece: Piece, to: Square) -> Option<Illegal> {
        let target = self.position.board.at(to)?;
        if target.color == self.position.turn {
            return Some(Illegal::OwnPiece { piece, target, to });
        }
        if !takes(piece, target) {
            return Some(match piece.animal {
                Animal::Elephant => Illegal::ElephantRat { piece, target, to },
                _ => Illegal::TooStrong { piece, target, to },
            });
        }
        let (square, guard) = self.guard(piece, to)?;
        Some(Illegal::Guarded { piece, target, to, guard, square })
    }
}

/// Whether an animal may take another by strength (rule 3.3).
fn takes(attacker: Piece, target: Piece) -> bool {
    match (attacker.animal, target.animal) {
        (Animal::Rat, Animal::Elephant) => true,
        (Animal::Elephant, Animal::Rat) => false,
        (attacker, target) => attacker >= target,
    }
}

/// The lone enemy in the run of exactly three through a square along a line, if the other two are this side's.
fn flanked(board: &Grid, us: Color, through: Square, (files, ranks): Direction) -> Option<(Square, Piece)> {
    let along = |direction| {
        (1..).map_while(move |steps| board.go(through, direction, steps)).take_while(|&s| board.at(s).is_some())
    };
    let run = [through].into_iter().chain(along((files, ranks))).chain(along((-files, -ranks)));
    let run: Vec<(Square, Piece)> = run.filter_map(|square| Some((square, board.at(square)?))).collect();
    let mut enemies = run.iter().filter(|(_, piece)| piece.color != us);
    match (run.len(), enemies.next(), enemies.next()) {
        (3, Some(&enemy), None) => Some(enemy),
        _ => None,
    }
}

impl Rules for State {
    fn setup(&self) -> Setup {
        Setup::Pet(self.options)
    }

    fn to_move(&self) -> Seat {
        self.position.turn.seat()
    }

    fn end(&self) -> Option<End> {
        let by = |outcome, reason| Some(End { outcome, reason });
        if let Some(loser) = self.position.reduced_to(LOST) {
            return by(Outcome::Win(loser.other().seat()), EndReason::Captured);
        }
        if self.moves().next().is_none() {
            return by(Outcome::Win(self.position.turn.other().seat()), EndReason::Blocked);
        }
        self.options.quiet_plies.end(self.position.quiet)
    }

    fn legal_moves(&self) -> MoveList {
        if self.end().is_some() { MoveList::new() } else { self.moves().collect() }
    }

    fn explain(&self, mv: Move) -> Illegal {
        let Move::Go { from, to } = mv else { return Illegal::NotInThisGame {} };
        if self.end().is_some() {
            return Illegal::GameOver {};
        }
        let piece = match self.position.board.mover(self.position.turn, from) {
            Ok(piece) => piece,
            Err(why) => return why,
        };
        if from == to {
            Illegal::Stay { piece, from }
        } else if !self.position.board.has(to) {
            Illegal::OffBoard { to }
        } else if from.file() != to.file() && from.rank() != to.rank() {
            Illegal::Diagonal { piece, from, to }
        } else {
            let near = self.position.board.beside(from, STRAIGHT).any(|beside| beside == to);
            self.forbids(piece, to).filter(|_| near).unwrap_or(Illegal::StepsOnly { piece, from, to })
        }
    }

    fn foresee(&self, mv: Move) -> Account {
        let from = mv.origin().unwrap_or(mv.goal());
        let step = Account::plain(self.to_move(), self.position.board.at(from), mv, Manner::Step);
        Account { removed: self.removed(from, mv.goal()), ..step }
    }

    fn advance(&mut self, ply: Ply) {
        let Move::Go { from, to } = ply.mv else { return };
        let removed = self.removed(from, to);
        self.position.go(from, to, &removed);
    }

    fn pass(&mut self) {
        self.position.pass();
    }

    fn view(&self) -> View {
        let quiet = self.position.quiet_counter(self.options.quiet_plies);
        View {
            cells: self.position.board.cells(|piece| Some(piece.animal as u8 + 1)),
            counters: self.position.taken(&Animal::STANDARD, LOST).into_iter().chain([quiet]).collect(),
            ..View::empty(FILES, RANKS)
        }
    }

    fn fen(&self) -> String {
        self.position.fen()
    }

    fn hash(&self) -> u64 {
        self.position.hash()
    }

    /// Every neighbor.
    fn tempting(&self, prefix: &str) -> Vec<Move> {
        let Ok(from) = prefix.parse() else { return Vec::new() };
        self.position.board.beside(from, STRAIGHT).map(|to| Move::Go { from, to }).collect()
    }

    fn cautions(&self) -> Vec<Caution> {
        if self.end().is_some() { Vec::new() } else { self.position.quiet_caution(self.options.quiet_plies) }
    }
}

impl State {
    /// The moves of the side to move as long as the game goes on.
    fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.position.board.pieces(self.position.turn).flat_map(move |(from, piece)| {
            let beside = self.position.board.beside(from, STRAIGHT);
            beside.filter(move |&to| self.forbids(piece, to).is_none()).map(move |to| Move::Go { from, to })
        })
    }
}
