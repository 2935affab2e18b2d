//! A press as a button's data: short, printable, and read back strictly.
//!
//! `t<id>:<turn>:<act>` for a table (numbers in base 36), `c<id>:<act>` for a cup, `m<act>` for a menu. An act is one letter and what belongs to it.
//! `l<id>:<ply>:<person>` leafs in a copy of a game, `o<id>` opens one, `f<id>` shows a film,
//! `h<page>:<person>` turns the pages of a history.

use std::fmt;
use std::str::FromStr;

use super::{CupAct, MenuAct, Press, SettingsPage, TableAct, TopOf};
use crate::book::CupId;
use crate::people::{BoardPolicy, ChatId, CountsFor, Lang, Night, Occasion, PersonId, Theme};
use crate::referee::{GameId, OfferId, Sides};
use crate::rules::{Animal, Move, Seat};

/// Data of a button nobody made (or of a version that is gone).
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this button's data is not of this version")]
pub struct ParsePressError;

/// The longest part of a move's notation a button carries.
const LONGEST_PREFIX: usize = 14;
/// The longest name or value of a setting a button carries.
const LONGEST_WORD: usize = 24;

impl fmt::Display for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Press::Table { id, turn, act } => {
                // GameId writes base 36; a turn is written the same way.
                write!(f, "t{id}:{}:", GameId(u64::from(*turn)))?;
                write_table_act(act, f)
            }
            Press::Cup { id, act } => {
                write!(f, "c{id}:")?;
                match act {
                    CupAct::Join => f.write_str("j"),
                    CupAct::JoinTeam { captain } => write!(f, "J{}", GameId(captain.0)),
                    CupAct::Leave => f.write_str("l"),
                    CupAct::Start => f.write_str("s"),
                    CupAct::Text => f.write_str("t"),
                    CupAct::Log => f.write_str("g"),
                }
            }
            Press::Menu(act) => {
                f.write_str("m")?;
                write_menu_act(act, f)
            }
            Press::Leaf { id, ply, owner } => write!(f, "l{id}:{}:{}", GameId(u64::from(*ply)), PersonNumber(*owner)),
            Press::Open { id } => write!(f, "o{id}"),
            Press::Film { id } => write!(f, "f{id}"),
            Press::History { of, page } => write!(f, "h{}:{}", GameId(u64::from(*page)), PersonNumber(*of)),
        }
    }
}

impl FromStr for Press {
    type Err = ParsePressError;

    fn from_str(data: &str) -> Result<Press, ParsePressError> {
        let press = read_press(data).ok_or(ParsePressError)?;
        // Numbers and moves could be written in other ways too: our buttons have one.
        if press.to_string() == data { Ok(press) } else { Err(ParsePressError) }
    }
}

fn read_press(data: &str) -> Option<Press> {
    let (kind, data) = first(data)?;
    let mut parts = data.splitn(3, ':');
    match kind {
        't' => {}
        'm' => return read_menu_act(data).map(Press::Menu),
        'c' => {
            let id = CupId(read_number(parts.next()?)?);
            return Some(Press::Cup { id, act: read_cup_act(parts.next()?)? });
        }
        'o' => return read_number(data).map(|id| Press::Open { id: GameId(id) }),
        'f' => return read_number(data).map(|id| Press::Film { id: GameId(id) }),
        'l' => {
            let id = GameId(read_number(parts.next()?)?);
            let ply = u32::try_from(read_number(parts.next()?)?).ok()?;
            return Some(Press::Leaf { id, ply, owner: read_person(parts.next()?)? });
        }
        'h' => {
            let page = u32::try_from(read_number(parts.next()?)?).ok()?;
            return Some(Press::History { page, of: read_person(parts.next()?)? });
        }
        _ => return None,
    }
    let id = GameId(read_number(parts.next()?)?);
    let turn = u32::try_from(read_number(parts.next()?)?).ok()?;
    let act = read_table_act(parts.next()?)?;
    Some(Press::Table { id, turn, act })
}

fn read_cup_act(text: &str) -> Option<CupAct> {
    let (letter, rest) = first(text)?;
    Some(match (letter, rest) {
        ('j', "") => CupAct::Join,
        ('J', captain) => CupAct::JoinTeam { captain: PersonId(read_number(captain)?) },
        ('l', "") => CupAct::Leave,
        ('s', "") => CupAct::Start,
        ('t', "") => CupAct::Text,
        ('g', "") => CupAct::Log,
        _ => return None,
    })
}

