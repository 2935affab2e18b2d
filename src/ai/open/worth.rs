//! What a position is worth, per game as data: pieces, the way to the den, the reach of machines, squares held.

use crate::ai::Score;
use crate::rules::{Account, Animal, Cell, Color, Piece, Rules, Seat, Square, Terrain, Variant, View};

/// What counts in a game, in the units of [`Score`] (an animal is about 100).
#[derive(Copy, Clone, Debug)]
pub struct Worth {
    /// A piece, and what each point of its strength adds.
    piece: i32,
    strength: i32,
    /// The rat, which takes the elephant.
    rat: i32,
    /// What a piece in the hand is worth of one on the board, in hundredths.
    hand: i32,
    /// Each square nearer to the enemy's den: any piece, the nearest one, the king.
    approach: i32,
    nearest: i32,
    king: i32,
    /// A hit point, a square held, a machine that is strengthened.
    health: i32,
    square: i32,
    strengthened: i32,
    /// Standing in the middle of the board, for each square nearer.
    middle: i32,
}

const NOTHING: Worth = Worth {
    piece: 100,
    strength: 0,
    rat: 0,
    hand: 0,
    approach: 0,
    nearest: 0,
    king: 0,
    health: 0,
    square: 0,
    strengthened: 0,
    middle: 0,
};

impl Worth {
    /// What counts in this game.
    pub const fn of(variant: Variant) -> Worth {
        match variant {
            Variant::Flip => Worth { piece: 40, strength: 22, rat: 80, middle: 2, ..NOTHING },
            Variant::Dalian => Worth { piece: 60, strength: 15, rat: 40, hand: 95, middle: 2, ..NOTHING },
            // Seven taken win, whichever they are: strength is a means only.
            Variant::Pet => Worth { piece: 110, strength: 9, rat: 30, middle: 3, ..NOTHING },
            Variant::Primitive => Worth { piece: 120, middle: 3, ..NOTHING },
            Variant::Pattern => Worth { piece: 90, approach: 2, nearest: 14, ..NOTHING },
            Variant::King => Worth { piece: 50, strength: 12, rat: 40, king: 16, approach: 1, ..NOTHING },
            Variant::Mecha => {
                Worth { piece: 80, health: 14, square: 7, strengthened: 8, middle: 2, hand: 100, ..NOTHING }
            }
            // The 7×9 family has a search and an evaluation of its own.
            Variant::Jungle | Variant::Plains | Variant::Fields => NOTHING,
        }
    }

    /// What the side that moves gains at once by a move: what it takes less what it loses, hits and repairs.
    pub fn gain(&self, account: &Account) -> i32 {
        let removed = account.removed.iter().map(|gone| {
            let worth = self.of_piece(gone.piece);
            if gone.own { -worth } else { worth }
        });
        let changed = account.changed.iter().map(|changed| {
            let points = i32::from(changed.points) * self.health;
            if changed.own { points } else { -points }
        });
        let den = if account.den { 10_000 } else { 0 };
        removed.chain(changed).sum::<i32>() + den
    }

    /// A piece wherever it is.
    fn of_piece(&self, piece: Piece) -> i32 {
        let strength = match piece.animal {
            Animal::Rat => return self.piece + self.strength + self.rat,
            // Its loss is the end of the game, so it is no matter of the balance.
            Animal::King => return 0,
            animal => animal as i32 + 1,
        };
        self.piece + self.strength * strength.min(8)
    }
}

/// What a position that is not the end is worth to the side to move.
pub fn evaluate<R: Rules>(state: &R, worth: &Worth) -> Score {
    let view = state.view();
    let Some(us) = state.color_of(state.to_move()) else { return Score::DRAW };
    let side = |color: Color| side(&view, worth, color) + hand(state, &view, worth, color);
    let unseen: i32 = state.unseen().into_iter().map(|piece| signed(worth.of_piece(piece), piece.color == us)).sum();
    Score::estimate(side(us) - side(us.other()) + unseen)
}

const fn signed(value: i32, own: bool) -> i32 {
    if own { value } else { -value }
}

/// What a side has on the board.
fn side(view: &View, worth: &Worth, color: Color) -> i32 {
    let den = view.squares().find(|&square| view.terrain(square) == Terrain::Den(color.other()));
    let mut sum = worth.square * view.control[color.index()].count() as i32;
    let mut nearest = None;
    for square in view.squares() {
        let Some(cell) = view.cell(square).filter(|cell| cell.owner == color) else { continue };
        sum += standing(view, worth, &cell, square);
        let Some(way) = den.map(|den| distance(square, den)) else { continue };
        let step = if cell.piece.animal == Animal::King { worth.king } else { worth.approach };
        sum -= step * way;
        nearest = Some(nearest.unwrap_or(way).min(way));
    }
    sum - worth.nearest * nearest.unwrap_or(0)
}

/// What a piece on the board is worth where it stands.
fn standing(view: &View, worth: &Worth, cell: &Cell, square: Square) -> i32 {
    let machine = cell.machine.map_or(0, |machine| {
        worth.health * i32::from(machine.health) + if machine.strengthened { worth.strengthened } else { 0 }
    });
    // Twice the distance from the middle, so that boards with an even number of files have one.
    let off = |at: u8, size: u8| (2 * i32::from(at) + 1 - i32::from(size)).abs();
    let off_middle = off(square.file(), view.files) + off(square.rank(), view.ranks);
    // In a trap it can be taken by anybody.
    let weakened = if cell.weakened { worth.piece / 4 } else { 0 };
    worth.of_piece(cell.piece) + machine - weakened - worth.middle * off_middle / 2
}

/// What a side has in its hand.
fn hand<R: Rules>(state: &R, view: &View, worth: &Worth, color: Color) -> i32 {
    let Some(hands) = &view.hands else { return 0 };
    let seat = Seat::BOTH.into_iter().find(|&seat| state.color_of(seat) == Some(color));
    let Some(seat) = seat else { return 0 };
    hands[seat.index()].iter().map(|&piece| worth.of_piece(piece) * worth.hand / 100).sum()
}

/// Steps between two squares along files and ranks.
fn distance(from: Square, to: Square) -> i32 {
    i32::from(from.file().abs_diff(to.file())) + i32::from(from.rank().abs_diff(to.rank()))
}
