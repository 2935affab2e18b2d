//! The catalogue of variants: which games there are, by which rules, and one enum over all of them.

use std::borrow::Cow;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::str::FromStr;

use super::cards::{dalian, flip};
use super::game::Rules;
use super::options::Options;
use super::{jungle, king, mecha, pattern, pet, primitive};

/// Makes [`Variant`] of a list of names.
macro_rules! variants {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// A game of the Dou Shou Qi family.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Variant {
            $($(#[$doc])* $variant,)*
        }

        impl Variant {
            /// Every one, the standard game first.
            pub const ALL: &'static [Variant] = &[$(Variant::$variant),*];

            /// The word of `UCI_Variant`, records and message keys.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Variant::$variant => $name,)*
                }
            }
        }
    };
}

/// Makes [`Setup`] and [`State`] of the modules that referee the variants: one line for a game or a family of games.
macro_rules! games {
    ($($game:ident($module:ident): $($variant:ident)|+;)*) => {
        /// Which game is played by which rules: a variant and its options.
        ///
        /// Written `jungle Order=dog;Equal=both`: the variant, then the options that differ from its standard preset.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
        pub enum Setup {
            $($game($module::Options),)*
        }

        /// A game of any variant.
        #[derive(Clone, Debug)]
        pub enum State {
            $($game($module::State),)*
        }

        impl Setup {
            pub fn variant(&self) -> Variant {
                match self {
                    $(Setup::$game(options) => options.variant(),)*
                }
            }

            /// The names of the variant's presets, the standard one first.
            pub fn presets(variant: Variant) -> Vec<&'static str> {
                fn names<O: Options>(variant: Variant) -> Vec<&'static str> {
                    O::PRESETS.iter().filter(|(of, ..)| *of == variant).map(|(_, name, _)| *name).collect()
                }
                match variant {
                    $($(Variant::$variant)|+ => names::<$module::Options>(variant),)*
                }
            }

            /// The preset with this name.
            pub fn preset(variant: Variant, name: &str) -> Result<Setup, SetupError> {
                match variant {
                    $($(Variant::$variant)|+ => $module::Options::preset(variant, name).map(Setup::$game),)*
                }
                .ok_or_else(|| SetupError::Preset { name: name.to_owned(), known: Setup::presets(variant) })
            }

            /// The name of the preset whose options are exactly these, or `None` for a mixture of one's own.
            pub fn preset_name(&self) -> Option<&'static str> {
                match self {
                    $(Setup::$game(options) => options.preset_name(),)*
                }
            }

            /// Every option with its possible values and the one in force.
            pub fn options(&self) -> Vec<OptionInForce> {
                match self {
                    $(Setup::$game(options) => options.list(),)*
                }
            }

            /// Sets an option by its protocol name and value; names and values are compared without regard to case.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), SetupError> {
                match self {
                    $(Setup::$game(options) => options.set(name, value),)*
                }
            }

            /// A game from the variant's starting position.
            pub fn start(&self) -> State {
                match self {
                    $(Setup::$game(options) => State::$game($module::State::start(*options)),)*
                }
            }

            /// A game from a position in FEN; the history (7-3, cycles) begins here.
            pub fn from_fen(&self, fen: &str) -> Result<State, FenError> {
                match self {
                    $(Setup::$game(options) => $module::State::from_fen(fen, *options).map(State::$game),)*
                }
            }
        }

        impl Deref for State {
            type Target = dyn Rules;

            fn deref(&self) -> &(dyn Rules + 'static) {
                match self {
                    $(State::$game(state) => state,)*
                }
            }
        }

        impl DerefMut for State {
            fn deref_mut(&mut self) -> &mut (dyn Rules + 'static) {
                match self {
                    $(State::$game(state) => state,)*
                }
            }
        }
    };
}

variants! {
    /// The standard game: 7×9, dens, traps and two rivers (rule book, part 2).
    Jungle = "jungle",
    /// 4×4, face down (rule 3.1).
    Flip = "flip",
    /// 4×4, face down, what is taken changes sides (rule 3.2).
    Dalian = "dalian",
    /// 6×6, guarded animals, two that take one (rule 3.3).
    Pet = "pet",
    /// 6×6, animals that jump over one another (rule 3.4).
    Primitive = "primitive",
    /// 7×9 without rivers, every animal takes in its own way (rule 3.5).
    Pattern = "pattern",
    /// The standard game without rivers (rule 3.6).
    Plains = "plains",
    /// The same with diagonal steps (rule 3.6).
    Fields = "fields",
    /// 7×9, a ninth animal that alone may win the enemy's den (rule 3.8).
    King = "king",
    /// 7×9, machines with hit points and skills (rule 3.7).
    Mecha = "mecha",
}

games! {
    Jungle(jungle): Jungle | Plains | Fields;
    Flip(flip): Flip;
    Dalian(dalian): Dalian;
    Pet(pet): Pet;
    Primitive(primitive): Primitive;
    Pattern(pattern): Pattern;
    King(king): King;
    Mecha(mecha): Mecha;
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

impl Default for Setup {
    fn default() -> Setup {
        Setup::standard(Variant::Jungle)
    }
}

impl Setup {
    /// The variant's standard preset: the first there is.
    pub fn standard(variant: Variant) -> Setup {
        Setup::presets(variant)
            .first()
            .and_then(|name| Setup::preset(variant, name).ok())
            .expect("every variant has a preset, see the test")
    }

    /// The rule set with this one-word name, in any case: a variant's (then it is its standard preset), or a preset's.
    pub fn named(word: &str) -> Option<Setup> {
        let standard = word.parse().ok().map(Setup::standard);
        standard.or_else(|| Variant::ALL.iter().find_map(|&variant| Setup::preset(variant, word).ok()))
    }

    /// The one-word name of this rule set, or `None` for a mixture of one's own.
    pub fn name(&self) -> Option<&'static str> {
        let variant = self.variant();
        if *self == Setup::standard(variant) { Some(variant.name()) } else { self.preset_name() }
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
            .iter()
            .copied()
            .find(|variant| variant.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| SetupError::Variant(name.to_owned()))
    }
}

/// A rule set that does not exist: the offending word and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    #[error("there is no variant '{0}'; there are: {list}", list = Variant::ALL.iter().map(|variant| variant.name()).collect::<Vec<_>>().join(", "))]
    Variant(String),
    #[error("there is no preset '{name}'; there are: {}", known.join(", "))]
    Preset { name: String, known: Vec<&'static str> },
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
