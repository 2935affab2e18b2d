//! Messages that belong to no table: greetings, help, the AI's levels, the list of games.

use std::cmp::Reverse;

use super::card::sides_word;
use super::keyboard::grid;
use super::name::Voice;
use super::say::place_word;
use super::{
    BotName, Button, MenuAct, MissingRight, Names, Page, Post, Press, clock, cup, notices, ranking, records, rulebook,
    settings, stats,
};
use crate::i18n::{self, Args};
use crate::people::{Lang, PersonId};
use crate::referee::{Finish, Game, GameId, Player, Sides, Stage, Table};
use crate::rules::{Animal, Seat, Setup, Variant};

/// What "play against me" shows.
const PLAY_AI: MenuAct = MenuAct::Levels { sides: Sides::Author(Seat::First), game: None };

/// Most games in one list, which has to fit a message.
const MOST_GAMES: usize = 20;

/// A message that belongs to no table.
pub fn page(page: &Page<'_>, names: &dyn Names, lang: Lang) -> Post {
    let voice = Voice { names, lang };
    match page {
        Page::Start { bot } => start(voice, bot),
        Page::Welcome { missing } => welcome(voice, missing),
        Page::Help { group, bot } => help(voice, *group, bot),
        Page::Rules { chat } => rulebook::page(voice, &chat.settings),
        Page::Levels { sides, setup } => levels(voice, *sides, setup),
        Page::Variants { sides } => variants(voice, *sides),
        Page::Games { group, tables, links } => games(voice, *group, tables, links),
        Page::CupStandings { cup } => cup::listing(speaker(voice, cup)),
        Page::CupLog { cup, now } => cup::log(speaker(voice, cup), *now),
        Page::Privacy => plain(voice, "privacy"),
        Page::Forget { who } => forget(voice, *who),
        Page::Forgot { sure: true } => plain(voice, "forget-done"),
        Page::Forgot { sure: false } => plain(voice, "forget-kept"),
        Page::MyGames { me, games } => records::my_games(voice, *me, games),
        Page::History(history) => records::history(voice, history),
        Page::Verified(verdict) => records::verdict(voice, verdict),
        Page::Turn { title, by, link } => notices::news(voice, "turn-private", title, *by, link.as_deref()),
        Page::Opened { title, by, link } => notices::news(voice, "opened-private", title, *by, link.as_deref()),
        Page::Notify { bot } => notices::notify(voice, bot),
        Page::Notices { chats, person } => notices::own(voice, chats, person),
        Page::Reminder { to, left, total, private } => reminder(voice, *to, *left, *total, private.as_deref()),
        Page::Warning { to, left, lost } => {
            let args = Args::new()
                .html("name", voice.mention(*to))
                .word("left", clock::left(voice, *left))
                .word("how", if *lost { "lost" } else { "closed" });
            Post::words(voice.markup("warning", &args))
        }
        Page::Settings { chat, person, page } => settings::page(voice, chat, *person, *page),
        Page::Top(top) => ranking::page(voice, top),
        Page::Stats(told) => stats::stats(voice, told),
        Page::Versus(told) => stats::versus(voice, told),
    }
}

/// In a message of words names have all the room they need.
fn speaker<'a>(voice: Voice<'a>, cup: &'a crate::book::cup::Cup) -> cup::Speaker<'a> {
    cup::Speaker { cup, voice, longest: 24 }
}

/// `/start` in private: the ways to a game.
fn start(voice: Voice<'_>, bot: &BotName) -> Post {
    let menu = |key: &str, act| vec![Button::press(voice.word(key), Press::Menu(act))];
    let group = format!("https://t.me/{}?startgroup=play", bot.username);
    let buttons = vec![
        menu("button-play-ai", PLAY_AI),
        vec![Button::url(voice.word("button-play-in-group"), group)],
        menu("button-play-here", MenuAct::Here),
        menu("button-how-to-play", MenuAct::Rules),
        menu("button-language", MenuAct::Settings { page: super::SettingsPage::Lang }),
    ];
    Post::with_buttons(voice.markup("start", &Args::new()), buttons)
}

/// The bot was added to a group.
fn welcome(voice: Voice<'_>, missing: &[MissingRight]) -> Post {
    let rights = missing.iter().map(|right| {
        voice.word(match right {
            MissingRight::SendMessages => "welcome-no-messages",
            MissingRight::SendPhotos => "welcome-no-photos",
        })
    });
    let lines = std::iter::once(voice.markup("welcome", &Args::new())).chain(rights);
    let menu = |key: &str, act| Button::press(voice.word(key), Press::Menu(act));
    let buttons = vec![
        vec![menu("button-play", MenuAct::Challenge)],
        vec![menu("button-play-ai", PLAY_AI), menu("button-rules", MenuAct::Rules)],
    ];
    Post::with_buttons(lines.collect::<Vec<_>>().join("\n"), buttons)
}

fn help(voice: Voice<'_>, group: bool, bot: &BotName) -> Post {
    let html = voice.markup("help", &Args::new().word("place", place_word(group)).word("bot", &bot.username));
    let buttons = vec![vec![Button::press(voice.word("button-rules"), Press::Menu(MenuAct::Rules))]];
    Post::with_buttons(html, buttons)
}

