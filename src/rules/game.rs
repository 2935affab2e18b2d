//! The one interface through which everything above `rules/` sees a game in progress.

use super::choices;
use super::illegal::{Fact, Facts, Illegal};
use super::moves::{Account, Chance, Manner, Move, MoveList, Ply};
use super::options::QuietPlies;
use super::outcome::End;
use super::piece::Piece;
use super::read::{self, ReadMoveError};
use super::seat::{Color, Orientation, Seat};
use super::square::Square;
use super::variant::Setup;
use super::view::{Choice, View};

/// A game in progress as its rules see it: a position and the history that legality depends on.
///
/// Legality is membership: a move may be played exactly when it is in [`Rules::legal_moves`]. A game says what is legal, what a
/// move does and why another one is not; playing, picking and reading are made of that for all games alike.
pub trait Rules {
    /// The rule set in force.
    fn setup(&self) -> Setup;

    /// The seat to move (also after the end: the seat that would be).
    fn to_move(&self) -> Seat;

    /// The color a seat plays, or `None` while the game has not decided it.
    fn color_of(&self, seat: Seat) -> Option<Color> {
        Some(Color::of(seat))
    }

    /// How the game ended by its own rules, or `None` while it goes on.
    fn end(&self) -> Option<End>;

    /// The legal moves; empty when the game has ended.
    fn legal_moves(&self) -> MoveList;

    /// Which rule forbids a move that is not legal.
    fn explain(&self, mv: Move) -> Illegal;

    /// What a legal move would do.
    fn foresee(&self, mv: Move) -> Account;

    /// Carries out a legal move; a flip with one of the pieces not seen yet.
    fn advance(&mut self, ply: Ply);

    /// Ends the turn with nothing done (rule 2.16): a ply like any other for counters and repetition, and no move of the side's own.
    fn pass(&mut self);

    /// The moves of which the referee draws one by lot where passing would not do: a card to turn while one lies face down.
    fn lots(&self) -> MoveList {
        self.legal_moves().into_iter().filter(|mv| matches!(mv, Move::Flip { .. })).collect()
    }

    /// What a picture or a text board needs.
    fn view(&self) -> View;

    /// The position in FEN, with the plies since the last capture.
    fn fen(&self) -> String;

    /// The position's key: equal for equal positions with the same side to move.
    fn hash(&self) -> u64;

    /// The pieces that face-down cards may turn out to be, each as likely as any other.
    fn unseen(&self) -> Vec<Piece> {
        Vec::new()
    }

    /// Moves a person may think of for what `prefix` has picked, legal or not: the forbidden ones among them are offered with
    /// their explanation.
    fn tempting(&self, prefix: &str) -> Vec<Move> {
        let _ = prefix;
        Vec::new()
    }

    /// The square a piece would go to in a direction (files to the right and ranks up, as the first seat sees it), allowed or not.
    fn toward(&self, from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
        let view = self.view();
        from.offset(files, ranks).filter(|square| square.file() < view.files && square.rank() < view.ranks)
    }

