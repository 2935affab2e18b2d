//! The program as a host runs it.

use std::process::Command;
use std::time::Duration;

use doushou::emulator::world::World;
use doushou::emulator::world::act::Act;
use serde_json::{Value, json};

use crate::stage::{GROUP, Line, PATIENCE, SMALL_GROUP, Stage, buttons, free_address, is_board, of_bot, person, words};

pub fn act(stage: &Stage, act: Value) -> Value {
    stage.act(serde_json::from_value::<Act>(act).expect("an act"))
}

pub fn say_in(stage: &Stage, chat: i64, name: &str, text: &str) {
    act(stage, json!({"act": "say", "person": person(name), "chat": chat, "text": text}));
}

pub fn say(stage: &Stage, name: &str, text: &str) {
    say_in(stage, GROUP, name, text);
}

pub async fn said_in(stage: &Stage, chat: i64, text: &str) {
    let find = |world: &_| of_bot(world, chat, None).any(|message| words(message).contains(text)).then_some(());
    stage.until(chat, &format!("a message with {text:?}"), find).await;
}

pub async fn said(stage: &Stage, text: &str) {
    said_in(stage, GROUP, text).await;
}

/// Presses a button of the newest message that has one like this.
async fn press(stage: &Stage, name: &str, label: &str) -> String {
    let find = |world: &World| {
        of_bot(world, GROUP, None).find_map(|message| {
            let (found, _) = buttons(message).find(|(found, _)| found.contains(label))?;
            Some((message.id, found.to_owned()))
        })
    };
    let (message, label) = stage.until(GROUP, &format!("a button {label:?}"), find).await;
    let press =
        json!({"act": "press", "person": person(name), "chat": GROUP, "message": message, "button": {"label": label}});
    act(stage, press)["press"].as_str().expect("a press").to_owned()
}

pub async fn toast(stage: &Stage, press: &str) -> String {
    let find = |world: &World| world.toasts.iter().find(|toast| toast.press == press).map(|toast| toast.text.clone());
    stage.until(GROUP, "an answer to the press", find).await
}

fn count(stage: &Stage, text: &str) -> usize {
    stage.emulator.look(|world| of_bot(world, GROUP, None).filter(|message| words(message).contains(text)).count())
}

/// An update whose confirmation is lost comes again: what was refused is not refused aloud once more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_update_that_is_brought_twice_is_answered_once() {
    let stage = Stage::with(Line::Webhook, vec![]).await;
    said(&stage, "I am the referee").await;
    act(&stage, json!({"act": "fault", "fault": {"method": "webhook", "chat": GROUP, "then": "lose_answer"}}));
    say(&stage, "Ada", "/rematch");
    say(&stage, "Ada", "/challenge red");
    let find = |world: &_| of_bot(world, GROUP, None).any(is_board).then_some(());
    stage.until(GROUP, "the challenge that came after", find).await;
    assert_eq!(count(&stage, "no game"), 1, "{}", stage.transcript(GROUP));
    stage.assert_clean();
}

/// Whoever changes from one way of getting updates to the other loses none of them.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn from_webhook_to_polling_and_back() {
    let mut stage = Stage::with(Line::Webhook, vec![]).await;
    said(&stage, "I am the referee").await;
    stage.terminate(PATIENCE);
    let webhook = std::mem::take(&mut stage.variables);
    say(&stage, "Ada", "/challenge red");
    stage.raise();
    said(&stage, "Who dares").await;
    assert!(stage.emulator.look(|world| world.hook.is_none()), "the webhook is deleted");
    stage.terminate(PATIENCE);
    stage.variables = webhook;
    say(&stage, "Ada", "/draw");
    stage.raise();
    said(&stage, "no game").await;
    assert!(stage.emulator.look(|world| world.hook.is_some()));
    assert_eq!(count(&stage, "Who dares"), 1);
    stage.assert_clean();
}

/// Asked to end, the program ends soon, and what it was doing is done.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stop_finishes_what_was_answered() {
    for line in [Line::Polling, Line::Webhook] {
        let mut stage = Stage::with(line, vec![]).await;
        said(&stage, "I am the referee").await;
        act(&stage, json!({"act": "fault", "fault": {"method": "sendPhoto", "chat": GROUP, "delay_ms": 300}}));
        say(&stage, "Ada", "/challenge red");
        // The update is confirmed: from now on the board is owed.
        stage.until(GROUP, "confirmation", |world| (world.updates.pending() == 0).then_some(())).await;
        assert!(stage.terminate(PATIENCE).success(), "{line:?}: {}", stage.log());
        assert_eq!(count(&stage, "Who dares"), 1, "{line:?}: it was sent before the end");
        stage.assert_clean();
    }
}

