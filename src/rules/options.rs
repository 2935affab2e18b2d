//! Options as data: how the protocol names them, and how they are read and set.

use std::borrow::Cow;

use super::outcome::{End, EndReason, Outcome};
use super::variant::{OptionInForce, SetupError, Variant};

/// The rule set of a game, or of a family of games that share their code.
pub trait Options: Copy + Eq + 'static {
    /// Every preset by name, of all the variants of the family; a variant's standard one first among its own.
    const PRESETS: &'static [(Variant, &'static str, Self)];

    /// The variant this is a rule set of.
    fn variant(&self) -> Variant;

    /// The options there are, in the order in which they are listed.
    fn catalogue(&self) -> &'static [Entry<Self>];

    /// The preset of a variant with this name, in any case.
    fn preset(variant: Variant, name: &str) -> Option<Self> {
        let fits = |(of, known, _): &&(Variant, &str, Self)| *of == variant && known.eq_ignore_ascii_case(name);
        Self::PRESETS.iter().find(fits).map(|(_, _, options)| *options)
    }

    /// The preset whose options are exactly these.
    fn preset_name(&self) -> Option<&'static str> {
        Self::PRESETS.iter().find(|(_, _, options)| options == self).map(|(_, name, _)| *name)
    }

    /// Every option with its possible values and the one in force.
    fn list(&self) -> Vec<OptionInForce> {
        let entry =
            |entry: &Entry<Self>| OptionInForce { name: entry.name, values: entry.values, value: (entry.get)(self) };
        self.catalogue().iter().map(entry).collect()
    }

    /// Sets an option by its protocol name and value, in any case.
    fn set(&mut self, name: &str, value: &str) -> Result<(), SetupError> {
        let catalogue = self.catalogue();
        let entry = catalogue.iter().find(|entry| entry.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
            SetupError::Option { name: name.to_owned(), known: catalogue.iter().map(|entry| entry.name).collect() }
        })?;
        (entry.set)(self, value).ok_or_else(|| SetupError::Value {
            name: entry.name,
            value: value.to_owned(),
            known: entry.values,
            also: entry.also,
        })
    }
}

/// An option as data.
pub struct Entry<O: 'static> {
    pub name: &'static str,
    pub values: &'static [&'static str],
    pub also: &'static str,
    pub get: fn(&O) -> Cow<'static, str>,
    pub set: fn(&mut O, &str) -> Option<()>,
}

/// `entry!("Order", order, Order)`: the option of this name is this field of this type.
macro_rules! entry {
    ($name:literal, $field:ident, $value:ty) => {
        $crate::rules::options::Entry {
            name: $name,
            values: <$value as $crate::rules::options::Value>::WORDS,
            also: <$value as $crate::rules::options::Value>::ALSO,
            get: |options| $crate::rules::options::Value::word(&options.$field),
            set: |options, word| {
                options.$field = <$value as $crate::rules::options::Value>::from_word(word)?;
                Some(())
            },
        }
    };
}
pub(crate) use entry;

/// What an option may be set to, in the protocol's words.
pub trait Value: Sized + 'static {
    /// The values worth offering.
    const WORDS: &'static [&'static str];
    /// What else is accepted, as the end of a sentence; empty if nothing is.
    const ALSO: &'static str = "";

    fn word(&self) -> Cow<'static, str>;
    fn from_word(word: &str) -> Option<Self>;
}

/// Makes types of options: `Name { Value = "word", … }`.
macro_rules! words {
    ($($(#[$meta:meta])* $type:ident { $($(#[$variant_meta:meta])* $variant:ident = $word:literal),+ $(,)? })+) => {$(
        $(#[$meta])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
        pub enum $type { $($(#[$variant_meta])* $variant),+ }

        impl $crate::rules::options::Value for $type {
            const WORDS: &'static [&'static str] = &[$($word),+];

            fn word(&self) -> ::std::borrow::Cow<'static, str> {
                ::std::borrow::Cow::Borrowed(match self { $($type::$variant => $word),+ })
            }

            fn from_word(word: &str) -> Option<$type> {
                [$(($word, $type::$variant)),+].into_iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, value)| value)
            }
        }
    )+};
}
pub(crate) use words;

impl Value for bool {
    const WORDS: &'static [&'static str] = &["false", "true"];

    fn word(&self) -> Cow<'static, str> {
        Cow::Borrowed(if *self { "true" } else { "false" })
    }

    fn from_word(word: &str) -> Option<bool> {
        ["false", "true"].iter().position(|known| known.eq_ignore_ascii_case(word)).map(|n| n == 1)
    }
}

/// The number of plies without a capture that makes a draw (rule 2.11); 0 = never.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct QuietPlies(pub u16);

impl QuietPlies {
    /// The largest number that can be set.
    pub const MAX: u16 = 1000;

    /// The number of plies, or `None` if there is no such draw.
    pub const fn limit(self) -> Option<u32> {
        if self.0 == 0 { None } else { Some(self.0 as u32) }
    }

    /// The draw that so many plies without a capture make, if they do.
    pub fn end(self, quiet: u32) -> Option<End> {
        let draw = End { outcome: Outcome::Draw, reason: EndReason::Quiet };
        self.limit().filter(|&limit| quiet >= limit).map(|_| draw)
    }
}

impl Value for QuietPlies {
    const WORDS: &'static [&'static str] = &["0", "60", "100", "200"];
    const ALSO: &'static str = ", or any whole number up to 1000";

    fn word(&self) -> Cow<'static, str> {
        Cow::Owned(self.0.to_string())
    }

    fn from_word(word: &str) -> Option<QuietPlies> {
        word.parse().ok().filter(|&plies| plies <= QuietPlies::MAX).map(QuietPlies)
    }
}
