//! Whoever is forgotten is in nothing that is kept, and nobody else is missed.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use doushou::book::CupId;
use doushou::book::cup::{self, Seek};
use doushou::referee::Closed;
use doushou::store::{CupShown, CupStep, Forgotten, export, newest_snapshot};

use super::cups::{cup, seat, step, steps};
use super::*;

/// No bytes of this number stand in a record by chance.
const LEAVING: u64 = 7_213_456_789;
const STAYING: u64 = 7_987_654_321;

fn leaving() -> Person {
    let (turns, challenges) = ([ChatId(-5)].into(), [ChatId(-5), ChatId(-6)].into());
    let settings = PersonSettings { lang: Some(Lang::En), turns, challenges, ..PersonSettings::default() };
    let (name, username) = ("Wilhelmina Quickfoot".to_owned(), Some("Quickfoot_W".to_owned()));
    Person { id: PersonId(LEAVING), name, username, client_language: None, settings, reachable: true }
}

/// A number as the records and keys write it: in base 128 with the lowest group first, doubled for signed fields, and
/// big-endian in keys.
fn spellings(id: u64) -> Vec<Vec<u8>> {
    let varint = |mut number: u64| {
        let mut bytes = Vec::new();
        while number >= 0x80 {
            bytes.push((number as u8 & 0x7f) | 0x80);
            number >>= 7;
        }
        bytes.push(number as u8);
        bytes
    };
    let ordered = (i64::try_from(id).expect("small") ^ i64::MIN).to_be_bytes();
    vec![varint(id), varint(id * 2), id.to_be_bytes().to_vec(), ordered.to_vec(), id.to_string().into_bytes()]
}

/// Every key and value of every tree.
fn everything(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let db = sled::open(folder).expect("closed by the store");
    let trees = db.tree_names().into_iter().map(|name| (name.clone(), db.open_tree(&name).expect("a tree")));
    let mut found = Vec::new();
    for (name, tree) in trees {
        let name = String::from_utf8_lossy(&name).into_owned();
        for entry in tree.iter() {
            let (key, value) = entry.expect("readable");
            found.push((format!("{name} {key:?}"), [&key[..], &value[..]].concat()));
        }
    }
    found
}

fn holds(bytes: &[u8], part: &[u8]) -> bool {
    let (bytes, part) = (bytes.to_ascii_lowercase(), part.to_ascii_lowercase());
    bytes.windows(part.len()).any(|window| window == part)
}

/// Where something of this person stands.
fn traces(folder: &Path, id: u64, words: &[&str]) -> Vec<String> {
    let mut parts = spellings(id);
    parts.extend(words.iter().map(|word| word.as_bytes().to_vec()));
    let everything = everything(folder).into_iter();
    everything.filter(|(_, bytes)| parts.iter().any(|part| holds(bytes, part))).map(|(at, _)| at).collect()
}

/// How often the other player stands somewhere, but for the ledger of the one who leaves.
fn others(folder: &Path) -> usize {
    traces(folder, STAYING, &[]).iter().filter(|at| !at.starts_with("ledger")).count()
}

/// The files of the store's folder, but for the database's own, in which this person stands. The database writes over what it
/// does not need any more when it comes to it (docs/hosting.md says so).
fn files_with(folder: &Path, id: u64, words: &[&str]) -> Vec<PathBuf> {
    let mut parts = spellings(id);
    parts.extend(words.iter().map(|word| word.as_bytes().to_vec()));
    let (mut folders, mut found) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("readable") {
            let path = entry.expect("readable").path();
            let is_database = path.ends_with("db") || path.ends_with("conf") || path.ends_with("blobs");
            if path.is_dir() {
                folders.push(path);
            } else if !is_database && parts.iter().any(|part| holds(&fs::read(&path).expect("readable"), part)) {
                found.push(path);
            }
        }
    }
    found
}

async fn directed(store: &Store, by: u64, to: Target) -> Stored {
    let Stored { mut table, version, shown } = challenge(store, HERE, by).await;
    let Stage::Open(challenge) = &mut table.stage else { panic!("a challenge") };
    challenge.to = to;
    Stored { table, version, shown }
}

