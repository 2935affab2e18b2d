//! The board in words, for people who cannot use the picture: who stands where, then every rank, from the far side to the
//! near one. It is turned as the picture would be, so that "up" is the same way for whoever looks and whoever listens.

use super::Names;
use super::name::Voice;
use crate::i18n::{self, Args};
use crate::people::{Lang, PersonId};
use crate::rules::{Cell, Color, Machine, Orientation, Seat, Square, State, Terrain, View};

/// The board in words, plain text without anything that HTML would have to escape; `shown` is how the picture is turned.
pub fn text_board(state: &State, shown: Orientation, lang: Lang) -> String {
    let voice = Voice { names: &Nobody, lang };
    let view = state.view();
    let side_to_move = |seat| voice.text("words-turn", &Args::new().word("side", seat_name(voice, state, seat)));
    let turn = state.end().is_none().then(|| side_to_move(state.to_move()));
    let pieces = Color::BOTH.map(|color| side(voice, &view, color));
    let hands = Seat::BOTH.into_iter().filter_map(|seat| hand(voice, state, &view, seat));
    let ranks = far_to_near(view.ranks, shown).into_iter().map(|number| rank(voice, &view, number, shown));
    let counters = view.counters.iter().map(|counter| {
        let limit = counter.limit.unwrap_or_default();
        let side = counter.seat.map(|seat| seat_name(voice, state, seat)).unwrap_or_default();
        let args = Args::new()
            .word("side", side)
            .number("value", counter.value)
            .number("limit", limit)
            .number("rounds", limit / 2);
        voice.text(&format!("counter-{}", counter.key), &args)
    });
    let lines = turn.into_iter().chain(pieces).chain(hands).chain([String::new(), files(voice, &view, shown)]);
    let lines = lines.chain(ranks).chain(counters);
    lines.collect::<Vec<_>>().join("\n")
}

/// HTML with the board in words below it.
pub(super) fn with_words(html: &str, state: &State, shown: Orientation, lang: Lang) -> String {
    format!("{html}\n\n<pre>{}</pre>", text_board(state, shown, lang))
}

/// "Red: elephant a3, lion g1, …", strongest first.
fn side(voice: Voice<'_>, view: &View, color: Color) -> String {
    let mut pieces: Vec<(Square, Cell)> = view
        .squares()
        .filter_map(|square| Some((square, view.cell(square)?)))
        .filter(|(_, cell)| cell.owner == color)
        .collect();
    pieces.sort_by_key(|(square, cell)| (std::cmp::Reverse(cell.strength), square.index()));
    let piece = |(square, cell): &(Square, Cell)| {
        let args =
            Args::new().word("animal", i18n::animal(voice.lang, cell.piece.animal)).word("square", square.to_string());
        match cell.machine {
            Some(Machine { health, full, pause, strengthened }) => {
                let args = args
                    .number("health", u32::from(health))
                    .number("full", u32::from(full))
                    .number("pause", u32::from(pause))
                    .word("strengthened", if strengthened { "yes" } else { "no" });
                voice.text("words-piece-machine", &args)
            }
            None if cell.weakened => voice.text("words-piece-weakened", &args),
            None if cell.owner != cell.piece.color => voice.text("words-piece-borrowed", &args),
            None => voice.text("words-piece", &args),
        }
    };
    let list = pieces.iter().map(piece).collect::<Vec<_>>().join(&voice.word("list-gap"));
    let args = Args::new().word("side", i18n::color(voice.lang, color)).word("list", list);
    voice.text(if pieces.is_empty() { "words-nobody" } else { "words-side" }, &args)
}

/// "Red, in the hand: tiger, cat."
fn hand(voice: Voice<'_>, state: &State, view: &View, seat: Seat) -> Option<String> {
    let hand = &view.hands.as_ref()?[seat.index()];
    let list: Vec<String> = hand.iter().map(|piece| i18n::animal(voice.lang, piece.animal)).collect();
    let args = Args::new().word("side", seat_name(voice, state, seat)).word("list", list.join(&voice.word("list-gap")));
    (!list.is_empty()).then(|| voice.text("words-hand", &args))
}

/// A side by its color, or by its number as long as the game has not given out the colors.
pub(super) fn seat_name(voice: Voice<'_>, state: &State, seat: Seat) -> String {
    match state.color_of(seat) {
        Some(color) => i18n::color(voice.lang, color),
        None => (seat.index() + 1).to_string(),
    }
}

/// "Files a to g, from left to right; Red's home is below."
fn files(voice: Voice<'_>, view: &View, shown: Orientation) -> String {
    let letter = |file: u8| char::from(b'a' + file).to_string();
    let (ends, near) = match shown {
        Orientation::First => ([0, view.files.saturating_sub(1)], Color::Red),
        Orientation::Second => ([view.files.saturating_sub(1), 0], Color::Blue),
    };
    let [first, last] = ends.map(letter);
    let args = Args::new().word("first", first).word("last", last).word("side", i18n::color(voice.lang, near));
    voice.text("words-files", &args)
}

/// The numbers below `count` from the far edge to the near one.
fn far_to_near(count: u8, shown: Orientation) -> Vec<u8> {
    let mut numbers: Vec<u8> = (0..count).collect();
    if shown == Orientation::First {
        numbers.reverse();
    }
    numbers
}

/// "Rank 9: blue lion, land, trap, …" from left to right.
fn rank(voice: Voice<'_>, view: &View, number: u8, shown: Orientation) -> String {
    // From left to right is the other way round than from far to near.
    let files = far_to_near(view.files, shown).into_iter().rev();
    let squares = files.filter_map(|file| Square::new(file, number));
    let held = |square| Color::BOTH.into_iter().find(|color| view.control[color.index()].contains(square));
    let square = |square: Square| match view.cell(square) {
        _ if view.face_down.contains(square) => voice.word("words-face-down"),
        Some(cell) => i18n::piece(voice.lang, cell.piece),
        None => match held(square) {
            Some(color) => voice.text("words-held", &Args::new().word("side", i18n::color(voice.lang, color))),
            None => voice.word(match view.terrain(square) {
                Terrain::Land | Terrain::Bridge => "words-land",
                Terrain::Water => "words-water",
                Terrain::Trap(_) => "words-trap",
                Terrain::Den(_) => "words-den",
            }),
        },
    };
    let list = squares.map(square).collect::<Vec<_>>().join(&voice.word("list-gap"));
    voice.text("words-rank", &Args::new().number("rank", u32::from(number) + 1).word("list", list))
}

/// The board in words names no people.
struct Nobody;

impl Names for Nobody {
    fn name(&self, _: PersonId) -> Option<String> {
        None
    }
}
