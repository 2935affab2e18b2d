//! Games that are looked at after they were played: as a film, as a copy to leaf through, as a record, and in lists.

use super::keyboard::{Rows, grid};
use super::name::{Voice, shorten, tidy};
use super::say::place_word;
use super::text_board::with_words;
use super::{Button, Names, Post, Press, TableView, board, rulebook};
use crate::book::{Close, Record, RecordFault};
use crate::i18n::{self, Args, isolate};
use crate::people::{ChatKind, Date, Lang, PersonId};
use crate::referee::{Finish, Game, GameId, Player, Table};
use crate::render::{Card, Film, Scene, Shot, Theme};
use crate::rules::{End, Orientation, Outcome, Seat, Setup};

/// How long a position stands in a film, in milliseconds, and in a long game, where a film may take so long in all; twice as
/// long where something was taken.
const STAND: u32 = 900;
const SHORTEST_STAND: u32 = 300;
const WHOLE_FILM: u32 = 90_000;
/// How long the last position stands before the card.
const LAST_STAND: u32 = 2_000;

/// The film of a game. Seats take the place of names. The error names the ply that the rules refuse.
pub fn film(record: &Record, orientation: Orientation, theme: Theme) -> Result<Film, RecordFault> {
    let (mut state, accounts) = record.replay()?;
    let stand = (WHOLE_FILM / (accounts.len() as u32 + 1)).clamp(SHORTEST_STAND, STAND);
    let shot = |scene, millis| Shot { scene, millis };
    let mut shots = vec![shot(Scene::plain(state.view(), orientation, theme), stand)];
    for account in &accounts {
        // It was replayed a moment ago, so the rules allow it.
        let Ok(_) = state.replay(account.ply) else { break };
        let scene = Scene { last: account.way(), ..Scene::plain(state.view(), orientation, theme) };
        shots.push(shot(scene, if account.removed.is_empty() { stand } else { 2 * stand }));
    }
    if let Some(last) = shots.last_mut() {
        last.millis = LAST_STAND;
    }
    let colors = Seat::BOTH.map(|seat| state.color_of(seat));
    let end = match record.close {
        Close::End(End { outcome: Outcome::Win(seat), .. }) => Some(Card::Won(seat, colors[seat.index()])),
        Close::End(End { outcome: Outcome::Draw, .. }) => Some(Card::Drawn(colors)),
        Close::Ongoing | Close::Void => None,
    };
    Ok(Film { title: Card::Versus(colors), shots, end })
}

/// How a game that is looked at is turned: to the person in games against the AI, else to the first seat, from beginning to end.
pub fn seen_from(game: &Game) -> Orientation {
    match game.players {
        [Player::Ai(_), Player::Person(_)] => Orientation::Second,
        _ => Orientation::First,
    }
}

/// The record of a game, with the names of now.
pub fn record(id: GameId, place: ChatKind, game: &Game, names: &dyn Names, lang: Lang) -> Record {
    let voice = Voice { names, lang };
    let name = |player| match player {
        Player::Person(id) => {
            let name = names.name(id).as_deref().map(tidy).filter(|name| !name.is_empty());
            name.unwrap_or_else(|| voice.word("person-nameless"))
        }
        Player::Ai(level) => voice.text("player-ai", &Args::new().word("level", i18n::animal_title(lang, level))),
    };
    game.record(id, place, game.players.map(name))
}

/// What stands under a film or a record.
pub fn caption(id: GameId, game: &Game, names: &dyn Names, lang: Lang) -> String {
    line(Voice { names, lang }, id, game)
}

/// A game as it stood after so many plies (or at its end, if it has fewer): a copy of its own, which `owner` leafs through, or
/// anybody if there is none.
pub fn leaf(view: &TableView<'_>, game: &Game, ply: u32, owner: Option<PersonId>) -> Post {
    let voice = Voice { names: view.names, lang: view.lang };
    let whole = game.plies.len();
    let ply = (ply as usize).min(whole);
    let mut then = game.clone();
    then.plies.truncate(ply);
    then.offers.clear();
    then.resigning = None;
    if ply < whole {
        then.finish = None;
        // The plies were accepted by these rules, so the replay cannot fail.
        if let Ok(state) = Game::replay(game.setup, &then.plies) {
            then.state = state;
        }
    }
    let (paragraphs, mut scene) = board::as_it_stood(view, voice, &then);
    scene.orientation = seen_from(game);
    let id = view.table.id;
    let at = Args::new().word("number", id.written()).number("ply", ply as u32).number("plies", whole as u32);
    let first = vec![voice.markup("leaf", &at)];
    let paragraphs = [first].into_iter().chain(paragraphs).filter(|lines| !lines.is_empty());
    let html = paragraphs.map(|lines| lines.join("\n")).collect::<Vec<_>>().join("\n\n");
    let to = |key: &str, ply: usize| Button::press(voice.word(key), Press::Leaf { id, ply: ply as u32, owner });
    let steps = vec![
        to("button-leaf-first", 0),
        to("button-leaf-back", ply.saturating_sub(1)),
        to("button-leaf-forward", (ply + 1).min(whole)),
        to("button-leaf-last", whole),
    ];
    let film = Button::press(voice.word("button-replay"), Press::Film { id });
    let in_words = Some(with_words(&html, &then.state, scene.orientation, view.lang));
    Post { html, scene: Some(scene.into()), in_words, buttons: vec![steps, vec![film]] }
}

