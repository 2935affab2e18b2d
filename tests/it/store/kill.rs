//! kill -9 at any moment: whatever was acknowledged is there afterwards, and nothing is torn.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime};
use std::{env, thread};

use doushou::book::{Line, Stakes};
use doushou::people::{Chat, ChatId, Person, PersonId};
use doushou::referee::{GameId, Stage};
use doushou::rules::Seat;
use doushou::store::{Change, Store, Stored};

use super::{HERE, chat, game, person, played_for, played_on, resigned};

/// Set for the process that writes and is killed: the store's folder.
const FOLDER: &str = "DOUSHOU_KILLED_STORE";
/// How often to kill (20 unless this says more).
const KILLS: &str = "DOUSHOU_KILLS";

const WRITERS: u64 = 4;
/// Writer `w` plays against the person of this number and `w`.
const OPPONENT: u64 = 100;

/// Not a test of its own: the process that [`everything_acknowledged_survives_kill_9`] starts and kills.
///
/// Writer `w` saves the number n = 1, 2, 3… in four records at once (a game's plies and version, a person, a chat, an
/// update), and prints `w n` when the store says that it is saved.
#[test]
fn writer_to_be_killed() {
    let Some(folder) = env::var_os(FOLDER) else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().unwrap();
    runtime.block_on(async {
        let store = Store::open(Path::new(&folder)).unwrap();
        let writers: Vec<_> = (1..=WRITERS).map(|writer| tokio::spawn(write_on(store.clone(), writer))).collect();
        for writer in writers {
            writer.await.unwrap();
        }
    });
}

async fn write_on(store: Store, writer: u64) {
    let mut number = saved_number(&store, writer).await;
    let mut table = match last_game(&store, writer).await {
        Some(stored) => stored,
        None => played_for(game(&store, HERE, [writer, OPPONENT + writer]).await, Stakes { rated: true, scored: true }),
    };
    loop {
        number += 1;
        table = match &table.table.stage {
            Stage::Game(game) if game.finish.is_none() && number.is_multiple_of(5) => resigned(&table, writer),
            Stage::Game(game) if game.finish.is_none() => {
                let moves = game.state.legal_moves();
                let mv = moves[number as usize % moves.len()];
                played_on(&table, &[&mv.to_string()])
            }
            _ => {
                played_for(game(&store, HERE, [writer, OPPONENT + writer]).await, Stakes { rated: true, scored: true })
            }
        };
        let (person, chat) = records(writer, number, table.table.id, table.version);
        let update = Some(update(writer, number));
        let change = Change {
            tables: vec![table.clone()],
            people: vec![person],
            chats: vec![chat],
            update,
            ..Change::default()
        };
        store.commit(change).await.unwrap();
        println!("ack {writer} {number}");
    }
}

#[test]
fn everything_acknowledged_survives_kill_9() {
    let kills = env::var(KILLS).ok().map_or(20, |kills| kills.parse().expect("DOUSHOU_KILLS is a number"));
    let folder = tempfile::tempdir().unwrap();
    let mut acknowledged = Acknowledged::new();
    for round in 0..kills {
        let writing = Writing::begin(folder.path());
        pause();
        for (writer, number) in writing.killed() {
            let newest = acknowledged.entry(writer).or_default();
            assert!(number == *newest + 1 || number == *newest + 2, "round {round}: {number} follows {newest}");
            *newest = number;
        }
        check(folder.path(), &mut acknowledged, round);
    }
    let all: u64 = acknowledged.values().sum();
    assert!(all > kills, "hardly anything was written: {acknowledged:?}");
    println!("killed {kills} times during {all} changes: nothing acknowledged was lost, nothing was torn");
}

/// The newest number of each writer that is known to be saved.
pub type Acknowledged = BTreeMap<u64, u64>;

/// The writing process at work.
pub struct Writing {
    child: Child,
    acks: JoinHandle<Vec<(u64, u64)>>,
}

impl Writing {
    /// Starts it; returns at its first acknowledgment, so that opening a grown store takes nothing from its time.
    pub fn begin(folder: &Path) -> Writing {
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["--exact", "store::kill::writer_to_be_killed", "--nocapture"]);
        Writing::begin_as(command, folder)
    }

    /// Starts it by this command.
    pub fn begin_as(mut command: Command, folder: &Path) -> Writing {
        let mut child = command.env(FOLDER, folder).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let first = lines.by_ref().find_map(|line| ack(&line));
        let acks = thread::spawn(move || first.into_iter().chain(lines.filter_map(|line| ack(&line))).collect());
        Writing { child, acks }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills it; returns what it said it had saved.
    pub fn killed(mut self) -> Vec<(u64, u64)> {
        self.child.kill().unwrap();
        self.ended().0
    }

    /// Waits until it ends by itself; returns what it said it had saved, and its last words.
    pub fn ended(mut self) -> (Vec<(u64, u64)>, String) {
        let mut words = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut words).unwrap();
        self.child.wait().unwrap();
        (self.acks.join().unwrap(), words)
    }
}

