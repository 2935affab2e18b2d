//! Flip (动物棋; rule 3.1): sixteen cards face down; turn one, step, or take.

use super::board::{Cards, Lies};
use super::{beats, explain};
use crate::rules::fen::Reader;
use crate::rules::options::{self, Entry, QuietPlies, entry, words};
use crate::rules::*;

words! {
    /// What comes of an animal that goes onto its equal.
    Equal {
        /// Both are removed.
        Both = "both",
        /// The mover takes.
        Mover = "mover",
        /// It may not.
        None = "none",
    }
}

/// The rule set in force.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    equal: Equal,
    quiet_plies: QuietPlies,
}

impl options::Options for Options {
    const PRESETS: &'static [(Variant, &'static str, Options)] =
        &[(Variant::Flip, "standard", Options { equal: Equal::Both, quiet_plies: QuietPlies(40) })];

    fn variant(&self) -> Variant {
        Variant::Flip
    }

    fn catalogue(&self) -> &'static [Entry<Options>] {
        const {
            &[
                entry!("Equal", equal, Equal),
                Entry { values: &["0", "20", "40", "60", "100"], ..entry!("QuietPlies", quiet_plies, QuietPlies) },
            ]
        }
    }
}

/// A game in progress, or at its end.
#[derive(Copy, Clone, Debug)]
pub struct State {
    options: Options,
    cards: Cards,
}

/// What an allowed move onto an enemy does.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Fight {
    Takes,
    /// Both are removed.
    Both,
}

impl State {
    pub fn start(options: Options) -> State {
        State { options, cards: Cards::start() }
    }

    /// A game from a position in FEN: `?R2/?e2/4/4 2 br Tc 3`.
    ///
    /// The board, `?` for a face-down card; the seat to move; the colors of the first and the second seat, `-` before the first
    /// flip; the animals not seen yet, `-` if there are none; the plies since a card was turned or taken. Animals may be missing:
    /// they have been taken.
    pub fn from_fen(fen: &str, options: Options) -> Result<State, FenError> {
        let mut reader = Reader::new(fen)?;
        let mut cards = Cards::read(&mut reader);
        cards.read_quiet(&mut reader);
        if reader.is_sound() && cards.on_board().is_empty() && options.equal != Equal::Both {
            reader.fault("nobody is on the board");
        }
        reader.finish(State { options, cards })
    }

    /// Whether the cards allow a move, the end of the game aside.
    fn judge(&self, mv: Move) -> Result<(), Illegal> {
        match mv {
            Move::Flip { at } => self.cards.may_flip(at),
            Move::Go { from, to } => self.go(from, to),
            Move::Sweep(_)
            | Move::Drop { .. }
            | Move::Trade { .. }
            | Move::Strengthen { .. }
            | Move::Repair { .. }
            | Move::Pass => Err(Illegal::NotInThisGame {}),
        }
    }

    fn go(&self, from: Square, to: Square) -> Result<(), Illegal> {
        let piece = self.cards.mover(from)?;
        if self.cards.distance(piece, from, to)? > 1 {
            return Err(Illegal::TooFar { piece, from, to });
        }
        match self.cards.at(to) {
            Lies::Nothing => Ok(()),
            Lies::FaceDown => Err(Illegal::FaceDown { to }),
            Lies::Own(target) => Err(Illegal::OwnPiece { piece, target, to }),
            Lies::Enemy(target) => self.fight(piece, target, to).map(|_| ()),
        }
    }

    /// What comes of an animal that goes onto an enemy on this square.
    fn fight(&self, piece: Piece, target: Piece, to: Square) -> Result<Fight, Illegal> {
        match (piece.animal, target.animal) {
            (animal, equal) if animal == equal => match self.options.equal {
                Equal::Both => Ok(Fight::Both),
                Equal::Mover => Ok(Fight::Takes),
                Equal::None => Err(Illegal::Equal { piece, target, to }),
            },
            (animal, weaker) if beats(animal, weaker) => Ok(Fight::Takes),
            (Animal::Elephant, Animal::Rat) => Err(Illegal::ElephantRat { piece, target, to }),
            _ => Err(Illegal::TooStrong { piece, target, to }),
        }
    }

