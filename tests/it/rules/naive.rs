//! A second opinion: the rules of the board again, as slowly and plainly as the rule book puts them, sharing no code with the first.

use std::collections::{BTreeMap, BTreeSet};

use doushou::rules::{Account, Setup};

/// File and rank from 0.
type Place = (i32, i32);

/// The board, with FEN's letters for the animals, and the rules in force by name.
#[derive(Clone)]
pub struct Naive {
    cells: BTreeMap<Place, char>,
    red_to_move: bool,
    options: BTreeMap<&'static str, String>,
}

impl Naive {
    pub fn new(fen: &str, setup: Setup) -> Naive {
        let mut fields = fen.split(' ');
        let mut cells = BTreeMap::new();
        for (row, rank) in fields.next().expect("a board").split('/').zip((0..9).rev()) {
            let mut file = 0;
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty as i32,
                    None => {
                        cells.insert((file, rank), letter);
                        file += 1;
                    }
                }
            }
        }
        let options = setup.options().into_iter().map(|option| (option.name, option.value.into_owned())).collect();
        Naive { cells, red_to_move: fields.next() == Some("r"), options }
    }

    /// Every move the board allows, sorted.
    pub fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for (from, to) in places().flat_map(|from| places().map(move |to| (from, to))) {
            if self.may_go(from, to) {
                moves.push(format!("{}{}", name(from), name(to)));
            }
        }
        moves.sort();
        moves
    }

    /// The board part of FEN after a move that the board allows.
    pub fn after(&self, mv: &str) -> String {
        let (from, to) = places_of(mv);
        let mut cells = self.cells.clone();
        let mover = cells.remove(&from).expect("a mover");
        let target = cells.remove(&to);
        let animals = (mover.to_ascii_uppercase(), target.map(|letter| letter.to_ascii_uppercase()));
        let outcome = match animals {
            (_, None) => "mover",
            _ if self.own_trap(to) => "mover",
            ('E', Some('R')) if self.options["ElephantRat"] == "shoved" => "shoved",
            ('E', Some('R')) | ('R', Some('E')) if self.options["ElephantRat"] == "both" => "both",
            (mover, Some(target)) if mover == target => self.options["Equal"].as_str(),
            _ => "mover",
        };
        match (outcome, target) {
            ("mover", _) => drop(cells.insert(to, mover)),
            ("stationary", Some(target)) => drop(cells.insert(to, target)),
            ("shoved", Some(target)) => drop(cells.insert(from, target)),
            _ => (),
        }
        write(&cells)
    }

    /// The same board for the other side.
    pub fn passed(&self) -> Naive {
        Naive { red_to_move: !self.red_to_move, ..self.clone() }
    }

    /// The moves that 7-3 or 17-5 forbid (rule 2.12), given the mover's own moves so far.
    pub fn banned(&self, own: &[Account]) -> Vec<String> {
        if self.options["Violations"] == "none" {
            return Vec::new();
        }
        let mut banned = self.moves();
        banned.retain(|mv| {
            let (from, to) = places_of(mv);
            let mover = self.cells[&from];
            let entered: Vec<Place> = own
                .iter()
                .rev()
                .map(|account| (account.piece.expect("known").letter(), places_of(&account.ply.to_string()).1))
                .take_while(|(letter, to)| *letter == mover && !traps(true).contains(to) && !traps(false).contains(to))
                .map(|(_, to)| to)
                .collect();
            let seven_three = entered.iter().take(7).filter(|&&square| square == to).count() >= 3 && !self.chased(from);
            let seventeen: BTreeSet<&Place> = entered.iter().take(17).collect();
            let seventeen_five = entered.len() >= 17 && seventeen.len() <= 5 && seventeen.contains(&to);
            (seven_three || seventeen_five) && !self.cells.contains_key(&to)
        });
        banned
    }

    /// Whether an enemy's move could take the animal there.
    fn chased(&self, place: Place) -> bool {
        let (enemy, animal) = (self.passed(), self.cells[&place]);
        let takes = |mv: &String| places_of(mv).1 == place && !enemy.after(mv).contains(animal);
        enemy.moves().iter().any(takes)
    }

    fn may_go(&self, from: Place, to: Place) -> bool {
        let Some(mover) = self.own(from) else { return false };
        !self.over()
            && self.own(to).is_none()
            && to != self.own_den()
            && self.can_reach(mover, from, to)
            && self.cells.get(&to).is_none_or(|target| self.can_take(mover, target.to_ascii_uppercase(), from, to))
    }

    fn can_reach(&self, mover: char, from: Place, to: Place) -> bool {
        let (files, ranks) = (to.0 - from.0, to.1 - from.1);
        if files.abs() + ranks.abs() == 1 {
            return mover == 'R' || !water(to);
        }
        let straight = (files == 0) != (ranks == 0);
        let jumps = mover == 'L' || mover == 'T' && (files == 0 || self.options["TigerJump"] == "both");
        if !straight || !jumps || water(from) || water(to) {
            return false;
        }
        let distance = files.abs() + ranks.abs();
        (1..distance).map(|n| (from.0 + files.signum() * n, from.1 + ranks.signum() * n)).all(|crossed| {
            let blocks = match self.cells.get(&crossed) {
                None => false,
                Some(_) if self.own(crossed).is_none() => true,
                Some(_) => self.options["JumpBlock"] == "any",
            };
            water(crossed) && !blocks
        })
    }

    fn can_take(&self, mover: char, target: char, from: Place, to: Place) -> bool {
        if self.options["TrappedAttack"] == "false" && traps(!self.red_to_move).contains(&from) {
            return false;
        }
        if self.own_trap(to) {
            return true;
        }
        match (mover, target) {
            ('R', 'R') => water(from) == water(to) || self.options["RatCross"] == "true",
            ('R', 'E') => !water(from),
            ('E', 'R') => !water(to) && self.options["ElephantRat"] != "never",
            (_, 'R') => !water(to),
            _ => self.strength(mover) >= self.strength(target),
        }
    }

    fn strength(&self, animal: char) -> Option<usize> {
        let order = match self.options["Order"].as_str() {
            "wolf" => "RCDWPTLE",
            "dog" => "RCWDPTLE",
            _ => "RCFDPTLE",
        };
        order.find(animal)
    }

    /// The animal in upper case if it is the mover's.
    fn own(&self, place: Place) -> Option<char> {
        let letter = self.cells.get(&place).filter(|letter| letter.is_ascii_uppercase() == self.red_to_move)?;
        Some(letter.to_ascii_uppercase())
    }

    fn own_den(&self) -> Place {
        if self.red_to_move { (3, 0) } else { (3, 8) }
    }

    fn own_trap(&self, place: Place) -> bool {
        traps(self.red_to_move).contains(&place)
    }

    fn over(&self) -> bool {
        let red = |letter: &char| letter.is_ascii_uppercase();
        self.cells.get(&(3, 8)).is_some_and(red)
            || self.cells.get(&(3, 0)).is_some_and(|letter| !red(letter))
            || !self.cells.values().any(red)
            || self.cells.values().all(red)
    }
}

