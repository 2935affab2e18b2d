//! Days of the calendar, in UTC.

use std::fmt;
use std::str::FromStr;

use super::Time;

/// A day of the Gregorian calendar, written `2026-11-30`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

const MILLIS_PER_DAY: i64 = 24 * 60 * 60 * 1000;
/// Days of four hundred years, after which the calendar repeats.
const DAYS_PER_ERA: i64 = 146_097;
/// Days from 0000-03-01 to 1970-01-01.
const DAYS_BEFORE_EPOCH: i64 = 719_468;

impl Date {
    /// The day of this moment. Years are counted from March on here, so that the leap day comes last.
    pub fn of(time: Time) -> Date {
        let days = time.0.div_euclid(MILLIS_PER_DAY) + DAYS_BEFORE_EPOCH;
        let (era, day) = (days.div_euclid(DAYS_PER_ERA), days.rem_euclid(DAYS_PER_ERA));
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        Date { year: u16::try_from(era * 400 + year + later).unwrap_or(0), month: month as u8, day: day as u8 }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// A text that is no day.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a day: write it as 2026-11-30")]
pub struct ParseDateError(pub String);

impl FromStr for Date {
    type Err = ParseDateError;

    fn from_str(text: &str) -> Result<Date, ParseDateError> {
        let read = || {
            let [year, month, day] = text.split('-').collect::<Vec<_>>()[..] else { return None };
            let date = Date { year: year.parse().ok()?, month: month.parse().ok()?, day: day.parse().ok()? };
            let real = (1..=12).contains(&date.month) && (1..=31).contains(&date.day);
            (real && date.to_string() == text).then_some(date)
        };
        read().ok_or_else(|| ParseDateError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        let cases = [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (951_782_400_000, "2000-02-29"),
            (951_868_800_000, "2000-03-01"),
            (1_709_164_799_999, "2024-02-28"),
            (1_709_164_800_000, "2024-02-29"),
            (1_767_225_599_999, "2025-12-31"),
            (1_796_083_200_000, "2026-12-01"),
        ];
        for (millis, day) in cases {
            let date = Date::of(Time(millis));
            assert_eq!(date.to_string(), day);
            assert_eq!(day.parse(), Ok(date));
        }
        for text in ["2026-13-01", "2026-1-1", "2026-00-01", "2026-01-32", "yesterday", ""] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
    }
}
