//! Why a move is a good one, as far as the rules can tell: what is read off the board and off the line that follows.

use super::analyse::{is_chance, wins_at_once};
use crate::ai::Score;
use crate::rules::{Account, Move, Piece, Ply, Square, State, Terrain};

/// What speaks for a move. The words are `reason-<key>` in the locale files.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// It walks into the enemy's den.
    Den,
    /// It wins at once in another way.
    Wins,
    /// Nobody can stop a way into the den: it takes so many plies, this one and the answers included.
    Run {
        plies: u32,
    },
    /// The win is certain: it takes so many plies.
    Forced {
        plies: u32,
    },
    /// Endgame tables have it win.
    Promised,
    Takes {
        piece: Piece,
    },
    /// An enemy stood ready to walk into the den, and cannot now.
    Guards {
        piece: Piece,
    },
    /// The animal that moves could have been taken by this enemy, and cannot where it goes.
    Escapes {
        piece: Piece,
        hunter: Piece,
    },
    /// Another animal could have been taken by this enemy, and cannot now.
    Saves {
        piece: Piece,
        hunter: Piece,
    },
    /// It threatens to take this enemy.
    Attacks {
        piece: Piece,
    },
    /// It brings the animal nearer to the enemy's den.
    Nearer,
    /// Nothing on show is better than another card.
    Turns,
    /// Everything loses, and this last.
    Delays,
    /// Nothing that could be said in a word.
    Quiet,
}

/// More would not be read.
const MOST: usize = 2;
/// An enemy that could take an animal whatever else is played: after so many of the other moves, in hundredths.
const MOSTLY: usize = 66;
/// How many other moves are tried for that.
const TRIED: usize = 12;

impl Reason {
    /// The word of message keys.
    pub const fn key(self) -> &'static str {
        match self {
            Reason::Den => "den",
            Reason::Wins => "wins",
            Reason::Run { .. } => "run",
            Reason::Forced { .. } => "forced",
            Reason::Promised => "promised",
            Reason::Takes { .. } => "takes",
            Reason::Guards { .. } => "guards",
            Reason::Escapes { .. } => "escapes",
            Reason::Saves { .. } => "saves",
            Reason::Attacks { .. } => "attacks",
            Reason::Nearer => "nearer",
            Reason::Turns => "turns",
            Reason::Delays => "delays",
            Reason::Quiet => "quiet",
        }
    }
}

/// What speaks for a legal move, the weightiest first: one thing at least, two at most. `score` is what the search says of the
/// position if this is the move it plays, `line` how it expects the game to go on, beginning with the move.
pub(super) fn reasons(state: &State, mv: Move, score: Option<Score>, line: &[Move]) -> Vec<Reason> {
    if is_chance(mv) {
        return vec![Reason::Turns];
    }
    let account = state.foresee(mv);
    if wins_at_once(state, mv) {
        return vec![if account.den { Reason::Den } else { Reason::Wins }];
    }
    let next = after(state, mv);
    let mut reasons = Vec::new();
    reasons.extend(score.and_then(|score| of_score(state, score, line)));
    let taken = account.removed.iter().filter(|removed| !removed.own);
    reasons
        .extend(taken.max_by_key(|removed| removed.piece.animal as u8).map(|gone| Reason::Takes { piece: gone.piece }));
    let (now, then) = (Threats::standing(state, mv), Threats::in_turn(&next));
    reasons.extend(now.at_den.filter(|_| then.at_den.is_none()).map(|piece| Reason::Guards { piece }));
    reasons.extend(rescues(&account, &now, &then));
    if reasons.len() < MOST {
        reasons.extend(attacked(state, &next, &account).map(|piece| Reason::Attacks { piece }));
    }
    if reasons.is_empty() {
        reasons.extend(nearer(state, &account).then_some(Reason::Nearer));
    }
    if reasons.is_empty() {
        reasons.push(Reason::Quiet);
    }
    reasons.truncate(MOST);
    reasons
}

/// What a certain end says.
fn of_score(state: &State, score: Score, line: &[Move]) -> Option<Reason> {
    match score.plies_to_end() {
        Some(plies) if plies > 0 => {
            let plies = plies as u32;
            Some(if ends_in_den(state, line) { Reason::Run { plies } } else { Reason::Forced { plies } })
        }
        Some(_) => Some(Reason::Delays),
        None => (score.is_promised() && score > Score::DRAW).then_some(Reason::Promised),
    }
}

/// Whether the side to move is in the den at the end of the line, or one step from it.
fn ends_in_den(state: &State, line: &[Move]) -> bool {
    let mover = state.to_move();
    let mut state = state.clone();
    for &mv in line {
        let ours = state.to_move() == mover;
        if is_chance(mv) || !state.legal_moves().contains(&mv) {
            return false;
        }
        if ours && state.foresee(mv).den {
            return true;
        }
        state.advance(Ply { mv, revealed: None });
    }
    // What is foreseen without being searched is not in the line any more.
    let legal = state.legal_moves();
    state.to_move() == mover && legal.into_iter().any(|mv| state.foresee(mv).den)
}

/// The animals of the side that moved which were about to be taken and are not now.
fn rescues(account: &Account, now: &Threats, then: &Threats) -> Option<Reason> {
    let saved = |&&(square, piece, hunter): &&(Square, Piece, Piece)| {
        let stands = if square == account.from { account.to } else { square };
        let gone = account.removed.iter().any(|removed| removed.piece == hunter);
        let caught = then.preys.iter().any(|&(at, ..)| at == stands);
        // Taking the hunter is said already.
        (!caught && !gone).then_some((square, piece, hunter)).is_some()
    };
    let &(square, piece, hunter) = now.preys.iter().filter(saved).max_by_key(|(_, piece, _)| piece.animal as u8)?;
    Some(if square == account.from { Reason::Escapes { piece, hunter } } else { Reason::Saves { piece, hunter } })
}

