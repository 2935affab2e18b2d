//! `/healthz` and `/metrics`, for programs that look after the bot.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::Metrics;

/// The format of [`Metrics::text`].
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// How the bot is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Health {
    /// What is wrong, a sentence each; none if all is well.
    pub faults: Vec<String>,
    /// Since it was last certain that updates can come; since the start, if it never was.
    pub contact_age_seconds: i64,
    /// Since an update last came; since the start, if none did. Where nobody plays, long is no fault.
    pub update_age_seconds: i64,
    /// Since a request to the Bot API was last answered with a success.
    pub call_age_seconds: i64,
    /// Games that are being played.
    pub games: i64,
    /// Challenges that are open.
    pub challenges: i64,
    /// What the AI keeps from one move to the next: positions of all games, and endgame tables.
    pub ai_memory_bytes: i64,
}

/// The page's door; dropping it closes the page.
pub struct Page(JoinHandle<()>);

impl Drop for Page {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Shows the metrics and, as `look` finds it, the bot's health at this address. `/healthz` answers 200 if nothing is wrong and
/// 503 otherwise; both with a [`Health`] as JSON.
pub async fn serve<L, F>(listen: SocketAddr, metrics: Arc<Metrics>, look: L) -> io::Result<Page>
where
    L: Fn() -> F + Send + Sync + 'static,
    F: Future<Output = Health> + Send + 'static,
{
    let listener = TcpListener::bind(listen).await?;
    let app = Router::new()
        .route("/healthz", get(healthz::<L, F>))
        .route("/metrics", get(show::<L, F>))
        .with_state(Arc::new(Watched { metrics, look }));
    Ok(Page(tokio::spawn(async move {
        if let Err(error) = axum::serve(listener, app).await {
            tracing::error!("health and metrics are not shown any more: {error}");
        }
    })))
}

struct Watched<L> {
    metrics: Arc<Metrics>,
    look: L,
}

async fn healthz<L, F>(State(watched): State<Arc<Watched<L>>>) -> Response
where
    L: Fn() -> F + Send + Sync,
    F: Future<Output = Health> + Send,
{
    let health = (watched.look)().await;
    let status = if health.faults.is_empty() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(health)).into_response()
}

async fn show<L, F>(State(watched): State<Arc<Watched<L>>>) -> Response
where
    L: Fn() -> F + Send + Sync,
    F: Future<Output = Health> + Send,
{
    watched.metrics.note(&(watched.look)().await);
    match watched.metrics.text() {
        Ok(text) => ([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}
