//! `/cup …` as a wish. Syntax only.

use crate::book::cup::Field;
use crate::chat::incoming::{PersonRef, ReplyTo};
use crate::people::TimeControl;
use crate::rules::{Seat, Setup};

/// What a `/cup` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CupWish {
    /// `/cup` alone: shows the cup of this place, or opens one.
    Show,
    /// With words about the game and the form: opens one.
    Open(Opening),
    /// The standings in words.
    Text,
    Log,
    /// With a name: a new team.
    Join {
        team: Option<String>,
    },
    Leave,
    Start,
    /// Take this board of one's team, counted from 1.
    Board {
        number: u16,
    },
    Rule {
        round: Option<u16>,
        board: u16,
        ruling: Ruling,
        why: String,
    },
    /// The number of an entry, from 1.
    Forfeit {
        number: u16,
        why: String,
    },
    Withdraw {
        number: u16,
        why: String,
    },
    /// `board`: which member of a team, from 1; `by`: the author of the message answered.
    Replace {
        number: u16,
        board: Option<u16>,
        by: Option<PersonRef>,
        why: String,
    },
    /// So many milliseconds more for a side, or less.
    Clock {
        round: Option<u16>,
        board: u16,
        side: Seat,
        millis: i64,
        why: String,
    },
    Pause {
        why: String,
    },
    Resume {
        why: String,
    },
    TakeOver,
    CallOff {
        why: String,
    },
}

/// How a cup is opened; what is not said is the chat's or the usual.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    pub setup: Option<Setup>,
    pub clock: Option<TimeControl>,
    pub field: Option<Field>,
    pub form: FormWish,
    /// How long a round may take, in milliseconds.
    pub round_millis: Option<i64>,
}

/// The course of a cup, as far as it was said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormWish {
    /// Everybody meets twice.
    pub double: bool,
    /// So many go on to a knock-out.
    pub best: Option<u8>,
    /// Nothing but a knock-out.
    pub knockout: bool,
}

/// What the referee decides a board to be.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    Win(Seat),
    Draw,
    /// Both lose.
    Neither,
}

/// The most a clock is corrected by, milliseconds.
const LONGEST_SPAN: i64 = 7 * DAY_MILLIS;
/// The longest round, milliseconds.
const LONGEST_ROUND: i64 = 60 * DAY_MILLIS;
const DAY_MILLIS: i64 = 24 * 60 * 60 * 1000;
/// The most and fewest who go on to a knock-out.
const BEST: std::ops::RangeInclusive<u8> = 2..=16;

/// Reads what stands behind `/cup`; the word that says nothing is the error. `sides` and `game` read a side and a game.
pub fn read<'a>(
    rest: &'a str,
    reply_to: Option<&ReplyTo>,
    side: impl Fn(&str) -> Option<Seat>,
    game: impl Fn(&str) -> Option<Setup>,
) -> Result<CupWish, &'a str> {
    let (word, behind) = next(rest);
    let Some(word) = word else { return Ok(CupWish::Show) };
    let why = |text: &str| text.trim().to_owned();
    Ok(match word.to_lowercase().as_str() {
        "text" | "words" | "文字" => CupWish::Text,
        "log" | "记录" => CupWish::Log,
        "join" | "team" | "报名" | "参加" | "组队" => {
            CupWish::Join { team: Some(why(behind)).filter(|name| !name.is_empty()) }
        }
        "leave" | "退赛" | "退出" => CupWish::Leave,
        "start" | "开赛" | "开始" => CupWish::Start,
        "board" | "台次" => CupWish::Board { number: number(behind, word)?.0 },
        "rule" | "裁定" | "判" => {
            let (round, board, behind) = board_place(behind, word)?;
            let (result, behind) = next(behind);
            let result = result.ok_or(word)?;
            let ruling = match result.to_lowercase().as_str() {
                "draw" | "和" | "和棋" => Ruling::Draw,
                "none" | "neither" | "双负" => Ruling::Neither,
                text => Ruling::Win(side(text).ok_or(result)?),
            };
            CupWish::Rule { round, board, ruling, why: why(behind) }
        }
        "clock" | "调钟" => {
            let (round, board, behind) = board_place(behind, word)?;
            let (sided, behind) = next(behind);
            let sided = sided.ok_or(word)?;
            let side = side(&sided.to_lowercase()).ok_or(sided)?;
            let (time, behind) = next(behind);
            let millis = span(time.ok_or(word)?)?;
            CupWish::Clock { round, board, side, millis, why: why(behind) }
        }
        "forfeit" | "弃权" => {
            let (number, behind) = number(behind, word)?;
            CupWish::Forfeit { number, why: why(behind) }
        }
        "withdraw" | "除名" => {
            let (number, behind) = number(behind, word)?;
            CupWish::Withdraw { number, why: why(behind) }
        }
        "replace" | "换人" => {
            let (place, behind) = next(behind);
            let place = place.ok_or(word)?;
            let (entry, board) = match place.split_once('.') {
                Some((entry, board)) => (entry, Some(board.parse().map_err(|_| place)?)),
                None => (place, None),
            };
            let number = entry.parse().map_err(|_| place)?;
            let by = reply_to.filter(|to| !to.own).and_then(|to| to.author.clone());
            CupWish::Replace { number, board, by, why: why(behind) }
        }
        "pause" | "暂停" => CupWish::Pause { why: why(behind) },
        "resume" | "继续" => CupWish::Resume { why: why(behind) },
        "take" | "接管" => CupWish::TakeOver,
        "off" | "取消" => CupWish::CallOff { why: why(behind) },
        _ => CupWish::Open(read_opening(rest, game)?),
    })
}

