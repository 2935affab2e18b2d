//! What people type: the words and signs of moves in English and Chinese, and the move they mean.

use unicode_normalization::UnicodeNormalization;

use super::game::Rules;
use super::illegal::{Fact, Facts};
use super::moves::{Account, Manner, Move};
use super::piece::{Animal, Piece};
use super::seat::{Color, Orientation, Seat};
use super::square::Square;
use super::view::{Cell, View};

/// A typed text that names no move, as data; words are `read-<key>` in the locale files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadMoveError {
    /// `unreadable`: nothing in it looks like a move.
    Unreadable,
    /// `ambiguous`: it fits several moves; the bot asks which.
    Ambiguous(Vec<Move>),
    /// `no-such-animal`: that `piece` is not on the board.
    NoSuchAnimal { piece: Piece },
    /// `none-of-yours`: where cards are hidden or held in the hand: that `piece` of the reader's side is not to be seen.
    NoneOfYours { piece: Piece },
    /// `none-of-theirs`: likewise the enemy's.
    NoneOfTheirs { piece: Piece },
    /// `nowhere`: the `piece` on `from` cannot go like that: the board ends there, or there is nothing to jump.
    Nowhere { piece: Piece, from: Square },
}

impl ReadMoveError {
    /// Every key, so that a test can see that each has its words.
    pub const KEYS: &'static [&'static str] =
        &["unreadable", "ambiguous", "no-such-animal", "none-of-yours", "none-of-theirs", "nowhere"];

    /// Which sentence says it.
    pub const fn key(&self) -> &'static str {
        match self {
            ReadMoveError::Unreadable => "unreadable",
            ReadMoveError::Ambiguous(_) => "ambiguous",
            ReadMoveError::NoSuchAnimal { .. } => "no-such-animal",
            ReadMoveError::NoneOfYours { .. } => "none-of-yours",
            ReadMoveError::NoneOfTheirs { .. } => "none-of-theirs",
            ReadMoveError::Nowhere { .. } => "nowhere",
        }
    }

    /// What the sentence mentions: the fields, by name.
    pub fn facts(&self) -> Facts {
        match *self {
            ReadMoveError::Unreadable | ReadMoveError::Ambiguous(_) => vec![],
            ReadMoveError::NoSuchAnimal { piece }
            | ReadMoveError::NoneOfYours { piece }
            | ReadMoveError::NoneOfTheirs { piece } => vec![("piece", Fact::Piece(piece))],
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
    /// What is done, where it is no mere step.
    Deed(Deed),
}

/// What a move does, as people say it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Over a river or an animal, or past one.
    Jump,
    Flip,
    Drop,
    Trade,
    Strengthen,
    Repair,
}

impl Deed {
    /// Whether a move made in this manner is one.
    const fn is(self, manner: Manner) -> bool {
        match self {
            Deed::Jump => matches!(manner, Manner::Jump | Manner::Leap | Manner::Sweep | Manner::Rub),
            Deed::Flip => matches!(manner, Manner::Flip),
            Deed::Drop => matches!(manner, Manner::Drop),
            Deed::Trade => matches!(manner, Manner::Trade),
            Deed::Strengthen => matches!(manner, Manner::Strengthen),
            Deed::Repair => matches!(manner, Manner::Repair),
        }
    }
}

/// A direction as people say it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Heading {
    /// The first eight are meant on the board as shown.
    Up,
    Down,
    Left,
    Right,
    UpLeft,
    UpRight,
    DownLeft,
    DownRight,
    /// Toward the opponent, however the board is shown.
    Forward,
    /// Toward one's own den, however the board is shown.
    Back,
}

/// The move that a text names, legal or not; see [`Rules::read_move`].
pub fn read_move<R: Rules + ?Sized>(rules: &R, text: &str, shown: Orientation) -> Result<Move, ReadMoveError> {
    // Notation with a sign of its own says more than its words.
    if let Some(mv) = text.trim().parse::<Move>().ok().filter(|mv| !matches!(mv, Move::Go { .. })) {
        return Ok(held(rules, mv));
    }
    let words = words(text).ok_or(ReadMoveError::Unreadable)?;
    let seat = rules.to_move();
    let view = rules.view();
    let us = rules.color_of(seat);
    let legal = rules.legal_moves().into_iter().map(|mv| rules.foresee(mv)).collect();
    let reader = Reader { rules, view, seat, us, shown, legal };
    let wish = Wish::of(&reader, &words)?;
    reader.fulfil(&wish)
}

/// A move with a piece of the hand: where its letter means none in this case, it means the one in the other.
fn held<R: Rules + ?Sized>(rules: &R, mv: Move) -> Move {
    let Move::Drop { piece, at } = mv else { return mv };
    let hand = rules.view().hands.map(|[first, second]| if rules.to_move() == Seat::First { first } else { second });
    let other = Piece { color: piece.color.other(), ..piece };
    match hand {
        Some(hand) if !hand.contains(&piece) && hand.contains(&other) => Move::Drop { piece: other, at },
        _ => mv,
    }
}

