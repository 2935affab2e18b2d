//! What goes to a chat, free of any platform's types.

use crate::render::Picture;

/// The longest text under a picture (Bot API, `sendPhoto`); we count tags and entities too, to be on the safe side.
pub(super) const LONGEST_CAPTION: usize = 1024;
/// The longest text alone (Bot API, `sendMessage`), counted in the same way.
pub(super) const LONGEST_MESSAGE: usize = 4096;

/// A message: HTML text, a picture if it has one, and buttons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Post {
    /// HTML as Telegram reads it; at most 1024 characters after entities with a scene, else 4096.
    pub html: String,
    /// What its picture shows.
    pub scene: Option<Picture>,
    /// What it says where no picture can be sent, if that is something else: HTML, at most 4096 characters after entities.
    pub in_words: Option<String>,
    /// Rows of buttons.
    pub buttons: Vec<Vec<Button>>,
}

impl Post {
    /// Words alone.
    pub const fn words(html: String) -> Post {
        Post::with_buttons(html, Vec::new())
    }

    /// Words and buttons.
    pub const fn with_buttons(html: String, buttons: Vec<Vec<Button>>) -> Post {
        Post { html, scene: None, in_words: None, buttons }
    }

    /// The same without its picture.
    pub fn without_picture(self) -> Post {
        Post::with_buttons(self.in_words.unwrap_or(self.html), self.buttons)
    }
}

/// A button under a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    pub label: String,
    pub action: ButtonAction,
}

/// What a button does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ButtonAction {
    /// Sends this data back, at most 64 bytes.
    Press(String),
    /// Opens an address.
    Url(String),
}

/// The answer to a press: nothing, a short line, or a box to be closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Toast {
    Silent,
    /// At most 200 characters.
    Line(String),
    /// At most 200 characters, in a box.
    Alert(String),
}