fn read_opening(mut rest: &str, game: impl Fn(&str) -> Option<Setup>) -> Result<Opening, &str> {
    let mut opening = Opening::default();
    while let (Some(word), behind) = next(rest) {
        rest = behind;
        let plain = word.to_lowercase();
        let best = ["best", "top", "前"].iter().find_map(|prefix| plain.strip_prefix(prefix));
        match plain.as_str() {
            "new" | "新" => {}
            "singles" | "single" | "单循环" | "个人" => {}
            "teams" | "团体" => opening.field = Some(Field::Boards),
            "consult" | "consultation" | "轮走" | "合议" => opening.field = Some(Field::Consultation),
            "double" | "双循环" => opening.form.double = true,
            "knockout" | "淘汰" | "淘汰赛" => opening.form.knockout = true,
            "round" | "每轮" => {
                let (time, behind) = next(rest);
                let time = time.ok_or(word)?;
                // A bare number is one of days.
                let millis = match time.parse() {
                    Ok(TimeControl::PerMove { each }) => each,
                    _ => time.parse::<i64>().map_err(|_| time)?.saturating_mul(DAY_MILLIS),
                };
                opening.round_millis = Some(millis).filter(|millis| (1..=LONGEST_ROUND).contains(millis));
                opening.round_millis.ok_or(time)?;
                rest = behind;
            }
            text => match (best, game(text)) {
                (Some(best), _) => {
                    opening.form.best = Some(best.parse().ok().filter(|n| BEST.contains(n)).ok_or(word)?)
                }
                (None, Some(setup)) => opening.setup = Some(setup),
                (None, None) => opening.clock = Some(word.parse().map_err(|_| word)?),
            },
        }
    }
    Ok(opening)
}

/// The first word and what stands behind it.
fn next(text: &str) -> (Option<&str>, &str) {
    let text = text.trim_start();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (Some(word).filter(|word| !word.is_empty()), rest)
}

/// A board, `3` of the round being played or `2.3` of another, and what stands behind it.
fn board_place<'a>(text: &'a str, verb: &'a str) -> Result<(Option<u16>, u16, &'a str), &'a str> {
    let (place, rest) = next(text);
    let place = place.ok_or(verb)?;
    let (round, board) = match place.split_once('.') {
        Some((round, board)) => (Some(round.parse().map_err(|_| place)?), board),
        None => (None, place),
    };
    Ok((round, board.parse().map_err(|_| place)?, rest))
}

/// A time to be added or, with a minus, taken off: `5m`, `+90s`, `-2m`.
fn span(text: &str) -> Result<i64, &str> {
    let minus = text.starts_with(['-', '－', '–']);
    match text.trim_start_matches(['+', '＋', '-', '－', '–']).parse() {
        Ok(TimeControl::PerMove { each }) if each <= LONGEST_SPAN => Ok(if minus { -each } else { each }),
        _ => Err(text),
    }
}

/// A number and what stands behind it; a missing one is the fault of `verb`.
fn number<'a>(text: &'a str, verb: &'a str) -> Result<(u16, &'a str), &'a str> {
    let (word, rest) = next(text);
    let word = word.ok_or(verb)?;
    Ok((word.parse().map_err(|_| word)?, rest))
}