/// Games that have ended, the newest first: one page of them.
#[derive(Clone, Debug)]
pub struct History<'a> {
    /// Of this person alone.
    pub of: Option<PersonId>,
    /// Of all here; in a private chat, of whoever asks.
    pub group: bool,
    pub tables: &'a [Table],
    /// Counts from 0.
    pub page: u32,
    /// There are older ones.
    pub more: bool,
}

pub(super) fn history(voice: Voice<'_>, history: &History<'_>) -> Post {
    let here = Args::new().word("place", place_word(history.group));
    let title = match history.of {
        Some(person) => voice.markup("history-of", &Args::new().html("name", voice.bold(person))),
        None => voice.text("history", &here),
    };
    let games = history.tables.iter().filter_map(|table| Some((table.id, table.as_game()?)));
    let lines: Vec<String> = games.clone().map(|(id, game)| format!("• {}", line(voice, id, game))).collect();
    if lines.is_empty() {
        return Post::words(voice.text("history-none", &here));
    }
    let open = |(id, _): (GameId, &Game)| Button::press(id.written(), Press::Open { id });
    let mut buttons: Rows = grid(games.map(open).collect());
    let turn = |key: &str, page| Button::press(voice.word(key), Press::History { of: history.of, page });
    let newer = history.page.checked_sub(1).map(|page| turn("button-newer", page));
    let older = history.more.then(|| turn("button-older", history.page + 1));
    let turns: Vec<Button> = newer.into_iter().chain(older).collect();
    if !turns.is_empty() {
        buttons.push(turns);
    }
    let html = std::iter::once(title).chain(lines).collect::<Vec<_>>().join("\n");
    Post::with_buttons(html, buttons)
}

/// "#3k, 2026-11-30: Red Ada – Blue Lei, 1–0 (den), 61 plies."
fn line(voice: Voice<'_>, id: GameId, game: &Game) -> String {
    let player = |seat: Seat| {
        let mark = game.state.color_of(seat).map_or("", i18n::mark);
        format!("{mark} {}", voice.player(game.players[seat.index()]))
    };
    let [first, second] = Seat::BOTH.map(player);
    let close = match game.finish {
        None => Close::Ongoing,
        Some(Finish::End(end)) => Close::End(end),
        Some(Finish::Void { .. } | Finish::Forgotten) => Close::Void,
    };
    let args = Args::new().html("first", first).html("second", second);
    told(voice, Some(id), Some(Date::of(game.started)), &game.setup, game.plies.len(), close, args)
}

/// A line about a game; `args` has `$first` and `$second`, the players.
fn told(
    voice: Voice<'_>,
    id: Option<GameId>,
    date: Option<Date>,
    setup: &Setup,
    plies: usize,
    close: Close,
    args: Args,
) -> String {
    let (result, reason) = match close {
        Close::Ongoing => ("ongoing", "none".to_owned()),
        Close::Void => ("void", "none".to_owned()),
        Close::End(End { outcome, reason }) => {
            let result = match outcome {
                Outcome::Win(Seat::First) => "first",
                Outcome::Win(Seat::Second) => "second",
                Outcome::Draw => "draw",
            };
            (result, voice.word(&format!("by-{reason}")))
        }
    };
    let args = args
        .word("number", id.map(GameId::written).unwrap_or_default())
        .word("date", date.map(|date| date.to_string()).unwrap_or_default())
        .word("game", rulebook::variant_name(voice, setup.variant()))
        .word("usual", if *setup == Setup::default() { "yes" } else { "no" })
        .word("result", result)
        .word("reason", reason)
        .number("plies", plies as u32);
    voice.markup("game-line", &args)
}

/// A game of one's own that is being played somewhere.
#[derive(Clone, Debug)]
pub struct MyGame<'a> {
    pub table: &'a Table,
    /// Theirs, or their team's.
    pub side: Seat,
    /// The chat it is played in; `None` for this one.
    pub title: Option<String>,
    /// To its board, where there can be one.
    pub link: Option<String>,
}

