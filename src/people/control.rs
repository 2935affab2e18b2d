//! Time controls: how much time there is (rule 2.16).

use std::fmt;
use std::str::FromStr;

use super::Limits;

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// How much time the players have. All times in milliseconds, and above 0 but for the increment.
///
/// Written `none`; `20+0` and `5+3` (minutes for all moves, and seconds added after each); `30s`, `10m`, `12h`, `3d` (for each move).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum TimeControl {
    #[default]
    Unlimited,
    /// So much for all moves of a side, and more after each of them.
    Total { base: i64, increment: i64 },
    /// So much for each move.
    PerMove { each: i64 },
}

/// A time control nobody could play with: shorter or longer than this, in milliseconds.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum BadClock {
    TooShort {
        least: i64,
    },
    TooLong {
        most: i64,
    },
    /// The time added after a move.
    IncrementTooLong {
        most: i64,
    },
}

/// A word that is no time control, carried whole.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is no time control: write none, minutes and seconds such as 20+0, or a time for each move such as 10m or 3d"
)]
pub struct ParseClockError(pub String);

impl TimeControl {
    /// What a card and the settings offer, shortest first.
    pub const CHOICES: [TimeControl; 7] = [
        TimeControl::Unlimited,
        TimeControl::PerMove { each: MINUTE },
        TimeControl::PerMove { each: 5 * MINUTE },
        TimeControl::Total { base: 10 * MINUTE, increment: 5 * SECOND },
        TimeControl::Total { base: 20 * MINUTE, increment: 0 },
        TimeControl::PerMove { each: DAY },
        TimeControl::PerMove { each: 3 * DAY },
    ];

    /// The longest time for one move.
    const LONGEST_MOVE: i64 = 7 * DAY;
    /// The longest time for all moves: longer games are played by a time for each move.
    const LONGEST_TOTAL: i64 = 3 * HOUR;
    const LONGEST_INCREMENT: i64 = 10 * MINUTE;
    /// From here on nobody sits and waits.
    const CORRESPONDENCE: i64 = HOUR;

    /// What a full clock shows, in milliseconds; 0 if there is none.
    pub const fn full(self) -> i64 {
        match self {
            TimeControl::Unlimited => 0,
            TimeControl::Total { base, .. } => base,
            TimeControl::PerMove { each } => each,
        }
    }

    /// A game that goes on beside everyday life: an hour or more for each move.
    pub const fn is_correspondence(self) -> bool {
        matches!(self, TimeControl::PerMove { each } if each >= TimeControl::CORRESPONDENCE)
    }

    /// Whether one can play with it, or why not.
    pub fn check(self, limits: &Limits) -> Result<(), BadClock> {
        let (time, most, increment) = match self {
            TimeControl::Unlimited => return Ok(()),
            TimeControl::Total { base, increment } => (base, TimeControl::LONGEST_TOTAL, increment),
            TimeControl::PerMove { each } => (each, TimeControl::LONGEST_MOVE, 0),
        };
        let least = limits.shortest_clock_millis.max(1);
        match time {
            _ if time < least => Err(BadClock::TooShort { least }),
            _ if time > most => Err(BadClock::TooLong { most }),
            _ if increment > TimeControl::LONGEST_INCREMENT => {
                Err(BadClock::IncrementTooLong { most: TimeControl::LONGEST_INCREMENT })
            }
            _ => Ok(()),
        }
    }

    /// The choice after this one; a control of one's own is followed by the first.
    pub fn next(self) -> TimeControl {
        let at = TimeControl::CHOICES.iter().position(|&choice| choice == self);
        TimeControl::CHOICES[at.map_or(0, |at| (at + 1) % TimeControl::CHOICES.len())]
    }
}

/// Units by name, the longest first; what stands first is written.
const UNITS: [(i64, &[&str]); 5] = [
    (DAY, &["d", "day", "days", "天", "日"]),
    (HOUR, &["h", "hour", "hours", "小时", "时"]),
    (MINUTE, &["m", "min", "minutes", "minute", "分钟", "分"]),
    (SECOND, &["s", "sec", "seconds", "second", "秒钟", "秒"]),
    (1, &["ms", "毫秒"]),
];

/// Words for playing without a clock.
const UNLIMITED: [&str; 8] = ["none", "casual", "untimed", "∞", "不限时", "不计时", "无限时", "休闲"];

/// A time as a whole number of the longest unit it has; `bare` is left out.
fn write_span(millis: i64, bare: i64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let fits = |unit: &i64| millis % unit == 0;
    if fits(&bare) {
        return write!(f, "{}", millis / bare);
    }
    let (unit, words) = UNITS.iter().find(|(unit, _)| fits(unit)).unwrap_or(&UNITS[4]);
    write!(f, "{}{}", millis / unit, words[0])
}

