//! The way out and back: exports, imports, snapshots, checks.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use tempfile::{TempDir, tempdir};

use super::catalog::{
    CATALOG, CHATS, ENDED, Holds, LEDGER, LIVE, META, PEOPLE, PLAYED, POINTS, TABLES, TOLD, Tree, UPDATES,
};
use super::export::Entry;
use super::keys::Field;
use super::open::Filling;
use super::records::tests::{chat, committed, person, table_record};
use super::records::{ChatRecord, LineRecord, PersonRecord, PointsRecord, Record, TableRecord};
use super::snapshot::Snapshot;
use super::*;
use crate::book::{Points, Why};
use crate::people::PersonSettings;

/// What a store may hold: tree, key, value.
type Content = BTreeMap<(usize, Vec<u8>), Vec<u8>>;

fn place(tree: &str) -> usize {
    Tree::place(tree).unwrap()
}

fn content() -> impl Strategy<Value = Content> {
    let people = prop::collection::vec(person(), 0..5);
    let chats = prop::collection::vec(chat(), 0..5);
    let tables = prop::collection::btree_map(0..1000_u64, table_record(), 0..8);
    let updates = prop::collection::vec(any::<i64>(), 0..5);
    (people, chats, tables, updates).prop_map(|(people, chats, tables, updates)| {
        let mut content = Content::new();
        for person in people {
            let key = keys::person(person.id).to_vec();
            content.insert((place(PEOPLE), key), PersonRecord::from(&person).to_bytes().unwrap());
        }
        for chat in chats {
            content.insert((place(CHATS), keys::chat(chat.id).to_vec()), ChatRecord::from(&chat).to_bytes().unwrap());
        }
        for (id, record) in tables {
            content.insert((place(TABLES), keys::table(GameId(id)).to_vec()), record.to_bytes().unwrap());
        }
        content.extend(updates.into_iter().map(|update| ((place(UPDATES), keys::update(update).to_vec()), Vec::new())));
        content
    })
}

/// A closed store with this in it.
fn store_of(content: &Content) -> TempDir {
    let folder = tempdir().unwrap();
    let mut filling = Filling::begin(folder.path()).unwrap();
    for ((tree, key), value) in content {
        filling.put(&Entry { tree: *tree, key: key.clone(), value: value.clone() }).unwrap();
    }
    filling.finish(17).unwrap();
    folder
}

/// Every committed record, with its tree's place in the catalog and a number in an export.
fn old_records() -> Vec<(usize, serde_json::Value, PathBuf)> {
    let mut records = Vec::new();
    for (place, tree) in CATALOG.iter().enumerate() {
        let Holds::Records(kind) = &tree.holds else { continue };
        if kind.is_passing {
            continue;
        }
        for (number, path) in (1_u64..).zip(committed(kind.word)) {
            let part = |field: &Field| match field {
                Field::Unsigned | Field::Signed => serde_json::Value::from(number),
                Field::Word => serde_json::Value::from("jungle"),
            };
            let id = match kind.key {
                [field] => part(field),
                fields => fields.iter().map(part).collect(),
            };
            records.push((place, id, path));
        }
    }
    records
}

/// An example of every kind, in every version there ever was.
fn old_content() -> Content {
    balanced(old_bytes())
}

/// The committed records as they are.
fn old_bytes() -> Content {
    let bytes = |(place, id, path): (usize, serde_json::Value, PathBuf)| {
        ((place, CATALOG[place].key(&id).unwrap()), fs::read(path).unwrap())
    };
    old_records().into_iter().map(bytes).collect()
}

