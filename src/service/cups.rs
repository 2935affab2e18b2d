//! Cups: what people ask of them, the tables they need, and their deadlines.
//!
//! A cup says which games there should be and how they are decided. [`Service::settle`] makes the tables follow: after every change,
//! and at the start of the program. It does nothing twice, so that nothing is lost wherever the program dies.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::board::NameBook;
use super::dispatch::{Said, Visit, refreshed};
use super::outbox::Item;
use super::tables::Stop;
use super::timers::sleep_until;
use super::wishes::seat_in;
use super::{Messenger, Service, chance, now};
use crate::book::cup::{Actor, At, Command, Cup, Field, Form, Moment, Refusal, Seek, Stage, Terms};
use crate::book::{CupGame, CupId, Stakes};
use crate::chat::{CupAct, CupDone, CupNotice, CupWish, FormWish, Notice, Opening, Page, Ruling, Sender, Twice};
use crate::people::{BadClock, ChatKind, PersonId, Time};
use crate::referee::{self, Draft, Player, Stage as TableStage, Table};
use crate::rules::{Outcome, Seat};
use crate::store::{Change, CommitError, CupStep, Stored, StoredCup};

/// How long registration is open, and how long a round takes where nobody said it, in milliseconds.
const REGISTRATION_MILLIS: i64 = 3 * DAY_MILLIS;
const ROUND_MILLIS: i64 = 7 * DAY_MILLIS;
const DAY_MILLIS: i64 = 24 * 60 * 60 * 1000;
/// What is said again within this has been said twice.
const TWICE: Duration = Duration::from_secs(60);

/// What the program remembers of cups beside their records.
#[derive(Default)]
pub(super) struct CupDesk {
    /// Cups that are to be shown in a new message.
    anew: Mutex<HashSet<CupId>>,
    /// Until when somebody waits to wake up for a cup.
    armed: Mutex<HashMap<CupId, Time>>,
    /// Who wanted what cannot be undone, and when.
    asked: Mutex<HashMap<Asker, (Twice, Instant)>>,
}

/// A person at a cup, or an anonymous admin.
type Asker = (CupId, Option<PersonId>);

impl CupDesk {
    pub fn ask_anew(&self, id: CupId) {
        self.anew.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
    }

    pub fn is_asked(&self, id: CupId) -> bool {
        self.anew.lock().unwrap_or_else(PoisonError::into_inner).contains(&id)
    }

    pub fn met(&self, id: CupId) {
        self.anew.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
    }

    /// Whether this was said before, a moment ago.
    fn said_twice(&self, id: CupId, who: Option<PersonId>, what: Twice) -> bool {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.retain(|_, (_, at)| at.elapsed() < TWICE);
        match asked.remove(&(id, who)) {
            Some((before, _)) if before == what => true,
            _ => {
                asked.insert((id, who), (what, Instant::now()));
                false
            }
        }
    }
}

impl From<CupNotice> for Stop {
    fn from(notice: CupNotice) -> Stop {
        Stop::Notice(Notice::Cup(notice))
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Stop {
        CupNotice::Refused(refusal).into()
    }
}

impl<M: Messenger> Service<M> {
    /// `/cup …`.
    pub(super) async fn cup_wish(&self, wish: CupWish, visit: Visit) -> Result<Said, Stop> {
        if visit.chat.kind == ChatKind::Private {
            return Err(Stop::Notice(Notice::GroupsOnly));
        }
        let here = self.0.store.cup_in(visit.place()).await?;
        let live = here.clone().filter(|stored| stored.cup.is_live());
        let wish = match (wish, &live, &here) {
            (CupWish::Open(opening), None, _) => return self.open_cup(opening, visit).await,
            (CupWish::Open(_), Some(_), _) => return Err(CupNotice::AnotherRuns.into()),
            (CupWish::Show, None, _) => return self.open_cup(Opening::default(), visit).await,
            (CupWish::Show, Some(stored), _) => {
                let id = stored.cup.id;
                self.save(visit.change).await?;
                self.0.cups.ask_anew(id);
                self.push(visit.chat.id, Item::ShowCup(id));
                return Ok(None);
            }
            (CupWish::Text, _, Some(stored)) => {
                return self.say_page(visit, &Page::CupStandings { cup: &stored.cup }).await;
            }
            (CupWish::Log, _, Some(stored)) => {
                return self.say_page(visit, &Page::CupLog { cup: &stored.cup, now: now() }).await;
            }
            (wish, _, _) => wish,
        };
        let stored = live.ok_or(CupNotice::None)?;
        self.ask_of_cup(&stored.cup, wish, visit).await
    }

