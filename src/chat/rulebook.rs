//! The rules in words: a preset's name, and the page of `/rules` with every option said as it is in force.

use super::Post;
use super::name::Voice;
use super::post::LONGEST_CAPTION;
use crate::i18n::{self, Args};
use crate::people::ChatSettings;
use crate::render::Scene;
use crate::rules::{Animal, Color, OptionInForce, Orientation, Setup, State, Variant};

/// A part of a variant's page.
enum Part {
    /// A sentence that is always true.
    Always(&'static str),
    /// The sentence of the value an option has.
    Option(&'static str),
}

use Part::{Always, Option as ByOption};

/// The page of the standard game and its family, paragraph by paragraph.
const JUNGLE: &[&[Part]] = &[
    &[Always("rules-jungle-goal")],
    &[Always("rules-jungle-strength"), ByOption("Order"), ByOption("Equal"), ByOption("ElephantRat")],
    &[Always("rules-jungle-moves")],
    &[Always("rules-jungle-river"), ByOption("RatCross")],
    &[ByOption("TigerJump"), ByOption("JumpBlock")],
    &[Always("rules-jungle-traps"), ByOption("TrappedAttack")],
    &[ByOption("Violations"), ByOption("Cycle"), ByOption("QuietPlies")],
];

/// The rules of a chat, with a picture of the start; a mixture that takes too many words for a caption goes without.
/// What differs from the standard game bears a star.
pub(super) fn page(voice: Voice<'_>, settings: &ChatSettings) -> Post {
    let setup = &settings.setup;
    let start = setup.start();
    let title = voice.markup("rules-title", &Args::new().word("preset", preset_name(voice, setup)));
    let paragraphs = match setup.variant() {
        Variant::Jungle => JUNGLE,
    };
    let paragraphs = paragraphs.iter().filter_map(|parts| paragraph(voice, setup, &start, parts));
    let html = std::iter::once(title).chain(paragraphs).collect::<Vec<_>>().join("\n");
    let scene = Scene::plain(start.view(), Orientation::First, settings.theme);
    let fits = html.encode_utf16().count() <= LONGEST_CAPTION;
    Post { html, scene: fits.then_some(scene), buttons: Vec::new() }
}

fn paragraph(voice: Voice<'_>, setup: &Setup, start: &State, parts: &[Part]) -> Option<String> {
    let standard = Setup::standard(setup.variant()).options();
    let sentence = |part: &Part| match part {
        Always(key) => voice.markup(key, &Args::new().word("order", order(voice, start))),
        ByOption(name) => {
            let option = setup.options().into_iter().find(|option| option.name == *name);
            let sentence = option.as_ref().map(|option| option_text(voice, "rule", option)).unwrap_or_default();
            let usual = standard.iter().any(|usual| Some(usual) == option.as_ref());
            if usual || sentence.is_empty() { sentence } else { format!("★ {sentence}") }
        }
    };
    let sentences: Vec<String> = parts.iter().map(sentence).filter(|sentence| !sentence.is_empty()).collect();
    let gap = voice.word("sentence-gap");
    (!sentences.is_empty()).then(|| format!("• {}", sentences.join(&gap)))
}

/// The animals by strength: "elephant › lion › … › rat".
fn order(voice: Voice<'_>, start: &State) -> String {
    let view = start.view();
    let mut red: Vec<(u8, Animal)> = view
        .squares()
        .filter_map(|square| view.cell(square))
        .filter(|cell| cell.piece.color == Color::Red)
        .map(|cell| (cell.strength, cell.piece.animal))
        .collect();
    red.sort_unstable();
    let names = red.iter().rev().map(|&(_, animal)| i18n::animal(voice.lang, animal));
    names.collect::<Vec<_>>().join(" › ")
}

/// The name of a rule set: its preset's, or "our own mixture".
pub(super) fn preset_name(voice: Voice<'_>, setup: &Setup) -> String {
    voice.word(&format!("preset-{}", setup.preset_name().unwrap_or("own")))
}

/// "📜 Rules: Standard".
pub(super) fn preset_line(voice: Voice<'_>, setup: &Setup) -> String {
    voice.markup("setup-line", &Args::new().word("preset", preset_name(voice, setup)))
}

/// "📜 Rules: Standard"; another preset with what it is, a mixture of one's own with the options that make it up.
pub(super) fn setup_line(voice: Voice<'_>, setup: &Setup) -> String {
    let line = preset_line(voice, setup);
    let usual = Setup::standard(setup.variant());
    if *setup == usual {
        return line;
    }
    if let Some(name) = setup.preset_name() {
        let about = voice.word(&format!("preset-{name}.about"));
        let args = Args::new().word("preset", preset_name(voice, setup)).word("about", about);
        return voice.markup("setup-line-about", &args);
    }
    let standard = usual.options();
    let differing = setup.options().into_iter().filter(|option| !standard.contains(option));
    let differing = differing.map(|option| {
        let args = Args::new().word("option", option_name(voice, &option)).word("value", value_name(voice, &option));
        voice.markup("option-in-force", &args)
    });
    let differing: Vec<String> = differing.collect();
    format!("{line} ({})", differing.join(&voice.word("list-gap")))
}

/// An option's name on a button.
pub(super) fn option_name(voice: Voice<'_>, option: &OptionInForce) -> String {
    voice.word(&format!("option-{}", option.name.to_lowercase()))
}

/// The name of the value an option has.
pub(super) fn value_name(voice: Voice<'_>, option: &OptionInForce) -> String {
    option_text(voice, "value", option)
}

/// A text that depends on an option's value: `<family>-<option>-<value>`, or `<family>-<option>` with `$plies` and `$rounds`
/// for an option that is a number.
fn option_text(voice: Voice<'_>, family: &str, option: &OptionInForce) -> String {
    let name = option.name.to_lowercase();
    match option.value.parse::<u32>() {
        Ok(number) => {
            let args = Args::new().number("plies", number).number("rounds", number / 2);
            voice.text(&format!("{family}-{name}"), &args)
        }
        Err(_) => {
            // Fluent's keys have no plus: `7-3+17-5` is `7-3-17-5` there.
            let value = option.value.to_lowercase().replace('+', "-");
            voice.word(&format!("{family}-{name}-{value}"))
        }
    }
}
