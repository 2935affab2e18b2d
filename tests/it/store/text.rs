//! `doushou store`: the store as text, beside a running bot and as the way back.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use doushou::emulator::world::World;
use doushou::emulator::world::act::{Act, ButtonName};

use crate::stage::{GROUP, Line, PATIENCE, Stage, buttons, is_board, of_bot, person, words};

/// What `doushou store …` says: code, standard output, standard error.
fn store(data: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_doushou"));
    command.arg("store").args(arguments).arg("--data").arg(data).current_dir(data.parent().unwrap());
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn say(stage: &Stage, name: &str, text: &str) {
    stage.act(Act::Say {
        person: person(name),
        chat: GROUP,
        text: text.to_owned(),
        reply_to: None,
        topic: None,
        channel: None,
        automatic: false,
    });
}

async fn board(stage: &Stage, says: &str) {
    let find = |world: &World| of_bot(world, GROUP, None).any(|m| is_board(m) && words(m).contains(says)).then_some(());
    stage.until(GROUP, &format!("a board with {says:?}"), find).await;
}

/// A game between Ada and Lei.
async fn begin(stage: &Stage) {
    say(stage, "Ada", "/challenge red");
    let find = |world: &World| {
        of_bot(world, GROUP, None).find_map(|message| {
            let (_, data) = buttons(message).find(|(label, _)| label.contains("Join"))?;
            Some((message.id, data.to_owned()))
        })
    };
    let (message, data) = stage.until(GROUP, "a challenge", find).await;
    let button = ButtonName::Data(data);
    stage.act(Act::Press { person: person("Lei"), chat: GROUP, message, button, inaccessible: false });
    board(stage, "it’s your move").await;
}

async fn snapshot(stage: &Stage) -> PathBuf {
    let folder = stage.folder.path().join("data");
    let found = async {
        loop {
            if let Some((path, _)) = doushou::store::newest_snapshot(&folder).unwrap() {
                return path;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(PATIENCE, found).await.expect("a snapshot")
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_running_bot_is_exported_by_its_snapshot() {
    let mut stage = Stage::with(Line::Polling, vec![]).await;
    let data = stage.folder.path().join("data");
    let first = snapshot(&stage).await;
    begin(&stage).await;

    let (code, text, said) = store(&data, &["export"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("in use") && said.contains(&first.display().to_string()), "{said}");
    assert_eq!(text, fs::read_to_string(&first).unwrap());
    let (code, _, said) = store(&data, &["check"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("in use") && said.contains(&first.display().to_string()), "{said}");
    let (code, said, _) = store(&data, &["check", first.to_str().unwrap()]);
    assert!(code == Some(0) && said.contains("No faults."), "{said}");

    // Stopped, it leaves a snapshot of everything, which is what an export is then.
    stage.terminate(PATIENCE);
    let last = snapshot(&stage).await;
    assert_ne!(first, last);
    let file = stage.folder.path().join("export.jsonl");
    let (code, _, said) = store(&data, &["export", "-o", file.to_str().unwrap()]);
    assert!(code == Some(0) && said.is_empty(), "{said}");
    // But for the count of changes and the moment at which the bot was last known to be alive.
    let records = |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        let records = text.lines().filter(|line| !line.contains("\"saved\"") && !line.contains("\"alive\""));
        records.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(records(&file), records(&last));
    let (code, said, _) = store(&data, &["check"]);
    assert!(code == Some(0) && said.contains("No faults."), "{said}");
    assert!(said.lines().any(|line| line.split_whitespace().eq(["table", "1"])), "{said}");
    stage.assert_clean();
}

/// A host whose store is damaged does what the sentence says, and the game goes on.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_way_back_from_a_damaged_store() {
    let mut stage = Stage::with(Line::Polling, vec![]).await;
    let data = stage.folder.path().join("data");
    begin(&stage).await;
    stage.terminate(PATIENCE);
    fs::write(data.join("db"), "no database").unwrap();

    let output = Command::new(env!("CARGO_BIN_EXE_doushou"))
        .args(["run", "--data"])
        .arg(&data)
        .current_dir(stage.folder.path())
        .env("TELOXIDE_TOKEN", stage.emulator.token())
        .env("TELOXIDE_API_URL", stage.emulator.url())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    let advice = said.split('\'').find(|part| part.starts_with("doushou store import ")).expect("a way back");
    let snapshot = PathBuf::from(advice.trim_start_matches("doushou store import "));
    assert!(snapshot.exists(), "{said}");

    // As long as the damaged files are there, nothing is written over them.
    let (code, _, said) = store(&data, &["import", snapshot.to_str().unwrap()]);
    assert!(code == Some(2) && said.contains("aside"), "{said}");
    let aside = stage.folder.path().join("aside");
    fs::create_dir(&aside).unwrap();
    for entry in fs::read_dir(&data).unwrap() {
        let path = entry.unwrap().path();
        if !path.ends_with("snapshots") {
            fs::rename(&path, aside.join(path.file_name().unwrap())).unwrap();
        }
    }
    let (code, said, _) = store(&data, &["import", snapshot.to_str().unwrap()]);
    assert!(code == Some(0) && said.contains("records are in"), "{said}");
    stage.raise();
    say(&stage, "Ada", "/move a3a4");
    board(&stage, "Elephant a3 goes to a4").await;
    stage.assert_clean();
}

#[test]
fn where_there_is_no_store_none_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("none");
    for arguments in [&["export"][..], &["check"]] {
        let (code, _, said) = store(&data, arguments);
        assert!(code == Some(2) && said.contains("there is no store in"), "{said}");
    }
    let (code, _, said) = store(&data, &["import", "missing.jsonl"]);
    assert!(code == Some(2) && said.contains("missing.jsonl cannot be read"), "{said}");
    assert!(!data.exists());
}
