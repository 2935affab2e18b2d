//! What a bot says about itself: name, commands, descriptions, webhook; and its answers to presses.

use serde_json::{Value, json};

use super::error::ApiError;
use super::params::Params;
use crate::emulator::world::hook::Hook;
use crate::emulator::world::{CommandSet, World};

/// getMe.
pub fn get_me(world: &mut World, _: &Params) -> Result<Value, ApiError> {
    let mut me = world.bot.user_json();
    me["can_join_groups"] = json!(true);
    me["can_read_all_group_messages"] = json!(!world.rules.privacy);
    for no in ["supports_inline_queries", "can_connect_to_business", "has_main_web_app"] {
        me[no] = json!(false);
    }
    Ok(me)
}

/// Characters of the answer to a press (Bot API, answerCallbackQuery).
const MAX_TOAST: usize = 200;

/// answerCallbackQuery.
pub fn answer_press(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    let id = params.required("callback_query_id")?;
    let text = params.text("text").unwrap_or_default();
    if text.chars().count() > MAX_TOAST {
        return Err(ApiError::broken("MESSAGE_TOO_LONG"));
    }
    let url = params.text("url");
    let link = format!("t.me/{}?start=", world.bot.username);
    if url.as_deref().is_some_and(|url| !url.to_lowercase().contains(&link.to_lowercase())) {
        return Err(ApiError::broken("URL_INVALID"));
    }
    let alert = params.flag("show_alert")?;
    let lifetime = world.rules.press_lifetime;
    match world.presses.remove(&id).filter(|press| press.at.elapsed() <= lifetime) {
        Some(press) => {
            world.toast(id, &press, text, alert, url);
            Ok(json!(true))
        }
        None => Err(ApiError::bad_request("query is too old and response timeout expired or query ID is invalid")),
    }
}

/// Commands of one list, and characters of a command's name and description (Bot API, setMyCommands and BotCommand).
const MAX_COMMANDS: usize = 100;
const MAX_COMMAND: usize = 32;
const MAX_DESCRIPTION: usize = 256;

/// The kinds of BotCommandScope, with what else each needs.
const SCOPES: [(&str, &[&str]); 7] = [
    ("default", &[]),
    ("all_private_chats", &[]),
    ("all_group_chats", &[]),
    ("all_chat_administrators", &[]),
    ("chat", &["chat_id"]),
    ("chat_administrators", &["chat_id"]),
    ("chat_member", &["chat_id", "user_id"]),
];

fn scope_and_language(params: &Params) -> Result<(Value, String), ApiError> {
    let scope = params.object("scope", "BotCommandScope")?.unwrap_or_else(|| json!({"type": "default"}));
    let known = SCOPES.iter().find(|(kind, _)| scope["type"] == *kind);
    let (_, needs) =
        known.ok_or_else(|| ApiError::broken("can't parse BotCommandScope: unsupported type specified"))?;
    if let Some(field) = needs.iter().find(|field| scope[**field].is_null()) {
        return Err(ApiError::broken(format!("can't parse BotCommandScope: can't find field \"{field}\"")));
    }
    Ok((scope, language(params)?))
}

fn language(params: &Params) -> Result<String, ApiError> {
    let code = params.text("language_code").unwrap_or_default();
    let is_code = code.is_empty() || code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_lowercase());
    if is_code { Ok(code) } else { Err(ApiError::broken("invalid language code specified")) }
}

/// setMyCommands.
pub fn set_commands(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    let commands = params.object("commands", "commands")?;
    let commands = commands.ok_or_else(|| ApiError::broken("parameter \"commands\" is required"))?;
    let list = commands.as_array().ok_or_else(|| ApiError::broken("expected an Array of BotCommand"))?;
    if list.len() > MAX_COMMANDS {
        return Err(ApiError::broken("BOT_COMMANDS_TOO_MUCH"));
    }
    for command in list {
        let name = command["command"].as_str().unwrap_or_default();
        let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        if !(1..=MAX_COMMAND).contains(&name.len()) || !name.bytes().all(allowed) {
            return Err(ApiError::broken("BOT_COMMAND_INVALID"));
        }
        let description = command["description"].as_str().unwrap_or_default();
        if !(1..=MAX_DESCRIPTION).contains(&description.chars().count()) {
            return Err(ApiError::broken("BOT_COMMAND_DESCRIPTION_INVALID"));
        }
    }
    let (scope, language_code) = scope_and_language(params)?;
    world.bot.commands.retain(|set| set.scope != scope || set.language_code != language_code);
    if !list.is_empty() {
        world.bot.commands.push(CommandSet { scope, language_code, commands: commands.clone() });
    }
    world.touch();
    Ok(json!(true))
}

