//! A new store from an export.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use super::export::{Entry, Found, Import};
use super::{OpenError, check, open};

/// What an import did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Records, marks and counters that are in the store now.
    pub lines: u64,
    /// What was left out, a sentence each.
    pub left_out: Vec<String>,
}

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error("{file} cannot be read: {error}")]
    Unreadable { file: String, error: io::Error },
    #[error("{file} cannot be used: {why}")]
    Unfit { file: String, why: String },
    #[error(
        "{file}, line {line}: {why}. Nothing was imported: correct that line, or leave out such lines with --skip-damaged"
    )]
    Line { file: String, line: u64, why: String },
    #[error(transparent)]
    Store(#[from] OpenError),
}

/// Makes a store in this folder, in which there must be none, of an export. Without `skip_damaged`, a line that cannot be
/// used ends it before anything is written.
pub fn import(file: &Path, folder: &Path, skip_damaged: bool) -> Result<Imported, ImportError> {
    open::refuse_to_overwrite(folder)?;
    let name = file.display().to_string();
    // Read twice, so that a fault in the last line leaves no half of a store behind.
    let mut left_out = Vec::new();
    let unfit = |line, why: String| {
        if !skip_damaged {
            return Err(ImportError::Line { file: name.clone(), line, why });
        }
        left_out.push(format!("line {line}: {why}"));
        Ok(())
    };
    walk(file, &name, |_| Ok(()), unfit)?;
    let mut filling = open::Filling::begin(folder)?;
    let mut lines = 0;
    let saved = walk(
        file,
        &name,
        |entry| {
            lines += 1;
            filling.put(&entry).map_err(ImportError::from)
        },
        |_, _| Ok(()),
    )?;
    filling.finish(saved)?;
    Ok(Imported { lines, left_out })
}

/// Goes through an export; returns how many changes had been saved in the store it comes from.
fn walk(
    file: &Path,
    name: &str,
    mut take: impl FnMut(Entry) -> Result<(), ImportError>,
    mut unfit: impl FnMut(u64, String) -> Result<(), ImportError>,
) -> Result<u64, ImportError> {
    let unreadable = |error| ImportError::Unreadable { file: name.to_owned(), error };
    let input = BufReader::new(File::open(file).map_err(unreadable)?);
    let mut import = Import::begin(input).map_err(|why| ImportError::Unfit { file: name.to_owned(), why })?;
    let mut seen = BTreeSet::new();
    let mut lines = 0;
    let expected = loop {
        match import.next().map_err(unreadable)? {
            Found::Entry(entry) if seen.insert((entry.tree, entry.key.clone())) => take(entry)?,
            Found::Entry(_) => unfit(import.line, "its record has come before".to_owned())?,
            Found::Fault(error) => unfit(import.line, error.to_string())?,
            Found::End { expected } => break expected,
        }
        lines += 1;
    };
    if expected != Some(lines) {
        unfit(import.line, check::cut_short(expected, lines))?;
    }
    Ok(import.saved)
}
