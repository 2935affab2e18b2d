//! Picking a move in two taps: the piece, then where it goes.

use super::TableAct;
use super::board::into_word;
use super::keyboard::{Rows, TableButtons, grid};
use super::name::Voice;
use super::{Button, TableView};
use crate::i18n::{self, Args};
use crate::referee::Game;
use crate::render::Target;
use crate::rules::{Account, Caution, Cell, Choice, ChoiceKind, Manner, Move, Orientation, Piece, Square, View};

/// Boards with at most so many files fit a phone's keyboard square by square.
const MIRRORED_FILES: u8 = 4;

/// How far the player to move has come.
pub(super) enum Step {
    /// Nobody is to pick: the game is over, or the AI is to move.
    Nothing,
    /// Which piece?
    First(Vec<Choice>),
    /// Where to? With the choice made before.
    Next { chosen: Choice, choices: Vec<Choice> },
    /// Really this move, which loses at once? Beside it, everything the piece may do.
    Confirm { account: Box<Account>, caution: Caution, choices: Vec<Choice> },
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
            let piece = first.iter().find(|choice| notation.starts_with(&choice.prefix));
            let choices = piece.map(|piece| state.choices(&piece.prefix)).unwrap_or_default();
            return Step::Confirm { account: Box::new(state.foresee(mv)), caution, choices };
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
            Step::Next { chosen, .. } => chosen.square,
            Step::Confirm { account, .. } => account.ply.mv.origin(),
        }
    }

    /// The piece to mark as chosen in the hand of the player to move.
    pub fn held(&self) -> Option<Piece> {
        match self {
            Step::Next { chosen: Choice { square: None, piece, .. }, .. } => *piece,
            Step::Nothing | Step::First(_) | Step::Next { .. } | Step::Confirm { .. } => None,
        }
    }

    /// What the chosen piece may reach.
    pub fn targets(&self) -> Vec<Target> {
        match self {
            Step::Nothing | Step::First(_) => Vec::new(),
            Step::Next { choices, .. } => {
                let mut targets: Vec<Target> = choices.iter().flat_map(Target::of).collect();
                targets.sort_unstable();
                targets.dedup();
                targets
            }
            Step::Confirm { account, .. } => {
                vec![Target { square: account.to, jump: false, capture: true }]
            }
        }
    }

    /// Squares that tempt, and that a rule forbids.
    pub fn forbidden(&self) -> Vec<Square> {
        let Step::Next { choices, .. } = self else { return Vec::new() };
        let forbidden = |choice: &Choice| matches!(choice.kind, ChoiceKind::Forbidden { .. });
        choices.iter().filter(|choice| forbidden(choice)).filter_map(|choice| choice.square).collect()
    }

    /// What can be picked now. A move to be confirmed leaves the destinations where they were, so that a double tap on one
    /// only asks again.
    pub fn buttons(&self, voice: Voice<'_>, table: TableButtons, board: &View, shown: Orientation) -> Rows {
        let (choices, chosen) = match self {
            Step::Nothing => return Rows::new(),
            Step::First(choices) | Step::Confirm { choices, .. } => (choices, None),
            Step::Next { choices, chosen } => (choices, Some(chosen)),
        };
        let button = |choice: &Choice| choice_button(voice, table, board, shown, choice);
        let mut rows = if board.files <= MIRRORED_FILES {
            Mirror { table, board, shown, choices, chosen }.rows(button)
        } else {
            grid(choices.iter().map(button).collect())
        };
        if chosen.is_some() {
            rows.push(vec![back_button(voice, table)]);
        }
        rows
    }

    /// The answers to "really this move?".
    pub fn answers(&self, voice: Voice<'_>, table: TableButtons) -> Option<Vec<Button>> {
        let Step::Confirm { account, .. } = self else { return None };
        let sure = table.button(voice.word("button-sure"), TableAct::Play { mv: account.ply.mv, sure: true });
        Some(vec![back_button(voice, table), sure])
    }
}

