//! The levels, named by the animals from the weakest to the strongest: how far each sees, and how it errs.
//!
//! The weak ones err as people do: they look a few plies ahead, take a feeling for a judgment, and now and then do not see
//! an animal across the river or a rat in the grass. They never throw an animal away on purpose.

use std::sync::Arc;
use std::time::Duration;

use super::{Limits, Network};
use crate::rules::{Animal, Chance, Dice, Setup};

/// What keeps a search from playing its best. The default is none of it: the engine at full strength.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Habits {
    /// The largest error in judging a position, in the units of [`super::Score`].
    pub noise: i32,
    /// How much more some opening moves may be liked than others for no reason, so that games differ.
    pub taste: u32,
    /// What the errors, the tastes and the choice between equals depend on.
    pub seed: u64,
    /// Counts what stands on the board at the end of its sight, in the middle of an exchange or not.
    pub counts_pieces_only: bool,
    /// What it does not see of the opponent's answers this time.
    pub overlooks: Overlooks,
    /// By what it judges positions of the 7×9 family.
    pub judgment: Judgment,
    /// Leaves out moves a player would be asked about once more, as long as there are others.
    pub careful: bool,
    /// How much less than an even game a draw is worth to it, in the units of [`super::Score`].
    pub contempt: i32,
}

/// By what positions of the 7×9 family are judged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Judgment {
    /// By rules of thumb.
    Thumb,
    /// By what many games have shown, as far as a sum can say it.
    Weights,
    /// By that and the network that the program brings along, where it was trained for the board.
    #[default]
    Best,
    /// By that and this network.
    Network(Arc<Network>),
}

/// Which of the opponent's answers are not seen.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Overlooks {
    /// None at all, but for an animal that stands before the den.
    pub replies: bool,
    /// Those over a river.
    pub jumps: bool,
    /// Those of the rat.
    pub rats: bool,
}

/// Small enough that no opening is a bad one.
const OPENING_TASTE: u32 = 30;

/// A level as data.
struct Level {
    depth: u32,
    nodes: u64,
    millis: u64,
    sense: Sense,
    noise: i32,
    counts_pieces_only: bool,
    /// How little it thinks of a draw: the stronger it is, the weaker is whom it likely meets.
    contempt: i32,
    /// Chances in a hundred to overlook replies, jumps, rats in one move.
    overlooks: [u64; 3],
    /// The size of its own transposition table, which forgets everything after each move; without one it remembers what
    /// [`super::Mind`] does.
    megabytes: Option<usize>,
}

/// By what a level judges positions of the 7×9 family.
enum Sense {
    /// Whoever sees only a few plies ahead has not learned from thousands of games either.
    Thumb,
    Weights,
    /// Where there is a network, it looks at so many positions instead: one says what others need hundreds for, and with as many
    /// the step from the level below would be far too great.
    Network {
        nodes: u64,
    },
}

