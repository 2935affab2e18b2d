//! Everything the bot can say, said in every language: it fits, it is well-formed, nothing is missing and nothing is idle.

mod books;
mod cups;
mod html;
mod samples;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::i18n::{FILES, witness};
use crate::people::Lang;
use crate::render::Picture;
use samples::{Book, Sample};

/// The longest toast (Bot API, `answerCallbackQuery`).
const LONGEST_TOAST: usize = 200;
/// The longest caption, after entities (Bot API, `sendPhoto`).
const LONGEST_CAPTION: usize = 1024;
/// The longest message, after entities (Bot API, `sendMessage`).
const LONGEST_MESSAGE: usize = 4096;
/// The most bytes a button's data may have (Bot API, `InlineKeyboardButton`).
const LONGEST_DATA: usize = 64;
/// The largest keyboard we send, as JSON: Telegram refuses somewhat larger ones.
const LARGEST_KEYBOARD: usize = 8 * 1024;
/// Buttons in one row.
const WIDEST_ROW: usize = 4;

/// What has to hold of every message.
fn check_post(post: &Post, told: &str) {
    let length = html::visible_length(&post.html).unwrap_or_else(|fault| panic!("{told}: {fault}\n{}", post.html));
    let longest = if post.scene.is_some() { LONGEST_CAPTION } else { LONGEST_MESSAGE };
    assert!(length <= longest, "{told}: {length} characters\n{}", post.html);
    assert!(length > 0, "{told}: says nothing");
    check_words(&post.html, told);
    if let Some(words) = &post.in_words {
        let length = html::visible_length(words).unwrap_or_else(|fault| panic!("{told} in words: {fault}\n{words}"));
        assert!(post.scene.is_some() && length <= LONGEST_MESSAGE, "{told} in words: {length} characters\n{words}");
        check_words(words, told);
    }
    let mut json = 2;
    for row in &post.buttons {
        assert!((1..=WIDEST_ROW).contains(&row.len()), "{told}: {} buttons in a row", row.len());
        for button in row {
            check_words(&button.label, told);
            assert!(!button.label.trim().is_empty(), "{told}: a button without a label");
            let target = match &button.action {
                ButtonAction::Press(data) => {
                    assert!((1..=LONGEST_DATA).contains(&data.len()), "{told}: button data {data}");
                    let press: Press = data.parse().unwrap_or_else(|error| panic!("{told}: {data}: {error}"));
                    assert_eq!(press.to_string(), *data, "{told}");
                    data
                }
                ButtonAction::Url(url) => url,
            };
            json += button.label.len() + target.len() + r#"{"text":"","callback_data":""},"#.len();
        }
    }
    assert!(json <= LARGEST_KEYBOARD, "{told}: a keyboard of {json} bytes");
}

/// No hole where a text or an argument is missing.
fn check_words(text: &str, told: &str) {
    assert!(!text.contains('⟦'), "{told}: a hole in {text}");
}

fn check_sentence(notice: &Notice, names: &dyn Names, lang: Lang) {
    let said = sentence(notice, names, lang);
    let length = said.encode_utf16().count();
    assert!((1..=LONGEST_TOAST).contains(&length), "{lang:?} {notice:?}: {length} characters\n{said}");
    check_words(&said, &format!("{lang:?} {notice:?}"));
    check_post(&notice_post(notice, names, lang), &format!("{lang:?} {notice:?}"));
}

/// Says everything once in a language, checking each.
fn say_everything(lang: Lang, names: &dyn Names) {
    for notice in samples::notices() {
        check_sentence(&notice, names, lang);
    }
    for (told, sample) in samples::posts(lang, names) {
        match sample {
            Sample::Post(post) => check_post(&post, &format!("{lang:?} {told}")),
            Sample::Text(text) => {
                assert!(text.encode_utf16().count() <= LONGEST_MESSAGE, "{lang:?} {told}: too long\n{text}");
                assert_eq!(crate::i18n::escape(&text), text, "{lang:?} {told}: not to be escaped");
                check_words(&text, &format!("{lang:?} {told}"));
            }
        }
    }
}

#[test]
fn everything_fits_with_the_longest_names() {
    for lang in Lang::ALL {
        say_everything(lang, &Book("🐘".repeat(64)));
    }
}

