//! What time does to a game: flags, reminders, and games that nobody plays any more (rule 2.16).

use super::{Event, Finish, Game, Moment, Player, Refusal};
use crate::book::{MOST_TIME_OUTS, TimeOut};
use crate::people::{Limits, Night, PersonId, Time};
use crate::rules::{End, EndReason, Outcome, Seat};

impl Game {
    /// The next moment at which something happens by itself; the clock's [`Command::Expire`](super::Command::Expire) is due then.
    pub fn due(&self, limits: &Limits) -> Option<Time> {
        if self.finish.is_some() {
            return None;
        }
        let question = self.resigning.map(|asked| asked.until);
        [question, self.reminder(), self.flag_at(limits), self.dead_at(limits)].into_iter().flatten().min()
    }

    /// When the time of the person to move runs out. The AI is never timed: what it takes is the bot's fault.
    pub fn deadline(&self) -> Option<Time> {
        let seat = self.state.to_move();
        let clock = self.clock.as_ref().filter(|_| self.finish.is_none() && self.person_on(seat).is_some())?;
        clock.deadline(seat)
    }

    /// Stops the clock, or lets it run again; nothing happens if it does so already.
    pub(super) fn stop_clock(&mut self, stop: bool, now: Time) -> Vec<Event> {
        let seat = self.state.to_move();
        match &mut self.clock {
            Some(clock) if clock.stopped.is_some() != stop => {
                if stop {
                    clock.stop(seat, now);
                } else {
                    clock.resume(now);
                }
                vec![Event::ClockSet]
            }
            _ => Vec::new(),
        }
    }

    /// Corrects what a side has left: what was used up to now is taken off first.
    pub(super) fn adjust_clock(&mut self, seat: Seat, millis: i64, now: Time) -> Vec<Event> {
        let to_move = self.state.to_move();
        let Some(clock) = &mut self.clock else { return Vec::new() };
        clock.spend(to_move, now);
        clock.adjust(seat, millis);
        vec![Event::ClockSet]
    }

    /// Whether a player acts too late: the flag is about to fall.
    pub(super) fn time_is_over(&self, now: Time) -> bool {
        self.deadline().is_some_and(|deadline| now > deadline)
    }

    fn reminder(&self) -> Option<Time> {
        let seat = self.state.to_move();
        self.clock.as_ref().filter(|_| self.person_on(seat).is_some())?.reminder(seat)
    }

    /// A move made in time may still be on its way.
    fn flag_at(&self, limits: &Limits) -> Option<Time> {
        Some(self.deadline()?.plus(limits.flag_millis))
    }

    /// When a game without a clock is adjudicated, or before that: when there is a warning.
    fn dead_at(&self, limits: &Limits) -> Option<Time> {
        let week = limits.dead_game_millis;
        let after = if self.warned { week } else { week - week / 7 };
        self.clock.is_none().then(|| self.waiting.plus(after))
    }

    /// The side to move is waited for from now on: its clock runs.
    pub(super) fn begin_turn(&mut self, moment: Moment<'_>) {
        self.waiting = moment.now;
        self.warned = false;
        let seat = self.state.to_move();
        let night = self.night(seat, moment.nights);
        if let Some(clock) = &mut self.clock {
            clock.turn(seat, moment.now, night);
        }
    }

    /// The side to move has moved: what it used is taken off, and noted with the ply. The AI's time is not counted.
    pub(super) fn end_turn(&mut self, now: Time) {
        let seat = self.state.to_move();
        let is_timed = self.person_on(seat).is_some();
        let thought = match self.clock.as_mut().filter(|_| is_timed) {
            Some(clock) => {
                clock.spend(seat, now);
                clock.gain(seat);
                clock.spent
            }
            None => now.since(self.waiting),
        };
        self.thought.push(u32::try_from(thought.max(0)).unwrap_or(u32::MAX));
    }

