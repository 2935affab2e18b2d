//! What is said about a cup in one sentence.

use crate::book::cup::{At, Event, Left, Refusal};
use crate::chat::name::{Voice, shorten};
use crate::i18n::{Args, isolate};
use crate::people::PersonId;

/// A sentence about a cup, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CupNotice {
    Refused(Refusal),
    /// No cup is open or being played in this place.
    None,
    /// One is open or being played already.
    AnotherRuns,
    /// The game of this board has no clock.
    NoClock,
    /// Whoever is to play on has to be shown: answer a message of theirs.
    ReplaceByWhom,
    /// Something that cannot be undone has to be said twice.
    Really(Twice),
    Done(CupDone),
    /// Hints and analysis are closed while their cup games run.
    NoAdvice,
    /// To somebody of a team that moves in turn: this one is to move, for this team.
    MovesFor {
        person: PersonId,
        team: String,
    },
    /// To somebody of a team that moves in turn: this one moves next for it, and speaks for it until then.
    SpeaksFor {
        person: PersonId,
        team: String,
    },
}

/// What has to be said twice.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Twice {
    Leave,
    Withdraw { number: usize },
    CallOff,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CupDone {
    Joined,
    Unlisted,
    BoardsChanged,
    Left { number: usize, how: Left },
    Ruled { at: At },
    Forfeited { number: usize },
    Replaced { number: usize },
    Paused,
    Resumed,
    TookOver,
    CalledOff,
}

impl CupDone {
    /// What is worth saying of what happened; the rest is told by the cup's message.
    pub fn of(events: &[Event]) -> Option<CupDone> {
        events.iter().find_map(|event| {
            Some(match event {
                Event::Joined => CupDone::Joined,
                Event::Unlisted => CupDone::Unlisted,
                Event::BoardsChanged => CupDone::BoardsChanged,
                Event::Left { entry, how } => CupDone::Left { number: entry + 1, how: *how },
                Event::Forfeited { entry } => CupDone::Forfeited { number: entry + 1 },
                Event::Decided { at, .. } | Event::ClockSet { at } => CupDone::Ruled { at: *at },
                Event::Replaced { entry } => CupDone::Replaced { number: entry + 1 },
                Event::Paused => CupDone::Paused,
                Event::Resumed => CupDone::Resumed,
                Event::TookOver => CupDone::TookOver,
                Event::CalledOff => CupDone::CalledOff,
                Event::Vacated { .. }
                | Event::Started
                | Event::RoundOpened { .. }
                | Event::Replayed { .. }
                | Event::Finished => return None,
            })
        })
    }
}

/// The key and arguments of a notice.
pub fn words(notice: &CupNotice, voice: Voice<'_>) -> (String, Args) {
    let plain = |key: &str| (key.to_owned(), Args::new());
    match notice {
        CupNotice::Refused(refusal) => (format!("cup-refusal-{}", refusal.key()), refused(refusal, voice)),
        CupNotice::None => plain("cup-none"),
        CupNotice::AnotherRuns => plain("cup-another-runs"),
        CupNotice::NoClock => plain("cup-no-clock"),
        CupNotice::ReplaceByWhom => plain("cup-replace-by-whom"),
        CupNotice::Really(Twice::Leave) => plain("cup-really-leave"),
        CupNotice::Really(Twice::Withdraw { number }) => {
            ("cup-really-withdraw".to_owned(), Args::new().number("number", *number as u32))
        }
        CupNotice::Really(Twice::CallOff) => plain("cup-really-off"),
        CupNotice::NoAdvice => plain("cup-no-advice"),
        CupNotice::MovesFor { person, team } => ("cup-moves-for".to_owned(), member(*person, team, voice)),
        CupNotice::SpeaksFor { person, team } => ("cup-speaks-for".to_owned(), member(*person, team, voice)),
        CupNotice::Done(done) => match done {
            CupDone::Joined => plain("cup-done-joined"),
            CupDone::Unlisted => plain("cup-done-unlisted"),
            CupDone::BoardsChanged => plain("cup-done-boards"),
            CupDone::Left { number, how } => {
                let how = match how {
                    Left::Annulled => "annulled",
                    Left::Forfeits => "forfeits",
                };
                ("cup-done-left".to_owned(), Args::new().number("number", *number as u32).word("how", how))
            }
            CupDone::Ruled { at } => ("cup-done-ruled".to_owned(), place(*at)),
            CupDone::Forfeited { number } => {
                ("cup-done-forfeited".to_owned(), Args::new().number("number", *number as u32))
            }
            CupDone::Replaced { number } => {
                ("cup-done-replaced".to_owned(), Args::new().number("number", *number as u32))
            }
            CupDone::Paused => plain("cup-done-paused"),
            CupDone::Resumed => plain("cup-done-resumed"),
            CupDone::TookOver => plain("cup-done-took-over"),
            CupDone::CalledOff => plain("cup-done-off"),
        },
    }
}

/// `$name` of `$team`.
fn member(person: PersonId, team: &str, voice: Voice<'_>) -> Args {
    Args::new().word("name", voice.person(person)).word("team", isolate(&shorten(team, 32)))
}

fn refused(refusal: &Refusal, voice: Voice<'_>) -> Args {
    let quoted = |name: &str| Args::new().word("name", isolate(&shorten(name, 32)));
    match refusal {
        Refusal::Full { max } => Args::new().number("max", *max as u32),
        Refusal::TooFew { min } => Args::new().number("min", *min as u32),
        Refusal::NameTaken { name } | Refusal::TeamIncomplete { name } => quoted(name),
        Refusal::NotReferee { organizer } => Args::new().word("organizer", voice.person(*organizer)),
        Refusal::CaptainOnly { captain } => Args::new().word("captain", voice.person(*captain)),
        Refusal::NoSuchBoard { at } => place(*at),
        Refusal::NoSuchEntry { number } | Refusal::HasLeft { number } => Args::new().number("number", *number as u32),
        Refusal::Started
        | Refusal::NotStarted
        | Refusal::Over
        | Refusal::AlreadyIn
        | Refusal::NotIn
        | Refusal::TeamFull
        | Refusal::NeedsTeam
        | Refusal::NoTeams
        | Refusal::NoSuchTeam
        | Refusal::NoName
        | Refusal::OwnGame
        | Refusal::RuledSo
        | Refusal::BuiltUpon
        | Refusal::NothingToForfeit
        | Refusal::AlreadyPaused
        | Refusal::NotPaused
        | Refusal::AlreadyOrganizer
        | Refusal::Seated
        | Refusal::NotDue => Args::new(),
    }
}

pub(super) fn place(at: At) -> Args {
    Args::new().number("round", at.round.into()).number("board", at.board.into())
}
