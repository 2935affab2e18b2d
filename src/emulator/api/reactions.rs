//! The reactions Telegram knows.

use super::error::ApiError;
use super::params::Params;

/// The emoji a reaction can be (Bot API, ReactionTypeEmoji).
const EMOJI: &str = "❤ 👍 👎 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊 🤡 🥱 🥴 😍 🐳 ❤‍🔥 🌚 🌭 💯 🤣 ⚡ 🍌 🏆 💔 🤨 😐 🍓 🍾 💋 🖕 😈 😴 😭 🤓 👻 \
     👨‍💻 👀 🎃 🙈 😇 😨 🤝 ✍ 🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾 🤷‍♂ 🤷 🤷‍♀ 😡";

/// The reactions in a call: none or one, for a bot.
pub fn read(params: &Params) -> Result<Vec<String>, ApiError> {
    let Some(list) = params.object("reaction", "reaction types")? else { return Ok(Vec::new()) };
    let list = list.as_array().ok_or_else(|| ApiError::broken("expected an Array of ReactionType"))?;
    if list.len() > 1 {
        return Err(ApiError::broken("REACTIONS_TOO_MANY"));
    }
    let read = list.iter().map(|reaction| {
        let emoji = reaction["emoji"].as_str().filter(|_| reaction["type"] == "emoji").unwrap_or_default();
        let known = EMOJI.split(' ').any(|known| known == emoji);
        if known { Ok(emoji.to_owned()) } else { Err(ApiError::broken("REACTION_INVALID")) }
    });
    read.collect()
}
