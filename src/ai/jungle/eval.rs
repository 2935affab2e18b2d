//! What a position is worth before anybody has moved: who is left, how far everybody is from the dens, and who gets there.

use std::collections::VecDeque;

use super::dens::doors;
use super::tactics::wins;
use super::ways::{DOORS, FAR, Ways};
use super::weights::{self, Weights};
use crate::ai::Score;
use crate::rules::jungle::{DENS, Position, Strength, Tables};
use crate::rules::{Bitboard, Color, Square};

/// The evaluation under one rule set.
#[derive(Clone)]
pub struct Evaluation {
    /// Having the move.
    tempo: i32,
    /// For a way into the den that no guard closes in time, by the steps to the door before it.
    run: [i32; weights::RUN],
    /// What an animal is worth, by strength and the set of enemies left (bit = strength).
    worth: [[i16; 256]; Strength::COUNT],
    /// What standing on a square is worth, by color, strength and square.
    place: ByAnimal<i16>,
    /// Steps to the doors of Red's den and Blue's, by color, strength and square.
    to_doors: ByAnimal<[Ways; 2]>,
}

type ByAnimal<T> = [[[T; Square::COUNT]; Strength::COUNT]; 2];

impl Evaluation {
    pub fn new(tables: &Tables, weights: &Weights) -> Evaluation {
        Evaluation {
            tempo: weights.tempo(),
            run: weights.run(),
            worth: worth(tables, weights),
            place: by_animal(|color, strength| place(tables, weights, color, strength)),
            to_doors: by_animal(|color, strength| to_doors(tables, color, strength)),
        }
    }

    /// The worth for the side to move.
    pub fn score(&self, position: &Position) -> Score {
        let us = position.turn();
        let [ours, theirs] = [us, !us].map(|color| Side::new(self, position, color));
        let mut score = self.tempo + ours.place - theirs.place;
        score += self.material(&ours, &theirs) - self.material(&theirs, &ours);
        score += self.race(&ours, &theirs);
        Score::estimate(score)
    }

    /// What an animal is worth among these enemies.
    pub fn worth(&self, strength: Strength, enemies: u8) -> i32 {
        i32::from(self.worth[strength.index()][usize::from(enemies)])
    }

    /// Who gets into the den first, if anybody does. Equal ways are won by the side to move.
    fn race(&self, ours: &Side, theirs: &Side) -> i32 {
        let bonus = |steps: u8| self.run.get(usize::from(steps)).copied().unwrap_or(0);
        let (our_steps, their_steps) = (ours.run(theirs, 1), theirs.run(ours, 0));
        if our_steps <= their_steps { bonus(our_steps) } else { -bonus(their_steps) }
    }

    fn material(&self, side: &Side, enemy: &Side) -> i32 {
        Strength::all()
            .filter(|strength| side.alive >> strength.index() & 1 == 1)
            .map(|strength| self.worth(strength, enemy.alive))
            .sum()
    }
}

/// The animals of a color as a set of strengths (bit = index).
pub fn alive(position: &Position, color: Color) -> u8 {
    position.animals(color).fold(0, |set, (strength, _)| set | 1 << strength.index())
}

/// What is counted of a side.
struct Side {
    alive: u8,
    place: i32,
    /// Steps of the nearest animal to each door of its own den.
    guards: Ways,
    /// Steps of the nearest animal to each door of the enemy's.
    raiders: Ways,
}

impl Side {
    fn new(evaluation: &Evaluation, position: &Position, color: Color) -> Side {
        let mut side = Side { alive: 0, place: 0, guards: Ways::FAR, raiders: Ways::FAR };
        let (place, to_doors) = (&evaluation.place[color.index()], &evaluation.to_doors[color.index()]);
        for (strength, square) in position.animals(color) {
            let (animal, at) = (strength.index(), square.index());
            side.alive |= 1 << animal;
            side.place += i32::from(place[animal][at]);
            let steps = &to_doors[animal][at];
            side.guards = side.guards.or_shorter(steps[color.index()]);
            side.raiders = side.raiders.or_shorter(steps[color.other().index()]);
        }
        side
    }

    /// Steps to the nearest of the enemy's doors that no guard closes in time; `ahead` is 1 for the side to move, 0 for the other.
    fn run(&self, enemy: &Side, ahead: u8) -> u8 {
        self.raiders.unless_guarded(enemy.guards, ahead).shortest()
    }
}

