//! The games whose cards lie face down at first: flip (rule 3.1) and Dalian (rule 3.2).
//!
//! A card that has not been turned has no face: [`Cards`](board::Cards) keeps which animals are left, never which is where, so
//! there is nothing that could leak.

mod board;
pub mod dalian;
pub mod flip;
mod pieces;

use crate::rules::{Animal, Illegal, Move};

/// Whether an animal takes another in both games: a weaker one, and the rat the elephant.
fn beats(attacker: Animal, target: Animal) -> bool {
    match (attacker, target) {
        (Animal::Rat, Animal::Elephant) => true,
        (Animal::Elephant, Animal::Rat) => false,
        _ => attacker > target,
    }
}

/// What keeps a move from being played while the game goes on, when the cards have judged it and these are the legal ones.
fn explain(judged: Result<(), Illegal>, mut legal: impl Iterator<Item = Move>) -> Illegal {
    match judged {
        Err(Illegal::Stay { piece, from }) if legal.all(|mv| mv.origin() != Some(from)) => {
            Illegal::Stuck { piece, from }
        }
        Err(why) => why,
        // What the cards allow is legal, so nobody asks.
        Ok(()) => Illegal::NotInThisGame {},
    }
}
