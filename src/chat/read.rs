//! Texts and presses as intents. Syntax only; no text can make it fail.

use super::command::{self, Verb};
use super::cup;
use super::{BotName, ChallengeWish, Incident, Incoming, Intent, Opponent, PersonRef, ReplyTo, TopOf, Whom};
use crate::i18n::{self, Args};
use crate::people::{ChatKind, Lang};
use crate::referee::{GameId, Sides};
use crate::rules::{self, Animal, Move, Seat, Setup, Variant, Word};

/// How much of a text is read, in characters: no command or move is longer.
const LONGEST: usize = 256;

/// What an update asks for.
pub fn read(incoming: &Incoming, bot: &BotName) -> Intent {
    match &incoming.event {
        Incident::Text { text, reply_to, .. } => {
            let text: String = text.trim().chars().take(LONGEST).collect();
            match text.strip_prefix(['/', '／']) {
                Some(command) => read_command(command, bot, incoming.chat.kind, reply_to.as_ref()),
                None => {
                    let alone = incoming.chat.kind == ChatKind::Private;
                    let to_us = alone || reply_to.as_ref().is_some_and(|to| to.own);
                    if to_us && looks_like_a_move(&text) {
                        Intent::Move { text }
                    } else if alone && !text.is_empty() {
                        Intent::Talk { text }
                    } else {
                        Intent::Ignore
                    }
                }
            }
        }
        Incident::Press { data, .. } => data.parse().map_or(Intent::UnknownButton, Intent::Press),
        Incident::Added | Incident::Removed | Incident::Migrated { .. } => Intent::Ignore,
    }
}

/// A text behind its slash: `cmd`, `cmd@bot`, and words.
fn read_command(text: &str, bot: &BotName, chat: ChatKind, reply_to: Option<&ReplyTo>) -> Intent {
    let (head, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let (word, addressee) = head.split_once('@').unwrap_or((head, ""));
    if !addressee.is_empty() && !addressee.eq_ignore_ascii_case(&bot.username) {
        return Intent::Ignore;
    }
    let Some(command) = command::command(word) else {
        // In a group a command without a name behind it may be meant for another bot.
        let for_us = chat == ChatKind::Private || !addressee.is_empty();
        let is_word = for_us && !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_');
        return if is_word { Intent::Unknown { command: word.to_owned() } } else { Intent::Ignore };
    };
    let mut words = rest.split_whitespace();
    let bad = |word: &str| Intent::BadWord { command: command.name, word: word.to_owned() };
    match command.verb {
        Verb::Start => Intent::Start { payload: rest.trim().to_owned() },
        Verb::Help => Intent::Help,
        Verb::Rules => match words.next().map(|word| (word, read_game(&word.to_lowercase()))) {
            Some((word, None)) => bad(word),
            named => Intent::Rules { setup: named.and_then(|(_, setup)| setup) },
        },
        Verb::Challenge => read_challenge(words, bot, reply_to).unwrap_or_else(bad),
        Verb::Ai => read_ai(words).unwrap_or_else(bad),
        Verb::Move => Intent::Move { text: rest.trim().to_owned() },
        Verb::Board => match words.map(str::to_lowercase).next().as_deref() {
            None => Intent::Board { text: false },
            Some("text" | "words" | "文字") => Intent::Board { text: true },
            Some(word) => bad(word),
        },
        Verb::Draw => Intent::Draw,
        Verb::Resign => Intent::Resign,
        Verb::Leave => Intent::Leave,
        Verb::Notify => Intent::Notify,
        Verb::Takeback => Intent::Takeback,
        Verb::Rematch => Intent::Rematch,
        Verb::Hint => Intent::Hint,
        Verb::Analyse => read_game_number(words).map_or_else(bad, |game| Intent::Analyse { game }),
        Verb::Games => Intent::Games,
        Verb::Replay => read_game_number(words).map_or_else(bad, |game| Intent::Replay { game }),
        Verb::Game => read_game_number(words).map_or_else(bad, |game| Intent::Game { game }),
        Verb::Export => read_game_number(words).map_or_else(bad, |game| Intent::Export { game }),
        Verb::History => match words.next().map(|word| (word, word.strip_prefix('@'))) {
            None => Intent::History { of: None },
            Some((_, Some(name))) if !name.is_empty() => Intent::History { of: Some(name.to_lowercase()) },
            Some((word, _)) => bad(word),
        },
        Verb::Verify => Intent::Verify,
        Verb::Cancel => Intent::Cancel,
        Verb::Top => match words.next().map(|word| (word, read_top(&word.to_lowercase()))) {
            Some((word, None)) => bad(word),
            named => Intent::Top { of: named.and_then(|(_, of)| of) },
        },
        Verb::Stats => match read_whom(words.next(), reply_to) {
            Ok(who) => Intent::Stats { who },
            Err(word) => bad(word),
        },
        Verb::Versus => match read_whom(words.next(), reply_to) {
            Ok(who) => Intent::Versus { who },
            Err(word) => bad(word),
        },
        Verb::Cup => cup::read(rest.trim(), reply_to, read_seat, read_game).map_or_else(bad, Intent::Cup),
        Verb::Settings => Intent::Settings,
        Verb::Privacy => Intent::Privacy,
        Verb::Forget => Intent::Forget,
    }
}

/// `#3k`, or nothing; a word that is no number of a game is the error.
fn read_game_number<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Option<GameId>, &'a str> {
    words.next().map(|word| GameId::from_written(word).ok_or(word)).transpose()
}

