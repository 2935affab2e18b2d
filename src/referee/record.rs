//! A game as a record.

use super::{Finish, Game, GameId};
use crate::book::{Close, Entry, Record, TimeControl};
use crate::people::{ChatKind, Date};
use crate::rules::Seat;

impl Game {
    /// The record of this game as it is now: its number, the kind of chat it is played in, and the names of its players by seat.
    pub fn record(&self, id: GameId, place: ChatKind, names: [String; 2]) -> Record {
        Record {
            game: Some(id),
            date: Some(Date::of(self.started)),
            place: Some(place),
            names: names.map(|name| Record::clean(&name)),
            setup: self.setup,
            fen: None,
            time_control: self.clock.as_ref().map(|clock| clock.control.to_string()),
            plies: self
                .plies
                .iter()
                .zip(self.clocks().chain(std::iter::repeat(None)))
                .map(|(&ply, clock)| Entry { ply, clock })
                .collect(),
            close: match self.finish {
                None => Close::Ongoing,
                Some(Finish::End(end)) => Close::End(end),
                Some(Finish::Void { .. } | Finish::Forgotten) => Close::Void,
            },
        }
    }

    /// What was left to its side after each ply, in whole seconds, as far as it was timed. Moves taken back are not in it.
    fn clocks(&self) -> impl Iterator<Item = Option<u32>> + '_ {
        let control = self.clock.as_ref().map(|clock| clock.control);
        let mut left = [control.map_or(0, TimeControl::full); 2];
        self.thought.iter().zip(Seat::BOTH.into_iter().cycle()).map(move |(&thought, seat)| {
            let control = control.filter(|_| self.person_on(seat).is_some())?;
            let left = &mut left[seat.index()];
            let after = (*left - i64::from(thought)).max(0);
            *left = match control {
                TimeControl::Total { increment, .. } => after + increment,
                TimeControl::Unlimited | TimeControl::PerMove { .. } => *left,
            };
            let shown = if let TimeControl::Total { .. } = control { *left } else { after };
            u32::try_from(shown / 1000).ok()
        })
    }
}
