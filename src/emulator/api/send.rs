//! sendMessage, sendPhoto and their like.

use serde_json::{Value, json};

use super::access::{self, Access};
use super::content::{self, MAX_TEXT};
use super::error::ApiError;
use super::keyboard;
use super::params::Params;
use crate::emulator::world::message::{Author, Body, MediaKind};
use crate::emulator::world::{Draft, World, unix_millis};

/// sendMessage.
pub fn message(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    let entities = params.object("entities", "entities")?;
    let text = params.text("text").unwrap_or_default();
    let mode = params.text("parse_mode");
    let words = content::words(world, text, mode.as_deref(), entities, MAX_TEXT, "message is too long")?;
    if words.text.is_empty() {
        return Err(ApiError::broken("message text is empty"));
    }
    send(world, params, Body::Text(words))
}

/// sendPhoto.
pub fn photo(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    media(world, params, MediaKind::Photo)
}

/// sendAnimation.
pub fn animation(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    media(world, params, MediaKind::Animation)
}

/// sendDocument.
pub fn document(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    media(world, params, MediaKind::Document)
}

fn media(world: &mut World, params: &Params, kind: MediaKind) -> Result<Value, ApiError> {
    let caption = content::caption(world, params)?;
    let reference = params.text(kind.field());
    let file = content::file(world, params, kind, reference.as_deref())?;
    send(world, params, Body::Media { kind, file, caption })
}

fn send(world: &mut World, params: &Params, body: Body) -> Result<Value, ApiError> {
    let keyboard = keyboard::read(params)?;
    let chat = access::chat(world, params, Access::Write)?;
    let topic = access::topic(chat, params)?;
    let reply_to = access::reply_to(chat, params)?;
    access::may_send(chat, &body)?;
    // Without a thread, an answer stands in the topic of what it answers.
    let topic = topic.or_else(|| chat.messages.get(&reply_to?)?.topic);
    let id = chat.id;
    let message = world.post(id, Draft { author: Author::Bot, topic, reply_to, body, keyboard });
    if let Some(chat) = world.chats.get_mut(&id) {
        chat.action = None;
    }
    message_json(world, id, message)
}

/// The Message a call answers with.
pub fn message_json(world: &World, chat: i64, message: i64) -> Result<Value, ApiError> {
    let chat = world.chats.get(&chat).ok_or_else(|| ApiError::bad_request("chat not found"))?;
    let message = chat.messages.get(&message).ok_or_else(|| ApiError::bad_request("message not found"))?;
    Ok(world.message_json(chat, message))
}

/// What a bot can be seen doing (Bot API, sendChatAction).
const ACTIONS: [&str; 11] = [
    "typing",
    "upload_photo",
    "record_video",
    "upload_video",
    "record_voice",
    "upload_voice",
    "upload_document",
    "choose_sticker",
    "find_location",
    "record_video_note",
    "upload_video_note",
];
/// How long it is shown, in milliseconds.
const ACTION_MILLIS: i64 = 5_000;

/// sendChatAction.
pub fn chat_action(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    let action = params.required("action")?;
    if !ACTIONS.contains(&action.as_str()) {
        return Err(ApiError::broken("wrong parameter action in request"));
    }
    let chat = access::chat(world, params, Access::Write)?;
    access::topic(chat, params)?;
    let id = chat.id;
    if let Some(chat) = world.chats.get_mut(&id) {
        chat.action = Some((action, unix_millis() + ACTION_MILLIS));
    }
    world.touch_chat(id);
    Ok(json!(true))
}
