//! Changing what was sent: edits, deletion, pins, reactions.

use serde_json::{Value, json};

use super::access::{self, Access};
use super::content::{self, MAX_CAPTION, MAX_TEXT};
use super::error::ApiError;
use super::params::Params;
use super::send::message_json;
use super::{keyboard, reactions};
use crate::emulator::world::message::{Author, Body, MediaKind};
use crate::emulator::world::{World, unix_seconds};

/// editMessageText.
pub fn text(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    let entities = params.object("entities", "entities")?;
    let text = params.text("text").unwrap_or_default();
    let mode = params.text("parse_mode");
    let words = content::words(world, text, mode.as_deref(), entities, MAX_TEXT, "MESSAGE_TOO_LONG")?;
    if words.text.is_empty() {
        return Err(ApiError::broken("message text is empty"));
    }
    edit(world, params, |old| match old {
        Body::Text(_) => Ok(Body::Text(words)),
        _ => Err(ApiError::broken("there is no text in the message to edit")),
    })
}

/// editMessageCaption.
pub fn caption(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    let caption = content::caption(world, params)?;
    edit(world, params, |old| match old {
        Body::Media { kind, file, .. } => Ok(Body::Media { kind: *kind, file: file.clone(), caption }),
        _ => Err(ApiError::broken("there is no caption in the message to edit")),
    })
}

/// editMessageMedia.
pub fn media(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    let media = params.object("media", "input media")?;
    let media = media.ok_or_else(|| ApiError::broken("parameter \"media\" is required"))?;
    let unreadable = |why: String| ApiError::broken(format!("can't parse InputMedia: {why}"));
    let kind = match media["type"].as_str().unwrap_or_default() {
        "photo" => MediaKind::Photo,
        "animation" => MediaKind::Animation,
        "document" => MediaKind::Document,
        other => return Err(unreadable(format!("type \"{other}\" is unsupported"))),
    };
    let text = media["caption"].as_str().unwrap_or_default().to_owned();
    let entities = media.get("caption_entities").cloned();
    let mode = media["parse_mode"].as_str();
    let caption = content::words(world, text, mode, entities, MAX_CAPTION, "message caption is too long")?;
    let reference = media["media"].as_str().ok_or_else(|| unreadable("media not found".to_owned()))?;
    let file = content::file(world, params, kind, Some(reference))?;
    // A text message may become one with media.
    edit(world, params, |_| Ok(Body::Media { kind, file, caption }))
}

/// editMessageReplyMarkup.
pub fn reply_markup(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    edit(world, params, |old| Ok(old.clone()))
}

fn edit(
    world: &mut World,
    params: &Params,
    change: impl FnOnce(&Body) -> Result<Body, ApiError>,
) -> Result<Value, ApiError> {
    if params.text("inline_message_id").is_some() {
        return Err(ApiError::bad_request("MESSAGE_ID_INVALID"));
    }
    // An edit that brings no keyboard takes the old one away.
    let keyboard = keyboard::read(params)?;
    let chat = access::chat(world, params, Access::Edit)?;
    let message = access::own_message(chat, params)?;
    let body = change(&message.body)?;
    if body == message.body && keyboard == message.keyboard {
        return Err(ApiError::bad_request(
            "message is not modified: specified new message content and reply markup are exactly the same as a current \
             content and reply markup of the message",
        ));
    }
    let (chat, message) = (chat.id, message.id);
    world.rewrite(chat, message, body, keyboard);
    message_json(world, chat, message)
}

/// How old a message may be to be deleted by a bot, in seconds (Bot API, deleteMessage).
const MAX_DELETE_AGE: i64 = 48 * 3600;

/// deleteMessage.
pub fn delete(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    let chat = access::chat(world, params, Access::Edit)?;
    let message = access::message(chat, params, "message to delete")?;
    let recent = unix_seconds() - message.date <= MAX_DELETE_AGE;
    let own = message.author == Author::Bot || chat.kind_word() == "private";
    if !(chat.bot.has_right("can_delete_messages") || own && recent) {
        return Err(ApiError::bad_request("message can't be deleted"));
    }
    let (chat, message) = (chat.id, message.id);
    world.delete(chat, message);
    Ok(json!(true))
}

/// pinChatMessage.
pub fn pin(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    let chat = may_pin(world, params)?;
    let message = params.integer("message_id")?;
    let message = message.ok_or_else(|| ApiError::broken("message identifier is not specified"))?;
    set_pinned(world, chat, Some(message), true).ok_or_else(|| ApiError::bad_request("message to pin not found"))
}

/// unpinChatMessage; without a message the newest pinned one.
pub fn unpin(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    let chat = may_pin(world, params)?;
    let message = params.integer("message_id")?;
    set_pinned(world, chat, message, false).ok_or_else(|| ApiError::bad_request("message to unpin not found"))
}

fn may_pin(world: &World, params: &Params) -> Result<i64, ApiError> {
    let chat = access::chat(world, params, Access::Write)?;
    let permitted = match chat.kind_word() {
        "private" => true,
        "group" => chat.bot.is_admin() || chat.bot.permits("can_pin_messages", &chat.denied),
        _ => chat.bot.has_right("can_pin_messages"),
    };
    if permitted {
        Ok(chat.id)
    } else {
        Err(ApiError::bad_request("not enough rights to manage pinned messages in the chat"))
    }
}

fn set_pinned(world: &mut World, chat: i64, message: Option<i64>, pinned: bool) -> Option<Value> {
    let rev = world.touch();
    let messages = &mut world.chats.get_mut(&chat)?.messages;
    let message = match message {
        Some(id) => messages.get_mut(&id)?,
        None => messages.values_mut().rev().find(|message| message.pinned)?,
    };
    message.pinned = pinned;
    message.rev = rev;
    Some(json!(true))
}

/// setMessageReaction.
pub fn reaction(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    let chosen = reactions::read(params)?;
    let chat = access::chat(world, params, Access::Write)?;
    let message = access::message(chat, params, "message to react")?;
    let (chat, message) = (chat.id, message.id);
    let rev = world.touch();
    if let Some(message) = world.chats.get_mut(&chat).and_then(|chat| chat.messages.get_mut(&message)) {
        message.reactions = chosen;
        message.rev = rev;
    }
    Ok(json!(true))
}
