//! The HTML parse mode (Bot API, "HTML style"), with Telegram's complaints.

use super::entities::sort;
use crate::emulator::world::message::{Entity, Words};

/// An element that was opened and not closed yet.
struct Open {
    tag: String,
    argument: String,
    /// Where its content begins: in UTF-16 units, and in bytes of the text so far.
    offset: usize,
    start: usize,
}

/// Reads HTML into text and entities. `mention` gives the User of an id, if the bot may mention them. Errors are
/// Telegram's, without "Bad Request: can't parse entities: ".
pub fn parse(html: &str, mention: &dyn Fn(i64) -> Option<serde_json::Value>) -> Result<Words, String> {
    let mut reader = Reader { html, at: 0 };
    let mut words = Words::default();
    let mut offset = 0;
    let mut open: Vec<Open> = Vec::new();
    while let Some(ch) = reader.peek() {
        let begin = reader.at;
        match ch {
            '&' => {
                let decoded = reader.character_reference().unwrap_or_else(|| {
                    reader.at = begin + 1;
                    '&'
                });
                words.text.push(decoded);
                offset += decoded.len_utf16();
            }
            '<' if reader.html[begin + 1..].starts_with('/') => {
                let last = open.pop().ok_or_else(|| format!("Unexpected end tag at byte offset {begin}"))?;
                reader.end_tag(&last.tag, begin)?;
                if offset > last.offset {
                    close(&last, offset - last.offset, &mut words, mention)?;
                }
            }
            '<' => {
                let (tag, argument) = reader.start_tag(begin)?;
                open.push(Open { tag, argument, offset, start: words.text.len() });
            }
            ch => {
                reader.at += ch.len_utf8();
                words.text.push(ch);
                offset += ch.len_utf16();
            }
        }
    }
    if let Some(last) = open.pop() {
        return Err(format!("Can't find end tag corresponding to start tag {}", last.tag));
    }
    sort(&mut words.entities);
    Ok(words)
}

/// Adds the entity of an element that has just been closed.
fn close(
    open: &Open,
    length: usize,
    words: &mut Words,
    mention: &dyn Fn(i64) -> Option<serde_json::Value>,
) -> Result<(), String> {
    let mut entity = Entity::plain("", open.offset, length);
    entity.kind = match open.tag.as_str() {
        "b" | "strong" => "bold",
        "i" | "em" => "italic",
        "u" | "ins" => "underline",
        "s" | "strike" | "del" => "strikethrough",
        "tg-spoiler" | "span" => "spoiler",
        "blockquote" if open.argument == "expandable" => "expandable_blockquote",
        "blockquote" => "blockquote",
        "tg-emoji" => {
            entity.custom_emoji_id = Some(open.argument.clone());
            if open.argument.parse::<i64>().is_err() {
                return Err("Invalid custom emoji identifier specified".to_owned());
            }
            "custom_emoji"
        }
        "a" => match link(open, words, mention, &mut entity) {
            Some(kind) => kind,
            None => return Ok(()),
        },
        code => {
            // <pre> right around <code>, or the other way round, is one entity that knows its language.
            let inner = words.entities.last_mut().filter(|inner| {
                matches!(inner.kind.as_str(), "pre" | "code")
                    && inner.kind != code
                    && (inner.offset, inner.length) == (open.offset, length)
            });
            if let Some(inner) = inner {
                let language =
                    inner.language.take().or_else(|| (!open.argument.is_empty()).then(|| open.argument.clone()));
                if language.is_some() {
                    inner.kind = "pre".to_owned();
                    inner.language = language;
                    return Ok(());
                }
            }
            entity.language = (code == "code" && !open.argument.is_empty()).then(|| open.argument.clone());
            code
        }
    }
    .to_owned();
    words.entities.push(entity);
    Ok(())
}