    /// A press on a cup's message.
    pub(super) async fn cup_pressed(&self, id: CupId, act: CupAct, visit: Visit) -> Result<Said, Stop> {
        let stored = self.0.store.cup(id).await?.filter(|stored| stored.cup.place.chat == visit.chat.id);
        let stored = stored.ok_or(Stop::Notice(Notice::UnknownButton))?;
        let wish = match act {
            CupAct::Text => return self.say_page(visit, &Page::CupStandings { cup: &stored.cup }).await,
            CupAct::Log => return self.say_page(visit, &Page::CupLog { cup: &stored.cup, now: now() }).await,
            CupAct::JoinTeam { captain } => {
                let actor = self.cup_player(&visit)?;
                return self.command_cup(id, actor, Command::Join(Seek::Into(captain)), visit.change).await;
            }
            CupAct::Join => CupWish::Join { team: None },
            CupAct::Leave => CupWish::Leave,
            CupAct::Start => CupWish::Start,
        };
        self.ask_of_cup(&stored.cup, wish, visit).await
    }

    async fn open_cup(&self, opening: Opening, visit: Visit) -> Result<Said, Stop> {
        self.may_begin()?;
        let organizer = visit.player()?.id;
        let FormWish { double, best, knockout } = opening.form;
        let legs = if double { 2 } else { 1 };
        let form = match best {
            _ if knockout => Form::Knockout,
            Some(best) => Form::Finals { legs, best },
            None => Form::League { legs },
        };
        let terms = Terms {
            setup: opening.setup.unwrap_or(visit.chat.settings.setup),
            clock: self.clock(opening.clock)?.unwrap_or(visit.chat.settings.clock),
            field: opening.field.unwrap_or(Field::Singles),
            form,
            round_millis: opening.round_millis.unwrap_or(ROUND_MILLIS),
        };
        let least = self.0.host.limits.shortest_clock_millis;
        if terms.round_millis < least {
            return Err(Stop::Notice(Notice::BadClock { why: BadClock::TooShort { least } }));
        }
        let id = self.0.store.next_cup().await?;
        let now = now();
        let cup = Cup::open(id, visit.place(), organizer, terms, now, now.plus(REGISTRATION_MILLIS));
        let change = Change { cups: vec![CupStep::Open(cup.clone())], at: now, ..visit.change };
        self.save(change).await?;
        self.arm_cup(&cup);
        self.push(visit.chat.id, Item::ShowCup(id));
        Ok(None)
    }

