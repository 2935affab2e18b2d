//! Tables in a file: one file for each rule set, to which sets are added one after the other.
//!
//! | part | bytes | what |
//! |---|---|---|
//! | head | 256 | two lines, `doushou tables 1` and the rule set (`jungle RatCross=true`), filled up with spaces and a line feed |
//! | a set's head | 40 | five numbers: `set:`, distances or not, and the animals; values; dictionary entries; words; checksum |
//! | its dictionaries | | for each block how many different values it has, and which; filled up to a multiple of 8 |
//! | its words | | the values, packed |
//!
//! Numbers are little endian, of 64 bits, in the dictionaries of 16. What was being written when the program was ended is an
//! incomplete set at the end: readers leave it out, and a writer goes on in its place.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::known::Value;
use super::material::{Catalogue, Material};
use super::packed::{Codes, Packed};
use super::pages::Pages;
use crate::rules::jungle::Options;
use crate::rules::{Setup, scramble};

/// The first line of every file.
const TITLE: &str = "doushou tables 1";
const HEAD: usize = 256;
const SET_HEAD: usize = 40;
/// The upper half of a set's first number, which tells a set from anything else.
const TAG: u64 = u32::from_le_bytes(*b"set:") as u64;

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("{}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("{} is no file of endgame tables that this program reads", .0.display())]
    Foreign(PathBuf),
    #[error("{} has the endgame tables of the rules '{found}', not of '{wanted}'", path.display())]
    OtherRules { path: PathBuf, found: String, wanted: String },
    #[error("{} is damaged {at} bytes after its beginning; delete it and build the tables again", path.display())]
    Damaged { path: PathBuf, at: u64 },
    #[error(
        "{} ends in the middle of a table; what stands before it is used, and building goes on from there",
        path.display()
    )]
    CutShort { path: PathBuf },
    #[error("{} is being written by another program", .0.display())]
    InUse(PathBuf),
}

/// The name of the file that holds a rule set's tables.
pub fn file_name(rules: &Options) -> String {
    let fits = |c: char| if c.is_ascii_alphanumeric() || c == '=' { c } else { '-' };
    format!("{}.tables", rules_line(rules).chars().map(fits).collect::<String>())
}

/// A rule set as the file's second line names it.
fn rules_line(rules: &Options) -> String {
    Setup::Jungle(*rules).to_string()
}

/// What is in a file.
#[derive(Debug)]
pub struct Contents {
    path: PathBuf,
    /// The sets by their index in the catalogue.
    pub sets: Vec<(usize, Stored)>,
    /// Where the last complete set ends.
    end: u64,
    /// Something incomplete comes after it.
    cut_short: bool,
}

/// A set's table in a file.
#[derive(Debug)]
pub struct Stored {
    pages: Arc<Pages>,
    pub distances: bool,
    codes: Codes,
    /// Where its words begin.
    at: u64,
    /// The numbers of its head.
    head: [u64; 5],
}

impl Stored {
    /// The value with this number; `None` if the file cannot be read any more.
    pub fn value(&self, number: usize) -> Option<Value> {
        self.codes.value(number, |word| self.pages.word(self.at + 8 * word as u64))
    }

    /// The bytes it takes in the file, but for its head.
    pub fn bytes(&self) -> usize {
        dictionary_bytes(&self.codes).len() + 8 * self.codes.words()
    }

    /// The bytes it takes in memory, but for the pages of its file.
    pub fn memory(&self) -> usize {
        self.codes.memory()
    }

    /// The whole table, or `None` if it is not what was written.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn load(&self) -> io::Result<Option<Packed>> {
        let mut bytes = vec![0; 8 * self.codes.words()];
        self.pages.read_exact(self.at, &mut bytes)?;
        let words = bytes.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect();
        let packed = Packed { codes: self.codes.clone(), words };
        let [head @ .., expected] = self.head;
        Ok((checksum(head, &packed) == expected).then_some(packed))
    }
}

impl Contents {
    /// Reads what a file has, which must be for these rules; only heads and dictionaries are read.
    pub fn read(path: &Path, rules: &Options, catalogue: &Catalogue) -> Result<Contents, FileError> {
        let fault = |error| io_error(path, error);
        let file = File::open(path).map_err(fault)?;
        let length = file.metadata().map_err(fault)?.len();
        let mut reader = BufReader::new(&file);
        let mut head = [0; HEAD];
        if length < HEAD as u64 {
            return Err(FileError::Foreign(path.to_owned()));
        }
        reader.read_exact(&mut head).map_err(fault)?;
        check_head(path, &head, rules)?;
        let mut found = Vec::new();
        let mut end = HEAD as u64;
        while let Some(set) = read_set(path, &mut reader, end, length, catalogue)? {
            end = set.at + 8 * set.codes.words() as u64;
            reader.seek(SeekFrom::Start(end)).map_err(fault)?;
            found.push(set);
        }
        let pages = Arc::new(Pages::new(path.to_owned(), file));
        let stored = |set: ReadSet| {
            let ReadSet { set, distances, codes, at, head } = set;
            (set, Stored { pages: Arc::clone(&pages), distances, codes, at, head })
        };
        let sets = found.into_iter().map(stored).collect();
        Ok(Contents { path: path.to_owned(), sets, end, cut_short: end < length })
    }

