//! What people type: the words and signs of moves, in English and Chinese.

use unicode_normalization::UnicodeNormalization;

use super::illegal::{Fact, Facts};
use super::moves::Move;
use super::piece::{Animal, Piece};
use super::square::Square;

/// A typed text that names no move, as data; words are `read-<key>` in the locale files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadMoveError {
    /// `unreadable`: nothing in it looks like a move.
    Unreadable,
    /// `ambiguous`: it fits several moves; the bot asks which.
    Ambiguous(Vec<Move>),
    /// `no-such-animal`: that `piece` is not on the board.
    NoSuchAnimal { piece: Piece },
    /// `nowhere`: the `piece` on `from` cannot go like that: the board ends there, or there is nothing to jump.
    Nowhere { piece: Piece, from: Square },
}

impl ReadMoveError {
    /// Every key, so that a test can see that each has its words.
    pub const KEYS: &'static [&'static str] = &["unreadable", "ambiguous", "no-such-animal", "nowhere"];

    /// Which sentence says it.
    pub const fn key(&self) -> &'static str {
        match self {
            ReadMoveError::Unreadable => "unreadable",
            ReadMoveError::Ambiguous(_) => "ambiguous",
            ReadMoveError::NoSuchAnimal { .. } => "no-such-animal",
            ReadMoveError::Nowhere { .. } => "nowhere",
        }
    }

    /// What the sentence mentions: the fields, by name.
    pub fn facts(&self) -> Facts {
        match *self {
            ReadMoveError::Unreadable | ReadMoveError::Ambiguous(_) => vec![],
            ReadMoveError::NoSuchAnimal { piece } => vec![("piece", Fact::Piece(piece))],
            ReadMoveError::Nowhere { piece, from } => vec![("piece", Fact::Piece(piece)), ("from", Fact::Square(from))],
        }
    }
}

/// A word that means something in a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Word {
    Square(Square),
    Animal(Animal),
    Heading(Heading),
    /// Over a river.
    Jump,
}

/// A direction as people say it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Heading {
    /// The first four are meant on the board as shown.
    Up,
    Down,
    Left,
    Right,
    /// Toward the opponent, however the board is shown.
    Forward,
    /// Toward one's own den, however the board is shown.
    Back,
}

/// Longer texts are no moves, in characters.
const MAX_LENGTH: usize = 64;

/// The meaningful words of a text in order, or `None` if something in it has no place in a move.
///
/// Case, full-width forms, spaces and punctuation make no difference.
pub fn words(text: &str) -> Option<Vec<Word>> {
    if text.chars().nth(MAX_LENGTH).is_some() {
        return None;
    }
    let text: String = text.nfkc().flat_map(char::to_lowercase).collect();
    let mut words = Vec::new();
    let mut rest = text.as_str();
    while let Some(first) = rest.chars().next() {
        let (length, word) = match longest(rest) {
            Some(found) => found,
            None if first.is_alphanumeric() => return None,
            None => (first.len_utf8(), None),
        };
        words.extend(word);
        rest = &rest[length..];
    }
    Some(words)
}

/// The longest square or known word that the text begins with, and its length in bytes.
fn longest(text: &str) -> Option<(usize, Option<Word>)> {
    let square = text.get(..2).and_then(|two| two.parse().ok()).map(|square| (2, Some(Word::Square(square))));
    let known = VOCABULARY
        .iter()
        .flat_map(|(words, meaning)| words.split(' ').map(move |word| (word, *meaning)))
        .filter(|(word, _)| text.starts_with(word))
        .map(|(word, meaning)| (word.len(), meaning));
    known.chain(square).max_by_key(|(length, _)| *length)
}

/// Every known word in lower case, divided by spaces, with its meaning; `None` = allowed, but it adds nothing.
const VOCABULARY: &[(&str, Option<Word>)] = &[
    ("rat mouse r 鼠 老鼠 耗子 🐀 🐁 🐭", Some(Word::Animal(Animal::Rat))),
    ("cat c 猫 貓 花猫 花貓 🐈 🐱", Some(Word::Animal(Animal::Cat))),
    ("dog d 狗 犬 小狗 🐕 🐶", Some(Word::Animal(Animal::Dog))),
    ("wolf w 狼 豺狼 🐺", Some(Word::Animal(Animal::Wolf))),
    ("leopard panther p 豹 豹子 猎豹 獵豹 花豹 🐆", Some(Word::Animal(Animal::Leopard))),
    ("tiger t 虎 老虎 🐅 🐯", Some(Word::Animal(Animal::Tiger))),
    ("lion l 狮 獅 狮子 獅子 🦁", Some(Word::Animal(Animal::Lion))),
    ("elephant e 象 大象 🐘", Some(Word::Animal(Animal::Elephant))),
    ("fox f 狐 狐狸 🦊", Some(Word::Animal(Animal::Fox))),
    ("up 上 ↑ ⬆", Some(Word::Heading(Heading::Up))),
    ("down 下 ↓ ⬇", Some(Word::Heading(Heading::Down))),
    ("left 左 ← ⬅", Some(Word::Heading(Heading::Left))),
    ("right 右 → ➡", Some(Word::Heading(Heading::Right))),
    ("forward forwards 前 前进 前進 进 進", Some(Word::Heading(Heading::Forward))),
    ("back backward backwards 后 後 后退 後退 退", Some(Word::Heading(Heading::Back))),
    ("jump jumps leap leaps 跳 跳河 跳过 跳過 跳过河 跳過河 过河 過河", Some(Word::Jump)),
    ("x to takes take captures eats goes moves move the over river 吃 到 去 往 向 走 至", None),
];
