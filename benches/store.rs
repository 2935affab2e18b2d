//! How long a change takes to be on disk, alone and among others, and what reading a game costs.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use doushou::people::{ChatId, PersonId, Place, Time};
use doushou::referee::{Draft, Game, Player, Stage, Table};
use doushou::rules::{Chance, Setup};
use doushou::store::{Change, Store, Stored};

const HERE: Place = Place { chat: ChatId(-1), thread: None };

/// A game of so many plies.
fn game(store: &Store, runtime: &tokio::runtime::Runtime, plies: usize) -> Stored {
    let players = [1, 2].map(|id| Player::Person(PersonId(id)));
    let id = runtime.block_on(store.next_id()).expect("a number");
    let mut table = Table::game(id, HERE, Draft::new(Setup::default(), players), Time(0));
    if let Stage::Game(game) = &mut table.stage {
        for n in 0..plies {
            let moves = game.state.legal_moves();
            let account = game.state.play(moves[n * 7 % moves.len()], Chance(0)).expect("a legal move");
            game.plies.push(account.ply);
        }
    }
    Stored { table, version: 1, shown: None }
}

/// Saves one version after the other of a game, and returns the time it took.
async fn commits(store: Store, mut stored: Stored, many: u64) -> (Stored, Duration) {
    let start = Instant::now();
    for _ in 0..many {
        stored.version += 1;
        store.commit(Change { tables: vec![stored.clone()], ..Change::default() }).await.expect("saved");
    }
    (stored, start.elapsed())
}

fn store(criterion: &mut Criterion) {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let store = Store::open(folder.path()).expect("a store");

    let mut games: Vec<Stored> = (0..8).map(|_| game(&store, &runtime, 40)).collect();
    criterion.bench_function("commit, alone", |bencher| {
        bencher.iter_custom(|many| {
            let (stored, time) = runtime.block_on(commits(store.clone(), games[0].clone(), many));
            games[0] = stored;
            time
        });
    });
    criterion.bench_function("commit, 8 at once", |bencher| {
        bencher.iter_custom(|many| {
            let writers: Vec<_> =
                games.drain(..).map(|stored| runtime.spawn(commits(store.clone(), stored, many))).collect();
            let done = writers.into_iter().map(|writer| runtime.block_on(writer).expect("a writer"));
            let (stored, times): (Vec<_>, Vec<_>) = done.unzip();
            games = stored;
            times.into_iter().max().unwrap_or_default()
        });
    });

    let Stage::Game(long) = game(&store, &runtime, 100).table.stage else { return };
    criterion.bench_function("replay, 100 plies", |bencher| {
        bencher.iter(|| Game::replay(long.setup, black_box(&long.plies)));
    });
    let id = games[0].table.id;
    criterion.bench_function("read a table, 40 plies", |bencher| {
        bencher.iter(|| runtime.block_on(store.table(id)));
    });
    runtime.block_on(store.close());
}

criterion_group!(benches, store);
criterion_main!(benches);
