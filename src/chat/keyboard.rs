//! Buttons and how they are laid out.

use super::{Button, ButtonAction, Press, TableAct};
use crate::referee::{GameId, Stage, Table};

/// Most buttons in a row: more are too narrow for a finger.
const WIDEST_ROW: usize = 4;
/// How many columns of text a phone shows in one row of buttons.
const ROW_COLUMNS: usize = 40;
/// Columns a button's edges take.
const EDGES: usize = 2;

/// Rows of buttons.
pub(super) type Rows = Vec<Vec<Button>>;

impl Button {
    /// A button that sends a press back.
    pub(super) fn press(label: impl Into<String>, press: Press) -> Button {
        Button { label: label.into(), action: ButtonAction::Press(press.to_string()) }
    }

    /// A button that opens an address.
    pub(super) fn url(label: impl Into<String>, url: impl Into<String>) -> Button {
        Button { label: label.into(), action: ButtonAction::Url(url.into()) }
    }
}

/// Makes the buttons of one table as it is now: each carries the table's number and what is on show there, a game's
/// [`turn`](crate::referee::Game::turn) or how often a challenge was [`arranged`](crate::referee::Challenge::arranged).
#[derive(Copy, Clone)]
pub(super) struct TableButtons {
    pub id: GameId,
    pub turn: u32,
}

impl TableButtons {
    pub fn of(table: &Table) -> TableButtons {
        let turn = match &table.stage {
            Stage::Open(challenge) | Stage::Closed { challenge, .. } => challenge.arranged,
            Stage::Game(game) => game.turn(),
        };
        TableButtons { id: table.id, turn }
    }

    pub fn button(self, label: impl Into<String>, act: TableAct) -> Button {
        Button::press(label, Press::Table { id: self.id, turn: self.turn, act })
    }
}

/// Equal buttons in rows as full as the widest label allows.
pub(super) fn grid(buttons: Vec<Button>) -> Rows {
    let widest = buttons.iter().map(|button| width(&button.label)).max().unwrap_or(1);
    let columns = (ROW_COLUMNS / (widest + EDGES)).clamp(1, WIDEST_ROW);
    let rows = buttons.len().div_ceil(columns).max(1);
    // Spread evenly: 8 buttons in 3 columns are 3 + 3 + 2, 5 in 4 are 3 + 2.
    let columns = buttons.len().div_ceil(rows).max(1);
    let mut buttons = buttons.into_iter().peekable();
    let mut grid = Rows::new();
    while buttons.peek().is_some() {
        grid.push(buttons.by_ref().take(columns).collect());
    }
    grid
}

/// How many columns a label takes: Chinese characters and emoji take two.
fn width(label: &str) -> usize {
    label
        .chars()
        .map(|c| match c {
            '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' => 0,
            '\u{1100}'.. => 2,
            _ => 1,
        })
        .sum()
}
