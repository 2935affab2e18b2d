//! The webhook: Telegram brings updates by itself, and each is confirmed only when it is dealt with.
//!
//! Telegram takes an update as delivered when it is answered with a success, and otherwise brings it again, ever more slowly,
//! for about a day. So the answer waits for the handler, and a fault is answered with an error. Updates of one chat come one
//! after the other, chats beside each other. <https://core.telegram.org/bots/api#setwebhook>
//!
//! Whoever knows the address could send updates: its last part is derived from the token, and every request has to carry a
//! secret. TLS is the business of a proxy in front.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode};
use reqwest::Url;
use ring::hmac;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tracing::{debug, error, info, warn};

use super::Telegram;
use super::api::CallError;
use super::contact::{Batch, KINDS, Later, ReceiveError, Trouble, Waits};
use super::incoming::RawUpdate;
use crate::config::{TelegramConfig, WebhookConfig};

/// Where the secret stands in a request.
const SECRET_HEADER: &str = "x-telegram-bot-api-secret-token";
/// The largest update that is read, in bytes: far above what Telegram sends.
const LARGEST: usize = 8 * 1024 * 1024;
/// An update so many numbers below the newest has been confirmed long ago, if it was handled.
const KEPT: i64 = 10_000;
/// Marks of handled updates are forgotten when so many have come.
const FORGET_EVERY: i64 = 1_000;
/// How long a stop waits for requests that are being answered.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// The address and the secret that make a webhook ours.
pub(super) struct Hook {
    url: Url,
    secret: String,
    gate: Gate,
}

/// Checks requests in a time that does not tell how nearly they were right.
#[derive(Clone)]
struct Gate {
    key: hmac::Key,
    path: hmac::Tag,
    secret: hmac::Tag,
}

impl Hook {
    fn new(telegram: &TelegramConfig, webhook: &WebhookConfig) -> Result<Hook, String> {
        let key = hmac::Key::new(hmac::HMAC_SHA256, telegram.token.expose().as_bytes());
        let secret = match &webhook.secret {
            Some(secret) => secret.expose().to_owned(),
            None => hex(hmac::sign(&key, b"secret of the webhook")),
        };
        let path = hex(hmac::sign(&key, format!("path of the webhook {secret}").as_bytes()));
        let gate = Gate { path: hmac::sign(&key, path.as_bytes()), secret: hmac::sign(&key, secret.as_bytes()), key };
        let mut url = webhook.url.clone();
        url.path_segments_mut().map_err(|()| "it can't have a path".to_owned())?.pop_if_empty().push(&path);
        Ok(Hook { url, secret, gate })
    }
}

impl Gate {
    /// The last part of the path counts: a proxy may have taken off what stands before it.
    fn knows_path(&self, path: &str) -> bool {
        let last = path.rsplit('/').next().unwrap_or_default();
        hmac::verify(&self.key, last.as_bytes(), self.path.as_ref()).is_ok()
    }

    fn knows_secret(&self, headers: &HeaderMap) -> bool {
        let secret = headers.get(SECRET_HEADER).map_or(&[][..], |value| value.as_bytes());
        hmac::verify(&self.key, secret, self.secret.as_ref()).is_ok()
    }
}

