//! The only reader of environment variables and of the file `.env`.
//!
//! [`Config::load`] reads everything once, at the start; the command line may then overwrite fields. A variable that is set
//! to nothing counts as not set, so that a copy of `.env.example` works as it is. Every fault is a sentence that names the
//! variable, and its value unless that is a secret.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use reqwest::Url;
use tracing_subscriber::EnvFilter;

use crate::people::{Lang, Limits};

/// Telegram's own Bot API server.
const TELEGRAM: &str = "https://api.telegram.org";
/// The kinds of proxy the HTTP client speaks to.
const PROXY_SCHEMES: [&str; 5] = ["http", "https", "socks4", "socks5", "socks5h"];
/// What is logged when `RUST_LOG` says nothing: our own news, others' warnings.
const LOG: &str = "warn,doushou=info";

/// Everything a host can set.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// `None` without a token: the program runs its local demo.
    pub telegram: Option<TelegramConfig>,
    /// The folder of the store.
    pub data: PathBuf,
    /// The folder of the endgame tables for four animals, if there is one.
    pub tables: Option<PathBuf>,
    /// The language where neither person nor chat has one.
    pub lang: Lang,
    pub limits: Limits,
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
}

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
            games_per_person: env.count("DOUSHOU_GAMES_PER_PERSON", defaults.games_per_person)?,
            games_per_pair: env.count("DOUSHOU_GAMES_PER_PAIR", defaults.games_per_pair)?,
            games_per_chat: env.count("DOUSHOU_GAMES_PER_CHAT", defaults.games_per_chat)?,
            commands_per_minute: env
                .number("DOUSHOU_COMMANDS_PER_MINUTE", 1..=100_000)?
                .unwrap_or(defaults.commands_per_minute),
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
        };
        // Read also without a token: a spoiled address should not come to light on the day the token is set.
        let (token, api_url, proxy) = (env.token()?, env.api_url()?, env.proxy()?);
        Ok(Config {
            telegram: token.map(|token| TelegramConfig { token, api_url, proxy }),
            data: env.text("DOUSHOU_DATA")?.unwrap_or_else(|| "data".to_owned()).into(),
            tables: env.text("TABLES_PATH")?.map(PathBuf::from),
            lang: env.lang()?,
            limits,
            log: env.log()?,
        })
    }
}

