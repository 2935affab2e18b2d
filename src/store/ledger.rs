//! Points, ratings and ledgers: what a game that ends does to them, and what can be read of them.
//!
//! A game is booked by the commit that gives it its result, inside the same transaction, from what the store has at that moment:
//! the writer thread is the only one that writes, so that two games of one person that end at once count one after the other,
//! and a finish is never given twice, so that no game counts twice.

use std::collections::BTreeMap;

use super::database::{Database, fault, record};
use super::records::{LineRecord, PointsRecord, RatingRecord, Record, RecordError};
use super::{Change, CommitError, keys};
use crate::book::{self, Account, Line, Played, Rating};
use crate::people::{ChatId, PersonId, Time};
use crate::referee::{Finish, GameId, Player, Stage, Table};
use crate::rules::{Seat, Variant};

/// Where a rating counts.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Scope {
    /// Over all chats.
    Everywhere,
    Chat(ChatId),
}

/// What a change writes into the three trees of this module, and the keys it removes from two of them first: from the ledger
/// nothing is ever removed.
#[derive(Debug, Default)]
pub(super) struct Books {
    pub ratings: BTreeMap<Vec<u8>, Vec<u8>>,
    pub points: BTreeMap<Vec<u8>, Vec<u8>>,
    pub ledger: BTreeMap<Vec<u8>, Vec<u8>>,
    pub ratings_gone: Vec<Vec<u8>>,
    pub points_gone: Vec<Vec<u8>>,
}

impl Database {
    /// Books every game that comes to its result with this change.
    pub fn book(&self, change: &Change) -> Result<Books, CommitError> {
        let mut books = Books::default();
        for stored in &change.tables {
            // Most changes are moves: they cost nothing here.
            let is_over = matches!(&stored.table.stage, Stage::Game(game) if game.finish.is_some());
            if !is_over || self.is_consultation(stored.table.id) || self.has_result(stored.table.id)? {
                continue;
            }
            if let Some(played) = played(&stored.table, change.at) {
                self.enter(&played, &mut books)?;
            }
        }
        Ok(books)
    }

    /// The saved game of this number has come to its end before.
    fn has_result(&self, id: GameId) -> Result<bool, CommitError> {
        Ok(self.table_record(id)?.is_some_and(|record| record.is_ended_game()))
    }

    fn enter(&self, played: &Played, books: &mut Books) -> Result<(), CommitError> {
        let mut before = [Account::default(); 2];
        for seat in Seat::BOTH {
            if let Player::Person(person) = played.players[seat.index()] {
                before[seat.index()] = self.account_in(played.chat, person, played.variant, books)?;
            }
        }
        let lately = match played.pair() {
            Some([person, other]) => self.rated_since(played.day_began(), person, other, books)?,
            None => 0,
        };
        for booking in book::book(played, before, lately).into_iter().flatten() {
            let (line, account) = (booking.line, booking.account);
            let (chat, person) = (played.chat, line.person);
            if line.rating.is_ok() {
                for (scope, rating) in [(Scope::Chat(chat), account.here), (Scope::Everywhere, account.everywhere)] {
                    let record = RatingRecord::from(rating).to_bytes().map_err(fault)?;
                    books.ratings.insert(keys::rating(scope, person, played.variant), record);
                }
            }
            if line.points.is_some() {
                let record = PointsRecord { points: account.points }.to_bytes().map_err(fault)?;
                books.points.insert(keys::points(chat, person).to_vec(), record);
            }
            let record = LineRecord::from(&line).to_bytes().map_err(fault)?;
            books.ledger.insert(keys::line(person, line.at, line.game).to_vec(), record);
        }
        Ok(())
    }

