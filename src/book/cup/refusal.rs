//! Why a command to a cup was not carried out.

use super::At;
use crate::people::PersonId;

/// Why a command was not carried out: data; the words are found elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Registration is over.
    Started,
    /// The cup has not begun.
    NotStarted,
    /// The cup is over, or was called off.
    Over,
    /// They take part already.
    AlreadyIn,
    NotIn,
    Full {
        max: usize,
    },
    TeamFull,
    /// A team cup is joined as a team.
    NeedsTeam,
    /// Everybody plays for themselves here.
    NoTeams,
    NoSuchTeam,
    NameTaken {
        name: String,
    },
    /// The name of a team is empty.
    NoName,
    /// A cup needs so many.
    TooFew {
        min: usize,
    },
    /// A team lacks members.
    TeamIncomplete {
        name: String,
    },
    /// Only the organizer and the chat's admins may do this.
    NotReferee {
        organizer: PersonId,
    },
    /// A team leaves by its captain's word.
    CaptainOnly {
        captain: PersonId,
    },
    /// Nobody rules on a game of their own.
    OwnGame,
    NoSuchBoard {
        at: At,
    },
    NoSuchEntry {
        number: usize,
    },
    /// They have left the cup.
    HasLeft {
        number: usize,
    },
    /// It is decided like this already.
    RuledSo,
    /// Later rounds were made from this result.
    BuiltUpon,
    /// There is nothing left for them to lose in this round.
    NothingToForfeit,
    AlreadyPaused,
    NotPaused,
    AlreadyOrganizer,
    /// The board has a table, or needs none any more.
    Seated,
    /// The clock's word came too early, or from somebody who is not the clock.
    NotDue,
}

impl Refusal {
    /// The word of message keys, tests and logs.
    pub const fn key(&self) -> &'static str {
        match self {
            Refusal::Started => "started",
            Refusal::NotStarted => "not-started",
            Refusal::Over => "over",
            Refusal::AlreadyIn => "already-in",
            Refusal::NotIn => "not-in",
            Refusal::Full { .. } => "full",
            Refusal::TeamFull => "team-full",
            Refusal::NeedsTeam => "needs-team",
            Refusal::NoTeams => "no-teams",
            Refusal::NoSuchTeam => "no-such-team",
            Refusal::NameTaken { .. } => "name-taken",
            Refusal::NoName => "no-name",
            Refusal::TooFew { .. } => "too-few",
            Refusal::TeamIncomplete { .. } => "team-incomplete",
            Refusal::NotReferee { .. } => "not-referee",
            Refusal::CaptainOnly { .. } => "captain-only",
            Refusal::OwnGame => "own-game",
            Refusal::NoSuchBoard { .. } => "no-such-board",
            Refusal::NoSuchEntry { .. } => "no-such-entry",
            Refusal::HasLeft { .. } => "has-left",
            Refusal::RuledSo => "ruled-so",
            Refusal::BuiltUpon => "built-upon",
            Refusal::NothingToForfeit => "nothing-to-forfeit",
            Refusal::AlreadyPaused => "already-paused",
            Refusal::NotPaused => "not-paused",
            Refusal::AlreadyOrganizer => "already-organizer",
            Refusal::Seated => "seated",
            Refusal::NotDue => "not-due",
        }
    }
}
