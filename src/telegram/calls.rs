//! What the service says, as requests.

use reqwest::Url;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use teloxide::payloads::{
    AnswerCallbackQuery, AnswerCallbackQuerySetters, EditMessageCaption, EditMessageCaptionSetters, EditMessageMedia,
    EditMessageReplyMarkup, EditMessageText, EditMessageTextSetters, GetFile, SendAnimation, SendAnimationSetters,
    SendDocument, SendDocumentSetters, SendMessage, SendMessageSetters, SendPhoto, SendPhotoSetters, SetMyCommands,
    SetMyCommandsSetters,
};
use teloxide::requests::Payload;
use teloxide::types::{
    self as tg, BotCommand, BotCommandScope, CallbackQueryId, FileId, InlineKeyboardButton, InlineKeyboardMarkup,
    InputFile, InputMedia, InputMediaPhoto, LinkPreviewOptions, ParseMode, ReplyParameters, ThreadId,
};

use super::Telegram;
use super::api::{ATTACHED, CallError, Upload};
use super::classify::{classify, is_other_form};
use crate::chat::{Button, ButtonAction, CommandScope, MissingRight, Post, Toast};
use crate::people::{ChatId, Lang, PersonId, Place};
use crate::service::{
    Content, Drawn, EditPart, FetchError, MessageId, Messenger, Parcel, ParcelKind, Posted, SendError,
};

impl Messenger for Telegram {
    async fn send(&self, place: Place, drawn: &Drawn) -> Result<MessageId, SendError> {
        #[derive(Deserialize)]
        struct Sent {
            message_id: MessageId,
        }
        let chat = tg::ChatId(place.chat.0);
        let keyboard = keyboard(&drawn.post)?;
        let thread = place.thread.map(|id| ThreadId(tg::MessageId(id)));
        let reply = reply_to(drawn.reply_to)?;
        let sent: Result<Sent, CallError> = match &drawn.png {
            Some(png) => {
                let mut photo = SendPhoto::new(chat, attached()).caption(&drawn.post.html).parse_mode(ParseMode::Html);
                photo.message_thread_id = thread;
                photo.reply_parameters = reply;
                photo.reply_markup = keyboard.map(Into::into);
                self.api.upload(SendPhoto::NAME, &photo, Upload::png(png)).await
            }
            None => {
                let mut text = SendMessage::new(chat, &drawn.post.html)
                    .parse_mode(ParseMode::Html)
                    .link_preview_options(no_preview());
                text.message_thread_id = thread;
                text.reply_parameters = reply;
                text.reply_markup = keyboard.map(Into::into);
                self.api.call(SendMessage::NAME, &text).await
            }
        };
        sent.map(|sent| sent.message_id).map_err(classify)
    }

    async fn edit(&self, chat: ChatId, message: MessageId, drawn: &Drawn, part: EditPart) -> Result<(), SendError> {
        let target = Target::new(chat, message)?;
        let keyboard = keyboard(&drawn.post)?;
        let html = &drawn.post.html;
        let done = match (part, &drawn.png) {
            (EditPart::Buttons, _) => self.edit_buttons(target, keyboard).await,
            (EditPart::All, Some(png)) => self.edit_picture(target, html, png, keyboard).await,
            (EditPart::All, None) => self.edit_text(target, html, keyboard).await,
            // A scene is shown as a photo, except where a chat takes none; only Telegram knows for sure.
            (EditPart::Words, _) => {
                let photo = drawn.post.scene.is_some();
                match self.edit_words(target, html, keyboard.clone(), photo).await {
                    Err(error) if is_other_form(&error) => self.edit_words(target, html, keyboard, !photo).await,
                    done => done,
                }
            }
        };
        done.map_err(classify)
    }

    async fn strip(&self, chat: ChatId, message: MessageId) -> Result<(), SendError> {
        self.edit_buttons(Target::new(chat, message)?, None).await.map_err(classify)
    }

    async fn answer(&self, press: &str, toast: &Toast) -> Result<(), SendError> {
        let answer = AnswerCallbackQuery::new(CallbackQueryId(press.to_owned()));
        let answer = match toast {
            Toast::Silent => answer,
            Toast::Line(text) => answer.text(text),
            Toast::Alert(text) => answer.text(text).show_alert(true),
        };
        self.done(&answer).await.map_err(classify)
    }

