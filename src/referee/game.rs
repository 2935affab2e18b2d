//! A game between two seats: playing, resigning, ending.

use super::{Actor, Command, Draft, Event, Moment, Offer, OfferKind, Player, Refusal};
use crate::people::{PersonId, Time};
use crate::rules::{Account, Chance, End, EndReason, Move, Outcome, Ply, Seat, Setup, State};

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
    /// "Really resign?" was asked of this seat and stands until then.
    pub resigning: Option<(Seat, Time)>,
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
    pub fn start(draft: Draft, now: Time) -> Game {
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
            Command::Offer(OfferKind::Rematch) => game.offer(seat()?, OfferKind::Rematch, moment.now),
            Command::Answer { offer, accept } => game.answer(seat()?, offer, accept, moment.now),
            Command::Retract { offer } => game.retract(seat()?, offer),
            _ if self.finish.is_some() => Err(Refusal::Over),
            Command::Arrange { .. } | Command::Join { .. } | Command::Decline | Command::Withdraw => {
                Err(Refusal::ChallengeGone)
            }
            Command::Play { turn, mv, sure } => {
                let seat = seat()?;
                game.check_turn(seat, turn)?;
                game.play(mv, sure, moment.chance, moment.now)
            }
            Command::Offer(kind) => game.offer(seat()?, kind, moment.now),
            Command::Resign { sure } => {
                let until = moment.now.plus(moment.limits.resign_millis);
                game.resign(seat()?, sure, moment.now, until)
            }
            Command::KeepPlaying => game.keep_playing(seat()?),
            Command::Expire => game.expire(actor, moment.now),
            Command::Void => game.void(actor),
            Command::Adjudicate { .. } | Command::Reseat { .. } if *actor != Actor::Cup => Err(Refusal::NotAnAdmin),
            Command::Adjudicate { outcome } => Ok(vec![game.adjudicate(outcome)]),
            Command::Reseat { crews } => Ok(game.take_turns(&crews).then_some(Event::Reseated).into_iter().collect()),
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

    fn play(&mut self, mv: Move, sure: bool, chance: Chance, now: Time) -> Result<Vec<Event>, Refusal> {
        let mover = self.state.to_move();
        if let Some(why) = self.state.why_illegal(mv) {
            return Err(Refusal::Illegal { mv, why });
        }
        if let Some(caution) = self.state.hazard(mv).filter(|_| !sure) {
            return Err(Refusal::Hazard { mv, caution });
        }
        let account = self.state.play(mv, chance).map_err(|why| Refusal::Illegal { mv, why })?;
        self.plies.push(account.ply);
        self.moved = now;
        let mut events = vec![Event::Moved(account)];
        match self.state.end() {
            Some(end) => events.push(self.end(end)),
            None => {
                events.extend(self.lapse_after(mover));
                events.extend(self.drop_resigning());
            }
        }
        Ok(events)
    }

    /// Goes back by so many plies. What was offered or asked about the position that is gone falls away.
    pub(super) fn take_back(&mut self, plies: usize, now: Time) -> Result<Vec<Event>, Refusal> {
        self.plies.truncate(self.plies.len().saturating_sub(plies));
        self.state = Game::replay(self.setup, &self.plies)
            .map_err(|GameFault::Ply { ply, why, .. }| Refusal::Illegal { mv: ply.mv, why })?;
        self.taken_back += plies as u32;
        self.moved = now;
        self.spent.clear();
        let mut events = vec![Event::TakenBack { plies: plies as u32 }];
        events.extend(self.offers.drain(..).map(Event::Lapsed));
        events.extend(self.drop_resigning());
        Ok(events)
    }

    /// Asks "Really resign?". While that stands and this seat was asked, `sure` ends the game, and asking again does nothing:
    /// a double tap is no confirmation. The other seat cannot answer for it.
    fn resign(&mut self, seat: Seat, sure: bool, now: Time, until: Time) -> Result<Vec<Event>, Refusal> {
        match self.resigning {
            Some((asked, until)) if asked == seat && now < until => {
                if !sure {
                    return Err(Refusal::AskedAlready);
                }
                let end = End { outcome: Outcome::Win(seat.other()), reason: EndReason::Resignation };
                Ok(vec![self.end(end)])
            }
            // A yes to the opponent's question answers nothing, and must not ask the one who pressed it either.
            Some((_, until)) if sure && now < until => Err(Refusal::NotAsked),
            _ => {
                // One question stands at a time: the opponent's, or one whose time is over, makes room.
                let mut events = Vec::from_iter(self.drop_resigning());
                self.resigning = Some((seat, until));
                events.push(Event::ResignAsked { seat, until });
                Ok(events)
            }
        }
    }

    fn keep_playing(&mut self, seat: Seat) -> Result<Vec<Event>, Refusal> {
        match self.resigning {
            Some((asked, _)) if asked == seat => Ok(Vec::from_iter(self.drop_resigning())),
            Some(_) => Err(Refusal::NotAsked),
            None => Err(Refusal::NoSuchOffer),
        }
    }

    /// Takes "Really resign?" away when its time is over.
    fn expire(&mut self, actor: &Actor, now: Time) -> Result<Vec<Event>, Refusal> {
        match self.resigning {
            Some((_, until)) if *actor == Actor::Clock && now >= until => Ok(Vec::from_iter(self.drop_resigning())),
            _ => Err(Refusal::NotDue),
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

    fn adjudicate(&mut self, outcome: Option<Outcome>) -> Event {
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

    /// Sets the finish; nothing that was offered or asked outlives it.
    fn close(&mut self, finish: Finish) {
        self.finish = Some(finish);
        self.offers.clear();
        self.spent.clear();
        self.resigning = None;
    }

    fn drop_resigning(&mut self) -> Option<Event> {
        self.resigning.take().map(|(seat, _)| Event::ResignDropped { seat })
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
