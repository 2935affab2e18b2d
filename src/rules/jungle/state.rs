//! A game of the 7×9 family: position and history. What is legal here is legal.

use std::sync::Arc;

use super::geometry::{self, DENS, TRAPS};
use super::history::{Bans, History};
use super::movegen::{PackedList, PackedMove};
use super::position::{Position, seat};
use super::tables::{Fight, Tables};
use super::{Options, cautions, choices, fen, read, why};
use crate::rules::*;

/// A game in progress, or at its end.
#[derive(Clone, Debug)]
pub struct State {
    tables: Arc<Tables>,
    position: Position,
    history: History,
    end: Option<End>,
}

impl State {
    /// A game from the starting position.
    pub fn start(options: Options) -> State {
        let tables = Tables::new(options);
        let position = Position::start(&tables);
        State::new(tables, position, 0)
    }

    /// A game from a position in FEN (see the module `fen` for what is accepted); history begins here.
    pub fn from_fen(fen: &str, options: Options) -> Result<State, FenError> {
        let tables = Tables::new(options);
        let (position, quiet) = fen::read(fen, &tables)?;
        Ok(State::new(tables, position, quiet))
    }

    fn new(tables: Tables, position: Position, quiet: u32) -> State {
        let history = History::new(&position, quiet);
        let mut state = State { tables: Arc::new(tables), position, history, end: None };
        state.end = state.adjudicate(None);
        state
    }

    /// The board and the side to move.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The rules in force as tables.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// What happened before.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// What 7-3 and 17-5 bar to the side to move.
    pub fn bans(&self) -> Bans {
        Bans::new(&self.position, &self.tables, self.history.run(self.position.turn()))
    }

    /// The legal moves as the search keeps them; empty when the game has ended.
    pub fn moves(&self) -> PackedList {
        if self.end.is_some() {
            return PackedList::new();
        }
        self.unbanned_moves()
    }

    /// The legal move with these squares.
    pub fn find(&self, mv: Move) -> Option<PackedMove> {
        self.moves().into_iter().find(|&legal| Move::from(legal) == mv)
    }

    /// How repetition would end the game if this legal move were played (rule 2.13).
    pub fn ruling_after(&self, mv: PackedMove) -> Option<Outcome> {
        let next = self.position.play_unchecked(&self.tables, mv);
        self.history.ruling(self.tables.options().cycle, next.hash(), self.position.turn())
    }

    fn unbanned_moves(&self) -> PackedList {
        let bans = self.bans();
        let mut moves = self.position.moves(&self.tables);
        moves.retain(|mv| !bans.forbid(*mv));
        moves
    }

    /// Plays a legal move.
    fn advance(&mut self, mv: PackedMove) {
        let next = self.position.play_unchecked(&self.tables, mv);
        let ruling = self.history.ruling(self.tables.options().cycle, next.hash(), self.position.turn());
        self.history.push(&self.position, mv, &next);
        self.position = next;
        self.end = self.adjudicate(ruling);
    }

    /// Whether the position on the board ends the game, in the order of rule 2.11; `ruling` is what repetition says.
    fn adjudicate(&self, ruling: Option<Outcome>) -> Option<End> {
        let by = |outcome, reason| Some(End { outcome, reason });
        if let Some(end) = self.position.end(&self.tables) {
            return Some(end);
        }
        if self.unbanned_moves().is_empty() {
            return by(Outcome::Win(seat(!self.position.turn())), EndReason::Violation);
        }
        if let Some(outcome) = ruling {
            return by(outcome, EndReason::Cycle);
        }
        match self.tables.options().quiet_plies.limit() {
            Some(limit) if self.history.quiet() >= limit => by(Outcome::Draw, EndReason::Quiet),
            _ => None,
        }
    }

    /// What a legal move does.
    fn account(&self, mv: PackedMove) -> Account {
        let us = self.position.turn();
        let piece = self.tables.piece(us, mv.strength());
        Account {
            ply: Ply { mv: mv.into() },
            piece,
            manner: manner(mv),
            from: mv.from(),
            to: mv.to(),
            removed: self.removed(mv).into_iter().map(|piece| (mv.to(), piece)).collect(),
            den: DENS[us.other().index()].contains(mv.to()),
        }
    }

    /// Every piece that leaves the board by a legal move, the mover last.
    pub(super) fn removed(&self, mv: PackedMove) -> Vec<Piece> {
        let us = self.position.turn();
        let Some(target) = self.position.strength_at(!us, mv.to()) else { return Vec::new() };
        let (mover, target_piece) = (self.tables.piece(us, mv.strength()), self.tables.piece(!us, target));
        match self.tables.fight(us, mv.strength(), target, mv.to()) {
            Fight::Takes => vec![target_piece],
            Fight::Both => vec![target_piece, mover],
            Fight::Lost | Fight::Shoved => vec![mover],
        }
    }
}

/// A step goes to a neighbor; whatever goes further jumps.
pub(super) fn manner(mv: PackedMove) -> Manner {
    match geometry::neighbors(mv.from()).contains(mv.to()) {
        true => Manner::Step,
        false => Manner::Jump,
    }
}

impl Rules for State {
    fn setup(&self) -> Setup {
        Setup::Jungle(*self.tables.options())
    }

    fn to_move(&self) -> Seat {
        seat(self.position.turn())
    }

    fn color_of(&self, seat: Seat) -> Option<Color> {
        Some(match seat {
            Seat::First => Color::Red,
            Seat::Second => Color::Blue,
        })
    }

    fn end(&self) -> Option<End> {
        self.end
    }

    fn legal_moves(&self) -> MoveList {
        self.moves().into_iter().map(Move::from).collect()
    }

    fn why_illegal(&self, mv: Move) -> Option<Illegal> {
        match self.find(mv) {
            Some(_) => None,
            None => Some(why::explain(self, mv)),
        }
    }

    fn play(&mut self, mv: Move, _: Chance) -> Result<Account, Illegal> {
        let legal = self.find(mv).ok_or_else(|| why::explain(self, mv))?;
        let account = self.account(legal);
        self.advance(legal);
        Ok(account)
    }

    fn replay(&mut self, ply: Ply) -> Result<Account, Illegal> {
        self.play(ply.mv, Chance(0))
    }

    fn view(&self) -> View {
        let cell = |square| {
            let (color, strength) = self.position.at(square)?;
            Some(Cell {
                piece: self.tables.piece(color, strength),
                strength: strength.number(),
                weakened: TRAPS[color.other().index()].contains(square),
            })
        };
        let limit = self.tables.options().quiet_plies.limit();
        View {
            files: FILES,
            ranks: RANKS,
            terrain: Square::table(geometry::terrain),
            cells: Square::table(cell),
            counters: vec![Counter { key: "quiet", value: self.history.quiet(), limit }],
        }
    }

    fn choices(&self, prefix: &str) -> Vec<Choice> {
        choices::after(self, prefix)
    }

    fn read_move(&self, text: &str, shown: Orientation) -> Result<Move, ReadMoveError> {
        read::read(self, text, shown)
    }

    fn cautions(&self) -> Vec<Caution> {
        cautions::before_moving(self)
    }

    fn hazard(&self, mv: Move) -> Option<Caution> {
        self.find(mv).and_then(|mv| cautions::hazard(self, mv))
    }

    fn fen(&self) -> String {
        fen::write(&self.position, &self.tables, self.history.quiet())
    }

    fn hash(&self) -> u64 {
        self.position.hash()
    }
}
