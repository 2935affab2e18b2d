//! The layer against the emulator: what Telegram makes of our calls, and what comes back of what people do.

use std::convert::Infallible;
use std::io::Cursor;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use doushou::chat::{Button, ButtonAction, CommandScope, Incident, Incoming, MissingRight, Post, Sender, Toast};
use doushou::config::TelegramConfig;
use doushou::emulator::world::act::{Act, ButtonName};
use doushou::emulator::world::chat::ChatKind;
use doushou::emulator::world::fault::{Fault, Mishap};
use doushou::emulator::world::people::Standing;
use doushou::emulator::world::{NewChat, NewMember, Seed};
use doushou::emulator::{Config, Emulator, Running};
use doushou::people::{ChatId, Lang, PersonId, Place};
use doushou::service::{Drawn, EditPart, Messenger, SendError};
use doushou::telegram::{Batch, Later, Telegram, Waits};
use serde_json::json;
use tokio::sync::{Notify, mpsc};

use super::scene;

/// The demo's people and group.
const ADA: i64 = 1001;
const LI_LEI: i64 = 1002;
const CLUB: ChatId = ChatId(-1_001_000_000_001);
const PATIENCE: Duration = Duration::from_secs(10);

fn club(thread: Option<i32>) -> Place {
    Place { chat: CLUB, thread }
}

async fn world() -> (Running, Telegram) {
    let emulator = Emulator::start(Config { seed: Seed::demo(), ..Config::default() }).await.unwrap();
    let config = TelegramConfig::at(&emulator.url(), emulator.token()).unwrap();
    let telegram = Telegram::connect(&config, Lang::En, Arc::default()).await.unwrap();
    (emulator, telegram)
}

fn text(html: &str) -> Drawn {
    let button = Button { label: "Join".to_owned(), action: ButtonAction::Press("join".to_owned()) };
    Drawn { post: Post::with_buttons(html.to_owned(), vec![vec![button]]), png: None, reply_to: None }
}

/// A photo in one color: of another color it is another photo.
fn photo(html: &str, color: u8) -> Drawn {
    let mut png = Cursor::new(Vec::new());
    let picture = image::RgbImage::from_pixel(90, 116, image::Rgb([color, 0, 0]));
    picture.write_to(&mut png, image::ImageFormat::Png).unwrap();
    let Drawn { post, .. } = text(html);
    Drawn { post: Post { scene: Some(scene().into()), ..post }, png: Some(png.into_inner().into()), reply_to: None }
}

/// What the group shows as this message: its words, how many buttons, and whether it is a photo.
fn shown(emulator: &Running, message: i64) -> (String, usize, bool) {
    emulator.look(|world| {
        let message = &world.chats[&CLUB.0].messages[&message];
        let words = message.body.words().map(|words| words.text.clone()).unwrap_or_default();
        (words, message.keyboard.iter().map(Vec::len).sum(), message.body.file().is_some())
    })
}

/// Nothing we sent broke a rule of the Bot API.
fn check(emulator: &Running) {
    emulator.look(|world| {
        assert!(world.record.violations.is_empty(), "{:?}", world.record.violations);
        assert!(world.record.unknown_methods.is_empty(), "{:?}", world.record.unknown_methods);
    });
}

#[tokio::test]
async fn messages_are_sent_and_edited() {
    let (emulator, telegram) = world().await;
    let board = telegram.send(club(None), &photo("<b>Ada</b> &amp; 李雷", 1)).await.unwrap();
    assert_eq!(shown(&emulator, board), ("Ada & 李雷".to_owned(), 1, true));

    telegram.edit(CLUB, board, &photo("second", 2), EditPart::All).await.unwrap();
    assert_eq!(shown(&emulator, board), ("second".to_owned(), 1, true));
    let same = telegram.edit(CLUB, board, &photo("second", 2), EditPart::Words).await;
    assert_eq!(same, Err(SendError::NotModified));
    telegram.edit(CLUB, board, &photo("third", 2), EditPart::Words).await.unwrap();
    assert_eq!(shown(&emulator, board), ("third".to_owned(), 1, true));
    telegram.strip(CLUB, board).await.unwrap();
    assert_eq!(shown(&emulator, board), ("third".to_owned(), 0, true));
    assert_eq!(telegram.strip(CLUB, board).await, Err(SendError::NotModified));
    telegram.edit(CLUB, board, &photo("ignored", 3), EditPart::Buttons).await.unwrap();
    assert_eq!(shown(&emulator, board), ("third".to_owned(), 1, true));

    let card = telegram.send(club(None), &Drawn { reply_to: Some(board), ..text("Who plays?") }).await.unwrap();
    assert_eq!(shown(&emulator, card), ("Who plays?".to_owned(), 1, false));
    telegram.edit(CLUB, card, &text("Ada plays"), EditPart::All).await.unwrap();
    telegram.edit(CLUB, card, &photo("the board", 4), EditPart::All).await.unwrap();
    assert_eq!(shown(&emulator, card), ("the board".to_owned(), 1, true), "a text becomes a photo");

    emulator.act(Act::Delete { chat: CLUB.0, message: card }).unwrap();
    let gone = telegram.edit(CLUB, card, &photo("x", 5), EditPart::All).await;
    assert!(matches!(gone, Err(SendError::MessageGone(_))), "{gone:?}");
    telegram.send(club(None), &Drawn { reply_to: Some(card), ..text("answers nothing") }).await.unwrap();
    check(&emulator);

    let gone = telegram.edit(CLUB, board, &text("a text"), EditPart::All).await;
    assert!(matches!(gone, Err(SendError::MessageGone(_))), "a photo can't become a text: {gone:?}");
    emulator.stop().await;
}

