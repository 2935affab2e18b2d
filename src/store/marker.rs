//! The file beside sled that says what the folder is, and how much was saved in it.
//!
//! sled takes a log that was cut short or damaged for one that ends there, and goes on with what is left. So the number
//! of changes saved is noted outside it, after each of them is on disk: a database that knows of fewer has lost some.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What the file says.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Marker {
    /// The version of the layout of folder, trees and keys.
    pub format: u32,
    /// Changes saved, at least: after a power cut the note may be a few seconds older than the database. 0: the store is
    /// new, nothing was ever saved in it.
    pub saved: u64,
    /// An import has begun and not ended.
    pub unfinished: bool,
}

/// The line of an import that has not ended.
const UNFINISHED: &str = "unfinished";

/// The open file, to note what was saved.
pub(super) struct Tally {
    file: File,
    /// Where the number stands.
    at: u64,
}

impl Marker {
    /// The version this program writes. It is raised for what an older program must not touch; records have versions of
    /// their own. Older formats are read, and become this one when the store is opened.
    pub const FORMAT: u32 = 1;

    /// The marker of a store in this program's format.
    pub const fn new(saved: u64) -> Marker {
        Marker { format: Marker::FORMAT, saved, unfinished: false }
    }

    /// The marker's file in a store's folder.
    pub fn path(folder: &Path) -> PathBuf {
        folder.join("doushou.store")
    }

    /// What the folder's marker says; `Ok(None)` if there is none, `InvalidData` if it says nothing that makes sense.
    pub fn read(folder: &Path) -> io::Result<Option<Marker>> {
        match fs::read_to_string(Marker::path(folder)) {
            Ok(text) => Marker::parse(&text).map(Some).ok_or_else(|| ErrorKind::InvalidData.into()),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Notes that an import begins: until [`Marker::write`] the folder is no store.
    pub fn write_unfinished(folder: &Path) -> io::Result<()> {
        let mut file = File::create(Marker::path(folder))?;
        write!(file, "An import into this folder has begun and not ended.\nformat {}\n{UNFINISHED}\n", Marker::FORMAT)?;
        file.sync_all()?;
        sync_folder(folder)
    }

    /// Writes the file in this program's format, whole or not at all, durably.
    pub fn write(self, folder: &Path) -> io::Result<Tally> {
        let draft = folder.join("doushou.store.draft");
        let head = format!(
            "This folder is a store of Doushou, the referee of Dou Shou Qi. Back it up whole, while Doushou is stopped.\nformat {}\nsaved ",
            Marker::FORMAT
        );
        let mut tally = Tally { file: File::create(&draft)?, at: head.len() as u64 };
        tally.file.write_all(head.as_bytes())?;
        tally.note(self.saved)?;
        tally.file.sync_all()?;
        fs::rename(&draft, Marker::path(folder))?;
        sync_folder(folder)?;
        Ok(tally)
    }

    fn parse(text: &str) -> Option<Marker> {
        let number = |key: &str| text.lines().find_map(|line| line.strip_prefix(key))?.trim().parse::<u64>().ok();
        let unfinished = text.lines().any(|line| line == UNFINISHED);
        let saved = number("saved ").or(unfinished.then_some(0))?;
        Some(Marker { format: number("format ")?.try_into().ok()?, saved, unfinished })
    }
}

impl Tally {
    /// Notes that so many changes are on disk. Not synced: an older note is still true.
    pub fn note(&mut self, saved: u64) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.at))?;
        self.file.write_all(format!("{saved:020}\n").as_bytes())
    }
}

/// Makes the names of new files durable. Only Unix opens folders as files; elsewhere the file system sees to it.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { OpenOptions::new().read(true).open(folder)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_marker_says_what_was_noted() {
        let folder = tempfile::tempdir().unwrap();
        let read = || Marker::read(folder.path()).unwrap();
        assert_eq!(read(), None);
        let mut tally = Marker::new(0).write(folder.path()).unwrap();
        assert_eq!(read(), Some(Marker::new(0)));
        for saved in [1, 99, u64::MAX, 100] {
            tally.note(saved).unwrap();
            assert_eq!(read(), Some(Marker::new(saved)));
        }
    }
}
