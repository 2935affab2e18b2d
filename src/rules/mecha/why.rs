//! Which moves are allowed, and the rule against each of the others.

use super::machine::{Model, number};
use super::{State, is_home, steps};
use crate::rules::grid::STRAIGHT;
use crate::rules::{Illegal, Move, Piece, Square};

impl State {
    /// Whether the rules allow a move as long as the game goes on.
    pub(super) fn check(&self, mv: Move) -> Result<(), Illegal> {
        match mv {
            Move::Sweep(_) | Move::Flip { .. } | Move::Trade { .. } | Move::Pass => Err(Illegal::NotInThisGame {}),
            Move::Drop { piece, at } => self.check_drop(piece, at),
            _ if self.is_placing() => Err(Illegal::PlaceFirst {}),
            Move::Go { from, to } => self.check_go(from, to),
            Move::Strengthen { at } => self.check_strengthen(at),
            Move::Repair { from, to } => self.check_repair(from, to),
        }
    }

    fn check_drop(&self, piece: Piece, to: Square) -> Result<(), Illegal> {
        let in_hand = piece.animal.is_machine()
            && piece.color == self.turn
            && self.hands[piece.color.index()][number(piece.animal)];
        if !in_hand {
            return Err(Illegal::NotInHand { piece });
        }
        if !is_home(piece.color, to) {
            return Err(Illegal::PlaceHome { piece, to });
        }
        self.board.at(to).map_or(Ok(()), |target| Err(Illegal::Occupied { piece, target, to }))
    }

    fn check_go(&self, from: Square, to: Square) -> Result<(), Illegal> {
        let piece = self.board.mover(self.turn, from)?;
        let runs = Model::of(piece.animal).takes_two_steps();
        match (steps(from, to), self.board.at(to)) {
            (0, _) => Err(Illegal::Stay { piece, from }),
            (1 | 2, Some(target)) if target.color == piece.color => Err(Illegal::OwnPiece { piece, target, to }),
            (1, _) => Ok(()),
            (_, _) if !runs => Err(Illegal::MachineStep { piece, from, to }),
            (2, Some(target)) => Err(Illegal::TwoStepsAttack { piece, target, from, to }),
            (2, None) if !self.is_open(from, to) => Err(Illegal::TwoStepsBlocked { piece, from, to }),
            (2, None) => self.rested(piece, from),
            _ => Err(Illegal::TwoStepsFar { piece, from, to }),
        }
    }

    /// Whether one of the squares between two steps is empty.
    fn is_open(&self, from: Square, to: Square) -> bool {
        self.board.beside(from, STRAIGHT).any(|way| steps(way, to) == 1 && self.board.at(way).is_none())
    }

    fn check_strengthen(&self, from: Square) -> Result<(), Illegal> {
        let piece = self.board.mover(self.turn, from)?;
        let model = Model::of(piece.animal);
        if !model.charges() && model.shield().is_none() {
            return Err(Illegal::SkillNone { piece, from });
        }
        if self.condition(piece).strengthened {
            return Err(Illegal::SkillInStore { piece, from });
        }
        self.rested(piece, from)
    }

    fn check_repair(&self, from: Square, to: Square) -> Result<(), Illegal> {
        let piece = self.board.mover(self.turn, from)?;
        let model = Model::of(piece.animal);
        if model.repair().is_none() {
            return Err(Illegal::RepairNone { piece, from });
        }
        match steps(from, to) {
            0 if model.mend().is_none() => return Err(Illegal::RepairItself { piece, from }),
            0 | 1 => {}
            _ => return Err(Illegal::RepairBeside { piece, from, to }),
        }
        let Some(target) = self.board.own(self.turn, to) else { return Err(Illegal::RepairOwn { piece, to }) };
        if self.repaired(from, to) == Some(0) {
            return Err(Illegal::RepairFull { target, to });
        }
        self.rested(piece, from)
    }

    /// Whether the machine has its skill.
    fn rested(&self, piece: Piece, from: Square) -> Result<(), Illegal> {
        match self.condition(piece).pause {
            0 => Ok(()),
            turns => Err(Illegal::SkillPaused { piece, from, count: u32::from(turns) }),
        }
    }
}
