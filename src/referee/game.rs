//! A game between two seats: playing, resigning, ending.

use super::{Actor, Command, Draft, Event, Moment, Offer, OfferKind, Player, Refusal};
use crate::book::{Clock, CupGame, Stakes, TimeOut};
use crate::people::{PersonId, Time};
use crate::rules::{Account, End, EndReason, Move, Outcome, Ply, Seat, Setup, State};

/// A game being played, or played to its end.
#[derive(Clone, Debug)]
pub struct Game {
    pub setup: Setup,
    /// By seat. The same person twice: two people share one phone.
    pub players: [Player; 2],
    /// Everything that happened; replaying it gives `state`.
    pub plies: Vec<Ply>,
    pub state: State,
    /// Plies taken back so far, in the whole game.
    pub taken_back: u32,
    /// How it ended, by the rules or by agreement, resignation or a ruling; `None` while it goes on.
    pub finish: Option<Finish>,
    /// Offers waiting for an answer, at most one of a kind.
    pub offers: Vec<Offer>,
    /// Offers declined or retracted that may not be repeated yet.
    pub spent: Vec<Offer>,
    /// Offers made so far: the next one's number less one.
    pub offers_made: u32,
    /// A rematch of this game has been arranged.
    pub rematch_made: bool,
    /// "Really resign?" or "Really leave?" stands.
    pub resigning: Option<Farewell>,
    /// `None`: there is no limit.
    pub clock: Option<Clock>,
    /// How long each ply took its side, in milliseconds; 0 where it was not noted.
    pub thought: Vec<u32>,
    /// Since when the side to move has been waited for, without the time in which it could not play.
    pub waiting: Time,
    /// The players have been told that the game will be adjudicated if nobody moves.
    pub warned: bool,
    pub stakes: Stakes,
    pub cup: Option<CupGame>,
    pub started: Time,
    /// When the position last changed: the last ply, a takeback, or the start.
    pub moved: Time,
}

/// How a game came to its end.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Finish {
    /// With a result.
    End(End),
    /// An admin closed a dead game: no result for anybody. `None`: an anonymous admin.
    Void { by: Option<PersonId> },
    /// Nobody moved for too long: no result either.
    Forgotten,
}

/// The question whether somebody really wants to go, which stands for a while.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Farewell {
    pub seat: Seat,
    pub until: Time,
    /// They want to leave the game instead of resigning it.
    pub leaves: bool,
}

/// A recorded game that its own rules refuse: the record is damaged or of other rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameFault {
    /// `number` counts from 1.
    #[error("ply {number} ({ply}) is refused by the rules: {why:?}")]
    Ply { number: usize, ply: Ply, why: crate::rules::Illegal },
}

impl Game {
    /// A new game from the starting position.
    ///
    /// The clock of the first side runs; its night is for [`Game::heed`].
    pub fn start(draft: Draft, now: Time) -> Game {
        let time_out = TimeOut::of(&draft.setup, draft.clock);
        Game {
            setup: draft.setup,
            players: draft.players,
            plies: Vec::new(),
            state: draft.setup.start(),
            taken_back: 0,
            finish: None,
            offers: Vec::new(),
            spent: Vec::new(),
            offers_made: 0,
            rematch_made: false,
            resigning: None,
            clock: Clock::start(draft.clock, time_out, now, None),
            thought: Vec::new(),
            waiting: now,
            warned: false,
            stakes: draft.stakes,
            cup: draft.cup,
            started: now,
            moved: now,
        }
    }

    /// The state after these plies from the start: how a record becomes a game again.
    pub fn replay(setup: Setup, plies: &[Ply]) -> Result<State, GameFault> {
        Ok(Game::replay_telling(setup, plies)?.0)
    }

    /// What happened in the last ply; `None` before the first.
    pub fn last_account(&self) -> Option<Account> {
        self.last_accounts(1).pop()
    }

    /// What happened in the last plies, so many at most, in their order.
    pub fn last_accounts(&self, most: usize) -> Vec<Account> {
        // The plies were accepted by these rules, so the replay cannot fail; if it did, there would be nothing to tell.
        let mut accounts = Game::replay_telling(self.setup, &self.plies).map(|(_, told)| told).unwrap_or_default();
        accounts.drain(..accounts.len().saturating_sub(most));
        accounts
    }

    /// The number of the board on show, as buttons carry it: it grows with every ply and with every takeback, so that
    /// a number never comes back and a button of a line taken back is stale like any other.
    pub fn turn(&self) -> u32 {
        self.plies.len() as u32 + 2 * self.taken_back
    }

    /// Two people share one phone: the same person sits on both seats.
    pub fn on_one_phone(&self) -> bool {
        matches!(self.players, [Player::Person(first), Player::Person(second)] if first == second)
    }

    /// A person plays the AI.
    pub fn against_ai(&self) -> bool {
        self.players.iter().any(|player| matches!(player, Player::Ai(_)))
    }

