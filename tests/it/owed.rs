//! What the bot has decided to say is said: through deaths, stops, outages and lost answers, and when two updates say the same.

use std::time::Duration;

use doushou::emulator::world::World;
use doushou::referee::Stage as TableStage;
use doushou::store::Store;
use serde_json::json;

use crate::deaths::{boards, is_bare, press_on, shows, so_many};
use crate::hosting::{act, said, said_in, say, say_in, toast};
use crate::stage::{GROUP, Line, PATIENCE, SMALL_GROUP, Stage, is_board, of_bot, person, words};

/// A part of what /help says.
const HELP: &str = "what I keep about you";
const HELLO: &str = "I am the referee";

/// How many of the bot's messages in the group contain this.
fn count(stage: &Stage, text: &str) -> usize {
    stage.emulator.look(|world| of_bot(world, GROUP, None).filter(|message| words(message).contains(text)).count())
}

/// Waits until the bot has confirmed all that came.
async fn confirmed(stage: &Stage) {
    stage.until(GROUP, "confirmation", |world| (world.updates.pending() == 0).then_some(())).await;
}

/// Waits until so many of the bot's messages in the group contain this.
async fn until_said(stage: &Stage, text: &str, times: usize) {
    let found = |world: &World| {
        let found = of_bot(world, GROUP, None).filter(|message| words(message).contains(text)).count();
        (found >= times).then_some(())
    };
    stage.until(GROUP, &format!("{text:?} {times} times"), found).await;
    assert_eq!(count(stage, text), times, "{text:?}\n{}", stage.transcript(GROUP));
}

/// From now on Telegram holds the next message of this kind in the group back, and with it whatever is queued behind.
fn hold_back(stage: &Stage, method: &str) {
    let fault = json!({"method": method, "chat": GROUP, "then": {"retry_after": 600}});
    act(stage, json!({"act": "fault", "fault": fault}));
}

/// Waits until Telegram has held a message back.
async fn held_back(stage: &Stage) {
    let found = |world: &World| world.record.since(0).any(|call| call.status == 429).then_some(());
    stage.until(GROUP, "a message that is held back", found).await;
}

fn set_bot(stage: &Stage, standing: &str) {
    act(stage, json!({"act": "set_bot", "chat": GROUP, "by": person("Ada"), "standing": {"status": standing}}));
}

/// A page, a refusal and a file that are confirmed and not sent come after a death, once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_that_were_not_sent_survive_kill_9() {
    for line in [Line::Polling, Line::Webhook] {
        let mut stage = Stage::with(line, vec![]).await;
        said(&stage, HELLO).await;
        say(&stage, "Ada", "/ai rat blue");
        said(&stage, "it’s your move").await;
        hold_back(&stage, "sendMessage");
        say(&stage, "Ada", "/help");
        say(&stage, "Nico", "/rematch");
        say(&stage, "Ada", "/export");
        confirmed(&stage).await;
        held_back(&stage).await;
        stage.kill();
        assert_eq!((count(&stage, HELP), count(&stage, "no game")), (0, 0), "{line:?}: they were held back");
        stage.raise();
        until_said(&stage, HELP, 1).await;
        until_said(&stage, "no game", 1).await;
        let has_file = |world: &World| {
            of_bot(world, GROUP, None).any(|message| message.body.file().is_some() && !is_board(message)).then_some(())
        };
        stage.until(GROUP, "the record", has_file).await;
        // Said, they are owed no more.
        assert!(stage.terminate(PATIENCE).success());
        stage.raise();
        say(&stage, "Lei", "/privacy");
        said(&stage, "/forget").await;
        assert_eq!((count(&stage, HELP), count(&stage, "no game")), (1, 1), "{line:?}");
        stage.assert_clean();
    }
}

/// The bot is asked to end while Telegram holds the group back for longer than it waits.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_that_were_not_sent_survive_a_stop() {
    let mut stage = Stage::with(Line::Polling, vec![]).await;
    said(&stage, HELLO).await;
    hold_back(&stage, "sendMessage");
    say(&stage, "Ada", "/help");
    confirmed(&stage).await;
    held_back(&stage).await;
    assert!(stage.terminate(PATIENCE).success());
    assert_eq!(count(&stage, HELP), 0);
    stage.raise();
    until_said(&stage, HELP, 1).await;
    stage.assert_clean();
}

