//! Primitive (原始斗兽棋; rule 3.4): animals that jump over one another, and the sweep that takes everybody.

use crate::rules::fen::Reader;
use crate::rules::grid::{Grid, Position, STRAIGHT};
use crate::rules::options::{self, Entry, QuietPlies, entry};
use crate::rules::*;

const FILES: u8 = 6;
const RANKS: u8 = 6;
const BOARD: Grid = Grid::new(FILES, RANKS);
const START: &str = "dwptle/6/6/6/6/ELTPWD r";
const ANIMALS: [Animal; 6] =
    [Animal::Elephant, Animal::Lion, Animal::Tiger, Animal::Leopard, Animal::Wolf, Animal::Dog];
/// Animals a side has lost the game with: the opponent has taken five.
const LOST: usize = 1;

/// The rule set in force.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// Only a weaker or equal enemy is jumped.
    ranked: bool,
    quiet_plies: QuietPlies,
}

impl options::Options for Options {
    const PRESETS: &'static [(Variant, &'static str, Options)] =
        &[(Variant::Primitive, "standard", Options { ranked: false, quiet_plies: QuietPlies(200) })];

    fn variant(&self) -> Variant {
        Variant::Primitive
    }

    fn catalogue(&self) -> &'static [Entry<Options>] {
        const { &[entry!("Ranked", ranked, bool), entry!("QuietPlies", quiet_plies, QuietPlies)] }
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
        let position = Position::read(&mut reader, FILES, RANKS, &ANIMALS);
        if reader.is_sound() && Color::BOTH.iter().all(|&color| position.board.count(color) <= LOST) {
            reader.fault("both sides have lost: neither has two animals");
        }
        reader.finish(State { options, position })
    }

    /// The steps and single jumps of the side to move as long as the game goes on. Without one of them there is no sweep either:
    /// its first jump would be one.
    fn goes(&self) -> impl Iterator<Item = Move> + '_ {
        self.position.board.pieces(self.position.turn).flat_map(move |(from, piece)| {
            let steps = self.position.board.beside(from, STRAIGHT).filter(|&to| self.position.board.at(to).is_none());
            let jumps = landings(from).filter(move |&to| self.jumped(&self.position.board, piece, from, to).is_ok());
            steps.chain(jumps).map(move |to| Move::Go { from, to })
        })
    }

    /// All moves of the side to move as long as the game goes on.
    fn moves(&self) -> MoveList {
        let enemies = self.position.board.count(self.position.turn.other());
        let mut moves: MoveList = self.goes().collect();
        for (from, piece) in self.position.board.pieces(self.position.turn) {
            let mut others = self.position.board;
            others.take(from);
            self.sweeps(&mut others, piece, &mut vec![from], enemies, &mut moves);
        }
        moves
    }

    /// The sweeps that begin with a path. The board is without the sweeping animal and all it has taken; `enemies` are left.
    fn sweeps(&self, board: &mut Grid, piece: Piece, path: &mut Vec<Square>, enemies: usize, moves: &mut MoveList) {
        let (Some(&home), Some(&at)) = (path.first(), path.last()) else { return };
        if enemies == 0 {
            moves.extend(Path::new(path).filter(|path| path.end() != home).map(Move::Sweep));
            return;
        }
        for to in landings(at) {
            let Ok((over, taken)) = self.jumped(board, piece, at, to) else { continue };
            board.take(over);
            path.push(to);
            self.sweeps(board, piece, path, enemies - 1, moves);
            path.pop();
            board.put(over, taken);
        }
    }

    /// The enemy that an animal takes by a jump, with its square, or which rule forbids the jump. In a sweep the animal has left
    /// the board.
    fn jumped(&self, board: &Grid, piece: Piece, from: Square, to: Square) -> Result<(Square, Piece), Illegal> {
        let square = between(from, to).ok_or(Illegal::JumpTooFar { piece, from, to })?;
        let target = board.at(square).ok_or(Illegal::JumpOverNobody { piece, from, to, square })?;
        if target.color == piece.color {
            Err(Illegal::JumpOverOwn { piece, target, from, to, square })
        } else if board.at(to).is_some() {
            Err(Illegal::JumpNoRoom { piece, target, from, to, square })
        } else if self.options.ranked && target.animal > piece.animal {
            Err(Illegal::TooStrong { piece, target, to: square })
        } else {
            Ok((square, target))
        }
    }

    /// What a legal move takes, in the order in which it does.
    fn removed(&self, mv: Move) -> Vec<Removed> {
        let squares: Vec<Square> = match mv {
            Move::Go { from, to } => vec![from, to],
            Move::Sweep(path) => path.to_vec(),
            _ => Vec::new(),
        };
        let over = squares.windows(2).filter_map(|jump| between(jump[0], jump[1]));
        over.filter_map(|square| Some(Removed { square, piece: self.position.board.at(square)?, own: false })).collect()
    }

    /// Which rule forbids a step or a single jump.
    fn forbids_going(&self, piece: Piece, from: Square, to: Square) -> Illegal {
        if from == to {
            return Illegal::Stay { piece, from };
        }
        if !self.position.board.has(to) {
            return Illegal::OffBoard { to };
        }
        if from.file() != to.file() && from.rank() != to.rank() {
            return Illegal::Diagonal { piece, from, to };
        }
        let near = self.position.board.beside(from, STRAIGHT).any(|beside| beside == to);
        match self.position.board.at(to) {
            Some(target) if target.color == piece.color => Illegal::OwnPiece { piece, target, to },
            Some(target) if near => Illegal::JumpToTake { piece, target, to },
            _ => self.jumped(&self.position.board, piece, from, to).err().unwrap_or(Illegal::JumpTooFar {
                piece,
                from,
                to,
            }),
        }
    }

    /// Which rule forbids a sweep: one of its jumps, or what it leaves, or where it ends.
    fn forbids_sweeping(&self, piece: Piece, path: Path) -> Illegal {
        let home = path[0];
        let mut others = self.position.board;
        others.take(home);
        for jump in path.windows(2) {
            let (from, to) = (jump[0], jump[1]);
            if !others.has(to) {
                return Illegal::OffBoard { to };
            }
            match self.jumped(&others, piece, from, to) {
                Ok((over, _)) => others.take(over),
                Err(why) => return why,
            };
        }
        match others.count(piece.color.other()) {
            0 => Illegal::SweepHome { piece, from: home },
            left => Illegal::SweepShort { piece, from: home, count: left as u32 },
        }
    }
}

