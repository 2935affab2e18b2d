//! Cups: what a change does to them, and in memory where they are and which tables are theirs.
//!
//! The index is rebuilt from the records when the store opens; afterwards the writer thread keeps it in step with what it saves.

use std::collections::BTreeMap;

use super::database::{Database, bytes, fault, put, record};
use super::records::CupRecord;
use super::{Change, CommitError, CupShown, CupStep, StoredCup, keys};
use crate::book::CupId;
use crate::book::cup::{self, At, Field};
use crate::people::{ChatId, PersonId, Place};
use crate::referee::{Finish, GameId, Stage};
use crate::rules::Chance;

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
    /// Teams move in turn there.
    in_turn: bool,
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
            let in_turn = cup.terms.field == Field::Consultation;
            let games = cup.boards().filter_map(|(at, game, board)| {
                Some((board.game?, Board { id: cup.id, at, players: cup.crews(game, board).concat(), in_turn }))
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

    /// The chat of a cup that is open or being played.
    pub fn live_chat(&self, id: CupId) -> Option<ChatId> {
        self.all.get(&id).filter(|entry| entry.is_live).map(|entry| entry.place.chat)
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
        self.games.get(&game).is_some_and(|board| board.in_turn)
    }

    /// The tables of cups on which this person plays, alone or with a team; those that have ended are among them.
    pub fn games_of(&self, person: PersonId) -> impl Iterator<Item = GameId> + '_ {
        self.games.iter().filter(move |(_, board)| board.players.contains(&person)).map(|(&game, _)| game)
    }
}

impl Database {
    /// What a change makes of cups: its steps, and what comes of their tables. Nobody else writes, so it still holds when it is
    /// written, and a game that ends once is told once.
    pub fn cups_after(&self, change: &Change) -> Result<(Vec<StoredCup>, Vec<cup::Event>), CommitError> {
        let (mut cups, mut events) = (Vec::<StoredCup>::new(), Vec::new());
        let mut carry_out = |id: CupId, actor, command, moment| {
            let at = match cups.iter().position(|stored| stored.cup.id == id) {
                Some(at) => at,
                None => {
                    cups.push(self.cup(id)?.ok_or(CommitError::NoSuchCup)?);
                    cups.len() - 1
                }
            };
            let progress = cups[at].cup.handle(actor, command, moment).map_err(CommitError::Cup)?;
            cups[at].cup = progress.cup;
            events.extend(progress.events);
            Ok(())
        };
        let mut opened = Vec::new();
        for step in &change.cups {
            match step {
                CupStep::Open(cup) if self.cups.is_live_in(cup.place) => return Err(CommitError::AnotherCup),
                CupStep::Open(cup) => opened.push(StoredCup { cup: cup.clone(), version: 1, shown: None }),
                CupStep::Command { id, actor, command, moment } => carry_out(*id, *actor, command.clone(), *moment)?,
            }
        }
        for stored in &change.tables {
            let (Stage::Game(game), Some((id, at))) = (&stored.table.stage, self.cups.of(stored.table.id)) else {
                continue;
            };
            let table = stored.table.id;
            let command = match game.finish {
                None => continue,
                Some(Finish::End(end)) => {
                    cup::Command::Finish { at, game: table, outcome: end.outcome, plies: game.plies.len() as u32 }
                }
                Some(Finish::Void { .. } | Finish::Forgotten) => cup::Command::Void { at, game: table },
            };
            carry_out(id, cup::Actor::Tables, command, cup::Moment { now: change.at, chance: Chance(0) })?;
        }
        for stored in &mut cups {
            stored.version += 1;
        }
        cups.extend(opened);
        Ok((cups, events))
    }

    /// A number for a new cup.
    pub fn next_cup(&mut self) -> Result<CupId, CommitError> {
        self.next_number(keys::NEXT_CUP).map(CupId)
    }

    pub fn cup(&self, id: CupId) -> Result<Option<StoredCup>, CommitError> {
        let record = record::<CupRecord>(&self.trees.cups, &keys::cup(id));
        let stored = record.and_then(|record| Ok(record.map(|record| record.into_stored(id)).transpose()?));
        stored.map_err(|why| fault(format!("cup {id}: {why}")))
    }

