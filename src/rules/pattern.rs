//! Pattern (其余玩法; rule 3.5): nobody is stronger than anybody else, and every animal takes in a way of its own.

use crate::rules::fen::Reader;
use crate::rules::grid::{DIAGONAL, Direction, Position, STRAIGHT};
use crate::rules::jungle::{DENS, Ground, TRAPS};
use crate::rules::options::{self, Entry, QuietPlies, entry};
use crate::rules::*;

const START: &str = "l5t/1d3b1/s1p1w1e/7/7/7/E1W1P1S/1B3D1/T5L r";
/// Who plays, as the letters in a FEN's faults name them.
const ANIMALS: [Animal; 8] = [
    Animal::Elephant,
    Animal::Lion,
    Animal::Tiger,
    Animal::Leopard,
    Animal::Wolf,
    Animal::Dog,
    Animal::Bear,
    Animal::Snake,
];
/// The most enemies one move takes: one on the square itself, and those left and right of the way.
const MOST_TAKEN: usize = 3;

/// The rule set in force.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// Lion and tiger take over whoever stands between.
    leap: bool,
    quiet_plies: QuietPlies,
}

impl options::Options for Options {
    const PRESETS: &'static [(Variant, &'static str, Options)] =
        &[(Variant::Pattern, "standard", Options { leap: false, quiet_plies: QuietPlies(200) })];

    fn variant(&self) -> Variant {
        Variant::Pattern
    }

    fn catalogue(&self) -> &'static [Entry<Options>] {
        const { &[entry!("Leap", leap, bool), entry!("QuietPlies", quiet_plies, QuietPlies)] }
    }
}

/// How an animal takes.
#[derive(Copy, Clone, Debug)]
enum Way {
    /// Goes onto an enemy so many squares away.
    Onto(i8, Lines),
    /// Jumps over an enemy beside it to the empty square behind.
    Over(Lines),
    /// Goes two squares straight, both empty, and takes those left and right of the first.
    Rub,
    /// Takes those on the two squares that its diagonal step passes between.
    Between,
}

/// The lines an animal takes along.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Lines {
    Straight,
    Diagonal,
}

impl Lines {
    const fn of((files, ranks): Direction) -> Lines {
        if files == 0 || ranks == 0 { Lines::Straight } else { Lines::Diagonal }
    }
}

impl Way {
    const fn of(animal: Animal) -> Way {
        match animal {
            Animal::Bear => Way::Onto(1, Lines::Straight),
            Animal::Elephant => Way::Onto(1, Lines::Diagonal),
            Animal::Lion => Way::Onto(2, Lines::Straight),
            Animal::Tiger => Way::Onto(2, Lines::Diagonal),
            Animal::Leopard => Way::Over(Lines::Straight),
            Animal::Wolf => Way::Over(Lines::Diagonal),
            Animal::Dog => Way::Rub,
            // The snake: nobody else plays.
            _ => Way::Between,
        }
    }
}

/// What a move does beside going there.
#[derive(Copy, Clone, Debug)]
struct Deed {
    manner: Manner,
    /// Where the enemies stand that it takes.
    taken: [Option<Square>; MOST_TAKEN],
}

impl Deed {
    const fn takes(manner: Manner, square: Square) -> Deed {
        Deed { manner, taken: [Some(square), None, None] }
    }

    fn taken(&self) -> impl Iterator<Item = Square> {
        self.taken.into_iter().flatten()
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
        if reader.is_sound() {
            reader.check_dens(position.turn, |square| position.board.at(square));
            if Color::BOTH.iter().all(|&color| position.board.count(color) == 0) {
                reader.fault("nobody is on the board");
            }
        }
        reader.finish(State { options, position })
    }

