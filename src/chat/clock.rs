//! Time in words: time controls, and what is left on a clock.

use super::name::Voice;
use crate::book::{MOST_TIME_OUTS, TimeControl, TimeOut};
use crate::i18n::Args;
use crate::people::Time;
use crate::referee::Game;
use crate::rules::{Seat, Setup};

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// A time control in full: "20 min a side", "1 day a move".
pub(super) fn control(voice: Voice<'_>, control: TimeControl) -> String {
    match control {
        TimeControl::Unlimited => voice.word("clock-unlimited"),
        TimeControl::PerMove { each } => voice.text("clock-each", &Args::new().word("time", time(voice, each))),
        TimeControl::Total { base, increment: 0 } => {
            voice.text("clock-total", &Args::new().word("base", time(voice, base)))
        }
        TimeControl::Total { base, increment } => {
            let args = Args::new().word("base", time(voice, base)).word("increment", time(voice, increment));
            voice.text("clock-increment", &args)
        }
    }
}

/// The same for a button.
pub(super) fn control_short(voice: Voice<'_>, control: TimeControl) -> String {
    match control {
        TimeControl::Unlimited => voice.word("clock-unlimited.button"),
        TimeControl::PerMove { each } => time(voice, each),
        TimeControl::Total { .. } => control.to_string(),
    }
}

/// What the card says of the clock; nothing if there is none.
pub(super) fn card_line(voice: Voice<'_>, setup: &Setup, clock: TimeControl) -> Option<String> {
    let out = match TimeOut::of(setup, clock) {
        _ if clock == TimeControl::Unlimited => return None,
        TimeOut::Loses => "loses",
        TimeOut::Passes => "passes",
    };
    let args = Args::new().word("clock", control(voice, clock)).word("out", out);
    Some(voice.markup("card-clock", &args.number("most", u32::from(MOST_TIME_OUTS))))
}

/// A whole number of days, hours, minutes or seconds.
pub(super) fn time(voice: Voice<'_>, millis: i64) -> String {
    let units = [("time-days", DAY), ("time-hours", HOUR), ("time-minutes", MINUTE), ("time-seconds", SECOND)];
    let (key, unit) = units.into_iter().find(|(_, unit)| millis % unit == 0).unwrap_or(("time-milliseconds", 1));
    voice.text(key, &Args::new().number("count", u32::try_from(millis / unit).unwrap_or(u32::MAX)))
}

/// What is left: "2 d 4 h", "3 h 20 min", "9:45".
pub(super) fn left(voice: Voice<'_>, millis: i64) -> String {
    let number = |millis: i64, unit: i64| u32::try_from(millis / unit).unwrap_or(u32::MAX);
    let (days, hours, minutes) = (number(millis, DAY), number(millis % DAY, HOUR), number(millis % HOUR, MINUTE));
    if days > 0 {
        voice.text("left-days", &Args::new().number("days", days).number("hours", hours))
    } else if hours > 0 {
        voice.text("left-hours", &Args::new().number("hours", hours).number("minutes", minutes))
    } else {
        format!("{minutes}:{:02}", number(millis % MINUTE, SECOND))
    }
}

/// What stands behind a player's name: their clock as it was `now`. The AI has none.
pub(super) fn of_side(voice: Voice<'_>, game: &Game, seat: Seat, now: Time) -> Option<String> {
    game.person_on(seat)?;
    let clock = game.clock.as_ref()?;
    let runs = game.finish.is_none() && seat == game.state.to_move();
    let args = Args::new()
        .word("left", left(voice, clock.left(seat, runs, now)))
        .word("state", if clock.stopped.is_some() && game.finish.is_none() { "stopped" } else { "on" })
        .number("count", u32::from(clock.time_outs[seat.index()]))
        .number("most", u32::from(MOST_TIME_OUTS));
    Some(voice.text("board-clock", &args))
}