/// With the points that the ledger adds up to, and with the ledger of the points.
fn balanced(mut content: Content) -> Content {
    let read = |key: &[u8], value: &[u8]| {
        let (person, at, game) = keys::line_parts(key).unwrap();
        LineRecord::from_bytes(value).unwrap().into_line(person, at, game).unwrap()
    };
    let lines: Vec<_> = content
        .iter()
        .filter(|((tree, _), _)| *tree == place(LEDGER))
        .map(|((_, key), value)| read(key, value))
        .collect();
    for ((_, key), value) in content.clone().iter().filter(|((tree, _), _)| *tree == place(POINTS)) {
        let points = PointsRecord::from_bytes(value).unwrap().points;
        let ((chat, person), mut total) = ((1, 1), 0);
        assert_eq!(key[..], keys::points(ChatId(chat), PersonId(person)));
        while total > points {
            let why = if total - points >= 10 { Why::Abandoned } else { Why::Loss };
            total += why.delta();
            let (at, game) = (Time(-i64::from(total)), GameId(total.unsigned_abs().into()));
            let moved = Some(Points { why, total });
            let line =
                Line { person: PersonId(person), chat: ChatId(chat), at, game, points: moved, ..lines[0].clone() };
            let key = keys::line(line.person, at, game).to_vec();
            content.insert((place(LEDGER), key), LineRecord::from(&line).to_bytes().unwrap());
        }
    }
    for line in &lines {
        let Some(moved) = line.points else { continue };
        let record = PointsRecord { points: moved.why.delta() };
        content.insert((place(POINTS), keys::points(line.chat, line.person).to_vec()), record.to_bytes().unwrap());
    }
    content
}

fn exported(folder: &Path) -> Vec<u8> {
    let mut text = Vec::new();
    assert_eq!(export(folder, &mut text).unwrap().damaged, 0);
    text
}

/// Imports a text into a new store.
fn imported(text: &[u8], skip_damaged: bool) -> (TempDir, Result<Imported, ImportError>) {
    let folder = tempdir().unwrap();
    let file = folder.path().join("export.jsonl");
    fs::write(&file, text).unwrap();
    let result = import(&file, folder.path(), skip_damaged);
    (folder, result)
}

/// What older versions exported is imported as what older versions left on disk is read.
#[test]
fn exports_of_every_version_are_imported() {
    let records = old_records();
    let mut text = "{\"doushou_store\":1,\"saved\":17}\n".to_owned();
    for (place, id, path) in &records {
        let (kind, version) = (CATALOG[*place].word().unwrap(), fs::read(path).unwrap()[0]);
        let is = fs::read_to_string(path.with_extension("json")).unwrap();
        text += &format!("{{\"kind\":\"{kind}\",\"id\":{id},\"v\":{version},\"is\":{}}}\n", is.trim_end());
    }
    text += &format!("{{\"end\":{}}}\n", records.len());
    let (folder, result) = imported(text.as_bytes(), false);
    assert_eq!(result.unwrap().lines, records.len() as u64);
    let on_disk = store_of(&old_bytes());
    let [imported, read] = [folder.path(), on_disk.path()].map(|folder| String::from_utf8(exported(folder)).unwrap());
    assert_eq!(imported, read);
}

fn check_whole(folder: &Path) -> Report {
    let report = check(folder).unwrap();
    assert_eq!(report.faults, Vec::<String>::new());
    report
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn an_import_of_an_export_exports_the_same_bytes(content in content()) {
        let first = store_of(&content);
        let text = exported(first.path());
        let (second, result) = imported(&text, false);
        let lines = result.unwrap().lines;
        prop_assert!(lines >= content.len() as u64);
        prop_assert_eq!(String::from_utf8(text).unwrap(), String::from_utf8(exported(second.path())).unwrap());
        prop_assert_eq!(check_whole(first.path()), check_whole(second.path()));
    }

    /// Whatever is written while a snapshot is read, it is what was there when it began.
    #[test]
    fn a_snapshot_is_of_one_moment(
        before in prop::collection::btree_map((0..3_usize, 0..40_u8), any::<u8>(), 0..60),
        steps in prop::collection::vec(
            (prop::collection::vec(((0..3_usize, 0..40_u8), any::<Option<u8>>()), 0..6), 1..9_usize), 0..40,
        ),
    ) {
        let db = sled::Config::new().temporary(true).open().unwrap();
        let trees: Vec<sled::Tree> = CATALOG.iter().map(|tree| db.open_tree(tree.name).unwrap()).collect();
        for ((tree, key), value) in &before {
            trees[*tree].insert([*key], &[*value]).unwrap();
        }
        let mut snapshot = Snapshot::default();
        let mut read = Vec::new();
        let mut steps = steps.into_iter();
        loop {
            let (changes, most) = steps.next().unwrap_or((Vec::new(), 5));
            for ((tree, key), value) in changes {
                let old = match value {
                    Some(value) => trees[tree].insert([key], &[value]).unwrap(),
                    None => trees[tree].remove([key]).unwrap(),
                };
                snapshot.note(CATALOG[tree].name, &[key], old);
            }
            let batch = snapshot.batch(&trees, most).unwrap();
            prop_assert!(batch.len() <= most);
            if batch.is_empty() {
                break;
            }
            read.extend(batch.into_iter().map(|(tree, key, value)| ((tree, key[0]), value[0])));
        }
        prop_assert_eq!(read, before.into_iter().collect::<Vec<_>>());
    }
}

