//! The world in a folder, so that a chat goes on after a restart.
//!
//! `world.json` holds everything but the files, which lie in `files/` under their keys. A write replaces `world.json` as
//! a whole, after the files it needs are there.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::world::World;
use super::world::chat::Chat;
use super::world::files::Files;
use super::world::people::Person;
use super::world::updates::Updates;
use super::world::{Bot, message::FileInfo};

/// Rises when the form of `world.json` changes.
const FORMAT: u32 = 1;

/// What `world.json` holds, owned or borrowed.
#[derive(Serialize, Deserialize)]
struct Saved<B, P, C, U> {
    format: u32,
    version: u64,
    bot: B,
    people: P,
    chats: C,
    updates: U,
}

type Loaded = Saved<Bot, BTreeMap<i64, Person>, BTreeMap<i64, Chat>, Updates>;

/// The folder a world is saved in.
pub struct Folder {
    path: PathBuf,
    /// The files that lie there.
    stored: HashSet<String>,
}

/// A world ready to be written.
pub struct Snapshot {
    json: Vec<u8>,
    files: Vec<(String, Arc<[u8]>)>,
}

impl Folder {
    /// The folder, made if need be.
    pub fn open(path: &Path) -> io::Result<Folder> {
        fs::create_dir_all(path.join("files"))?;
        let mut stored = HashSet::new();
        for entry in fs::read_dir(path.join("files"))? {
            stored.extend(entry?.file_name().into_string());
        }
        Ok(Folder { path: path.to_owned(), stored })
    }

    /// Puts what was saved into a new world. False if nothing was; errors are sentences.
    pub fn load(&self, world: &mut World) -> Result<bool, String> {
        let path = self.path.join("world.json");
        let json = match fs::read(&path) {
            Ok(json) => json,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(format!("cannot read the saved chats in {}: {error}", path.display())),
        };
        let unusable = |why: String| {
            format!("the saved chats in {} cannot be used ({why}); move the file away to start afresh", path.display())
        };
        let saved: Loaded = serde_json::from_slice(&json).map_err(|error| unusable(error.to_string()))?;
        if saved.format != FORMAT {
            return Err(unusable(format!("it has format {}, this program reads format {FORMAT}", saved.format)));
        }
        world.version = saved.version;
        world.bot.commands = saved.bot.commands;
        world.bot.texts = saved.bot.texts;
        world.people = saved.people;
        world.chats = saved.chats;
        world.updates = saved.updates;
        for chat in world.chats.values() {
            for message in chat.messages.values() {
                if let Some(info) = message.body.file() {
                    self.load_file(info, &mut world.files);
                    world.files.hold(&info.key);
                }
            }
        }
        Ok(true)
    }

    fn load_file(&self, info: &FileInfo, files: &mut Files) {
        if files.info(&info.key).is_some() {
            return;
        }
        match fs::read(self.path.join("files").join(&info.key)) {
            Ok(bytes) => files.insert(info.clone(), bytes.into()),
            Err(error) => tracing::warn!("a picture of the saved chats is lost ({}): {error}", info.key),
        }
    }

    /// Takes what has to be written.
    pub fn snapshot(&self, world: &World) -> serde_json::Result<Snapshot> {
        let saved = Saved {
            format: FORMAT,
            version: world.version,
            bot: &world.bot,
            people: &world.people,
            chats: &world.chats,
            updates: &world.updates,
        };
        let files = world.files.used().map(|(info, bytes)| (info.key.clone(), Arc::clone(bytes)));
        Ok(Snapshot { json: serde_json::to_vec(&saved)?, files: files.collect() })
    }

    /// Writes it: new files, then the world, then away with files no message shows any more.
    pub fn write(&mut self, snapshot: &Snapshot) -> io::Result<()> {
        let folder = self.path.join("files");
        for (key, bytes) in &snapshot.files {
            if !self.stored.contains(key) {
                fs::write(folder.join(key), bytes)?;
                self.stored.insert(key.clone());
            }
        }
        let new = self.path.join("world.json.new");
        let mut file = fs::File::create(&new)?;
        file.write_all(&snapshot.json)?;
        file.sync_all()?;
        fs::rename(new, self.path.join("world.json"))?;
        let used = snapshot.files.iter().map(|(key, _)| key.as_str()).collect::<HashSet<_>>();
        let unused = self.stored.iter().filter(|key| !used.contains(key.as_str())).cloned().collect::<Vec<_>>();
        for key in unused {
            fs::remove_file(folder.join(&key))?;
            self.stored.remove(&key);
        }
        Ok(())
    }
}
