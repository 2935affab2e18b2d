//! The emulator, over HTTP, as a bot and as the people around it meet it.

mod faults;
mod life;
mod polling;
mod refusals;
mod shapes;
mod webhook;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use doushou::emulator::world::act::Act;
use doushou::emulator::world::people::Person;
use doushou::emulator::world::{NewChat, NewMember, Seed};
use doushou::emulator::{Config, Emulator, Running};
use serde_json::{Value, json};

/// What no test should ever have to wait for.
const PATIENCE: Duration = Duration::from_secs(10);

/// An emulator and a bot's way to it.
struct Chat {
    running: Running,
    http: reqwest::Client,
}

impl Chat {
    async fn start(config: Config) -> Chat {
        let running = Emulator::start(config).await.expect("the emulator starts");
        let http = reqwest::Client::builder().timeout(PATIENCE).build().expect("a client");
        Chat { running, http }
    }

    /// Ada (1001, in English) and 李雷 (1002) in the group -5001 with the bot.
    async fn small() -> Chat {
        let chats = vec![group(-5001)];
        Chat::start(Config { seed: Seed { people: people(), chats }, ..Config::default() }).await
    }

    /// Calls a method with parameters as JSON: status and body.
    async fn call(&self, method: &str, params: Value) -> (u16, Value) {
        let address = format!("{}/bot{}/{method}", self.running.url(), self.running.token());
        let response = self.http.post(address).json(&params).send().await.expect("an answer");
        (response.status().as_u16(), response.json().await.expect("JSON"))
    }

    /// Calls a method that has to succeed: the result.
    async fn ok(&self, method: &str, params: Value) -> Value {
        let (status, mut body) = self.call(method, params.clone()).await;
        assert_eq!(status, 200, "{method} {params}: {body}");
        body["result"].take()
    }

    /// Calls a method as multipart with a PNG under this name.
    async fn upload(&self, method: &str, params: &[(&str, &str)], name: &str, file: &[u8]) -> (u16, Value) {
        static BOUNDARY: AtomicU64 = AtomicU64::new(0);
        let boundary = format!("boundary-{}", BOUNDARY.fetch_add(1, Ordering::Relaxed));
        let mut body = Vec::new();
        for (field, value) in params {
            body.extend(
                format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{field}\"\r\n\r\n{value}\r\n").bytes(),
            );
        }
        body.extend(
            format!(
                "--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"board.png\"\r\n\
                 Content-Type: image/png\r\n\r\n"
            )
            .bytes(),
        );
        body.extend_from_slice(file);
        body.extend(format!("\r\n--{boundary}--\r\n").bytes());
        let address = format!("{}/bot{}/{method}", self.running.url(), self.running.token());
        let request =
            self.http.post(address).header("content-type", format!("multipart/form-data; boundary={boundary}"));
        let response = request.body(body).send().await.expect("an answer");
        (response.status().as_u16(), response.json().await.expect("JSON"))
    }

    /// Does something as a person, given as the JSON of an act.
    fn act(&self, act: Value) -> Value {
        let act: Act = serde_json::from_value(act.clone()).unwrap_or_else(|error| panic!("{act}: {error}"));
        self.running.act(act).expect("it can be done")
    }

    /// The updates that wait, without confirming any.
    async fn updates(&self) -> Vec<Value> {
        let result = self.ok("getUpdates", json!({"timeout": 0})).await;
        result.as_array().expect("a list").clone()
    }

    /// The updates that wait, confirmed.
    async fn take_updates(&self) -> Vec<Value> {
        let updates = self.updates().await;
        let next = updates.last().map_or(0, |update| update["update_id"].as_i64().expect("a number") + 1);
        self.ok("getUpdates", json!({"timeout": 0, "offset": next})).await;
        updates
    }
}

fn person(id: i64, name: &str, language: &str) -> Person {
    serde_json::from_value(json!({"id": id, "first_name": name, "language_code": language, "started": true}))
        .expect("a person")
}

fn people() -> Vec<Person> {
    vec![person(1001, "Ada", "en"), person(1002, "李雷", "zh-hans")]
}

/// A group or supergroup of Ada and 李雷, by its id.
fn group(id: i64) -> NewChat {
    let kind = if id > -1_000_000_000_000 { "group" } else { "supergroup" };
    let mut chat: NewChat =
        serde_json::from_value(json!({"id": id, "kind": kind, "title": "Club", "bot": {"status": "member"}}))
            .expect("a chat");
    chat.members = vec![NewMember::Id(1001), NewMember::Id(1002)];
    chat
}

/// A gray PNG of this size: header, one chunk of pixels, end. The emulator looks at the structure only.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |name: &[u8; 4], data: &[u8]| {
        bytes.extend(u32::try_from(data.len()).expect("short").to_be_bytes());
        bytes.extend_from_slice(name);
        bytes.extend_from_slice(data);
        bytes.extend([0; 4]);
    };
    let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
    chunk(b"IHDR", &[size.as_slice(), &[8, 0, 0, 0, 0]].concat());
    chunk(b"IDAT", b"pixels");
    chunk(b"IEND", b"");
    bytes
}
