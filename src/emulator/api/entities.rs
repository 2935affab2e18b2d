//! What Telegram finds in a text by itself: commands, mentions, addresses.

use crate::emulator::world::message::Entity;

/// The entities in a text, given those that are marked in it already (sorted, in UTF-16 units). Nothing is found inside
/// links and code. The result is sorted: by place, the longer first.
pub fn find(text: &str, marked: &[Entity]) -> Vec<Entity> {
    let mut entities = marked.to_vec();
    let closed = |entity: &&Entity| matches!(entity.kind.as_str(), "pre" | "code" | "text_link" | "text_mention");
    let closed = marked.iter().filter(closed).map(|entity| entity.offset..entity.offset + entity.length);
    let closed = closed.collect::<Vec<_>>();
    let mut offset = 0;
    let mut before = ' ';
    let mut skip_to = 0;
    for (at, ch) in text.char_indices() {
        if at >= skip_to
            && let Some((kind, length)) = entity_at(&text[at..], before)
        {
            skip_to = at + length;
            // What is found is ASCII, so that its length is the same in UTF-16 units.
            if !closed.iter().any(|range| range.contains(&offset)) {
                entities.push(Entity::plain(kind, offset, length));
            }
        }
        offset += ch.len_utf16();
        before = ch;
    }
    sort(&mut entities);
    entities
}

/// Sorts entities as Telegram does: by place, the longer first.
pub fn sort(entities: &mut [Entity]) {
    entities.sort_by(|a, b| (a.offset, b.length).cmp(&(b.offset, a.length)));
}

/// The kind and length in bytes of the entity that begins this text, where `before` is the character before it.
fn entity_at(rest: &str, before: char) -> Option<(&'static str, usize)> {
    if before.is_alphanumeric() || before == '_' {
        return None;
    }
    let word = |text: &str| text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    if let Some(name) = rest.strip_prefix('@') {
        let length = word(name);
        return (3..=32).contains(&length).then_some(("mention", length + 1));
    }
    if let Some(name) = rest.strip_prefix('/')
        && !matches!(before, '/' | '<' | '>' | '@')
    {
        let mut length = word(name);
        if !(1..=64).contains(&length) {
            return None;
        }
        if let Some(bot) = name[length..].strip_prefix('@') {
            let bot = word(bot);
            length += if bot >= 3 { bot + 1 } else { 0 };
        }
        let after = name[length..].chars().next();
        let ends = after.is_none_or(|ch| !ch.is_alphanumeric() && ch != '/');
        return ends.then_some(("bot_command", length + 1));
    }
    for scheme in ["https://", "http://"] {
        if let Some(address) = rest.strip_prefix(scheme) {
            let stops = |byte: &u8| byte.is_ascii_graphic() && !matches!(byte, b'<' | b'>' | b'"');
            let length = address.bytes().take_while(stops).count();
            let length = address[..length].trim_end_matches(['.', ',', ';', ':', '!', '?', ')']).len();
            return (length > 0).then_some(("url", scheme.len() + length));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, usize, usize)> {
        find(text, &[]).into_iter().map(|entity| (entity.kind, entity.offset, entity.length)).collect()
    }

    #[test]
    fn commands_mentions_and_addresses_are_found_by_utf16_places() {
        let entity = |kind: &str, offset, length| (kind.to_owned(), offset, length);
        assert_eq!(found("/start"), [entity("bot_command", 0, 6)]);
        assert_eq!(found("/move@Doushou_bot a3a4"), [entity("bot_command", 0, 17)]);
        assert_eq!(found("🐘虎 /go @li_lei!"), [entity("bot_command", 4, 3), entity("mention", 8, 7)]);
        assert_eq!(found("see https://t.me/c/1/2."), [entity("url", 4, 18)]);
        assert_eq!(found("and/or a/b @x mail@example 1/2"), []);
    }

    #[test]
    fn nothing_is_found_inside_code_and_links() {
        let code = Entity::plain("code", 0, 6);
        assert_eq!(find("/start", std::slice::from_ref(&code)), [code]);
    }
}
