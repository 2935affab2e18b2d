//! Mecha (超能机甲斗兽棋; rule 3.7): machines with hit points and skills, placed by the players, who win by force or by ground.

mod fen;
mod machine;
mod why;

use crate::rules::fen::turn_key;
use crate::rules::grid::{Direction, Grid, STRAIGHT};
use crate::rules::options::{self, Entry};
use crate::rules::*;
use machine::{Condition, KINDS, Model, PAUSE, number};

/// Ranks on which a side places its machines, counted from its own edge.
const HOME_RANKS: u8 = 2;
/// Squares whose control wins: more than half of them.
const TERRITORY: u32 = Square::COUNT as u32 / 2 + 1;
/// Plies after the placing when the board is counted: 60 rounds.
const LAST_PLY: u32 = 120;
/// Plies left before that from which on players are told.
const ROUNDS_WARNING: u32 = 20;

/// The rule set in force: there is only one.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options {}

impl options::Options for Options {
    const PRESETS: &'static [(Variant, &'static str, Options)] = &[(Variant::Mecha, "standard", Options {})];

    fn variant(&self) -> Variant {
        Variant::Mecha
    }

    fn catalogue(&self) -> &'static [Entry<Options>] {
        &[]
    }
}

/// A game in progress, or at its end.
#[derive(Copy, Clone, Debug)]
pub struct State {
    options: Options,
    board: Grid,
    turn: Color,
    /// By [`Color::index`], then by [`number`]: machines that are not placed yet.
    hands: [[bool; KINDS]; 2],
    /// By [`Color::index`], then by [`number`]: how each machine is doing; fresh if it is not on the board.
    conditions: [[Condition; KINDS]; 2],
    /// By [`Color::index`]: the squares whose last visitor was this side's.
    control: [Bitboard; 2],
    /// Plies since the last machine was placed.
    plies: u32,
}

/// What an attack does.
#[derive(Copy, Clone, Debug)]
struct Battle {
    /// Hit points the target loses.
    dealt: u8,
    /// Hit points the attacker loses in return; `None` if the target is destroyed.
    back: Option<u8>,
    /// The attacker is destroyed.
    fallen: bool,
}

impl State {
    pub fn start(options: Options) -> State {
        State {
            options,
            board: Grid::new(FILES, RANKS),
            turn: Color::Red,
            hands: [[true; KINDS]; 2],
            conditions: [Animal::MACHINES.map(Condition::fresh); 2],
            control: [Bitboard::EMPTY; 2],
            plies: 0,
        }
    }

    fn is_placing(&self) -> bool {
        self.hands.as_flattened().contains(&true)
    }

    /// A side's machines that are not placed yet, in the order of the rules.
    fn hand(&self, color: Color) -> impl Iterator<Item = Piece> {
        let hand = self.hands[color.index()];
        let machines = Animal::MACHINES.into_iter().filter(move |&machine| hand[number(machine)]);
        machines.map(move |animal| Piece { color, animal })
    }

    const fn condition(&self, piece: Piece) -> Condition {
        self.conditions[piece.color.index()][number(piece.animal)]
    }

    const fn condition_mut(&mut self, piece: Piece) -> &mut Condition {
        &mut self.conditions[piece.color.index()][number(piece.animal)]
    }

    /// Hit points that a hit of one machine takes from the other, without a charge.
    fn damage(&self, by: Piece, to: Piece) -> u8 {
        let shield = Model::of(to.animal).shield().filter(|_| self.condition(to).strengthened);
        let defense = Model::of(to.animal).defense + shield.unwrap_or_default();
        Model::of(by.animal).attack.saturating_sub(defense).max(1)
    }

    fn battle(&self, attacker: Piece, target: Piece) -> Battle {
        let charged = Model::of(attacker.animal).charges() && self.condition(attacker).strengthened;
        let dealt = self.damage(attacker, target) * if charged { 2 } else { 1 };
        let back = (dealt < self.condition(target).health).then(|| self.damage(target, attacker));
        Battle { dealt, back, fallen: back.is_some_and(|back| back >= self.condition(attacker).health) }
    }

    /// The enemy that a move attacks, with the attacker.
    fn attack(&self, mv: Move) -> Option<(Piece, Piece)> {
        let Move::Go { from, to } = mv else { return None };
        Some((self.board.own(self.turn, from)?, self.board.own(self.turn.other(), to)?))
    }

