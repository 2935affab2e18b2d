//! The options of the 7×9 family, and the presets made of them (rules 2.2 to 2.15).

use super::geometry::Ground;
use crate::rules::options::{self, Entry, QuietPlies, entry, words};
use crate::rules::{Animal, Variant};

/// The rule set in force.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// Which of the family's games it is: not to be set, and with it the options that only a river gives a meaning stay as they are.
    pub ground: Ground,
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
        ground: Ground::Rivers,
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

    /// Without rivers (rule 3.6).
    const PLAINS: Options = Options { ground: Ground::Plains, violations: Violations::None, ..Options::STANDARD };

    /// Without rivers, and diagonally too (rule 3.6).
    const FIELDS: Options = Options { ground: Ground::Fields, ..Options::PLAINS };
}

impl options::Options for Options {
    const PRESETS: &'static [(Variant, &'static str, Options)] = &[
        (Variant::Jungle, "standard", Options::STANDARD),
        (Variant::Jungle, "platform", Options::PLATFORM),
        (Variant::Jungle, "hall", Options::HALL),
        (Variant::Jungle, "fox", Options::FOX),
        (Variant::Jungle, "wiki", Options::WIKI),
        (Variant::Jungle, "leaflet", Options::LEAFLET),
        (Variant::Plains, "standard", Options::PLAINS),
        (Variant::Fields, "standard", Options::FIELDS),
    ];

    fn variant(&self) -> Variant {
        self.ground.variant()
    }

    fn catalogue(&self) -> &'static [Entry<Options>] {
        match self.ground {
            Ground::Rivers => &BY_THE_RIVERS,
            Ground::Plains | Ground::Fields => &ON_LAND,
        }
    }
}

/// Every option, in the order in which they are listed.
const BY_THE_RIVERS: [Entry<Options>; 10] = [
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

/// Those that have nothing to do with water.
const ON_LAND: [Entry<Options>; 7] = [
    entry!("Order", order, Order),
    entry!("Equal", equal, Equal),
    entry!("ElephantRat", elephant_rat, ElephantRat),
    entry!("TrappedAttack", trapped_attack, bool),
    entry!("Violations", violations, Violations),
    entry!("Cycle", cycle, Cycle),
    entry!("QuietPlies", quiet_plies, QuietPlies),
];

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
