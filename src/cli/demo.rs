//! `doushou demo`: a local chat in the browser.

use std::process::ExitCode;

use crate::config::Config;

/// Where the page is served unless told otherwise.
pub const PORT: u16 = 8420;

#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    #[arg(long, default_value_t = PORT)]
    pub port: u16,
}

pub fn run(args: Args) -> ExitCode {
    let _ = args;
    todo!()
}

pub fn with(config: Config, port: u16) -> ExitCode {
    let _ = (config, port);
    todo!()
}