fn hex(tag: hmac::Tag) -> String {
    tag.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What answers requests.
struct Door<H, E> {
    telegram: Arc<Telegram>,
    gate: Gate,
    handler: H,
    /// The fault that ends the reception.
    broken: mpsc::Sender<E>,
    forgotten: AtomicI64,
}

/// A part of <https://core.telegram.org/bots/api#webhookinfo>
#[derive(Deserialize)]
struct WebhookInfo {
    url: String,
    #[serde(default)]
    pending_update_count: u64,
    /// Unix seconds.
    last_error_date: Option<i64>,
    #[serde(default)]
    last_error_message: String,
}

impl Telegram {
    /// Sets the webhook and receives updates there until `stop` is ready. `handler` gets each update; it is confirmed when
    /// everything it caused is saved or refused, sooner or later. Its error is answered with a failure and ends the
    /// reception; the update comes again at the next start.
    ///
    /// Network faults are waited out. The webhook stays set at the end: what happens meanwhile is brought later.
    pub async fn receive<H, F, E>(
        self: &Arc<Self>,
        config: &TelegramConfig,
        webhook: &WebhookConfig,
        waits: &Waits,
        handler: H,
        stop: impl Future<Output = ()>,
    ) -> Result<(), ReceiveError<E>>
    where
        H: Fn(Batch) -> F + Send + Sync + 'static,
        F: Future<Output = Result<Vec<Later<E>>, E>> + Send + 'static,
        E: Send + 'static,
    {
        let refused = |why| ReceiveError::Webhook { url: webhook.url.to_string(), why };
        let hook = Hook::new(config, webhook).map_err(refused)?;
        let listen = |error: std::io::Error| ReceiveError::Listen { address: webhook.listen, why: error.to_string() };
        let listener = TcpListener::bind(webhook.listen).await.map_err(listen)?;
        let (broken, mut breaking) = mpsc::channel(1);
        let door = Door {
            telegram: Arc::clone(self),
            gate: hook.gate.clone(),
            handler,
            broken,
            forgotten: AtomicI64::new(i64::MIN),
        };
        let closing = watch::Sender::new(false);
        let server = serve(listener, door, closing.subscribe());
        let ended = tokio::select! {
            biased;
            () = stop => Ok(()),
            Some(fault) = breaking.recv() => Err(ReceiveError::Handler(fault)),
            error = self.keep(&hook, waits) => Err(match error {
                error if error.is_wrong_token() => ReceiveError::WrongToken(error.to_string()),
                error => refused(error.to_string()),
            }),
        };
        closing.send_replace(true);
        if tokio::time::timeout(LAST_ANSWERS, server).await.is_err() {
            debug!("a request was left unanswered");
        }
        ended
    }

    /// Sets the webhook, and looks now and then whether it still stands. Returns only what cannot be mended by waiting.
    async fn keep(&self, hook: &Hook, waits: &Waits) -> CallError {
        let mut trouble = Trouble::new(&self.contact, waits);
        if let Err(error) = self.set(hook, &mut trouble).await {
            return error;
        }
        info!(server = hook.url.origin().ascii_serialization(), "updates come by webhook");
        let mut taken = false;
        // Of the last fault that was told.
        let mut told = None;
        loop {
            tokio::time::sleep(waits.webhook_check).await;
            let info: WebhookInfo = match self.api.call("getWebhookInfo", &json!({})).await {
                Ok(info) => info,
                Err(error) if error.is_wrong_token() => return error,
                Err(error) => {
                    let pause = trouble.grows(&error);
                    tokio::time::sleep(pause).await;
                    continue;
                }
            };
            if info.url != hook.url.as_str() {
                if std::mem::replace(&mut taken, true) {
                    let pause = trouble.is_contest(
                        "Another program keeps taking this bot's webhook away, so no updates come here. Stop it, or give one \
                         of the two another token.",
                    );
                    tokio::time::sleep(pause).await;
                } else {
                    warn!("Another program has taken this bot's webhook away; it is set again.");
                    if let Err(error) = self.set(hook, &mut trouble).await {
                        return error;
                    }
                }
            } else if info.pending_update_count > 0 && info.last_error_date > told {
                told = info.last_error_date;
                let sentence = format!(
                    "Telegram could not bring updates to the webhook, and {} wait: {}.",
                    info.pending_update_count, info.last_error_message
                );
                self.contact.is_broken(&sentence);
                warn!("{sentence} Check WEBHOOK_URL and the proxy behind it.");
            } else {
                trouble.is_over();
            }
        }
    }

    /// Sets the webhook, waiting out whatever passes by itself.
    async fn set(&self, hook: &Hook, trouble: &mut Trouble<'_>) -> Result<(), CallError> {
        let parameters = json!({
            "url": hook.url.as_str(), "secret_token": hook.secret, "allowed_updates": KINDS, "drop_pending_updates": false,
        });
        loop {
            let set: Result<IgnoredAny, _> = self.api.call("setWebhook", &parameters).await;
            let pause = match set {
                Ok(_) => {
                    trouble.is_over();
                    return Ok(());
                }
                Err(CallError::Refused { retry_after: Some(seconds), .. }) => Duration::from_secs(seconds),
                Err(error @ CallError::Refused { code: 400..500, .. }) => return Err(error),
                Err(error) => trouble.grows(&error),
            };
            tokio::time::sleep(pause).await;
        }
    }
}

/// Answers requests until `closing` says so.
fn serve<H, F, E>(listener: TcpListener, door: Door<H, E>, mut closing: watch::Receiver<bool>) -> JoinHandle<()>
where
    H: Fn(Batch) -> F + Send + Sync + 'static,
    F: Future<Output = Result<Vec<Later<E>>, E>> + Send + 'static,
    E: Send + 'static,
{
    let app = Router::new().fallback(knock::<H, F, E>).with_state(Arc::new(door));
    tokio::spawn(async move {
        let closed = async move {
            // The sender going away means the same.
            let _ = closing.wait_for(|closing| *closing).await;
        };
        if let Err(error) = axum::serve(listener, app).with_graceful_shutdown(closed).await {
            error!("the webhook's server stopped: {error}");
        }
    })
}

/// Answers a request: with 200 what is saved, refused, or will never be readable; with 5xx what has to come again.
async fn knock<H, F, E>(State(door): State<Arc<Door<H, E>>>, request: Request) -> StatusCode
where
    H: Fn(Batch) -> F + Send + Sync + 'static,
    F: Future<Output = Result<Vec<Later<E>>, E>> + Send + 'static,
    E: Send + 'static,
{
    if !door.gate.knows_path(request.uri().path()) {
        return StatusCode::NOT_FOUND;
    }
    if !door.gate.knows_secret(request.headers()) {
        warn!("somebody knows the webhook's address, but not its secret");
        return StatusCode::UNAUTHORIZED;
    }
    if request.method() != Method::POST {
        return StatusCode::METHOD_NOT_ALLOWED;
    }
    let Ok(body) = to_bytes(request.into_body(), LARGEST).await else { return StatusCode::PAYLOAD_TOO_LARGE };
    let Some(update) = std::str::from_utf8(&body).ok().and_then(RawUpdate::parse) else {
        // Refused, it would come again and again.
        door.telegram.could_not_read("nothing");
        return StatusCode::OK;
    };
    door.telegram.contact.is_open();
    let number = update.update_id;
    let Some(incoming) = door.telegram.understand(update) else { return StatusCode::OK };
    let batch = Batch { confirmed_below: door.forget(number), updates: vec![incoming] };
    // In a task of its own: when Telegram hangs up, this function is dropped, but what has begun goes on.
    let handling = tokio::spawn({
        let door = Arc::clone(&door);
        async move {
            let _busy = door.telegram.contact.begin();
            for later in (door.handler)(batch).await? {
                later.done.await?;
            }
            Ok::<_, E>(())
        }
    });
    match handling.await {
        Ok(Ok(())) => StatusCode::OK,
        Ok(Err(fault)) => {
            // One fault ends the reception; those that come meanwhile are the same.
            let _ = door.broken.try_send(fault);
            StatusCode::SERVICE_UNAVAILABLE
        }
        Err(panic) => {
            error!(number, %panic, "handling an update panicked");
            StatusCode::INTERNAL_SERVER_ERROR
        }
    }
}

impl<H, E> Door<H, E> {
    /// The number below which no update comes again, now and then.
    fn forget(&self, number: i64) -> Option<i64> {
        let below = number.saturating_sub(KEPT);
        let due = |last: i64| {
            let numbers_began_anew = below < last.saturating_sub(KEPT);
            (below >= last.saturating_add(FORGET_EVERY) || numbers_began_anew).then_some(below)
        };
        self.forgotten.fetch_update(Ordering::Relaxed, Ordering::Relaxed, due).ok().map(|_| below)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::WebhookSecret;

    fn hook(token: &str, url: &str, secret: Option<&str>) -> Hook {
        let telegram = TelegramConfig::at("http://127.0.0.1:8081", token).unwrap();
        let webhook = WebhookConfig {
            url: url.parse().unwrap(),
            listen: "127.0.0.1:0".parse().unwrap(),
            secret: secret.map(|secret| WebhookSecret::parse(secret).unwrap()),
        };
        Hook::new(&telegram, &webhook).unwrap()
    }

    fn header(secret: &str) -> HeaderMap {
        HeaderMap::from_iter([(SECRET_HEADER.parse().unwrap(), secret.parse().unwrap())])
    }

    #[test]
    fn address_and_secret_are_derived_and_tell_nothing() {
        let one = hook("12:abc", "https://bot.example.org/doushou/", None);
        let again = hook("12:abc", "https://bot.example.org/doushou", None);
        assert_eq!((&one.url, &one.secret), (&again.url, &again.secret), "a restart changes nothing");
        let other = hook("12:abd", "https://bot.example.org/doushou", None);
        assert!(one.url != other.url && one.secret != other.secret);
        let chosen = hook("12:abc", "https://bot.example.org/doushou", Some("0123456789abcdef"));
        assert!(one.url != chosen.url && chosen.secret == "0123456789abcdef");
        for text in [one.url.as_str(), one.secret.as_str()] {
            assert!(!text.contains("12:abc"), "{text}");
        }
        let last = one.url.path().strip_prefix("/doushou/").unwrap();
        assert!(last.len() == 64 && !one.url.as_str().contains(&one.secret));
    }

    #[test]
    fn only_the_right_address_and_secret_pass() {
        let hook = hook("12:abc", "https://bot.example.org/doushou", None);
        let path = hook.url.path().to_owned();
        let (_, last) = path.rsplit_once('/').unwrap();
        for right in [path.clone(), format!("/{last}"), format!("/elsewhere/{last}")] {
            assert!(hook.gate.knows_path(&right), "{right}");
        }
        for wrong in ["", "/", "/doushou", &path[..path.len() - 1], &format!("{path}/"), &format!("{path}0")] {
            assert!(!hook.gate.knows_path(wrong), "{wrong}");
        }
        assert!(hook.gate.knows_secret(&header(&hook.secret)));
        for wrong in ["", "0", &hook.secret[1..], &format!("{}0", hook.secret), last] {
            assert!(!hook.gate.knows_secret(&header(wrong)), "{wrong}");
        }
        assert!(!hook.gate.knows_secret(&HeaderMap::new()));
    }
}
