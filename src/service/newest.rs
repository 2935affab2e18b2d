//! The newest message seen in each place, for as many places as are of interest.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::MessageId;
use crate::people::Place;

/// With more places than this, the half that was quiet longest is forgotten: their boards count as not scrolled away.
const MOST: usize = 20_000;

/// The newest message of a place, and when it came.
#[derive(Default)]
pub(super) struct Newest(Mutex<Places>);

#[derive(Default)]
struct Places {
    /// Counts messages; a place with a small stamp has been quiet for long.
    clock: u64,
    by_place: HashMap<Place, (MessageId, u64)>,
}

impl Newest {
    /// Remembers that this message stands in its place.
    pub fn saw(&self, place: Place, message: MessageId) {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        places.clock += 1;
        let now = places.clock;
        let (newest, stamp) = places.by_place.entry(place).or_insert((message, now));
        (*newest, *stamp) = (message.max(*newest), now);
        if places.by_place.len() > MOST {
            let mut stamps: Vec<u64> = places.by_place.values().map(|(_, stamp)| *stamp).collect();
            let (_, &mut middle, _) = stamps.select_nth_unstable(MOST / 2);
            places.by_place.retain(|_, (_, stamp)| *stamp > middle);
        }
    }

    pub fn of(&self, place: Place) -> Option<MessageId> {
        let places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        places.by_place.get(&place).map(|(newest, _)| *newest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::ChatId;

    fn place(chat: usize) -> Place {
        Place { chat: ChatId(-i64::try_from(chat).expect("small")), thread: None }
    }

    #[test]
    fn the_newest_is_the_highest_whatever_comes_first() {
        let newest = Newest::default();
        newest.saw(place(1), 7);
        newest.saw(place(1), 5);
        assert_eq!((newest.of(place(1)), newest.of(place(2))), (Some(7), None));
    }

    #[test]
    fn quiet_places_are_forgotten_before_busy_ones() {
        let newest = Newest::default();
        for chat in 0..=MOST {
            newest.saw(place(chat), 1);
            newest.saw(place(0), 1);
        }
        assert!(newest.0.lock().expect("no panic").by_place.len() <= MOST / 2);
        assert_eq!([0, 1, MOST].map(|chat| newest.of(place(chat)).is_some()), [true, false, true]);
    }
}