/// Words alone.
fn plain(voice: Voice<'_>, key: &str) -> Post {
    Post::words(voice.markup(key, &Args::new()))
}

/// "Really forget you?"
fn forget(voice: Voice<'_>, who: PersonId) -> Post {
    let answer = |key: &str, sure| vec![Button::press(voice.word(key), Press::Menu(MenuAct::Forget { who, sure }))];
    let buttons = vec![answer("button-keep-me", false), answer("button-forget-me", true)];
    Post::with_buttons(voice.markup("forget", &Args::new()), buttons)
}

/// The AI's levels, easiest first.
fn levels(voice: Voice<'_>, sides: Sides, setup: &Setup) -> Post {
    let named = |level: Animal| {
        Args::new().word("emoji", i18n::emoji(level)).word("animal", i18n::animal_title(voice.lang, level))
    };
    let line = |level: Animal| {
        let about = voice.word(&format!("level-{}", level.name()));
        voice.markup("levels-line", &named(level).word("about", about))
    };
    let title = voice.markup("levels", &Args::new().word("sides", sides_word(sides, setup)));
    let usual = *setup == Setup::default();
    let game = (!usual).then(|| rulebook::setup_line(voice, setup));
    let lines = [title].into_iter().chain(game).chain(Animal::STANDARD.map(line));
    let button = |level| {
        let act = MenuAct::Ai { level, sides, game: setup.name().map(str::to_owned) };
        Button::press(voice.text("levels-button", &named(level)), Press::Menu(act))
    };
    let html = lines.collect::<Vec<_>>().join("\n");
    let mut buttons = grid(Animal::STANDARD.map(button).into());
    buttons.push(vec![Button::press(voice.word("button-other-game"), Press::Menu(MenuAct::Variants { sides }))]);
    Post::with_buttons(html, buttons)
}

/// The time of a player runs out soon: in the game's place by a mention, in private with the name of the place.
fn reminder(voice: Voice<'_>, to: PersonId, left: i64, total: bool, private: Option<&str>) -> Post {
    let args = Args::new().word("left", clock::left(voice, left));
    let html = match private {
        Some(title) => voice.markup("reminder-private", &args.word("title", notices::short(title))),
        None => {
            let key = if total { "reminder-total" } else { "reminder" };
            voice.markup(key, &args.html("name", voice.mention(to)))
        }
    };
    Post::words(html)
}

/// The games there are, a line about each.
fn variants(voice: Voice<'_>, sides: Sides) -> Post {
    let html = rulebook::games(voice);
    let button = |&variant: &Variant| {
        let act = MenuAct::Levels { sides, game: Some(variant.name().to_owned()) };
        Button::press(rulebook::variant_name(voice, variant), Press::Menu(act))
    };
    Post::with_buttons(html, grid(Variant::ALL.iter().map(button).collect()))
}

/// The games and open challenges of a chat, the newest first, each with a link to its board where there is one.
fn games(voice: Voice<'_>, group: bool, tables: &[Table], links: &[Option<String>]) -> Post {
    let mut newest_first: Vec<(usize, &Table)> = tables.iter().enumerate().collect();
    newest_first.sort_by_key(|(_, table)| Reverse(table.id));
    let lines = newest_first.into_iter().filter_map(|(n, table)| {
        let line = match &table.stage {
            Stage::Open(challenge) => voice.markup("games-open", &Args::new().html("by", voice.bold(challenge.by))),
            Stage::Game(game) => game_line(voice, table.id, game),
            Stage::Closed { .. } => return None,
        };
        Some(match links.get(n).and_then(Option::as_ref) {
            Some(link) => {
                let word = voice.word("games-link");
                format!(r#"{line} <a href="{}">{word}</a>"#, i18n::escape(link))
            }
            None => line,
        })
    });
    let mut lines: Vec<String> = lines.map(|line| format!("• {line}")).collect();
    let more = lines.len().saturating_sub(MOST_GAMES) as u32;
    lines.truncate(MOST_GAMES);
    let title = if lines.is_empty() {
        voice.markup("games-none", &Args::new().word("place", place_word(group)))
    } else {
        voice.word("games")
    };
    let more = (more > 0).then(|| voice.text("games-more", &Args::new().number("count", more)));
    let html = std::iter::once(title).chain(lines).chain(more).collect::<Vec<_>>().join("\n");
    Post::words(html)
}

fn game_line(voice: Voice<'_>, id: GameId, game: &Game) -> String {
    let player = |seat: Seat| {
        let mark = game.state.color_of(seat).map_or("", i18n::mark);
        format!("{mark} {}", voice.player(game.players[seat.index()]))
    };
    let state = match (game.finish, game.players[game.state.to_move().index()]) {
        (Some(Finish::End(_) | Finish::Void { .. } | Finish::Forgotten), _) => "over",
        (None, Player::Ai(_)) => "ai",
        (None, Player::Person(_)) => "on",
    };
    let args = Args::new()
        .word("number", id.written())
        .html("first", player(Seat::First))
        .html("second", player(Seat::Second))
        .html("mover", player(game.state.to_move()))
        .number("ply", game.plies.len() as u32 + 1)
        .word("state", state);
    voice.markup("games-line", &args)
}
