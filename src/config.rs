//! The only reader of environment variables and of the file `.env`.
//!
//! [`Config::load`] reads everything once, at the start; the command line may then overwrite fields. A variable that is set
//! to nothing counts as not set, so that a copy of `.env.example` works as it is. Every fault is a sentence that names the
//! variable, and its value unless that is a secret.

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsString;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use reqwest::Url;
use tracing_subscriber::EnvFilter;

use crate::people::{ChatId, House, Lang, Limits, PersonId};

/// Telegram's own Bot API server.
const TELEGRAM: &str = "https://api.telegram.org";
/// The kinds of proxy the HTTP client speaks to.
const PROXY_SCHEMES: [&str; 5] = ["http", "https", "socks4", "socks5", "socks5h"];
/// The ports to which Telegram's own server sends updates. <https://core.telegram.org/bots/api#setwebhook>
const WEBHOOK_PORTS: [u16; 4] = [443, 80, 88, 8443];
/// Where the bot waits for updates when `WEBHOOK_LISTEN` says nothing: behind a proxy on the same machine.
const WEBHOOK_LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8421);
/// Where health and metrics are shown when `METRICS_LISTEN` says nothing, and the word for nowhere.
const METRICS_LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8422);
const OFF: &str = "off";
/// Minutes between two snapshots of the store when `DOUSHOU_SNAPSHOT_MINUTES` says nothing.
const SNAPSHOT_MINUTES: u64 = 60;
/// The longest words about maintenance, in characters: they are part of a sentence that has to fit into a toast.
const LONGEST_NOTE: usize = 90;
/// What is logged when `RUST_LOG` says nothing: our own news, others' warnings.
const LOG: &str = "warn,doushou=info";

/// Everything a host can set.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// `None` without a token: the program runs its local demo.
    pub telegram: Option<TelegramConfig>,
    /// The folder of the store.
    pub data: PathBuf,
    /// How often the store writes a snapshot of itself; `None`: never.
    pub snapshots: Option<Duration>,
    /// The folder of the endgame tables for four animals, if there is one.
    pub tables: Option<PathBuf>,
    /// The language where neither person nor chat has one.
    pub lang: Lang,
    pub limits: Limits,
    pub house: House,
    /// Where health and metrics are shown; `None`: nowhere.
    pub metrics: Option<SocketAddr>,
    /// What to log, in `RUST_LOG`'s words; checked.
    pub log: String,
}

/// How to reach a Bot API server, and as whom.
#[derive(Clone, Debug, PartialEq)]
pub struct TelegramConfig {
    pub token: Token,
    /// The server's address without the `/bot…` part.
    pub api_url: Url,
    /// A proxy address, e.g. `socks5://127.0.0.1:1080`; checked.
    pub proxy: Option<String>,
    /// `None`: the bot asks for updates.
    pub webhook: Option<WebhookConfig>,
    pub deadlines: Deadlines,
}

/// How long an answer of the server is waited for. No variable sets it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Deadlines {
    /// To a call.
    pub call: Duration,
    /// To one that carries a file, and for a file to come.
    pub file: Duration,
}

impl Default for Deadlines {
    fn default() -> Deadlines {
        Deadlines { call: Duration::from_secs(15), file: Duration::from_secs(30) }
    }
}

/// How updates come by themselves.
#[derive(Clone, Debug, PartialEq)]
pub struct WebhookConfig {
    /// The address that Telegram can reach; what serves it there passes everything below it on to `listen`.
    pub url: Url,
    /// Where the bot listens, without TLS.
    pub listen: SocketAddr,
    /// What Telegram has to say with every update; `None`: something derived from the token.
    pub secret: Option<WebhookSecret>,
}

/// The word by which an update is known to come from Telegram. `Debug` does not show it.
#[derive(Clone, PartialEq)]
pub struct WebhookSecret(String);

/// A bot's token. It is a password: neither `Debug` nor any error shows it.
#[derive(Clone, PartialEq)]
pub struct Token(String);

/// A setting that cannot be used: a sentence for the host.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(pub String);

impl Config {
    /// Reads the environment, and `.env` in this folder or above it; what both set, the environment decides.
    pub fn load() -> Result<Config, ConfigError> {
        let file = read_dotenv()?;
        Config::read(|name| std::env::var_os(name).or_else(|| file.get(name).map(OsString::from)))
    }

