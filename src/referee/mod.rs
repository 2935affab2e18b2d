//! One table as a state machine: a command goes in, progress or a refusal comes out. Pure: time and chance are arguments.
//!
//! A [`Table`] is a game's whole life in one place: the challenge, the game, its end.
//!
//! ```text
//!           Arrange
//!            ┌──┐
//!            ▼  │
//!   ───────► Open ────── Join ──────► Game ◄─────────── against the AI, on one phone, a rematch
//!              │                       │  ▲
//!              │ Decline               │  │ Play (the rules let it go on)
//!              │ Withdraw              ├──┤ Offer, Answer, Retract: draw, takeback
//!              │ Expire                │  │ Resign, Leave (asked once more), KeepPlaying
//!              │ Void                  │  │ Expire: that question is over, a reminder, a turn passed
//!              │                       │  └──
//!              │                       │ Play (the rules end it), a draw agreed, Resign or Leave confirmed,
//!              ▼                       │ Expire (a flag, a dead game), Void
//!           Closed                     ▼
//!                                 Game with a finish ── Offer(Rematch) accepted ──► the draft of another table
//! ```
//!
//! Nothing leads out of `Closed`, and a finish is never changed.

mod challenge;
mod game;
mod offer;
mod record;
mod refusal;
mod table;
mod time;

pub use challenge::{Challenge, Draft, Sides, Target};
pub use game::{Farewell, Finish, Game, GameFault};
pub use offer::{Offer, OfferId, OfferKind};
pub use refusal::{LimitOf, Refusal};

pub use crate::book::{GameId, Player};

use crate::book::TimeControl;
use crate::people::{Limits, Night, PersonId, Place, Time};
use crate::rules::{Account, Chance, End, Move, Outcome, Seat, Setup};

/// One game in one place, from the challenge to the end.
#[derive(Clone, Debug)]
pub struct Table {
    pub id: GameId,
    pub place: Place,
    pub stage: Stage,
}

/// How far a table has come.
#[derive(Clone, Debug)]
pub enum Stage {
    /// Waiting for an opponent.
    Open(Challenge),
    /// Being played, or played to its end (`Game::finish`).
    Game(Box<Game>),
    /// The challenge came to nothing.
    Closed { challenge: Challenge, why: Closed },
}

/// Why a challenge came to nothing.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Closed {
    Withdrawn,
    Declined,
    Expired,
    /// An admin closed it.
    Voided,
}

/// Who sends a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A person; `admin` if they administer the chat.
    Person { id: PersonId, username: Option<String>, admin: bool },
    /// An admin who acts as the chat itself: nobody knows which one, so they can close a table and nothing else.
    AnonymousAdmin,
    /// The AI on this seat: it comes through the same door.
    Ai(Seat),
    /// Time itself: challenges and questions that expire, flags, reminders, dead games.
    Clock,
    /// The cup a game belongs to, which has decided.
    Cup,
}

/// What somebody wants of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// The author changes who sits where, by which rules and with which clock, while the challenge is open.
    Arrange { sides: Sides, setup: Setup, clock: TimeControl },
    /// Take the free seat of a challenge, as it was arranged when its card was shown ([`Challenge::arranged`]).
    Join { arranged: u32 },
    /// The challenged person says no.
    Decline,
    /// The author takes the challenge back.
    Withdraw,
    /// Something is due (clock only): the time of a challenge, or [`Game::due`].
    Expire,
    /// Play a move; `turn` is [`Game::turn`] of the board that was shown, `sure` confirms a hazard (the AI is always sure).
    Play { turn: u32, mv: Move, sure: bool },
    /// Offer a draw, ask to take a ply back, offer a rematch.
    Offer(OfferKind),
    /// Answer the opponent's offer. Offering the same draw or rematch oneself accepts it too.
    Answer { offer: OfferId, accept: bool },
    /// Take one's own offer back.
    Retract { offer: OfferId },
    /// Resign: "Really resign?" is asked, and `sure` confirms that while it stands. One who is not sure only asks.
    Resign { sure: bool },
    /// Leave the game for good, which is worse than resigning: asked once more in the same way.
    Leave { sure: bool },
    /// Change one's mind about resigning or leaving.
    KeepPlaying,
    /// An admin ends a dead game without a result for anybody, or closes a challenge.
    Void,
    /// The game's cup has decided it (cup only); `None`: nobody gets anything.
    Adjudicate { outcome: Option<Outcome> },
    /// Who sits where (cup only): one person, or several who move in turn, by seat.
    Reseat { crews: [Vec<PersonId>; 2] },
    /// Stops the clock until it is to run again (cup only).
    StopClock { stop: bool },
    /// Adds to what a side has left, or takes from it, in milliseconds (cup only).
    AdjustClock { seat: Seat, millis: i64 },
}

/// What a command changed, for telling and showing it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Arranged,
    Started,
    Closed(Closed),
    Moved(Account),
    /// The opponent may answer now.
    Offered(Offer),
    Retracted(Offer),
    Declined(Offer),
    /// Followed by what it brings about: `Ended`, `TakenBack` or `Rematch`. Where nobody has to be asked, nothing was `Offered` before.
    Accepted(Offer),
    /// An offer nobody answered fell away because the game went on. When a game ends, its offers go without a word.
    Lapsed(Offer),
    /// So many plies were taken back.
    TakenBack {
        plies: u32,
    },
    /// "Really resign?" or "Really leave?" stands for a while.
    ResignAsked(Farewell),
    ResignDropped {
        seat: Seat,
    },
    /// The time of this side runs out soon.
    Reminded {
        seat: Seat,
    },
    /// It has run out for the so-manieth time, and the referee did what `Moved` tells next.
    TimeOut {
        seat: Seat,
        count: u8,
    },
    /// Nobody has moved for so long that the game will be adjudicated soon; this side is to move.
    Warned {
        seat: Seat,
    },
    Ended(End),
    /// Nobody has moved for too long: closed without a result.
    Forgotten,
    Voided {
        /// `None`: an anonymous admin.
        by: Option<PersonId>,
    },
    /// Both want another game: the draft of the next table, sides swapped.
    Rematch(Draft),
    /// Somebody else plays on.
    Reseated,
    /// The clock was stopped, started again, or corrected.
    ClockSet,
}

/// A table after a command, and what happened.
#[derive(Clone, Debug)]
pub struct Progress {
    pub table: Table,
    pub events: Vec<Event>,
}

/// Time, chance and the host's limits, as every command sees them.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    pub now: Time,
    /// When the command was given, as far as anybody knows: `now` or earlier. It decides whether a move was in time.
    pub sent: Time,
    pub chance: Chance,
    pub limits: &'a Limits,
    /// The nights of the people at the table who have set one.
    pub nights: &'a [(PersonId, Night)],
}

impl<'a> Moment<'a> {
    /// A command that is carried out as soon as it is given, at a table where nobody has set a night.
    pub fn new(now: Time, chance: Chance, limits: &'a Limits) -> Moment<'a> {
        Moment { now, sent: now, chance, limits, nights: &[] }
    }
}

impl Table {
    /// An open challenge.
    pub fn challenge(id: GameId, place: Place, challenge: Challenge) -> Table {
        Table { id, place, stage: Stage::Open(challenge) }
    }

    /// A game that starts at once: against the AI, on one phone, a rematch.
    pub fn game(id: GameId, place: Place, draft: Draft, now: Time) -> Table {
        Table { id, place, stage: Stage::Game(Box::new(Game::start(draft, now))) }
    }
}
