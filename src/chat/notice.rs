//! Things said in one sentence: refusals, mostly.

use crate::people::PersonId;
use crate::referee::{GameId, OfferKind, Refusal};
use crate::rules::{Animal, Move, ReadMoveError};

/// One sentence for a person, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    Refused(Refusal),
    /// A typed move that names no move.
    Unreadable {
        text: String,
        error: ReadMoveError,
    },
    /// A typed move that fits several: the buttons under it play one of them at the board's `turn`.
    WhichMove {
        text: String,
        id: GameId,
        turn: u32,
        moves: Vec<Move>,
    },
    /// No game of theirs here.
    NoGameHere,
    /// They play several games here: which one is meant? Answer its board.
    WhichGame,
    /// Nobody has a challenge of theirs to withdraw here.
    NothingToCancel,
    /// A press on something that is not there any more, or that nobody made.
    UnknownButton,
    UnknownCommand {
        command: String,
    },
    BadWord {
        command: &'static str,
        word: String,
    },
    /// An anonymous admin or channel cannot play: switch to your own name.
    NotAPerson,
    ChannelsCannot,
    AdminsOnly,
    /// For groups, or for private chats, only.
    GroupsOnly,
    PrivateOnly,
    /// Too many commands in a minute; said once, then silence.
    SlowDown,
    /// A short yes: what was done. For presses that change something elsewhere than on the board.
    Offered {
        kind: OfferKind,
    },
    Retracted {
        kind: OfferKind,
    },
    Declined {
        kind: OfferKind,
    },
    /// The board was shown anew below.
    BoardBelow,
    /// Press once more to resign.
    ReallyResign,
    Saved,
    /// A move shown as allowed: what to do with it. Never accusing.
    NowLegal {
        mv: Move,
    },
    /// The challenged person has to be in this chat to accept.
    ChallengedBy {
        by: PersonId,
    },
    /// The AI says no to a draw.
    AiDeclines {
        level: Animal,
    },
    /// Challenging oneself or a bot.
    CannotChallenge,
    /// Something broke on our side; nothing is lost.
    OurFault,
}
