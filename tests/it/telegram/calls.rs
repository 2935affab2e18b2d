//! Calls as they go over the wire.

use std::sync::Arc;
use std::time::{Duration, Instant};

use doushou::chat::{Button, ButtonAction, CommandScope, MissingRight, Post, Toast};
use doushou::config::Deadlines;
use doushou::people::{ChatId, Lang, PersonId, Place};
use doushou::service::{Drawn, EditPart, Messenger, SendError};
use serde_json::{Value, json};

use super::scene;
use super::server::{Answer, Call, Server, TOKEN, hang, ok, refuse};

const GROUP: ChatId = ChatId(-1_001_234_567_890);
const PNG: &[u8] = b"\x89PNG and so on";

fn text(html: &str) -> Drawn {
    let press = Button { label: "▲ a4".to_owned(), action: ButtonAction::Press("g1.4.p".to_owned()) };
    let link = Button { label: "Start".to_owned(), action: ButtonAction::Url("https://t.me/x?start=1".to_owned()) };
    let post = Post::with_buttons(html.to_owned(), vec![vec![press], vec![], vec![link]]);
    Drawn { post, png: None, reply_to: None }
}

fn photo(html: &str) -> Drawn {
    Drawn { png: Some(Arc::from(PNG)), ..text(html) }
}

/// The keyboard of [`text`] and [`photo`]: no empty row.
fn keyboard() -> Value {
    json!({ "inline_keyboard": [
        [{ "text": "▲ a4", "callback_data": "g1.4.p" }],
        [{ "text": "Start", "url": "https://t.me/x?start=1" }],
    ] })
}

/// A server that takes everything.
async fn willing() -> Server {
    Server::start(|call: &Call| match call.method.as_str() {
        // More than an old client would know.
        "sendmessage" | "sendphoto" => ok(json!({ "message_id": 77, "from_the_future": [1] })),
        "getchatadministrators" => ok(json!([
            { "status": "creator", "user": { "id": 42, "is_bot": false, "first_name": "Ann" }, "is_anonymous": true },
            { "status": "administrator", "user": { "id": 900, "is_bot": true, "first_name": "D" } },
        ])),
        _ => ok(json!(true)),
    })
    .await
}

/// The fields of a multipart request: texts, some of which are JSON.
fn unfolded(call: &Call, folded: &[&str]) -> Value {
    let mut fields = call.fields.clone();
    for name in folded {
        fields[*name] = serde_json::from_str(call.fields[*name].as_str().expect(name)).unwrap();
    }
    fields
}

#[tokio::test]
async fn a_text_is_sent() {
    let server = willing().await;
    let telegram = server.connect().await;
    let drawn = Drawn { reply_to: Some(5), ..text("<b>Ann</b> &amp; Bob") };
    let place = Place { chat: GROUP, thread: Some(55) };
    assert_eq!(telegram.send(place, &drawn).await, Ok(77));
    let call = server.last();
    assert_eq!(call.method, "sendmessage");
    assert_eq!(
        call.fields,
        json!({
            "chat_id": GROUP.0,
            "message_thread_id": 55,
            "text": "<b>Ann</b> &amp; Bob",
            "parse_mode": "HTML",
            "link_preview_options": { "is_disabled": true },
            "reply_parameters": { "message_id": 5, "allow_sending_without_reply": true },
            "reply_markup": keyboard(),
        })
    );
    let bare = Drawn { post: Post { buttons: vec![], ..drawn.post }, png: None, reply_to: Some(0) };
    telegram.send(Place { chat: GROUP, thread: None }, &bare).await.unwrap();
    let fields = server.last().fields;
    for absent in ["message_thread_id", "reply_parameters", "reply_markup"] {
        assert_eq!(fields.get(absent), None, "{absent}");
    }
}

