//! Pet (rule book, 3.3).

use super::*;

#[derive(Clone)]
pub struct Pet(Open);

/// "A weaker or equal enemy; the rat takes the elephant, the elephant not the rat."
fn takes(attacker: char, target: char) -> bool {
    match (attacker.to_ascii_uppercase(), target.to_ascii_uppercase()) {
        ('R', 'E') => true,
        ('E', 'R') => false,
        (attacker, target) => strength(target) <= strength(attacker),
    }
}

impl Pet {
    /// "An animal of its own side on a square beside it could take the attacker by these strengths."
    fn guarded(&self, square: Square, attacker: char) -> bool {
        let beside = ORTHOGONAL.map(|direction| away(square, 1, direction));
        beside.into_iter().filter_map(|square| self.0.enemy(square)).any(|guard| takes(guard, attacker))
    }

    /// "If the unbroken run of animals there is exactly three long, two of the mover's side and one enemy in any order, the
    /// enemy is removed": its square, in the line of this direction through this square.
    fn two_on_one(&self, through: Square, direction: Direction) -> Option<Square> {
        let mut first = through;
        while self.0.animals.contains_key(&away(first, -1, direction)) {
            first = away(first, -1, direction);
        }
        let line = (0..).map(|times| away(first, times, direction));
        let run: Vec<Square> = line.take_while(|square| self.0.animals.contains_key(square)).collect();
        let enemies: Vec<Square> = run.iter().copied().filter(|square| self.0.enemy(*square).is_some()).collect();
        (run.len() == 3 && enemies.len() == 1).then(|| enemies[0])
    }
}

impl Naive for Pet {
    fn start(options: &[(&str, &str)]) -> Pet {
        let mut quiet_plies = 200;
        for &(name, value) in options {
            match name {
                "QuietPlies" => quiet_plies = number(value),
                _ => panic!("pet has no option {name}"),
            }
        }
        Pet(Open::new("dwptle/2rc2/6/6/2CR2/ELTPWD", quiet_plies))
    }

    fn twin(&self) -> Box<dyn Naive> {
        Box::new(self.clone())
    }

    fn to_move(&self) -> u8 {
        self.0.to_move
    }

    fn moves(&self) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        for (from, mover) in self.0.own() {
            for to in ORTHOGONAL.map(|direction| away(from, 1, direction)) {
                let may_take = |target| takes(mover, target) && !self.guarded(to, mover);
                if self.0.empty(to) || self.0.enemy(to).is_some_and(may_take) {
                    moves.insert(name(from) + &name(to));
                }
            }
        }
        moves
    }

    fn play(&mut self, ply: &str) {
        let before = self.0.animals.len();
        let [from, to] = squares(ply)[..] else { panic!("{ply}") };
        let mover = self.0.animals.remove(&from).expect("a mover");
        self.0.animals.insert(to, mover);
        // "Both lines are looked at before anything is removed."
        for removed in [(0, 1), (1, 0)].map(|direction| self.two_on_one(to, direction)).into_iter().flatten() {
            self.0.animals.remove(&removed);
        }
        self.0.done(before);
    }

    fn pass(&mut self) {
        self.0.passed();
    }

    fn decided(&self) -> Option<Verdict> {
        self.0.captured(1)
    }

    fn counted(&self) -> Option<Verdict> {
        self.0.quiet()
    }

    fn board(&self) -> String {
        self.0.board()
    }
}
