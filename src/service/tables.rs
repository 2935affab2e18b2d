//! A command's way through the referee to the disk, and what follows from it.

use std::collections::BTreeSet;

use super::outbox::Item;
use super::{Messenger, SENT, Service, chance, now};
use crate::chat::{CupNotice, Notice};
use crate::people::{ChatId, Night, PersonId, Place, Time};
use crate::referee::{
    Actor, Command, Draft, Event, Game, GameId, Moment, OfferKind, Player, Refusal, Stage, Table, Target,
};
use crate::rules::Seat;
use crate::store::{Change, CommitError, Stored};

/// After this long without a move the next board is posted anew: an edit would notify nobody.
pub(super) const PAUSE_MILLIS: i64 = 60_000;

/// Why nothing was done.
#[derive(Debug)]
pub(super) enum Stop {
    /// A person has to be told.
    Notice(Notice),
    /// It was done before: nothing to say.
    Repeated,
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Stop {
        Stop::Notice(Notice::Refused(refusal))
    }
}

impl From<CommitError> for Stop {
    fn from(error: CommitError) -> Stop {
        match error {
            CommitError::Repeated(_) => Stop::Repeated,
            CommitError::Limit(refusal) => refusal.into(),
            CommitError::Cup(refusal) => refusal.into(),
            CommitError::AnotherCup => Stop::Notice(Notice::Cup(CupNotice::AnotherRuns)),
            CommitError::NoSuchCup | CommitError::NoSuchTable(_) => Stop::Notice(Notice::UnknownButton),
            CommitError::Fault(fault) | CommitError::Stopped(fault) => {
                tracing::error!(fault, "the store failed");
                Stop::Notice(Notice::OurFault)
            }
        }
    }
}

impl<M: Messenger> Service<M> {
    /// Asks the referee, saves, and sets in motion what follows. `change` is what else this event changes.
    pub(super) async fn command(
        &self,
        id: GameId,
        actor: &Actor,
        command: Command,
        change: Change,
    ) -> Result<Vec<Event>, Stop> {
        let _lock = self.0.locks.lock(id).await;
        let stored = self.0.store.table(id).await?.ok_or(Refusal::NoSuchTable { id })?;
        let now = now();
        let nights = self.nights(&stored.table, actor).await?;
        let sent = SENT.try_with(|sent| *sent).unwrap_or(now).min(now);
        let moment = Moment { now, sent, chance: chance(), limits: &self.0.host.limits, nights: &nights };
        let begins = matches!(command, Command::Offer(OfferKind::Rematch));
        let moves = matches!(command, Command::Play { .. });
        let progress = match stored.table.handle(actor, command, moment) {
            Err(Refusal::NotAPlayer) => return Err(self.no_player(&stored.table, actor.person(), moves).await?),
            handled => handled?,
        };
        if begins || progress.events.iter().any(|event| matches!(event, Event::Started | Event::Rematch(_))) {
            self.may_begin()?;
        }
        let place = stored.table.place;
        let mut next = Stored { table: progress.table, version: stored.version + 1, shown: stored.shown };
        let cup = self.0.store.cup_of(id).await?;
        if let Some((cup, at)) = &cup
            && let Stage::Game(game) = &mut next.table.stage
            && let Some((pair, board)) = cup.cup.board(*at).filter(|_| game.finish.is_none())
        {
            game.take_turns(&cup.cup.crews(pair, board));
        }
        let mut tables = vec![next.clone()];
        for event in &progress.events {
            if let Event::Rematch(draft) = event {
                let mut fresh = self.fresh(place, draft.clone(), now).await?;
                if let Stage::Game(game) = &mut fresh.table.stage {
                    game.heed(&nights);
                }
                tables.push(fresh);
            }
        }
        let limits = Some(self.0.host.limits.clone());
        let words = self.words_of(&stored.table, &tables, actor, &progress.events).await;
        self.say(Change { tables: tables.clone(), limits, at: moment.now, ..change }, words).await?;

        self.0.desks.with(id, |desk| {
            // An offer or a change of mind leaves what the player to move has picked.
            if board_of(&stored.table) != board_of(&next.table) {
                desk.clear();
            }
            desk.only_picked = false;
            if progress.events.iter().any(deserves_notice) {
                desk.notify = true;
                desk.paused |= moment.now.since(last_activity(&stored.table)) > PAUSE_MILLIS;
            }
            desk.turns += 1;
            desk.news = progress.events.clone();
        });
        for stored in &tables {
            self.show(place.chat, stored.table.id);
        }
        for stored in &tables {
            self.arm(&stored.table);
            let moved = |event: &Event| matches!(event, Event::Started | Event::Moved(_) | Event::TakenBack { .. });
            if stored.table.id != id || progress.events.iter().any(moved) {
                self.wake_ai(&stored.table);
            }
        }
        let offered = progress.events.iter().filter_map(|event| match event {
            Event::Offered(offer) => Some(*offer),
            _ => None,
        });
        self.ask_ai(&next.table, offered);
        // Its last board is shown before what follows in its cup.
        if let (Some((cup, _)), Some(_)) = (cup, next.table.as_game().and_then(|game| game.finish)) {
            self.table_of_cup_changed(cup.cup.id);
        }
        Ok(progress.events)
    }

