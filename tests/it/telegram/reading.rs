//! Updates and errors, as Telegram sends them.

use std::fs;
use std::path::Path;
use std::time::Duration;

use doushou::chat::Incident;
use doushou::people::{ChatId, PersonId};
use doushou::service::SendError;
use doushou::telegram::{CallError, RawUpdate, classify, read};

const UPDATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/updates");
const ERRORS: &str = include_str!("../../data/telegram_errors.tsv");
const BOT: PersonId = PersonId(900);

/// Every `NAME.json` reads as `NAME.txt` says; `DOUSHOU_BLESS=1` rewrites the latter.
#[test]
fn updates_read_as_expected() {
    let mut checked = 0;
    let mut wrong = Vec::new();
    for entry in fs::read_dir(UPDATES).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let update = RawUpdate::parse(&fs::read_to_string(&path).unwrap()).expect("an update");
        let reading = format!("{:#?}\n", read(update, BOT));
        if !matches_golden(&path.with_extension("txt"), &reading) {
            wrong.push(format!("{}:\n{reading}", path.display()));
        }
        checked += 1;
    }
    assert!(checked > 40, "only {checked} updates in {UPDATES}");
    assert!(wrong.is_empty(), "read otherwise than expected:\n{}", wrong.join("\n"));
}

/// What somebody nests into a message, however deep, costs neither its text nor its neighbors.
#[test]
fn depth_does_no_harm() {
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    let message = r#""message_id":1,"date":1,"chat":{"id":42,"type":"private"},"from":{"id":42},"text":"/board""#;
    let update = format!(r#"{{"update_id":1,"message":{{{message},"rich":{deep},"reply_to_message":{deep}}}}}"#);
    let incoming = read(RawUpdate::parse(&update).expect("an update"), BOT).expect("a message");
    assert!(matches!(incoming.event, Incident::Text { text, reply_to: None, .. } if text == "/board"));
}

#[test]
fn what_is_no_update_is_none() {
    for json in ["", "[]", "{}", r#"{"update_id":1}"#, r#"{"message":{}}"#, r#"{"update_id":"x","message":{}}"#] {
        assert!(RawUpdate::parse(json).is_none(), "{json}");
    }
}

fn matches_golden(golden: &Path, text: &str) -> bool {
    if std::env::var_os("DOUSHOU_BLESS").is_some() {
        fs::write(golden, text).unwrap();
    }
    fs::read_to_string(golden).is_ok_and(|expected| expected == text)
}

#[test]
fn errors_are_told_apart_by_their_text() {
    let mut wrong = Vec::new();
    for line in ERRORS.lines().filter(|line| !line.starts_with('#')) {
        let [code, text, class] = line.split('\t').collect::<Vec<_>>().try_into().expect(line);
        // Telegram's case is not to be relied on.
        for text in [text.to_owned(), text.to_uppercase()] {
            let found = classify(refused(code.parse().unwrap(), &text)).class();
            if found != class {
                wrong.push(format!("{code} {text}: {found} instead of {class}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn parameters_count_more_than_texts() {
    let wait = CallError::Refused { code: 429, text: String::new(), retry_after: Some(213), migrate_to: None };
    assert_eq!(classify(wait), SendError::RetryAfter(Duration::from_secs(213)));
    let moved = CallError::Refused {
        code: 400,
        text: "Bad Request: group chat was upgraded to a supergroup chat".to_owned(),
        retry_after: None,
        migrate_to: Some(-1_004_503_599_627_370_496),
    };
    assert_eq!(classify(moved), SendError::Migrated(ChatId(-1_004_503_599_627_370_496)));
    let lost = CallError::Unanswered("connection reset".to_owned());
    assert_eq!(classify(lost), SendError::Unanswered("connection reset".to_owned()));
    let refused = CallError::Unreachable("connection refused".to_owned());
    assert_eq!(classify(refused), SendError::Unreachable("connection refused".to_owned()));
}

#[test]
fn a_wrong_token_is_not_a_wrong_method() {
    assert!(refused(401, "Unauthorized").is_wrong_token());
    assert!(refused(404, "Not Found").is_wrong_token());
    assert!(!refused(404, "Not Found: method not found").is_wrong_token());
    assert!(!refused(400, "Bad Request: chat not found").is_wrong_token());
    assert!(!CallError::Unreachable("404".to_owned()).is_wrong_token());
}

fn refused(code: u16, text: &str) -> CallError {
    CallError::Refused { code, text: text.to_owned(), retry_after: None, migrate_to: None }
}
