//! Faults on order.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::Chat;

async fn texts(chat: &Chat) -> usize {
    chat.running.look(|world| world.chats[&-5001].messages.len())
}

#[tokio::test]
async fn a_refusal_strikes_the_calls_it_was_ordered_for() {
    let chat = Chat::small().await;
    let send = |to: i64| chat.call("sendMessage", json!({"chat_id": to, "text": "a"}));
    chat.act(json!({"act": "fault", "fault": {
        "method": "sendmessage", "chat": -5001, "after": 1, "times": 2, "then": {"retry_after": 7}
    }}));
    assert_eq!(send(-5001).await.0, 200, "the first passes");
    assert_eq!(send(1001).await.0, 200, "another chat");
    for _ in 0..2 {
        let (status, body) = send(-5001).await;
        assert_eq!((status, &body["parameters"]["retry_after"]), (429, &json!(7)));
        assert_eq!(body["description"], "Too Many Requests: retry after 7");
    }
    assert_eq!(send(-5001).await.0, 200, "the order is used up");
    let refuse = json!({"refuse": {"code": 502, "text": "Bad Gateway"}});
    chat.act(json!({"act": "fault", "fault": {"then": refuse}}));
    assert_eq!(chat.call("getUpdates", json!({})).await.0, 200, "polling only when it is named");
    assert_eq!(send(-5001).await.0, 502);
    chat.act(json!({"act": "fault", "fault": {"then": refuse}}));
    chat.act(json!({"act": "clear_faults"}));
    assert_eq!(send(-5001).await.0, 200);
    assert!(chat.running.look(|world| world.record.violations.is_empty()), "faults are not the bot's");
}

#[tokio::test]
async fn a_connection_breaks_before_or_after_the_call_is_done() {
    let chat = Chat::small().await;
    let address = format!("{}/bot{}/sendMessage", chat.running.url(), chat.running.token());
    for (then, done) in [("cut", 0), ("lose_answer", 1)] {
        let before = texts(&chat).await;
        chat.act(json!({"act": "fault", "fault": {"method": "sendMessage", "then": then}}));
        let sent = chat.http.post(&address).json(&json!({"chat_id": -5001, "text": "a"})).send().await;
        let error = sent.expect_err("no answer");
        assert!(error.is_request(), "{error:?}");
        assert_eq!(texts(&chat).await - before, done, "{then}");
    }
    chat.ok("sendMessage", json!({"chat_id": -5001, "text": "a"})).await;
}

#[tokio::test]
async fn a_delayed_call_holds_up_nobody_else() {
    let chat = Chat::small().await;
    chat.act(json!({"act": "fault", "fault": {"method": "sendMessage", "chat": -5001, "delay_ms": 400}}));
    let begin = Instant::now();
    let slow = async {
        chat.ok("sendMessage", json!({"chat_id": -5001, "text": "a"})).await;
        begin.elapsed()
    };
    let quick = async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        chat.ok("sendMessage", json!({"chat_id": 1001, "text": "a"})).await;
        begin.elapsed()
    };
    let (slow, quick) = tokio::join!(slow, quick);
    assert!(slow >= Duration::from_millis(400) && quick < slow, "{quick:?} {slow:?}");
}

/// A bot that is killed while it sends a picture leaves half a request behind.
#[tokio::test]
async fn a_caller_that_ends_in_mid_sentence_broke_no_rule() {
    let chat = Chat::small().await;
    let before = texts(&chat).await;
    let (server, token) = (chat.running.url(), chat.running.token());
    let picture = "x".repeat(300_000);
    let parts = format!("--x\r\ncontent-disposition: form-data; name=\"photo\"; filename=\"a.png\"\r\n\r\n{picture}");
    for (kind, half) in [("application/json", "{\"chat_id\": -5001, \"te"), ("multipart/form-data; boundary=x", &parts)]
    {
        let head = format!("POST /bot{token}/sendPhoto HTTP/1.1\r\nhost: localhost\r\ncontent-type: {kind}\r\n");
        for length in ["content-length: 400000", "transfer-encoding: chunked\r\n\r\n61a80"] {
            let mut line = TcpStream::connect(server.trim_start_matches("http://")).await.expect("a connection");
            line.write_all(format!("{head}{length}\r\n\r\n{half}").as_bytes()).await.expect("half a request");
            line.shutdown().await.expect("an end");
            let mut told = Vec::new();
            let end = tokio::time::timeout(Duration::from_secs(60), line.read_to_end(&mut told));
            end.await.expect("the server has noticed").ok();
            assert_eq!(String::from_utf8_lossy(&told), "", "nobody is answered who is gone");
        }
    }
    assert_eq!(texts(&chat).await, before);
    chat.running.look(|world| assert!(world.record.violations.is_empty(), "{:?}", world.record.violations));
    // What is whole and nonsense is a fault of the caller's.
    let nonsense =
        chat.http.post(format!("{server}/bot{token}/sendMessage")).header("content-type", "application/json");
    assert_eq!(nonsense.body("{\"chat_id\": -50").send().await.expect("an answer").status(), 400);
    chat.running.look(|world| assert_eq!(world.record.violations.len(), 1));
}
