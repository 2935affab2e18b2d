//! Who is an admin, and what the bot may do in a group.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::Telegram;
use super::classify::classify;
use crate::chat::MissingRight;
use crate::people::{ChatId, PersonId};
use crate::service::SendError;

/// How long a question may take: whoever asks is waiting for the answer.
const ASK: Duration = Duration::from_secs(5);
/// How long a list of admins is believed.
const ADMINS_STAY: Duration = Duration::from_secs(60);

/// The admins of groups, as last asked.
#[derive(Debug, Default)]
pub(super) struct Admins(Mutex<HashMap<ChatId, (Instant, Vec<PersonId>)>>);

impl Admins {
    /// Whether the person is one, if that is known.
    fn has(&self, chat: ChatId, person: PersonId, now: Instant) -> Option<bool> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (asked, admins) = known.get(&chat)?;
        (now.duration_since(*asked) < ADMINS_STAY).then(|| admins.contains(&person))
    }

    /// Remembers a list, and forgets those that are too old.
    fn learn(&self, chat: ChatId, admins: Vec<PersonId>, now: Instant) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, (asked, _)| now.duration_since(*asked) < ADMINS_STAY);
        known.insert(chat, (now, admins));
    }
}

/// The parts of a ChatMember that matter here. <https://core.telegram.org/bots/api#chatmember>
#[derive(Deserialize)]
struct Member {
    status: String,
    user: MemberUser,
    #[serde(flatten)]
    may: Permissions,
}

#[derive(Deserialize)]
struct MemberUser {
    id: u64,
}

/// What may be sent; absent where nothing restricts it. <https://core.telegram.org/bots/api#chatpermissions>
#[derive(Clone, Copy, Default, Deserialize)]
struct Permissions {
    can_send_messages: Option<bool>,
    can_send_photos: Option<bool>,
}

impl Permissions {
    fn missing(self) -> Vec<MissingRight> {
        let rights =
            [(self.can_send_messages, MissingRight::SendMessages), (self.can_send_photos, MissingRight::SendPhotos)];
        rights.into_iter().filter(|(may, _)| *may == Some(false)).map(|(_, right)| right).collect()
    }

    /// What both allow.
    fn and(self, other: Permissions) -> Permissions {
        let both = |a: Option<bool>, b: Option<bool>| Some(a.unwrap_or(true) && b.unwrap_or(true));
        Permissions {
            can_send_messages: both(self.can_send_messages, other.can_send_messages),
            can_send_photos: both(self.can_send_photos, other.can_send_photos),
        }
    }
}

impl Telegram {
    /// Whether the person administers the chat; in a private chat both are the same. Asked anew after a minute.
    pub(super) async fn person_is_admin(&self, chat: ChatId, person: PersonId) -> Result<bool, SendError> {
        if is_private(chat) {
            return Ok(i64::try_from(person.0) == Ok(chat.0));
        }
        let now = Instant::now();
        if let Some(known) = self.admins.has(chat, person, now) {
            return Ok(known);
        }
        // getChatMember answers for sure only where the bot is an admin itself; this method answers any member.
        let members: Vec<Member> = self.ask("getChatAdministrators", json!({ "chat_id": chat.0 })).await?;
        let admins: Vec<_> = members.iter().map(|member| PersonId(member.user.id)).collect();
        let found = admins.contains(&person);
        self.admins.learn(chat, admins, now);
        Ok(found)
    }

    /// What the bot needs in a group and may not do: an admin may do everything, a member what the chat allows everybody,
    /// somebody restricted what both the restriction and the chat allow.
    pub(super) async fn rights_it_lacks(&self, chat: ChatId) -> Result<Vec<MissingRight>, SendError> {
        #[derive(Deserialize)]
        struct Chat {
            #[serde(default)]
            permissions: Permissions,
        }
        if is_private(chat) {
            return Ok(Vec::new());
        }
        let me: Member = self.ask("getChatMember", json!({ "chat_id": chat.0, "user_id": self.me.0 })).await?;
        match me.status.as_str() {
            "creator" | "administrator" => Ok(Vec::new()),
            "left" | "kicked" => Err(SendError::ChatClosed(format!("the bot's status in {chat} is {}", me.status))),
            _ => {
                let chat: Chat = self.ask("getChat", json!({ "chat_id": chat.0 })).await?;
                Ok(me.may.and(chat.permissions).missing())
            }
        }
    }

    async fn ask<R: DeserializeOwned>(&self, method: &str, parameters: Value) -> Result<R, SendError> {
        self.api.call_within(ASK, method, &parameters).await.map_err(classify)
    }
}

/// Groups have negative ids, people positive ones.
fn is_private(chat: ChatId) -> bool {
    chat.0 > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn admins_are_forgotten_after_a_minute() {
        let admins = Admins::default();
        let (chat, then) = (ChatId(-1), Instant::now());
        assert_eq!(admins.has(chat, PersonId(7), then), None);
        admins.learn(chat, vec![PersonId(7)], then);
        assert_eq!(admins.has(chat, PersonId(7), then), Some(true));
        assert_eq!(admins.has(chat, PersonId(8), then + Duration::from_secs(59)), Some(false));
        assert_eq!(admins.has(chat, PersonId(7), then + Duration::from_secs(60)), None);
        admins.learn(ChatId(-2), vec![], then + Duration::from_secs(61));
        assert_eq!(admins.0.lock().unwrap().len(), 1, "old lists do not pile up");
    }
}
