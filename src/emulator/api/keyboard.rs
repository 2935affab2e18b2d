//! Inline keyboards and their limits.

use serde_json::{Value, json};

use super::error::ApiError;
use super::params::Params;

/// Bytes of callback data (Bot API, InlineKeyboardButton).
const MAX_DATA: usize = 64;
/// Buttons of a keyboard and of a row, and bytes of the keyboard as JSON. The Bot API does not document them; they
/// were found by trying.
const MAX_BUTTONS: usize = 100;
const MAX_ROW: usize = 8;
const MAX_BYTES: usize = 10_000;
/// Characters of text to be copied (Bot API, CopyTextButton).
const MAX_COPY: usize = 256;

/// What a button can do; it does exactly one of these.
const ACTIONS: [&str; 10] = [
    "url",
    "callback_data",
    "web_app",
    "login_url",
    "switch_inline_query",
    "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat",
    "copy_text",
    "pay",
    "disabled",
];

/// The keyboard in a call's `reply_markup`: rows of InlineKeyboardButton, none if it is absent or of another kind.
pub fn read(params: &Params) -> Result<Vec<Vec<Value>>, ApiError> {
    let Some(markup) = params.object("reply_markup", "reply keyboard markup")? else { return Ok(Vec::new()) };
    let Some(fields) = markup.as_object() else { return Err(ApiError::broken("object expected as reply markup")) };
    let Some(rows) = fields.get("inline_keyboard") else { return Ok(Vec::new()) };
    let not_rows = || ApiError::broken("field \"inline_keyboard\" must be an Array of Arrays");
    let rows = rows.as_array().ok_or_else(not_rows)?;
    let rows = rows.iter().map(|row| row.as_array().cloned().ok_or_else(not_rows)).collect::<Result<Vec<_>, _>>()?;
    for button in rows.iter().flatten() {
        check(button)?;
    }
    let too_many = rows.iter().map(Vec::len).sum::<usize>() > MAX_BUTTONS || rows.iter().any(|row| row.len() > MAX_ROW);
    if too_many || json!(rows).to_string().len() > MAX_BYTES {
        return Err(ApiError::broken("reply markup is too long"));
    }
    Ok(rows.into_iter().filter(|row| !row.is_empty()).collect())
}

fn check(button: &Value) -> Result<(), ApiError> {
    let unreadable = |why: &str| ApiError::broken(format!("can't parse inline keyboard button: {why}"));
    let fields = button.as_object().ok_or_else(|| unreadable("InlineKeyboardButton must be an Object"))?;
    let text = fields.get("text").ok_or_else(|| unreadable("Can't find field \"text\""))?;
    let text = text.as_str().ok_or_else(|| unreadable("Field \"text\" must be of type String"))?;
    if text.trim().is_empty() {
        return Err(ApiError::broken("inline keyboard button text is empty"));
    }
    let known = |name: &&String| ACTIONS.contains(&name.as_str());
    let mut actions = fields.keys().filter(known);
    let action = actions.next().ok_or_else(|| ApiError::broken("text buttons are unallowed in the inline keyboard"))?;
    if let Some(second) = actions.next() {
        return Err(unreadable(&format!("a button cannot have both {action} and {second}")));
    }
    let value = fields[action].as_str().unwrap_or_default();
    match action.as_str() {
        "callback_data" if value.is_empty() || value.len() > MAX_DATA => Err(ApiError::broken("BUTTON_DATA_INVALID")),
        "url" => check_url(value),
        "copy_text" => {
            let copied = fields[action]["text"].as_str().unwrap_or_default().chars().count();
            if (1..=MAX_COPY).contains(&copied) { Ok(()) } else { Err(ApiError::broken("BUTTON_COPY_TEXT_INVALID")) }
        }
        _ => Ok(()),
    }
}

fn check_url(url: &str) -> Result<(), ApiError> {
    if url.starts_with("tg://") {
        return Ok(());
    }
    let address = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = address.split(['/', '?', '#']).next().unwrap_or_default();
    let scheme_is_known = !url.contains("://") || url.starts_with("http://") || url.starts_with("https://");
    if scheme_is_known && host.contains('.') && !url.contains(char::is_whitespace) {
        Ok(())
    } else {
        Err(ApiError::broken(format!("inline keyboard button URL '{url}' is invalid: Wrong HTTP URL")))
    }
}