    /// Somebody asks something of a cup that is open or being played.
    async fn ask_of_cup(&self, cup: &Cup, wish: CupWish, mut visit: Visit) -> Result<Said, Stop> {
        let (id, who) = (cup.id, visit.person.as_ref().map(|person| person.id));
        let twice = |what: Twice| {
            if self.0.cups.said_twice(id, who, what) { Ok(()) } else { Err(Stop::from(CupNotice::Really(what))) }
        };
        let is_players = matches!(wish, CupWish::Join { .. } | CupWish::Leave | CupWish::Board { .. });
        let actor = if is_players { self.cup_player(&visit)? } else { self.cup_referee(cup, &visit).await? };
        let board = |round: Option<u16>, board| At { round: round.unwrap_or(cup.round()), board };
        let index = |number: u16| usize::from(number).checked_sub(1).ok_or(Refusal::NoSuchEntry { number: 0 });
        let command = match wish {
            CupWish::Show | CupWish::Open(_) | CupWish::Text | CupWish::Log => return Ok(None),
            CupWish::Join { team: Some(name) } if cup.terms.field.is_teams() => Command::Join(Seek::Found(name)),
            CupWish::Join { .. } => Command::Join(Seek::Alone),
            CupWish::Leave => {
                let runs = matches!(cup.stage, Stage::Running { .. });
                if runs && who.is_some_and(|who| cup.entry_of(who).is_some()) {
                    twice(Twice::Leave)?;
                }
                Command::Leave
            }
            CupWish::Start => {
                self.may_begin()?;
                Command::Start
            }
            CupWish::Board { number } => Command::Board { member: usize::from(number).wrapping_sub(1) },
            CupWish::Rule { round, board: number, ruling, why } => {
                let at = board(round, number);
                let (_, board) = cup.board(at).ok_or(Refusal::NoSuchBoard { at })?;
                let score = match ruling {
                    Ruling::Win(seat) => board.score_of(Outcome::Win(seat)),
                    Ruling::Draw => board.score_of(Outcome::Draw),
                    Ruling::Neither => crate::book::cup::Score::Neither,
                };
                Command::Rule { at, score, why }
            }
            CupWish::Forfeit { number, why } => Command::Forfeit { entry: index(number)?, why },
            CupWish::Withdraw { number, why } => {
                twice(Twice::Withdraw { number: number.into() })?;
                Command::Withdraw { entry: index(number)?, why }
            }
            CupWish::Replace { number, board, by, why } => {
                let seen = by.ok_or(CupNotice::ReplaceByWhom)?;
                // The boards will name them, and they may never have said a word to the bot.
                let old = self.0.store.person(seen.id).await?;
                let reachable = old.as_ref().is_some_and(|person| person.reachable);
                let person = refreshed(old.as_ref(), &seen, reachable);
                if old.as_ref() != Some(&person) {
                    visit.change.people.push(person);
                }
                let member = usize::from(board.unwrap_or(1)).wrapping_sub(1);
                Command::Replace { entry: index(number)?, member, by: seen.id, why }
            }
            CupWish::Clock { round, board: number, side, millis, why } => {
                let at = board(round, number);
                return self
                    .set_clock(cup, actor, Command::SetClock { at, seat: side, millis, why }, visit.change)
                    .await;
            }
            CupWish::Pause { why } => Command::Pause { why },
            CupWish::Resume { why } => Command::Resume { why },
            CupWish::TakeOver => Command::TakeOver,
            CupWish::CallOff { why } => {
                twice(Twice::CallOff)?;
                Command::CallOff { why }
            }
        };
        self.command_cup(id, actor, command, visit.change).await
    }

    /// Corrects a clock: the table does it, and the cup notes it, in one change.
    async fn set_clock(&self, cup: &Cup, actor: Actor, command: Command, mut change: Change) -> Result<Said, Stop> {
        let Command::SetClock { at, seat, millis, .. } = command else { return Ok(None) };
        let (_, board) = cup.board(at).ok_or(Refusal::NoSuchBoard { at })?;
        let id = board.game.ok_or(CupNotice::NoClock)?;
        let stored = self.0.store.table(id).await?;
        let game = stored.as_ref().and_then(|stored| stored.table.as_game());
        if game.is_none_or(|game| game.clock.is_none() || game.finish.is_some()) {
            return Err(CupNotice::NoClock.into());
        }
        let moment = Moment { now: now(), chance: chance() };
        change.cups.push(CupStep::Command { id: cup.id, actor, command, moment });
        self.command(id, &referee::Actor::Cup, referee::Command::AdjustClock { seat, millis }, change).await?;
        self.settle(cup.id).await;
        Ok(Some(Notice::Cup(CupNotice::Done(CupDone::Ruled { at }))))
    }

    /// Somebody who plays: a person under their own name.
    fn cup_player(&self, visit: &Visit) -> Result<Actor, Stop> {
        Ok(Actor::Person { id: visit.player()?.id, admin: false })
    }

