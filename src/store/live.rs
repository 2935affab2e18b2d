//! The tables that still matter, in memory: whose they are and where, for lists and limits.
//!
//! Rebuilt from the records when the store opens; afterwards the writer thread keeps it in step with what it saves.

use std::collections::{BTreeMap, BTreeSet};

use super::Census;
use super::records::{StageRecord, TableRecord};
use crate::people::{ChatId, Limits, PersonId};
use crate::referee::{GameId, LimitOf, Refusal};

/// What lists and limits need to know of a table that is open, running, or ended but not shown so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub chat: ChatId,
    pub role: Role,
}

/// How a table counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// An open challenge of this person.
    Challenge { by: PersonId },
    /// A running game of these people: two, or one who plays the AI or both sides.
    Game { people: BTreeSet<PersonId> },
    /// It has ended, and the last that was shown of it is older than that.
    Unshown,
}

/// Tables as they would be after a change; `None`: not live any more.
pub(super) type After = BTreeMap<GameId, Option<Entry>>;

/// The live tables.
#[derive(Debug, Default)]
pub(super) struct Index {
    entries: BTreeMap<GameId, Entry>,
    by_chat: BTreeSet<(ChatId, GameId)>,
    by_person: BTreeSet<(PersonId, GameId)>,
}

impl Entry {
    /// The entry of a table, or `None` if the table needs none: it has ended, and that has been shown.
    pub fn of(record: &TableRecord) -> Option<Entry> {
        let role = match &record.stage {
            StageRecord::Open(challenge) => Role::Challenge { by: PersonId(challenge.by) },
            StageRecord::Game(game) if game.finish.is_none() => Role::Game { people: game.people() },
            _ if record.shown.is_none_or(|shown| shown.version < record.version) => Role::Unshown,
            _ => return None,
        };
        Some(Entry { chat: ChatId(record.chat), role })
    }

    fn people(&self) -> impl Iterator<Item = PersonId> + '_ {
        let people = match &self.role {
            Role::Game { people } => Some(people),
            Role::Challenge { .. } | Role::Unshown => None,
        };
        people.into_iter().flatten().copied()
    }

    /// An open challenge, whoever it is for, or a running game of this person.
    pub fn is_open_to(&self, person: PersonId) -> bool {
        self.is_challenge() || self.is_played_by(person)
    }

    fn is_challenge(&self) -> bool {
        matches!(self.role, Role::Challenge { .. })
    }

    /// A game that goes on.
    pub fn is_running(&self) -> bool {
        matches!(self.role, Role::Game { .. })
    }

    fn is_played_by(&self, person: PersonId) -> bool {
        self.people().any(|player| player == person)
    }

    /// Open or running, in contrast to ended but unshown.
    pub fn is_live(&self) -> bool {
        self.role != Role::Unshown
    }
}

impl Index {
    /// Puts a table in, changes it or takes it out.
    pub fn set(&mut self, id: GameId, entry: Option<Entry>) {
        if let Some(old) = self.entries.remove(&id) {
            self.by_chat.remove(&(old.chat, id));
            for person in old.people() {
                self.by_person.remove(&(person, id));
            }
        }
        if let Some(entry) = entry {
            self.by_chat.insert((entry.chat, id));
            self.by_person.extend(entry.people().map(|person| (person, id)));
            self.entries.insert(id, entry);
        }
    }