#[tokio::test]
async fn nothing_of_a_forgotten_person_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let me = leaving();
    let private = Place { chat: ChatId(LEAVING as i64), thread: None };
    let mut tables = vec![
        resigned(&played_on(&game(&store, HERE, [LEAVING, STAYING]).await, &["a3a4", "a7a6"]), LEAVING),
        resigned(&game(&store, TOPIC, [STAYING, LEAVING]).await, STAYING),
        // Still running: the service ends such games first, but nothing may be left even so.
        game(&store, HERE, [LEAVING, STAYING]).await,
        game(&store, private, [LEAVING, LEAVING]).await,
        resigned(&ai_game(&challenge(&store, private, LEAVING).await, LEAVING), LEAVING),
        directed(&store, STAYING, Target::Username("quickfoot_w".to_owned())).await,
        directed(&store, STAYING, Target::Person(me.id)).await,
        challenge(&store, HERE, LEAVING).await,
        game(&store, HERE, [STAYING, 5]).await,
    ];
    let voided = {
        let mut voided = game(&store, HERE, [STAYING, 5]).await;
        let Stage::Game(game) = &mut voided.table.stage else { panic!("a game") };
        game.finish = Some(Finish::Void { by: Some(me.id) });
        voided
    };
    let closed = {
        let mut closed = challenge(&store, HERE, LEAVING).await;
        let Stage::Open(challenge) = closed.table.stage.clone() else { panic!("a challenge") };
        closed.table.stage = Stage::Closed { challenge, why: Closed::Withdrawn };
        closed
    };
    tables.extend([voided, closed]);
    // More than are looked through at a time.
    for _ in 0..1100 {
        tables.push(resigned(&game(&store, HERE, [LEAVING, STAYING]).await, STAYING));
    }
    let chats =
        vec![chat(GROUP), Chat { id: private.chat, kind: ChatKind::Private, title: me.name.clone(), ..chat(GROUP) }];
    let people = vec![me.clone(), person(STAYING)];
    store.commit(Change { tables: tables.clone(), people, chats, update: Some(1), ..Change::default() }).await.unwrap();
    for (n, message, behind) in [(3, 8, 1), (4, 9, 0)] {
        let Stored { table, version, .. } = store.table(tables[n].table.id).await.unwrap().unwrap();
        store.mark_shown(table.id, Shown { message, version: version - behind }).await.unwrap();
    }
    let words = ["wilhelmina", "quickfoot"];
    store.close().await;
    assert!(traces(folder.path(), LEAVING, &words).len() > 1100, "the search finds them");
    let staying = others(folder.path());

    let store = Store::open(folder.path()).unwrap();
    let Forgotten { behind, .. } = store.forget(me.id).await.unwrap();
    assert_eq!(behind, [(private.chat, 8)], "of what is gone, only what is shown as it ended stays as it is");
    let finished = store.table(tables[0].table.id).await.unwrap().unwrap();
    let Stage::Game(game) = &finished.table.stage else { panic!("a game") };
    assert_eq!(game.players, [Player::Person(PersonId::FORGOTTEN), Player::Person(PersonId(STAYING))]);
    assert_eq!(game.plies.len(), 2, "the game is still there");
    assert!(store.table(tables[3].table.id).await.unwrap().is_none(), "a game of the private chat is not");
    assert_eq!(store.live_in(private.chat).await.unwrap().len(), 0);
    assert_eq!(store.ended_in(private, 9).await.unwrap().len(), 0);
    assert_eq!(store.ended_in(TOPIC, 9).await.unwrap().len(), 1);
    // Whoever had read an old record cannot bring them back with it.
    let stale = Stored { version: tables[0].version + 1, ..tables[0].clone() };
    assert!(matches!(store.commit(change(&[&stale])).await, Err(CommitError::Fault(_))));
    store.forget(me.id).await.unwrap();
    store.close().await;
    assert_eq!(traces(folder.path(), LEAVING, &words), Vec::<String>::new());
    assert_eq!(others(folder.path()), staying, "nobody else is touched");

    // Afterwards they are somebody new.
    let store = Store::open(folder.path()).unwrap();
    store.commit(Change { people: vec![me.clone()], ..Change::default() }).await.unwrap();
    assert_eq!(store.person(me.id).await.unwrap(), Some(me));
    store.close().await;
}

/// What somebody wants of a cup.
fn wants(id: CupId, who: u64, command: cup::Command) -> Change {
    steps(vec![step(id, who, command)])
}

/// Cups in which they are on the list, play, have played, rule and have ruled; each in a chat of its own.
async fn cups_with_them(store: &Store) -> [CupId; 4] {
    let mut ids = [CupId(0); 4];
    for (n, id) in ids.iter_mut().enumerate() {
        *id = store.next_cup().await.unwrap();
        let mut opened = cup(*id, Place { chat: ChatId(-50 - n as i64), thread: None });
        if n != 2 {
            opened.organizer = PersonId(LEAVING);
            opened.log[0].by = cup::By::Person(PersonId(LEAVING));
        }
        store.commit(steps(vec![CupStep::Open(opened)])).await.unwrap();
        for person in [LEAVING, STAYING, 5] {
            store.commit(wants(*id, person, cup::Command::Join(Seek::Alone))).await.unwrap();
        }
    }
    let [_, plays, replaced, over] = ids;
    let why = String::new;
    store.commit(wants(plays, LEAVING, cup::Command::Start)).await.unwrap();
    seat(store, plays).await;
    store.commit(wants(plays, LEAVING, cup::Command::Pause { why: why() })).await.unwrap();
    // Somebody has played on for them, and they for somebody.
    let organizer = super::cups::ORGANIZER.0;
    store.commit(wants(replaced, organizer, cup::Command::Start)).await.unwrap();
    let entry = store.cup(replaced).await.unwrap().unwrap().cup.entry_of(PersonId(LEAVING)).unwrap().0;
    for by in [77, LEAVING, 78] {
        let replace = cup::Command::Replace { entry, member: 0, by: PersonId(by), why: why() };
        store.commit(wants(replaced, organizer, replace)).await.unwrap();
    }
    store.commit(wants(over, LEAVING, cup::Command::Start)).await.unwrap();
    store.commit(wants(over, LEAVING, cup::Command::CallOff { why: why() })).await.unwrap();
    ids
}

