//! The message of a cup: registration, a round with the standings, the prizes.

use super::bracket::bracket;
use super::standings::{listing, scoreboard};
use super::{CupView, Speaker};
use crate::book::cup::{Cup, Deed, Field, Form, Match, RoundKind, Stage};
use crate::chat::keyboard::{Rows, grid};
use crate::chat::name::{Voice, shorten};
use crate::chat::post::{LONGEST_CAPTION, LONGEST_MESSAGE};
use crate::chat::{Button, CupAct, Post, Press, clock, rulebook};
use crate::i18n::Args;
use crate::people::{PersonId, Time};
use crate::render::Picture;

/// Names in a caption, longest first: as many characters as there is room for.
const NAMES: [usize; 4] = [24, 16, 10, 6];
const MILLIS_PER_MINUTE: i64 = 60 * 1000;

/// The message of a cup as it should look now.
pub fn cup(view: &CupView<'_>) -> Post {
    let voice = Voice { names: view.names, lang: view.lang };
    let cup = view.cup;
    match cup.stage {
        Stage::Registration { closes } => registration(voice, cup, closes, view.now),
        Stage::CalledOff if cup.rounds.is_empty() => Post::words(voice.markup("cup-called-off", &Args::new())),
        Stage::Running { .. } | Stage::Over | Stage::CalledOff => {
            let captions = NAMES.iter().flat_map(|&longest| [true, false].map(|boards| (longest, boards)));
            let html = captions
                .map(|(longest, boards)| caption(Speaker { cup, voice, longest }, boards, view.now))
                .find(|html| html.encode_utf16().count() <= LONGEST_CAPTION)
                // Where no names fit, the picture has the numbers.
                .unwrap_or_else(|| header(voice, cup, view.now).join("\n"));
            let buttons = vec![vec![
                button(cup, voice.word("button-cup-text"), CupAct::Text),
                button(cup, voice.word("button-cup-log"), CupAct::Log),
            ]];
            let table = if cup.league_rounds() > 0 { scoreboard(voice, cup) } else { bracket(voice, cup) };
            // Who has how many points only the picture shows.
            let listings = NAMES.iter().map(|&longest| listing(Speaker { cup, voice, longest }).html);
            let in_words = listings.map(|table| format!("{html}\n\n{table}"));
            let in_words = in_words.into_iter().find(|html| html.encode_utf16().count() <= LONGEST_MESSAGE);
            Post { html, scene: Some(Picture::Scoreboard(table)), in_words, buttons }
        }
    }
}

fn button(cup: &Cup, label: String, act: CupAct) -> Button {
    Button::press(label, Press::Cup { id: cup.id, act })
}

/// Who has joined, by which rules it is played, and how to join.
fn registration(voice: Voice<'_>, cup: &Cup, closes: Time, now: Time) -> Post {
    let teams = cup.terms.field.is_teams();
    let html = |longest| list(Speaker { cup, voice, longest }, Some((closes, now)));
    let html = NAMES.into_iter().map(html).find(|html| html.encode_utf16().count() <= LONGEST_MESSAGE);
    let mut buttons = Rows::new();
    if teams {
        let open = cup.entries.iter().filter(|entry| entry.members.len() < cup.terms.field.members());
        let join = open.filter_map(|entry| {
            let args = Args::new().word("name", shorten(entry.team.as_deref()?, 12));
            Some(button(
                cup,
                voice.text("button-cup-team", &args),
                CupAct::JoinTeam { captain: *entry.members.first()? },
            ))
        });
        let join: Vec<Button> = join.collect();
        if !join.is_empty() {
            buttons.extend(grid(join));
        }
    } else {
        buttons.push(vec![button(cup, voice.word("button-cup-join"), CupAct::Join)]);
    }
    buttons.push(vec![
        button(cup, voice.word("button-cup-leave"), CupAct::Leave),
        button(cup, voice.word("button-cup-start"), CupAct::Start),
    ]);
    Post::with_buttons(html.unwrap_or_else(|| voice.markup("cup-registration", &Args::new())), buttons)
}

