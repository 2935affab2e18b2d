//! A small neural network that says how far the evaluation is off: what it knows of animals that stand together, no sum of weights
//! can say.
//!
//! Each side sees the board from its own end. Of every animal, whose it is and where it stands, or that it has been captured,
//! adds a column of numbers to what that side sees. What both see is cut to a range and weighed, the side to move first. This is
//! the plan of Nasu's NNUE (2018), with one hidden layer: a move changes one column or two, so what is seen of a position is
//! had from what was seen of the one before it. All numbers are whole: it says the same on every machine.

use std::sync::{Arc, LazyLock};

use crate::rules::jungle::{Ground, Position, Strength};
use crate::rules::{Color, FILES, Square, scramble};

/// How many numbers a side sees.
pub const HIDDEN: usize = 64;
/// Where an animal can be: on a square, or nowhere.
const PLACES: usize = Square::COUNT + 1;
/// Animals by whose they are, strength and place.
pub const COLUMNS: usize = 2 * Strength::COUNT * PLACES;
/// How many numbers a network has: the columns, what is seen of an empty board, the weights of what the side to move sees and of
/// what the other sees, and what is added in the end.
pub const COUNT: usize = (COLUMNS + 3) * HIDDEN + 1;

/// What 1 is in what a side sees, and in the weights of it.
const SEEN_ONE: i16 = 255;
const WEIGHT_ONE: i16 = 64;
/// How many units of [`crate::ai::Score`] an outcome of 1 is.
pub const UNIT: i32 = 400;
/// The largest number, as a multiple of 1: with larger ones, sums would not fit where they are kept.
pub const LARGEST: f32 = 1.98;

/// What a file begins with.
const SIGN: &[u8] = b"doushou network 1\n";

/// What is seen of a position by one side.
type Seen = [i16; HIDDEN];

/// A network: see the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    columns: Box<[Seen; COLUMNS]>,
    empty: Seen,
    /// The side to move's first.
    weights: [Seen; 2],
    rest: i16,
    id: u64,
}

/// Bytes that are no network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    #[error("it does not begin as networks of this program do")]
    Sign,
    #[error("it has {0} bytes where {expected} are expected", expected = SIGN.len() + 2 * COUNT)]
    Length(usize),
    #[error("its number {n} is {value}, which is more than networks may have")]
    Large { n: usize, value: i16 },
}

impl Network {
    /// The one that was trained for a board, if one was: for those with rivers.
    pub fn of(ground: Ground) -> Option<Arc<Network>> {
        static RIVERS: LazyLock<Arc<Network>> =
            LazyLock::new(|| Arc::new(Network::read(FILE).expect("a test reads the embedded file")));
        (!ground.water().is_empty()).then(|| Arc::clone(&RIVERS))
    }