fn back_button(voice: Voice<'_>, table: TableButtons) -> Button {
    table.button(voice.word("button-back"), TableAct::Pick { prefix: String::new() })
}

/// A keyboard that is the board itself: a button a square, each with what stands there or what would happen there. A square where
/// nothing can be done tells why.
struct Mirror<'a> {
    table: TableButtons,
    board: &'a View,
    shown: Orientation,
    choices: &'a [Choice],
    chosen: Option<&'a Choice>,
}

impl Mirror<'_> {
    /// The board, then what is in the hand, whose buttons `other` makes.
    fn rows(&self, other: impl Fn(&Choice) -> Button) -> Rows {
        let (files, ranks) = (self.board.files, self.board.ranks);
        let square = |column: u8, row: u8| match self.shown {
            Orientation::First => Square::new(column, ranks - 1 - row),
            Orientation::Second => Square::new(files - 1 - column, row),
        };
        let row = |row: u8| (0..files).filter_map(|column| square(column, row)).map(|at| self.button(at)).collect();
        let in_hand = self.choices.iter().filter(|choice| choice.square.is_none()).map(other).collect::<Vec<_>>();
        let rows = (0..ranks).map(row);
        if in_hand.is_empty() { rows.collect() } else { rows.chain(grid(in_hand)).collect() }
    }

    fn button(&self, at: Square) -> Button {
        let stands = self.stands(at);
        let choice = self.choices.iter().find(|choice| choice.square == Some(at));
        let (label, act) = match choice.map(|choice| (&choice.kind, &choice.prefix)) {
            Some((ChoiceKind::More, prefix)) => (stands, TableAct::Pick { prefix: prefix.clone() }),
            Some((ChoiceKind::Play(account), _)) => {
                let mark = match account.manner {
                    Manner::Flip => "",
                    Manner::Trade => "🔁",
                    _ if account.removed.is_empty() => "🟢",
                    _ => "⚔️",
                };
                let stands = if mark == "🟢" { "" } else { stands.as_str() };
                (format!("{mark}{stands}"), TableAct::Play { mv: account.ply.mv, sure: false })
            }
            Some((ChoiceKind::Forbidden { mv, .. }, _)) => (format!("✕{stands}"), TableAct::WhyNot { mv: *mv }),
            None => (stands, self.elsewhere(at)),
        };
        self.table.button(label, act)
    }

    /// What pressing a square does where nothing is to be done: the chosen piece is put back, and all else tells why not.
    fn elsewhere(&self, at: Square) -> TableAct {
        let Some(chosen) = self.chosen else { return TableAct::WhyNot { mv: Move::Go { from: at, to: at } } };
        match (chosen.square, chosen.piece) {
            (Some(from), _) if from == at => TableAct::Pick { prefix: String::new() },
            (Some(from), _) => TableAct::WhyNot { mv: Move::Go { from, to: at } },
            (None, Some(piece)) => TableAct::WhyNot { mv: Move::Drop { piece, at } },
            (None, None) => TableAct::Pick { prefix: String::new() },
        }
    }

    /// A card's back, an animal with its owner's mark, or an empty square.
    fn stands(&self, at: Square) -> String {
        match self.board.cell(at) {
            _ if self.board.face_down.contains(at) => "🎴".to_owned(),
            Some(Cell { piece, owner, .. }) => format!("{}{}", i18n::mark(owner), i18n::emoji(piece.animal)),
            None => "·".to_owned(),
        }
    }
}

