//! Whatever comes from outside, mutated at random: nothing panics, and what is read is read the same way again.
//!
//! A few hundred inputs a target in every test run; `DOUSHOU_FUZZ_CASES=100000` tries so many (targets that do more for each
//! input try a part of that), and every target says how many inputs it has tried. An input that broke something becomes a case
//! of the list it belongs to: `tests/data/updates`, `tests/data/fuzz/*.txt`.

use std::fs;
use std::io::{Cursor, sink};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use doushou::chat::{self, BotName, Incident, Intent, Press};
use doushou::cli::engine::converse;
use doushou::i18n;
use doushou::people::{Lang, PersonId};
use doushou::rules::{Orientation, Setup, State, Variant};
use doushou::store::{self, Store};
use doushou::telegram::{CallError, RawUpdate, classify, read};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::Value;

use crate::authority;

/// How many inputs a target tries: usually `few`; at scale what the variable says, divided by what one input costs.
pub fn cases(few: u32, cost: u32) -> u32 {
    let wanted = std::env::var("DOUSHOU_FUZZ_CASES").ok();
    wanted.map_or(few, |count| count.parse::<u32>().expect("DOUSHOU_FUZZ_CASES is a number").div_ceil(cost))
}

/// Counts inputs, and says now and then how many there were.
pub fn tried(what: &str, inputs: usize) {
    static TRIED: [AtomicUsize; 16] = [const { AtomicUsize::new(0) }; 16];
    static NAMES: std::sync::Mutex<Vec<String>> = std::sync::Mutex::new(Vec::new());
    let mut names = NAMES.lock().expect("no panic");
    let at = names.iter().position(|name| name == what).unwrap_or_else(|| {
        names.push(what.to_owned());
        names.len() - 1
    });
    let before = TRIED[at].fetch_add(inputs, Ordering::Relaxed);
    if before / 10_000 < (before + inputs) / 10_000 || before == 0 {
        println!("{what}: {} inputs tried", before + inputs);
    }
}

fn config(few: u32, cost: u32) -> ProptestConfig {
    ProptestConfig { cases: cases(few, cost), failure_persistence: None, ..ProptestConfig::default() }
}

fn data(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(path)
}

/// The files of a folder with this ending, in order.
fn files(folder: &str, ending: &str) -> Vec<String> {
    let entries = fs::read_dir(data(folder)).expect("the data").map(|entry| entry.expect("a file").path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == ending)).collect();
    paths.sort();
    paths.iter().map(|path| fs::read_to_string(path).expect("UTF-8")).collect()
}

/// One change of a text, at some place.
#[derive(Clone, Debug)]
enum Slip {
    Removes { at: Index, count: usize },
    Puts { at: Index, what: String },
    Doubles { at: Index, count: usize },
    Cuts { at: Index },
}

fn slips() -> impl Strategy<Value = Vec<Slip>> {
    let odd = select(vec![
        "\0",
        "\u{202e}",
        "🐘",
        "象",
        "a\u{300}",
        "-",
        "9",
        "18446744073709551616",
        "-1",
        "0",
        "null",
        "[",
        "{",
        "\"",
        "\\",
        " ",
        "\t",
        "\n",
        ":",
        ",",
        "<b>",
        "&",
        "@",
        "/",
        "１",
        "ａ",
        "=",
        "!",
        "1e999",
        "\u{feff}",
        "}",
        "{ $name ->",
        "{ -term }",
        "*[other]",
        ".title =",
    ]);
    let what = prop_oneof![3 => odd.prop_map(str::to_owned), 1 => "\\PC{1,12}"];
    let slip = prop_oneof![
        (any::<Index>(), 1..6usize).prop_map(|(at, count)| Slip::Removes { at, count }),
        (any::<Index>(), what).prop_map(|(at, what)| Slip::Puts { at, what }),
        (any::<Index>(), 1..12usize).prop_map(|(at, count)| Slip::Doubles { at, count }),
        any::<Index>().prop_map(|at| Slip::Cuts { at }),
    ];
    prop::collection::vec(slip, 0..6)
}

