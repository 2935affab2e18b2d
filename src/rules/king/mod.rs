//! King (兽王; rule 3.8): a ninth animal, which alone may enter the enemy's den; everybody may attack everybody.

mod why;

use std::cmp::Ordering;

use crate::rules::fen::Reader;
use crate::rules::grid::{DIAGONAL, Direction, Position, STRAIGHT};
use crate::rules::jungle::{BRIDGES, DENS, WATER};
use crate::rules::options::{self, Entry, QuietPlies, entry};
use crate::rules::*;

const START: &str = "l2k2t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T2K2L r";
/// By strength, the strongest first.
const ANIMALS: [Animal; 9] = [
    Animal::King,
    Animal::Elephant,
    Animal::Lion,
    Animal::Tiger,
    Animal::Leopard,
    Animal::Wolf,
    Animal::Dog,
    Animal::Cat,
    Animal::Rat,
];
/// The rank of the bank before the river, from 0, as its own side counts.
const BANK: u8 = 2;

/// The rule set in force.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    quiet_plies: QuietPlies,
}

impl options::Options for Options {
    const PRESETS: &'static [(Variant, &'static str, Options)] =
        &[(Variant::King, "standard", Options { quiet_plies: QuietPlies(200) })];

    fn variant(&self) -> Variant {
        Variant::King
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

/// A way an animal can go, whoever stands where it ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Way {
    to: Square,
    manner: Manner,
}

/// What becomes of an animal that goes onto an enemy.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Battle {
    Won,
    Lost,
    /// Both are removed.
    Even,
}

impl State {
    pub fn start(options: Options) -> State {
        State::from_fen(START, options).expect("the start is a position, see the test")
    }

    /// A game from a position in FEN, as in the 7×9 game.
    pub fn from_fen(fen: &str, options: Options) -> Result<State, FenError> {
        let mut reader = Reader::new(fen)?;
        let position = Position::read(&mut reader, FILES, RANKS, &ANIMALS);
        let state = State { options, position };
        for (square, Piece { color, animal }) in Color::BOTH.iter().flat_map(|&color| position.board.pieces(color)) {
            if animal != Animal::Rat && WATER.contains(square) {
                reader.fault(format!("{color}'s {animal} stands in the water, on {square}"));
            }
            if animal != Animal::King && DENS.iter().any(|den| den.contains(square)) {
                reader.fault(format!("{color}'s {animal} stands in a den, {square}, where only kings may be"));
            }
        }
        let turn = position.turn;
        match Color::BOTH.map(|color| state.has_arrived(color)) {
            [true, true] => reader.fault("both kings stand in the other's den"),
            arrived if arrived[turn.index()] => {
                reader.fault(format!(
                    "{turn}'s king stands in the enemy's den and has won, so it cannot be {turn}'s turn"
                ));
            }
            _ => {}
        }
        reader.finish(state)
    }

    /// Whether a side's king stands in the enemy's den.
    fn has_arrived(&self, color: Color) -> bool {
        self.king(color).is_some_and(|square| DENS[color.other().index()].contains(square))
    }

    fn king(&self, color: Color) -> Option<Square> {
        self.position.board.find(Piece { color, animal: Animal::King })
    }

