//! Things said in one sentence: refusals, mostly.

use super::CupNotice;
use crate::people::ChatId;
use crate::referee::{GameId, OfferKind, Refusal};
use crate::rules::{Move, ReadMoveError};

/// One sentence for a person, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    Refused(Refusal),
    /// About a cup.
    Cup(CupNotice),
    /// A typed move that names no move, or several: the buttons under it play one of those at the board's `turn`.
    Unreadable {
        text: String,
        error: ReadMoveError,
        id: GameId,
        turn: u32,
    },
    /// No game of theirs here; how to begin one depends on the place.
    NoGameHere {
        group: bool,
    },
    /// They play several games here: which one is meant? Answer its board.
    WhichGame,
    /// Several tables stand here: which one is to be closed? Answer it.
    WhichTable,
    /// Closing a game that is being played has to be said twice.
    ReallyClose,
    /// A text in a private chat where no game is being played.
    OnlyMoves,
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
    /// The AI does not talk about a draw so early.
    AiPlaysOn,
    Retracted {
        kind: OfferKind,
    },
    Declined {
        kind: OfferKind,
    },
    /// Resigning has to be confirmed.
    ReallyResign,
    Saved,
    /// A move shown as allowed: what to do with it. Never accusing.
    NowLegal {
        mv: Move,
    },
    /// Challenging oneself or a bot.
    CannotChallenge,
    /// The host lets the bot play in chosen chats, and this one is none of them.
    NotServed {
        chat: ChatId,
    },
    /// To the owner: the bot was added to a chat that is not served.
    TurnedAway {
        chat: ChatId,
        title: String,
    },
    /// No game begins while the host works on the bot: the host's own words.
    Maintenance {
        note: String,
    },
    /// Something broke on our side; nothing is lost.
    OurFault,
}