/// The text after these slips.
fn mutated(text: &str, slips: &[Slip]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for slip in slips {
        let place = |at: &Index| if chars.is_empty() { 0 } else { at.index(chars.len()) };
        match slip {
            Slip::Removes { at, count } => {
                let from = place(at);
                let to = (from + count).min(chars.len());
                chars.drain(from..to);
            }
            Slip::Puts { at, what } => {
                let at = place(at);
                drop(chars.splice(at..at, what.chars()));
            }
            Slip::Doubles { at, count } => {
                let from = place(at);
                let again: Vec<char> = chars[from..].iter().take(*count).copied().collect();
                drop(chars.splice(from..from, again));
            }
            Slip::Cuts { at } => {
                let at = place(at);
                chars.truncate(at);
            }
        }
    }
    chars.into_iter().collect()
}

/// Puts another value where one was, somewhere in a JSON text.
fn grafted(json: &str, at: Index, value: &Value) -> String {
    fn places(value: &Value, path: String, found: &mut Vec<String>) {
        found.push(path.clone());
        match value {
            Value::Object(fields) => {
                for (name, field) in fields {
                    places(field, format!("{path}/{}", name.replace('~', "~0").replace('/', "~1")), found);
                }
            }
            Value::Array(items) => {
                for (n, item) in items.iter().enumerate() {
                    places(item, format!("{path}/{n}"), found);
                }
            }
            _ => {}
        }
    }
    let Ok(mut update) = serde_json::from_str::<Value>(json) else { return json.to_owned() };
    let mut found = Vec::new();
    places(&update, String::new(), &mut found);
    if let Some(place) = update.pointer_mut(&found[at.index(found.len())]) {
        *place = value.clone();
    }
    update.to_string()
}

/// Reads an update as the bot does, as far as what it wants.
fn read_whole(json: &str) {
    let Some(update) = RawUpdate::parse(json) else { return };
    let Ok(incoming) = read(update, PersonId(900)) else { return };
    let bot = BotName { username: "doushou_bot".to_owned() };
    let intent = chat::read(&incoming, &bot);
    if let (Incident::Press { data, .. }, Intent::Press(press)) = (&incoming.event, &intent) {
        assert_eq!(press.to_string(), *data, "a button's data has one way to be written");
    }
}

#[test]
fn what_broke_something_once_does_so_no_more() {
    for text in files("fuzz", "txt").iter().flat_map(|file| file.lines()).filter(|line| !line.starts_with('#')) {
        read_whole(text);
        let _ = text.parse::<Press>();
        for &variant in Variant::ALL {
            read_position(Setup::standard(variant), text);
        }
    }
}

