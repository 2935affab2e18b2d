//! Dalian (八零后动物棋; rule 3.2): flip with hands: what is taken or traded comes back and fights for its captor.

use super::board::{self, Cards, Lies};
use super::pieces::Pieces;
use super::{beats, explain};
use crate::rules::fen::Reader;
use crate::rules::grid::STRAIGHT;
use crate::rules::options::{self, Entry, QuietPlies, entry, words};
use crate::rules::*;

/// Occurrences of a position that make a draw.
const THIRD: usize = 3;

words! {
    /// What the leopard may fly over.
    Fly {
        /// Anything, over any distance.
        Any = "any",
        /// Exactly one square, empty or not.
        One = "one",
        /// Empty squares, over any distance.
        Clear = "clear",
    }
    /// What comes of a rat that goes onto an elephant.
    RatElephant {
        /// It takes it.
        Takes = "takes",
        /// Both go into the hand of the rat's side.
        Both = "both",
    }
}

/// The rule set in force.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    fly: Fly,
    rat_elephant: RatElephant,
    quiet_plies: QuietPlies,
}

impl options::Options for Options {
    const PRESETS: &'static [(Variant, &'static str, Options)] = &[(
        Variant::Dalian,
        "standard",
        Options { fly: Fly::Any, rat_elephant: RatElephant::Takes, quiet_plies: QuietPlies(60) },
    )];

    fn variant(&self) -> Variant {
        Variant::Dalian
    }

    fn catalogue(&self) -> &'static [Entry<Options>] {
        const {
            &[
                entry!("Fly", fly, Fly),
                entry!("RatElephant", rat_elephant, RatElephant),
                Entry { values: &["0", "20", "40", "60", "100"], ..entry!("QuietPlies", quiet_plies, QuietPlies) },
            ]
        }
    }
}

/// A game in progress, or at its end.
#[derive(Clone, Debug)]
pub struct State {
    options: Options,
    cards: Cards,
    /// By seat.
    hands: [Pieces; 2],
    /// The keys of the positions since the last flip, before which none can come back; the present one last.
    hashes: Vec<u64>,
}

impl State {
    pub fn start(options: Options) -> State {
        State::new(options, Cards::start(), [Pieces::NONE; 2])
    }

    /// A game from a position in FEN: `?R2/?e2/4/3l 2 br Pc d1 Td/- 3`.
    ///
    /// As in flip, but before the count stand the squares of the animals that belong to the side of the other color, in the
    /// board's order (`a1c3`), and the hands of the first and the second seat (`Td/-`); for both, `-` is none.
    pub fn from_fen(fen: &str, options: Options) -> Result<State, FenError> {
        let mut reader = Reader::new(fen)?;
        let mut cards = Cards::read(&mut reader);
        cards.read_borrowed(&mut reader);
        let hands = read_hands(&mut reader, cards.on_board());
        cards.read_quiet(&mut reader);
        let state = State::new(options, cards, hands);
        if reader.is_sound() && Color::BOTH.iter().all(|&color| state.owned(color) == 0) {
            reader.fault("nobody has an animal");
        }
        reader.finish(state)
    }

    fn new(options: Options, cards: Cards, hands: [Pieces; 2]) -> State {
        let mut state = State { options, cards, hands, hashes: Vec::new() };
        state.hashes.push(state.hash());
        state
    }

    fn hand(&self) -> &Pieces {
        &self.hands[self.cards.turn().index()]
    }

    /// How many animals the side of this color has, on the board and in its hand.
    fn owned(&self, color: Color) -> usize {
        let of = |seat| self.cards.color_of(seat) == Some(color);
        let hand = Seat::BOTH.into_iter().find(|&seat| of(seat)).map_or(0, |seat| self.hands[seat.index()].len());
        self.cards.count(color) + hand
    }

    /// Whether the cards and the hands allow a move, the end of the game aside.
    fn judge(&self, mv: Move) -> Result<(), Illegal> {
        match mv {
            Move::Flip { at } => self.cards.may_flip(at),
            Move::Go { from, to } => self.go(from, to),
            Move::Trade { from, to } => self.trade(from, to),
            Move::Drop { piece, at } => self.put(piece, at),
            Move::Sweep(_) | Move::Strengthen { .. } | Move::Repair { .. } | Move::Pass => {
                Err(Illegal::NotInThisGame {})
            }
        }
    }

