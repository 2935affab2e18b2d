//! Why a command is refused: data, never an error.

use super::{GameId, OfferKind};
use crate::people::PersonId;
use crate::rules::{Caution, Illegal, Move, Seat};

/// A command that is not carried out. Nothing has changed; the sentence for people is `refusal-<key>` in the locale files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The board has moved on since the button was made: its [`Game::turn`](super::Game::turn) then, and the turn now.
    Stale { shown: u32, turn: u32 },
    /// Somebody else's turn; the seat that is to move.
    NotYourTurn { to_move: Seat },
    /// Only the two players may do this.
    NotAPlayer,
    /// The rules forbid the move.
    Illegal { mv: Move, why: Illegal },
    /// The move is legal but loses at once: it has to be confirmed.
    Hazard { mv: Move, caution: Caution },
    /// One's time has run out: the flag is about to fall.
    TimeIsOver,
    /// The game has ended.
    Over,
    /// The game has not begun.
    NotStarted,
    /// The challenge is closed or already accepted.
    ChallengeGone,
    /// The author has changed the challenge since its card was shown: look again before joining.
    Rearranged,
    /// One's own challenge cannot be accepted or declined by oneself.
    OwnChallenge,
    /// The challenge is for somebody else.
    NotForYou { by: PersonId },
    /// Only its author may change or withdraw it.
    NotTheAuthor { by: PersonId },
    /// Nothing like that is offered or asked (any more).
    NoSuchOffer,
    /// One's own offer is answered by the opponent.
    OwnOffer { kind: OfferKind },
    /// Only who made an offer may take it back.
    NotYourOffer { kind: OfferKind },
    /// The same offer stands already, one's own or (a takeback) the opponent's.
    AlreadyOffered { kind: OfferKind },
    /// It was offered a moment ago and declined or taken back: again only after a move (a draw: the opponent's),
    /// a rematch not at all, though the opponent may offer it.
    OfferedAlreadyThisPly { kind: OfferKind },
    /// "Really resign?" was asked already and waits for an answer.
    AskedAlready,
    /// "Really resign?" was asked of the opponent, who alone answers it.
    NotAsked,
    /// There is no ply to take back.
    NothingToTakeBack,
    /// A card was turned since, and what everybody has seen is not taken back.
    CardTurned,
    /// A rematch is for a finished game.
    NotOverYet,
    /// A rematch of this game has been arranged already.
    RematchMade,
    /// Only an admin of the chat may do this.
    NotAnAdmin,
    /// The clock's word came too early, or from somebody who is not the clock.
    NotDue,
    /// A limit of one person's open challenges in a chat, checked when it is saved.
    TooManyChallenges { max: usize },
    /// A limit of everybody's open challenges in a chat, likewise.
    TooManyChallengesHere { max: usize },
    /// A limit of running games, checked when it is saved.
    TooManyGames { who: LimitOf, max: usize },
    /// There is no such table (any more).
    NoSuchTable { id: GameId },
}

impl Refusal {
    /// The word of message keys, tests and logs.
    pub const fn key(&self) -> &'static str {
        match self {
            Refusal::Stale { .. } => "stale",
            Refusal::NotYourTurn { .. } => "not-your-turn",
            Refusal::NotAPlayer => "not-a-player",
            Refusal::Illegal { .. } => "illegal",
            Refusal::Hazard { .. } => "hazard",
            Refusal::TimeIsOver => "time-is-over",
            Refusal::Over => "over",
            Refusal::NotStarted => "not-started",
            Refusal::ChallengeGone => "challenge-gone",
            Refusal::Rearranged => "rearranged",
            Refusal::OwnChallenge => "own-challenge",
            Refusal::NotForYou { .. } => "not-for-you",
            Refusal::NotTheAuthor { .. } => "not-the-author",
            Refusal::NoSuchOffer => "no-such-offer",
            Refusal::OwnOffer { .. } => "own-offer",
            Refusal::NotYourOffer { .. } => "not-your-offer",
            Refusal::AlreadyOffered { .. } => "already-offered",
            Refusal::OfferedAlreadyThisPly { .. } => "offered-already-this-ply",
            Refusal::AskedAlready => "asked-already",
            Refusal::NotAsked => "not-asked",
            Refusal::NothingToTakeBack => "nothing-to-take-back",
            Refusal::CardTurned => "card-turned",
            Refusal::NotOverYet => "not-over-yet",
            Refusal::RematchMade => "rematch-made",
            Refusal::NotAnAdmin => "not-an-admin",
            Refusal::NotDue => "not-due",
            Refusal::TooManyChallenges { .. } => "too-many-challenges",
            Refusal::TooManyChallengesHere { .. } => "too-many-challenges-here",
            Refusal::TooManyGames { .. } => "too-many-games",
            Refusal::NoSuchTable { .. } => "no-such-table",
        }
    }
}

/// Whose limit of running games is reached.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum LimitOf {
    Person(PersonId),
    Pair,
    Chat,
}
