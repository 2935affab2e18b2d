//! The five kinds of machines, and how one of them is doing (rule 3.7).

use crate::rules::Animal;

/// How many kinds there are, and machines of a side.
pub const KINDS: usize = Animal::MACHINES.len();
/// Turns of its side in which a machine has no skill after it has used it.
pub const PAUSE: u8 = 3;

/// What a kind of machine can do.
#[derive(Copy, Clone, Debug)]
pub struct Model {
    /// Hit points when it is whole.
    pub health: u8,
    pub attack: u8,
    pub defense: u8,
    pub skills: &'static [Skill],
}

/// Something a machine can do instead of stepping or attacking.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Skill {
    /// The next attack does twice the damage.
    Charge,
    /// So much more defense until the next turn of its side.
    Shield(u8),
    /// So many hit points to a machine of its side beside it.
    Repair(u8),
    /// So many hit points to itself.
    Mend(u8),
    TwoSteps,
}

/// By [`number`].
const MODELS: [Model; KINDS] = [
    Model { health: 6, attack: 4, defense: 1, skills: &[Skill::Charge] },
    Model { health: 10, attack: 2, defense: 2, skills: &[Skill::Shield(2)] },
    Model { health: 6, attack: 1, defense: 1, skills: &[Skill::Repair(3)] },
    Model { health: 5, attack: 3, defense: 0, skills: &[Skill::TwoSteps] },
    Model { health: 7, attack: 3, defense: 2, skills: &[Skill::Shield(1), Skill::Repair(1), Skill::Mend(1)] },
];

/// The place of a machine among [`Animal::MACHINES`]. Nothing else stands on the board or lies in a hand.
pub const fn number(machine: Animal) -> usize {
    machine as usize - Animal::Attacker as usize
}

impl Model {
    pub const fn of(machine: Animal) -> &'static Model {
        &MODELS[number(machine)]
    }

    pub fn charges(&self) -> bool {
        self.skills.contains(&Skill::Charge)
    }

    pub fn takes_two_steps(&self) -> bool {
        self.skills.contains(&Skill::TwoSteps)
    }

    /// How much its shield adds to its defense.
    pub fn shield(&self) -> Option<u8> {
        self.skills.iter().find_map(|skill| if let Skill::Shield(more) = *skill { Some(more) } else { None })
    }

    /// Hit points it gives to another machine.
    pub fn repair(&self) -> Option<u8> {
        self.skills.iter().find_map(|skill| if let Skill::Repair(points) = *skill { Some(points) } else { None })
    }

    /// Hit points it gives to itself.
    pub fn mend(&self) -> Option<u8> {
        self.skills.iter().find_map(|skill| if let Skill::Mend(points) = *skill { Some(points) } else { None })
    }
}

/// How a machine is doing.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Hit points left.
    pub health: u8,
    /// Turns of its side until it has its skill again.
    pub pause: u8,
    /// Charged, or behind its shield.
    pub strengthened: bool,
}

impl Condition {
    /// As it comes onto the board.
    pub const fn fresh(machine: Animal) -> Condition {
        Condition { health: Model::of(machine).health, pause: 0, strengthened: false }
    }
}
