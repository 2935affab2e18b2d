//! What is written to disk: versioned structs of their own, so that the program's types can change freely.
//!
//! A record is a version byte and a postcard body. A struct's fields and the order of an enum's variants are its
//! version's: to change them, keep the old struct beside the new one under its version's name, raise
//! [`Record::VERSION`], turn the old into the new in [`Record::older`], and commit an example of the new version to
//! `tests/data/records`. Nothing is rewritten at start: an old record becomes a new one when it is next saved.
//!
//! In an export the same structs are JSON (`export`), and an export of any version is read in the same way. So the keys
//! of maps are texts or numbers, and there are no floating-point numbers: JSON does not keep their last digit.

mod cup;
mod ledger;
mod owed;
mod people;
mod table;
mod v1;

pub(super) use cup::{ByRecord, CupRecord, DeedRecord, EntryRecord, LogLineRecord};
pub(super) use ledger::{LineRecord, PointsRecord, RatingRecord};
pub(super) use owed::OwedRecord;
pub(super) use people::{ChatRecord, PersonRecord};
pub(super) use table::{
    ChallengeRecord, FinishRecord, GameRecord, PlayerRecord, StageRecord, TableRecord, TargetRecord,
};

use serde::de::DeserializeOwned;
use serde::{Deserializer, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use crate::book::ParseClockError;
use crate::referee::GameFault;
use crate::rules::{ParseMoveError, SetupError};

/// One kind of record in its newest version.
pub(super) trait Record: Serialize + DeserializeOwned {
    /// What it is a record of, for sentences.
    const KIND: &'static str;
    /// The version that is written.
    const VERSION: u8;

    /// Reads the body of an older version as the newest one, from bytes or from JSON; `None` if there never was such a
    /// version. An arm is `2 => Some(NoteV2::deserialize(body).map(Note::from))`.
    fn older<'de, D: Deserializer<'de>>(_version: u8, _body: D) -> Option<Result<Self, D::Error>> {
        None
    }

    /// Whether it makes sense: its words are known, and by the rules it is so.
    fn check(self) -> Result<(), RecordError>;

    fn to_bytes(&self) -> Result<Vec<u8>, RecordError> {
        postcard::to_extend(self, vec![Self::VERSION])
            .map_err(|error| RecordError::Unwritable { kind: Self::KIND, error: error.to_string() })
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, RecordError> {
        let (&version, body) = bytes.split_first().ok_or(RecordError::Empty { kind: Self::KIND })?;
        let mut body = postcard::Deserializer::from_bytes(body);
        let record = Self::of_version(version, &mut body)?;
        match body.finalize() {
            Ok([]) => Ok(record),
            Ok(_) => Err(damaged::<Self>(version, &postcard::Error::DeserializeBadEncoding)),
            Err(error) => Err(damaged::<Self>(version, &error)),
        }
    }

    fn to_json(&self) -> Result<Box<RawValue>, RecordError> {
        to_raw_value(self).map_err(|error| RecordError::Unwritable { kind: Self::KIND, error: error.to_string() })
    }

    fn from_json(version: u8, body: &RawValue) -> Result<Self, RecordError> {
        Self::of_version(version, body)
    }

    /// Reads a body of this version.
    fn of_version<'de, D: Deserializer<'de>>(version: u8, body: D) -> Result<Self, RecordError> {
        let kind = Self::KIND;
        if version > Self::VERSION {
            return Err(RecordError::Newer { kind, version, known: Self::VERSION });
        }
        let read = if version == Self::VERSION { Some(Self::deserialize(body)) } else { Self::older(version, body) };
        read.ok_or(RecordError::NoVersion { kind, version })?.map_err(|error| damaged::<Self>(version, &error))
    }
}

fn damaged<R: Record>(version: u8, error: &dyn std::fmt::Display) -> RecordError {
    RecordError::Damaged { kind: R::KIND, version, error: error.to_string() }
}

/// Why a record cannot be read or written. Its sentence stands behind "table 3k: " or the like.
#[derive(Debug, thiserror::Error)]
pub(super) enum RecordError {
    #[error("its record of a {kind} is empty")]
    Empty { kind: &'static str },
    #[error(
        "its record of a {kind} has version {version}, and this program reads versions up to {known}: use the newer Doushou that wrote it"
    )]
    Newer { kind: &'static str, version: u8, known: u8 },
    #[error("its record of a {kind} claims version {version}, which never was")]
    NoVersion { kind: &'static str, version: u8 },
    #[error("its record of a {kind} (version {version}) is damaged: {error}")]
    Damaged { kind: &'static str, version: u8, error: String },
    #[error("its record of a {kind} cannot be written: {error}")]
    Unwritable { kind: &'static str, error: String },
    #[error("'{word}' is no {what}")]
    Word { what: &'static str, word: String },
    #[error("it names entry {index} of a cup that has {entries}")]
    Entry { index: usize, entries: usize },
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Clock(#[from] ParseClockError),
    #[error(transparent)]
    Ply(#[from] ParseMoveError),
    #[error(transparent)]
    Game(#[from] GameFault),
    #[error("it is recorded as {recorded}, but by its rules it is {ruled}")]
    End { recorded: String, ruled: String },
}

/// What a recorded word stands for.
fn word<T>(what: &'static str, word: &str, meaning: Option<T>) -> Result<T, RecordError> {
    meaning.ok_or_else(|| RecordError::Word { what, word: word.to_owned() })
}

#[cfg(test)]
pub(super) mod tests;
