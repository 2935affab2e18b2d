//! Positions in FEN (rule 4.2).

use super::machine::{Condition, Model, PAUSE, number};
use super::{KINDS, Options, State, is_home};
use crate::rules::fen::{self, Reader};
use crate::rules::grid::{Grid, letters};
use crate::rules::{Animal, Bitboard, Color, FILES, FenError, Piece, RANKS, Square};

impl State {
    /// A game from a position in FEN.
    pub fn from_fen(fen: &str, options: Options) -> Result<State, FenError> {
        let mut reader = Reader::new(fen)?;
        let board = Grid::read(&mut reader, FILES, RANKS, &Animal::MACHINES);
        let turn = reader.turn();
        let mut state = State { board, turn, ..State::start(options) };
        state.hands = state.read_hands(&mut reader);
        state.read_conditions(&mut reader);
        state.control = state.read_control(&mut reader);
        state.plies = reader.plies("the plies since the placing");
        if reader.is_sound() && state.is_placing() {
            state.check_placing(&mut reader);
        }
        if reader.is_sound() && !state.is_placing() && Color::BOTH.iter().all(|&color| board.count(color) == 0) {
            reader.fault("nobody is on the board");
        }
        reader.finish(state)
    }

    /// `GMNU/gmnu`: what is to be placed.
    fn read_hands(&self, reader: &mut Reader<'_>) -> [[bool; KINDS]; 2] {
        let mut hands = [[false; KINDS]; 2];
        let Some(field) = reader.field() else {
            reader.fault("after the side to move come the machines not placed yet, such as 'AG/ag' or '-/-'");
            return hands;
        };
        let Some((red, blue)) = field.split_once('/') else {
            reader.fault(format!("the machines not placed yet are Red's, '/' and Blue's, not '{field}'"));
            return hands;
        };
        for (color, hand) in Color::BOTH.into_iter().zip([red, blue]) {
            for letter in hand.chars().filter(|_| hand != "-") {
                let piece = Piece::from_letter(letter).filter(|piece| piece.animal.is_machine());
                let Some(Piece { animal, .. }) = piece.filter(|piece| piece.color == color) else {
                    reader.fault(format!(
                        "'{letter}' is no machine that {color} could place; there are: {}",
                        letters(&Animal::MACHINES)
                    ));
                    continue;
                };
                if hands[color.index()][number(animal)] {
                    reader.fault(format!("{color} has two of {animal} to place"));
                } else if let Some(square) = self.board.find(Piece { color, animal }) {
                    reader.fault(format!("{color}'s {animal} is to be placed, and stands on {square}"));
                }
                hands[color.index()][number(animal)] = true;
            }
            if hand.is_empty() {
                reader.fault(format!("{color} has nothing to place: that is written '-'"));
            }
        }
        hands
    }

    /// `b2=5~3!,c3=4`: how the machines are doing that are not fresh.
    fn read_conditions(&mut self, reader: &mut Reader<'_>) {
        let Some(field) = reader.field() else {
            reader.fault("after the machines not placed come those that are not fresh, such as 'b2=5~3!', or '-'");
            return;
        };
        let mut told = Bitboard::EMPTY;
        for entry in field.split(',').filter(|_| field != "-") {
            let Some((square, condition)) = entry_of(entry) else {
                reader.fault(format!(
                    "'{entry}' is not how a machine is doing: write 'b2=5', with '~3' and '!' behind it"
                ));
                continue;
            };
            let Some(piece) = self.board.at(square) else {
                reader.fault(format!("'{entry}': no machine stands on {square}"));
                continue;
            };
            if told.contains(square) {
                reader.fault(format!("{square} is told of twice"));
            }
            told |= Bitboard::of(square);
            self.read_condition(reader, entry, piece, condition);
        }
    }

    fn read_condition(&mut self, reader: &mut Reader<'_>, entry: &str, piece: Piece, condition: Condition) {
        let (animal, model) = (piece.animal, Model::of(piece.animal));
        let Condition { health, pause, strengthened } = condition;
        if !(1..=model.health).contains(&health) {
            reader.fault(format!("'{entry}': the {animal} has 1 to {} hit points, not {health}", model.health));
        }
        if pause > PAUSE {
            reader.fault(format!("'{entry}': a pause is at most {PAUSE} turns, not {pause}"));
        }
        if strengthened && !model.charges() {
            match model.shield() {
                None => reader.fault(format!("'{entry}': the {animal} does not strengthen itself")),
                Some(_) if piece.color == self.turn => {
                    reader.fault(format!("'{entry}': the {animal}'s shield has ended, it is its side's turn"));
                }
                Some(_) => {}
            }
        }
        *self.condition_mut(piece) = condition;
    }

