//! The bot's side: `/bot<token>/<method>`.
//!
//! [`deliver`] brings updates to a webhook. A call is read ([`params`]), possibly struck by a fault, done by a function of the table in [`methods`], recorded and
//! answered. What cannot be done is refused in Telegram's words ([`error`]); what no bot may do is noted as a violation.

mod access;
mod chats;
mod content;
mod edit;
pub mod entities;
pub mod error;
mod hook;
mod html;
mod keyboard;
mod methods;
mod own;
pub mod params;
mod poll;
mod reactions;
mod send;

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{ConnectInfo, Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::Shared;
use super::listener::Line;
use super::world::fault::Mishap;
use super::world::message::key_of;
use super::world::record::Call;
use super::world::unix_millis;
use error::ApiError;
pub use hook::deliver;
use methods::Method;
use params::Params;

/// Does a call of the bot and answers it.
pub async fn call(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(line): ConnectInfo<Line>,
    Path((bot, method)): Path<(String, String)>,
    request: Request,
) -> Response {
    if let Err(error) = check_token(&shared, &bot) {
        return error.into_response();
    }
    let params = match Params::read(request).await {
        Ok(params) => params,
        Err(error) => {
            shared.with(|world| {
                let n = world.record.next_number();
                world.record.violation(n, &method, &error.description);
            });
            return error.into_response();
        }
    };
    let fault = shared.with(|world| world.faults.strike(&method, params.chat_id()));
    let mishap = match fault {
        Some(fault) => {
            tokio::time::sleep(Duration::from_millis(fault.delay_ms)).await;
            fault.then
        }
        None => None,
    };
    let result = match &mishap {
        Some(Mishap::Cut) => {
            record(&shared, &method, &params, 0, Value::Null);
            return line.cut();
        }
        Some(Mishap::RetryAfter(seconds)) => Err(ApiError::retry_after(*seconds)),
        Some(Mishap::Refuse { code, text }) => Err(ApiError::refused(*code, text.clone())),
        Some(Mishap::LoseAnswer) | None => run(&shared, &method, &params).await,
    };
    let is_vain_poll =
        result.as_ref().is_ok_and(|value| *value == json!([])) && method.eq_ignore_ascii_case("getUpdates");
    let (status, headers, body) = answer(&result);
    if !is_vain_poll {
        let violation = result.err().filter(|error| error.violation && mishap.is_none());
        let n = record(&shared, &method, &params, status.as_u16(), body.clone());
        note_violations(&shared, n, &method, &params, violation);
    }
    if mishap == Some(Mishap::LoseAnswer) {
        return line.cut();
    }
    (status, headers, axum::Json(body)).into_response()
}

fn check_token(shared: &Shared, bot: &str) -> Result<(), ApiError> {
    let token = bot.strip_prefix("bot").unwrap_or_default();
    match token.split_once(':') {
        _ if token == shared.token => Ok(()),
        Some((id, secret)) if id.parse::<u64>().is_ok() && !secret.is_empty() => {
            Err(ApiError::refused(401, "Unauthorized"))
        }
        _ => Err(ApiError::refused(404, "Not Found")),
    }
}

async fn run(shared: &Shared, name: &str, params: &Params) -> Result<Value, ApiError> {
    match Method::find(name) {
        None => Err(ApiError::refused(404, "Not Found: method not found")),
        Some(Method { run: Some(run), .. }) => shared.with(|world| run(world, params)),
        Some(Method { run: None, .. }) => poll::get_updates(shared, params).await,
    }
}

/// Status, headers and body of an answer.
fn answer(result: &Result<Value, ApiError>) -> (StatusCode, header::HeaderMap, Value) {
    let mut headers = header::HeaderMap::new();
    match result {
        Ok(value) => (StatusCode::OK, headers, json!({"ok": true, "result": value})),
        Err(error) => {
            if let Some(seconds) = error.retry_after {
                headers.insert(header::RETRY_AFTER, seconds.into());
            }
            let status = StatusCode::from_u16(error.code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            (status, headers, error.json())
        }
    }
}

/// As a text. A value has no key that is not a text, so it can always be written.
fn raw(value: &Value) -> Box<RawValue> {
    to_raw_value(value).unwrap_or_default()
}

fn record(shared: &Shared, name: &str, params: &Params, status: u16, reply: Value) -> u64 {
    let method = Method::find(name).map_or(name, |method| method.name).to_owned();
    let (encoding, params, result) = (params.encoding, raw(&params.to_json()), reply);
    let reply = raw(&result);
    let call = shared.with(|world| {
        let n = world.record.next_number();
        let made_up = world.updates.made_up(&result["result"]);
        let call = Arc::new(Call { n, at: unix_millis(), method, encoding, params, status, reply, made_up });
        world.record.add(Arc::clone(&call), world.rules.calls);
        world.touch();
        call
    });
    // Nobody waits for the world while the file is written.
    shared.calls.append(&call);
    call.n
}

fn note_violations(shared: &Shared, n: u64, name: &str, params: &Params, violation: Option<ApiError>) {
    shared.with(|world| {
        let Some(method) = Method::find(name) else {
            world.record.unknown_method(name);
            return;
        };
        for parameter in params.names().filter(|parameter| !method.takes(parameter)) {
            world.record.violation(n, method.name, &format!("there is no parameter {parameter}"));
        }
        if let Some(error) = violation {
            world.record.violation(n, method.name, &error.description);
        }
    });
}

/// A file's bytes: `/file/bot<token>/<file_path>`.
pub async fn download(State(shared): State<Arc<Shared>>, Path((bot, path)): Path<(String, String)>) -> Response {
    let found = check_token(&shared, &bot).and_then(|()| {
        let key = path.strip_prefix("files/").unwrap_or_default();
        file(&shared, key).ok_or_else(|| ApiError::refused(404, "Not Found"))
    });
    found.unwrap_or_else(IntoResponse::into_response)
}

/// The answer that carries a file, by its key.
fn file(shared: &Shared, key: &str) -> Option<Response> {
    let (mime, bytes) = shared.with(|world| Some((world.files.info(key)?.mime.clone(), world.files.bytes(key)?)))?;
    // What a key names never changes.
    let headers =
        [(header::CONTENT_TYPE, mime), (header::CACHE_CONTROL, "private, max-age=31536000, immutable".to_owned())];
    Some((headers, Body::from(bytes.to_vec())).into_response())
}

/// The answer that carries a file, by its file id.
pub fn file_by_id(shared: &Shared, file_id: &str) -> Option<Response> {
    file(shared, key_of(file_id)?)
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, headers, body) = answer(&Err(self));
        (status, headers, axum::Json(body)).into_response()
    }
}
