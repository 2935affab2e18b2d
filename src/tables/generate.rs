//! Solves a set of animals once the smaller sets are solved: backwards from the ends, by levels of so many plies.
//!
//! First every position is looked at alone: dens within reach, captures (they lead to smaller sets), no move at all. What
//! is then known spreads from level to level: whoever can move to a position lost in n plies wins in n + 1, and whoever can
//! move only to positions that are won, the longest in n, loses in n + 1. What is never reached is a draw.

use arrayvec::ArrayVec;

use super::known::{Value, Wdl};
use super::layout::{Layout, Squares, turned};
use super::material::{Catalogue, MOST_PIECES, Material, Set};
use super::packed::Packed;
use crate::rules::jungle::{DENS, Fight, Strength, Tables};
use crate::rules::{Bitboard, Color, Square};

/// The solved sets, by their index in the catalogue.
pub type Solved = Vec<Option<Packed>>;

/// Marks a number that means no position.
const NOTHING: Value = Value(u16::MAX);

/// Every value of a set, by number; those that mean no position are draws. All smaller sets have to be solved.
pub fn solve(rules: &Tables, catalogue: &Catalogue, solved: &Solved, set: usize) -> Vec<Value> {
    let mut solver = Solver::new(rules, catalogue, solved, &catalogue.sets()[set]);
    solver.look_at_each();
    solver.spread();
    let mut values = solver.values;
    values.iter_mut().filter(|value| **value == NOTHING).for_each(|value| *value = Value::DRAW);
    values
}

struct Solver<'a> {
    rules: &'a Tables,
    layout: &'a Layout,
    animals: &'a [(Color, Strength)],
    /// The slot of each color's rat, if it has one.
    rats: [Option<usize>; 2],
    /// Where the game goes on without some animals, by the mask of their slots.
    without: Vec<Without<'a>>,
    /// What is known so far; a win may still turn out to be quicker.
    values: Vec<Value>,
    /// The longest distance so far.
    longest: u16,
}

/// What is left when some animals are gone.
enum Without<'a> {
    /// Nobody is gone.
    Same,
    /// This color has nobody left, and has lost; `None` if neither has.
    Over(Option<Color>),
    Smaller(Smaller<'a>),
}

/// A smaller set that is solved.
struct Smaller<'a> {
    layout: &'a Layout,
    values: &'a Packed,
    swapped: bool,
    /// For each of its slots, ours.
    slots: ArrayVec<usize, MOST_PIECES>,
}

impl Smaller<'_> {
    fn value(&self, turn: Color, squares: &Squares) -> Value {
        let mut theirs = [0; MOST_PIECES];
        for (square, &slot) in theirs.iter_mut().zip(&self.slots) {
            *square = if self.swapped { turned(squares[slot]) } else { squares[slot] };
        }
        let turn = if self.swapped { !turn } else { turn };
        self.values.value(self.layout.number(turn, &theirs))
    }
}

/// A board of the set.
#[derive(Copy, Clone)]
struct Board {
    turn: Color,
    squares: Squares,
    occupied: [Bitboard; 2],
}

impl Board {
    fn all_occupied(&self) -> Bitboard {
        self.occupied[0] | self.occupied[1]
    }
}

