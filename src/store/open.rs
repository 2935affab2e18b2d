//! Opening: the folder, the marker beside sled, the lock, and every way in which that can fail, as a sentence.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;
use std::{io, thread};

use super::catalog::{CATALOG, Holds, META, Tree};
use super::database::Database;
use super::export::Entry;
use super::guard::guard_quietly;
use super::lists::places;
use super::marker::Marker;
use super::{CommitError, OpenError, keys, snapshots};

/// sled's files in the folder.
const DATA: &str = "db";
const CONFIG: &str = "conf";

/// sled gives its lock back a moment after its last handle is dropped.
const LOCK_TRIES: u32 = 20;
const LOCK_PAUSE: Duration = Duration::from_millis(50);

/// Memory sled may use to keep pages at hand, in bytes.
const CACHE: u64 = 64 << 20;

/// Opens the store in this folder; refuses where there is none.
pub(super) fn open_existing(folder: &Path) -> Result<Database, OpenError> {
    if marker(folder)?.is_none() {
        return Err(OpenError::Failed(format!(
            "there is no store in {}: name its folder with --data or DOUSHOU_DATA (the local demo keeps its store in {})",
            folder.display(),
            folder.join("demo").join("bot").display()
        )));
    }
    open(folder)
}

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
        Ok(Some(marker)) if marker.unfinished => Err(OpenError::Failed(format!(
            "an import into {} was begun and did not end: remove what is in it, but not its folder of snapshots, and import again",
            folder.display()
        ))),
        Ok(Some(marker)) if marker.format > Marker::FORMAT => Err(OpenError::Failed(format!(
            "the store in {} was written by a newer Doushou (format {}; this one knows up to {}): start that version, or choose another folder with DOUSHOU_DATA",
            folder.display(),
            marker.format,
            Marker::FORMAT
        ))),
        Ok(None) if foreign() => Err(OpenError::Failed(format!(
            "{} holds a database, but no file {}: it is not a store of Doushou, or that file was lost. Choose another folder with DOUSHOU_DATA, or put the file back",
            folder.display(),
            path.display()
        ))),
        Ok(marker) => Ok(marker),
        Err(error) if error.kind() == ErrorKind::InvalidData => Err(OpenError::Failed(format!(
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
                    return Err(OpenError::InUse(format!(
                        "the store in {} is in use by another process: stop the other Doushou, or give this one a folder of its own with DOUSHOU_DATA",
                        folder.display()
                    )));
                }
                tries += 1;
                thread::sleep(LOCK_PAUSE);
            }
            Err(error) => return Err(sled_error(folder, error)),
        }
    }
}

fn damaged(folder: &Path, why: &str) -> OpenError {
    OpenError::Failed(format!(
        "the store in {} is damaged: {}. {}, or move it aside to start with an empty store",
        folder.display(),
        why.replace('\n', " "),
        way_back(folder)
    ))
}

/// How to get back what was in the store.
fn way_back(folder: &Path) -> String {
    let backup = "Put the folder back from a backup";
    // That the snapshots cannot be listed is no reason to say less about the store.
    match snapshots::newest(folder).ok().flatten() {
        Some((snapshot, _)) => format!(
            "{backup}; or move its files aside, all but the folder of snapshots, and make it anew with 'doushou store import {}'",
            snapshot.display()
        ),
        None => backup.to_owned(),
    }
}

