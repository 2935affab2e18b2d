//! Messages: who wrote what, under which buttons.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::people::set;

/// A message of a chat. Its number rises within the chat.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Message {
    pub id: i64,
    /// Unix seconds.
    pub date: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edit_date: Option<i64>,
    pub author: Author,
    /// The topic it stands in: the number of the message that created the topic.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub topic: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply_to: Option<i64>,
    pub body: Body,
    /// Rows of InlineKeyboardButton.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keyboard: Vec<Vec<Value>>,
    /// The bot's reactions, as emoji.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reactions: Vec<String>,
    #[serde(default)]
    pub pinned: bool,
    /// The world's version when it last changed.
    #[serde(default)]
    pub rev: u64,
}

/// Who wrote a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Author {
    Person(i64),
    Bot,
    /// An admin who writes as the group itself.
    Anonymous,
    /// A channel: by one of its admins, or forwarded automatically because it is linked to the group.
    Channel {
        id: i64,
        title: String,
        automatic: bool,
    },
}

/// What a message says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    Text(Words),
    Media {
        kind: MediaKind,
        file: FileInfo,
        caption: Words,
    },
    /// Somebody joined, a topic was made, …: fields of the Bot API's Message.
    Service(Map<String, Value>),
}

impl Body {
    /// Text or caption; service messages have none.
    pub fn words(&self) -> Option<&Words> {
        match self {
            Body::Text(words) | Body::Media { caption: words, .. } => Some(words),
            Body::Service(_) => None,
        }
    }

    /// The file it shows, if any.
    pub fn file(&self) -> Option<&FileInfo> {
        match self {
            Body::Media { file, .. } => Some(file),
            _ => None,
        }
    }
}

/// Text and what is marked in it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Words {
    pub text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entities: Vec<Entity>,
}

/// A marked part of a text; offset and length in UTF-16 code units (Bot API, MessageEntity).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entity {
    #[serde(rename = "type")]
    pub kind: String,
    pub offset: usize,
    pub length: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The User a text mention is of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub custom_emoji_id: Option<String>,
}

impl Entity {
    /// An entity that needs no more than its place.
    pub fn plain(kind: &str, offset: usize, length: usize) -> Entity {
        Entity { kind: kind.to_owned(), offset, length, url: None, user: None, language: None, custom_emoji_id: None }
    }
}

/// How a file is shown.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MediaKind {
    Photo,
    Animation,
    Document,
}

impl MediaKind {
    /// The field of a request or message that holds it.
    pub const fn field(self) -> &'static str {
        match self {
            MediaKind::Photo => "photo",
            MediaKind::Animation => "animation",
            MediaKind::Document => "document",
        }
    }
}

/// A stored file, without its bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileInfo {
    /// The Bot API's file_unique_id.
    pub key: String,
    pub name: String,
    pub mime: String,
    pub size: usize,
    /// Pixels; 0 where it is no picture.
    pub width: u32,
    pub height: u32,
}

/// The longest side of the sizes Telegram makes of a photo, smallest first, with the letter it gives them.
const PHOTO_SIZES: [(char, u32); 3] = [('m', 320), ('x', 800), ('y', 1280)];

impl FileInfo {
    /// The file's id as a bot sees it. Every size of a photo has its own; here all of them give the whole file.
    pub fn file_id(&self, size: char) -> String {
        format!("{size}-{}", self.key)
    }

    /// The fields of a Message that show this file.
    fn describe(&self, kind: MediaKind, message: &mut Value) {
        let mut file = json!({
            "file_id": self.file_id('d'), "file_unique_id": self.key,
            "file_name": self.name, "mime_type": self.mime, "file_size": self.size,
        });
        match kind {
            MediaKind::Photo => message["photo"] = self.photo_sizes(),
            MediaKind::Document => message["document"] = file,
            MediaKind::Animation => {
                message["document"] = file.clone();
                file["width"] = json!(self.width);
                file["height"] = json!(self.height);
                file["duration"] = json!(1);
                message["animation"] = file;
            }
        }
    }

    fn photo_sizes(&self) -> Value {
        let longest = self.width.max(self.height).max(1);
        let mut sizes = Vec::new();
        for (letter, side) in PHOTO_SIZES {
            let scaled = |pixels: u32| (u64::from(pixels) * u64::from(side.min(longest)) / u64::from(longest)).max(1);
            sizes.push(json!({
                "file_id": self.file_id(letter), "file_unique_id": format!("{}{letter}", self.key),
                "width": scaled(self.width), "height": scaled(self.height),
                "file_size": self.size * side.min(longest) as usize / longest as usize,
            }));
            if side >= longest {
                break;
            }
        }
        sizes.into()
    }
}

/// The largest of a photo's sizes, by the file id in a message's JSON.
pub fn key_of(file_id: &str) -> Option<&str> {
    let (size, key) = file_id.split_once('-')?;
    (size.len() == 1).then_some(key)
}

impl Body {
    /// Adds what the Bot API's Message says about this body.
    pub fn describe(&self, message: &mut Value) {
        match self {
            Body::Text(words) => words.describe("text", "entities", message),
            Body::Media { kind, file, caption } => {
                file.describe(*kind, message);
                if !caption.text.is_empty() {
                    caption.describe("caption", "caption_entities", message);
                }
            }
            Body::Service(fields) => {
                for (name, value) in fields {
                    message[name.as_str()] = value.clone();
                }
            }
        }
    }
}

impl Words {
    fn describe(&self, text: &str, entities: &str, message: &mut Value) {
        message[text] = json!(self.text);
        set(message, entities, (!self.entities.is_empty()).then(|| json!(self.entities)));
    }
}