impl<'a> Solver<'a> {
    fn new(rules: &'a Tables, catalogue: &'a Catalogue, solved: &'a Solved, set: &'a Set) -> Solver<'a> {
        let rat = |color| set.animals.iter().position(|&animal| animal == (color, Strength::RAT));
        Solver {
            rules,
            layout: &set.layout,
            animals: &set.animals,
            rats: Color::BOTH.map(rat),
            without: (0..1 << set.animals.len()).map(|gone| without(catalogue, solved, &set.animals, gone)).collect(),
            values: vec![Value::DRAW; set.layout.len()],
            longest: 0,
        }
    }

    /// What each position is worth as far as captures and dens alone decide it.
    fn look_at_each(&mut self) {
        for number in 0..self.values.len() {
            self.values[number] = match self.board(number) {
                None => NOTHING,
                Some(board) => {
                    let value = self.first_look(&board);
                    self.longest = self.longest.max(value.plies());
                    value
                }
            };
        }
    }

    /// A win by entering the den or by a capture, though there may be a quicker one; the best capture if there is no other
    /// move; or, by the name of a draw, nothing yet.
    fn first_look(&self, board: &Board) -> Value {
        let den = DENS[board.turn.other().index()];
        let (mut best, mut is_quiet): (Option<Value>, bool) = (None, false);
        for slot in self.slots_of(board.turn) {
            let reach = self.reach(board, slot);
            if !(reach & den).is_empty() {
                return Value::win(1);
            }
            is_quiet |= !(reach & !board.all_occupied()).is_empty();
            for value in self.captures(board, slot, reach) {
                best = best.into_iter().chain([value]).max_by_key(|value| value.merit());
            }
        }
        match best {
            Some(best) if best.wdl() == Wdl::Win || !is_quiet => best,
            None if !is_quiet => Value::loss(0),
            _ => Value::DRAW,
        }
    }

    /// Carries what is known from level to level.
    fn spread(&mut self) {
        let mut level = 0;
        while level <= self.longest {
            let (lost, won) = (Value::loss(level), Value::win(level));
            for number in 0..self.values.len() {
                let value = self.values[number];
                if (value == lost || value == won)
                    && let Some(board) = self.board(number)
                {
                    self.each_predecessor(&board, |solver, before, number| match solver.values[number].wdl() {
                        Wdl::Loss => {}
                        Wdl::Win | Wdl::Draw if value == lost => solver.hurry(number, level + 1),
                        Wdl::Win => {}
                        Wdl::Draw => solver.values[number] = solver.forced(before, level),
                    });
                }
            }
            level += 1;
        }
    }

    /// Notes a win in so many plies, unless a quicker one is known.
    fn hurry(&mut self, number: usize, plies: u16) {
        let value = &mut self.values[number];
        if *value == Value::DRAW || *value > Value::win(plies) {
            *value = Value::win(plies);
            self.longest = self.longest.max(plies);
        }
    }

    /// A loss if every move leads to a win for the opponent in at most `level` plies, or is a capture that loses.
    fn forced(&mut self, board: &Board, level: u16) -> Value {
        let mut longest = 0;
        for slot in self.slots_of(board.turn) {
            let reach = self.reach(board, slot);
            for to in reach & !board.all_occupied() {
                let mut squares = board.squares;
                squares[slot] = to.index() as u8;
                let value = self.values[self.layout.number(!board.turn, &squares)];
                if value.wdl() != Wdl::Win || value.plies() > level {
                    return Value::DRAW;
                }
                longest = longest.max(value.plies() + 1);
            }
            for value in self.captures(board, slot, reach) {
                if value.wdl() != Wdl::Loss {
                    return Value::DRAW;
                }
                longest = longest.max(value.plies());
            }
        }
        self.longest = self.longest.max(longest);
        Value::loss(longest)
    }

    /// Shows every position from which a move without a capture leads here, with its number.
    fn each_predecessor(&mut self, board: &Board, mut visit: impl FnMut(&mut Self, &Board, usize)) {
        let mover = !board.turn;
        for slot in self.slots_of(mover) {
            // Steps and jumps lead back the way they came; nobody has come out of a den.
            let from = self.reach(board, slot) & !board.all_occupied() & !DENS[0] & !DENS[1];
            for square in from {
                let mut before = *board;
                before.turn = mover;
                before.squares[slot] = square.index() as u8;
                let number = self.layout.number(mover, &before.squares);
                before.occupied = self.occupied(&before.squares);
                visit(self, &before, number);
            }
        }
    }

    /// The squares that an animal reaches from where it stands, whoever stands there but its own side.
    fn reach(&self, board: &Board, slot: usize) -> Bitboard {
        let (color, strength) = self.animals[slot];
        let from = board.squares[slot];
        let mut reach = self.rules.steps(color, strength, from);
        if let Some(jumper) = strength.jumper() {
            let rat = |color: Color| match self.rats[color.index()] {
                Some(slot) => Bitboard(1 << board.squares[slot]),
                None => Bitboard::EMPTY,
            };
            let blockers = self.rules.own_blockers(rat(color)) | rat(!color);
            for jump in self.rules.jumps(jumper, from) {
                if (jump.crossed & blockers).is_empty() {
                    reach |= jump.landing;
                }
            }
        }
        reach & !board.occupied[color.index()]
    }

    /// What each capture of an animal is worth to its side.
    fn captures(&self, board: &Board, slot: usize, reach: Bitboard) -> impl Iterator<Item = Value> {
        let (color, attacker) = self.animals[slot];
        let from = Square::from_index(usize::from(board.squares[slot]));
        let targets = reach & board.occupied[color.other().index()];
        from.filter(|from| self.rules.may_attack_from(color, *from)).into_iter().flat_map(move |from| {
            targets.into_iter().filter_map(move |to| {
                let target = board.squares.iter().position(|&square| usize::from(square) == to.index())?;
                let strength = self.animals[target].1;
                let may = self.rules.may_attack(color, attacker, strength, from, to);
                may.then(|| self.after(board, slot, target, self.rules.fight(color, attacker, strength, to)))
            })
        })
    }

    /// What a fight is worth to the mover.
    fn after(&self, board: &Board, mover: usize, target: usize, fight: Fight) -> Value {
        let mut squares = board.squares;
        let gone = match fight {
            Fight::Takes => {
                squares[mover] = squares[target];
                1 << target
            }
            Fight::Both => 1 << target | 1 << mover,
            Fight::Lost => 1 << mover,
            Fight::Shoved => {
                squares[target] = squares[mover];
                1 << mover
            }
        };
        match &self.without[gone] {
            Without::Smaller(smaller) => smaller.value(!board.turn, &squares).before(),
            Without::Over(Some(loser)) if *loser == board.turn => Value::loss(1),
            Without::Over(Some(_)) => Value::win(1),
            Without::Over(None) | Without::Same => Value::DRAW,
        }
    }

    fn board(&self, number: usize) -> Option<Board> {
        let (turn, squares) = self.layout.position(number)?;
        Some(Board { turn, squares, occupied: self.occupied(&squares) })
    }

    fn occupied(&self, squares: &Squares) -> [Bitboard; 2] {
        let mut occupied = [Bitboard::EMPTY; 2];
        for ((color, _), square) in self.animals.iter().zip(squares) {
            occupied[color.index()] |= Bitboard(1 << square);
        }
        occupied
    }

    fn slots_of(&self, color: Color) -> std::ops::Range<usize> {
        let red = self.animals.iter().filter(|(color, _)| *color == Color::Red).count();
        match color {
            Color::Red => 0..red,
            Color::Blue => red..self.animals.len(),
        }
    }
}

