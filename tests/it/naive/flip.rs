//! Flip (rule book, 3.1).

use std::collections::{BTreeMap, BTreeSet};

use super::*;

/// The cards that lie face down, and whose color is whose.
#[derive(Clone, Debug)]
pub struct Cards {
    pub down: BTreeSet<Square>,
    /// The animals not seen yet.
    pub unseen: BTreeSet<char>,
    /// The seat that plays red, once the first card has been turned.
    pub red: Option<u8>,
}

impl Cards {
    /// "Both sides' eight animals, shuffled, one on every square, face down."
    pub fn new() -> Cards {
        let down = (0..4).flat_map(|file| (0..4).map(move |rank| (file, rank))).collect();
        Cards { down, unseen: "ELTPWDCReltpwdcr".chars().collect(), red: None }
    }

    /// Turns a card: "the first seat plays the color that came up".
    pub fn turn(&mut self, square: Square, card: char, by: u8) {
        assert!(self.down.remove(&square), "no card lies on {}", name(square));
        assert!(self.unseen.remove(&card), "{card} has been seen before");
        self.red = self.red.or(Some(if seat(card) == 0 { by } else { 1 - by }));
    }

    /// The seat of a card's color, once it is known.
    pub fn side(&self, card: char) -> Option<u8> {
        self.red.map(|red| if seat(card) == 0 { red } else { 1 - red })
    }

    /// The square and the card of a ply that turns one: `@b2=w`.
    pub fn read(ply: &str) -> Option<(Square, char)> {
        let (square, card) = ply.strip_prefix('@')?.split_once('=').expect("what came up");
        Some((squares(square)[0], card.parse().expect("one letter")))
    }
}

#[derive(Clone)]
pub struct Flip {
    up: BTreeMap<Square, char>,
    cards: Cards,
    to_move: u8,
    quiet: u32,
    equal: String,
    quiet_plies: u32,
}

impl Flip {
    /// Whether an animal is still there after it has taken an enemy; `None` if it may not take it.
    fn taking(&self, mover: char, target: char) -> Option<bool> {
        match (mover.to_ascii_uppercase(), target.to_ascii_uppercase()) {
            ('R', 'E') => Some(true),
            ('E', 'R') => None,
            (mover, target) if mover == target => match &*self.equal {
                "both" => Some(false),
                "mover" => Some(true),
                "none" => None,
                other => panic!("Equal={other}"),
            },
            (mover, target) => (strength(target) < strength(mover)).then_some(true),
        }
    }

    fn own(&self, card: char) -> bool {
        self.cards.side(card) == Some(self.to_move)
    }

    /// "A side that has no animal left, face-down ones of its color counted."
    fn gone(&self, of: u8) -> bool {
        self.cards.red.is_some()
            && self.up.values().chain(&self.cards.unseen).all(|card| self.cards.side(*card) != Some(of))
    }
}

impl Naive for Flip {
    fn start(options: &[(&str, &str)]) -> Flip {
        let (mut equal, mut quiet_plies) = ("both".to_owned(), 40);
        for &(name, value) in options {
            match name {
                "Equal" => equal = value.to_owned(),
                "QuietPlies" => quiet_plies = number(value),
                _ => panic!("flip has no option {name}"),
            }
        }
        Flip { up: BTreeMap::new(), cards: Cards::new(), to_move: 0, quiet: 0, equal, quiet_plies }
    }

    fn twin(&self) -> Box<dyn Naive> {
        Box::new(self.clone())
    }

    fn to_move(&self) -> u8 {
        self.to_move
    }

    fn moves(&self) -> BTreeSet<String> {
        let mut moves: BTreeSet<String> = self.cards.down.iter().map(|square| format!("@{}", name(*square))).collect();
        for (from, mover) in self.up.iter().filter(|(_, card)| self.own(**card)) {
            for to in ORTHOGONAL.map(|direction| away(*from, 1, direction)) {
                let on_board = (0..4).contains(&to.0) && (0..4).contains(&to.1);
                let may = match self.up.get(&to) {
                    None => on_board && !self.cards.down.contains(&to),
                    Some(target) => !self.own(*target) && self.taking(*mover, *target).is_some(),
                };
                if may {
                    moves.insert(name(*from) + &name(to));
                }
            }
        }
        moves
    }

    fn play(&mut self, ply: &str) {
        let before = self.up.len();
        if let Some((square, card)) = Cards::read(ply) {
            self.cards.turn(square, card, self.to_move);
            self.up.insert(square, card);
        } else {
            let [from, to] = squares(ply)[..] else { panic!("{ply}") };
            let mover = self.up.remove(&from).expect("a mover");
            let taken = self.up.remove(&to);
            if taken.is_none_or(|target| self.taking(mover, target).expect("a legal taking")) {
                self.up.insert(to, mover);
            }
        }
        // "Plies without flip or capture": either changes how many lie face up.
        self.quiet = if self.up.len() == before { self.quiet + 1 } else { 0 };
        self.to_move = 1 - self.to_move;
    }

    fn pass(&mut self) {
        self.quiet += 1;
        self.to_move = 1 - self.to_move;
    }

    fn decided(&self) -> Option<Verdict> {
        verdict(self.gone(0), self.gone(1), "captured")
    }

    fn counted(&self) -> Option<Verdict> {
        quiet(self.quiet, self.quiet_plies)
    }

    fn board(&self) -> String {
        board_text(4, 4, |square| {
            self.up.get(&square).copied().or_else(|| self.cards.down.contains(&square).then_some('?'))
        })
    }
}
