//! Faults on order: what goes wrong between a bot and Telegram.

use serde::{Deserialize, Serialize};

/// A fault that strikes the next calls it fits.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// The method it strikes, in any letter case; any method if absent (but then not getUpdates). `webhook` strikes the
    /// bringing of updates.
    #[serde(default)]
    pub method: Option<String>,
    /// Only calls for this chat.
    #[serde(default)]
    pub chat: Option<i64>,
    /// How many calls pass unharmed first.
    #[serde(default)]
    pub after: u32,
    /// How many calls it strikes.
    #[serde(default = "once")]
    pub times: u32,
    /// The call waits so long, in milliseconds, before anything else happens.
    #[serde(default)]
    pub delay_ms: u64,
    /// What happens then; a call that is only delayed goes on as usual.
    #[serde(default)]
    pub then: Option<Mishap>,
}

/// What goes wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Mishap {
    /// 429: too many requests, again after so many seconds.
    RetryAfter(u32),
    /// Any other refusal: HTTP status and Telegram's text, e.g. 400, 403, 500, 502.
    Refuse { code: u16, text: String },
    /// The connection breaks before the call was read: nothing is done.
    Cut,
    /// The call is done, but the connection breaks before the answer: the bot cannot know.
    LoseAnswer,
}

const fn once() -> u32 {
    1
}

/// The faults that wait.
#[derive(Default)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// Orders a fault.
    pub fn add(&mut self, fault: Fault) {
        self.0.push(fault);
    }

    /// Calls all of them off.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether all that was ordered has struck.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The fault that strikes this call, if one does.
    pub fn strike(&mut self, method: &str, chat: Option<i64>) -> Option<Fault> {
        let fits = |fault: &Fault| {
            let method_fits = match &fault.method {
                Some(name) => name.eq_ignore_ascii_case(method),
                None => !["getUpdates", "webhook"].iter().any(|waiting| waiting.eq_ignore_ascii_case(method)),
            };
            method_fits && fault.chat.is_none_or(|id| chat == Some(id))
        };
        let at = self.0.iter().position(fits)?;
        let fault = &mut self.0[at];
        if fault.after > 0 {
            fault.after -= 1;
            return None;
        }
        fault.times = fault.times.saturating_sub(1);
        let struck = fault.clone();
        if fault.times == 0 {
            self.0.remove(at);
        }
        Some(struck)
    }
}
