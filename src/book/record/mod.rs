//! The record of a game: a text that people can read, and that is read back.
//!
//! ```text
//! [Doushou "1"]
//! [Game "#3k"]
//! [Date "2026-11-30"]
//! [Place "group"]
//! [First "Ada"]
//! [Second "AI (tiger)"]
//! [Variant "jungle"]
//! [Options "Order=dog;Equal=both"]
//! [TimeControl "20+0"]
//! [Result "1-0"]
//! [Reason "den"]
//! [Fingerprint "9b0c2d…"]
//!
//! 1. e3d3 {19:58} g7g6 {19:41} 2. d3d4 {19:50} …
//! 17. d8d9 {12:03} 1-0
//! ```
//!
//! Tags first, one a line; then the plies in the notation of [`Ply`], numbered in pairs, each with what was left on its side's
//! clock if there was one; then the result once more. The days are UTC's. Names are those people had when the record was made;
//! no number of a person or chat is in it. Only `Doushou`, `First`, `Second`, `Variant` and `Result` have to be there. `FEN`
//! says where a game began that did not begin at the start.
//!
//! The fingerprint is taken of the record as this program writes it, without that line. So spaces and line breaks may change, and
//! nothing else. It shows that a record is as it was made, not who made it: anybody can take one.

mod read;

use std::fmt;

use ring::digest::{SHA256, digest};

use super::GameId;
use crate::people::{ChatKind, Date};
use crate::rules::{Account, End, FenError, Illegal, Outcome, Ply, Seat, Setup, State, Variant};

/// The version of the form of records.
const FORM: &str = "1";
/// The longest text that is looked at, in bytes: 4,000 plies with clocks.
const MAX_LENGTH: usize = 64 * 1024;
/// Bytes of the SHA-256 digest in a fingerprint: enough that no two records share one by accident, few enough to be compared by eye.
const FINGERPRINT: usize = 8;
/// Lines of plies are broken before they get longer than this.
const WIDTH: usize = 78;

/// A game written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its number in the store it comes from.
    pub game: Option<GameId>,
    /// The day it began.
    pub date: Option<Date>,
    /// The kind of chat it was played in.
    pub place: Option<ChatKind>,
    /// By [`Seat::index`], on one line each.
    pub names: [String; 2],
    pub setup: Setup,
    /// Where it began, if not at the start.
    pub fen: Option<String>,
    /// In one word or more, if the game had a clock.
    pub time_control: Option<String>,
    pub plies: Vec<Entry>,
    pub close: Close,
}

/// A ply, and the clock.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub ply: Ply,
    /// Whole seconds left to the side that moved, after the ply.
    pub clock: Option<u32>,
}

/// How far a game has come.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Close {
    /// It went on when the record was made.
    Ongoing,
    End(End),
    /// It was closed without a result.
    Void,
}

/// A record as it was read, with the fingerprint that stood in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordText {
    pub record: Record,
    pub fingerprint: Option<String>,
}

/// Why a text is not the record of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordFault {
    #[error("it has {length} bytes: a record has {MAX_LENGTH} at most")]
    TooLong { length: usize },
    #[error("it has no line [{tag} \"…\"]: it is no record of a game, or a part of one")]
    Missing { tag: &'static str },
    #[error("it breaks off: behind the last ply comes the result")]
    Cut,
    /// `line` counts from 1.
    #[error("line {line}: '{word}' {what}")]
    Word { line: usize, word: String, what: WordFault },
    #[error(transparent)]
    Fen(FenError),
    /// `number` counts plies from 1.
    #[error("ply {number} ({ply}) is refused by the rules: {why:?}")]
    Ply { number: usize, ply: Ply, why: Illegal },
    /// What is written and what follows from the plies.
    #[error("it is recorded as {}, but by its rules it is {}", told(*.recorded), told(*.ruled))]
    End { recorded: Option<End>, ruled: Option<End> },
    #[error("its fingerprint is {said}, but that of its text is {is}: something in it has been changed")]
    Fingerprint { said: String, is: String },
}

