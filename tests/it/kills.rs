//! kill -9 at any moment, in the middle of games: the real program, killed again and again while people play.
//!
//! Every press that was answered is in its game afterwards; at the end every press at all is, once and in its order, for
//! an update that was not confirmed comes again; and every game goes on.
//!
//! `DOUSHOU_KILLS=1000` kills so often (8 times unless this says more).

use std::collections::BTreeMap;
use std::env;
use std::time::{Duration, Instant, SystemTime};

use doushou::cli::bench::players::Pair;
use doushou::emulator::world::act::Act;
use doushou::emulator::world::chat::ChatKind;
use doushou::emulator::world::people::{Person, Standing};
use doushou::emulator::world::{NewChat, NewMember, World};
use doushou::referee::{GameId, Stage as TableStage};
use doushou::rules::Move;
use doushou::store::{self, Store};

use crate::stage::{GROUP, Line, PATIENCE, Stage};

/// How often to kill.
const KILLS: &str = "DOUSHOU_KILLS";

const CHATS: i64 = 12;

/// The bot answers a press after a second even if it is not saved yet; earlier answers say that it is.
const SURE: Duration = Duration::from_millis(900);

/// A game that has not moved for so long is stuck. A start waits for the disk, which others may keep busy for long.
const STUCK: Duration = Duration::from_secs(180);

/// How often the world is looked at.
const LOOK: Duration = Duration::from_millis(2);

/// A pair at play, and what of theirs has been answered.
struct Player {
    pair: Pair,
    /// The press that waits for its answer: its id, when, and after how many moves of which game.
    waits: Option<(String, Instant, GameId, usize)>,
    /// Moves that were answered or shown, by game.
    answered: BTreeMap<GameId, usize>,
    /// Moves that were pressed, by game.
    pressed: BTreeMap<GameId, Vec<Move>>,
}

impl Player {
    /// Plays on if the board shows everything so far; whether something was done.
    fn play(&mut self, stage: &Stage) -> bool {
        self.note(stage);
        let Some(act) = stage.emulator.look(|world| self.pair.next(world)) else { return false };
        let before = self.pair.game().map(|game| (game.id, game.moves.len()));
        let pressed = stage.act(act)["press"].as_str().map(str::to_owned);
        if let (Some(press), Some((id, moves))) = (pressed, before) {
            self.waits = Some((press, Instant::now(), id, moves));
            self.pressed.insert(id, self.pair.game().expect("they play").moves.clone());
        }
        true
    }

    /// Notes what was answered or shown.
    fn note(&mut self, stage: &Stage) {
        let Some((press, at, id, moves)) = &self.waits else { return };
        let answered = stage.emulator.look(|world| {
            let toast = world.toasts.iter().find(|toast| toast.press == *press);
            if let Some(toast) = toast {
                assert_eq!(toast.text, "", "a legal move was refused in game {id}");
            }
            toast.is_some() && at.elapsed() < SURE || self.pair.is_shown(world)
        });
        if answered {
            self.answered.insert(*id, *moves);
            self.waits = None;
        }
    }
}