    /// The tables of a chat, oldest first, with those that are ended but unshown.
    pub fn in_chat(&self, chat: ChatId) -> impl Iterator<Item = GameId> + '_ {
        self.by_chat.range((chat, GameId(0))..=(chat, GameId(u64::MAX))).map(|&(_, id)| id)
    }

    /// The tables whose entry is like this, oldest first.
    pub fn filter<'a>(&'a self, wanted: impl Fn(&Entry) -> bool + 'a) -> impl Iterator<Item = GameId> + 'a {
        self.entries.iter().filter(move |(_, entry)| wanted(entry)).map(|(&id, _)| id)
    }

    /// How many tables are live.
    pub fn census(&self) -> Census {
        let mut census = Census::default();
        for entry in self.entries.values() {
            match entry.role {
                Role::Challenge { .. } => census.challenges += 1,
                Role::Game { .. } => census.games += 1,
                Role::Unshown => {}
            }
        }
        census
    }

    pub fn get(&self, id: GameId) -> Option<&Entry> {
        self.entries.get(&id)
    }

    /// Whether a change keeps within the limits. Only what it adds is asked about: a challenge that was open or a game
    /// that was running before may change freely, even if a limit has been lowered since. Games of cups (`free`) do not count.
    pub fn check(&self, after: &After, limits: &Limits, free: &dyn Fn(GameId) -> bool) -> Result<(), Refusal> {
        let added = after.iter().filter_map(|(id, entry)| Some((self.get(*id), entry.as_ref()?)));
        for (before, entry) in added {
            match &entry.role {
                Role::Challenge { .. } if before != Some(entry) => {
                    let max = limits.challenges_per_person;
                    let open = self.count(self.in_chat(entry.chat), after, free, |other| other == entry);
                    within(open, max, || Refusal::TooManyChallenges { max })?;
                    let max = limits.challenges_per_chat;
                    let here = |other: &Entry| other.chat == entry.chat && other.is_challenge();
                    let open = self.count(self.in_chat(entry.chat), after, free, here);
                    within(open, max, || Refusal::TooManyChallengesHere { max })?;
                }
                Role::Game { people } if !before.is_some_and(Entry::is_running) => {
                    self.check_game(entry, people, after, limits, free)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether there is room for this new game of these people.
    fn check_game(
        &self,
        game: &Entry,
        people: &BTreeSet<PersonId>,
        after: &After,
        limits: &Limits,
        free: &dyn Fn(GameId) -> bool,
    ) -> Result<(), Refusal> {
        let too_many = |who, max| move || Refusal::TooManyGames { who, max };
        for &person in people {
            let max = limits.games_per_person;
            let games = self.count(self.of_person(person), after, free, |other| other.is_played_by(person));
            within(games, max, too_many(LimitOf::Person(person), max))?;
        }
        if let (Some(&one), 2) = (people.first(), people.len()) {
            let max = limits.games_per_pair;
            let games = self.count(self.of_person(one), after, free, |other| other.role == game.role);
            within(games, max, too_many(LimitOf::Pair, max))?;
        }
        let max = limits.games_per_chat;
        let running = |other: &Entry| other.chat == game.chat && other.is_running();
        let games = self.count(self.in_chat(game.chat), after, free, running);
        within(games, max, too_many(LimitOf::Chat, max))
    }

    /// The running games of a person.
    pub fn of_person(&self, person: PersonId) -> impl Iterator<Item = GameId> + '_ {
        self.by_person.range((person, GameId(0))..=(person, GameId(u64::MAX))).map(|&(_, id)| id)
    }

    /// How many tables like `wanted` there would be after the change; `before` are those that may be so now.
    fn count(
        &self,
        before: impl Iterator<Item = GameId>,
        after: &After,
        free: &dyn Fn(GameId) -> bool,
        wanted: impl Fn(&Entry) -> bool,
    ) -> usize {
        let unchanged = before.filter(|id| !after.contains_key(id) && !free(*id)).filter_map(|id| self.get(id));
        unchanged.chain(after.values().flatten()).filter(|entry| wanted(entry)).count()
    }
}

fn within(count: usize, max: usize, refusal: impl FnOnce() -> Refusal) -> Result<(), Refusal> {
    if count <= max { Ok(()) } else { Err(refusal()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn challenge(chat: i64, by: u64) -> Option<Entry> {
        Some(Entry { chat: ChatId(chat), role: Role::Challenge { by: PersonId(by) } })
    }

    fn game(chat: i64, people: &[u64]) -> Option<Entry> {
        let people = people.iter().map(|&id| PersonId(id)).collect();
        Some(Entry { chat: ChatId(chat), role: Role::Game { people } })
    }

    fn index(entries: impl IntoIterator<Item = Option<Entry>>) -> Index {
        let mut index = Index::default();
        for (n, entry) in (1..).zip(entries) {
            index.set(GameId(n), entry);
        }
        index
    }

    fn check(index: &Index, after: &[(u64, Option<Entry>)], limits: &Limits) -> Result<(), Refusal> {
        index.check(&after.iter().map(|(id, entry)| (GameId(*id), entry.clone())).collect(), limits, &|_| false)
    }

    fn limits() -> Limits {
        Limits {
            challenges_per_person: 2,
            challenges_per_chat: 5,
            games_per_person: 3,
            games_per_pair: 2,
            games_per_chat: 4,
            ..Limits::default()
        }
    }

    #[test]
    fn challenges_are_counted_by_person_and_chat() {
        let index = index([challenge(1, 10), challenge(1, 10), challenge(1, 11), challenge(2, 10)]);
        assert_eq!(check(&index, &[(9, challenge(1, 10))], &limits()), Err(Refusal::TooManyChallenges { max: 2 }));
        assert_eq!(check(&index, &[(9, challenge(1, 11))], &limits()), Ok(()));
        assert_eq!(check(&index, &[(9, challenge(2, 10))], &limits()), Ok(()));
        assert_eq!(check(&index, &[(9, challenge(2, 10)), (1, None)], &limits()), Ok(()));
        assert_eq!(check(&index, &[(9, challenge(1, 10)), (1, None)], &limits()), Ok(()), "one closes, one opens");
    }

    #[test]
    fn challenges_are_counted_by_chat() {
        let index = index([challenge(1, 10), challenge(1, 11), challenge(1, 12), challenge(1, 13), challenge(1, 14)]);
        assert_eq!(check(&index, &[(9, challenge(1, 15))], &limits()), Err(Refusal::TooManyChallengesHere { max: 5 }));
        assert_eq!(check(&index, &[(9, challenge(2, 15))], &limits()), Ok(()), "another chat");
        assert_eq!(
            check(&index, &[(9, challenge(1, 15)), (1, game(1, &[10, 16]))], &limits()),
            Ok(()),
            "one is accepted"
        );
    }

    #[test]
    fn games_are_counted_by_person_everywhere() {
        let index = index([game(1, &[10]), game(2, &[10, 11]), game(3, &[10, 12]), challenge(4, 13)]);
        let refused = Err(Refusal::TooManyGames { who: LimitOf::Person(PersonId(10)), max: 3 });
        assert_eq!(check(&index, &[(9, game(5, &[10]))], &limits()), refused);
        assert_eq!(check(&index, &[(4, game(4, &[13, 10]))], &limits()), refused, "a challenge becomes a game");
        assert_eq!(check(&index, &[(4, game(4, &[13, 11]))], &limits()), Ok(()));
        assert_eq!(check(&index, &[(9, game(5, &[10])), (1, None)], &limits()), Ok(()), "a rematch replaces a game");
    }

    #[test]
    fn games_are_counted_by_pair_but_one_phone_is_no_pair() {
        let index = index([game(1, &[10, 11]), game(2, &[11, 10]), game(1, &[12]), game(2, &[12])]);
        let refused = Err(Refusal::TooManyGames { who: LimitOf::Pair, max: 2 });
        assert_eq!(check(&index, &[(9, game(3, &[10, 11]))], &limits()), refused);
        assert_eq!(check(&index, &[(9, game(3, &[10, 12]))], &limits()), Ok(()));
        assert_eq!(check(&index, &[(9, game(3, &[12]))], &limits()), Ok(()));
    }

    #[test]
    fn games_of_cups_are_not_counted() {
        let index = index([game(1, &[10, 11]), game(1, &[11, 10]), game(1, &[10, 12]), game(1, &[1])]);
        let after = After::from([(GameId(9), game(1, &[10, 11]))]);
        assert!(index.check(&after, &limits(), &|_| false).is_err());
        assert!(index.check(&after, &limits(), &|id| id.0 == 3).is_err(), "three of the pair are left");
        assert_eq!(index.check(&after, &limits(), &|id| id.0 <= 2), Ok(()));
    }

    #[test]
    fn games_are_counted_by_chat() {
        let index = index([game(1, &[1]), game(1, &[2]), game(1, &[3]), game(1, &[4]), challenge(1, 5)]);
        let refused = Err(Refusal::TooManyGames { who: LimitOf::Chat, max: 4 });
        assert_eq!(check(&index, &[(5, game(1, &[5, 6]))], &limits()), refused);
        assert_eq!(check(&index, &[(5, game(2, &[5, 6]))], &limits()), Ok(()));
    }

    #[test]
    fn what_was_there_before_may_change_even_past_a_lowered_limit() {
        let index = index([game(1, &[10, 11]), challenge(1, 10), challenge(1, 10)]);
        let none = Limits {
            challenges_per_person: 0,
            challenges_per_chat: 0,
            games_per_person: 0,
            games_per_pair: 0,
            games_per_chat: 0,
            ..limits()
        };
        let same = [(1, game(1, &[10, 11])), (2, challenge(1, 10)), (3, challenge(1, 10))];
        assert_eq!(check(&index, &same, &none), Ok(()));
    }

    #[test]
    fn taking_a_table_out_leaves_no_trace() {
        let mut index = index([game(1, &[10, 11]), challenge(1, 10)]);
        for id in [1, 2] {
            index.set(GameId(id), None);
        }
        assert!(index.entries.is_empty() && index.by_chat.is_empty() && index.by_person.is_empty());
    }
}
