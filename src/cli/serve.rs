//! The bot at work: what `run` and `demo` share.

use std::future::Future;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::health::{self, Vitals};
use super::{EXIT_START, fail};
use crate::ai::Mind;
use crate::config::{Config, TelegramConfig};
use crate::metrics::{self, Metrics};
use crate::render::Renderer;
use crate::service::{Host, Late, Service};
use crate::store::{CommitError, Store};
use crate::tables::Library;
use crate::telegram::{self, Telegram};

/// Reads the settings and starts the log.
pub(super) fn configure(data: Option<PathBuf>) -> Result<Config, ExitCode> {
    let mut config = Config::load().map_err(|error| fail(EXIT_START, &error))?;
    if let Some(data) = data {
        config.data = data;
    }
    tracing_subscriber::fmt()
        .with_env_filter(tracing_subscriber::EnvFilter::new(&config.log))
        .with_writer(std::io::stderr)
        .init();
    Ok(config)
}

/// Runs asynchronous work to its end on a runtime of its own.
pub(super) fn start(work: impl Future<Output = ExitCode>) -> ExitCode {
    match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime.block_on(work),
        Err(error) => fail(1, &format!("the program could not start its threads: {error}")),
    }
}

/// Why serving ended.
#[derive(Debug, thiserror::Error)]
pub(super) enum ServeError {
    #[error(transparent)]
    Store(#[from] crate::store::OpenError),
    #[error(transparent)]
    Connect(#[from] telegram::ConnectError),
    #[error(transparent)]
    Saving(#[from] CommitError),
    #[error(transparent)]
    Config(#[from] crate::config::ConfigError),
    #[error(transparent)]
    Receive(telegram::ReceiveError<CommitError>),
    #[error(
        "An update has got stuck, so the program ends: it comes again at the next start. Please report what the log says."
    )]
    Stuck,
}

impl ServeError {
    pub(super) fn report(&self) -> ExitCode {
        use telegram::ReceiveError::{Handler, Listen, Webhook, WrongToken};
        let code = match self {
            ServeError::Store(_) | ServeError::Connect(_) | ServeError::Config(_) => EXIT_START,
            ServeError::Receive(Listen { .. } | Webhook { .. }) => EXIT_START,
            ServeError::Saving(_) | ServeError::Receive(WrongToken(_) | Handler(_)) | ServeError::Stuck => 1,
        };
        fail(code, self)
    }
}

/// How long the AI lets the player's own move stand before it answers.
const AI_PAUSE: Duration = Duration::from_millis(700);

/// The bot at work on this store, until `stop` is ready.
pub(super) async fn serve(
    config: &Config,
    api: &TelegramConfig,
    store: Store,
    stop: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let started = Instant::now();
    let metrics = Arc::new(Metrics::new());
    let telegram = Arc::new(Telegram::connect(api, config.lang, Arc::clone(&metrics)).await?);
    tracing::info!(bot = telegram.name().username, "connected");
    let host = Host {
        bot: telegram.name(),
        lang: config.lang,
        limits: config.limits.clone(),
        house: config.house.clone(),
        ai_pause: AI_PAUSE,
        mind: Mind::new(Library::new(config.tables.clone())),
    };
    let mind = host.mind.clone();
    let service = Service::new(store.clone(), Arc::clone(&telegram), Renderer::new(), Arc::clone(&metrics), host);
    service.start().await?;
    let _page = match config.metrics {
        Some(listen) => {
            let vitals = Vitals { store: store.clone(), telegram: Arc::clone(&telegram), mind, started };
            let page = metrics::serve(listen, metrics, move || vitals.clone().look()).await;
            // A bot that nobody can look after still plays.
            page.inspect_err(|error| {
                tracing::warn!("Health and metrics are not shown at {listen}: {error}. Set METRICS_LISTEN to another address, or to off.");
            })
            .ok()
        }
        None => None,
    };
    let registering = tokio::spawn({
        let service = service.clone();
        async move { service.register_commands().await }
    });
    let handler = {
        let service = service.clone();
        move |batch: telegram::Batch| {
            let service = service.clone();
            async move {
                if let Some(below) = batch.confirmed_below {
                    service.confirmed(below).await;
                }
                let late = service.handle(batch.updates).await?;
                let later = |late: Late| telegram::Later { update: late.update, done: Box::pin(late.done()) };
                Ok(late.into_iter().map(later).collect())
            }
        }
    };
    let keeping = config.snapshots.map(|every| tokio::spawn(keep_snapshots(store.clone(), every)));
    let waits = telegram::Waits::default();
    let receiving = async {
        match &api.webhook {
            Some(webhook) => telegram.receive(api, webhook, &waits, handler, stop).await,
            None => telegram.poll(&waits, handler, stop).await,
        }
    };
    let received = tokio::select! {
        received = receiving => received.map_err(ServeError::Receive),
        () = health::watch(&telegram) => Err(ServeError::Stuck),
    };
    registering.abort();
    service.stop().await;
    if let Some(keeping) = keeping {
        keeping.abort();
        take_snapshot(&store).await;
    }
    store.close().await;
    received
}

/// Writes a snapshot now, for what has just been opened is whole, and then now and again for ever.
async fn keep_snapshots(store: Store, every: Duration) {
    loop {
        take_snapshot(&store).await;
        tokio::time::sleep(every).await;
    }
}

/// A bot without a snapshot still plays.
async fn take_snapshot(store: &Store) {
    match store.snapshot().await {
        Ok(Some(path)) => tracing::info!("snapshot {}", path.display()),
        Ok(None) => {}
        Err(error) => tracing::warn!("No snapshot was written: {error}."),
    }
}

/// Ready when the program is asked to end (Ctrl-C, or SIGTERM from a service manager).
pub(super) async fn stopped() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminate) => tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            },
            Err(error) => {
                tracing::warn!(%error, "SIGTERM will end the program at once");
                let _ = tokio::signal::ctrl_c().await;
            }
        }
    }
    #[cfg(not(unix))]
    let _ = tokio::signal::ctrl_c().await;
    tracing::info!("stopping");
}
