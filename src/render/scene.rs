//! What a picture shows, as data.

use super::balance::Balance;
use super::chart::Chart;
use super::scoreboard::Scoreboard;
use crate::rules::{Choice, ChoiceKind, Manner, Move, Orientation, Piece, Seat, Square, View};

/// Anything that can be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Picture {
    Board(Box<Scene>),
    Chart(Chart),
    Balance(Balance),
    Scoreboard(Scoreboard),
}

impl From<Scene> for Picture {
    fn from(scene: Scene) -> Picture {
        Picture::Board(Box::new(scene))
    }
}

impl From<Chart> for Picture {
    fn from(chart: Chart) -> Picture {
        Picture::Chart(chart)
    }
}

impl From<Balance> for Picture {
    fn from(balance: Balance) -> Picture {
        Picture::Balance(balance)
    }
}

impl From<Scoreboard> for Picture {
    fn from(scoreboard: Scoreboard) -> Picture {
        Picture::Scoreboard(scoreboard)
    }
}

/// A board picture: equal scenes are the same picture.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scene {
    pub view: View,
    pub orientation: Orientation,
    pub theme: Theme,
    /// Where the last mover came from and went; the same square twice for a card turned or an animal put down.
    pub last: Option<(Square, Square)>,
    /// The animal being picked.
    pub chosen: Option<Square>,
    /// The animal being picked in a hand, and whose hand it is.
    pub held: Option<(Seat, Piece)>,
    /// Where it may go.
    pub targets: Vec<Target>,
    /// Squares a rule forbids, worth a cross.
    pub forbidden: Vec<Square>,
    /// Moves to look at, drawn over everything else in this order.
    pub arrows: Vec<Arrow>,
}

impl Scene {
    /// A board with no marks.
    pub fn plain(view: View, orientation: Orientation, theme: Theme) -> Scene {
        Scene {
            view,
            orientation,
            theme,
            last: None,
            chosen: None,
            held: None,
            targets: Vec::new(),
            forbidden: Vec::new(),
            arrows: Vec::new(),
        }
    }
}

/// A move drawn on the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// From where over which squares to where; the one square of a card turned or a piece put down.
    pub squares: Vec<Square>,
    pub advice: Advice,
}

/// What an arrow says about its move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Advice {
    /// It was played: yellow, with dashes.
    Played,
    /// It is (or would have been) a better one: white.
    Better,
}

impl Arrow {
    pub fn of(mv: Move, advice: Advice) -> Arrow {
        let squares = match mv {
            Move::Sweep(path) => path.to_vec(),
            mv => mv.origin().filter(|&from| from != mv.goal()).into_iter().chain([mv.goal()]).collect(),
        };
        Arrow { squares, advice }
    }
}

/// A destination of the chosen animal.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target {
    pub square: Square,
    /// Over a river or over animals, in a straight line: the squares between are marked too.
    pub jump: bool,
    /// Something is taken there.
    pub capture: bool,
}

impl Target {
    /// What this choice would reach, if it completes a move: where the piece goes, and what it takes elsewhere.
    pub fn of(choice: &Choice) -> Vec<Target> {
        let ChoiceKind::Play(account) = &choice.kind else { return Vec::new() };
        let there = |square| account.removed.iter().any(|removed| removed.square == square);
        let struck = matches!(account.manner, Manner::Strike | Manner::Trade);
        let goal =
            Target { square: account.to, jump: account.manner == Manner::Jump, capture: struck || there(account.to) };
        let elsewhere = account.removed.iter().filter(|removed| !removed.own && removed.square != account.to);
        let elsewhere = elsewhere.map(|removed| Target { square: removed.square, jump: false, capture: true });
        std::iter::once(goal).chain(elsewhere).collect()
    }
}

/// The look of the pieces.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// Animal faces with a small character and the strength.
    #[default]
    Faces,
    /// Large Chinese characters, for those who read them.
    Characters,
}

impl Theme {
    pub const ALL: [Theme; 2] = [Theme::Faces, Theme::Characters];

    /// The word of the command line, records and settings.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Faces => "faces",
            Theme::Characters => "characters",
        }
    }

    /// The theme with this word.
    pub fn from_name(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }
}
