//! Numbers of games and cups, unique in the store and never used again.

use std::fmt;
use std::str::FromStr;

/// A table's number. Written in base 36 in buttons.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub u64);

/// A cup's number. Written in base 36 in buttons.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CupId(pub u64);

impl GameId {
    /// The number as people write and read it: `#3k`. With a letter in it, messengers make it a link to all that was said about
    /// the game.
    pub fn written(self) -> String {
        format!("#{self}")
    }

    /// The number that somebody has written: `#3k`, `3k`, `＃3K`.
    pub fn from_written(text: &str) -> Option<GameId> {
        let digits = text.strip_prefix(['#', '＃']).unwrap_or(text);
        // A sign is no digit, but the standard library would take one.
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_alphanumeric());
        digits.parse().ok().filter(|_| plain)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
        let mut text = [0u8; 13];
        let mut at = text.len();
        let mut rest = self.0;
        loop {
            at -= 1;
            text[at] = DIGITS[(rest % 36) as usize];
            rest /= 36;
            if rest == 0 {
                break;
            }
        }
        text[at..].iter().try_for_each(|&digit| fmt::Write::write_char(f, digit as char))
    }
}

impl FromStr for GameId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<GameId, Self::Err> {
        u64::from_str_radix(text, 36).map(GameId)
    }
}

impl fmt::Display for CupId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        GameId(self.0).fmt(f)
    }
}
