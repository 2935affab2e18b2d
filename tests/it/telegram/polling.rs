//! The poll loop against a server that does what servers do.

use std::convert::Infallible;
use std::future::pending;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use doushou::chat::Incident;
use doushou::config::{TelegramConfig, Token};
use doushou::people::Lang;
use doushou::telegram::{Batch, ConnectError, Later, ReceiveError, Telegram, Waits};
use serde_json::{Value, json};
use tokio::sync::{Notify, oneshot};

use super::server::{Answer, Call, Server, TOKEN, hang, ok, refuse};

/// Short enough for a test, long enough to be told apart.
const WAITS: Waits = Waits {
    long_poll: Duration::ZERO,
    grace: Duration::from_secs(10),
    first_pause: Duration::from_millis(10),
    longest_pause: Duration::from_millis(40),
    conflict_pause: Duration::from_millis(10),
    webhook_check: Duration::from_millis(10),
};

/// What a handler says that has done everything.
const DONE: Result<Vec<Later<Infallible>>, Infallible> = Ok(Vec::new());

fn text(update: i64, words: &str) -> Value {
    let ann = json!({ "id": 42, "is_bot": false, "first_name": "Ann" });
    let message = json!({
        "message_id": update, "date": 1_780_000_000, "text": words, "from": ann, "chat": { "id": 42, "type": "private" }
    });
    json!({ "update_id": update, "message": message })
}

/// A server that gives these answers to getUpdates, one after the other, and then no more updates.
async fn server(answers: Vec<Answer>) -> Server {
    let answers = Mutex::new(answers.into_iter());
    Server::start(move |call: &Call| match call.method.as_str() {
        "getupdates" => answers.lock().unwrap().next().unwrap_or_else(|| ok(json!([]))),
        "deletewebhook" => ok(json!(true)),
        other => refuse(404, &format!("Not Found: method {other} not found"), json!({})),
    })
    .await
}

/// Polls until the text "stop" has come; the batches.
async fn poll_until_stop(telegram: &Telegram) -> Result<Vec<Batch>, ReceiveError<Infallible>> {
    let batches = Mutex::new(Vec::new());
    let stop = Notify::new();
    let handler = |batch: Batch| {
        if words(&batch).contains(&"stop".to_owned()) {
            stop.notify_one();
        }
        batches.lock().unwrap().push(batch);
        async { DONE }
    };
    let polling = telegram.poll(&WAITS, handler, stop.notified());
    tokio::time::timeout(Duration::from_secs(10), polling).await.expect("the loop ends")?;
    Ok(batches.into_inner().unwrap())
}

fn words(batch: &Batch) -> Vec<String> {
    let words = |event: &Incident| match event {
        Incident::Text { text, .. } => text.clone(),
        other => panic!("{other:?}"),
    };
    batch.updates.iter().map(|incoming| words(&incoming.event)).collect()
}

fn offsets(server: &Server) -> Vec<Option<i64>> {
    let calls = server.calls.lock().unwrap();
    calls.iter().filter(|call| call.method == "getupdates").map(|call| call.fields["offset"].as_i64()).collect()
}

#[tokio::test]
async fn updates_are_confirmed_by_the_next_request_and_at_the_end() {
    let server = server(vec![
        ok(json!([text(7, "one"), text(8, "two")])),
        ok(json!([])),
        ok(json!([text(9, "three"), { "update_id": 10, "from_the_future": {} }])),
        ok(json!([{ "update_id": 11, "from_the_future": { "text": "x" } }])),
        ok(json!([text(12, "stop")])),
    ])
    .await;
    let telegram = server.connect().await;
    assert_eq!((telegram.last_contact(), telegram.last_update()), (None, None));
    let batches = poll_until_stop(&telegram).await.unwrap();
    let seen: Vec<_> = batches.iter().map(|batch| (batch.confirmed_below, words(batch).join(" "))).collect();
    let expected = [(None, "one two"), (Some(9), "three"), (Some(12), "stop")];
    assert_eq!(seen, expected.map(|(below, words)| (below, words.to_owned())));
    // Without an offset Telegram gives whatever is not confirmed; the last request confirms the last batch.
    assert_eq!(offsets(&server), [None, Some(9), None, Some(11), Some(12), Some(13)]);
    assert_eq!(telegram.unreadable().into_iter().collect::<Vec<_>>(), [("from_the_future".to_owned(), 2)]);
    for last in [telegram.last_contact(), telegram.last_update()] {
        assert!(last.is_some_and(|last| last.elapsed() < Duration::from_secs(10)));
    }
    let first = server.calls_but("getme").remove(0);
    assert_eq!(first.fields["allowed_updates"], json!(["message", "callback_query", "my_chat_member"]));
}