/// What a text asks for; everything that is said must fit.
#[derive(Clone, Debug, Default)]
struct Wish {
    /// Which animal, by its name.
    animal: Option<Animal>,
    /// Where it stands.
    from: Option<Square>,
    /// Where it goes.
    to: Option<Square>,
    /// The enemy it goes for.
    target: Option<Animal>,
    /// Files to the right and ranks up, as the first seat sees the board.
    direction: Option<(i8, i8)>,
    deed: Option<Deed>,
}

impl Wish {
    /// Sorts the words: a piece by animal or square, then where to; a deed anywhere.
    fn of<R: Rules + ?Sized>(reader: &Reader<'_, R>, words: &[Word]) -> Result<Wish, ReadMoveError> {
        let mut wish = Wish::default();
        let mut rest = words.iter().copied().peekable();
        let deed = |word: Word, wish: &mut Wish| match word {
            Word::Deed(deed) if wish.deed.is_none() => {
                wish.deed = Some(deed);
                true
            }
            _ => false,
        };
        while rest.next_if(|&word| deed(word, &mut wish)).is_some() {}
        match rest.next() {
            Some(Word::Animal(animal)) => wish.animal = Some(animal),
            Some(Word::Square(square)) if rest.peek().is_none() && !reader.is_own(square) => wish.to = Some(square),
            Some(Word::Square(square)) => wish.from = Some(square),
            _ => return Err(ReadMoveError::Unreadable),
        }
        let mut goals = 0;
        while let Some(word) = rest.next() {
            let last = rest.peek().is_none();
            match word {
                Word::Deed(_) if deed(word, &mut wish) => {}
                // The animal and its square, and more behind: "elephant a3 a4".
                Word::Square(square) if wish.from.is_none() && wish.animal.is_some() && !last => {
                    wish.from = Some(square);
                }
                Word::Square(square) if wish.to.is_none() => {
                    wish.to = Some(square);
                    goals += 1;
                }
                Word::Animal(animal) if wish.target.is_none() => {
                    wish.target = Some(animal);
                    goals += 1;
                }
                Word::Heading(heading) => {
                    let (files, ranks) = reader.direction(heading);
                    goals += u32::from(wish.direction.is_none());
                    let (more_files, more_ranks) = wish.direction.unwrap_or_default();
                    let both = (files + more_files, ranks + more_ranks);
                    // Up and left is a diagonal; up and down, or up and up, is nothing.
                    if both == (0, 0) || both.0.abs() > 1 || both.1.abs() > 1 {
                        return Err(ReadMoveError::Unreadable);
                    }
                    wish.direction = Some(both);
                }
                _ => return Err(ReadMoveError::Unreadable),
            }
        }
        if goals > 1 && !(goals == 2 && wish.to.is_some() && wish.direction.is_some()) {
            return Err(ReadMoveError::Unreadable);
        }
        Ok(wish)
    }
}

struct Reader<'a, R: Rules + ?Sized> {
    rules: &'a R,
    view: View,
    seat: Seat,
    us: Option<Color>,
    shown: Orientation,
    legal: Vec<Account>,
}

