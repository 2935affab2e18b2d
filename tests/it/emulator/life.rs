//! Starting, stopping, saving, and the side that people and pages talk to.

use std::time::{Duration, Instant};

use doushou::emulator::world::Seed;
use doushou::emulator::{Config, Emulator};
use serde_json::{Value, json};

use super::{Chat, PATIENCE, png};

#[tokio::test]
async fn a_port_in_use_is_a_sentence() {
    let chat = Chat::small().await;
    let port = chat.running.address().port();
    let error = Emulator::start(Config { port, ..Config::default() }).await.err().expect("the port is taken");
    let text = error.to_string();
    assert!(text.contains(&format!("port {port} is in use")) && text.contains("--port"), "{text}");
    let error = Emulator::start(Config { token: "secret".to_owned(), ..Config::default() }).await.err();
    assert!(error.expect("no token").to_string().contains("a colon"));
}

#[tokio::test]
async fn a_saved_world_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = || Config { folder: Some(folder.path().join("chats")), seed: Seed::demo(), ..Config::default() };
    const GROUP: &str = "-1001000000001";
    let chat = Chat::start(config()).await;
    let (_, first) = chat.upload("sendPhoto", &[("chat_id", GROUP)], "photo", &png(90, 116)).await;
    let first = &first["result"];
    let message = first["message_id"].to_string();
    let media = r#"{"type": "photo", "media": "attach://new"}"#;
    let params = [("chat_id", GROUP), ("message_id", message.as_str()), ("media", media)];
    let (_, edited) = chat.upload("editMessageMedia", &params, "new", &png(91, 116)).await;
    chat.act(json!({"act": "say", "person": 1001, "chat": -1_001_000_000_001_i64, "text": "/board"}));
    let before = chat.running.look(|world| world.view(0));
    let updates = chat.updates().await;
    chat.running.stop().await;

    let files = std::fs::read_dir(folder.path().join("chats/files")).expect("a folder").count();
    assert_eq!(files, 1, "only the newest picture of a message is kept");
    let chat = Chat::start(config()).await;
    let after = chat.running.look(|world| world.view(0));
    assert_eq!(before["chats"], after["chats"]);
    assert_eq!(chat.updates().await, updates, "what the bot had not confirmed comes again");
    let id = edited["result"]["photo"][0]["file_id"].as_str().expect("an id");
    let picture = chat.http.get(format!("{}/control/file/{id}", chat.running.url())).send().await.expect("an answer");
    assert_eq!(picture.bytes().await.expect("bytes"), png(91, 116));
    let next = chat.ok("sendMessage", json!({"chat_id": GROUP, "text": "a"})).await;
    assert!(next["message_id"].as_i64() > first["message_id"].as_i64());
    chat.running.stop().await;

    std::fs::write(folder.path().join("chats/world.json"), "{").expect("it can be written");
    let error = Emulator::start(config()).await.err().expect("damaged").to_string();
    assert!(error.contains("world.json") && error.contains("start afresh"), "{error}");
}

#[tokio::test]
async fn a_world_in_which_nothing_happens_is_written_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let saved = folder.path().join("chats/world.json");
    let exists_within = async |patience: Duration| {
        let deadline = Instant::now() + patience;
        while !saved.exists() && Instant::now() < deadline {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        saved.exists()
    };
    let config = Config { folder: Some(folder.path().join("chats")), seed: Seed::demo(), ..Config::default() };
    let chat = Chat::start(config).await;
    let kinds = json!({"timeout": 0, "allowed_updates": ["message", "callback_query"]});
    chat.ok("getUpdates", kinds.clone()).await;
    chat.take_updates().await;
    assert!(exists_within(PATIENCE).await, "a new world is written");
    // What was begun before the last of the calls above has been written by now.
    tokio::time::sleep(Duration::from_millis(600)).await;
    std::fs::remove_file(&saved).expect("it is there");
    for _ in 0..3 {
        chat.ok("getUpdates", kinds.clone()).await;
    }
    assert!(!exists_within(Duration::from_millis(600)).await, "polls alone are nothing to write");
    chat.act(json!({"act": "say", "person": 1001, "chat": -1_001_000_000_001_i64, "text": "/board"}));
    assert!(exists_within(PATIENCE).await, "a message is");
    chat.running.stop().await;
}

#[tokio::test]
async fn everything_can_be_done_over_http() {
    let chat = Chat::small().await;
    let control = format!("{}/control", chat.running.url());
    let post = async |act: Value| {
        let response = chat.http.post(&control).json(&act).send().await.expect("an answer");
        (response.status().as_u16(), response.json::<Value>().await.unwrap_or_default())
    };
    let get = async |path: &str| {
        let response = chat.http.get(format!("{control}/{path}")).send().await.expect("an answer");
        response.json::<Value>().await.expect("JSON")
    };
    let (status, made) = post(json!({"act": "add_person", "person": {"first_name": "Bo"}})).await;
    assert_eq!((status, &made), (200, &json!({"person": 1003})));
    let join = json!({"act": "set_standing", "chat": -5001, "person": 1003, "standing": {"status": "member"}});
    assert_eq!(post(join).await.0, 200);
    let (status, refused) = post(json!({"act": "say", "person": 9, "chat": -5001, "text": "a"})).await;
    assert_eq!((status, &refused["error"]), (400, &json!("there is no person 9")));
    let version = get("view").await["version"].as_u64().expect("a number");
    let waiting = format!("view?since={version}&wait_ms={}", PATIENCE.as_millis());
    let (view, said) = tokio::join!(get(&waiting), async {
        tokio::task::yield_now().await;
        post(json!({"act": "say", "person": 1003, "chat": -5001, "text": "hello"})).await
    });
    assert_eq!(said.0, 200);
    assert_eq!(view["chats"][0]["messages"][0]["text"], "hello");
    assert_eq!(view["chats"].as_array().map(Vec::len), Some(1), "only what changed");
    chat.call("sendMessage", json!({"chat_id": -5001})).await;
    let calls = get("calls?since=0").await;
    assert_eq!((&calls[0]["method"], &calls[0]["status"]), (&json!("sendMessage"), &json!(400)));
    assert_eq!(get("report").await["violations"][0]["what"], "Bad Request: message text is empty");
}

#[tokio::test]
async fn pages_of_other_sites_are_kept_out() {
    let chat = Chat::small().await;
    let own = chat.running.url();
    for (header, value, status) in [
        ("origin", own.as_str(), 200),
        ("origin", "http://example.org", 403),
        ("host", "example.org", 403),
        ("host", "localhost:1", 200),
        ("sec-fetch-site", "cross-site", 403),
        ("sec-fetch-site", "same-site", 403),
        ("sec-fetch-site", "same-origin", 200),
        ("sec-fetch-site", "none", 200),
    ] {
        for path in ["control/view".to_owned(), format!("bot{}/getMe", chat.running.token())] {
            let request = chat.http.get(format!("{own}/{path}")).header(header, value);
            assert_eq!(request.send().await.expect("an answer").status().as_u16(), status, "{header}: {value}: {path}");
        }
    }
    let linked = chat.http.get(&own).header("sec-fetch-site", "cross-site").send().await.expect("an answer");
    assert_eq!(linked.status(), 200, "the page may be linked to");
    for part in ["/", "/app.css", "/app.js", "/pane.js", "/composer.js", "/message.js", "/words.js", "/icon.svg"] {
        let response = chat.http.get(format!("{own}{part}")).send().await.expect("an answer");
        assert_eq!(response.status(), 200, "{part}");
        assert!(!response.text().await.expect("a text").is_empty(), "{part} is empty");
    }
}
