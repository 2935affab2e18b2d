//! Taking a person out of everything that is kept.
//!
//! Whatever in the store can name a person is dealt with here and nowhere else. A new kind of record that names people, or a
//! list by person, gets its part in [`Database::forget`]; a new field of a table's record does not compile before somebody
//! has said here whether it names anybody. A test (`tests/it/store/forgotten.rs`) then searches every byte of the store for
//! what should be gone.

use super::database::{Database, Draft, places};
use super::records::{ChallengeRecord, FinishRecord, GameRecord, PlayerRecord, StageRecord, TargetRecord};
use super::{CommitError, keys};
use crate::people::PersonId;
use crate::referee::GameId;

/// How many tables are looked through at a time: others wait for the disk meanwhile.
const STEP: usize = 500;

/// How far it has come.
pub(super) enum Step {
    /// The table to go on with.
    Next(GameId),
    Done,
}

/// Whom to take out.
struct Leaving {
    id: u64,
    /// Lower case.
    username: Option<String>,
}

impl Database {
    /// Takes a person out of the tables from this one on, so many at a time; with the last of them goes everything else.
    /// Tables that stand on show somewhere and do not name them any more are added to `changed`.
    pub fn forget(&mut self, person: PersonId, from: GameId, changed: &mut Vec<GameId>) -> Result<Step, CommitError> {
        let username = self.person(person)?.and_then(|person| person.username);
        let leaving = Leaving { id: person.0, username: username.map(|name| name.to_lowercase()) };
        let (mut drafts, mut gone) = (Vec::new(), Vec::new());
        let (tables, next) = self.tables_from(from, STEP)?;
        for (id, old) in tables {
            // A private chat has the number of its person, and nobody else plays there.
            if Ok(old.chat) == i64::try_from(person.0) {
                gone.push((id, places(id, &old)));
                continue;
            }
            let mut record = old.clone();
            if leaving.take_out_of(&mut record.stage) {
                // Whoever still holds the old record cannot save it back; what is on show is as new as it was.
                record.version += 1;
                match &mut record.shown {
                    Some(shown) if shown.version == old.version => shown.version = record.version,
                    _ => {}
                }
                if self.is_live(id) {
                    changed.push(id);
                }
                drafts.push(Draft::new(id, record, Some(&old))?);
            }
        }
        let is_last = next.is_none();
        self.write_and_remove(&drafts, &gone, |inside| {
            if is_last {
                inside.people.remove(&keys::person(person))?;
                if let Ok(private) = i64::try_from(person.0) {
                    inside.chats.remove(&keys::chat(crate::people::ChatId(private)))?;
                }
            }
            Ok(())
        })?;
        if is_last {
            self.drop_notices(person);
        }
        Ok(next.map_or(Step::Done, Step::Next))
    }
}

impl Leaving {
    /// Whether anything named them.
    fn take_out_of(&self, stage: &mut StageRecord) -> bool {
        match stage {
            StageRecord::Open(challenge) | StageRecord::Closed { challenge, why: _ } => {
                self.take_out_of_challenge(challenge)
            }
            StageRecord::Game(game) => self.take_out_of_game(game),
        }
    }

    fn take_out_of_challenge(&self, challenge: &mut ChallengeRecord) -> bool {
        let ChallengeRecord { by, to, seat: _, setup: _, clock: _, stakes: _, arranged: _, made: _, expires: _ } =
            challenge;
        let mut found = self.replace(by);
        found |= match to {
            TargetRecord::Anybody => false,
            TargetRecord::Person(id) => self.replace(id),
            TargetRecord::Username(name) if Some(name.to_lowercase()) == self.username => {
                *to = TargetRecord::Person(PersonId::FORGOTTEN.0);
                true
            }
            TargetRecord::Username(_) => false,
        };
        found
    }

    fn take_out_of_game(&self, game: &mut GameRecord) -> bool {
        let GameRecord {
            setup: _,
            players,
            plies: _,
            thought: _,
            taken_back: _,
            finish,
            offers: _,
            spent: _,
            offers_made: _,
            rematch_made: _,
            resigning: _,
            clock: _,
            waiting: _,
            warned: _,
            stakes: _,
            cup: _,
            started: _,
            moved: _,
        } = game;
        let mut found = false;
        for player in players {
            found |= match player {
                PlayerRecord::Person(id) => self.replace(id),
                PlayerRecord::Ai(_) => false,
            };
        }
        found |= match finish {
            Some(FinishRecord::Void { by: Some(by) }) => self.replace(by),
            Some(FinishRecord::Void { by: None } | FinishRecord::End { .. } | FinishRecord::Forgotten) | None => false,
        };
        found
    }

    fn replace(&self, id: &mut u64) -> bool {
        let found = *id == self.id;
        if found {
            *id = PersonId::FORGOTTEN.0;
        }
        found
    }
}
