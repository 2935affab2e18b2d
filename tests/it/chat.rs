//! The conversation from outside: texts are read, buttons are read back, and sample conversations look as they did.

mod conversation;
mod reading;

use doushou::chat::{BotName, ChatRef, Incident, Incoming, PersonRef, ReplyTo, Sender};
use doushou::people::{ChatId, ChatKind, PersonId, Time};

/// How the bot is called in these tests.
fn bot() -> BotName {
    BotName { username: "DoushouBot".to_owned() }
}

fn person(id: u64, name: &str) -> PersonRef {
    PersonRef { id: PersonId(id), name: name.to_owned(), username: None, language: None }
}

fn incoming(kind: ChatKind, event: Incident) -> Incoming {
    let chat = ChatRef { id: ChatId(-5), kind, title: "Friends".to_owned(), forum: false, thread: None };
    Incoming { update: 1, chat, from: Sender::Person(person(1, "Anna")), event }
}

/// A text somebody writes, perhaps as an answer.
fn text(kind: ChatKind, text: &str, reply_to: Option<ReplyTo>) -> Incoming {
    let text = text.to_owned();
    incoming(kind, Incident::Text { message: 10, text, file: None, reply_to, sent: Time(0) })
}

/// Compares a text with the file it is kept in, or writes it there with `DOUSHOU_BLESS=1`.
fn golden(path: &str, now: &str) {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(path);
    if std::env::var_os("DOUSHOU_BLESS").is_some() {
        std::fs::write(&file, now).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        return;
    }
    let then = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    for (number, (then, now)) in then.lines().zip(now.lines()).enumerate() {
        assert_eq!(then, now, "{path} line {} (if it is right now: DOUSHOU_BLESS=1)", number + 1);
    }
    assert_eq!(then.lines().count(), now.lines().count(), "{path} (if it is right now: DOUSHOU_BLESS=1)");
}
