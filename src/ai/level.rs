//! The levels, named by the animals from the weakest to the strongest: how far each sees, and how it errs.
//!
//! The weak ones err as people do: they look a few plies ahead, take a feeling for a judgment, and now and then do not see
//! an animal across the river or a rat in the grass. They never throw an animal away on purpose.

use std::time::Duration;

use super::Limits;
use crate::rules::{Animal, Chance, Dice};

/// What keeps a search from playing its best. The default is none of it: the engine at full strength.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
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
    /// Judges positions by rules of thumb, not by what many games have shown.
    pub by_thumb: bool,
    /// Leaves out moves a player would be asked about once more, as long as there are others.
    pub careful: bool,
    /// How much less than an even game a draw is worth to it, in the units of [`super::Score`].
    pub contempt: i32,
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

/// The levels below the greatest are bounded by nodes, so that they play alike on every machine; the time is for the
/// slowest ones. It is the wall clock's, and half the second and a half after which a person begins to wait: the rest is
/// for a machine that is busy with others, and for the picture and the network.
const fn level(animal: Animal) -> Level {
    match animal {
        Animal::Rat => Level {
            depth: 1,
            nodes: 2_000,
            millis: 300,
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
            noise: 30,
            counts_pieces_only: false,
            contempt: 10,
            overlooks: [0, 12, 9],
            megabytes: Some(4),
        },
        Animal::Lion => Level {
            depth: 8,
            nodes: 400_000,
            millis: 700,
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
            noise: 0,
            counts_pieces_only: false,
            contempt: 20,
            overlooks: [0, 0, 0],
            megabytes: None,
        },
    }
}

/// How long a level thinks about a move.
pub fn limits(animal: Animal) -> Limits {
    let level = level(animal);
    Limits {
        depth: Some(level.depth),
        nodes: Some(level.nodes),
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
        by_thumb: by_thumb(animal),
        careful: true,
        contempt: level.contempt,
    }
}

/// Whether a level judges by rules of thumb: whoever sees only a few plies ahead has not learned from thousands of games either.
pub fn by_thumb(animal: Animal) -> bool {
    animal < Animal::Tiger
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