impl TelegramConfig {
    /// A server at this address that knows a bot by this token; no proxy.
    pub fn at(address: &str, token: &str) -> Result<TelegramConfig, ConfigError> {
        let fault = |what| ConfigError(format!("{address} cannot be used as a Bot API server: {what}."));
        Ok(TelegramConfig {
            token: Token::parse(token).ok_or_else(|| fault("its token has not the shape of one"))?,
            api_url: Url::parse(address).map_err(|_| fault("it is not an address"))?,
            proxy: None,
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
mod tests {
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Config, ConfigError> {
        Config::read(|name| variables.iter().find(|(n, _)| *n == name).map(|(_, v)| OsString::from(v)))
    }

    #[test]
    fn nothing_set_is_the_demo_with_defaults() {
        let config = read(&[]).unwrap();
        assert_eq!(config.telegram, None);
        assert_eq!(config.data, PathBuf::from("data"));
        assert_eq!(config.tables, None);
        assert_eq!(config.lang, Lang::En);
        assert_eq!(config.limits, Limits::default());
        assert_eq!(config.log, LOG);
        assert_eq!(read(&[("TELOXIDE_TOKEN", " "), ("DOUSHOU_DATA", "")]).unwrap(), config, "blank is not set");
    }

    #[test]
    fn everything_can_be_set() {
        let config = read(&[
            ("TELOXIDE_TOKEN", " 12:Ab-_3 "),
            ("TELOXIDE_API_URL", "http://127.0.0.1:8081/"),
            ("TELOXIDE_PROXY", "socks5://user:word@127.0.0.1:1080"),
            ("DOUSHOU_DATA", "/srv/games"),
            ("TABLES_PATH", "/srv/tables"),
            ("DOUSHOU_LANG", "zh-Hans"),
            ("DOUSHOU_CHALLENGES_PER_PERSON", "3"),
            ("DOUSHOU_GAMES_PER_PERSON", "6"),
            ("DOUSHOU_GAMES_PER_PAIR", "4"),
            ("DOUSHOU_GAMES_PER_CHAT", "40"),
            ("DOUSHOU_COMMANDS_PER_MINUTE", "30"),
            ("DOUSHOU_CHALLENGE_HOURS", "1"),
            ("DOUSHOU_RESIGN_SECONDS", "30"),
            ("DOUSHOU_GROUP_REQUESTS_PER_MINUTE", "15"),
            ("DOUSHOU_PRIVATE_REQUESTS_PER_MINUTE", "50"),
            ("RUST_LOG", "debug"),
        ])
        .unwrap();
        let telegram = config.telegram.as_ref().unwrap();
        assert_eq!(telegram.token.expose(), "12:Ab-_3");
        assert_eq!(telegram.api_url.as_str(), "http://127.0.0.1:8081/");
        assert_eq!(telegram.proxy.as_deref(), Some("socks5://user:word@127.0.0.1:1080"));
        assert_eq!(config.data, PathBuf::from("/srv/games"));
        assert_eq!(config.tables, Some(PathBuf::from("/srv/tables")));
        assert_eq!(config.lang, Lang::ZhHans);
        assert_eq!(
            config.limits,
            Limits {
                challenges_per_person: 3,
                games_per_person: 6,
                games_per_pair: 4,
                games_per_chat: 40,
                commands_per_minute: 30,
                challenge_millis: 3_600_000,
                resign_millis: 30_000,
                group_requests_per_minute: 15,
                private_requests_per_minute: 50,
            }
        );
        assert_eq!(config.log, "debug");
        assert!(!format!("{config:?}").contains("Ab-_3"), "the token is never shown");
    }

    #[test]
    fn faults_name_the_variable_and_the_value() {
        for (name, value, shown) in [
            ("TELOXIDE_API_URL", "ftp://x", "ftp://x"),
            ("TELOXIDE_API_URL", "api.telegram.org", "api.telegram.org"),
            ("TELOXIDE_PROXY", "gopher://x", "gopher://x"),
            ("DOUSHOU_LANG", "tlh", "tlh"),
            ("DOUSHOU_GAMES_PER_PERSON", "0", "\"0\""),
            ("DOUSHOU_GAMES_PER_PAIR", "two", "\"two\""),
            ("DOUSHOU_GAMES_PER_CHAT", "-1", "\"-1\""),
            ("DOUSHOU_CHALLENGE_HOURS", "9999999999999999", "9999999999999999"),
            ("DOUSHOU_RESIGN_SECONDS", "1.5", "\"1.5\""),
            ("RUST_LOG", "doushou=loud", "doushou=loud"),
        ] {
            let sentence = read(&[(name, value)]).unwrap_err().to_string();
            assert!(sentence.starts_with(name) && sentence.contains(shown), "{sentence}");
        }
    }

    #[test]
    fn secrets_are_not_in_faults() {
        for (name, value) in [
            ("TELOXIDE_TOKEN", "secret"),
            ("TELOXIDE_TOKEN", "12:secret/../x"),
            ("TELOXIDE_TOKEN", "bot12:secret"),
            ("TELOXIDE_PROXY", "gopher://me:secret@x"),
        ] {
            let sentence = read(&[(name, value)]).unwrap_err().to_string();
            assert!(sentence.starts_with(name) && !sentence.contains("secret"), "{sentence}");
        }
    }

    /// `.env.example` names what is read, no more and no less, and is itself a valid configuration: the defaults.
    #[test]
    fn the_example_is_complete() {
        let example: Vec<(String, String)> = dotenvy::from_read_iter(include_str!("../.env.example").as_bytes())
            .map(|line| line.expect("a readable line"))
            .collect();
        let asked = RefCell::new(BTreeSet::new());
        let config = Config::read(|name| {
            asked.borrow_mut().insert(name.to_owned());
            example.iter().find(|(n, _)| n == name).map(|(_, v)| OsString::from(v))
        });
        let named: BTreeSet<_> = example.iter().map(|(name, _)| name.clone()).collect();
        assert_eq!(named, asked.into_inner());
        assert_eq!(config.unwrap(), read(&[]).unwrap());
    }
}
