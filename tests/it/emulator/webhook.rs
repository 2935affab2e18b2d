//! Updates that are brought to a webhook.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use doushou::emulator::Config;
use doushou::emulator::world::Seed;
use serde_json::{Value, json};

use super::{Chat, PATIENCE, group, people};

/// A bot's side of a webhook: refuses as often as it is told, and remembers what came.
#[derive(Clone, Default)]
struct Door {
    came: Arc<Mutex<Vec<Value>>>,
    secrets: Arc<Mutex<Vec<String>>>,
    /// How many more messages of a chat are refused.
    refusals: Arc<Mutex<HashMap<i64, u32>>>,
}

impl Door {
    async fn open() -> (Door, String) {
        let door = Door::default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}/hook", listener.local_addr().expect("an address"));
        let app = Router::new().route("/hook", post(knock)).with_state(door.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        (door, url)
    }

    /// What was taken, when there is so much: texts, and the kinds of what has none.
    async fn taken(&self, count: usize) -> Vec<String> {
        let enough = async {
            while self.came.lock().expect("no panic").len() < count {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(PATIENCE, enough).await.expect("enough updates");
        let came = self.came.lock().expect("no panic");
        came.iter().map(told).collect()
    }
}

/// A message's text, or the kind of another update.
fn told(update: &Value) -> String {
    let kinds = || update.as_object().expect("an update").keys().find(|key| *key != "update_id").cloned();
    update["message"]["text"].as_str().map(str::to_owned).or_else(kinds).expect("a kind")
}

async fn knock(State(door): State<Door>, headers: HeaderMap, body: String) -> StatusCode {
    let update: Value = serde_json::from_str(&body).expect("JSON");
    let secret = headers.get("x-telegram-bot-api-secret-token").map(|secret| secret.to_str().expect("text").to_owned());
    door.secrets.lock().expect("no panic").push(secret.unwrap_or_default());
    let chat = update["message"]["chat"]["id"].as_i64().unwrap_or_default();
    if let Some(left) = door.refusals.lock().expect("no panic").get_mut(&chat).filter(|left| **left > 0) {
        *left -= 1;
        return StatusCode::SERVICE_UNAVAILABLE;
    }
    door.came.lock().expect("no panic").push(update);
    StatusCode::OK
}

async fn two_groups() -> Chat {
    let chats = vec![group(-5001), group(-5002)];
    Chat::start(Config { seed: Seed { people: people(), chats }, ..Config::default() }).await
}

fn say(chat: &Chat, group: i64, text: &str) {
    chat.act(json!({"act": "say", "person": 1001, "chat": group, "text": text}));
}

#[tokio::test]
async fn updates_of_a_chat_come_in_order_and_again_until_they_are_taken() {
    let (door, url) = Door::open().await;
    let chat = two_groups().await;
    say(&chat, -5001, "/waiting");
    chat.ok("setWebhook", json!({"url": url, "secret_token": "abc", "max_connections": 2})).await;
    assert_eq!(door.taken(1).await, ["/waiting"], "what waited is brought");
    door.refusals.lock().expect("no panic").insert(-5001, u32::MAX);
    say(&chat, -5001, "/a");
    say(&chat, -5001, "/b");
    say(&chat, -5002, "/c");
    assert_eq!(door.taken(2).await[1..], ["/c"], "the other chat does not wait");
    door.refusals.lock().expect("no panic").insert(-5001, 0);
    assert_eq!(door.taken(4).await[2..], ["/a", "/b"]);
    assert!(door.secrets.lock().expect("no panic").iter().all(|secret| secret == "abc"));
    let info = chat.ok("getWebhookInfo", json!({})).await;
    assert_eq!((&info["url"], &info["max_connections"]), (&json!(url), &json!(2)));
    let message = info["last_error_message"].as_str().expect("an error");
    assert!(message.contains("503") && info["last_error_date"].is_i64(), "{info}");
    chat.ok("deleteWebhook", json!({})).await;
    assert!(chat.updates().await.is_empty(), "what was taken does not come again");
    say(&chat, -5001, "/d");
    assert_eq!(chat.updates().await.len(), 1, "after that the bot asks again");
}

#[tokio::test]
async fn presses_and_membership_do_not_wait_for_messages() {
    let (door, url) = Door::open().await;
    let chat = two_groups().await;
    let keyboard = json!({"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]});
    let sent = chat.ok("sendMessage", json!({"chat_id": -5001, "text": "?", "reply_markup": keyboard})).await;
    chat.ok("setWebhook", json!({"url": url})).await;
    door.refusals.lock().expect("no panic").insert(-5001, u32::MAX);
    say(&chat, -5001, "/a");
    let button = json!({"data": "go"});
    let press = json!({"act": "press", "person": 1001, "chat": -5001, "message": sent["message_id"], "button": button});
    chat.act(press);
    assert_eq!(door.taken(1).await, ["callback_query"]);
    let standing = json!({"status": "administrator"});
    chat.act(json!({"act": "set_bot", "chat": -5001, "by": 1001, "standing": standing}));
    assert_eq!(door.taken(2).await[1..], ["my_chat_member"]);
    door.refusals.lock().expect("no panic").insert(-5001, 0);
    assert_eq!(door.taken(3).await[2..], ["/a"]);
}

#[tokio::test]
async fn updates_can_be_held_repeated_lost_and_brought_twice() {
    let (door, url) = Door::open().await;
    let chat = two_groups().await;
    chat.ok("setWebhook", json!({"url": url})).await;
    let fault = |then: &str| json!({"act": "fault", "fault": {"method": "webhook", "chat": -5001, "then": then}});
    chat.act(fault("cut"));
    say(&chat, -5001, "/a");
    assert_eq!(door.taken(1).await, ["/a"]);
    chat.act(fault("lose_answer"));
    say(&chat, -5001, "/b");
    assert_eq!(door.taken(3).await[1..], ["/b", "/b"]);
    chat.act(json!({"act": "repeat", "count": 1}));
    assert_eq!(door.taken(4).await[3..], ["/b"]);
    chat.act(json!({"act": "hold", "held": true}));
    say(&chat, -5001, "/c");
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(door.taken(0).await.len(), 4, "held back");
    chat.act(json!({"act": "hold", "held": false}));
    assert_eq!(door.taken(5).await[4..], ["/c"]);
}

#[tokio::test]
async fn a_webhook_ends_a_poll_that_waits() {
    let chat = Chat::small().await;
    let poll = chat.call("getUpdates", json!({"timeout": 8}));
    let set = async {
        let waits = chat.running.until(PATIENCE, |world| (world.updates.polls() > 0).then_some(())).await;
        waits.expect("the poll arrives");
        chat.ok("setWebhook", json!({"url": "https://example.org/hook"})).await;
    };
    let ((status, body), ()) = tokio::join!(poll, set);
    assert_eq!((status, &body["description"]), (409, &json!("Conflict: terminated by setWebhook request")));
    for (params, part) in [
        (json!({"url": "http://example.org/"}), "HTTPS"),
        (json!({"url": "https://example.org/", "max_connections": 0}), "max_connections"),
        (json!({"url": "https://example.org/", "secret_token": "a b"}), "unallowed"),
        (json!({"url": "https://example.org/", "allowed_updates": 5}), "Array"),
    ] {
        let (status, body) = chat.call("setWebhook", params).await;
        assert!(status == 400 && body["description"].as_str().is_some_and(|text| text.contains(part)), "{body}");
    }
    chat.ok("setWebhook", json!({"url": ""})).await;
    chat.ok("getUpdates", json!({})).await;
}
