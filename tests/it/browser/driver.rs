//! A browser, driven over WebDriver: chromedriver speaks plain HTTP.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// How long anything in the page may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often the page is asked for what a test waits for.
const PAUSE: Duration = Duration::from_millis(50);
/// The name under which WebDriver hands out elements.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

const BROWSER_FLAGS: [&str; 10] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1440,900",
];

/// A running browser with one page.
pub struct Browser {
    driver: Child,
    http: reqwest::Client,
    session: String,
    _profile: TempDir,
}

/// An element of the page.
#[derive(Clone)]
pub struct Element(Value);

impl Browser {
    /// Starts a browser, or `None` if this machine has none.
    pub async fn start() -> Option<Browser> {
        let (driver, browser) = (on_path("chromedriver")?, on_path("chromium")?);
        let mut driver = Command::new(driver)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        let port = announced_port(&mut driver);
        let profile = TempDir::new().expect("a folder");
        let mut flags = BROWSER_FLAGS.map(str::to_owned).to_vec();
        flags.push(format!("--user-data-dir={}", profile.path().display()));
        let capabilities = json!({"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"binary": browser, "args": flags},
            "goog:loggingPrefs": {"browser": "ALL"},
        }}});
        let http = reqwest::Client::builder().timeout(2 * PATIENCE).build().expect("a client");
        let root = format!("http://127.0.0.1:{port}/session");
        let mut browser = Browser { driver, http, session: root, _profile: profile };
        let made = browser.command("", capabilities).await;
        let id = made["sessionId"].as_str().unwrap_or_else(|| panic!("no browser: {made}")).to_owned();
        browser.session = format!("{}/{id}", browser.session);
        Some(browser)
    }

    async fn command(&self, path: &str, body: Value) -> Value {
        let response = self.http.post(format!("{}{path}", self.session)).json(&body).send().await;
        let mut answer: Value = response.expect("chromedriver answers").json().await.expect("JSON");
        let value = answer["value"].take();
        assert!(value["error"].is_null(), "{path}: {} {}", value["error"], value["message"]);
        value
    }

    /// Opens an address.
    pub async fn open(&self, address: &str) {
        self.command("/url", json!({"url": address})).await;
    }

    /// Runs a script in the page: the body of a function that gets `args` as `arguments`.
    pub async fn run(&self, script: &str, args: Value) -> Value {
        self.command("/execute/sync", json!({"script": script, "args": args})).await
    }

    /// Waits until a script's answer is neither null nor false; panics with `what` if it never is.
    pub async fn until(&self, what: &str, script: &str, args: Value) -> Value {
        let begin = Instant::now();
        loop {
            let answer = self.run(script, args.clone()).await;
            if !answer.is_null() && answer != json!(false) {
                return answer;
            }
            if begin.elapsed() > PATIENCE {
                self.photograph("failed").await;
                let text = self.run("return document.body.innerText", json!([])).await;
                panic!("{what}: not within {PATIENCE:?}; the page says\n{}", text.as_str().unwrap_or_default());
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Waits for the element a script answers with.
    pub async fn find(&self, what: &str, script: &str, args: Value) -> Element {
        let found = self.until(what, script, args).await;
        Element(found.get(ELEMENT).cloned().unwrap_or_else(|| panic!("{what} is no element: {found}")))
    }

    /// Clicks an element where a person would.
    pub async fn click(&self, element: &Element) {
        let id = element.0.as_str().expect("an id");
        self.command(&format!("/element/{id}/click"), json!({})).await;
    }

    /// Types into an element; a line feed is the Enter key.
    pub async fn type_into(&self, element: &Element, text: &str) {
        let id = element.0.as_str().expect("an id");
        let keys = text.replace('\n', "\u{e007}");
        self.command(&format!("/element/{id}/value"), json!({"text": keys})).await;
    }

    /// Makes the page as large as a phone's screen, and touchable.
    pub async fn become_phone(&self, width: u32, height: u32) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 2, "mobile": true});
        let command = json!({"cmd": "Emulation.setDeviceMetricsOverride", "params": size});
        self.command("/goog/cdp/execute", command).await;
    }

    /// What the page complained about in its console.
    pub async fn complaints(&self) -> Vec<String> {
        let entries = self.command("/se/log", json!({"type": "browser"})).await;
        let entries = entries.as_array().expect("a list").iter().filter(|entry| entry["level"] != "INFO");
        entries.map(|entry| entry["message"].to_string()).collect()
    }

    /// Keeps a picture of the page in `target/browser`, for people to look at.
    pub async fn photograph(&self, name: &str) {
        let shot = self.http.get(format!("{}/screenshot", self.session)).send().await.expect("chromedriver answers");
        let shot: Value = shot.json().await.expect("JSON");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/browser");
        let png = decode_base64(shot["value"].as_str().expect("a picture"));
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join(format!("{name}.png")), png).expect("a picture");
    }

    /// Ends the browser.
    pub async fn quit(self) {
        self.http.delete(&self.session).send().await.expect("chromedriver answers");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Ends the browser too, if it still runs: chromedriver takes its children along.
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

fn announced_port(driver: &mut Child) -> u16 {
    let mut lines = BufReader::new(driver.stdout.take().expect("piped")).lines();
    let port = lines.by_ref().find_map(|line| {
        let line = line.expect("text");
        line.strip_prefix("ChromeDriver was started successfully on port ")?.trim_end_matches('.').parse().ok()
    });
    // Nobody reads on; chromedriver must not wait for somebody who does.
    std::thread::spawn(move || lines.for_each(drop));
    port.expect("chromedriver names its port")
}

fn on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

fn decode_base64(text: &str) -> Vec<u8> {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for letter in text.bytes() {
        let Some(value) = LETTERS.iter().position(|&known| known == letter) else { continue };
        bits = bits << 6 | u32::try_from(value).expect("below 64");
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 0xff) as u8);
        }
    }
    bytes
}
