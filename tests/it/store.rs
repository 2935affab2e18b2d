//! The store: what was saved is there, whole, and what cannot be opened says why.

mod cups;
mod faults;
mod forgotten;
mod kill;
mod ledger;
mod open;
mod owed;
mod power;
mod text;

use std::path::Path;

use doushou::book::{Stakes, TimeControl};
use doushou::people::{
    BoardPolicy, Chat, ChatId, ChatKind, ChatSettings, Lang, Limits, Person, PersonId, PersonSettings, Place, Time,
};
use doushou::referee::{
    Actor, Challenge, Command, Draft, Finish, GameId, LimitOf, Moment, Player, Refusal, Sides, Stage, Table, Target,
};
use doushou::rules::{Animal, Chance, End, EndReason, Outcome, Seat, Setup};
use doushou::store::{Change, CommitError, HistoryOf, Shown, Store, Stored};

const GROUP: ChatId = ChatId(-100_200);
const HERE: Place = Place { chat: GROUP, thread: None };
const TOPIC: Place = Place { chat: GROUP, thread: Some(7) };

#[tokio::test]
async fn what_was_saved_is_there_after_the_store_was_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let (person, chat) = (person(1), chat(GROUP));
    let (open, played) = (challenge(&store, HERE, 1).await, game(&store, HERE, [1, 2]).await);
    let played = played_on(&played, &["a3a4", "a7a6"]);
    let change = Change {
        tables: vec![open.clone(), played.clone()],
        people: vec![person.clone()],
        chats: vec![chat.clone()],
        update: Some(5),
        ..Change::default()
    };
    store.commit(change.clone()).await.unwrap();
    let store = reopened(store, folder.path()).await;

    assert_eq!(store.person(person.id).await.unwrap(), Some(person));
    assert_eq!(store.chat(GROUP).await.unwrap(), Some(chat));
    assert_eq!(store.person(PersonId(99)).await.unwrap(), None);
    assert_same(&store.table(open.table.id).await.unwrap().unwrap(), &open);
    assert_same(&store.table(played.table.id).await.unwrap().unwrap(), &played);
    assert!(store.table(GameId(9999)).await.unwrap().is_none());
    assert!(store.handled(5).await.unwrap() && !store.handled(6).await.unwrap());
    assert!(matches!(store.commit(change).await, Err(CommitError::Repeated(5))));
}

#[tokio::test]
async fn a_change_that_is_refused_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let saved = game(&store, HERE, [1, 2]).await;
    store.commit(Change { tables: vec![saved.clone()], update: Some(1), ..Change::default() }).await.unwrap();

    let beside = challenge(&store, HERE, 3).await;
    let with = |tables, update| Change { tables, people: vec![person(3)], update: Some(update), ..Change::default() };
    let repeated = store.commit(with(vec![beside.clone()], 1)).await;
    assert!(matches!(repeated, Err(CommitError::Repeated(1))));
    let none = Some(Limits { challenges_per_person: 0, ..Limits::default() });
    let limited = store.commit(Change { limits: none, ..with(vec![beside.clone()], 2) }).await;
    assert!(matches!(limited, Err(CommitError::Limit(Refusal::TooManyChallenges { max: 0 }))));
    let stale = store.commit(with(vec![beside.clone(), saved.clone()], 3)).await;
    let Err(CommitError::Fault(sentence)) = stale else { panic!("{stale:?}") };
    assert!(sentence.ends_with("is at version 1 already, the change would make it 1"), "{sentence}");

    let store = reopened(store, folder.path()).await;
    assert!(store.table(beside.table.id).await.unwrap().is_none());
    assert_eq!(store.person(PersonId(3)).await.unwrap(), None);
    assert!(!store.handled(2).await.unwrap() && !store.handled(3).await.unwrap());
    assert_eq!(ids(&store.live_in(GROUP).await.unwrap()), [saved.table.id]);
}

