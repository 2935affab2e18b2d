//! Power cuts: whatever was acknowledged is there when the disk is, however little of it the system had written.
//!
//! The store is on an ext4 file system in a file, mounted by a loop device. The writer is stopped at a random moment and
//! the file copied as it is: the copy is what a disk holds after a cut. It is mounted, the store opened and compared with
//! what had been acknowledged. That takes root and loop devices; where they are not, the test says so and passes.
//!
//! `DOUSHOU_POWER_CUTS=100` cuts so often (2 times unless this says more).

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::kill::{Acknowledged, Writing, check, pause};

/// How often to cut.
const CUTS: &str = "DOUSHOU_POWER_CUTS";

/// After so many cuts the disk begins anew, for a fresh store is written to in another way than a grown one.
const CUTS_OF_A_DISK: u64 = 5;

#[test]
fn everything_acknowledged_survives_a_power_cut() {
    let cuts = env::var(CUTS).ok().map_or(2, |cuts| cuts.parse().expect("DOUSHOU_POWER_CUTS is a number"));
    let folder = tempfile::tempdir().unwrap();
    let disk = folder.path().join("disk");
    let mut acknowledged = BTreeMap::new();
    let mut all = 0;
    for round in 0..cuts {
        if round % CUTS_OF_A_DISK == 0 {
            acknowledged.clear();
            if let Err(why) = make(&disk) {
                println!("skipped: no power is cut here, for {why}");
                return;
            }
        }
        all += cut(folder.path(), &disk, &mut acknowledged, round);
    }
    println!("power cut {cuts} times, {all} changes acknowledged in between: none was lost");
}

/// Lets the writer write on the disk, cuts, and leaves in its place what a cut leaves. Returns how many changes were
/// acknowledged before.
fn cut(folder: &Path, disk: &Path, acknowledged: &mut Acknowledged, round: u64) -> u64 {
    let copy = folder.join("copy");
    let mut all = 0;
    {
        let mounted = Mounted::mount(disk, folder).unwrap();
        let writing = Writing::begin(&mounted.folder.join("store"));
        pause();
        signal("-STOP", writing.id());
        run("cp", &["--sparse=always", path(disk), path(&copy)]).unwrap();
        for (writer, number) in writing.killed() {
            acknowledged.insert(writer, number);
            all += 1;
        }
    }
    std::fs::rename(&copy, disk).unwrap();
    let mounted = Mounted::mount(disk, folder).unwrap();
    check(&mounted.folder.join("store"), acknowledged, round);
    all
}

/// A file system that is mounted until this is dropped.
pub struct Mounted {
    pub folder: PathBuf,
}

impl Mounted {
    fn mount(disk: &Path, folder: &Path) -> Result<Mounted, String> {
        Mounted::with(&["-o", "loop", path(disk)], folder)
    }

    /// Mounts with these arguments in this folder.
    pub fn with(arguments: &[&str], folder: &Path) -> Result<Mounted, String> {
        let at = folder.join("mounted");
        std::fs::create_dir_all(&at).unwrap();
        run("mount", &[arguments, &[path(&at)]].concat())?;
        Ok(Mounted { folder: at })
    }

    /// Mounts it in another way.
    pub fn again(&self, options: &str) {
        run("mount", &["-o", &format!("remount,{options}"), path(&self.folder)]).unwrap();
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        if let Err(why) = run("umount", &[path(&self.folder)]) {
            eprintln!("{why}");
        }
    }
}

/// Makes an empty disk, and sees whether it can be mounted here.
fn make(disk: &Path) -> Result<(), String> {
    run("truncate", &["-s", "96M", path(disk)])?;
    run("mkfs.ext4", &["-q", "-F", path(disk)])?;
    Mounted::mount(disk, disk.parent().expect("a folder")).map(drop)
}

fn signal(signal: &str, process: u32) {
    run("kill", &[signal, &process.to_string()]).unwrap();
}

fn run(program: &str, arguments: &[&str]) -> Result<(), String> {
    let output = Command::new(program).args(arguments).output().map_err(|error| format!("{program}: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr).trim().replace('\n', "; ");
    if output.status.success() { Ok(()) } else { Err(format!("{program} failed: {said}")) }
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a path of letters")
}