/// Waits for a random time.
pub fn pause() {
    let nanos = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().subsec_nanos();
    thread::sleep(Duration::from_micros(u64::from(nanos) % 120_000));
}

/// A whole line only: the last one may have been cut off by the kill.
fn ack(line: &str) -> Option<(u64, u64)> {
    let (writer, number) = line.split_once("ack ")?.1.split_once(' ')?;
    Some((writer.parse().ok()?, number.parse().ok()?))
}

/// Every writer's newest number is the one acknowledged, or the next (saved, but killed before saying so); all four
/// records agree on it.
pub fn check(folder: &Path, acknowledged: &mut Acknowledged, round: u64) {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let store = Store::open(folder).unwrap();
        for (&writer, newest) in acknowledged.iter_mut() {
            let saved = saved_number(&store, writer).await;
            assert!(saved == *newest || saved == *newest + 1, "round {round}: {newest} acknowledged, {saved} there");
            let table = last_game(&store, writer).await.expect("a game of every writer");
            let (person, chat) = records(writer, saved, table.table.id, table.version);
            assert_eq!(store.person(person.id).await.unwrap(), Some(person), "round {round}: torn");
            assert_eq!(store.chat(chat.id).await.unwrap(), Some(chat), "round {round}: torn");
            assert!(store.handled(update(writer, saved)).await.unwrap(), "round {round}: torn");
            assert!(!store.handled(update(writer, saved + 1)).await.unwrap(), "round {round}: torn");
            let Stage::Game(game) = &table.table.stage else { panic!("no game") };
            let ended = u64::from(game.finish.is_some());
            assert_eq!(game.plies.len() as u64 + ended, table.version - 1, "round {round}: torn");
            check_ledger(&store, writer, round).await;
            *newest = saved;
        }
        store.close().await;
    });
}

/// Every game that has ended stands in the ledgers of both, once, and no other does.
async fn check_ledger(store: &Store, writer: u64, round: u64) {
    let all = store.ended_in(HERE, usize::MAX).await.unwrap();
    let mine = |stored: &&Stored| {
        let Stage::Game(game) = &stored.table.stage else { panic!("no game") };
        game.person_on(Seat::First) == Some(PersonId(writer))
    };
    let mut ended: Vec<GameId> = all.iter().filter(mine).map(|stored| stored.table.id).collect();
    let ledger = store.ledger(PersonId(writer)).await.unwrap();
    let opponents = store.ledger(PersonId(OPPONENT + writer)).await.unwrap();
    let games = |lines: &[Line]| {
        let mut games: Vec<GameId> = lines.iter().map(|line| line.game).collect();
        games.sort_unstable();
        games
    };
    ended.sort_unstable();
    assert_eq!((games(&ledger), games(&opponents)), (ended.clone(), ended), "round {round}: torn");
    let rated = ledger.iter().filter(|line| line.rating.is_ok()).count();
    let ratings = store.ratings_of(PersonId(writer), Some(HERE.chat)).await.unwrap();
    assert_eq!(ratings.iter().map(|(_, rating)| rating.games as usize).sum::<usize>(), rated, "round {round}: torn");
}

/// The person and chat in which a writer's number is saved, with the game it was saved with.
fn records(writer: u64, number: u64, game: GameId, version: u64) -> (Person, Chat) {
    let what = format!("{number} with game {game} at version {version}");
    let mut chat = chat(ChatId(writer as i64));
    chat.title.clone_from(&what);
    (Person { name: what, ..person(writer) }, chat)
}

async fn saved_number(store: &Store, writer: u64) -> u64 {
    let person = store.person(PersonId(writer)).await.unwrap();
    person.map_or(0, |person| person.name.split(' ').next().unwrap().parse().unwrap())
}

async fn last_game(store: &Store, writer: u64) -> Option<Stored> {
    let person = store.person(PersonId(writer)).await.unwrap()?;
    let id = person.name.split(' ').nth(3).unwrap().parse().unwrap();
    store.table(id).await.unwrap()
}

fn update(writer: u64, number: u64) -> i64 {
    (writer * 1_000_000 + number) as i64
}
