//! What updates and messages look like.

use doushou::emulator::Config;
use doushou::emulator::world::{NewChat, NewMember, Seed};
use serde_json::{Value, json};

use super::{Chat, group, people, png};

const FORUM: i64 = -1_001_000_000_002;
const SUPERGROUP: i64 = -1_001_000_000_003;

async fn chats() -> Chat {
    let mut club = group(SUPERGROUP);
    let anonymous =
        serde_json::from_value(json!({"status": "administrator", "is_anonymous": true})).expect("a standing");
    club.members[1] = NewMember::As { id: 1002, standing: anonymous };
    let seed = Seed {
        people: people(),
        chats: vec![
            group(-5001),
            NewChat { is_forum: true, ..group(FORUM) },
            club,
            NewChat { bot: None, ..group(-5002) },
        ],
    };
    // What the emulator says here can be kept, to be checked against a description of the Bot API.
    let record_to = std::env::var_os("DOUSHOU_RECORD").map(Into::into);
    Chat::start(Config { seed, record_to, ..Config::default() }).await
}

async fn said(chat: &Chat, act: Value) -> Value {
    let mut say = act;
    say["act"] = json!("say");
    chat.act(say);
    chat.take_updates().await.pop().expect("an update")["message"].take()
}

#[tokio::test]
async fn a_text_says_who_where_and_when() {
    let chat = chats().await;
    let message = said(&chat, json!({"person": 1001, "chat": -5001, "text": "/ai tiger @li"})).await;
    assert!(message["date"].as_i64().is_some_and(|date| date > 1_700_000_000), "{message}");
    let expected = json!({
        "message_id": 1, "date": message["date"], "chat": {"id": -5001, "type": "group", "title": "Club"},
        "from": {"id": 1001, "is_bot": false, "first_name": "Ada", "language_code": "en"},
        "text": "/ai tiger @li", "entities": [{"type": "bot_command", "offset": 0, "length": 3}],
    });
    assert_eq!(message, expected);
    let message = said(&chat, json!({"person": 1001, "chat": 1001, "text": "hi"})).await;
    assert_eq!(message["chat"], json!({"id": 1001, "type": "private", "first_name": "Ada"}));
}

#[tokio::test]
async fn messages_of_a_topic_answer_the_message_that_made_it() {
    let chat = chats().await;
    let topic = chat.act(json!({"act": "add_topic", "chat": FORUM, "person": 1001, "name": "Games"}))["topic"].clone();
    assert_ne!(topic, json!(1), "1 is General's");
    let made = chat.take_updates().await.pop().expect("an update");
    assert_eq!(made["message"]["forum_topic_created"]["name"], "Games");
    let message = said(&chat, json!({"person": 1001, "chat": FORUM, "text": "/board", "topic": topic})).await;
    assert_eq!((&message["message_thread_id"], &message["is_topic_message"]), (&topic, &json!(true)));
    assert_eq!(message["reply_to_message"]["message_id"], topic);
    assert!(message["reply_to_message"]["forum_topic_created"].is_object());
    assert_eq!(message["chat"]["is_forum"], true);
    let sent = chat.ok("sendMessage", json!({"chat_id": FORUM, "text": "a", "message_thread_id": topic})).await;
    assert_eq!(sent["message_thread_id"], topic);
    let general = said(&chat, json!({"person": 1001, "chat": FORUM, "text": "/board"})).await;
    assert!(general["message_thread_id"].is_null() && general["reply_to_message"].is_null(), "{general}");
    let reply = json!({"chat_id": FORUM, "text": "a", "reply_parameters": {"message_id": message["message_id"]}});
    assert_eq!(chat.ok("sendMessage", reply).await["message_thread_id"], topic, "an answer stays in its topic");
}

#[tokio::test]
async fn replies_in_a_supergroup_carry_a_thread_that_is_no_topic() {
    let chat = chats().await;
    let sent = chat.ok("sendMessage", json!({"chat_id": SUPERGROUP, "text": "board"})).await;
    let board = &sent["message_id"];
    let first = said(&chat, json!({"person": 1001, "chat": SUPERGROUP, "text": "a3a4", "reply_to": board})).await;
    assert_eq!((&first["message_thread_id"], &first["is_topic_message"]), (board, &Value::Null));
    assert_eq!(first["reply_to_message"]["from"]["is_bot"], true);
    let reply = json!({"person": 1001, "chat": SUPERGROUP, "text": "/a", "reply_to": first["message_id"]});
    assert_eq!(&said(&chat, reply).await["message_thread_id"], board, "the chain's first");
}

