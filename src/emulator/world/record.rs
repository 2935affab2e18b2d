//! What the bot called, and what was wrong with it.

use std::collections::VecDeque;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

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
    /// The numbers of updates in it that people handed in as they stand, right or wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub made_up: Vec<i64>,
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
    calls: VecDeque<Arc<Call>>,
    last: u64,
    pub violations: Vec<Violation>,
    pub unknown_methods: Vec<String>,
}

impl Record {
    /// The number of the newest call.
    pub fn last_number(&self) -> u64 {
        self.last
    }

    /// The number the next call gets.
    pub fn next_number(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// Remembers a call, and the newest before it: `most` in all.
    pub fn add(&mut self, call: Arc<Call>, most: usize) {
        self.calls.push_back(call);
        while self.calls.len() > most {
            self.calls.pop_front();
        }
    }

    /// The calls after number `since`, oldest first.
    pub fn since(&self, since: u64) -> impl Iterator<Item = &Call> {
        self.calls.iter().map(AsRef::as_ref).filter(move |call| call.n > since)
    }

    /// Notes a violation of the Bot API's rules.
    pub fn violation(&mut self, n: u64, method: &str, what: &str) {
        tracing::warn!("the bot broke a rule of the Bot API in {method}: {what}");
        self.violations.push(Violation { n, method: method.to_owned(), what: what.to_owned() });
    }
}