/// By which rules it is played, and who has joined; as long as it is open, until when, and how to found a team.
fn list(speaker: Speaker<'_>, closes: Option<(Time, Time)>) -> String {
    let Speaker { cup, voice, .. } = speaker;
    let teams = cup.terms.field.is_teams();
    let mut lines = vec![voice.markup("cup-registration", &Args::new()), rulebook::setup_line(voice, &cup.terms.setup)];
    lines.extend(clock::card_line(voice, &cup.terms.setup, cup.terms.clock));
    lines.push(terms(voice, cup));
    if let Some((closes, now)) = closes {
        let closing = time_args(closes, now).html("organizer", speaker.person(cup.organizer));
        lines.push(voice.markup("cup-closes", &closing));
    }
    lines.push(String::new());
    if cup.entries.is_empty() {
        lines.push(voice.markup("cup-nobody-yet", &Args::new()));
    }
    for (n, entry) in cup.entries.iter().enumerate() {
        let args = Args::new().number("number", n as u32 + 1).html("name", speaker.entry(n));
        lines.push(if teams {
            voice.markup("cup-team", &args.html("members", speaker.crew(&entry.members)))
        } else {
            voice.markup("cup-player", &args)
        });
    }
    if teams && closes.is_some() {
        lines.push(String::new());
        lines.push(voice.markup("cup-team-help", &Args::new().word("field", cup.terms.field.name())));
    }
    lines.join("\n")
}

/// "Single round robin, then a knock-out of the best 4; teams of three on three boards; a round takes 7 days at most."
fn terms(voice: Voice<'_>, cup: &Cup) -> String {
    let (form, best) = match cup.terms.form {
        Form::League { .. } => ("league", 0),
        Form::Finals { best, .. } => ("finals", best.into()),
        Form::Knockout => ("knockout", 0),
    };
    let args = Args::new()
        .word("form", form)
        .number("legs", cup.terms.form.legs() as u32)
        .number("best", best)
        .word("field", cup.terms.field.name())
        .word("time", clock::time(voice, cup.terms.round_millis));
    voice.markup("cup-terms", &args)
}

/// How long until then: `$count` of a `$unit` that fits.
fn time_args(until: Time, now: Time) -> Args {
    let minutes = (until.since(now).max(1) as u64).div_ceil(MILLIS_PER_MINUTE as u64);
    let (unit, count) = match minutes {
        0..60 => ("minutes", minutes),
        60..2880 => ("hours", minutes.div_ceil(60)),
        _ => ("days", minutes.div_ceil(24 * 60)),
    };
    Args::new().word("unit", unit).number("count", u32::try_from(count).unwrap_or(u32::MAX))
}

/// Which round it is and how long it takes, or that it is over.
fn header(voice: Voice<'_>, cup: &Cup, now: Time) -> Vec<String> {
    let title = match cup.stage {
        Stage::Over => voice.markup("cup-over", &Args::new()),
        Stage::CalledOff => voice.markup("cup-called-off", &Args::new()),
        _ => round_title(voice, cup, cup.rounds.len().saturating_sub(1)),
    };
    let time = match (cup.stage, cup.due()) {
        (Stage::Running { paused: Some(_) }, _) => Some(voice.markup("cup-paused", &Args::new())),
        (Stage::Running { .. }, Some(due)) => Some(voice.markup("cup-round-ends", &time_args(due, now))),
        _ => None,
    };
    // Why the round before, or this one when the cup is over, has ended.
    let ended = if cup.stage == Stage::Over { cup.round() } else { cup.round().saturating_sub(1) };
    let is_late = cup.log.iter().any(|line| line.deed == Deed::DeadlinePassed { round: ended });
    let late = is_late.then(|| voice.markup("cup-deadline-passed", &Args::new().number("round", ended.into())));
    std::iter::once(title).chain(late).chain(time).collect()
}

/// What a round is called, by its index.
fn round_title(voice: Voice<'_>, cup: &Cup, round: usize) -> String {
    let is_knockout = cup.rounds.get(round).is_some_and(|round| round.kind == RoundKind::Knockout);
    let left = if is_knockout { cup.all_rounds().saturating_sub(round + 1) } else { usize::MAX };
    let stage = match left {
        0 => "final",
        1 => "semifinal",
        2 => "quarterfinal",
        _ if is_knockout => "knockout",
        _ => "league",
    };
    let args = Args::new().number("round", round as u32 + 1).number("rounds", cup.all_rounds() as u32);
    voice.markup("cup-round", &args.word("stage", stage))
}

