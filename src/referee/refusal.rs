//! Why a command is refused: data, never an error.

use super::{GameId, OfferKind};
use crate::people::PersonId;
use crate::rules::{Caution, Illegal, Move, Seat};

/// A command that is not carried out. Nothing has changed; the sentence for people is `refusal-<key>` in the locale files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The board has moved on since the button was made: `at_ply` is what it showed, `ply` is now.
    Stale { at_ply: u32, ply: u32 },
    /// Somebody else's turn; the seat that is to move.
    NotYourTurn { to_move: Seat },
    /// Only the two players may do this.
    NotAPlayer,
    /// The rules forbid the move.
    Illegal { mv: Move, why: Illegal },
    /// The move is legal but loses at once: it has to be confirmed.
    Hazard { mv: Move, caution: Caution },
    /// The game has ended.
    Over,
    /// The game has not begun.
    NotStarted,
    /// The challenge is closed or already accepted.
    ChallengeGone,
    /// One's own challenge cannot be accepted or declined by oneself.
    OwnChallenge,
    /// The challenge is for somebody else.
    NotForYou { by: PersonId },
    /// Only its author may change or withdraw it.
    NotTheAuthor { by: PersonId },
    /// Nothing like that is offered (any more).
    NoSuchOffer,
    /// One's own offer is answered by the opponent.
    OwnOffer { kind: OfferKind },
    /// The same offer stands already.
    AlreadyOffered { kind: OfferKind },
    /// A draw was offered a moment ago in this position: once a ply is enough.
    OfferedAlreadyThisPly { kind: OfferKind },
    /// There is no ply to take back.
    NothingToTakeBack,
    /// A rematch is for a finished game.
    NotOverYet,
    /// A rematch of this game has been arranged already.
    RematchMade,
    /// Only an admin of the chat may do this.
    NotAnAdmin,
    /// A limit of open challenges, checked when it is saved.
    TooManyChallenges { max: usize },
    /// A limit of running games, checked when it is saved.
    TooManyGames { who: LimitOf, max: usize },
    /// There is no such table (any more).
    NoSuchTable { id: GameId },
}

/// Whose limit of running games is reached.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum LimitOf {
    Person(PersonId),
    Pair,
    Chat,
}
