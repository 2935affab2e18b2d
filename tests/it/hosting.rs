//! The program as a host runs it.

use doushou::emulator::world::act::Act;
use serde_json::json;

use crate::stage::{GROUP, Line, PATIENCE, Stage, is_board, of_bot, person, words};

fn say(stage: &Stage, name: &str, text: &str) {
    let act = json!({"act": "say", "person": person(name), "chat": GROUP, "text": text});
    stage.act(serde_json::from_value::<Act>(act).expect("an act"));
}

async fn said(stage: &Stage, text: &str) {
    let find = |world: &_| of_bot(world, GROUP, None).any(|message| words(message).contains(text)).then_some(());
    stage.until(GROUP, &format!("a message with {text:?}"), find).await;
}

fn count(stage: &Stage, text: &str) -> usize {
    stage.emulator.look(|world| of_bot(world, GROUP, None).filter(|message| words(message).contains(text)).count())
}

/// An update whose confirmation is lost comes again: what was refused is not refused aloud once more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_update_that_is_brought_twice_is_answered_once() {
    let stage = Stage::with(Line::Webhook, vec![]).await;
    said(&stage, "I am the referee").await;
    let fault = json!({"act": "fault", "fault": {"method": "webhook", "chat": GROUP, "then": "lose_answer"}});
    stage.act(serde_json::from_value(fault).expect("an act"));
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
        let fault = json!({"act": "fault", "fault": {"method": "sendPhoto", "chat": GROUP, "delay_ms": 300}});
        stage.act(serde_json::from_value(fault).expect("an act"));
        say(&stage, "Ada", "/challenge red");
        // The update is confirmed: from now on the board is owed.
        stage.until(GROUP, "confirmation", |world| (world.updates.pending() == 0).then_some(())).await;
        assert!(stage.terminate(PATIENCE).success(), "{line:?}: {}", stage.log());
        assert_eq!(count(&stage, "Who dares"), 1, "{line:?}: it was sent before the end");
        stage.assert_clean();
    }
}
