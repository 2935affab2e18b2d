//! Reading a record. Strict about what it says, so that the fingerprint covers all of it; lenient about how it is spaced, and
//! about the quotes and dashes that phones put in place of the plain ones.

use std::collections::HashMap;
use std::str::FromStr;

use super::{Close, Entry, FORM, MAX_LENGTH, Record, RecordFault, RecordText, WordFault, result_word, setup};
use crate::book::GameId;
use crate::people::ChatKind;
use crate::rules::{End, EndReason, Outcome, Ply, Seat, Variant};

/// The tags there are.
const TAGS: [&str; 13] = [
    "Doushou",
    "Game",
    "Date",
    "Place",
    "First",
    "Second",
    "Variant",
    "Options",
    "FEN",
    "TimeControl",
    "Result",
    "Reason",
    "Fingerprint",
];

impl FromStr for RecordText {
    type Err = RecordFault;

    fn from_str(text: &str) -> Result<RecordText, RecordFault> {
        if text.len() > MAX_LENGTH {
            return Err(RecordFault::TooLong { length: text.len() });
        }
        let text = text.trim_start_matches('\u{feff}');
        let mut tags = Tags::default();
        let mut moves = Moves::default();
        for (line, words) in (1..).zip(text.lines()) {
            let words = words.trim();
            if words.starts_with('[') && moves.is_empty() {
                tags.read(line, words)?;
            } else {
                // A text without a single tag is something else altogether.
                if !words.is_empty() {
                    tags.required("Doushou")?;
                }
                words.split_whitespace().try_for_each(|word| moves.read(line, word))?;
            }
        }
        let record = tags.record(moves)?;
        let fingerprint = tags.get("Fingerprint").map(|tag| tag.value.to_lowercase());
        Ok(RecordText { record, fingerprint })
    }
}