/// Levels are bounded by nodes, so that they play alike on every machine; the time is for slow ones, and for games in which the
/// greatest has no network. It is the wall clock's, and half the second and a half after which a person begins to wait: the rest is
/// for a machine that is busy with others, and for the picture and the network.
const fn level(animal: Animal) -> Level {
    match animal {
        Animal::Rat => Level {
            depth: 1,
            nodes: 2_000,
            millis: 300,
            sense: Sense::Thumb,
            noise: 400,
            counts_pieces_only: true,
            contempt: 0,
            overlooks: [95, 95, 95],
            megabytes: Some(1),
        },
        Animal::Cat => Level {
            depth: 2,
            nodes: 4_000,
            millis: 300,
            sense: Sense::Thumb,
            noise: 120,
            counts_pieces_only: true,
            contempt: 0,
            overlooks: [52, 65, 55],
            megabytes: Some(1),
        },
        Animal::Dog => Level {
            depth: 2,
            nodes: 10_000,
            millis: 300,
            sense: Sense::Thumb,
            noise: 70,
            counts_pieces_only: false,
            contempt: 0,
            overlooks: [32, 45, 40],
            megabytes: Some(1),
        },
        // No level is named by another animal than these eight.
        Animal::Wolf
        | Animal::Fox
        | Animal::Bear
        | Animal::Snake
        | Animal::King
        | Animal::Attacker
        | Animal::Guardian
        | Animal::Medic
        | Animal::Nimble
        | Animal::Universal => Level {
            depth: 3,
            nodes: 20_000,
            millis: 300,
            sense: Sense::Thumb,
            noise: 40,
            counts_pieces_only: false,
            contempt: 0,
            overlooks: [17, 31, 23],
            megabytes: Some(1),
        },
        Animal::Leopard => Level {
            depth: 4,
            nodes: 40_000,
            millis: 400,
            sense: Sense::Thumb,
            noise: 25,
            counts_pieces_only: false,
            contempt: 0,
            overlooks: [5, 13, 9],
            megabytes: Some(2),
        },
        Animal::Tiger => Level {
            depth: 5,
            nodes: 60_000,
            millis: 500,
            sense: Sense::Weights,
            noise: 26,
            counts_pieces_only: false,
            contempt: 10,
            overlooks: [0, 10, 8],
            megabytes: Some(4),
        },
        Animal::Lion => Level {
            depth: 8,
            nodes: 400_000,
            millis: 700,
            sense: Sense::Network { nodes: 700 },
            noise: 5,
            counts_pieces_only: false,
            contempt: 15,
            overlooks: [0, 0, 0],
            megabytes: Some(8),
        },
        Animal::Elephant => Level {
            depth: 64,
            nodes: 4_000_000,
            millis: 750,
            sense: Sense::Network { nodes: 2_500 },
            noise: 0,
            counts_pieces_only: false,
            contempt: 20,
            overlooks: [0, 0, 0],
            megabytes: None,
        },
    }
}

/// How long a level thinks about a move of a game with these rules.
pub fn limits(animal: Animal, setup: &Setup) -> Limits {
    let level = level(animal);
    let nodes = match (level.sense, setup) {
        (Sense::Network { nodes }, Setup::Jungle(options)) if Network::of(options.ground).is_some() => nodes,
        _ => level.nodes,
    };
    Limits {
        depth: Some(level.depth),
        nodes: Some(nodes),
        time: Some(Duration::from_millis(level.millis)),
        ..Limits::default()
    }
}

/// How a level plays one move: chance decides what it overlooks this time.
pub fn habits(animal: Animal, chance: Chance) -> Habits {
    let level = level(animal);
    let mut dice = Dice(chance.0);
    let [replies, jumps, rats] = level.overlooks.map(|percent| dice.roll() % 100 < percent);
    Habits {
        noise: level.noise,
        taste: OPENING_TASTE,
        seed: dice.roll(),
        counts_pieces_only: level.counts_pieces_only,
        overlooks: Overlooks { replies, jumps, rats },
        judgment: judgment(animal),
        careful: true,
        contempt: level.contempt,
    }
}

/// By what a level judges.
pub fn judgment(animal: Animal) -> Judgment {
    match level(animal).sense {
        Sense::Thumb => Judgment::Thumb,
        Sense::Weights => Judgment::Weights,
        Sense::Network { .. } => Judgment::Best,
    }
}

/// The size in megabytes of a level's own transposition table, if it does not share the one that is kept. What a level sees that
/// is limited otherwise than by time, it sees anew every time: kept memories would carry it further than it is to look, and
/// what it overlooks would be overlooked by others.
pub fn table_megabytes(animal: Animal) -> Option<usize> {
    level(animal).megabytes
}

/// Whether a level plays by endgame tables: the others err in endings as they do elsewhere.
pub fn knows_endings(animal: Animal) -> bool {
    animal == Animal::Elephant
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn whoever_judges_by_the_network_looks_at_fewer_positions_where_there_is_one() {
        let nodes = |animal, setup: &Setup| limits(animal, setup).nodes.expect("levels are bounded");
        let without = Setup::standard(Variant::Plains);
        for preset in ["standard", "platform"] {
            let with = Setup::preset(Variant::Jungle, preset).expect("a preset");
            for animal in Animal::STANDARD {
                let fewer = nodes(animal, &with) * 100 < nodes(animal, &without);
                assert_eq!(fewer, judgment(animal) == Judgment::Best, "{animal}, {preset}");
            }
        }
        assert!(Animal::STANDARD.is_sorted_by_key(|animal| nodes(*animal, &without)));
    }
}