    /// What a move of the side to move does, or which rule forbids it.
    fn judge(&self, from: Square, to: Square) -> Result<Deed, Illegal> {
        let piece = self.position.board.mover(self.position.turn, from)?;
        if from == to {
            return Err(Illegal::Stay { piece, from });
        }
        if DENS[self.position.turn.index()].contains(to) {
            return Err(Illegal::OwnDen { piece, to });
        }
        if let Some(target) = self.position.board.own(self.position.turn, to) {
            return Err(Illegal::OwnPiece { piece, target, to });
        }
        let deed = Attempt { state: self, piece, from, to }.judge()?;
        match deed.taken().find_map(|square| self.position.board.at(square)) {
            Some(target) if self.is_trapped(self.position.turn, from) => {
                Err(Illegal::TrappedAttack { piece, target, from, to })
            }
            _ => Ok(deed),
        }
    }

    /// Whether an animal of this color has lost its strength on this square: it stands in an enemy's trap.
    fn is_trapped(&self, color: Color, square: Square) -> bool {
        TRAPS[color.other().index()].contains(square)
    }

    /// Whether nothing takes an animal of this color on this square: it stands in a trap of its own side.
    fn is_immune(&self, color: Color, square: Square) -> bool {
        TRAPS[color.index()].contains(square)
    }

    /// The enemy on a square.
    fn enemy(&self, square: Square) -> Option<Piece> {
        self.position.board.own(self.position.turn.other(), square)
    }

    /// The moves of the side to move as long as the game goes on.
    fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        let own = self.position.board.pieces(self.position.turn).map(|(from, _)| from);
        let ways = own.flat_map(|from| self.within_two(from).map(move |to| (from, to)));
        ways.filter(|&(from, to)| self.judge(from, to).is_ok()).map(|(from, to)| Move::Go { from, to })
    }

    /// The squares one and two squares away along all eight lines.
    fn within_two(&self, from: Square) -> impl Iterator<Item = Square> + '_ {
        let directions = STRAIGHT.into_iter().chain(DIAGONAL);
        directions
            .flat_map(move |direction| (1..=2).filter_map(move |steps| self.position.board.go(from, direction, steps)))
    }
}

/// A move of an animal to a square that is not its own side's, as if no trap had taken its strength.
struct Attempt<'a> {
    state: &'a State,
    piece: Piece,
    from: Square,
    to: Square,
}

