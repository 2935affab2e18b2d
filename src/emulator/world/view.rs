//! The world as the page and tests see it.

use serde_json::{Value, json};

use super::chat::{Chat, ChatKind};
use super::people::{Person, permissions_json};
use super::{World, unix_millis};

/// How many messages of a chat a first look shows.
const FIRST_LOOK: usize = 120;

impl World {
    /// What has changed after version `since` (0: everything): the bot, all people, the chats that changed with their
    /// changed messages as the Bot API's Message (and `reactions`, `pinned`), and the answers to presses.
    pub fn view(&self, since: u64) -> Value {
        let chats = self.chats.values().filter_map(|chat| self.chat_view(chat, since)).collect::<Vec<_>>();
        json!({
            "version": self.version,
            "bot": self.bot.user_json(),
            "people": self.people.values().map(person_view).collect::<Vec<_>>(),
            "chats": chats,
            "toasts": self.toasts.iter().filter(|toast| toast.rev > since).collect::<Vec<_>>(),
        })
    }

    fn chat_view(&self, chat: &Chat, since: u64) -> Option<Value> {
        let skip = if since == 0 { chat.messages.len().saturating_sub(FIRST_LOOK) } else { 0 };
        let messages =
            chat.messages.values().skip(skip).filter(|message| message.rev > since || since == 0).map(|message| {
                let mut json = self.message_json(chat, message);
                json["rev"] = json!(message.rev);
                json["reactions"] = json!(message.reactions);
                json["pinned"] = json!(message.pinned);
                json
            });
        let messages = messages.collect::<Vec<_>>();
        let gone = chat.gone.iter().filter(|(_, rev)| *rev > since).map(|(id, _)| id).collect::<Vec<_>>();
        if messages.is_empty() && gone.is_empty() && chat.rev <= since && since > 0 {
            return None;
        }
        let members = chat.members.iter().filter(|(_, standing)| standing.is_in()).map(|(id, standing)| {
            let admin = standing.is_admin();
            json!({"id": id, "admin": admin, "anonymous": standing.is_anonymous()})
        });
        let topics =
            chat.topics.iter().map(|(id, topic)| json!({"id": id, "name": topic.name, "closed": topic.closed}));
        let action = chat.action.as_ref().filter(|(_, until)| *until > unix_millis()).map(|(action, _)| action);
        Some(json!({
            "id": chat.id,
            "kind": chat.kind_word(),
            "title": chat.title,
            "is_forum": chat.is_forum,
            "general_closed": chat.general_closed,
            "topics": topics.collect::<Vec<_>>(),
            "members": members.collect::<Vec<_>>(),
            "bot": chat.bot,
            "migrated_to": chat.migrated_to,
            "action": action,
            "messages": messages,
            "gone": gone,
        }))
    }

    /// The Bot API's ChatFullInfo.
    pub fn full_chat_json(&self, chat: &Chat) -> Value {
        let mut json = self.chat_json(chat);
        json["accent_color_id"] = json!(0);
        json["max_reaction_count"] = json!(11);
        json["accepted_gift_types"] = json!({
            "unlimited_gifts": false, "limited_gifts": false, "unique_gifts": false,
            "premium_subscription": false, "gifts_from_channels": false,
        });
        if chat.is_group() {
            json["permissions"] = permissions_json(&chat.denied);
        }
        if let Some(pinned) = chat.messages.values().rev().find(|message| message.pinned) {
            json["pinned_message"] = self.message_json(chat, pinned);
        }
        json
    }

    /// The commands somebody is offered in a chat, by Telegram's order of precedence (Bot API, "Determining list of
    /// commands"): a list of BotCommand.
    pub fn commands_for(&self, person: i64, chat: i64) -> Value {
        let Some(chat) = self.chats.get(&chat) else { return json!([]) };
        let language = self.people.get(&person).and_then(|person| person.language_code.as_deref()).unwrap_or("");
        let language = language.split('-').next().unwrap_or("");
        let scopes = if chat.kind == ChatKind::Private {
            vec![json!({"type": "chat", "chat_id": chat.id}), json!({"type": "all_private_chats"})]
        } else {
            let admin = chat.members.get(&person).is_some_and(super::Standing::is_admin);
            let mut scopes = vec![json!({"type": "chat_member", "chat_id": chat.id, "user_id": person})];
            if admin {
                scopes.push(json!({"type": "chat_administrators", "chat_id": chat.id}));
            }
            scopes.push(json!({"type": "chat", "chat_id": chat.id}));
            if admin {
                scopes.push(json!({"type": "all_chat_administrators"}));
            }
            scopes.push(json!({"type": "all_group_chats"}));
            scopes
        };
        for scope in scopes.into_iter().chain([json!({"type": "default"})]) {
            for language in [language, ""] {
                let fits = |set: &&super::CommandSet| set.scope == scope && set.language_code == language;
                if let Some(set) = self.bot.commands.iter().find(fits) {
                    return set.commands.clone();
                }
            }
        }
        json!([])
    }
}

fn person_view(person: &Person) -> Value {
    let mut json = person.user_json();
    json["started"] = json!(person.started);
    json["blocked"] = json!(person.blocked);
    json
}
