//! A local Bot API server and its chat page: Telegram for one bot, on this machine only.
//!
//! The bot talks to it as it talks to Telegram; only the address differs. People talk through the page at `/`, tests
//! through [`Running`] or `/control`. It knows the Bot API and nothing else of this program, and shares no type with the
//! library the bot uses, so that it cannot share its mistakes.
//!
//! * [`world`]: people, chats, messages: what is, and what people do.
//! * [`api`]: the bot's side: methods, checks, Telegram's texts, `getUpdates` and the webhook.
//! * [`control`]: the people's and tests' side. `page`: the chat page. `saved`: the world in a folder.

mod api;
mod call_log;
mod control;
mod listener;
mod page;
mod saved;
pub mod world;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use call_log::CallLog;
use listener::{CuttableListener, Line};
use saved::Folder;
use world::act::Act;
use world::{Bot, HouseRules, Seed, World};

/// How to set up an emulator.
#[derive(Clone, Debug)]
pub struct Config {
    /// On 127.0.0.1; 0 lets the system choose one.
    pub port: u16,
    /// The bot's token; the digits before its colon are the bot's id.
    pub token: String,
    pub bot_name: String,
    /// Without the `@`.
    pub bot_username: String,
    /// Who is there, unless `folder` holds a world already.
    pub seed: Seed,
    /// Where the world is saved and loaded from; nowhere if absent.
    pub folder: Option<PathBuf>,
    /// A file every call of the bot is appended to, a JSON object a line.
    pub record_to: Option<PathBuf>,
    /// Whether the bot is in privacy mode, as bots are at first.
    pub privacy: bool,
    /// How long a press may be answered.
    pub press_lifetime: Duration,
    /// How many messages a chat keeps.
    pub history: usize,
    /// How many calls of the bot are remembered.
    pub calls: usize,
    /// How many bytes of files that no message shows any more are kept.
    pub spare: usize,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            port: 0,
            token: "4200000001:local-emulator".to_owned(),
            bot_name: "Doushou".to_owned(),
            bot_username: "doushou_bot".to_owned(),
            seed: Seed::default(),
            folder: None,
            record_to: None,
            privacy: true,
            press_lifetime: Duration::from_secs(60),
            history: 400,
            calls: 5_000,
            spare: 32 << 20,
        }
    }
}

/// Why an emulator does not start: sentences for the one who started it.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("port {0} is in use by another program: choose another one with --port, or --port 0 for any free one")]
    PortTaken(u16),
    #[error("cannot listen on port {port} of 127.0.0.1: {error}")]
    Listen { port: u16, error: io::Error },
    #[error("{0:?} is no bot token: a token is digits, a colon, and a secret")]
    Token(String),
    #[error("cannot use the folder {}: {error}", folder.display())]
    Folder { folder: PathBuf, error: io::Error },
    #[error("cannot write the record of calls to {}: {error}", file.display())]
    Record { file: PathBuf, error: io::Error },
    #[error("{0}")]
    World(String),
}

/// The largest request: what Telegram takes, and a little for the form around it.
const MAX_REQUEST: usize = 52 * 1024 * 1024;

/// How long changes are gathered before the world is written.
const SAVE_DELAY: Duration = Duration::from_millis(200);

/// How long open connections may take to end when the emulator stops.
const STOP_PATIENCE: Duration = Duration::from_secs(2);

/// The emulator.
pub struct Emulator;

impl Emulator {
    /// Starts it.
    pub async fn start(config: Config) -> Result<Running, StartError> {
        let bot_id = config.token.split_once(':').and_then(|(id, _)| id.parse().ok());
        let bot_id = bot_id.ok_or_else(|| StartError::Token(config.token.clone()))?;
        let bot = Bot {
            id: bot_id,
            first_name: config.bot_name,
            username: config.bot_username,
            commands: Vec::new(),
            texts: Default::default(),
        };
        let calls = match config.record_to {
            None => CallLog::default(),
            Some(file) => CallLog::open(&file).map_err(|error| StartError::Record { file, error })?,
        };
        let (privacy, press_lifetime) = (config.privacy, config.press_lifetime);
        let rules =
            HouseRules { privacy, press_lifetime, history: config.history, calls: config.calls, spare: config.spare };
        let mut world = World::new(bot, rules);
        let listener = listen(config.port).await?;
        let address = listener.local_addr().map_err(|error| StartError::Listen { port: config.port, error })?;
        let folder = match config.folder {
            None => None,
            Some(folder) => Some(Folder::open(&folder).map_err(|error| StartError::Folder { folder, error })?),
        };
        let loaded = folder.as_ref().map_or(Ok(false), |folder| folder.load(&mut world)).map_err(StartError::World)?;
        if !loaded {
            world.plant(config.seed).map_err(StartError::World)?;
        }
        let shared = Arc::new(Shared {
            token: config.token,
            version: watch::Sender::new(world.version),
            world: Mutex::new(world),
            calls,
            stopping: AtomicBool::new(false),
        });
        let saver = folder.map(|folder| tokio::spawn(save_changes(Arc::clone(&shared), folder)));
        let courier = tokio::spawn(api::deliver(Arc::clone(&shared)));
        let server = tokio::spawn(serve(listener, Arc::clone(&shared)));
        Ok(Running { address, shared, server, courier, saver })
    }
}

async fn listen(port: u16) -> Result<TcpListener, StartError> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => StartError::PortTaken(port),
        _ => StartError::Listen { port, error },
    })
}