    /// What leaves the board if the animal on `from` goes to `to`, the mover last.
    fn removed(&self, from: Square, to: Square) -> Vec<Removed> {
        let (Ok(piece), Lies::Enemy(target)) = (self.cards.mover(from), self.cards.at(to)) else { return Vec::new() };
        let taken = Removed { square: to, piece: target, own: false };
        match self.fight(piece, target, to) {
            Ok(Fight::Both) => vec![taken, Removed { square: to, piece, own: true }],
            Ok(Fight::Takes) => vec![taken],
            Err(_) => Vec::new(),
        }
    }

    /// The moves of the side to move as long as the game goes on.
    fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        let steps = self.cards.own().flat_map(|(from, _)| self.cards.beside(from).map(move |to| Move::Go { from, to }));
        self.cards.flips().chain(steps.filter(|&mv| self.judge(mv).is_ok()))
    }
}

impl Rules for State {
    fn setup(&self) -> Setup {
        Setup::Flip(self.options)
    }

    fn to_move(&self) -> Seat {
        self.cards.turn()
    }

    fn color_of(&self, seat: Seat) -> Option<Color> {
        self.cards.color_of(seat)
    }

    fn end(&self) -> Option<End> {
        let blocked = || self.moves().next().is_none().then(|| self.cards.blocked());
        let exhausted = || self.cards.exhausted(self.options.quiet_plies);
        self.cards.captured(|color| self.cards.count(color)).or_else(blocked).or_else(exhausted)
    }

    fn legal_moves(&self) -> MoveList {
        if self.end().is_some() { MoveList::new() } else { self.moves().collect() }
    }

    fn explain(&self, mv: Move) -> Illegal {
        if self.end().is_some() { Illegal::GameOver {} } else { explain(self.judge(mv), self.moves()) }
    }

    fn foresee(&self, mv: Move) -> Account {
        match mv.origin() {
            None => Account::plain(self.to_move(), None, mv, Manner::Flip),
            Some(from) => Account {
                removed: self.removed(from, mv.goal()),
                ..Account::plain(self.to_move(), self.cards.mover(from).ok(), mv, Manner::Step)
            },
        }
    }

    /// Of a flip without its card, which a search may look past, the turn alone is known.
    fn advance(&mut self, ply: Ply) {
        let (Some(from), to) = (ply.mv.origin(), ply.mv.goal()) else {
            if let Some(piece) = ply.revealed {
                self.cards.turn_up(ply.mv.goal(), piece);
            }
            return self.cards.pass(false);
        };
        let removed = self.removed(from, to);
        for gone in &removed {
            self.cards.lift(gone.square);
        }
        if let Some(piece) = self.cards.lift(from)
            && !removed.iter().any(|gone| gone.own)
        {
            self.cards.lay(to, piece);
        }
        self.cards.pass(removed.is_empty());
    }

    fn pass(&mut self) {
        self.cards.pass(true);
    }

    fn view(&self) -> View {
        self.cards.view(self.options.quiet_plies, |color| self.cards.count(color))
    }

    fn fen(&self) -> String {
        format!("{} {}", self.cards.fen(), self.cards.quiet())
    }

    fn hash(&self) -> u64 {
        self.cards.hash()
    }

    fn unseen(&self) -> Vec<Piece> {
        self.cards.unseen().iter().collect()
    }

    /// Every face-up neighbor: a card's back tells by itself that nobody goes there.
    fn tempting(&self, prefix: &str) -> Vec<Move> {
        let Ok(from) = prefix.parse() else { return Vec::new() };
        let near = self.cards.beside(from).filter(|&to| self.cards.at(to) != Lies::FaceDown);
        near.map(|to| Move::Go { from, to }).collect()
    }

    fn cautions(&self) -> Vec<Caution> {
        let caution = self.cards.caution(self.options.quiet_plies);
        caution.into_iter().filter(|_| self.end().is_none()).collect()
    }

    fn hazard(&self, mv: Move) -> Option<Caution> {
        let Move::Go { from, to } = mv else { return None };
        let us = self.cards.us()?;
        let [taken, mover] = self.removed(from, to)[..] else { return None };
        let leaves_nobody = self.cards.count(us) == 1 && self.cards.count(us.other()) > 1;
        let piece = |name, piece| (name, Fact::Piece(piece));
        let facts = vec![piece("piece", mover.piece), piece("target", taken.piece), ("to", Fact::Square(to))];
        leaves_nobody.then_some(Caution { key: "last-animal", facts })
    }
}