#[tokio::test]
async fn numbers_may_start_anew() {
    let server = server(vec![
        ok(json!([text(900_000_000, "old")])),
        ok(json!([])),
        ok(json!([text(5, "new")])),
        ok(json!([text(6, "stop")])),
    ])
    .await;
    let telegram = server.connect().await;
    let batches = poll_until_stop(&telegram).await.unwrap();
    assert_eq!(batches.iter().map(|batch| batch.confirmed_below).collect::<Vec<_>>(), [None, None, Some(6)]);
    assert_eq!(offsets(&server), [None, Some(900_000_001), None, Some(6), Some(7)]);
}

#[tokio::test]
async fn nothing_is_confirmed_before_the_handler_returns() {
    let server = server(vec![ok(json!([text(7, "one")]))]).await;
    let telegram = Arc::new(server.connect().await);
    let (started, begun) = oneshot::channel();
    let started = Mutex::new(Some(started));
    let finish = Arc::new(Notify::new());
    let polling = tokio::spawn({
        let (telegram, finish) = (Arc::clone(&telegram), Arc::clone(&finish));
        async move {
            let handler = |_: Batch| {
                started.lock().unwrap().take().map(|started| started.send(()));
                let finish = Arc::clone(&finish);
                async move {
                    finish.notified().await;
                    DONE
                }
            };
            // The stop is there from the start of the handler on, and waits for its end.
            telegram.poll(&WAITS, handler, async { drop(begun.await) }).await
        }
    });
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(offsets(&server), [None], "the batch is not confirmed while it is being handled");
    finish.notify_one();
    polling.await.unwrap().unwrap();
    assert_eq!(offsets(&server), [None, Some(8)]);
}

