//! Dalian (rule book, 3.2).

use std::collections::{BTreeMap, BTreeSet};

use super::flip::Cards;
use super::*;

#[derive(Clone)]
pub struct Dalian {
    /// The face-up animals, each with the seat it belongs to.
    up: BTreeMap<Square, (char, u8)>,
    hands: [BTreeSet<char>; 2],
    cards: Cards,
    to_move: u8,
    quiet: u32,
    /// Every position so far, the present one last.
    positions: Vec<String>,
    fly: String,
    both: bool,
    quiet_plies: u32,
}

impl Dalian {
    fn position(&self) -> String {
        format!("{:?} {:?} {:?} {}", self.up, self.hands, self.cards, self.to_move)
    }

    fn empty(&self, square: Square) -> bool {
        let on_board = (0..4).contains(&square.0) && (0..4).contains(&square.1);
        on_board && !self.up.contains_key(&square) && !self.cards.down.contains(&square)
    }

    fn enemy(&self, square: Square) -> Option<char> {
        self.up.get(&square).filter(|(_, owner)| *owner != self.to_move).map(|(animal, _)| *animal)
    }

    /// "Weaker; the rat takes the elephant and nothing else, the elephant everything but the rat. An equal is not taken."
    fn takes(mover: char, target: char) -> bool {
        match (mover.to_ascii_uppercase(), target.to_ascii_uppercase()) {
            ('R', target) => target == 'E',
            ('E', 'R') => false,
            (mover, target) => strength(target) < strength(mover),
        }
    }

    /// May the leopard fly over these squares?
    fn flies_over(&self, between: &[Square]) -> bool {
        match &*self.fly {
            "any" => true,
            "one" => between.len() == 1,
            "clear" => between.iter().all(|square| self.empty(*square)),
            other => panic!("Fly={other}"),
        }
    }

    /// "Owns nothing on the board (face-down cards count for their printed color) and nothing in its hand."
    fn gone(&self, of: u8) -> bool {
        self.cards.red.is_some()
            && self.up.values().all(|(_, owner)| *owner != of)
            && self.cards.unseen.iter().all(|card| self.cards.side(*card) != Some(of))
            && self.hands[of as usize].is_empty()
    }
}

impl Naive for Dalian {
    fn start(options: &[(&str, &str)]) -> Dalian {
        let (mut fly, mut both, mut quiet_plies) = ("any".to_owned(), false, 60);
        for &(name, value) in options {
            match (name, value) {
                ("Fly", _) => fly = value.to_owned(),
                ("RatElephant", "takes") => both = false,
                ("RatElephant", "both") => both = true,
                ("QuietPlies", _) => quiet_plies = number(value),
                _ => panic!("dalian has no {name}={value}"),
            }
        }
        let (up, hands, cards) = (BTreeMap::new(), [BTreeSet::new(), BTreeSet::new()], Cards::new());
        let mut game = Dalian { up, hands, cards, to_move: 0, quiet: 0, positions: Vec::new(), fly, both, quiet_plies };
        game.positions.push(game.position());
        game
    }

    fn twin(&self) -> Box<dyn Naive> {
        Box::new(self.clone())
    }

    fn to_move(&self) -> u8 {
        self.to_move
    }

    fn moves(&self) -> BTreeSet<String> {
        let mut moves: BTreeSet<String> = self.cards.down.iter().map(|square| format!("@{}", name(*square))).collect();
        for file in 0..4 {
            for square in (0..4).map(|rank| (file, rank)).filter(|square| self.empty(*square)) {
                moves.extend(self.hands[self.to_move as usize].iter().map(|card| format!("{card}@{}", name(square))));
            }
        }
        for (from, (mover, _)) in self.up.iter().filter(|(_, (_, owner))| *owner == self.to_move) {
            for direction in ORTHOGONAL {
                let to = away(*from, 1, direction);
                match self.enemy(to) {
                    None if self.empty(to) => _ = moves.insert(name(*from) + &name(to)),
                    Some(target) if Self::takes(*mover, target) => _ = moves.insert(name(*from) + &name(to)),
                    Some(target) if target.eq_ignore_ascii_case(mover) => {
                        moves.insert(format!("{}={}", name(*from), name(to)));
                    }
                    _ => (),
                }
                for distance in (2..4).filter(|_| mover.eq_ignore_ascii_case(&'P')) {
                    let between: Vec<Square> = (1..distance).map(|times| away(*from, times, direction)).collect();
                    let to = away(*from, distance, direction);
                    if self.enemy(to).is_some_and(|target| Self::takes(*mover, target)) && self.flies_over(&between) {
                        moves.insert(name(*from) + &name(to));
                    }
                }
            }
        }
        moves
    }

    fn play(&mut self, ply: &str) {
        let hand = &mut self.hands[self.to_move as usize];
        let mut quiet = false;
        if let Some((square, card)) = Cards::read(ply) {
            self.cards.turn(square, card, self.to_move);
            self.up.insert(square, (card, self.cards.side(card).expect("a card has been turned")));
        } else if let Some((card, square)) = ply.split_once('@') {
            let card = card.parse().expect("one letter");
            assert!(hand.remove(&card), "{card} is not in the hand");
            self.up.insert(squares(square)[0], (card, self.to_move));
        } else {
            let [from, to] = squares(ply)[..] else { panic!("{ply}") };
            let (mover, _) = self.up.remove(&from).expect("a mover");
            let target = self.up.remove(&to).map(|(target, _)| target);
            hand.extend(target);
            let rat_onto_elephant = target.is_some() && mover.eq_ignore_ascii_case(&'R');
            if ply.contains('=') || (rat_onto_elephant && self.both) {
                hand.insert(mover);
            } else {
                self.up.insert(to, (mover, self.to_move));
            }
            quiet = target.is_none();
        }
        // "Plies without flip, capture, trade or drop": steps.
        self.quiet = if quiet { self.quiet + 1 } else { 0 };
        self.to_move = 1 - self.to_move;
        self.positions.push(self.position());
    }

    fn pass(&mut self) {
        self.quiet += 1;
        self.to_move = 1 - self.to_move;
        self.positions.push(self.position());
    }

    fn decided(&self) -> Option<Verdict> {
        verdict(self.gone(0), self.gone(1), "captured")
    }

    fn counted(&self) -> Option<Verdict> {
        let now = self.positions.last();
        let times = self.positions.iter().filter(|position| Some(*position) == now).count();
        (times >= 3).then_some((None, "cycle")).or_else(|| quiet(self.quiet, self.quiet_plies))
    }

    fn board(&self) -> String {
        board_text(4, 4, |square| {
            let up = self.up.get(&square).map(|(animal, _)| *animal);
            up.or_else(|| self.cards.down.contains(&square).then_some('?'))
        })
    }
}