impl Attempt<'_> {
    fn judge(&self) -> Result<Deed, Illegal> {
        let &Attempt { piece, from, to, .. } = self;
        let distance = |from: u8, to: u8| to as i8 - from as i8;
        let (files, ranks) = (distance(from.file(), to.file()), distance(from.rank(), to.rank()));
        let direction = (files.signum(), ranks.signum());
        let steps = files.abs().max(ranks.abs());
        let on_a_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        match (steps, from.offset(direction.0, direction.1)) {
            (1, _) => self.step(direction),
            (2, Some(first)) if on_a_line => self.two_squares(direction, first),
            _ if self.state.enemy(to).is_some() => Err(self.own_way()),
            _ => Err(Illegal::TooFar { piece, from, to }),
        }
    }

    /// To a square beside.
    fn step(&self, direction: Direction) -> Result<Deed, Illegal> {
        let &Attempt { state, piece, to, .. } = self;
        let [left, right] = self.squeezed(direction);
        let step = |onto| Deed { manner: Manner::Step, taken: [onto, left, right] };
        match (state.enemy(to), Way::of(piece.animal)) {
            (None, _) => Ok(step(None)),
            (Some(target), _) if state.is_immune(target.color, to) => Err(Illegal::Immune { piece, target, to }),
            (Some(target), _) if state.is_trapped(target.color, to) => Ok(step(Some(to))),
            (Some(_), Way::Onto(1, lines)) if Lines::of(direction) == lines => Ok(step(Some(to))),
            (Some(_), _) => Err(self.own_way()),
        }
    }

    /// Two squares along a line, over the first of them.
    fn two_squares(&self, direction: Direction, first: Square) -> Result<Deed, Illegal> {
        let &Attempt { state, piece, from, to, .. } = self;
        let along = |lines| Lines::of(direction) == lines;
        match Way::of(piece.animal) {
            Way::Onto(2, lines) if along(lines) => {
                let target = state.enemy(to).ok_or_else(|| self.own_way())?;
                if state.is_immune(target.color, to) {
                    Err(Illegal::Immune { piece, target, to })
                } else if state.position.board.at(first).is_some() && !state.options.leap {
                    Err(Illegal::LeapBetween { piece, from, to, square: first })
                } else {
                    Ok(Deed::takes(Manner::Leap, to))
                }
            }
            Way::Over(lines) if along(lines) => {
                let target = state.enemy(first).ok_or_else(|| self.own_way())?;
                if state.is_immune(target.color, first) {
                    Err(Illegal::Immune { piece, target, to: first })
                } else if let Some(target) = state.enemy(to) {
                    Err(Illegal::NoLanding { piece, target, from, to })
                } else {
                    Ok(Deed::takes(Manner::Jump, first))
                }
            }
            Way::Rub if along(Lines::Straight) => self.rub(direction, first),
            _ if state.enemy(to).is_some() => Err(self.own_way()),
            _ => Err(Illegal::TooFar { piece, from, to }),
        }
    }

    /// The dog's way: past those who stand left and right of the first square.
    fn rub(&self, (files, ranks): Direction, first: Square) -> Result<Deed, Illegal> {
        let &Attempt { state, piece, from, to, .. } = self;
        if DENS.into_iter().any(|den| den.contains(first)) {
            return Err(Illegal::RubDen { piece, from, to });
        }
        if let Some(square) = [first, to].into_iter().find(|&square| state.position.board.at(square).is_some()) {
            return Err(Illegal::RubBlocked { piece, from, to, square });
        }
        let beside = [(ranks, files), (-ranks, -files)].map(|side| state.position.board.go(first, side, 1));
        let [left, right] = self.takeable(beside);
        if left.or(right).is_some() {
            return Ok(Deed { manner: Manner::Rub, taken: [None, left, right] });
        }
        let immune = beside.into_iter().flatten().find_map(|square| Some((square, state.enemy(square)?)));
        Err(match immune {
            Some((square, target)) => Illegal::Immune { piece, target, to: square },
            None => Illegal::RubNothing { piece, from, to },
        })
    }

    /// Whom a snake's diagonal step takes on its left and right; out of an enemy's trap nobody.
    fn squeezed(&self, (files, ranks): Direction) -> [Option<Square>; 2] {
        let &Attempt { state, piece, from, .. } = self;
        let squeezes = matches!(Way::of(piece.animal), Way::Between)
            && Lines::of((files, ranks)) == Lines::Diagonal
            && !state.is_trapped(piece.color, from);
        let passed = [(files, 0), (0, ranks)].map(|side| state.position.board.go(from, side, 1));
        if squeezes { self.takeable(passed) } else { [None; 2] }
    }

    /// Those of the squares where an enemy stands that can be taken.
    fn takeable(&self, squares: [Option<Square>; 2]) -> [Option<Square>; 2] {
        let takeable =
            |&square: &Square| self.state.enemy(square).is_some_and(|enemy| !self.state.is_immune(enemy.color, square));
        squares.map(|square| square.filter(takeable))
    }

    /// How the animal takes, as the reason why it does not go there.
    fn own_way(&self) -> Illegal {
        let &Attempt { piece, from, to, .. } = self;
        match piece.animal {
            Animal::Bear => Illegal::WayOfBear { piece, from, to },
            Animal::Elephant => Illegal::WayOfElephant { piece, from, to },
            Animal::Lion => Illegal::WayOfLion { piece, from, to },
            Animal::Tiger => Illegal::WayOfTiger { piece, from, to },
            Animal::Leopard => Illegal::WayOfLeopard { piece, from, to },
            Animal::Wolf => Illegal::WayOfWolf { piece, from, to },
            Animal::Dog => Illegal::WayOfDog { piece, from, to },
            // The snake: nobody else plays.
            _ => Illegal::WayOfSnake { piece, from, to },
        }
    }
}

