//! The rules in force as masks and tables, made once per game, so that finding moves asks no option.

use super::geometry::{DENS, Ground, Jump, TRAPS};
use super::options::{ElephantRat, Equal, JumpBlock, Options, TigerJump};
use crate::rules::{Animal, Bitboard, Color, Piece, Square};

/// An animal by its strength under the rules in force: with no two of a kind on a side, it names one animal of a side.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strength(u8);

impl Strength {
    pub const COUNT: usize = 8;
    pub const RAT: Strength = Strength(0);
    pub const TIGER: Strength = Strength(5);
    pub const LION: Strength = Strength(6);
    pub const ELEPHANT: Strength = Strength(7);

    /// All strengths, weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Strength> + ExactSizeIterator {
        (0..Strength::COUNT as u8).map(Strength)
    }

    /// The strength with this index, which is taken modulo 8.
    pub const fn from_index(index: usize) -> Strength {
        Strength(index as u8 % Strength::COUNT as u8)
    }

    /// 0 (rat) to 7 (elephant).
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number on the piece: 1 (rat) to 8 (elephant).
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The place in [`Tables::jumps`] of an animal that may jump.
    pub const fn jumper(self) -> Option<usize> {
        match self {
            Strength::TIGER => Some(0),
            Strength::LION => Some(1),
            _ => None,
        }
    }
}

/// What happens when an animal goes onto an enemy it may attack.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fight {
    /// The mover takes.
    Takes,
    /// Both are removed.
    Both,
    /// The mover is lost, the other stays.
    Lost,
    /// The mover is lost and the other takes its place.
    Shoved,
}

/// Everything the options decide, ready for use.
#[derive(Clone, Debug)]
pub struct Tables {
    options: Options,
    animals: [Animal; 8],
    water: Bitboard,
    /// Where an animal may step, by color, strength and square. Entry 63 is empty: a captured animal goes nowhere.
    steps: [[[Bitboard; 64]; Strength::COUNT]; 2],
    /// The ways over a river, at most two from a square, by [`Strength::jumper`] and square. Entry 63 is empty.
    jumps: [[[Jump; 2]; 64]; 2],
    /// Whether one's own rat blocks one's jump: all squares or none.
    own_rat_blocks: Bitboard,
    /// From where an animal of this color may attack.
    attack_from: [Bitboard; 2],
    /// What a strength may attack, as a set of strengths (bit = index), by how the attack meets the water's edge.
    prey: [[u8; Strength::COUNT]; 4],
    /// How an attack outside one's own traps ends, by attacker and target.
    fights: [[Fight; Strength::COUNT]; Strength::COUNT],
}

impl Tables {
    /// The tables of a rule set.
    pub fn new(options: Options) -> Tables {
        let anywhere = |color: Color| match options.trapped_attack {
            true => Bitboard::ALL,
            false => !TRAPS[color.other().index()],
        };
        let steps = |color, strength, from| steps(options.ground, color, strength, from);
        Tables {
            options,
            animals: options.order.animals(),
            water: options.ground.water(),
            steps: Color::BOTH.map(|color| by_strength(|strength| by_square(|from| steps(color, strength, from)))),
            jumps: [Strength::TIGER, Strength::LION].map(|strength| by_square(|from| jumps(&options, strength, from))),
            own_rat_blocks: match options.jump_block {
                JumpBlock::Any => Bitboard::ALL,
                JumpBlock::Enemy => Bitboard::EMPTY,
            },
            attack_from: Color::BOTH.map(anywhere),
            prey: prey(&options),
            fights: by_strength(|attacker| by_strength(|target| fight(&options, attacker, target))),
        }
    }

    /// The rule set these tables were made of.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The animal of this strength.
    pub const fn animal(&self, strength: Strength) -> Animal {
        self.animals[strength.index()]
    }

    /// The piece of this color and strength.
    pub const fn piece(&self, color: Color, strength: Strength) -> Piece {
        Piece { color, animal: self.animal(strength) }
    }

    /// How strong an animal is, or `None` if it does not play under these rules.
    pub fn strength(&self, animal: Animal) -> Option<Strength> {
        self.animals.iter().position(|&known| known == animal).map(Strength::from_index)
    }

    /// Where an animal may step, whoever stands there; `from` is a square's index, or 63 for none.
    pub fn steps(&self, color: Color, strength: Strength, from: u8) -> Bitboard {
        self.steps[color.index()][strength.index()][usize::from(from & 63)]
    }

