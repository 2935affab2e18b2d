//! The catalogue of variants, and the one interface through which everything above `rules/` sees a game.

use std::borrow::Cow;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::str::FromStr;

use super::illegal::{Facts, Illegal};
use super::jungle;
use super::moves::{Account, Chance, Move, MoveList, Ply};
use super::outcome::End;
use super::read::ReadMoveError;
use super::seat::{Color, Orientation, Seat};
use super::view::{Choice, View};

/// A game of the Dou Shou Qi family.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variant {
    /// The standard game: 7×9, dens, traps and two rivers (rule book, part 2).
    Jungle,
}

impl Variant {
    pub const ALL: [Variant; 1] = [Variant::Jungle];

    /// The word of `UCI_Variant`, records and message keys.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Jungle => "jungle",
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One option of a variant: its name, the values worth offering, and the one in force (a number may be another one).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInForce {
    pub name: &'static str,
    pub values: &'static [&'static str],
    pub value: Cow<'static, str>,
}

/// Which game is played by which rules: a variant and its options.
///
/// Written `jungle Order=dog;Equal=both`: the variant, then the options that differ from its standard preset.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Setup {
    Jungle(jungle::Options),
}

impl Default for Setup {
    fn default() -> Setup {
        Setup::standard(Variant::Jungle)
    }
}

impl Setup {
    /// The variant's standard preset.
    pub fn standard(variant: Variant) -> Setup {
        match variant {
            Variant::Jungle => Setup::Jungle(jungle::Options::STANDARD),
        }
    }

    pub const fn variant(&self) -> Variant {
        match self {
            Setup::Jungle(_) => Variant::Jungle,
        }
    }

    /// The names of the variant's presets, the standard one first.
    pub const fn presets(variant: Variant) -> &'static [&'static str] {
        match variant {
            Variant::Jungle => jungle::Options::PRESET_NAMES,
        }
    }

    /// The preset with this name.
    pub fn preset(variant: Variant, name: &str) -> Result<Setup, SetupError> {
        match variant {
            Variant::Jungle => jungle::Options::preset(name).map(Setup::Jungle),
        }
        .ok_or_else(|| SetupError::Preset { name: name.to_owned(), known: Setup::presets(variant) })
    }

    /// The name of the preset whose options are exactly these, or `None` for a mixture of one's own.
    pub fn preset_name(&self) -> Option<&'static str> {
        match self {
            Setup::Jungle(options) => options.preset_name(),
        }
    }

    /// Every option with its possible values and the one in force.
    pub fn options(&self) -> Vec<OptionInForce> {
        match self {
            Setup::Jungle(options) => options.list(),
        }
    }

    /// Sets an option by its protocol name and value; names and values are compared without regard to case.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SetupError> {
        match self {
            Setup::Jungle(options) => options.set(name, value),
        }
    }

    /// A game from the variant's starting position.
    pub fn start(&self) -> State {
        match self {
            Setup::Jungle(options) => State::Jungle(jungle::State::start(*options)),
        }
    }

    /// A game from a position in FEN; the history (7-3, cycles) begins here.
    pub fn from_fen(&self, fen: &str) -> Result<State, FenError> {
        match self {
            Setup::Jungle(options) => jungle::State::from_fen(fen, *options).map(State::Jungle),
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let standard = Setup::standard(self.variant()).options();
        let differing =
            self.options().into_iter().zip(standard).filter(|(mine, standard)| mine.value != standard.value);
        write!(f, "{}", self.variant())?;
        for (n, (option, _)) in differing.enumerate() {
            write!(f, "{}{}={}", if n == 0 { ' ' } else { ';' }, option.name, option.value)?;
        }
        Ok(())
    }
}

impl FromStr for Setup {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Setup, SetupError> {
        let (variant, options) = text.split_once(' ').unwrap_or((text, ""));
        let mut setup = Setup::standard(variant.parse()?);
        for option in options.split(';').map(str::trim).filter(|option| !option.is_empty()) {
            let (name, value) = option.split_once('=').ok_or_else(|| SetupError::NotAPair(option.to_owned()))?;
            setup.set(name.trim(), value.trim())?;
        }
        Ok(setup)
    }
}

impl FromStr for Variant {
    type Err = SetupError;

    fn from_str(name: &str) -> Result<Variant, SetupError> {
        Variant::ALL
            .into_iter()
            .find(|variant| variant.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| SetupError::Variant(name.to_owned()))
    }
}