/// A tree that nobody put into the catalog would be in no export.
#[test]
fn every_tree_is_in_the_catalog() {
    let folder = tempdir().unwrap();
    drop(open::open(folder.path()).unwrap());
    let db = sled::open(folder.path()).unwrap();
    let names = db.tree_names().into_iter().map(|name| String::from_utf8(name.to_vec()).unwrap());
    let strangers: Vec<String> = names.filter(|name| name != check::SLEDS_OWN && Tree::place(name).is_none()).collect();
    assert_eq!(strangers, Vec::<String>::new(), "src/store/catalog.rs has to say what these trees hold");
    let words: std::collections::BTreeSet<_> = CATALOG.iter().filter_map(Tree::word).collect();
    assert_eq!(words.len(), CATALOG.iter().filter(|tree| tree.word().is_some()).count(), "a word for each kind");
    let page = include_str!("../../docs/hosting.md");
    let exported = CATALOG.iter().filter(|tree| tree.is_exported()).filter_map(Tree::word);
    let untold: Vec<_> = exported.filter(|word| !page.contains(&format!("`{word}`"))).collect();
    assert!(untold.is_empty(), "docs/hosting.md does not say what {untold:?} is in an export");
}

/// Old records come out of an export as new ones, and are sound.
#[test]
fn records_of_every_version_are_exported_and_checked() {
    let content = old_content();
    let old = store_of(&content);
    let report = check_whole(old.path());
    assert_eq!(report.counts.iter().map(|(_, count)| *count).sum::<u64>(), content.len() as u64);
    let text = exported(old.path());
    let (new, result) = imported(&text, false);
    result.unwrap();
    assert_eq!(exported(new.path()), text);
    for ((tree, key), _) in content {
        let Holds::Records(kind) = &CATALOG[tree].holds else { continue };
        let db = sled::open(new.path()).unwrap();
        let record = db.open_tree(CATALOG[tree].name).unwrap().get(key).unwrap().unwrap();
        assert_eq!(record[0], kind.version, "{} is written in its newest version", kind.word);
    }
}

/// Whatever an older program has left out or left behind, all lists are right when the store is opened.
#[test]
fn lists_of_a_store_that_an_older_program_has_written_to_are_made_anew() {
    let settings = PersonSettings { turns: [ChatId(-7005), ChatId(-7006)].into(), ..PersonSettings::default() };
    let told = Person {
        id: PersonId(77),
        name: "Ada".to_owned(),
        username: None,
        client_language: None,
        settings,
        reachable: true,
    };
    let mut content = old_content();
    content.insert((place(PEOPLE), keys::person(told.id).to_vec()), PersonRecord::from(&told).to_bytes().unwrap());
    let folder = store_of(&content);
    let whole = check_whole(folder.path());
    let spoil = |listed: Option<u64>| {
        let db = sled::open(folder.path()).unwrap();
        let tree = |name| db.open_tree(name).unwrap();
        tree(TOLD).clear().unwrap();
        tree(PLAYED).clear().unwrap();
        tree(LIVE).insert(keys::table(GameId(4000)), vec![]).unwrap();
        match listed {
            Some(listed) => tree(META).insert(keys::LISTED, &listed.to_be_bytes()).map(drop).unwrap(),
            None => tree(META).remove(keys::LISTED).map(drop).unwrap(),
        }
    };
    for listed in [None, Some(16)] {
        spoil(listed);
        let database = open::open(folder.path()).unwrap();
        assert_eq!(database.people_with_notices(ChatId(-7005)).unwrap(), [told.id]);
        drop(database);
        assert_eq!(check_whole(folder.path()), whole);
    }
    // One that this program wrote last is taken as it is.
    spoil(Some(17));
    assert_ne!(check(folder.path()).unwrap().faults, Vec::<String>::new());
}

/// A store with an example of everything, and its export.
fn example() -> (TempDir, String) {
    let folder = store_of(&old_content());
    let text = String::from_utf8(exported(folder.path())).unwrap();
    (folder, text)
}