    fn go(&self, from: Square, to: Square) -> Result<(), Illegal> {
        let piece = self.cards.mover(from)?;
        let far = self.cards.distance(piece, from, to)? > 1;
        match self.cards.at(to) {
            _ if far && piece.animal == Animal::Leopard => self.fly(piece, from, to),
            Lies::Enemy(target) if far && beats(piece.animal, target.animal) => {
                Err(Illegal::OnlyLeopardFlies { piece, target, to })
            }
            _ if far => Err(Illegal::TooFar { piece, from, to }),
            Lies::Nothing => Ok(()),
            Lies::FaceDown => Err(Illegal::FaceDown { to }),
            Lies::Own(target) => Err(Illegal::OwnPiece { piece, target, to }),
            Lies::Enemy(target) if piece.animal == target.animal => Err(Illegal::TradeInstead { piece, target, to }),
            Lies::Enemy(target) => takes(piece, target, to),
        }
    }

    /// Whether the leopard may take what lies farther away on its file or rank.
    fn fly(&self, piece: Piece, from: Square, to: Square) -> Result<(), Illegal> {
        match self.cards.at(to) {
            Lies::Nothing => return Err(Illegal::FlyToTake { piece, to }),
            Lies::FaceDown => return Err(Illegal::FaceDown { to }),
            Lies::Own(target) => return Err(Illegal::OwnPiece { piece, target, to }),
            Lies::Enemy(target) if piece.animal == target.animal => {
                return Err(Illegal::TradeBeside { piece, from, to });
            }
            Lies::Enemy(target) => takes(piece, target, to)?,
        }
        let between = Bitboard::between(from, to);
        let mut lying = between.into_iter().filter(|&square| self.cards.at(square) != Lies::Nothing);
        match (self.options.fly, lying.next()) {
            (Fly::Any, _) | (Fly::Clear, None) => Ok(()),
            (Fly::Clear, Some(square)) => Err(Illegal::FlyBlocked { piece, to, square }),
            (Fly::One, _) if between.count() == 1 => Ok(()),
            (Fly::One, _) => Err(Illegal::FlyOverOne { piece, from, to }),
        }
    }

    fn trade(&self, from: Square, to: Square) -> Result<(), Illegal> {
        let piece = self.cards.mover(from)?;
        match self.cards.at(to) {
            _ if !self.cards.has(to) => Err(Illegal::OffBoard { to }),
            _ if from == to => Err(Illegal::Stay { piece, from }),
            Lies::Nothing => Err(Illegal::EmptySquare { from: to }),
            Lies::FaceDown => Err(Illegal::FaceDown { to }),
            Lies::Own(target) => Err(Illegal::OwnPiece { piece, target, to }),
            Lies::Enemy(target) if piece.animal != target.animal => Err(Illegal::TradeEquals { piece, target, to }),
            Lies::Enemy(_) if self.cards.beside(from).all(|beside| beside != to) => {
                Err(Illegal::TradeBeside { piece, from, to })
            }
            Lies::Enemy(_) => Ok(()),
        }
    }

    fn put(&self, piece: Piece, at: Square) -> Result<(), Illegal> {
        match self.cards.at(at) {
            _ if !self.hand().contains(piece) => Err(Illegal::NotInHand { piece }),
            _ if !self.cards.has(at) => Err(Illegal::OffBoard { to: at }),
            Lies::Nothing => Ok(()),
            Lies::FaceDown => Err(Illegal::FaceDown { to: at }),
            Lies::Own(target) | Lies::Enemy(target) => Err(Illegal::Occupied { piece, target, to: at }),
        }
    }

    /// What leaves the board for the hand of the side to move, its own animal last.
    fn removed(&self, mv: Move) -> Vec<Removed> {
        let Some((from, to)) = mv.origin().map(|from| (from, mv.goal())) else { return Vec::new() };
        let (Ok(piece), Lies::Enemy(target)) = (self.cards.mover(from), self.cards.at(to)) else { return Vec::new() };
        let taken = Removed { square: to, piece: target, own: false };
        let both = self.options.rat_elephant == RatElephant::Both && piece.animal == Animal::Rat;
        match mv {
            Move::Trade { .. } => vec![taken, Removed { square: from, piece, own: true }],
            _ if both => vec![taken, Removed { square: to, piece, own: true }],
            _ => vec![taken],
        }
    }