/// What stands under the message of a chapter ([`Cup::chapter`]) that a newer message has followed: what came of it.
pub fn past(view: &CupView<'_>, chapter: u32) -> Post {
    let now = cup(view);
    let (voice, cup) = (Voice { names: view.names, lang: view.lang }, view.cup);
    let Some(round) = usize::try_from(chapter).ok().and_then(|chapter| chapter.checked_sub(1)) else {
        let list = |longest| list(Speaker { cup, voice, longest }, None);
        let html = NAMES.into_iter().map(list).find(|html| html.encode_utf16().count() <= LONGEST_MESSAGE);
        return Post::words(html.unwrap_or(now.html));
    };
    let captions = NAMES.iter().flat_map(|&longest| [true, false].map(|boards| (longest, boards)));
    let told = |(longest, boards)| {
        let lines = pairs(Speaker { cup, voice, longest }, round, boards);
        format!("{}\n\n{}", round_title(voice, cup, round), lines.join("\n"))
    };
    let told = captions.map(told).find(|html| html.encode_utf16().count() <= LONGEST_CAPTION);
    let html = if round < cup.rounds.len() { told.unwrap_or_else(|| round_title(voice, cup, round)) } else { now.html };
    // A scene says that the message is a photo.
    Post { html, scene: now.scene, in_words: None, buttons: Vec::new() }
}

/// The words under the table.
fn caption(speaker: Speaker<'_>, boards: bool, now: Time) -> String {
    let Speaker { cup, voice, .. } = speaker;
    let mut lines = header(voice, cup, now);
    lines.push(String::new());
    match cup.stage {
        Stage::Over => lines.extend(prizes(speaker)),
        _ => lines.extend(pairs(speaker, cup.rounds.len().saturating_sub(1), boards)),
    }
    lines.join("\n")
}

/// Who meets whom in a round, by its index, and what has come of it.
fn pairs(speaker: Speaker<'_>, round: usize, boards: bool) -> Vec<String> {
    let games = speaker.cup.rounds.get(round).into_iter().flat_map(|round| &round.matches);
    games.enumerate().flat_map(|(n, game)| match_lines(speaker, game, round, n, boards)).collect()
}

/// "1 Ada – 16 Lei", with the result as soon as there is one; and who plays on which board.
fn match_lines(speaker: Speaker<'_>, game: &Match, round: usize, index: usize, boards: bool) -> Vec<String> {
    let Speaker { cup, voice, .. } = speaker;
    let home = Args::new().number("home-number", game.home as u32 + 1).html("home", speaker.entry(game.home));
    let Some(away) = game.away else { return vec![voice.markup("cup-bye", &home)] };
    let [home_points, away_points] = game.board_points();
    let begun = game.boards.iter().any(|board| board.verdict.is_some());
    let result = if begun { format!("{home_points}:{away_points}") } else { "–".to_owned() };
    let third = cup.is_final(round) && index == 1;
    let args = home
        .word("result", result)
        .word("third", if third { "yes" } else { "no" })
        .number("away-number", away as u32 + 1)
        .html("away", speaker.entry(away));
    let mut lines = vec![voice.markup("cup-match", &args)];
    if boards && cup.terms.field == Field::Boards {
        lines.extend(game.boards.iter().map(|board| {
            let [first, second] = cup.crews(game, board).map(|crew| speaker.crew(&crew));
            let score = board.verdict.map(|verdict| {
                let [home, away] = verdict.score.points();
                if board.home_first { format!("{home}:{away}") } else { format!("{away}:{home}") }
            });
            let args = Args::new()
                .number("board", board.number.into())
                .html("first", first)
                .html("second", second)
                .word("result", score.unwrap_or_else(|| "–".to_owned()));
            voice.markup("cup-board", &args)
        }));
    }
    lines
}

/// First, second and third prize, and everybody's place behind them.
fn prizes(speaker: Speaker<'_>) -> Vec<String> {
    let Speaker { cup, voice, .. } = speaker;
    let line = |&(place, entry): &(usize, usize)| {
        let winners = cup.entries[entry].members.iter().filter(|_| place <= 3);
        let winners: Vec<String> = winners.map(|&id| mention(speaker, id)).collect();
        let is_team = cup.entries[entry].team.is_some();
        let name = if is_team || winners.is_empty() { speaker.entry(entry) } else { winners.concat() };
        let args = Args::new()
            .number("place", place as u32)
            .number("number", entry as u32 + 1)
            .html("name", name)
            .word("team", if is_team && !winners.is_empty() { "yes" } else { "no" })
            .html("members", winners.join(&voice.word("list-gap")));
        voice.markup("cup-prize", &args)
    };
    cup.places().iter().map(line).collect()
}

/// A name that notifies its bearer, as HTML; that of somebody forgotten is nobody's.
fn mention(speaker: Speaker<'_>, id: PersonId) -> String {
    let name = speaker.person(id);
    if id == PersonId::FORGOTTEN {
        return name;
    }
    format!(r#"<a href="tg://user?id={id}">{name}</a>"#)
}
