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
    assert_eq!(config.snapshots, Some(Duration::from_secs(3600)));
    assert_eq!(read(&[("DOUSHOU_SNAPSHOT_MINUTES", "0")]).unwrap().snapshots, None);
    assert_eq!(config.lang, Lang::En);
    assert_eq!(config.limits, Limits::default());
    assert_eq!(config.metrics, Some(METRICS_LISTEN));
    assert_eq!(read(&[("METRICS_LISTEN", "off")]).unwrap().metrics, None);
    assert_eq!(config.house, House::default());
    assert_eq!(config.log, LOG);
    assert_eq!(read(&[("TELOXIDE_TOKEN", " "), ("DOUSHOU_DATA", "")]).unwrap(), config, "blank is not set");
}

#[test]
fn everything_can_be_set() {
    let config = read(&[
        ("TELOXIDE_TOKEN", " 12:Ab-_3 "),
        ("TELOXIDE_API_URL", "http://127.0.0.1:8081/"),
        ("TELOXIDE_PROXY", "socks5://user:word@127.0.0.1:1080"),
        ("WEBHOOK_URL", "https://bot.example.org:8443/doushou"),
        ("WEBHOOK_LISTEN", "[::1]:9000"),
        ("WEBHOOK_SECRET", "not-to-be-shown_1"),
        ("DOUSHOU_DATA", "/srv/games"),
        ("DOUSHOU_SNAPSHOT_MINUTES", "90"),
        ("TABLES_PATH", "/srv/tables"),
        ("DOUSHOU_LANG", "zh-Hans"),
        ("DOUSHOU_CHALLENGES_PER_PERSON", "3"),
        ("DOUSHOU_CHALLENGES_PER_CHAT", "12"),
        ("DOUSHOU_GAMES_PER_PERSON", "6"),
        ("DOUSHOU_GAMES_PER_PAIR", "4"),
        ("DOUSHOU_GAMES_PER_CHAT", "40"),
        ("DOUSHOU_COMMANDS_PER_MINUTE", "30"),
        ("DOUSHOU_CHAT_COMMANDS_PER_MINUTE", "70"),
        ("DOUSHOU_PRESSES_PER_MINUTE", "90"),
        ("DOUSHOU_CHALLENGE_HOURS", "1"),
        ("DOUSHOU_RESIGN_SECONDS", "30"),
        ("DOUSHOU_SHORTEST_CLOCK_SECONDS", "10"),
        ("DOUSHOU_FLAG_SECONDS", "0.5"),
        ("DOUSHOU_DEAD_GAME_SECONDS", "86400"),
        ("DOUSHOU_GROUP_REQUESTS_PER_MINUTE", "15"),
        ("DOUSHOU_PRIVATE_REQUESTS_PER_MINUTE", "50"),
        ("METRICS_LISTEN", "0.0.0.0:9464"),
        ("DOUSHOU_CHATS", "-1001234567890, 42"),
        ("DOUSHOU_OWNER", "43"),
        ("DOUSHOU_MAINTENANCE", "Back at nine."),
        ("RUST_LOG", "debug"),
    ])
    .unwrap();
    let telegram = config.telegram.as_ref().unwrap();
    assert_eq!(telegram.token.expose(), "12:Ab-_3");
    assert_eq!(telegram.api_url.as_str(), "http://127.0.0.1:8081/");
    assert_eq!(telegram.proxy.as_deref(), Some("socks5://user:word@127.0.0.1:1080"));
    let webhook = telegram.webhook.as_ref().unwrap();
    assert_eq!(webhook.url.as_str(), "https://bot.example.org:8443/doushou");
    assert_eq!(webhook.listen, "[::1]:9000".parse().unwrap());
    assert_eq!(webhook.secret.as_ref().unwrap().expose(), "not-to-be-shown_1");
    assert_eq!(config.data, PathBuf::from("/srv/games"));
    assert_eq!(config.tables, Some(PathBuf::from("/srv/tables")));
    assert_eq!(config.lang, Lang::ZhHans);
    assert_eq!(
        config.limits,
        Limits {
            challenges_per_person: 3,
            challenges_per_chat: 12,
            games_per_person: 6,
            games_per_pair: 4,
            games_per_chat: 40,
            commands_per_minute: 30,
            chat_commands_per_minute: 70,
            presses_per_minute: 90,
            challenge_millis: 3_600_000,
            resign_millis: 30_000,
            shortest_clock_millis: 10_000,
            flag_millis: 500,
            dead_game_millis: 86_400_000,
            group_requests_per_minute: 15,
            private_requests_per_minute: 50,
        }
    );
    assert_eq!(
        config.house,
        House {
            chats: Some([ChatId(-1_001_234_567_890), ChatId(42)].into()),
            owner: Some(PersonId(43)),
            maintenance: Some("Back at nine.".to_owned()),
        }
    );
    assert_eq!(config.metrics, Some("0.0.0.0:9464".parse().unwrap()));
    assert_eq!(config.log, "debug");
    let shown = format!("{config:?}");
    assert!(!shown.contains("Ab-_3") && !shown.contains("not-to-be-shown"), "secrets are never shown");
}

