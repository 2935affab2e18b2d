//! What somebody is told in private, and the pages on which they say what they want to be told.

use super::keyboard::Rows;
use super::name::{Voice, shorten};
use super::{BotName, Button, MenuAct, Names, Page, Post, Press};
use crate::i18n::{Args, isolate};
use crate::people::{ChatId, Lang, Occasion, Person, PersonId};

/// How much of a chat's title is said, in characters.
const LONGEST_TITLE: usize = 32;
/// About how many chats one page tells.
const MOST_CHATS: usize = 20;

/// A page for one reader in private, with a button that turns notices like it off.
pub fn notification(page: &Page<'_>, occasion: Occasion, chat: ChatId, names: &dyn Names, lang: Lang) -> Post {
    let mut post = super::page(page, names, lang);
    let off = Press::Menu(MenuAct::Quiet { occasion, chat });
    post.buttons.push(vec![Button::press(Voice { names, lang }.word("button-quiet"), off)]);
    post
}

/// A game where it is the reader's turn, or a challenge.
pub(super) fn news(voice: Voice<'_>, key: &str, title: &str, by: PersonId, link: Option<&str>) -> Post {
    let args = Args::new().word("title", short(title)).html("by", voice.bold(by));
    let buttons = link.map(|link| vec![Button::url(voice.word("games-link"), link)]).into_iter().collect();
    Post::with_buttons(voice.markup(key, &args), buttons)
}

/// `/notify` in a group: a button for each occasion, which everybody may press for themselves.
pub(super) fn notify(voice: Voice<'_>, bot: &BotName) -> Post {
    let button = |occasion: Occasion| {
        let label = voice.word(&format!("button-notify-{}", occasion.name()));
        vec![Button::press(label, Press::Menu(MenuAct::Notify { occasion }))]
    };
    let mut buttons: Rows = Occasion::ALL.map(button).into();
    let private = format!("https://t.me/{}?start=notify", bot.username);
    buttons.push(vec![Button::url(voice.word("button-private-chat"), private)]);
    Post::with_buttons(voice.markup("notify", &Args::new()), buttons)
}

/// `/notify` in private: everything the reader is told, each to be turned off.
pub(super) fn own(voice: Voice<'_>, chats: &[(ChatId, String)], person: &Person) -> Post {
    let wanted = chats.iter().flat_map(|(chat, title)| Occasion::ALL.map(|occasion| (occasion, *chat, title)));
    let wanted = wanted.filter(|(occasion, chat, _)| person.settings.wants(*occasion, *chat)).take(MOST_CHATS);
    let buttons: Rows = wanted
        .map(|(occasion, chat, title)| {
            let label =
                voice.text(&format!("button-quiet-{}", occasion.name()), &Args::new().word("title", short(title)));
            vec![Button::press(label, Press::Menu(MenuAct::Quiet { occasion, chat }))]
        })
        .collect();
    let key = if buttons.is_empty() { "notices-none" } else { "notices" };
    Post::with_buttons(voice.markup(key, &Args::new()), buttons)
}

pub(super) fn short(title: &str) -> String {
    isolate(&shorten(title, LONGEST_TITLE))
}
