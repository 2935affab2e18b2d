//! Pairs of people who play one game after the other in the emulator's chats, by pressing buttons: the load of
//! `doushou bench chat`, and of the test that kills the bot while they play.

use crate::chat::{Press, TableAct};
use crate::emulator::world::World;
use crate::emulator::world::act::{Act, ButtonName};
use crate::emulator::world::message::Author;
use crate::referee::GameId;
use crate::rules::{Chance, Dice, Move, Seat, Setup, State};

/// Two people and the chat in which they play.
#[derive(Debug)]
pub struct Pair {
    pub chat: i64,
    people: [i64; 2],
    dice: Dice,
    /// Whether they play on to the end; else they avoid it as long as they can.
    to_the_end: bool,
    step: Step,
}

/// A game as the two believe it to be: everything they have pressed counts as played.
#[derive(Clone, Debug)]
pub struct Played {
    pub id: GameId,
    pub moves: Vec<Move>,
    state: State,
}

#[derive(Clone, Debug)]
enum Step {
    /// The next thing is a challenge, and the board of this table is of the past.
    Rest {
        last: Option<GameId>,
    },
    Challenged {
        last: Option<GameId>,
    },
    Joined {
        id: GameId,
    },
    Playing(Box<Played>),
}

impl Pair {
    /// `seed` decides what they play.
    pub fn new(chat: i64, people: [i64; 2], seed: u64, to_the_end: bool) -> Pair {
        Pair { chat, people, dice: Dice(seed), to_the_end, step: Step::Rest { last: None } }
    }

    /// The game they are in.
    pub fn game(&self) -> Option<&Played> {
        match &self.step {
            Step::Playing(played) => Some(played),
            Step::Rest { .. } | Step::Challenged { .. } | Step::Joined { .. } => None,
        }
    }

    /// Whether the newest board shows everything they have done.
    pub fn is_shown(&self, world: &World) -> bool {
        let shown = newest(world, self.chat);
        match &self.step {
            Step::Rest { .. } => true,
            Step::Challenged { last } => shown.is_some_and(|board| Some(board.id) != *last),
            Step::Joined { id } => shown.is_some_and(|board| board.id == *id && board.can_play),
            Step::Playing(played) => {
                shown.is_some_and(|board| board.id == played.id && board.turn as usize >= played.moves.len())
            }
        }
    }

    /// What they do next, seeing this: nothing while the newest board is behind them.
    pub fn next(&mut self, world: &World) -> Option<Act> {
        let shown = newest(world, self.chat);
        match self.step.clone() {
            Step::Rest { last } => {
                self.step = Step::Challenged { last };
                Some(Act::Say {
                    person: self.people[0],
                    chat: self.chat,
                    text: "/challenge red".to_owned(),
                    reply_to: None,
                    topic: None,
                    channel: None,
                    automatic: false,
                })
            }
            Step::Challenged { last } => {
                let card = shown.filter(|board| Some(board.id) != last && board.join.is_some())?;
                self.step = Step::Joined { id: card.id };
                Some(self.press(1, card.message, card.join?))
            }
            Step::Joined { id } => {
                shown.filter(|board| board.id == id && board.can_play)?;
                let played = Played { id, moves: Vec::new(), state: Setup::default().start() };
                self.step = Step::Playing(Box::new(played));
                self.next(world)
            }
            Step::Playing(played) => {
                let board = shown.filter(|board| board.id == played.id)?;
                if board.turn as usize != played.moves.len() {
                    return None;
                }
                if played.state.end().is_some() {
                    self.step = Step::Rest { last: Some(played.id) };
                    return self.next(world);
                }
                self.play(*played, &board)
            }
        }
    }

    fn play(&mut self, mut played: Played, board: &Board) -> Option<Act> {
        let legal = played.state.legal_moves();
        let from = usize::try_from(self.dice.roll()).unwrap_or_default() % legal.len().max(1);
        // Everything from a random one on, and around.
        let mut moves = legal.iter().cycle().skip(from).take(legal.len()).map(|&mv| {
            let mut after = played.state.clone();
            let legal = after.play(mv, Chance(0)).is_ok();
            (mv, after, legal)
        });
        let goes_on = |(_, after, legal): &(Move, State, bool)| *legal && after.end().is_none();
        let found = if self.to_the_end { moves.next() } else { moves.find(goes_on) };
        let (mv, after, _) = match found {
            Some(found) => found,
            None => {
                let mv = *legal.first()?;
                let mut after = played.state.clone();
                after.play(mv, Chance(0)).ok()?;
                (mv, after, true)
            }
        };
        let turn = u32::try_from(played.moves.len()).ok()?;
        // A move that loses at once would be asked about.
        let press = Press::Table { id: played.id, turn, act: TableAct::Play { mv, sure: true } };
        let who = match played.state.to_move() {
            Seat::First => 0,
            Seat::Second => 1,
        };
        played.moves.push(mv);
        played.state = after;
        self.step = Step::Playing(Box::new(played));
        Some(self.press(who, board.message, press.to_string()))
    }

    fn press(&self, who: usize, message: i64, data: String) -> Act {
        let (person, chat) = (self.people[who], self.chat);
        // The board shows the animals to choose from; whoever knows the move presses it at once.
        Act::Press { person, chat, message, button: ButtonName::Forged(data), inaccessible: false }
    }
}

/// What the newest message with a table's buttons shows.
struct Board {
    message: i64,
    id: GameId,
    turn: u32,
    /// The data of the button that joins.
    join: Option<String>,
    can_play: bool,
}

fn newest(world: &World, chat: i64) -> Option<Board> {
    let messages = world.chats.get(&chat)?.messages.values().rev();
    messages.filter(|message| message.author == Author::Bot).find_map(|message| {
        let mut board: Option<Board> = None;
        for button in message.keyboard.iter().flatten() {
            let Some(data) = button["callback_data"].as_str() else { continue };
            let Ok(Press::Table { id, turn, act }) = data.parse() else { continue };
            let board = board.get_or_insert(Board { message: message.id, id, turn, join: None, can_play: false });
            match act {
                TableAct::Join => board.join = Some(data.to_owned()),
                TableAct::OfferDraw | TableAct::OfferRematch | TableAct::Pick { .. } => {
                    (board.can_play, board.turn) = (true, turn);
                }
                _ => {}
            }
        }
        board
    })
}
