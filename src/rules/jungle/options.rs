//! The options of the 7×9 family, and the presets made of them (rules 2.2 to 2.15).

use std::borrow::Cow;

use crate::rules::{Animal, OptionInForce, SetupError};

/// The rule set in force.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    pub order: Order,
    pub equal: Equal,
    pub elephant_rat: ElephantRat,
    /// A rat may take a rat across the water's edge (rule 2.5).
    pub rat_cross: bool,
    pub jump_block: JumpBlock,
    pub tiger_jump: TigerJump,
    /// An animal in an enemy's trap may still take (rule 2.8).
    pub trapped_attack: bool,
    pub violations: Violations,
    pub cycle: Cycle,
    pub quiet_plies: QuietPlies,
}

impl Options {
    /// The standard preset.
    pub const STANDARD: Options = Options {
        order: Order::Wolf,
        equal: Equal::Mover,
        elephant_rat: ElephantRat::Never,
        rat_cross: false,
        jump_block: JumpBlock::Any,
        tiger_jump: TigerJump::Both,
        trapped_attack: true,
        violations: Violations::Both,
        cycle: Cycle::None,
        quiet_plies: QuietPlies(200),
    };

    /// An online platform's rules: rats meet across the bank, one's own rat lets lion and tiger pass.
    const PLATFORM: Options = Options { rat_cross: true, jump_block: JumpBlock::Enemy, ..Options::STANDARD };

    /// A game hall's rules: dog over wolf, and who moved first has to leave a cycle.
    const HALL: Options =
        Options { order: Order::Dog, violations: Violations::None, cycle: Cycle::FirstMoverLoses, ..Options::STANDARD };

    /// The game hall's rules with foxes instead of wolves.
    const FOX: Options = Options { order: Order::Fox, ..Options::HALL };

    /// An encyclopedia's rules: nothing about moving to and fro.
    const WIKI: Options = Options { violations: Violations::None, ..Options::STANDARD };

    /// A box leaflet's rules: of two equal animals the one that stays takes the one that comes.
    const LEAFLET: Options = Options { order: Order::Dog, equal: Equal::Stationary, ..Options::WIKI };

    const PRESETS: [(&'static str, Options); 6] = [
        ("standard", Options::STANDARD),
        ("platform", Options::PLATFORM),
        ("hall", Options::HALL),
        ("fox", Options::FOX),
        ("wiki", Options::WIKI),
        ("leaflet", Options::LEAFLET),
    ];

    /// The names of the presets, the standard one first.
    pub const PRESET_NAMES: &'static [&'static str] = &{
        let mut names = [""; Options::PRESETS.len()];
        let mut n = 0;
        while n < names.len() {
            names[n] = Options::PRESETS[n].0;
            n += 1;
        }
        names
    };

    /// The preset with this name, in any case.
    pub fn preset(name: &str) -> Option<Options> {
        Options::PRESETS.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, options)| options)
    }

    /// The preset whose options are exactly these.
    pub fn preset_name(&self) -> Option<&'static str> {
        Options::PRESETS.into_iter().find(|(_, options)| options == self).map(|(name, _)| name)
    }

    /// Every option with its possible values and the one in force.
    pub fn list(&self) -> Vec<OptionInForce> {
        let entry = |entry: &Entry| OptionInForce { name: entry.name, values: entry.values, value: (entry.get)(self) };
        CATALOGUE.iter().map(entry).collect()
    }

    /// Sets an option by its protocol name and value, in any case.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SetupError> {
        let entry = CATALOGUE.iter().find(|entry| entry.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
            SetupError::Option { name: name.to_owned(), known: CATALOGUE.iter().map(|entry| entry.name).collect() }
        })?;
        (entry.set)(self, value).ok_or_else(|| SetupError::Value {
            name: entry.name,
            value: value.to_owned(),
            known: entry.values,
            also: entry.also,
        })
    }
}

/// An option as data: how the protocol names it, and how it is read and set.
struct Entry {
    name: &'static str,
    values: &'static [&'static str],
    also: &'static str,
    get: fn(&Options) -> Cow<'static, str>,
    set: fn(&mut Options, &str) -> Option<()>,
}

macro_rules! entry {
    ($name:literal, $field:ident, $value:ty) => {
        Entry {
            name: $name,
            values: <$value as Value>::WORDS,
            also: <$value as Value>::ALSO,
            get: |options| options.$field.word(),
            set: |options, word| {
                options.$field = <$value as Value>::from_word(word)?;
                Some(())
            },
        }
    };
}

