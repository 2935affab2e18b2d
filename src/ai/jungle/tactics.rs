//! Who can take whom where.

use crate::rules::jungle::{Fight, PackedMove, Position, Strength, Tables, WATER, neighbors};
use crate::rules::{Bitboard, Color, Square};

/// Finds attackers of a square.
pub struct Tactics {
    neighbors: [Bitboard; Square::COUNT],
}

impl Tactics {
    pub fn new() -> Tactics {
        Tactics { neighbors: Square::table(neighbors) }
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
        [Strength::TIGER, Strength::LION].into_iter().any(|attacker| {
            position
                .square_of(color, attacker)
                .is_some_and(|from| self.lands(position, tables, color, attacker, from, at) && takes(attacker, from))
        })
    }

    /// Whether a jumper gets from one square to the other over a river.
    fn lands(
        &self,
        position: &Position,
        tables: &Tables,
        color: Color,
        jumper: Strength,
        from: Square,
        to: Square,
    ) -> bool {
        let rat = |color| position.square_of(color, Strength::RAT).map_or(Bitboard::EMPTY, Bitboard::of) & WATER;
        let Some(jumper) = jumper.jumper() else { return false };
        tables.jumps(jumper, from.index() as u8).iter().any(|jump| {
            jump.landing.contains(to) && (jump.crossed & (tables.own_blockers(rat(color)) | rat(!color))).is_empty()
        })
    }
}

/// Whether a fight costs the enemy its animal.
pub const fn wins(fight: Fight) -> bool {
    matches!(fight, Fight::Takes | Fight::Both)
}