/// Reads it; without a unit it is so many of `bare`. What is too much for anybody stays too much.
fn read_span(text: &str, bare: Option<i64>) -> Option<i64> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, word) = text.split_at(digits);
    if number.is_empty() {
        return None;
    }
    let unit = match word {
        "" => bare?,
        word => UNITS.iter().find(|(_, words)| words.contains(&word))?.0,
    };
    Some(number.parse::<i64>().unwrap_or(i64::MAX).saturating_mul(unit))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TimeControl::Unlimited => f.write_str(UNLIMITED[0]),
            TimeControl::Total { base, increment } => {
                write_span(base, MINUTE, f)?;
                f.write_str("+")?;
                write_span(increment, SECOND, f)
            }
            TimeControl::PerMove { each } => write_span(each, i64::MAX, f),
        }
    }
}

impl FromStr for TimeControl {
    type Err = ParseClockError;

    /// Reads our own words and what people write for them, in any case. Whether it makes sense [`TimeControl::check`] says.
    fn from_str(text: &str) -> Result<TimeControl, ParseClockError> {
        let word = text.to_lowercase();
        let control = match word.split_once(['+', '＋']) {
            _ if UNLIMITED.contains(&word.as_str()) => Some(TimeControl::Unlimited),
            Some((base, increment)) => read_span(base, Some(MINUTE))
                .zip(read_span(increment, Some(SECOND)))
                .map(|(base, increment)| TimeControl::Total { base, increment }),
            None => read_span(&word, None).map(|each| TimeControl::PerMove { each }),
        };
        control.ok_or_else(|| ParseClockError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<TimeControl> {
        text.parse().ok()
    }

    #[test]
    fn words_are_read_and_written() {
        let total = |base, increment| Some(TimeControl::Total { base, increment });
        let each = |each| Some(TimeControl::PerMove { each });
        let cases = [
            ("none", Some(TimeControl::Unlimited), "none"),
            ("不限时", Some(TimeControl::Unlimited), "none"),
            ("20+0", total(20 * MINUTE, 0), "20+0"),
            ("5+3", total(5 * MINUTE, 3 * SECOND), "5+3"),
            ("90s+2s", total(90 * SECOND, 2 * SECOND), "90s+2"),
            ("20分+5秒", total(20 * MINUTE, 5 * SECOND), "20+5"),
            ("10m", each(10 * MINUTE), "10m"),
            ("10MIN", each(10 * MINUTE), "10m"),
            ("30秒", each(30 * SECOND), "30s"),
            ("90s", each(90 * SECOND), "90s"),
            ("60s", each(MINUTE), "1m"),
            ("24h", each(DAY), "1d"),
            ("3d", each(3 * DAY), "3d"),
            ("3天", each(3 * DAY), "3d"),
            ("250ms", each(250), "250ms"),
        ];
        for (text, control, written) in cases {
            assert_eq!(read(text), control, "{text}");
            assert_eq!(control.map(|control| control.to_string()).as_deref(), Some(written));
        }
        for nonsense in ["", "10", "m", "+", "5+", "+3", "-5m", "10 m", "5+3+1", "1.5h", "m10", "10x", "red"] {
            assert_eq!(read(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn every_choice_makes_sense_and_leads_to_the_next() {
        let mut control = TimeControl::Unlimited;
        for expected in TimeControl::CHOICES {
            assert_eq!(control, expected);
            assert_eq!(control.check(&Limits::default()), Ok(()));
            assert_eq!(read(&control.to_string()), Some(control));
            control = control.next();
        }
        assert_eq!(control, TimeControl::Unlimited);
        assert_eq!(TimeControl::PerMove { each: 7 * MINUTE }.next(), TimeControl::Unlimited);
    }

    #[test]
    fn nobody_plays_with_no_time_or_with_a_year() {
        let check = |text| read(text).map(|control| control.check(&Limits::default()));
        let least = 30 * SECOND;
        for short in ["0+0", "0m", "0+5", "29s", "10ms"] {
            assert_eq!(check(short), Some(Err(BadClock::TooShort { least })), "{short}");
        }
        for long in ["365d", "8d", "99999999999999999999999d"] {
            assert_eq!(check(long), Some(Err(BadClock::TooLong { most: 7 * DAY })), "{long}");
        }
        assert_eq!(check("181+0"), Some(Err(BadClock::TooLong { most: 3 * HOUR })));
        assert_eq!(check("5+601"), Some(Err(BadClock::IncrementTooLong { most: 10 * MINUTE })));
        for fair in ["none", "30s", "7d", "180+600", "1+0"] {
            assert_eq!(check(fair), Some(Ok(())), "{fair}");
        }
    }
}
