//! Telegram's HTML, as strictly as the Bot API reads it ("HTML style").

/// Tags that may stand in a message.
const TAGS: [&str; 5] = ["b", "i", "code", "pre", "a"];

/// The length of what is seen, in UTF-16 units; or what is wrong with the HTML.
pub fn visible_length(html: &str) -> Result<usize, String> {
    let (mut open, mut length, mut rest) = (Vec::new(), 0, html);
    while let Some(c) = rest.chars().next() {
        match c {
            '<' => {
                let end = rest.find('>').ok_or("a tag without its end")?;
                let tag = &rest[1..end];
                rest = &rest[end + 1..];
                match tag.strip_prefix('/') {
                    Some(name) => {
                        let last = open.pop();
                        if last != Some(name) {
                            return Err(format!("</{name}> closes {last:?}"));
                        }
                    }
                    None => open.push(tag_name(tag)?),
                }
            }
            '>' => return Err("a bare >".to_owned()),
            '&' => {
                let end = rest.find(';').ok_or("a bare &")?;
                if !["&amp", "&lt", "&gt", "&quot"].contains(&&rest[..end]) {
                    return Err(format!("no entity: {}", &rest[..end]));
                }
                length += 1;
                rest = &rest[end + 1..];
            }
            c => {
                length += c.len_utf16();
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    if open.is_empty() { Ok(length) } else { Err(format!("not closed: {open:?}")) }
}

/// The name of an opening tag, if it may stand in a message.
fn tag_name(tag: &str) -> Result<&str, String> {
    let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
    let fits = match name {
        "a" => attributes.starts_with("href=\"") && attributes.ends_with('"') && attributes.matches('"').count() == 2,
        _ => attributes.is_empty(),
    };
    if fits && TAGS.contains(&name) { Ok(name) } else { Err(format!("no tag of Telegram's: <{tag}>")) }
}
