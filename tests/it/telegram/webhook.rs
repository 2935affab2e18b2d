//! The webhook against a server that sets it, and a test that brings updates as Telegram does.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use doushou::config::WebhookConfig;
use doushou::telegram::{Batch, Later, ReceiveError, Telegram, Waits};
use serde_json::{Value, json};
use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinHandle;

use super::server::{Answer, Call, Server, TOKEN, ok, refuse};
use crate::stage::free_address;

const PATIENCE: Duration = Duration::from_secs(10);

fn waits() -> Waits {
    Waits {
        first_pause: Duration::from_millis(5),
        longest_pause: Duration::from_millis(5),
        conflict_pause: Duration::from_millis(5),
        webhook_check: Duration::from_millis(5),
        ..Waits::default()
    }
}

/// What the handler does with the text of an update.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the disk is full")]
struct DiskFull;

/// A bot that receives by webhook: it takes the text "wait" when it may, is done with "later" when it may, and fails at "fail".
struct Bot {
    server: Server,
    telegram: Arc<Telegram>,
    /// Where Telegram would bring updates, and the secret.
    url: String,
    secret: String,
    handled: Arc<Mutex<Vec<Batch>>>,
    may: Arc<Semaphore>,
    stop: Arc<Notify>,
    receiving: JoinHandle<Result<(), ReceiveError<DiskFull>>>,
}

impl Bot {
    async fn start(script: impl Fn(&Call) -> Answer + Send + Sync + 'static) -> Bot {
        let set = Arc::new(Notify::new());
        let server = Server::start({
            let set = Arc::clone(&set);
            move |call: &Call| {
                let answer = script(call);
                if call.method == "setwebhook" && answer.0 == 200 {
                    set.notify_one();
                }
                answer
            }
        })
        .await;
        let telegram = Arc::new(server.connect().await);
        let listen = free_address();
        let webhook = WebhookConfig {
            url: format!("http://{listen}/doushou").parse().unwrap(),
            listen: listen.parse().unwrap(),
            secret: None,
        };
        let (handled, may, stop) =
            (Arc::<Mutex<Vec<Batch>>>::default(), Arc::new(Semaphore::new(0)), Arc::new(Notify::new()));
        let receiving = tokio::spawn({
            let (telegram, config) = (Arc::clone(&telegram), server.config.clone());
            let (handled, may, stop) = (Arc::clone(&handled), Arc::clone(&may), Arc::clone(&stop));
            let handler = move |batch: Batch| {
                let (handled, may) = (Arc::clone(&handled), Arc::clone(&may));
                async move {
                    let said = format!("{:?}", batch.updates[0].event);
                    if said.contains("wait") {
                        may.acquire().await.expect("it stays open").forget();
                    }
                    if said.contains("panic") {
                        panic!("on purpose");
                    }
                    let mut later = Vec::new();
                    if said.contains("later") {
                        let (update, may) = (batch.updates[0].update, Arc::clone(&may));
                        let done = async move {
                            may.acquire().await.expect("it stays open").forget();
                            Ok(())
                        };
                        later.push(Later { update, done: Box::pin(done) });
                    }
                    handled.lock().unwrap().push(batch);
                    if said.contains("fail") { Err(DiskFull) } else { Ok(later) }
                }
            };
            async move { telegram.receive(&config, &webhook, &waits(), handler, stop.notified()).await }
        });
        tokio::time::timeout(PATIENCE, set.notified()).await.expect("the webhook is set");
        let call = server.calls_but("getme").into_iter().rfind(|call| call.method == "setwebhook").expect("a call");
        let text = |name: &str| call.fields[name].as_str().expect(name).to_owned();
        Bot { url: text("url"), secret: text("secret_token"), server, telegram, handled, may, stop, receiving }
    }

    /// Brings something as Telegram does: the status of the answer.
    async fn bring(&self, body: String) -> u16 {
        self.knock(&self.url, Some(&self.secret), body).await
    }

    async fn knock(&self, url: &str, secret: Option<&str>, body: String) -> u16 {
        let mut request = reqwest::Client::new().post(url).body(body).header("content-type", "application/json");
        if let Some(secret) = secret {
            request = request.header("X-Telegram-Bot-Api-Secret-Token", secret);
        }
        request.timeout(PATIENCE).send().await.expect("an answer").status().as_u16()
    }

    fn numbers(&self) -> Vec<i64> {
        self.handled.lock().unwrap().iter().map(|batch| batch.updates[0].update).collect()
    }

    async fn end(self) -> Result<(), ReceiveError<DiskFull>> {
        tokio::time::timeout(PATIENCE, self.receiving).await.expect("it ends").unwrap()
    }
}