    /// Reads the variables `get` knows.
    pub fn read(get: impl Fn(&str) -> Option<OsString>) -> Result<Config, ConfigError> {
        let env = Env(get);
        let defaults = Limits::default();
        let limits = Limits {
            challenges_per_person: env.count("DOUSHOU_CHALLENGES_PER_PERSON", defaults.challenges_per_person)?,
            challenges_per_chat: env.count("DOUSHOU_CHALLENGES_PER_CHAT", defaults.challenges_per_chat)?,
            games_per_person: env.count("DOUSHOU_GAMES_PER_PERSON", defaults.games_per_person)?,
            games_per_pair: env.count("DOUSHOU_GAMES_PER_PAIR", defaults.games_per_pair)?,
            games_per_chat: env.count("DOUSHOU_GAMES_PER_CHAT", defaults.games_per_chat)?,
            commands_per_minute: env
                .number("DOUSHOU_COMMANDS_PER_MINUTE", 1..=100_000)?
                .unwrap_or(defaults.commands_per_minute),
            chat_commands_per_minute: env
                .number("DOUSHOU_CHAT_COMMANDS_PER_MINUTE", 1..=100_000)?
                .unwrap_or(defaults.chat_commands_per_minute),
            presses_per_minute: env
                .number("DOUSHOU_PRESSES_PER_MINUTE", 1..=100_000)?
                .unwrap_or(defaults.presses_per_minute),
            group_requests_per_minute: env
                .count("DOUSHOU_GROUP_REQUESTS_PER_MINUTE", defaults.group_requests_per_minute)?,
            private_requests_per_minute: env
                .count("DOUSHOU_PRIVATE_REQUESTS_PER_MINUTE", defaults.private_requests_per_minute)?,
            challenge_millis: env
                .number::<i64>("DOUSHOU_CHALLENGE_HOURS", 1..=8760)?
                .map_or(defaults.challenge_millis, |hours| hours * 60 * 60 * 1000),
            resign_millis: env
                .number::<i64>("DOUSHOU_RESIGN_SECONDS", 5..=3600)?
                .map_or(defaults.resign_millis, |seconds| seconds * 1000),
            shortest_clock_millis: env.seconds("DOUSHOU_SHORTEST_CLOCK_SECONDS", defaults.shortest_clock_millis)?,
            flag_millis: env.seconds("DOUSHOU_FLAG_SECONDS", defaults.flag_millis)?,
            dead_game_millis: env.seconds("DOUSHOU_DEAD_GAME_SECONDS", defaults.dead_game_millis)?,
        };
        // Read also without a token: a spoiled address should not come to light on the day the token is set.
        let (token, api_url, proxy) = (env.token()?, env.api_url()?, env.proxy()?);
        let webhook = env.webhook(&api_url)?;
        Ok(Config {
            telegram: token.map(|token| TelegramConfig {
                token,
                api_url,
                proxy,
                webhook,
                deadlines: Deadlines::default(),
            }),
            data: env.text("DOUSHOU_DATA")?.unwrap_or_else(|| "data".to_owned()).into(),
            snapshots: match env.number("DOUSHOU_SNAPSHOT_MINUTES", 0..=10_080)?.unwrap_or(SNAPSHOT_MINUTES) {
                0 => None,
                minutes => Some(Duration::from_secs(minutes * 60)),
            },
            tables: env.text("TABLES_PATH")?.map(PathBuf::from),
            lang: env.lang()?,
            limits,
            house: House {
                chats: env.chats()?,
                owner: env.number("DOUSHOU_OWNER", 1..=u64::MAX)?.map(PersonId),
                maintenance: env.maintenance()?,
            },
            metrics: env.metrics()?,
            log: env.log()?,
        })
    }
}

impl TelegramConfig {
    /// A server at this address that knows a bot by this token; no proxy, no webhook.
    pub fn at(address: &str, token: &str) -> Result<TelegramConfig, ConfigError> {
        let fault = |what| ConfigError(format!("{address} cannot be used as a Bot API server: {what}."));
        Ok(TelegramConfig {
            token: Token::parse(token).ok_or_else(|| fault("its token has not the shape of one"))?,
            api_url: Url::parse(address).map_err(|_| fault("it is not an address"))?,
            proxy: None,
            webhook: None,
            deadlines: Deadlines::default(),
        })
    }
}

impl Token {
    /// Reads a token by its shape, `<bot id>:<secret>`; whether it is a bot's, only Telegram knows.
    pub fn parse(text: &str) -> Option<Token> {
        let (id, secret) = text.split_once(':')?;
        let id_fits = !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit());
        let secret_fits =
            !secret.is_empty() && secret.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
        (id_fits && secret_fits).then(|| Token(text.to_owned()))
    }

    /// The token itself, for the address of a request and nothing else.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl WebhookSecret {
    /// Reads a secret: what Telegram takes, and long enough not to be guessed.
    pub fn parse(text: &str) -> Option<WebhookSecret> {
        let fits = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
        (fits && (16..=256).contains(&text.len())).then(|| WebhookSecret(text.to_owned()))
    }

    /// The secret itself, for setting the webhook and checking what comes.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for WebhookSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WebhookSecret(hidden)")
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(hidden)")
    }
}