/// What each animal is worth against each set of enemies.
fn worth(tables: &Tables, weights: &Weights) -> [[i16; 256]; Strength::COUNT] {
    let takes = |attacker: Strength, target: Strength| {
        tables.may_attack(Color::Red, attacker, target, FIELD[0], FIELD[1])
            && wins(tables.fight(Color::Red, attacker, target, FIELD[1]))
    };
    by_strength(|strength| {
        let prey: u8 = Strength::all().filter(|&other| takes(strength, other)).map(|other| 1 << other.index()).sum();
        let hunters: u8 = Strength::all().filter(|&other| takes(other, strength)).map(|other| 1 << other.index()).sum();
        let ways = strength.jumper().map_or(0, |jumper| {
            let ways =
                tables.jumps(jumper, CENTER.index() as u8).iter().filter(|jump| !jump.landing.is_empty()).count();
            // A jumper crosses up and down too.
            (ways as i32 + 2) * weights.jumps()
        });
        let swims = if strength == Strength::RAT { weights.swims() } else { 0 };
        let by_water = if tables.options().ground.water().is_empty() { 0 } else { ways + swims };
        std::array::from_fn(|enemies| {
            let enemies = enemies as u8;
            let weight = |set: u8| -> i32 {
                weights.menace().iter().enumerate().filter(|(n, _)| set >> n & 1 == 1).map(|(_, weight)| weight).sum()
            };
            // Counted by who is in the way and not by who is not, so that an enemy less makes nobody worth less.
            let power = weights.power() - weights.power() * weight(enemies & !prey) / weight(u8::MAX).max(1);
            let hunted = weights.prey() * (enemies & hunters).count_ones() as i32 / Strength::COUNT as i32;
            let untouchable = if enemies & hunters == 0 { weights.untouchable() } else { 0 };
            (weights.presence() + power - hunted + untouchable + by_water) as i16
        })
    })
}

/// Two squares of open land side by side.
const FIELD: [Square; 2] = [square(2, 2), square(3, 2)];
/// The middle of the board.
const CENTER: Square = square(3, 4);

const fn square(file: u8, rank: u8) -> Square {
    Square::new(file, rank).expect("a square of the board")
}

fn place(tables: &Tables, weights: &Weights, color: Color, strength: Strength) -> [i16; Square::COUNT] {
    let den = DENS[color.other().index()];
    let steps = steps_to(tables, color, strength, den);
    let water = tables.options().ground.water();
    Square::table(|square| {
        let afloat = if water.contains(square) { weights.afloat() } else { 0 };
        let way = weights.advance()[strength.index()] * i32::from(steps[square.index()].min(FAR));
        (afloat - way + weights.square(strength, seen_by(color, square))) as i16
    })
}

/// The square as its color sees it from its own side.
fn seen_by(color: Color, square: Square) -> Square {
    match color {
        Color::Red => square,
        Color::Blue => square.rotated(),
    }
}

fn to_doors(tables: &Tables, color: Color, strength: Strength) -> [[Ways; 2]; Square::COUNT] {
    let ways = DENS.map(|den| {
        let doors = doors(tables.options(), den).into_iter();
        doors.map(|door| steps_to(tables, color, strength, Bitboard::of(door))).collect::<Vec<_>>()
    });
    Square::table(|square| {
        ways.each_ref().map(|doors| {
            let mut steps = [FAR; DOORS];
            for (steps, door) in steps.iter_mut().zip(doors) {
                *steps = door[square.index()];
            }
            Ways::new(steps)
        })
    })
}

/// The moves an animal alone on the board needs from each square to these squares, or [`FAR`].
fn steps_to(tables: &Tables, color: Color, strength: Strength, targets: Bitboard) -> [u8; Square::COUNT] {
    let mut steps = [FAR; Square::COUNT];
    let mut queue: VecDeque<Square> = targets.into_iter().collect();
    for target in targets {
        steps[target.index()] = 0;
    }
    while let Some(square) = queue.pop_front() {
        // Ways are the same in both directions, but for the dens: nobody comes out of one.
        for from in ways(tables, color, strength, square) {
            let into_den = DENS.into_iter().any(|den| den.contains(from));
            if !into_den && steps[from.index()] == FAR {
                steps[from.index()] = steps[square.index()] + 1;
                queue.push_back(from);
            }
        }
    }
    steps
}

fn ways(tables: &Tables, color: Color, strength: Strength, from: Square) -> Bitboard {
    let from = from.index() as u8;
    let jumps = strength.jumper().map(|jumper| tables.jumps(jumper, from));
    jumps.into_iter().flatten().fold(tables.steps(color, strength, from), |ways, jump| ways | jump.landing)
}

fn by_strength<T>(entry: impl Fn(Strength) -> T) -> [T; Strength::COUNT] {
    std::array::from_fn(|index| entry(Strength::from_index(index)))
}

fn by_animal<T>(table: impl Fn(Color, Strength) -> [T; Square::COUNT]) -> ByAnimal<T> {
    Color::BOTH.map(|color| by_strength(|strength| table(color, strength)))
}
