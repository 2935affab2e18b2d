//! Telegram's refusals, in its words.

use serde_json::{Value, json};

/// Why a call is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    /// HTTP status and `error_code`.
    pub code: u16,
    /// Telegram's text.
    pub description: String,
    /// The call breaks a rule of the Bot API, whatever the state of chats and messages: a fault of the bot.
    pub violation: bool,
    pub retry_after: Option<u32>,
    pub migrate_to: Option<i64>,
}

impl ApiError {
    /// The bot's fault: it broke a rule of the Bot API.
    pub fn broken(description: impl Into<String>) -> ApiError {
        ApiError { violation: true, ..ApiError::refused(400, format!("Bad Request: {}", description.into())) }
    }

    /// A refusal that can meet any bot: the message is gone, the press too old.
    pub fn bad_request(description: &str) -> ApiError {
        ApiError::refused(400, format!("Bad Request: {description}"))
    }

    /// The bot is not allowed to.
    pub fn forbidden(description: &str) -> ApiError {
        ApiError::refused(403, format!("Forbidden: {description}"))
    }

    /// A refusal with a status and text.
    pub fn refused(code: u16, description: impl Into<String>) -> ApiError {
        let description = description.into();
        ApiError { code, description, violation: false, retry_after: None, migrate_to: None }
    }

    /// 429.
    pub fn retry_after(seconds: u32) -> ApiError {
        let text = format!("Too Many Requests: retry after {seconds}");
        ApiError { retry_after: Some(seconds), ..ApiError::refused(429, text) }
    }

    /// The group became a supergroup.
    pub fn migrated(to: i64) -> ApiError {
        ApiError { migrate_to: Some(to), ..ApiError::bad_request("group chat was upgraded to a supergroup chat") }
    }

    /// The answer's body.
    pub fn json(&self) -> Value {
        let mut body = json!({"ok": false, "error_code": self.code, "description": self.description});
        if let Some(seconds) = self.retry_after {
            body["parameters"] = json!({"retry_after": seconds});
        }
        if let Some(chat) = self.migrate_to {
            body["parameters"] = json!({"migrate_to_chat_id": chat});
        }
        body
    }
}