    async fn send_file(&self, place: Place, parcel: &Parcel) -> Result<Posted, SendError> {
        #[derive(Deserialize)]
        struct Sent {
            message_id: MessageId,
            animation: Option<SentFile>,
            document: Option<SentFile>,
        }
        #[derive(Deserialize)]
        struct SentFile {
            file_id: String,
        }
        let chat = tg::ChatId(place.chat.0);
        let thread = place.thread.map(|id| ThreadId(tg::MessageId(id)));
        let reply = reply_to(parcel.reply_to)?;
        let file = match &parcel.content {
            Content::New { .. } => attached(),
            Content::Known(file) => InputFile::file_id(FileId(file.clone())),
        };
        let sent: Result<Sent, CallError> = match parcel.kind {
            ParcelKind::Animation { width, height, millis } => {
                let mut film = SendAnimation::new(chat, file).caption(&parcel.html).parse_mode(ParseMode::Html);
                film.message_thread_id = thread;
                film.reply_parameters = reply;
                let film = film.width(width).height(height).duration(millis.div_ceil(1000));
                self.post_file(SendAnimation::NAME, &film, &parcel.content, "image/gif").await
            }
            ParcelKind::Document => {
                let mut document = SendDocument::new(chat, file).caption(&parcel.html).parse_mode(ParseMode::Html);
                document.message_thread_id = thread;
                document.reply_parameters = reply;
                let document = document.disable_content_type_detection(true);
                self.post_file(SendDocument::NAME, &document, &parcel.content, "text/plain").await
            }
        };
        let sent = sent.map_err(classify)?;
        let file = sent.animation.or(sent.document).map(|file| file.file_id);
        Ok(Posted { message: sent.message_id, file })
    }

    async fn fetch(&self, file: &str, most: usize) -> Result<Vec<u8>, FetchError> {
        #[derive(Deserialize)]
        struct Found {
            file_size: Option<u64>,
            file_path: Option<String>,
        }
        let failed = |error: CallError| FetchError::Failed(error.to_string());
        let found: Found =
            self.api.call(GetFile::NAME, &GetFile::new(FileId(file.to_owned()))).await.map_err(failed)?;
        if found.file_size.is_some_and(|size| size > most as u64) {
            return Err(FetchError::TooLarge { most });
        }
        let path = found.file_path.ok_or_else(|| FetchError::Failed("the server gives no path".to_owned()))?;
        self.api.download(&path, most).await.map_err(failed)?.ok_or(FetchError::TooLarge { most })
    }

    async fn is_admin(&self, chat: ChatId, person: PersonId) -> Result<bool, SendError> {
        self.person_is_admin(chat, person).await
    }

    async fn missing_rights(&self, chat: ChatId) -> Result<Vec<MissingRight>, SendError> {
        self.rights_it_lacks(chat).await
    }

    async fn register(
        &self,
        scope: CommandScope,
        lang: Lang,
        commands: Vec<(&'static str, String)>,
    ) -> Result<(), SendError> {
        let commands = commands.into_iter().map(|(name, description)| BotCommand::new(name, description));
        let mut list = SetMyCommands::new(commands).scope(match scope {
            CommandScope::Default => BotCommandScope::Default,
            CommandScope::Private => BotCommandScope::AllPrivateChats,
            CommandScope::Group => BotCommandScope::AllGroupChats,
            CommandScope::GroupAdmins => BotCommandScope::AllChatAdministrators,
        });
        if lang != self.default_lang {
            list = list.language_code(language_code(lang));
        }
        self.done(&list).await.map_err(classify)
    }
}

/// The message an edit is about.
#[derive(Clone, Copy)]
struct Target {
    chat: tg::ChatId,
    message: tg::MessageId,
}

impl Target {
    fn new(chat: ChatId, message: MessageId) -> Result<Target, SendError> {
        Ok(Target { chat: tg::ChatId(chat.0), message: message_id(message)? })
    }
}

impl Telegram {
    /// A new picture with caption and buttons; it makes a photo out of a text, too.
    async fn edit_picture(
        &self,
        at: Target,
        html: &str,
        png: &[u8],
        keyboard: Option<InlineKeyboardMarkup>,
    ) -> Result<(), CallError> {
        let photo = InputMediaPhoto::new(attached()).caption(html).parse_mode(ParseMode::Html);
        let mut edit = EditMessageMedia::new(at.chat, at.message, InputMedia::Photo(photo));
        edit.reply_markup = keyboard;
        self.api.upload(EditMessageMedia::NAME, &edit, Upload::png(png)).await.map(|IgnoredAny| ())
    }