/// The variables of `.env`; none if there is no such file.
fn read_dotenv() -> Result<HashMap<String, String>, ConfigError> {
    let lines = match dotenvy::dotenv_iter() {
        Ok(lines) => lines,
        Err(error) if error.not_found() => return Ok(HashMap::new()),
        Err(error) => return Err(ConfigError(format!("The file .env can't be read: {error}."))),
    };
    let mut variables = HashMap::new();
    let mut previous = None;
    for line in lines {
        // The error itself quotes the line, which may hold the token: it is not shown.
        let (name, value) = line.map_err(|_| {
            let place = previous.as_ref().map_or("at its first setting".to_owned(), |name| format!("after {name}"));
            ConfigError(format!(
                "The file .env has a line {place} that is not NAME=value; put values with spaces or # in 'quotes'."
            ))
        })?;
        previous = Some(name.clone());
        variables.insert(name, value);
    }
    Ok(variables)
}

/// Reads single variables.
struct Env<G>(G);

impl<G: Fn(&str) -> Option<OsString>> Env<G> {
    /// The value, trimmed; `None` if the variable is not set or blank.
    fn text(&self, name: &str) -> Result<Option<String>, ConfigError> {
        let Some(value) = (self.0)(name) else { return Ok(None) };
        let value = value.into_string().map_err(|_| ConfigError(format!("{name} is not valid UTF-8 text.")))?;
        let value = value.trim();
        Ok((!value.is_empty()).then(|| value.to_owned()))
    }

    /// A whole number in this range.
    fn number<N>(&self, name: &str, range: RangeInclusive<N>) -> Result<Option<N>, ConfigError>
    where
        N: std::str::FromStr + PartialOrd + fmt::Display,
    {
        let Some(text) = self.text(name)? else { return Ok(None) };
        match text.parse() {
            Ok(number) if range.contains(&number) => Ok(Some(number)),
            _ => Err(ConfigError(format!(
                "{name} is \"{text}\", but has to be a whole number from {} to {}.",
                range.start(),
                range.end()
            ))),
        }
    }

    /// So many seconds, or a part of one, as milliseconds.
    fn seconds(&self, name: &str, default: i64) -> Result<i64, ConfigError> {
        let Some(text) = self.text(name)? else { return Ok(default) };
        match text.parse::<f64>() {
            // As many whole milliseconds as fit; the range makes sure that they do.
            Ok(seconds) if (0.0..=31_536_000.0).contains(&seconds) => Ok((seconds * 1000.0) as i64),
            _ => {
                Err(ConfigError(format!("{name} is \"{text}\", but has to be a number of seconds from 0 to 31536000.")))
            }
        }
    }

    /// How many of something there may be.
    fn count(&self, name: &str, default: usize) -> Result<usize, ConfigError> {
        Ok(self.number(name, 1..=100_000)?.unwrap_or(default))
    }

    fn token(&self) -> Result<Option<Token>, ConfigError> {
        let Some(text) = self.text("TELOXIDE_TOKEN")? else { return Ok(None) };
        let token = Token::parse(&text).ok_or_else(|| {
            ConfigError(
                "TELOXIDE_TOKEN does not look like a bot's token, such as 123456789:AAF7-g0gYncWnm5IyfZlpPRqRRv6kNAGlao: \
                 copy it whole from the message of @BotFather (its value is not shown here)."
                    .to_owned(),
            )
        })?;
        Ok(Some(token))
    }

    fn api_url(&self) -> Result<Url, ConfigError> {
        let text = self.text("TELOXIDE_API_URL")?.unwrap_or_else(|| TELEGRAM.to_owned());
        match Url::parse(&text) {
            Ok(url) if matches!(url.scheme(), "http" | "https") && url.has_host() => Ok(url),
            _ => Err(ConfigError(format!(
                "TELOXIDE_API_URL is \"{text}\", but has to be an address such as {TELEGRAM} or http://127.0.0.1:8081."
            ))),
        }
    }

    fn proxy(&self) -> Result<Option<String>, ConfigError> {
        let Some(text) = self.text("TELOXIDE_PROXY")? else { return Ok(None) };
        let scheme = text.split_once("://").map_or("", |(scheme, _)| scheme);
        if PROXY_SCHEMES.contains(&scheme) && reqwest::Proxy::all(&text).is_ok() {
            return Ok(Some(text));
        }
        // An address with an @ carries a password.
        let shown = if text.contains('@') { "set" } else { &format!("\"{text}\"") };
        Err(ConfigError(format!(
            "TELOXIDE_PROXY is {shown}, but has to be an address such as socks5://127.0.0.1:1080 or http://proxy.example:3128."
        )))
    }

