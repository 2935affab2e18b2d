//! `/stats` and `/versus`: what somebody has reached, and how two people stand against each other.

use std::collections::BTreeMap;

use super::Post;
use super::name::Voice;
use super::post::LONGEST_CAPTION;
use super::ranking::{level_args, number_word, rating_word};
use super::rulebook::variant_name;
use super::say::place_word;
use crate::book::{Level, Line, PROVISIONAL_GAMES, Rating, RatingChange, Streak, Tally, Unrated, Verdict, Why};
use crate::i18n::Args;
use crate::people::PersonId;
use crate::referee::Player;
use crate::render::{Bar, Chart, Label, Picture};
use crate::rules::{Seat, Setup, Variant};

/// Most games listed one by one.
const MOST_LINES: usize = 5;

/// What `/stats` tells of a person: in a group what they did there, in private everything.
#[derive(Clone, Debug)]
pub struct Stats<'a> {
    pub person: PersonId,
    pub group: bool,
    /// Their games, oldest first.
    pub lines: &'a [Line],
    /// Ratings in this chat; empty in private.
    pub here: &'a [(Variant, Rating)],
    /// Ratings over all chats.
    pub everywhere: &'a [(Variant, Rating)],
    /// Where this chat keeps points.
    pub points: Option<i32>,
}

/// What `/versus` tells of two people.
#[derive(Clone, Debug)]
pub struct Versus<'a> {
    pub people: [PersonId; 2],
    pub group: bool,
    /// The games of the first against the second, oldest first.
    pub lines: &'a [Line],
}

/// What somebody has reached, with a picture of it.
pub(super) fn stats(voice: Voice<'_>, stats: &Stats<'_>) -> Post {
    let name = Args::new().html("name", voice.bold(stats.person)).word("place", place_word(stats.group));
    if stats.lines.is_empty() {
        return Post::words(voice.markup("stats-none", &name));
    }
    let title = voice.markup("stats", &name);
    let told: Vec<String> = std::iter::once(title).chain(summary(voice, stats)).collect();
    let chart = chart_of(stats);
    let legend = chart.as_ref().map(|(variant, chart)| {
        let game = Args::new().word("game", variant_name(voice, *variant));
        let game = game.word("line", if chart.line.is_empty() { "no" } else { "yes" });
        voice.markup("stats-picture", &game)
    });
    // As many of the last games as fit under a picture.
    let html = |most: usize, legend: Option<&String>| {
        let mut newest: Vec<String> = stats.lines.iter().rev().take(most).map(|line| game_line(voice, line)).collect();
        if !newest.is_empty() {
            newest.insert(0, voice.markup("stats-last", &Args::new()));
        }
        told.iter().cloned().chain(newest).chain(legend.cloned()).collect::<Vec<_>>().join("\n")
    };
    let captions = (0..=MOST_LINES).rev().map(|most| html(most, legend.as_ref()));
    let caption = captions.into_iter().find(|html| html.encode_utf16().count() <= LONGEST_CAPTION);
    let scene: Option<Picture> = chart.map(|(_, chart)| chart.into());
    let in_words = scene.is_some().then(|| html(MOST_LINES, None));
    Post { html: caption.unwrap_or_else(|| told.join("\n")), scene, in_words, buttons: Vec::new() }
}

/// Ratings, games, streaks and points.
fn summary(voice: Voice<'_>, stats: &Stats<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    if !stats.here.is_empty() {
        lines.push(voice.markup("stats-rating", &Args::new().word("ratings", ratings(voice, stats.here))));
    }
    if !stats.everywhere.is_empty() {
        lines.push(voice.markup("stats-everywhere", &Args::new().word("ratings", ratings(voice, stats.everywhere))));
    }
    if let Some(points) = stats.points {
        let next = Level::of(points).next_at().map_or_else(|| "none".to_owned(), |next| next.to_string());
        let args = level_args(voice, points).word("points", number_word(points)).word("next", next);
        lines.push(voice.markup("stats-points", &args));
    }
    let (people, ai): (Vec<&Line>, Vec<&Line>) =
        stats.lines.iter().partition(|line| matches!(line.opponent, Player::Person(_)));
    if !people.is_empty() {
        let tally = Tally::of(people.iter().copied());
        lines.push(voice.markup("stats-games", &tally_args(&tally).number("games", tally.games())));
        let of = |seat| {
            let tally = Tally::of(people.iter().copied().filter(|line| line.seat == seat));
            format!("{}–{}–{}", tally.won, tally.drawn, tally.lost)
        };
        let args = Args::new().word("first", of(Seat::First)).word("second", of(Seat::Second));
        lines.push(voice.markup("stats-sides", &args));
        if tally.abandoned > 0 {
            lines.push(voice.markup("stats-abandoned", &Args::new().number("count", tally.abandoned)));
        }
        let best = Streak::most_wins(people.iter().copied());
        if let Some(streak) = Streak::current(people.iter().copied()).filter(|_| best > 1) {
            let args =
                Args::new().word("verdict", streak.verdict.name()).number("games", streak.games).number("best", best);
            lines.push(voice.markup("stats-streak", &args));
        }
    }
    if !ai.is_empty() {
        lines.push(voice.markup("stats-ai", &tally_args(&Tally::of(ai))));
    }
    lines
}

fn tally_args(tally: &Tally) -> Args {
    Args::new().number("won", tally.won).number("drawn", tally.drawn).number("lost", tally.lost)
}