/// It opens, but as it was before: its data was cut off, emptied or overwritten.
fn lost(folder: &Path, saved: u64, left: u64) -> OpenError {
    let way_on = if left == 0 {
        "or move it aside to start with an empty store".to_owned()
    } else {
        format!("or, to go on with what is left, write 'saved {left}' in its file {}", Marker::path(folder).display())
    };
    OpenError::Failed(format!(
        "the store in {} is damaged: of {saved} changes saved in it, {} are gone. {}, {way_on}",
        folder.display(),
        saved - left,
        way_back(folder)
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
    OpenError::Failed(format!(
        "the store in {} cannot be opened: {error}; {advice}, or choose another folder with DOUSHOU_DATA",
        folder.display()
    ))
}

/// Refuses to make a store in a folder where something of one is already.
pub(super) fn refuse_to_overwrite(folder: &Path) -> Result<(), OpenError> {
    match marker(folder)? {
        Some(_) => Err(OpenError::Failed(format!(
            "there is a store in {} already: import into an empty folder, or move the files of that store aside",
            folder.display()
        ))),
        None => Ok(()),
    }
}

/// A new store that is being filled. Until it is finished, nothing opens it.
pub(super) struct Filling<'a> {
    folder: &'a Path,
    db: sled::Db,
    trees: Vec<sled::Tree>,
    /// By counter, what it has to be at least.
    counters: BTreeMap<&'static [u8], u64>,
}

impl<'a> Filling<'a> {
    /// Begins in a folder in which there is no store.
    pub fn begin(folder: &'a Path) -> Result<Filling<'a>, OpenError> {
        fs::create_dir_all(folder).map_err(|error| io_error(folder, &error))?;
        Marker::write_unfinished(folder).map_err(|error| io_error(folder, &error))?;
        let db = open_sled(folder)?;
        let trees = CATALOG.iter().map(|tree| db.open_tree(tree.name)).collect::<sled::Result<_>>();
        let trees = trees.map_err(|error| sled_error(folder, error))?;
        Ok(Filling { folder, db, trees, counters: BTreeMap::new() })
    }

    /// Writes an entry, and a table's places in the lists.
    pub fn put(&mut self, entry: &Entry) -> Result<(), OpenError> {
        let Entry { tree, key, value } = entry;
        let known = &CATALOG[*tree];
        self.insert(known.name, key, value)?;
        if let (Holds::Records(record), Some(number)) = (&known.holds, keys::number(key))
            && let Some(counter) = record.counter
        {
            let next = self.counters.entry(counter).or_default();
            *next = (*next).max(number.saturating_add(1));
        }
        for (list, key) in places(known.name, key, value) {
            self.insert(list.name(), &key, &[])?;
        }
        Ok(())
    }

    /// Brings everything to disk and makes the folder a store in which so many changes have been saved.
    pub fn finish(self, saved: u64) -> Result<(), OpenError> {
        // The first change of a store is its being made.
        let saved = saved.max(1);
        self.insert(META, keys::SAVED, &saved.to_be_bytes())?;
        self.insert(META, keys::LISTED, &saved.to_be_bytes())?;
        let meta = self.tree(META)?;
        for (counter, least) in &self.counters {
            let next = meta.get(counter).map_err(|error| sled_error(self.folder, error))?;
            let next = next.and_then(|bytes| keys::number(&bytes)).unwrap_or_default();
            self.insert(META, counter, &next.max(*least).to_be_bytes())?;
        }
        self.db.flush().map_err(|error| sled_error(self.folder, error))?;
        let durable = || {
            OpenOptions::new().read(true).write(true).open(self.folder.join(DATA))?.sync_all()?;
            Marker::new(saved).write(self.folder).map(drop)
        };
        durable().map_err(|error| io_error(self.folder, &error))
    }

    fn insert(&self, tree: &str, key: &[u8], value: &[u8]) -> Result<(), OpenError> {
        self.tree(tree)?.insert(key, value).map(drop).map_err(|error| sled_error(self.folder, error))
    }

    fn tree(&self, name: &str) -> Result<&sled::Tree, OpenError> {
        let place = Tree::place(name).ok_or_else(|| damaged(self.folder, &format!("there is no tree '{name}'")))?;
        Ok(&self.trees[place])
    }
}

fn sled_error(folder: &Path, error: sled::Error) -> OpenError {
    match error {
        sled::Error::Io(error) => io_error(folder, &error),
        error => damaged(folder, &error.to_string()),
    }
}
