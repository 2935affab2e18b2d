//! One request to a Bot API server, and its answer.

use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use reqwest::multipart::{Form, Part};
use reqwest::{Client, RequestBuilder, StatusCode, Url};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::classify::classify;
use crate::config::{Deadlines, TelegramConfig};
use crate::metrics::{Metrics, Step};

/// How long it may take to reach the server at all.
const CONNECT: Duration = Duration::from_secs(5);

/// The name under which a request carries its file; [`Api::upload`].
const PART: &str = "file";
/// How a request's fields refer to that part.
pub(super) const ATTACHED: &str = "attach://file";

/// A file that goes with a request.
#[derive(Copy, Clone)]
pub(super) struct Upload<'a> {
    pub name: &'a str,
    /// Its media type.
    pub mime: &'static str,
    pub bytes: &'a [u8],
}

impl<'a> Upload<'a> {
    /// A picture of a board.
    pub fn png(bytes: &'a [u8]) -> Upload<'a> {
        Upload { name: "board.png", mime: "image/png", bytes }
    }
}

/// A Bot API server, and the bot's key to it.
pub(super) struct Api {
    client: Client,
    /// The server's address with `/bot<token>`: a secret, never shown.
    methods: Url,
    /// The same for files: `/file/bot<token>`.
    files: Url,
    deadlines: Deadlines,
    pub(super) metrics: Arc<Metrics>,
    last_success: Mutex<Option<Instant>>,
}

/// Why a call was not done, or may not have been.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// The server said no. <https://core.telegram.org/bots/api#making-requests>
    #[error("{code} {text}")]
    Refused {
        code: u16,
        text: String,
        /// Seconds to wait before the next request to this chat.
        retry_after: Option<u64>,
        /// The supergroup this group has become.
        migrate_to: Option<i64>,
    },
    /// No connection, or only to something in front of the server: it was not done.
    #[error("{0}")]
    Unreachable(String),
    /// No answer, or none that can be read: it may or may not have been done.
    #[error("{0}")]
    Unanswered(String),
}

impl CallError {
    /// The server does not know the bot's token. (It says "Not Found" to a token of the wrong shape.)
    pub fn is_wrong_token(&self) -> bool {
        matches!(self, CallError::Refused { code: 401, .. })
            || matches!(self, CallError::Refused { code: 404, text, .. } if !text.contains("method"))
    }
}

impl Api {
    /// Sets up the connection without using it; the error says what is wrong with the settings.
    pub(super) fn new(config: &TelegramConfig, metrics: Arc<Metrics>) -> Result<Api, String> {
        let below = |folders: &[&str]| {
            let mut url = config.api_url.clone();
            url.path_segments_mut()
                .map_err(|()| format!("{} can't have methods", config.api_url))?
                .pop_if_empty()
                .extend(folders)
                .push(&format!("bot{}", config.token.expose()));
            Ok::<Url, String>(url)
        };
        let (methods, files) = (below(&[])?, below(&["file"])?);
        let mut client = Client::builder().connect_timeout(CONNECT).tcp_nodelay(true);
        if is_this_machine(&config.api_url) {
            // Whatever proxy leads out of this machine does not lead into it.
            client = client.no_proxy();
        } else if let Some(proxy) = &config.proxy {
            client = client.proxy(reqwest::Proxy::all(proxy).map_err(|error| chain(&error))?);
        }
        let client = client.build().map_err(|error| chain(&error))?;
        let deadlines = config.deadlines;
        Ok(Api { client, methods, files, deadlines, metrics, last_success: Mutex::default() })
    }

    /// Calls a method with parameters that have no file in them.
    pub(super) async fn call<R: DeserializeOwned>(
        &self,
        method: &str,
        parameters: &impl Serialize,
    ) -> Result<R, CallError> {
        self.call_within(self.deadlines.call, method, parameters).await
    }

    /// The same, with a deadline of its own.
    pub(super) async fn call_within<R: DeserializeOwned>(
        &self,
        deadline: Duration,
        method: &str,
        parameters: &impl Serialize,
    ) -> Result<R, CallError> {
        self.counted(method, self.post(method).timeout(deadline).json(parameters)).await
    }

    /// Calls a method with a file, which `parameters` refer to as [`ATTACHED`].
    /// <https://core.telegram.org/bots/api#sending-files>
    pub(super) async fn upload<R: DeserializeOwned>(
        &self,
        method: &str,
        parameters: &impl Serialize,
        file: Upload<'_>,
    ) -> Result<R, CallError> {
        let form = form(parameters, file).map_err(CallError::Unreachable)?;
        self.counted(method, self.post(method).timeout(self.deadlines.file).multipart(form)).await
    }