/// Where the game goes on without the animals in these slots.
fn without<'a>(
    catalogue: &'a Catalogue,
    solved: &'a Solved,
    animals: &[(Color, Strength)],
    gone: usize,
) -> Without<'a> {
    if gone == 0 {
        return Without::Same;
    }
    let left: ArrayVec<_, MOST_PIECES> = (0..animals.len()).filter(|slot| gone >> slot & 1 == 0).collect();
    let animals: ArrayVec<_, MOST_PIECES> = left.iter().map(|&slot| animals[slot]).collect();
    let material = Material::of_animals(&animals);
    match Color::BOTH.map(|color| material.count_of(color)) {
        [0, 0] => Without::Over(None),
        [0, _] => Without::Over(Some(Color::Red)),
        [_, 0] => Without::Over(Some(Color::Blue)),
        _ => {
            let seating = catalogue.seating(material).expect("fewer animals have a table");
            let ours = |theirs| animals.iter().position(|ours| ours == theirs).map(|at| left[at]);
            Without::Smaller(Smaller {
                layout: &catalogue.sets()[seating.set].layout,
                values: solved[seating.set].as_ref().expect("smaller sets are solved first"),
                swapped: seating.swapped,
                slots: seating.animals.iter().filter_map(ours).collect(),
            })
        }
    }
}
