//! The arguments of a text.

use std::borrow::Cow;

use fluent_bundle::{FluentArgs, FluentValue};

/// Named arguments of a text: words, numbers, and pieces of HTML.
#[derive(Clone, Debug, Default)]
pub struct Args(Vec<(Cow<'static, str>, Value)>);

#[derive(Clone, Debug)]
enum Value {
    Number(u32),
    Plain(String),
    Markup(String),
}

impl Args {
    pub fn new() -> Args {
        Args::default()
    }

    /// Adds a word: escaped when the text becomes HTML.
    pub fn word(mut self, name: impl Into<Cow<'static, str>>, word: impl Into<String>) -> Args {
        self.0.push((name.into(), Value::Plain(word.into())));
        self
    }

    /// Adds a number; texts may choose their words by it.
    pub fn number(mut self, name: impl Into<Cow<'static, str>>, number: u32) -> Args {
        self.0.push((name.into(), Value::Number(number)));
        self
    }

    /// Adds a piece of finished HTML, put in as it is.
    pub fn html(mut self, name: impl Into<Cow<'static, str>>, html: impl Into<String>) -> Args {
        self.0.push((name.into(), Value::Markup(html.into())));
        self
    }

    /// Adds all of these.
    pub fn and(mut self, more: Args) -> Args {
        self.0.extend(more.0);
        self
    }

    pub(super) fn plain(&self) -> FluentArgs<'_> {
        self.map(Cow::Borrowed)
    }

    pub(super) fn escaped(&self) -> FluentArgs<'_> {
        self.map(escape)
    }

    fn map<'a>(&'a self, word: impl Fn(&'a str) -> Cow<'a, str>) -> FluentArgs<'a> {
        let value = |value: &'a Value| match value {
            Value::Number(number) => FluentValue::from(*number),
            Value::Plain(text) => FluentValue::String(word(text)),
            Value::Markup(html) => FluentValue::String(Cow::Borrowed(html)),
        };
        self.0.iter().map(|(name, v)| (name.clone(), value(v))).collect()
    }
}

/// A text with the characters that mean something in Telegram's HTML written as entities.
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '>', '"']) {
        return Cow::Borrowed(text);
    }
    let mut html = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            c => html.push(c),
        }
    }
    Cow::Owned(html)
}

/// A text kept apart from the writing direction of what stands around it (Unicode FSI … PDI).
pub fn isolate(text: &str) -> String {
    format!("\u{2068}{text}\u{2069}")
}