/// What is wrong with a word.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordFault {
    #[error("is no tag: a tag is a name and a value, such as [First \"Ada\"]")]
    NoTag,
    #[error("is a tag nobody knows")]
    UnknownTag,
    #[error("stands there twice")]
    Twice,
    #[error("is no value for this tag")]
    Value,
    #[error("is no ply")]
    NoPly,
    #[error("is not the number of the next move")]
    Number,
    #[error("is no clock: write what was left as {{19:58}}")]
    NoClock,
    #[error("is not the result that the tag says")]
    Result,
    #[error("comes after the result")]
    Behind,
}

impl RecordFault {
    /// The word of message keys.
    pub const fn key(&self) -> &'static str {
        match self {
            RecordFault::TooLong { .. } => "too-long",
            RecordFault::Missing { .. } => "missing",
            RecordFault::Cut => "cut",
            RecordFault::Word { what, .. } => what.key(),
            RecordFault::Fen(_) => "fen",
            RecordFault::Ply { .. } => "ply",
            RecordFault::End { .. } => "end",
            RecordFault::Fingerprint { .. } => "fingerprint",
        }
    }
}

impl WordFault {
    /// Every one, so that a test can see that each has its words.
    pub const ALL: [WordFault; 9] = [
        WordFault::NoTag,
        WordFault::UnknownTag,
        WordFault::Twice,
        WordFault::Value,
        WordFault::NoPly,
        WordFault::Number,
        WordFault::NoClock,
        WordFault::Result,
        WordFault::Behind,
    ];

    /// The word of message keys.
    pub const fn key(self) -> &'static str {
        match self {
            WordFault::NoTag => "no-tag",
            WordFault::UnknownTag => "unknown-tag",
            WordFault::Twice => "twice",
            WordFault::Value => "value",
            WordFault::NoPly => "no-ply",
            WordFault::Number => "number",
            WordFault::NoClock => "no-clock",
            WordFault::Result => "result",
            WordFault::Behind => "behind",
        }
    }
}

fn told(end: Option<End>) -> String {
    end.map_or("going on".to_owned(), |end| format!("ended ({})", end.reason))
}

impl Record {
    /// A name on one line, with nothing that would not be seen in a tag.
    pub fn clean(name: &str) -> String {
        let seen: String =
            name.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(|c| !c.is_control()).collect();
        seen.trim().to_owned()
    }

    /// Plays the game again through its rules: the position at its start, and what happened in each ply.
    pub fn replay(&self) -> Result<(State, Vec<Account>), RecordFault> {
        let start = match &self.fen {
            Some(fen) => self.setup.from_fen(fen).map_err(RecordFault::Fen)?,
            None => self.setup.start(),
        };
        let mut state = start.clone();
        let mut accounts = Vec::with_capacity(self.plies.len());
        for (number, &Entry { ply, .. }) in (1..).zip(&self.plies) {
            accounts.push(state.replay(ply).map_err(|why| RecordFault::Ply { number, ply, why })?);
        }
        // Agreement, resignation and the like the rules do not know.
        let recorded = match self.close {
            Close::End(end) if end.reason.is_by_rule() => Some(end),
            _ => None,
        };
        let ruled = state.end();
        if recorded == ruled { Ok((start, accounts)) } else { Err(RecordFault::End { recorded, ruled }) }
    }

    /// Whether both are of the same game: who is called what, and when it was, does not count.
    pub fn is_same_game(&self, other: &Record) -> bool {
        let plies = |record: &Record| record.plies.iter().map(|entry| entry.ply).collect::<Vec<_>>();
        (self.setup, &self.fen, self.close) == (other.setup, &other.fen, other.close) && plies(self) == plies(other)
    }

    /// The first bytes of the SHA-256 digest of the record without its fingerprint, in hexadecimal.
    pub fn fingerprint(&self) -> String {
        let text = Written { record: self, fingerprint: None }.to_string();
        digest(&SHA256, text.as_bytes()).as_ref().iter().take(FINGERPRINT).map(|byte| format!("{byte:02x}")).collect()
    }
}