#[tokio::test]
async fn what_people_do_comes_in() {
    let (emulator, telegram) = world().await;
    let telegram = Arc::new(telegram);
    let board = telegram.send(club(None), &photo("Who plays?", 1)).await.unwrap();
    let (seen, mut incoming) = mpsc::unbounded_channel::<Incoming>();
    let stop = Arc::new(Notify::new());
    let polling = tokio::spawn({
        let (telegram, stop) = (Arc::clone(&telegram), Arc::clone(&stop));
        async move {
            let handler = |batch: Batch| {
                batch.updates.into_iter().for_each(|update| seen.send(update).expect("a listening test"));
                async { Ok::<Vec<Later<Infallible>>, _>(Vec::new()) }
            };
            telegram.poll(&Waits::default(), handler, stop.notified()).await
        }
    });
    let mut next = async || tokio::time::timeout(PATIENCE, incoming.recv()).await.expect("an update").unwrap();

    // The group was made with the bot: it is told so in two ways.
    while next().await.event != Incident::Added {}
    let command = Act::Say {
        person: LI_LEI,
        chat: CLUB.0,
        text: "/challenge@doushou_bot".to_owned(),
        reply_to: None,
        topic: None,
        channel: None,
        automatic: false,
    };
    emulator.act(command).unwrap();
    let said = loop {
        let update = next().await;
        if update.event != Incident::Added {
            break update;
        }
    };
    assert!(matches!(&said.from, Sender::Person(p) if p.name == "李雷" && p.language.as_deref() == Some("zh-hans")));
    assert!(matches!(&said.event, Incident::Text { text, .. } if text == "/challenge@doushou_bot"), "{said:?}");

    let button = ButtonName::Label("Join".to_owned());
    emulator.act(Act::Press { person: ADA, chat: CLUB.0, message: board, button, inaccessible: true }).unwrap();
    let update = next().await;
    let Incident::Press { press, message, data, carried } = update.event else { panic!("{update:?}") };
    assert_eq!((message, data.as_str(), carried), (Some(board), "join", false), "its message cannot be seen");
    telegram.answer(&press, &Toast::Alert("It is not your turn.".to_owned())).await.unwrap();
    let toast = emulator.look(|world| world.toasts.back().map(|toast| (toast.text.clone(), toast.alert)));
    assert_eq!(toast, Some(("It is not your turn.".to_owned(), true)));
    let again = telegram.answer(&press, &Toast::Silent).await;
    assert!(matches!(again, Err(SendError::PressExpired(_))), "{again:?}");

    stop.notify_one();
    polling.await.unwrap().unwrap();
    assert!(telegram.unreadable().is_empty());

    // Everything was confirmed: a new start gets nothing but what is new.
    emulator.act(Act::Start { person: ADA, payload: None }).unwrap();
    let first = Mutex::new(None);
    let stop = Notify::new();
    let handler = |batch: Batch| {
        first.lock().unwrap().get_or_insert(batch);
        stop.notify_one();
        async { Ok::<Vec<Later<Infallible>>, _>(Vec::new()) }
    };
    telegram.poll(&Waits::default(), handler, stop.notified()).await.unwrap();
    let batch = first.into_inner().unwrap().expect("a batch");
    assert!(matches!(&batch.updates[..], [Incoming { event: Incident::Text { text, .. }, .. }] if text == "/start"));
    check(&emulator);
    emulator.stop().await;
}

#[tokio::test]
async fn topics_are_written_in_while_they_are_there() {
    let (emulator, telegram) = world().await;
    emulator
        .act(Act::ChangeChat {
            chat: CLUB.0,
            title: None,
            is_forum: Some(true),
            denied: None,
            general_closed: None,
            deleted: None,
        })
        .unwrap();
    let topic = emulator.act(Act::AddTopic { chat: CLUB.0, person: ADA, name: "Games".to_owned() }).unwrap();
    let topic = topic["topic"].as_i64().unwrap();
    let thread = Some(i32::try_from(topic).unwrap());
    let message = telegram.send(club(thread), &photo("in the topic", 1)).await.unwrap();
    emulator.look(|world| assert_eq!(world.chats[&CLUB.0].messages[&message].topic, Some(topic)));
    telegram.send(club(None), &text("in General")).await.unwrap();

    emulator.act(Act::CloseTopic { chat: CLUB.0, topic, closed: true }).unwrap();
    let closed = telegram.send(club(thread), &text("x")).await;
    assert!(matches!(closed, Err(SendError::Forbidden(_))), "{closed:?}");
    emulator.act(Act::DeleteTopic { chat: CLUB.0, topic }).unwrap();
    let gone = telegram.send(club(thread), &text("x")).await;
    assert!(matches!(gone, Err(SendError::ThreadGone(_))), "{gone:?}");
    emulator.stop().await;
}