    /// The hit points that a repair gives: no more than are lacking.
    fn repaired(&self, from: Square, to: Square) -> Option<u8> {
        let (by, target) = (self.board.at(from)?, self.board.at(to)?);
        let model = Model::of(by.animal);
        let points = if from == to { model.mend() } else { model.repair() };
        Some(points?.min(Model::of(target.animal).health - self.condition(target).health))
    }

    /// The moves of the side to move as long as the game goes on.
    fn moves(&self) -> MoveList {
        if self.is_placing() {
            let home = self.board.squares().filter(|&square| is_home(self.turn, square));
            let empty: Vec<Square> = home.filter(|&square| self.board.at(square).is_none()).collect();
            return self
                .hand(self.turn)
                .flat_map(|piece| empty.iter().map(move |&at| Move::Drop { piece, at }))
                .collect();
        }
        let machines = self.board.pieces(self.turn);
        machines.flat_map(|(from, piece)| self.ideas(from, piece)).filter(|&mv| self.check(mv).is_ok()).collect()
    }

    /// Everything a machine might do, allowed or not.
    fn ideas(&self, from: Square, piece: Piece) -> impl Iterator<Item = Move> {
        let board = self.board;
        let model = Model::of(piece.animal);
        let go = move |to| Move::Go { from, to };
        let beside: Vec<Square> = board.beside(from, STRAIGHT).collect();
        let far: &[Direction] = if model.takes_two_steps() { &TWO_STEPS } else { &[] };
        let two_steps = far.iter().filter_map(move |&direction| board.go(from, direction, 1)).map(go);
        let strengthen = (model.charges() || model.shield().is_some()).then_some(Move::Strengthen { at: from });
        let repair = move |to| Move::Repair { from, to };
        let neighbors = model.repair().map(|_| beside.clone()).unwrap_or_default().into_iter().map(repair);
        let itself = model.mend().map(|_| repair(from));
        beside.into_iter().map(go).chain(two_steps).chain(strengthen).chain(neighbors).chain(itself)
    }

    /// A machine stands on the square from now on.
    fn stand(&mut self, piece: Piece, square: Square) {
        self.board.put(square, piece);
        let [own, other] = [piece.color, piece.color.other()].map(Color::index);
        self.control[own] |= Bitboard::of(square);
        self.control[other] = self.control[other] & !Bitboard::of(square);
    }

    /// A machine is destroyed.
    fn destroy(&mut self, square: Square) {
        if let Some(piece) = self.board.take(square) {
            *self.condition_mut(piece) = Condition::fresh(piece.animal);
        }
    }

    fn go(&mut self, piece: Piece, from: Square, to: Square) {
        let Some(target) = self.board.at(to) else {
            self.board.take(from);
            return self.stand(piece, to);
        };
        let Battle { dealt, back, fallen } = self.battle(piece, target);
        // The charge is spent; a shield has ended when the turn began.
        self.condition_mut(piece).strengthened = false;
        match back {
            None => {
                self.destroy(to);
                self.board.take(from);
                self.stand(piece, to);
            }
            Some(back) => {
                self.condition_mut(target).health -= dealt;
                if fallen {
                    self.destroy(from);
                } else {
                    self.condition_mut(piece).health -= back;
                }
            }
        }
    }

    /// The turn ends: pauses grow shorter, but that of a skill just used begins; the other side's shields fall.
    fn end_turn(&mut self, used: Option<Piece>) {
        for condition in &mut self.conditions[self.turn.index()] {
            condition.pause = condition.pause.saturating_sub(1);
        }
        if let Some(piece) = used {
            self.condition_mut(piece).pause = PAUSE;
        }
        self.turn = self.turn.other();
        for machine in Animal::MACHINES.into_iter().filter(|&machine| Model::of(machine).shield().is_some()) {
            self.condition_mut(Piece { color: self.turn, animal: machine }).strengthened = false;
        }
    }