    /// Where a jump from a square would land, allowed or not, for a piece told to jump; in the order of directions.
    fn jumps(&self, from: Square) -> Vec<Square> {
        let far = |to: &Square| from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank())) > 1;
        self.tempting(&from.to_string()).into_iter().map(Move::goal).filter(far).collect()
    }

    /// Bans in force or about to come, and whatever else the side to move should know.
    fn cautions(&self) -> Vec<Caution> {
        Vec::new()
    }

    /// Why a legal move should be confirmed before it is played (it loses the game or the animal at once), if it should.
    fn hazard(&self, mv: Move) -> Option<Caution> {
        let _ = mv;
        None
    }

    /// Why a move may not be played, or `None` if it may.
    fn why_illegal(&self, mv: Move) -> Option<Illegal> {
        match mv {
            Move::Pass if self.end().is_some() => Some(Illegal::GameOver {}),
            Move::Pass => Some(Illegal::Pass {}),
            mv if self.legal_moves().contains(&mv) => None,
            mv => Some(self.explain(mv)),
        }
    }

    /// Plays a move if it is legal, and tells what happened. Chance decides what a flip turns up.
    fn play(&mut self, mv: Move, chance: Chance) -> Result<Account, Illegal> {
        // A passed turn can be replayed, but nobody chooses it.
        if mv == Move::Pass
            && let Some(why) = self.why_illegal(mv)
        {
            return Err(why);
        }
        let unseen = self.unseen();
        let revealed = match mv {
            Move::Flip { .. } if !unseen.is_empty() => unseen.get((chance.0 % unseen.len() as u64) as usize).copied(),
            _ => None,
        };
        self.replay(Ply { mv, revealed })
    }

    /// What the referee does for the side to move when its time has run out: a turn passed, or one of [`Rules::lots`] by chance.
    fn stand_in(&mut self, chance: Chance) -> Result<Account, Illegal> {
        let lots = self.lots();
        // The lower half chooses the move, the upper half what it turns up: one number, two draws.
        match lots.get(((chance.0 & 0xffff_ffff) % lots.len().max(1) as u64) as usize) {
            Some(&mv) => self.play(mv, Chance(chance.0 >> 32)),
            None => self.replay(Ply { mv: Move::Pass, revealed: None }),
        }
    }

    /// Plays again what happened before: no chance is needed. Here a pass is possible too, unless a lot would have been drawn.
    fn replay(&mut self, ply: Ply) -> Result<Account, Illegal> {
        if ply.mv == Move::Pass && self.end().is_none() && self.lots().is_empty() {
            let account = Account::plain(self.to_move(), None, ply.mv, Manner::Pass);
            self.pass();
            return Ok(account);
        }
        if let Some(why) = self.why_illegal(ply.mv) {
            return Err(why);
        }
        match (ply.mv, ply.revealed) {
            (Move::Flip { .. }, Some(piece)) if self.unseen().contains(&piece) => {}
            (Move::Flip { .. }, Some(piece)) => return Err(Illegal::SeenAlready { piece }),
            (Move::Flip { .. }, None) | (_, Some(_)) => return Err(Illegal::NotInThisGame {}),
            (_, None) => {}
        }
        let foreseen = self.foresee(ply.mv);
        self.advance(ply);
        Ok(Account { piece: foreseen.piece.or(ply.revealed), ply, ..foreseen })
    }

    /// What a picker offers after `prefix`, the part of a move's notation already chosen (empty at first):
    /// first what can move, then where to, with up to three tempting moves that a rule forbids.
    fn choices(&self, prefix: &str) -> Vec<Choice> {
        choices::after(self, prefix)
    }

    /// Reads a move as people type it (`a3a4`, `E a4`, `elephant up`, `虎跳`); directions are those of the board as shown.
    /// A move that is read but not legal is returned too: [`Rules::why_illegal`] tells why.
    fn read_move(&self, text: &str, shown: Orientation) -> Result<Move, ReadMoveError> {
        read::read_move(self, text, shown)
    }
}

/// Something players should know before they move, in the same form as a refusal: the key of its words, and the facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caution {
    /// Which sentence: one of [`Caution::KEYS`].
    pub key: &'static str,
    pub facts: Facts,
}

impl Caution {
    /// Plies left without a capture from which on players are told.
    const QUIET_WARNING: u32 = 20;

    /// `quiet-near`, after so many plies without a capture: the draw they lead to is near.
    pub fn quiet_near(quiet: u32, limit: QuietPlies) -> Option<Caution> {
        let left = limit.limit()?.checked_sub(quiet)?;
        (left <= Caution::QUIET_WARNING)
            .then(|| Caution { key: "quiet-near", facts: vec![("count", Fact::Number(left))] })
    }

    /// Every key, so that a test can see that each has its words. Their facts:
    ///
    /// * `ban-7-3`, `ban-17-5` (`piece`, `to`): the rule bars the square to the animal now.
    /// * `ban-7-3-next` (`piece`, `to`): entering the square now bars it to the animal when it comes back.
    /// * `ban-17-5-next` (`piece`, `from`): once more within its few squares, and they are all barred to the animal.
    /// * `cycle-loses`, `cycle-draws` (`piece`, `from`, `to`): the move repeats a position once too often.
    /// * `quiet-near` (`count`): plies left without a capture before the game is a draw.
    /// * `suicide` (`piece`, `target`, `to`): going onto an equal animal loses the mover.
    /// * `shoved` (`piece`, `target`, `to`): the elephant is lost and the rat takes its place.
    /// * `outmatched` (`piece`, `target`, `to`): going onto a stronger animal loses the mover.
    /// * `last-animal` (`piece`, `target`, `to`): both are removed, and it is the mover's last animal.
    /// * `steps-near` (`count`): plies left with nothing but steps before the game is a draw.
    /// * `cycle-draws-put` (`piece`, `to`): the animal put there repeats a position once too often.
    /// * `hit-back` (`piece`, `target`, `to`): the attacker is lost to the hit back.
    /// * `rounds-near` (`count`): plies left before the board is counted.
    pub const KEYS: &'static [&'static str] = &[
        "ban-7-3",
        "ban-17-5",
        "ban-7-3-next",
        "ban-17-5-next",
        "cycle-loses",
        "cycle-draws",
        "quiet-near",
        "suicide",
        "shoved",
        "outmatched",
        "last-animal",
        "steps-near",
        "cycle-draws-put",
        "hit-back",
        "rounds-near",
    ];
}
