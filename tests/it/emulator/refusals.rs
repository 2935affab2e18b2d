//! The Bot API's rules, as a list of calls and their answers.

use std::fmt::Write as _;
use std::path::Path;

use doushou::emulator::Config;
use doushou::emulator::world::{NewChat, Seed};
use serde_json::{Value, json};

use super::{Chat, group, people, person, png};

/// The world of the list: chats in which the bot may do this or that, and a few messages.
async fn world() -> (Chat, Vec<(&'static str, String)>) {
    let mut people = people();
    people.extend([person(1003, "Nico", "de"), person(1004, "Gone", "en")]);
    for person in &mut people {
        person.blocked = person.id == 1002;
        person.started = person.id != 1003;
        person.deactivated = person.id == 1004;
    }
    let standing = |status: &str| serde_json::from_value(json!({"status": status})).expect("a standing");
    let denied = |permission: &str| [permission.to_owned()].into();
    let named = |id, name: &str| NewChat { username: Some(name.to_owned()), ..group(id) };
    let chats = vec![
        group(-5001),
        NewChat { bot: Some(standing("kicked")), ..group(-5002) },
        NewChat { bot: None, ..group(-5003) },
        group(-5004),
        group(-5005),
        group(-1_001_000_000_001),
        NewChat { is_forum: true, ..group(-1_001_000_000_002) },
        NewChat { denied: denied("can_send_messages"), ..group(-1_001_000_000_003) },
        NewChat { denied: denied("can_send_photos"), ..group(-1_001_000_000_004) },
        NewChat { bot: Some(standing("kicked")), ..group(-1_001_000_000_005) },
        NewChat { bot: None, ..group(-1_001_000_000_006) },
        named(-1_001_000_000_007, "open_club"),
        NewChat { bot: None, ..named(-1_001_000_000_008, "closed_club") },
    ];
    let chat = Chat::start(Config { seed: Seed { people, chats }, ..Config::default() }).await;
    chat.act(json!({"act": "migrate", "chat": -5004}));
    chat.act(json!({"act": "change_chat", "chat": -5005, "deleted": true}));
    for name in ["Games", "Talk"] {
        chat.act(json!({"act": "add_topic", "chat": -1_001_000_000_002_i64, "person": 1001, "name": name}));
    }
    chat.act(json!({"act": "close_topic", "chat": -1_001_000_000_002_i64, "topic": 3, "closed": true}));
    chat.act(json!({"act": "say", "person": 1001, "chat": -5001, "text": "hello"}));
    let keyboard = json!({"inline_keyboard": [[{"text": "b", "callback_data": "x"}]]});
    chat.ok("sendMessage", json!({"chat_id": -5001, "text": "board", "reply_markup": keyboard})).await;
    let (_, sent) = chat.upload("sendPhoto", &[("chat_id", "-5001")], "photo", &png(900, 1160)).await;
    let sizes = sent["result"]["photo"].as_array().expect("sizes");
    let photo = sizes.last().expect("a size")["file_id"].as_str().expect("an id").to_owned();
    let press = json!({"act": "press", "person": 1001, "chat": -5001, "message": 2, "button": {"label": "b"}});
    let press = chat.act(press)["press"].as_str().expect("an id").to_owned();
    (chat, vec![("$photo", photo), ("$press", press)])
}

/// Puts in what the list leaves to this program: `$x*64` is 64 letters, `$keys 2x3` two rows of three buttons.
fn expand(params: &str, ids: &[(&str, String)]) -> Value {
    let mut params = params.to_owned();
    for (name, id) in ids {
        params = params.replace(name, id);
    }
    while let Some(at) = params.find('$') {
        let rest = &params[at + 1..];
        let end = at + 1 + rest.find(['"', '<']).expect("an end");
        let asked = &params[at + 1..end];
        if let Some((_, size)) = asked.split_once("keys ") {
            let (rows, row) = size.split_once('x').expect("rows x row");
            let data = "x".repeat(if asked.starts_with("long") { 64 } else { 1 });
            let row = vec![json!({"text": "Elephant a3 to a4", "callback_data": data}); row.parse().expect("a number")];
            let rows = json!(vec![row; rows.parse().expect("a number")]).to_string();
            params.replace_range(at - 1..=end, &rows);
        } else {
            let (text, times) = asked.split_once('*').expect("text * times");
            let text = text.repeat(times.parse().expect("a number"));
            params.replace_range(at..end, &text);
        }
    }
    serde_json::from_str(&params).unwrap_or_else(|error| panic!("{params}: {error}"))
}

#[tokio::test]
async fn every_call_of_the_list_is_answered_as_telegram_does() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/emulator/refusals.txt");
    let list = std::fs::read_to_string(&path).expect("the list");
    let (chat, ids) = world().await;
    let mut answered = String::new();
    let mut calls = 0;
    for line in list.lines() {
        let Some((method, params)) = line.split_once(' ').filter(|(method, _)| method.ends_with(char::is_alphabetic))
        else {
            if !line.starts_with("  ") {
                writeln!(answered, "{line}").expect("room");
            }
            continue;
        };
        calls += 1;
        let violations = chat.running.look(|world| world.record.violations.len());
        let (status, body) = chat.call(method, expand(params, &ids)).await;
        let mut answer = body["description"].as_str().unwrap_or("ok").to_owned();
        for (name, value) in body["parameters"].as_object().into_iter().flatten() {
            write!(answer, " {name}={value}").expect("room");
        }
        if chat.running.look(|world| world.record.violations.len()) > violations {
            answer.push_str(" [violation]");
        }
        writeln!(answered, "{line}\n  {status} {answer}").expect("room");
    }
    assert!(calls > 100, "only {calls} calls in the list");
    assert_eq!(chat.running.look(|world| world.record.unknown_methods.clone()), ["sendMesage"]);
    if std::env::var_os("DOUSHOU_BLESS").is_some() {
        std::fs::write(&path, answered).expect("the list can be written");
    } else {
        assert_eq!(list, answered, "DOUSHOU_BLESS=1 rewrites {}", path.display());
    }
}