impl<R: Rules + ?Sized> Reader<'_, R> {
    /// The legal move that is meant; if none is, the one that would be, so that the rule against it is told.
    fn fulfil(&self, wish: &Wish) -> Result<Move, ReadMoveError> {
        let stands: Vec<Square> = wish.animal.map(|animal| self.places(animal, true)).unwrap_or_default();
        if let (Some(animal), Some(from)) = (wish.animal, wish.from)
            && self.view.cell(from).is_none_or(|cell| cell.piece.animal != animal || Some(cell.owner) != self.us)
        {
            return Err(ReadMoveError::Unreadable);
        }
        let meant: Vec<Move> =
            self.legal.iter().filter(|account| self.fits(account, wish)).map(|account| account.ply.mv).collect();
        match meant[..] {
            [mv] => return Ok(mv),
            [] => {}
            _ => {
                // Two squares say it exactly, even if a longer way ends there too.
                let exact = wish.from.zip(wish.to).map(|(from, to)| Move::Go { from, to });
                let exact = exact.filter(|mv| meant.contains(mv)).or_else(|| nearest(wish, &meant));
                return exact.ok_or(ReadMoveError::Ambiguous(meant));
            }
        }
        self.attempt(wish, &stands)
    }

    /// Whether a legal move is one of those that are meant.
    fn fits(&self, account: &Account, wish: &Wish) -> bool {
        let mv = account.ply.mv;
        let (origin, goal) = (mv.origin(), mv.goal());
        let toward = || {
            let from = origin?;
            let sign = |from: u8, to: u8| (i16::from(to) - i16::from(from)).signum() as i8;
            Some((sign(from.file(), goal.file()), sign(from.rank(), goal.rank())))
        };
        let met = || {
            let removed = account.removed.iter().filter(|removed| !removed.own).map(|removed| removed.piece);
            let stands = self.view.cell(goal);
            let aimed = |cell: &Cell| Some(cell.owner) != self.us || account.manner == Manner::Repair;
            let stands = stands.filter(aimed).map(|cell| cell.piece);
            removed.chain(stands).map(|piece| piece.animal).collect::<Vec<_>>()
        };
        wish.animal.is_none_or(|animal| account.piece.is_some_and(|piece| piece.animal == animal))
            && wish.from.is_none_or(|from| origin == Some(from))
            && wish.to.is_none_or(|to| goal == to)
            && wish.target.is_none_or(|target| met().contains(&target))
            && wish.direction.is_none_or(|direction| toward() == Some(direction))
            && wish.deed.is_none_or(|deed| deed.is(account.manner))
    }

    /// The move that a wish describes though it is not legal.
    fn attempt(&self, wish: &Wish, stands: &[Square]) -> Result<Move, ReadMoveError> {
        match (wish.deed, wish.to.or(wish.from)) {
            (Some(Deed::Flip), Some(at)) => return Ok(Move::Flip { at }),
            (Some(Deed::Drop), Some(at)) => {
                let piece = wish.animal.and_then(|animal| self.in_hand(animal));
                return piece.map(|piece| Move::Drop { piece, at }).ok_or_else(|| self.no_such(wish.animal, true));
            }
            _ => {}
        }
        if wish.from.is_none() && wish.animal.is_none() {
            return Err(ReadMoveError::Unreadable);
        }
        let from = wish.from.or(stands.first().copied());
        let Some(from) = from else {
            // Only in the hand: it is meant to be put somewhere.
            let piece = wish.animal.and_then(|animal| self.in_hand(animal));
            let drop = piece.zip(wish.to).map(|(piece, at)| Move::Drop { piece, at });
            return drop.ok_or_else(|| self.no_such(wish.animal, true));
        };
        if wish.deed == Some(Deed::Strengthen) {
            return Ok(Move::Strengthen { at: from });
        }
        let to = match (wish.to, wish.target, wish.direction) {
            (Some(to), ..) => to,
            (None, Some(target), _) => {
                let own = wish.deed == Some(Deed::Repair);
                *self.places(target, own).first().ok_or_else(|| self.no_such(Some(target), own))?
            }
            (None, None, Some(direction)) => {
                self.along(from, direction, wish.deed).ok_or_else(|| self.nowhere(from))?
            }
            (None, None, None) if wish.deed == Some(Deed::Jump) => {
                self.rules.jumps(from).first().copied().ok_or_else(|| self.nowhere(from))?
            }
            (None, None, None) => return Err(self.nowhere(from)),
        };
        Ok(match wish.deed {
            Some(Deed::Trade) => Move::Trade { from, to },
            Some(Deed::Repair) => Move::Repair { from, to },
            _ => Move::Go { from, to },
        })
    }

    /// Where a piece would go in a direction; a jump goes far.
    fn along(&self, from: Square, (files, ranks): (i8, i8), deed: Option<Deed>) -> Option<Square> {
        let to = self.rules.toward(from, (files, ranks))?;
        if deed != Some(Deed::Jump) || from.offset(files, ranks) != Some(to) {
            return Some(to);
        }
        let beyond = |to: &Square| {
            let sign = |from: u8, to: u8| (i16::from(to) - i16::from(from)).signum() as i8;
            (sign(from.file(), to.file()), sign(from.rank(), to.rank())) == (files, ranks)
        };
        self.rules.jumps(from).into_iter().find(beyond)
    }

    /// Where the animals of a kind stand, one's own or the enemy's.
    fn places(&self, animal: Animal, own: bool) -> Vec<Square> {
        let fits = |square: &Square| {
            let cell = self.view.cell(*square);
            cell.is_some_and(|cell| cell.piece.animal == animal && (Some(cell.owner) == self.us) == own)
        };
        self.view.squares().filter(fits).collect()
    }

    fn in_hand(&self, animal: Animal) -> Option<Piece> {
        let hands = self.view.hands.as_ref()?;
        hands[self.seat.index()].iter().copied().find(|piece| piece.animal == animal)
    }

    fn is_own(&self, square: Square) -> bool {
        self.view.cell(square).is_some_and(|cell| Some(cell.owner) == self.us)
    }

    /// A direction on the board as the first seat sees it.
    fn direction(&self, heading: Heading) -> (i8, i8) {
        let shown = |(files, ranks): (i8, i8)| match self.shown {
            Orientation::First => (files, ranks),
            Orientation::Second => (-files, -ranks),
        };
        let forward = match self.seat {
            Seat::First => 1,
            Seat::Second => -1,
        };
        match heading {
            Heading::Up => shown((0, 1)),
            Heading::Down => shown((0, -1)),
            Heading::Left => shown((-1, 0)),
            Heading::Right => shown((1, 0)),
            Heading::UpLeft => shown((-1, 1)),
            Heading::UpRight => shown((1, 1)),
            Heading::DownLeft => shown((-1, -1)),
            Heading::DownRight => shown((1, -1)),
            Heading::Forward => (0, forward),
            Heading::Back => (0, -forward),
        }
    }

    fn no_such(&self, animal: Option<Animal>, own: bool) -> ReadMoveError {
        let Some(animal) = animal else { return ReadMoveError::Unreadable };
        // Before the colors are given out the sentence tells of none.
        let us = self.us.unwrap_or(Color::Red);
        let piece = Piece { animal, color: if own { us } else { us.other() } };
        let in_sight = self.view.face_down.is_empty() && self.view.hands.is_none();
        match own {
            _ if in_sight => ReadMoveError::NoSuchAnimal { piece },
            true => ReadMoveError::NoneOfYours { piece },
            false => ReadMoveError::NoneOfTheirs { piece },
        }
    }

    fn nowhere(&self, from: Square) -> ReadMoveError {
        match self.view.cell(from) {
            Some(cell) => ReadMoveError::Nowhere { piece: cell.piece, from },
            None => ReadMoveError::Unreadable,
        }
    }
}

