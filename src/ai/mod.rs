//! Chooses moves: a search for every variant, and the levels named by the animals.

use crate::rules::{Animal, Chance, Move, Seat, State};

/// The move the AI plays at this level, or `None` when the game is over. Takes at most about a second; run it off the async threads.
pub fn choose(state: &State, level: Animal, chance: Chance) -> Option<Move> {
    let _ = (state, level, chance);
    todo!()
}

/// Whether the AI on this seat takes a draw: it does when it does not think itself better.
pub fn accepts_draw(state: &State, seat: Seat, level: Animal) -> bool {
    let _ = (state, seat, level);
    todo!()
}