/// getMyCommands.
pub fn get_commands(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    let (scope, language) = scope_and_language(params)?;
    let set = world.bot.commands.iter().find(|set| set.scope == scope && set.language_code == language);
    Ok(set.map_or_else(|| json!([]), |set| set.commands.clone()))
}

/// deleteMyCommands.
pub fn delete_commands(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    let (scope, language) = scope_and_language(params)?;
    world.bot.commands.retain(|set| set.scope != scope || set.language_code != language);
    world.touch();
    Ok(json!(true))
}

/// setMyDescription.
pub fn set_description(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    set_text(world, params, "description", 512)
}

/// setMyShortDescription.
pub fn set_short_description(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    set_text(world, params, "short_description", 120)
}

fn set_text(world: &mut World, params: &Params, name: &str, max: usize) -> Result<Value, ApiError> {
    let text = params.text(name).unwrap_or_default();
    if text.chars().count() > max {
        return Err(ApiError::broken(format!("{name} is too long")));
    }
    let key = format!("{name} {}", language(params)?);
    world.bot.texts.insert(key, text);
    world.touch();
    Ok(json!(true))
}

/// How many updates may be on their way to a webhook at once (Bot API, setWebhook).
const CONNECTIONS: std::ops::RangeInclusive<i64> = 1..=100;
const DEFAULT_CONNECTIONS: i64 = 40;

/// setWebhook. As a Bot API server of one's own does, it takes plain addresses of this machine beside https ones.
pub fn set_webhook(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    let url = params.text("url").unwrap_or_default();
    if url.is_empty() {
        return delete_webhook(world, params);
    }
    if !url.starts_with("https://") && !url.starts_with("http://127.0.0.1:") {
        return Err(ApiError::broken("bad webhook: An HTTPS URL must be provided for webhook"));
    }
    let secret = params.text("secret_token").unwrap_or_default();
    if secret.len() > 256 || !secret.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')) {
        return Err(ApiError::broken("secret token contains unallowed characters"));
    }
    let connections = params.integer("max_connections")?.unwrap_or(DEFAULT_CONNECTIONS);
    if !CONNECTIONS.contains(&connections) {
        return Err(ApiError::broken("max_connections must be from 1 to 100"));
    }
    if let Some(kinds) = params.object("allowed_updates", "allowed_updates")? {
        let kinds = serde_json::from_value(kinds);
        world.updates.allow(kinds.map_err(|_| ApiError::broken("expected an Array of String"))?);
    }
    let max_connections = usize::try_from(connections).unwrap_or(1);
    world.hook = Some(Hook::new(url, secret, max_connections));
    // A poll that waits is over.
    world.updates.begin();
    drop_pending(world, params)
}

/// deleteWebhook.
pub fn delete_webhook(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    world.hook = None;
    drop_pending(world, params)
}

fn drop_pending(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    if params.flag("drop_pending_updates")? {
        world.updates.clear();
    }
    world.touch();
    Ok(json!(true))
}

/// getWebhookInfo.
pub fn webhook_info(world: &mut World, _: &Params) -> Result<Value, ApiError> {
    let mut info = json!({
        "url": world.hook.as_ref().map_or("", |hook| &hook.url),
        "has_custom_certificate": false,
        "pending_update_count": world.updates.pending(),
    });
    if let Some(hook) = &world.hook {
        info["max_connections"] = json!(hook.max_connections);
        if let Some((date, message)) = &hook.last_error {
            info["last_error_date"] = json!(date);
            info["last_error_message"] = json!(message);
        }
    }
    Ok(info)
}