    /// The seat this actor may act for now: of the two seats of a one-phone game, the one to move.
    pub fn seat_of(&self, actor: &Actor) -> Option<Seat> {
        match actor {
            Actor::Person { .. } if self.on_one_phone() => {
                let seat = self.state.to_move();
                (self.person_on(seat) == actor.person()).then_some(seat)
            }
            Actor::Person { id, .. } => Seat::BOTH.into_iter().find(|&seat| self.person_on(seat) == Some(*id)),
            Actor::Ai(seat) => self.person_on(*seat).is_none().then_some(*seat),
            Actor::AnonymousAdmin | Actor::Clock | Actor::Cup => None,
        }
    }

    /// Who sits on a seat, unless it is the AI.
    pub fn person_on(&self, seat: Seat) -> Option<PersonId> {
        match self.players[seat.index()] {
            Player::Person(id) => Some(id),
            Player::Ai(_) => None,
        }
    }

    /// Carries out what can be done with a game.
    pub(super) fn handle(
        &self,
        actor: &Actor,
        command: Command,
        moment: Moment<'_>,
    ) -> Result<(Game, Vec<Event>), Refusal> {
        let mut game = self.clone();
        let seat = || self.seat_of(actor).ok_or(Refusal::NotAPlayer);
        let events = match command {
            Command::Void if self.finish.is_none() => game.void(actor),
            _ if self.time_is_over(moment.sent) && self.seat_of(actor).is_some() => Err(Refusal::TimeIsOver),
            Command::Offer(OfferKind::Rematch) => game.offer(seat()?, OfferKind::Rematch, moment),
            Command::Answer { offer, accept } => game.answer(seat()?, offer, accept, moment),
            Command::Retract { offer } => game.retract(seat()?, offer),
            _ if self.finish.is_some() => Err(Refusal::Over),
            Command::Arrange { .. } | Command::Join { .. } | Command::Decline | Command::Withdraw => {
                Err(Refusal::ChallengeGone)
            }
            Command::Play { turn, mv, sure } => {
                let seat = seat()?;
                game.check_turn(seat, turn)?;
                game.play(mv, sure, moment)
            }
            Command::Offer(kind) => game.offer(seat()?, kind, moment),
            Command::Resign { sure } => game.resign(seat()?, sure, false, moment),
            Command::Leave { sure } => game.resign(seat()?, sure, true, moment),
            Command::KeepPlaying => game.keep_playing(seat()?),
            Command::Expire if *actor == Actor::Clock => game.expire(moment),
            Command::Expire => Err(Refusal::NotDue),
            Command::Void => Err(Refusal::Over),
            Command::Adjudicate { .. }
            | Command::Reseat { .. }
            | Command::StopClock { .. }
            | Command::AdjustClock { .. }
                if *actor != Actor::Cup =>
            {
                Err(Refusal::NotAnAdmin)
            }
            Command::Adjudicate { outcome } => Ok(vec![game.decide(outcome)]),
            Command::Reseat { crews } => Ok(game.take_turns(&crews).then_some(Event::Reseated).into_iter().collect()),
            Command::StopClock { stop } => Ok(game.stop_clock(stop, moment.now)),
            Command::AdjustClock { seat, millis } => Ok(game.adjust_clock(seat, millis, moment.now)),
        }?;
        Ok((game, events))
    }

    fn check_turn(&self, seat: Seat, shown: u32) -> Result<(), Refusal> {
        let to_move = self.state.to_move();
        if seat != to_move {
            Err(Refusal::NotYourTurn { to_move })
        } else if shown != self.turn() {
            Err(Refusal::Stale { shown, turn: self.turn() })
        } else {
            Ok(())
        }
    }

    fn play(&mut self, mv: Move, sure: bool, moment: Moment<'_>) -> Result<Vec<Event>, Refusal> {
        let mover = self.state.to_move();
        if let Some(why) = self.state.why_illegal(mv) {
            return Err(Refusal::Illegal { mv, why });
        }
        if let Some(caution) = self.state.hazard(mv).filter(|_| !sure) {
            return Err(Refusal::Hazard { mv, caution });
        }
        let mut state = self.state.clone();
        let account = state.play(mv, moment.chance).map_err(|why| Refusal::Illegal { mv, why })?;
        self.end_turn(moment.sent);
        self.state = state;
        Ok(self.happened(mover, account, moment))
    }

    /// What follows from a ply that has been played in `state`.
    pub(super) fn happened(&mut self, mover: Seat, account: Account, moment: Moment<'_>) -> Vec<Event> {
        self.plies.push(account.ply);
        self.moved = moment.now;
        let mut events = vec![Event::Moved(account)];
        match self.state.end() {
            Some(end) => events.push(self.end(end)),
            None => {
                events.extend(self.lapse_after(mover));
                events.extend(self.drop_resigning());
                self.begin_turn(moment);
            }
        }
        events
    }

