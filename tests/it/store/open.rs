//! Opening what cannot be opened: a sentence each time, with the way back, and nothing thrown away.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use doushou::store::{Change, Store};
use tempfile::TempDir;

use super::{HERE, challenge, person, save};

/// Set for the process that holds a store open: its folder.
const FOLDER: &str = "DOUSHOU_HELD_STORE";

#[tokio::test]
async fn a_folder_that_is_no_store_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("db"), "somebody else's").unwrap();
    refused(folder.path(), &["but no file", "doushou.store", "DOUSHOU_DATA"]);
    assert_eq!(fs::read(folder.path().join("db")).unwrap(), b"somebody else's");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing was added");

    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    refused(&file, &["a file stands where the folder should be", "DOUSHOU_DATA"]);
    refused(&file.join("below"), &["a file stands where the folder should be", "DOUSHOU_DATA"]);
}

#[tokio::test]
async fn a_store_whose_marker_is_gone_or_strange_is_left_alone() {
    let folder = filled().await;
    let marker = folder.path().join("doushou.store");
    let text = fs::read_to_string(&marker).unwrap();
    fs::remove_file(&marker).unwrap();
    refused(folder.path(), &["but no file", "doushou.store", "put the file back"]);
    for strange in ["", "format\n", "format one\nstate used\n", "\0\0\0\0"] {
        fs::write(&marker, strange).unwrap();
        refused(folder.path(), &["cannot be understood", "backup"]);
    }
    fs::write(&marker, text).unwrap();
    assert_filled(folder.path()).await;
}

#[tokio::test]
async fn a_newer_store_is_left_to_the_newer_program() {
    let folder = filled().await;
    let marker = folder.path().join("doushou.store");
    let text = fs::read_to_string(&marker).unwrap();
    fs::write(&marker, text.replace("format 1", "format 2")).unwrap();
    refused(folder.path(), &["newer Doushou", "format 2", "up to 1"]);
    fs::write(&marker, text).unwrap();
    assert_filled(folder.path()).await;
}

#[tokio::test]
async fn a_store_that_was_emptied_is_not_taken_for_a_new_one() {
    type Emptying = fn(&Path);
    let ways: [Emptying; 3] = [
        |folder| fs::write(folder.join("db"), "").unwrap(),
        |folder| fs::remove_file(folder.join("db")).unwrap(),
        |folder| {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_file() && !path.ends_with("doushou.store") {
                    fs::remove_file(path).unwrap();
                }
            }
        },
    ];
    for emptying in ways {
        let folder = filled().await;
        emptying(folder.path());
        refused(folder.path(), &["is damaged", "are gone", "backup", "move it aside"]);
    }
}

/// Whatever is done to sled's file, the store opens with all that was saved, or says that it is damaged.
#[tokio::test]
async fn a_damaged_database_is_refused_or_whole() {
    let mut outcomes = Vec::new();
    for damage in damages() {
        let folder = filled().await;
        let path = folder.path().join("db");
        let mut data = fs::read(&path).unwrap();
        damage.apply(&mut data);
        fs::write(&path, data).unwrap();
        match Store::open(folder.path()) {
            Ok(store) => {
                store.close().await;
                assert_filled(folder.path()).await;
                outcomes.push((damage, "whole"));
            }
            Err(error) => {
                let sentence = error.to_string();
                assert!(sentence.contains("is damaged") && sentence.contains("backup"), "{damage:?}: {sentence}");
                outcomes.push((damage, "refused"));
            }
        }
    }
    assert!(outcomes.iter().any(|(_, outcome)| *outcome == "refused"), "no damage was noticed: {outcomes:?}");
}

/// A host without a backup can keep what is left.
#[tokio::test]
async fn a_store_that_lost_something_can_be_used_as_it_is() {
    let folder = filled().await;
    let path = folder.path().join("db");
    let data = fs::read(&path).unwrap();
    fs::write(&path, &data[..data.len() / 2]).unwrap();
    let sentence = Store::open(folder.path()).map(|_| ()).unwrap_err().to_string();
    let advice = sentence.split('\'').nth(1).unwrap();
    fs::write(folder.path().join("doushou.store"), format!("format 1\n{advice}\n")).unwrap();
    let store = Store::open(folder.path()).unwrap();
    let left = store.live_in(super::GROUP).await.unwrap().len();
    assert!((1..50).contains(&left), "{left} of 50 tables are left");
    save(&store, &[&challenge(&store, HERE, 1).await]).await;
    store.close().await;
}