/// The squares two straight steps away.
fn landings(from: Square) -> impl Iterator<Item = Square> {
    STRAIGHT.into_iter().filter_map(move |direction| BOARD.go(from, direction, 2))
}

/// The square right between two that are two straight steps from each other.
fn between(from: Square, to: Square) -> Option<Square> {
    let direction = STRAIGHT.into_iter().find(|&direction| BOARD.go(from, direction, 2) == Some(to))?;
    BOARD.go(from, direction, 1)
}

impl Rules for State {
    fn setup(&self) -> Setup {
        Setup::Primitive(self.options)
    }

    fn to_move(&self) -> Seat {
        self.position.turn.seat()
    }

    fn end(&self) -> Option<End> {
        let by = |outcome, reason| Some(End { outcome, reason });
        if let Some(loser) = self.position.reduced_to(LOST) {
            return by(Outcome::Win(loser.other().seat()), EndReason::Captured);
        }
        if self.goes().next().is_none() {
            return by(Outcome::Win(self.position.turn.other().seat()), EndReason::Blocked);
        }
        self.options.quiet_plies.end(self.position.quiet)
    }

    fn legal_moves(&self) -> MoveList {
        if self.end().is_some() { MoveList::new() } else { self.moves() }
    }

    fn explain(&self, mv: Move) -> Illegal {
        let from = match mv {
            Move::Go { from, .. } => from,
            Move::Sweep(path) => path[0],
            _ => return Illegal::NotInThisGame {},
        };
        if self.end().is_some() {
            return Illegal::GameOver {};
        }
        let piece = match self.position.board.mover(self.position.turn, from) {
            Ok(piece) => piece,
            Err(why) => return why,
        };
        match mv {
            Move::Sweep(path) => self.forbids_sweeping(piece, path),
            _ => self.forbids_going(piece, from, mv.goal()),
        }
    }

    fn foresee(&self, mv: Move) -> Account {
        let from = mv.origin().unwrap_or(mv.goal());
        let removed = self.removed(mv);
        let manner = match mv {
            Move::Sweep(_) => Manner::Sweep,
            _ if removed.is_empty() => Manner::Step,
            _ => Manner::Jump,
        };
        Account { removed, ..Account::plain(self.to_move(), self.position.board.at(from), mv, manner) }
    }

    fn advance(&mut self, ply: Ply) {
        let Some(from) = ply.mv.origin() else { return };
        let removed = self.removed(ply.mv);
        self.position.go(from, ply.mv.goal(), &removed);
    }

    fn pass(&mut self) {
        self.position.pass();
    }

    fn view(&self) -> View {
        let quiet = self.position.quiet_counter(self.options.quiet_plies);
        View {
            cells: self.position.board.cells(|piece| self.options.ranked.then_some(piece.animal as u8 + 1)),
            counters: self.position.taken(&ANIMALS, LOST).into_iter().chain([quiet]).collect(),
            ..View::empty(FILES, RANKS)
        }
    }

    fn fen(&self) -> String {
        self.position.fen()
    }

    fn hash(&self) -> u64 {
        self.position.hash()
    }

    /// Every neighbor but enemies that can be jumped, and the squares behind whoever stands beside.
    fn tempting(&self, prefix: &str) -> Vec<Move> {
        let Ok(from) = prefix.parse() else { return Vec::new() };
        let Some(piece) = self.position.board.at(from) else { return Vec::new() };
        let jumps = landings(from).filter_map(|to| self.jumped(&self.position.board, piece, from, to).ok());
        let jumped: Vec<Square> = jumps.map(|(square, _)| square).collect();
        let met = |&to: &Square| between(from, to).is_some_and(|square| self.position.board.at(square).is_some());
        let beside = self.position.board.beside(from, STRAIGHT).filter(|square| !jumped.contains(square));
        beside.chain(landings(from).filter(met)).map(|to| Move::Go { from, to }).collect()
    }

    fn jumps(&self, from: Square) -> Vec<Square> {
        landings(from).collect()
    }

    fn cautions(&self) -> Vec<Caution> {
        if self.end().is_some() { Vec::new() } else { self.position.quiet_caution(self.options.quiet_plies) }
    }
}
