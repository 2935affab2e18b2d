//! Cups in the store: one in a place, and what becomes of their games is told to them once.

use doushou::book::CupId;
use doushou::book::cup::{self, At, Cup, Field, Form, Refusal, Seek, Terms};
use doushou::people::{Limits, PersonId, Place, Time, TimeControl};
use doushou::referee::{Finish, LimitOf, Refusal as TableRefusal, Stage};
use doushou::rules::{Chance, Setup};
use doushou::store::{Change, CommitError, CupShown, CupStep, Store, Stored, StoredCup};

use super::{GROUP, HERE, TOPIC, change, game, reopened, resigned};

pub(super) const ORGANIZER: PersonId = PersonId(90);

pub(super) fn cup(id: CupId, place: Place) -> Cup {
    let terms = Terms {
        setup: Setup::default(),
        clock: TimeControl::Unlimited,
        field: Field::Singles,
        form: Form::League { legs: 1 },
        round_millis: 1_000,
    };
    Cup::open(id, place, ORGANIZER, terms, Time(0), Time(5_000))
}

pub(super) fn step(id: CupId, person: u64, command: cup::Command) -> CupStep {
    let actor = cup::Actor::Person { id: PersonId(person), admin: false };
    CupStep::Command { id, actor, command, moment: cup::Moment { now: Time(1), chance: Chance(3) } }
}

pub(super) fn steps(cups: Vec<CupStep>) -> Change {
    Change { cups, at: Time(10), ..Change::default() }
}

/// A cup of so many with the tables of its first round.
async fn started(store: &Store, place: Place, players: u64) -> (CupId, Vec<Stored>) {
    let id = store.next_cup().await.unwrap();
    let mut all = vec![CupStep::Open(cup(id, place))];
    store.commit(steps(std::mem::take(&mut all))).await.unwrap();
    all.extend((1..=players).map(|person| step(id, person, cup::Command::Join(Seek::Alone))));
    all.push(step(id, ORGANIZER.0, cup::Command::Start));
    store.commit(steps(all)).await.unwrap();
    let tables = seat(store, id).await;
    (id, tables)
}

/// Opens the tables of all boards without one.
pub(super) async fn seat(store: &Store, id: CupId) -> Vec<Stored> {
    let stored = store.cup(id).await.unwrap().unwrap();
    let mut opened = steps(vec![]);
    for (at, pair, board) in stored.cup.boards().filter(|(_, _, board)| board.game.is_none()) {
        let [first, second] = stored.cup.crews(pair, board).map(|crew| crew[0].0);
        let table = game(store, stored.cup.place, [first, second]).await;
        opened.cups.push(CupStep::Command {
            id,
            actor: cup::Actor::Tables,
            command: cup::Command::Seat { at, game: table.table.id },
            moment: cup::Moment { now: Time(1), chance: Chance(0) },
        });
        opened.tables.push(table);
    }
    store.commit(opened.clone()).await.unwrap();
    opened.tables
}

fn first_player(stored: &Stored) -> u64 {
    let Stage::Game(game) = &stored.table.stage else { panic!("no game") };
    game.person_on(doushou::rules::Seat::First).unwrap().0
}

fn decided(stored: &StoredCup) -> usize {
    stored.cup.boards().filter(|(_, _, board)| board.verdict.is_some()).count()
}

#[tokio::test]
async fn a_game_that_ends_is_told_to_its_cup_in_the_same_commit_and_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let (id, tables) = started(&store, HERE, 4).await;
    assert_eq!(store.cup_of(tables[0].table.id).await.unwrap().unwrap().1, At { round: 1, board: 1 });
    let ended = resigned(&tables[0], first_player(&tables[0]));
    // A commit that is refused tells nothing.
    let refused = Change { limits: Some(Limits { games_per_chat: 0, ..Limits::default() }), ..change(&[&ended]) };
    store.commit(Change { update: Some(7), ..change(&[]) }).await.unwrap();
    assert!(matches!(store.commit(Change { update: Some(7), ..refused }).await, Err(CommitError::Repeated(7))));
    assert_eq!(decided(&store.cup(id).await.unwrap().unwrap()), 0);

    let before = store.cup(id).await.unwrap().unwrap().version;
    store.commit(change(&[&ended])).await.unwrap();
    let store = reopened(store, folder.path()).await;
    let stored = store.cup(id).await.unwrap().unwrap();
    assert_eq!((decided(&stored), stored.version), (1, before + 1));
    // A rematch of the ended game changes its record again.
    let mut again = ended.clone();
    again.version += 1;
    store.commit(change(&[&again])).await.unwrap();
    assert_eq!(decided(&store.cup(id).await.unwrap().unwrap()), 1);

    let other = resigned(&tables[1], first_player(&tables[1]));
    let events = store.commit_telling(change(&[&other])).await.unwrap();
    assert_eq!(events.last(), Some(&cup::Event::RoundOpened { round: 2 }));
    assert_eq!(store.cup(id).await.unwrap().unwrap().cup.rounds.len(), 2);
}

