//! Things said in one sentence: refusals, mostly.

use super::CupNotice;
use crate::people::{BadClock, ChatId, Occasion};
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
    /// There is no game with this number, or none that whoever asks may see.
    NoSuchGame {
        id: GameId,
    },
    /// They have played no game here that could be meant.
    NoGameYet,
    /// Nobody here is known by this `@name`.
    NobodyCalled {
        name: String,
    },
    /// A copy of a game that somebody else leafs through.
    NotYourCopy {
        id: GameId,
    },
    /// The film was sent a moment ago.
    ShownJustNow,
    /// `/verify` without a record.
    VerifyWhat,
    /// A file that is too large for a record.
    FileTooLarge,
    /// A file that could not be fetched, or is no text.
    FileUnreadable,
    /// A chat that takes no files from the bot.
    NoFiles,
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
    /// Too many commands of all in this group together; likewise.
    SlowDownAll,
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
    /// So has leaving.
    ReallyLeave,
    /// What somebody is told in private from now on, or not any more.
    Telling {
        occasion: Occasion,
        on: bool,
    },
    /// They are to open the private chat before they can be told anything there.
    WriteToMe {
        bot: String,
    },
    /// Their notices were turned off when they blocked the bot.
    NoticesLost,
    /// A clock nobody could play with.
    BadClock {
        why: BadClock,
    },
    Saved,
    /// A move shown as allowed: what to do with it. Never accusing.
    NowLegal {
        mv: Move,
    },
    /// A table of the best in a private chat.
    TopNeedsGroup,
    /// Somebody else's results in a private chat.
    StatsNeedGroup,
    /// `/versus` without a name.
    VersusWhom,
    VersusYourself,
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
    /// A toast, where the bot may not write: why nothing appears.
    CannotWrite,
    /// The same, in private, to somebody who waits for something in that chat.
    CannotWriteIn {
        title: String,
    },
    /// A question that was put to somebody else.
    NotAsked,
    /// No game begins while the host works on the bot: the host's own words.
    Maintenance {
        note: String,
    },
    /// Hints are for games against the AI.
    NoHints,
    /// A game is looked at again when it is over.
    NotOver,
    /// It was over before anybody moved.
    NoMovesToAnalyse,
    /// A game of this chat, or for this person, is being looked at.
    AnalysingHere,
    /// Too many games wait to be looked at.
    AnalysingMuch,
    /// It is done now, and takes a while.
    Analysing,
    /// Something broke on our side; nothing is lost.
    OurFault,
}