    /// The whole of a table, which must be what was written.
    pub fn load(&self, stored: &Stored) -> Result<Packed, FileError> {
        let loaded = stored.load().map_err(|error| io_error(&self.path, error))?;
        loaded.ok_or_else(|| FileError::Damaged { path: self.path.clone(), at: stored.at })
    }

    /// What there is to say about an incomplete end.
    pub fn complaint(&self) -> Option<FileError> {
        self.cut_short.then(|| FileError::CutShort { path: self.path.clone() })
    }
}

/// Adds sets to a file.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    file: File,
}

impl Writer {
    /// Opens a rule set's file, or makes it and its folder, to go on behind its last complete set. Nobody else may write it
    /// in the meantime.
    pub fn open(path: &Path, rules: &Options, catalogue: &Catalogue) -> Result<(Writer, Contents), FileError> {
        let fault = |error| io_error(path, error);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(fault)?;
        }
        let open = || OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = open().map_err(fault)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FileError::InUse(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(fault(error)),
        }
        // Nothing yet, or not even the head: the rest of it is written.
        let mut begun = Vec::new();
        Read::by_ref(&mut file).take(HEAD as u64).read_to_end(&mut begun).map_err(fault)?;
        if begun.len() < HEAD
            && let Some(rest) = head(rules).strip_prefix(&begun[..])
        {
            file.write_all(rest).map_err(fault)?;
        }
        let contents = Contents::read(path, rules, catalogue)?;
        file.set_len(contents.end).map_err(fault)?;
        file.seek(SeekFrom::Start(contents.end)).map_err(fault)?;
        Ok((Writer { path: path.to_owned(), file }, contents))
    }

    /// Adds a set; when this returns it is on the disk.
    pub fn add(
        &mut self,
        material: Material,
        packed: &Packed,
        values: usize,
        distances: bool,
    ) -> Result<(), FileError> {
        let entries: usize = packed.codes.dictionaries().map(<[Value]>::len).sum();
        let what = TAG << 32 | u64::from(distances) << 16 | u64::from(material.0[0]) << 8 | u64::from(material.0[1]);
        let head = [what, values as u64, entries as u64, packed.words.len() as u64];
        let numbers = head.into_iter().chain([checksum(head, packed)]);
        let mut bytes: Vec<u8> = numbers.flat_map(u64::to_le_bytes).collect();
        bytes.extend(dictionary_bytes(&packed.codes));
        bytes.extend(packed.words.iter().flat_map(|word| word.to_le_bytes()));
        let written = self.file.write_all(&bytes).and_then(|()| self.file.sync_data());
        written.map_err(|error| io_error(&self.path, error))
    }
}

/// A set as it is found in a file.
struct ReadSet {
    set: usize,
    distances: bool,
    codes: Codes,
    at: u64,
    head: [u64; 5],
}

/// Reads the head and the dictionaries of a set; `None` at the end of the file, or if the set is not all there.
fn read_set(
    path: &Path,
    reader: &mut impl Read,
    start: u64,
    length: u64,
    catalogue: &Catalogue,
) -> Result<Option<ReadSet>, FileError> {
    let damaged = || FileError::Damaged { path: path.to_owned(), at: start };
    let fault = |error| io_error(path, error);
    if length - start < SET_HEAD as u64 {
        return Ok(None);
    }
    let mut bytes = [0; SET_HEAD];
    reader.read_exact(&mut bytes).map_err(fault)?;
    let number = |n: usize| bytes.as_chunks().0.get(n).map_or(0, |bytes| u64::from_le_bytes(*bytes));
    let head = [0, 1, 2, 3, 4].map(number);
    let [what, values, entries, words, _] = head;
    if what >> 32 != TAG || what & 0xfffe_0000 != 0 {
        return Err(damaged());
    }
    let material = Material([(what >> 8) as u8, what as u8]);
    let seating = catalogue.seating(material).ok_or_else(damaged)?;
    let set = &catalogue.sets()[seating.set];
    if set.material() != material || values != set.layout.len() as u64 {
        return Err(damaged());
    }
    let blocks = set.layout.blocks();
    // Dictionaries and words of a sound set are no longer than its values would be by themselves.
    if entries > values || words > values {
        return Err(damaged());
    }
    let dictionaries = 2 * (blocks as u64 + entries).next_multiple_of(4);
    if length - start < SET_HEAD as u64 + dictionaries + 8 * words {
        return Ok(None);
    }
    let mut bytes = vec![0; dictionaries as usize];
    reader.read_exact(&mut bytes).map_err(fault)?;
    let mut numbers = bytes.as_chunks().0.iter().map(|bytes| u16::from_le_bytes(*bytes));
    let dictionary = |_| {
        let count = numbers.next().unwrap_or_default();
        numbers.by_ref().take(usize::from(count)).map(Value).collect()
    };
    let codes = Codes::new(&set.layout, (0..blocks).map(dictionary).collect()).ok_or_else(damaged)?;
    if codes.words() as u64 != words || codes.dictionaries().map(<[Value]>::len).sum::<usize>() as u64 != entries {
        return Err(damaged());
    }
    let distances = what >> 16 & 1 == 1;
    Ok(Some(ReadSet { set: seating.set, distances, codes, at: start + SET_HEAD as u64 + dictionaries, head }))
}

