//! A short game in the page of `doushou demo`, played by clicking in a real browser.
//!
//! It needs `chromium` and `chromedriver` (Debian's package chromium-driver). Without them it says that it was skipped,
//! unless `DOUSHOU_REQUIRE_BROWSER` is set.

mod driver;

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use driver::{Browser, Element};
use serde_json::{Value, json};
use tempfile::TempDir;

const ADA: &str = "Ada Brook";
const LEI: &str = "李雷";
const NICO: &str = "Nico Sommer";
const MIA: &str = "Mia";

/// Keys, as WebDriver writes them.
const ALT_B: &str = "\u{e00a}b";
const LEFT: &str = "\u{e012}";
const UP: &str = "\u{e013}";
const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";

/// Finds the pane of `arguments[0]`, and in it the newest message with buttons: its keys and its picture.
const PANE: &str = "
    const pane = document.querySelector(`section[aria-label='${arguments[0]}']`);
    const board = pane && [...pane.querySelectorAll('.message')].reverse().find((message) => message.querySelector('.key'));
    const keys = board ? [...board.querySelectorAll('.key')] : [];
    const picture = board && board.querySelector('.picture img');
    const log = pane && pane.querySelector('.log');
    const atEnd = log && log.scrollHeight - log.scrollTop - log.clientHeight < 2;
";

/// The program with its page; it ends with the test.
struct Demo {
    child: Child,
    url: String,
    _folder: TempDir,
}

impl Demo {
    fn start() -> Demo {
        let folder = TempDir::new().expect("a folder");
        let mut command = Command::new(env!("CARGO_BIN_EXE_doushou"));
        command.args(["demo", "--port", "0", "--data"]).arg(folder.path().join("data")).current_dir(folder.path());
        if let Some(record) = std::env::var_os("DOUSHOU_RECORD") {
            command.arg("--record").arg(record);
        }
        let piped = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = piped.spawn().expect("the demo starts");
        let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let said = lines.next().expect("it says where").expect("text");
        let url = said.split_whitespace().find(|word| word.starts_with("http://"));
        let url = url.unwrap_or_else(|| panic!("no address in {said:?}")).to_owned();
        std::thread::spawn(move || lines.for_each(drop));
        Demo { child, url, _folder: folder }
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Somebody's pane.
struct Pane<'b> {
    browser: &'b Browser,
    name: &'static str,
}

impl Pane<'_> {
    async fn find(&self, what: &str, script: &str, arg: &str) -> Element {
        let what = format!("{what} in the pane of {}", self.name);
        self.browser.find(&what, &format!("{PANE} {script}"), json!([self.name, arg])).await
    }

    async fn until(&self, what: &str, script: &str, arg: &str) -> Value {
        let what = format!("{what} in the pane of {}", self.name);
        self.browser.until(&what, &format!("{PANE} {script}"), json!([self.name, arg])).await
    }

    async fn say(&self, text: &str) {
        let field = self.find("the message field", "return pane && pane.querySelector('textarea')", "").await;
        self.browser.type_into(&field, text).await;
    }

    /// Presses the first button under the newest board whose label contains this.
    async fn press(&self, label: &str) {
        let script = "return keys.find((key) => key.innerText.includes(arguments[1]))";
        let key = self.find(&format!("the button {label:?}"), script, label).await;
        self.browser.click(&key).await;
    }

    /// Presses the first button under the newest board.
    async fn press_first(&self) {
        let key = self.find("a button", "return keys[0]", "").await;
        self.browser.click(&key).await;
    }

    async fn toast(&self) -> String {
        let script = "const toast = pane.querySelector('.toast.shown'); return toast && toast.innerText";
        self.until("a toast", script, "").await.as_str().expect("a text").to_owned()
    }

    /// The address of the picture of the newest board, once it is there to be seen.
    async fn picture(&self) -> String {
        let script = "return picture && picture.complete && picture.naturalWidth > 300 && picture.getAttribute('src')";
        self.until("a picture", script, "").await.as_str().expect("an address").to_owned()
    }
}