    pub fn cup_in(&self, place: Place) -> Result<Option<StoredCup>, CommitError> {
        self.cups.newest_in(place).map_or(Ok(None), |id| self.cup(id))
    }

    /// Cups that are live or behind. One that cannot be read is reported and left out.
    pub fn cups_to_mind(&self) -> Result<Vec<StoredCup>, CommitError> {
        let readable = |id| self.cup(id).inspect_err(|why| tracing::error!("{why}; it is left out")).ok().flatten();
        Ok(self.cups.to_mind().filter_map(readable).collect())
    }

    pub fn cup_of(&self, game: GameId) -> Result<Option<(StoredCup, cup::At)>, CommitError> {
        let Some((id, at)) = self.cups.of(game) else { return Ok(None) };
        Ok(self.cup(id)?.map(|stored| (stored, at)))
    }

    pub fn plays_cup_game(&self, person: PersonId) -> Result<bool, CommitError> {
        Ok(self.running_cup_games(person).next().is_some())
    }

    /// Whether teams move in turn at a table of a cup: such a game counts for nobody alone.
    pub fn is_consultation(&self, game: GameId) -> bool {
        self.cups.is_consultation(game)
    }

    /// The games of cups that go on and in which this person plays, alone or with a team.
    pub fn running_cup_games(&self, person: PersonId) -> impl Iterator<Item = GameId> + '_ {
        self.cups.games_of(person).filter(|&game| self.live.get(game).is_some_and(super::live::Entry::is_running))
    }

    /// Notes what was shown of a cup, unless something newer was.
    pub fn mark_cup_shown(&mut self, id: CupId, shown: CupShown) -> Result<(), CommitError> {
        let stored = self.cup(id)?.ok_or(CommitError::NoSuchCup)?;
        if stored.shown.is_some_and(|before| before.version > shown.version) {
            return Ok(());
        }
        self.put_cup(StoredCup { shown: Some(shown), ..stored })
    }

    /// Moves a cup from its topic to the chat.
    pub fn cup_leaves_topic(&mut self, id: CupId) -> Result<(), CommitError> {
        let mut stored = self.cup(id)?.ok_or(CommitError::NoSuchCup)?;
        stored.cup.place.thread = None;
        stored.version += 1;
        self.put_cup(stored)
    }

    fn put_cup(&mut self, stored: StoredCup) -> Result<(), CommitError> {
        let bytes = bytes(&[&stored], |stored| keys::cup(stored.cup.id), |stored| CupRecord::from(*stored))?;
        self.write(&[], |inside| put(&inside.cups, &bytes))?;
        self.cups.set(&stored);
        Ok(())
    }

    /// Puts a cup into the index again, as it is now.
    pub fn index_cup(&mut self, id: CupId) -> Result<(), CommitError> {
        let stored = self.cup(id)?;
        stored.iter().for_each(|stored| self.cups.set(stored));
        Ok(())
    }

    /// The cups of a chat as they are under its new id.
    pub fn migrated_cups(&self, from: ChatId, to: ChatId) -> Result<Vec<StoredCup>, CommitError> {
        let mut cups = Vec::new();
        for id in self.cups.in_chat(from) {
            let Some(mut stored) = self.cup(id)? else { continue };
            stored.cup.place.chat = to;
            if stored.cup.is_live() {
                stored.version += 1;
                stored.shown = None;
            }
            cups.push(stored);
        }
        Ok(cups)
    }

    /// Reads which cups there are. One that cannot be read is reported and set aside for this run.
    pub fn load_cups(&mut self) -> Result<(), CommitError> {
        for key in self.trees.cups.iter().keys() {
            let key = key.map_err(fault)?;
            let Some(id) = keys::number(&key).map(CupId) else {
                tracing::error!("the store has a cup with an unreadable number, {key:?}: it is set aside");
                continue;
            };
            match self.cup(id) {
                Ok(stored) => stored.iter().for_each(|stored| self.cups.set(stored)),
                Err(why) => tracing::error!("{why}; it is set aside"),
            }
        }
        Ok(())
    }
}
