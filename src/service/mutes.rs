//! Places in which the bot may not write just now: what waits to be shown there, and who has been told.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::outbox::Item;
use crate::book::CupId;
use crate::people::{ChatId, PersonId, Place};
use crate::referee::GameId;

/// So long after a refusal nothing new is sent to a place; then it is tried once more.
const PATIENCE: Duration = Duration::from_secs(60);

/// What stands in a message of its own that is brought up to date.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stand {
    Table(GameId),
    Cup(CupId),
}

impl From<Stand> for Item {
    fn from(stand: Stand) -> Item {
        match stand {
            Stand::Table(id) => Item::Show(id),
            Stand::Cup(id) => Item::ShowCup(id),
        }
    }
}

/// The places.
#[derive(Default)]
pub(super) struct Mutes(Mutex<HashMap<Place, Mute>>);

struct Mute {
    refused: Instant,
    told: BTreeSet<PersonId>,
    waiting: BTreeSet<Stand>,
}

impl Mute {
    fn is_due(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.refused) >= PATIENCE
    }
}

impl Mutes {
    /// Telegram refused a message here.
    pub fn refused(&self, place: Place, now: Instant) {
        let fresh = || Mute { refused: now, told: BTreeSet::new(), waiting: BTreeSet::new() };
        self.with().entry(place).or_insert_with(fresh).refused = now;
    }

    /// These people wait for something here, perhaps for what stands there: those of them who have not been told why nothing comes.
    pub fn wait(&self, place: Place, stand: Option<Stand>, people: BTreeSet<PersonId>) -> Vec<PersonId> {
        let mut places = self.with();
        let Some(mute) = places.get_mut(&place) else { return Vec::new() };
        mute.waiting.extend(stand);
        people.into_iter().filter(|person| mute.told.insert(*person)).collect()
    }

    /// Whether nothing new should be sent here for now.
    pub fn is_mute(&self, place: Place, now: Instant) -> bool {
        self.with().get(&place).is_some_and(|mute| !mute.is_due(now))
    }

    /// Whether this could not be shown here.
    pub fn waits(&self, place: Place, stand: Stand) -> bool {
        self.with().get(&place).is_some_and(|mute| mute.waiting.contains(&stand))
    }

    /// This is shown after all.
    pub fn shown(&self, place: Place, stand: Stand) {
        if let Some(mute) = self.with().get_mut(&place) {
            mute.waiting.remove(&stand);
        }
    }

    /// Something stirs here: what waits, if it is time to try again.
    pub fn due(&self, place: Place, now: Instant) -> Vec<Stand> {
        let places = self.with();
        let due = places.get(&place).filter(|mute| mute.is_due(now));
        due.map(|mute| mute.waiting.iter().copied().collect()).unwrap_or_default()
    }

    /// A message got through here: what has waited for it.
    pub fn is_over(&self, place: Place) -> BTreeSet<Stand> {
        self.with().remove(&place).map(|mute| mute.waiting).unwrap_or_default()
    }

    /// The bot has been let in again.
    pub fn is_over_in(&self, chat: ChatId) {
        self.with().retain(|place, _| place.chat != chat);
    }

    fn with(&self) -> MutexGuard<'_, HashMap<Place, Mute>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Place = Place { chat: ChatId(-1), thread: Some(7) };
    const TABLE: Stand = Stand::Table(GameId(3));
    const GENERAL: Place = Place { chat: ChatId(-1), thread: None };

    #[test]
    fn everybody_is_told_once_and_tables_are_tried_again_later() {
        let mutes = Mutes::default();
        let (ada, lei, now) = (PersonId(1), PersonId(2), Instant::now());
        assert!(mutes.wait(HERE, Some(TABLE), [ada].into()).is_empty(), "it may write");
        mutes.refused(HERE, now);
        assert_eq!(mutes.wait(HERE, Some(TABLE), [ada].into()), [ada]);
        assert_eq!(mutes.wait(HERE, None, [ada, lei].into()), [lei]);
        assert!(mutes.is_mute(HERE, now) && !mutes.is_mute(GENERAL, now));
        assert!(mutes.waits(HERE, TABLE) && mutes.due(HERE, now).is_empty());
        let later = now + PATIENCE;
        assert!(!mutes.is_mute(HERE, later));
        assert_eq!(mutes.due(HERE, later), [TABLE]);
        mutes.shown(HERE, TABLE);
        assert!(mutes.due(HERE, later).is_empty());
        assert!(mutes.is_over(GENERAL).is_empty());
        mutes.is_over_in(HERE.chat);
        mutes.refused(HERE, later);
        assert_eq!(mutes.wait(HERE, None, [ada].into()), [ada], "another silence is told again");
    }
}
