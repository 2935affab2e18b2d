//! What a message is made of: text, caption, files; and the checks that need no chat.

use serde_json::Value;

use super::error::ApiError;
use super::params::{Params, Upload};
use super::{entities, html};
use crate::emulator::world::World;
use crate::emulator::world::files::{Picture, picture};
use crate::emulator::world::message::{Entity, FileInfo, MediaKind, Words, key_of};

/// Characters of a text and a caption, after entities (Bot API, sendMessage and sendPhoto).
pub const MAX_TEXT: usize = 4096;
pub const MAX_CAPTION: usize = 1024;
/// Bytes of a text before entities (the server's own limit).
const MAX_RAW_TEXT: usize = 1 << 15;

/// Limits of a photo (Bot API, sendPhoto) and of other files.
const MAX_PHOTO_BYTES: usize = 10 * 1024 * 1024;
const MAX_FILE_BYTES: usize = 50 * 1024 * 1024;
const MAX_PHOTO_SIDES: u32 = 10_000;
const MAX_PHOTO_RATIO: u32 = 20;

/// Reads a text with its parse mode or entities, and checks its length; `too_long` is what Telegram says then.
pub fn words(
    world: &World,
    text: String,
    parse_mode: Option<&str>,
    given: Option<Value>,
    max: usize,
    too_long: &str,
) -> Result<Words, ApiError> {
    if text.len() > MAX_RAW_TEXT {
        return Err(ApiError::broken("text is too long"));
    }
    let mention = |id| world.user_json(id);
    let words = match parse_mode.map(str::to_lowercase).as_deref() {
        Some("html") => {
            html::parse(&text, &mention).map_err(|error| ApiError::broken(format!("can't parse entities: {error}")))?
        }
        None | Some("" | "none") => Words { text, entities: given_entities(given)? },
        Some("markdown" | "markdownv2") => {
            return Err(ApiError::refused(501, "Not Implemented: this server reads HTML only"));
        }
        Some(_) => return Err(ApiError::broken("unsupported parse_mode")),
    };
    let words = trim(words);
    if words.text.chars().count() > max {
        return Err(ApiError::broken(too_long));
    }
    let entities = entities::find(&words.text, &words.entities);
    Ok(Words { entities, ..words })
}

fn given_entities(given: Option<Value>) -> Result<Vec<Entity>, ApiError> {
    let Some(given) = given else { return Ok(Vec::new()) };
    let mut entities: Vec<Entity> = serde_json::from_value(given)
        .map_err(|error| ApiError::broken(format!("can't parse MessageEntity: {error}")))?;
    entities::sort(&mut entities);
    Ok(entities)
}

/// Takes white space off both ends, as Telegram does, and moves the entities along.
fn trim(words: Words) -> Words {
    let kept = words.text.trim_start();
    let cut = words.text[..words.text.len() - kept.len()].encode_utf16().count();
    let kept = kept.trim_end();
    let length = kept.encode_utf16().count();
    let entities = words.entities.into_iter().filter_map(|mut entity| {
        let end = (entity.offset + entity.length).saturating_sub(cut).min(length);
        entity.offset = entity.offset.saturating_sub(cut);
        entity.length = end.checked_sub(entity.offset).filter(|&length| length > 0)?;
        Some(entity)
    });
    Words { text: kept.to_owned(), entities: entities.collect() }
}

/// The caption in a call's parameters, possibly empty.
pub fn caption(world: &World, params: &Params) -> Result<Words, ApiError> {
    let entities = params.object("caption_entities", "entities")?;
    let text = params.text("caption").unwrap_or_default();
    let mode = params.text("parse_mode");
    words(world, text, mode.as_deref(), entities, MAX_CAPTION, "message caption is too long")
}

/// The file that parameter `field` stands for: an upload, or the id of a file that was sent before. `reference` is the
/// string given for it, if one was.
pub fn file(
    world: &mut World,
    params: &Params,
    kind: MediaKind,
    reference: Option<&str>,
) -> Result<FileInfo, ApiError> {
    if let Some(upload) = params.upload(kind.field(), reference) {
        let picture = check_upload(kind, upload)?;
        return Ok(world.files.add(&upload.name, upload.bytes.clone(), picture));
    }
    let Some(reference) = reference else {
        return Err(ApiError::broken(format!("there is no {} in the request", kind.field())));
    };
    if reference.starts_with("http://") || reference.starts_with("https://") {
        return Err(ApiError::bad_request("failed to get HTTP URL content"));
    }
    if reference.starts_with("attach://") {
        return Err(ApiError::broken(format!("there is no {} in the request", kind.field())));
    }
    let known = key_of(reference).and_then(|key| world.files.info(key)).cloned();
    known.ok_or_else(|| ApiError::bad_request("wrong file identifier/HTTP URL specified"))
}

fn check_upload(kind: MediaKind, upload: &Upload) -> Result<Option<Picture>, ApiError> {
    let size = upload.bytes.len();
    if size == 0 {
        return Err(ApiError::broken("file must be non-empty"));
    }
    let picture = picture(&upload.bytes);
    if kind != MediaKind::Photo {
        return if size > MAX_FILE_BYTES {
            Err(ApiError::refused(413, "Request Entity Too Large"))
        } else {
            Ok(picture)
        };
    }
    if size > MAX_PHOTO_BYTES {
        return Err(ApiError::broken(format!(
            "file of size {size} bytes is too big for a photo; the maximum size is {MAX_PHOTO_BYTES} bytes"
        )));
    }
    let picture = picture.ok_or_else(|| ApiError::broken("IMAGE_PROCESS_FAILED"))?;
    let (long, short) = (picture.width.max(picture.height), picture.width.min(picture.height));
    if picture.width + picture.height > MAX_PHOTO_SIDES || short == 0 || long / short > MAX_PHOTO_RATIO {
        return Err(ApiError::broken("PHOTO_INVALID_DIMENSIONS"));
    }
    Ok(Some(picture))
}
