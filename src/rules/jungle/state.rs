//! A game of the 7×9 family: position and history.

use super::Options;
use crate::rules::*;

#[derive(Clone, Debug)]
pub struct State {
    options: Options,
}

impl State {
    pub fn start(options: Options) -> State {
        State { options }
    }

    pub fn from_fen(fen: &str, options: Options) -> Result<State, FenError> {
        let _ = (fen, options);
        todo!()
    }
}

impl Rules for State {
    fn setup(&self) -> Setup {
        Setup::Jungle(self.options)
    }
    fn to_move(&self) -> Seat {
        todo!()
    }
    fn color_of(&self, _: Seat) -> Option<Color> {
        todo!()
    }
    fn end(&self) -> Option<End> {
        todo!()
    }
    fn legal_moves(&self) -> MoveList {
        todo!()
    }
    fn why_illegal(&self, _: Move) -> Option<Illegal> {
        todo!()
    }
    fn play(&mut self, _: Move, _: Chance) -> Result<Account, Illegal> {
        todo!()
    }
    fn replay(&mut self, _: Ply) -> Result<Account, Illegal> {
        todo!()
    }
    fn view(&self) -> View {
        todo!()
    }
    fn choices(&self, _: &str) -> Vec<Choice> {
        todo!()
    }
    fn read_move(&self, _: &str, _: Orientation) -> Result<Move, ReadMoveError> {
        todo!()
    }
    fn cautions(&self) -> Vec<Caution> {
        todo!()
    }
    fn hazard(&self, _: Move) -> Option<Caution> {
        todo!()
    }
    fn fen(&self) -> String {
        todo!()
    }
    fn hash(&self) -> u64 {
        todo!()
    }
}