#[test]
fn a_line_that_cannot_be_used_is_named_and_can_be_left_out() {
    let (_folder, text) = example();
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| line.contains("a3a4 a7a6")).unwrap();
    let spoil = |from: &str, to: &str| {
        assert!(lines[at].contains(from), "{}", lines[at]);
        text.replace(lines[at], &lines[at].replace(from, to))
    };
    let cases = [
        (spoil("a3a4 a7a6", "a3a9 a7a6"), "ply 1 (a3a9) is refused by the rules"),
        (spoil("\"kind\":\"table\"", "\"kind\":\"unicorn\""), "'unicorn' is no kind of record"),
        (spoil(&format!("\"v\":{}", TableRecord::VERSION), "\"v\":200"), "use the newer Doushou"),
        (spoil("\"id\":", "\"id\":-"), "is no id of a table"),
        (spoil("{\"kind\"", "\"kind\""), "it is not a line of an export"),
        (spoil("\"started\"", "\"startled\""), "damaged: missing field `started`"),
        (text.replace(lines[at], &format!("{0}\n{0}", lines[at])), "its record has come before"),
        (text.replace(&format!("{}\n", lines[lines.len() - 1]), ""), "its last line is missing"),
        (text.replace(&format!("{}\n", lines[at]), ""), "and the last line says"),
    ];
    for (spoiled, says) in cases {
        let (folder, result) = imported(spoiled.as_bytes(), false);
        let sentence = result.unwrap_err().to_string();
        assert!(sentence.contains(", line ") && sentence.contains(says), "{says}: {sentence}");
        assert!(sentence.contains("--skip-damaged"), "{sentence}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing was added");
        let report = check_export(&folder.path().join("export.jsonl")).unwrap();
        assert!(report.faults.iter().any(|fault| fault.contains(says) || says.contains("come before")), "{report:?}");
        let (folder, result) = imported(spoiled.as_bytes(), true);
        let left_out = result.unwrap().left_out;
        assert!(left_out[0].contains(says), "{left_out:?}");
        check_whole(folder.path());
    }
    for strange in ["", "{}\n", "\u{0}", "{\"doushou_store\":1}\n", "[]\n"] {
        let sentence = imported(strange.as_bytes(), true).1.unwrap_err().to_string();
        assert!(sentence.contains("does not begin like an export"), "{sentence}");
    }
    let newer = text.replacen("\"doushou_store\":1", "\"doushou_store\":2", 1);
    let sentence = imported(newer.as_bytes(), true).1.unwrap_err().to_string();
    assert!(sentence.contains("newer Doushou"), "{sentence}");
}

#[test]
fn an_import_overwrites_nothing() {
    let (folder, text) = example();
    let file = folder.path().join("export.jsonl");
    fs::write(&file, text).unwrap();
    let sentence = import(&file, folder.path(), true).unwrap_err().to_string();
    assert!(sentence.contains("there is a store in") && sentence.contains("aside"), "{sentence}");
    check_whole(folder.path());
}

#[test]
fn an_import_that_was_cut_off_is_no_store() {
    let folder = tempdir().unwrap();
    let filling = Filling::begin(folder.path()).unwrap();
    drop(filling);
    let sentence = Store::open(folder.path()).map(drop).unwrap_err().to_string();
    assert!(sentence.contains("an import into") && sentence.contains("import again"), "{sentence}");
    let sentence = check(folder.path()).unwrap_err().to_string();
    assert!(sentence.contains("import again"), "{sentence}");
}

/// A damaged record is kept as bytes, with the reason; everything else goes on.
#[test]
fn an_export_keeps_what_cannot_be_read() {
    let mut content = old_content();
    content.insert((place(TABLES), keys::table(GameId(500)).to_vec()), vec![1, 2, 3]);
    content.insert((place(PEOPLE), b"odd".to_vec()), vec![9]);
    let folder = store_of(&content);
    let mut text = Vec::new();
    assert_eq!(export(folder.path(), &mut text).unwrap().damaged, 2);
    let text = String::from_utf8(text).unwrap();
    let line = text.lines().find(|line| line.contains("\"id\":500")).unwrap();
    assert!(line.contains("is damaged") && line.contains("\"bytes\":\"010203\""), "{line}");
    assert!(text.lines().any(|line| line.contains("its key is damaged") && line.contains("6f6464")), "{text}");
    assert!(imported(text.as_bytes(), false).1.unwrap_err().to_string().contains("when it was exported"));
    let (new, result) = imported(text.as_bytes(), true);
    assert_eq!(result.unwrap().left_out.len(), 2);
    check_whole(new.path());
}

