//! Points and ratings in the store: every game counts once, and all that end at the same time count.

use doushou::book::{Line, RATED_GAMES_PER_PAIR, Stakes, Unrated, Verdict};
use doushou::people::{ChatId, PersonId, Place, Time};
use doushou::referee::{Command, Finish, OfferKind, Stage};
use doushou::rules::Variant;
use doushou::store::{Change, CommitError, Store, Stored};

use super::{GROUP, HERE, ai_game, challenge, command, game, joined, played_for, reopened, resigned, save, spawn};

const DAY: i64 = 24 * 60 * 60 * 1000;

const RATED: Stakes = Stakes { rated: true, scored: false };
const BOTH: Stakes = Stakes { rated: true, scored: true };

/// A game of these people for these stakes.
async fn game_for(store: &Store, place: Place, people: [u64; 2], stakes: Stakes) -> Stored {
    played_for(game(store, place, people).await, stakes)
}

/// Saves the end of a game at this moment.
async fn save_at(store: &Store, at: i64, table: &Stored) {
    store.commit(Change { tables: vec![table.clone()], at: Time(at), ..Change::default() }).await.unwrap();
}

async fn ledger(store: &Store, id: u64) -> Vec<Line> {
    store.ledger(PersonId(id)).await.unwrap()
}

async fn rated_games(store: &Store, id: u64, chat: Option<ChatId>) -> u32 {
    let ratings = store.ratings_of(PersonId(id), chat).await.unwrap();
    ratings.iter().map(|(_, rating)| rating.games).sum()
}

async fn points(store: &Store, id: u64, chat: ChatId) -> Option<i32> {
    let points = store.points_in(chat).await.unwrap();
    points.into_iter().find(|(person, _)| person.0 == id).map(|(_, points)| points)
}

#[tokio::test]
async fn a_game_counts_once_whatever_is_saved_of_it_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let begun = game_for(&store, HERE, [1, 2], RATED).await;
    save(&store, &[&begun]).await;
    assert!(ledger(&store, 1).await.is_empty(), "a game that goes on");

    let ended = resigned(&begun, 1);
    let change = Change { tables: vec![ended.clone()], update: Some(7), at: Time(5000), ..Change::default() };
    store.commit(change.clone()).await.unwrap();
    assert!(matches!(store.commit(change).await, Err(CommitError::Repeated(7))));
    let rematch = command(&ended, 1, Command::Offer(OfferKind::Rematch));
    save_at(&store, 6000, &rematch).await;
    let store = reopened(store, folder.path()).await;

    let [line] = &ledger(&store, 1).await[..] else { panic!("one line") };
    assert_eq!((line.verdict, line.at, line.points), (Verdict::Lost, Time(5000), None));
    assert_eq!(line.rating.as_ref().unwrap().here, [1500, 1338]);
    let there = store.line(ended.table.id, PersonId(2), Time(0)).await.unwrap().unwrap();
    assert_eq!((there.verdict, there.rating.unwrap().here), (Verdict::Won, [1500, 1662]));
    assert_eq!((rated_games(&store, 1, Some(GROUP)).await, rated_games(&store, 1, None).await), (1, 1));
    let ranking = store.ratings_in(GROUP).await.unwrap();
    let ranking: Vec<_> =
        ranking.iter().map(|(person, variant, rating)| (person.0, *variant, rating.points())).collect();
    assert_eq!(ranking, [(1, Variant::Jungle, 1338), (2, Variant::Jungle, 1662)]);
}

#[tokio::test]
async fn all_games_of_a_person_that_end_at_once_count() {
    const GAMES: u64 = 24;
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let mut games = Vec::new();
    for opponent in 2..2 + GAMES {
        let game = game_for(&store, HERE, [1, opponent], BOTH).await;
        save(&store, &[&game]).await;
        let left = super::abandoned(&game, 1);
        games.push(left);
    }
    let endings = games.into_iter().map(|left| {
        spawn(&store, |store| async move {
            store.commit(Change { tables: vec![left], at: Time(5000), ..Change::default() }).await.unwrap();
        })
    });
    joined(endings).await;
    let store = reopened(store, folder.path()).await;

    let lines = ledger(&store, 1).await;
    assert_eq!(lines.len() as u64, GAMES);
    assert_eq!(rated_games(&store, 1, None).await as u64, GAMES);
    assert_eq!(points(&store, 1, GROUP).await, Some(-10 * GAMES as i32));
    // Each began where another had ended.
    let mut changes: Vec<[i32; 2]> = lines.iter().map(|line| line.rating.as_ref().unwrap().here).collect();
    changes.sort_by_key(|[before, _]| std::cmp::Reverse(*before));
    assert_eq!(changes[0][0], 1500);
    assert!(changes.windows(2).all(|pair| pair[0][1] == pair[1][0]), "{changes:?}");
    let mut totals: Vec<i32> = lines.iter().map(|line| line.points.unwrap().total).collect();
    totals.sort_unstable();
    assert_eq!(totals, (1..=GAMES as i32).rev().map(|n| -10 * n).collect::<Vec<_>>());
}