#[tokio::test]
async fn a_photo_is_sent() {
    let server = willing().await;
    let telegram = server.connect().await;
    let drawn = Drawn { reply_to: Some(5), ..photo("象 a4") };
    assert_eq!(telegram.send(Place { chat: GROUP, thread: Some(55) }, &drawn).await, Ok(77));
    let call = server.last();
    assert_eq!((call.method.as_str(), call.picture.as_deref()), ("sendphoto", Some(PNG)));
    assert_eq!(
        unfolded(&call, &["reply_markup", "reply_parameters"]),
        json!({
            "chat_id": GROUP.0.to_string(),
            "message_thread_id": "55",
            "photo": "attach://file",
            "caption": "象 a4",
            "parse_mode": "HTML",
            "reply_parameters": { "message_id": 5, "allow_sending_without_reply": true },
            "reply_markup": keyboard(),
        })
    );
}

#[tokio::test]
async fn each_part_is_edited_by_its_method() {
    let server = willing().await;
    let telegram = server.connect().await;
    let at = json!({ "chat_id": GROUP.0, "message_id": 77, "parse_mode": "HTML", "reply_markup": keyboard() });
    let with = |name: &str, value: Value| {
        let mut fields = at.clone();
        fields[name] = value;
        fields
    };

    telegram.edit(GROUP, 77, &photo("new"), EditPart::All).await.unwrap();
    let call = server.last();
    assert_eq!((call.method.as_str(), call.picture.as_deref()), ("editmessagemedia", Some(PNG)));
    assert_eq!(
        unfolded(&call, &["media", "reply_markup"]),
        json!({
            "chat_id": GROUP.0.to_string(),
            "message_id": "77",
            "media": { "type": "photo", "media": "attach://file", "caption": "new", "parse_mode": "HTML" },
            "reply_markup": keyboard(),
        })
    );

    telegram.edit(GROUP, 77, &text("new"), EditPart::All).await.unwrap();
    let mut fields = with("text", json!("new"));
    fields["link_preview_options"] = json!({ "is_disabled": true });
    assert_eq!((server.last().method.as_str(), server.last().fields), ("editmessagetext", fields.clone()));

    telegram.edit(GROUP, 77, &text("new"), EditPart::Words).await.unwrap();
    assert_eq!((server.last().method.as_str(), server.last().fields), ("editmessagetext", fields));

    telegram.edit(GROUP, 77, &with_scene(text("new")), EditPart::Words).await.unwrap();
    let fields = with("caption", json!("new"));
    assert_eq!((server.last().method.as_str(), server.last().fields), ("editmessagecaption", fields));

    let mut fields = at.clone();
    fields.as_object_mut().unwrap().remove("parse_mode");
    telegram.edit(GROUP, 77, &photo("new"), EditPart::Buttons).await.unwrap();
    assert_eq!((server.last().method.as_str(), server.last().fields), ("editmessagereplymarkup", fields));

    telegram.strip(GROUP, 77).await.unwrap();
    let fields = json!({ "chat_id": GROUP.0, "message_id": 77 });
    assert_eq!((server.last().method.as_str(), server.last().fields), ("editmessagereplymarkup", fields));
}

/// The same, of a post that has a picture.
fn with_scene(drawn: Drawn) -> Drawn {
    Drawn { post: Post { scene: Some(scene().into()), ..drawn.post }, ..drawn }
}

#[tokio::test]
async fn a_message_of_the_other_form_is_found_out() {
    // As Telegram answers: the messages of chat 1 are texts, those of chat 2 photos.
    let server = Server::start(|call: &Call| match (call.method.as_str(), call.fields["chat_id"].as_i64()) {
        ("editmessagecaption", Some(1)) => {
            refuse(400, "Bad Request: there is no caption in the message to edit", json!({}))
        }
        ("editmessagetext", Some(2)) => refuse(400, "Bad Request: there is no text in the message to edit", json!({})),
        _ => ok(json!(true)),
    })
    .await;
    let telegram = server.connect().await;
    let methods = || server.calls_but("getme").into_iter().map(|call| call.method).collect::<Vec<_>>();

    telegram.edit(ChatId(1), 77, &with_scene(text("x")), EditPart::Words).await.unwrap();
    assert_eq!(methods(), ["editmessagecaption", "editmessagetext"]);

    telegram.edit(ChatId(2), 77, &text("x"), EditPart::Words).await.unwrap();
    assert_eq!(methods()[2..], ["editmessagetext", "editmessagecaption"]);

    let error = telegram.edit(ChatId(2), 77, &text("x"), EditPart::All).await.unwrap_err();
    assert!(matches!(error, SendError::MessageGone(_)), "a photo can't become a text: {error}");
}

