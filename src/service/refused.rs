//! What is done when Telegram does not take something: one answer for boards, cups, analyses, films, records and words.

use std::collections::BTreeSet;
use std::sync::PoisonError;
use std::time::Instant;

use super::board::NameBook;
use super::mutes::Stand;
use super::outbox::{Delivery, Item};
use super::{MessageId, Messenger, SendError, Service};
use crate::chat::{self, Notice};
use crate::people::{Chat, ChatId, ChatKind, PersonId, Place};
use crate::store::{Change, CommitError};

/// Something that was not taken.
pub(super) struct Refused {
    pub place: Place,
    /// A message was to be changed; else it is a new one.
    pub edited: bool,
    /// It has a picture.
    pub pictured: bool,
    /// It is tried again when the bot may write there.
    pub stand: Option<Stand>,
    /// Who waits for it: told in private, once, if the bot may not write there.
    pub people: BTreeSet<PersonId>,
}

/// What may help.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Remedy {
    /// Nothing, or time alone.
    Leave(Delivery),
    /// Nothing here and now: the bot may not write. Whoever waits has been told.
    MayNotWrite,
    /// A new message: the one to change is gone, or cannot be changed like this.
    Anew,
    /// No picture.
    InWords,
    /// Not in the topic, which is gone.
    OutsideTopic,
    /// In the new id of the chat; what is saved has moved there already.
    Moved(ChatId),
}

impl Remedy {
    /// Carries it out for a message of its own. `None`: it has to do without its picture.
    pub fn redirect(self, place: &mut Place, reply_to: &mut Option<MessageId>) -> Option<Delivery> {
        match self {
            Remedy::Leave(delivery) => Some(delivery),
            Remedy::MayNotWrite => Some(Delivery::Done),
            Remedy::Anew | Remedy::InWords => None,
            Remedy::OutsideTopic => {
                place.thread = None;
                Some(Delivery::Again)
            }
            Remedy::Moved(to) => {
                (place.chat, *reply_to) = (to, None);
                Some(Delivery::Again)
            }
        }
    }
}

impl<M: Messenger> Service<M> {
    /// What may help something that was not taken; whatever has to be remembered and told about its place is.
    pub(super) async fn remedy(&self, error: SendError, refused: Refused) -> Result<Remedy, CommitError> {
        let Refused { place, edited, pictured, stand, people } = refused;
        Ok(match error {
            SendError::NoPictures(_) if pictured => {
                self.without_pictures(place.chat);
                // A photo cannot become a text.
                if edited { Remedy::Anew } else { Remedy::InWords }
            }
            SendError::MessageGone(_) | SendError::Refused(_) | SendError::NoPictures(_) if edited => {
                tracing::info!(chat = %place.chat, %error, "a message could not be changed: it is sent anew");
                Remedy::Anew
            }
            SendError::Forbidden(why) => {
                tracing::info!(chat = %place.chat, why, "the bot may not write here");
                // If pictures were refused before, it was for the same reason.
                self.0.pictureless.lock().unwrap_or_else(PoisonError::into_inner).remove(&place.chat);
                self.0.mutes.refused(place, Instant::now());
                self.cannot_write(place, stand, people).await?;
                Remedy::MayNotWrite
            }
            SendError::ThreadGone(_) if place.thread.is_some() => Remedy::OutsideTopic,
            SendError::Migrated(to) => {
                self.migrate(place.chat, to).await?;
                Remedy::Moved(to)
            }
            // Changed twice, a message is what it is changed once.
            SendError::Unanswered(why) if !edited => {
                tracing::info!(chat = %place.chat, why, "Telegram's answer got lost");
                Remedy::Leave(Delivery::Unsure)
            }
            error => Remedy::Leave(self.troubled(error, place.chat).await?),
        })
    }

    /// What to do when Telegram did not take something that has no other place and no other form, and that may be done twice.
    async fn troubled(&self, error: SendError, chat: ChatId) -> Result<Delivery, CommitError> {
        Ok(match error {
            SendError::RetryAfter(time) => Delivery::Wait(time),
            SendError::Unreachable(why) | SendError::Unanswered(why) => {
                tracing::info!(%chat, why, "no answer from Telegram");
                Delivery::Failed
            }
            SendError::Migrated(to) => {
                self.migrate(chat, to).await?;
                Delivery::Done
            }
            SendError::ChatClosed(why) => {
                tracing::info!(%chat, why, "the bot is not in this chat any more");
                self.lose_notices(chat).await?;
                let _chat = self.0.chats.lock(chat).await;
                if let Some(chat) = self.0.store.chat(chat).await? {
                    let chats = vec![Chat { active: false, ..chat }];
                    self.save(Change { chats, ..Change::default() }).await?;
                }
                Delivery::Done
            }
            SendError::NotModified | SendError::MessageGone(_) => Delivery::Done,
            SendError::Forbidden(_)
            | SendError::ThreadGone(_)
            | SendError::NoPictures(_)
            | SendError::PressExpired(_) => {
                tracing::info!(%chat, %error, "not sent");
                Delivery::Done
            }
            SendError::Refused(_) => {
                tracing::error!(%chat, %error, "Telegram refused what we sent");
                Delivery::Done
            }
        })
    }

    /// The end of a change to a message that has no other form.
    pub(super) async fn settled(&self, sent: Result<(), SendError>, chat: ChatId) -> Result<Delivery, CommitError> {
        match sent {
            Ok(()) => Ok(Delivery::Done),
            Err(error) => self.troubled(error, chat).await,
        }
    }

    /// The bot may write in this place: what could not be shown there is shown now.
    pub(super) fn got_through(&self, place: Place) {
        for stand in self.0.mutes.is_over(place) {
            self.push(place.chat, stand.into());
        }
    }

    /// Tells people in private why what they wait for does not appear, if they can be reached and have not been told.
    async fn cannot_write(
        &self,
        place: Place,
        stand: Option<Stand>,
        people: BTreeSet<PersonId>,
    ) -> Result<(), CommitError> {
        let Some(chat) = self.0.store.chat(place.chat).await?.filter(|chat| chat.kind == ChatKind::Group) else {
            return Ok(());
        };
        for id in self.0.mutes.wait(place, stand, people) {
            let person = self.0.store.person(id).await?.filter(|person| person.reachable);
            let (Some(person), Ok(private)) = (person, i64::try_from(id.0)) else { continue };
            let notice = Notice::CannotWriteIn { title: chat.title.clone() };
            let post = chat::notice_post(&notice, &NameBook::default(), person.lang(self.0.host.lang));
            let place = Place { chat: ChatId(private), thread: None };
            self.say(Change::default(), vec![Item::Say { place, post, reply_to: None }]).await?;
        }
        Ok(())
    }
}