#[tokio::test]
async fn a_damaged_snapshot_is_refused_or_whole() {
    let folder = filled().await;
    let snapshot = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let snapshots: Vec<_> = snapshot.filter(|path| path.to_string_lossy().contains("snap.")).collect();
    for snapshot in snapshots {
        fs::write(snapshot, "nonsense that is longer than a checksum").unwrap();
    }
    match Store::open(folder.path()) {
        Ok(store) => {
            store.close().await;
            assert_filled(folder.path()).await;
        }
        Err(error) => assert!(error.to_string().contains("is damaged"), "{error}"),
    }
}

#[tokio::test]
async fn a_store_in_use_by_another_process_says_so() {
    let folder = filled().await;
    let mut holder = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "store::open::holder_of_a_store", "--nocapture"])
        .env(FOLDER, folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(holder.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains("held")), "the holder did not open the store");
    refused(folder.path(), &["in use by another process", "stop the other Doushou", "DOUSHOU_DATA"]);
    holder.stdin.take().unwrap().write_all(b"enough\n").unwrap();
    assert!(holder.wait().unwrap().success());
    assert_filled(folder.path()).await;
}

/// Not a test of its own: the process that holds a store until it is told otherwise.
#[test]
fn holder_of_a_store() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let _store = Store::open(Path::new(&folder)).unwrap();
    println!("held");
    std::io::stdin().read_line(&mut String::new()).unwrap();
}

/// One way to damage a file.
#[derive(Debug)]
enum Damage {
    /// Only so many thousandths of it are left.
    Cut(usize),
    /// So many bytes are missing at the end.
    Short(usize),
    /// From so many thousandths on, 4096 bytes are zero.
    Hole(usize),
    /// From so many thousandths on, 64 bytes are inverted.
    Flip(usize),
    /// Everything is something else.
    Foreign,
}

fn damages() -> Vec<Damage> {
    let spots = [0, 1, 2, 5, 20, 100, 300, 500, 700, 900, 999];
    let spread = spots.into_iter().flat_map(|at| [Damage::Cut(at + 1), Damage::Hole(at), Damage::Flip(at)]);
    spread.chain([Damage::Short(1), Damage::Short(100), Damage::Short(5000), Damage::Foreign]).collect()
}

impl Damage {
    fn apply(&self, data: &mut Vec<u8>) {
        let at = |thousandths: usize| data.len() * thousandths / 1000;
        match *self {
            Damage::Cut(left) => data.truncate(at(left)),
            Damage::Short(bytes) => data.truncate(data.len() - bytes),
            Damage::Hole(from) => {
                let range = at(from)..data.len().min(at(from) + 4096);
                data[range].fill(0);
            }
            Damage::Flip(from) => {
                let range = at(from)..data.len().min(at(from) + 64);
                data[range].iter_mut().for_each(|byte| *byte = !*byte);
            }
            Damage::Foreign => *data = b"This was never a database. ".repeat(5000),
        }
    }
}

/// The sentence is one line, and says these things.
#[track_caller]
fn refused(folder: &Path, says: &[&str]) {
    let Err(error) = Store::open(folder).map(|_| ()) else { panic!("{} was opened", folder.display()) };
    let sentence = error.to_string();
    assert!(!sentence.contains('\n'), "{sentence}");
    assert!(sentence.contains(&folder.display().to_string()), "{sentence}");
    for part in says {
        assert!(sentence.contains(part), "'{part}' is missing: {sentence}");
    }
}

/// A closed store with 50 challenges and people in it.
async fn filled() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    for n in 0..50 {
        save(&store, &[&challenge(&store, HERE, n).await]).await;
        store.commit(Change { people: vec![person(n)], ..Change::default() }).await.unwrap();
    }
    store.close().await;
    folder
}

async fn assert_filled(folder: &Path) {
    let store = Store::open(folder).unwrap();
    assert_eq!(store.live_in(super::GROUP).await.unwrap().len(), 50);
    for n in 0..50 {
        assert_eq!(store.person(person(n).id).await.unwrap(), Some(person(n)));
    }
    store.close().await;
}