    /// Sends a file, or its name if it was sent before.
    async fn post_file<R: DeserializeOwned>(
        &self,
        method: &str,
        parameters: &impl Serialize,
        content: &Content,
        mime: &'static str,
    ) -> Result<R, CallError> {
        match content {
            Content::New { name, bytes } => self.api.upload(method, parameters, Upload { name, mime, bytes }).await,
            Content::Known(_) => self.api.call(method, parameters).await,
        }
    }

    /// The words and buttons of a photo or of a text.
    async fn edit_words(
        &self,
        at: Target,
        html: &str,
        keyboard: Option<InlineKeyboardMarkup>,
        photo: bool,
    ) -> Result<(), CallError> {
        if !photo {
            return self.edit_text(at, html, keyboard).await;
        }
        let mut edit = EditMessageCaption::new(at.chat, at.message).caption(html).parse_mode(ParseMode::Html);
        edit.reply_markup = keyboard;
        self.done(&edit).await
    }

    async fn edit_text(&self, at: Target, html: &str, keyboard: Option<InlineKeyboardMarkup>) -> Result<(), CallError> {
        let mut edit = EditMessageText::new(at.chat, at.message, html)
            .parse_mode(ParseMode::Html)
            .link_preview_options(no_preview());
        edit.reply_markup = keyboard;
        self.done(&edit).await
    }

    /// The buttons alone; `None` takes them away.
    async fn edit_buttons(&self, at: Target, keyboard: Option<InlineKeyboardMarkup>) -> Result<(), CallError> {
        let mut edit = EditMessageReplyMarkup::new(at.chat, at.message);
        edit.reply_markup = keyboard;
        self.done(&edit).await
    }

    /// Calls a method whose answer says nothing new.
    async fn done<P: Payload + serde::Serialize>(&self, payload: &P) -> Result<(), CallError> {
        self.api.call(P::NAME, payload).await.map(|IgnoredAny| ())
    }
}

/// The file that goes with the request.
fn attached() -> InputFile {
    InputFile::file_id(FileId(ATTACHED.to_owned()))
}

fn no_preview() -> LinkPreviewOptions {
    LinkPreviewOptions {
        is_disabled: true,
        url: None,
        prefer_small_media: false,
        prefer_large_media: false,
        show_above_text: false,
    }
}

/// The buttons of a post; `None` where it has none.
fn keyboard(post: &Post) -> Result<Option<InlineKeyboardMarkup>, SendError> {
    let rows = post.buttons.iter().filter(|row| !row.is_empty());
    let rows = rows.map(|row| row.iter().map(button).collect()).collect::<Result<Vec<Vec<_>>, _>>()?;
    Ok((!rows.is_empty()).then(|| InlineKeyboardMarkup::new(rows)))
}

fn button(button: &Button) -> Result<InlineKeyboardButton, SendError> {
    match &button.action {
        ButtonAction::Press(data) => Ok(InlineKeyboardButton::callback(&button.label, data)),
        ButtonAction::Url(address) => match Url::parse(address) {
            Ok(url) => Ok(InlineKeyboardButton::url(&button.label, url)),
            Err(error) => Err(SendError::Refused(format!("a button's address \"{address}\" can't be read: {error}"))),
        },
    }
}

/// The message to be answered. One that only its reader sees has the number 0 and cannot be answered by number.
fn reply_to(message: Option<MessageId>) -> Result<Option<ReplyParameters>, SendError> {
    let answered = message.filter(|&message| message > 0).map(message_id).transpose()?;
    Ok(answered.map(|message| ReplyParameters::new(message).allow_sending_without_reply()))
}

/// A message's number as the API counts them.
fn message_id(message: MessageId) -> Result<tg::MessageId, SendError> {
    let number =
        i32::try_from(message).map_err(|_| SendError::MessageGone(format!("{message} is not a message's number")))?;
    Ok(tg::MessageId(number))
}

/// The two-letter code by which Telegram tells languages apart.
fn language_code(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "en",
        Lang::ZhHans => "zh",
    }
}
