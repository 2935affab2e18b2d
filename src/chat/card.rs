//! The challenge card: who invites whom, to which rules, and what became of it.

use super::keyboard::{Rows, TableButtons};
use super::name::Voice;
use super::rulebook;
use super::{Post, TableAct, TableView};
use crate::i18n::{self, Args, isolate};
use crate::people::PersonId;
use crate::referee::{Challenge, Closed, Sides, Target};
use crate::render::Scene;
use crate::rules::{Color, Orientation, Setup};

/// The longest `@name` Telegram gives.
const LONGEST_USERNAME: usize = 32;

const MILLIS_PER_HOUR: u64 = 60 * 60 * 1000;

/// The card of a challenge somebody may accept.
pub(super) fn open(view: &TableView<'_>, voice: Voice<'_>, challenge: &Challenge) -> Post {
    let by = voice.bold(challenge.by);
    let invitation = match &challenge.to {
        Target::Anybody => voice.markup("card-open", &Args::new().html("by", by)),
        to => voice
            .markup("card-directed", &Args::new().html("by", by).html("to", target(voice, to, |id| voice.mention(id)))),
    };
    let hours = (challenge.expires.since(view.now).max(0) as u64).div_ceil(MILLIS_PER_HOUR);
    let lines = [
        invitation,
        String::new(),
        sides(voice, challenge),
        rulebook::setup_line(voice, &challenge.setup),
        voice.markup("card-expires", &Args::new().number("hours", hours as u32)),
    ];
    Post { html: lines.join("\n"), scene: Some(scene(view, challenge)), buttons: buttons(view, voice, challenge) }
}

/// The card of a challenge that came to nothing.
pub(super) fn closed(view: &TableView<'_>, voice: Voice<'_>, challenge: &Challenge, why: Closed) -> Post {
    let key = match why {
        Closed::Withdrawn => "card-withdrawn",
        Closed::Declined => "card-declined",
        Closed::Expired => "card-expired",
        Closed::Voided => "card-voided",
    };
    let to = target(voice, &challenge.to, |id| voice.bold(id));
    let html = voice.markup(key, &Args::new().html("by", voice.bold(challenge.by)).html("to", to));
    Post { html, scene: Some(scene(view, challenge)), buttons: Vec::new() }
}

/// What joins the author, and what changes the game to come.
fn buttons(view: &TableView<'_>, voice: Voice<'_>, challenge: &Challenge) -> Rows {
    let table = TableButtons::of(view.table);
    let button = |key: &str, act| table.button(voice.word(key), act);
    let answers = match challenge.to {
        Target::Anybody => vec![button("button-join", TableAct::Join)],
        Target::Person(_) | Target::Username(_) => {
            vec![button("button-accept", TableAct::Join), button("button-decline", TableAct::Decline)]
        }
    };
    let sides = voice.text("button-sides", &Args::new().word("sides", sides_word(challenge.sides, &challenge.setup)));
    let preset = rulebook::preset_name(voice, &challenge.setup);
    let preset = voice.text("button-preset", &Args::new().word("preset", preset));
    vec![
        answers,
        vec![table.button(sides, TableAct::NextSides), table.button(preset, TableAct::NextPreset)],
        vec![button("button-withdraw", TableAct::Withdraw)],
    ]
}

fn sides(voice: Voice<'_>, challenge: &Challenge) -> String {
    voice.markup(
        "card-sides",
        &Args::new().word("sides", sides_word(challenge.sides, &challenge.setup)).html("by", voice.bold(challenge.by)),
    )
}

/// `lot`, or the color the author plays: texts choose by it.
pub(super) fn sides_word(sides: Sides, setup: &Setup) -> &'static str {
    match sides {
        Sides::Lot => "lot",
        Sides::Author(seat) => setup.start().color_of(seat).map_or("lot", Color::name),
    }
}

/// Whom the challenge is for, as HTML; `person` says a person's name.
fn target(voice: Voice<'_>, target: &Target, person: impl Fn(PersonId) -> String) -> String {
    match target {
        Target::Anybody => voice.word("card-anybody"),
        Target::Person(id) => person(*id),
        Target::Username(name) => {
            let name: String =
                name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').take(LONGEST_USERNAME).collect();
            i18n::escape(&isolate(&format!("@{name}"))).into_owned()
        }
    }
}

/// The board as the game would start.
fn scene(view: &TableView<'_>, challenge: &Challenge) -> Scene {
    Scene::plain(challenge.setup.start().view(), Orientation::First, view.settings.theme)
}