#[tokio::test]
async fn presses_are_answered() {
    let server = willing().await;
    let telegram = server.connect().await;
    for (toast, fields) in [
        (Toast::Silent, json!({ "callback_query_id": "99" })),
        (Toast::Line("Not your turn".to_owned()), json!({ "callback_query_id": "99", "text": "Not your turn" })),
        (Toast::Alert("7-3".to_owned()), json!({ "callback_query_id": "99", "text": "7-3", "show_alert": true })),
    ] {
        telegram.answer("99", &toast).await.unwrap();
        assert_eq!((server.last().method.as_str(), server.last().fields), ("answercallbackquery", fields));
    }
}

#[tokio::test]
async fn commands_are_registered_by_scope_and_language() {
    let server = willing().await;
    let telegram = server.connect().await;
    let commands = vec![("board", "Show the board".to_owned())];
    let list = json!([{ "command": "board", "description": "Show the board" }]);

    telegram.register(CommandScope::GroupAdmins, Lang::ZhHans, commands.clone()).await.unwrap();
    let fields = json!({ "commands": list, "scope": { "type": "all_chat_administrators" }, "language_code": "zh" });
    assert_eq!((server.last().method.as_str(), server.last().fields), ("setmycommands", fields));

    // The default language is for everybody who has no list of their own.
    telegram.register(CommandScope::Default, Lang::En, commands).await.unwrap();
    assert_eq!(server.last().fields, json!({ "commands": list, "scope": { "type": "default" } }));
}

#[tokio::test]
async fn admins_are_asked_for_once() {
    let server = willing().await;
    let telegram = server.connect().await;
    assert_eq!(telegram.is_admin(GROUP, PersonId(42)).await, Ok(true));
    assert_eq!(telegram.is_admin(GROUP, PersonId(43)).await, Ok(false));
    assert_eq!(telegram.is_admin(ChatId(43), PersonId(43)).await, Ok(true), "one's own private chat");
    assert_eq!(telegram.is_admin(ChatId(43), PersonId(42)).await, Ok(false));
    let asked: Vec<_> = server.calls_but("getme").into_iter().map(|call| (call.method, call.fields)).collect();
    assert_eq!(asked, [("getchatadministrators".to_owned(), json!({ "chat_id": GROUP.0 }))]);
}

#[tokio::test]
async fn missing_rights_are_the_members_and_the_chats() {
    use MissingRight::{SendMessages, SendPhotos};
    let open = json!({ "permissions": { "can_send_messages": true, "can_send_photos": true } });
    let no_photos = json!({ "permissions": { "can_send_messages": true, "can_send_photos": false } });
    let closed = json!({ "permissions": { "can_send_messages": false, "can_send_photos": false } });
    let muted =
        json!({ "status": "restricted", "is_member": true, "can_send_messages": true, "can_send_photos": false });
    for (member, chat, missing) in [
        (json!({ "status": "member" }), open.clone(), vec![]),
        (json!({ "status": "member" }), json!({}), vec![]),
        (json!({ "status": "member" }), no_photos, vec![SendPhotos]),
        (json!({ "status": "member" }), closed.clone(), vec![SendMessages, SendPhotos]),
        (muted.clone(), open, vec![SendPhotos]),
        (muted, closed.clone(), vec![SendMessages, SendPhotos]),
        (json!({ "status": "administrator", "can_manage_chat": true }), closed, vec![]),
    ] {
        let shown = format!("{member} {chat}");
        let mut member = member;
        member["user"] = json!({ "id": 900, "is_bot": true, "first_name": "Doushou" });
        let server = Server::start(move |call: &Call| match call.method.as_str() {
            "getchatmember" => ok(member.clone()),
            _ => ok(chat.clone()),
        })
        .await;
        assert_eq!(server.connect().await.missing_rights(GROUP).await, Ok(missing), "{shown}");
    }
    let server = Server::start(|_| ok(json!({ "status": "left", "user": { "id": 900 } }))).await;
    let telegram = server.connect().await;
    assert!(matches!(telegram.missing_rights(GROUP).await, Err(SendError::ChatClosed(_))));
    assert_eq!(telegram.missing_rights(ChatId(42)).await, Ok(vec![]), "a private chat has no rights to lack");
}

