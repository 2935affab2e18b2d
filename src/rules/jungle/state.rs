//! A game of the 7×9 family: position and history. What is legal here is legal.

use std::sync::Arc;

use super::geometry::{DENS, Ground, TRAPS};
use super::history::{Bans, History};
use super::movegen::{PackedList, PackedMove};
use super::options::Cycle;
use super::position::{Position, seat};
use super::tables::{Fight, Tables};
use super::{Options, cautions, fen, why};
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

    fn ground(&self) -> Ground {
        self.tables.options().ground
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

    /// The legal move with these squares, which its callers have checked.
    fn legal(&self, mv: Move) -> PackedMove {
        self.find(mv).expect("only legal moves are foreseen and carried out")
    }

    /// Plays a legal move.
    fn carry_out(&mut self, mv: PackedMove) {
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
        self.tables.options().quiet_plies.end(self.history.quiet())
    }

    /// Every piece that leaves the board by a legal move, the mover last.
    fn removed(&self, mv: PackedMove) -> Vec<Removed> {
        let us = self.position.turn();
        let Some(target) = self.position.strength_at(!us, mv.to()) else { return Vec::new() };
        let square = mv.to();
        let mover = Removed { square, piece: self.tables.piece(us, mv.strength()), own: true };
        let target_piece = Removed { square, piece: self.tables.piece(!us, target), own: false };
        match self.tables.fight(us, mv.strength(), target, mv.to()) {
            Fight::Takes => vec![target_piece],
            Fight::Both => vec![target_piece, mover],
            Fight::Lost | Fight::Shoved => vec![mover],
        }
    }
}

/// A step goes to a neighbor; whatever goes further jumps.
fn manner(ground: Ground, mv: PackedMove) -> Manner {
    match ground.neighbors(mv.from()).contains(mv.to()) {
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

    fn end(&self) -> Option<End> {
        self.end
    }

    fn legal_moves(&self) -> MoveList {
        self.moves().into_iter().map(Move::from).collect()
    }

    fn explain(&self, mv: Move) -> Illegal {
        why::explain(self, mv)
    }

    fn foresee(&self, mv: Move) -> Account {
        let mv = self.legal(mv);
        let us = self.position.turn();
        Account {
            ply: Ply { mv: mv.into(), revealed: None },
            seat: seat(us),
            piece: Some(self.tables.piece(us, mv.strength())),
            manner: manner(self.ground(), mv),
            from: mv.from(),
            to: mv.to(),
            removed: self.removed(mv),
            changed: Vec::new(),
            den: DENS[us.other().index()].contains(mv.to()),
        }
    }

    fn advance(&mut self, ply: Ply) {
        self.carry_out(self.legal(ply.mv));
    }

    /// Repetition is judged only where it is a draw: nobody loses by what the referee did.
    fn pass(&mut self) {
        let next = self.position.passed();
        let mover = self.position.turn();
        let draw = self.tables.options().cycle == Cycle::Draw;
        let ruling = draw.then(|| self.history.ruling(Cycle::Draw, next.hash(), mover)).flatten();
        self.history.pass(&next);
        self.position = next;
        self.end = self.adjudicate(ruling);
    }

    fn view(&self) -> View {
        let cell = |square| {
            let (color, strength) = self.position.at(square)?;
            Some(Cell {
                piece: self.tables.piece(color, strength),
                owner: color,
                strength: Some(strength.number()),
                weakened: TRAPS[color.other().index()].contains(square),
                machine: None,
            })
        };
        let limit = self.tables.options().quiet_plies.limit();
        View {
            terrain: Square::table(|square| self.ground().terrain(square)),
            cells: Square::table(cell),
            counters: vec![Counter::quiet(self.history.quiet(), limit)],
            ..View::empty(FILES, RANKS)
        }
    }

    /// One step away, or for a jumper on the bank the far bank instead of the water.
    fn tempting(&self, prefix: &str) -> Vec<Move> {
        let Ok(from) = prefix.parse::<Square>() else { return Vec::new() };
        let Some(strength) = self.position.strength_at(self.position.turn(), from) else { return Vec::new() };
        let ground = self.ground();
        let mut squares = ground.neighbors(from);
        if strength.jumper().is_some() {
            squares = squares & !ground.water();
            let jumps = ground.directions().iter().filter_map(|&direction| ground.jump(from, direction));
            jumps.for_each(|jump| squares |= jump.landing);
        }
        squares.into_iter().map(|to| Move::Go { from, to }).collect()
    }

    /// One step; for a jumper on the bank, over the water.
    fn toward(&self, from: Square, direction: (i8, i8)) -> Option<Square> {
        let step = from.offset(direction.0, direction.1)?;
        let strength = self.position.strength_at(self.position.turn(), from);
        let jumps = strength.is_some_and(|strength| strength.jumper().is_some());
        let landing = self.ground().jump(from, direction).and_then(|jump| jump.landing.into_iter().next());
        Some(landing.filter(|_| jumps).unwrap_or(step))
    }

    /// Over the water beside the square, whoever stands there.
    fn jumps(&self, from: Square) -> Vec<Square> {
        let ground = self.ground();
        let jumps = ground.directions().iter().filter_map(|&direction| ground.jump(from, direction));
        jumps.filter_map(|jump| jump.landing.into_iter().next()).collect()
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
