//! `doushou healthcheck`: asks the bot that runs here whether it is well.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::ExitCode;
use std::time::Duration;

use super::serve::start;
use super::{EXIT_START, fail};
use crate::config::Config;

/// How long the bot may take to answer: it asks its store meanwhile.
const PATIENCE: Duration = Duration::from_secs(8);

#[derive(Clone, Debug, clap::Args)]
pub struct Args {}

pub fn run(Args {}: Args) -> ExitCode {
    let config = match Config::load() {
        Ok(config) => config,
        Err(error) => return fail(EXIT_START, &error),
    };
    let Some(listen) = config.metrics else {
        return fail(EXIT_START, &"METRICS_LISTEN is off, so the bot tells nobody how it is.");
    };
    start(async move {
        match ask(listen).await {
            Ok(health) => {
                println!("{health}");
                ExitCode::SUCCESS
            }
            Err(why) => fail(1, &why),
        }
    })
}

/// What the bot says of itself, or why it is not well.
async fn ask(listen: SocketAddr) -> Result<String, String> {
    let silent = |error: reqwest::Error| format!("The bot does not answer at {listen}: {}.", error.without_url());
    let client = reqwest::Client::builder().no_proxy().timeout(PATIENCE).build().map_err(silent)?;
    let answer = client.get(format!("http://{}/healthz", reachable(listen))).send().await.map_err(silent)?;
    let is_well = answer.status().is_success();
    let health = answer.text().await.map_err(silent)?;
    if is_well { Ok(health) } else { Err(format!("The bot is not well: {health}")) }
}

/// Who listens everywhere is reached on this machine.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everywhere_is_here() {
        for (listen, reached) in [("0.0.0.0:9", "127.0.0.1:9"), ("[::]:9", "[::1]:9"), ("10.0.0.1:9", "10.0.0.1:9")] {
            assert_eq!(reachable(listen.parse().unwrap()).to_string(), reached);
        }
    }
}
