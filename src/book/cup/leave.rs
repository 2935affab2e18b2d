//! Leaving: by one's own word, by the referee's, or because one is forgotten (rule 6.5).

use super::handle::person;
use super::{Actor, Cup, Deed, Event, Left, Refusal, Stage};
use crate::people::{PersonId, Time};

impl Cup {
    pub(super) fn leave(&mut self, actor: Actor, now: Time) -> Result<Vec<Event>, Refusal> {
        let person = person(actor)?;
        let (entry, member) = self.entry_of(person).ok_or(Refusal::NotIn)?;
        if let Stage::Registration { .. } = self.stage {
            return Ok(self.unlist(entry, member));
        }
        self.check_there(entry)?;
        match self.entries[entry].captain() {
            // The captain speaks for the team.
            Some(captain) if captain != person => Err(Refusal::CaptainOnly { captain }),
            _ => Ok(self.withdraw(actor, entry, String::new(), now)),
        }
    }

    /// Takes out whoever is about to be forgotten. Where they are in nothing any more, nothing happens.
    pub(super) fn forget(&mut self, actor: Actor, now: Time) -> Result<Vec<Event>, Refusal> {
        let person = person(actor)?;
        let mut events = match self.entry_of(person) {
            Some((entry, member)) => self.vacate(actor, entry, member, now),
            None => Vec::new(),
        };
        if self.is_live() && self.organizer == person {
            events.extend(self.hand_over(actor, now));
        }
        Ok(events)
    }

    /// Nobody has this place any more. A team plays on with those who are there, until nobody is.
    fn vacate(&mut self, actor: Actor, entry: usize, member: usize, now: Time) -> Vec<Event> {
        if let Stage::Registration { .. } = self.stage {
            return self.unlist(entry, member);
        }
        if self.entries[entry].left.is_some() {
            return Vec::new();
        }
        if self.entries[entry].present().count() == 1 {
            return self.withdraw(actor, entry, String::new(), now);
        }
        self.entries[entry].members[member] = PersonId::FORGOTTEN;
        self.settle_absent();
        let mut events = vec![Event::Vacated { entry }];
        events.extend(self.go_on(now));
        events
    }

    /// The first on the list who is there becomes the organizer. Where nobody is, nobody will play.
    fn hand_over(&mut self, actor: Actor, now: Time) -> Vec<Event> {
        let Some(heir) = self.active().find_map(|entry| self.entries[entry].captain()) else {
            return self.call_off(actor, String::new(), now);
        };
        self.organizer = heir;
        self.note(now, Actor::Person { id: heir, admin: false }, Deed::TookOver, String::new());
        vec![Event::TookOver]
    }

    fn unlist(&mut self, entry: usize, member: usize) -> Vec<Event> {
        self.entries[entry].members.remove(member);
        self.entries.retain(|entry| !entry.members.is_empty());
        vec![Event::Unlisted]
    }

    /// Takes an entry out. With less than half of the round robin played, none of its matches counts; otherwise, and in the
    /// knock-out, the rest is lost (rule 6.5).
    pub(super) fn withdraw(&mut self, actor: Actor, entry: usize, why: String, now: Time) -> Vec<Event> {
        let meetings = (self.entries.len() - 1) * self.terms.form.legs();
        let how = if self.seeds.is_empty() && 2 * self.league_played(entry) < meetings {
            Left::Annulled
        } else {
            Left::Forfeits
        };
        self.entries[entry].left = Some(how);
        self.note(now, actor, Deed::Left { entry, how }, why);
        self.settle_absent();
        let mut events = vec![Event::Left { entry, how }];
        events.extend(self.go_on(now));
        events
    }
}