fn places() -> impl Iterator<Item = Place> {
    (0..7).flat_map(|file| (0..9).map(move |rank| (file, rank)))
}

/// Where a move goes from and to.
fn places_of(mv: &str) -> (Place, Place) {
    let place = |text: &str| (i32::from(text.as_bytes()[0]) - 97, i32::from(text.as_bytes()[1]) - 49);
    (place(&mv[..2]), place(&mv[2..]))
}

fn name((file, rank): Place) -> String {
    format!("{}{}", (97 + file as u8) as char, rank + 1)
}

fn water((file, rank): Place) -> bool {
    [1, 2, 4, 5].contains(&file) && (3..=5).contains(&rank)
}

fn traps(red: bool) -> [Place; 3] {
    if red { [(2, 0), (3, 1), (4, 0)] } else { [(2, 8), (3, 7), (4, 8)] }
}

fn write(cells: &BTreeMap<Place, char>) -> String {
    let row = |rank: i32| -> String { (0..7).map(|file| cells.get(&(file, rank)).copied().unwrap_or('1')).collect() };
    let mut board = (0..9).rev().map(row).collect::<Vec<_>>().join("/");
    for empty in (2..=7).rev() {
        board = board.replace(&"1".repeat(empty), &empty.to_string());
    }
    board
}
