//! Primitive (rule book, 3.4).

use super::*;

#[derive(Clone)]
pub struct Primitive {
    open: Open,
    ranked: bool,
}

impl Primitive {
    /// "Straight over a neighboring enemy to the empty square right behind": the enemy's square and the one behind.
    fn jump(&self, mover: char, from: Square, direction: Direction) -> Option<(Square, Square)> {
        let (over, to) = (away(from, 1, direction), away(from, 2, direction));
        let target = self.open.enemy(over)?;
        let may = !self.ranked || strength(target) <= strength(mover);
        (may && self.open.empty(to)).then_some((over, to))
    }

    /// Adds the sweeps that begin with this path, made by an animal that has left the board.
    fn sweeps(&self, mover: char, path: &[Square], found: &mut BTreeSet<String>) {
        let now = *path.last().expect("a square");
        if self.open.count(1 - self.open.to_move) == 0 && path.len() >= 3 && now != path[0] {
            found.insert(path.iter().map(|square| name(*square)).collect());
        }
        for (over, to) in ORTHOGONAL.into_iter().filter_map(|direction| self.jump(mover, now, direction)) {
            let mut next = self.clone();
            next.open.animals.remove(&over);
            next.sweeps(mover, &[path, &[to]].concat(), found);
        }
    }
}

impl Naive for Primitive {
    fn start(options: &[(&str, &str)]) -> Primitive {
        let (mut quiet_plies, mut ranked) = (200, false);
        for &(name, value) in options {
            match name {
                "QuietPlies" => quiet_plies = number(value),
                "Ranked" => ranked = truth(value),
                _ => panic!("primitive has no option {name}"),
            }
        }
        Primitive { open: Open::new("dwptle/6/6/6/6/ELTPWD", quiet_plies), ranked }
    }

    fn twin(&self) -> Box<dyn Naive> {
        Box::new(self.clone())
    }

    fn to_move(&self) -> u8 {
        self.open.to_move
    }

    fn moves(&self) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        for (from, mover) in self.open.own() {
            for direction in ORTHOGONAL {
                let step = Some(away(from, 1, direction)).filter(|to| self.open.empty(*to));
                let jump = self.jump(mover, from, direction).map(|(_, to)| to);
                moves.extend(step.into_iter().chain(jump).map(|to| name(from) + &name(to)));
            }
            // "The square it left counts as empty."
            let mut without = self.clone();
            without.open.animals.remove(&from);
            without.sweeps(mover, &[from], &mut moves);
        }
        moves
    }

    fn play(&mut self, ply: &str) {
        let before = self.open.animals.len();
        let path = squares(ply);
        let mover = self.open.animals.remove(&path[0]).expect("a mover");
        for leg in path.windows(2) {
            let middle = ((leg[0].0 + leg[1].0) / 2, (leg[0].1 + leg[1].1) / 2);
            if (leg[0].0 - leg[1].0).abs() + (leg[0].1 - leg[1].1).abs() == 2 {
                self.open.animals.remove(&middle).expect("an animal jumped over");
            }
        }
        self.open.animals.insert(path[path.len() - 1], mover);
        self.open.done(before);
    }

    fn pass(&mut self) {
        self.open.passed();
    }

    fn decided(&self) -> Option<Verdict> {
        self.open.captured(1)
    }

    fn counted(&self) -> Option<Verdict> {
        self.open.quiet()
    }

    fn board(&self) -> String {
        self.open.board()
    }
}
