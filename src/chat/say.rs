//! One sentence for a person: which words say a notice, and with what.

use super::keyboard::{TableButtons, grid};
use super::name::{Voice, shorten};
use super::{Names, Notice, Post, TableAct, clock, cup};
use crate::i18n::{self, Args};
use crate::people::{BadClock, Lang};
use crate::referee::{LimitOf, OfferKind, Refusal};
use crate::rules::{Move, ReadMoveError, Square};

/// How much of what somebody typed is quoted back, in characters.
const LONGEST_QUOTE: usize = 32;
/// How many moves an ambiguous text is answered with.
const MOST_MOVES: usize = 8;

/// One sentence, plain text, at most 200 characters: a toast, or (escaped) a message.
pub fn sentence(notice: &Notice, names: &dyn Names, lang: Lang) -> String {
    let voice = Voice { names, lang };
    let (key, args) = words(notice, voice);
    voice.text(&key, &args)
}

/// The same as a message of its own, with the buttons that help: the moves of an ambiguous text.
pub fn notice_post(notice: &Notice, names: &dyn Names, lang: Lang) -> Post {
    let html = i18n::escape(&sentence(notice, names, lang)).into_owned();
    let buttons = match notice {
        Notice::Unreadable { error: ReadMoveError::Ambiguous(moves), id, turn, .. } => {
            let table = TableButtons { id: *id, turn: *turn };
            let button = |mv: &Move| table.button(written(*mv), TableAct::Meant { mv: *mv });
            grid(moves.iter().take(MOST_MOVES).map(button).collect())
        }
        _ => Vec::new(),
    };
    Post::with_buttons(html, buttons)
}

/// The key and arguments of a notice.
fn words(notice: &Notice, voice: Voice<'_>) -> (String, Args) {
    let plain = |key: &str| (key.to_owned(), Args::new());
    let with = |key: &str, args| (key.to_owned(), args);
    match notice {
        Notice::Refused(refusal) => refused(refusal, voice),
        Notice::Cup(notice) => cup::words(notice, voice),
        Notice::Unreadable { text, .. } if text.is_empty() => plain("read-empty"),
        Notice::Unreadable { text, error: ReadMoveError::Ambiguous(moves), .. } => which_move(text, moves, voice),
        Notice::Unreadable { text, error, .. } => {
            let facts = i18n::fact_args(voice.lang, &error.facts());
            with(&format!("read-{}", error.key()), quote(text).and(facts))
        }
        Notice::NoGameHere { group } => with("notice-no-game-here", Args::new().word("place", place_word(*group))),
        Notice::WhichGame => plain("notice-which-game"),
        Notice::WhichTable => plain("notice-which-table"),
        Notice::ReallyClose => plain("notice-really-close"),
        Notice::NoSuchGame { id } => with("notice-no-such-game", Args::new().word("number", id.written())),
        Notice::NoGameYet => plain("notice-no-game-yet"),
        Notice::NobodyCalled { name } => with("notice-nobody-called", quote(name)),
        Notice::NotYourCopy { id } => with("notice-not-your-copy", Args::new().word("number", id.to_string())),
        Notice::ShownJustNow => plain("notice-shown-just-now"),
        Notice::VerifyWhat => plain("notice-verify-what"),
        Notice::FileTooLarge => plain("notice-file-too-large"),
        Notice::FileUnreadable => plain("notice-file-unreadable"),
        Notice::NoFiles => plain("notice-no-files"),
        Notice::OnlyMoves => plain("notice-only-moves"),
        Notice::AiPlaysOn => plain("notice-ai-plays-on"),
        Notice::NothingToCancel => plain("notice-nothing-to-cancel"),
        Notice::UnknownButton => plain("notice-unknown-button"),
        Notice::UnknownCommand { command } => with("notice-unknown-command", quote(command)),
        Notice::BadWord { command, word } => with("notice-bad-word", quote(word).word("command", *command)),
        Notice::NotAPerson => plain("notice-not-a-person"),
        Notice::ChannelsCannot => plain("notice-channels-cannot"),
        Notice::AdminsOnly => plain("notice-admins-only"),
        Notice::GroupsOnly => plain("notice-groups-only"),
        Notice::PrivateOnly => plain("notice-private-only"),
        Notice::SlowDown => plain("notice-slow-down"),
        Notice::SlowDownAll => plain("notice-slow-down-all"),
        Notice::Offered { kind } => with("notice-offered", offer_kind(*kind)),
        Notice::Retracted { kind } => with("notice-retracted", offer_kind(*kind)),
        Notice::Declined { kind } => with("notice-declined", offer_kind(*kind)),
        Notice::ReallyResign => plain("notice-really-resign"),
        Notice::ReallyLeave => plain("notice-really-leave"),
        Notice::Telling { occasion, on } => {
            with(if *on { "notice-telling" } else { "notice-quiet" }, Args::new().word("occasion", occasion.name()))
        }
        Notice::WriteToMe { bot } => with("notice-write-to-me", Args::new().word("bot", bot)),
        Notice::NoticesLost => plain("notice-notices-lost"),
        Notice::BadClock { why } => {
            let (key, bound) = match why {
                BadClock::TooShort { least } => ("notice-clock-too-short", least),
                BadClock::TooLong { most } => ("notice-clock-too-long", most),
                BadClock::IncrementTooLong { most } => ("notice-increment-too-long", most),
            };
            with(key, Args::new().word("time", clock::time(voice, *bound)))
        }
        Notice::Saved => plain("notice-saved"),
        Notice::NowLegal { mv } => with("notice-now-legal", Args::new().word("move", written(*mv))),
        Notice::TopNeedsGroup => plain("notice-top-needs-group"),
        Notice::StatsNeedGroup => plain("notice-stats-needs-group"),
        Notice::VersusWhom => plain("notice-versus-whom"),
        Notice::VersusYourself => plain("notice-versus-yourself"),
        Notice::CannotChallenge => plain("notice-cannot-challenge"),
        Notice::NotServed { chat } => with("notice-not-served", Args::new().word("chat", chat.to_string())),
        Notice::TurnedAway { chat, title } => {
            let title = i18n::isolate(&shorten(title, LONGEST_QUOTE));
            with("notice-turned-away", Args::new().word("chat", chat.to_string()).word("title", title))
        }
        Notice::CannotWrite => plain("notice-cannot-write"),
        Notice::CannotWriteIn { title } => {
            let title = i18n::isolate(&shorten(title, LONGEST_QUOTE));
            with("notice-cannot-write-in", Args::new().word("title", title))
        }
        Notice::NotAsked => plain("notice-not-asked"),
        Notice::Maintenance { note } => with("notice-maintenance", Args::new().word("note", i18n::isolate(note))),
        Notice::NoHints => plain("notice-no-hints"),
        Notice::NotOver => plain("notice-not-over"),
        Notice::NoMovesToAnalyse => plain("notice-no-moves-to-analyse"),
        Notice::AnalysingHere => plain("notice-analysing-here"),
        Notice::AnalysingMuch => plain("notice-analysing-much"),
        Notice::Analysing => plain("notice-analysing"),
        Notice::OurFault => plain("notice-our-fault"),
    }
}

