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
    /// The same in this game's own words: the option, and the key they begin with.
    OptionAs(&'static str, &'static str),
}

use Part::{Always, Option as ByOption, OptionAs};

/// A variant's page, paragraph by paragraph.
const fn paragraphs(variant: Variant) -> &'static [&'static [Part]] {
    match variant {
        Variant::Jungle => JUNGLE,
        Variant::Flip => FLIP,
        Variant::Dalian => DALIAN,
        Variant::Pet => PET,
        Variant::Primitive => PRIMITIVE,
        Variant::Pattern => PATTERN,
        Variant::Plains => PLAINS,
        Variant::Fields => FIELDS,
        Variant::King => KING,
        Variant::Mecha => MECHA,
    }
}

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

const FLIP: &[&[Part]] = &[
    &[Always("rules-flip-goal")],
    &[Always("rules-flip-turn"), Always("rules-flip-colors")],
    &[Always("rules-flip-strength"), ByOption("Equal")],
    &[OptionAs("QuietPlies", "rule-steps")],
    &[Always("rules-flip-source")],
];

const DALIAN: &[&[Part]] = &[
    &[Always("rules-dalian-goal")],
    &[Always("rules-dalian-turn"), Always("rules-flip-colors")],
    &[Always("rules-dalian-strength"), ByOption("RatElephant")],
    &[Always("rules-dalian-hand"), Always("rules-dalian-trade")],
    &[ByOption("Fly")],
    &[Always("rules-dalian-cycle"), OptionAs("QuietPlies", "rule-steps")],
    &[Always("rules-dalian-source")],
];

const PET: &[&[Part]] = &[
    &[Always("rules-pet-goal")],
    &[Always("rules-pet-moves"), Always("rules-pet-guard")],
    &[Always("rules-pet-two")],
    &[ByOption("QuietPlies")],
    &[Always("rules-pet-source")],
];

const PRIMITIVE: &[&[Part]] = &[
    &[Always("rules-primitive-goal")],
    &[Always("rules-primitive-moves"), Always("rules-primitive-jump"), ByOption("Ranked")],
    &[Always("rules-primitive-sweep")],
    &[ByOption("QuietPlies")],
    &[Always("rules-primitive-source")],
];

const KING: &[&[Part]] = &[
    &[Always("rules-king-goal"), Always("rules-king-den")],
    &[Always("rules-king-battle")],
    &[Always("rules-king-river")],
    &[Always("rules-king-elephant"), Always("rules-king-line"), Always("rules-king-jumps")],
    &[ByOption("QuietPlies")],
    &[Always("rules-king-source")],
];

const MECHA: &[&[Part]] = &[
    &[Always("rules-mecha-goal")],
    &[Always("rules-mecha-placing")],
    &[Always("rules-mecha-moves"), Always("rules-mecha-control")],
    &[Always("rules-mecha-attack")],
    &[Always("rules-mecha-numbers")],
    &[Always("rules-mecha-skills")],
    &[Always("rules-mecha-source")],
];

const PATTERN: &[&[Part]] = &[
    &[Always("rules-pattern-goal")],
    &[Always("rules-pattern-moves")],
    &[Always("rules-pattern-onto"), ByOption("Leap")],
    &[Always("rules-pattern-over")],
    &[Always("rules-pattern-past")],
    &[Always("rules-pattern-traps"), ByOption("QuietPlies")],
    &[Always("rules-pattern-source")],
];

const PLAINS: &[&[Part]] = &[
    &[Always("rules-jungle-goal")],
    &[Always("rules-jungle-strength"), ByOption("Order"), ByOption("Equal"), ByOption("ElephantRat")],
    &[Always("rules-jungle-moves"), Always("rules-plains-land")],
    &[Always("rules-jungle-traps"), ByOption("TrappedAttack")],
    &[ByOption("Violations"), ByOption("Cycle"), ByOption("QuietPlies")],
    &[Always("rules-plains-source")],
];

const FIELDS: &[&[Part]] = &[
    &[Always("rules-jungle-goal")],
    &[Always("rules-jungle-strength"), ByOption("Order"), ByOption("Equal"), ByOption("ElephantRat")],
    &[Always("rules-fields-moves"), Always("rules-plains-land")],
    &[Always("rules-jungle-traps"), ByOption("TrappedAttack")],
    &[ByOption("Violations"), ByOption("Cycle"), ByOption("QuietPlies")],
    &[Always("rules-plains-source")],
];

