//! What the program remembers of a table beside the record: who is picking what, and what its message looks like now.
//! Nothing here is worth saving: after a restart a picker starts anew.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use tokio::sync::OwnedMutexGuard;

use super::MessageId;
use crate::coach::Hint;
use crate::people::PersonId;
use crate::referee::{Event, GameId};
use crate::render::Picture;
use crate::rules::Move;

/// A table's desk.
#[derive(Clone, Debug, Default)]
pub(super) struct Desk {
    /// A prefix of a move's notation: what has been picked.
    pub picking: String,
    /// A legal move that loses at once, waiting to be confirmed.
    pub confirming: Option<Move>,
    /// A good move, and the game's turn it is for.
    pub hint: Option<(u32, Hint)>,
    /// What happened with the last command, for the caption.
    pub news: Vec<Event>,
    /// Somebody waits for what happened: the board is posted anew if it would not be seen otherwise.
    pub notify: bool,
    /// It happened after a pause in which people looked elsewhere.
    pub paused: bool,
    /// Only the picker changed since the board was shown.
    pub only_picked: bool,
    /// Counts every change of the desk, so that a board knows whether it is behind.
    pub turns: u64,
    /// How often a new message was asked for, and how many of these wishes have been met.
    pub asked: u64,
    pub met: u64,
    /// What the message shows, if this run has sent it.
    pub shown: Option<ShownDesk>,
    /// A message that has shown the table until another was taken for its board; it has not been said to be old yet.
    pub older: Option<MessageId>,
    /// Who wanted to close the game, and when: they are asked once more (`None`: an anonymous admin).
    pub closing: Option<(Option<PersonId>, Instant)>,
    /// The press that was carried out last, and when: the same one again at once is a double tap.
    pub last_press: Option<(PersonId, String, Instant)>,
}

/// A message as it was sent last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ShownDesk {
    pub turns: u64,
    pub scene: Option<Picture>,
}

impl Desk {
    /// The next board is a new message, whatever the chat's habit.
    pub fn ask_anew(&mut self) {
        self.asked += 1;
        self.turns += 1;
    }

    /// Forgets a picked animal, a hint and a move to be confirmed: the position has changed.
    pub fn clear(&mut self) {
        self.picking.clear();
        self.hint = None;
        self.confirming = None;
    }
}

/// With more desks than this, the half that nobody has touched for longest is cleared: their tables are shown whole when they are
/// shown again.
const MOST: usize = 5_000;

/// The desks of all tables in use.
#[derive(Default)]
pub(super) struct Desks(Mutex<Office>);

#[derive(Default)]
struct Office {
    /// Counts touches.
    clock: u64,
    /// Each with when it was touched last.
    desks: HashMap<GameId, (Desk, u64)>,
}

impl Desks {
    pub fn with<T>(&self, id: GameId, act: impl FnOnce(&mut Desk) -> T) -> T {
        let office = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if office.desks.len() >= MOST && !office.desks.contains_key(&id) {
            let mut touches: Vec<u64> = office.desks.values().map(|(_, touched)| *touched).collect();
            let (_, &mut middle, _) = touches.select_nth_unstable(MOST / 2);
            office.desks.retain(|_, (_, touched)| *touched > middle);
        }
        office.clock += 1;
        let (desk, touched) = office.desks.entry(id).or_default();
        *touched = office.clock;
        act(desk)
    }

    /// A copy of the desk as it is; looking leaves nothing behind.
    pub fn look(&self, id: GameId) -> Desk {
        let office = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        office.desks.get(&id).map(|(desk, _)| desk.clone()).unwrap_or_default()
    }

    /// Clears the desk of a table that has ended.
    pub fn forget(&self, id: GameId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).desks.remove(&id);
    }
}

/// One lock for each table, or whatever it is: between reading it and saving it nobody else touches it.
pub(super) struct Locks<K>(Mutex<HashMap<K, Arc<tokio::sync::Mutex<()>>>>);

impl<K> Default for Locks<K> {
    fn default() -> Locks<K> {
        Locks(Mutex::default())
    }
}

impl<K: Eq + Hash> Locks<K> {
    pub async fn lock(&self, id: K) -> OwnedMutexGuard<()> {
        let lock = {
            let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            // A lock nobody holds or waits for is referenced by this map alone.
            if locks.len() > 1024 {
                locks.retain(|_, lock| Arc::strong_count(lock) > 1);
            }
            Arc::clone(locks.entry(id).or_default())
        };
        lock.lock_owned().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_so_many_desks_are_kept_and_those_in_use_stay() {
        let desks = Desks::default();
        for id in 0..3 * MOST as u64 {
            desks.with(GameId(id), |desk| desk.turns = 1);
            desks.with(GameId(0), |desk| desk.turns += 1);
            assert!(desks.0.lock().expect("no panic").desks.len() <= MOST);
        }
        assert_eq!(desks.look(GameId(0)).turns, 3 * MOST as u64 + 1, "it was in use all the time");
        assert_eq!((desks.look(GameId(1)).turns, desks.look(GameId(3 * MOST as u64 - 1)).turns), (0, 1));
        desks.forget(GameId(0));
        assert_eq!(desks.look(GameId(0)).turns, 0);
    }
}