impl Rules for State {
    fn setup(&self) -> Setup {
        Setup::Pattern(self.options)
    }

    fn to_move(&self) -> Seat {
        self.position.turn.seat()
    }

    fn end(&self) -> Option<End> {
        let by = |outcome, reason| Some(End { outcome, reason });
        let wins = |color: Color, reason| by(Outcome::Win(color.seat()), reason);
        let in_den = |color: &Color| {
            DENS[color.other().index()].into_iter().any(|den| self.position.board.own(*color, den).is_some())
        };
        if let Some(winner) = Color::BOTH.into_iter().find(in_den) {
            return wins(winner, EndReason::Den);
        }
        if let Some(loser) = self.position.reduced_to(0) {
            return wins(loser.other(), EndReason::Captured);
        }
        if self.moves().next().is_none() {
            return wins(self.position.turn.other(), EndReason::Blocked);
        }
        self.options.quiet_plies.end(self.position.quiet)
    }

    fn legal_moves(&self) -> MoveList {
        if self.end().is_some() { MoveList::new() } else { self.moves().collect() }
    }

    fn explain(&self, mv: Move) -> Illegal {
        let Move::Go { from, to } = mv else { return Illegal::NotInThisGame {} };
        match self.judge(from, to) {
            Err(why) if self.end().is_none() => why,
            // What no rule forbids is not legal for this reason alone.
            _ => Illegal::GameOver {},
        }
    }

    fn foresee(&self, mv: Move) -> Account {
        let from = mv.origin().unwrap_or(mv.goal());
        let deed = self.judge(from, mv.goal()).expect("only legal moves are foreseen and carried out");
        let removed = |square| Some(Removed { square, piece: self.position.board.at(square)?, own: false });
        Account {
            removed: deed.taken().filter_map(removed).collect(),
            den: DENS[self.position.turn.other().index()].contains(mv.goal()),
            ..Account::plain(self.to_move(), self.position.board.at(from), mv, deed.manner)
        }
    }

    fn advance(&mut self, ply: Ply) {
        let Move::Go { from, to } = ply.mv else { return };
        let removed = self.foresee(ply.mv).removed;
        self.position.go(from, to, &removed);
    }

    fn pass(&mut self) {
        self.position.pass();
    }

    fn view(&self) -> View {
        let cell = |square| {
            let piece = self.position.board.at(square)?;
            Some(Cell { weakened: self.is_trapped(piece.color, square), ..Cell::plain(piece, None) })
        };
        View {
            terrain: Square::table(|square| Ground::Plains.terrain(square)),
            cells: Square::table(cell),
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

    /// One square, and two squares wherever an enemy stands there or in between, or where a dog would pass one.
    fn tempting(&self, prefix: &str) -> Vec<Move> {
        let Ok(from) = prefix.parse::<Square>() else { return Vec::new() };
        let rubs = self.position.board.at(from).is_some_and(|piece| matches!(Way::of(piece.animal), Way::Rub));
        let is_enemy = |square: Option<Square>| square.is_some_and(|square| self.enemy(square).is_some());
        let one = |&(files, ranks): &Direction| {
            let first = self.position.board.go(from, (files, ranks), 1)?;
            let second = self.position.board.go(from, (files, ranks), 2);
            let passes = |side| is_enemy(self.position.board.go(first, side, 1));
            let meets = is_enemy(Some(first))
                || is_enemy(second)
                || rubs
                    && Lines::of((files, ranks)) == Lines::Straight
                    && (passes((ranks, files)) || passes((-ranks, -files)));
            Some([Some(first), second.filter(|_| meets)])
        };
        let directions = STRAIGHT.into_iter().chain(DIAGONAL);
        let squares = directions.filter_map(|direction| one(&direction)).flatten().flatten();
        squares.map(|to| Move::Go { from, to }).collect()
    }

    fn cautions(&self) -> Vec<Caution> {
        if self.end().is_some() { Vec::new() } else { self.position.quiet_caution(self.options.quiet_plies) }
    }
}
