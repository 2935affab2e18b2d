//! What a picker offers: first which animal, then where to, with a few tempting moves that a rule forbids.

use super::State;
use super::geometry::{self, DIRECTIONS, WATER};
use super::state::manner;
use super::tables::Strength;
use crate::rules::{Bitboard, Choice, ChoiceKind, Illegal, Move, Rules, Square};

/// Most forbidden moves shown beside the legal ones.
const FORBIDDEN: usize = 3;

/// The choices after a prefix of a move's notation: nothing, or the square of one's own animal.
pub fn after(state: &State, prefix: &str) -> Vec<Choice> {
    if state.end().is_some() {
        return Vec::new();
    }
    if prefix.is_empty() {
        return animals(state);
    }
    let Ok(from) = prefix.parse::<Square>() else { return Vec::new() };
    match state.position().strength_at(state.position().turn(), from) {
        Some(strength) => destinations(state, strength, from),
        None => Vec::new(),
    }
}

/// The animals that can move, strongest first.
fn animals(state: &State) -> Vec<Choice> {
    let (us, moves) = (state.position().turn(), state.moves());
    let choice = |(strength, square): (Strength, Square)| Choice {
        prefix: square.to_string(),
        piece: state.tables().piece(us, strength),
        square,
        kind: ChoiceKind::More,
    };
    let can_move = |(strength, _): &(Strength, Square)| moves.iter().any(|mv| mv.strength() == *strength);
    state.position().animals(us).rev().filter(can_move).map(choice).collect()
}

/// Where an animal may go, then the most instructive of the moves it may not make.
fn destinations(state: &State, strength: Strength, from: Square) -> Vec<Choice> {
    let piece = state.tables().piece(state.position().turn(), strength);
    let choice = |to: Square, kind| Choice { prefix: format!("{from}{to}"), piece, square: to, kind };
    let moves = state.moves();
    let legal = moves
        .into_iter()
        .filter(|mv| mv.strength() == strength)
        .map(|mv| choice(mv.to(), ChoiceKind::Play { mv: mv.into(), manner: manner(mv), takes: state.removed(mv) }));
    let mut forbidden: Vec<(u8, Square, Illegal)> = tempting(strength, from)
        .into_iter()
        .filter_map(|to| {
            let why = state.why_illegal(Move::Go { from, to })?;
            Some((instructive(&why)?, to, why))
        })
        .collect();
    forbidden.sort_by_key(|&(order, to, _)| (order, to));
    let forbidden = forbidden
        .into_iter()
        .take(FORBIDDEN)
        .map(|(_, to, why)| choice(to, ChoiceKind::Forbidden { mv: Move::Go { from, to }, why }));
    legal.chain(forbidden).collect()
}

/// The squares a person may think of: one step away, or for a jumper on the bank the far bank instead of the water.
fn tempting(strength: Strength, from: Square) -> Bitboard {
    let mut squares = geometry::neighbors(from);
    if strength.jumper().is_some() {
        squares = squares & !WATER;
        let jumps = DIRECTIONS.into_iter().filter_map(|direction| geometry::jump(from, direction));
        jumps.for_each(|jump| squares |= jump.landing);
    }
    squares
}

/// How much is learned from seeing this rule, the best first; `None` for what nobody tries.
const fn instructive(why: &Illegal) -> Option<u8> {
    Some(match why {
        Illegal::JumpBlocked { .. } => 0,
        Illegal::Ban73 { .. } | Illegal::Ban175 { .. } => 1,
        Illegal::ElephantRat { .. } => 2,
        Illegal::RatAshore { .. } => 3,
        Illegal::RatCross { .. } => 4,
        Illegal::TrappedAttack { .. } => 5,
        Illegal::TigerJump { .. } => 6,
        Illegal::TooStrong { .. } => 7,
        Illegal::RatInWater { .. } => 8,
        Illegal::Water { .. } => 9,
        Illegal::OwnDen { .. } => 10,
        _ => return None,
    })
}
