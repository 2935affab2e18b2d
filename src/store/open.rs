//! Opening: the folder, the marker beside sled, the lock, and every way in which that can fail, as a sentence.

use std::fs::{self, OpenOptions};
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;
use std::{io, thread};

use super::database::Database;
use super::guard::guard_quietly;
use super::marker::Marker;
use super::{CommitError, OpenError};

/// sled's files in the folder.
const DATA: &str = "db";
const CONFIG: &str = "conf";

/// sled gives its lock back a moment after its last handle is dropped.
const LOCK_TRIES: u32 = 20;
const LOCK_PAUSE: Duration = Duration::from_millis(50);

/// Memory sled may use to keep pages at hand, in bytes.
const CACHE: u64 = 64 << 20;

/// Opens or creates the store in this folder.
pub(super) fn open(folder: &Path) -> Result<Database, OpenError> {
    fs::create_dir_all(folder).map_err(|error| io_error(folder, &error))?;
    match marker(folder)? {
        Some(marker) if marker.saved > 0 && fs::metadata(folder.join(DATA)).map_or(true, |data| data.len() == 0) => {
            return Err(lost(folder, marker.saved, 0));
        }
        Some(_) => {}
        // Before sled's first file is there: a database without a marker is somebody else's.
        None => drop(Marker::new(0).write(folder).map_err(|error| io_error(folder, &error))?),
    }
    let db = open_sled(folder)?;
    // Read again, for only now nobody else writes it.
    let marker = marker(folder)?.unwrap_or(Marker::new(0));
    let tally = marker.write(folder).map_err(|error| io_error(folder, &error))?;
    // To sync a file, some systems want it open for writing.
    let file = OpenOptions::new().read(true).write(true).open(folder.join(DATA));
    let file = file.map_err(|error| io_error(folder, &error))?;
    let opened = guard_quietly(|| {
        let mut database = Database::new(folder, db, file, tally)?;
        if marker.saved == 0 {
            database.touch()?;
        }
        Ok(database)
    });
    let opened = opened.unwrap_or_else(|panic| Err(CommitError::Fault(panic)));
    let database = opened.map_err(|why: CommitError| damaged(folder, &why.to_string()))?;
    if database.saved() < marker.saved {
        return Err(lost(folder, marker.saved, database.saved()));
    }
    Ok(database)
}

/// The marker of a store this program knows; `None` for a folder that may become a store.
fn marker(folder: &Path) -> Result<Option<Marker>, OpenError> {
    let path = Marker::path(folder);
    let foreign = || [DATA, CONFIG].iter().any(|file| folder.join(file).exists());
    match Marker::read(folder) {
        Ok(Some(marker)) if marker.format > Marker::FORMAT => Err(OpenError(format!(
            "the store in {} was written by a newer Doushou (format {}; this one knows up to {}): start that version, or choose another folder with DOUSHOU_DATA",
            folder.display(),
            marker.format,
            Marker::FORMAT
        ))),
        Ok(None) if foreign() => Err(OpenError(format!(
            "{} holds a database, but no file {}: it is not a store of Doushou, or that file was lost. Choose another folder with DOUSHOU_DATA, or put the file back",
            folder.display(),
            path.display()
        ))),
        Ok(marker) => Ok(marker),
        Err(error) if error.kind() == ErrorKind::InvalidData => Err(OpenError(format!(
            "the file {} cannot be understood: put it back from a backup, or choose another folder with DOUSHOU_DATA",
            path.display()
        ))),
        Err(error) => Err(io_error(folder, &error)),
    }
}

/// Opens sled, waiting a little for its lock.
fn open_sled(folder: &Path) -> Result<sled::Db, OpenError> {
    let mut tries = 1;
    loop {
        let opened = guard_quietly(|| sled::Config::new().path(folder).cache_capacity(CACHE).open());
        match opened.map_err(|panic| damaged(folder, &panic))? {
            Ok(db) => return Ok(db),
            Err(sled::Error::Io(error)) if error.to_string().contains("could not acquire lock") => {
                if tries == LOCK_TRIES {
                    return Err(OpenError(format!(
                        "the store in {} is in use by another process: stop the other Doushou, or give this one a folder of its own with DOUSHOU_DATA",
                        folder.display()
                    )));
                }
                tries += 1;
                thread::sleep(LOCK_PAUSE);
            }
            Err(sled::Error::Io(error)) => return Err(io_error(folder, &error)),
            Err(error) => return Err(damaged(folder, &error.to_string())),
        }
    }
}

fn damaged(folder: &Path, why: &str) -> OpenError {
    OpenError(format!(
        "the store in {} is damaged: {}. Put the folder back from a backup, or move it aside to start with an empty store",
        folder.display(),
        why.replace('\n', " ")
    ))
}

/// It opens, but as it was before: its data was cut off, emptied or overwritten.
fn lost(folder: &Path, saved: u64, left: u64) -> OpenError {
    let way_on = if left == 0 {
        "or move it aside to start with an empty store".to_owned()
    } else {
        format!("or, to go on with what is left, write 'saved {left}' in its file {}", Marker::path(folder).display())
    };
    OpenError(format!(
        "the store in {} is damaged: of {saved} changes saved in it, {} are gone. Put the folder back from a backup, {way_on}",
        folder.display(),
        saved - left
    ))
}

fn io_error(folder: &Path, error: &io::Error) -> OpenError {
    let advice = match error.kind() {
        ErrorKind::PermissionDenied => "see that this user may read and write it",
        ErrorKind::ReadOnlyFilesystem => "mount it writable",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "make room on the disk",
        ErrorKind::AlreadyExists | ErrorKind::NotADirectory => "a file stands where the folder should be",
        _ => "see that the disk is well",
    };
    OpenError(format!(
        "the store in {} cannot be opened: {error}; {advice}, or choose another folder with DOUSHOU_DATA",
        folder.display()
    ))
}