fn updates() -> Vec<String> {
    files("updates", "json")
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        select(vec!["private", "supergroup", "channel", "left", "/move a3a4", "t1:0:ma3a4", ""]).prop_map(Value::from),
        "\\PC{0,40}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z_]{1,12}", inner, 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// A position from a text; if there is one, everything that is said and shown of it can be.
fn read_position(setup: Setup, text: &str) {
    if let Ok(state) = setup.from_fen(text) {
        look_at(&state);
        let again = setup.from_fen(&state.fen()).expect("our own FEN");
        assert_eq!(again.fen(), state.fen(), "{setup}: {text}");
    }
}

fn look_at(state: &State) {
    let _ = (state.view(), state.cautions(), state.choices(""), state.hash(), state.end());
    for mv in state.legal_moves() {
        let _ = (state.hazard(mv), state.foresee(mv));
    }
    for shown in [Orientation::First, Orientation::Second] {
        let _ = chat::text_board(state, shown, Lang::En);
    }
}

/// FENs of all games: their starts, and those of the lists.
fn fens() -> Vec<(Setup, String)> {
    let starts = Variant::ALL.iter().map(|&variant| (Setup::standard(variant), Setup::standard(variant).start().fen()));
    let played = Variant::ALL.iter().flat_map(|&variant| {
        let setup = Setup::standard(variant);
        let mut state = setup.start();
        let mut fens = Vec::new();
        for ply in 0..40u64 {
            let legal = state.legal_moves();
            let Some(&mv) = legal.get((ply * 7) as usize % legal.len().max(1)) else { break };
            state.play(mv, doushou::rules::Chance(ply)).expect("a legal move");
            fens.push((setup, state.fen()));
        }
        fens
    });
    starts.chain(played).collect()
}

/// Lines of the engine's scripts, without those that ask for much work or memory.
fn engine_lines() -> Vec<String> {
    let scripts = files("engine", "txt");
    let lines = scripts.iter().flat_map(|script| script.lines()).filter_map(|line| line.strip_prefix('>'));
    lines.map(|line| line.trim().to_owned()).filter(|line| is_light(line)).collect()
}

fn is_light(line: &str) -> bool {
    let line = line.to_lowercase();
    !["perft", "hash", "threads", "tablespath", "bench"].iter().any(|word| line.contains(word))
}

fn texts_of_moves() -> Vec<String> {
    let mut texts: Vec<String> =
        ["elephant up", "象上", "虎跳", "E a4", "rat x cat", "a3-a4", "ｇ５ｇ４", "@b2", "T@b2", "a1=b1", "b2!"]
            .map(str::to_owned)
            .into();
    for &variant in Variant::ALL {
        texts.extend(Setup::standard(variant).start().legal_moves().iter().map(ToString::to_string));
    }
    texts
}

proptest! {
    #![proptest_config(config(400, 1))]

    #[test]
    fn updates_of_any_shape(update in select(updates()), slips in slips(), at in any::<Index>(), value in values(), graft in any::<bool>()) {
        let update = if graft { grafted(&update, at, &value) } else { update };
        read_whole(&mutated(&update, &slips));
        tried("updates", 1);
    }

    #[test]
    fn texts_and_presses_of_any_kind(
        text in select(vec!["/move a3a4", "/challenge @lei red hall", "/ai tiger blue", "/board text", "/rules flip", "/forget", "elephant a4"]),
        data in select(vec!["t1:0:ma3a4", "tz:1:kg3", "t3:2:y1", "mF15", "marl", "mOEqual=both", "mso3", "t1:0:Vjungle"]),
        slips in slips(),
    ) {
        let update = |kind: &str, body: Value| serde_json::json!({"update_id": 1, kind: body}).to_string();
        let chat = serde_json::json!({"id": -5, "type": "group", "title": "x"});
        let from = serde_json::json!({"id": 7, "first_name": "Ada"});
        let (text, data) = (mutated(text, &slips), mutated(data, &slips));
        read_whole(&update("message", serde_json::json!({"message_id": 1, "chat": chat, "from": from, "text": text})));
        let message = serde_json::json!({"message_id": 1, "chat": chat});
        read_whole(&update("callback_query", serde_json::json!({"id": "1", "from": from, "message": message, "data": data})));
        if let Ok(press) = data.parse::<Press>() {
            prop_assert_eq!(press.to_string(), data);
        }
        tried("texts and presses", 2);
    }

    #[test]
    fn moves_of_any_spelling(text in select(texts_of_moves()), slips in slips(), position in select(fens()), shown in any::<bool>()) {
        let (setup, fen) = position;
        let state = setup.from_fen(&fen).expect("a position");
        let text = mutated(&text, &slips);
        let shown = if shown { Orientation::First } else { Orientation::Second };
        if let Ok(mv) = state.read_move(&text, shown) {
            // What was read is a move that is legal, or one that can be explained.
            let legal = state.legal_moves().contains(&mv);
            prop_assert!(legal != state.why_illegal(mv).is_some(), "{} read as {}", text, mv);
        }
        let _ = state.choices(&text);
        tried("typed moves", 1);
    }

    #[test]
    fn errors_of_any_wording(code in 0..700u16, text in "\\PC{0,60}|(Bad Request|Forbidden): [a-z' ]{0,40}", wait in any::<Option<u64>>(), to in any::<Option<i64>>()) {
        let _ = classify(CallError::Refused { code, text, retry_after: wait, migrate_to: to });
        tried("refusals", 1);
    }
}

proptest! {
    #![proptest_config(config(200, 2))]

    #[test]
    fn positions_of_any_form(position in select(fens()), slips in slips()) {
        let (setup, fen) = position;
        read_position(setup, &mutated(&fen, &slips));
        tried("FENs", 1);
    }

    #[test]
    fn rule_sets_of_any_form(setup in select(Variant::ALL).prop_map(|variant| Setup::standard(variant).to_string()), slips in slips()) {
        let text = mutated(&setup, &slips);
        if let Ok(setup) = text.parse::<Setup>() {
            prop_assert_eq!(setup.to_string().parse::<Setup>().expect("our own words"), setup);
        }
        let _ = Setup::named(&text);
        tried("rule sets", 1);
    }
}

proptest! {
    #![proptest_config(config(24, 50))]

    #[test]
    fn engine_lines_of_any_kind(lines in prop::collection::vec((select(engine_lines()), slips()), 1..12)) {
        let lines: Vec<String> = lines.iter().map(|(line, slips)| mutated(line, slips)).filter(|line| is_light(line)).collect();
        tried("engine lines", lines.len());
        // Whatever was begun is stopped at once.
        let said: String = lines.iter().map(|line| format!("{line}\nstop\n")).chain(["quit\n".to_owned()]).collect();
        prop_assert!(converse(Cursor::new(said.into_bytes()), sink()).is_ok());
    }
}

proptest! {
    #![proptest_config(config(200, 1))]

    /// Whatever stands in a text, markup keeps its tags and escapes the rest.
    #[test]
    fn arguments_of_any_content(word in "([<&>\"'{}$\u{2068}\u{202e}🐘\n]|\\PC){0,60}") {
        let args = i18n::Args::new().word("text", &word).word("command", &word).word("kind", &word);
        for lang in Lang::ALL {
            for key in ["notice-bad-word", "read-unreadable", "notice-offered"] {
                let html = i18n::markup(lang, key, &args);
                let bare = html.replace("&lt;", "").replace("&gt;", "").replace("&amp;", "").replace("&quot;", "");
                prop_assert!(!bare.contains('<') && !bare.contains('>') && !bare.contains('&'), "{}: {}", key, html);
            }
        }
        tried("arguments of texts", 6);
    }
}

/// The keys that stand in a locale file, and the names of its variables, spoiled or not.
fn keys_and_variables(content: &str) -> (Vec<String>, Vec<String>) {
    let (mut keys, mut message) = (Vec::new(), String::new());
    for line in content.lines() {
        let Some((name, _)) = line.split_once(" =") else { continue };
        if line.starts_with(' ') {
            keys.push(format!("{message}{}", name.trim()));
        } else {
            message = name.to_owned();
            keys.push(message.clone());
        }
    }
    let name = |rest: &str| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '-').collect::<String>();
    (keys, content.split('$').skip(1).map(name).collect())
}

