//! The program dies at moments that are awkward in particular: while it asks Telegram something, and between a board and the note
//! of it.

use doushou::emulator::world::World;
use doushou::emulator::world::message::Message;
use serde_json::json;

use crate::hosting::{act, said, say, say_in, toast};
use crate::stage::{GROUP, Line, SMALL_GROUP, Stage, buttons, is_board, of_bot, person, words};

/// Tries to kill the program while it waits for an answer that takes seconds.
const TRIES: usize = 5;

/// The boards of the group, the oldest first.
pub fn boards(world: &World) -> Vec<&Message> {
    let mut boards: Vec<_> = of_bot(world, GROUP, None).filter(|message| is_board(message)).collect();
    boards.reverse();
    boards
}

/// Waits until so many boards stand in the group; their numbers, the oldest first.
pub async fn so_many(stage: &Stage, count: usize) -> Vec<i64> {
    let found = |world: &World| {
        let numbers: Vec<i64> = boards(world).iter().map(|board| board.id).collect();
        (numbers.len() >= count).then_some(numbers)
    };
    let numbers = stage.until(GROUP, &format!("{count} boards"), found).await;
    assert_eq!(numbers.len(), count, "{}", stage.transcript(GROUP));
    numbers
}

/// Waits until a board's caption contains this.
pub async fn shows(stage: &Stage, message: i64, text: &str) {
    let found = |world: &World| boards(world).iter().any(|board| board.id == message && words(board).contains(text));
    stage.until(GROUP, &format!("{text:?} on board {message}"), |world| found(world).then_some(())).await;
}

/// Waits until a board has no buttons any more.
pub async fn is_bare(stage: &Stage, message: i64) {
    let found = |world: &World| boards(world).iter().any(|board| board.id == message && board.keyboard.is_empty());
    stage.until(GROUP, &format!("board {message} without buttons"), |world| found(world).then_some(())).await;
}

/// Presses the button of this message whose data contains this; the press.
pub fn press_on(stage: &Stage, who: &str, message: i64, part: &str) -> String {
    let data = stage.emulator.look(|world| {
        let board = boards(world).into_iter().find(|board| board.id == message).expect("the board");
        let mut data = buttons(board).map(|(_, data)| data.to_owned());
        data.find(|data| data.contains(part))
    });
    let button = json!({"data": data.unwrap_or_else(|| panic!("no button {part:?}\n{}", stage.transcript(GROUP)))});
    let press = json!({"act": "press", "person": person(who), "chat": GROUP, "message": message, "button": button});
    act(stage, press)["press"].as_str().expect("a press").to_owned()
}

/// The next picture arrives in the group, but the bot does not hear of it, and none after it arrives.
fn lose_the_next_board(stage: &Stage) {
    act(stage, json!({"act": "fault", "fault": {"method": "sendPhoto", "chat": GROUP, "then": "lose_answer"}}));
    act(
        stage,
        json!({"act": "fault", "fault": {"method": "sendPhoto", "chat": GROUP, "times": 100_000, "then": "cut"}}),
    );
}

/// Who is an admin has to be asked, and until that is answered the command is not confirmed: it is there after a death, while
/// others have not waited for it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_is_not_lost_when_the_bot_dies_while_it_asks_who_is_an_admin() {
    for line in [Line::Polling, Line::Webhook] {
        let mut stage = Stage::with(line, vec![]).await;
        said(&stage, "I am the referee").await;
        let mut died_in_time = false;
        for attempt in 1..=TRIES {
            let slow = json!({"method": "getChatAdministrators", "chat": GROUP, "delay_ms": 4500});
            act(&stage, json!({"act": "fault", "fault": slow}));
            say(&stage, "Olga", "/settings");
            say_in(&stage, SMALL_GROUP, "Ada", "/challenge @nico_who_is_not_here red");
            let answered = |world: &World| {
                let count =
                    of_bot(world, SMALL_GROUP, None).filter(|message| words(message).contains("challenge")).count();
                (count >= attempt).then_some(())
            };
            stage.until(SMALL_GROUP, "an answer in the other group", answered).await;
            died_in_time = stage.emulator.look(|world| world.updates.pending() > 0);
            stage.kill();
            act(&stage, json!({"act": "clear_faults"}));
            stage.raise();
            let pages = |world: &World| {
                let pages = of_bot(world, GROUP, None).filter(|message| words(message).contains("Settings")).count();
                assert!(pages <= attempt, "it was done twice");
                (pages == attempt).then_some(())
            };
            stage.until(GROUP, "the settings, after the death or before it", pages).await;
            if died_in_time {
                break;
            }
        }
        assert!(died_in_time, "{line:?}: the machine is too busy for this test\n{}", stage.log());
        stage.assert_clean();
    }
}

