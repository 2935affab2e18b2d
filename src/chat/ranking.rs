//! `/top`: who stands highest in a chat, by rating in one game or by points.

use super::keyboard::grid;
use super::name::Voice;
use super::rulebook::variant_name;
use super::{Button, MenuAct, Post, Press, TopOf};
use crate::book::{Level, Ranked};
use crate::i18n::{self, Args};

/// People on one page.
pub const TOP_PAGE: usize = 10;

/// What a table of the best shows.
#[derive(Clone, Debug)]
pub struct Top<'a> {
    pub of: TopOf,
    /// Everybody, in their order.
    pub people: &'a [Ranked],
    /// From 0; one past the end shows the last.
    pub page: usize,
    /// The other tables there are in this chat.
    pub others: &'a [TopOf],
}

impl Top<'_> {
    /// The people on the page.
    pub fn on_page(&self) -> &[Ranked] {
        self.people.chunks(TOP_PAGE).nth(self.shown_page()).unwrap_or_default()
    }

    fn pages(&self) -> usize {
        self.people.len().div_ceil(TOP_PAGE)
    }

    fn shown_page(&self) -> usize {
        self.page.min(self.pages().saturating_sub(1))
    }
}

/// One page of the table, with buttons to the others.
pub(super) fn page(voice: Voice<'_>, top: &Top<'_>) -> Post {
    let title = match top.of {
        TopOf::Points => voice.markup("top-points", &Args::new()),
        TopOf::Game(variant) => voice.markup("top-rating", &Args::new().word("game", variant_name(voice, variant))),
    };
    let lines = top.on_page().iter().map(|ranked| line(voice, ranked));
    let note =
        top.on_page().iter().any(|ranked| ranked.provisional).then(|| voice.markup("top-provisional", &Args::new()));
    let nobody = top.people.is_empty().then(|| voice.word("top-nobody"));
    let html = std::iter::once(title).chain(nobody).chain(lines).chain(note).collect::<Vec<_>>().join("\n");
    Post::with_buttons(html, buttons(voice, top))
}

fn line(voice: Voice<'_>, ranked: &Ranked) -> String {
    let args = Args::new()
        .number("rank", ranked.rank)
        .html("name", voice.bold(ranked.person))
        .word("value", rating_word(ranked.value, ranked.provisional));
    match ranked.games {
        Some(games) => voice.markup("top-line-rating", &args.number("games", games)),
        None => voice.markup("top-line-points", &args.and(level_args(voice, ranked.value))),
    }
}

/// A rating as people read it: one that few games stand behind has a question mark.
pub(super) fn rating_word(value: i32, provisional: bool) -> String {
    format!("{}{}", number_word(value), if provisional { "?" } else { "" })
}

/// A number that may be below zero.
pub(super) fn number_word(value: i32) -> String {
    if value < 0 { format!("−{}", value.unsigned_abs()) } else { value.to_string() }
}

/// `$emoji` and `$level` of somebody with so many points.
pub(super) fn level_args(voice: Voice<'_>, points: i32) -> Args {
    let animal = Level::of(points).animal();
    Args::new().word("emoji", i18n::emoji(animal)).word("level", i18n::animal_title(voice.lang, animal))
}

fn buttons(voice: Voice<'_>, top: &Top<'_>) -> Vec<Vec<Button>> {
    let button = |label: String, of, page: usize| {
        let page = u16::try_from(page).unwrap_or(u16::MAX);
        Button::press(label, Press::Menu(MenuAct::Top { of, page }))
    };
    let shown = top.shown_page();
    let back = shown.checked_sub(1).map(|page| button(voice.word("button-top-back"), top.of, page));
    let on = (shown + 1 < top.pages()).then(|| button(voice.word("button-top-on"), top.of, shown + 1));
    let turning: Vec<Button> = back.into_iter().chain(on).collect();
    let label = |of: TopOf| match of {
        TopOf::Points => voice.word("button-top-points"),
        TopOf::Game(variant) => voice.text("button-top-game", &Args::new().word("game", variant_name(voice, variant))),
    };
    let others = grid(top.others.iter().map(|&of| button(label(of), of, 0)).collect());
    [turning].into_iter().chain(others).filter(|row| !row.is_empty()).collect()
}