    /// The moves of the side to move as long as the game goes on.
    fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        let on_board = self.cards.own().flat_map(|(from, piece)| self.attempts(from, piece));
        let in_hand = self.hand().iter();
        let drops = in_hand.flat_map(|piece| self.cards.squares().map(move |at| Move::Drop { piece, at }));
        self.cards.flips().chain(on_board.chain(drops).filter(|&mv| self.judge(mv).is_ok()))
    }

    /// Every move of an animal that may be allowed.
    fn attempts(&self, from: Square, piece: Piece) -> impl Iterator<Item = Move> + '_ {
        let near = self.cards.beside(from);
        let near = near.flat_map(move |to| [Move::Go { from, to }, Move::Trade { from, to }]);
        let far = far(from).filter(move |_| piece.animal == Animal::Leopard).map(move |to| Move::Go { from, to });
        near.chain(far)
    }

    /// The caution about a move that makes a draw by repetition.
    fn cycle(&self, mv: Move) -> Option<Caution> {
        let mut next = self.clone();
        next.advance(Ply { mv, revealed: None });
        next.end().filter(|end| end.reason == EndReason::Cycle)?;
        let piece = ("piece", Fact::Piece(self.foresee(mv).piece?));
        let to = ("to", Fact::Square(mv.goal()));
        Some(match mv.origin() {
            Some(from) => Caution { key: "cycle-draws", facts: vec![piece, ("from", Fact::Square(from)), to] },
            None => Caution { key: "cycle-draws-put", facts: vec![piece, to] },
        })
    }
}

/// Whether an animal takes an enemy that is not its equal.
fn takes(piece: Piece, target: Piece, to: Square) -> Result<(), Illegal> {
    match (piece.animal, target.animal) {
        (animal, weaker) if beats(animal, weaker) => Ok(()),
        (Animal::Elephant, Animal::Rat) => Err(Illegal::ElephantRat { piece, target, to }),
        _ => Err(Illegal::TooStrong { piece, target, to }),
    }
}

/// The squares of a file and a rank beyond the neighbors.
fn far(from: Square) -> impl Iterator<Item = Square> {
    let beyond =
        move |(files, ranks): (i8, i8)| (2..).map_while(move |steps| from.offset(files * steps, ranks * steps));
    STRAIGHT.into_iter().flat_map(beyond)
}

/// The field of the hands; none of their animals is elsewhere.
fn read_hands(reader: &mut Reader<'_>, elsewhere: Pieces) -> [Pieces; 2] {
    let field = reader.field().unwrap_or_default();
    let Some((first, second)) = field.split_once('/') else {
        reader.fault(format!("the hands of the two seats are divided by '/', like Td/-, not '{field}'"));
        return [Pieces::NONE; 2];
    };
    let hands = [(first, "the animals in the first hand"), (second, "the animals in the second hand")];
    let hands = hands.map(|(letters, what)| Pieces::read(reader, letters, what));
    for piece in Pieces::ALL.iter() {
        let [first, second] = hands.map(|hand| hand.contains(piece));
        if first && second || (first || second) && elsewhere.contains(piece) {
            reader.fault(format!("'{}' is in a hand and somewhere else too", piece.letter()));
        }
    }
    hands
}

impl Rules for State {
    fn setup(&self) -> Setup {
        Setup::Dalian(self.options)
    }

    fn to_move(&self) -> Seat {
        self.cards.turn()
    }

    fn color_of(&self, seat: Seat) -> Option<Color> {
        self.cards.color_of(seat)
    }

    fn end(&self) -> Option<End> {
        let blocked = || self.moves().next().is_none().then(|| self.cards.blocked());
        let cycle = || {
            let occurrences = self.hashes.iter().filter(|&known| Some(known) == self.hashes.last()).count();
            (occurrences >= THIRD).then_some(End { outcome: Outcome::Draw, reason: EndReason::Cycle })
        };
        let exhausted = || self.cards.exhausted(self.options.quiet_plies);
        self.cards.captured(|color| self.owned(color)).or_else(blocked).or_else(cycle).or_else(exhausted)
    }