    /// A person's account as this change has left it so far.
    fn account_in(
        &self,
        chat: ChatId,
        person: PersonId,
        variant: Variant,
        books: &Books,
    ) -> Result<Account, CommitError> {
        let rating = |scope| {
            let key = keys::rating(scope, person, variant);
            let record: Option<RatingRecord> = match books.ratings.get(&key) {
                Some(bytes) => Some(RatingRecord::from_bytes(bytes).map_err(fault)?),
                None => record(&self.trees.ratings, &key).map_err(|why| fault(format!("person {person}: {why}")))?,
            };
            Ok::<_, CommitError>(record.map_or_else(Rating::default, Rating::from))
        };
        let key = keys::points(chat, person);
        let points: Option<PointsRecord> = match books.points.get(key.as_slice()) {
            Some(bytes) => Some(PointsRecord::from_bytes(bytes).map_err(fault)?),
            None => record(&self.trees.points, &key).map_err(|why| fault(format!("person {person}: {why}")))?,
        };
        Ok(Account {
            points: points.unwrap_or_default().points,
            here: rating(Scope::Chat(chat))?,
            everywhere: rating(Scope::Everywhere)?,
        })
    }

    /// How many rated games these two have finished after this moment, with those of this change.
    fn rated_since(&self, since: Time, person: PersonId, other: PersonId, books: &Books) -> Result<usize, CommitError> {
        let from = keys::line(person, since.plus(1), GameId(0));
        let upto = keys::line(person, Time(i64::MAX), GameId(u64::MAX));
        let counts = |key: &[u8], bytes: &[u8]| Ok::<_, CommitError>(is_rated(&line(key, bytes)?, other));
        let mut count = 0;
        for entry in self.trees.ledger.range(from..=upto) {
            let (key, bytes) = entry.map_err(fault)?;
            count += usize::from(counts(&key, &bytes)?);
        }
        for (key, bytes) in books.ledger.range(from.to_vec()..=upto.to_vec()) {
            count += usize::from(counts(key, bytes)?);
        }
        Ok(count)
    }

    /// The whole ledger of a person, oldest first. A line that cannot be read is reported and left out.
    pub fn ledger_of(&self, person: PersonId) -> Result<Vec<Line>, CommitError> {
        let mut lines = Vec::new();
        for entry in self.trees.ledger.scan_prefix(keys::person(person)) {
            let (key, bytes) = entry.map_err(fault)?;
            lines.extend(line(&key, &bytes).inspect_err(|why| tracing::error!("{why}; it is left out")));
        }
        Ok(lines)
    }

    /// What a game that ended after this moment did to this person.
    pub fn line_of(&self, game: GameId, person: PersonId, after: Time) -> Result<Option<Line>, CommitError> {
        let from = keys::line(person, after, GameId(0));
        let upto = keys::line(person, Time(i64::MAX), GameId(u64::MAX));
        for entry in self.trees.ledger.range(from..=upto) {
            let (key, bytes) = entry.map_err(fault)?;
            if keys::table_of(&key) == Some(game) {
                return line(&key, &bytes).map(Some);
            }
        }
        Ok(None)
    }

    /// Everybody's ratings in this scope, in the order of person and variant.
    pub fn ratings_in(&self, scope: Scope) -> Result<Vec<(PersonId, Variant, Rating)>, CommitError> {
        let mut ratings = Vec::new();
        for entry in self.trees.ratings.scan_prefix(keys::scope(scope)) {
            let (key, bytes) = entry.map_err(fault)?;
            let read = rating(&key, &bytes).inspect_err(|why| tracing::error!("{why}; it is left out"));
            ratings.extend(read);
        }
        Ok(ratings)
    }

    /// One person's rating in every variant they have rated games of, in this scope.
    pub fn ratings_of(&self, scope: Scope, person: PersonId) -> Result<Vec<(Variant, Rating)>, CommitError> {
        let mut ratings = Vec::new();
        for entry in self.trees.ratings.scan_prefix(keys::rated(scope, person)) {
            let (key, bytes) = entry.map_err(fault)?;
            let read = rating(&key, &bytes).inspect_err(|why| tracing::error!("{why}; it is left out"));
            ratings.extend(read.map(|(_, variant, rating)| (variant, rating)));
        }
        Ok(ratings)
    }

    /// Everybody's points in a chat.
    pub fn points_in(&self, chat: ChatId) -> Result<Vec<(PersonId, i32)>, CommitError> {
        let mut points = Vec::new();
        for entry in self.trees.points.scan_prefix(keys::chat(chat)) {
            let (key, bytes) = entry.map_err(fault)?;
            let person = keys::last_person(&key).ok_or_else(|| fault(format!("points with the key {key:?}")))?;
            let read =
                PointsRecord::from_bytes(&bytes).map_err(|why| fault(format!("points of person {person}: {why}")));
            let read = read.inspect_err(|why| tracing::error!("{why}; it is left out"));
            points.extend(read.map(|record| (person, record.points)));
        }
        Ok(points)
    }