    /// The ways over a river of this [`Strength::jumper`]; `from` is a square's index, or 63 for none.
    pub fn jumps(&self, jumper: usize, from: u8) -> &[Jump; 2] {
        &self.jumps[jumper][usize::from(from & 63)]
    }

    /// Those of the rats in the water that block a jump of their own side.
    pub fn own_blockers(&self, rat: Bitboard) -> Bitboard {
        rat & self.own_rat_blocks
    }

    /// Whether an animal of this color may attack at all from this square.
    pub fn may_attack_from(&self, color: Color, from: Square) -> bool {
        self.attack_from[color.index()].contains(from)
    }

    /// Whether an animal that may attack from where it stands may attack this enemy: it is weak enough, or in a trap of ours.
    pub fn may_attack(&self, color: Color, attacker: Strength, target: Strength, from: Square, to: Square) -> bool {
        TRAPS[color.index()].contains(to)
            || self.prey[edge(self.water.contains(from), self.water.contains(to))][attacker.index()] >> target.index()
                & 1
                == 1
    }

    /// How a permitted attack ends: in one's own trap it is always a plain capture (rule 2.4).
    pub fn fight(&self, color: Color, attacker: Strength, target: Strength, to: Square) -> Fight {
        match TRAPS[color.index()].contains(to) {
            true => Fight::Takes,
            false => self.fights[attacker.index()][target.index()],
        }
    }
}

/// How an attack meets the water's edge: the index of [`Tables::prey`].
const fn edge(from_water: bool, to_water: bool) -> usize {
    (from_water as usize) << 1 | to_water as usize
}

fn steps(ground: Ground, color: Color, strength: Strength, from: Square) -> Bitboard {
    let swims = strength == Strength::RAT;
    let passable = if swims { Bitboard::ALL } else { !ground.water() };
    ground.neighbors(from) & passable & !DENS[color.index()]
}

fn jumps(options: &Options, strength: Strength, from: Square) -> [Jump; 2] {
    let allowed =
        |&(files, _): &(i8, i8)| strength == Strength::LION || options.tiger_jump == TigerJump::Both || files == 0;
    let ground = options.ground;
    let directions = ground.directions().iter().copied().filter(allowed);
    let mut found = directions.filter_map(|direction| ground.jump(from, direction));
    [(); 2].map(|()| found.next().unwrap_or_default())
}

/// Who may attack whom (rules 2.2 to 2.5), by [`edge`].
fn prey(options: &Options) -> [[u8; Strength::COUNT]; 4] {
    let set = |strength: Strength| 1u8 << strength.index();
    let on_land = by_strength(|attacker| {
        let up_to = (2u16 << attacker.index()) as u8;
        let weaker_or_equal = up_to.wrapping_sub(1);
        match attacker {
            Strength::RAT => set(Strength::RAT) | set(Strength::ELEPHANT),
            Strength::ELEPHANT if options.elephant_rat == ElephantRat::Never => weaker_or_equal & !set(Strength::RAT),
            _ => weaker_or_equal,
        }
    });
    let rats_only = by_strength(|attacker| if attacker == Strength::RAT { set(Strength::RAT) } else { 0 });
    let across = if options.rat_cross { rats_only } else { [0; Strength::COUNT] };
    let mut prey = [across; 4];
    prey[edge(false, false)] = on_land;
    prey[edge(true, true)] = rats_only;
    prey
}

fn fight(options: &Options, attacker: Strength, target: Strength) -> Fight {
    match (attacker, target) {
        (Strength::ELEPHANT, Strength::RAT) => match options.elephant_rat {
            ElephantRat::Never | ElephantRat::Takes => Fight::Takes,
            ElephantRat::Shoved => Fight::Shoved,
            ElephantRat::Both => Fight::Both,
        },
        (Strength::RAT, Strength::ELEPHANT) if options.elephant_rat == ElephantRat::Both => Fight::Both,
        _ if attacker == target => match options.equal {
            Equal::Mover => Fight::Takes,
            Equal::Both => Fight::Both,
            Equal::Stationary => Fight::Lost,
        },
        _ => Fight::Takes,
    }
}

fn by_strength<T>(entry: impl Fn(Strength) -> T) -> [T; Strength::COUNT] {
    std::array::from_fn(|index| entry(Strength::from_index(index)))
}

/// A table by square, with an empty entry for "nowhere".
fn by_square<T: Default>(entry: impl Fn(Square) -> T) -> [T; 64] {
    std::array::from_fn(|index| Square::from_index(index).map(&entry).unwrap_or_default())
}