    fn chats(&self) -> Result<Option<BTreeSet<ChatId>>, ConfigError> {
        let Some(text) = self.text("DOUSHOU_CHATS")? else { return Ok(None) };
        let ids = text.split([',', ' ']).filter(|id| !id.is_empty());
        let ids = ids.map(|id| id.parse().map(ChatId)).collect::<Result<_, _>>();
        ids.map(Some).map_err(|_| {
            ConfigError(format!(
                "DOUSHOU_CHATS is \"{text}\", but has to be the ids of chats with commas between them, such as -1001234567890,123456789."
            ))
        })
    }

    fn maintenance(&self) -> Result<Option<String>, ConfigError> {
        let Some(text) = self.text("DOUSHOU_MAINTENANCE")? else { return Ok(None) };
        let length = text.chars().count();
        if length <= LONGEST_NOTE && !text.contains('\n') {
            return Ok(Some(text));
        }
        Err(ConfigError(format!(
            "DOUSHOU_MAINTENANCE has {length} characters, but has to be one line of at most {LONGEST_NOTE}."
        )))
    }

    /// Where to listen.
    fn address(&self, name: &str) -> Result<Option<SocketAddr>, ConfigError> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        match text.parse() {
            Ok(address) => Ok(Some(address)),
            Err(_) => Err(ConfigError(format!(
                "{name} is \"{text}\", but has to be an address and a port such as 127.0.0.1:8421, or 0.0.0.0:8421 in a container."
            ))),
        }
    }

    fn metrics(&self) -> Result<Option<SocketAddr>, ConfigError> {
        if self.text("METRICS_LISTEN")?.is_some_and(|text| text == OFF) {
            return Ok(None);
        }
        Ok(Some(self.address("METRICS_LISTEN")?.unwrap_or(METRICS_LISTEN)))
    }

    fn webhook(&self, api_url: &Url) -> Result<Option<WebhookConfig>, ConfigError> {
        let listen = self.address("WEBHOOK_LISTEN")?;
        let secret = match self.text("WEBHOOK_SECRET")? {
            None => None,
            Some(text) => Some(WebhookSecret::parse(&text).ok_or_else(|| {
                ConfigError(
                    "WEBHOOK_SECRET has to be 16 to 256 of the characters A-Z, a-z, 0-9, _ and - (its value is not shown \
                     here)."
                        .to_owned(),
                )
            })?),
        };
        let Some(text) = self.text("WEBHOOK_URL")? else { return Ok(None) };
        let fault = |what: &str| ConfigError(format!("WEBHOOK_URL is \"{text}\", but {what}."));
        let url =
            Url::parse(&text).ok().filter(|url| url.has_host() && url.query().is_none() && url.fragment().is_none());
        let url = url.ok_or_else(|| fault("has to be an address such as https://bot.example.org/doushou"))?;
        // A server of one's own, on the same machine, takes plain addresses and any port.
        if api_url.as_str().trim_end_matches('/') == TELEGRAM {
            if url.scheme() != "https" {
                return Err(fault("Telegram sends updates only to https addresses"));
            }
            if !url.port_or_known_default().is_some_and(|port| WEBHOOK_PORTS.contains(&port)) {
                return Err(fault("Telegram sends updates only to the ports 443, 80, 88 and 8443"));
            }
        } else if !matches!(url.scheme(), "https" | "http") {
            return Err(fault("has to begin with https:// or http://"));
        }
        Ok(Some(WebhookConfig { url, listen: listen.unwrap_or(WEBHOOK_LISTEN), secret }))
    }

    fn lang(&self) -> Result<Lang, ConfigError> {
        let Some(text) = self.text("DOUSHOU_LANG")? else { return Ok(Lang::default()) };
        Lang::from_tag(&text).ok_or_else(|| {
            let tags: Vec<_> = Lang::ALL.iter().map(|lang| lang.tag()).collect();
            ConfigError(format!("DOUSHOU_LANG is \"{text}\", but the bot speaks only {}.", tags.join(", ")))
        })
    }

    fn log(&self) -> Result<String, ConfigError> {
        let text = self.text("RUST_LOG")?.unwrap_or_else(|| LOG.to_owned());
        match EnvFilter::try_new(&text) {
            Ok(_) => Ok(text),
            Err(error) => Err(ConfigError(format!(
                "RUST_LOG is \"{text}\", which is not a filter such as \"info\" or \"warn,doushou=debug\": {error}."
            ))),
        }
    }
}

#[cfg(test)]
mod tests;