#[test]
fn faults_name_the_variable_and_the_value() {
    for (name, value, shown) in [
        ("TELOXIDE_API_URL", "ftp://x", "ftp://x"),
        ("TELOXIDE_API_URL", "api.telegram.org", "api.telegram.org"),
        ("TELOXIDE_PROXY", "gopher://x", "gopher://x"),
        ("WEBHOOK_URL", "bot.example.org", "bot.example.org"),
        ("WEBHOOK_URL", "http://bot.example.org", "https addresses"),
        ("WEBHOOK_URL", "https://bot.example.org:8080", "8443"),
        ("WEBHOOK_URL", "https://bot.example.org/?a=b", "?a=b"),
        ("WEBHOOK_LISTEN", "8421", "\"8421\""),
        ("METRICS_LISTEN", "localhost:8422", "localhost:8422"),
        ("DOUSHOU_CHATS", "-100,@club", "@club"),
        ("DOUSHOU_OWNER", "@ada", "\"@ada\""),
        ("DOUSHOU_OWNER", "-5", "\"-5\""),
        ("DOUSHOU_MAINTENANCE", &"x".repeat(91), "91 characters"),
        ("DOUSHOU_LANG", "tlh", "tlh"),
        ("DOUSHOU_GAMES_PER_PERSON", "0", "\"0\""),
        ("DOUSHOU_GAMES_PER_PAIR", "two", "\"two\""),
        ("DOUSHOU_GAMES_PER_CHAT", "-1", "\"-1\""),
        ("DOUSHOU_CHALLENGE_HOURS", "9999999999999999", "9999999999999999"),
        ("DOUSHOU_RESIGN_SECONDS", "1.5", "\"1.5\""),
        ("DOUSHOU_SNAPSHOT_MINUTES", "-1", "\"-1\""),
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
        ("WEBHOOK_SECRET", "secret"),
        ("WEBHOOK_SECRET", "a secret with blanks in it"),
    ] {
        let sentence = read(&[(name, value)]).unwrap_err().to_string();
        assert!(sentence.starts_with(name) && !sentence.contains("secret"), "{sentence}");
    }
}

#[test]
fn a_webhook_needs_only_its_address() {
    let token = ("TELOXIDE_TOKEN", "12:Ab-_3");
    let webhook = |variables: &[(&str, &str)]| {
        read(&[&[token], variables].concat()).map(|config| config.telegram.unwrap().webhook)
    };
    assert_eq!(webhook(&[("WEBHOOK_LISTEN", "127.0.0.1:1")]), Ok(None), "without an address the bot asks");
    let found = webhook(&[("WEBHOOK_URL", "https://bot.example.org")]).unwrap().unwrap();
    assert_eq!((found.listen.to_string().as_str(), found.secret), ("127.0.0.1:8421", None));
    let own = [("TELOXIDE_API_URL", "http://127.0.0.1:8081"), ("WEBHOOK_URL", "http://127.0.0.1:9000/hook")];
    assert_eq!(webhook(&own).unwrap().unwrap().url.port(), Some(9000), "a server of one's own takes plain addresses");
}

/// `.env.example` names what is read, no more and no less, and is itself a valid configuration: the defaults.
#[test]
fn the_example_is_complete() {
    let example: Vec<(String, String)> = dotenvy::from_read_iter(include_str!("../../.env.example").as_bytes())
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