/// The tags of a record by name.
#[derive(Default)]
struct Tags(HashMap<&'static str, Tag>);

struct Tag {
    line: usize,
    value: String,
}

impl Tag {
    fn fault(&self) -> RecordFault {
        fault(self.line, &self.value, WordFault::Value)
    }

    fn parse<T: FromStr>(&self) -> Result<T, RecordFault> {
        self.value.parse().map_err(|_| self.fault())
    }
}

impl Tags {
    /// A line such as `[First "Ada"]`.
    fn read(&mut self, line: usize, words: &str) -> Result<(), RecordFault> {
        let no_tag = || fault(line, words, WordFault::NoTag);
        let inside = words.strip_prefix('[').and_then(|words| words.strip_suffix(']')).ok_or_else(no_tag)?;
        let (name, quoted) = inside.trim().split_once(char::is_whitespace).ok_or_else(no_tag)?;
        let value = unquoted(quoted.trim()).ok_or_else(no_tag)?;
        let known = TAGS.iter().find(|tag| tag.eq_ignore_ascii_case(name));
        let known = *known.ok_or_else(|| fault(line, name, WordFault::UnknownTag))?;
        match self.0.insert(known, Tag { line, value }) {
            None => Ok(()),
            Some(_) => Err(fault(line, known, WordFault::Twice)),
        }
    }

    fn get(&self, name: &str) -> Option<&Tag> {
        self.0.get(name)
    }

    fn required(&self, tag: &'static str) -> Result<&Tag, RecordFault> {
        self.get(tag).ok_or(RecordFault::Missing { tag })
    }

    fn record(&self, moves: Moves) -> Result<Record, RecordFault> {
        let form = self.required("Doushou")?;
        if form.value != FORM {
            return Err(form.fault());
        }
        let name = |tag| {
            let tag = self.required(tag)?;
            if Record::clean(&tag.value) == tag.value { Ok(tag.value.clone()) } else { Err(tag.fault()) }
        };
        let variant: Variant = self.required("Variant")?.parse()?;
        let setup = match self.get("Options") {
            Some(options) => setup(variant, &options.value).ok_or_else(|| options.fault())?,
            None => setup(variant, "").ok_or(RecordFault::Missing { tag: "Variant" })?,
        };
        let place = |tag: &Tag| match tag.value.as_str() {
            "group" => Ok(ChatKind::Group),
            "private" => Ok(ChatKind::Private),
            _ => Err(tag.fault()),
        };
        let close = self.close()?;
        let plies = moves.finish(close)?;
        Ok(Record {
            game: self
                .get("Game")
                .map(|tag| GameId::from_written(&tag.value).ok_or_else(|| tag.fault()))
                .transpose()?,
            date: self.get("Date").map(Tag::parse).transpose()?,
            place: self.get("Place").map(place).transpose()?,
            names: [name("First")?, name("Second")?],
            setup,
            fen: self.get("FEN").map(|tag| tag.value.clone()),
            time_control: self.get("TimeControl").map(|tag| tag.value.clone()),
            plies,
            close,
        })
    }

    /// The tags of the end: a reason belongs to a game that somebody won or that was drawn, and to no other.
    fn close(&self) -> Result<Close, RecordFault> {
        let result = self.required("Result")?;
        let outcome = match result.value.as_str() {
            "*" => return self.without_reason(Close::Ongoing),
            "void" => return self.without_reason(Close::Void),
            "1-0" => Outcome::Win(Seat::First),
            "0-1" => Outcome::Win(Seat::Second),
            "1/2" => Outcome::Draw,
            _ => return Err(result.fault()),
        };
        let reason = self.required("Reason")?;
        let reason = EndReason::from_name(&reason.value).ok_or_else(|| reason.fault())?;
        Ok(Close::End(End { outcome, reason }))
    }

    fn without_reason(&self, close: Close) -> Result<Close, RecordFault> {
        self.get("Reason").map_or(Ok(close), |reason| Err(reason.fault()))
    }
}

/// What stands between quotes, with `\"` and `\\` for those two signs.
fn unquoted(text: &str) -> Option<String> {
    const QUOTES: [char; 4] = ['"', '“', '”', '„'];
    let mut chars = text.strip_prefix(QUOTES)?.strip_suffix(QUOTES)?.chars();
    let mut value = String::new();
    while let Some(c) = chars.next() {
        match c {
            '\\' => value.push(chars.next().filter(|c| matches!(c, '"' | '\\'))?),
            '"' => return None,
            c => value.push(c),
        }
    }
    Some(value)
}

/// The plies read so far.
#[derive(Default)]
struct Moves {
    plies: Vec<Entry>,
    /// The first number said that the second seat began.
    shifted: bool,
    /// A number stands before the ply that comes next.
    numbered: bool,
    /// The result, and where it stands.
    result: Option<(usize, String)>,
}

impl Moves {
    fn is_empty(&self) -> bool {
        self.plies.is_empty() && !self.numbered && self.result.is_none()
    }

    fn read(&mut self, line: usize, word: &str) -> Result<(), RecordFault> {
        if self.result.is_some() {
            return Err(fault(line, word, WordFault::Behind));
        }
        if let Some(number) = word.strip_suffix('.') {
            return self.number(line, word, number);
        }
        if word.starts_with('{') {
            let clock = read_clock(word).ok_or_else(|| fault(line, word, WordFault::NoClock))?;
            let entry = self.plies.last_mut().filter(|entry| entry.clock.is_none() && !self.numbered);
            entry.ok_or_else(|| fault(line, word, WordFault::NoClock))?.clock = Some(clock);
            return Ok(());
        }
        if ["1-0", "0-1", "1/2", "*", "void"].contains(&word) {
            self.result = Some((line, word.to_owned()));
            return Ok(());
        }
        // Phones make one long dash of two.
        let plain = if matches!(word, "—" | "–") { "--" } else { word };
        let ply: Ply = plain.parse().map_err(|_| fault(line, word, WordFault::NoPly))?;
        self.plies.push(Entry { ply, clock: None });
        self.numbered = false;
        Ok(())
    }

    /// `12.`, or `1...` where the second seat begins. A number stands before the first seat's plies alone.
    fn number(&mut self, line: usize, word: &str, number: &str) -> Result<(), RecordFault> {
        let wrong = || fault(line, word, WordFault::Number);
        let digits = number.trim_end_matches('.');
        let dots = number.len() - digits.len();
        let at = self.plies.len();
        let shifted = match (dots, at) {
            (2, 0) => true,
            (0, 0) => false,
            (0, _) => self.shifted,
            _ => return Err(wrong()),
        };
        let place = at + usize::from(shifted);
        let expected = place / 2 + 1;
        let first_seats = place.is_multiple_of(2) || at == 0;
        if self.numbered || !first_seats || digits.parse() != Ok(expected) {
            return Err(wrong());
        }
        (self.shifted, self.numbered) = (shifted, true);
        Ok(())
    }

    /// The plies, if the result behind them is that of the tag.
    fn finish(self, close: Close) -> Result<Vec<Entry>, RecordFault> {
        match self.result {
            Some((_, word)) if word == result_word(close) => Ok(self.plies),
            Some((line, word)) => Err(fault(line, &word, WordFault::Result)),
            None => Err(RecordFault::Cut),
        }
    }
}

/// `{19:58}` or `{1:19:58}`, in seconds.
fn read_clock(word: &str) -> Option<u32> {
    let parts: Vec<&str> = word.strip_prefix('{')?.strip_suffix('}')?.split(':').collect();
    let (first, rest) = parts.split_first()?;
    if !(1..=2).contains(&rest.len()) {
        return None;
    }
    rest.iter().try_fold(first.parse::<u32>().ok()?, |sum, part| {
        let part = part.parse::<u32>().ok().filter(|&number| number < 60 && part.len() == 2)?;
        sum.checked_mul(60)?.checked_add(part)
    })
}

/// How much of a word is quoted.
const LONGEST_QUOTE: usize = 40;

fn fault(line: usize, word: &str, what: WordFault) -> RecordFault {
    RecordFault::Word { line, word: word.chars().take(LONGEST_QUOTE).collect(), what }
}