/// The rules of a chat, with a picture of the start; a mixture that takes too many words for a caption goes without.
/// What differs from the standard game bears a star.
pub(super) fn page(voice: Voice<'_>, settings: &ChatSettings) -> Post {
    let setup = &settings.setup;
    let start = setup.start();
    let title = match setup.variant() {
        Variant::Jungle => voice.markup("rules-title", &Args::new().word("preset", preset_name(voice, setup))),
        variant => voice.markup("rules-title-game", &Args::new().word("game", variant_name(voice, variant))),
    };
    let paragraphs = paragraphs(setup.variant()).iter().filter_map(|parts| paragraph(voice, setup, &start, parts));
    let html = std::iter::once(title).chain(paragraphs).collect::<Vec<_>>().join("\n");
    let scene = Scene::plain(start.view(), Orientation::First, settings.theme);
    let fits = html.encode_utf16().count() <= LONGEST_CAPTION;
    Post { html, scene: fits.then(|| scene.into()), in_words: None, buttons: Vec::new() }
}

fn paragraph(voice: Voice<'_>, setup: &Setup, start: &State, parts: &[Part]) -> Option<String> {
    let standard = Setup::standard(setup.variant()).options();
    let by_option = |name: &str, stem: &str| {
        let option = setup.options().into_iter().find(|option| option.name == name);
        let sentence = option.as_ref().map(|option| option_text(voice, stem, option)).unwrap_or_default();
        let usual = standard.iter().any(|usual| Some(usual) == option.as_ref());
        if usual || sentence.is_empty() { sentence } else { format!("★ {sentence}") }
    };
    let sentence = |part: &Part| match part {
        Always(key) => voice.markup(key, &Args::new().word("order", order(voice, start))),
        ByOption(name) => by_option(name, &format!("rule-{}", name.to_lowercase())),
        OptionAs(name, stem) => by_option(name, stem),
    };
    let sentences: Vec<String> = parts.iter().map(sentence).filter(|sentence| !sentence.is_empty()).collect();
    let gap = voice.word("sentence-gap");
    (!sentences.is_empty()).then(|| format!("• {}", sentences.join(&gap)))
}

/// The animals by strength: "elephant › lion › … › rat".
fn order(voice: Voice<'_>, start: &State) -> String {
    let view = start.view();
    let mut red: Vec<(Option<u8>, Animal)> = view
        .squares()
        .filter_map(|square| view.cell(square))
        .filter(|cell| cell.piece.color == Color::Red)
        .map(|cell| (cell.strength, cell.piece.animal))
        .collect();
    red.sort_unstable();
    let names = red.iter().rev().map(|&(_, animal)| i18n::animal(voice.lang, animal));
    names.collect::<Vec<_>>().join(" › ")
}

/// A variant's name on a button or in a line.
pub(super) fn variant_name(voice: Voice<'_>, variant: Variant) -> String {
    voice.word(&format!("variant-{variant}"))
}

/// The games there are, a line about each.
pub(super) fn games(voice: Voice<'_>) -> String {
    let line = |&variant: &Variant| {
        let about = voice.word(&format!("variant-{variant}.about"));
        voice.markup("games-about", &Args::new().word("game", variant_name(voice, variant)).word("about", about))
    };
    Variant::ALL.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The name of a rule set: its preset's, or "our own mixture".
pub(super) fn preset_name(voice: Voice<'_>, setup: &Setup) -> String {
    voice.word(&format!("preset-{}", setup.preset_name().unwrap_or("own")))
}

/// "📜 Rules: Hall"; for another game "🎲 Game: Pet".
pub(super) fn preset_line(voice: Voice<'_>, setup: &Setup) -> String {
    if setup.variant() == Setup::default().variant() {
        return voice.markup("setup-line", &Args::new().word("preset", preset_name(voice, setup)));
    }
    voice.markup("setup-line-game", &Args::new().word("game", variant_name(voice, setup.variant())))
}

/// "📜 Rules: Standard", "🎲 Game: Pet"; another preset or game with what it is, a mixture of one's own with the options that
/// make it up.
pub(super) fn setup_line(voice: Voice<'_>, setup: &Setup) -> String {
    let line = preset_line(voice, setup);
    if *setup == Setup::default() {
        return line;
    }
    let about = |key: String| {
        voice.markup(
            "setup-line-about",
            &Args::new().html("line", &line).word("about", voice.word(&format!("{key}.about"))),
        )
    };
    let usual = Setup::standard(setup.variant());
    match setup.preset_name() {
        _ if *setup == usual => return about(format!("variant-{}", setup.variant())),
        Some(name) => return about(format!("preset-{name}")),
        None => {}
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
    option_text(voice, &format!("value-{}", option.name.to_lowercase()), option)
}

/// A text that depends on an option's value: `<stem>-<value>`, or `<stem>` with `$plies` and `$rounds` for an option that is a
/// number.
fn option_text(voice: Voice<'_>, stem: &str, option: &OptionInForce) -> String {
    match option.value.parse::<u32>() {
        Ok(number) => {
            let args = Args::new().number("plies", number).number("rounds", number / 2);
            voice.text(stem, &args)
        }
        Err(_) => {
            // Fluent's keys have no plus: `7-3+17-5` is `7-3-17-5` there.
            let value = option.value.to_lowercase().replace('+', "-");
            voice.word(&format!("{stem}-{value}"))
        }
    }
}