    /// The moves of the side to move as long as the game goes on.
    fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.position.board.pieces(self.position.turn).flat_map(move |(from, piece)| {
            let ways = self.ways(piece, from);
            let allowed = ways.filter(move |&way| self.forbids(piece, from, way).is_none());
            allowed.map(move |Way { to, .. }| Move::Go { from, to })
        })
    }

    /// Every way of an animal: what lies between is looked at, but neither where it ends nor who stands there.
    fn ways(&self, piece: Piece, from: Square) -> impl Iterator<Item = Way> + '_ {
        let way = |manner| move |to| Way { to, manner };
        let leaps = DIAGONAL.into_iter().filter_map(move |direction| self.leap(piece, from, direction));
        let over_animals = STRAIGHT.into_iter().filter_map(move |direction| self.line_jump(piece, from, direction));
        let jumps = over_animals.chain(self.river_jump(piece, from));
        let steps = self.position.board.beside(from, STRAIGHT).map(way(Manner::Step));
        steps.chain(leaps.map(way(Manner::Leap))).chain(jumps.map(way(Manner::Jump)))
    }

    /// Where an elephant comes to by two steps on a diagonal, on its own side of the river.
    fn leap(&self, piece: Piece, from: Square, direction: Direction) -> Option<Square> {
        let to = self.position.board.go(from, direction, 2)?;
        let over = self.position.board.go(from, direction, 1)?;
        let is_free = piece.animal == Animal::Elephant && self.position.board.at(over).is_none();
        (is_free && are_own_side(piece.color, from, to)).then_some(to)
    }

    /// Where lion or tiger comes to over the animals right beside it.
    fn line_jump(&self, piece: Piece, from: Square, direction: Direction) -> Option<Square> {
        let count = jumped_over(piece.animal)?;
        let crossed = (1..=count).map(|steps| self.position.board.go(from, direction, steps));
        let is_full =
            crossed.into_iter().all(|square| square.is_some_and(|square| self.position.board.at(square).is_some()));
        self.position.board.go(from, direction, count + 1).filter(|_| is_full)
    }

    /// Where a jumper comes to over the river before it, if no rat swims in the way.
    fn river_jump(&self, piece: Piece, from: Square) -> Option<Square> {
        let to = far_bank(piece.color, from).filter(|_| jumps_rivers(piece.animal))?;
        Bitboard::between(from, to).into_iter().all(|crossed| self.position.board.at(crossed).is_none()).then_some(to)
    }

    /// Which rule keeps an animal from going a way that is free, if one does.
    fn forbids(&self, piece: Piece, from: Square, Way { to, manner }: Way) -> Option<Illegal> {
        if DENS[piece.color.index()].contains(to) {
            return Some(Illegal::OwnDen { piece, to });
        }
        let target = self.position.board.at(to);
        if let Some(target) = target.filter(|target| target.color == piece.color) {
            return Some(Illegal::OwnPiece { piece, target, to });
        }
        if DENS[piece.color.other().index()].contains(to) && piece.animal != Animal::King {
            return Some(Illegal::KingOnly { piece, to });
        }
        if WATER.contains(to) && piece.animal != Animal::Rat {
            return Some(match target {
                Some(target) => Illegal::RatInWater { piece, target, to },
                None => Illegal::Water { piece, to },
            });
        }
        let target = target?;
        if WATER.contains(from) != WATER.contains(to) {
            return Some(Illegal::WaterEdge { piece, target, from, to });
        }
        (manner == Manner::Jump && battle(piece, target) != Battle::Won).then_some(Illegal::JumpWeaker {
            piece,
            target,
            to,
        })
    }

    /// Who leaves the board if the animal on `from` goes to `to`, the one attacked first.
    fn removed(&self, from: Square, to: Square) -> Vec<Removed> {
        let (Some(piece), Some(target)) = (self.position.board.at(from), self.position.board.at(to)) else {
            return Vec::new();
        };
        let enemy = Removed { square: to, piece: target, own: false };
        let mover = Removed { square: to, piece, own: true };
        match battle(piece, target) {
            Battle::Won => vec![enemy],
            Battle::Lost => vec![mover],
            Battle::Even => vec![enemy, mover],
        }
    }
}

/// What becomes of an animal that goes onto an enemy. Of elephant and rat, whichever attacks wins.
fn battle(piece: Piece, target: Piece) -> Battle {
    match strength(piece.animal).cmp(&strength(target.animal)) {
        _ if (piece.animal, target.animal) == (Animal::Rat, Animal::Elephant) => Battle::Won,
        Ordering::Greater => Battle::Won,
        Ordering::Equal => Battle::Even,
        Ordering::Less => Battle::Lost,
    }
}

/// 9 (king) to 1 (rat).
const fn strength(animal: Animal) -> u8 {
    match animal {
        Animal::King => 9,
        animal => animal as u8 + 1,
    }
}

/// How many animals in a row a line jump goes over.
const fn jumped_over(animal: Animal) -> Option<i8> {
    match animal {
        Animal::Lion => Some(1),
        Animal::Tiger => Some(2),
        _ => None,
    }
}

const fn jumps_rivers(animal: Animal) -> bool {
    matches!(animal, Animal::Elephant | Animal::Lion | Animal::Tiger)
}

/// Toward the enemy.
const fn forward(color: Color) -> Direction {
    match color {
        Color::Red => (0, 1),
        Color::Blue => (0, -1),
    }
}

/// Whether two squares lie before the river, as a side sees it.
fn are_own_side(color: Color, from: Square, to: Square) -> bool {
    let rank = |square: Square| match color {
        Color::Red => square.rank(),
        Color::Blue => square.rotated().rank(),
    };
    rank(from).max(rank(to)) <= BANK
}

