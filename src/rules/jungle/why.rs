//! Which rule forbids a move: the questions a referee asks, in the order in which an answer helps most.

use super::State;
use super::geometry::{DENS, Ground, RIVERS};
use super::tables::Strength;
use crate::rules::{Bitboard, Color, Illegal, Move, Piece, Rules, Square};

/// Why a move that is not among the legal ones may not be played.
pub fn explain(state: &State, mv: Move) -> Illegal {
    let Move::Go { from, to } = mv else { return Illegal::NotInThisGame {} };
    let (position, tables) = (state.position(), state.tables());
    let us = position.turn();
    if state.end().is_some() {
        return Illegal::GameOver {};
    }
    let (strength, piece) = match position.at(from) {
        None => return Illegal::EmptySquare { from },
        Some((color, strength)) if color != us => {
            return Illegal::NotYourPiece { piece: tables.piece(color, strength), from };
        }
        Some((_, strength)) => (strength, tables.piece(us, strength)),
    };
    if from == to {
        return Illegal::Stay { piece, from };
    }
    if DENS[us.index()].contains(to) {
        return Illegal::OwnDen { piece, to };
    }
    if let Some(own) = position.strength_at(us, to) {
        return Illegal::OwnPiece { piece, target: tables.piece(us, own), to };
    }
    let attempt = Attempt { state, us, strength, piece, from, to };
    attempt.way().or_else(|| attempt.attack()).unwrap_or_else(|| attempt.ban())
}

/// A move of one's own animal to a square that is not one's own.
struct Attempt<'a> {
    state: &'a State,
    us: Color,
    strength: Strength,
    piece: Piece,
    from: Square,
    to: Square,
}

impl Attempt<'_> {
    /// Why the animal cannot get there, whoever stands there.
    fn way(&self) -> Option<Illegal> {
        let &Attempt { strength, piece, from, to, .. } = self;
        let swims = strength == Strength::RAT;
        let ground = self.ground();
        let step = ground.neighbors(from).contains(to);
        if !step && ground != Ground::Fields && from.file() != to.file() && from.rank() != to.rank() {
            return Some(Illegal::Diagonal { piece, from, to });
        }
        if ground.water().contains(to) && !swims {
            return Some(match self.enemy() {
                Some((_, target)) => Illegal::RatInWater { piece, target, to },
                None => Illegal::Water { piece, to },
            });
        }
        if step { None } else { self.jump() }
    }

    /// Why the animal cannot go straight over the squares between.
    fn jump(&self) -> Option<Illegal> {
        let &Attempt { strength, piece, from, to, .. } = self;
        let water = self.ground().water();
        let between = Bitboard::between(from, to);
        let crossed = between & water;
        if crossed.is_empty() || water.contains(from) || water.contains(to) {
            return Some(Illegal::TooFar { piece, from, to });
        }
        let Some(jumper) = strength.jumper() else { return Some(Illegal::CannotJump { piece, from, to }) };
        if RIVERS.into_iter().all(|river| !(crossed & river).is_empty()) {
            return Some(Illegal::JumpTwoRivers { piece, from, to });
        }
        if crossed != between {
            let on_bank = !(self.ground().neighbors(from) & crossed).is_empty();
            return Some(match on_bank {
                false => Illegal::JumpFromBank { piece, from, to },
                true => Illegal::JumpPastBank { piece, from, to },
            });
        }
        let lands = self.state.tables().jumps(jumper, from.index() as u8).iter().any(|jump| jump.landing.contains(to));
        if !lands {
            return Some(Illegal::TigerJump { piece, from, to });
        }
        let (rat, square) = self.blocker(crossed)?;
        Some(Illegal::JumpBlocked { piece, from, to, rat, square })
    }

    /// The rat that blocks a jump over this water.
    fn blocker(&self, crossed: Bitboard) -> Option<(Piece, Square)> {
        let (position, tables) = (self.state.position(), self.state.tables());
        let rat = |color| position.square_of(color, Strength::RAT).filter(|&square| crossed.contains(square));
        let own = || rat(self.us).filter(|&square| !tables.own_blockers(Bitboard::of(square)).is_empty());
        rat(!self.us)
            .map(|square| (tables.piece(!self.us, Strength::RAT), square))
            .or_else(|| own().map(|square| (tables.piece(self.us, Strength::RAT), square)))
    }

    /// Why the animal may not attack the enemy there.
    fn attack(&self) -> Option<Illegal> {
        let &Attempt { us, strength, piece, from, to, .. } = self;
        let tables = self.state.tables();
        let (enemy, target) = self.enemy()?;
        if !tables.may_attack_from(us, from) {
            return Some(Illegal::TrappedAttack { piece, target, from, to });
        }
        if tables.may_attack(us, strength, enemy, from, to) {
            return None;
        }
        Some(match (strength, enemy) {
            (Strength::ELEPHANT, Strength::RAT) => Illegal::ElephantRat { piece, target, to },
            (Strength::RAT, Strength::RAT) => Illegal::RatCross { piece, target, from, to },
            (Strength::RAT, Strength::ELEPHANT) => Illegal::RatAshore { piece, target, from, to },
            _ => Illegal::TooStrong { piece, target, to },
        })
    }

    /// The ban on a move that the board allows.
    fn ban(&self) -> Illegal {
        let &Attempt { us, piece, to, .. } = self;
        let bans = self.state.bans();
        if bans.seven_three.contains(to) {
            let count = self.state.history().run(us).recent_entries(to) as u32;
            Illegal::Ban73 { piece, to, count }
        } else {
            Illegal::Ban175 { piece, to, count: bans.seventeen_five.count() }
        }
    }

    fn ground(&self) -> Ground {
        self.state.tables().options().ground
    }

    /// The enemy on the target.
    fn enemy(&self) -> Option<(Strength, Piece)> {
        let strength = self.state.position().strength_at(!self.us, self.to)?;
        Some((strength, self.state.tables().piece(!self.us, strength)))
    }
}
