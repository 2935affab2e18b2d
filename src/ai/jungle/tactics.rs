//! Who can take whom where.

use crate::rules::jungle::{Fight, Ground, PackedMove, Position, Strength, Tables};
use crate::rules::{Bitboard, Color, Square};

/// Finds attackers of a square.
pub struct Tactics {
    neighbors: [Bitboard; Square::COUNT],
}

impl Tactics {
    pub fn new(ground: Ground) -> Tactics {
        Tactics { neighbors: Square::table(|square| ground.neighbors(square)) }
    }

    /// The squares beside a square.
    pub fn beside(&self, square: Square) -> Bitboard {
        self.neighbors[square.index()]
    }

    /// Whether a move goes over a river.
    pub fn is_jump(&self, mv: PackedMove) -> bool {
        !self.beside(mv.from()).contains(mv.to())
    }

    /// Whether an animal of `color` could take an enemy of this strength that stood on this square.
    pub fn can_be_taken(
        &self,
        position: &Position,
        tables: &Tables,
        color: Color,
        target: Strength,
        at: Square,
    ) -> bool {
        let takes = |attacker: Strength, from: Square| {
            tables.may_attack_from(color, from)
                && tables.may_attack(color, attacker, target, from, at)
                && wins(tables.fight(color, attacker, target, at))
        };
        let near = self.beside(at) & position.occupied(color);
        if near.into_iter().any(|from| position.strength_at(color, from).is_some_and(|attacker| takes(attacker, from)))
        {
            return true;
        }
        let lands = |attacker: Strength, from: Square| {
            position.landings(tables, color, attacker, from.index() as u8).contains(at)
        };
        [Strength::TIGER, Strength::LION].into_iter().any(|attacker| {
            position.square_of(color, attacker).is_some_and(|from| lands(attacker, from) && takes(attacker, from))
        })
    }
}

/// Whether a fight costs the enemy its animal.
pub const fn wins(fight: Fight) -> bool {
    matches!(fight, Fight::Takes | Fight::Both)
}