/// The strongest enemy that the animal which moved could take next, and that nobody could take before.
fn attacked(state: &State, next: &State, account: &Account) -> Option<Piece> {
    let before: Vec<Square> = captures(state).map(|(square, ..)| square).collect();
    let replies: Vec<Move> = quiet_moves(next).collect();
    let mut seen: Vec<(Square, Piece, usize)> = Vec::new();
    for &reply in &replies {
        let last = after(next, reply);
        for (square, piece, _) in captures_from(&last, account.to).filter(|(square, ..)| !before.contains(square)) {
            match seen.iter_mut().find(|(known, ..)| *known == square) {
                Some((.., count)) => *count += 1,
                None => seen.push((square, piece, 1)),
            }
        }
    }
    let often = seen.into_iter().filter(|(.., count)| count * 100 >= replies.len() * MOSTLY);
    often.map(|(_, piece, _)| piece).max_by_key(|piece| piece.animal as u8)
}

/// Whether the move brings its animal nearer to the enemy's den.
fn nearer(state: &State, account: &Account) -> bool {
    let view = state.view();
    let Some(mover) = state.color_of(account.seat) else { return false };
    let den = view.squares().find(|&square| view.terrain(square) == Terrain::Den(mover.other()));
    let way = |from: Square, den: Square| from.file().abs_diff(den.file()) + from.rank().abs_diff(den.rank());
    den.is_some_and(|den| way(account.to, den) < way(account.from, den))
}

/// What the opponent is about to do.
#[derive(Default)]
struct Threats {
    /// Where an animal can be taken, which one, and by whom.
    preys: Vec<(Square, Piece, Piece)>,
    /// Who can walk into the den and win.
    at_den: Option<Piece>,
}

impl Threats {
    /// What the side to move can do.
    fn in_turn(state: &State) -> Threats {
        let dens = state.legal_moves().into_iter().map(|mv| (mv, state.foresee(mv))).filter(|(_, account)| account.den);
        let at_den = dens.filter(|&(mv, _)| wins_at_once(state, mv)).find_map(|(_, account)| account.piece);
        Threats { preys: captures(state).collect(), at_den }
    }

    /// What the opponent of the side to move can do after most of the quiet moves there are, `but` for one.
    fn standing(state: &State, but: Move) -> Threats {
        let others: Vec<Move> = quiet_moves(state).filter(|&mv| mv != but).collect();
        let mut preys: Vec<(Square, Piece, Piece, usize)> = Vec::new();
        let mut at_den: Vec<Piece> = Vec::new();
        for &mv in &others {
            let then = Threats::in_turn(&after(state, mv));
            at_den.extend(then.at_den);
            let mut squares: Vec<Square> = Vec::new();
            for (square, piece, hunter) in then.preys {
                if squares.contains(&square) || mv.goal() == square {
                    continue;
                }
                squares.push(square);
                match preys.iter_mut().find(|(known, ..)| *known == square) {
                    Some((.., count)) => *count += 1,
                    None => preys.push((square, piece, hunter, 1)),
                }
            }
        }
        let mostly = |count: usize, of: usize| of > 0 && count * 100 >= of * MOSTLY;
        let stays = |square: Square| others.iter().filter(|mv| mv.origin() != Some(square)).count();
        Threats {
            preys: preys
                .into_iter()
                .filter(|&(square, .., count)| mostly(count, stays(square)))
                .map(|(square, piece, hunter, _)| (square, piece, hunter))
                .collect(),
            at_den: at_den.last().copied().filter(|_| mostly(at_den.len(), others.len())),
        }
    }
}

/// What can be taken without being lost for it: where, what, and by whom.
fn captures(state: &State) -> impl Iterator<Item = (Square, Piece, Piece)> + '_ {
    let legal = state.legal_moves().into_iter().filter(|&mv| !is_chance(mv));
    legal.map(|mv| state.foresee(mv)).flat_map(taken_by)
}

/// The same, by what stands on a square.
fn captures_from(state: &State, from: Square) -> impl Iterator<Item = (Square, Piece, Piece)> + '_ {
    let legal = state.legal_moves().into_iter().filter(move |mv| mv.origin() == Some(from));
    legal.map(|mv| state.foresee(mv)).flat_map(taken_by)
}

fn taken_by(account: Account) -> Vec<(Square, Piece, Piece)> {
    let Some(hunter) = account.piece.filter(|_| account.removed.iter().all(|removed| !removed.own)) else {
        return Vec::new();
    };
    account.removed.iter().map(|removed| (removed.square, removed.piece, hunter)).collect()
}

/// Some of the moves that take nothing and turn nothing.
fn quiet_moves(state: &State) -> impl Iterator<Item = Move> + '_ {
    let quiet: Vec<Move> = state
        .legal_moves()
        .into_iter()
        .filter(|&mv| !is_chance(mv) && state.foresee(mv).removed.is_empty() && !state.foresee(mv).den)
        .collect();
    let step = quiet.len().div_ceil(TRIED).max(1);
    quiet.into_iter().step_by(step)
}

fn after(state: &State, mv: Move) -> State {
    let mut next = state.clone();
    next.advance(Ply { mv, revealed: None });
    next
}