fn write_table_act(act: &TableAct, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let offer = |offer: &OfferId| GameId(u64::from(offer.0));
    match act {
        TableAct::Join => f.write_str("j"),
        TableAct::Decline => f.write_str("d"),
        TableAct::Withdraw => f.write_str("w"),
        TableAct::NextSides => f.write_str("s"),
        TableAct::NextPreset => f.write_str("p"),
        TableAct::NextClock => f.write_str("c"),
        TableAct::Games => f.write_str("v"),
        TableAct::SetGame { variant } => write!(f, "V{variant}"),
        TableAct::Pick { prefix } => write!(f, "k{prefix}"),
        TableAct::Play { mv, sure: false } => write!(f, "m{mv}"),
        TableAct::Play { mv, sure: true } => write!(f, "!{mv}"),
        TableAct::Meant { mv } => write!(f, "M{mv}"),
        TableAct::WhyNot { mv } => write!(f, "x{mv}"),
        TableAct::OfferDraw => f.write_str("D"),
        TableAct::OfferTakeback => f.write_str("T"),
        TableAct::OfferRematch => f.write_str("R"),
        TableAct::Answer { offer: id, accept: true } => write!(f, "y{}", offer(id)),
        TableAct::Answer { offer: id, accept: false } => write!(f, "n{}", offer(id)),
        TableAct::Retract { offer: id } => write!(f, "u{}", offer(id)),
        TableAct::Resign => f.write_str("g"),
        TableAct::ReallyResign => f.write_str("G"),
        TableAct::KeepPlaying => f.write_str("q"),
        TableAct::Hint => f.write_str("h"),
        TableAct::Analyse => f.write_str("e"),
        TableAct::Review { page } => write!(f, "b{page}"),
    }
}

fn read_table_act(text: &str) -> Option<TableAct> {
    let (letter, rest) = first(text)?;
    let offer = || read_number(rest).and_then(|n| u32::try_from(n).ok()).map(OfferId);
    let mv = || rest.parse::<Move>().ok();
    Some(match (letter, rest) {
        ('j', "") => TableAct::Join,
        ('d', "") => TableAct::Decline,
        ('w', "") => TableAct::Withdraw,
        ('s', "") => TableAct::NextSides,
        ('p', "") => TableAct::NextPreset,
        ('c', "") => TableAct::NextClock,
        ('v', "") => TableAct::Games,
        ('V', name) => TableAct::SetGame { variant: name.parse().ok()? },
        ('k', prefix) if is_word(prefix, LONGEST_PREFIX) => TableAct::Pick { prefix: prefix.to_owned() },
        ('m', _) => TableAct::Play { mv: mv()?, sure: false },
        ('M', _) => TableAct::Meant { mv: mv()? },
        ('!', _) => TableAct::Play { mv: mv()?, sure: true },
        ('x', _) => TableAct::WhyNot { mv: mv()? },
        ('D', "") => TableAct::OfferDraw,
        ('T', "") => TableAct::OfferTakeback,
        ('R', "") => TableAct::OfferRematch,
        ('y', _) => TableAct::Answer { offer: offer()?, accept: true },
        ('n', _) => TableAct::Answer { offer: offer()?, accept: false },
        ('u', _) => TableAct::Retract { offer: offer()? },
        ('g', "") => TableAct::Resign,
        ('G', "") => TableAct::ReallyResign,
        ('q', "") => TableAct::KeepPlaying,
        ('h', "") => TableAct::Hint,
        ('e', "") => TableAct::Analyse,
        ('b', page) => TableAct::Review { page: page.parse().ok()? },
        _ => return None,
    })
}

