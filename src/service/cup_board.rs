//! A cup's message: what it should look like now, and getting it there.

use tokio::time::Instant;

use super::mutes::Stand;
use super::outbox::{Delivery, Item};
use super::refused::{Refused, Remedy};
use super::{EditPart, Messenger, SendError, Service, now};
use crate::book::CupId;
use crate::chat::{self, CupView};
use crate::people::PersonId;
use crate::store::{CommitError, CupShown, StoredCup};

impl<M: Messenger> Service<M> {
    /// Whether a cup's message is behind, or wanted anew.
    pub(super) async fn cup_is_behind(&self, id: CupId) -> bool {
        match self.0.store.cup(id).await {
            Ok(Some(stored)) => {
                self.0.cups.is_asked(id) || stored.shown.is_none_or(|shown| shown.version < stored.version)
            }
            Ok(None) => false,
            // Said where it is delivered.
            Err(_) => true,
        }
    }

    /// Brings a cup's message up to date. Each chapter is a message of its own, so that people are told of it.
    pub(super) async fn deliver_cup(
        &self,
        id: CupId,
        asked_by: Option<PersonId>,
        since: Option<Instant>,
    ) -> Result<Delivery, CommitError> {
        let Some(stored) = self.0.store.cup(id).await? else { return Ok(Delivery::Done) };
        let StoredCup { cup, version, shown } = &stored;
        let place = cup.place;
        let Some(chat) = self.0.store.chat(place.chat).await?.filter(|chat| chat.active && self.serves(chat.id)) else {
            return Ok(Delivery::Done);
        };
        let names = self.names([], cup.people()).await?;
        let view = CupView { cup, names: &names, lang: self.lang_of(&chat), now: now() };
        let post = chat::cup(&view);
        let drawn = self.draw(place, post, None).await;
        let chapter = cup.chapter();
        let asked = self.0.cups.is_asked(id);
        let old = shown.filter(|shown| shown.chapter == chapter && !asked);
        self.goes_out(since);
        let sent = match old {
            None => self.0.messenger.send(place, &drawn).await,
            Some(old) => match self.0.messenger.edit(place.chat, old.message, &drawn, EditPart::All).await {
                Ok(()) | Err(SendError::NotModified) => Ok(old.message),
                Err(error) => Err(error),
            },
        };
        match sent {
            Ok(message) => {
                self.saw(place, message);
                self.0.cups.met(id);
                match old {
                    Some(_) => self.0.mutes.shown(place, Stand::Cup(id)),
                    None => self.got_through(place),
                }
                if let Some(old) = shown.filter(|old| old.message != message) {
                    let post = chat::past_cup(&view, old.chapter);
                    self.push(place.chat, Item::Retire { chat: place.chat, message: old.message, post });
                }
                self.0.store.mark_cup_shown(id, CupShown { message, version: *version, chapter }).await?;
                Ok(Delivery::Done)
            }
            Err(error) => {
                let (edited, pictured, stand) = (old.is_some(), drawn.png.is_some(), Some(Stand::Cup(id)));
                // Rounds end by themselves too: then it is the organizer who has to know.
                let people = [asked_by.unwrap_or(cup.organizer)].into();
                let refused = Refused { place, edited, pictured, stand, people };
                Ok(match self.remedy(error, refused).await? {
                    Remedy::Leave(delivery) => delivery,
                    // In a chat's new id everything is shown anew.
                    Remedy::MayNotWrite | Remedy::Moved(_) => Delivery::Done,
                    Remedy::Anew => {
                        self.0.cups.ask_anew(id);
                        Delivery::Again
                    }
                    Remedy::InWords => Delivery::Again,
                    Remedy::OutsideTopic => {
                        self.0.store.cup_leaves_topic(id).await?;
                        Delivery::Again
                    }
                })
            }
        }
    }
}