    /// What is said because of these events, beside the boards: who is to move, and whose time ends.
    async fn words_of(&self, before: &Table, tables: &[Stored], actor: &Actor, events: &[Event]) -> Vec<Item> {
        let mut words = Vec::new();
        for after in tables {
            words.extend(self.notice_of_turn(before, after, actor, events).await);
            for event in events.iter().filter(|_| after.table.id == before.id) {
                words.extend(self.word_of_time(after, event).await);
            }
        }
        words
    }

    /// The nights of the people at a table and of who comes to it, where a clock heeds them.
    async fn nights(&self, table: &Table, actor: &Actor) -> Result<Vec<(PersonId, Night)>, CommitError> {
        let (heeded, people) = match &table.stage {
            Stage::Open(challenge) => (challenge.clock.is_correspondence(), [Some(challenge.by), actor.person()]),
            Stage::Game(game) => {
                let heeded = game.clock.as_ref().is_some_and(|clock| clock.control.is_correspondence());
                (heeded, Seat::BOTH.map(|seat| game.person_on(seat)))
            }
            Stage::Closed { .. } => (false, [None, None]),
        };
        let mut nights = Vec::new();
        for id in people.into_iter().flatten().filter(|_| heeded) {
            let person = self.0.store.person(id).await?;
            nights.extend(person.and_then(|person| person.settings.night).map(|night| (id, night)));
        }
        Ok(nights)
    }

    /// Whether games may begin just now.
    pub(super) fn may_begin(&self) -> Result<(), Stop> {
        match &self.0.host.house.maintenance {
            None => Ok(()),
            Some(note) => Err(Stop::Notice(Notice::Maintenance { note: note.clone() })),
        }
    }

    /// Opens a table: a challenge, or a game that starts at once.
    pub(super) async fn open(&self, stored: Stored, change: Change) -> Result<(), Stop> {
        self.may_begin()?;
        let (id, chat) = (stored.table.id, stored.table.place.chat);
        let table = stored.table.clone();
        let limits = Some(self.0.host.limits.clone());
        let words = match &table.stage {
            Stage::Open(challenge) => self.notices_of_challenge(&stored, challenge).await,
            Stage::Game(_) | Stage::Closed { .. } => Vec::new(),
        };
        self.say(Change { tables: vec![stored], limits, ..change }, words).await?;
        self.show(chat, id);
        self.arm(&table);
        self.wake_ai(&table);
        Ok(())
    }

    /// A new game's record.
    pub(super) async fn fresh(&self, place: Place, draft: Draft, now: Time) -> Result<Stored, Stop> {
        let id = self.0.store.next_id().await?;
        Ok(Stored { table: Table::game(id, place, draft, now), version: 1, shown: None })
    }

    pub(super) fn show(&self, chat: ChatId, id: GameId) {
        self.push(chat, Item::Show(id));
    }

    /// Shows a table whose record is as it was but whose message should change.
    pub(super) async fn show_again(&self, id: GameId) {
        match self.0.store.table(id).await {
            Ok(Some(stored)) => {
                self.0.desks.with(id, |desk| {
                    desk.turns += 1;
                    desk.only_picked = false;
                });
                self.show(stored.table.place.chat, id);
            }
            Ok(None) => {}
            Err(error) => tracing::error!(%error, "a table could not be read"),
        }
    }
}

/// What happened is worth a new message: somebody waits for it.
fn deserves_notice(event: &Event) -> bool {
    matches!(
        event,
        Event::Started
            | Event::Moved(_)
            | Event::Offered(_)
            | Event::Ended(_)
            | Event::TakenBack { .. }
            | Event::Declined(_)
            | Event::Forgotten
    )
}

/// What the picker depends on: the turn and whether the game goes on, or how the challenge is arranged.
fn board_of(table: &Table) -> Option<(u32, bool)> {
    match &table.stage {
        Stage::Game(game) => Some((game.turn(), game.finish.is_some())),
        Stage::Open(challenge) => Some((challenge.arranged, false)),
        Stage::Closed { .. } => None,
    }
}

pub(super) fn last_activity(table: &Table) -> Time {
    match &table.stage {
        Stage::Open(challenge) | Stage::Closed { challenge, .. } => challenge.made,
        Stage::Game(game) => game.moved,
    }
}

/// Two different people play: a new board can notify the one to move.
pub(super) fn two_people(table: &Table) -> bool {
    match &table.stage {
        Stage::Game(game) => {
            matches!(game.players, [Player::Person(first), Player::Person(second)] if first != second)
        }
        _ => true,
    }
}

/// Everybody who plays at a table, or whom its challenge is about.
pub(super) fn people_at(table: &Table) -> BTreeSet<PersonId> {
    match &table.stage {
        Stage::Open(challenge) | Stage::Closed { challenge, .. } => {
            let to = match challenge.to {
                Target::Person(id) => Some(id),
                Target::Anybody | Target::Username(_) => None,
            };
            [challenge.by].into_iter().chain(to).collect()
        }
        Stage::Game(game) => Seat::BOTH.into_iter().filter_map(|seat| game.person_on(seat)).collect(),
    }
}

/// The AI's level, if it is to move in a running game.
pub(super) fn ai_to_move(table: &Table) -> Option<(&Game, crate::rules::Animal)> {
    match &table.stage {
        Stage::Game(game) if game.finish.is_none() => match game.players[game.state.to_move().index()] {
            Player::Ai(level) => Some((game, level)),
            Player::Person(_) => None,
        },
        _ => None,
    }
}
