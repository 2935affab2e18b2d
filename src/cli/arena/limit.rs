//! How long a program may think about a move. Pure.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// What the protocol's `go` is given.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    kind: Kind,
    number: u64,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Kind {
    MoveTime,
    Nodes,
    Depth,
}

const KINDS: [(Kind, &str); 3] = [(Kind::MoveTime, "movetime"), (Kind::Nodes, "nodes"), (Kind::Depth, "depth")];

impl Limit {
    /// The words after `go`.
    pub fn words(self) -> String {
        format!("{} {}", self.word(), self.number)
    }

    /// How long it lasts by the clock; nothing if it is not about time.
    pub fn time(self) -> Duration {
        match self.kind {
            Kind::MoveTime => Duration::from_millis(self.number),
            Kind::Nodes | Kind::Depth => Duration::ZERO,
        }
    }

    fn word(self) -> &'static str {
        KINDS.iter().find(|(kind, _)| *kind == self.kind).map_or("", |(_, word)| word)
    }
}

/// A text that is no limit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no limit: write movetime=300 (milliseconds), nodes=20000 or depth=8")]
pub struct ParseLimitError(String);

impl FromStr for Limit {
    type Err = ParseLimitError;

    fn from_str(text: &str) -> Result<Limit, ParseLimitError> {
        let read = || {
            let (word, number) = text.split_once('=')?;
            let (kind, _) = KINDS.into_iter().find(|(_, known)| *known == word.trim())?;
            let number = number.trim().parse().ok().filter(|&number| number > 0)?;
            Some(Limit { kind, number })
        };
        read().ok_or_else(|| ParseLimitError(text.to_owned()))
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.word(), self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_and_written() {
        for (text, words, millis) in
            [("movetime=300", "movetime 300", 300), ("nodes=5", "nodes 5", 0), ("depth=8", "depth 8", 0)]
        {
            let limit: Limit = text.parse().expect(text);
            assert_eq!((limit.words().as_str(), limit.time().as_millis()), (words, millis));
            assert_eq!(limit.to_string(), text);
        }
        for text in ["", "300", "nodes", "nodes=", "nodes=0", "nodes=-1", "movetime=x", "time=3"] {
            assert_eq!(text.parse::<Limit>(), Err(ParseLimitError(text.to_owned())));
        }
    }
}