#[tokio::test]
async fn a_photo_has_to_be_one() {
    let chat = Chat::small().await;
    let broken = png(9, 9);
    for (file, answer) in [
        (png(900, 1160), "ok"),
        (png(9_000, 1_100), "Bad Request: PHOTO_INVALID_DIMENSIONS"),
        (png(2_100, 100), "Bad Request: PHOTO_INVALID_DIMENSIONS"),
        (png(100, 0), "Bad Request: PHOTO_INVALID_DIMENSIONS"),
        (b"GIF89a\x10\0\x20\0;".to_vec(), "ok"),
        (broken[..broken.len() - 9].to_vec(), "Bad Request: IMAGE_PROCESS_FAILED"),
        (b"<svg/>".to_vec(), "Bad Request: IMAGE_PROCESS_FAILED"),
        (Vec::new(), "Bad Request: file must be non-empty"),
    ] {
        let (_, body) = chat.upload("sendPhoto", &[("chat_id", "-5001")], "photo", &file).await;
        assert_eq!(body["description"].as_str().unwrap_or("ok"), answer, "{} bytes", file.len());
    }
}

#[tokio::test]
async fn tokens_are_told_apart() {
    let chat = Chat::small().await;
    for (path, status, text) in [
        ("bot4200000001:other/getMe", 401, "Unauthorized"),
        ("botnonsense/getMe", 404, "Not Found"),
        ("nonsense/getMe", 404, "Not Found"),
    ] {
        let response = chat.http.get(format!("{}/{path}", chat.running.url())).send().await.expect("an answer");
        assert_eq!(response.status().as_u16(), status, "{path}");
        assert_eq!(response.json::<Value>().await.expect("JSON")["description"], text, "{path}");
    }
}

#[tokio::test]
async fn methods_go_by_any_letter_case_and_every_encoding() {
    let chat = Chat::small().await;
    let root = format!("{}/bot{}", chat.running.url(), chat.running.token());
    let query = chat.http.get(format!("{root}/SENDMESSAGE?chat_id=-5001&text=by%20query")).send();
    assert_eq!(query.await.expect("an answer").status(), 200);
    let form =
        chat.http.post(format!("{root}/sendmessage")).header("content-type", "application/x-www-form-urlencoded");
    let form = form.body("chat_id=-5001&text=by+form&disable_notification=true").send();
    assert_eq!(form.await.expect("an answer").status(), 200);
    let texts = chat.running.look(|world| {
        let messages = world.chats[&-5001].messages.values();
        messages.map(|message| message.body.words().expect("a text").text.clone()).collect::<Vec<_>>()
    });
    assert_eq!(texts, ["by query", "by form"]);
}