/// A rule set that does not exist: the offending word and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    #[error("there is no variant '{0}'; there are: {list}", list = Variant::ALL.map(Variant::name).join(", "))]
    Variant(String),
    #[error("there is no preset '{name}'; there are: {}", known.join(", "))]
    Preset { name: String, known: &'static [&'static str] },
    #[error("'{0}' is not an option: write Name=value")]
    NotAPair(String),
    #[error("there is no option '{name}'; there are: {}", known.join(", "))]
    Option { name: String, known: Vec<&'static str> },
    #[error("'{value}' is no value of {name}; it takes: {}{also}", known.join(", "))]
    Value {
        name: &'static str,
        value: String,
        known: &'static [&'static str],
        /// What else is accepted, as the end of the sentence; empty if nothing is.
        also: &'static str,
    },
}

/// A FEN that describes no position of the variant; every fault is a sentence with the offending part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this FEN is not a position: {}", .0.join("; "))]
pub struct FenError(pub Vec<String>);

/// Something players should know before they move, in the same form as a refusal: the key of its words, and the facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caution {
    /// Which sentence: one of [`Caution::KEYS`].
    pub key: &'static str,
    pub facts: Facts,
}

impl Caution {
    /// Every key, so that a test can see that each has its words. Their facts:
    ///
    /// * `ban-7-3`, `ban-17-5` (`piece`, `to`): the rule bars the square to the animal now.
    /// * `ban-7-3-next` (`piece`, `to`): entering the square now bars it to the animal when it comes back.
    /// * `ban-17-5-next` (`piece`, `from`): once more within its few squares, and they are all barred to the animal.
    /// * `cycle-loses`, `cycle-draws` (`piece`, `from`, `to`): the move repeats a position once too often.
    /// * `quiet-near` (`count`): plies left without a capture before the game is a draw.
    /// * `suicide` (`piece`, `target`, `to`): going onto an equal animal loses the mover.
    /// * `shoved` (`piece`, `target`, `to`): the elephant is lost and the rat takes its place.
    /// * `last-animal` (`piece`, `target`, `to`): both are removed, and it is the mover's last animal.
    pub const KEYS: &'static [&'static str] = &[
        "ban-7-3",
        "ban-17-5",
        "ban-7-3-next",
        "ban-17-5-next",
        "cycle-loses",
        "cycle-draws",
        "quiet-near",
        "suicide",
        "shoved",
        "last-animal",
    ];
}

/// A game in progress as its rules see it: a position and the history that legality depends on.
///
/// Legality is membership: a move may be played exactly when it is in [`Rules::legal_moves`].
pub trait Rules {
    /// The rule set in force.
    fn setup(&self) -> Setup;

    /// The seat to move (also after the end: the seat that would be).
    fn to_move(&self) -> Seat;

    /// The color a seat plays, or `None` while the game has not decided it.
    fn color_of(&self, seat: Seat) -> Option<Color>;

    /// How the game ended by its own rules, or `None` while it goes on.
    fn end(&self) -> Option<End>;

    /// The legal moves; empty when the game has ended.
    fn legal_moves(&self) -> MoveList;

    /// Why a move may not be played, or `None` if it may.
    fn why_illegal(&self, mv: Move) -> Option<Illegal>;

    /// Plays a move if it is legal, and tells what happened.
    fn play(&mut self, mv: Move, chance: Chance) -> Result<Account, Illegal>;

    /// Plays again what happened before: no chance is needed.
    fn replay(&mut self, ply: Ply) -> Result<Account, Illegal>;

    /// What a picture or a text board needs.
    fn view(&self) -> View;

    /// What a picker offers after `prefix`, the part of a move's notation already chosen (empty at first):
    /// first what can move, then where to, with up to three tempting moves that a rule forbids.
    fn choices(&self, prefix: &str) -> Vec<Choice>;

    /// Reads a move as people type it (`a3a4`, `E a4`, `elephant up`, `虎跳`); directions are those of the board as shown.
    /// A move that is read but not legal is returned too: [`Rules::why_illegal`] tells why.
    fn read_move(&self, text: &str, shown: Orientation) -> Result<Move, ReadMoveError>;

    /// Bans in force or about to come, and whatever else the side to move should know.
    fn cautions(&self) -> Vec<Caution>;

    /// Why a legal move should be confirmed before it is played (it loses the game or the animal at once), if it should.
    fn hazard(&self, mv: Move) -> Option<Caution>;

    /// The position in FEN, with the plies since the last capture.
    fn fen(&self) -> String;

    /// The position's key: equal for equal positions with the same side to move.
    fn hash(&self) -> u64;
}

/// A game of any variant.
#[derive(Clone, Debug)]
pub enum State {
    Jungle(jungle::State),
}

impl Deref for State {
    type Target = dyn Rules;

    fn deref(&self) -> &(dyn Rules + 'static) {
        match self {
            State::Jungle(state) => state,
        }
    }
}

impl DerefMut for State {
    fn deref_mut(&mut self) -> &mut (dyn Rules + 'static) {
        match self {
            State::Jungle(state) => state,
        }
    }
}