fn willing(call: &Call) -> Answer {
    match call.method.as_str() {
        "setwebhook" => ok(json!(true)),
        // Somebody else's question; the tests that need an answer give it.
        _ => refuse(500, "Internal Server Error", json!({})),
    }
}

fn text(update: i64, words: &str) -> String {
    let ann = json!({ "id": 42, "is_bot": false, "first_name": "Ann" });
    let message = json!({
        "message_id": update, "date": 1_780_000_000, "text": words, "from": ann, "chat": { "id": 42, "type": "private" }
    });
    json!({ "update_id": update, "message": message }).to_string()
}

#[tokio::test]
async fn an_update_is_confirmed_when_it_is_dealt_with_and_not_before() {
    let bot = Bot::start(willing).await;
    let call = bot.server.calls_but("getme").remove(0);
    assert_eq!(call.fields["allowed_updates"], json!(["message", "callback_query", "my_chat_member"]));
    assert_eq!(call.fields["drop_pending_updates"], json!(false));
    assert!(!call.fields.to_string().contains(TOKEN) && !format!("{:?}", bot.telegram).contains("Secret"));

    let mut waiting = Box::pin(bot.bring(text(7, "wait")));
    assert!(tokio::time::timeout(Duration::from_millis(100), &mut waiting).await.is_err(), "no answer yet");
    assert!(bot.telegram.busy_since().is_some());
    assert_eq!(bot.bring(text(8, "another")).await, 200, "others need not wait");
    assert_eq!(bot.numbers(), [8]);
    bot.may.add_permits(1);
    assert_eq!(waiting.as_mut().await, 200);
    drop(waiting);
    assert_eq!((bot.numbers(), bot.telegram.busy_since()), (vec![8, 7], None));
    assert!(bot.telegram.last_contact().is_some());

    let mut later = Box::pin(bot.bring(text(9, "later")));
    assert!(tokio::time::timeout(Duration::from_millis(100), &mut later).await.is_err(), "no answer yet");
    assert_eq!(bot.numbers(), [8, 7, 9]);
    bot.may.add_permits(1);
    assert_eq!(later.as_mut().await, 200);
    drop(later);

    // A stop waits for what is being handled.
    let last = bot.bring(text(10, "wait"));
    let ending = async {
        while bot.telegram.busy_since().is_none() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        bot.stop.notify_one();
        tokio::time::sleep(Duration::from_millis(50)).await;
        bot.may.add_permits(1);
    };
    assert_eq!(tokio::join!(last, ending).0, 200);
    assert_eq!(bot.numbers(), [8, 7, 9, 10]);
    bot.end().await.unwrap();
}

#[tokio::test]
async fn what_could_not_be_saved_comes_again() {
    let bot = Bot::start(willing).await;
    assert_eq!(bot.bring(text(7, "panic")).await, 500);
    assert_eq!(bot.bring(text(8, "fail")).await, 503);
    assert_eq!(bot.end().await, Err(ReceiveError::Handler(DiskFull)));
}

#[tokio::test]
async fn strangers_bring_nothing() {
    let bot = Bot::start(willing).await;
    let (base, last) = bot.url.rsplit_once('/').unwrap();
    for (url, secret, status) in [
        (base.to_owned(), Some(bot.secret.as_str()), 404),
        (format!("{base}/webhook"), Some(bot.secret.as_str()), 404),
        (bot.url.clone(), None, 401),
        (bot.url.clone(), Some(""), 401),
        (bot.url.clone(), Some(last), 401),
        (format!("{base}/a/{last}"), Some(bot.secret.as_str()), 200),
    ] {
        assert_eq!(bot.knock(&url, secret, text(5, "move")).await, status, "{url} {secret:?}");
    }
    assert_eq!(bot.numbers(), [5], "the one with address and secret");
    let get = reqwest::Client::new().get(&bot.url).header("X-Telegram-Bot-Api-Secret-Token", &bot.secret);
    assert_eq!(get.send().await.unwrap().status(), 405);
    bot.stop.notify_one();
    bot.end().await.unwrap();
}

#[tokio::test]
async fn what_will_never_be_readable_does_not_come_again() {
    let bot = Bot::start(willing).await;
    for body in [
        String::new(),
        "[".repeat(3000),
        json!({ "message": {} }).to_string(),
        json!({ "update_id": 3, "from_the_future": {} }).to_string(),
        // Nothing for the bot, as in a poll.
        json!({ "update_id": 4, "callback_query": { "id": "1", "from": { "id": 42 } } }).to_string(),
    ] {
        assert_eq!(bot.bring(body.clone()).await, 200, "{body:.60}");
    }
    assert!(bot.numbers().is_empty());
    let unreadable: Vec<_> = bot.telegram.unreadable().into_iter().collect();
    assert_eq!(unreadable, [("from_the_future".to_owned(), 1), ("nothing".to_owned(), 3)]);
    bot.stop.notify_one();
    bot.end().await.unwrap();
}

