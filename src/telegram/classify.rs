//! What an error of the Bot API means for the one who sent something.
//!
//! The API has codes for few faults; most are told apart only by their text, which is no contract and changes in case and
//! wording. So a text is searched, in lower case, for what is typical of it.

use std::time::Duration;

use super::api::CallError;
use crate::people::ChatId;
use crate::service::SendError;

/// How long to wait when Telegram says "too many requests" without saying how long.
const UNSAID_WAIT: Duration = Duration::from_secs(5);

/// A class of [`SendError`] that carries the text.
type Class = fn(String) -> SendError;

/// What a text contains, and what it means; the first that fits counts.
const TEXTS: &[(&str, Class)] = &[
    ("message is not modified", |_| SendError::NotModified),
    ("query is too old", SendError::PressExpired),
    ("query id is invalid", SendError::PressExpired),
    ("query_id_invalid", SendError::PressExpired),
    // The topic, which is not the chat.
    ("message thread not found", SendError::ThreadGone),
    ("topic_deleted", SendError::ThreadGone),
    ("topic_id_invalid", SendError::ThreadGone),
    // The message to edit.
    ("message to edit not found", SendError::MessageGone),
    ("message can't be edited", SendError::MessageGone),
    ("message_id_invalid", SendError::MessageGone),
    ("message_author_required", SendError::MessageGone),
    ("message_edit_time_expired", SendError::MessageGone),
    ("message identifier is not specified", SendError::MessageGone),
    ("in the message to edit", SendError::MessageGone),
    // Pictures, which is not everything.
    ("rights to send photos", SendError::NoPictures),
    ("rights to send media", SendError::NoPictures),
    ("rights to send animations", SendError::NoPictures),
    ("rights to send gifs", SendError::NoPictures),
    ("rights to send documents", SendError::NoPictures),
    ("chat_send_photos_forbidden", SendError::NoPictures),
    ("chat_send_media_forbidden", SendError::NoPictures),
    ("chat_send_gifs_forbidden", SendError::NoPictures),
    ("chat_send_docs_forbidden", SendError::NoPictures),
    ("photo_invalid", SendError::NoPictures),
    ("photo_save_file_invalid", SendError::NoPictures),
    ("photo_ext_invalid", SendError::NoPictures),
    ("image_process_failed", SendError::NoPictures),
    ("media_empty", SendError::NoPictures),
    ("media_invalid", SendError::NoPictures),
    ("file is too big", SendError::NoPictures),
    ("request entity too large", SendError::NoPictures),
    // The chat is there, but not for us to write in.
    ("not enough rights", SendError::Forbidden),
    ("have no rights", SendError::Forbidden),
    ("need administrator rights", SendError::Forbidden),
    ("chat_admin_required", SendError::Forbidden),
    ("chat_write_forbidden", SendError::Forbidden),
    ("chat_restricted", SendError::Forbidden),
    ("chat_guest_send_forbidden", SendError::Forbidden),
    ("chat_send_plain_forbidden", SendError::Forbidden),
    ("user_banned_in_channel", SendError::Forbidden),
    ("topic_closed", SendError::Forbidden),
    // The chat is gone, or we are gone from it.
    ("chat not found", SendError::ChatClosed),
    ("user not found", SendError::ChatClosed),
    ("bot was kicked", SendError::ChatClosed),
    ("bot is not a member", SendError::ChatClosed),
    ("bot was blocked", SendError::ChatClosed),
    ("user is deactivated", SendError::ChatClosed),
    ("chat was deleted", SendError::ChatClosed),
    ("chat was deactivated", SendError::ChatClosed),
    ("chat is deactivated", SendError::ChatClosed),
    ("group is deactivated", SendError::ChatClosed),
    ("was upgraded to a supergroup", SendError::ChatClosed),
    ("can't initiate conversation", SendError::ChatClosed),
    ("can't send messages to bots", SendError::ChatClosed),
    ("can't send messages to the user", SendError::ChatClosed),
    ("have no access to the chat", SendError::ChatClosed),
    ("peer_id_invalid", SendError::ChatClosed),
    ("chat_id_invalid", SendError::ChatClosed),
    ("channel_invalid", SendError::ChatClosed),
    ("channel_private", SendError::ChatClosed),
    ("chat_forbidden", SendError::ChatClosed),
    ("user_is_blocked", SendError::ChatClosed),
    ("input_user_deactivated", SendError::ChatClosed),
];

/// What has to be done about a failed call.
pub fn classify(error: CallError) -> SendError {
    let (code, text, retry_after, migrate_to) = match error {
        CallError::Unreachable(why) => return SendError::Unreachable(why),
        CallError::Unanswered(why) => return SendError::Unanswered(why),
        CallError::Refused { code, text, retry_after, migrate_to } => (code, text, retry_after, migrate_to),
    };
    if let Some(chat) = migrate_to {
        return SendError::Migrated(ChatId(chat));
    }
    if code == 429 || retry_after.is_some() {
        return SendError::RetryAfter(retry_after.map_or(UNSAID_WAIT, Duration::from_secs));
    }
    if code == 504 {
        // Whatever stands behind the gateway may still be at work.
        return SendError::Unanswered(format!("{code} {text}"));
    }
    if code >= 500 {
        return SendError::Unreachable(format!("{code} {text}"));
    }
    let lower = text.to_lowercase();
    match TEXTS.iter().find(|(part, _)| lower.contains(part)) {
        Some((_, class)) => class(text),
        // 403 is about us in this chat, whatever its words; anything else is about what we sent.
        None if code == 403 => SendError::Forbidden(text),
        None => SendError::Refused(format!("{code} {text}")),
    }
}

/// The message is a text where a photo was taken for granted, or the other way round.
pub(super) fn is_other_form(error: &CallError) -> bool {
    let CallError::Refused { code: 400, text, .. } = error else { return false };
    let lower = text.to_lowercase();
    lower.contains("there is no text in the message") || lower.contains("there is no caption in the message")
}