#[tokio::test]
async fn lists_follow_the_life_of_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let elsewhere = Place { chat: ChatId(-5), thread: None };
    let open = challenge(&store, HERE, 1).await;
    let topical = game(&store, TOPIC, [1, 2]).await;
    let running = game(&store, HERE, [2, 3]).await;
    let foreign = game(&store, elsewhere, [1, 2]).await;
    let all = [&open, &topical, &running, &foreign];
    store.commit(Change { tables: all.map(Stored::clone).to_vec(), ..Change::default() }).await.unwrap();
    assert_eq!(ids(&store.live_in(GROUP).await.unwrap()), all[..3].iter().map(|s| s.table.id).collect::<Vec<_>>());
    assert_eq!(ids(&store.live().await.unwrap()), all.map(|stored| stored.table.id));

    let closed = command(&open, 1, Command::Withdraw);
    let [topical, running] = [(topical, 1), (running, 2)].map(|(game, by)| resigned(&game, by));
    save(&store, &[&closed, &topical, &running]).await;
    for store in [store.clone(), reopened(store, folder.path()).await] {
        if store.live().await.is_err() {
            continue; // the handle that was closed
        }
        assert_eq!(ids(&store.live().await.unwrap()), [foreign.table.id]);
        assert!(store.live_in(GROUP).await.unwrap().is_empty());
        let ended = [closed.table.id, topical.table.id, running.table.id];
        assert_eq!(ids(&store.unshown().await.unwrap()), ended);
        assert_eq!(ids(&store.ended_in(HERE, 9).await.unwrap()), [running.table.id]);
        assert_eq!(ids(&store.ended_in(TOPIC, 9).await.unwrap()), [topical.table.id]);
        for stored in [&closed, &topical] {
            let shown = Shown { message: 10, version: stored.version };
            store.mark_shown(stored.table.id, shown).await.unwrap();
        }
        assert_eq!(ids(&store.unshown().await.unwrap()), [running.table.id]);
    }
}

#[tokio::test]
async fn the_newest_ended_games_come_first() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let mut games = Vec::new();
    for _ in 0..5 {
        let game = resigned(&game(&store, HERE, [1, 2]).await, 1);
        save(&store, &[&game]).await;
        games.push(game.table.id);
    }
    games.reverse();
    assert_eq!(ids(&store.ended_in(HERE, 3).await.unwrap()), games[..3]);
    assert_eq!(ids(&store.ended_in(HERE, 100).await.unwrap()), games);
}

#[tokio::test]
async fn everybody_sees_what_was_played_here_and_elsewhere_what_they_have_played() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let elsewhere = Place { chat: ChatId(-5), thread: None };
    let mut ended = Vec::new();
    for (place, players) in [(HERE, [1, 2]), (HERE, [2, 3]), (elsewhere, [1, 2]), (elsewhere, [1, 4]), (HERE, [1, 1])] {
        let game = resigned(&game(&store, place, players).await, players[0]);
        save(&store, &[&game]).await;
        ended.push(game.table.id);
    }
    let running = game(&store, elsewhere, [3, 1]).await;
    save(&store, &[&running]).await;

    let of = |place, whose: Option<u64>, seen_by: Option<u64>| HistoryOf {
        place,
        whose: whose.map(PersonId),
        seen_by: seen_by.map(PersonId),
    };
    let cases: [(HistoryOf, &[usize]); 9] = [
        (of(Some(HERE), None, Some(9)), &[4, 1, 0]),
        (of(Some(HERE), None, None), &[4, 1, 0]),
        (of(Some(HERE), Some(1), Some(9)), &[4, 0]),
        (of(Some(HERE), Some(9), Some(1)), &[]),
        (of(None, None, Some(1)), &[4, 3, 2, 0]),
        (of(None, Some(2), Some(1)), &[2, 0]),
        (of(None, Some(1), Some(2)), &[2, 0]),
        (of(None, Some(1), Some(9)), &[]),
        (of(None, None, None), &[]),
    ];
    let wanted = |games: &[usize]| games.iter().map(|&n| ended[n]).collect::<Vec<_>>();
    let check = async |store: &Store| {
        for (of, games) in &cases {
            assert_eq!(ids(&store.history(*of, 0, 9).await.unwrap()), wanted(games), "{of:?}");
        }
        let mine = of(None, None, Some(1));
        assert_eq!(ids(&store.history(mine, 1, 2).await.unwrap()), wanted(&[3, 2]), "a page");
        assert_eq!(ids(&store.live_of(PersonId(3)).await.unwrap()), [running.table.id]);
        assert!(store.live_of(PersonId(2)).await.unwrap().is_empty());
    };
    check(&store).await;
    store.close().await;
    // A store from before there was a list of who has played what, and a note that all lists are there.
    let db = sled::open(folder.path()).unwrap();
    assert!(db.drop_tree("played").unwrap());
    assert!(db.open_tree("meta").unwrap().remove("listed").unwrap().is_some());
    db.flush().unwrap();
    drop(db);
    check(&Store::open(folder.path()).unwrap()).await;
}

