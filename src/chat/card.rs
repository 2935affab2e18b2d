//! The challenge card: who invites whom, to which rules, and what became of it.

use super::keyboard::{Rows, TableButtons, grid};
use super::name::Voice;
use super::rulebook;
use super::{Post, TableAct, TableView, clock};
use crate::book::Stakes;
use crate::i18n::{self, Args, isolate};
use crate::people::PersonId;
use crate::referee::{Challenge, Closed, Sides, Target};
use crate::render::Scene;
use crate::rules::{Orientation, Seat, Setup, Variant};

/// The longest `@name` Telegram gives.
const LONGEST_USERNAME: usize = 32;

/// What is picked while the author looks at the games there are.
pub const GAMES: &str = "games";

const MILLIS_PER_HOUR: u64 = 60 * 60 * 1000;

/// The card of a challenge somebody may accept.
pub(super) fn open(view: &TableView<'_>, voice: Voice<'_>, challenge: &Challenge) -> Post {
    if view.picking == GAMES {
        let html = format!("{}\n\n{}", voice.markup("card-games", &Args::new()), rulebook::games(voice));
        return Post { html, scene: Some(scene(view, challenge).into()), in_words: None, buttons: games(view, voice) };
    }
    let by = voice.bold(challenge.by);
    let invitation = match &challenge.to {
        Target::Anybody => voice.markup("card-open", &Args::new().html("by", by)),
        to => voice
            .markup("card-directed", &Args::new().html("by", by).html("to", target(voice, to, |id| voice.mention(id)))),
    };
    let hours = (challenge.expires.since(view.now).max(0) as u64).div_ceil(MILLIS_PER_HOUR);
    let mut lines =
        vec![invitation, String::new(), sides(voice, challenge), rulebook::setup_line(voice, &challenge.setup)];
    lines.extend(clock::card_line(voice, &challenge.setup, challenge.clock));
    lines.extend(counts_line(voice, challenge.stakes));
    let expires = voice.markup("card-expires", &Args::new().number("hours", hours as u32));
    lines.push(expires);
    Post {
        html: lines.join("\n"),
        scene: Some(scene(view, challenge).into()),
        in_words: None,
        buttons: buttons(view, voice, challenge),
    }
}

/// What the game will count for; nothing is said of a game for the pleasure of it.
fn counts_line(voice: Voice<'_>, stakes: Stakes) -> Option<String> {
    let key = match stakes {
        Stakes { rated: true, scored: true } => "card-counts-both",
        Stakes { rated: true, scored: false } => "card-counts-ratings",
        Stakes { rated: false, scored: true } => "card-counts-points",
        Stakes { rated: false, scored: false } => return None,
    };
    Some(voice.word(key))
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
    Post { html, scene: Some(scene(view, challenge).into()), in_words: None, buttons: Vec::new() }
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
    let variant = challenge.setup.variant();
    let game = Args::new().word("game", rulebook::variant_name(voice, variant));
    let mut what = vec![table.button(voice.text("button-game", &game), TableAct::Games)];
    if Setup::presets(variant).len() > 1 {
        let preset = Args::new().word("preset", rulebook::preset_name(voice, &challenge.setup));
        what.push(table.button(voice.text("button-preset", &preset), TableAct::NextPreset));
    }
    let clock = Args::new().word("clock", clock::control_short(voice, challenge.clock));
    let clock = table.button(voice.text("button-clock", &clock), TableAct::NextClock);
    let sides = vec![table.button(sides, TableAct::NextSides), clock];
    vec![answers, what, sides, vec![button("button-withdraw", TableAct::Withdraw)]]
}

/// The games there are, for the author to choose from.
fn games(view: &TableView<'_>, voice: Voice<'_>) -> Rows {
    let table = TableButtons::of(view.table);
    let button =
        |&variant: &Variant| table.button(rulebook::variant_name(voice, variant), TableAct::SetGame { variant });
    let mut rows = grid(Variant::ALL.iter().map(button).collect());
    rows.push(vec![table.button(voice.word("button-back"), TableAct::Pick { prefix: String::new() })]);
    rows
}

fn sides(voice: Voice<'_>, challenge: &Challenge) -> String {
    voice.markup(
        "card-sides",
        &Args::new().word("sides", sides_word(challenge.sides, &challenge.setup)).html("by", voice.bold(challenge.by)),
    )
}

/// `lot`, or the color the author plays, or (where the game decides the colors) `first` or `second`: texts choose by it.
pub(super) fn sides_word(sides: Sides, setup: &Setup) -> &'static str {
    match (sides, setup.start().color_of(Seat::First)) {
        (Sides::Author(seat), Some(first)) => match seat {
            Seat::First => first.name(),
            Seat::Second => first.other().name(),
        },
        (Sides::Author(Seat::First), None) => "first",
        (Sides::Author(Seat::Second), None) => "second",
        (Sides::Lot, Some(_)) => "lot",
        (Sides::Lot, None) => "lot-first",
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
