//! A game as a record.

use super::{Finish, Game, GameId};
use crate::book::{Close, Entry, Record};
use crate::people::{ChatKind, Date};

impl Game {
    /// The record of this game as it is now: its number, the kind of chat it is played in, and the names of its players by seat.
    pub fn record(&self, id: GameId, place: ChatKind, names: [String; 2]) -> Record {
        // Without a clock it is nobody's business how long somebody thought.
        let thought = |n: usize| self.clock.as_ref().and(self.thought.get(n));
        let took = |n: usize| thought(n).map(|millis| millis / 1000);
        Record {
            game: Some(id),
            date: Some(Date::of(self.started)),
            place: Some(place),
            names: names.map(|name| Record::clean(&name)),
            setup: self.setup,
            fen: None,
            time_control: self.clock.as_ref().map(|clock| clock.control),
            plies: self.plies.iter().enumerate().map(|(n, &ply)| Entry { ply, took: took(n) }).collect(),
            close: match self.finish {
                None => Close::Ongoing,
                Some(Finish::End(end)) => Close::End(end),
                Some(Finish::Void { .. } | Finish::Forgotten) => Close::Void,
            },
        }
    }
}
