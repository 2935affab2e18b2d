//! Offers between the players: draw, takeback, rematch. Each has a number, so that a button can never accept another one.

use crate::rules::Seat;

/// An offer's number within its table, counted from 1.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OfferId(pub u32);

/// What is offered.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum OfferKind {
    Draw,
    Takeback,
    Rematch,
}

/// An offer waiting for the opponent.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Offer {
    pub id: OfferId,
    pub kind: OfferKind,
    pub by: Seat,
    /// Plies played when it was made; a draw or takeback lapses with the next ply.
    pub at_ply: u32,
}
