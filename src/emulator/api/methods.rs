//! The methods this server has: one line each.

use serde_json::Value;

use super::error::ApiError;
use super::params::Params;
use super::{chats, edit, own, send};
use crate::emulator::world::World;

/// What does a call: the result, or why it is refused.
type Run = fn(&mut World, &Params) -> Result<Value, ApiError>;

/// A method of the Bot API.
pub struct Method {
    /// As the Bot API spells it.
    pub name: &'static str,
    /// The parameters it takes, in groups.
    takes: &'static [&'static [&'static str]],
    /// Does it; `None` for getUpdates, which waits.
    pub run: Option<Run>,
}

const SEND: &[&str] = &[
    "business_connection_id",
    "chat_id",
    "message_thread_id",
    "direct_messages_topic_id",
    "disable_notification",
    "protect_content",
    "allow_paid_broadcast",
    "message_effect_id",
    "suggested_post_parameters",
    "reply_parameters",
    "reply_markup",
    "ephemeral_message_parameters",
    // Older forms, which the server still takes.
    "reply_to_message_id",
    "allow_sending_without_reply",
];
const CAPTION: &[&str] = &["caption", "parse_mode", "caption_entities", "show_caption_above_media"];
const EDIT: &[&str] = &["business_connection_id", "chat_id", "message_id", "inline_message_id", "reply_markup"];
const TEXT: &[&str] = &["text", "parse_mode", "entities", "link_preview_options", "disable_web_page_preview"];
const SCOPE: &[&str] = &["scope", "language_code"];

/// All of them.
const METHODS: &[Method] = &[
    Method { name: "getUpdates", takes: &[&["offset", "limit", "timeout", "allowed_updates"]], run: None },
    method("getMe", &[], own::get_me),
    method("setWebhook", &[WEBHOOK], own::set_webhook),
    method("deleteWebhook", &[&["drop_pending_updates"]], own::delete_webhook),
    method("getWebhookInfo", &[], own::webhook_info),
    method("setMyCommands", &[&["commands"], SCOPE], own::set_commands),
    method("getMyCommands", &[SCOPE], own::get_commands),
    method("deleteMyCommands", &[SCOPE], own::delete_commands),
    method("setMyDescription", &[&["description", "language_code"]], own::set_description),
    method("setMyShortDescription", &[&["short_description", "language_code"]], own::set_short_description),
    method(
        "answerCallbackQuery",
        &[&["callback_query_id", "text", "show_alert", "url", "cache_time"]],
        own::answer_press,
    ),
    method("sendMessage", &[SEND, TEXT], send::message),
    method("sendPhoto", &[SEND, CAPTION, &["photo", "has_spoiler"]], send::photo),
    method("sendAnimation", &[SEND, CAPTION, ANIMATION], send::animation),
    method(
        "sendDocument",
        &[SEND, CAPTION, &["document", "thumbnail", "disable_content_type_detection"]],
        send::document,
    ),
    method(
        "sendChatAction",
        &[&["business_connection_id", "chat_id", "message_thread_id", "action"]],
        send::chat_action,
    ),
    method("editMessageText", &[EDIT, TEXT], edit::text),
    method("editMessageCaption", &[EDIT, CAPTION], edit::caption),
    method("editMessageMedia", &[EDIT, &["media"]], edit::media),
    method("editMessageReplyMarkup", &[EDIT], edit::reply_markup),
    method("deleteMessage", &[&["chat_id", "message_id"]], edit::delete),
    method("pinChatMessage", &[PIN, &["disable_notification"]], edit::pin),
    method("unpinChatMessage", &[PIN], edit::unpin),
    method("setMessageReaction", &[&["chat_id", "message_id", "reaction", "is_big"]], edit::reaction),
    method("getChat", &[&["chat_id"]], chats::get_chat),
    method("getChatMember", &[&["chat_id", "user_id"]], chats::member),
    method("getChatAdministrators", &[&["chat_id", "return_bots"]], chats::administrators),
    method("getChatMemberCount", &[&["chat_id"]], chats::member_count),
    method("leaveChat", &[&["chat_id"]], chats::leave),
    method("getFile", &[&["file_id"]], chats::file),
];

const PIN: &[&str] = &["business_connection_id", "chat_id", "message_id"];
const ANIMATION: &[&str] = &["animation", "duration", "width", "height", "thumbnail", "has_spoiler"];
const WEBHOOK: &[&str] =
    &["url", "certificate", "ip_address", "max_connections", "allowed_updates", "drop_pending_updates", "secret_token"];

const fn method(name: &'static str, takes: &'static [&'static [&'static str]], run: Run) -> Method {
    Method { name, takes, run: Some(run) }
}

impl Method {
    /// The method of this name, in any letter case.
    pub fn find(name: &str) -> Option<&'static Method> {
        METHODS.iter().find(|method| method.name.eq_ignore_ascii_case(name))
    }

    /// Whether it has a parameter of this name.
    pub fn takes(&self, parameter: &str) -> bool {
        self.takes.iter().any(|group| group.contains(&parameter))
    }
}
