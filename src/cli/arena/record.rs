//! Games of a match as records: a JSON object in a line.

use serde::Serialize;

use super::game::{Played, Side, Why};
use super::opening::Opening;
use crate::rules::Setup;

/// A game, as it is written down.
#[derive(Debug, Serialize)]
pub struct Record<'a> {
    /// Counted from 1; the two games of a pair have the same.
    pair: usize,
    /// The variant, and the options that differ from its standard preset.
    rules: String,
    /// Which program had the first seat.
    first: Side,
    /// The position it began from, if not the starting one.
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<&'a str>,
    /// How many of the plies were the opening's.
    opening: usize,
    /// In the protocol's notation, the opening's first.
    plies: String,
    /// What its player thought before each ply after the opening: in the protocol's `cp`, or 30,000 less the plies to a certain
    /// end; `null` if it did not say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scores: Vec<Option<i32>>,
    /// `null` for a draw.
    winner: Option<Side>,
    /// The protocol's word, or `tables`, `length`, `fault`.
    why: &'a str,
    /// What the fault was.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

impl<'a> Record<'a> {
    pub fn new(pair: usize, setup: &Setup, opening: &'a Opening, played: &'a Played) -> Record<'a> {
        let (why, fault) = match &played.why {
            Why::Rules(reason) => (reason.name(), None),
            Why::Tables => ("tables", None),
            Why::Length => ("length", None),
            Why::Fault(..) => ("fault", Some(played.why.to_string())),
        };
        let plies: Vec<String> = opening.plies.iter().chain(&played.plies).map(ToString::to_string).collect();
        Record {
            pair,
            rules: setup.to_string(),
            first: played.first,
            fen: opening.fen.as_deref(),
            opening: opening.plies.len(),
            plies: plies.join(" "),
            scores: played.scores.iter().map(|score| score.map(|score| score.0)).collect(),
            winner: played.winner,
            why,
            fault,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::Fault;
    use super::super::opening;
    use super::*;
    use crate::ai::Score;
    use crate::rules::EndReason;

    #[test]
    fn a_record_is_a_line_of_json() {
        let setup: Setup = "jungle Cycle=draw;Violations=none".parse().expect("rules");
        let opening = opening::read("startpos moves a3a4", &setup).expect("an opening").remove(0);
        let plies = vec!["g7g6".parse().expect("a ply")];
        let scores = vec![Some(Score(-12))];
        let mut played = Played { first: Side::Two, plies, scores, winner: None, why: Why::Rules(EndReason::Quiet) };
        let text = serde_json::to_string(&Record::new(3, &setup, &opening, &played)).expect("JSON");
        assert_eq!(
            text,
            r#"{"pair":3,"rules":"jungle Violations=none;Cycle=draw","first":"two","opening":1,"plies":"a3a4 g7g6","scores":[-12],"winner":null,"why":"quiet"}"#
        );
        played.winner = Some(Side::One);
        played.why = Why::Fault(Side::Two, Fault::NoMove("(none)".to_owned()));
        let text = serde_json::to_string(&Record::new(3, &setup, &opening, &played)).expect("JSON");
        assert!(
            text.ends_with(r#""winner":"one","why":"fault","fault":"two said '(none)', which is no move"}"#),
            "{text}"
        );
    }
}
