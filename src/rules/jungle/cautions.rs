//! What the side to move should know before it moves, and which legal moves it should be asked about once more.

use super::State;
use super::geometry::ALL_TRAPS;
use super::movegen::PackedMove;
use super::options::Violations;
use super::position::seat;
use super::tables::Fight;
use crate::rules::{Caution, Fact, Outcome, Rules, Square};

/// Bans in force, bans the next entry would bring, positions that repetition punishes, and the end of patience near.
pub fn before_moving(state: &State) -> Vec<Caution> {
    if state.end().is_some() {
        return Vec::new();
    }
    let mut cautions = in_force(state);
    cautions.extend(about_to_come(state));
    cautions.extend(state.moves().into_iter().filter_map(|mv| cycle(state, mv)));
    cautions.extend(Caution::quiet_near(state.history().quiet(), state.tables().options().quiet_plies));
    cautions
}

/// Why a legal move loses the game or the animal at once, if it does.
pub fn hazard(state: &State, mv: PackedMove) -> Option<Caution> {
    let (position, tables) = (state.position(), state.tables());
    let us = position.turn();
    if let Some(Outcome::Win(winner)) = state.ruling_after(mv)
        && winner != seat(us)
    {
        return cycle(state, mv);
    }
    let target = position.strength_at(!us, mv.to())?;
    let leaves_nobody = position.animals(us).count() == 1 && position.animals(!us).count() > 1;
    let key = match tables.fight(us, mv.strength(), target, mv.to()) {
        Fight::Lost => "suicide",
        Fight::Shoved => "shoved",
        Fight::Both if leaves_nobody => "last-animal",
        Fight::Takes | Fight::Both => return None,
    };
    let target = ("target", Fact::Piece(tables.piece(!us, target)));
    Some(Caution { key, facts: vec![piece(state, mv), target, square("to", mv.to())] })
}

/// Each move that the board allows and a ban forbids.
fn in_force(state: &State) -> Vec<Caution> {
    let bans = state.bans();
    let banned = state.position().moves(state.tables()).into_iter().filter(|mv| bans.forbid(*mv));
    let caution = |mv: PackedMove| {
        let key = if bans.seven_three.contains(mv.to()) { "ban-7-3" } else { "ban-17-5" };
        Caution { key, facts: vec![piece(state, mv), square("to", mv.to())] }
    };
    banned.map(caution).collect()
}

/// Moves after which a ban would stand that does not stand yet.
fn about_to_come(state: &State) -> Vec<Caution> {
    if state.tables().options().violations == Violations::None {
        return Vec::new();
    }
    let run = state.history().run(state.position().turn());
    let goes_on = |mv: &PackedMove| run.animal() == Some(mv.strength()) && !ALL_TRAPS.contains(mv.to());
    let moves: Vec<PackedMove> = state.moves().into_iter().filter(goes_on).collect();
    let third = moves
        .iter()
        .filter(|mv| run.third_entry(mv.to()))
        .map(|&mv| Caution { key: "ban-7-3-next", facts: vec![piece(state, mv), square("to", mv.to())] });
    let in_force = !state.bans().seventeen_five.is_empty();
    let seventeen = moves
        .iter()
        .find(|mv| !in_force && run.completes_seventeen(mv.to()))
        .map(|&mv| Caution { key: "ban-17-5-next", facts: vec![piece(state, mv), square("from", mv.from())] });
    third.chain(seventeen).collect()
}

/// What repetition would make of this move.
fn cycle(state: &State, mv: PackedMove) -> Option<Caution> {
    let key = match state.ruling_after(mv)? {
        Outcome::Draw => "cycle-draws",
        Outcome::Win(_) => "cycle-loses",
    };
    Some(Caution { key, facts: vec![piece(state, mv), square("from", mv.from()), square("to", mv.to())] })
}

fn piece(state: &State, mv: PackedMove) -> (&'static str, Fact) {
    ("piece", Fact::Piece(state.tables().piece(state.position().turn(), mv.strength())))
}

const fn square(name: &'static str, square: Square) -> (&'static str, Fact) {
    (name, Fact::Square(square))
}