#[tokio::test]
async fn rights_and_admins_are_known() {
    let (emulator, telegram) = world().await;
    assert_eq!(telegram.is_admin(CLUB, PersonId(1001)).await, Ok(true), "the first member made the group");
    assert_eq!(telegram.is_admin(CLUB, PersonId(1002)).await, Ok(false));
    assert_eq!(telegram.missing_rights(CLUB).await, Ok(vec![]));
    emulator
        .act(Act::ChangeChat {
            chat: CLUB.0,
            title: None,
            is_forum: None,
            denied: Some(["can_send_photos".to_owned()].into()),
            general_closed: None,
            deleted: None,
        })
        .unwrap();
    assert_eq!(telegram.missing_rights(CLUB).await, Ok(vec![MissingRight::SendPhotos]));
    let refused = telegram.send(club(None), &photo("x", 1)).await;
    assert!(matches!(refused, Err(SendError::NoPictures(_))), "{refused:?}");
    telegram.send(club(None), &text("x")).await.unwrap();

    let muted = Standing::Restricted { denied: ["can_send_messages".to_owned()].into() };
    emulator.act(Act::SetBot { chat: CLUB.0, by: ADA, standing: muted }).unwrap();
    assert_eq!(telegram.missing_rights(CLUB).await, Ok(vec![MissingRight::SendMessages, MissingRight::SendPhotos]));
    let refused = telegram.send(club(None), &text("x")).await;
    assert!(matches!(refused, Err(SendError::Forbidden(_))), "{refused:?}");

    emulator.act(Act::SetBot { chat: CLUB.0, by: ADA, standing: Standing::Kicked }).unwrap();
    for refused in [telegram.send(club(None), &text("x")).await, telegram.send(club(None), &photo("x", 1)).await] {
        assert!(matches!(refused, Err(SendError::ChatClosed(_))), "{refused:?}");
    }
    emulator.stop().await;
}

#[tokio::test]
async fn commands_appear_in_the_menu() {
    let (emulator, telegram) = world().await;
    for (lang, words) in [(Lang::En, "Show the board"), (Lang::ZhHans, "显示棋盘")] {
        telegram.register(CommandScope::Group, lang, vec![("board", words.to_owned())]).await.unwrap();
    }
    for (person, words) in [(ADA, "Show the board"), (LI_LEI, "显示棋盘"), (1003, "Show the board")] {
        let menu = emulator.look(|world| world.commands_for(person, CLUB.0));
        assert_eq!(menu, json!([{ "command": "board", "description": words }]), "{person}");
    }
    check(&emulator);
    emulator.stop().await;
}

#[tokio::test]
async fn faults_of_the_line_are_classified() {
    let (emulator, telegram) = world().await;
    let send = async || telegram.send(club(None), &text("x")).await;
    let fault = |then| Fault { method: None, chat: Some(CLUB.0), after: 0, times: 1, delay_ms: 0, then: Some(then) };
    for (mishap, class) in [
        (Mishap::RetryAfter(3), "retry_after"),
        (Mishap::Refuse { code: 502, text: "Bad Gateway".to_owned() }, "unreachable"),
        (Mishap::Refuse { code: 403, text: "Forbidden: bot was blocked by the user".to_owned() }, "chat_closed"),
        (Mishap::Cut, "unanswered"),
        (Mishap::LoseAnswer, "unanswered"),
    ] {
        emulator.act(Act::Fault { fault: fault(mishap.clone()) }).unwrap();
        assert_eq!(send().await.unwrap_err().class(), class, "{mishap:?}");
        assert!(send().await.is_ok(), "the next call passes after {mishap:?}");
    }

    let group = NewChat {
        title: "Small".to_owned(),
        kind: ChatKind::Group,
        members: vec![NewMember::Id(ADA)],
        bot: Some(Standing::Member),
        ..NewChat::default()
    };
    let group = emulator.act(Act::AddChat { chat: group }).unwrap()["chat"].as_i64().unwrap();
    let grown = emulator.act(Act::Migrate { chat: group }).unwrap()["chat"].as_i64().unwrap();
    let place = Place { chat: ChatId(group), thread: None };
    assert_eq!(telegram.send(place, &text("x")).await, Err(SendError::Migrated(ChatId(grown))));
    emulator.stop().await;
}