#[tokio::test]
async fn people_are_found_by_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let called = |id, name: &str| Person { username: Some(name.to_owned()), ..person(id) };
    let people = vec![called(1, "Ada_B"), called(2, "ada"), Person { username: None, ..person(3) }];
    store.commit(Change { people, ..Change::default() }).await.unwrap();
    for (name, id) in [("ada_b", Some(1)), ("ADA", Some(2)), ("ad", None), ("", None)] {
        let found = store.person_called(name).await.unwrap().map(|person| person.id.0);
        assert_eq!(found, id, "{name}");
    }
}

#[tokio::test]
async fn what_was_shown_survives_a_commit_and_never_goes_back() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let first = game(&store, HERE, [1, 2]).await;
    let id = first.table.id;
    save(&store, &[&first]).await;
    let shown = |message, version| Shown { message, version };
    store.mark_shown(id, shown(100, 1)).await.unwrap();
    // A move saved by somebody who read the table before it was shown.
    save(&store, &[&played_on(&first, &["a3a4"])]).await;
    assert_eq!(store.table(id).await.unwrap().unwrap().shown, Some(shown(100, 1)));
    store.mark_shown(id, shown(200, 2)).await.unwrap();
    store.mark_shown(id, shown(100, 1)).await.unwrap();
    let stored = store.table(id).await.unwrap().unwrap();
    assert_eq!((stored.shown, stored.version), (Some(shown(200, 2)), 2));
    assert!(matches!(store.mark_shown(GameId(777), shown(1, 1)).await, Err(CommitError::NoSuchTable(GameId(777)))));
    // A newer message is taken for the board while something is on its way to the one before it.
    assert!(store.adopt(id, 300).await.unwrap() && !store.adopt(id, 250).await.unwrap());
    let before = store.mark_shown(id, shown(200, 2)).await.unwrap();
    let behind = Some(shown(300, 0));
    assert_eq!((before, store.table(id).await.unwrap().unwrap().shown), (behind, behind));
}