/// The first land behind the water that begins right beside a square in a direction.
fn across(from: Square, (files, ranks): Direction) -> Option<Square> {
    let next = |square: &Square| square.offset(files, ranks);
    let ahead = next(&from).filter(|&square| WATER.contains(square) && !WATER.contains(from));
    std::iter::successors(ahead, next).find(|&square| !WATER.contains(square))
}

/// Where the river before it ends, if a side's animal stands on its own bank.
fn far_bank(color: Color, from: Square) -> Option<Square> {
    across(from, forward(color))
}

fn terrain(square: Square) -> Terrain {
    if let Some(color) = Color::BOTH.into_iter().find(|color| DENS[color.index()].contains(square)) {
        Terrain::Den(color)
    } else if WATER.contains(square) {
        Terrain::Water
    } else if BRIDGES.contains(square) {
        Terrain::Bridge
    } else {
        Terrain::Land
    }
}

impl Rules for State {
    fn setup(&self) -> Setup {
        Setup::King(self.options)
    }

    fn to_move(&self) -> Seat {
        self.position.turn.seat()
    }

    fn end(&self) -> Option<End> {
        let by = |outcome, reason| Some(End { outcome, reason });
        if let Some(winner) = Color::BOTH.into_iter().find(|&color| self.has_arrived(color)) {
            return by(Outcome::Win(winner.seat()), EndReason::Den);
        }
        match Color::BOTH.map(|color| self.king(color).is_some()) {
            [true, true] => {}
            [true, false] => return by(Outcome::Win(Seat::First), EndReason::King),
            [false, true] => return by(Outcome::Win(Seat::Second), EndReason::King),
            [false, false] => return by(Outcome::Draw, EndReason::King),
        }
        // A side with a king always has a move: whoever of its animals on land has a neighboring square without one of them may go there.
        self.options.quiet_plies.end(self.position.quiet)
    }

    fn legal_moves(&self) -> MoveList {
        if self.end().is_some() { MoveList::new() } else { self.moves().collect() }
    }

    fn explain(&self, mv: Move) -> Illegal {
        why::explain(self, mv)
    }

    fn foresee(&self, mv: Move) -> Account {
        let (from, to) = (mv.origin().unwrap_or(mv.goal()), mv.goal());
        let piece = self.position.board.at(from);
        let way = piece.and_then(|piece| self.ways(piece, from).find(|way| way.to == to));
        let removed = self.removed(from, to);
        let stands = removed.iter().all(|removed| !removed.own);
        Account {
            den: stands && DENS[self.position.turn.other().index()].contains(to),
            removed,
            ..Account::plain(self.to_move(), piece, mv, way.map_or(Manner::Step, |way| way.manner))
        }
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
        View {
            terrain: Square::table(terrain),
            cells: self.position.board.cells(|piece| Some(strength(piece.animal))),
            counters: vec![self.position.quiet_counter(self.options.quiet_plies)],
            ..View::empty(FILES, RANKS)
        }
    }

    fn fen(&self) -> String {
        self.position.fen()
    }

    fn hash(&self) -> u64 {
        self.position.hash()
    }

    fn tempting(&self, prefix: &str) -> Vec<Move> {
        prefix.parse().map_or_else(|_| Vec::new(), |from| why::tempting(self, from))
    }

    fn toward(&self, from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
        let beside = from.offset(files, ranks)?;
        let jumper = self
            .position
            .board
            .at(from)
            .filter(|piece| jumps_rivers(piece.animal) && (files, ranks) == forward(piece.color));
        let far = jumper.and_then(|piece| far_bank(piece.color, from));
        Some(far.unwrap_or(beside))
    }

    fn jumps(&self, from: Square) -> Vec<Square> {
        why::jumps(self, from)
    }

    fn cautions(&self) -> Vec<Caution> {
        if self.end().is_some() { Vec::new() } else { self.position.quiet_caution(self.options.quiet_plies) }
    }

    /// An attack on somebody stronger loses the animal.
    fn hazard(&self, mv: Move) -> Option<Caution> {
        let Move::Go { from, to } = mv else { return None };
        let (piece, target) = (self.position.board.at(from)?, self.position.board.at(to)?);
        let is_lost = battle(piece, target) == Battle::Lost && self.legal_moves().contains(&mv);
        let facts = || vec![("piece", Fact::Piece(piece)), ("target", Fact::Piece(target)), ("to", Fact::Square(to))];
        is_lost.then(|| Caution { key: "outmatched", facts: facts() })
    }
}
