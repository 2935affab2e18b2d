//! Mecha (rule book, 3.7).

use super::*;

/// Letter, hit points, attack, defense.
const MACHINES: [(char, i32, i32, i32); 5] =
    [('A', 6, 4, 1), ('G', 10, 2, 2), ('M', 6, 1, 1), ('N', 5, 3, 0), ('U', 7, 3, 2)];

#[derive(Clone)]
struct Machine {
    /// Upper case is Red's.
    letter: char,
    hit_points: i32,
    /// The turn of its side in which it last used its skill.
    used: Option<u32>,
    /// "Its next attack does twice the damage."
    doubled: bool,
    /// What its skill adds to its defense "until the next turn of its side begins".
    raised: i32,
}

impl Machine {
    fn table(&self) -> (char, i32, i32, i32) {
        MACHINES.into_iter().find(|row| row.0 == self.letter.to_ascii_uppercase()).expect("a kind of machine")
    }

    /// "Attack − defense hit points, at least 1."
    fn damage(&self, target: &Machine) -> i32 {
        (self.table().2 - target.table().3 - target.raised).max(1)
    }

    fn lacks(&self) -> bool {
        self.hit_points < self.table().1
    }
}

#[derive(Clone)]
pub struct Mecha {
    machines: BTreeMap<Square, Machine>,
    /// The machines not placed, by seat.
    waiting: [BTreeSet<char>; 2],
    /// The side whose machine stood on a square last.
    control: BTreeMap<Square, u8>,
    to_move: u8,
    /// The number of turns each side has had.
    turns: [u32; 2],
    /// Plies since the placing.
    plies: u32,
}

impl Mecha {
    fn placing(&self) -> bool {
        self.waiting.iter().any(|waiting| !waiting.is_empty())
    }

    fn empty(&self, square: Square) -> bool {
        (0..7).contains(&square.0) && (0..9).contains(&square.1) && !self.machines.contains_key(&square)
    }

    fn count(&self, of: u8) -> usize {
        self.machines.values().filter(|machine| seat(machine.letter) == of).count()
    }

    fn controlled(&self, by: u8) -> usize {
        self.control.values().filter(|side| **side == by).count()
    }

    /// The turn of the side to move is over.
    fn end_turn(&mut self) {
        self.turns[self.to_move as usize] += 1;
        self.to_move = 1 - self.to_move;
        // The next turn of the other side begins.
        for machine in self.machines.values_mut().filter(|machine| seat(machine.letter) == self.to_move) {
            machine.raised = 0;
        }
    }

    /// A machine comes to stand here.
    fn stand(&mut self, square: Square, machine: Machine) {
        self.control.insert(square, seat(machine.letter));
        self.machines.insert(square, machine);
    }

    /// The skills this machine may use now.
    fn skills(&self, from: Square, machine: &Machine) -> Vec<String> {
        // "In the three turns of its side after the one in which it was used, the same machine has no skill."
        let turn = self.turns[self.to_move as usize];
        if machine.used.is_some_and(|used| turn <= used + 3) {
            return Vec::new();
        }
        let here = name(from);
        let beside = ORTHOGONAL.map(|direction| away(from, 1, direction));
        let own = |square: &Square| self.machines.get(square).filter(|other| seat(other.letter) == self.to_move);
        let heal = |squares: &[Square]| {
            let lacking = squares.iter().filter(|square| own(square).is_some_and(Machine::lacks));
            lacking.map(|square| format!("{here}+{}", name(*square))).collect::<Vec<_>>()
        };
        match machine.letter.to_ascii_uppercase() {
            'A' if machine.doubled => Vec::new(),
            'A' | 'G' => vec![format!("{here}!")],
            'M' => heal(&beside),
            'N' => {
                let over = beside.into_iter().filter(|over| self.empty(*over));
                let to = over.flat_map(|over| ORTHOGONAL.map(|direction| away(over, 1, direction)));
                to.filter(|to| self.empty(*to)).map(|to| here.clone() + &name(to)).collect()
            }
            'U' => [vec![format!("{here}!")], heal(&beside), heal(&[from])].concat(),
            other => panic!("no machine {other}"),
        }
    }

    fn attack(&mut self, from: Square, to: Square) {
        let mut attacker = self.machines.remove(&from).expect("an attacker");
        let mut target = self.machines.remove(&to).expect("a machine attacked");
        target.hit_points -= attacker.damage(&target) * if attacker.doubled { 2 } else { 1 };
        attacker.doubled = false;
        if target.hit_points <= 0 {
            self.stand(to, attacker);
            return;
        }
        // "Else it hits back once in the same way, and the attacker stays where it was."
        attacker.hit_points -= target.damage(&attacker);
        self.machines.insert(to, target);
        if attacker.hit_points > 0 {
            self.machines.insert(from, attacker);
        }
    }
}