fn choice_button(voice: Voice<'_>, table: TableButtons, board: &View, shown: Orientation, choice: &Choice) -> Button {
    let square = choice.square.map(|square| square.to_string()).unwrap_or_default();
    let args = Args::new().word("square", square);
    match &choice.kind {
        ChoiceKind::More => {
            let emoji = choice.piece.map_or("", |piece| i18n::emoji(piece.animal));
            let animal = choice.piece.map(|piece| i18n::animal_title(voice.lang, piece.animal)).unwrap_or_default();
            let key = if choice.square.is_some() { "pick-animal" } else { "pick-in-hand" };
            let label = voice.text(key, &args.word("emoji", emoji).word("animal", animal));
            table.button(label, TableAct::Pick { prefix: choice.prefix.clone() })
        }
        ChoiceKind::Play(account) => {
            let taken = account.removed.iter().filter(|removed| !removed.own);
            let changed = |square| account.changed.iter().find(move |changed| changed.square == square);
            let points = |square| changed(square).map_or(0, |changed| u32::from(changed.points.unsigned_abs()));
            let args = args
                .word("arrow", arrow(account, shown))
                .word("how", account.manner.name())
                .word("into", into_word(board.terrain(account.to), choice.piece.map(|piece| piece.color)))
                .word("taken", taken.map(|removed| i18n::emoji(removed.piece.animal)).collect::<String>())
                .word("kind", choice.piece.map_or("", |piece| piece.animal.name()))
                .word("target", changed(account.to).map_or("", |changed| i18n::emoji(changed.piece.animal)))
                .number("points", points(account.to))
                .number("back", points(account.from));
            table.button(voice.text(play_key(account), &args), TableAct::Play { mv: account.ply.mv, sure: false })
        }
        ChoiceKind::Forbidden { mv, .. } => {
            let way = mv.origin().unwrap_or(mv.goal());
            let how = match mv {
                Move::Strengthen { .. } => "strengthen",
                Move::Repair { .. } => "repair",
                _ => "go",
            };
            let args = args.word("arrow", direction(way, mv.goal(), false, shown)).word("how", how);
            table.button(voice.text("pick-forbidden", &args), TableAct::WhyNot { mv: *mv })
        }
    }
}

/// Which words say what a move would do.
fn play_key(account: &Account) -> &'static str {
    let (own, enemy) =
        (account.removed.iter().any(|removed| removed.own), account.removed.iter().any(|removed| !removed.own));
    match (account.manner, own, enemy) {
        (Manner::Drop, ..) => "pick-put",
        (Manner::Strengthen, ..) => "pick-strengthen",
        (Manner::Repair, ..) => "pick-repair",
        (Manner::Strike, false, _) => "pick-strike",
        (Manner::Strike, true, _) => "pick-strike-lost",
        _ if account.den => "pick-den",
        (_, false, false) => "pick-go",
        (_, false, true) if account.piece.is_some_and(|piece| piece.animal.is_machine()) => "pick-destroy",
        (_, false, true) => "pick-take",
        (_, true, true) => "pick-trade",
        (_, true, false) => "pick-fall",
    }
}

/// The direction of a move on the board as it is shown.
fn arrow(account: &Account, shown: Orientation) -> &'static str {
    direction(account.from, account.to, !matches!(account.manner, Manner::Step | Manner::Strike), shown)
}

fn direction(from: Square, to: Square, far: bool, shown: Orientation) -> &'static str {
    let turned = match shown {
        Orientation::First => 1,
        Orientation::Second => -1,
    };
    let right = turned * (i32::from(to.file()) - i32::from(from.file())).signum();
    let up = turned * (i32::from(to.rank()) - i32::from(from.rank())).signum();
    match (far, right, up) {
        (true, 0, 1) => "⏫",
        (true, 0, -1) => "⏬",
        (true, -1, 0) => "⏪",
        (true, 1, 0) => "⏩",
        (_, 0, 1) => "⬆️",
        (_, 0, -1) => "⬇️",
        (_, -1, 0) => "⬅️",
        (_, 1, 0) => "➡️",
        (_, 1, 1) => "↗️",
        (_, -1, 1) => "↖️",
        (_, 1, _) => "↘️",
        (_, -1, _) => "↙️",
        _ => "⏺️",
    }
}
