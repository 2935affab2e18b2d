//! Snapshots: exports that the running bot writes beside its database by itself, so that there is a way back.
//!
//! They are in `snapshots` in the store's folder and named by the number of changes saved. One is written under another
//! name, brought to disk, and renamed: whatever has the name is whole.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::export::{Exported, write_all};
use super::marker::sync_folder;
use super::snapshot::Entry;
use super::{CommitError, ExportError};

/// How many are kept.
const KEEP: usize = 5;

const FOLDER: &str = "snapshots";
const ENDING: &str = "jsonl";
/// Of one that is being written.
const DRAFT: &str = "draft";

/// Writes the snapshot of so many changes, whose entries `next` gives in batches. One is taken at a time.
pub(super) fn take(
    folder: &Path,
    saved: u64,
    next: impl FnMut(usize) -> Result<Vec<Entry>, CommitError>,
) -> Result<PathBuf, ExportError> {
    // A program that died while it wrote one left a draft of another number, which nothing would overwrite.
    remove_drafts(&folder.join(FOLDER)).map_err(ExportError::Output)?;
    let path = path(folder, saved);
    let draft = path.with_extension(DRAFT);
    let written = write(&draft, saved, next);
    let named = written.and_then(|exported| {
        fs::rename(&draft, &path).and_then(|()| tidy(&folder.join(FOLDER))).map_err(ExportError::Output)?;
        Ok(exported)
    });
    let exported = named.inspect_err(|_| {
        // If it cannot be removed, the next snapshot does it.
        let _ = fs::remove_file(&draft);
    })?;
    if exported.damaged > 0 {
        tracing::error!("{} records could not be read: {} has them as bytes", exported.damaged, path.display());
    }
    Ok(path)
}

fn write(
    draft: &Path,
    saved: u64,
    next: impl FnMut(usize) -> Result<Vec<Entry>, CommitError>,
) -> Result<Exported, ExportError> {
    let create = || {
        draft.parent().map_or(Ok(()), fs::create_dir_all)?;
        File::create(draft)
    };
    let output = BufWriter::new(create().map_err(ExportError::Output)?);
    let (output, exported) = write_all(output, saved, next)?;
    let synced = output.into_inner().map_err(io::IntoInnerError::into_error).and_then(|file| file.sync_all());
    synced.map(|()| exported).map_err(ExportError::Output)
}

/// Makes the new name durable, and removes the oldest of too many snapshots.
fn tidy(folder: &Path) -> io::Result<()> {
    sync_folder(folder)?;
    let all = all(folder)?;
    all[..all.len().saturating_sub(KEEP)].iter().try_for_each(|(_, old)| fs::remove_file(old))
}

/// Removes all snapshots but the newest.
pub(super) fn keep_newest(folder: &Path) -> io::Result<()> {
    let all = all(&folder.join(FOLDER))?;
    all[..all.len().saturating_sub(1)].iter().try_for_each(|(_, old)| fs::remove_file(old))
}

/// Where the snapshot of so many changes is or would be.
fn path(folder: &Path, saved: u64) -> PathBuf {
    folder.join(FOLDER).join(format!("doushou-{saved:012}.{ENDING}"))
}

/// The newest snapshot of the store in this folder, and when it was written.
pub(super) fn newest(folder: &Path) -> io::Result<Option<(PathBuf, SystemTime)>> {
    Ok(all(&folder.join(FOLDER))?.pop().map(|(time, path)| (path, time)))
}

/// Whether nothing stands there, not even what was begun.
pub(super) fn is_empty(folder: &Path) -> io::Result<bool> {
    let folder = folder.join(FOLDER);
    Ok(files(&folder, ENDING)?.is_empty() && files(&folder, DRAFT)?.is_empty())
}

fn remove_drafts(folder: &Path) -> io::Result<()> {
    files(folder, DRAFT)?.iter().try_for_each(fs::remove_file)
}

/// All snapshots, oldest first. By time, for the count of changes begins anew where an older snapshot was imported.
fn all(folder: &Path) -> io::Result<Vec<(SystemTime, PathBuf)>> {
    let dated = |path: PathBuf| Ok((fs::metadata(&path)?.modified()?, path));
    let mut found = files(folder, ENDING)?.into_iter().map(dated).collect::<io::Result<Vec<_>>>()?;
    found.sort();
    Ok(found)
}

/// The files of a folder that end so; none if it is not there.
fn files(folder: &Path, ending: &str) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let paths = entries.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    Ok(paths.into_iter().filter(|path| path.extension().is_some_and(|found| found == ending)).collect())
}
