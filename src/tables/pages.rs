//! A file read in pages, of which the latest are kept in memory.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Bytes of a page.
const PAGE: u64 = 4096;
/// How many pages are kept in memory, 4 MB.
const PAGES: u64 = 1024;

/// A file read in pages.
#[derive(Debug)]
pub struct Pages {
    path: PathBuf,
    file: Mutex<File>,
    /// Each page has one place, which it shares with others.
    kept: Vec<Mutex<Page>>,
    failed: AtomicBool,
}

#[derive(Clone, Debug, Default)]
struct Page {
    number: u64,
    /// Empty if nothing is kept here.
    bytes: Vec<u8>,
}

impl Pages {
    /// Pages of a file; the path is for the log.
    pub fn new(path: PathBuf, file: File) -> Pages {
        let kept = (0..PAGES).map(|_| Mutex::default()).collect();
        Pages { path, file: Mutex::new(file), kept, failed: AtomicBool::new(false) }
    }

    /// The most bytes that are kept in memory.
    pub const MEMORY: usize = (PAGE * PAGES) as usize;

    /// The number at this place in the file, a multiple of 8; `None` if it cannot be read, which is logged once.
    pub fn word(&self, at: u64) -> Option<u64> {
        let number = at / PAGE;
        let mut page = self.kept[(number % PAGES) as usize].lock().unwrap_or_else(PoisonError::into_inner);
        if page.number != number || page.bytes.is_empty() {
            page.bytes.clear();
            page.number = number;
            if let Err(error) = self.read_page(number, &mut page.bytes) {
                page.bytes.clear();
                self.complain(&error);
            }
        }
        let word = page.bytes.get((at % PAGE) as usize..)?.first_chunk()?;
        Some(u64::from_le_bytes(*word))
    }

    fn read_page(&self, number: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(number * PAGE))?;
        match Read::by_ref(&mut *file).take(PAGE).read_to_end(bytes)? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }

    /// Reads so many bytes from this place on, past the pages.
    pub fn read_exact(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(bytes)
    }

    fn complain(&self, error: &io::Error) {
        if !self.failed.swap(true, Ordering::Relaxed) {
            tracing::warn!(path = %self.path.display(), %error, "the endgame tables cannot be read; the AI plays without them");
        }
    }
}