fn write_menu_act(act: &MenuAct, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match act {
        MenuAct::Help => f.write_str("h"),
        MenuAct::Rules => f.write_str("r"),
        MenuAct::Levels { sides, game } => {
            write!(f, "l{}{}", side_letter(*sides), game.as_deref().unwrap_or_default())
        }
        MenuAct::Variants { sides } => write!(f, "v{}", side_letter(*sides)),
        MenuAct::Ai { level, sides, game } => {
            write!(f, "a{}{}{}", level.letter(), side_letter(*sides), game.as_deref().unwrap_or_default())
        }
        MenuAct::Challenge => f.write_str("c"),
        MenuAct::Here => f.write_str("o"),
        MenuAct::Settings { page } => match page {
            SettingsPage::Main => f.write_str("sm"),
            SettingsPage::Lang => f.write_str("sl"),
            SettingsPage::Variant => f.write_str("sv"),
            SettingsPage::Preset => f.write_str("sp"),
            SettingsPage::Options { open: None } => f.write_str("so"),
            SettingsPage::Options { open: Some(index) } => write!(f, "so{index}"),
            SettingsPage::Clock => f.write_str("sc"),
            SettingsPage::Night => f.write_str("sn"),
            SettingsPage::Boards => f.write_str("sb"),
            SettingsPage::Theme => f.write_str("st"),
            SettingsPage::CountsFor => f.write_str("sr"),
        },
        MenuAct::SetLang { lang } => write!(f, "L{}", lang.tag()),
        MenuAct::SetVariant { variant } => write!(f, "V{variant}"),
        MenuAct::SetPreset { preset } => write!(f, "P{preset}"),
        MenuAct::SetOption { name, value } => write!(f, "O{name}={value}"),
        MenuAct::Notify { occasion } => write!(f, "n{}", occasion_letter(*occasion)),
        MenuAct::Quiet { occasion, chat } => write!(f, "q{}{chat}", occasion_letter(*occasion)),
        MenuAct::Notices => f.write_str("N"),
        MenuAct::SetNight { night: None } => f.write_str("I-"),
        MenuAct::SetNight { night: Some(Night { offset, from, hours }) } => write!(f, "I{offset},{from},{hours}"),
        MenuAct::SetClock { clock } => write!(f, "C{clock}"),
        MenuAct::SetBoards { policy } => f.write_str(match policy {
            BoardPolicy::Auto => "Ba",
            BoardPolicy::AlwaysNew => "Bn",
            BoardPolicy::AlwaysEdit => "Be",
        }),
        MenuAct::SetTurnBoard { on } => f.write_str(if *on { "T1" } else { "T0" }),
        MenuAct::SetTheme { theme } => write!(f, "H{}", theme.name()),
        MenuAct::SetCountsFor { counts_for } => write!(f, "R{}", counts_for.name()),
        MenuAct::Top { of, page } => match of {
            TopOf::Points => write!(f, "t{page}"),
            TopOf::Game(variant) => write!(f, "t{page}:{variant}"),
        },
        MenuAct::Forget { who, sure } => write!(f, "{}{}", if *sure { 'F' } else { 'K' }, GameId(who.0)),
    }
}

fn read_menu_act(text: &str) -> Option<MenuAct> {
    let (letter, rest) = first(text)?;
    Some(match (letter, rest) {
        ('h', "") => MenuAct::Help,
        ('r', "") => MenuAct::Rules,
        ('l', _) => {
            let (sides, game) = read_wish(rest)?;
            MenuAct::Levels { sides, game }
        }
        ('v', _) => match read_wish(rest)? {
            (sides, None) => MenuAct::Variants { sides },
            (_, Some(_)) => return None,
        },
        ('a', _) => {
            let (level, rest) = first(rest)?;
            let (sides, game) = read_wish(rest)?;
            let level = Animal::from_letter(level).filter(|level| Animal::STANDARD.contains(level))?;
            MenuAct::Ai { level, sides, game }
        }
        ('c', "") => MenuAct::Challenge,
        ('o', "") => MenuAct::Here,
        ('s', _) => MenuAct::Settings { page: read_page(rest)? },
        ('L', _) => MenuAct::SetLang { lang: Lang::ALL.into_iter().find(|lang| lang.tag() == rest)? },
        ('V', name) => MenuAct::SetVariant { variant: name.parse().ok()? },
        ('P', preset) if is_word(preset, LONGEST_WORD) => MenuAct::SetPreset { preset: preset.to_owned() },
        ('O', _) => {
            let (name, value) = rest.split_once('=')?;
            if !is_word(name, LONGEST_WORD) || !is_word(value, LONGEST_WORD) {
                return None;
            }
            MenuAct::SetOption { name: name.to_owned(), value: value.to_owned() }
        }
        ('n', letter) => MenuAct::Notify { occasion: occasion(letter)? },
        ('q', _) => {
            let (letter, chat) = rest.split_at_checked(1)?;
            MenuAct::Quiet { occasion: occasion(letter)?, chat: ChatId(chat.parse().ok()?) }
        }
        ('N', "") => MenuAct::Notices,
        ('I', "-") => MenuAct::SetNight { night: None },
        ('I', _) => MenuAct::SetNight { night: Some(read_night(rest)?) },
        ('C', clock) => MenuAct::SetClock { clock: clock.parse().ok()? },
        ('B', "a") => MenuAct::SetBoards { policy: BoardPolicy::Auto },
        ('B', "n") => MenuAct::SetBoards { policy: BoardPolicy::AlwaysNew },
        ('B', "e") => MenuAct::SetBoards { policy: BoardPolicy::AlwaysEdit },
        ('T', "1") => MenuAct::SetTurnBoard { on: true },
        ('T', "0") => MenuAct::SetTurnBoard { on: false },
        ('R', name) => MenuAct::SetCountsFor { counts_for: CountsFor::from_name(name)? },
        ('t', _) => match rest.split_once(':') {
            None => MenuAct::Top { of: TopOf::Points, page: rest.parse().ok()? },
            Some((page, name)) => MenuAct::Top { of: TopOf::Game(name.parse().ok()?), page: page.parse().ok()? },
        },
        ('F', who) => MenuAct::Forget { who: PersonId(read_number(who)?), sure: true },
        ('K', who) => MenuAct::Forget { who: PersonId(read_number(who)?), sure: false },
        ('H', _) => MenuAct::SetTheme { theme: Theme::ALL.into_iter().find(|theme| theme.name() == rest)? },
        _ => return None,
    })
}

