//! Picking a move in two taps: the animal, then where it goes.

use super::TableAct;
use super::board::into_word;
use super::keyboard::{Rows, TableButtons, grid};
use super::name::Voice;
use super::{Button, TableView};
use crate::i18n::{self, Args};
use crate::referee::Game;
use crate::render::Target;
use crate::rules::{Caution, Choice, ChoiceKind, Manner, Move, Orientation, Piece, Square, Terrain, View};

/// How far the player to move has come.
pub(super) enum Step {
    /// Nobody is to pick: the game is over, or the AI is to move.
    Nothing,
    /// Which animal?
    First(Vec<Choice>),
    /// Where to? With the choice made before.
    Next { chosen: Choice, choices: Vec<Choice> },
    /// Really this move, which loses at once? Beside it, everything the animal may do.
    Confirm { mv: Move, caution: Caution, choices: Vec<Choice> },
}

impl Step {
    pub fn of(view: &TableView<'_>, game: &Game) -> Step {
        let state = &game.state;
        if game.finish.is_some() || game.person_on(state.to_move()).is_none() {
            return Step::Nothing;
        }
        let first = state.choices("");
        if let Some((mv, caution)) = view.confirming.and_then(|mv| Some((mv, state.hazard(mv)?))) {
            let notation = mv.to_string();
            let animal = first.iter().find(|choice| notation.starts_with(&choice.prefix));
            let choices = animal.map(|animal| state.choices(&animal.prefix)).unwrap_or_default();
            return Step::Confirm { mv, caution, choices };
        }
        let chosen = first.iter().find(|choice| choice.prefix == view.picking).cloned();
        match chosen.map(|chosen| (state.choices(&chosen.prefix), chosen)) {
            Some((choices, chosen)) if !choices.is_empty() => Step::Next { chosen, choices },
            // Nothing picked, or something that cannot be picked (any more).
            _ => Step::First(first),
        }
    }

    /// The square to mark as chosen.
    pub fn chosen(&self) -> Option<Square> {
        match self {
            Step::Nothing | Step::First(_) => None,
            Step::Next { chosen, .. } => Some(chosen.square),
            Step::Confirm { mv: Move::Go { from, .. }, .. } => Some(*from),
        }
    }

    /// Where the chosen animal may go.
    pub fn targets(&self) -> Vec<Target> {
        match self {
            Step::Nothing | Step::First(_) => Vec::new(),
            Step::Next { choices, .. } => choices.iter().filter_map(Target::of).collect(),
            Step::Confirm { mv: Move::Go { to, .. }, .. } => {
                vec![Target { square: *to, jump: false, capture: true }]
            }
        }
    }

    /// Squares that tempt, and that a rule forbids.
    pub fn forbidden(&self) -> Vec<Square> {
        let Step::Next { choices, .. } = self else { return Vec::new() };
        let forbidden = |choice: &Choice| matches!(choice.kind, ChoiceKind::Forbidden { .. });
        choices.iter().filter(|choice| forbidden(choice)).map(|choice| choice.square).collect()
    }

    /// What can be picked now. A move to be confirmed leaves the destinations where they were, so that a double tap on one
    /// only asks again.
    pub fn buttons(&self, voice: Voice<'_>, table: TableButtons, board: &View, shown: Orientation) -> Rows {
        let button = |choice: &Choice| choice_button(voice, table, board, shown, choice);
        match self {
            Step::Nothing => Rows::new(),
            Step::First(choices) | Step::Confirm { choices, .. } => grid(choices.iter().map(button).collect()),
            Step::Next { choices, .. } => {
                let mut rows = grid(choices.iter().map(button).collect());
                rows.push(vec![back_button(voice, table)]);
                rows
            }
        }
    }

    /// The answers to "really this move?".
    pub fn answers(&self, voice: Voice<'_>, table: TableButtons) -> Option<Vec<Button>> {
        let Step::Confirm { mv, .. } = self else { return None };
        let sure = table.button(voice.word("button-sure"), TableAct::Play { mv: *mv, sure: true });
        Some(vec![back_button(voice, table), sure])
    }
}

fn back_button(voice: Voice<'_>, table: TableButtons) -> Button {
    table.button(voice.word("button-back"), TableAct::Pick { prefix: String::new() })
}

fn choice_button(voice: Voice<'_>, table: TableButtons, board: &View, shown: Orientation, choice: &Choice) -> Button {
    let args = Args::new().word("square", choice.square.to_string());
    match &choice.kind {
        ChoiceKind::More => {
            let animal = choice.piece.animal;
            let args = args.word("emoji", i18n::emoji(animal)).word("animal", i18n::animal_title(voice.lang, animal));
            table.button(voice.text("pick-animal", &args), TableAct::Pick { prefix: choice.prefix.clone() })
        }
        ChoiceKind::Play { mv, manner, takes } => {
            let args = args
                .word("arrow", arrow(*mv, *manner, shown))
                .word("how", if *manner == Manner::Jump { "jump" } else { "step" })
                .word("into", into_word(board.terrain(choice.square), choice.piece.color))
                .word("taken", takes.iter().map(|piece| i18n::emoji(piece.animal)).collect::<String>());
            let label = voice.text(play_key(choice, takes, board), &args);
            table.button(label, TableAct::Play { mv: *mv, sure: false })
        }
        ChoiceKind::Forbidden { mv, .. } => {
            let args = args.word("arrow", arrow(*mv, Manner::Step, shown));
            table.button(voice.text("pick-forbidden", &args), TableAct::WhyNot { mv: *mv })
        }
    }
}

/// Which words say what a move would do.
fn play_key(choice: &Choice, takes: &[Piece], board: &View) -> &'static str {
    let mover = choice.piece.color;
    let (own, enemy) = (takes.iter().any(|piece| piece.color == mover), takes.iter().any(|piece| piece.color != mover));
    match (own, enemy) {
        _ if matches!(board.terrain(choice.square), Terrain::Den(_)) => "pick-den",
        (false, false) => "pick-go",
        (false, true) => "pick-take",
        (true, true) => "pick-trade",
        (true, false) => "pick-fall",
    }
}

/// The direction of a move on the board as it is shown.
fn arrow(mv: Move, manner: Manner, shown: Orientation) -> &'static str {
    let Move::Go { from, to } = mv;
    let turned = match shown {
        Orientation::First => 1,
        Orientation::Second => -1,
    };
    let right = turned * (i32::from(to.file()) - i32::from(from.file())).signum();
    let up = turned * (i32::from(to.rank()) - i32::from(from.rank())).signum();
    match (manner, right, up) {
        (Manner::Jump, 0, 1) => "⏫",
        (Manner::Jump, 0, _) => "⏬",
        (Manner::Jump, -1, _) => "⏪",
        (Manner::Jump, ..) => "⏩",
        (Manner::Step, 0, 1) => "⬆️",
        (Manner::Step, 0, -1) => "⬇️",
        (Manner::Step, -1, 0) => "⬅️",
        (Manner::Step, 1, 0) => "➡️",
        (Manner::Step, 1, 1) => "↗️",
        (Manner::Step, -1, 1) => "↖️",
        (Manner::Step, 1, _) => "↘️",
        (Manner::Step, -1, _) => "↙️",
        (Manner::Step, ..) => "⏺️",
    }
}