    /// Reads a file: a line that says what it is, then all numbers with two bytes each, the lower byte first.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let numbers = bytes.strip_prefix(SIGN).ok_or(NetworkError::Sign)?;
        let (numbers, more) = numbers.as_chunks();
        if numbers.len() != COUNT || !more.is_empty() {
            return Err(NetworkError::Length(bytes.len()));
        }
        Network::new(numbers.iter().map(|number| i16::from_le_bytes(*number)).collect())
    }

    /// The network of these numbers, made whole.
    pub fn rounded(numbers: &[f32; COUNT]) -> Network {
        let weights = (COLUMNS + 1) * HIDDEN..COUNT - 1;
        let whole = |(n, number): (usize, &f32)| {
            let one = if weights.contains(&n) { WEIGHT_ONE } else { SEEN_ONE };
            (number.clamp(-LARGEST, LARGEST) * f32::from(one)).round() as i16
        };
        Network::new(numbers.iter().enumerate().map(whole).collect()).expect("none is larger than the largest")
    }

    fn new(numbers: Vec<i16>) -> Result<Network, NetworkError> {
        let largest = (LARGEST * f32::from(SEEN_ONE)).round() as u16;
        if let Some((n, &value)) = numbers.iter().enumerate().find(|(_, value)| value.unsigned_abs() > largest) {
            return Err(NetworkError::Large { n, value });
        }
        let id = numbers.iter().fold(0, |id, &number| scramble(id ^ u64::from(number.cast_unsigned())));
        let (seen, rest) = numbers.as_chunks();
        let (columns, others) = seen.split_at(COLUMNS);
        let columns = columns.to_vec().into_boxed_slice().try_into();
        let (Ok(columns), &[empty, ours, theirs], &[rest]) = (columns, others, rest) else {
            return Err(NetworkError::Length(SIGN.len() + 2 * numbers.len()));
        };
        Ok(Network { columns, empty, weights: [ours, theirs], rest, id })
    }

    /// The file it is read from.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.columns.iter().chain([&self.empty]).chain(&self.weights).flatten().chain([&self.rest]);
        SIGN.iter().copied().chain(numbers.flat_map(|number| number.to_le_bytes())).collect()
    }

    /// Equal for equal networks.
    pub const fn id(&self) -> u64 {
        self.id
    }

    /// What both sides see of a position.
    pub fn view(&self, position: &Position) -> View {
        let mut view = View { places: *position.places(), seen: [self.empty; 2] };
        for side in Color::BOTH {
            for column in columns(position, side) {
                for (seen, more) in view.seen[side.index()].iter_mut().zip(&self.columns[column]) {
                    *seen += more;
                }
            }
        }
        view
    }

    /// What both see of this position, from what they saw of another one: the sooner the fewer animals stand elsewhere.
    pub fn turn_to(&self, view: &View, position: &Position) -> View {
        let mut view = *view;
        let (before, after) = (view.places, *position.places());
        for color in Color::BOTH {
            let [was, is] = [before, after].map(|places| places[color.index()]);
            let mut moved = u64::from_le_bytes(was) ^ u64::from_le_bytes(is);
            while moved != 0 {
                let strength = moved.trailing_zeros() as usize / 8;
                moved &= !(0xff << (8 * strength));
                for side in Color::BOTH {
                    let column = |place| &self.columns[column(side, color, strength, place)];
                    exchange(&mut view.seen[side.index()], column(was[strength]), column(is[strength]));
                }
            }
        }
        view.places = after;
        view
    }

    /// By how much the evaluation is corrected for the side to move, in units of [`crate::ai::Score`].
    pub fn correction(&self, view: &View, to_move: Color) -> i32 {
        let [ours, theirs] = [to_move, !to_move].map(|side| &view.seen[side.index()]);
        let sum = i32::from(self.rest) * i32::from(WEIGHT_ONE)
            + weigh(ours, &self.weights[0])
            + weigh(theirs, &self.weights[1]);
        sum * UNIT / (i32::from(SEEN_ONE) * i32::from(WEIGHT_ONE))
    }
}

/// What both sides see of a position, by color, and which.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct View {
    places: [[u8; Strength::COUNT]; 2],
    seen: [Seen; 2],
}

fn exchange(seen: &mut Seen, gone: &Seen, come: &Seen) {
    for ((seen, gone), come) in seen.iter_mut().zip(gone).zip(come) {
        *seen += come - gone;
    }
}

fn weigh(seen: &Seen, weights: &Seen) -> i32 {
    let parts = seen.iter().zip(weights);
    parts.map(|(seen, weight)| i32::from((*seen).clamp(0, SEEN_ONE)) * i32::from(*weight)).sum()
}

/// The columns that a side sees of a position: one for each animal that may be on the board.
pub fn columns(position: &Position, side: Color) -> impl Iterator<Item = usize> + '_ {
    Color::BOTH.into_iter().flat_map(move |color| {
        let places = position.places()[color.index()].into_iter().enumerate();
        places.map(move |(strength, place)| column(side, color, strength, place))
    })
}

fn column(side: Color, color: Color, strength: usize, place: u8) -> usize {
    let place = usize::from(place);
    let place = if side == Color::Blue && place < Square::COUNT { Square::COUNT - 1 - place } else { place };
    let animal = if side == color { strength } else { Strength::COUNT + strength };
    animal * PLACES + place
}

