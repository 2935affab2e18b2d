//! How much a person may ask for a minute.

use std::num::NonZeroU32;

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

/// What to do with a command or a press.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Fine,
    /// One too many: say so, once.
    Say,
    /// Still too many: silence.
    Silence,
}

/// With more people than this on the list, those who have been quiet are taken off it.
const FORGET_ABOVE: usize = 1000;

/// So many a minute for each person (or chat, for those who write as one): by id.
pub(super) struct Pace {
    allowed: DefaultKeyedRateLimiter<i64>,
    /// One sentence a minute for those who go on.
    told: DefaultKeyedRateLimiter<i64>,
}

impl Pace {
    /// `per_minute` 0 counts as 1.
    pub fn new(per_minute: u32) -> Pace {
        let per_minute = NonZeroU32::new(per_minute).unwrap_or(NonZeroU32::MIN);
        Pace {
            allowed: RateLimiter::keyed(Quota::per_minute(per_minute)),
            told: RateLimiter::keyed(Quota::per_minute(NonZeroU32::MIN)),
        }
    }

    pub fn check(&self, who: i64) -> Verdict {
        if self.allowed.len() > FORGET_ABOVE {
            self.allowed.retain_recent();
            self.told.retain_recent();
        }
        if self.allowed.check_key(&who).is_ok() {
            return Verdict::Fine;
        }
        if self.told.check_key(&who).is_ok() { Verdict::Say } else { Verdict::Silence }
    }
}

/// Says something to a chat once an hour at most.
pub(super) struct Seldom(DefaultKeyedRateLimiter<i64>);

impl Seldom {
    pub fn new() -> Seldom {
        Seldom(RateLimiter::keyed(Quota::per_hour(NonZeroU32::MIN)))
    }

    /// Whether it may be said now.
    pub fn check(&self, chat: i64) -> bool {
        if self.0.len() > FORGET_ABOVE {
            self.0.retain_recent();
        }
        self.0.check_key(&chat).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn once_an_hour_for_each_chat() {
        let seldom = Seldom::new();
        assert_eq!([seldom.check(-1), seldom.check(-1), seldom.check(-2)], [true, false, true]);
    }

    #[test]
    fn one_sentence_then_silence_for_that_person_alone() {
        let commands = Pace::new(3);
        let verdicts: Vec<Verdict> = (0..6).map(|_| commands.check(1)).collect();
        use Verdict::*;
        assert_eq!(verdicts, [Fine, Fine, Fine, Say, Silence, Silence]);
        assert_eq!(commands.check(2), Fine);
    }
}
