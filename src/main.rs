//! The `doushou` program: see `doushou --help`.

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    doushou::cli::Cli::parse().execute()
}