/// "Jungle 1532 (34), Flip 1490? (3)", the most played first.
fn ratings(voice: Voice<'_>, ratings: &[(Variant, Rating)]) -> String {
    let mut ratings = ratings.to_vec();
    ratings.sort_by_key(|(variant, rating)| (std::cmp::Reverse(rating.games), *variant));
    let word = |(variant, rating): &(Variant, Rating)| {
        let value = rating_word(rating.points(), rating.is_provisional());
        format!("{} {value} ({})", variant_name(voice, *variant), rating.games)
    };
    ratings.iter().map(word).collect::<Vec<_>>().join(&voice.word("list-gap"))
}

/// One game: the result, and what it did.
fn game_line(voice: Voice<'_>, line: &Line) -> String {
    let points = line.points.map(|points| {
        let (why, higher) = match points.why {
            Why::Win { higher } => ("win", higher),
            other => (other.name(), 0),
        };
        let args = Args::new()
            .word("why", why)
            .number("higher", higher.into())
            .word("change", change_word(points.why.delta()))
            .word("total", number_word(points.total));
        voice.text("ledger-points", &args)
    });
    let rating = match line.rating {
        Ok(change) => {
            let args = Args::new()
                .word("rating", rating_word_of(&change))
                .word("change", change_word(change.here[1] - change.here[0]));
            Some(voice.text("ledger-rating", &args))
        }
        Err(Unrated::Enough) => Some(voice.word("ledger-enough")),
        Err(Unrated::Friendly | Unrated::Ai) => None,
    };
    let args = Args::new()
        .word("number", line.game.written())
        .word("verdict", line.verdict.name())
        .html("opponent", voice.player(line.opponent));
    let told = voice.markup("ledger-line", &args);
    std::iter::once(told).chain(points).chain(rating).collect::<Vec<_>>().join(" · ")
}

/// What the rating in the chat of the game came to.
pub(super) fn rating_word_of(change: &RatingChange) -> String {
    rating_word(change.here[1], change.games < PROVISIONAL_GAMES)
}

/// A difference with its sign.
pub(super) fn change_word(change: i32) -> String {
    if change > 0 { format!("+{change}") } else { number_word(change) }
}

/// The picture of the game somebody has played most: how the rating went, and the results by who opened. `None` if they have
/// only played the AI.
fn chart_of(stats: &Stats<'_>) -> Option<(Variant, Chart)> {
    let people = || stats.lines.iter().filter(|line| matches!(line.opponent, Player::Person(_)));
    let mut counts: BTreeMap<Variant, usize> = BTreeMap::new();
    people().for_each(|line| *counts.entry(line.variant).or_default() += 1);
    let (&variant, _) = counts.iter().max_by_key(|(_, count)| **count)?;
    let changes: Vec<&RatingChange> =
        people().filter(|line| line.variant == variant).filter_map(|line| line.rating.as_ref().ok()).collect();
    let value = |change: &RatingChange| if stats.group { change.here } else { change.everywhere };
    let start = changes.first().map(|change| value(change)[0]);
    let line: Vec<i32> = start.into_iter().chain(changes.iter().map(|change| value(change)[1])).collect();
    let uncertain = line.len().min(PROVISIONAL_GAMES as usize);
    let state = Setup::standard(variant).start();
    let bar = |seat: Seat| {
        let tally = Tally::of(people().filter(|line| line.variant == variant && line.seat == seat));
        let label = state.color_of(seat).map_or(Label::Number(seat.index() as u8 + 1), Label::Side);
        Bar { label, won: tally.won, drawn: tally.drawn, lost: tally.lost }
    };
    Some((variant, Chart { line, uncertain, bars: Seat::BOTH.map(bar).into() }))
}

/// How two people stand against each other.
pub(super) fn versus(voice: Voice<'_>, versus: &Versus<'_>) -> Post {
    let [first, second] = versus.people;
    let names = || {
        Args::new()
            .html("first", voice.bold(first))
            .html("second", voice.bold(second))
            .word("place", place_word(versus.group))
    };
    let post = |html| Post::words(html);
    if versus.lines.is_empty() {
        return post(voice.markup("versus-none", &names()));
    }
    let tally = Tally::of(versus.lines);
    let mut lines = vec![voice.markup("versus", &names().and(tally_args(&tally)))];
    let mut by_game: BTreeMap<Variant, Vec<&Line>> = BTreeMap::new();
    versus.lines.iter().for_each(|line| by_game.entry(line.variant).or_default().push(line));
    if by_game.len() > 1 {
        lines.extend(by_game.iter().map(|(&variant, games)| {
            let tally = Tally::of(games.iter().copied());
            voice.markup("versus-game", &tally_args(&tally).word("game", variant_name(voice, variant)))
        }));
    }
    if let Some(streak) = Streak::current(versus.lines.iter()).filter(|streak| streak.games > 1) {
        let winner = if streak.verdict == Verdict::Lost { second } else { first };
        let args = Args::new()
            .word("verdict", streak.verdict.name())
            .html("winner", voice.bold(winner))
            .number("games", streak.games);
        lines.push(voice.markup("versus-streak", &args));
    }
    lines.push(voice.markup("stats-last", &Args::new()));
    lines.extend(versus.lines.iter().rev().take(MOST_LINES).map(|line| {
        let winner = if line.verdict == Verdict::Lost { second } else { first };
        let args = Args::new()
            .word("number", line.game.written())
            .word("game", variant_name(voice, line.variant))
            .word("verdict", line.verdict.name())
            .html("winner", voice.bold(winner))
            .number("moves", line.plies.div_ceil(2));
        voice.markup("versus-line", &args)
    }));
    post(lines.join("\n"))
}