#[tokio::test]
async fn nothing_is_left_in_cups_books_and_snapshots() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let me = leaving();
    store.commit(Change { people: vec![me.clone(), person(STAYING)], ..Change::default() }).await.unwrap();
    let stakes = Stakes { rated: true, scored: true };
    for loser in [LEAVING, STAYING] {
        let begun = played_for(game(&store, HERE, [LEAVING, STAYING]).await, stakes);
        save(&store, &[&begun]).await;
        store.commit(Change { at: Time(5000), ..change(&[&abandoned(&begun, loser)]) }).await.unwrap();
    }
    let ids = cups_with_them(&store).await;
    let [listed, plays, replaced, over] = ids;
    for id in ids {
        let version = store.cup(id).await.unwrap().unwrap().version;
        store.mark_cup_shown(id, CupShown { message: 5, version, chapter: 1 }).await.unwrap();
    }
    // A snapshot of everything, another, and the draft of one in which the program died.
    store.snapshot().await.unwrap();
    store.commit(Change { update: Some(1), ..Change::default() }).await.unwrap();
    let snapshot = store.snapshot().await.unwrap().unwrap();
    fs::copy(&snapshot, snapshot.with_file_name("doushou-000000000001.draft")).unwrap();
    store.close().await;
    let words = ["wilhelmina", "quickfoot"];
    let trees: BTreeSet<String> =
        traces(folder.path(), LEAVING, &words).iter().map(|at| at.split(' ').next().unwrap().to_owned()).collect();
    for tree in ["cups", "ledger", "people", "points", "ratings", "tables"] {
        assert!(trees.contains(tree), "the search finds them in {tree}: {trees:?}");
    }
    assert_eq!(files_with(folder.path(), LEAVING, &words).len(), 3);

    let store = Store::open(folder.path()).unwrap();
    let Forgotten { cups, .. } = store.forget(me.id).await.unwrap();
    let told: Vec<CupId> = cups.iter().map(|(_, cup)| *cup).collect();
    assert_eq!(told, [listed, plays, replaced], "what still goes on is shown anew");
    for id in told {
        let stored = store.cup(id).await.unwrap().unwrap();
        assert!(stored.shown.is_some_and(|shown| shown.version < stored.version), "{id} is not as its message says");
    }
    let stored = store.cup(over).await.unwrap().unwrap();
    assert!(
        stored.shown.is_some_and(|shown| shown.version == stored.version),
        "a cup that is over stays as it was shown"
    );
    let lines = store.ledger(PersonId(STAYING)).await.unwrap();
    assert_eq!(lines.len(), 2, "the other one's games still count");
    store.close().await;

    assert_eq!(traces(folder.path(), LEAVING, &words), Vec::<String>::new());
    assert_eq!(files_with(folder.path(), LEAVING, &words), Vec::<PathBuf>::new());
    assert_eq!(fs::read_dir(folder.path().join("snapshots")).unwrap().count(), 1, "a fresh one takes their place");
    let mut text = Vec::new();
    export(folder.path(), &mut text).unwrap();
    let (text, id) = (String::from_utf8(text).unwrap().to_lowercase(), LEAVING.to_string());
    assert!(text.contains(&STAYING.to_string()));
    for word in words.into_iter().chain([id.as_str()]) {
        assert!(!text.contains(word), "{word} is in the export");
    }
}

/// After an import the count of changes begins anew: a snapshot of the same number may tell of what was there before.
#[tokio::test]
async fn a_snapshot_of_before_an_import_is_not_taken_for_a_fresh_one() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    store.commit(Change { people: vec![leaving()], ..Change::default() }).await.unwrap();
    let snapshot = store.snapshot().await.unwrap().unwrap();
    store.forget(PersonId(LEAVING)).await.unwrap();
    let after = newest_snapshot(folder.path()).unwrap().unwrap().0;
    assert_ne!(snapshot, after);
    // As if the forgotten one had stood in it: written by a store whose changes were others.
    fs::write(&after, "wilhelmina").unwrap();
    store.close().await;
    let store = Store::open(folder.path()).unwrap();
    store.snapshot().await.unwrap();
    assert_eq!(files_with(folder.path(), LEAVING, &["wilhelmina"]), Vec::<PathBuf>::new());
    store.close().await;
}
