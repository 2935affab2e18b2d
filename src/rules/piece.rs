//! Animals and pieces.

use std::fmt;

use super::seat::Color;

/// An animal, or one of the machines of mecha. How strong it is depends on the rule set in force (wolf and dog change
/// places), so it is not asked here.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Animal {
    Rat,
    Cat,
    Dog,
    Wolf,
    Leopard,
    Tiger,
    Lion,
    Elephant,
    /// Stands in the wolf's place in the fox game (`Order=fox`).
    Fox,
    /// Of the pattern game.
    Bear,
    /// Of the pattern game.
    Snake,
    /// The king of beasts, of the king game.
    King,
    // The machines of mecha.
    Attacker,
    Guardian,
    Medic,
    Nimble,
    Universal,
}

impl Animal {
    /// The eight animals of the standard game, weakest first by the usual order; they also name the AI's levels.
    pub const STANDARD: [Animal; 8] = [
        Animal::Rat,
        Animal::Cat,
        Animal::Dog,
        Animal::Wolf,
        Animal::Leopard,
        Animal::Tiger,
        Animal::Lion,
        Animal::Elephant,
    ];

    /// Every animal that has a letter.
    pub const ALL: [Animal; 17] = [
        Animal::Rat,
        Animal::Cat,
        Animal::Dog,
        Animal::Wolf,
        Animal::Leopard,
        Animal::Tiger,
        Animal::Lion,
        Animal::Elephant,
        Animal::Fox,
        Animal::Bear,
        Animal::Snake,
        Animal::King,
        Animal::Attacker,
        Animal::Guardian,
        Animal::Medic,
        Animal::Nimble,
        Animal::Universal,
    ];

    /// The machines of mecha, in the order of rule 3.7.
    pub const MACHINES: [Animal; 5] =
        [Animal::Attacker, Animal::Guardian, Animal::Medic, Animal::Nimble, Animal::Universal];

    /// Whether it is one of the machines of mecha.
    pub fn is_machine(self) -> bool {
        Animal::MACHINES.contains(&self)
    }

    /// The upper-case letter of FEN and of typed moves.
    pub const fn letter(self) -> char {
        match self {
            Animal::Rat => 'R',
            Animal::Cat => 'C',
            Animal::Dog => 'D',
            Animal::Wolf => 'W',
            Animal::Leopard => 'P',
            Animal::Tiger => 'T',
            Animal::Lion => 'L',
            Animal::Elephant => 'E',
            Animal::Fox => 'F',
            Animal::Bear => 'B',
            Animal::Snake => 'S',
            Animal::King => 'K',
            Animal::Attacker => 'A',
            Animal::Guardian => 'G',
            Animal::Medic => 'M',
            Animal::Nimble => 'N',
            Animal::Universal => 'U',
        }
    }

    /// The animal with this letter, in either case.
    pub fn from_letter(letter: char) -> Option<Animal> {
        Animal::ALL.into_iter().find(|animal| animal.letter() == letter.to_ascii_uppercase())
    }

    /// The English name in lower case: the word of protocols, file names and message keys.
    pub const fn name(self) -> &'static str {
        match self {
            Animal::Rat => "rat",
            Animal::Cat => "cat",
            Animal::Dog => "dog",
            Animal::Wolf => "wolf",
            Animal::Leopard => "leopard",
            Animal::Tiger => "tiger",
            Animal::Lion => "lion",
            Animal::Elephant => "elephant",
            Animal::Fox => "fox",
            Animal::Bear => "bear",
            Animal::Snake => "snake",
            Animal::King => "king",
            Animal::Attacker => "attacker",
            Animal::Guardian => "guardian",
            Animal::Medic => "medic",
            Animal::Nimble => "nimble",
            Animal::Universal => "universal",
        }
    }

    /// The animal with this English name, in any case.
    pub fn from_name(name: &str) -> Option<Animal> {
        Animal::ALL.into_iter().find(|animal| animal.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Animal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A piece: an animal of a color.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    pub color: Color,
    pub animal: Animal,
}

impl Piece {
    /// The letter of FEN: upper case for Red, lower case for Blue.
    pub const fn letter(self) -> char {
        match self.color {
            Color::Red => self.animal.letter(),
            Color::Blue => self.animal.letter().to_ascii_lowercase(),
        }
    }

    /// The piece with this letter.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::Red } else { Color::Blue };
        Animal::from_letter(letter).map(|animal| Piece { color, animal })
    }
}