/// `/challenge [@name|here] [red|blue|random] [game] [clock]`, in any order; the first word that says nothing is the error.
fn read_challenge<'a>(
    words: impl Iterator<Item = &'a str>,
    bot: &BotName,
    reply_to: Option<&ReplyTo>,
) -> Result<Intent, &'a str> {
    let author = reply_to.filter(|to| !to.own).and_then(|to| to.author.clone());
    let mut wish = ChallengeWish {
        to: author.map_or(Opponent::Anybody, |author: PersonRef| Opponent::Person(author)),
        sides: Sides::Lot,
        setup: None,
        clock: None,
    };
    let mut to_bot = false;
    for word in words {
        let plain = word.to_lowercase();
        if let Some(name) = plain.strip_prefix('@').filter(|name| !name.is_empty()) {
            to_bot |= name.eq_ignore_ascii_case(&bot.username);
            wish.to = Opponent::Username(name.to_owned());
        } else if matches!(plain.as_str(), "here" | "在这里" | "这里" | "本机" | "同机") {
            wish.to = Opponent::Here;
        } else if let Some(sides) = read_sides(&plain) {
            wish.sides = sides;
        } else if let Some(setup) = read_game(&plain) {
            wish.setup = Some(setup);
        } else if let Ok(clock) = plain.parse() {
            wish.clock = Some(clock);
        } else {
            return Err(word);
        }
    }
    // Whoever challenges the bot means its AI.
    Ok(if to_bot {
        Intent::Ai { level: None, sides: wish.sides, setup: wish.setup, clock: wish.clock }
    } else {
        Intent::Challenge(wish)
    })
}

/// What `/top` is to be about.
fn read_top(word: &str) -> Option<TopOf> {
    match word {
        "points" | "积分" => Some(TopOf::Points),
        word => read_game(word).map(|setup| TopOf::Game(setup.variant())),
    }
}

/// Who is meant: the one who is named, else the author of the message answered; a word that is no name is the error.
fn read_whom<'a>(word: Option<&'a str>, reply_to: Option<&ReplyTo>) -> Result<Option<Whom>, &'a str> {
    let Some(word) = word else {
        let author = reply_to.filter(|to| !to.own).and_then(|to| to.author.clone());
        return Ok(author.map(Whom::Person));
    };
    let name = word.to_lowercase();
    match name.strip_prefix('@') {
        Some(name) if !name.is_empty() => Ok(Some(Whom::Username(name.to_owned()))),
        _ => Err(word),
    }
}