/// Every fault is named, by the table's number as people see it.
#[test]
fn a_check_names_every_fault() {
    let (folder, _) = example();
    let whole = check_whole(folder.path());
    let db = sled::open(folder.path()).unwrap();
    let tree = |name| db.open_tree(name).unwrap();
    tree(TABLES).insert(keys::table(GameId(36)), vec![1, 2, 3]).unwrap();
    tree(LIVE).insert(keys::table(GameId(40)), vec![]).unwrap();
    let (ended, _) = tree(ENDED).iter().next().unwrap().unwrap();
    tree(ENDED).remove(ended).unwrap();
    tree(META).insert(keys::NEXT_TABLE, &2_u64.to_be_bytes()).unwrap();
    tree(UPDATES).insert(keys::update(5), b"?").unwrap();
    tree(TOLD).insert(keys::told(ChatId(-5), PersonId(99)), vec![]).unwrap();
    tree("herbarium").insert(b"a", b"b").unwrap();
    let group = ChatId(-1_001_234_567_890);
    let changed = PointsRecord { points: 7 }.to_bytes().unwrap();
    tree(POINTS).insert(keys::points(group, PersonId(1)), changed).unwrap();
    tree(POINTS).insert(keys::points(group, PersonId(2)), PointsRecord { points: 3 }.to_bytes().unwrap()).unwrap();
    tree(LEDGER).remove(keys::line(PersonId(1), Time(10), GameId(10))).unwrap().unwrap();
    drop(db);
    let report = check(folder.path()).unwrap();
    for fault in [
        "table 10: its record of a table (version 1) is damaged",
        "table 14 stands without reason in the list 'live'",
        "is missing in the list 'ended'",
        "the counter 'next_table' is 2, but there is a number 36",
        "update 5 is damaged",
        "person 99 stands without reason in the list 'told'",
        "there is a tree 'herbarium'",
        "points [-1001234567890,1] are 7, but the ledger adds up to 5; its newest line, of game 1, says 25",
        "points [-1001234567890,2] are 3, but the ledger adds up to 0; it has no line about them",
        "points [1,1] are -12, but the ledger adds up to -2; its newest line, of game c, says -12",
    ] {
        assert!(report.faults.iter().any(|found| found.contains(fault)), "{fault}: {:#?}", report.faults);
    }
    assert_eq!(report.faults.len(), 10, "{:#?}", report.faults);
    assert_eq!(report.counts.len(), whole.counts.len());
}

/// Points whose record is gone are missed, in an export too.
#[test]
fn a_check_misses_points_without_a_record() {
    let (folder, _) = example();
    let db = sled::open(folder.path()).unwrap();
    db.open_tree(POINTS).unwrap().remove(keys::points(ChatId(1), PersonId(1))).unwrap().unwrap();
    drop(db);
    let fault = "points [1,1] have no record, but the ledger adds up to -12; its newest line, of game c, says -12";
    assert_eq!(check(folder.path()).unwrap().faults, [fault]);
    let file = folder.path().join("export.jsonl");
    fs::write(&file, exported(folder.path())).unwrap();
    assert_eq!(check_export(&file).unwrap().faults, [fault]);
}

#[tokio::test]
async fn snapshots_are_whole_few_and_only_of_what_is_new() {
    let (folder, _) = example();
    let store = Store::open(folder.path()).unwrap();
    let first = store.snapshot().await.unwrap().unwrap();
    assert_eq!(store.snapshot().await.unwrap(), None, "nothing has changed");
    let mut newest = first.clone();
    for update in 0..7 {
        store.commit(Change { update: Some(update), ..Change::default() }).await.unwrap();
        newest = store.snapshot().await.unwrap().unwrap();
    }
    assert!(!first.exists());
    let kept = fs::read_dir(newest.parent().unwrap()).unwrap().count();
    assert_eq!(kept, 5, "five are kept, and no draft");
    assert_eq!(newest_snapshot(folder.path()).unwrap().map(|(path, _)| path), Some(newest.clone()));
    assert_eq!(check_export(&newest).unwrap().faults, Vec::<String>::new());
    store.close().await;
    assert_eq!(fs::read(&newest).unwrap(), exported(folder.path()), "it is what an export of the stopped store is");
}
