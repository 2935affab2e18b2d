//! What the dens decide within the next plies, read off the board.
//!
//! An animal on a trap of the enemy's enters the den with its next move, and nothing can stand in its way; it can only be
//! taken, by any animal that stands beside the trap. That settles most games three plies before they end.

use crate::ai::Score;
use crate::rules::jungle::{Position, TRAPS, neighbors};
use crate::rules::{Bitboard, Color};

/// The traps with the squares beside them.
pub struct Dens {
    traps: [[Trap; 3]; 2],
}

/// A trap.
#[derive(Copy, Clone, Debug, Default)]
struct Trap {
    square: Bitboard,
    /// From where an animal enters it, or takes what stands in it.
    beside: Bitboard,
}

impl Dens {
    pub fn new() -> Dens {
        let traps = |color: Color| {
            let mut traps = [Trap::default(); 3];
            for (trap, square) in traps.iter_mut().zip(TRAPS[color.index()]) {
                *trap = Trap { square: Bitboard::of(square), beside: neighbors(square) };
            }
            traps
        };
        Dens { traps: Color::BOTH.map(traps) }
    }

    /// The enemies who stand before the den of the side to move, about to enter.
    pub fn intruders(position: &Position) -> Bitboard {
        let us = position.turn();
        position.occupied(!us) & TRAPS[us.index()]
    }

    /// Whether the side to move enters the den with its next move.
    pub fn enters(position: &Position) -> bool {
        let us = position.turn();
        !(position.occupied(us) & TRAPS[us.other().index()]).is_empty()
    }

    /// Whether the side that is not to move stands before the other's den.
    pub fn threatens(position: &Position) -> bool {
        !Dens::intruders(position).is_empty()
    }

    /// What is certain at a node `ply` plies below the root, as long as neither side is out of moves.
    pub fn foresee(&self, position: &Position, ply: usize) -> Option<Score> {
        if Dens::enters(position) {
            return Some(Score::win_in(ply + 1));
        }
        let us = position.turn();
        let (own, enemies) = (position.occupied(us), position.occupied(!us));
        let intruders = Dens::intruders(position);
        if !intruders.is_empty() {
            let can_be_taken = |trap: &Trap| trap.square == intruders && !(trap.beside & own).is_empty();
            let defended = self.traps[us.index()].iter().any(can_be_taken);
            return if defended { None } else { Some(Score::loss_in(ply + 2)) };
        }
        let open = |trap: &Trap| {
            (trap.square & enemies).is_empty() && (trap.beside & enemies).is_empty() && !(trap.beside & own).is_empty()
        };
        self.traps[us.other().index()].iter().any(open).then(|| Score::win_in(ply + 3))
    }
}
