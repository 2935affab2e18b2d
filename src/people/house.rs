//! Whom the host lets in. Pure.

use std::collections::BTreeSet;

use super::{ChatId, PersonId};

/// The rules of the house.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct House {
    /// The chats in which the bot plays; `None`: all. A private chat has the id of its person.
    pub chats: Option<BTreeSet<ChatId>>,
    /// Plays with the bot whatever `chats` says, counts as an admin of every chat, and is told of chats that are turned away.
    pub owner: Option<PersonId>,
    /// While this is set no game and no challenge begins; people are told so, with these words.
    pub maintenance: Option<String>,
}

impl House {
    /// Whether the bot plays in this chat.
    pub fn serves(&self, chat: ChatId) -> bool {
        let owners = self.owner.is_some_and(|owner| i64::try_from(owner.0) == Ok(chat.0));
        owners || self.chats.as_ref().is_none_or(|chats| chats.contains(&chat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_listed_chats_and_the_owner_are_served() {
        let open = House::default();
        assert!(open.serves(ChatId(-1)) && open.serves(ChatId(7)));
        let house = House { chats: Some([ChatId(-1), ChatId(8)].into()), owner: Some(PersonId(7)), maintenance: None };
        let served = [-1, 7, 8].map(|id| house.serves(ChatId(id)));
        let others = [-7, -2, 9].map(|id| house.serves(ChatId(id)));
        assert_eq!((served, others), ([true; 3], [false; 3]));
        assert!(!House { chats: Some([].into()), ..open }.serves(ChatId(-1)), "an empty list names nobody");
    }
}