fn population(stage: &Stage) -> Vec<Player> {
    let person = |id| Person {
        id,
        first_name: format!("Player {id}"),
        last_name: None,
        username: None,
        language_code: None,
        is_bot: false,
        started: false,
        blocked: false,
        deactivated: false,
    };
    let players = (1..=CHATS).map(|n| {
        let (people, chat) = ([5000 + 2 * n, 5001 + 2 * n], GROUP - n);
        for id in people {
            stage.act(Act::AddPerson { person: person(id) });
        }
        let chat = NewChat {
            id: chat,
            kind: ChatKind::Supergroup,
            title: format!("Table {n}"),
            members: people.map(NewMember::Id).into(),
            bot: Some(Standing::Member),
            ..NewChat::default()
        };
        stage.act(Act::AddChat { chat: chat.clone() });
        let pair = Pair::new(chat.id, people, n as u64, true);
        Player { pair, waits: None, answered: BTreeMap::new(), pressed: BTreeMap::new() }
    });
    players.collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answered_move_survives_kill_9() {
    kill_again_and_again(Line::Polling).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answered_move_survives_kill_9_by_webhook() {
    kill_again_and_again(Line::Webhook).await;
}

async fn kill_again_and_again(line: Line) {
    let kills: u32 = env::var(KILLS).ok().map_or(8, |kills| kills.parse().expect("DOUSHOU_KILLS is a number"));
    let variables =
        vec![("DOUSHOU_COMMANDS_PER_MINUTE", "100000".to_owned()), ("RUST_LOG", "warn,doushou=info".to_owned())];
    let mut stage = Stage::with(line, variables).await;
    let mut players = population(&stage);
    for round in 0..kills {
        if round > 0 {
            stage.raise();
        }
        // One in four dies while it starts or soon after, the others while they are at work.
        if round % 4 != 3 {
            until_all_play(&stage, &mut players, 1, round).await;
        }
        let end = Instant::now() + Duration::from_micros(u64::from(nanos()) % 400_000);
        while Instant::now() < end {
            players.iter_mut().for_each(|player| _ = player.play(&stage));
            tokio::time::sleep(LOOK).await;
        }
        players.iter_mut().for_each(|player| player.note(&stage));
        stage.kill();
        check(&stage, &players, round).await;
    }
    stage.raise();
    until_all_play(&stage, &mut players, 2, kills).await;
    let shown = |world: &World| players.iter().all(|player| player.pair.is_shown(world)).then_some(());
    assert!(stage.emulator.until(STUCK, shown).await.is_some(), "not every last board came:\n{}", stage.log());
    stage.terminate(PATIENCE);
    for player in &mut players {
        player.answered = player.pressed.iter().map(|(id, moves)| (*id, moves.len())).collect();
    }
    let moves = check(&stage, &players, kills).await;
    println!(
        "{line:?}: killed {kills} times during {moves} moves in {CHATS} chats: nothing was lost, nothing done twice"
    );
    assert!(moves >= players.len() * kills as usize / 2, "hardly anything was played: {moves} moves");
    let report = store::check(&stage.folder.path().join("data")).expect("a store");
    assert_eq!(report.faults, Vec::<String>::new());
    // A request that the kill cut off in the middle breaks no rule.
    let broken = stage.emulator.look(|world| {
        let broken = world.record.violations.iter().filter(|found| !found.what.contains("failed to read stream"));
        broken.map(|found| format!("{}: {}", found.method, found.what)).collect::<Vec<_>>()
    });
    assert_eq!(broken, Vec::<String>::new());
    let log = stage.log();
    let faults: Vec<&str> = log.lines().filter(|line| line.contains("ERROR") || line.contains("panicked")).collect();
    assert_eq!(faults, Vec::<&str>::new());
}

/// Plays until every pair has done so many things more: no game is stuck.
async fn until_all_play(stage: &Stage, players: &mut [Player], things: usize, round: u32) {
    let mut done = vec![0; players.len()];
    let deadline = Instant::now() + STUCK;
    while done.iter().any(|&done| done < things) {
        for (player, done) in players.iter_mut().zip(&mut done) {
            *done += usize::from(player.play(stage));
        }
        if Instant::now() > deadline {
            let stuck = done.iter().position(|&done| done < things).unwrap_or_default();
            let player = &players[stuck];
            panic!(
                "round {round}: the game in chat {} is stuck: {:?}\n{}\nlog:\n{}",
                player.pair.chat,
                player.pair,
                stage.transcript(player.pair.chat),
                stage.log()
            );
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// Compares the store of the dead program with what was pressed and answered; returns how many moves there are.
async fn check(stage: &Stage, players: &[Player], round: u32) -> usize {
    let store = Store::open(&stage.folder.path().join("data")).expect("a store");
    let mut moves = 0;
    for player in players {
        for (id, pressed) in &player.pressed {
            let stored = store.table(*id).await.expect("a readable table").expect("a table");
            let TableStage::Game(game) = &stored.table.stage else { panic!("round {round}: {id} is no game") };
            let there: Vec<String> = game.plies.iter().map(ToString::to_string).collect();
            let pressed: Vec<String> = pressed.iter().map(ToString::to_string).collect();
            assert!(pressed.starts_with(&there), "round {round}: game {id} has {there:?}, pressed was {pressed:?}");
            let answered = player.answered.get(id).copied().unwrap_or_default();
            assert!(
                there.len() >= answered,
                "round {round}: game {id} has {} of {answered} answered moves",
                there.len()
            );
            moves += there.len();
        }
    }
    store.close().await;
    moves
}

fn nanos() -> u32 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("after 1970").subsec_nanos()
}