/// What comes of sending to a server that answers so; at once, and without the token.
async fn sending_to(answer: Answer) -> SendError {
    let server = Server::start(move |_| answer.clone()).await;
    let telegram = server.connect().await;
    let place = Place { chat: GROUP, thread: None };
    let started = Instant::now();
    let error = telegram.send(place, &photo("x")).await.unwrap_err();
    assert_eq!(telegram.send(place, &text("x")).await.unwrap_err(), error);
    assert!(started.elapsed() < Duration::from_secs(3), "nothing is slept away inside a call");
    let shown = format!("{error} {error:?}");
    assert!(!shown.contains(TOKEN) && !shown.contains("Secret"), "{shown}");
    error
}

#[tokio::test]
async fn faults_come_back_at_once_and_by_class() {
    let wait = refuse(429, "Too Many Requests: retry after 3", json!({ "retry_after": 3 }));
    assert_eq!(sending_to(wait).await, SendError::RetryAfter(Duration::from_secs(3)));
    let moved = refuse(400, "Bad Request: group chat was upgraded", json!({ "migrate_to_chat_id": -1009 }));
    assert_eq!(sending_to(moved).await, SendError::Migrated(ChatId(-1009)));
    let broken = refuse(500, "Internal Server Error", json!({}));
    assert_eq!(sending_to(broken).await, SendError::Unreachable("500 Internal Server Error".to_owned()));
    let page = (502, "<html>Bad Gateway</html>".to_owned());
    assert!(matches!(sending_to(page).await, SendError::Unreachable(why) if why.contains("502")));
    let late = (504, "<html>Gateway Timeout</html>".to_owned());
    assert!(matches!(sending_to(late).await, SendError::Unanswered(why) if why.contains("504")));
    let closed = refuse(403, "Forbidden: bot was kicked from the group chat", json!({}));
    assert!(matches!(sending_to(closed).await, SendError::ChatClosed(_)));
}

#[tokio::test]
async fn what_cannot_be_asked_for_is_not_sent() {
    let server = willing().await;
    let telegram = server.connect().await;
    let bad = Button { label: "x".to_owned(), action: ButtonAction::Url("not an address".to_owned()) };
    let mut drawn = text("x");
    drawn.post.buttons = vec![vec![bad]];
    let error = telegram.send(Place { chat: GROUP, thread: None }, &drawn).await.unwrap_err();
    assert!(matches!(&error, SendError::Refused(why) if why.contains("not an address")), "{error}");
    let error = telegram.strip(GROUP, i64::MAX).await.unwrap_err();
    assert!(matches!(error, SendError::MessageGone(_)), "{error}");
    assert_eq!(server.calls_but("getme").len(), 0);
}

/// A server that takes a request and says nothing keeps nobody waiting for ever; with a picture it has longer.
#[tokio::test]
async fn a_call_that_is_never_answered_is_given_up() {
    let mut server = Server::start(|_| hang()).await;
    server.config.deadlines = Deadlines { call: Duration::from_secs(2), file: Duration::from_secs(4) };
    let telegram = server.connect().await;
    let here = Place { chat: GROUP, thread: None };
    let begun = Instant::now();
    let (words, picture) = (text("Good evening"), photo("Good evening"));
    let calls = async {
        tokio::join!(
            async { (telegram.send(here, &words).await, begun.elapsed()) },
            async { (telegram.send(here, &picture).await, begun.elapsed()) },
            async { telegram.answer("5", &Toast::Silent).await },
            async { telegram.fetch("file", 100).await },
        )
    };
    let ended = tokio::time::timeout(Duration::from_secs(60), calls).await.expect("all are given up");
    let ((words, _), (picture, waited), answered, fetched) = ended;
    for error in [words.unwrap_err(), picture.unwrap_err(), answered.unwrap_err()] {
        assert!(error.to_string().contains("timed out"), "{error}");
    }
    assert!(fetched.is_err());
    assert!(waited >= server.config.deadlines.file, "a picture takes its time: {waited:?}");
}
