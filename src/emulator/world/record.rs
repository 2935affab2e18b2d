//! What the bot called, and what was wrong with it.

use std::collections::VecDeque;
use std::fs::File;
use std::io::Write;

use serde::Serialize;
use serde_json::Value;

/// How many calls are remembered.
const REMEMBERED: usize = 5_000;

/// One request of the bot and the answer it got. Waiting for updates in vain is not recorded.
#[derive(Clone, Debug, Serialize)]
pub struct Call {
    /// Rises from 1.
    pub n: u64,
    /// Unix milliseconds.
    pub at: i64,
    /// As the Bot API spells it; as the bot spelled it if the Bot API has no such method.
    pub method: String,
    /// How the parameters came: json, multipart, form or query.
    pub encoding: &'static str,
    /// As they came; uploaded files as `{"$file": {name, type, size}}`.
    pub params: Value,
    /// HTTP status; 0 if the connection was cut.
    pub status: u16,
    /// The whole answer.
    pub reply: Value,
}

/// Something a bot must not do, whatever happens around it.
#[derive(Clone, Debug, Serialize)]
pub struct Violation {
    /// The call's number.
    pub n: u64,
    pub method: String,
    pub what: String,
}

/// The newest calls, and everything that was wrong.
#[derive(Default)]
pub struct Record {
    calls: VecDeque<Call>,
    last: u64,
    pub violations: Vec<Violation>,
    pub unknown_methods: Vec<String>,
    /// Every call is appended to this file too, a JSON object a line.
    copy: Option<File>,
}

impl Record {
    /// A record that is also written to a file, if one is given.
    pub fn new(copy: Option<File>) -> Record {
        Record { copy, ..Record::default() }
    }

    /// The number the next call gets.
    pub fn next_number(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// Remembers a call.
    pub fn add(&mut self, call: Call) {
        if let Some(file) = &mut self.copy
            && let Ok(mut line) = serde_json::to_string(&call)
        {
            line.push('\n');
            if let Err(error) = file.write_all(line.as_bytes()) {
                tracing::warn!("cannot write the record of calls, giving it up: {error}");
                self.copy = None;
            }
        }
        self.calls.push_back(call);
        if self.calls.len() > REMEMBERED {
            self.calls.pop_front();
        }
    }

    /// The calls after number `since`, oldest first.
    pub fn since(&self, since: u64) -> impl Iterator<Item = &Call> {
        self.calls.iter().filter(move |call| call.n > since)
    }

    /// Notes a violation of the Bot API's rules.
    pub fn violation(&mut self, n: u64, method: &str, what: &str) {
        tracing::warn!("the bot broke a rule of the Bot API in {method}: {what}");
        self.violations.push(Violation { n, method: method.to_owned(), what: what.to_owned() });
    }
}