async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    let mut changes = shared.changes();
    let stopping = Arc::clone(&shared);
    let app = Router::new()
        .route("/{bot}/{method}", any(api::call))
        .route("/file/{bot}/{*path}", get(api::download))
        .layer(DefaultBodyLimit::max(MAX_REQUEST))
        .nest("/control", control::routes())
        .layer(middleware::from_fn(only_from_here))
        // The page itself is the same for everybody, and may be linked to from anywhere.
        .merge(page::routes())
        .with_state(shared)
        .into_make_service_with_connect_info::<Line>();
    let stop = async move { while !stopping.is_stopping() && changes.changed().await.is_ok() {} };
    if let Err(error) = axum::serve(CuttableListener(listener), app).with_graceful_shutdown(stop).await {
        tracing::error!("the emulator's server stopped: {error}");
    }
}

/// By which browsers tell whether a request comes from this site, another one, or nowhere (Fetch Metadata).
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Refuses what a page of another site, open in the same browser, could send here.
async fn only_from_here(request: Request, next: Next) -> Response {
    if is_from_here(request.headers()) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "This server is for programs and pages of this machine only.\n").into_response()
    }
}

fn is_from_here(headers: &HeaderMap) -> bool {
    let header = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let host = header(header::HOST).unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let same_origin = header(header::ORIGIN).is_none_or(|origin| origin == format!("http://{host}"));
    // An image or a link of another page brings no origin, but every browser says where it stands.
    let same_site = header(SEC_FETCH_SITE).is_none_or(|site| matches!(site, "same-origin" | "none"));
    matches!(name, "127.0.0.1" | "localhost" | "[::1]") && same_origin && same_site
}

/// Writes the world whenever it has changed, until the emulator stops.
async fn save_changes(shared: Arc<Shared>, mut folder: Folder) {
    let mut changes = shared.changes();
    changes.mark_changed();
    let mut saved = None;
    while changes.changed().await.is_ok() {
        if !shared.is_stopping() {
            tokio::time::sleep(SAVE_DELAY).await;
        }
        let version = *changes.borrow_and_update();
        // Asked for after the line above: a stop after this is a change that is still unseen.
        let last = shared.is_stopping();
        // Those who wait are also woken when nothing has changed.
        if saved != Some(version) {
            let source = Arc::clone(&shared);
            let written = tokio::task::spawn_blocking(move || {
                let snapshot = source.with(|world| folder.snapshot(world));
                let result = snapshot.map_err(io::Error::from).and_then(|snapshot| folder.write(&snapshot));
                (folder, result)
            });
            match written.await {
                Ok((back, Ok(()))) => (folder, saved) = (back, Some(version)),
                Ok((back, Err(error))) => {
                    tracing::error!("the chats could not be saved: {error}");
                    folder = back;
                }
                Err(error) => {
                    tracing::error!("the chats are not saved any more: {error}");
                    return;
                }
            }
        }
        if last {
            return;
        }
    }
}

/// What all parts of a running emulator share.
pub struct Shared {
    token: String,
    world: Mutex<World>,
    calls: CallLog,
    version: watch::Sender<u64>,
    stopping: AtomicBool,
}

impl Shared {
    /// Looks at the world or changes it, and tells those who wait for a change.
    fn with<T>(&self, job: impl FnOnce(&mut World) -> T) -> T {
        let mut world = self.world.lock().unwrap_or_else(PoisonError::into_inner);
        let result = job(&mut world);
        let version = world.version;
        drop(world);
        self.version.send_if_modified(|known| std::mem::replace(known, version.max(*known)) < version);
        result
    }

    /// Makes those who wait for a change look again, though the world is the same.
    fn wake(&self) {
        self.version.send_modify(|_| ());
    }

    fn act(&self, act: Act) -> Result<Value, String> {
        self.with(|world| world.act(act))
    }

    /// A receiver that notices every change from now on.
    fn changes(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }

    async fn until<T>(&self, patience: Duration, mut found: impl FnMut(&World) -> Option<T>) -> Option<T> {
        let deadline = tokio::time::Instant::now() + patience;
        let mut changes = self.changes();
        loop {
            if let Some(result) = self.with(|world| found(world)) {
                return Some(result);
            }
            let waiting = tokio::time::timeout_at(deadline, changes.changed());
            if !matches!(waiting.await, Ok(Ok(()))) || self.is_stopping() {
                return None;
            }
        }
    }
}

/// A running emulator. It stops when told to, or with the process.
pub struct Running {
    address: SocketAddr,
    shared: Arc<Shared>,
    server: JoinHandle<()>,
    courier: JoinHandle<()>,
    saver: Option<JoinHandle<()>>,
}

impl Running {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the page, and the bot's Bot API address.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The token it takes.
    pub fn token(&self) -> &str {
        &self.shared.token
    }

    /// Does something as a person, or to the world.
    pub fn act(&self, act: Act) -> Result<Value, String> {
        self.shared.act(act)
    }

    /// Looks at the world.
    pub fn look<T>(&self, look: impl FnOnce(&World) -> T) -> T {
        self.shared.with(|world| look(world))
    }

    /// Waits until something is found in the world, looking again after every change. `None` if `patience` ends first.
    pub async fn until<T>(&self, patience: Duration, found: impl FnMut(&World) -> Option<T>) -> Option<T> {
        self.shared.until(patience, found).await
    }

    /// Stops it: waiting polls end, the world is saved.
    pub async fn stop(mut self) {
        self.shared.stopping.store(true, Ordering::Release);
        self.shared.wake();
        if let Some(saver) = self.saver.take()
            && let Err(error) = saver.await
        {
            tracing::error!("the chats could not be saved: {error}");
        }
        if tokio::time::timeout(STOP_PATIENCE, &mut self.server).await.is_err() {
            self.server.abort();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.server.abort();
        self.courier.abort();
        if let Some(saver) = &self.saver {
            saver.abort();
        }
    }
}