#[tokio::test]
async fn marks_of_old_updates_are_forgotten_now_and_then() {
    let bot = Bot::start(willing).await;
    for number in [50_000, 50_001, 50_999, 51_000, 50_998, 51_001, 5] {
        assert_eq!(bot.bring(text(number, "x")).await, 200);
    }
    let below: Vec<_> = bot.handled.lock().unwrap().iter().map(|batch| batch.confirmed_below).collect();
    assert_eq!(below, [Some(40_000), None, None, Some(41_000), None, None, Some(-9_995)]);
    bot.stop.notify_one();
    bot.end().await.unwrap();
}

#[tokio::test]
async fn faults_of_telegram_are_waited_out() {
    let tried = AtomicUsize::new(0);
    let bot = Bot::start(move |call: &Call| match (call.method.as_str(), tried.fetch_add(1, Ordering::SeqCst)) {
        ("setwebhook", 0) => refuse(502, "Bad Gateway", json!({})),
        ("setwebhook", 1) => refuse(429, "Too Many Requests: retry after 0", json!({ "retry_after": 0 })),
        _ => willing(call),
    })
    .await;
    assert_eq!(bot.bring(text(7, "x")).await, 200);
    bot.stop.notify_one();
    bot.end().await.unwrap();
}

#[tokio::test]
async fn a_webhook_that_is_refused_is_explained() {
    let server = Server::start(|_| refuse(400, "Bad Request: bad webhook: Failed to resolve host", json!({}))).await;
    let telegram = Arc::new(server.connect().await);
    let receive = async |listen: &str| {
        let webhook = WebhookConfig {
            url: "https://bot.invalid/".parse().unwrap(),
            listen: listen.parse().unwrap(),
            secret: None,
        };
        let waits = waits();
        let handler = |_| async { Ok::<Vec<Later<DiskFull>>, _>(Vec::new()) };
        let receiving = telegram.receive(&server.config, &webhook, &waits, handler, std::future::pending());
        tokio::time::timeout(PATIENCE, receiving).await.expect("it ends").unwrap_err().to_string()
    };
    let sentence = receive(&free_address()).await;
    assert!(sentence.contains("Failed to resolve host") && sentence.contains("WEBHOOK_URL"), "{sentence}");
    let taken = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let sentence = receive(&taken.local_addr().unwrap().to_string()).await;
    assert!(sentence.contains("WEBHOOK_LISTEN"), "{sentence}");
}

#[tokio::test]
async fn a_webhook_that_was_taken_away_is_set_again_and_faults_are_told() {
    // What getWebhookInfo says, one answer after the other; the last one stays.
    let info = |url: &str, pending: u64, error: Option<i64>| {
        json!({ "url": url, "has_custom_certificate": false, "pending_update_count": pending, "last_error_date": error,
                "last_error_message": "Connection refused" })
    };
    let infos: Arc<Mutex<Vec<Value>>> = Arc::default();
    let bot = Bot::start({
        let infos = Arc::clone(&infos);
        move |call: &Call| match call.method.as_str() {
            "getwebhookinfo" => {
                let mut infos = infos.lock().unwrap();
                match infos.len() {
                    0 => refuse(500, "Internal Server Error", json!({})),
                    1 => ok(infos[0].clone()),
                    _ => ok(infos.remove(0)),
                }
            }
            _ => willing(call),
        }
    })
    .await;
    let trouble = async |part: &'static str| {
        let found = async {
            while !bot.telegram.trouble().is_some_and(|trouble| trouble.contains(part)) {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(PATIENCE, found).await.unwrap_or_else(|_| panic!("{part}: {:?}", bot.telegram.trouble()));
    };
    trouble("500").await;
    *infos.lock().unwrap() = vec![info(&bot.url, 3, Some(1_780_000_000))];
    trouble("Connection refused").await;
    let sets = || bot.server.calls_but("getme").iter().filter(|call| call.method == "setwebhook").count();
    assert_eq!(sets(), 1);
    *infos.lock().unwrap() = vec![info("", 0, None)];
    trouble("Another program keeps").await;
    assert_eq!(sets(), 2, "set again once, then only said");
    *infos.lock().unwrap() = vec![info(&bot.url, 0, Some(1_780_000_000))];
    while bot.telegram.trouble().is_some() {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    bot.stop.notify_one();
    bot.end().await.unwrap();
}
