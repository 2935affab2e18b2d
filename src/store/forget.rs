//! Taking a person out of everything that is kept.
//!
//! Whatever in the store can name a person is dealt with here and nowhere else. A new kind of record that names people, or a
//! list by person, gets its part in [`Database::forget`]; a new field of a table's record does not compile before somebody
//! has said here whether it names anybody. A test (`tests/it/store/forgotten.rs`) then searches every byte of the store for
//! what should be gone.

use sled::transaction::UnabortableTransactionError;

use super::database::{Database, Inside, fault};
use super::lists::{Draft, places_of_table};
use super::records::{
    ByRecord, ChallengeRecord, CupRecord, DeedRecord, EntryRecord, FinishRecord, GameRecord, LineRecord, LogLineRecord,
    PlayerRecord, Record, StageRecord, TargetRecord,
};
use super::{CommitError, keys};
use crate::book::CupId;
use crate::people::{ChatId, PersonId};
use crate::referee::GameId;

/// How many tables are looked through at a time: others wait for the disk meanwhile.
const STEP: usize = 500;

/// How far it has come.
pub(super) enum Step {
    /// The table to go on with.
    Next(GameId),
    Done,
}

/// What may still show somebody who has been forgotten.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    pub tables: Vec<GameId>,
    /// Messages that do not show how a table of theirs ended, which is gone now.
    pub behind: Vec<(ChatId, i64)>,
    /// Cups that are open or being played, with their chats.
    pub cups: Vec<(ChatId, CupId)>,
}

/// Whom to take out.
struct Leaving {
    id: u64,
    /// Lower case.
    username: Option<String>,
}

impl Database {
    /// Takes a person out of the tables from this one on, so many at a time; with the last of them goes everything else.
    /// What stands on show somewhere and does not name them any more is added to `changed`.
    pub fn forget(&mut self, person: PersonId, from: GameId, changed: &mut Forgotten) -> Result<Step, CommitError> {
        let username = self.person(person)?.and_then(|person| person.username);
        let leaving = Leaving { id: person.0, username: username.map(|name| name.to_lowercase()) };
        let (mut drafts, mut gone) = (Vec::new(), Vec::new());
        let (tables, next) = self.tables_from(from, STEP)?;
        for (id, old) in tables {
            // A private chat has the number of its person, and nobody else plays there.
            if Ok(old.chat) == i64::try_from(person.0) {
                let behind = old.shown.filter(|shown| shown.version != old.version);
                changed.behind.extend(behind.map(|shown| (ChatId(old.chat), shown.message)));
                gone.push((id, places_of_table(id, &old)));
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
                    changed.tables.push(id);
                }
                drafts.push(Draft::new(id, record, Some(&old))?);
            }
        }
        let is_last = next.is_none();
        let was = self.places_of(person)?;
        let (books, cups) =
            if is_last { (self.books_of(&leaving)?, self.cups_of(&leaving)?) } else { Default::default() };
        let owed = if is_last { self.owed_about(person)? } else { Vec::new() };
        self.write_and_remove(&drafts, &gone, |inside| {
            books.write(inside)?;
            for (id, record) in &cups {
                inside.cups.insert(&keys::cup(*id), record)?;
            }
            owed.iter().try_for_each(|id| inside.owed.remove(&keys::owed(*id)))?;
            if is_last {
                inside.remove_person(person, &was)?;
                if let Ok(private) = i64::try_from(person.0) {
                    inside.chats.remove(&keys::chat(ChatId(private)))?;
                }
            }
            Ok(())
        })?;
        for (id, _) in &cups {
            self.index_cup(*id)?;
            changed.cups.extend(self.cups.live_chat(*id).map(|chat| (chat, *id)));
        }
        Ok(next.map_or(Step::Done, Step::Next))
    }
}

/// What leaves the trees of points and ratings, and the lines of others' ledgers that named the person.
#[derive(Default)]
struct Books {
    ratings: Vec<Vec<u8>>,
    points: Vec<Vec<u8>>,
    ledger: Vec<Vec<u8>>,
    others: Vec<(Vec<u8>, Vec<u8>)>,
}

