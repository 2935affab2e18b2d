//! The tree of a knock-out as a picture of numbers: a pair for every match, round by round, between the two it comes from.

use super::standings::{medal, result, stage_name};
use crate::book::cup::{Cup, Match, Stage};
use crate::chat::name::Voice;
use crate::render::{Cell, Scoreboard, Tone};

/// The tree, of which a cup's every round has two columns: who plays, and with what points. Pairs that are not known yet are empty.
pub fn bracket(voice: Voice<'_>, cup: &Cup) -> Scoreboard {
    let rounds = cup.all_rounds();
    let slots = 1_usize << rounds;
    let last = rounds.saturating_sub(1);
    // Beside the final, and below it, those who lost before it play for the third place.
    let has_third = cup.rounds.get(last).is_some_and(|round| round.matches.len() > 1);
    let third = top_of(last, 0) + 3;
    let height = top_of(0, slots / 2 - 1) + 2;
    let height = if has_third { height.max(third + 2) } else { height };
    let mut rows = vec![vec![Cell::new("", Tone::Bare); 2 * rounds]; height];
    for round in 0..rounds {
        let known = cup.rounds.get(round).map_or(&[][..], |round| &round.matches);
        for index in 0..slots >> (round + 1) {
            put(cup, known.get(index), &mut rows, (top_of(round, index), 2 * round));
        }
        if round == last && has_third {
            put(cup, known.get(1), &mut rows, (third, 2 * round));
        }
    }
    let headings = (0..rounds).flat_map(|round| [stage_name(voice, cup, round), String::new()]).collect();
    Scoreboard { headings, rows }
}

/// Rows from a match of the first round to the next: two for the match, and one between them.
const STRIDE: usize = 3;

/// The upper row of a match: it stands in the middle of the rows of all who may come to it.
const fn top_of(round: usize, index: usize) -> usize {
    STRIDE * (index << round) + STRIDE * ((1 << round) - 1) / 2
}

/// Puts a match into two rows; whoever has nobody to play stands alone.
fn put(cup: &Cup, game: Option<&Match>, rows: &mut [Vec<Cell>], (top, column): (usize, usize)) {
    let sides = match game {
        None => [Some(None), Some(None)],
        Some(game) => [Some(Some((game, game.home))), game.away.map(|away| Some((game, away)))],
    };
    for (side, row) in sides.into_iter().zip(&mut rows[top..top + 2]) {
        let Some(side) = side else { continue };
        let [number, points] = match side {
            None => [Cell::new("", Tone::Plain), Cell::new("", Tone::Plain)],
            Some((game, entry)) => {
                let tone = if cup.stage == Stage::Over { medal(cup, entry) } else { Tone::Plain };
                let tone = if tone == Tone::Plain { Tone::Strong } else { tone };
                [Cell::new((entry + 1).to_string(), tone), result(cup, game, entry)]
            }
        };
        (row[column], row[column + 1]) = (number, points);
    }
}