    /// Somebody who may be a referee: the organizer, or else an admin if they are one.
    async fn cup_referee(&self, cup: &Cup, visit: &Visit) -> Result<Actor, Stop> {
        match (&visit.person, &visit.incoming.from) {
            (Some(person), _) if person.id == cup.organizer => Ok(Actor::Person { id: person.id, admin: false }),
            (Some(person), _) => Ok(Actor::Person { id: person.id, admin: self.is_admin(visit).await? }),
            (None, Sender::AnonymousAdmin) => Ok(Actor::AnonymousAdmin),
            (None, _) => Err(Stop::Notice(Notice::ChannelsCannot)),
        }
    }

    /// Carries a command to a cup out, saves it and sets in motion what follows.
    pub(super) async fn command_cup(
        &self,
        id: CupId,
        actor: Actor,
        command: Command,
        change: Change,
    ) -> Result<Said, Stop> {
        let moment = Moment { now: now(), chance: chance() };
        let mut change = Change { at: moment.now, ..change };
        change.cups.push(CupStep::Command { id, actor, command, moment });
        let events = self.0.store.commit_telling(change).await?;
        self.settle(id).await;
        Ok(CupDone::of(&events).map(|done| Notice::Cup(CupNotice::Done(done))))
    }

    /// Makes tables, message and timer follow a cup. What cannot be done now is done at the next change, or the next start.
    pub(super) async fn settle(&self, id: CupId) {
        if let Err(Stop::Notice(notice)) = self.try_to_settle(id).await {
            tracing::warn!(%id, ?notice, "a cup's tables do not follow it yet");
        }
    }

    async fn try_to_settle(&self, id: CupId) -> Result<(), Stop> {
        let Some(stored) = self.0.store.cup(id).await? else { return Ok(()) };
        let cup = &stored.cup;
        self.arm_cup(cup);
        // The last boards of a round are shown before the next round.
        let ended = self.end_and_reseat(&stored).await;
        self.push(cup.place.chat, Item::ShowCup(id));
        self.open_boards(cup).await?;
        ended
    }

    /// Opens a table for every board that needs one, all of them in one change.
    async fn open_boards(&self, cup: &Cup) -> Result<(), Stop> {
        if cup.stage != (Stage::Running { paused: None }) {
            return Ok(());
        }
        let now = now();
        let moment = Moment { now, chance: chance() };
        let mut change = Change { at: now, ..Change::default() };
        let chat = self.0.store.chat(cup.place.chat).await?;
        let counts_for = chat.map(|chat| chat.settings.counts_for).unwrap_or_default();
        for (at, game, board) in cup.boards() {
            if board.game.is_some() || board.verdict.is_some() {
                continue;
            }
            let crews = cup.crews(game, board);
            let [Some(&first), Some(&second)] = [crews[0].first(), crews[1].first()] else { continue };
            let players = [first, second].map(Player::Person);
            let place = CupGame { cup: cup.id, round: at.round, board: at.board };
            // A team that takes turns at one board plays for itself, not for the member who happens to sit there.
            let in_turn = cup.terms.field == Field::Consultation;
            let stakes = if in_turn { Stakes::default() } else { Stakes::from(counts_for) };
            let draft =
                Draft { clock: cup.terms.clock, cup: Some(place), stakes, ..Draft::new(cup.terms.setup, players) };
            let stored = self.fresh(cup.place, draft, now).await?;
            let command = Command::Seat { at, game: stored.table.id };
            change.cups.push(CupStep::Command { id: cup.id, actor: Actor::Tables, command, moment });
            change.tables.push(stored);
        }
        if change.tables.is_empty() {
            return Ok(());
        }
        let tables: Vec<_> = change.tables.iter().map(|stored| stored.table.clone()).collect();
        match self.0.store.commit(change).await {
            // Somebody else was faster, and opened them.
            Err(CommitError::Cup(Refusal::Seated)) => return Ok(()),
            saved => saved?,
        }
        for table in tables {
            self.show(cup.place.chat, table.id);
            self.arm(&table);
        }
        Ok(())
    }