fn refused(refusal: &Refusal, voice: Voice<'_>) -> (String, Args) {
    let args = match refusal {
        Refusal::Illegal { why, .. } => {
            return (format!("illegal-{}", why.key()), i18n::fact_args(voice.lang, &why.facts()));
        }
        Refusal::Hazard { caution, .. } => {
            return (format!("caution-{}", caution.key), i18n::fact_args(voice.lang, &caution.facts));
        }
        Refusal::NotForYou { by } | Refusal::NotTheAuthor { by } => Args::new().word("by", voice.person(*by)),
        Refusal::OwnOffer { kind }
        | Refusal::NotYourOffer { kind }
        | Refusal::AlreadyOffered { kind }
        | Refusal::OfferedAlreadyThisPly { kind } => offer_kind(*kind),
        Refusal::TooManyChallenges { max } | Refusal::TooManyChallengesHere { max } => {
            Args::new().number("max", *max as u32)
        }
        Refusal::TooManyGames { who, max } => {
            let (who, name) = match who {
                LimitOf::Person(id) => ("person", voice.person(*id)),
                LimitOf::Pair => ("pair", String::new()),
                LimitOf::Chat => ("chat", String::new()),
            };
            Args::new().number("max", *max as u32).word("who", who).word("name", name)
        }
        Refusal::Stale { .. }
        | Refusal::NotYourTurn { .. }
        | Refusal::NotAPlayer
        | Refusal::TimeIsOver
        | Refusal::Over
        | Refusal::NotStarted
        | Refusal::ChallengeGone
        | Refusal::Rearranged
        | Refusal::OwnChallenge
        | Refusal::NoSuchOffer
        | Refusal::AskedAlready
        | Refusal::NotAsked
        | Refusal::NothingToTakeBack
        | Refusal::CardTurned
        | Refusal::NotOverYet
        | Refusal::RematchMade
        | Refusal::NotAnAdmin
        | Refusal::NotDue
        | Refusal::NoSuchTable { .. } => Args::new(),
    };
    (format!("refusal-{}", refusal.key()), args)
}

fn which_move(text: &str, moves: &[Move], voice: Voice<'_>) -> (String, Args) {
    let moves: Vec<String> = moves.iter().take(MOST_MOVES).map(|&mv| written(mv)).collect();
    ("read-ambiguous".to_owned(), quote(text).word("moves", moves.join(&voice.word("list-gap"))))
}

/// `$text`: what somebody typed, on one line and not too long.
fn quote(text: &str) -> Args {
    Args::new().word("text", i18n::isolate(&shorten(text, LONGEST_QUOTE)))
}

/// `$kind`: texts choose by it.
fn offer_kind(kind: OfferKind) -> Args {
    Args::new().word("kind", kind_word(kind))
}

/// The word of an offer in keys and arguments.
pub(super) const fn kind_word(kind: OfferKind) -> &'static str {
    match kind {
        OfferKind::Draw => "draw",
        OfferKind::Takeback => "takeback",
        OfferKind::Rematch => "rematch",
    }
}

/// `$place`: texts choose by it.
pub(super) const fn place_word(group: bool) -> &'static str {
    if group { "group" } else { "private" }
}

/// A move as people read it.
fn written(mv: Move) -> String {
    match mv {
        Move::Go { from, to } => format!("{from}–{to}"),
        Move::Sweep(path) => path.iter().map(Square::to_string).collect::<Vec<_>>().join("–"),
        other => other.to_string(),
    }
}
