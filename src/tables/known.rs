//! What a table says of a position.

use std::fmt;

/// Who wins, for the side to move, if both play their best.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    Loss,
    Draw,
    Win,
}

impl Wdl {
    /// The same for the other side.
    pub const fn turned(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wdl::Loss => "loss",
            Wdl::Draw => "draw",
            Wdl::Win => "win",
        })
    }
}

/// The distance to the end in plies, if the winner hurries and the loser delays.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dtw(pub u16);

impl fmt::Display for Dtw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a table says of a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Known {
    pub wdl: Wdl,
    /// `None` for a draw, and where the table has no distances.
    pub dtw: Option<Dtw>,
}

impl Known {
    /// How good it is for the side to move: a quick win first, then one without a distance; a quick loss last.
    pub fn merit(self) -> i32 {
        let plies = i32::from(self.dtw.map_or(u16::MAX, |dtw| dtw.0));
        match self.wdl {
            Wdl::Win => i32::MAX - plies,
            Wdl::Draw => 0,
            Wdl::Loss => plies - i32::MAX,
        }
    }
}

impl fmt::Display for Known {
    /// `win in 33`, `loss`, `draw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.dtw {
            Some(plies) => write!(f, "{} in {plies}", self.wdl),
            None => write!(f, "{}", self.wdl),
        }
    }
}

/// What is known of a position while tables are made, in 16 bits: 0 for a draw, then loss in 0, win in 0, loss in 1, ….
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub u16);

impl Value {
    pub const DRAW: Value = Value(0);

    pub const fn win(plies: u16) -> Value {
        Value(2 * plies + 2)
    }

    pub const fn loss(plies: u16) -> Value {
        Value(2 * plies + 1)
    }

    pub const fn wdl(self) -> Wdl {
        match self.0 {
            0 => Wdl::Draw,
            odd if odd % 2 == 1 => Wdl::Loss,
            _ => Wdl::Win,
        }
    }

    /// The plies to the end, 0 for a draw.
    pub const fn plies(self) -> u16 {
        self.0.saturating_sub(1) / 2
    }

    /// What a move that leads to this value is worth to who makes it.
    pub const fn before(self) -> Value {
        match self.wdl() {
            Wdl::Draw => Value::DRAW,
            Wdl::Loss => Value::win(self.plies() + 1),
            Wdl::Win => Value::loss(self.plies() + 1),
        }
    }

    /// This without its distance.
    pub const fn without_distance(self) -> Value {
        match self.wdl() {
            Wdl::Draw => Value::DRAW,
            Wdl::Loss => Value::loss(0),
            Wdl::Win => Value::win(0),
        }
    }

    /// As a table with distances or without tells it.
    pub fn known(self, distances: bool) -> Known {
        let wdl = self.wdl();
        Known { wdl, dtw: (distances && wdl != Wdl::Draw).then_some(Dtw(self.plies())) }
    }

    /// How good it is for the side to move: a quick win first, a quick loss last.
    pub const fn merit(self) -> i32 {
        match self.wdl() {
            Wdl::Draw => 0,
            Wdl::Win => i32::MAX - self.plies() as i32,
            Wdl::Loss => self.plies() as i32 - i32::MAX,
        }
    }
}