#[tokio::test]
async fn numbers_of_tables_are_never_given_twice() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let mut given = Vec::new();
    for _ in 0..3 {
        let asked: Vec<_> = (0..20).map(|_| spawn(&store, |store| async move { store.next_id().await })).collect();
        for number in asked {
            given.push(number.await.unwrap().unwrap());
        }
        store = reopened(store, folder.path()).await;
    }
    given.sort_unstable();
    given.dedup();
    assert_eq!(given.len(), 60);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn commits_of_many_at_once_are_all_kept() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let writers: Vec<_> = (0..16)
        .map(|writer| {
            spawn(&store, move |store| async move {
                for n in 0..20 {
                    let table = challenge(&store, HERE, writer).await;
                    let update = Some((writer * 20 + n) as i64);
                    let people = vec![person(writer * 20 + n)];
                    store.commit(Change { tables: vec![table], people, update, ..Change::default() }).await.unwrap();
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    let store = reopened(store, folder.path()).await;
    assert_eq!(store.live_in(GROUP).await.unwrap().len(), 320);
    for n in 0..320 {
        assert!(store.handled(n).await.unwrap());
        assert_eq!(store.person(PersonId(n as u64)).await.unwrap(), Some(person(n as u64)));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_that_come_at_once_only_one_passes() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    // The same update twice; then a person's last free game, accepted twice.
    for round in 0..20 {
        let twice = (0..2).map(|_| {
            spawn(&store, move |store| async move {
                let change = Change { update: Some(round), ..Change::default() };
                store.commit(change).await
            })
        });
        let results = joined(twice).await;
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
        assert!(results.iter().any(|result| matches!(result, Err(CommitError::Repeated(_)))));
    }
    let limits = Limits { games_per_person: 1, ..Limits::default() };
    for round in 0..20 {
        let player = 1000 + round;
        let challenges = [challenge(&store, HERE, 1).await, challenge(&store, TOPIC, 2).await];
        save(&store, &[&challenges[0], &challenges[1]]).await;
        let joins = challenges.map(|challenge| {
            let limits = Some(limits.clone());
            let game = ai_game(&challenge, player);
            spawn(&store, move |store| async move {
                store.commit(Change { tables: vec![game], limits, ..Change::default() }).await
            })
        });
        let results = joined(joins).await;
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
        let refusal = Refusal::TooManyGames { who: LimitOf::Person(PersonId(player)), max: 1 };
        assert!(results.iter().any(|result| matches!(result, Err(CommitError::Limit(why)) if *why == refusal)));
    }
}

#[tokio::test]
async fn a_group_that_becomes_a_supergroup_takes_everything_along() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let to = ChatId(-1_001_234);
    let (open, running) = (challenge(&store, HERE, 1).await, game(&store, HERE, [1, 2]).await);
    let ended = resigned(&game(&store, HERE, [1, 2]).await, 1);
    let chats = vec![chat(GROUP)];
    let tables = vec![open.clone(), running.clone(), ended.clone()];
    store.commit(Change { tables, chats, ..Change::default() }).await.unwrap();
    for stored in [&open, &running, &ended] {
        store.mark_shown(stored.table.id, Shown { message: 5, version: stored.version }).await.unwrap();
    }
    store.migrate(GROUP, to).await.unwrap();
    let store = reopened(store, folder.path()).await;
    store.migrate(GROUP, to).await.unwrap(); // told twice: once by each chat

    assert_eq!(store.chat(GROUP).await.unwrap(), None);
    assert_eq!(store.chat(to).await.unwrap(), Some(Chat { id: to, ..chat(GROUP) }));
    assert!(store.live_in(GROUP).await.unwrap().is_empty() && store.ended_in(HERE, 9).await.unwrap().is_empty());
    let live = store.live_in(to).await.unwrap();
    assert_eq!(ids(&live), [open.table.id, running.table.id]);
    assert!(live.iter().all(|stored| stored.table.place == Place { chat: to, thread: None }));
    assert!(live.iter().all(|stored| stored.shown.is_none() && stored.version == 2), "{live:?}");
    assert_eq!(ids(&store.ended_in(Place { chat: to, thread: None }, 9).await.unwrap()), [ended.table.id]);
    assert!(store.unshown().await.unwrap().is_empty());
    // Whoever still holds the table as it was cannot put it back into the old chat.
    let Err(CommitError::Fault(_)) = store.commit(change(&[&played_on(&running, &["a3a4"])])).await else { panic!() };
}

#[tokio::test]
async fn what_a_supergroup_was_is_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let (from, to) = (ChatId(-5), ChatId(-100_500));
    store.migrate(from, to).await.unwrap();
    store.migrate(from, to).await.unwrap();
    store.migrate(to, to).await.unwrap();
    let store = reopened(store, folder.path()).await;
    assert_eq!(store.grown().await.unwrap(), [(from, to)]);
}

#[tokio::test]
async fn settings_chosen_in_the_supergroup_win_over_those_of_the_group() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let (fresh, chosen) = (ChatId(-1_001), ChatId(-1_002));
    let empty = |id, lang| Chat {
        id,
        title: "New".to_owned(),
        settings: ChatSettings { lang, ..ChatSettings::default() },
        ..chat(id)
    };
    for to in [fresh, chosen] {
        let mut new = empty(to, Some(Lang::En));
        new.settings.turn_board = to == chosen;
        store.commit(Change { chats: vec![chat(GROUP), new], ..Change::default() }).await.unwrap();
        store.migrate(GROUP, to).await.unwrap();
    }
    let fresh = store.chat(fresh).await.unwrap().unwrap();
    assert_eq!((fresh.title.as_str(), fresh.settings), ("New", chat(GROUP).settings));
    let chosen = store.chat(chosen).await.unwrap().unwrap();
    let kept = ChatSettings { lang: Some(Lang::En), turn_board: true, ..ChatSettings::default() };
    assert_eq!(chosen.settings, kept);
}

#[tokio::test]
async fn confirmed_updates_are_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    for update in [3, 4, 5] {
        store.commit(Change { update: Some(update), ..Change::default() }).await.unwrap();
    }
    store.confirmed(5).await.unwrap();
    let store = reopened(store, folder.path()).await;
    let handled = [store.handled(3).await.unwrap(), store.handled(4).await.unwrap(), store.handled(5).await.unwrap()];
    assert_eq!(handled, [false, false, true]);
}

/// Records of a newer program, damaged ones, games their rules refuse: each is reported by name, and stops nothing else.
#[tokio::test]
async fn a_table_that_cannot_be_read_is_set_aside() {
    type Spoil = fn(&mut Vec<u8>);
    let ways: [(Spoil, &str); 3] = [
        (|record| record[0] = 200, "use the newer Doushou"),
        (|record| record.truncate(record.len() - 3), "is damaged"),
        (|record| replace(record, b"a3a4", b"a3a9"), "ply 1 (a3a9) is refused by the rules"),
    ];
    for (spoil, says) in ways {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let broken = played_on(&game(&store, HERE, [1, 2]).await, &["a3a4"]);
        let whole = game(&store, HERE, [1, 2]).await;
        save(&store, &[&broken, &whole]).await;
        store.close().await;
        let spoiled = spoil_record(folder.path(), broken.table.id, spoil);

        let store = Store::open(folder.path()).unwrap();
        assert_eq!(ids(&store.live().await.unwrap()), [whole.table.id]);
        assert_eq!(ids(&store.live_in(GROUP).await.unwrap()), [whole.table.id]);
        let Err(CommitError::Fault(sentence)) = store.table(broken.table.id).await else { panic!("it was read") };
        assert!(sentence.starts_with(&format!("table {}: ", broken.table.id)) && sentence.contains(says), "{sentence}");
        // It counts for no limit, for nobody could end it.
        let limits = Some(Limits { games_per_person: 2, ..Limits::default() });
        let another = game(&store, HERE, [1, 3]).await;
        store.commit(Change { tables: vec![another], limits, ..Change::default() }).await.unwrap();
        save(&store, &[&played_on(&whole, &["a3a4"])]).await;
        store.close().await;
        assert_eq!(spoil_record(folder.path(), broken.table.id, |_| {}), spoiled, "its record stays as it is");
    }
}

/// Changes a table's record behind the store's back; returns what it is now.
fn spoil_record(folder: &Path, id: GameId, spoil: fn(&mut Vec<u8>)) -> Vec<u8> {
    let db = sled::open(folder).unwrap();
    let tables = db.open_tree("tables").unwrap();
    let key = id.0.to_be_bytes();
    let mut record = tables.get(key).unwrap().unwrap().to_vec();
    spoil(&mut record);
    tables.insert(key, record.as_slice()).unwrap();
    db.flush().unwrap();
    record
}

fn replace(bytes: &mut [u8], old: &[u8], new: &[u8]) {
    let at = bytes.windows(old.len()).position(|window| window == old).unwrap();
    bytes[at..at + old.len()].copy_from_slice(new);
}

#[tokio::test]
async fn a_closed_store_refuses_politely() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    store.close().await;
    store.close().await;
    let Err(CommitError::Fault(sentence)) = store.commit(Change::default()).await else { panic!() };
    assert_eq!(sentence, "the store is closed");
}

