//! What the bot called, and what was wrong with it.

use std::collections::VecDeque;
use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;

/// How many violations are remembered, and how many unknown methods: the first ones say what is wrong.
const MOST_FAULTS: usize = 1000;

/// One request of the bot and the answer it got, as texts: taken apart, a keyboard needs ten times the room. Waiting for updates in
/// vain is not recorded.
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
    pub params: Box<RawValue>,
    /// HTTP status; 0 if the connection was cut.
    pub status: u16,
    /// The whole answer.
    pub reply: Box<RawValue>,
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
        if self.violations.len() < MOST_FAULTS {
            self.violations.push(Violation { n, method: method.to_owned(), what: what.to_owned() });
        }
    }

    /// Notes a call of a method that the Bot API does not have.
    pub fn unknown_method(&mut self, name: &str) {
        if self.unknown_methods.len() < MOST_FAULTS {
            self.unknown_methods.push(name.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_so_much_is_remembered() {
        let mut record = Record::default();
        for _ in 0..3 * MOST_FAULTS {
            let n = record.next_number();
            let nothing = || RawValue::from_string("null".to_owned()).expect("JSON");
            let (params, reply) = (nothing(), nothing());
            let method = "getMe".to_owned();
            let call = Call { n, at: 0, method, encoding: "json", params, status: 200, reply, made_up: Vec::new() };
            record.add(Arc::new(call), 10);
            record.violation(n, "getMe", "wrong");
            record.unknown_method("getYou");
        }
        let newest: Vec<u64> = record.since(0).map(|call| call.n).collect();
        assert_eq!(newest, (3 * MOST_FAULTS as u64 - 9..=3 * MOST_FAULTS as u64).collect::<Vec<_>>());
        assert_eq!((record.violations.len(), record.unknown_methods.len()), (MOST_FAULTS, MOST_FAULTS));
        assert_eq!(record.violations[0].n, 1, "the first ones");
    }
}
