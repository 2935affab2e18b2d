//! Whoever is forgotten is in nothing that is kept, and nobody else is missed.

use super::*;
use doushou::referee::Closed;

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
    let words = ["wilhelmina", "quickfoot"];
    store.close().await;
    assert!(traces(folder.path(), LEAVING, &words).len() > 1100, "the search finds them");
    let staying = others(folder.path());

    let store = Store::open(folder.path()).unwrap();
    store.forget(me.id).await.unwrap();
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
