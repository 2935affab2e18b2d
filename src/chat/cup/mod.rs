//! A cup in the conversation: what is asked of it (`wish`), its message (`post`), its table (`standings`) or tree (`bracket`), its log (`log`), and what
//! is said in one sentence (`say`).

mod bracket;
mod log;
mod post;
mod say;
mod standings;
mod wish;

pub use post::{cup, past as past_cup};
pub use say::{CupDone, CupNotice, Twice};
pub use wish::{CupWish, FormWish, Opening, Ruling};

pub(super) use log::log;
pub(super) use say::words;
pub(super) use standings::listing;
pub(super) use wish::read;

use super::Names;
use super::name::{Voice, shorten};
use crate::book::cup::Cup;
use crate::i18n::{escape, isolate};
use crate::people::{Lang, PersonId, Time};

/// Everything the message of a cup depends on.
pub struct CupView<'a> {
    pub cup: &'a Cup,
    pub names: &'a dyn Names,
    pub lang: Lang,
    pub now: Time,
}

/// A voice that speaks of a cup's entries.
#[derive(Copy, Clone)]
pub(super) struct Speaker<'a> {
    pub cup: &'a Cup,
    pub voice: Voice<'a>,
    /// The longest name, in characters: the fewer there is room for, the shorter.
    pub longest: usize,
}

impl Speaker<'_> {
    /// A person's name, as HTML.
    pub fn person(self, id: PersonId) -> String {
        let known = self.voice.names.name(id).map(|name| shorten(&name, self.longest)).filter(|name| !name.is_empty());
        let name = known.map_or_else(|| self.voice.person(id), |name| isolate(&name));
        escape(&name).into_owned()
    }

    /// A team's name, or that of the person who plays alone, as HTML.
    pub fn entry(self, index: usize) -> String {
        match self.cup.entries.get(index) {
            Some(entry) => match (&entry.team, entry.members.first()) {
                (Some(team), _) => escape(&isolate(&shorten(team, self.longest))).into_owned(),
                (None, Some(&member)) => self.person(member),
                (None, None) => String::new(),
            },
            None => String::new(),
        }
    }

    /// Those who sit on one side of a board, as HTML. A side is empty when whoever sat there has been forgotten.
    pub fn crew(self, crew: &[PersonId]) -> String {
        let crew = if crew.is_empty() { &[PersonId::FORGOTTEN] } else { crew };
        let names: Vec<String> = crew.iter().map(|&id| self.person(id)).collect();
        names.join(&self.voice.word("list-gap"))
    }
}