impl Books {
    fn write(&self, inside: &Inside) -> Result<(), UnabortableTransactionError> {
        self.ratings.iter().try_for_each(|key| inside.ratings.remove(key))?;
        self.points.iter().try_for_each(|key| inside.points.remove(key))?;
        self.ledger.iter().try_for_each(|key| inside.ledger.remove(key))?;
        self.others.iter().try_for_each(|(key, line)| inside.ledger.insert(key, line))
    }
}

impl Database {
    /// A person's points, ratings and ledger, and the other side of each game in it.
    fn books_of(&self, leaving: &Leaving) -> Result<Books, CommitError> {
        let (me, mut books) = (PersonId(leaving.id), Books::default());
        for key in self.trees.ratings.iter().keys() {
            let key = key.map_err(fault)?;
            if keys::rating_parts(&key).is_some_and(|(person, _)| person == me) {
                books.ratings.push(key.to_vec());
            }
        }
        for key in self.trees.points.iter().keys() {
            let key = key.map_err(fault)?;
            if keys::last_person(&key) == Some(me) {
                books.points.push(key.to_vec());
            }
        }
        for entry in self.trees.ledger.scan_prefix(keys::person(me)) {
            let (key, value) = entry.map_err(fault)?;
            books.ledger.push(key.to_vec());
            let opponent = LineRecord::from_bytes(&value).map(|line| line.opponent);
            let (Ok(PlayerRecord::Person(other)), Some((_, at, game))) = (opponent, keys::line_parts(&key)) else {
                continue;
            };
            let other = keys::line(PersonId(other), at, game);
            let Some(line) = self.trees.ledger.get(other).map_err(fault)? else { continue };
            let mut line = LineRecord::from_bytes(&line).map_err(fault)?;
            if let PlayerRecord::Person(id) = &mut line.opponent
                && leaving.replace(id)
            {
                books.others.push((other.to_vec(), line.to_bytes().map_err(fault)?));
            }
        }
        Ok(books)
    }

    /// The cups in which somebody was named, without them.
    fn cups_of(&self, leaving: &Leaving) -> Result<Vec<(CupId, Vec<u8>)>, CommitError> {
        let mut changed = Vec::new();
        for entry in self.trees.cups.iter() {
            let (key, value) = entry.map_err(fault)?;
            let Some(id) = key.as_ref().try_into().ok().map(u64::from_be_bytes) else { continue };
            let Ok(mut cup) = CupRecord::from_bytes(&value) else {
                tracing::error!("cup {id} cannot be read; it is left as it is");
                continue;
            };
            if leaving.take_out_of_cup(&mut cup) {
                // As with tables; but while it goes on its message is behind now, for it may name them.
                let was = cup.version;
                cup.version += 1;
                match &mut cup.shown {
                    Some(shown) if shown.version == was && self.cups.live_chat(CupId(id)).is_none() => {
                        shown.version = cup.version
                    }
                    _ => {}
                }
                changed.push((CupId(id), cup.to_bytes().map_err(fault)?));
            }
        }
        Ok(changed)
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

    fn take_out_of_cup(&self, cup: &mut CupRecord) -> bool {
        let CupRecord {
            version: _,
            shown: _,
            chat: _,
            thread: _,
            organizer,
            setup: _,
            clock: _,
            field: _,
            legs: _,
            best: _,
            round_millis: _,
            stage: _,
            entries,
            rounds: _,
            seeds: _,
            log,
        } = cup;
        let mut found = self.replace(organizer);
        for EntryRecord { team: _, members, left: _ } in entries {
            for member in members {
                found |= self.replace(member);
            }
        }
        for LogLineRecord { at: _, by, deed, why: _ } in log {
            if let ByRecord::Person(id) = by {
                found |= self.replace(id);
            }
            if let DeedRecord::Replaced { entry: _, member: _, old, new } = deed {
                found |= self.replace(old) | self.replace(new);
            }
        }
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
