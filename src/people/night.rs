//! When somebody sleeps.

use super::Time;

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

/// A person's night: the hours in which no correspondence clock of theirs runs.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Night {
    /// What their watch shows beyond UTC, in minutes; east is positive.
    pub offset: i16,
    /// When it begins by their watch, in hours from 0 to 23.
    pub from: u8,
    /// How many hours it lasts, from 1 to [`Night::LONGEST`].
    pub hours: u8,
}

impl Night {
    /// Whoever sleeps longer has no time to play.
    pub const LONGEST: u8 = 12;
    /// The farthest that clocks on Earth are from UTC, in minutes, to the west and to the east.
    pub const OFFSETS: std::ops::RangeInclusive<i16> = -12 * 60..=14 * 60;

    /// A night, if there can be such a one.
    pub fn new(offset: i16, from: u8, hours: u8) -> Option<Night> {
        let fits = Night::OFFSETS.contains(&offset) && from < 24 && (1..=Night::LONGEST).contains(&hours);
        fits.then_some(Night { offset, from, hours })
    }

    /// How long somebody with this night is awake in a day.
    const fn day(self) -> i64 {
        DAY - self.hours as i64 * 60 * MINUTE
    }

    /// The moment the first day began at which `awake` counts from 0: the end of a night.
    const fn dawn(self) -> i64 {
        (self.from as i64 + self.hours as i64) * 60 * MINUTE - self.offset as i64 * MINUTE
    }

    /// Milliseconds awake from a fixed dawn to this moment.
    const fn awake(self, at: Time) -> i64 {
        let since = at.0 - self.dawn();
        let (days, rest) = (since.div_euclid(DAY), since.rem_euclid(DAY));
        days * self.day() + if rest < self.day() { rest } else { self.day() }
    }

    /// Milliseconds awake between two moments.
    pub const fn awake_between(self, from: Time, to: Time) -> i64 {
        self.awake(to) - self.awake(from)
    }

    /// The first moment at which so many milliseconds have been spent awake since `from`.
    pub const fn after(self, from: Time, millis: i64) -> Time {
        if millis <= 0 {
            return from;
        }
        let awake = self.awake(from) + millis;
        // What falls on the end of a day falls before the night.
        let (days, rest) = ((awake - 1).div_euclid(self.day()), (awake - 1).rem_euclid(self.day()) + 1);
        Time(self.dawn() + days * DAY + rest)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HOUR: i64 = 60 * MINUTE;

    #[test]
    fn the_night_does_not_count() {
        // From 23 to 7 o'clock in Shanghai: from 15 to 23 o'clock UTC.
        let night = Night::new(8 * 60, 23, 8).expect("a night");
        let hour = |hour: i64| Time(hour * HOUR);
        assert_eq!(night.awake_between(hour(0), hour(24)), 16 * HOUR);
        assert_eq!(night.awake_between(hour(10), hour(15)), 5 * HOUR);
        assert_eq!(night.awake_between(hour(15), hour(23)), 0);
        assert_eq!(night.awake_between(hour(14), hour(24)), 2 * HOUR);
        assert_eq!(night.after(hour(14), HOUR), hour(15), "it ends before the night");
        assert_eq!(night.after(hour(14), HOUR + 1), Time(23 * HOUR + 1));
        assert_eq!(night.after(hour(16), HOUR), hour(24), "asked at night");
        assert_eq!(night.after(hour(0), 16 * HOUR), hour(24));
    }

    #[test]
    fn there_are_no_impossible_nights() {
        assert_eq!([Night::new(0, 24, 8), Night::new(0, 22, 0), Night::new(0, 22, 13)], [None; 3]);
        assert_eq!([Night::new(15 * 60, 22, 8), Night::new(-13 * 60, 22, 8)], [None; 2]);
    }

    proptest! {
        #[test]
        fn after_is_the_first_moment(
            offset in Night::OFFSETS, from in 0u8..24, hours in 1..=Night::LONGEST,
            start in -3 * DAY..4_000_000_000_000i64, millis in 1..9 * DAY,
        ) {
            let night = Night::new(offset, from, hours).expect("a night");
            let end = night.after(Time(start), millis);
            prop_assert_eq!(night.awake_between(Time(start), end), millis);
            prop_assert_eq!(night.awake_between(Time(start), end.plus(-1)), millis - 1);
        }
    }
}
