//! Pattern (rule book, 3.5).

use super::*;

#[derive(Clone)]
pub struct Pattern {
    open: Open,
    leap: bool,
}

impl Pattern {
    /// An enemy that this animal may take: it is not immune, and the one who takes it is not in an enemy's trap.
    fn victim(&self, taker: Square, square: Square) -> bool {
        let enemy = 1 - self.open.to_move;
        self.open.enemy(square).is_some() && !trap_of(enemy, square) && !trap_of(enemy, taker)
    }

    /// An empty square to end on: any but one's own den.
    fn free(&self, square: Square) -> bool {
        self.open.empty(square) && square != DENS[self.open.to_move as usize]
    }

    /// Every move with the squares of what it takes.
    fn deeds(&self) -> BTreeMap<String, Vec<Square>> {
        let mut deeds = BTreeMap::new();
        for (from, animal) in self.open.own() {
            let mut add = |to, taken| _ = deeds.insert(name(from) + &name(to), taken);
            let victim = |square: &Square| self.victim(from, *square);
            // "Every animal steps to an empty square in any of the eight directions", and onto an enemy in a trap of its side.
            for (file, rank) in [ORTHOGONAL, DIAGONAL].concat() {
                let to = away(from, 1, (file, rank));
                let trapped = victim(&to) && trap_of(self.open.to_move, to);
                if !self.free(to) && !trapped {
                    continue;
                }
                let mut taken = Vec::from_iter(trapped.then_some(to));
                if animal.eq_ignore_ascii_case(&'S') && file != 0 && rank != 0 {
                    taken.extend([away(from, 1, (file, 0)), away(from, 1, (0, rank))].iter().filter(|at| victim(at)));
                }
                add(to, taken);
            }
            let directions = if "ETW".contains(animal.to_ascii_uppercase()) { DIAGONAL } else { ORTHOGONAL };
            for direction in directions {
                let (beside, behind) = (away(from, 1, direction), away(from, 2, direction));
                match animal.to_ascii_uppercase() {
                    'B' | 'E' if victim(&beside) => add(beside, vec![beside]),
                    'L' | 'T' if victim(&behind) && (self.leap || self.open.empty(beside)) => add(behind, vec![behind]),
                    'P' | 'W' if victim(&beside) && self.free(behind) => add(behind, vec![beside]),
                    'D' if self.free(behind) && self.open.empty(beside) && !DENS.contains(&beside) => {
                        let across = (direction.1, direction.0);
                        let sides = [away(beside, 1, across), away(beside, -1, across)];
                        let rubbed: Vec<Square> = sides.into_iter().filter(victim).collect();
                        if !rubbed.is_empty() {
                            add(behind, rubbed);
                        }
                    }
                    _ => (),
                }
            }
        }
        deeds
    }
}

impl Naive for Pattern {
    fn start(options: &[(&str, &str)]) -> Pattern {
        let (mut quiet_plies, mut leap) = (200, false);
        for &(name, value) in options {
            match name {
                "QuietPlies" => quiet_plies = number(value),
                "Leap" => leap = truth(value),
                _ => panic!("pattern has no option {name}"),
            }
        }
        Pattern { open: Open::new("l5t/1d3b1/s1p1w1e/7/7/7/E1W1P1S/1B3D1/T5L", quiet_plies), leap }
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
        let taken = self.deeds().remove(ply).expect("a legal move");
        let [from, to] = squares(ply)[..] else { panic!("{ply}") };
        for square in taken {
            self.open.animals.remove(&square);
        }
        let mover = self.open.animals.remove(&from).expect("a mover");
        self.open.animals.insert(to, mover);
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