#[tokio::test]
async fn two_people_play_a_short_game_by_clicking() {
    let Some(browser) = Browser::start().await else {
        let required = std::env::var_os("DOUSHOU_REQUIRE_BROWSER").is_some();
        assert!(!required, "chromium and chromedriver have to be installed");
        println!("skipped: this machine has no chromium with chromedriver");
        return;
    };
    let demo = Demo::start();
    browser.open(&demo.url).await;
    let pane = |name| Pane { browser: &browser, name };
    let (ada, lei, nico) = (pane(ADA), pane(LEI), pane(NICO));

    // The command menu offers what the bot registered; Enter takes what was typed.
    ada.until("the welcome", "return keys.length > 0", "").await;
    ada.say("/chal").await;
    ada.until("the menu", "return pane.querySelector('.menu li')?.innerText.startsWith('/challenge')", "").await;
    ada.say("\n").await;

    lei.press("Join").await;
    let animals = "return keys.filter((key) => / [a-g][1-9]$/.test(key.innerText)).length === 8";
    for pane in [&ada, &lei, &nico] {
        pane.until("eight animals to choose from", animals, "").await;
        pane.picture().await;
    }
    browser.photograph("board").await;
    for pane in [&ada, &lei, &nico] {
        pane.until("the board and its buttons at once", "return board.offsetHeight <= log.clientHeight", "").await;
    }
    somebody_joins(&browser, [&ada, &lei, &nico]).await;
    by_keyboard(&ada).await;

    // An onlooker is told that it is not their game; of the players, one is told to wait.
    nico.press_first().await;
    assert!(!nico.toast().await.is_empty());
    let choosing = "return keys.some((key) => key.innerText.startsWith('‹'))";
    let not_choosing = "return keys.length > 0 && !keys.some((key) => key.innerText.startsWith('‹'))";
    ada.press_first().await;
    let ada_moves = "const toast = pane.querySelector('.toast.shown');
        return keys.some((key) => key.innerText.startsWith('‹')) ? 'moves' : toast && 'waits'";
    let ada_is_first = ada.until("a choice or a toast", ada_moves, "").await == json!("moves");

    // A few moves, each of two taps: the animal, then where it goes.
    let order = if ada_is_first { [&ada, &lei] } else { [&lei, &ada] };
    for ply in 0..4 {
        let mover = order[ply % 2];
        if ply > 0 || !ada_is_first {
            mover.press_first().await;
        }
        mover.until("destinations", choosing, "").await;
        // The buttons have changed, and none of the new ones waits for an Enter that was not meant for it.
        mover.until("no button in focus", "return !document.activeElement.classList.contains('key')", "").await;
        let before = mover.picture().await;
        mover.until("a little scrolling", "log.scrollTop -= 100; return true", "").await;
        mover.press_first().await;
        mover.until("the next board", not_choosing, "").await;
        mover.until("a fresh picture", "return picture && picture.getAttribute('src') !== arguments[1]", &before).await;
        mover.until("the new board in view", "return atEnd", "").await;
    }
    browser.photograph("played").await;

    // Resigning takes two presses of the same button.
    order[0].press("Resign").await;
    order[0].press("Really resign").await;
    for pane in [&ada, &lei, &nico] {
        pane.until("the end", "return keys.some((key) => key.innerText.includes('Rematch'))", "").await;
    }
    browser.photograph("over").await;

    // What happened is the server's: a reload shows it again.
    browser.open(&demo.url).await;
    nico.until("the end, after a reload", "return keys.some((key) => key.innerText.includes('Rematch'))", "").await;

    on_a_phone(&browser, &lei).await;
    assert_eq!(browser.complaints().await, Vec::<String>::new());
    let report = reqwest::get(format!("{}/control/report", demo.url)).await.expect("an answer");
    let report: Value = report.json().await.expect("JSON");
    assert_eq!(report, json!({"violations": [], "unknown_methods": []}));
    what_cannot_be_sent_comes_back(&browser, &demo.url, &lei).await;
    browser.quit().await;
}