#[test]
fn every_text_is_shown_and_gets_what_it_asks_for() {
    let mut faults = Vec::new();
    for lang in Lang::ALL {
        witness::take();
        say_everything(lang, &Book("Anna".to_owned()));
        let shown = witness::take();
        let texts = texts(lang);
        for (key, variables) in &texts {
            match shown.get(&(lang, key.clone())) {
                None => faults.push(format!("{lang:?}: {key} is never shown")),
                Some(given) => {
                    let missing: Vec<&String> = variables.difference(given).collect();
                    if !missing.is_empty() {
                        faults.push(format!("{lang:?}: {key} is not given {missing:?}, only {given:?}"));
                    }
                }
            }
        }
        let strangers = shown.keys().filter(|(_, key)| !texts.contains_key(key));
        faults.extend(strangers.map(|(_, key)| format!("{lang:?}: there is no text for {key}")));
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Every key of a language (`key`, `key.attribute`) with the variables its text uses.
fn texts(lang: Lang) -> BTreeMap<String, BTreeSet<String>> {
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let files = FILES.iter().filter(|(of, ..)| *of == lang);
    for (.., file) in files {
        let (mut message, mut key) = (String::new(), String::new());
        for line in file.lines().filter(|line| !line.starts_with('#')) {
            let head = line.split_once(" =").map(|(head, _)| head.trim());
            match head {
                Some(name) if !line.starts_with(' ') => {
                    message = name.to_owned();
                    key = message.clone();
                    assert!(texts.insert(key.clone(), BTreeSet::new()).is_none(), "{lang:?}: {key} stands twice");
                }
                Some(name) if name.starts_with('.') => {
                    key = format!("{message}{name}");
                    texts.insert(key.clone(), BTreeSet::new());
                }
                _ => {}
            }
            let variables = line.split('$').skip(1).map(|rest| {
                rest.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect::<String>()
            });
            if let Some(known) = texts.get_mut(&key) {
                known.extend(variables);
            }
        }
    }
    texts
}

/// A new message notifies those who have to act, and nobody else.
#[test]
fn whoever_has_to_act_is_mentioned() {
    for (told, post, expected) in samples::mentioning_boards() {
        let found: Vec<&str> =
            post.html.split("tg://user?id=").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let expected: Vec<String> = expected.iter().map(PersonId::to_string).collect();
        assert_eq!(found, expected, "{told}: {}", post.html);
    }
}

#[test]
fn presets_and_single_departures_are_told_with_a_picture() {
    for lang in Lang::ALL {
        for (setup, post) in samples::rules_pages(lang) {
            assert!(
                post.scene.is_some(),
                "{lang:?} {setup}: {} characters\n{}",
                post.html.encode_utf16().count(),
                post.html
            );
        }
    }
}

/// Where no picture can be sent nothing is said about one, and what only the picture showed is there in words.
#[test]
fn without_a_picture_a_message_is_whole() {
    for (lang, legend, standings, files) in
        [(Lang::En, "Picture:", "Standings", "Files"), (Lang::ZhHans, "图：", "名次", "列")]
    {
        let mut found = [0; 3];
        for (told, sample) in samples::posts(lang, &samples::Nobody) {
            let samples::Sample::Post(post) = sample else { continue };
            let of = post.scene.as_ref().map(|scene| match scene {
                Picture::Chart(_) => 0,
                Picture::Scoreboard(_) => 1,
                _ => 2,
            });
            let has_legend = post.html.contains(legend);
            let is_board = post.in_words.is_some();
            let bare = post.without_picture();
            assert!(bare.scene.is_none() && !bare.html.contains(legend), "{lang:?} {told}: {}", bare.html);
            match of {
                Some(0) => assert!(has_legend, "{lang:?} {told}"),
                Some(1) if is_board => assert!(bare.html.contains(standings), "{lang:?} {told}: {}", bare.html),
                Some(2) if is_board => assert!(bare.html.contains(files), "{lang:?} {told}: {}", bare.html),
                _ => continue,
            }
            found[of.unwrap_or_default()] += 1;
        }
        assert!(found.iter().all(|found| *found > 0), "{lang:?}: {found:?}");
    }
}

#[test]
fn different_confirmations_never_share_a_place() {
    let mut places: BTreeMap<(bool, usize, bool), &'static str> = BTreeMap::new();
    for post in samples::boards_with_confirmations() {
        let rows = post.buttons.len();
        for (index, row) in post.buttons.iter().enumerate() {
            for (column, button) in row.iter().enumerate() {
                let Some(confirms) = confirms(button) else { continue };
                let (left, right) = (column * 2 < row.len(), (column + 1) * 2 > row.len());
                // Counted from above and from below: a keyboard grows at either end.
                for (from_below, at) in [(false, index), (true, rows - 1 - index)] {
                    for half in [(left, false), (right, true)].into_iter().filter(|(covers, _)| *covers) {
                        let other = places.insert((from_below, at, half.1), confirms);
                        assert!(
                            other.is_none_or(|other| other == confirms),
                            "{other:?} and {confirms}: {:?}",
                            post.buttons
                        );
                    }
                }
            }
        }
    }
    let found: BTreeSet<&str> = places.values().copied().collect();
    assert_eq!(found, BTreeSet::from(["accept draw", "accept takeback", "play it anyway", "really resign"]));
}

/// While one side hesitates over a hazard, the other has everything it had before.
#[test]
fn a_hazard_takes_no_button_from_the_opponent() {
    let labels = |post: &Post| {
        let buttons = post.buttons.iter().flatten();
        buttons.map(|button| button.label.clone()).collect::<BTreeSet<String>>()
    };
    let label = |key| crate::i18n::text(Lang::En, key, &crate::i18n::Args::new());
    let boards = samples::boards_with_confirmations();
    // Every third board asks about the hazard; the one before it is the same without that question.
    for pair in boards.chunks(3) {
        let [_, before, asking] = pair else { panic!("three steps each") };
        let (before, asking) = (labels(before), labels(asking));
        let more: BTreeSet<&String> = asking.difference(&before).collect();
        assert_eq!(more, BTreeSet::from([&label("button-sure")]));
        assert_eq!(before.difference(&asking).count(), 0, "{before:?} became {asking:?}");
    }
}

/// "Resign" pressed twice in a hurry: the second tap meets nothing that ends the game.
#[test]
fn really_resign_does_not_stand_where_resign_stood() {
    let half = |key: &str| {
        let label = crate::i18n::text(Lang::En, key, &crate::i18n::Args::new());
        let boards = samples::boards_with_confirmations();
        let rows = boards.iter().flat_map(|post| &post.buttons);
        let halves = rows.filter_map(|row| {
            let column = row.iter().position(|button| button.label == label)?;
            Some((column * 2 < row.len(), (column + 1) * 2 > row.len()))
        });
        halves.collect::<BTreeSet<(bool, bool)>>()
    };
    assert_eq!(half("button-resign"), BTreeSet::from([(false, true)]));
    assert_eq!(half("button-really-resign"), BTreeSet::from([(true, false)]));
}

/// Nobody is offered what the referee would refuse.
#[test]
fn a_turned_card_is_not_to_be_undone() {
    let undo = crate::i18n::text(Lang::En, "button-takeback", &crate::i18n::Args::new());
    let offered =
        samples::boards_of_cards().map(|post| post.buttons.iter().flatten().any(|button| button.label == undo));
    assert_eq!(offered, [false, false, true]);
}

#[test]
fn the_newest_games_come_first_and_the_rest_is_counted() {
    let (tables, links) = (samples::many_tables(), Vec::new());
    for (lang, more) in [(Lang::En, "… and 10 more"), (Lang::ZhHans, "……还有 10 盘")] {
        let post = page(&Page::Games { group: true, tables: &tables, links: &links }, &samples::Nobody, lang);
        let lines: Vec<&str> = post.html.lines().collect();
        assert_eq!(lines.len(), 22, "{}", post.html);
        assert!(lines[1].contains("30\u{2069}</b>"), "the newest: {}", lines[1]);
        assert_eq!(lines[21], more);
    }
}

/// What a button would settle for good because somebody else asked, or because one asked oneself before.
fn confirms(button: &Button) -> Option<&'static str> {
    let labels = |key| crate::i18n::text(Lang::En, key, &crate::i18n::Args::new());
    [
        ("button-accept-draw", "accept draw"),
        ("button-accept-takeback", "accept takeback"),
        ("button-really-resign", "really resign"),
        ("button-sure", "play it anyway"),
    ]
    .into_iter()
    .find(|(key, _)| labels(key) == button.label)
    .map(|(_, confirms)| confirms)
}

/// How many names and texts are tried: few, or a hundredth of `DOUSHOU_FUZZ_CASES` (`tests/it/fuzz.rs`), for each is said in every text.
fn cases() -> u32 {
    let wanted = std::env::var("DOUSHOU_FUZZ_CASES").ok();
    wanted.map_or(48, |count| count.parse::<u32>().expect("DOUSHOU_FUZZ_CASES is a number").div_ceil(100))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_name_does_harm(name in "([<&>_*\\[\\]\"'\u{202e}\u{2067}\u{2069}א-ת\u{200d}🐘👨‍👩‍👧a\u{300}\n\u{3164} ]|\\PC){0,80}") {
        prop_assume!(!name.contains('⟦'));
        for lang in Lang::ALL {
            for post in samples::named_posts(lang, &Book(name.clone())) {
                check_post(&post, &format!("{lang:?} {name:?}"));
            }
            for notice in samples::named_notices() {
                check_sentence(&notice, &Book(name.clone()), lang);
            }
        }
    }

    #[test]
    fn what_people_type_is_quoted_safely(text in "\\PC{0,300}|([<&>\u{202e}🐘 ]){0,300}") {
        prop_assume!(!text.contains('⟦'));
        for lang in Lang::ALL {
            for notice in samples::quoting(&text) {
                check_sentence(&notice, &Book("Anna".to_owned()), lang);
            }
        }
    }
}