    /// Who controls which square.
    fn read_control(&self, reader: &mut Reader<'_>) -> [Bitboard; 2] {
        let mut control = [Bitboard::EMPTY; 2];
        let before = reader.faults.len();
        reader.board(FILES, RANKS, |reader, square, letter| match letter {
            'r' => control[Color::Red.index()] |= Bitboard::of(square),
            'b' => control[Color::Blue.index()] |= Bitboard::of(square),
            other => reader.fault(format!("a square is controlled by 'r' or 'b', not by '{other}'")),
        });
        if reader.faults.len() > before {
            return control;
        }
        for (square, piece) in Color::BOTH.into_iter().flat_map(|color| self.board.pieces(color)) {
            if !control[piece.color.index()].contains(square) {
                reader.fault(format!("{}'s {} stands on {square} and controls it", piece.color, piece.animal));
            }
        }
        control
    }

    /// What cannot be while machines are still to be placed.
    fn check_placing(&self, reader: &mut Reader<'_>) {
        let [red, blue] = Color::BOTH.map(|color| self.hand(color).count());
        if red + usize::from(self.turn == Color::Blue) != blue {
            reader.fault(format!("it cannot be {}'s turn with {red} and {blue} machines to place", self.turn));
        }
        for color in Color::BOTH {
            for (square, piece) in self.board.pieces(color) {
                let animal = piece.animal;
                if !is_home(color, square) {
                    reader.fault(format!("{color}'s {animal} cannot be placed on {square}"));
                }
                if self.condition(piece) != Condition::fresh(animal) {
                    reader.fault(format!("{color}'s {animal} on {square} is fresh until all are placed"));
                }
            }
            let (placed, hand) = (self.board.count(color), self.hand(color).count());
            if placed + hand != KINDS {
                reader.fault(format!(
                    "{color} has {placed} machines on the board and {hand} to place, not {KINDS} together"
                ));
            }
            if self.control[color.index()].count() as usize != placed {
                reader
                    .fault(format!("{color} controls the squares of its machines and no others until all are placed"));
            }
        }
        if self.plies > 0 {
            reader.fault("plies are counted when all machines are placed");
        }
    }

    /// The position in FEN.
    pub(super) fn written(&self) -> String {
        let hand = |color| {
            let hand: String = self.hand(color).map(Piece::letter).collect();
            if hand.is_empty() { "-".to_owned() } else { hand }
        };
        let worn = |square| {
            let piece = self.board.at(square)?;
            let Condition { health, pause, strengthened } = self.condition(piece);
            let pause = if pause > 0 { format!("~{pause}") } else { String::new() };
            let fresh = self.condition(piece) == Condition::fresh(piece.animal);
            (!fresh).then(|| format!("{square}={health}{pause}{}", if strengthened { "!" } else { "" }))
        };
        let worn: Vec<String> = self.board.squares().filter_map(worn).collect();
        let control = |square| {
            let color = Color::BOTH.into_iter().find(|color| self.control[color.index()].contains(square));
            color.map(fen::turn)
        };
        format!(
            "{} {} {}/{} {} {} {}",
            self.board.fen(),
            fen::turn(self.turn),
            hand(Color::Red),
            hand(Color::Blue),
            if worn.is_empty() { "-".to_owned() } else { worn.join(",") },
            fen::board(FILES, RANKS, control),
            self.plies
        )
    }
}

/// `b2=5~3!`: a square and how the machine on it is doing.
fn entry_of(entry: &str) -> Option<(Square, Condition)> {
    let (square, rest) = entry.split_once('=')?;
    let (rest, strengthened) = rest.strip_suffix('!').map_or((rest, false), |rest| (rest, true));
    let (health, pause) = rest.split_once('~').map_or((rest, None), |(health, pause)| (health, Some(pause)));
    let pause = pause.map_or(Some(0), |pause| number_of(pause).filter(|&pause| pause > 0))?;
    Some((square.parse().ok()?, Condition { health: number_of(health)?, pause, strengthened }))
}

/// Digits and nothing else.
fn number_of(text: &str) -> Option<u8> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}
