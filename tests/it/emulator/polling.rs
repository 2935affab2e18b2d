//! getUpdates and what reaches it.

use std::time::{Duration, Instant};

use doushou::emulator::Config;
use doushou::emulator::world::{NewChat, Seed};
use serde_json::{Value, json};

use super::{Chat, group, people, person};

fn ids(updates: &[Value]) -> Vec<i64> {
    updates.iter().map(|update| update["update_id"].as_i64().expect("a number")).collect()
}

#[tokio::test]
async fn updates_stay_until_an_offset_confirms_them() {
    let chat = Chat::small().await;
    for text in ["/a", "/b", "/c"] {
        chat.act(json!({"act": "say", "person": 1001, "chat": -5001, "text": text}));
    }
    let all = ids(&chat.updates().await);
    assert_eq!(all.len(), 3);
    assert!(all.is_sorted_by(|a, b| a < b), "{all:?}");
    assert_eq!(ids(&chat.updates().await), all, "nothing was confirmed");
    let limited = chat.ok("getUpdates", json!({"limit": 1})).await;
    assert_eq!(limited.as_array().map(Vec::len), Some(1));
    let rest = chat.ok("getUpdates", json!({"offset": all[1]})).await;
    assert_eq!(ids(rest.as_array().expect("a list")), all[1..]);
    let last = chat.ok("getUpdates", json!({"offset": -1})).await;
    assert_eq!(ids(last.as_array().expect("a list")), all[2..]);
    assert_eq!(chat.ok("getUpdates", json!({"offset": all[2] + 1})).await, json!([]));
}

#[tokio::test]
async fn a_waiting_poll_wakes_when_something_happens() {
    let chat = Chat::small().await;
    let begin = Instant::now();
    let poll = chat.ok("getUpdates", json!({"timeout": 8}));
    let say = async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        chat.act(json!({"act": "say", "person": 1001, "chat": -5001, "text": "/a"}));
    };
    let (updates, ()) = tokio::join!(poll, say);
    assert_eq!(updates[0]["message"]["text"], "/a");
    assert!(begin.elapsed() < Duration::from_secs(5), "it waited {:?}", begin.elapsed());
}

#[tokio::test]
async fn a_second_poll_ends_the_first_with_a_conflict() {
    let chat = Chat::small().await;
    let first = chat.call("getUpdates", json!({"timeout": 8}));
    let second = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        chat.call("getUpdates", json!({"timeout": 0})).await
    };
    let ((status, body), (second, _)) = tokio::join!(first, second);
    assert_eq!((status, second), (409, 200));
    let text = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running";
    assert_eq!(body["description"], text);
}

#[tokio::test]
async fn a_webhook_stops_polling_until_it_is_deleted() {
    let chat = Chat::small().await;
    chat.ok("setWebhook", json!({"url": "https://example.org/hook"})).await;
    let (status, body) = chat.call("getUpdates", json!({})).await;
    assert_eq!(status, 409);
    assert!(body["description"].as_str().is_some_and(|text| text.contains("deleteWebhook")), "{body}");
    chat.ok("deleteWebhook", json!({})).await;
    chat.ok("getUpdates", json!({})).await;
}

#[tokio::test]
async fn only_kinds_that_were_asked_for_come() {
    let chat = Chat::small().await;
    let edited = |message: i64| json!({"act": "edit", "chat": -5001, "message": message, "text": "/b"});
    let say = json!({"act": "say", "person": 1001, "chat": -5001, "text": "/a"});
    chat.ok("getUpdates", json!({"allowed_updates": ["message", "callback_query"]})).await;
    let message = chat.act(say.clone())["message"].as_i64().expect("a number");
    chat.act(edited(message));
    assert_eq!(chat.take_updates().await.len(), 1);
    chat.ok("getUpdates", json!({"allowed_updates": []})).await;
    chat.act(edited(message));
    assert_eq!(chat.take_updates().await[0]["edited_message"]["text"], "/b");
}

#[tokio::test]
async fn in_privacy_mode_a_bot_hears_only_what_is_meant_for_it() {
    let mut people = people();
    people.push(person(1005, "Other bot", "en"));
    people[2].is_bot = true;
    let mut chats = vec![group(-5001)];
    chats[0].members.push(serde_json::from_value(json!(1005)).expect("a member"));
    let open = NewChat {
        bot: serde_json::from_value(json!({"status": "administrator", "rights": []})).expect("a standing"),
        ..group(-5002)
    };
    chats.push(open);
    let chat = Chat::start(Config { seed: Seed { people, chats }, ..Config::default() }).await;
    let sent = chat.ok("sendMessage", json!({"chat_id": -5001, "text": "board"})).await;
    let board = sent["message_id"].as_i64();
    for (say, heard) in [
        (json!({"person": 1001, "chat": -5001, "text": "hello"}), false),
        (json!({"person": 1001, "chat": -5001, "text": "@doushou_bot hello"}), false),
        (json!({"person": 1001, "chat": -5001, "text": "/board"}), true),
        (json!({"person": 1001, "chat": -5001, "text": "/board@DouShou_Bot"}), true),
        (json!({"person": 1001, "chat": -5001, "text": "/board@other_bot"}), false),
        (json!({"person": 1001, "chat": -5001, "text": "a3a4", "reply_to": board}), true),
        (json!({"person": 1005, "chat": -5001, "text": "I am a bot"}), false),
        (json!({"person": 1001, "chat": -5001, "text": "/board"}), false),
        (json!({"person": 1001, "chat": -5001, "text": "/board@doushou_bot"}), true),
        (json!({"person": 1001, "chat": -5002, "text": "hello"}), true),
        (json!({"person": 1001, "chat": 1001, "text": "hello"}), true),
    ] {
        let mut act = say.clone();
        act["act"] = json!("say");
        chat.act(act);
        assert_eq!(!chat.take_updates().await.is_empty(), heard, "{say}");
    }
}

#[tokio::test]
async fn updates_can_come_twice_late_together_and_in_the_wrong_order() {
    let chat = Chat::small().await;
    let say = |text: &str| chat.act(json!({"act": "say", "person": 1001, "chat": -5001, "text": text}));
    say("/a");
    let first = chat.take_updates().await;
    assert_eq!(chat.act(json!({"act": "repeat", "count": 1})), json!({"updates": 1}));
    assert_eq!(ids(&chat.updates().await), ids(&first), "again, though it was confirmed");
    assert!(chat.updates().await.is_empty(), "but only once");
    chat.act(json!({"act": "hold", "held": true}));
    chat.act(json!({"act": "disorder", "batches": 1}));
    say("/b");
    say("/c");
    assert!(chat.updates().await.is_empty(), "held back");
    chat.act(json!({"act": "hold", "held": false}));
    let texts = |updates: &[Value]| {
        updates.iter().map(|update| update["message"]["text"].as_str().expect("a text").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(texts(&chat.updates().await), ["/c", "/b"]);
    assert_eq!(texts(&chat.updates().await), ["/b", "/c"], "one batch only");
    chat.take_updates().await;
    let injected = json!({"act": "inject", "update": {"news_of_tomorrow": {"text": "?"}}});
    let id = chat.act(injected)["update"].clone();
    assert_eq!(chat.updates().await, [json!({"update_id": id, "news_of_tomorrow": {"text": "?"}})]);
}
