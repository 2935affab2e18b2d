//! What the dens decide within the next plies, read off the board.
//!
//! An animal on a square before the enemy's den, a door, enters it with its next move, and nothing can stand in its way; it can
//! only be taken: if the door is a trap, by any animal that stands beside it. That settles most games three plies before they end.

use arrayvec::ArrayVec;

use super::ways::DOORS;
use crate::ai::Score;
use crate::rules::jungle::{DENS, Options, Position, TRAPS, Violations};
use crate::rules::{Bitboard, Color};

/// The doors with the squares beside them.
pub struct Dens {
    doors: [ArrayVec<Door, DOORS>; 2],
    /// The same doors as sets.
    squares: [Bitboard; 2],
    /// The doors that no ban keeps an animal from.
    open: [Bitboard; 2],
}

/// A square before a den.
#[derive(Copy, Clone, Debug, Default)]
struct Door {
    square: Bitboard,
    /// From where an animal enters it, or takes what stands in it.
    beside: Bitboard,
}

impl Dens {
    pub fn new(options: &Options) -> Dens {
        let ground = options.ground;
        let squares = DENS.map(|den| doors(options, den));
        let door = |square| Door { square: Bitboard::of(square), beside: ground.neighbors(square) };
        let doors = squares.map(|squares| squares.into_iter().map(door).collect());
        let open = match options.violations {
            Violations::None => squares,
            // No ban is ever on a trap.
            Violations::Both => TRAPS,
        };
        Dens { doors, squares, open }
    }

    /// The squares before the den of a color.
    pub fn doors(&self, color: Color) -> Bitboard {
        self.squares[color.index()]
    }

    /// The enemies who stand before the den of the side to move, about to enter.
    pub fn intruders(&self, position: &Position) -> Bitboard {
        let us = position.turn();
        position.occupied(!us) & self.doors(us)
    }

    /// Whether the side to move enters the den with its next move.
    pub fn enters(&self, position: &Position) -> bool {
        let us = position.turn();
        !(position.occupied(us) & self.doors(!us)).is_empty()
    }

    /// Whether the side that is not to move stands before the other's den.
    pub fn threatens(&self, position: &Position) -> bool {
        !self.intruders(position).is_empty()
    }

    /// What is certain at a node `ply` plies below the root, as long as neither side is out of moves.
    pub fn foresee(&self, position: &Position, ply: usize) -> Option<Score> {
        if self.enters(position) {
            return Some(Score::win_in(ply + 1));
        }
        let us = position.turn();
        let (own, enemies) = (position.occupied(us), position.occupied(!us));
        let intruders = self.intruders(position);
        if !intruders.is_empty() {
            let can_be_taken = |door: &Door| door.square == intruders && !(door.beside & own).is_empty();
            let defended = self.doors[us.index()].iter().any(can_be_taken);
            return if defended { None } else { Some(Score::loss_in(ply + 2)) };
        }
        let open = self.open[us.other().index()] & !enemies;
        let unguarded = |door: &Door| {
            !(door.square & open).is_empty() && (door.beside & enemies).is_empty() && !(door.beside & own).is_empty()
        };
        self.doors[us.other().index()].iter().any(unguarded).then(|| Score::win_in(ply + 3))
    }
}

/// The squares from which an animal steps into a den.
pub fn doors(options: &Options, den: Bitboard) -> Bitboard {
    den.into_iter().fold(Bitboard::EMPTY, |doors, den| doors | options.ground.neighbors(den))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Chance, Dice, Rules, Setup, State};

    /// Whether the side to move wins within so many plies, whatever the other does.
    fn wins(state: &State, plies: i32) -> bool {
        match state.end() {
            Some(end) => end.outcome.winner() == Some(state.to_move()),
            None => plies > 0 && successors(state).any(|next| loses(&next, plies - 1)),
        }
    }

    /// Whether the side to move loses within so many plies, whatever it does.
    fn loses(state: &State, plies: i32) -> bool {
        match state.end() {
            Some(end) => end.outcome.winner() == Some(state.to_move().other()),
            None => plies > 0 && successors(state).all(|next| wins(&next, plies - 1)),
        }
    }

    fn successors(state: &State) -> impl Iterator<Item = State> {
        state.legal_moves().into_iter().map(move |mv| {
            let mut next = state.clone();
            next.play(mv, Chance(0)).expect("a legal move");
            next
        })
    }

    #[test]
    fn what_is_foreseen_comes_about_on_every_ground() {
        let rules = [
            "jungle QuietPlies=0",
            "jungle Equal=stationary;ElephantRat=shoved;TrappedAttack=false;QuietPlies=0",
            "plains QuietPlies=0",
            "fields QuietPlies=0",
            "fields Violations=7-3+17-5;QuietPlies=0",
            "fields Equal=both;ElephantRat=both;TrappedAttack=false;QuietPlies=0",
        ];
        let mut dice = Dice(1);
        for rules in rules {
            let setup: Setup = rules.parse().expect(rules);
            // How often an end after one, two and three plies was foreseen.
            let mut foreseen = [0; 3];
            for _ in 0..60 {
                let mut state = setup.start();
                while state.end().is_none() {
                    let legal = state.legal_moves();
                    state.play(legal[(dice.roll() % legal.len() as u64) as usize], Chance(0)).expect("a legal move");
                    let State::Jungle(game) = &state else { panic!("a game of the family") };
                    let score = Dens::new(game.tables().options()).foresee(game.position(), 0);
                    let Some(plies) = score.and_then(Score::plies_to_end).filter(|_| game.end().is_none()) else {
                        continue;
                    };
                    let comes_about = if plies > 0 { wins(&state, plies) } else { loses(&state, -plies) };
                    assert!(comes_about, "{rules}: {plies} plies in {}", state.fen());
                    foreseen[plies.unsigned_abs() as usize - 1] += 1;
                }
            }
            assert!(foreseen.iter().all(|&times| times >= 10), "{rules}: {foreseen:?}");
        }
    }
}