#[tokio::test]
async fn a_board_gets_one_table_and_a_voided_one_another() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let (id, tables) = started(&store, HERE, 2).await;
    let late = game(&store, HERE, [1, 2]).await;
    let at = At { round: 1, board: 1 };
    let seat = CupStep::Command {
        id,
        actor: cup::Actor::Tables,
        command: cup::Command::Seat { at, game: late.table.id },
        moment: cup::Moment { now: Time(1), chance: Chance(0) },
    };
    let both = Change { tables: vec![late.clone()], ..steps(vec![seat]) };
    assert!(matches!(store.commit(both).await, Err(CommitError::Cup(Refusal::Seated))));
    assert!(store.table(late.table.id).await.unwrap().is_none(), "whole or not at all");

    let mut voided = tables[0].clone();
    voided.version += 1;
    if let Stage::Game(game) = &mut voided.table.stage {
        game.finish = Some(Finish::Void { by: None });
    }
    store.commit(change(&[&voided])).await.unwrap();
    let stored = store.cup(id).await.unwrap().unwrap();
    assert!(stored.cup.boards().all(|(_, _, board)| board.game.is_none() && board.verdict.is_none()));
    let again = super::cups::seat(&store, id).await;
    assert_eq!(store.cup_of(again[0].table.id).await.unwrap().map(|(_, found)| found), Some(at));
    assert!(store.cup_of(voided.table.id).await.unwrap().is_none());
}

#[tokio::test]
async fn one_cup_in_a_place_at_a_time_and_each_topic_is_a_place() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let mut ids = Vec::new();
    for place in [HERE, TOPIC] {
        let id = store.next_cup().await.unwrap();
        store.commit(steps(vec![CupStep::Open(cup(id, place))])).await.unwrap();
        ids.push(id);
    }
    let second = steps(vec![CupStep::Open(cup(CupId(99), HERE))]);
    assert!(matches!(store.commit(second.clone()).await, Err(CommitError::AnotherCup)));
    let store = reopened(store, folder.path()).await;
    assert!(matches!(store.commit(second.clone()).await, Err(CommitError::AnotherCup)));
    let found = |stored: Option<StoredCup>| stored.map(|stored| stored.cup.id);
    assert_eq!(found(store.cup_in(HERE).await.unwrap()), Some(ids[0]));
    assert_eq!(found(store.cup_in(TOPIC).await.unwrap()), Some(ids[1]));
    let off = step(ids[0], ORGANIZER.0, cup::Command::CallOff { why: String::new() });
    store.commit(steps(vec![off])).await.unwrap();
    store.commit(second).await.unwrap();
    assert_eq!(found(store.cup_in(HERE).await.unwrap()), Some(CupId(99)));
    let nobody = steps(vec![step(CupId(12345), 1, cup::Command::Leave)]);
    assert!(matches!(store.commit(nobody).await, Err(CommitError::NoSuchCup)));
    // The topic is gone: the cup goes on in the chat itself.
    store.cup_leaves_topic(ids[1]).await.unwrap();
    assert_eq!(store.cup(ids[1]).await.unwrap().unwrap().cup.place, HERE);
}

#[tokio::test]
async fn games_of_cups_count_for_no_limit_and_close_the_ear_to_advice() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let (_, tables) = started(&store, HERE, 4).await;
    let limits = Limits { games_per_person: 1, games_per_pair: 1, games_per_chat: 1, ..Limits::default() };
    let player = first_player(&tables[0]);
    for person in 1..=4 {
        assert!(store.plays_cup_game(PersonId(person)).await.unwrap());
    }
    let casual = game(&store, HERE, [player, 50]).await;
    let limited = |stored: &Stored| Change { limits: Some(limits.clone()), ..change(&[stored]) };
    store.commit(limited(&casual)).await.unwrap();
    assert!(!store.plays_cup_game(PersonId(50)).await.unwrap(), "a game beside the cup is none of it");
    let one_more = game(&store, HERE, [player, 51]).await;
    let Err(CommitError::Limit(refusal)) = store.commit(limited(&one_more)).await else { panic!("too many") };
    assert_eq!(refusal, TableRefusal::TooManyGames { who: LimitOf::Person(PersonId(player)), max: 1 });
    store.commit(change(&[&resigned(&tables[0], player)])).await.unwrap();
    assert!(!store.plays_cup_game(PersonId(player)).await.unwrap(), "it is over");
    let store = reopened(store, folder.path()).await;
    assert!(store.plays_cup_game(PersonId(first_player(&tables[1]))).await.unwrap());
}

#[tokio::test]
async fn what_was_shown_of_a_cup_survives_and_a_group_that_grows_takes_it_along() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let (id, tables) = started(&store, HERE, 4).await;
    let version = store.cup(id).await.unwrap().unwrap().version;
    let shown = CupShown { message: 5, version, chapter: 1 };
    store.mark_cup_shown(id, shown).await.unwrap();
    store.mark_cup_shown(id, CupShown { message: 4, version: version - 1, chapter: 0 }).await.unwrap();
    let stored = store.cup(id).await.unwrap().unwrap();
    assert_eq!((stored.shown, stored.version), (Some(shown), version));
    let grown = doushou::people::ChatId(-100_999);
    store.migrate(GROUP, grown).await.unwrap();
    let store = reopened(store, folder.path()).await;
    let stored = store.cup(id).await.unwrap().unwrap();
    assert_eq!((stored.cup.place.chat, stored.shown), (grown, None));
    assert_eq!(store.cups_to_mind().await.unwrap(), [stored]);
    assert!(store.cup_of(tables[0].table.id).await.unwrap().is_some());
}
