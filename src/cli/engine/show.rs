//! What the engine says of positions and searches.

use std::fmt::{Display, Write};

use super::command::CommandError;
use crate::ai::Thought;
use crate::rules::{Outcome, Piece, Square, State, Terrain, View};

/// The most characters of an error that are shown: the text that caused it may be of any length.
const LONGEST_ERROR: usize = 400;

/// The answer to `d`: the board, the position in FEN, the legal moves, how things stand.
pub fn state(state: &State) -> String {
    let mut moves: Vec<String> = state.legal_moves().iter().map(ToString::to_string).collect();
    moves.sort();
    let mut legal = "legal:".to_owned();
    for mv in moves {
        legal.push(' ');
        legal.push_str(&mv);
    }
    let view = state.view();
    format!("{}{}fen: {}\n{legal}\noutcome: {}", diagram(&view), hands(&view), state.fen(), outcome(state))
}

/// What each seat has in its hand, a line each, where there are hands.
fn hands(view: &View) -> String {
    let Some(hands) = &view.hands else { return String::new() };
    let letters = |hand: &[Piece]| hand.iter().map(|piece| piece.letter()).collect::<String>();
    let lines = (1..).zip(hands).map(|(seat, hand)| format!("hand {seat}: {}\n", letters(hand)));
    lines.collect()
}

/// The board as the first seat sees it: dens `#`, traps `+`, water `~`, other land `.`, and `?` for a card face down.
fn diagram(view: &View) -> String {
    let mut text = String::new();
    for rank in (0..view.ranks).rev() {
        text.push_str(&(rank + 1).to_string());
        for square in (0..view.files).filter_map(|file| Square::new(file, rank)) {
            let terrain = match view.terrain(square) {
                Terrain::Land | Terrain::Bridge => '.',
                Terrain::Water => '~',
                Terrain::Trap(_) => '+',
                Terrain::Den(_) => '#',
            };
            text.push(' ');
            let empty = if view.face_down.contains(square) { '?' } else { terrain };
            text.push(view.cell(square).map_or(empty, |cell| cell.piece.letter()));
        }
        text.push('\n');
    }
    text.push(' ');
    for file in (b'a'..).take(usize::from(view.files)) {
        text.push(' ');
        text.push(char::from(file));
    }
    text.push('\n');
    text
}

/// `ongoing`, or who has won and why.
fn outcome(state: &State) -> String {
    let Some(end) = state.end() else { return "ongoing".to_owned() };
    let who = match end.outcome {
        Outcome::Draw => "draw",
        Outcome::Win(seat) => state.color_of(seat).map_or("won", |color| color.name()),
    };
    format!("{who} {}", end.reason)
}

/// The line on what a search has found.
pub fn thought(thought: &Thought) -> String {
    let Thought { depth, score, nodes, time, pv, .. } = thought;
    let mut line =
        format!("info depth {depth} score {score} nodes {nodes} nps {} time {} pv", thought.nps(), time.as_millis());
    for mv in pv {
        // Writing to a string does not fail.
        let _ = write!(line, " {mv}");
    }
    line
}

/// The line on what is wrong with a line.
pub fn error(error: &CommandError) -> String {
    format!("info string error: {}", shortened(error))
}

/// The line on something that is good to know.
pub fn note(note: &impl Display) -> String {
    format!("info string {}", shortened(note))
}

fn shortened(text: &impl Display) -> String {
    let mut text = text.to_string();
    if let Some((end, _)) = text.char_indices().nth(LONGEST_ERROR) {
        text.truncate(end);
        text.push('…');
    }
    text
}