/// What the bot answers at an address of its page: status and text.
async fn get(address: &str, path: &str) -> (u16, String) {
    let answer = reqwest::get(format!("http://{address}{path}")).await.expect("an answer");
    (answer.status().as_u16(), answer.text().await.expect("a text"))
}

/// Runs `doushou healthcheck`: its exit code and what it says.
fn healthcheck(stage: &Stage, listen: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_doushou"));
    let output = command.arg("healthcheck").current_dir(stage.folder.path()).env("METRICS_LISTEN", listen).output();
    let output = output.expect("the program runs");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).expect("a text"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn health_and_metrics_tell_what_happened() {
    let listen = free_address();
    let mut stage = Stage::with(Line::Polling, vec![("METRICS_LISTEN", listen.clone())]).await;
    said(&stage, "I am the referee").await;
    say(&stage, "Ada", "/challenge red");
    let refused = press(&stage, "Ada", "Join").await;
    assert_ne!(toast(&stage, &refused).await, "");
    say(&stage, "Ada", "/ai rat blue");
    said(&stage, "AI (Rat)").await;
    act(&stage, json!({"act": "inject", "update": {"news_of_tomorrow": {"text": "?"}}}));
    said(&stage, "it’s your move").await;

    let (status, health) = get(&listen, "/healthz").await;
    let health: Value = serde_json::from_str(&health).expect("JSON");
    assert_eq!((status, &health["faults"]), (200, &json!([])), "{health}");
    assert_eq!((&health["games"], &health["challenges"]), (&json!(1), &json!(1)), "{health}");
    assert!(health["contact_age_seconds"].as_i64().is_some_and(|age| (0..60).contains(&age)), "{health}");
    for age in ["update_age_seconds", "call_age_seconds"] {
        assert!(health[age].as_i64().is_some_and(|age| (0..60).contains(&age)), "{age} {health}");
    }
    let (status, metrics) = get(&listen, "/metrics").await;
    assert_eq!(status, 200);
    for line in [
        "doushou_games 1",
        "doushou_challenges 1",
        "doushou_updates_total{kind=\"callback_query\"} 1",
        "doushou_unreadable_updates_total{kind=\"news_of_tomorrow\"} 1",
        "doushou_refusals_total{reason=\"own-challenge\"} 1",
        "doushou_api_calls_total{method=\"answerCallbackQuery\"} 1",
    ] {
        assert!(metrics.lines().any(|found| found == line), "{line}\n{metrics}");
    }
    for age in ["contact", "update", "call"] {
        let age = format!("doushou_{age}_age_seconds ");
        assert!(metrics.lines().any(|line| line.starts_with(&age)), "{age} {metrics}");
    }
    for step in ["verdict", "wire", "call", "save", "render", "search"] {
        let count = format!("doushou_step_seconds_count{{step=\"{step}\"}} ");
        let count =
            metrics.lines().find_map(|line| line.strip_prefix(&count)).unwrap_or_else(|| panic!("{step}: {metrics}"));
        assert!(count.parse::<u64>().expect("a number") > 0, "{step} {count}");
    }
    assert_eq!(get(&listen, "/").await.0, 404);

    let (code, said) = healthcheck(&stage, &listen);
    assert!(code == Some(0) && said.contains("\"games\":1"), "{code:?} {said}");
    stage.kill();
    let (code, said) = healthcheck(&stage, &listen);
    assert!(code == Some(1) && said.contains(&listen), "{code:?} {said}");
    let (code, said) = healthcheck(&stage, "off");
    assert!(code == Some(2) && said.contains("METRICS_LISTEN"), "{code:?} {said}");
    stage.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_copy_is_told_of_in_one_sentence() {
    let stage = Stage::with(Line::Polling, vec![]).await;
    said(&stage, "I am the referee").await;
    let poll = format!("{}/bot{}/getUpdates?timeout=0", stage.emulator.url(), stage.emulator.token());
    let told = async {
        while !stage.log().contains("a second copy of this one") {
            reqwest::get(&poll).await.expect("an answer");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, told).await.expect("a sentence in the log");
    assert_eq!(stage.log().matches("a second copy of this one").count(), 1, "{}", stage.log());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_chosen_chats_and_the_owner_are_served() {
    let owner = person("Nico");
    let house = vec![("DOUSHOU_CHATS", SMALL_GROUP.to_string()), ("DOUSHOU_OWNER", owner.to_string())];
    let mut stage = Stage::with(Line::Polling, house).await;
    said(&stage, &format!("the id of this one is {GROUP}")).await;
    act(&stage, json!({"act": "start", "person": owner}));
    said_in(&stage, owner, "Dou Shou Qi").await;
    // It is said once, whatever is asked for.
    say(&stage, "Ada", "/challenge red");
    say(&stage, "Ada", "/help");
    say_in(&stage, SMALL_GROUP, "Ada", "/challenge red");
    said_in(&stage, SMALL_GROUP, "Who dares").await;
    let here = stage.emulator.look(|world| of_bot(world, GROUP, None).count());
    assert_eq!(here, 1, "{}", stage.transcript(GROUP));
    // The owner counts as an admin: somebody else's challenge is closed.
    let card =
        stage.emulator.look(|world| of_bot(world, SMALL_GROUP, None).find(|message| is_board(message)).map(|m| m.id));
    let cancel = json!({"act": "say", "person": owner, "chat": SMALL_GROUP, "text": "/cancel", "reply_to": card});
    act(&stage, cancel);
    let closed =
        |world: &World| of_bot(world, SMALL_GROUP, None).all(|message| buttons(message).next().is_none()).then_some(());
    stage.until(SMALL_GROUP, "a closed challenge", closed).await;
    // A group that grows keeps being served.
    let grown = act(&stage, json!({"act": "migrate", "chat": SMALL_GROUP}))["chat"].as_i64().expect("a chat");
    let known = async {
        while !stage.log().contains("has the new id") {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, known).await.expect("a sentence in the log");
    say_in(&stage, grown, "Ada", "/challenge blue");
    said_in(&stage, grown, "Who dares").await;
    stage.kill();
    stage.raise();
    say_in(&stage, grown, "Ada", "/help");
    said_in(&stage, grown, "How to talk to me").await;
    // To be added elsewhere is told to the owner.
    let club = json!({"title": "Club", "members": [person("Ada")], "bot": {"status": "member"}, "announce": true});
    let club = act(&stage, json!({"act": "add_chat", "chat": club}))["chat"].as_i64().expect("a chat");
    said_in(&stage, owner, &format!("Its id is {club}")).await;
    stage.kill();
    stage.variables.clear();
    say(&stage, "Ada", "/help");
    stage.raise();
    said(&stage, "/challenge").await;
    stage.assert_clean();
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn during_maintenance_games_go_on_but_none_begins() {
    let mut stage = Stage::with(Line::Polling, vec![]).await;
    said(&stage, "I am the referee").await;
    say(&stage, "Ada", "/challenge red");
    press(&stage, "Lei", "Join").await;
    said(&stage, "it’s your move").await;
    say(&stage, "Lei", "/challenge red");
    said(&stage, "Lei\u{2069} challenges").await;
    stage.terminate(PATIENCE);
    stage.variables.push(("DOUSHOU_MAINTENANCE", "Back at nine.".to_owned()));
    stage.raise();
    say(&stage, "Olga", "/ai rat");
    said(&stage, "Back at nine.").await;
    say(&stage, "Olga", "/challenge");
    let join = press(&stage, "Olga", "Join").await;
    assert!(toast(&stage, &join).await.contains("Back at nine."));
    say(&stage, "Ada", "/move a3a4");
    said(&stage, "Elephant a3 goes to a4").await;
    let games = stage.emulator.look(|world| of_bot(world, GROUP, None).filter(|message| is_board(message)).count());
    assert!(games <= 3, "a game, its next board, and a challenge: {}", stage.transcript(GROUP));
    say(&stage, "Ada", "/resign");
    press(&stage, "Ada", "Really resign?").await;
    let rematch = press(&stage, "Lei", "Rematch").await;
    assert!(toast(&stage, &rematch).await.contains("Back at nine."));
    stage.terminate(PATIENCE);
    stage.variables.clear();
    stage.raise();
    press(&stage, "Olga", "Join").await;
    said(&stage, "Red: \u{2068}Lei").await;
    stage.assert_clean();
}