/// A server that keeps these texts until they are confirmed, as Telegram does.
async fn keeping(texts: Arc<Mutex<Vec<(i64, &'static str)>>>) -> Server {
    Server::start(move |call: &Call| {
        let mut texts = texts.lock().unwrap();
        let offset = call.fields["offset"].as_i64().unwrap_or_default();
        texts.retain(|(update, _)| *update >= offset);
        ok(json!(texts.iter().map(|(update, words)| text(*update, words)).collect::<Vec<_>>()))
    })
    .await
}

#[tokio::test]
async fn an_update_that_takes_longer_is_not_confirmed_before_it_is_done_and_holds_nothing_back() {
    let texts = Arc::new(Mutex::new(vec![(7, "one"), (8, "slow"), (9, "three")]));
    let server = keeping(Arc::clone(&texts)).await;
    let telegram = server.connect().await;
    let (finish, stop) = (Arc::new(Notify::new()), Notify::new());
    let handled = Mutex::new(Vec::new());
    let handler = |batch: Batch| {
        let mut later = Vec::new();
        for (incoming, words) in batch.updates.iter().zip(words(&batch)) {
            handled.lock().unwrap().push(words.clone());
            match words.as_str() {
                "slow" => {
                    let finish = Arc::clone(&finish);
                    let done = async move {
                        finish.notified().await;
                        Ok::<_, Infallible>(())
                    };
                    later.push(Later { update: incoming.update, done: Box::pin(done) });
                }
                "last" => finish.notify_one(),
                _ => {}
            }
        }
        async { Ok(later) }
    };
    let watching = async {
        while !offsets(&server).contains(&Some(8)) {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        // The slow one comes again with whatever is new.
        texts.lock().unwrap().push((100, "last"));
        while !offsets(&server).contains(&Some(101)) {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        stop.notify_one();
    };
    let both = async { tokio::join!(telegram.poll(&WAITS, handler, stop.notified()), watching) };
    tokio::time::timeout(Duration::from_secs(10), both).await.expect("both end").0.unwrap();
    assert_eq!(handled.into_inner().unwrap(), ["one", "slow", "three", "last"], "each of them once");
    let confirmed: Vec<i64> = offsets(&server).into_iter().flatten().collect();
    assert_eq!(confirmed, [8, 101], "the slow one and those behind it only when it was done");
    assert!(telegram.busy_since().is_none());
}

#[tokio::test]
async fn a_stop_waits_for_an_update_that_takes_longer() {
    let server = server(vec![ok(json!([text(7, "slow"), text(8, "stop")]))]).await;
    let telegram = server.connect().await;
    let stop = Notify::new();
    let handler = |batch: Batch| {
        stop.notify_one();
        let update = batch.updates[0].update;
        let done = async {
            tokio::time::sleep(Duration::from_millis(50)).await;
            Ok::<_, Infallible>(())
        };
        async move { Ok(vec![Later { update, done: Box::pin(done) }]) }
    };
    telegram.poll(&WAITS, handler, stop.notified()).await.unwrap();
    assert_eq!(offsets(&server), [None, Some(9)]);
}

#[tokio::test]
async fn the_error_of_an_update_that_takes_longer_ends_the_loop_and_it_is_not_confirmed() {
    let server = server(vec![ok(json!([text(7, "one"), text(8, "slow")]))]).await;
    let telegram = server.connect().await;
    let handler = |_: Batch| async { Ok(vec![Later { update: 8, done: Box::pin(async { Err("the disk is full") }) }]) };
    let polling = telegram.poll(&WAITS, handler, pending());
    let ended = tokio::time::timeout(Duration::from_secs(10), polling).await.expect("the loop ends");
    assert_eq!(ended, Err(ReceiveError::Handler("the disk is full")));
    assert!(offsets(&server).iter().flatten().all(|&offset| offset <= 8), "{:?}", offsets(&server));
}

#[tokio::test]
async fn faults_are_waited_out() {
    let server = server(vec![
        refuse(500, "Internal Server Error", json!({})),
        (502, "<html>Bad Gateway</html>".to_owned()),
        (404, "<html>a page of a proxy</html>".to_owned()),
        (200, "{\"ok\":true}".to_owned()),
        ok(json!([{ "no_number": true }])),
        refuse(429, "Too Many Requests: retry after 0", json!({ "retry_after": 0 })),
        refuse(
            409,
            "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
            json!({}),
        ),
        ok(json!([text(3, "stop")])),
    ])
    .await;
    let telegram = server.connect().await;
    let started = Instant::now();
    let batches = poll_until_stop(&telegram).await.unwrap();
    assert_eq!(words(&batches[0]), ["stop"]);
    // Five pauses that grow: 10 + 20 + 40 + 40 + 40 ms, and one of 10 ms.
    let time = started.elapsed();
    assert!((Duration::from_millis(160)..Duration::from_secs(5)).contains(&time), "{time:?}");
}

/// A line that is dead without breaking: the poll is given up, and the next one brings what has come.
#[tokio::test]
async fn a_poll_that_is_never_answered_is_given_up() {
    let asked = AtomicUsize::new(0);
    let server = Server::start(move |call: &Call| match asked.fetch_add(1, Ordering::SeqCst) {
        0 => hang(),
        _ if call.fields["offset"].as_i64().is_some_and(|offset| offset > 3) => ok(json!([])),
        _ => ok(json!([text(3, "stop")])),
    })
    .await;
    let telegram = server.connect().await;
    let stop = Notify::new();
    let trouble = Mutex::new(Vec::new());
    let handler = |_: Batch| {
        stop.notify_one();
        async { DONE }
    };
    let waits = Waits { grace: Duration::from_millis(300), ..WAITS };
    let watching = async {
        while trouble.lock().unwrap().is_empty() {
            trouble.lock().unwrap().extend(telegram.trouble());
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    let both = async { tokio::join!(telegram.poll(&waits, handler, stop.notified()), watching) };
    tokio::time::timeout(Duration::from_secs(60), both).await.expect("both end").0.unwrap();
    assert!(trouble.into_inner().unwrap()[0].contains("timed out"), "what is wrong can be seen");
    assert_eq!(offsets(&server).last(), Some(&Some(4)), "it goes on as if nothing had been");
}

#[tokio::test]
async fn a_batch_is_still_to_be_confirmed_after_a_fault() {
    let server = server(vec![
        ok(json!([text(7, "one")])),
        refuse(500, "Internal Server Error", json!({})),
        ok(json!([text(8, "stop")])),
    ])
    .await;
    let telegram = server.connect().await;
    poll_until_stop(&telegram).await.unwrap();
    assert_eq!(offsets(&server), [None, Some(8), Some(8), Some(9)]);
}

#[tokio::test]
async fn a_webhook_is_deleted_once_and_what_waits_is_kept() {
    let set = || {
        let text = "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first";
        refuse(409, text, json!({}))
    };
    let server = server(vec![set(), set(), ok(json!([text(3, "stop")]))]).await;
    let telegram = server.connect().await;
    poll_until_stop(&telegram).await.unwrap();
    let deleted = server.calls_but("getme").into_iter().filter(|call| call.method == "deletewebhook");
    assert_eq!(deleted.map(|call| call.fields).collect::<Vec<_>>(), [json!({ "drop_pending_updates": false })]);
}

#[tokio::test]
async fn a_revoked_token_ends_the_loop_with_advice() {
    let server = server(vec![refuse(401, "Unauthorized", json!({}))]).await;
    let telegram = server.connect().await;
    let error = poll_until_stop(&telegram).await.unwrap_err();
    assert_eq!(error, ReceiveError::WrongToken("401 Unauthorized".to_owned()));
    assert!(error.to_string().contains("@BotFather"), "{error}");
}

#[tokio::test]
async fn a_stop_does_not_wait_for_a_pause_or_a_poll() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&asked);
    let server = Server::start(move |_| {
        counted.fetch_add(1, Ordering::SeqCst);
        refuse(500, "Internal Server Error", json!({}))
    })
    .await;
    let telegram = server.connect().await;
    let waits = Waits { first_pause: Duration::from_secs(60), ..WAITS };
    let stop = tokio::time::sleep(Duration::from_millis(100));
    let polling = telegram.poll(&waits, |_| pending::<Result<Vec<Later<Infallible>>, Infallible>>(), stop);
    tokio::time::timeout(Duration::from_secs(5), polling).await.expect("the loop ends at once").unwrap();
    assert_eq!(asked.load(Ordering::SeqCst), 1, "nothing was there to confirm");
}

#[tokio::test]
async fn who_cannot_connect_is_told_what_to_do() {
    let server = server(vec![]).await;
    let telegram = server.connect().await;
    assert_eq!((telegram.id().0, telegram.name().username.as_str()), (900, "DoushouBot"));

    let mut config = server.config.clone();
    config.token = Token::parse("1:wrong").unwrap();
    let error = Telegram::connect(&config, Lang::En, Arc::default()).await.unwrap_err();
    assert!(matches!(error, ConnectError::WrongToken(_)) && error.to_string().contains("@BotFather"), "{error}");

    let free = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    config.api_url = format!("http://{free}/").parse().unwrap();
    config.token = server.config.token.clone();
    let error = Telegram::connect(&config, Lang::En, Arc::default()).await.unwrap_err();
    let shown = format!("{error} {error:?} {config:?} {telegram:?}");
    assert!(matches!(error, ConnectError::Unreachable { .. }), "{error}");
    assert!(shown.contains(&free.to_string()) && shown.contains("TELOXIDE_PROXY"), "{shown}");
    assert!(!shown.contains(TOKEN) && !shown.contains("Secret"), "{shown}");
}

#[tokio::test]
async fn the_proxy_is_used_except_on_this_machine() {
    // For plain HTTP a proxy is a server that is asked for somebody else's pages.
    let server = server(vec![]).await;
    let proxy = Some(server.config.api_url.to_string());
    let far = TelegramConfig { api_url: "http://api.invalid".parse().unwrap(), proxy, ..server.config.clone() };
    Telegram::connect(&far, Lang::En, Arc::default()).await.unwrap();
    assert_eq!(server.calls_but("").len(), 1);
    let near = TelegramConfig { proxy: Some("http://proxy.invalid:3128".to_owned()), ..server.config.clone() };
    Telegram::connect(&near, Lang::En, Arc::default()).await.unwrap();
}
