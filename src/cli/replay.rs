//! `doushou replay`: a recorded game as an animation.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::{EXIT_START, fail};
use crate::book::{Record, RecordText};
use crate::chat;
use crate::people::ChatKind;
use crate::referee::{GameId, Stage};
use crate::render::{Renderer, Theme};
use crate::rules::Orientation;
use crate::store::Store;

#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The file of a record, as /export sends it, or with --data the number of a game, such as 3k
    game: String,
    /// The bot's folder, for a game by its number; the bot must not be running
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Whose side is at the bottom: first or second
    #[arg(long, default_value = "first", value_parser = super::render::orientation)]
    orientation: Orientation,
    /// The look of the pieces: faces or characters
    #[arg(long, default_value = "faces", value_parser = super::render::theme)]
    theme: Theme,
    /// The GIF file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

pub fn run(args: Args) -> ExitCode {
    let record = match &args.data {
        Some(folder) => stored(folder, &args.game),
        None => written(&args.game),
    };
    let film = record.and_then(|record| {
        chat::film(&record, args.orientation, args.theme)
            .map_err(|fault| format!("{} can't be shown: {fault}", args.game))
    });
    let animation = match film.map(|film| Renderer::new().gif(&film)) {
        Ok(Some(animation)) => animation,
        Ok(None) => return fail(EXIT_START, &"there is nothing to show"),
        Err(error) => return fail(EXIT_START, &error),
    };
    match fs::write(&args.output, &animation.gif) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(1, &format!("the animation could not be written to {}: {error}", args.output.display())),
    }
}

/// The record in a file, as it stands there: whether its fingerprint fits does not matter for looking at it.
fn written(file: &str) -> Result<Record, String> {
    let by_number = GameId::from_written(file).is_some();
    let text = fs::read_to_string(file).map_err(|error| {
        let advice = if by_number { "; for a game by its number, name the bot's folder with --data" } else { "" };
        format!("the record {file} can't be read: {error}{advice}")
    })?;
    let read: RecordText = text.parse().map_err(|fault| format!("{file} is no record of a game: {fault}"))?;
    Ok(read.record)
}

/// A game of a store.
fn stored(folder: &Path, number: &str) -> Result<Record, String> {
    let id = GameId::from_written(number).ok_or_else(|| format!("'{number}' is no number of a game, such as 3k"))?;
    if !folder.is_dir() {
        return Err(format!("there is no folder {}", folder.display()));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().build().map_err(|error| error.to_string())?;
    let store = Store::open(folder).map_err(|error| error.to_string())?;
    let found = runtime.block_on(async {
        let found = store.table(id).await;
        store.close().await;
        found
    });
    let stored = found.map_err(|error| error.to_string())?;
    match stored.map(|stored| stored.table.stage) {
        Some(Stage::Game(game)) => Ok(game.record(id, ChatKind::Group, Default::default())),
        Some(Stage::Open(_) | Stage::Closed { .. }) => Err(format!("{} is a challenge, not a game", id.written())),
        None => Err(format!("there is no game {} in {}", id.written(), folder.display())),
    }
}
