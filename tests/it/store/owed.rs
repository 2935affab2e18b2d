//! Words that are owed: saved with their update, gone when they are said.

use super::*;
use doushou::store::{Owed, Word, WordButton, check, export};

const GROWN: ChatId = ChatId(-1_000_200);
const ADA: u64 = 41;

/// A word to this place, asked for by Ada.
fn word(store: &Store, place: Place, word: Word) -> Owed {
    let asked_by = Some(PersonId(ADA));
    Owed { id: store.next_owed(), at: Time(5_000), place, asked_by, reply_to: Some(3), word }
}

fn text(html: &str) -> Word {
    let press = WordButton::Press { label: "Help".to_owned(), data: "m:h".to_owned() };
    let link = WordButton::Link { label: "Go".to_owned(), url: "https://t.me/x".to_owned() };
    Word::Text { html: html.to_owned(), buttons: vec![vec![press, link], vec![]] }
}

async fn owe(store: &Store, update: i64, owed: &[&Owed]) -> Result<(), CommitError> {
    let owed = owed.iter().copied().cloned().collect();
    store.commit(Change { update: Some(update), owed, ..Change::default() }).await
}

#[tokio::test]
async fn what_is_owed_is_there_after_the_end_until_it_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let page = word(&store, HERE, text("<b>Help</b>"));
    let film = word(&store, TOPIC, Word::Film(GameId(7)));
    let record = word(&store, HERE, Word::Record(GameId(7)));
    let welcome = Owed { asked_by: None, reply_to: None, ..word(&store, HERE, Word::Welcome) };
    owe(&store, 1, &[&page, &film]).await.unwrap();
    owe(&store, 2, &[&record, &welcome]).await.unwrap();
    let again = word(&store, HERE, text("twice"));
    assert!(matches!(owe(&store, 2, &[&again]).await, Err(CommitError::Repeated(2))), "nothing of it is saved");
    let store = reopened(store, folder.path()).await;
    assert_eq!(store.owed().await.unwrap(), [page.clone(), film.clone(), record, welcome.clone()]);
    assert!(store.next_owed() > welcome.id, "no number is given to two of them");
    store.said(page.id);
    store.said(film.id);
    store.said(page.id);
    let store = reopened(store, folder.path()).await;
    assert_eq!(store.owed().await.unwrap().len(), 2);
    store.close().await;
}

/// They may quote what people write, which is not kept.
#[tokio::test]
async fn what_is_owed_is_checked_but_in_no_export() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let page = word(&store, HERE, text("quoted words"));
    owe(&store, 1, &[&page]).await.unwrap();
    let snapshot = store.snapshot().await.unwrap().expect("a snapshot");
    store.close().await;
    let mut exported = Vec::new();
    export(folder.path(), &mut exported).unwrap();
    for text in [String::from_utf8(exported).unwrap(), std::fs::read_to_string(snapshot).unwrap()] {
        assert!(text.contains("\"update\"") && !text.contains("quoted words"), "{text}");
    }
    assert_eq!(check(folder.path()).unwrap().faults, Vec::<String>::new());
    let db = sled::open(folder.path()).unwrap();
    let tree = db.open_tree("owed").unwrap();
    let (key, value) = tree.first().unwrap().unwrap();
    tree.insert(key, &value[..value.len() - 1]).unwrap();
    drop((tree, db));
    let faults = check(folder.path()).unwrap().faults;
    assert!(matches!(&faults[..], [fault] if fault.contains("word 1") && fault.contains("damaged")), "{faults:?}");
    let store = Store::open(folder.path()).unwrap();
    assert_eq!(store.owed().await.unwrap(), [], "what cannot be read keeps nothing from starting");
    store.close().await;
}

#[tokio::test]
async fn what_is_owed_follows_its_chat_and_goes_with_its_person() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let private = Place { chat: ChatId(ADA as i64), thread: None };
    let others = Owed { asked_by: Some(PersonId(2)), ..word(&store, HERE, text("asked for by somebody else")) };
    let hers = word(&store, HERE, text("asked for by Ada"));
    let to_her = Owed { asked_by: Some(PersonId(2)), ..word(&store, private, text("to Ada")) };
    let here = chat(GROUP);
    store.commit(Change { chats: vec![here], ..Change::default() }).await.unwrap();
    owe(&store, 1, &[&others, &hers, &to_her]).await.unwrap();
    store.migrate(GROUP, GROWN).await.unwrap();
    let moved = |owed: Owed| Owed { place: Place { chat: GROWN, thread: None }, reply_to: None, ..owed };
    assert_eq!(store.owed().await.unwrap(), [moved(others.clone()), moved(hers), to_her]);
    store.forget(PersonId(ADA)).await.unwrap();
    assert_eq!(store.owed().await.unwrap(), [moved(others)]);
    store.close().await;
}
