//! What a picker offers, in every game: first which piece, then where to, with a few tempting moves that a rule forbids.

use std::cmp::Reverse;

use super::game::Rules;
use super::illegal::Illegal;
use super::moves::Move;
use super::piece::Animal;
use super::view::{Choice, ChoiceKind};

/// Most forbidden moves shown beside the legal ones.
const FORBIDDEN: usize = 3;

/// The choices after a prefix of a move's notation: nothing, the square of a piece that can move, or a piece in the hand.
pub fn after<R: Rules + ?Sized>(rules: &R, prefix: &str) -> Vec<Choice> {
    if prefix.is_empty() { beginnings(rules) } else { endings(rules, prefix) }
}

/// How a move's notation begins, as far as one choice goes: `a3`, `T@`; a flip is one choice altogether.
fn stem(mv: Move) -> Option<String> {
    match (mv, mv.origin()) {
        (Move::Drop { piece, .. }, _) => Some(format!("{}@", piece.letter())),
        (_, Some(from)) => Some(from.to_string()),
        (_, None) => None,
    }
}

/// Pieces that can move, strongest first, then cards to turn, then pieces in the hand.
fn beginnings<R: Rules + ?Sized>(rules: &R) -> Vec<Choice> {
    let view = rules.view();
    let mut choices: Vec<Choice> = Vec::new();
    for mv in rules.legal_moves() {
        let account = rules.foresee(mv);
        let choice = match stem(mv) {
            Some(prefix) => Choice { prefix, piece: account.piece, square: mv.origin(), kind: ChoiceKind::More },
            None => {
                Choice { prefix: mv.to_string(), piece: None, square: Some(mv.goal()), kind: ChoiceKind::Play(account) }
            }
        };
        if choices.iter().all(|known| known.prefix != choice.prefix) {
            choices.push(choice);
        }
    }
    let strength = |choice: &Choice| {
        let cell = choice.square.and_then(|square| view.cell(square));
        cell.and_then(|cell| cell.strength).or(choice.piece.map(|piece| order(piece.animal)))
    };
    choices.sort_by_key(|choice| {
        let group = match (choice.square, choice.piece) {
            (Some(_), Some(_)) => 0,
            (Some(_), None) => 1,
            (None, _) => 2,
        };
        (group, Reverse(strength(choice)), choice.square)
    });
    choices
}

/// Animals by their usual strength, machines in the order of rule 3.7.
fn order(animal: Animal) -> u8 {
    let machine = Animal::MACHINES.iter().rev().position(|&machine| machine == animal);
    machine.map_or(animal as u8, |place| Animal::ALL.len() as u8 + place as u8)
}

/// Where a piece may go, then the most instructive of the moves it may not make.
fn endings<R: Rules + ?Sized>(rules: &R, prefix: &str) -> Vec<Choice> {
    let legal: Vec<Move> =
        rules.legal_moves().into_iter().filter(|&mv| stem(mv).is_some_and(|stem| stem == prefix)).collect();
    // A prefix that leads nowhere is no piece of this side: nothing tempts there.
    if legal.is_empty() {
        return Vec::new();
    }
    let piece = legal.first().and_then(|&mv| rules.foresee(mv).piece);
    let choice = |mv: Move, kind| Choice { prefix: mv.to_string(), piece, square: Some(mv.goal()), kind };
    let mut forbidden: Vec<(u8, Move, Illegal)> = rules
        .tempting(prefix)
        .into_iter()
        .filter_map(|mv| {
            let why = rules.why_illegal(mv)?;
            Some((instructive(&why)?, mv, why))
        })
        .collect();
    forbidden.sort_by_key(|&(order, mv, _)| (order, mv));
    let forbidden = forbidden.into_iter().take(FORBIDDEN).map(|(_, mv, why)| (mv, ChoiceKind::Forbidden { mv, why }));
    let allowed = legal.iter().map(|&mv| (mv, ChoiceKind::Play(rules.foresee(mv))));
    allowed.chain(forbidden).map(|(mv, kind)| choice(mv, kind)).collect()
}

/// How much is learned from seeing this rule, the best first; `None` for what nobody tries.
const fn instructive(why: &Illegal) -> Option<u8> {
    Some(match why {
        Illegal::JumpBlocked { .. } => 0,
        Illegal::Ban73 { .. } | Illegal::Ban175 { .. } => 1,
        Illegal::ElephantRat { .. } => 3,
        Illegal::RatAshore { .. } => 4,
        Illegal::RatCross { .. } => 5,
        Illegal::TrappedAttack { .. } => 6,
        Illegal::TigerJump { .. } => 7,
        Illegal::TooStrong { .. } => 8,
        Illegal::RatInWater { .. } => 9,
        Illegal::Water { .. } => 10,
        Illegal::OwnDen { .. } => 11,
        Illegal::GameOver { .. }
        | Illegal::EmptySquare { .. }
        | Illegal::NotYourPiece { .. }
        | Illegal::Stay { .. }
        | Illegal::NotInThisGame { .. }
        | Illegal::SeenAlready { .. }
        | Illegal::OffBoard { .. }
        | Illegal::OwnPiece { .. }
        | Illegal::Diagonal { .. }
        | Illegal::TooFar { .. } => return None,
        // A rule of one game only is what its players have to learn.
        _ => 2,
    })
}