    fn legal_moves(&self) -> MoveList {
        if self.end().is_some() { MoveList::new() } else { self.moves().collect() }
    }

    fn explain(&self, mv: Move) -> Illegal {
        if self.end().is_some() { Illegal::GameOver {} } else { explain(self.judge(mv), self.moves()) }
    }

    fn foresee(&self, mv: Move) -> Account {
        let at = |from| self.cards.mover(from).ok();
        let (piece, manner) = match mv {
            Move::Drop { piece, .. } => (Some(piece), Manner::Drop),
            Move::Trade { from, .. } => (at(from), Manner::Trade),
            Move::Go { from, to } if self.cards.beside(from).all(|beside| beside != to) => (at(from), Manner::Leap),
            _ => mv.origin().map_or((None, Manner::Flip), |from| (at(from), Manner::Step)),
        };
        Account { removed: self.removed(mv), ..Account::plain(self.to_move(), piece, mv, manner) }
    }

    /// Of a flip without its card, which a search may look past, the turn alone is known.
    fn advance(&mut self, ply: Ply) {
        let removed = self.removed(ply.mv);
        for gone in removed.iter().filter(|gone| !gone.own) {
            self.cards.lift(gone.square);
        }
        let hand = &mut self.hands[self.cards.turn().index()];
        removed.iter().for_each(|gone| hand.insert(gone.piece));
        match ply.mv {
            Move::Drop { piece, at } => {
                hand.remove(piece);
                self.cards.lay(at, piece);
            }
            mv => {
                let mover = mv.origin().and_then(|from| self.cards.lift(from));
                if let Some(piece) = mover.filter(|_| !removed.iter().any(|gone| gone.own)) {
                    self.cards.lay(mv.goal(), piece);
                }
            }
        }
        if let Some(piece) = ply.revealed {
            self.cards.turn_up(ply.mv.goal(), piece);
            self.hashes.clear();
        }
        self.cards.pass(matches!(ply.mv, Move::Go { .. }) && removed.is_empty());
        self.hashes.push(self.hash());
    }

    fn pass(&mut self) {
        self.cards.pass(true);
        self.hashes.push(self.hash());
    }

    fn view(&self) -> View {
        let hand = |hand: Pieces| {
            let mut pieces: Vec<Piece> = hand.iter().collect();
            pieces.sort_by_key(|piece| std::cmp::Reverse(piece.animal));
            pieces
        };
        let view = self.cards.view(self.options.quiet_plies, |color| self.owned(color));
        View { hands: Some(self.hands.map(hand)), ..view }
    }

    fn fen(&self) -> String {
        let [first, second] = self.hands.map(Pieces::fen);
        format!("{} {} {first}/{second} {}", self.cards.fen(), self.cards.fen_borrowed(), self.cards.quiet())
    }

    fn hash(&self) -> u64 {
        let [first, second] = self.hands.map(Pieces::bits);
        self.cards.hash() ^ board::key(5, first << 16 | second)
    }

    fn unseen(&self) -> Vec<Piece> {
        self.cards.unseen().iter().collect()
    }

    /// Every face-up neighbor that is not there to be traded; for the leopard every enemy on its file and rank too.
    fn tempting(&self, prefix: &str) -> Vec<Move> {
        let Ok(from) = prefix.parse() else { return Vec::new() };
        let Ok(piece) = self.cards.mover(from) else { return Vec::new() };
        let near = self
            .cards
            .beside(from)
            .filter(|&to| self.cards.at(to) != Lies::FaceDown && self.judge(Move::Trade { from, to }).is_err());
        let enemies =
            far(from).filter(|&to| piece.animal == Animal::Leopard && matches!(self.cards.at(to), Lies::Enemy(_)));
        near.chain(enemies).map(|to| Move::Go { from, to }).collect()
    }

    fn cautions(&self) -> Vec<Caution> {
        let known = self.legal_moves().into_iter().filter(|mv| !matches!(mv, Move::Flip { .. }));
        let steps = self.cards.caution(self.options.quiet_plies).filter(|_| self.end().is_none());
        known.filter_map(|mv| self.cycle(mv)).chain(steps).collect()
    }
}
