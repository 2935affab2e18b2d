//! The other side: what people do and what tests want to know. JSON over HTTP under `/control`.
//!
//! * `POST /control` does an [`Act`]; a refusal is `400 {"error": sentence}`.
//! * `GET /control/view?since=V&wait_ms=T` is what changed after version V, as soon as there is something.
//! * `GET /control/calls?since=N` lists the bot's calls after number N, `GET /control/report` what was wrong with them.
//! * `GET /control/commands?person=P&chat=C` is the command menu, `GET /control/file/ID` a file.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use super::world::act::Act;
use super::{Shared, api};

/// The longest a view waits, in milliseconds.
const MAX_WAIT: u64 = 60_000;

/// The routes under `/control`.
pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/", post(act))
        .route("/view", get(view))
        .route("/calls", get(calls))
        .route("/report", get(report))
        .route("/commands", get(commands))
        .route("/file/{id}", get(file))
}

async fn act(State(shared): State<Arc<Shared>>, Json(act): Json<Act>) -> Response {
    match shared.act(act) {
        Ok(value) => Json(value).into_response(),
        Err(error) => (StatusCode::BAD_REQUEST, Json(json!({"error": error}))).into_response(),
    }
}

#[derive(Deserialize)]
struct Since {
    #[serde(default)]
    since: u64,
    #[serde(default)]
    wait_ms: u64,
}

async fn view(State(shared): State<Arc<Shared>>, Query(query): Query<Since>) -> Json<Value> {
    let wait = Duration::from_millis(query.wait_ms.min(MAX_WAIT));
    let changed = shared.until(wait, |world| (world.version != query.since).then(|| world.view(query.since)));
    let view = changed.await;
    Json(view.unwrap_or_else(|| shared.with(|world| world.view(query.since))))
}

async fn calls(State(shared): State<Arc<Shared>>, Query(query): Query<Since>) -> Json<Value> {
    Json(shared.with(|world| world.record.since(query.since).map(|call| json!(call)).collect::<Vec<_>>().into()))
}

async fn report(State(shared): State<Arc<Shared>>) -> Json<Value> {
    Json(
        shared.with(
            |world| json!({"violations": world.record.violations, "unknown_methods": world.record.unknown_methods}),
        ),
    )
}

#[derive(Deserialize)]
struct Menu {
    person: i64,
    chat: i64,
}

async fn commands(State(shared): State<Arc<Shared>>, Query(menu): Query<Menu>) -> Json<Value> {
    Json(shared.with(|world| world.commands_for(menu.person, menu.chat)))
}

async fn file(State(shared): State<Arc<Shared>>, Path(id): Path<String>) -> Response {
    api::file_by_id(&shared, &id).unwrap_or_else(|| StatusCode::NOT_FOUND.into_response())
}