impl RecordText {
    /// The record, if all of it is in order: the rules allow every ply and its end, and the fingerprint, if there is one, fits.
    pub fn check(&self) -> Result<(State, Vec<Account>), RecordFault> {
        let replayed = self.record.replay()?;
        let is = self.record.fingerprint();
        match &self.fingerprint {
            Some(said) if *said != is => Err(RecordFault::Fingerprint { said: said.clone(), is }),
            _ => Ok(replayed),
        }
    }
}

impl fmt::Display for Record {
    /// The whole text, with its fingerprint.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Written { record: self, fingerprint: Some(self.fingerprint()) }.fmt(f)
    }
}

/// A record with or without its fingerprint.
struct Written<'a> {
    record: &'a Record,
    fingerprint: Option<String>,
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Record { game, date, place, names, setup, fen, time_control, plies, close } = self.record;
        let [first, second] = names.clone().map(Some);
        let reason = match close {
            Close::End(end) => Some(end.reason.name().to_owned()),
            Close::Ongoing | Close::Void => None,
        };
        let tags = [
            ("Doushou", Some(FORM.to_owned())),
            ("Game", game.map(|id| id.written())),
            ("Date", date.map(|date| date.to_string())),
            ("Place", place.map(|place| place_word(place).to_owned())),
            ("First", first),
            ("Second", second),
            ("Variant", Some(setup.variant().name().to_owned())),
            ("Options", options(setup)),
            ("FEN", fen.clone()),
            ("TimeControl", time_control.clone()),
            ("Result", Some(result_word(*close).to_owned())),
            ("Reason", reason),
            ("Fingerprint", self.fingerprint.clone()),
        ];
        for (name, value) in tags {
            let Some(value) = value else { continue };
            writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
        }
        writeln!(f)?;
        let starts = fen.as_ref().and_then(|fen| setup.from_fen(fen).ok()).map_or(Seat::First, |state| state.to_move());
        let mut width = 0;
        for word in words(plies, starts).chain([result_word(*close).to_owned()]) {
            if width > 0 && width + 1 + word.len() > WIDTH {
                writeln!(f)?;
                width = 0;
            } else if width > 0 {
                f.write_str(" ")?;
                width += 1;
            }
            f.write_str(&word)?;
            width += word.len();
        }
        writeln!(f)
    }
}

/// The plies with the numbers of moves and what was left on the clocks, in words that may be put on a new line.
fn words(plies: &[Entry], starts: Seat) -> impl Iterator<Item = String> + '_ {
    let shift = starts.index();
    plies.iter().enumerate().flat_map(move |(n, entry)| {
        let (number, second) = ((n + shift) / 2 + 1, (n + shift) % 2 == 1);
        let number = match (second, n) {
            (false, _) => Some(format!("{number}.")),
            // The second seat began.
            (true, 0) => Some(format!("{number}...")),
            (true, _) => None,
        };
        number.into_iter().chain([entry.ply.to_string()]).chain(entry.clock.map(clock_word))
    })
}

/// What is left on a clock, in seconds: `{19:58}`, `{1:19:58}`.
fn clock_word(seconds: u32) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{{{hours}:{minutes:02}:{seconds:02}}}") } else { format!("{{{minutes}:{seconds:02}}}") }
}

/// The options that differ from the variant's standard preset, as in the notation of [`Setup`].
fn options(setup: &Setup) -> Option<String> {
    setup.to_string().split_once(' ').map(|(_, options)| options.to_owned())
}

fn setup(variant: Variant, options: &str) -> Option<Setup> {
    format!("{variant} {options}").parse().ok()
}

const fn place_word(place: ChatKind) -> &'static str {
    match place {
        ChatKind::Private => "private",
        ChatKind::Group => "group",
    }
}

/// The result in chess players' words, which everybody knows.
const fn result_word(close: Close) -> &'static str {
    match close {
        Close::Ongoing => "*",
        Close::Void => "void",
        Close::End(End { outcome: Outcome::Win(Seat::First), .. }) => "1-0",
        Close::End(End { outcome: Outcome::Win(Seat::Second), .. }) => "0-1",
        Close::End(End { outcome: Outcome::Draw, .. }) => "1/2",
    }
}
