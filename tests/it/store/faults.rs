//! Disks that are full or read-only: a sentence and code 2 at the start, a sentence at work, and nothing acknowledged lost.
//!
//! To fill a disk takes root (a small tmpfs); without, the system's limit for the size of a file stands in for it.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::kill::{Acknowledged, Writing, check};
use super::power::Mounted;

/// A disk of memory, of so many megabytes; `None` where that is not allowed, which is said.
fn small_disk(folder: &Path, megabytes: u32) -> Option<Mounted> {
    let size = format!("size={megabytes}m");
    let mounted = Mounted::with(&["-t", "tmpfs", "-o", &size, "tmpfs"], folder);
    mounted.inspect_err(|why| println!("skipped: there is no disk to be filled here, for {why}")).ok()
}

/// Lets a writer write until it cannot, and returns what it had saved by then.
fn write_until_it_stops(writing: Writing, says: &str) -> Acknowledged {
    let (acks, words) = writing.ended();
    let stopped = words.contains("had to stop") && words.contains("has room") && words.contains(says);
    assert!(stopped, "it should have said that the disk is full: {words}");
    assert!(!acks.is_empty(), "it had room for something");
    acks.into_iter().collect()
}

/// What the program says about a store in this folder, with its code.
fn start(data: &Path) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_doushou"))
        .args(["run", "--data"])
        .arg(data)
        .env("TELOXIDE_TOKEN", "1:nobody")
        .env("TELOXIDE_API_URL", "http://127.0.0.1:1")
        .env("METRICS_LISTEN", "off")
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_disk_that_fills_up_stops_the_store_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let Some(disk) = small_disk(folder.path(), 4) else { return };
    let data = disk.folder.join("store");
    let mut acknowledged = write_until_it_stops(Writing::begin(&data), "no storage space");

    // Nothing is left for a start either.
    let mut rest = 1 << 20;
    while rest > 0 {
        let name = disk.folder.join(format!("rest-{rest}"));
        if fs::write(name, vec![1; rest]).is_err() {
            rest /= 2;
        }
    }
    let (code, said) = start(&data);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("cannot be opened") && said.contains("make room on the disk"), "{said}");

    disk.again("size=64m");
    check(&data, &mut acknowledged, 0);
    for (writer, number) in Writing::begin(&data).killed() {
        assert!(number > acknowledged[&writer], "it goes on where it was");
    }
}

#[test]
fn a_file_that_may_not_grow_stops_the_store_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    // Without the trap the system would end the writer by a signal.
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; ulimit -f 4096; exec \"$0\" \"$@\""]);
    command.arg(env::current_exe().unwrap()).args(["--exact", "store::kill::writer_to_be_killed", "--nocapture"]);
    let mut acknowledged = write_until_it_stops(Writing::begin_as(command, folder.path()), "file too large");
    check(folder.path(), &mut acknowledged, 0);
}

#[test]
fn a_disk_that_is_read_only_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let Some(disk) = small_disk(folder.path(), 16) else { return };
    let data = disk.folder.join("store");
    let mut acknowledged: Acknowledged = Writing::begin(&data).killed().into_iter().collect::<BTreeMap<_, _>>();
    disk.again("ro");
    let (code, said) = start(&data);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("cannot be opened") && said.contains("mount it writable"), "{said}");
    let (code, said) = start(&disk.folder.join("new"));
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("mount it writable"), "{said}");
    disk.again("rw");
    check(&data, &mut acknowledged, 0);
}