/// Two boards of one challenge, of which the bot knows the newer: both can be used, once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_board_that_nobody_knows_of_works_once_and_is_retired() {
    let mut stage = Stage::with(Line::Polling, vec![]).await;
    said(&stage, "I am the referee").await;
    lose_the_next_board(&stage);
    say(&stage, "Ada", "/challenge red");
    so_many(&stage, 1).await;
    stage.kill();
    act(&stage, json!({"act": "clear_faults"}));
    stage.raise();
    let [unknown, known] = so_many(&stage, 2).await[..] else { panic!("two boards") };
    let join = press_on(&stage, "Lei", unknown, ":j");
    shows(&stage, known, "it’s your move").await;
    assert_eq!(toast(&stage, &join).await, "");
    is_bare(&stage, unknown).await;
    assert!(stage.emulator.look(|world| boards(world).len() == 2), "{}", stage.transcript(GROUP));
    stage.assert_clean();
}

/// A newer board than the one the bot knows is taken for the board when a player uses it, and by nobody else.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_newer_board_that_nobody_knows_of_becomes_the_board() {
    let mut stage = Stage::with(Line::Polling, vec![]).await;
    said(&stage, "I am the referee").await;
    say(&stage, "Ada", "/challenge red");
    let [first] = so_many(&stage, 1).await[..] else { panic!("a board") };
    press_on(&stage, "Lei", first, ":j");
    shows(&stage, first, "it’s your move").await;
    // It scrolls away, so that the next one is a new message.
    say(&stage, "Nico", "/help");
    said(&stage, "what I keep about you").await;
    lose_the_next_board(&stage);
    press_on(&stage, "Ada", first, ":ka3");
    let pick = |world: &World| {
        let board = boards(world).into_iter().find(|board| board.id == first)?;
        buttons(board).any(|(_, data)| data.ends_with(":ma3a4")).then_some(())
    };
    stage.until(GROUP, "the squares of the elephant", pick).await;
    press_on(&stage, "Ada", first, ":ma3a4");
    let [_, second] = so_many(&stage, 2).await[..] else { panic!("two boards") };
    stage.kill();
    act(&stage, json!({"act": "clear_faults"}));
    stage.raise();
    shows(&stage, first, "goes to a4").await;

    let spectator = press_on(&stage, "Nico", second, ":kg7");
    assert!(toast(&stage, &spectator).await.contains("Only the two players"));
    let player = press_on(&stage, "Lei", second, ":kg7");
    assert_eq!(toast(&stage, &player).await, "");
    let squares = |world: &World| {
        let board = boards(world).into_iter().find(|board| board.id == second)?;
        buttons(board).any(|(_, data)| data.ends_with(":mg7g6")).then_some(())
    };
    stage.until(GROUP, "the squares on the newer board", squares).await;
    is_bare(&stage, first).await;
    press_on(&stage, "Lei", second, ":mg7g6");
    shows(&stage, second, "goes to g6").await;
    press_on(&stage, "Ada", second, ":k");
    assert!(stage.emulator.look(|world| boards(world).len() == 2), "{}", stage.transcript(GROUP));
    stage.assert_clean();
}
