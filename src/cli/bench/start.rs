//! `doushou bench start`: how long the store takes to open with many games in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use super::{memory, scratch};
use crate::cli::fail;
use crate::cli::serve::start;
use crate::people::{ChatId, Person, PersonId, PersonSettings, Place, Time};
use crate::referee::{Draft, Finish, GameId, Player, Stage, Table};
use crate::rules::{Chance, Dice, End, EndReason, Outcome, Ply, Seat, Setup, State};
use crate::store::{Change, Shown, Store, Stored};

#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Games in the store
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Of these, games that are being played
    #[arg(long, default_value_t = 1_000)]
    running: u64,
    /// People in the store
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    people: u64,
    /// Moves in each
    #[arg(long, default_value_t = 60)]
    plies: usize,
    /// The folder of the store, which is removed afterwards; by default a new one for temporary files
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Games that are saved at once.
const GROUP: u64 = 500;
/// Different lines of moves: it is the number of records that counts.
const LINES: u64 = 64;

pub fn run(args: Args) -> ExitCode {
    let folder = match scratch(args.data.as_deref()) {
        Ok(folder) => folder,
        Err(code) => return code,
    };
    start(async {
        let measured = measure(&args, &folder).await;
        if let Err(error) = fs::remove_dir_all(&folder) {
            eprintln!("{} could not be removed: {error}", folder.display());
        }
        match measured {
            Ok(()) => ExitCode::SUCCESS,
            Err(why) => fail(1, &why),
        }
    })
}

async fn measure(args: &Args, folder: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let lines: Vec<(Vec<Ply>, State)> = (0..LINES).map(|seed| line(seed, args.plies)).collect();
    let store = Store::open(folder)?;
    let filling = Instant::now();
    for first in (0..args.games).step_by(usize::try_from(GROUP)?) {
        let mut tables = Vec::new();
        for n in first..args.games.min(first + GROUP) {
            let (plies, state) = &lines[usize::try_from(n % LINES)?];
            // The running ones lie among the others, as they would.
            let is_running = n * args.running / args.games != (n + 1) * args.running / args.games;
            tables.push(stored(GameId(n + 1), n, plies, state, is_running));
        }
        store.commit(Change { tables, ..Change::default() }).await?;
    }
    for first in (0..args.people).step_by(usize::try_from(GROUP)?) {
        let people = (first..args.people.min(first + GROUP)).map(person).collect();
        store.commit(Change { people, ..Change::default() }).await?;
    }
    store.close().await;
    println!(
        "{} people and {} games written in {:.1} s, {} MB",
        args.people,
        args.games,
        filling.elapsed().as_secs_f64(),
        size(folder)? >> 20
    );

    let opening = Instant::now();
    let store = Store::open(folder)?;
    let opened = opening.elapsed();
    let running = store.live().await?.len() + store.unshown().await?.len();
    let (rss, _) = memory().unwrap_or_default();
    println!(
        "opened in {:.3} s, {running} running games read by {:.3} s, memory {rss} MB",
        opened.as_secs_f64(),
        opening.elapsed().as_secs_f64()
    );
    let taking = Instant::now();
    store.snapshot().await?;
    println!("a snapshot in {:.3} s", taking.elapsed().as_secs_f64());
    store.close().await;
    Ok(())
}

/// A game of so many moves, or fewer if it is over before.
fn line(seed: u64, most: usize) -> (Vec<Ply>, State) {
    let (mut state, mut dice) = (Setup::default().start(), Dice(seed));
    let mut plies = Vec::new();
    while plies.len() < most {
        let legal = state.legal_moves();
        let at = usize::try_from(dice.roll()).unwrap_or_default() % legal.len().max(1);
        let mut after = state.clone();
        let played = legal.get(at).and_then(|mv| after.play(*mv, Chance(0)).ok());
        // One that ends the game would be another kind of record.
        match played.filter(|_| after.end().is_none()) {
            Some(account) => plies.push(account.ply),
            None => break,
        }
        state = after;
    }
    (plies, state)
}

fn stored(id: GameId, n: u64, plies: &[Ply], state: &State, is_running: bool) -> Stored {
    let players = [PersonId(1_000_000 + n % 5_000), PersonId(2_000_000 + n % 7_000)].map(Player::Person);
    let place = Place { chat: ChatId(-1_000_000_000_000 - i64::try_from(n % 3_000).unwrap_or_default()), thread: None };
    let draft = Draft::new(Setup::default(), players);
    let mut table = Table::game(id, place, draft, Time(0));
    if let Stage::Game(game) = &mut table.stage {
        game.plies = plies.to_vec();
        game.thought = vec![5_000; plies.len()];
        game.state = state.clone();
        let end = End { outcome: Outcome::Win(Seat::First), reason: EndReason::Resignation };
        game.finish = (!is_running).then_some(Finish::End(end));
    }
    Stored { table, version: 1, shown: Some(Shown { message: 1, version: 1 }) }
}

/// Somebody who wants to be told of their turns in one chat, as every tenth does.
fn person(n: u64) -> Person {
    let chat = ChatId(-1_000_000_000_000 - i64::try_from(n % 3_000).unwrap_or_default());
    let turns = n.is_multiple_of(10).then_some(chat).into_iter().collect();
    Person {
        id: PersonId(1_000_000 + n),
        name: format!("Player {n}"),
        username: Some(format!("player_{n}")),
        client_language: Some("en".to_owned()),
        settings: PersonSettings { turns, ..PersonSettings::default() },
        reachable: true,
    }
}

/// Bytes of the files in a folder.
fn size(folder: &Path) -> std::io::Result<u64> {
    fs::read_dir(folder)?.try_fold(0, |sum, entry| Ok(sum + entry?.metadata()?.len()))
}