    /// Who is ahead when the board is counted: by machines, then by squares.
    fn count(&self) -> Outcome {
        let [red, blue] = Color::BOTH.map(|color| (self.board.count(color), self.control[color.index()].count()));
        match red.cmp(&blue) {
            std::cmp::Ordering::Greater => Outcome::Win(Color::Red.seat()),
            std::cmp::Ordering::Less => Outcome::Win(Color::Blue.seat()),
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }
}

/// What two steps lead to.
const TWO_STEPS: [Direction; 8] = [(0, 2), (2, 0), (0, -2), (-2, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Whether a side places its machines there.
const fn is_home(color: Color, square: Square) -> bool {
    match color {
        Color::Red => square.rank() < HOME_RANKS,
        Color::Blue => square.rank() >= RANKS - HOME_RANKS,
    }
}

/// How many steps lie between two squares.
const fn steps(from: Square, to: Square) -> u8 {
    from.file().abs_diff(to.file()) + from.rank().abs_diff(to.rank())
}

impl Rules for State {
    fn setup(&self) -> Setup {
        Setup::Mecha(self.options)
    }

    fn to_move(&self) -> Seat {
        self.turn.seat()
    }

    /// A side with a machine can always move: of five, one has no machine of its own on some side of it.
    fn end(&self) -> Option<End> {
        if self.is_placing() {
            return None;
        }
        let is_lost = |&color: &Color| self.board.count(color) == 0;
        let holds = |&color: &Color| self.control[color.index()].count() >= TERRITORY;
        let win = |color: Color| Outcome::Win(color.seat());
        let [lost, holding] = [Color::BOTH.into_iter().find(is_lost), Color::BOTH.into_iter().find(holds)];
        let captured = lost.map(|loser| (win(loser.other()), EndReason::Captured));
        let territory = holding.map(|winner| (win(winner), EndReason::Territory));
        let rounds = (self.plies >= LAST_PLY).then(|| (self.count(), EndReason::Rounds));
        captured.or(territory).or(rounds).map(|(outcome, reason)| End { outcome, reason })
    }

    fn legal_moves(&self) -> MoveList {
        if self.end().is_some() { MoveList::new() } else { self.moves() }
    }

    fn explain(&self, mv: Move) -> Illegal {
        match self.check(mv) {
            Err(why @ Illegal::NotInThisGame {}) => why,
            _ if self.end().is_some() => Illegal::GameOver {},
            Err(why) => why,
            Ok(()) => Illegal::NotInThisGame {},
        }
    }

    fn foresee(&self, mv: Move) -> Account {
        let seat = self.to_move();
        let piece = match mv {
            Move::Drop { piece, .. } => Some(piece),
            _ => mv.origin().and_then(|from| self.board.at(from)),
        };
        let plain = |manner| Account::plain(seat, piece, mv, manner);
        if let Some((attacker, target)) = self.attack(mv) {
            return self.foreseen(self.battle(attacker, target), attacker, target, plain(Manner::Strike));
        }
        match mv {
            Move::Drop { .. } => plain(Manner::Drop),
            Move::Strengthen { .. } => plain(Manner::Strengthen),
            Move::Repair { from, to } => {
                let changed = self.board.at(to).zip(self.repaired(from, to));
                let changed =
                    changed.map(|(piece, points)| Changed { square: to, piece, own: true, points: points as i8 });
                Account { changed: changed.into_iter().collect(), ..plain(Manner::Repair) }
            }
            Move::Go { from, to } if steps(from, to) > 1 => plain(Manner::Leap),
            _ => plain(Manner::Step),
        }
    }

    fn advance(&mut self, ply: Ply) {
        let placing = self.is_placing();
        let own = ply.mv.origin().and_then(|from| self.board.at(from));
        let mut used = None;
        match (ply.mv, own) {
            (Move::Drop { piece, at }, _) => {
                self.hands[piece.color.index()][number(piece.animal)] = false;
                self.stand(piece, at);
            }
            (Move::Go { from, to }, Some(piece)) => {
                used = Some(piece).filter(|_| steps(from, to) > 1);
                self.go(piece, from, to);
            }
            (Move::Strengthen { .. }, Some(piece)) => {
                used = Some(piece);
                self.condition_mut(piece).strengthened = true;
            }
            (Move::Repair { from, to }, Some(piece)) => {
                used = Some(piece);
                if let Some((target, points)) = self.board.at(to).zip(self.repaired(from, to)) {
                    self.condition_mut(target).health += points;
                }
            }
            _ => {}
        }
        self.plies += u32::from(!placing);
        self.end_turn(used);
    }

    fn pass(&mut self) {
        self.plies += 1;
        self.end_turn(None);
    }

    /// A machine to place as long as one has to be.
    fn lots(&self) -> MoveList {
        if self.is_placing() { self.moves() } else { MoveList::new() }
    }

    fn view(&self) -> View {
        let cell = |square| {
            let piece = self.board.at(square)?;
            let Condition { health, pause, strengthened } = self.condition(piece);
            let full = Model::of(piece.animal).health;
            Some(Cell { machine: Some(Machine { health, full, pause, strengthened }), ..Cell::plain(piece, None) })
        };
        let of = |key, seat, value, limit| Counter { key, value, limit, seat: Some(seat) };
        let machines = Seat::BOTH.map(|seat| {
            let color = Color::of(seat);
            of("machines", seat, (self.board.count(color) + self.hand(color).count()) as u32, None)
        });
        let squares =
            Seat::BOTH.map(|seat| of("squares", seat, self.control[Color::of(seat).index()].count(), Some(TERRITORY)));
        let rounds = Counter { key: "rounds", value: self.plies, limit: Some(LAST_PLY), seat: None };
        View {
            cells: Square::table(cell),
            control: self.control,
            hands: Some(Seat::BOTH.map(|seat| self.hand(Color::of(seat)).collect())),
            counters: machines.into_iter().chain(squares).chain([rounds]).collect(),
            ..View::empty(FILES, RANKS)
        }
    }

    fn fen(&self) -> String {
        self.written()
    }

    fn hash(&self) -> u64 {
        let side = |color: Color| {
            let machine = |animal| {
                let Condition { health, pause, strengthened } = self.condition(Piece { color, animal });
                u64::from(health) << 4 | u64::from(pause) << 2 | u64::from(strengthened) << 1
            };
            let hand = self.hands[color.index()];
            Animal::MACHINES
                .into_iter()
                .fold(0, |word, animal| word << 8 | machine(animal) | u64::from(hand[number(animal)]))
        };
        let words = Color::BOTH.into_iter().flat_map(|color| [side(color), self.control[color.index()].0]);
        words.fold(self.board.hash() ^ turn_key(self.turn), |hash, word| dice::scramble(hash ^ word))
    }

    /// Its skill where it would help, also while it is paused, and two steps onto an enemy.
    fn tempting(&self, prefix: &str) -> Vec<Move> {
        let Ok(from) = prefix.parse() else { return Vec::new() };
        let Some(piece) = self.board.own(self.turn, from) else { return Vec::new() };
        let paused = self.condition(piece).pause > 0;
        let ahead = match piece.color {
            Color::Red => (0, 2),
            Color::Blue => (0, -2),
        };
        let tempts = |mv: &Move| match *mv {
            Move::Strengthen { .. } => true,
            Move::Repair { from, to } => {
                self.board.own(self.turn, to).is_some() && self.repaired(from, to).is_some_and(|points| points > 0)
            }
            Move::Go { to, .. } if steps(from, to) > 1 => {
                self.board.own(self.turn.other(), to).is_some() || (paused && self.board.go(from, ahead, 1) == Some(to))
            }
            _ => false,
        };
        self.ideas(from, piece).filter(tempts).collect()
    }

    fn cautions(&self) -> Vec<Caution> {
        let left = LAST_PLY.saturating_sub(self.plies);
        let near = self.end().is_none() && left <= ROUNDS_WARNING;
        near.then(|| Caution { key: "rounds-near", facts: vec![("count", Fact::Number(left))] }).into_iter().collect()
    }

    /// An attacker that the hit back destroys.
    fn hazard(&self, mv: Move) -> Option<Caution> {
        let (attacker, target) = self.attack(mv)?;
        self.battle(attacker, target).fallen.then(|| Caution {
            key: "hit-back",
            facts: vec![("piece", attacker.into()), ("target", target.into()), ("to", mv.goal().into())],
        })
    }
}

impl State {
    /// An attack as it would turn out: a target that stands up to it keeps the attacker where it is.
    fn foreseen(&self, battle: Battle, attacker: Piece, target: Piece, strike: Account) -> Account {
        let (from, to) = (strike.from, strike.to);
        let Some(back) = battle.back else {
            let removed = vec![Removed { square: to, piece: target, own: false }];
            return Account { manner: Manner::Step, removed, ..strike };
        };
        let hit = |square, piece, own, points: u8| Changed { square, piece, own, points: -(points as i8) };
        let mut changed = vec![hit(to, target, false, battle.dealt)];
        if battle.fallen {
            return Account { changed, removed: vec![Removed { square: from, piece: attacker, own: true }], ..strike };
        }
        changed.push(hit(from, attacker, true, back));
        Account { changed, ..strike }
    }
}
