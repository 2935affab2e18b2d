//! Files: uploads and what they are.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use super::message::FileInfo;

/// All files, by key. One that a message shows is kept; others until newer ones need their room, so that a bot can send them again
/// by their id.
pub struct Files {
    stored: HashMap<String, Stored>,
    /// Unused files, oldest first.
    spare: VecDeque<String>,
    spare_bytes: usize,
    /// How many bytes of unused files are kept.
    most_spare: usize,
    last: u64,
}

struct Stored {
    info: FileInfo,
    bytes: Arc<[u8]>,
    uses: usize,
}

impl Files {
    /// None yet; of those that no message shows, so many bytes are kept.
    pub fn new(most_spare: usize) -> Files {
        Files { stored: HashMap::new(), spare: VecDeque::new(), spare_bytes: 0, most_spare, last: 0 }
    }

    /// Stores an upload; nothing shows it yet.
    pub fn add(&mut self, name: &str, bytes: Arc<[u8]>, kind: Option<Picture>) -> FileInfo {
        self.last += 1;
        let (mime, width, height) = match kind {
            Some(picture) => (picture.mime, picture.width, picture.height),
            None => ("application/octet-stream", 0, 0),
        };
        let key = format!("F{:x}{:04x}", self.last, checksum(&bytes) & 0xffff);
        let info = FileInfo { key, name: name.to_owned(), mime: mime.to_owned(), size: bytes.len(), width, height };
        self.insert(info.clone(), bytes);
        info
    }

    /// Puts back a file that was saved.
    pub fn insert(&mut self, info: FileInfo, bytes: Arc<[u8]>) {
        let number = info.key.get(1..info.key.len().saturating_sub(4)).and_then(|n| u64::from_str_radix(n, 16).ok());
        self.last = self.last.max(number.unwrap_or(0));
        self.spare.push_back(info.key.clone());
        self.spare_bytes += bytes.len();
        self.stored.insert(info.key.clone(), Stored { info, bytes, uses: 0 });
    }

    /// A message shows the file.
    pub fn hold(&mut self, key: &str) {
        if let Some(stored) = self.stored.get_mut(key) {
            stored.uses += 1;
            if stored.uses == 1 {
                self.spare.retain(|spare| spare != key);
                self.spare_bytes -= stored.bytes.len();
            }
        }
        self.trim();
    }

    /// A message shows the file no more.
    pub fn release(&mut self, key: &str) {
        if let Some(stored) = self.stored.get_mut(key) {
            stored.uses = stored.uses.saturating_sub(1);
            if stored.uses == 0 {
                self.spare.push_back(key.to_owned());
                self.spare_bytes += stored.bytes.len();
            }
        }
        self.trim();
    }

    fn trim(&mut self) {
        while self.spare_bytes > self.most_spare
            && let Some(key) = self.spare.pop_front()
            && let Some(stored) = self.stored.remove(&key)
        {
            self.spare_bytes -= stored.bytes.len();
        }
    }

    /// What a file is, by key.
    pub fn info(&self, key: &str) -> Option<&FileInfo> {
        self.stored.get(key).map(|stored| &stored.info)
    }

    /// A file's bytes, by key.
    pub fn bytes(&self, key: &str) -> Option<Arc<[u8]>> {
        self.stored.get(key).map(|stored| Arc::clone(&stored.bytes))
    }

    /// The files that messages show.
    pub fn used(&self) -> impl Iterator<Item = (&FileInfo, &Arc<[u8]>)> {
        self.stored.values().filter(|stored| stored.uses > 0).map(|stored| (&stored.info, &stored.bytes))
    }
}

/// FNV-1a, so that keys of different files differ visibly.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A picture's format and size in pixels.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub mime: &'static str,
    pub width: u32,
    pub height: u32,
}

/// Recognizes a PNG, GIF or JPEG that is whole, by its structure. `None` for anything else.
pub fn picture(bytes: &[u8]) -> Option<Picture> {
    png(bytes).or_else(|| gif(bytes)).or_else(|| jpeg(bytes))
}

fn png(bytes: &[u8]) -> Option<Picture> {
    let mut rest = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n")?;
    let mut size = None;
    loop {
        // A chunk: length, name, data, checksum.
        let length = u32::from_be_bytes(rest.get(..4)?.try_into().ok()?) as usize;
        let name = rest.get(4..8)?;
        let data = rest.get(8..8 + length)?;
        rest = rest.get(12 + length..)?;
        match name {
            b"IHDR" => {
                let number = |at: usize| Some(u32::from_be_bytes(data.get(at..at + 4)?.try_into().ok()?));
                size = Some((number(0)?, number(4)?));
            }
            b"IEND" => break,
            _ => {}
        }
    }
    let (width, height) = size?;
    Some(Picture { mime: "image/png", width, height })
}

fn gif(bytes: &[u8]) -> Option<Picture> {
    let rest = bytes.strip_prefix(b"GIF89a").or_else(|| bytes.strip_prefix(b"GIF87a"))?;
    // The trailer.
    bytes.ends_with(b";").then_some(())?;
    let number = |at: usize| Some(u32::from(u16::from_le_bytes(rest.get(at..at + 2)?.try_into().ok()?)));
    Some(Picture { mime: "image/gif", width: number(0)?, height: number(2)? })
}

fn jpeg(bytes: &[u8]) -> Option<Picture> {
    let mut rest = bytes.strip_prefix(b"\xff\xd8")?;
    bytes.ends_with(b"\xff\xd9").then_some(())?;
    loop {
        // A segment: marker, length (which counts itself), data.
        let marker = *rest.get(1)?;
        let length = usize::from(u16::from_be_bytes(rest.get(2..4)?.try_into().ok()?));
        if matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc) {
            let number = |at: usize| Some(u32::from(u16::from_be_bytes(rest.get(at..at + 2)?.try_into().ok()?)));
            return Some(Picture { mime: "image/jpeg", width: number(7)?, height: number(5)? });
        }
        rest = rest.get(2 + length..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_nobody_shows_make_room_for_newer_ones() {
        let mut files = Files::new(250);
        let shown = files.add("shown", Arc::from([0; 100]), None);
        files.hold(&shown.key);
        let keys: Vec<String> = (0..50)
            .map(|n| {
                let file = files.add("board", Arc::from([n; 100]), None);
                files.hold(&file.key);
                files.release(&file.key);
                file.key
            })
            .collect();
        assert_eq!(files.stored.len(), 3, "the one that is shown, and as many as fit");
        assert!(files.info(&shown.key).is_some() && files.info(&keys[49]).is_some() && files.info(&keys[0]).is_none());
    }
}