#[tokio::test]
async fn two_games_that_end_with_one_change_both_count() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let mut both = Vec::new();
    for _ in 0..2 {
        let game = game_for(&store, HERE, [1, 2], BOTH).await;
        save(&store, &[&game]).await;
        both.push(super::abandoned(&game, 2));
    }
    store.commit(Change { tables: both, at: Time(9), ..Change::default() }).await.unwrap();
    assert_eq!((ledger(&store, 2).await.len(), points(&store, 2, GROUP).await), (2, Some(-20)));
    assert_eq!(rated_games(&store, 1, Some(GROUP)).await, 2);
}

#[tokio::test]
async fn a_pair_has_so_many_rated_games_a_day_in_all_chats_together() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let elsewhere = Place { chat: ChatId(-5), thread: None };
    let mut rated = Vec::new();
    for n in 0..RATED_GAMES_PER_PAIR as i64 + 3 {
        let place = if n % 2 == 0 { HERE } else { elsewhere };
        let players = if n % 3 == 0 { [1, 2] } else { [2, 1] };
        let ended = resigned(&game_for(&store, place, players, RATED).await, 1);
        // The last one begins a new day.
        let at = if n == RATED_GAMES_PER_PAIR as i64 + 2 { DAY + 1 } else { 1 + n };
        save_at(&store, at, &ended).await;
        rated.push(store.line(ended.table.id, PersonId(1), Time(0)).await.unwrap().unwrap().rating.is_ok());
    }
    assert_eq!(rated, [true, true, true, true, true, false, false, true]);
    let other = resigned(&game_for(&store, HERE, [1, 3], RATED).await, 1);
    save_at(&store, 3, &other).await;
    assert!(ledger(&store, 3).await[0].rating.is_ok(), "another pair");
    let enough = ledger(&store, 2).await.iter().filter(|line| line.rating == Err(Unrated::Enough)).count();
    assert_eq!(enough, 2);
}

#[tokio::test]
async fn what_nobody_won_from_somebody_is_not_booked() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let phone = resigned(&game_for(&store, HERE, [1, 1], BOTH).await, 1);
    let mut void = game_for(&store, HERE, [1, 2], BOTH).await;
    if let Stage::Game(game) = &mut void.table.stage {
        game.finish = Some(Finish::Void { by: None });
    }
    save(&store, &[&phone, &void]).await;
    assert!(ledger(&store, 1).await.is_empty());

    let ai = resigned(&ai_game(&challenge(&store, HERE, 1).await, 1), 1);
    save(&store, &[&ai]).await;
    let [line] = &ledger(&store, 1).await[..] else { panic!("a game against the AI is a result") };
    assert_eq!((line.rating, line.points), (Err(Unrated::Ai), None));
    assert!(store.ratings_in(GROUP).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_game_for_nothing_is_a_result_alone() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let ended = resigned(&game_for(&store, HERE, [1, 2], Stakes::default()).await, 1);
    save(&store, &[&ended]).await;
    assert_eq!(ledger(&store, 1).await[0].rating, Err(Unrated::Friendly));
    assert!(store.ratings_in(GROUP).await.unwrap().is_empty() && store.points_in(GROUP).await.unwrap().is_empty());
}

#[tokio::test]
async fn points_and_ratings_move_to_a_chats_new_id() {
    const NEW: ChatId = ChatId(-1_000_700);
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    for n in 0..3 {
        save_at(&store, n, &super::abandoned(&game_for(&store, HERE, [1, 2], BOTH).await, 1)).await;
    }
    let elsewhere = Place { chat: ChatId(-5), thread: None };
    save_at(&store, 9, &resigned(&game_for(&store, elsewhere, [1, 2], BOTH).await, 1)).await;
    let before = (store.ratings_in(GROUP).await.unwrap(), store.points_in(GROUP).await.unwrap());

    store.migrate(GROUP, NEW).await.unwrap();
    let store = reopened(store, folder.path()).await;
    assert_eq!((store.ratings_in(NEW).await.unwrap(), store.points_in(NEW).await.unwrap()), before);
    assert!(store.ratings_in(GROUP).await.unwrap().is_empty() && store.points_in(GROUP).await.unwrap().is_empty());
    let chats: Vec<ChatId> = ledger(&store, 2).await.iter().map(|line| line.chat).collect();
    assert_eq!(chats, [NEW, NEW, NEW, elsewhere.chat]);
}
