//! Who plays: the seats of a game, and the colors pieces are drawn in.

use std::fmt;
use std::ops::Not;

/// A player's seat: who moves first and who second.
///
/// A seat is not a color: in face-down games the first flip decides which color a seat plays.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seat {
    First,
    Second,
}

impl Seat {
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// 0 for the first seat, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent's seat.
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }
}

impl Not for Seat {
    type Output = Seat;

    fn not(self) -> Seat {
        self.other()
    }
}

/// The color printed on a piece. In the jungle family Red moves first and sits at rank 1.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    Red,
    Blue,
}

impl Color {
    pub const BOTH: [Color; 2] = [Color::Red, Color::Blue];

    /// 0 for Red, 1 for Blue.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The color of a seat where Red moves first.
    pub const fn of(seat: Seat) -> Color {
        match seat {
            Seat::First => Color::Red,
            Seat::Second => Color::Blue,
        }
    }

    /// The seat of a color where Red moves first.
    pub const fn seat(self) -> Seat {
        match self {
            Color::Red => Seat::First,
            Color::Blue => Seat::Second,
        }
    }

    /// The other color.
    pub const fn other(self) -> Color {
        match self {
            Color::Red => Color::Blue,
            Color::Blue => Color::Red,
        }
    }

    /// `red` or `blue`: the word of the engine protocol and of message keys.
    pub const fn name(self) -> &'static str {
        match self {
            Color::Red => "red",
            Color::Blue => "blue",
        }
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        self.other()
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a board is seen: whose side is at the bottom of the picture.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Orientation {
    /// The first seat (Red, rank 1) at the bottom.
    #[default]
    First,
    /// The second seat (Blue, rank 9) at the bottom: both axes turned.
    Second,
}

impl From<Seat> for Orientation {
    fn from(seat: Seat) -> Orientation {
        match seat {
            Seat::First => Orientation::First,
            Seat::Second => Orientation::Second,
        }
    }
}
