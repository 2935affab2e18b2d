//! The message of a table: challenge card, board, or final board.

use super::name::Voice;
use super::{Post, TableView, board, card};
use crate::i18n;
use crate::people::ChatSettings;
use crate::referee::{Stage, Table};
use crate::rules::{Orientation, Seat};

/// The message of a table: challenge card, board, or final board.
pub fn table(view: &TableView<'_>) -> Post {
    let voice = Voice { names: view.names, lang: view.lang };
    match &view.table.stage {
        Stage::Open(challenge) => card::open(view, voice, challenge),
        Stage::Closed { challenge, why } => card::closed(view, voice, challenge, *why),
        Stage::Game(game) => board::post(view, voice, game),
    }
}

/// What stands under an older message of this table, whose picture stays, once a newer one shows it; `newer` is a link to that.
pub fn superseded(view: &TableView<'_>, newer: Option<&str>) -> Post {
    let voice = Voice { names: view.names, lang: view.lang };
    let mut lines = match &view.table.stage {
        Stage::Game(game) => board::who_plays(view, voice, game),
        Stage::Open(_) | Stage::Closed { .. } => Vec::new(),
    };
    let link = newer.map(|newer| format!(r#" <a href="{}">{}</a>"#, i18n::escape(newer), voice.word("games-link")));
    lines.push(voice.word("board-superseded") + &link.unwrap_or_default());
    // A scene says that the message is a photo.
    Post { html: lines.join("\n"), scene: table(view).scene, in_words: None, buttons: Vec::new() }
}

/// How the board of this table is turned: to the human in games against the AI, to the side to move where the chat wants it
/// (always on one phone), else First.
pub fn orientation(table: &Table, settings: &ChatSettings) -> Orientation {
    let Stage::Game(game) = &table.stage else { return Orientation::First };
    let human = |seat: &Seat| game.person_on(*seat).is_some();
    let mut humans = Seat::BOTH.into_iter().filter(human);
    match (humans.next(), humans.next()) {
        (Some(only), None) => only.into(),
        _ if settings.turn_board || game.on_one_phone() => game.state.to_move().into(),
        _ => Orientation::First,
    }
}