#[tokio::test]
async fn admins_and_channels_can_hide_who_they_are() {
    let chat = chats().await;
    let message = said(&chat, json!({"person": 1002, "chat": SUPERGROUP, "text": "/settings"})).await;
    assert_eq!((&message["from"]["id"], &message["sender_chat"]["id"]), (&json!(1_087_968_824), &json!(SUPERGROUP)));
    let channel = json!({"person": 1001, "chat": SUPERGROUP, "text": "/a", "channel": -1_001_000_000_077_i64});
    let message = said(&chat, channel.clone()).await;
    assert_eq!((&message["from"]["id"], &message["sender_chat"]["type"]), (&json!(136_817_688), &json!("channel")));
    let mut linked = channel;
    linked["automatic"] = json!(true);
    let message = said(&chat, linked).await;
    assert_eq!((&message["from"]["id"], &message["is_automatic_forward"]), (&json!(777_000), &json!(true)));
}

#[tokio::test]
async fn a_press_brings_its_message_or_what_is_left_of_it() {
    let chat = chats().await;
    let keyboard =
        json!({"inline_keyboard": [[{"text": "Join", "callback_data": "j:1"}, {"text": "Go", "url": "https://t.me"}]]});
    let sent = chat.ok("sendMessage", json!({"chat_id": -5001, "text": "board", "reply_markup": keyboard})).await;
    let mut press = json!({"act": "press", "person": 1002, "chat": -5001, "message": sent["message_id"], "button": {"label": "Join"}});
    let id = chat.act(press.clone())["press"].clone();
    let query = chat.take_updates().await.pop().expect("an update")["callback_query"].take();
    assert_eq!((&query["id"], &query["data"], &query["from"]["id"]), (&id, &json!("j:1"), &json!(1002)));
    assert_eq!((&query["message"]["text"], &query["message"]["reply_markup"]), (&json!("board"), &keyboard));
    assert!(query["chat_instance"].is_string());
    let answer = json!({"callback_query_id": id, "text": "Welcome", "show_alert": true});
    chat.ok("answerCallbackQuery", answer).await;
    let toast = chat.running.look(|world| world.toasts.back().cloned()).expect("a toast");
    assert_eq!((toast.person, toast.text.as_str(), toast.alert), (1002, "Welcome", true));

    press["button"] = json!({"label": "Go"});
    assert_eq!(chat.act(press.clone()), json!({"press": null}), "a link is no press");
    press["button"] = json!({"forged": "x"});
    press["inaccessible"] = json!(true);
    chat.act(press.clone());
    let query = chat.take_updates().await.pop().expect("an update")["callback_query"].take();
    assert_eq!(query["message"], json!({"chat": sent["chat"], "message_id": sent["message_id"], "date": 0}));
    chat.act(json!({"act": "expire_presses"}));
    assert_eq!(chat.call("answerCallbackQuery", json!({"callback_query_id": query["id"]})).await.0, 400);
    press["person"] = json!(1);
    let act = serde_json::from_value(press).expect("an act");
    assert_eq!(chat.running.act(act), Err("there is no person 1".to_owned()));
}