impl Naive for Mecha {
    fn start(options: &[(&str, &str)]) -> Mecha {
        assert!(options.is_empty(), "mecha has no options: {options:?}");
        let waiting = ["AGMNU", "agmnu"].map(|letters| letters.chars().collect());
        let (machines, control) = (BTreeMap::new(), BTreeMap::new());
        Mecha { machines, waiting, control, to_move: 0, turns: [0, 0], plies: 0 }
    }

    fn twin(&self) -> Box<dyn Naive> {
        Box::new(self.clone())
    }

    fn to_move(&self) -> u8 {
        self.to_move
    }

    fn moves(&self) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        if self.placing() {
            let ranks = if self.to_move == 0 { [0, 1] } else { [8, 7] };
            let squares = ranks.into_iter().flat_map(|rank| (0..7).map(move |file| (file, rank)));
            for square in squares.filter(|square| self.empty(*square)) {
                let waiting = &self.waiting[self.to_move as usize];
                moves.extend(waiting.iter().map(|letter| format!("{letter}@{}", name(square))));
            }
            return moves;
        }
        for (from, machine) in self.machines.iter().filter(|(_, machine)| seat(machine.letter) == self.to_move) {
            for to in ORTHOGONAL.map(|direction| away(*from, 1, direction)) {
                let enemy = self.machines.get(&to).is_some_and(|other| seat(other.letter) != self.to_move);
                if self.empty(to) || enemy {
                    moves.insert(name(*from) + &name(to));
                }
            }
            moves.extend(self.skills(*from, machine));
        }
        moves
    }

    fn play(&mut self, ply: &str) {
        let placing = self.placing();
        let turn = self.turns[self.to_move as usize];
        if let Some((letter, square)) = ply.split_once('@') {
            let letter = letter.parse().expect("one letter");
            assert!(self.waiting[self.to_move as usize].remove(&letter), "{letter} has been placed");
            let mut machine = Machine { letter, hit_points: 0, used: None, doubled: false, raised: 0 };
            machine.hit_points = machine.table().1;
            self.stand(squares(square)[0], machine);
        } else {
            let named = squares(ply);
            let from = named[0];
            let kind = self.machines[&from].letter.to_ascii_uppercase();
            let beside = |to: Square| (from.0 - to.0).abs() + (from.1 - to.1).abs() == 1;
            if ply.ends_with('!') {
                let machine = self.machines.get_mut(&from).expect("a machine");
                machine.used = Some(turn);
                match kind {
                    'A' => machine.doubled = true,
                    'G' => machine.raised = 2,
                    'U' => machine.raised = 1,
                    other => panic!("{other} has no such skill"),
                }
            } else if ply.contains('+') {
                self.machines.get_mut(&from).expect("a machine").used = Some(turn);
                let healed = self.machines.get_mut(&named[1]).expect("a machine to heal");
                healed.hit_points = (healed.hit_points + if kind == 'M' { 3 } else { 1 }).min(healed.table().1);
            } else if self.machines.contains_key(&named[1]) {
                self.attack(from, named[1]);
            } else {
                let mut machine = self.machines.remove(&from).expect("a machine");
                if !beside(named[1]) {
                    machine.used = Some(turn);
                }
                self.stand(named[1], machine);
            }
        }
        if placing {
            self.end_turn();
        } else {
            self.pass();
        }
    }

    fn pass(&mut self) {
        self.plies += 1;
        self.end_turn();
    }

    fn decided(&self) -> Option<Verdict> {
        if self.placing() {
            return None;
        }
        verdict(self.count(0) == 0, self.count(1) == 0, "captured")
            .or_else(|| verdict(self.controlled(1) >= 32, self.controlled(0) >= 32, "territory"))
    }

    fn counted(&self) -> Option<Verdict> {
        let [first, second] = [0, 1].map(|seat| (self.count(seat), self.controlled(seat)));
        // "The side with more machines wins, else the one with more squares, else draw."
        (self.plies >= 120).then(|| match first.cmp(&second) {
            std::cmp::Ordering::Greater => (Some(0), "rounds"),
            std::cmp::Ordering::Less => (Some(1), "rounds"),
            std::cmp::Ordering::Equal => (None, "rounds"),
        })
    }

    fn board(&self) -> String {
        board_text(7, 9, |square| self.machines.get(&square).map(|machine| machine.letter))
    }
}