    /// Heeds the night of the side to move, if the players' nights are among these.
    pub fn heed(&mut self, nights: &[(PersonId, Night)]) {
        let seat = self.state.to_move();
        let night = self.night(seat, nights);
        if let Some(clock) = self.clock.as_mut().filter(|clock| clock.control.is_correspondence()) {
            clock.night = night;
        }
    }

    fn night(&self, seat: Seat, nights: &[(PersonId, Night)]) -> Option<Night> {
        let person = self.person_on(seat)?;
        nights.iter().find(|(id, _)| *id == person).map(|(_, night)| *night)
    }

    /// Gives back the time between these moments, in which nobody could play.
    pub fn credit(&mut self, from: Time, to: Time) {
        if self.finish.is_some() {
            return;
        }
        let seat = self.state.to_move();
        if let Some(clock) = &mut self.clock {
            clock.credit(seat, from, to);
        }
        self.waiting = self.waiting.plus(to.since(from.max(self.waiting)).max(0));
        if let Some(asked) = &mut self.resigning {
            asked.until = asked.until.plus(to.since(from).max(0));
        }
    }

    /// Whatever is due by now.
    pub(super) fn expire(&mut self, moment: Moment<'_>) -> Result<Vec<Event>, Refusal> {
        let now = moment.now;
        let is_due = |at: Option<Time>| at.is_some_and(|at| now >= at);
        if is_due(self.flag_at(moment.limits)) {
            return self.flag(moment);
        }
        let mut events = Vec::new();
        if is_due(self.resigning.map(|asked| asked.until)) {
            events.extend(self.drop_resigning());
        }
        if is_due(self.reminder()) {
            let seat = self.state.to_move();
            if let Some(clock) = &mut self.clock {
                clock.reminded[seat.index()] = true;
            }
            events.push(Event::Reminded { seat });
        }
        if is_due(self.dead_at(moment.limits)) {
            events.push(if self.warned { self.adjudicate() } else { self.warn() });
        }
        if events.is_empty() { Err(Refusal::NotDue) } else { Ok(events) }
    }

    /// The time of the side to move has run out.
    fn flag(&mut self, moment: Moment<'_>) -> Result<Vec<Event>, Refusal> {
        let seat = self.state.to_move();
        let deadline = self.deadline().unwrap_or(moment.now);
        let Some(clock) = &mut self.clock else { return Err(Refusal::NotDue) };
        clock.spend(seat, deadline);
        let time_outs = &mut clock.time_outs[seat.index()];
        match clock.time_out {
            TimeOut::Passes if *time_outs < MOST_TIME_OUTS => {
                *time_outs += 1;
                let count = *time_outs;
                let account = self
                    .state
                    .stand_in(moment.chance)
                    .map_err(|why| Refusal::Illegal { mv: crate::rules::Move::Pass, why })?;
                self.thought.push(u32::try_from(clock.spent).unwrap_or(u32::MAX));
                let mut events = vec![Event::TimeOut { seat, count }];
                events.extend(self.happened(seat, account, moment));
                Ok(events)
            }
            TimeOut::Loses | TimeOut::Passes => {
                Ok(vec![self.end(End { outcome: Outcome::Win(seat.other()), reason: EndReason::Clock })])
            }
        }
    }

    fn warn(&mut self) -> Event {
        self.warned = true;
        Event::Warned { seat: self.state.to_move() }
    }

    /// Nobody has moved for too long: whoever was to move has left two people's game in which both had moved; any other
    /// game is closed without a result.
    fn adjudicate(&mut self) -> Event {
        let two = matches!(self.players, [Player::Person(first), Player::Person(second)] if first != second);
        if two && self.plies.len() >= 2 {
            let outcome = Outcome::Win(self.state.to_move().other());
            self.end(End { outcome, reason: EndReason::Abandonment })
        } else {
            self.close(Finish::Forgotten);
            Event::Forgotten
        }
    }
}
