//! Save first, then speak, for words too: what is said because of an update comes to the disk with the update's mark.
//!
//! A board can always be made again from what is saved; a page, a refusal or a greeting cannot. So it is owed from the moment it is
//! saved until Telegram has it ([`Outbox`](super::outbox)), and what was owed when the program ended is said after the next start.
//! What is not owed: new words under an old message (whoever pressed sees nothing change, and presses again), and what is said to
//! a chat that is not served, of which nothing is kept.

use super::outbox::{Cause, Enclosure, Item};
use super::{ASKED_BY, MessageId, Messenger, Service, now};
use crate::chat::{Button, ButtonAction, Post};
use crate::people::{ChatId, Place};
use crate::store::{Change, CommitError, Owed, Word, WordButton};

/// What has been owed for longer, in milliseconds, is not said any more: nobody waits for it.
const STALE: i64 = 24 * 60 * 60 * 1000;

impl<M: Messenger> Service<M> {
    /// Saves a change together with what is to be said because of it, and says that.
    pub(super) async fn say(&self, mut change: Change, words: Vec<Item>) -> Result<(), CommitError> {
        let asked_by = ASKED_BY.try_with(|person| *person).ok().flatten();
        let at = now();
        let mut said: Vec<(ChatId, Item, Cause)> = Vec::new();
        for item in words {
            let Some((place, reply_to, word)) = as_word(&item) else { continue };
            let id = self.0.store.next_owed();
            change.owed.push(Owed { id, at, place, asked_by, reply_to, word });
            said.push((place.chat, item, Cause { owed: Some(id), ..self.cause() }));
        }
        self.save(change).await?;
        for (chat, item, cause) in said {
            self.push_because(chat, item, cause);
        }
        Ok(())
    }

    /// Says what was owed when the program ended.
    pub(super) async fn say_what_is_owed(&self) -> Result<(), CommitError> {
        let now = now();
        for owed in self.0.store.owed().await? {
            let (id, chat, asked_by) = (owed.id, owed.place.chat, owed.asked_by);
            if now.since(owed.at) > STALE || !self.serves(chat) {
                tracing::info!(%chat, "words that are a day old, or for a chat that is not served, are dropped");
                self.0.store.said(id);
                continue;
            }
            self.push_because(chat, as_item(owed), Cause { since: None, asked_by, owed: Some(id) });
        }
        Ok(())
    }
}

/// A message of its own as it is kept; `None` for what follows from something that is saved. A picture is not kept: after a death
/// its words are said alone.
fn as_word(item: &Item) -> Option<(Place, Option<MessageId>, Word)> {
    match item {
        Item::Say { place, post, reply_to } => {
            let Post { html, buttons, .. } = post.clone().without_picture();
            let buttons = buttons.into_iter().map(|row| row.into_iter().map(kept_button).collect()).collect();
            Some((*place, *reply_to, Word::Text { html, buttons }))
        }
        Item::Enclose { place, game, what, reply_to } => {
            let word = match what {
                Enclosure::Film => Word::Film(*game),
                Enclosure::Record => Word::Record(*game),
            };
            Some((*place, *reply_to, word))
        }
        Item::Welcome { place } => Some((*place, None, Word::Welcome)),
        Item::Show(_)
        | Item::ShowCup(_)
        | Item::Review(_)
        | Item::Retire { .. }
        | Item::Rewrite { .. }
        | Item::Strip { .. } => None,
    }
}

fn as_item(owed: Owed) -> Item {
    let Owed { place, reply_to, word, .. } = owed;
    match word {
        Word::Text { html, buttons } => {
            let buttons = buttons.into_iter().map(|row| row.into_iter().map(button).collect()).collect();
            Item::Say { place, post: Post::with_buttons(html, buttons), reply_to }
        }
        Word::Film(game) => Item::Enclose { place, game, what: Enclosure::Film, reply_to },
        Word::Record(game) => Item::Enclose { place, game, what: Enclosure::Record, reply_to },
        Word::Welcome => Item::Welcome { place },
    }
}

fn kept_button(Button { label, action }: Button) -> WordButton {
    match action {
        ButtonAction::Press(data) => WordButton::Press { label, data },
        ButtonAction::Url(url) => WordButton::Link { label, url },
    }
}

fn button(kept: WordButton) -> Button {
    match kept {
        WordButton::Press { label, data } => Button { label, action: ButtonAction::Press(data) },
        WordButton::Link { label, url } => Button { label, action: ButtonAction::Url(url) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::{PersonId, Time};
    use crate::referee::GameId;
    use crate::store::OwedId;

    /// What is kept of a word is what is said after a death.
    #[test]
    fn words_come_back_as_they_were() {
        let place = Place { chat: ChatId(-5), thread: Some(7) };
        let press = Button { label: "Help".to_owned(), action: ButtonAction::Press("m:h".to_owned()) };
        let link = Button { label: "Go".to_owned(), action: ButtonAction::Url("https://t.me/x".to_owned()) };
        let post = Post::with_buttons("<b>Hi</b>".to_owned(), vec![vec![press, link], vec![]]);
        let items = [
            Item::Say { place, post, reply_to: Some(3) },
            Item::Enclose { place, game: GameId(9), what: Enclosure::Film, reply_to: None },
            Item::Enclose { place, game: GameId(9), what: Enclosure::Record, reply_to: Some(4) },
            Item::Welcome { place },
        ];
        for item in items {
            let (at, reply_to, word) = as_word(&item).expect("a word");
            let owed = Owed { id: OwedId(1), at: Time(5), place: at, asked_by: Some(PersonId(2)), reply_to, word };
            assert_eq!(format!("{:?}", as_item(owed)), format!("{item:?}"));
        }
        assert!(as_word(&Item::Show(GameId(1))).is_none());
    }
}
