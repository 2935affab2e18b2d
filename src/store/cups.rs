//! The cups that still matter, in memory: where they are, and which tables are theirs.
//!
//! Rebuilt from the records when the store opens; afterwards the writer thread keeps it in step with what it saves.

use std::collections::BTreeMap;

use super::StoredCup;
use crate::book::CupId;
use crate::book::cup::At;
use crate::people::{ChatId, PersonId, Place};
use crate::referee::GameId;

/// Every cup there is.
#[derive(Debug, Default)]
pub(super) struct Cups {
    all: BTreeMap<CupId, Entry>,
    /// The tables of cups that are being played.
    games: BTreeMap<GameId, Board>,
}

/// A board of a cup, and who plays on it: also those whose turn it is not, of a team that moves in turn.
#[derive(Clone, Debug)]
struct Board {
    id: CupId,
    at: At,
    players: Vec<PersonId>,
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
        self.games.retain(|_, board| board.id != cup.id);
        if cup.is_live() {
            let games = cup.boards().filter_map(|(at, game, board)| {
                Some((board.game?, Board { id: cup.id, at, players: cup.crews(game, board).concat() }))
            });
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
        self.games.get(&game).map(|board| (board.id, board.at))
    }

    /// Whether teams move in turn at a table: it is nobody's game alone.
    pub fn is_consultation(&self, game: GameId) -> bool {
        self.games.get(&game).is_some_and(|board| board.players.len() > 2)
    }

    /// The tables of cups on which this person plays, alone or with a team; those that have ended are among them.
    pub fn games_of(&self, person: PersonId) -> impl Iterator<Item = GameId> + '_ {
        self.games.iter().filter(move |(_, board)| board.players.contains(&person)).map(|(&game, _)| game)
    }
}