    /// What moves to a chat's new id.
    ///
    /// Somebody who has played under both ids keeps the rating with more games behind it, and the points of both.
    pub fn migrated_books(&self, from: ChatId, to: ChatId) -> Result<Books, CommitError> {
        let mut books = Books::default();
        let mut people = Vec::new();
        for (person, variant, rating) in self.ratings_in(Scope::Chat(from))? {
            people.push(person);
            let there = self.account_in(to, person, variant, &books)?.here;
            books.ratings_gone.push(keys::rating(Scope::Chat(from), person, variant));
            if rating.games >= there.games {
                let record = RatingRecord::from(rating).to_bytes().map_err(fault)?;
                books.ratings.insert(keys::rating(Scope::Chat(to), person, variant), record);
            }
        }
        let there: BTreeMap<PersonId, i32> = self.points_in(to)?.into_iter().collect();
        for (person, points) in self.points_in(from)? {
            let points = points.saturating_add(there.get(&person).copied().unwrap_or(0));
            books.points_gone.push(keys::points(from, person).to_vec());
            let record = PointsRecord { points }.to_bytes().map_err(fault)?;
            books.points.insert(keys::points(to, person).to_vec(), record);
        }
        // Who played in the old chat stands in its games: a friendly game leaves no rating and no points.
        people.extend(self.players_in(from)?);
        people.sort_unstable();
        people.dedup();
        for person in people {
            for line in self.ledger_of(person)?.into_iter().filter(|line| line.chat == from) {
                let (at, game) = (line.at, line.game);
                let record = LineRecord::from(&Line { chat: to, ..line }).to_bytes().map_err(fault)?;
                books.ledger.insert(keys::line(person, at, game).to_vec(), record);
            }
        }
        Ok(books)
    }
}

/// A table's game, if it has a result for somebody: not while it goes on, nor if it was closed without one, nor if two shared one
/// phone, for nobody knows who they were. `at` is when it ended.
fn played(table: &Table, at: Time) -> Option<Played> {
    let Stage::Game(game) = &table.stage else { return None };
    let Some(Finish::End(end)) = game.finish else { return None };
    let is_anybodys = !game.on_one_phone() && Seat::BOTH.iter().any(|&seat| game.person_on(seat).is_some());
    is_anybodys.then(|| Played {
        game: table.id,
        chat: table.place.chat,
        variant: game.setup.variant(),
        players: game.players,
        end,
        plies: game.plies.len(),
        // A clock that was set back does not put the end before the last move.
        at: at.max(game.moved),
        stakes: game.stakes,
        tournament: game.cup.is_some(),
    })
}

fn is_rated(line: &Line, opponent: PersonId) -> bool {
    line.rating.is_ok() && line.opponent == Player::Person(opponent)
}

/// A line by its key and record.
fn line(key: &[u8], bytes: &[u8]) -> Result<Line, CommitError> {
    let (person, at, game) = keys::line_parts(key).ok_or_else(|| fault(format!("a ledger with the key {key:?}")))?;
    let line = LineRecord::from_bytes(bytes).and_then(|record| record.into_line(person, at, game));
    line.map_err(|why| fault(format!("game {game} of person {person}: {why}")))
}

/// A rating by its key and record.
fn rating(key: &[u8], bytes: &[u8]) -> Result<(PersonId, Variant, Rating), CommitError> {
    let (person, word) = keys::rating_parts(key).ok_or_else(|| fault(format!("a rating with the key {key:?}")))?;
    let read = || {
        let record = RatingRecord::from_bytes(bytes)?;
        let variant = word.parse().map_err(|_| RecordError::Word { what: "game", word: word.to_owned() })?;
        Ok::<_, RecordError>((person, variant, Rating::from(record)))
    };
    read().map_err(|why| fault(format!("rating of person {person}: {why}")))
}