fn read_page(text: &str) -> Option<SettingsPage> {
    let (letter, rest) = first(text)?;
    Some(match (letter, rest) {
        ('m', "") => SettingsPage::Main,
        ('l', "") => SettingsPage::Lang,
        ('v', "") => SettingsPage::Variant,
        ('p', "") => SettingsPage::Preset,
        ('o', "") => SettingsPage::Options { open: None },
        ('o', index) => SettingsPage::Options { open: Some(index.parse().ok()?) },
        ('c', "") => SettingsPage::Clock,
        ('n', "") => SettingsPage::Night,
        ('b', "") => SettingsPage::Boards,
        ('t', "") => SettingsPage::Theme,
        ('r', "") => SettingsPage::CountsFor,
        _ => return None,
    })
}

const fn occasion_letter(occasion: Occasion) -> char {
    match occasion {
        Occasion::Turn => 't',
        Occasion::Challenge => 'c',
    }
}

fn occasion(letter: &str) -> Option<Occasion> {
    let mut letter = letter.chars();
    let first = letter.next().filter(|_| letter.next().is_none())?;
    Occasion::ALL.into_iter().find(|&occasion| occasion_letter(occasion) == first)
}

fn read_night(text: &str) -> Option<Night> {
    let mut parts = text.splitn(3, ',');
    Night::new(parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?)
}

/// Who takes which seat, as a letter.
const fn side_letter(sides: Sides) -> char {
    match sides {
        Sides::Author(Seat::First) => 'r',
        Sides::Author(Seat::Second) => 'b',
        Sides::Lot => 'l',
    }
}

/// That letter, and the word of a game if there is one.
fn read_wish(text: &str) -> Option<(Sides, Option<String>)> {
    let (side, game) = first(text)?;
    let sides = match side {
        'r' => Sides::Author(Seat::First),
        'b' => Sides::Author(Seat::Second),
        'l' => Sides::Lot,
        _ => return None,
    };
    match game {
        "" => Some((sides, None)),
        game => is_word(game, LONGEST_WORD).then(|| (sides, Some(game.to_owned()))),
    }
}

/// The first character and the rest.
fn first(text: &str) -> Option<(char, &str)> {
    let mut chars = text.chars();
    chars.next().map(|c| (c, chars.as_str()))
}

/// A person's number in base 36, or nothing.
struct PersonNumber(Option<PersonId>);

impl fmt::Display for PersonNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |person| GameId(person.0).fmt(f))
    }
}

/// The other way round; `None` if it is neither.
fn read_person(text: &str) -> Option<Option<PersonId>> {
    if text.is_empty() { Some(None) } else { Some(Some(PersonId(read_number(text)?))) }
}

/// A number in base 36.
fn read_number(text: &str) -> Option<u64> {
    text.parse().ok().map(|GameId(number)| number)
}

/// Printable ASCII, short enough for a button.
fn is_word(text: &str, longest: usize) -> bool {
    text.len() <= longest && text.bytes().all(|byte| byte.is_ascii_graphic())
}
