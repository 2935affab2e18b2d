//! Telegram: updates in, calls out. No type of teloxide, and nothing of HTTP, leaves this layer.
//!
//! * `poll` fetches updates, `webhook` has them brought; both confirm them once they are saved. `incoming` reads them into the
//!   conversation's words, `contact` is what both ways share.
//! * `calls` is the [`Messenger`](crate::service::Messenger): one request a call; `rights` asks who may do what.
//! * `api` makes a request; `classify` says what a refusal means.
//!
//! The requests are teloxide's: its payload types say what a method takes. They are sent and their answers are read here and
//! not by teloxide's own `send`, for four reasons. It sleeps ten seconds inside the request after every 5xx, which would hold
//! a chat's whole queue. It reads the answer into its `Message`, so an answer with something newer than its types would turn a
//! message that was sent into an error, and the retry into a second message. It drops the error code. And its errors print the
//! address of the request, which contains the token. Updates are read by structs of our own for the second of these reasons:
//! teloxide silently empties a text that carries an entity it does not know.
//!
//! Every request has its own deadline, and nothing here waits on behalf of a chat: queues, retries and merging belong to the
//! outbox.

mod api;
mod calls;
mod classify;
mod contact;
mod incoming;
mod poll;
mod rights;
mod webhook;

pub use api::CallError;
pub use classify::classify;
pub use contact::{Batch, Later, ReceiveError, Waits};
pub use incoming::{RawUpdate, Unread, read};

use std::sync::Arc;
use std::time::Instant;

use serde::Deserialize;
use serde_json::json;

use self::api::Api;
use self::contact::Contact;
use self::rights::Admins;
use crate::chat::BotName;
use crate::config::TelegramConfig;
use crate::metrics::Metrics;
use crate::people::{Lang, PersonId};

/// A connection to a Bot API server as one bot.
///
/// [`poll`](Telegram::poll) or [`receive`](Telegram::receive) brings the updates, [`Messenger`](crate::service::Messenger) is what can be said.
#[derive(Debug)]
pub struct Telegram {
    api: Api,
    me: PersonId,
    username: String,
    /// Commands in this language are registered for everybody whose own language has none.
    default_lang: Lang,
    admins: Admins,
    contact: Contact,
}

/// Why the bot cannot start: a sentence that says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConnectError {
    #[error(
        "Telegram does not know this token ({0}). Check TELOXIDE_TOKEN; @BotFather shows the right one under /mybots, API Token."
    )]
    WrongToken(String),
    #[error(
        "The Bot API at {server} can't be reached: {why}. Check the network; if Telegram is blocked where you are, set \
         TELOXIDE_PROXY; if the server is your own, check TELOXIDE_API_URL."
    )]
    Unreachable { server: String, why: String },
    #[error(
        "The Bot API at {server} refuses to say who the bot is: {why}. Check TELOXIDE_API_URL, or try again later."
    )]
    Refused { server: String, why: String },
    #[error("The connection can't be set up: {0}. Check TELOXIDE_API_URL and TELOXIDE_PROXY.")]
    Settings(String),
}

impl Telegram {
    /// Connects and asks the server who the bot is (getMe). Updates and calls are counted in `metrics`.
    pub async fn connect(
        config: &TelegramConfig,
        default_lang: Lang,
        metrics: Arc<Metrics>,
    ) -> Result<Telegram, ConnectError> {
        #[derive(Deserialize)]
        struct Me {
            id: u64,
            username: String,
        }
        let api = Api::new(config, metrics).map_err(ConnectError::Settings)?;
        let server = config.api_url.origin().ascii_serialization();
        let me: Me = match api.call("getMe", &json!({})).await {
            Ok(me) => me,
            Err(error) if error.is_wrong_token() => return Err(ConnectError::WrongToken(error.to_string())),
            Err(CallError::Unreachable(why) | CallError::Unanswered(why)) => {
                return Err(ConnectError::Unreachable { server, why });
            }
            Err(refused) => return Err(ConnectError::Refused { server, why: refused.to_string() }),
        };
        Ok(Telegram {
            api,
            me: PersonId(me.id),
            username: me.username,
            default_lang,
            admins: Admins::default(),
            contact: Contact::default(),
        })
    }

    /// The bot's own id.
    pub fn id(&self) -> PersonId {
        self.me
    }

    /// When a call was last answered with a success.
    pub fn last_call(&self) -> Option<Instant> {
        self.api.last_success()
    }

    /// The bot's name, as texts and links have it.
    pub fn name(&self) -> BotName {
        BotName { username: self.username.clone() }
    }
}
