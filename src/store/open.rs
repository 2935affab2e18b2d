//! Opening: the folder, the marker beside sled, the lock, and every way in which that can fail, as a sentence.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::time::Duration;
use std::{io, thread};

use super::database::{Database, Trees};
use super::guard::guard_quietly;
use super::live::Index;
use super::{OpenError, keys};

/// The layout of folder, trees and keys. Raise it for what an older program must not touch; records have versions of
/// their own.
const FORMAT: u32 = 1;

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
    let place = folder.display();
    fs::create_dir_all(folder).map_err(|error| io_error(folder, &error))?;
    let used = match Marker::read(folder)? {
        Some(Marker { format, .. }) if format > FORMAT => return Err(newer(folder, format)),
        Some(Marker { used, .. }) => used,
        None if [DATA, CONFIG].iter().any(|file| folder.join(file).exists()) => {
            return Err(OpenError(format!(
                "{place} holds a database without the file {}: it is not a store of Doushou, or that file was lost. Choose another folder with DOUSHOU_DATA, or put the file back",
                Marker::FILE
            )));
        }
        None => {
            Marker { format: FORMAT, used: false }.write(folder).map_err(|error| io_error(folder, &error))?;
            false
        }
    };
    if used && fs::metadata(folder.join(DATA)).map_or(true, |data| data.len() == 0) {
        return Err(emptied(folder));
    }
    let db = open_sled(folder)?;
    let mut database =
        guard_quietly(|| enter(folder, db, used)).unwrap_or_else(|panic| Err(damaged(folder, &panic)))?;
    if !used {
        let first_save = database.save().map_err(|why| damaged(folder, &why));
        first_save?;
        Marker { format: FORMAT, used: true }.write(folder).map_err(|error| io_error(folder, &error))?;
    }
    Ok(database)
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

/// Opens the trees and sees that they are what the marker says.
fn enter(folder: &Path, db: sled::Db, used: bool) -> Result<Database, OpenError> {
    let sled = |error: sled::Error| damaged(folder, &error.to_string());
    let meta = db.open_tree("meta").map_err(sled)?;
    match meta.get(keys::FORMAT).map_err(sled)?.as_deref() {
        None if used => return Err(emptied(folder)),
        None => {
            meta.insert(keys::FORMAT, &FORMAT.to_be_bytes()).map_err(sled)?;
        }
        Some(bytes) => match bytes.try_into().map(u32::from_be_bytes) {
            Ok(format) if format > FORMAT => return Err(newer(folder, format)),
            Ok(_) => {}
            Err(_) => return Err(damaged(folder, &format!("its format is written as {bytes:?}"))),
        },
    }
    let trees = Trees {
        tables: db.open_tree("tables").map_err(sled)?,
        live: db.open_tree("live").map_err(sled)?,
        ended: db.open_tree("ended").map_err(sled)?,
        people: db.open_tree("people").map_err(sled)?,
        chats: db.open_tree("chats").map_err(sled)?,
        updates: db.open_tree("updates").map_err(sled)?,
        meta,
    };
    let file = File::open(folder.join(DATA)).map_err(|error| io_error(folder, &error))?;
    let mut database =
        Database { folder: folder.to_owned(), db, file, trees, live: Index::default(), unsaved: true, stopped: None };
    database.load_live().map_err(|why| damaged(folder, &why.to_string()))?;
    Ok(database)
}

/// The file that tells a store from any other folder, and one that opens empty from a new one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Marker {
    format: u32,
    /// The database has been filled: from now on it never opens empty.
    used: bool,
}

impl Marker {
    const FILE: &str = "doushou.store";

    /// The folder's marker, or `None` if it has none.
    fn read(folder: &Path) -> Result<Option<Marker>, OpenError> {
        let text = match fs::read_to_string(folder.join(Marker::FILE)) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(io_error(folder, &error)),
        };
        Marker::parse(&text).map(Some).ok_or_else(|| {
            OpenError(format!(
                "the file {} cannot be understood: put it back from a backup, or choose another folder with DOUSHOU_DATA",
                folder.join(Marker::FILE).display()
            ))
        })
    }

    fn parse(text: &str) -> Option<Marker> {
        let value = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
        let format = value("format")?.trim().parse().ok()?;
        Some(Marker { format, used: value("state")?.trim() != "new" })
    }

    /// Writes it whole or not at all, durably.
    fn write(self, folder: &Path) -> io::Result<()> {
        let (path, draft) = (folder.join(Marker::FILE), folder.join("doushou.store.draft"));
        let mut file = File::create(&draft)?;
        write!(
            file,
            "This folder is a store of Doushou, the referee of Dou Shou Qi. Back it up whole, while Doushou is stopped.\nformat {}\nstate {}\n",
            self.format,
            if self.used { "used" } else { "new" }
        )?;
        file.sync_all()?;
        fs::rename(&draft, &path)?;
        File::open(folder)?.sync_all()
    }
}

/// The way back from a store that cannot be used.
const WAY_BACK: &str =
    "Nothing was thrown away: put the folder back from a backup, or move it aside to start with an empty store";

fn damaged(folder: &Path, why: &str) -> OpenError {
    OpenError(format!("the store in {} is damaged: {why}. {WAY_BACK}", folder.display()))
}

fn emptied(folder: &Path) -> OpenError {
    OpenError(format!("the store in {} is empty although it was used before. {WAY_BACK}", folder.display()))
}

fn newer(folder: &Path, format: u32) -> OpenError {
    OpenError(format!(
        "the store in {} was written by a newer Doushou (format {format}; this one knows up to {FORMAT}): start that version, or choose another folder with DOUSHOU_DATA",
        folder.display()
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
