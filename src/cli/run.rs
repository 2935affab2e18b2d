//! `doushou run`: serve Telegram by long polling; without a token, the demo.

use std::path::PathBuf;
use std::process::ExitCode;

use super::demo;
use super::serve::{configure, serve, start, stopped};
use crate::store::Store;

#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// The folder of the games and settings [env: DOUSHOU_DATA; default: data]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

pub fn run(args: Args) -> ExitCode {
    let config = match configure(args.data) {
        Ok(config) => config,
        Err(code) => return code,
    };
    let Some(telegram) = config.telegram.clone() else {
        println!("No TELOXIDE_TOKEN is set, so this is the local demo; README.md tells how to get a token.");
        return demo::without_token(config);
    };
    start(async {
        let serving = match Store::open(&config.data) {
            Ok(store) => serve(&config, &telegram, store, stopped()).await,
            Err(error) => Err(error.into()),
        };
        if let Err(error) = &serving { error.report() } else { ExitCode::SUCCESS }
    })
}
