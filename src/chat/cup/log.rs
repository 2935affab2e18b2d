//! What the referees of a cup did, in words.

use super::{Speaker, say};
use crate::book::cup::{By, Deed, Left, Line};
use crate::chat::Post;
use crate::chat::clock;
use crate::chat::post::LONGEST_MESSAGE;
use crate::i18n::{Args, escape, isolate};
use crate::people::Time;
use crate::rules::Seat;

const MILLIS_PER_MINUTE: i64 = 60_000;

/// The newest lines of the log that fit a message, newest last.
pub fn log(speaker: Speaker<'_>, now: Time) -> Post {
    let title = speaker.voice.markup("cup-log", &Args::new());
    let mut room = LONGEST_MESSAGE - title.encode_utf16().count();
    let newest = speaker.cup.log.iter().rev().map(|line| told(speaker, line, now)).take_while(|line| {
        let length = line.encode_utf16().count() + 1;
        let fits = length <= room;
        room = room.saturating_sub(length);
        fits
    });
    let mut lines: Vec<String> = newest.collect();
    lines.push(title);
    lines.reverse();
    Post::words(lines.join("\n"))
}

fn told(speaker: Speaker<'_>, line: &Line, now: Time) -> String {
    let voice = speaker.voice;
    let by = match line.by {
        By::Person(id) => speaker.person(id),
        By::AnonymousAdmin => voice.word("admin-nameless"),
        By::Clock => voice.word("cup-by-clock"),
    };
    let entry = |entry: usize| Args::new().number("number", entry as u32 + 1).html("name", speaker.entry(entry));
    let (key, args) = match line.deed {
        Deed::Opened => ("opened", Args::new()),
        Deed::Started => ("started", Args::new()),
        Deed::Ruled { at, score } => ("ruled", say::place(at).word("score", score.name())),
        Deed::Forfeited { entry: who } => ("forfeited", entry(who)),
        Deed::Left { entry: who, how } => {
            ("left", entry(who).word("how", if how == Left::Annulled { "annulled" } else { "forfeits" }))
        }
        Deed::Replaced { entry: who, old, new, .. } => {
            ("replaced", entry(who).html("old", speaker.person(old)).html("new", speaker.person(new)))
        }
        Deed::ClockSet { at, seat, millis } => {
            let more = if millis < 0 { "less" } else { "more" };
            let time = clock::time(voice, millis.saturating_abs());
            let args = say::place(at).word("seat", if seat == Seat::First { "first" } else { "second" });
            ("clock", args.word("more", more).word("time", time))
        }
        Deed::Paused => ("paused", Args::new()),
        Deed::Resumed => ("resumed", Args::new()),
        Deed::TookOver => ("took-over", Args::new()),
        Deed::DeadlinePassed { round } => ("deadline", Args::new().number("round", round.into())),
        Deed::CalledOff => ("called-off", Args::new()),
    };
    let minutes = (now.since(line.at) / MILLIS_PER_MINUTE).max(0);
    let (unit, count) = match minutes {
        0 => ("now", 0),
        1..60 => ("minutes", minutes),
        60..2880 => ("hours", minutes / 60),
        _ => ("days", minutes / 1440),
    };
    let args = args.html("by", by).word("unit", unit).number("ago", u32::try_from(count).unwrap_or(u32::MAX));
    let told = voice.markup(&format!("cup-log-{key}"), &args);
    let ago = voice
        .markup("cup-log-ago", &Args::new().word("unit", unit).number("ago", u32::try_from(count).unwrap_or(u32::MAX)));
    let why = if line.why.is_empty() { String::new() } else { format!(" <i>{}</i>", escape(&isolate(&line.why))) };
    format!("{ago} {told}{why}")
}