/// Every option, in the order in which they are listed.
const CATALOGUE: [Entry; 10] = [
    entry!("Order", order, Order),
    entry!("Equal", equal, Equal),
    entry!("ElephantRat", elephant_rat, ElephantRat),
    entry!("RatCross", rat_cross, bool),
    entry!("JumpBlock", jump_block, JumpBlock),
    entry!("TigerJump", tiger_jump, TigerJump),
    entry!("TrappedAttack", trapped_attack, bool),
    entry!("Violations", violations, Violations),
    entry!("Cycle", cycle, Cycle),
    entry!("QuietPlies", quiet_plies, QuietPlies),
];

/// What an option may be set to, in the protocol's words.
trait Value: Sized + 'static {
    /// The values worth offering.
    const WORDS: &'static [&'static str];
    /// What else is accepted, as the end of a sentence; empty if nothing is.
    const ALSO: &'static str = "";

    fn word(&self) -> Cow<'static, str>;
    fn from_word(word: &str) -> Option<Self>;
}

macro_rules! words {
    ($($(#[$meta:meta])* $type:ident { $($(#[$variant_meta:meta])* $variant:ident = $word:literal),+ $(,)? })+) => {$(
        $(#[$meta])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
        pub enum $type { $($(#[$variant_meta])* $variant),+ }

        impl Value for $type {
            const WORDS: &'static [&'static str] = &[$($word),+];

            fn word(&self) -> Cow<'static, str> {
                Cow::Borrowed(match self { $($type::$variant => $word),+ })
            }

            fn from_word(word: &str) -> Option<$type> {
                [$(($word, $type::$variant)),+].into_iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, value)| value)
            }
        }
    )+};
}

words! {
    /// Which animals play and who is stronger (rule 2.2).
    Order {
        /// Wolf over dog.
        Wolf = "wolf",
        /// Dog over wolf.
        Dog = "dog",
        /// A fox in the wolf's place, weaker than the dog.
        Fox = "fox",
    }

    /// What happens when an animal goes onto an equal one (rule 2.3).
    Equal {
        /// The mover takes.
        Mover = "mover",
        /// Both are removed.
        Both = "both",
        /// The mover is lost.
        Stationary = "stationary",
    }

    /// What happens when an elephant goes onto a rat on land (rule 2.4).
    ElephantRat {
        /// It may not.
        Never = "never",
        /// It takes the rat.
        Takes = "takes",
        /// The elephant is lost and the rat takes its place.
        Shoved = "shoved",
        /// Both are removed, whichever of them moved.
        Both = "both",
    }

    /// Whose rats in the water block a jump over them (rule 2.6).
    JumpBlock {
        Any = "any",
        Enemy = "enemy",
    }

    /// In which directions a tiger jumps (rule 2.7).
    TigerJump {
        Both = "both",
        Vertical = "vertical",
    }

    /// Whether moving to and fro is limited (rule 2.12).
    Violations {
        None = "none",
        /// 7-3 and 17-5.
        Both = "7-3+17-5",
    }

    /// What repeating a position leads to (rule 2.13).
    Cycle {
        /// Nothing.
        None = "none",
        /// Red loses by producing a position for the fourth time.
        FirstMoverLoses = "first-mover-loses",
        /// Whoever began the cycle loses by producing a position for the fourth time.
        StarterLoses = "starter-loses",
        /// The third occurrence is a draw.
        Draw = "draw",
    }
}

impl Order {
    /// The animals that play, weakest first.
    pub const fn animals(self) -> [Animal; 8] {
        use Animal::{Cat, Dog, Elephant, Fox, Leopard, Lion, Rat, Tiger, Wolf};
        match self {
            Order::Wolf => [Rat, Cat, Dog, Wolf, Leopard, Tiger, Lion, Elephant],
            Order::Dog => [Rat, Cat, Wolf, Dog, Leopard, Tiger, Lion, Elephant],
            Order::Fox => [Rat, Cat, Fox, Dog, Leopard, Tiger, Lion, Elephant],
        }
    }
}

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
pub struct QuietPlies(u16);

impl QuietPlies {
    /// The largest number that can be set.
    pub const MAX: u16 = 1000;

    /// The number of plies, or `None` if there is no such draw.
    pub const fn limit(self) -> Option<u32> {
        if self.0 == 0 { None } else { Some(self.0 as u32) }
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