/// The most games in one list, which has to fit a message.
const MOST_GAMES: usize = 20;

/// All games of a person that are being played, those that wait for them first.
pub(super) fn my_games(voice: Voice<'_>, me: PersonId, games: &[MyGame<'_>]) -> Post {
    let waits = |game: &Game| game.person_on(game.state.to_move()) == Some(me);
    let mut mine: Vec<(&MyGame<'_>, &Game)> =
        games.iter().filter_map(|mine| Some((mine, mine.table.as_game()?))).collect();
    mine.sort_by_key(|(mine, game)| (!waits(game), std::cmp::Reverse(mine.table.id)));
    let line = |&(mine, game): &(&MyGame<'_>, &Game)| {
        let opponent = game.players[mine.side.other().index()];
        let args = Args::new()
            .word("number", mine.table.id.written())
            .html("name", voice.player(opponent))
            .word("phone", if game.on_one_phone() { "yes" } else { "no" })
            .word("waits", if waits(game) { "yes" } else { "no" })
            .number("ply", game.plies.len() as u32 + 1)
            .word("chat", mine.title.as_ref().map(|title| isolate(&shorten(title, LONGEST_TITLE))).unwrap_or_default())
            .word("where", if mine.title.is_some() { "there" } else { "here" });
        let line = voice.markup("my-games-line", &args);
        match &mine.link {
            Some(link) => format!(r#"• {line} <a href="{}">{}</a>"#, i18n::escape(link), voice.word("games-link")),
            None => format!("• {line}"),
        }
    };
    let lines: Vec<String> = mine.iter().take(MOST_GAMES).map(line).collect();
    let more = mine.len().saturating_sub(MOST_GAMES) as u32;
    let title = voice.word(if lines.is_empty() { "my-games-none" } else { "my-games" });
    let more = (more > 0).then(|| voice.text("games-more", &Args::new().number("count", more)));
    let html = std::iter::once(title).chain(lines).chain(more).collect::<Vec<_>>().join("\n");
    Post::words(html)
}

/// The longest title of a chat in a list, in characters.
const LONGEST_TITLE: usize = 32;

/// What is known of the game a record tells of.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// It is the game that is stored under this number.
    Same,
    /// Another game is stored under this number.
    Other,
    /// None that whoever asks may see.
    Unknown,
}

/// The verdict on a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All of it is in order; `sealed`: a fingerprint stands in it, which fits.
    Sound {
        record: Box<Record>,
        sealed: bool,
        known: Known,
    },
    Faulty(RecordFault),
}

pub(super) fn verdict(voice: Voice<'_>, verdict: &Verdict) -> Post {
    let html = match verdict {
        Verdict::Sound { record, sealed, known } => {
            let name = |name: &str| format!("<b>{}</b>", i18n::escape(&isolate(&tidy(name))));
            let [first, second] = &record.names;
            let args = Args::new().html("first", name(first)).html("second", name(second));
            let line = told(voice, record.game, record.date, &record.setup, record.plies.len(), record.close, args);
            let known = match known {
                Known::Same => "same",
                Known::Other => "other",
                Known::Unknown => "unknown",
            };
            let args = Args::new()
                .html("line", line)
                .word("sealed", if *sealed { "yes" } else { "no" })
                .word("known", known)
                .word("number", record.game.map(GameId::written).unwrap_or_default());
            voice.markup("verify-sound", &args)
        }
        Verdict::Faulty(fault) => {
            let args = match fault {
                RecordFault::TooLong { .. } | RecordFault::Cut | RecordFault::End { .. } => Args::new(),
                RecordFault::Missing { tag } => Args::new().word("word", *tag),
                RecordFault::Word { line, word, .. } => {
                    Args::new().number("line", *line as u32).word("word", isolate(&shorten(word, LONGEST_TITLE)))
                }
                RecordFault::Fen(error) => {
                    Args::new().word("word", isolate(&shorten(&error.0.join("; "), LONGEST_FAULT)))
                }
                RecordFault::Ply { number, ply, why } => {
                    let key = format!("illegal-{}", why.key());
                    let words = voice.text(&key, &i18n::fact_args(voice.lang, &why.facts()));
                    Args::new().number("line", *number as u32).word("word", ply.to_string()).word("why", words)
                }
                RecordFault::Fingerprint { said, is } => {
                    Args::new().word("word", isolate(&shorten(said, LONGEST_TITLE))).word("is", is)
                }
            };
            voice.markup(&format!("verify-{}", fault.key()), &args)
        }
    };
    Post::words(html)
}

/// The longest list of a FEN's faults that is repeated.
const LONGEST_FAULT: usize = 200;