proptest! {
    #![proptest_config(config(100, 10))]

    /// A locale file with a slip in it is refused with a sentence that names it, or its texts have at worst a hole. It is read as
    /// those are with which the program was built.
    #[test]
    fn locale_files_with_any_damage(file in select(i18n::FILES), slips in slips(), number in any::<u32>(), word in "\\PC{0,9}") {
        let (lang, name, content) = file;
        let content = mutated(content, &slips);
        match i18n::Texts::read(lang, [(name, content.as_str())]) {
            Ok(texts) => {
                let (keys, variables) = keys_and_variables(&content);
                let words = variables.iter().fold(i18n::Args::new(), |args, name| args.word(name.clone(), &word));
                let numbers = variables.iter().fold(i18n::Args::new(), |args, name| args.number(name.clone(), number));
                for key in keys {
                    for args in [&i18n::Args::new(), &words, &numbers] {
                        let _ = texts.text(&key, args);
                    }
                }
            }
            Err(error) => prop_assert!(error.to_string().contains(name), "{}", error),
        }
        tried("locale files", 1);
    }
}

/// The lines of an export of a store with tables of every kind.
fn exported() -> &'static [String] {
    static LINES: OnceLock<Vec<String>> = OnceLock::new();
    LINES.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let runtime = tokio::runtime::Runtime::new().expect("threads");
        runtime.block_on(async {
            let store = Store::open(folder.path()).expect("a store");
            authority::plant(&store).await;
            store.close().await;
        });
        let mut bytes = Vec::new();
        store::export(folder.path(), &mut bytes).expect("an export");
        String::from_utf8(bytes).expect("UTF-8").lines().map(str::to_owned).collect()
    })
}

proptest! {
    #![proptest_config(config(24, 100))]

    /// A spoiled export is refused with a sentence, or makes a store that opens and lists its tables.
    #[test]
    fn exports_with_any_damage(spoiled in prop::collection::vec((any::<Index>(), slips()), 1..4), skip in any::<bool>()) {
        let mut lines = exported().to_vec();
        tried("lines of an export", lines.len());
        for (at, slips) in &spoiled {
            let at = at.index(lines.len());
            lines[at] = mutated(&lines[at], slips);
        }
        let folder = tempfile::tempdir().expect("a folder");
        let (file, made) = (folder.path().join("export.jsonl"), folder.path().join("store"));
        fs::write(&file, lines.join("\n") + "\n").expect("written");
        if store::import(&file, &made, skip).is_ok() {
            let runtime = tokio::runtime::Runtime::new().expect("threads");
            let live = runtime.block_on(async {
                let store = Store::open(&made).expect("what was imported opens");
                let live = store.live().await;
                store.close().await;
                live
            });
            prop_assert!(live.is_ok());
        }
    }
}
