//! What time sets in motion: challenges and questions that expire, flags, reminders, games nobody plays any more.
//!
//! A table has at most one timer, armed anew whenever the table is saved and at every start; when it rings, the referee is asked
//! what is due.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::task::AbortHandle;

use super::cups::credit_of_cup;
use super::outbox::Item;
use super::tables::{Stop, two_people};
use super::{Messenger, Service, now};
use crate::book::TimeControl;
use crate::chat::{self, Page};
use crate::people::{Limits, Occasion, Time};
use crate::referee::{Actor, Command, Event, Game, GameId, Stage, Table};
use crate::store::{Change, CommitError, Stored, StoredCup};

/// A timer looks at the time of day again after this, which may have been set anew.
const LONGEST_NAP: Duration = Duration::from_secs(600);
/// While a clock runs the store is told this often that the bot is alive.
const HEARTBEAT: Duration = Duration::from_secs(5);
/// A game without a clock is only given back what it lost if that was longer.
const WORTH_CREDITING: i64 = 60 * 60 * 1000;

/// The timers that are armed.
#[derive(Default)]
pub(super) struct Timers(Mutex<HashMap<GameId, AbortHandle>>);

impl Timers {
    fn set(&self, id: GameId, timer: Option<AbortHandle>) {
        let mut timers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let old = match timer {
            Some(timer) => timers.insert(id, timer),
            None => timers.remove(&id),
        };
        old.inspect(AbortHandle::abort);
    }

    /// The timer has rung: nobody is to stop it any more.
    fn rang(&self, id: GameId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
    }
}

impl<M: Messenger> Service<M> {
    /// Sets the table's timer to the next moment at which something is due.
    pub(super) fn arm(&self, table: &Table) {
        let id = table.id;
        let Some(at) = due(table, &self.0.host.limits) else { return self.0.timers.set(id, None) };
        let service = self.clone();
        let timer = tokio::spawn(async move {
            sleep_until(at).await;
            service.0.timers.rang(id);
            // In a task of its own: whoever arms the timer anew stops this one.
            let work = service.clone();
            tokio::spawn(async move { work.ring(id).await });
        });
        self.0.timers.set(id, Some(timer.abort_handle()));
    }

    /// Asks the referee what is due at a table.
    async fn ring(&self, id: GameId) {
        match self.is_away_from(id).await {
            Ok(false) => {}
            // Nobody can play where the bot is not: it waits until it is back.
            Ok(true) => return,
            Err(error) => return tracing::error!(%error, "the store failed"),
        }
        match self.command(id, &Actor::Clock, Command::Expire, Change::default()).await {
            Ok(_) => {}
            // Somebody was faster, and has armed the timer anew.
            Err(Stop::Notice(notice)) => tracing::debug!(?notice, "nothing is due"),
            Err(Stop::Repeated) => {}
        }
    }

    async fn is_away_from(&self, id: GameId) -> Result<bool, CommitError> {
        let Some(stored) = self.0.store.table(id).await? else { return Ok(true) };
        let Stage::Game(_) = &stored.table.stage else { return Ok(false) };
        let chat = self.0.store.chat(stored.table.place.chat).await?;
        Ok(chat.is_some_and(|chat| !chat.active))
    }

    /// What reminds or warns somebody, if that has become due at a table.
    pub(super) async fn word_of_time(&self, stored: &Stored, event: &Event) -> Option<Item> {
        let seat = match event {
            Event::Reminded { seat } | Event::Warned { seat } => *seat,
            _ => return None,
        };
        let table = &stored.table;
        let (game, to) = table.as_game().and_then(|game| Some((game, game.person_on(seat)?)))?;
        let page = match event {
            Event::Reminded { .. } => {
                let clock = game.clock.as_ref()?;
                let (left, total) = (clock.left(seat, true, now()), matches!(clock.control, TimeControl::Total { .. }));
                let private = |title, _| Page::Reminder { to, left, total, private: Some(title) };
                // Who wants to be told of their turn in private is reminded there, everybody else where the game is.
                if let Some(notice) = self.notice(to, stored, Occasion::Turn, private).await {
                    return Some(notice);
                }
                Page::Reminder { to, left, total, private: None }
            }
            _ => {
                let lost = two_people(table) && game.plies.len() >= 2;
                let over = game.due(&self.0.host.limits).map_or(0, |at| at.since(now()).max(0));
                Page::Warning { to, left: over, lost }
            }
        };
        let place = table.place;
        let (Ok(Some(chat)), Ok(names)) = (self.0.store.chat(place.chat).await, self.names([], [to]).await) else {
            return None;
        };
        let post = chat::page(&page, &names, self.lang_of(&chat));
        Some(Item::Say { place, post, reply_to: stored.shown.map(|shown| shown.message) })
    }

    /// Gives the time back in which the bot was down, to whoever was to move: all in one change, so that nobody gets it twice
    /// and nobody is forgotten, whenever the program dies.
    pub(super) async fn credit_down_time(&self) -> Result<(), CommitError> {
        let Some(alive) = self.0.store.last_alive().await? else { return Ok(()) };
        let up = now();
        let mut change = Change { at: up, ..Change::default() };
        for mut stored in self.0.store.live().await? {
            let Stage::Game(game) = &mut stored.table.stage else { continue };
            if game.clock.is_some() || up.since(alive) > WORTH_CREDITING {
                game.credit(alive, up);
                stored.version += 1;
                change.tables.push(stored);
            }
        }
        for StoredCup { cup, .. } in self.0.store.cups_to_mind().await? {
            change.cups.extend(credit_of_cup(&cup, alive, up));
        }
        // Without a table it still says that the bot is alive.
        self.0.store.commit(change).await
    }

    /// Notes every few seconds that the bot is alive, as long as somebody's clock runs.
    pub(super) fn keep_alive(&self) {
        let service = self.clone();
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(HEARTBEAT).await;
                match service.0.store.keep_alive().await {
                    Ok(()) => {}
                    Err(CommitError::Stopped(_)) => return,
                    Err(error) => tracing::warn!(%error, "it could not be noted that the bot is alive"),
                }
            }
        });
    }
}

/// The next moment at which something happens at a table by itself.
fn due(table: &Table, limits: &Limits) -> Option<Time> {
    match &table.stage {
        Stage::Open(challenge) => Some(challenge.expires),
        Stage::Game(game) => Game::due(game, limits),
        Stage::Closed { .. } => None,
    }
}

/// Sleeps until that time of day; a moment more, so that "until then" is over when we wake.
pub(super) async fn sleep_until(at: Time) {
    while let Ok(millis @ 1..) = u64::try_from(at.since(now())) {
        tokio::time::sleep(Duration::from_millis(millis).min(LONGEST_NAP)).await;
    }
    tokio::time::sleep(Duration::from_millis(5)).await;
}
