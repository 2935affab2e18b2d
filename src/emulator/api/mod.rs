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
use super::world::World;
use super::world::fault::Mishap;
use super::world::message::key_of;
use super::world::record::Call;
use super::world::unix_millis;
use error::ApiError;
pub use hook::deliver;
use methods::Method;
use params::{Params, Unreadable};

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
        // It ended in mid-sentence, which is no fault of its words; nobody waits for an answer.
        Err(Unreadable::CutShort) => return line.cut(),
        Err(Unreadable::Wrong(error)) => {
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
            shared.wake();
            tokio::time::sleep(Duration::from_millis(fault.delay_ms)).await;
            fault.then
        }
        None => None,
    };
    let note = Note::new(&method, &params);
    let answer = match &mishap {
        Some(Mishap::Cut) => {
            let call = shared.with(|world| note.add(world, 0, &Value::Null));
            shared.calls.append(&call);
            return line.cut();
        }
        Some(Mishap::RetryAfter(seconds)) => {
            let error = ApiError::retry_after(*seconds);
            shared.with(|world| note.answer(world, Err(error)))
        }
        Some(Mishap::Refuse { code, text }) => {
            let error = ApiError::refused(*code, text.clone());
            shared.with(|world| note.answer(world, Err(error)))
        }
        Some(Mishap::LoseAnswer) | None => run(&shared, &params, note).await,
    };
    // Nobody waits for the world while the file is written.
    if let Some(call) = &answer.call {
        shared.calls.append(call);
    }
    if mishap == Some(Mishap::LoseAnswer) {
        return line.cut();
    }
    answer.into_response()
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

/// Does a call; whoever sees what it did finds it in the record.
async fn run(shared: &Shared, params: &Params, note: Note<'_>) -> Answer {
    match Method::find(note.name) {
        None => {
            let error = ApiError::refused(404, "Not Found: method not found");
            shared.with(|world| note.answer(world, Err(error)))
        }
        Some(Method { run: Some(run), .. }) => shared.with(|world| {
            let result = run(world, params);
            note.answer(world, result)
        }),
        Some(Method { run: None, .. }) => {
            let result = poll::get_updates(shared, params).await;
            shared.with(|world| note.answer(world, result))
        }
    }
}

/// What is sent back, and what the record says of it.
struct Answer {
    status: StatusCode,
    headers: header::HeaderMap,
    body: Value,
    /// `None` for a poll that brought nothing, which is not recorded.
    call: Option<Arc<Call>>,
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        (self.status, self.headers, axum::Json(self.body)).into_response()
    }
}

/// A call as the record will have it, but for its answer.
struct Note<'a> {
    name: &'a str,
    encoding: &'static str,
    params: Box<RawValue>,
    /// Parameters that the method does not have.
    unknown: Vec<&'a str>,
}

impl<'a> Note<'a> {
    fn new(name: &'a str, params: &'a Params) -> Note<'a> {
        let takes = |parameter: &&str| Method::find(name).is_none_or(|method| method.takes(parameter));
        let unknown = params.names().filter(|parameter| !takes(parameter)).collect();
        Note { name, encoding: params.encoding, params: raw(&params.to_json()), unknown }
    }

    /// Records the call with its answer, and what was wrong with it.
    fn answer(mut self, world: &mut World, result: Result<Value, ApiError>) -> Answer {
        let (status, headers, body) = answer(&result);
        let is_vain_poll =
            result.as_ref().is_ok_and(|value| *value == json!([])) && self.name.eq_ignore_ascii_case("getUpdates");
        let violation = result.err().filter(|error| error.violation);
        let (name, unknown) = (self.name, std::mem::take(&mut self.unknown));
        let call = (!is_vain_poll).then(|| self.add(world, status.as_u16(), &body));
        if let Some(call) = &call {
            if Method::find(name).is_none() {
                world.record.unknown_method(name);
            }
            for parameter in unknown {
                world.record.violation(call.n, &call.method, &format!("there is no parameter {parameter}"));
            }
            if let Some(error) = violation {
                world.record.violation(call.n, &call.method, &error.description);
            }
        }
        Answer { status, headers, body, call }
    }

    /// Records the call; status 0 if it is not answered.
    fn add(self, world: &mut World, status: u16, reply: &Value) -> Arc<Call> {
        let method = Method::find(self.name).map_or(self.name, |method| method.name).to_owned();
        let (n, made_up) = (world.record.next_number(), world.updates.made_up(&reply["result"]));
        let (encoding, params, reply) = (self.encoding, self.params, raw(reply));
        let call = Arc::new(Call { n, at: unix_millis(), method, encoding, params, status, reply, made_up });
        world.record.add(Arc::clone(&call), world.rules.calls);
        world.touch();
        call
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
