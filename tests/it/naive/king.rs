//! King (rule book, 3.8).

use std::cmp::Ordering;

use super::*;

#[derive(Clone)]
pub struct King(Open);

fn water(square: Square) -> bool {
    [1, 2, 4, 5].contains(&square.0) && (3..=5).contains(&square.1)
}

/// How the mover fares in a battle: `Less` if it is removed, `Equal` if both are.
fn battle(mover: char, target: char) -> Ordering {
    match (mover.to_ascii_uppercase(), target.to_ascii_uppercase()) {
        ('R', 'E') | ('E', 'R') => Ordering::Greater,
        _ => strength(mover).cmp(&strength(target)),
    }
}

impl King {
    /// Where this animal may end at all, whoever stands there: never its own den, and only a king in the enemy's.
    fn may_end(&self, animal: char, to: Square) -> bool {
        let own_den = to == DENS[self.0.to_move as usize];
        let enemy_den = to == goal(self.0.to_move);
        !own_den
            && (!enemy_den || animal.eq_ignore_ascii_case(&'K'))
            && (!water(to) || animal.eq_ignore_ascii_case(&'R'))
    }

    /// "Onto an empty square or a weaker enemy."
    fn lands(&self, animal: char, to: Square) -> bool {
        self.0.empty(to) || self.0.enemy(to).is_some_and(|target| battle(animal, target) == Ordering::Greater)
    }

    fn steps(&self, from: Square, animal: char) -> Vec<Square> {
        let beside = ORTHOGONAL.map(|direction| away(from, 1, direction)).into_iter();
        let same_ground = |to: &Square| water(from) == water(*to);
        let may = |to: &Square| self.0.empty(*to) || (self.0.enemy(*to).is_some() && same_ground(to));
        beside.filter(may).filter(|to| self.may_end(animal, *to)).collect()
    }

    /// "Exactly two squares diagonally over an empty square, from and to the ranks on its own side of the river."
    fn elephant(&self, from: Square, animal: char) -> Vec<Square> {
        let own_side = |square: Square| if self.0.to_move == 0 { square.1 <= 2 } else { square.1 >= 6 };
        let ways = DIAGONAL.map(|direction| (away(from, 1, direction), away(from, 2, direction))).into_iter();
        ways.filter(|(over, to)| self.0.empty(*over) && (self.0.empty(*to) || self.0.enemy(*to).is_some()))
            .map(|(_, to)| to)
            .filter(|to| own_side(from) && own_side(*to) && self.may_end(animal, *to))
            .collect()
    }

    /// "From the bank on their own side straight over the river toward the enemy."
    fn river_jump(&self, from: Square, animal: char) -> Option<Square> {
        let (bank, up) = if self.0.to_move == 0 { (2, 1) } else { (6, -1) };
        let over = [1, 2, 3].map(|times| away(from, times, (0, up)));
        let to = away(from, 4, (0, up));
        let clear = from.1 == bank && over.into_iter().all(|square| water(square) && self.0.empty(square));
        (clear && self.lands(animal, to)).then_some(to)
    }

    /// "Straight over exactly" so many animals "in a row, of either side, along file or rank, to the square behind: land, not
    /// a den, empty or with a weaker enemy."
    fn line_jumps(&self, from: Square, animal: char, over: i8) -> Vec<Square> {
        let mut landings = Vec::new();
        for direction in ORTHOGONAL {
            let to = away(from, over + 1, direction);
            let row = (1..=over).all(|times| self.0.animals.contains_key(&away(from, times, direction)));
            if row && self.lands(animal, to) && !water(to) && !DENS.contains(&to) {
                landings.push(to);
            }
        }
        landings
    }
}

impl Naive for King {
    fn start(options: &[(&str, &str)]) -> King {
        let mut quiet_plies = 200;
        for &(name, value) in options {
            match name {
                "QuietPlies" => quiet_plies = number(value),
                _ => panic!("king has no option {name}"),
            }
        }
        King(Open::new("l2k2t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T2K2L", quiet_plies))
    }

    fn twin(&self) -> Box<dyn Naive> {
        Box::new(self.clone())
    }

    fn to_move(&self) -> u8 {
        self.0.to_move
    }

    fn moves(&self) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        for (from, animal) in self.0.own() {
            let mut to = self.steps(from, animal);
            match animal.to_ascii_uppercase() {
                'E' => to.extend(self.elephant(from, animal).into_iter().chain(self.river_jump(from, animal))),
                'L' => to.extend(self.line_jumps(from, animal, 1).into_iter().chain(self.river_jump(from, animal))),
                'T' => to.extend(self.line_jumps(from, animal, 2).into_iter().chain(self.river_jump(from, animal))),
                _ => (),
            }
            moves.extend(to.into_iter().map(|to| name(from) + &name(to)));
        }
        moves
    }

    fn play(&mut self, ply: &str) {
        let before = self.0.animals.len();
        let [from, to] = squares(ply)[..] else { panic!("{ply}") };
        let mover = self.0.animals.remove(&from).expect("a mover");
        match self.0.animals.get(&to).map_or(Ordering::Greater, |target| battle(mover, *target)) {
            Ordering::Greater => _ = self.0.animals.insert(to, mover),
            Ordering::Equal => _ = self.0.animals.remove(&to),
            Ordering::Less => (),
        }
        self.0.done(before);
    }

    fn pass(&mut self) {
        self.0.passed();
    }

    fn decided(&self) -> Option<Verdict> {
        let stands = |square: &Square, king: char| self.0.animals.get(square) == Some(&king);
        let alive = |king: char| self.0.animals.values().any(|animal| *animal == king);
        verdict(stands(&goal(1), 'k'), stands(&goal(0), 'K'), "den")
            .or_else(|| verdict(!alive('K'), !alive('k'), "king"))
    }

    fn counted(&self) -> Option<Verdict> {
        self.0.quiet()
    }

    fn board(&self) -> String {
        self.0.board()
    }
}