    /// Ends the games that the cup has decided, and seats those who play on for somebody else.
    async fn end_and_reseat(&self, stored: &StoredCup) -> Result<(), Stop> {
        let cup = &stored.cup;
        for table in self.0.store.live_in(cup.place.chat).await? {
            let id = table.table.id;
            let Some((_, game, board)) = cup.boards().find(|(_, _, board)| board.game == Some(id)) else { continue };
            let crews = cup.crews(game, board);
            let command = match board.verdict {
                Some(verdict) => referee::Command::Adjudicate { outcome: board.outcome_of(verdict.score) },
                None if !cup.is_live() => referee::Command::Adjudicate { outcome: None },
                None if has_clock(&table) && stands_still(&table) != is_paused(cup) => {
                    referee::Command::StopClock { stop: is_paused(cup) }
                }
                None if would_reseat(&table, &crews) => referee::Command::Reseat { crews },
                None => continue,
            };
            match self.command(id, &referee::Actor::Cup, command, Change::default()).await {
                Ok(_) | Err(Stop::Notice(Notice::Refused(referee::Refusal::Over))) => {}
                Err(stop) => return Err(stop),
            }
        }
        Ok(())
    }

    /// The side this person is on: the seat they have, or that of their team where its members move in turn.
    pub(super) async fn side_of(&self, table: &Table, person: PersonId) -> Result<Option<Seat>, CommitError> {
        if let Some(seat) = seat_in(table, person) {
            return Ok(Some(seat));
        }
        Ok(self.teams(table).await?.and_then(|teams| side_in(&teams, person)))
    }

    /// What to tell whoever is no player just now: somebody of a team that moves in turn is told who acts for it. `moves`: a
    /// move was wanted, not one of the things that whoever moves next says for the team.
    pub(super) async fn no_player(&self, table: &Table, who: Option<PersonId>, moves: bool) -> Result<Stop, Stop> {
        let refused = Stop::from(referee::Refusal::NotAPlayer);
        let (Some(who), Some(game)) = (who, table.as_game()) else { return Ok(refused) };
        let Some(teams) = self.teams(table).await? else { return Ok(refused) };
        let Some(side) = side_in(&teams, who) else { return Ok(refused) };
        let seat = if moves { game.state.to_move() } else { side };
        let Some(person) = game.person_on(seat) else { return Ok(refused) };
        let team = teams[seat.index()].name.clone();
        let notice = if moves { CupNotice::MovesFor { person, team } } else { CupNotice::SpeaksFor { person, team } };
        Ok(notice.into())
    }

    /// Says beside the names of those who move in turn at a table which team they play for.
    pub(super) async fn name_teams(&self, table: &Table, names: &mut NameBook) -> Result<(), CommitError> {
        let (Some(game), Some(teams)) = (table.as_game(), self.teams(table).await?) else { return Ok(()) };
        for seat in Seat::BOTH {
            if let Some(person) = game.person_on(seat) {
                names.plays_for(person, &teams[seat.index()].name);
            }
        }
        Ok(())
    }

    /// The teams that move in turn at a table of a cup, by seat.
    async fn teams(&self, table: &Table) -> Result<Option<[Team; 2]>, CommitError> {
        let Some(CupGame { cup, round, board }) = table.as_game().and_then(|game| game.cup) else { return Ok(None) };
        let Some(StoredCup { cup, .. }) = self.0.store.cup(cup).await? else { return Ok(None) };
        let at = At { round, board };
        let Some((pair, board)) = cup.board(at).filter(|_| cup.terms.field == Field::Consultation) else {
            return Ok(None);
        };
        let (home, away) = (Some(pair.home), pair.away);
        let sides = if board.home_first { [home, away] } else { [away, home] };
        let crews = cup.crews(pair, board);
        let team = |seat: Seat| {
            let entry = sides[seat.index()].and_then(|entry| cup.entries.get(entry));
            let name = entry.and_then(|entry| entry.team.clone()).unwrap_or_default();
            Team { name, members: crews[seat.index()].clone() }
        };
        Ok(Some(Seat::BOTH.map(team)))
    }

