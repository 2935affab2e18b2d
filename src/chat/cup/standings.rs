//! The table of a cup: as a picture of numbers, and in words with names.

use super::Speaker;
use crate::book::cup::{Cup, Left, Match, RoundKind, Row};
use crate::chat::Post;
use crate::chat::name::Voice;
use crate::i18n::Args;
use crate::render::{Cell, Scoreboard, Tone};

/// The table as a picture: entries by their numbers, for a name may be of any script and length.
///
/// A crosstable, with what came of each meeting; behind it, the points of each round of the knock-out that follows.
pub fn scoreboard(voice: Voice<'_>, cup: &Cup) -> Scoreboard {
    let word = |key: &str| voice.word(key);
    let table = cup.standings();
    let places = cup.places();
    let league = cup.league_rounds() > 0;
    let knockout: Vec<usize> = (0..cup.rounds.len()).filter(|&n| cup.rounds[n].kind == RoundKind::Knockout).collect();
    let mut headings = vec![word("cup-column-place"), word("cup-column-number")];
    if league {
        headings.extend((1..=cup.entries.len()).map(|number| number.to_string()));
        headings.extend(["points", "tie", "wins"].map(|column| word(&format!("cup-column-{column}"))));
    }
    headings.extend(knockout.iter().map(|&index| stage_name(voice, cup, index)));
    let row = |&(place, entry): &(usize, usize)| {
        let annulled = cup.entries[entry].left == Some(Left::Annulled);
        let nobody_played = league && table.iter().all(|row| row.matches == 0);
        let medal = if annulled || nobody_played { Tone::Plain } else { medal(cup, entry) };
        let place = if annulled { "-".to_owned() } else { place.to_string() };
        let mut cells = vec![Cell::new(place, medal), Cell::new((entry + 1).to_string(), Tone::Strong)];
        if league {
            cells.extend((0..cup.entries.len()).map(|other| meeting(cup, entry, other)));
            let row = table.iter().find(|row| row.entry == entry);
            let totals = row.map_or([String::new(), String::new(), String::new()], totals);
            cells.extend(totals.into_iter().map(|text| Cell::new(text, Tone::Strong)));
        }
        cells.extend(knockout.iter().map(|&index| {
            let game = cup.rounds[index].matches.iter().find(|game| plays(game, entry));
            game.map_or_else(|| Cell::new("", Tone::Void), |game| result(cup, game, entry))
        }));
        cells
    };
    Scoreboard { headings, rows: places.iter().map(row).collect() }
}

/// The medal of an entry whose place is among the first three.
pub(super) fn medal(cup: &Cup, entry: usize) -> Tone {
    match cup.places().into_iter().find(|(_, other)| *other == entry) {
        Some((1, _)) => Tone::Gold,
        Some((2, _)) => Tone::Silver,
        Some((3, _)) => Tone::Bronze,
        _ => Tone::Plain,
    }
}

/// What came of the meetings of two in the round robin: the points of each, joined where they meet twice.
fn meeting(cup: &Cup, entry: usize, other: usize) -> Cell {
    if entry == other {
        return Cell::new("", Tone::Void);
    }
    let league = cup.rounds.iter().filter(|round| round.kind == RoundKind::League).flat_map(|round| &round.matches);
    let games: Vec<&Match> = league.filter(|game| plays(game, entry) && plays(game, other)).collect();
    let decided: Vec<&Match> = games.into_iter().filter(|game| game.is_decided()).collect();
    let sides: Vec<[u32; 2]> = decided.iter().map(|game| own_points(game, entry)).collect();
    let text = sides.iter().map(|[own, _]| own.to_string()).collect::<Vec<_>>().join("+");
    let sum = sides.iter().fold([0, 0], |[own, theirs], [more, more_theirs]| [own + more, theirs + more_theirs]);
    let counts = [entry, other].iter().all(|&entry| cup.entries[entry].left != Some(Left::Annulled));
    Cell::new(text, if sides.is_empty() || !counts { Tone::Plain } else { tone(sum) })
}

pub(super) fn result(cup: &Cup, game: &Match, entry: usize) -> Cell {
    if game.away.is_none() {
        return Cell::new("-", Tone::Plain);
    }
    let points = own_points(game, entry);
    let through = game.is_decided() && cup.winner(game) == entry;
    let decided = if through { Tone::Won } else { Tone::Lost };
    Cell::new(points[0].to_string(), if game.is_decided() { decided } else { Tone::Plain })
}

/// The points on the boards of a match: of this entry, and of the other.
fn own_points(game: &Match, entry: usize) -> [u32; 2] {
    let [home, away] = game.board_points();
    if game.home == entry { [home, away] } else { [away, home] }
}

const fn tone([own, theirs]: [u32; 2]) -> Tone {
    if own > theirs {
        Tone::Won
    } else if own == theirs && own > 0 {
        Tone::Drawn
    } else {
        Tone::Lost
    }
}

fn plays(game: &Match, entry: usize) -> bool {
    game.home == entry || game.away == Some(entry)
}

/// Points, Sonneborn-Berger (which is kept doubled), boards won.
fn totals(row: &Row) -> [String; 3] {
    [row.points.to_string(), tie_break(row), row.wins.to_string()]
}

fn tie_break(row: &Row) -> String {
    let half = if row.sonneborn % 2 == 1 { ".5" } else { "" };
    format!("{}{half}", row.sonneborn / 2)
}

/// What a round of the knock-out is called in a column: 1/4, 1/2, F.
pub(super) fn stage_name(voice: Voice<'_>, cup: &Cup, index: usize) -> String {
    match cup.all_rounds().saturating_sub(index + 1) {
        0 => voice.word("cup-column-final"),
        left => format!("1/{}", 1_u32 << left.min(16)),
    }
}

/// The table in words, as a message of its own.
pub fn listing(speaker: Speaker<'_>) -> Post {
    let Speaker { cup, voice, .. } = speaker;
    let table = cup.standings();
    let line = |&(place, entry): &(usize, usize)| {
        let row = table.iter().find(|row| row.entry == entry);
        let [points, tie, wins] = row.map_or_else(Default::default, totals);
        let left = cup.entries[entry].left;
        let args = Args::new()
            .word("place", if left == Some(Left::Annulled) { "–".to_owned() } else { place.to_string() })
            .number("number", entry as u32 + 1)
            .html("name", speaker.entry(entry))
            .word("points", points)
            .word("tie", tie)
            .word("wins", wins)
            .word("form", if cup.league_rounds() > 0 { "league" } else { "knockout" })
            .word("left", if left.is_some() { "yes" } else { "no" });
        voice.markup("cup-standing", &args)
    };
    let title = voice.markup("cup-standings", &Args::new().number("round", cup.round().into()));
    let places = cup.places();
    let lines = std::iter::once(title).chain(places.iter().map(line));
    Post::words(lines.collect::<Vec<_>>().join("\n"))
}
