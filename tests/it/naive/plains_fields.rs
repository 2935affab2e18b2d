//! Plains and fields (rule book, 3.6, and what it takes from part 2).

use super::*;

/// Part 2 on a board of land; `FIELDS`: every animal steps and takes in all eight directions.
#[derive(Clone)]
pub struct Land<const FIELDS: bool> {
    open: Open,
    /// The animals from the weakest to the strongest.
    order: &'static str,
    equal: String,
    elephant_rat: String,
    trapped_attack: bool,
}

pub type Plains = Land<false>;
pub type Fields = Land<true>;

/// Who is left when one animal has gone onto another.
#[derive(Copy, Clone)]
enum Left {
    Mover,
    Other,
    Neither,
    /// "The elephant is removed, and the rat is put on the square the elephant came from."
    OtherWhereMoverWas,
}

impl<const FIELDS: bool> Land<FIELDS> {
    fn clash(&self, from: Square, to: Square, target: char) -> Option<Left> {
        let own = self.open.to_move;
        if trap_of(1 - own, from) && !self.trapped_attack {
            return None;
        }
        // 2.4: in a trap of the mover's own side neither option counts: who stands there is taken.
        if trap_of(own, to) {
            return Some(Left::Mover);
        }
        let strength = |animal: char| self.order.find(animal.to_ascii_uppercase()).expect("an animal");
        let mover = self.open.animals[&from];
        match (mover.to_ascii_uppercase(), target.to_ascii_uppercase(), &*self.elephant_rat, &*self.equal) {
            ('E', 'R', "never", _) => None,
            ('E', 'R', "takes", _) | ('R', 'E', "never" | "takes" | "shoved", _) => Some(Left::Mover),
            ('E', 'R', "shoved", _) => Some(Left::OtherWhereMoverWas),
            ('E', 'R', "both", _) | ('R', 'E', "both", _) => Some(Left::Neither),
            (mover, target, _, "mover") if mover == target => Some(Left::Mover),
            (mover, target, _, "both") if mover == target => Some(Left::Neither),
            (mover, target, _, "stationary") if mover == target => Some(Left::Other),
            (mover, target, _, _) => (strength(target) < strength(mover)).then_some(Left::Mover),
        }
    }

    /// Every move with who is left after it.
    fn deeds(&self) -> BTreeMap<String, Left> {
        let mut deeds = BTreeMap::new();
        for (from, _) in self.open.own() {
            let diagonal: &[Direction] = if FIELDS { &DIAGONAL } else { &[] };
            for to in ORTHOGONAL.iter().chain(diagonal).map(|direction| away(from, 1, *direction)) {
                let left = match self.open.enemy(to) {
                    None => self.open.empty(to).then_some(Left::Mover),
                    Some(target) => self.clash(from, to, target),
                };
                if let Some(left) = left.filter(|_| to != DENS[self.open.to_move as usize]) {
                    deeds.insert(name(from) + &name(to), left);
                }
            }
        }
        deeds
    }
}

impl<const FIELDS: bool> Naive for Land<FIELDS> {
    fn start(options: &[(&str, &str)]) -> Self {
        let mut game = Land {
            open: Open::new("l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L", 200),
            order: "RCDWPTLE",
            equal: "mover".to_owned(),
            elephant_rat: "never".to_owned(),
            trapped_attack: true,
        };
        for &(name, value) in options {
            match (name, value) {
                ("Order", "wolf") => game.order = "RCDWPTLE",
                ("Order", "dog") => game.order = "RCWDPTLE",
                ("Order", "fox") => {
                    game.order = "RCFDPTLE";
                    for animal in game.open.animals.values_mut() {
                        *animal = match *animal {
                            'W' => 'F',
                            'w' => 'f',
                            other => other,
                        }
                    }
                }
                ("Equal", "mover" | "both" | "stationary") => game.equal = value.to_owned(),
                ("ElephantRat", "never" | "takes" | "shoved" | "both") => game.elephant_rat = value.to_owned(),
                ("TrappedAttack", _) => game.trapped_attack = truth(value),
                ("QuietPlies", _) => game.open.quiet_plies = number(value),
                // What 7-3, 17-5 and the cycles do is tested with the standard game.
                ("Violations" | "Cycle", "none") => (),
                _ => panic!("plains and fields have no {name}={value}"),
            }
        }
        game
    }

    fn twin(&self) -> Box<dyn Naive> {
        Box::new(self.clone())
    }

    fn to_move(&self) -> u8 {
        self.open.to_move
    }

    fn moves(&self) -> BTreeSet<String> {
        self.deeds().into_keys().collect()
    }

    fn play(&mut self, ply: &str) {
        let before = self.open.animals.len();
        let left = self.deeds()[ply];
        let [from, to] = squares(ply)[..] else { panic!("{ply}") };
        let mover = self.open.animals.remove(&from).expect("a mover");
        match (left, self.open.animals.remove(&to)) {
            (Left::Mover, _) => _ = self.open.animals.insert(to, mover),
            (Left::Other, Some(other)) => _ = self.open.animals.insert(to, other),
            (Left::OtherWhereMoverWas, Some(other)) => _ = self.open.animals.insert(from, other),
            (Left::Neither, _) => (),
            (_, None) => panic!("nobody on {}", name(to)),
        }
        self.open.done(before);
    }

    fn pass(&mut self) {
        self.open.passed();
    }

    fn decided(&self) -> Option<Verdict> {
        let entered = |seat| self.open.animals.contains_key(&goal(seat));
        verdict(entered(1), entered(0), "den").or_else(|| self.open.captured(0))
    }

    fn counted(&self) -> Option<Verdict> {
        self.open.quiet()
    }

    fn board(&self) -> String {
        self.open.board()
    }
}