/// The column of the same animal with left and right exchanged.
pub fn mirrored(column: usize) -> usize {
    let (animal, place) = (column / PLACES, column % PLACES);
    let files = usize::from(FILES);
    let place = if place < Square::COUNT { place - place % files + files - 1 - place % files } else { place };
    animal * PLACES + place
}

/// Of boards with rivers.
const FILE: &[u8] = include_bytes!("weights/rivers.net");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::jungle::{Options, State};
    use crate::rules::{Dice, Ply, Rules, Setup};

    /// Positions of random games, each after a move from the one before it or the first of its game.
    fn positions() -> Vec<Position> {
        let Setup::Jungle(options) = Setup::default() else { panic!("another default") };
        let mut positions = Vec::new();
        for seed in 0..20 {
            let mut state = State::start(options);
            let mut dice = Dice(seed);
            for _ in 0..200 {
                positions.push(*state.position());
                let moves = state.moves();
                if moves.is_empty() || state.end().is_some() {
                    break;
                }
                let mv = moves[(dice.roll() % moves.len() as u64) as usize];
                state.advance(Ply { mv: mv.into(), revealed: None });
            }
        }
        positions
    }

    fn embedded() -> Arc<Network> {
        Network::of(Options::STANDARD.ground).expect("for rivers")
    }

    #[test]
    fn the_embedded_file_is_read_and_written_alike() {
        assert_eq!(embedded().to_bytes(), FILE);
        assert_eq!(Network::read(FILE).as_ref(), Ok(&*embedded()));
    }

    #[test]
    fn what_is_no_network_is_told() {
        assert_eq!(Network::read(b"doushou network 2\n"), Err(NetworkError::Sign));
        let (short, long) = (&FILE[..FILE.len() - 1], [FILE, &[0]].concat());
        for file in [short, &long, SIGN] {
            assert_eq!(Network::read(file), Err(NetworkError::Length(file.len())));
        }
        let mut large = FILE.to_vec();
        large[SIGN.len() + 6..][..2].copy_from_slice(&[0, 0x80]);
        assert_eq!(Network::read(&large), Err(NetworkError::Large { n: 3, value: i16::MIN }));
    }

    #[test]
    fn what_is_seen_is_the_same_from_wherever_one_looks() {
        let network = embedded();
        let positions = positions();
        assert!(positions.len() > 1_000, "{}", positions.len());
        let mut view = network.view(&positions[0]);
        let first = view;
        for position in &positions {
            let anew = network.view(position);
            view = network.turn_to(&view, position);
            assert_eq!(view, anew);
            assert_eq!(network.turn_to(&first, position), anew);
        }
    }

    #[test]
    fn both_sides_judge_alike() {
        let network = embedded();
        let positions = positions();
        let mut corrections = std::collections::BTreeSet::new();
        for position in &positions {
            let mut turned = Position::empty(!position.turn());
            for color in Color::BOTH {
                for (strength, square) in position.animals(color) {
                    turned.put(!color, strength, square.rotated());
                }
            }
            let judge = |position| network.correction(&network.view(position), position.turn());
            assert_eq!(judge(position), judge(&turned));
            corrections.insert(judge(position));
        }
        assert!(corrections.len() > 100, "it does not say the same of everything");
    }

    #[test]
    fn left_and_right_are_exchanged() {
        let square = |file, rank| usize::from(rank) * usize::from(FILES) + usize::from(file);
        assert_eq!(mirrored(5 * PLACES + square(0u8, 3u8)), 5 * PLACES + square(6, 3));
        assert_eq!(mirrored(5 * PLACES + square(3, 8)), 5 * PLACES + square(3, 8));
        let captured = 9 * PLACES + Square::COUNT;
        assert_eq!(mirrored(captured), captured);
        assert!((0..COLUMNS).all(|column| mirrored(mirrored(column)) == column));
    }

    /// No network, however odd its numbers, makes a sum that does not fit.
    #[test]
    fn sums_of_the_largest_numbers_fit() {
        for sign in [-1.0, 1.0] {
            let network = Network::rounded(&[sign * 100.0; COUNT]);
            let position = positions()[0];
            let correction = network.correction(&network.view(&position), position.turn());
            assert_eq!(correction > 0, sign > 0.0, "{correction}");
        }
    }
}