#[tokio::test]
async fn the_bot_learns_where_it_stands() {
    let chat = chats().await;
    let set = |status: Value| chat.act(json!({"act": "set_bot", "chat": -5002, "by": 1001, "standing": status}));
    let changes = async || {
        let updates = chat.take_updates().await;
        let change = |update: &Value| {
            let change = update.get("my_chat_member")?;
            Some(format!("{} {}", change["old_chat_member"]["status"], change["new_chat_member"]["status"]))
        };
        let service = |update: &Value| {
            let message = update.get("message")?;
            ["new_chat_members", "left_chat_member"].into_iter().find(|field| !message[*field].is_null())
        };
        let told = |update: &Value| change(update).or_else(|| service(update).map(str::to_owned));
        updates.iter().filter_map(told).collect::<Vec<_>>()
    };
    set(json!({"status": "member"}));
    assert_eq!(changes().await, [r#""left" "member""#, "new_chat_members"]);
    set(json!({"status": "administrator", "rights": ["can_delete_messages"]}));
    assert_eq!(changes().await, [r#""member" "administrator""#]);
    set(json!({"status": "restricted", "denied": ["can_send_photos"]}));
    assert_eq!(changes().await, [r#""administrator" "restricted""#]);
    let me = chat.ok("getChatMember", json!({"chat_id": -5002, "user_id": 4_200_000_001_i64})).await;
    assert_eq!((&me["can_send_photos"], &me["can_send_messages"]), (&json!(false), &json!(true)));
    set(json!({"status": "kicked"}));
    assert_eq!(changes().await, ["left_chat_member", r#""restricted" "kicked""#]);
    chat.act(json!({"act": "block", "person": 1001, "blocked": true}));
    assert_eq!(changes().await, [r#""member" "kicked""#]);
}

#[tokio::test]
async fn a_group_that_became_a_supergroup_says_so_in_both() {
    let chat = chats().await;
    let new = chat.act(json!({"act": "migrate", "chat": -5001}))["chat"].clone();
    let updates = chat.take_updates().await;
    assert_eq!(updates[0]["message"]["migrate_to_chat_id"], new);
    assert_eq!(
        (&updates[1]["message"]["chat"]["id"], &updates[1]["message"]["migrate_from_chat_id"]),
        (&new, &json!(-5001))
    );
    let (status, body) = chat.call("sendMessage", json!({"chat_id": -5001, "text": "a"})).await;
    assert_eq!((status, &body["parameters"]["migrate_to_chat_id"]), (400, &new));
    chat.ok("sendMessage", json!({"chat_id": new, "text": "a"})).await;
}

#[tokio::test]
async fn a_photo_can_be_edited_sent_again_and_downloaded() {
    let chat = chats().await;
    let (first, second) = (png(900, 1160), png(1800, 2320));
    let (_, sent) = chat.upload("SendPhoto", &[("chat_id", "-5001"), ("photo", "attach://p7")], "p7", &first).await;
    let sent = &sent["result"];
    let sizes = sent["photo"].as_array().expect("sizes");
    let size = |photo: &Value| (photo["width"].as_u64().expect("pixels"), photo["height"].as_u64().expect("pixels"));
    assert_eq!(sizes.iter().map(size).collect::<Vec<_>>(), [(248, 320), (620, 800), (900, 1160)]);
    let message = sent["message_id"].to_string();
    let media = r#"{"type": "photo", "media": "attach://new", "caption": "<b>new</b>", "parse_mode": "HTML"}"#;
    let params = [("chat_id", "-5001"), ("message_id", message.as_str()), ("media", media)];
    let (_, edited) = chat.upload("editMessageMedia", &params, "new", &second).await;
    let edited = &edited["result"];
    assert_eq!((&edited["caption"], &edited["caption_entities"][0]["type"]), (&json!("new"), &json!("bold")));
    assert!(edited["edit_date"].is_number());
    let photo = edited["photo"].as_array().and_then(|sizes| sizes.last()).expect("a size");
    assert_eq!(size(photo), (993, 1280), "Telegram shrinks what is larger");

    let file = chat.ok("getFile", json!({"file_id": photo["file_id"]})).await;
    let path = file["file_path"].as_str().expect("a path");
    let address = format!("{}/file/bot{}/{path}", chat.running.url(), chat.running.token());
    let bytes = chat.http.get(address).send().await.expect("an answer").bytes().await.expect("bytes");
    assert_eq!(bytes, second);
    // The picture the message showed before can still be sent by its id.
    let old = json!({"chat_id": -5001, "photo": sizes[2]["file_id"]});
    assert_eq!(chat.ok("sendPhoto", old).await["photo"].as_array().map(Vec::len), Some(3));
    assert!(chat.running.look(|world| world.record.violations.is_empty()));
}

#[tokio::test]
async fn everybody_is_offered_the_commands_meant_for_them() {
    let chat = chats().await;
    let set = async |name: &str, scope: Value, language: &str| {
        let commands = json!([{"command": name, "description": "a"}]);
        chat.ok("setMyCommands", json!({"commands": commands, "scope": scope, "language_code": language})).await;
    };
    set("any", json!({"type": "default"}), "").await;
    set("any_zh", json!({"type": "default"}), "zh").await;
    set("group", json!({"type": "all_group_chats"}), "").await;
    set("admin", json!({"type": "all_chat_administrators"}), "").await;
    for (person, chat_id, command) in
        [(1001, 1001, "any"), (1002, 1002, "any_zh"), (1001, -5001, "admin"), (1002, -5001, "group")]
    {
        let commands = chat.running.look(|world| world.commands_for(person, chat_id));
        assert_eq!(commands[0]["command"], command, "{person} in {chat_id}");
    }
    let list = chat.ok("getMyCommands", json!({"scope": {"type": "default"}, "language_code": "zh"})).await;
    assert_eq!(list[0]["command"], "any_zh");
    chat.ok("deleteMyCommands", json!({"scope": {"type": "all_group_chats"}})).await;
    assert_eq!(chat.running.look(|world| world.commands_for(1002, -5001))[0]["command"], "any_zh");
}
