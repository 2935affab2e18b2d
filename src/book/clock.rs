//! A game's clock. Pure: moments are arguments, and whose turn it is the game says.

use super::{TimeControl, TimeOut};
use crate::people::{Night, Time};
use crate::rules::Seat;

/// Time-outs of one side that the referee passes over; with the next one it has lost (rule 2.16).
pub const MOST_TIME_OUTS: u8 = 3;

/// The clock of a game with a time control.
///
/// Nothing is counted down: a turn begins at `since`, and when it ends what was used is taken off once. Time that does not count
/// (the bot was down, the referee stopped the clock) is left out by taking off what was used before it and beginning anew after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Never [`TimeControl::Unlimited`].
    pub control: TimeControl,
    pub time_out: TimeOut,
    /// By seat: milliseconds left at `since`; below 0 if time has run out and the flag has not fallen yet.
    pub left: [i64; 2],
    /// What has been taken off for this turn already, in milliseconds.
    pub spent: i64,
    /// By seat: time-outs passed over so far.
    pub time_outs: [u8; 2],
    /// Since when the side to move has been using what is left.
    pub since: Time,
    /// Since when the clock has been standing still: a referee stopped it, or the game is over.
    pub stopped: Option<Time>,
    /// By seat: reminded that their time ends, of this move or (with a time for all moves) once in the game.
    pub reminded: [bool; 2],
    /// The night of the side to move, as it was set when the turn began; only a correspondence clock heeds it.
    pub night: Option<Night>,
}

impl Clock {
    /// A full clock at the beginning of the first turn, or `None` if there is no limit.
    pub fn start(control: TimeControl, time_out: TimeOut, now: Time, night: Option<Night>) -> Option<Clock> {
        if control == TimeControl::Unlimited {
            return None;
        }
        let night = night.filter(|_| control.is_correspondence());
        Some(Clock {
            control,
            time_out,
            left: [control.full(); 2],
            spent: 0,
            time_outs: [0; 2],
            since: now,
            stopped: None,
            reminded: [false; 2],
            night,
        })
    }

    /// A turn begins: from now on this side uses its time.
    pub fn turn(&mut self, seat: Seat, now: Time, night: Option<Night>) {
        if let TimeControl::PerMove { each } = self.control {
            self.left[seat.index()] = each;
            self.reminded[seat.index()] = false;
        }
        (self.since, self.spent) = (now, 0);
        if self.stopped.is_some() {
            self.stopped = Some(now);
        }
        self.night = night.filter(|_| self.control.is_correspondence());
    }

    /// Takes off what the side to move has used up to now.
    pub fn spend(&mut self, seat: Seat, now: Time) {
        let used = self.used(now);
        self.left[seat.index()] -= used;
        self.spent += used;
        self.since = now.max(self.since);
    }

    /// What a side gains by a move.
    pub fn gain(&mut self, seat: Seat) {
        if let TimeControl::Total { increment, .. } = self.control {
            self.left[seat.index()] += increment;
        }
    }

    /// What the side to move has used since `since`, in milliseconds.
    fn used(&self, now: Time) -> i64 {
        let now = self.stopped.unwrap_or(now);
        match self.night {
            Some(night) => night.awake_between(self.since, now).max(0),
            None => now.since(self.since).max(0),
        }
    }

    /// What a side has left, in milliseconds; `running` if it is the one to move.
    pub fn left(&self, seat: Seat, running: bool, now: Time) -> i64 {
        let left = self.left[seat.index()];
        if running { (left - self.used(now)).max(0) } else { left.max(0) }
    }

    /// When the side to move has so much left, or had it. `None` while the clock stands still.
    fn when_left(&self, seat: Seat, left: i64) -> Option<Time> {
        let millis = self.left[seat.index()] - left;
        let then = match self.night {
            Some(night) if millis > 0 => night.after(self.since, millis),
            _ => self.since.plus(millis),
        };
        self.stopped.is_none().then_some(then)
    }

    /// When the time of the side to move runs out; a move made up to then is in time.
    pub fn deadline(&self, seat: Seat) -> Option<Time> {
        self.when_left(seat, 0)
    }

    /// When the side to move is to be reminded: a third of the time is left, of a correspondence move a tenth.
    pub fn reminder(&self, seat: Seat) -> Option<Time> {
        let left = match self.control {
            TimeControl::Unlimited => return None,
            TimeControl::PerMove { each } if self.control.is_correspondence() => each / 10,
            TimeControl::PerMove { each } => each / 3,
            TimeControl::Total { base, .. } => base / 3,
        };
        self.when_left(seat, left).filter(|_| !self.reminded[seat.index()])
    }

    /// Does not count the time between these moments, in which the side to move could not play.
    pub fn credit(&mut self, seat: Seat, from: Time, to: Time) {
        if self.stopped.is_none() && to > self.since {
            self.spend(seat, from.max(self.since));
            self.since = to;
        }
    }

    /// Stops the clock in this side's turn, until it is resumed.
    pub fn stop(&mut self, seat: Seat, now: Time) {
        if self.stopped.is_none() {
            self.spend(seat, now);
            self.stopped = Some(self.since);
        }
    }

    /// Lets it run again.
    pub fn resume(&mut self, now: Time) {
        if let Some(stopped) = self.stopped.take() {
            self.since = now.max(stopped);
        }
    }

    /// Adds to what a side has left, or takes from it, in milliseconds: a referee's correction.
    pub fn adjust(&mut self, seat: Seat, millis: i64) {
        self.left[seat.index()] = self.left[seat.index()].saturating_add(millis).max(0);
    }
}
