//! The cups that still matter, in memory: where they are, and which tables are theirs.
//!
//! Rebuilt from the records when the store opens; afterwards the writer thread keeps it in step with what it saves.

use std::collections::BTreeMap;

use super::StoredCup;
use crate::book::CupId;
use crate::book::cup::At;
use crate::people::{ChatId, Place};
use crate::referee::GameId;

/// Every cup there is.
#[derive(Debug, Default)]
pub(super) struct Cups {
    all: BTreeMap<CupId, Entry>,
    /// The tables of cups that are being played.
    games: BTreeMap<GameId, (CupId, At)>,
}

#[derive(Copy, Clone, Debug)]
struct Entry {
    place: Place,
    is_live: bool,
    /// Its last change has been shown.
    is_shown: bool,
}

impl Cups {
    /// Puts a cup in, or changes it.
    pub fn set(&mut self, stored: &StoredCup) {
        let cup = &stored.cup;
        let is_shown = stored.shown.is_some_and(|shown| shown.version >= stored.version);
        self.all.insert(cup.id, Entry { place: cup.place, is_live: cup.is_live(), is_shown });
        self.games.retain(|_, (id, _)| *id != cup.id);
        if cup.is_live() {
            let games = cup.boards().filter_map(|(at, _, board)| Some((board.game?, (cup.id, at))));
            self.games.extend(games);
        }
    }

    /// The newest cup of a place.
    pub fn newest_in(&self, place: Place) -> Option<CupId> {
        self.all.iter().rev().find(|(_, entry)| entry.place == place).map(|(&id, _)| id)
    }

    /// Whether a cup is open or being played in a place.
    pub fn is_live_in(&self, place: Place) -> bool {
        self.all.values().any(|entry| entry.place == place && entry.is_live)
    }

    /// Those that are open, being played, or behind with what is shown of them.
    pub fn to_mind(&self) -> impl Iterator<Item = CupId> + '_ {
        self.all.iter().filter(|(_, entry)| entry.is_live || !entry.is_shown).map(|(&id, _)| id)
    }

    /// The cups of a chat, in all its topics.
    pub fn in_chat(&self, chat: ChatId) -> impl Iterator<Item = CupId> + '_ {
        self.all.iter().filter(move |(_, entry)| entry.place.chat == chat).map(|(&id, _)| id)
    }

    /// The cup a table belongs to, and its board.
    pub fn of(&self, game: GameId) -> Option<(CupId, At)> {
        self.games.get(&game).copied()
    }
}
