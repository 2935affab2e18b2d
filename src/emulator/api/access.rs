//! Which chat a call is about, and whether the bot may do there what it wants.

use super::error::ApiError;
use super::params::Params;
use crate::emulator::world::World;
use crate::emulator::world::chat::{Chat, ChatKind};
use crate::emulator::world::message::{Author, Body, Message};
use crate::emulator::world::people::Standing;

/// How much access a call needs.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Access {
    /// To look.
    Read,
    /// To change what is there.
    Edit,
    /// To add something.
    Write,
}

/// The chat `chat_id` names, if the bot has this access to it.
pub fn chat<'w>(world: &'w World, params: &Params, access: Access) -> Result<&'w Chat, ApiError> {
    let id = params.text("chat_id").ok_or_else(|| ApiError::broken("chat_id is empty"))?;
    let not_found = || ApiError::bad_request("chat not found");
    let chat = match id.strip_prefix('@') {
        Some(name) => {
            let named = |chat: &&Chat| chat.username.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(name));
            world.chats.values().find(named)
        }
        None => world.chats.get(&id.parse().map_err(|_| not_found())?),
    };
    let chat = chat.ok_or_else(not_found)?;
    check_access(world, chat, access)?;
    Ok(chat)
}

fn check_access(world: &World, chat: &Chat, access: Access) -> Result<(), ApiError> {
    if chat.kind == ChatKind::Private {
        let person = world.people.get(&chat.id).ok_or_else(|| ApiError::bad_request("chat not found"))?;
        return match access {
            Access::Read => Ok(()),
            _ if person.deactivated => Err(ApiError::forbidden("user is deactivated")),
            Access::Write if person.blocked => Err(ApiError::forbidden("bot was blocked by the user")),
            Access::Write if !person.started => Err(ApiError::forbidden("bot can't initiate conversation with a user")),
            _ => Ok(()),
        };
    }
    if let Some(new) = chat.migrated_to {
        // The published server answers so to what adds something. Here edits get it too, so that a bot that only edits
        // meets it.
        return if access == Access::Read { Ok(()) } else { Err(ApiError::migrated(new)) };
    }
    if chat.deleted && access == Access::Write {
        return Err(ApiError::forbidden("the group chat was deleted"));
    }
    // A private supergroup cannot even be looked at from outside.
    let from_outside = chat.kind == ChatKind::Group || chat.username.is_some();
    match chat.bot {
        Standing::Kicked if !(from_outside && access == Access::Read) => {
            Err(ApiError::forbidden(&format!("bot was kicked from the {} chat", chat.kind_word())))
        }
        Standing::Left if !(from_outside && access == Access::Read) => {
            Err(ApiError::forbidden(&format!("bot is not a member of the {} chat", chat.kind_word())))
        }
        _ => Ok(()),
    }
}

/// Whether the bot may send this body (a text, a photo, …) to a chat.
pub fn may_send(chat: &Chat, body: &Body) -> Result<(), ApiError> {
    let (permission, what) = match body {
        Body::Media { kind, .. } => match kind.field() {
            "photo" => ("can_send_photos", "photos"),
            "document" => ("can_send_documents", "documents"),
            _ => ("can_send_other_messages", "animations"),
        },
        _ => ("can_send_messages", "text messages"),
    };
    if !chat.is_group() || chat.bot.permits(permission, &chat.denied) {
        return Ok(());
    }
    Err(ApiError::bad_request(&format!("not enough rights to send {what} to the chat")))
}

/// The topic `message_thread_id` names. Only forums have topics; elsewhere Telegram ignores it. General has none, and
/// number 1 (General's own) is refused.
pub fn topic(chat: &Chat, params: &Params) -> Result<Option<i64>, ApiError> {
    let asked = params.integer("message_thread_id")?.filter(|&id| id > 0);
    let topic = match (chat.is_forum || chat.kind == ChatKind::Private).then_some(asked).flatten() {
        None => None,
        Some(id) if chat.topics.contains_key(&id) => Some(id),
        Some(_) => return Err(ApiError::bad_request("message thread not found")),
    };
    if chat.is_closed(topic) && !chat.bot.has_right("can_manage_topics") {
        return Err(ApiError::bad_request("TOPIC_CLOSED"));
    }
    Ok(topic)
}

/// The message the new one answers: `reply_parameters`, or the older `reply_to_message_id`.
pub fn reply_to(chat: &Chat, params: &Params) -> Result<Option<i64>, ApiError> {
    let (asked, lenient) = match params.object("reply_parameters", "reply parameters")? {
        Some(reply) if reply.is_object() => {
            let id = reply["message_id"].as_i64();
            let id = id.ok_or_else(|| ApiError::broken("can't find field \"message_id\" in reply parameters"))?;
            (Some(id), reply["allow_sending_without_reply"].as_bool().unwrap_or(false))
        }
        Some(_) => return Err(ApiError::broken("object expected as reply parameters")),
        None => (params.integer("reply_to_message_id")?, params.flag("allow_sending_without_reply")?),
    };
    match asked {
        None => Ok(None),
        Some(id) if chat.messages.contains_key(&id) => Ok(Some(id)),
        Some(_) if lenient => Ok(None),
        Some(_) => Err(ApiError::bad_request("message to be replied not found")),
    }
}

/// The message `message_id` names; `what` is "message to edit" or the like.
pub fn message<'c>(chat: &'c Chat, params: &Params, what: &str) -> Result<&'c Message, ApiError> {
    let id = params.integer("message_id")?;
    let id = id.ok_or_else(|| ApiError::broken("message identifier is not specified"))?;
    chat.messages.get(&id).ok_or_else(|| ApiError::bad_request(&format!("{what} not found")))
}

/// The bot's own message `message_id` names, to be edited.
pub fn own_message<'c>(chat: &'c Chat, params: &Params) -> Result<&'c Message, ApiError> {
    let message = message(chat, params, "message to edit")?;
    if message.author == Author::Bot && !matches!(message.body, Body::Service(_)) {
        Ok(message)
    } else {
        Err(ApiError::bad_request("message can't be edited"))
    }
}
