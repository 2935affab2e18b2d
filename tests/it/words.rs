//! The locale files: every language has every text, and every family of the game's own words is whole.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use doushou::people::Lang;
use doushou::referee::Refusal;
use doushou::rules::{Animal, Caution, Counter, EndReason, Illegal, ReadMoveError, Setup, Variant};

/// Every key of a language (`key`, `key.attribute`) with its text as it stands in the file.
fn texts(lang: Lang) -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/locales").join(lang.tag());
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for entry in std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("a readable folder").path();
        let file = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let (mut message, mut key) = (String::new(), String::new());
        for line in file.lines().filter(|line| !line.starts_with('#')) {
            match line.split_once(" =") {
                Some((name, text)) if !line.starts_with(' ') => {
                    message = name.to_owned();
                    key = message.clone();
                    let old = texts.insert(key.clone(), text.to_owned());
                    assert!(old.is_none(), "{}: {key} stands twice", path.display());
                }
                Some((name, text)) if name.trim().starts_with('.') => {
                    key = format!("{message}{}", name.trim());
                    texts.insert(key.clone(), text.to_owned());
                }
                _ => {
                    if let Some(text) = texts.get_mut(&key) {
                        text.push('\n');
                        text.push_str(line);
                    }
                }
            }
        }
    }
    texts
}

/// Keys the program makes from the game's own words.
fn families() -> Vec<String> {
    let named =
        |family: &'static str, names: &[&str]| names.iter().map(|name| format!("{family}-{name}")).collect::<Vec<_>>();
    let mut keys = named("illegal", Illegal::KEYS);
    keys.extend(named("caution", Caution::KEYS));
    keys.extend(named("read", ReadMoveError::KEYS));
    keys.extend(named("counter", Counter::KEYS));
    keys.extend(named("end", &EndReason::ALL.map(EndReason::name)));
    keys.extend(named("animal", &Animal::ALL.map(Animal::name)));
    keys.extend(named("level", &Animal::STANDARD.map(Animal::name)));
    keys.push(format!("refusal-{}", Refusal::NotAPlayer.key()));
    for &variant in Variant::ALL {
        keys.push(format!("variant-{variant}"));
        keys.extend(named("preset", &Setup::presets(variant)));
        for option in Setup::standard(variant).options() {
            let name = option.name.to_lowercase();
            keys.push(format!("option-{name}"));
            for value in option.values {
                let is_number = value.parse::<u32>().is_ok();
                let value = value.replace('+', "-");
                keys.push(if is_number { format!("value-{name}") } else { format!("value-{name}-{value}") });
            }
        }
    }
    keys
}

#[test]
fn every_language_has_every_text() {
    let all: Vec<(Lang, BTreeMap<String, String>)> = Lang::ALL.into_iter().map(|lang| (lang, texts(lang))).collect();
    let every: BTreeSet<&String> = all.iter().flat_map(|(_, texts)| texts.keys()).collect();
    assert!(every.len() > 200, "only {} texts found", every.len());
    let missing = |(lang, texts): &(Lang, BTreeMap<String, String>)| {
        let missing = every.iter().filter(|key| !texts.contains_key(**key));
        missing.map(|key| format!("{lang:?} has no {key}")).collect::<Vec<_>>()
    };
    let missing: Vec<String> = all.iter().flat_map(missing).collect();
    assert!(missing.is_empty(), "\n{}", missing.join("\n"));
}

/// A sentence nobody can get is one too many: every notice is made somewhere in the service.
#[test]
fn every_notice_is_given_by_somebody() {
    let source = |path: &str| std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path));
    let catalogue = source("src/chat/notice.rs").expect("the notices");
    let variants = catalogue.lines().filter_map(|line| line.strip_prefix("    ")).filter_map(|line| {
        let name: &str = line.split(|c: char| !c.is_ascii_alphanumeric()).next()?;
        name.starts_with(|c: char| c.is_ascii_uppercase()).then_some(name)
    });
    let variants: BTreeSet<&str> = variants.collect();
    assert!(variants.len() > 15, "only {variants:?}");
    let mut made: BTreeSet<String> = BTreeSet::new();
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/service")).expect("the service") {
        let file = std::fs::read_to_string(entry.expect("a file").path()).unwrap_or_default();
        for line in file.lines().filter(|line| !line.contains("matches!(") && !line.contains("if let")) {
            for (at, found) in line.match_indices("Notice::") {
                let rest = &line[at + found.len()..];
                // What stands before the arrow of a match is only looked at.
                if !rest.contains("=>") {
                    made.extend(rest.split(|c: char| !c.is_ascii_alphanumeric()).next().map(str::to_owned));
                }
            }
        }
    }
    let idle: Vec<&&str> = variants.iter().filter(|variant| !made.contains(**variant)).collect();
    assert!(idle.is_empty(), "nobody gives {idle:?}");
}

#[test]
fn the_games_own_words_are_whole() {
    for lang in Lang::ALL {
        let texts = texts(lang);
        let missing: Vec<String> = families().into_iter().filter(|key| !texts.contains_key(key)).collect();
        assert!(missing.is_empty(), "{lang:?} has no {missing:?}");
    }
}

/// Chinese texts use Chinese punctuation, English ones their own: a slip of the keyboard is seen here.
#[test]
fn punctuation_is_the_languages_own() {
    let is_chinese = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    for (key, text) in texts(Lang::ZhHans) {
        let chars: Vec<char> = text.chars().collect();
        let slip = chars.windows(2).find(|pair| is_chinese(pair[0]) && matches!(pair[1], ',' | ';' | '?' | '!' | ':'));
        assert!(slip.is_none(), "{key}: {slip:?} in {text}");
    }
    for (key, text) in texts(Lang::En) {
        let own_name = ["简体中文", "语言"].iter().fold(text.clone(), |text, name| text.replace(name, ""));
        assert!(!own_name.chars().any(is_chinese), "{key}: Chinese in {text}");
        assert!(!text.contains('\''), "{key}: a straight apostrophe in {text}");
    }
}
