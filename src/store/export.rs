//! The store as text: JSON Lines, one record a line. `docs/hosting.md` describes them.
//!
//! The same store always gives the same bytes: the trees come in the order of the catalog, their entries by key.

use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::catalog::{CATALOG, Holds};
use super::guard::guard_quietly;
use super::records::RecordError;
use super::{CommitError, ExportError, keys, snapshot};

/// The version of the form of the lines; records have versions of their own.
const FORMAT: u32 = 1;

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    /// The form of what follows.
    doushou_store: u32,
    /// Changes saved, ever.
    saved: u64,
}

/// A line between the first and the last.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<'a> {
    kind: &'a str,
    id: Value,
    /// The record's version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    v: Option<u8>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    is: Option<&'a RawValue>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    damaged: Option<Damaged>,
}

/// A record that cannot be read, as it is.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Damaged {
    why: String,
    /// Hexadecimal.
    bytes: String,
}

/// The last line; a file without it was cut short.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    /// Lines between the first and this.
    end: u64,
}

/// Entries that are read at once: about a millisecond, in which the bot's writer thread serves nobody else.
const BATCH: usize = 256;

/// Writes an export of entries that `next` gives, at most so many at a time, until there are none.
pub(super) fn write_all<W: Write>(
    output: W,
    saved: u64,
    mut next: impl FnMut(usize) -> Result<Vec<snapshot::Entry>, CommitError>,
) -> Result<(W, Exported), ExportError> {
    let mut export = Export::begin(output, saved).map_err(ExportError::Output)?;
    loop {
        let batch = next(BATCH)?;
        if batch.is_empty() {
            return export.end().map_err(ExportError::Output);
        }
        for (tree, key, value) in &batch {
            export.entry(*tree, key, value).map_err(ExportError::Output)?;
        }
    }
}

/// Writes an export.
struct Export<W> {
    output: W,
    lines: u64,
    damaged: u64,
}

impl<W: Write> Export<W> {
    /// Begins with the first line.
    fn begin(mut output: W, saved: u64) -> io::Result<Export<W>> {
        line(&mut output, &Head { doushou_store: FORMAT, saved })?;
        Ok(Export { output, lines: 0, damaged: 0 })
    }

    /// Writes an entry of the catalog's tree at this place.
    fn entry(&mut self, tree: usize, key: &[u8], value: &[u8]) -> io::Result<()> {
        let tree = &CATALOG[tree];
        let (Some(kind), true, false) = (tree.word(), tree.is_exported(), tree.holds.is_own_count(key)) else {
            return Ok(());
        };
        let damaged = |why: String| Damaged { why, bytes: hex(value) };
        // A key that is none is kept as bytes too.
        let id = tree.id(key);
        let odd = id.is_none().then(|| "its key is damaged".to_owned());
        let id = id.unwrap_or_else(|| hex(key).into());
        let read = match (&tree.holds, odd) {
            (_, Some(why)) => Err(why),
            (Holds::Records(record), None) => {
                // A damaged record must not end an export, whatever reading it does.
                let json = guard_quietly(|| (record.to_json)(value));
                json.and_then(|json| json.map_err(|error| error.to_string()))
                    .map(|json| (Some(record.version), Some(json)))
            }
            (Holds::Numbers, None) => match keys::number(value) {
                Some(number) => raw(&number).map(|json| (None, Some(json))),
                None => Err("it is no number".to_owned()),
            },
            (Holds::Marks { .. } | Holds::List, None) if value.is_empty() => Ok((None, None)),
            (Holds::Marks { .. } | Holds::List, None) => Err("a mark has no value".to_owned()),
        };
        self.lines += 1;
        match read {
            Ok((v, is)) => line(&mut self.output, &Line { kind, id, v, is: is.as_deref(), damaged: None }),
            Err(why) => {
                self.damaged += 1;
                line(&mut self.output, &Line { kind, id, v: None, is: None, damaged: Some(damaged(why)) })
            }
        }
    }

    /// Writes the last line; returns the output and how many records there were, and how many of them damaged.
    fn end(mut self) -> io::Result<(W, Exported)> {
        line(&mut self.output, &End { end: self.lines })?;
        self.output.flush()?;
        Ok((self.output, Exported { lines: self.lines, damaged: self.damaged }))
    }
}

/// What was exported.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// Records, marks and counters.
    pub lines: u64,
    /// Records among them that cannot be read: they are there as bytes.
    pub damaged: u64,
}

fn line(output: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *output, line)?;
    output.write_all(b"\n")
}

