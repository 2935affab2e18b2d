//! Which moves the board allows: steps, jumps and captures. History (7-3, 17-5) is not asked here.

use std::fmt;
use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::position::Position;
use super::tables::{Strength, Tables};
use crate::rules::{Bitboard, Color, Move, Square};

/// A move as the search keeps it, in 16 bits: where from, where to, which animal, and whether an enemy stands there.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct PackedMove(u16);

/// The moves of a position.
pub type PackedList = ArrayVec<PackedMove, MOST_MOVES>;

/// No position has more moves: eight for each of eight animals, where steps may be diagonal.
pub const MOST_MOVES: usize = 64;

const SQUARE_BITS: u16 = 6;
const SQUARE_MASK: u16 = (1 << SQUARE_BITS) - 1;
const STRENGTH_SHIFT: u16 = 2 * SQUARE_BITS;
const CAPTURE: u16 = 1 << 15;

impl PackedMove {
    const fn new(strength: Strength, from: Square, to: Square, capture: bool) -> PackedMove {
        let squares = from.index() as u16 | (to.index() as u16) << SQUARE_BITS;
        PackedMove(squares | (strength.index() as u16) << STRENGTH_SHIFT | if capture { CAPTURE } else { 0 })
    }

    /// The bits, for a table of the search's own.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The animal that moves.
    pub const fn strength(self) -> Strength {
        Strength::from_index((self.0 >> STRENGTH_SHIFT) as usize)
    }

    pub fn from(self) -> Square {
        square(self.origin())
    }

    pub fn to(self) -> Square {
        square(self.target())
    }

    /// Whether an enemy stands on the target. (By some rule sets it may be the mover that is lost.)
    pub const fn is_capture(self) -> bool {
        self.0 & CAPTURE != 0
    }

    pub(super) const fn origin(self) -> u8 {
        (self.0 & SQUARE_MASK) as u8
    }

    pub(super) const fn target(self) -> u8 {
        (self.0 >> SQUARE_BITS & SQUARE_MASK) as u8
    }
}

/// The square with an index that a [`Square`] was packed into.
fn square(index: u8) -> Square {
    Square::from_index(usize::from(index)).expect("only squares are packed")
}

impl From<PackedMove> for Move {
    fn from(mv: PackedMove) -> Move {
        Move::Go { from: mv.from(), to: mv.to() }
    }
}

impl fmt::Debug for PackedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Move::from(*self).fmt(f)
    }
}

impl Position {
    /// Every move the board allows; none when a den has been entered or a side has no animals.
    pub fn moves(&self, tables: &Tables) -> PackedList {
        let mut list = PackedList::new();
        let _: ControlFlow<()> = self.each_animal(tables, |animal| {
            let captures = self.attackable(tables, self.turn(), animal);
            list.extend(captures.into_iter().map(|to| animal.goes(to, true)));
            list.extend(animal.quiet.into_iter().map(|to| animal.goes(to, false)));
            ControlFlow::Continue(())
        });
        list
    }

    /// Those of [`Position::moves`] that go onto an enemy.
    pub fn captures(&self, tables: &Tables) -> PackedList {
        let mut list = PackedList::new();
        let _: ControlFlow<()> = self.each_animal(tables, |animal| {
            let captures = self.attackable(tables, self.turn(), animal);
            list.extend(captures.into_iter().map(|to| animal.goes(to, true)));
            ControlFlow::Continue(())
        });
        list
    }

    /// How many [`Position::moves`] there are.
    pub fn count_moves(&self, tables: &Tables) -> u32 {
        let mut count = 0;
        let _: ControlFlow<()> = self.each_animal(tables, |animal| {
            count += animal.quiet.count() + self.attackable(tables, self.turn(), animal).count();
            ControlFlow::Continue(())
        });
        count
    }

    /// Whether there is a move.
    pub fn has_moves(&self, tables: &Tables) -> bool {
        self.each_animal(tables, |animal| {
            match animal.quiet.is_empty() && self.attackable(tables, self.turn(), animal).is_empty() {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        })
        .is_break()
    }

    /// Shows each animal of the side to move with where it may go and whom it meets.
    #[inline(always)]
    fn each_animal<B>(&self, tables: &Tables, mut visit: impl FnMut(Reach) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.is_decided() {
            return ControlFlow::Continue(());
        }
        let us = self.turn();
        let (own, enemies) = (self.occupied(us), self.occupied(!us));
        for strength in Strength::all() {
            let from = self.raw_square(us, strength);
            let mut targets = tables.steps(us, strength, from);
            targets |= self.landings(tables, us, strength, from);
            targets = targets & !own;
            visit(Reach { strength, from, quiet: targets & !enemies, enemies: targets & enemies })?;
        }
        ControlFlow::Continue(())
    }

    /// Where an animal lands that jumps from a square (its index, or 63 for none) over a river free of rats that block it
    /// (rules 2.6 and 2.7).
    #[inline]
    pub fn landings(&self, tables: &Tables, color: Color, strength: Strength, from: u8) -> Bitboard {
        let Some(jumper) = strength.jumper() else { return Bitboard::EMPTY };
        let rat = |color| Bitboard(1 << (self.raw_square(color, Strength::RAT) & 63));
        let blockers = tables.own_blockers(rat(color)) | rat(!color);
        tables.jumps(jumper, from).iter().fold(Bitboard::EMPTY, |landings, jump| {
            if (jump.crossed & blockers).is_empty() { landings | jump.landing } else { landings }
        })
    }

    /// Those of the enemies an animal meets that it may attack.
    fn attackable(&self, tables: &Tables, color: Color, animal: Reach) -> Bitboard {
        if animal.enemies.is_empty() {
            return Bitboard::EMPTY;
        }
        let from = square(animal.from);
        if !tables.may_attack_from(color, from) {
            return Bitboard::EMPTY;
        }
        let weak_enough = |to: &Square| {
            self.strength_at(!color, *to)
                .is_some_and(|target| tables.may_attack(color, animal.strength, target, from, *to))
        };
        animal.enemies.into_iter().filter(weak_enough).collect()
    }
}

/// An animal, where it may go, and whom it meets there.
#[derive(Copy, Clone)]
struct Reach {
    strength: Strength,
    from: u8,
    quiet: Bitboard,
    enemies: Bitboard,
}

impl Reach {
    fn goes(self, to: Square, capture: bool) -> PackedMove {
        PackedMove::new(self.strength, square(self.from), to, capture)
    }
}
