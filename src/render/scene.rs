//! What a picture shows, as data.

use crate::people::Theme;
use crate::rules::{Orientation, Square, View};

/// A board picture: equal scenes are the same picture.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scene {
    pub view: View,
    pub orientation: Orientation,
    pub theme: Theme,
    /// Where the last mover came from and went.
    pub last: Option<(Square, Square)>,
    /// The animal being picked.
    pub chosen: Option<Square>,
    /// Where it may go.
    pub targets: Vec<Target>,
    /// Squares a rule forbids, worth a cross.
    pub forbidden: Vec<Square>,
}

/// A destination of the chosen animal.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    pub square: Square,
    /// Over a river: the squares between are marked too.
    pub jump: bool,
    /// Something is taken there.
    pub capture: bool,
}
