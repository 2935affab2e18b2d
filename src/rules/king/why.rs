//! Which rule forbids a move of rule 3.8, and which forbidden moves people think of.

use super::{DENS, State, WATER, across, are_own_side, far_bank, forward, jumped_over, jumps_rivers};
use crate::rules::grid::{DIAGONAL, STRAIGHT};
use crate::rules::{Animal, Bitboard, Illegal, Move, Piece, Rules, Square};

/// Why a move that is not among the legal ones may not be played.
pub fn explain(state: &State, mv: Move) -> Illegal {
    let Move::Go { from, to } = mv else { return Illegal::NotInThisGame {} };
    if state.end().is_some() {
        return Illegal::GameOver {};
    }
    let piece = match state.position.board.mover(state.position.turn, from) {
        Ok(piece) => piece,
        Err(why) => return why,
    };
    if from == to {
        return Illegal::Stay { piece, from };
    }
    if DENS[piece.color.index()].contains(to) {
        return Illegal::OwnDen { piece, to };
    }
    if let Some(target) = state.position.board.own(piece.color, to) {
        return Illegal::OwnPiece { piece, target, to };
    }
    let way = state.ways(piece, from).find(|way| way.to == to);
    way.and_then(|way| state.forbids(piece, from, way)).unwrap_or_else(|| no_way(state, piece, from, to))
}

/// Why no way leads an animal to a square.
fn no_way(state: &State, piece: Piece, from: Square, to: Square) -> Illegal {
    if from.file() != to.file() && from.rank() != to.rank() {
        return off_the_line(state, piece, from, to);
    }
    if WATER.contains(to) && piece.animal != Animal::Rat {
        return Illegal::Water { piece, to };
    }
    let water = Bitboard::between(from, to) & WATER;
    if !water.is_empty() && !WATER.contains(from) && !WATER.contains(to) {
        return over_the_river(state, piece, from, to, water);
    }
    match jumped_over(piece.animal) {
        Some(count) => Illegal::LineJump { piece, from, to, count: count.unsigned_abs().into() },
        None => Illegal::TooFar { piece, from, to },
    }
}

/// Why an animal does not get to a square that is neither on its file nor on its rank.
fn off_the_line(state: &State, piece: Piece, from: Square, to: Square) -> Illegal {
    if piece.animal != Animal::Elephant {
        return Illegal::Diagonal { piece, from, to };
    }
    let over = DIAGONAL.into_iter().find(|&direction| state.position.board.go(from, direction, 2) == Some(to));
    let square = over.and_then(|direction| state.position.board.go(from, direction, 1));
    match square
        .filter(|_| are_own_side(piece.color, from, to))
        .and_then(|square| Some((square, state.position.board.at(square)?)))
    {
        Some((square, target)) => Illegal::LeapBlocked { piece, target, from, to, square },
        None => Illegal::LeapHome { piece, from, to },
    }
}

/// Why an animal does not get over the river.
fn over_the_river(state: &State, piece: Piece, from: Square, to: Square, water: Bitboard) -> Illegal {
    if !jumps_rivers(piece.animal) {
        return Illegal::RiverJumpers { piece, from, to };
    }
    let (files, ranks) = forward(piece.color);
    let mut ahead = std::iter::successors(Some(from), |square| square.offset(files, ranks));
    if !ahead.any(|square| square == to) {
        return Illegal::RiverForward { piece, from, to };
    }
    match far_bank(piece.color, from) {
        None => Illegal::JumpFromBank { piece, from, to },
        Some(bank) if bank != to => Illegal::JumpPastBank { piece, from, to },
        Some(_) => match water.into_iter().find_map(|square| Some((square, state.position.board.at(square)?))) {
            Some((square, rat)) => Illegal::JumpBlocked { piece, from, to, rat, square },
            None => Illegal::TooFar { piece, from, to },
        },
    }
}

/// Where a jump or leap would end: over a river, on a diagonal before it, over animals; whether it can be made or not.
pub fn jumps(state: &State, from: Square) -> Vec<Square> {
    let go = |direction, steps| state.position.board.go(from, direction, steps);
    let Some(piece) = state.position.board.at(from) else { return Vec::new() };
    let rivers = STRAIGHT.into_iter().filter_map(|direction| across(from, direction));
    let lines = STRAIGHT.into_iter().filter_map(|direction| go(direction, jumped_over(piece.animal)? + 1));
    rivers.chain(leaps(state, piece, from)).chain(lines).collect()
}

/// Every neighbor, and the jumps of the animal's own kind that lack nothing but a free way or a square to end on.
pub fn tempting(state: &State, from: Square) -> Vec<Move> {
    let Some(piece) = state.position.board.at(from) else { return Vec::new() };
    let rivers = STRAIGHT.into_iter().filter_map(|direction| across(from, direction));
    let rivers = rivers.filter(|_| jumps_rivers(piece.animal));
    let lines = STRAIGHT.into_iter().filter_map(|direction| state.line_jump(piece, from, direction));
    let steps = state.position.board.beside(from, STRAIGHT);
    steps.chain(rivers).chain(leaps(state, piece, from)).chain(lines).map(|to| Move::Go { from, to }).collect()
}

/// Where an elephant leaps to on its own side of the river, if nothing is in the way.
fn leaps(state: &State, piece: Piece, from: Square) -> impl Iterator<Item = Square> {
    let leaps = DIAGONAL.into_iter().filter_map(move |direction| state.position.board.go(from, direction, 2));
    leaps.filter(move |&to| piece.animal == Animal::Elephant && are_own_side(piece.color, from, to))
}