    /// Hints and analysis are closed to whoever plays a game of a cup just now (rule 6.6).
    pub(super) async fn may_be_advised(&self, person: Option<PersonId>) -> Result<(), Stop> {
        let Some(person) = person else { return Ok(()) };
        if self.0.store.plays_cup_game(person).await? { Err(CupNotice::NoAdvice.into()) } else { Ok(()) }
    }

    /// The table of a cup has changed.
    pub(super) fn table_of_cup_changed(&self, id: CupId) {
        let service = self.clone();
        // In a task of its own: whoever has told it holds the table's lock.
        tokio::spawn(async move { service.settle(id).await });
    }

    /// Wakes up when registration closes or the round's time is over.
    pub(super) fn arm_cup(&self, cup: &Cup) {
        let mut armed = self.0.cups.armed.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(due) = cup.due() else {
            armed.remove(&cup.id);
            return;
        };
        if armed.insert(cup.id, due) == Some(due) {
            return;
        }
        let (service, id) = (self.clone(), cup.id);
        tokio::spawn(async move {
            sleep_until(due).await;
            let is_newest = {
                let mut armed = service.0.cups.armed.lock().unwrap_or_else(PoisonError::into_inner);
                let is_newest = armed.get(&id) == Some(&due);
                if is_newest {
                    armed.remove(&id);
                }
                is_newest
            };
            if is_newest && let Err(Stop::Notice(notice)) = service.time_of_cup_is_over(id).await {
                tracing::debug!(%id, ?notice, "nothing is due");
            }
        });
    }

    async fn time_of_cup_is_over(&self, id: CupId) -> Result<(), Stop> {
        let Some(stored) = self.0.store.cup(id).await? else { return Ok(()) };
        let chat = self.0.store.chat(stored.cup.place.chat).await?;
        if chat.is_some_and(|chat| !chat.active) {
            // Nobody can play where the bot is not: the round goes on when it is back.
            return Ok(());
        }
        let mut to_move: Vec<(u16, Seat)> = Vec::new();
        let round = stored.cup.round();
        for (at, _, board) in stored.cup.boards().filter(|(at, ..)| at.round == round) {
            let Some(game) = board.game else { continue };
            if let Some(Stored { table, .. }) = self.0.store.table(game).await?
                && let TableStage::Game(game) = &table.stage
            {
                to_move.push((at.board, game.state.to_move()));
            }
        }
        self.command_cup(id, Actor::Clock, Command::Due { to_move }, Change::default()).await?;
        Ok(())
    }
}

/// Those who move in turn for one side.
struct Team {
    name: String,
    members: Vec<PersonId>,
}

fn side_in(teams: &[Team; 2], person: PersonId) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|seat| teams[seat.index()].members.contains(&person))
}

/// Gives a round that is being played back the time between these moments, in which nobody could play.
pub(super) fn credit_of_cup(cup: &Cup, from: Time, upto: Time) -> Option<CupStep> {
    let command = Command::Credit { from, upto };
    let runs = cup.stage == Stage::Running { paused: None };
    runs.then_some(CupStep::Command {
        id: cup.id,
        actor: Actor::Clock,
        command,
        moment: Moment { now: upto, chance: chance() },
    })
}

const fn is_paused(cup: &Cup) -> bool {
    matches!(cup.stage, Stage::Running { paused: Some(_) })
}

fn has_clock(stored: &Stored) -> bool {
    stored.table.as_game().is_some_and(|game| game.clock.is_some())
}

/// Whether its clock has been stopped.
fn stands_still(stored: &Stored) -> bool {
    let clock = stored.table.as_game().and_then(|game| game.clock.as_ref());
    clock.is_some_and(|clock| clock.stopped.is_some())
}

/// Whether somebody else should sit there.
fn would_reseat(stored: &Stored, crews: &[Vec<PersonId>; 2]) -> bool {
    match &stored.table.stage {
        TableStage::Game(game) => game.clone().take_turns(crews),
        TableStage::Open(_) | TableStage::Closed { .. } => false,
    }
}