    /// Goes back by so many plies. What was offered or asked about the position that is gone falls away. Time is not given back:
    /// what has been used stays used, time-outs stay counted, and the turn begins anew.
    pub(super) fn take_back(&mut self, plies: usize, moment: Moment<'_>) -> Result<Vec<Event>, Refusal> {
        let (seat, now) = (self.state.to_move(), moment.now);
        let is_timed = self.person_on(seat).is_some();
        if let Some(clock) = self.clock.as_mut().filter(|_| is_timed) {
            clock.spend(seat, now);
        }
        self.plies.truncate(self.plies.len().saturating_sub(plies));
        self.state = Game::replay(self.setup, &self.plies)
            .map_err(|GameFault::Ply { ply, why, .. }| Refusal::Illegal { mv: ply.mv, why })?;
        self.thought.truncate(self.plies.len());
        self.taken_back += plies as u32;
        self.moved = now;
        self.begin_turn(moment);
        self.spent.clear();
        let mut events = vec![Event::TakenBack { plies: plies as u32 }];
        events.extend(self.offers.drain(..).map(Event::Lapsed));
        events.extend(self.drop_resigning());
        Ok(events)
    }

    /// Asks "Really resign?" or "Really leave?". While that stands and this seat was asked, `sure` ends the game as was asked, and
    /// asking again does nothing: a double tap is no confirmation. The other seat cannot answer for it.
    fn resign(&mut self, seat: Seat, sure: bool, leaves: bool, moment: Moment<'_>) -> Result<Vec<Event>, Refusal> {
        match self.resigning.filter(|asked| moment.now < asked.until) {
            Some(asked) if asked.seat == seat && sure => {
                let reason = if asked.leaves { EndReason::Abandonment } else { EndReason::Resignation };
                Ok(vec![self.end(End { outcome: Outcome::Win(seat.other()), reason })])
            }
            Some(asked) if asked.seat == seat && asked.leaves == leaves => Err(Refusal::AskedAlready),
            // A yes to the opponent's question answers nothing, and must not ask the one who pressed it either.
            Some(asked) if asked.seat != seat && sure => Err(Refusal::NotAsked),
            _ => {
                // One question stands at a time: the other one, the opponent's, or one whose time is over, makes room.
                let mut events = Vec::from_iter(self.drop_resigning());
                let asked = Farewell { seat, until: moment.now.plus(moment.limits.resign_millis), leaves };
                self.resigning = Some(asked);
                events.push(Event::ResignAsked(asked));
                Ok(events)
            }
        }
    }

    fn keep_playing(&mut self, seat: Seat) -> Result<Vec<Event>, Refusal> {
        match self.resigning {
            Some(asked) if asked.seat == seat => Ok(Vec::from_iter(self.drop_resigning())),
            Some(_) => Err(Refusal::NotAsked),
            None => Err(Refusal::NoSuchOffer),
        }
    }

    fn void(&mut self, actor: &Actor) -> Result<Vec<Event>, Refusal> {
        if !actor.is_admin() {
            return Err(Refusal::NotAnAdmin);
        }
        let by = actor.person();
        self.close(Finish::Void { by });
        Ok(vec![Event::Voided { by }])
    }

    /// The end that the game's cup has decided.
    fn decide(&mut self, outcome: Option<Outcome>) -> Event {
        match outcome {
            Some(outcome) => self.end(End { outcome, reason: EndReason::Ruling }),
            None => {
                self.close(Finish::Void { by: None });
                Event::Voided { by: None }
            }
        }
    }

    /// Seats those whose turn it is of crews that move in turn, by seat; whether that changed anything. With a crew of one it is
    /// always that one.
    pub fn take_turns(&mut self, crews: &[Vec<PersonId>; 2]) -> bool {
        let before = self.players;
        for seat in Seat::BOTH {
            let crew = &crews[seat.index()];
            // The first seat makes the plies 0, 2, 4, …
            let own_plies = (self.plies.len() + 1 - seat.index()) / 2;
            if let Some(&next) = crew.get(own_plies % crew.len().max(1)) {
                self.players[seat.index()] = Player::Person(next);
            }
        }
        self.players != before
    }

    pub(super) fn end(&mut self, end: End) -> Event {
        self.close(Finish::End(end));
        Event::Ended(end)
    }

    /// Sets the finish; nothing that was offered or asked outlives it, and the clock stands.
    pub(super) fn close(&mut self, finish: Finish) {
        self.finish = Some(finish);
        self.offers.clear();
        self.spent.clear();
        self.resigning = None;
        if let Some(clock) = &mut self.clock {
            clock.stopped.get_or_insert(clock.since);
        }
    }

    pub(super) fn drop_resigning(&mut self) -> Option<Event> {
        self.resigning.take().map(|asked| Event::ResignDropped { seat: asked.seat })
    }

    fn replay_telling(setup: Setup, plies: &[Ply]) -> Result<(State, Vec<Account>), GameFault> {
        let mut state = setup.start();
        let mut told = Vec::with_capacity(plies.len());
        for (index, &ply) in plies.iter().enumerate() {
            let account = state.replay(ply).map_err(|why| GameFault::Ply { number: index + 1, ply, why })?;
            told.push(account);
        }
        Ok((state, told))
    }
}