/// Closes the store and opens it again.
async fn reopened(store: Store, folder: &Path) -> Store {
    store.close().await;
    Store::open(folder).unwrap()
}

fn spawn<F: Future<Output: Send + 'static> + Send + 'static>(
    store: &Store,
    work: impl FnOnce(Store) -> F,
) -> tokio::task::JoinHandle<F::Output> {
    tokio::spawn(work(store.clone()))
}

async fn joined<T>(tasks: impl IntoIterator<Item = tokio::task::JoinHandle<T>>) -> Vec<T> {
    let mut results = Vec::new();
    for task in tasks.into_iter().collect::<Vec<_>>() {
        results.push(task.await.unwrap());
    }
    results
}

fn change(tables: &[&Stored]) -> Change {
    Change { tables: tables.iter().copied().cloned().collect(), ..Change::default() }
}

async fn save(store: &Store, tables: &[&Stored]) {
    store.commit(change(tables)).await.unwrap();
}

fn ids(tables: &[Stored]) -> Vec<GameId> {
    tables.iter().map(|stored| stored.table.id).collect()
}

#[track_caller]
fn assert_same(one: &Stored, other: &Stored) {
    assert_eq!(format!("{one:#?}"), format!("{other:#?}"));
}

fn person(id: u64) -> Person {
    Person {
        id: PersonId(id),
        name: format!("Player {id} 虎"),
        username: Some(format!("player_{id}")),
        client_language: Some("zh-hans".to_owned()),
        settings: PersonSettings { lang: Some(Lang::En), ..PersonSettings::default() },
        reachable: true,
    }
}