/// It has come back to a group and dies before it has said hello.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_welcome_survives_kill_9() {
    for line in [Line::Polling, Line::Webhook] {
        let mut stage = Stage::with(line, vec![]).await;
        said(&stage, HELLO).await;
        set_bot(&stage, "kicked");
        confirmed(&stage).await;
        hold_back(&stage, "sendMessage");
        set_bot(&stage, "member");
        confirmed(&stage).await;
        held_back(&stage).await;
        stage.kill();
        assert_eq!(count(&stage, HELLO), 1, "{line:?}: it was held back");
        stage.raise();
        until_said(&stage, HELLO, 2).await;
        stage.assert_clean();
    }
}

/// Telegram tells of an arrival in two updates, which a webhook gets in the same moment.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_arrival_is_greeted_once_and_gives_time_back_once() {
    const ARRIVALS: usize = 8;
    for line in [Line::Polling, Line::Webhook] {
        let mut stage = Stage::with(line, vec![]).await;
        said(&stage, HELLO).await;
        say(&stage, "Ada", "/ai rat red");
        said(&stage, "it’s your move").await;
        confirmed(&stage).await;
        for arrival in 1..=ARRIVALS {
            set_bot(&stage, "kicked");
            confirmed(&stage).await;
            act(&stage, json!({"act": "hold", "held": true}));
            set_bot(&stage, "member");
            act(&stage, json!({"act": "hold", "held": false}));
            until_said(&stage, HELLO, arrival + 1).await;
            confirmed(&stage).await;
        }
        // What is said later is said after whatever else there was to say.
        say(&stage, "Ada", "/help");
        said(&stage, HELP).await;
        assert_eq!(count(&stage, HELLO), ARRIVALS + 1, "{line:?}: {}", stage.transcript(GROUP));
        assert!(stage.terminate(PATIENCE).success());
        let store = Store::open(&stage.folder.path().join("data")).expect("a store");
        let live = store.live().await.expect("tables");
        let [game] = &live[..] else { panic!("one game: {live:?}") };
        assert!(matches!(game.table.stage, TableStage::Game(_)));
        assert_eq!(
            game.version,
            1 + ARRIVALS as u64,
            "{line:?}: a change for the game's beginning and for every arrival"
        );
        store.close().await;
        stage.assert_clean();
    }
}

/// A record has to be fetched, which takes a while: others do not wait for it, and it is not lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_is_fetched_slowly_holds_nobody_up() {
    for line in [Line::Polling, Line::Webhook] {
        let mut stage = Stage::with(line, vec![]).await;
        said(&stage, HELLO).await;
        act(&stage, json!({"act": "fault", "fault": {"method": "getFile", "delay_ms": 13_000}}));
        let file = json!({
            "act": "send_file", "person": person("Ada"), "chat": GROUP, "name": "game.txt", "content": "1. a3a4 *",
            "caption": "/verify",
        });
        act(&stage, file);
        tokio::time::sleep(Duration::from_millis(500)).await;
        let before = stage.emulator.look(|world| of_bot(world, GROUP, None).count());
        say_in(&stage, SMALL_GROUP, "Ada", "/help");
        said_in(&stage, SMALL_GROUP, HELP).await;
        let now = stage.emulator.look(|world| of_bot(world, GROUP, None).count());
        assert_eq!(now, before, "{line:?}: the other group had to wait for the file");
        assert!(stage.emulator.look(|world| world.updates.pending() > 0), "{line:?}: it is not confirmed");
        stage.kill();
        act(&stage, json!({"act": "clear_faults"}));
        stage.raise();
        let verdict = |world: &World| (of_bot(world, GROUP, None).count() > before).then_some(());
        stage.until(GROUP, "the verdict on the record", verdict).await;
        stage.assert_clean();
    }
}

/// Telegram has taken a board, and its answer got lost: another one follows. Whichever is used, one is left.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_boards_one_is_left() {
    for line in [Line::Polling, Line::Webhook] {
        let stage = Stage::with(line, vec![]).await;
        said(&stage, HELLO).await;
        act(&stage, json!({"act": "fault", "fault": {"method": "sendPhoto", "chat": GROUP, "then": "lose_answer"}}));
        say(&stage, "Ada", "/challenge red");
        let [unknown, known] = so_many(&stage, 2).await[..] else { panic!("two boards") };
        let join = press_on(&stage, "Lei", unknown, ":j");
        shows(&stage, known, "it’s your move").await;
        assert_eq!(toast(&stage, &join).await, "");
        is_bare(&stage, unknown).await;
        // What is said later is said after whatever else there was to say.
        say(&stage, "Ada", "/help");
        said(&stage, HELP).await;
        assert_eq!(stage.emulator.look(|world| boards(world).len()), 2, "{line:?}: {}", stage.transcript(GROUP));
        stage.assert_clean();
    }
}
