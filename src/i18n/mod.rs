//! Words, per language. Every text a person reads lives in `assets/locales/<language>/*.ftl` (Fluent);
//! code knows keys and arguments only.

mod args;
mod texts;
mod words;

pub use args::{Args, escape, isolate};
pub use texts::{FILES, LocaleError, Texts};
pub use words::{animal, animal_title, color, emoji, fact_args, mark, piece};

use fluent_bundle::FluentArgs;

use crate::people::Lang;

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

fn format(lang: Lang, key: &str, args: &FluentArgs<'_>) -> String {
    #[cfg(test)]
    witness::shown(lang, key, args);
    let text = [lang, Lang::En].into_iter().find_map(|lang| Texts::of(lang).format(key, args));
    text.unwrap_or_else(|| format!("⟦{key}⟧"))
}

/// Remembers what a test has shown, so that a text nobody ever shows is found.
#[cfg(test)]
pub(crate) mod witness {
    use std::cell::RefCell;
    use std::collections::{BTreeMap, BTreeSet};

    use fluent_bundle::FluentArgs;

    use super::Lang;

    /// Argument names by language and key.
    pub type Shown = BTreeMap<(Lang, String), BTreeSet<String>>;

    thread_local! {
        static SHOWN: RefCell<Shown> = RefCell::default();
    }

    pub fn shown(lang: Lang, key: &str, args: &FluentArgs<'_>) {
        SHOWN.with_borrow_mut(|shown| {
            let names = args.iter().map(|(name, _)| name.to_owned());
            shown.entry((lang, key.to_owned())).or_default().extend(names);
        });
    }

    /// Everything shown by this thread since the last call.
    pub fn take() -> Shown {
        SHOWN.take()
    }
}