/// The kind of a link: to a person, or to an address. `None` if it leads nowhere, in which case Telegram drops it.
fn link(
    open: &Open,
    words: &Words,
    mention: &dyn Fn(i64) -> Option<serde_json::Value>,
    entity: &mut Entity,
) -> Option<&'static str> {
    let shown = words.text[open.start..].to_owned();
    let url = if open.argument.is_empty() { shown } else { open.argument.clone() };
    if let Some(id) = url.strip_prefix("tg://user?id=") {
        entity.user = Some(mention(id.parse().ok()?)?);
        return Some("text_mention");
    }
    let address = url.split_once("://").map_or(url.as_str(), |(_, rest)| rest);
    if !address.contains('.') || url.contains(char::is_whitespace) {
        return None;
    }
    entity.url = Some(if url.contains("://") { url } else { format!("http://{url}/") });
    Some("text_link")
}

/// The elements Telegram knows.
const TAGS: [&str; 16] = [
    "a",
    "b",
    "strong",
    "i",
    "em",
    "s",
    "strike",
    "del",
    "u",
    "ins",
    "tg-spoiler",
    "tg-emoji",
    "span",
    "pre",
    "code",
    "blockquote",
];

struct Reader<'a> {
    html: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.html[self.at..].chars().next()
    }

    /// Skips characters while `wanted`, and returns them.
    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &str {
        let begin = self.at;
        let rest = &self.html[begin..];
        self.at += rest.find(|ch| !wanted(ch)).unwrap_or(rest.len());
        &self.html[begin..self.at]
    }

    fn skip_space(&mut self) {
        self.take_while(|ch| ch.is_ascii_whitespace());
    }

    fn accept(&mut self, ch: char) -> bool {
        let found = self.peek() == Some(ch);
        self.at += if found { ch.len_utf8() } else { 0 };
        found
    }

    /// `&lt;` and the like: four names, and numbers. `None` (and anywhere) if it is none.
    fn character_reference(&mut self) -> Option<char> {
        self.at += 1;
        let code = if self.accept('#') {
            let radix = if self.accept('x') { 16 } else { 10 };
            let digits = self.take_while(|ch| ch.is_ascii_hexdigit());
            u32::from_str_radix(digits, radix).ok().filter(|&code| code != 0)?
        } else {
            match self.take_while(|ch| ch.is_ascii_alphabetic()) {
                "lt" => '<'.into(),
                "gt" => '>'.into(),
                "amp" => '&'.into(),
                "quot" => '"'.into(),
                _ => return None,
            }
        };
        self.accept(';');
        char::from_u32(code)
    }

    fn start_tag(&mut self, begin: usize) -> Result<(String, String), String> {
        self.at += 1;
        let tag = self.take_while(|ch| !ch.is_ascii_whitespace() && ch != '>').to_ascii_lowercase();
        if self.peek().is_none() {
            return Err(format!("Unclosed start tag at byte offset {begin}"));
        }
        if !TAGS.contains(&tag.as_str()) {
            return Err(format!("Unsupported start tag \"{tag}\" at byte offset {begin}"));
        }
        let mut argument = String::new();
        loop {
            self.skip_space();
            if self.accept('>') {
                break;
            }
            let (name, value) = self.attribute(&tag, begin)?;
            match (tag.as_str(), name.as_str()) {
                ("a", "href") | ("tg-emoji", "emoji-id") => argument = value,
                ("code", "class") => argument = value.strip_prefix("language-").unwrap_or_default().to_owned(),
                ("span", "class") => argument = value.strip_prefix("tg-").unwrap_or_default().to_owned(),
                ("blockquote", "expandable") => argument = name,
                _ => {}
            }
        }
        if tag == "span" && argument != "spoiler" {
            return Err(format!("Tag \"span\" must have class \"tg-spoiler\" at byte offset {begin}"));
        }
        Ok((tag, argument))
    }

    fn attribute(&mut self, tag: &str, begin: usize) -> Result<(String, String), String> {
        let name = self.take_while(|ch| !ch.is_ascii_whitespace() && ch != '=' && ch != '>').to_owned();
        if name.is_empty() {
            return Err(if self.peek().is_none() {
                format!("Unclosed start tag \"{tag}\" at byte offset {begin}")
            } else {
                format!("Empty attribute name in the tag \"{tag}\" at byte offset {begin}")
            });
        }
        self.skip_space();
        if !self.accept('=') {
            if tag == "blockquote" && name == "expandable" {
                return Ok((name, String::new()));
            }
            return Err(format!(
                "Expected equal sign in declaration of an attribute of the tag \"{tag}\" at byte offset {begin}"
            ));
        }
        self.skip_space();
        let unclosed = format!("Unclosed start tag \"{tag}\" at byte offset {begin}");
        let quote = self.peek().ok_or_else(|| unclosed.clone())?;
        if quote != '"' && quote != '\'' {
            let token = self.at;
            let value = self.take_while(|ch| ch.is_ascii_alphanumeric() || ch == '.' || ch == '-').to_ascii_lowercase();
            return match self.peek() {
                Some(ch) if ch.is_ascii_whitespace() || ch == '>' => Ok((name, value)),
                _ => Err(format!("Unexpected end of name token at byte offset {token}")),
            };
        }
        self.at += 1;
        let mut value = String::new();
        while let Some(ch) = self.peek() {
            if self.accept(quote) {
                return Ok((name, value));
            }
            let begin = self.at;
            match (ch == '&').then(|| self.character_reference()).flatten() {
                Some(decoded) => value.push(decoded),
                None => {
                    self.at = begin + ch.len_utf8();
                    value.push(ch);
                }
            }
        }
        Err(unclosed)
    }

    fn end_tag(&mut self, expected: &str, begin: usize) -> Result<(), String> {
        self.at += 2;
        let tag = self.take_while(|ch| !ch.is_ascii_whitespace() && ch != '>').to_ascii_lowercase();
        self.skip_space();
        if !self.accept('>') {
            return Err(format!("Unclosed end tag at byte offset {begin}"));
        }
        if !tag.is_empty() && tag != expected {
            return Err(format!(
                "Unmatched end tag at byte offset {begin}, expected \"</{expected}>\", found \"</{tag}>\""
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(html: &str) -> Result<Words, String> {
        parse(html, &|id| (id == 7).then(|| serde_json::json!({"id": 7})))
    }

    #[test]
    fn marked_text_becomes_entities_in_utf16_units() {
        let words = read("🐘 <b>Ada &amp; <i>李雷</i></b> &lt;3 &#x41;").expect("valid");
        assert_eq!(words.text, "🐘 Ada & 李雷 <3 A");
        assert_eq!(words.entities, [Entity::plain("bold", 3, 8), Entity::plain("italic", 9, 2)]);
    }

    #[test]
    fn links_and_mentions_are_told_apart() {
        let words = read(
            r#"<a href="tg://user?id=7">Ada</a> <a href="tg://user?id=8">B</a> <a href="https://t.me/x?a=1&amp;b=2">c</a>"#,
        );
        let words = words.expect("valid");
        let kinds = words.entities.iter().map(|entity| entity.kind.as_str()).collect::<Vec<_>>();
        assert_eq!(kinds, ["text_mention", "text_link"]);
        assert_eq!(words.entities[1].url.as_deref(), Some("https://t.me/x?a=1&b=2"));
    }

    #[test]
    fn code_in_pre_knows_its_language() {
        let words = read(r#"<pre><code class="language-rust">x</code></pre>"#).expect("valid");
        assert_eq!(words.entities.len(), 1);
        assert_eq!((words.entities[0].kind.as_str(), words.entities[0].language.as_deref()), ("pre", Some("rust")));
    }

    #[test]
    fn mistakes_get_the_complaints_of_telegram() {
        for (html, complaint) in [
            ("a <c>b</c>", "Unsupported start tag \"c\" at byte offset 2"),
            ("<b>a", "Can't find end tag corresponding to start tag b"),
            ("a</b>", "Unexpected end tag at byte offset 1"),
            ("<b>a</i>", "Unmatched end tag at byte offset 4, expected \"</b>\", found \"</i>\""),
            ("1 < 2", "Unsupported start tag \"\" at byte offset 2"),
            ("1 <2", "Unclosed start tag at byte offset 2"),
            ("<b>a</b", "Unclosed end tag at byte offset 4"),
            ("<a href>x</a>", "Expected equal sign in declaration of an attribute of the tag \"a\" at byte offset 0"),
            ("<span class=\"x\">y</span>", "Tag \"span\" must have class \"tg-spoiler\" at byte offset 0"),
        ] {
            assert_eq!(read(html), Err(complaint.to_owned()), "{html}");
        }
    }
}