/// The only step among the moves of a direction: who wants to go farther says so.
fn nearest(wish: &Wish, meant: &[Move]) -> Option<Move> {
    let (files, ranks) = wish.direction.filter(|_| wish.deed.is_none())?;
    let is_step = |mv: &&Move| match mv {
        Move::Go { from, to } => from.offset(files, ranks) == Some(*to),
        _ => false,
    };
    let mut steps = meant.iter().filter(is_step);
    steps.next().copied().filter(|_| steps.next().is_none())
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
    ("bear b 熊 🐻", Some(Word::Animal(Animal::Bear))),
    ("snake s 蛇 🐍", Some(Word::Animal(Animal::Snake))),
    ("king k 王 兽王 獸王 👑", Some(Word::Animal(Animal::King))),
    ("attacker a 攻 攻击 攻擊 攻击型 攻擊型 🗡 ⚔", Some(Word::Animal(Animal::Attacker))),
    ("guardian g 防 防御 防禦 防御型 防禦型 🛡", Some(Word::Animal(Animal::Guardian))),
    ("medic m 疗 療 治疗 治療 治疗型 治療型 💊", Some(Word::Animal(Animal::Medic))),
    ("nimble n 敏 敏捷 敏捷型 💨", Some(Word::Animal(Animal::Nimble))),
    ("universal u 均 均衡 均衡型 ⚙", Some(Word::Animal(Animal::Universal))),
    ("up 上 ↑ ⬆", Some(Word::Heading(Heading::Up))),
    ("down 下 ↓ ⬇", Some(Word::Heading(Heading::Down))),
    ("left 左 ← ⬅", Some(Word::Heading(Heading::Left))),
    ("right 右 → ➡", Some(Word::Heading(Heading::Right))),
    ("↖", Some(Word::Heading(Heading::UpLeft))),
    ("↗", Some(Word::Heading(Heading::UpRight))),
    ("↙", Some(Word::Heading(Heading::DownLeft))),
    ("↘", Some(Word::Heading(Heading::DownRight))),
    ("forward forwards 前 前进 前進 进 進", Some(Word::Heading(Heading::Forward))),
    ("back backward backwards 后 後 后退 後退 退", Some(Word::Heading(Heading::Back))),
    (
        "jump jumps leap leaps rub rubs fly flies 飞 飛 跳 跳河 跳过 跳過 跳过河 跳過河 过河 過河 蹭",
        Some(Word::Deed(Deed::Jump)),
    ),
    ("flip flips turn turns reveal 翻 翻开 翻開 翻棋", Some(Word::Deed(Deed::Flip))),
    ("drop drops put puts place places 放 放下 摆 擺", Some(Word::Deed(Deed::Drop))),
    ("trade trades swap swaps exchange 兑 兌 兑掉 换 換", Some(Word::Deed(Deed::Trade))),
    ("strengthen strengthens skill 强化 強化 技能", Some(Word::Deed(Deed::Strengthen))),
    ("repair repairs heal heals fix 修 修理 修复 修復", Some(Word::Deed(Deed::Repair))),
    (
        "x to on at takes take captures attack attacks hits hit strikes eats goes moves move the over river 吃 打 到 去 往 向 走 至",
        None,
    ),
];
