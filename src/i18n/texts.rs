//! The locale files: reading them, and putting arguments into their texts.

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::LanguageIdentifier;

use super::Args;
use crate::people::Lang;

macro_rules! files {
    ($($name:literal)*) => {
        &[$(
            (Lang::En, $name, include_str!(concat!("../../assets/locales/en/", $name, ".ftl"))),
            (Lang::ZhHans, $name, include_str!(concat!("../../assets/locales/zh-Hans/", $name, ".ftl"))),
        )*]
    };
}

/// The locale files of the program: language, name, content.
pub const FILES: &[(Lang, &str, &str)] = files! {
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

/// The texts of one language.
pub struct Texts(FluentBundle<FluentResource>);

/// Why a locale file cannot be used: a sentence without its period.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the locale file {file} ({lang}) cannot be used: {why}")]
pub struct LocaleError {
    lang: &'static str,
    file: String,
    why: String,
}

impl Texts {
    /// Reads locale files, each with its name. A text that stands twice is an error, as is whatever is not Fluent.
    pub fn read<'a>(lang: Lang, files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Texts, LocaleError> {
        let error = |file: &str, why: String| LocaleError { lang: lang.tag(), file: file.to_owned(), why };
        let tag = lang.tag().parse::<LanguageIdentifier>().map_err(|why| error("", why.to_string()))?;
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        // Names are isolated where they are put in; animals and squares need no marks around them.
        bundle.set_use_isolating(false);
        for (file, content) in files {
            let read = FluentResource::try_new(content.to_owned()).map_err(|(_, faults)| sentence(&faults));
            let added = read.and_then(|texts| bundle.add_resource(texts).map_err(|faults| sentence(&faults)));
            added.map_err(|why| error(file, why))?;
        }
        Ok(Texts(bundle))
    }

    /// Those the program was built with.
    pub(super) fn of(lang: Lang) -> &'static Texts {
        static EN: LazyLock<Texts> = LazyLock::new(|| embedded(Lang::En));
        static ZH_HANS: LazyLock<Texts> = LazyLock::new(|| embedded(Lang::ZhHans));
        match lang {
            Lang::En => &EN,
            Lang::ZhHans => &ZH_HANS,
        }
    }

    /// The text of a key (`key` or `key.attribute`), as plain text. `None` if there is none, or something in it is missing.
    pub fn text(&self, key: &str, args: &Args) -> Option<String> {
        self.format(key, &args.plain())
    }

    pub(super) fn format(&self, key: &str, args: &FluentArgs<'_>) -> Option<String> {
        let pattern = match key.split_once('.') {
            Some((key, attribute)) => self.0.get_message(key)?.get_attribute(attribute)?.value(),
            None => self.0.get_message(key)?.value()?,
        };
        let mut faults = Vec::new();
        let text = self.0.format_pattern(pattern, Some(args), &mut faults);
        faults.is_empty().then(|| text.into_owned())
    }
}

/// The texts of a language that the program was built with.
fn embedded(lang: Lang) -> Texts {
    let files = FILES.iter().filter(|(of, ..)| *of == lang).map(|&(_, name, content)| (name, content));
    // They are a part of the program, and a test reads them all.
    Texts::read(lang, files).unwrap_or_else(|error| panic!("{error}"))
}

fn sentence(faults: &[impl ToString]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_program_can_be_read() {
        for lang in Lang::ALL {
            let files = || FILES.iter().filter(|(of, ..)| *of == lang);
            for (_, name, content) in files() {
                let read = Texts::read(lang, [(*name, *content)]);
                assert!(read.is_ok(), "{:?}", read.err());
            }
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/locales/");
            let there = std::fs::read_dir(format!("{folder}{}", lang.tag())).expect("a folder").count();
            assert_eq!(files().count(), there, "a file of {} is not in the list", lang.tag());
            assert!(embedded(lang).text("welcome", &Args::new()).is_some());
        }
    }

    #[test]
    fn what_cannot_be_used_is_said() {
        let said = |content: &str| Texts::read(Lang::En, [("table", content)]).err().map(|error| error.to_string());
        assert_eq!(said("a = one\nb = { $who } says { a }"), None);
        let sentence = said("a = { \nb = two").expect("a fault");
        assert!(sentence.starts_with("the locale file table (en) cannot be used: "), "{sentence}");
        assert!(said("a = one\na = two").is_some_and(|sentence| sentence.contains("a")), "twice");
        // A text that refers to itself, or to nothing, has a hole and breaks nothing.
        let texts = Texts::read(Lang::En, [("table", "a = { a }\nb = { c }\nd = { $who }")]).expect("Fluent");
        for key in ["a", "b", "d", "e", "a.b"] {
            assert_eq!(texts.text(key, &Args::new()), None, "{key}");
        }
        assert_eq!(texts.text("d", &Args::new().word("who", "Ada")).as_deref(), Some("Ada"));
    }
}
