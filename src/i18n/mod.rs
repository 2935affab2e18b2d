//! Words, per language. Every text a person reads lives in `assets/locales/<language>/*.ftl` (Fluent);
//! code knows keys and arguments only.

mod args;
mod words;

pub use args::{Args, escape, isolate};
pub use words::{animal, animal_title, color, emoji, fact_args, mark, piece};

use std::borrow::Cow;
use std::collections::HashMap;

use fluent_templates::fluent_bundle::FluentValue;
use fluent_templates::{LanguageIdentifier, langid};

use crate::people::Lang;

fluent_templates::static_loader! {
    static LOCALES = {
        locales: "./assets/locales",
        fallback_language: "en",
        // Names are isolated where they are put in; animals and squares need no marks around them.
        customise: |bundle| bundle.set_use_isolating(false),
    };
}

/// The text of a key as plain text, with its arguments put in as they are.
///
/// A key or argument that is missing gives the English text, and where that is missing too, the key in `⟦⟧`: a hole
/// that is seen and reported, but breaks nothing.
pub fn text(lang: Lang, key: &str, args: &Args) -> String {
    format(lang, key, &args.plain())
}

/// The text of a key as HTML: the locale file's own tags are kept, plain arguments are escaped.
pub fn markup(lang: Lang, key: &str, args: &Args) -> String {
    format(lang, key, &args.escaped())
}

/// What Fluent takes.
type FluentMap<'a> = HashMap<Cow<'static, str>, FluentValue<'a>>;

fn identifier(lang: Lang) -> &'static LanguageIdentifier {
    static EN: LanguageIdentifier = langid!("en");
    static ZH_HANS: LanguageIdentifier = langid!("zh-Hans");
    match lang {
        Lang::En => &EN,
        Lang::ZhHans => &ZH_HANS,
    }
}

fn format(lang: Lang, key: &str, args: &FluentMap<'_>) -> String {
    #[cfg(test)]
    witness::shown(lang, key, args);
    [lang, Lang::En]
        .into_iter()
        .find_map(|lang| LOCALES.lookup_single_language(identifier(lang), key, Some(args)).ok())
        .unwrap_or_else(|| format!("⟦{key}⟧"))
}

/// Remembers what a test has shown, so that a text nobody ever shows is found.
#[cfg(test)]
pub(crate) mod witness {
    use std::cell::RefCell;
    use std::collections::{BTreeMap, BTreeSet};

    use super::{FluentMap, Lang};

    macro_rules! files {
        ($($name:literal)*) => {
            &[$(
                (Lang::En, include_str!(concat!("../../assets/locales/en/", $name, ".ftl"))),
                (Lang::ZhHans, include_str!(concat!("../../assets/locales/zh-Hans/", $name, ".ftl"))),
            )*]
        };
    }

    /// The locale files, for tests that compare them with what is shown.
    pub const FILES: &[(Lang, &str)] = files! {
        "clock"
        "coach"
        "cups"
        "game-dalian"
        "game-fields"
        "game-flip"
        "game-king"
        "game-mecha"
        "game-pattern"
        "game-pet"
        "game-plains"
        "game-primitive"
        "notices"
        "pages"
        "pieces"
        "ratings"
        "records"
        "rules"
        "table"
    };

    /// Argument names by language and key.
    pub type Shown = BTreeMap<(Lang, String), BTreeSet<String>>;

    thread_local! {
        static SHOWN: RefCell<Shown> = RefCell::default();
    }

    pub fn shown(lang: Lang, key: &str, args: &FluentMap<'_>) {
        SHOWN.with_borrow_mut(|shown| {
            let names = args.keys().map(|name| name.to_string());
            shown.entry((lang, key.to_owned())).or_default().extend(names);
        });
    }

    /// Everything shown by this thread since the last call.
    pub fn take() -> Shown {
        SHOWN.take()
    }
}