/// `/ai [level] [red|blue|random] [game] [clock]`, in any order. Who says nothing plays the first seat.
fn read_ai<'a>(words: impl Iterator<Item = &'a str>) -> Result<Intent, &'a str> {
    let (mut level, mut sides, mut setup, mut clock) = (None, Sides::Author(Seat::First), None, None);
    for word in words {
        let plain = word.to_lowercase();
        // The fox is a preset, the king a game, and neither is a level.
        if let Some(animal) = read_level(&plain) {
            level = Some(animal);
        } else if let Some(wanted) = read_sides(&plain) {
            sides = wanted;
        } else if let Some(game) = read_game(&plain) {
            setup = Some(game);
        } else if let Ok(time) = plain.parse() {
            clock = Some(time);
        } else {
            return Err(word);
        }
    }
    Ok(Intent::Ai { level, sides, setup, clock })
}

fn read_sides(word: &str) -> Option<Sides> {
    match word {
        "red" | "first" | "红" | "红方" | "先手" | "先" => Some(Sides::Author(Seat::First)),
        "blue" | "second" | "蓝" | "蓝方" | "后手" | "后" => Some(Sides::Author(Seat::Second)),
        "random" | "lot" | "随机" | "抽签" => Some(Sides::Lot),
        _ => None,
    }
}

/// A side by its name; what is to be drawn by lot is none.
fn read_seat(word: &str) -> Option<Seat> {
    match read_sides(word) {
        Some(Sides::Author(seat)) => Some(seat),
        Some(Sides::Lot) | None => None,
    }
}

/// A variant or a preset by its own name or its name in any language the bot speaks.
fn read_game(word: &str) -> Option<Setup> {
    let presets = Variant::ALL.iter().flat_map(|&variant| Setup::presets(variant));
    let named =
        Variant::ALL.iter().map(|variant| ("variant", variant.name())).chain(presets.map(|name| ("preset", name)));
    let called = |(family, name): &(&str, &str)| {
        let in_lang = |lang| i18n::text(lang, &format!("{family}-{name}"), &Args::new()).to_lowercase();
        // In Chinese most games are called something or other 斗兽棋: its first part says enough.
        Lang::ALL.into_iter().map(in_lang).any(|name| name == word || name.strip_suffix("斗兽棋") == Some(word))
    };
    Setup::named(word).or_else(|| named.into_iter().find(called).and_then(|(_, name)| Setup::named(name)))
}

/// Whether a text that is no command may be meant as a move: two squares, or an animal and where it goes or what it takes.
fn looks_like_a_move(text: &str) -> bool {
    // A sign of its own makes a move of a single square: `b2!`, `@b2`.
    if text.parse::<Move>().is_ok() {
        return true;
    }
    let Some(words) = rules::words(text) else { return false };
    let count = |what: fn(&Word) -> bool| words.iter().filter(|word| what(word)).count();
    let squares = count(|word| matches!(word, Word::Square(_)));
    let animals = count(|word| matches!(word, Word::Animal(_)));
    let headings = count(|word| matches!(word, Word::Heading(_) | Word::Deed(_)));
    // Two letters alone may be any word: "we" is no wolf that takes an elephant.
    let takes = animals == 2 && text.chars().count() > 2;
    squares >= 2 || takes || (animals >= 1 && squares + headings >= 1)
}

/// The AI's level somebody names, in any language the rules read.
fn read_level(word: &str) -> Option<Animal> {
    match rules::words(word)?.as_slice() {
        [Word::Animal(animal)] => Some(*animal).filter(|animal| Animal::STANDARD.contains(animal)),
        _ => None,
    }
}