fn raw(value: &impl Serialize) -> Result<Box<RawValue>, String> {
    serde_json::value::to_raw_value(value).map_err(|error| error.to_string())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// An entry that was read from a file: a place in the catalog, and what to write there.
#[derive(Debug)]
pub(super) struct Entry {
    pub tree: usize,
    pub key: Vec<u8>,
    pub value: Vec<u8>,
}

/// Why a line cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum LineError {
    #[error("it is not a line of an export: {0}")]
    Form(#[from] serde_json::Error),
    #[error("'{0}' is no kind of record that this program knows: use the newer Doushou that wrote it")]
    Kind(String),
    #[error("{0} is no id of a {1}")]
    Id(Value, &'static str),
    #[error("{kind} {id} could not be read when it was exported: {why}")]
    Damaged { kind: String, id: Value, why: String },
    #[error("{kind} {id}: {error}")]
    Record { kind: &'static str, id: Value, error: RecordError },
    #[error("{kind} {id}: {why}")]
    Content { kind: &'static str, id: Value, why: String },
}

/// Reads an export.
pub(super) struct Import<R> {
    input: R,
    /// The number of the line read last, from 1.
    pub line: u64,
    /// Changes that were saved in the store it comes from.
    pub saved: u64,
    text: String,
    ended: bool,
}

/// What a step through an export finds.
pub(super) enum Found {
    Entry(Entry),
    Fault(LineError),
    /// The last line, or the file's end: there it says how many lines should have been there.
    End {
        expected: Option<u64>,
    },
}

impl<R: BufRead> Import<R> {
    /// Reads the first line; an error is a sentence.
    pub fn begin(mut input: R) -> Result<Import<R>, String> {
        let mut text = String::new();
        input.read_line(&mut text).map_err(|error| error.to_string())?;
        match serde_json::from_str::<Value>(&text).ok().map(serde_json::from_value::<Head>) {
            Some(Ok(Head { doushou_store, .. })) if doushou_store > FORMAT => Err(format!(
                "it was exported by a newer Doushou (form {doushou_store}; this one knows up to {FORMAT}): use that version"
            )),
            Some(Ok(head)) => Ok(Import { input, line: 1, saved: head.saved, text, ended: false }),
            _ => Err("it does not begin like an export of a store".to_owned()),
        }
    }

    /// The next line; an error is one of reading.
    pub fn next(&mut self) -> io::Result<Found> {
        self.text.clear();
        self.line += 1;
        if self.ended || self.input.read_line(&mut self.text)? == 0 {
            return Ok(Found::End { expected: None });
        }
        if let Ok(End { end }) = serde_json::from_str(&self.text) {
            self.ended = true;
            return Ok(Found::End { expected: Some(end) });
        }
        Ok(entry(&self.text).map_or_else(Found::Fault, Found::Entry))
    }
}

/// Reads one line, and checks that what it says makes sense.
fn entry(text: &str) -> Result<Entry, LineError> {
    let line: Line = serde_json::from_str(text)?;
    let place = CATALOG.iter().position(|tree| tree.is_exported() && tree.word() == Some(line.kind));
    let place = place.ok_or_else(|| LineError::Kind(line.kind.to_owned()))?;
    let tree = &CATALOG[place];
    let kind = tree.word().unwrap_or_default();
    if let Some(damaged) = line.damaged {
        return Err(LineError::Damaged { kind: line.kind.to_owned(), id: line.id, why: damaged.why });
    }
    let key = tree.key(&line.id).ok_or_else(|| LineError::Id(line.id.clone(), kind))?;
    let content = |why: &str| LineError::Content { kind, id: line.id.clone(), why: why.to_owned() };
    let value = match (&tree.holds, line.v, line.is) {
        (Holds::Records(record), Some(version), Some(body)) => {
            let read = guard_quietly(|| {
                let bytes = (record.from_json)(version, body)?;
                (record.check)(&bytes).map(|()| bytes)
            });
            let read = read.map_err(|panic| content(&panic))?;
            read.map_err(|error| LineError::Record { kind, id: line.id.clone(), error })?
        }
        (Holds::Records(_), ..) => return Err(content("a record has a version 'v' and what it 'is'")),
        (Holds::Numbers, None, Some(body)) => serde_json::from_str::<u64>(body.get())?.to_be_bytes().to_vec(),
        (Holds::Numbers, ..) => return Err(content("a counter 'is' a number")),
        (Holds::Marks { .. } | Holds::List, None, None) => Vec::new(),
        (Holds::Marks { .. } | Holds::List, ..) => return Err(content("a mark has no content")),
    };
    Ok(Entry { tree: place, key, value })
}

impl Holds {
    /// The count of changes: it is in the first line.
    fn is_own_count(&self, key: &[u8]) -> bool {
        matches!(self, Holds::Numbers) && key == keys::SAVED
    }
}