/// A fourth person comes, at the touch of Enter, and begins in the group; the others still see the newest message.
async fn somebody_joins(browser: &Browser, others: [&Pane<'_>; 3]) {
    let add = browser.find("the button", "return document.getElementById('add')", json!([])).await;
    browser.click(&add).await;
    let name = browser.find("the name", "return document.querySelector('dialog[open] input')", json!([])).await;
    browser.type_into(&name, &format!("{MIA}\n")).await;
    let mia = Pane { browser, name: MIA };
    let in_the_group =
        "return board && pane.querySelector('.chat[aria-selected=true]') === pane.querySelector('.chat')";
    mia.until("the board of the group", in_the_group, "").await;
    for pane in others {
        pane.until("the newest message", "return atEnd", "").await;
    }
    browser.photograph("joined").await;
}

/// Alt+B goes to the newest buttons, the arrow keys from one to the next.
async fn by_keyboard(ada: &Pane<'_>) {
    let field = ada.find("the message field", "return pane.querySelector('textarea')", "").await;
    for (keys, place) in [(ALT_B, "0"), (RIGHT, "1"), (DOWN, "3"), (LEFT, "2"), (UP, "0"), (UP, "0")] {
        let focused = ada.find("what has the focus", "return document.activeElement", "").await;
        ada.browser.type_into(if keys == ALT_B { &field } else { &focused }, keys).await;
        ada.until("the focus", "return document.activeElement === keys[arguments[1]]", place).await;
    }
}

/// In the private chat, a message that is refused stands in its field again, with what it answers until that is deleted.
async fn what_cannot_be_sent_comes_back(browser: &Browser, url: &str, lei: &Pane<'_>) {
    let answer = "return board && board.querySelector('.reply')";
    browser.click(&lei.find("the reply button", answer, "").await).await;
    let send_too_much = "const field = pane.querySelector('textarea');
        field.value = 'x'.repeat(5000);
        pane.querySelector('.composer').requestSubmit();
        return field.value === ''";
    lei.until("an empty field", send_too_much, "").await;
    let came_back = "return pane.querySelector('textarea').value.length === 5000
        && !pane.querySelector('.answering').hidden && Number(board.dataset.id)";
    let message = lei.until("the text and its answer", came_back, "").await;

    // The private chat has the number of its person.
    let act = json!({"act": "delete", "chat": 1002, "message": message});
    let deleted = reqwest::Client::new().post(format!("{url}/control")).json(&act).send().await;
    assert_eq!(deleted.expect("an answer").status(), 200, "{act}");
    lei.until("no answer", "return pane.querySelector('.answering').hidden", "").await;
}

/// On a phone one pane is shown at a time, and nothing sticks out.
async fn on_a_phone(browser: &Browser, lei: &Pane<'_>) {
    browser.become_phone(360, 740).await;
    let tab = "return [...document.querySelectorAll('.person')].find((tab) => tab.innerText.includes(arguments[0]))";
    let tab = browser.find("a tab for 李雷", tab, json!([LEI])).await;
    browser.click(&tab).await;
    let alone = "return pane.offsetParent !== null
        && [...document.querySelectorAll('.pane')].filter((other) => other.offsetParent !== null).length === 1";
    lei.until("nobody else", alone, "").await;
    let widest = "return document.documentElement.scrollWidth";
    assert_eq!(browser.run(widest, json!([])).await, json!(360));
    browser.photograph("phone").await;

    // The private chat is behind the second tab, and in the person's own language.
    let private = "return [...pane.querySelectorAll('.chat')].at(-1)";
    browser.click(&lei.find("the private chat", private, "").await).await;
    browser.click(&lei.find("the start button", "return pane.querySelector('.start')", "").await).await;
    lei.until("a greeting in Chinese", "return board && /斗兽棋/.test(board.innerText)", "").await;
    browser.photograph("private").await;
}