    /// Downloads a file by the path that getFile gave: so many bytes at most, `None` if it has more.
    /// <https://core.telegram.org/bots/api#file>
    pub(super) async fn download(&self, path: &str, most: usize) -> Result<Option<Vec<u8>>, CallError> {
        let mut url = self.files.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.extend(path.split('/'));
        }
        let mut response = self.client.get(url).timeout(self.deadlines.file).send().await.map_err(lost)?;
        if !response.status().is_success() {
            return Err(CallError::Unreachable(format!("the server answered {}", response.status())));
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(lost)? {
            bytes.extend_from_slice(&chunk);
            if bytes.len() > most {
                return Ok(None);
            }
        }
        Ok(Some(bytes))
    }

    /// When a call was last answered with a success.
    pub(super) fn last_success(&self) -> Option<Instant> {
        *self.last_success.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a request, and counts and times it.
    async fn counted<R: DeserializeOwned>(&self, method: &str, request: RequestBuilder) -> Result<R, CallError> {
        let begun = Instant::now();
        let result = answer(request).await;
        // A poll waits for something to happen: its time says nothing.
        if method != "getUpdates" {
            self.metrics.took(Step::Call, begun.elapsed());
        }
        let class = result.as_ref().err().map(|error| classify(error.clone()).class());
        self.metrics.called(method, class);
        if class.is_none() {
            *self.last_success.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
        result
    }

    fn post(&self, method: &str) -> RequestBuilder {
        let mut url = self.methods.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.push(method);
        }
        self.client.post(url)
    }
}

impl std::fmt::Debug for Api {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Api").field("server", &self.methods.origin().ascii_serialization()).finish_non_exhaustive()
    }
}

/// What every method answers.
#[derive(Deserialize)]
struct Envelope<R> {
    ok: bool,
    result: Option<R>,
    error_code: Option<u16>,
    #[serde(default)]
    description: String,
    #[serde(default)]
    parameters: ResponseParameters,
}

/// <https://core.telegram.org/bots/api#responseparameters>
#[derive(Default, Deserialize)]
struct ResponseParameters {
    retry_after: Option<u64>,
    migrate_to_chat_id: Option<i64>,
}

/// Sends a request and reads its answer.
async fn answer<R: DeserializeOwned>(request: RequestBuilder) -> Result<R, CallError> {
    let response = request.send().await.map_err(lost)?;
    let status = response.status();
    let body = response.bytes().await.map_err(lost)?;
    // What stands in front of a server answers with a page of its own while that is down, which says less than its status.
    let unreadable = || {
        let why = format!("the server answered {status} with something unreadable");
        match status {
            StatusCode::BAD_GATEWAY | StatusCode::SERVICE_UNAVAILABLE => CallError::Unreachable(why),
            _ => CallError::Unanswered(why),
        }
    };
    let envelope: Envelope<R> = serde_json::from_slice(&body).map_err(|_| unreadable())?;
    match envelope {
        Envelope { ok: true, result: Some(result), .. } => Ok(result),
        Envelope { ok: true, result: None, .. } => Err(unreadable()),
        Envelope { ok: false, error_code, description, parameters, .. } => Err(CallError::Refused {
            code: error_code.unwrap_or(status.as_u16()),
            text: description,
            retry_after: parameters.retry_after,
            migrate_to: parameters.migrate_to_chat_id,
        }),
    }
}

/// What a request that was not answered means: without a connection nothing was done.
fn lost(error: reqwest::Error) -> CallError {
    let unsent = error.is_connect() || error.is_builder();
    let why = chain(&error.without_url());
    if unsent { CallError::Unreachable(why) } else { CallError::Unanswered(why) }
}

/// A request with a file: every field as text, and the file as a part.
fn form(parameters: &impl Serialize, file: Upload<'_>) -> Result<Form, String> {
    let Ok(Value::Object(fields)) = serde_json::to_value(parameters) else {
        return Err("the parameters of a request are not fields".to_owned());
    };
    let part = Part::bytes(file.bytes.to_vec()).file_name(file.name.to_owned());
    let part = part.mime_str(file.mime).map_err(|error| chain(&error))?;
    let form = fields.into_iter().fold(Form::new(), |form, (name, value)| {
        let text = match value {
            Value::String(text) => text,
            other => other.to_string(),
        };
        form.text(name, text)
    });
    Ok(form.part(PART, part))
}

/// Whether the server runs on this machine, as the demo's does.
fn is_this_machine(server: &Url) -> bool {
    let host = server.host_str().unwrap_or_default();
    let ip = host.trim_matches(['[', ']']).parse::<std::net::IpAddr>();
    host == "localhost" || ip.is_ok_and(|ip| ip.is_loopback())
}

/// An error with its causes; reqwest's own sentence says only that sending failed.
fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}