fn head(rules: &Options) -> [u8; HEAD] {
    let mut head = [b' '; HEAD];
    head[HEAD - 1] = b'\n';
    let text = format!("{TITLE}\n{}", rules_line(rules));
    head.iter_mut().zip(text.bytes()).for_each(|(byte, text)| *byte = text);
    head
}

fn check_head(path: &Path, head: &[u8; HEAD], rules: &Options) -> Result<(), FileError> {
    let foreign = || FileError::Foreign(path.to_owned());
    let text = std::str::from_utf8(head).map_err(|_| foreign())?;
    let (title, found) = text.split_once('\n').ok_or_else(foreign)?;
    let (found, wanted) = (found.trim_end().to_owned(), rules_line(rules));
    match title {
        TITLE if found == wanted => Ok(()),
        TITLE => Err(FileError::OtherRules { path: path.to_owned(), found, wanted }),
        _ => Err(foreign()),
    }
}

fn dictionary_bytes(codes: &Codes) -> Vec<u8> {
    let numbers = codes.dictionaries().flat_map(|values| {
        let count = values.len() as u16;
        std::iter::once(count).chain(values.iter().map(|value| value.0))
    });
    let mut bytes: Vec<u8> = numbers.flat_map(u16::to_le_bytes).collect();
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    bytes
}

fn checksum(head: [u64; 4], packed: &Packed) -> u64 {
    let entries = packed.codes.dictionaries().flatten().map(|value| u64::from(value.0));
    let numbers = head.into_iter().chain(entries).chain(packed.words.iter().copied());
    numbers.fold(0, |sum: u64, number| scramble(sum.rotate_left(1) ^ number))
}

fn io_error(path: &Path, error: io::Error) -> FileError {
    FileError::Io { path: path.to_owned(), error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::jungle::Tables;
    use crate::tables::material::MOST_PIECES;

    /// A set of four animals, of which only some values are looked at: the table is in the file alone.
    #[test]
    fn large_tables_are_read_in_pages() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("some.tables");
        let options = Options::STANDARD;
        let catalogue = Catalogue::new(&Tables::new(options), MOST_PIECES);
        let of = |set: usize| &catalogue.sets()[set];
        let (mut writer, _) = Writer::open(&path, &options, &catalogue).expect("a new file");
        let sets = [0, catalogue.sets().len() - 1];
        let some =
            |set: usize| (0..of(set).layout.len()).map(|n| Value((n / 7 % 5 * (n % 3)) as u16)).collect::<Vec<_>>();
        for set in sets {
            let packed = Packed::new(&of(set).layout, &some(set));
            writer.add(of(set).material(), &packed, of(set).layout.len(), set == 0).expect("room on the disk");
        }
        assert!(matches!(Writer::open(&path, &options, &catalogue), Err(FileError::InUse(_))));
        let contents = Contents::read(&path, &options, &catalogue).expect("a sound file");
        assert!(contents.complaint().is_none());
        for ((set, stored), expected) in contents.sets.iter().zip(sets) {
            assert_eq!((*set, stored.distances), (expected, expected == 0));
            let values = some(*set);
            assert!((0..values.len()).step_by(61).all(|number| stored.value(number) == Some(values[number])));
            let loaded = contents.load(stored).expect("what was written");
            assert_eq!(loaded, Packed::new(&of(*set).layout, &values));
        }
        // Should the file become shorter in the meantime, the rest is not known.
        drop(writer);
        let contents = Contents::read(&path, &options, &catalogue).expect("a sound file");
        OpenOptions::new().write(true).open(&path).expect("the file").set_len(HEAD as u64).expect("a shorter file");
        assert_eq!(contents.sets[1].1.value(0), None);
        assert!(contents.load(&contents.sets[1].1).is_err());
    }
}
