//! Who plays.

use crate::people::PersonId;
use crate::rules::Animal;

/// Who sits on a seat.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    Person(PersonId),
    /// The bot's AI at the level named by this animal.
    Ai(Animal),
}
