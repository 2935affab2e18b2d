//! Questions about chats, members and files; leaving.

use serde_json::{Value, json};

use super::access::{self, Access};
use super::error::ApiError;
use super::params::Params;
use crate::emulator::world::World;
use crate::emulator::world::message::key_of;
use crate::emulator::world::people::Standing;

/// getChat.
pub fn get_chat(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    let chat = access::chat(world, params, Access::Read)?;
    Ok(world.full_chat_json(chat))
}

/// getChatMember.
pub fn member(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    let id = params.integer("user_id")?.filter(|&id| id > 0);
    let id = id.ok_or_else(|| ApiError::broken("invalid user_id specified"))?;
    let chat = access::chat(world, params, Access::Read)?;
    let user = world.user_json(id).ok_or_else(|| ApiError::bad_request("user not found"))?;
    let standing = if id == world.bot.id { Some(&chat.bot) } else { chat.members.get(&id) };
    Ok(standing.unwrap_or(&Standing::Left).member_json(user))
}

/// getChatAdministrators.
pub fn administrators(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    let chat = access::chat(world, params, Access::Read)?;
    if !chat.is_group() {
        return Err(ApiError::broken("there are no administrators in the private chat"));
    }
    let people = chat.members.iter().map(|(&id, standing)| (id, standing));
    let all = people.chain([(world.bot.id, &chat.bot)]).filter(|(_, standing)| standing.is_admin());
    let all = all.filter_map(|(id, standing)| Some(standing.member_json(world.user_json(id)?)));
    Ok(all.collect::<Vec<_>>().into())
}

/// getChatMemberCount.
pub fn member_count(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    let chat = access::chat(world, params, Access::Read)?;
    let people = chat.members.values().filter(|standing| standing.is_in()).count();
    Ok(json!(people + usize::from(chat.bot.is_in())))
}

/// leaveChat.
pub fn leave(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    let chat = access::chat(world, params, Access::Edit)?;
    if !chat.is_group() {
        return Err(ApiError::broken("chat member status can't be changed in private chats"));
    }
    let id = chat.id;
    world.set_bot_standing(id, world.bot.id, Standing::Left);
    Ok(json!(true))
}

/// getFile.
pub fn file(world: &mut World, params: &Params) -> Result<Value, ApiError> {
    let id = params.text("file_id").ok_or_else(|| ApiError::broken("file_id not specified"))?;
    let info = key_of(&id).and_then(|key| world.files.info(key));
    let info = info.ok_or_else(|| ApiError::bad_request("wrong file_id or the file is temporarily unavailable"))?;
    Ok(json!({
        "file_id": id, "file_unique_id": info.key, "file_size": info.size, "file_path": format!("files/{}", info.key),
    }))
}