fn chat(id: ChatId) -> Chat {
    Chat {
        id,
        kind: ChatKind::Group,
        title: "Jungle".to_owned(),
        settings: ChatSettings {
            lang: Some(Lang::ZhHans),
            boards: BoardPolicy::AlwaysNew,
            turn_board: true,
            ..ChatSettings::default()
        },
        active: true,
    }
}

fn stored(table: Table) -> Stored {
    Stored { table, version: 1, shown: None }
}

async fn challenge(store: &Store, place: Place, by: u64) -> Stored {
    let challenge = Challenge {
        by: PersonId(by),
        to: Target::Anybody,
        sides: Sides::Author(Seat::First),
        setup: Setup::default(),
        clock: TimeControl::Unlimited,
        stakes: Stakes::default(),
        arranged: 0,
        made: Time(0),
        expires: Time(1_000_000),
    };
    stored(Table::challenge(store.next_id().await.unwrap(), place, challenge))
}

async fn game(store: &Store, place: Place, people: [u64; 2]) -> Stored {
    let draft = Draft::new(Setup::default(), people.map(|id| Player::Person(PersonId(id))));
    stored(Table::game(store.next_id().await.unwrap(), place, draft, Time(0)))
}

/// The game, played for this.
fn played_for(mut stored: Stored, stakes: Stakes) -> Stored {
    if let Stage::Game(game) = &mut stored.table.stage {
        game.stakes = stakes;
    }
    stored
}

/// The table of a challenge as a game of this person against the AI.
fn ai_game(challenge: &Stored, person: u64) -> Stored {
    let players = [Player::Person(PersonId(person)), Player::Ai(Animal::Cat)];
    let Table { id, place, .. } = challenge.table;
    let draft = Draft::new(Setup::default(), players);
    Stored { table: Table::game(id, place, draft, Time(0)), version: challenge.version + 1, shown: None }
}

/// The table after a command, one version newer.
fn command(before: &Stored, by: u64, command: Command) -> Stored {
    let actor = Actor::Person { id: PersonId(by), username: None, admin: false };
    let limits = Limits::default();
    let moment = Moment::new(Time(1000), Chance(0), &limits);
    let table = before.table.handle(&actor, command, moment).unwrap().table;
    Stored { table, version: before.version + 1, shown: before.shown }
}

/// The game after these moves, one version newer for each.
fn played_on(before: &Stored, moves: &[&str]) -> Stored {
    moves.iter().fold(before.clone(), |before, mv| {
        let Stage::Game(game) = &before.table.stage else { panic!("no game") };
        let Player::Person(mover) = game.players[game.state.to_move().index()] else { panic!("no person") };
        command(&before, mover.0, Command::Play { turn: game.turn(), mv: mv.parse().unwrap(), sure: true })
    })
}

/// The game after this person resigned.
fn resigned(before: &Stored, by: u64) -> Stored {
    lost(before, by, EndReason::Resignation)
}

/// The game after this person left it.
fn abandoned(before: &Stored, by: u64) -> Stored {
    lost(before, by, EndReason::Abandonment)
}

fn lost(before: &Stored, by: u64, reason: EndReason) -> Stored {
    let mut after = before.clone();
    let Stage::Game(game) = &mut after.table.stage else { panic!("no game") };
    let loser = game.players.iter().position(|player| *player == Player::Person(PersonId(by))).unwrap();
    let outcome = Outcome::Win(Seat::BOTH[loser].other());
    game.finish = Some(Finish::End(End { outcome, reason }));
    Stored { version: before.version + 1, ..after }
}

/// When the bot was last alive is known at the next start: every commit says so, and nothing but a start reads it.
#[tokio::test]
async fn the_store_remembers_when_the_bot_was_alive() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    assert_eq!(store.last_alive().await.unwrap(), None, "a new store");
    let place = Place { chat: ChatId(-1), thread: None };
    let stored = game(&store, place, [1, 2]).await;
    store.commit(Change { tables: vec![stored], ..Change::default() }).await.unwrap();
    assert_eq!(store.last_alive().await.unwrap(), None, "it is about the time before this start");
    store.close().await;
    let store = Store::open(folder.path()).unwrap();
    let first = store.last_alive().await.unwrap().unwrap();
    assert!(first > Time(0));
    store.keep_alive().await.unwrap();
    store.close().await;
    let store = Store::open(folder.path()).unwrap();
    assert!(store.last_alive().await.unwrap().unwrap() >= first);
}
