//! What a game does to those who played it, and the lines that say so.

use super::rating::{Rating, rate};
use super::score::{Why, score};
use super::tally::Verdict;
use super::{GameId, Player, Stakes};
use crate::people::{ChatId, PersonId, Time};
use crate::rules::{End, EndReason, Seat, Variant};

/// At most so many games of the same two people are rated within a day.
pub const RATED_GAMES_PER_PAIR: usize = 5;
/// A day, in milliseconds: the last 24 hours, wherever the players live.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// A game that has come to a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    pub game: GameId,
    pub chat: ChatId,
    /// A family of its own for ratings; the presets of a variant belong together.
    pub variant: Variant,
    pub players: [Player; 2],
    pub end: End,
    /// Plies on the board; what was taken back is not among them.
    pub plies: usize,
    /// When it ended.
    pub at: Time,
    pub stakes: Stakes,
    /// It belongs to a tournament: a short game scores too.
    pub tournament: bool,
}

/// What is kept of one person in one chat, and of their rating everywhere, for the variant played.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// After the hall's rules, in this chat, over all variants.
    pub points: i32,
    /// In this chat.
    pub here: Rating,
    /// Over all chats.
    pub everywhere: Rating,
}

/// One game in the ledger of one of its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub person: PersonId,
    pub game: GameId,
    pub chat: ChatId,
    /// When the game ended.
    pub at: Time,
    pub variant: Variant,
    /// The seat they had; [`Seat::First`] opens.
    pub seat: Seat,
    pub opponent: Player,
    pub verdict: Verdict,
    pub reason: EndReason,
    pub plies: u32,
    /// `None`: this game was not played for points.
    pub points: Option<Points>,
    pub rating: Result<RatingChange, Unrated>,
}

/// How points moved.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Points {
    pub why: Why,
    /// What they came to.
    pub total: i32,
}

/// How ratings moved, in points as people see them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct RatingChange {
    /// In the chat of the game, before and after.
    pub here: [i32; 2],
    /// Over all chats, before and after.
    pub everywhere: [i32; 2],
    /// Rated games in this chat, with this one.
    pub games: u32,
}

/// Why a game moved no rating.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Unrated {
    /// It was not played for ratings.
    Friendly,
    /// The AI has no rating.
    Ai,
    /// The same two people have played enough rated games within a day.
    Enough,
}

/// A line, and what the account has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Booking {
    pub line: Line,
    pub account: Account,
}

impl Played {
    /// Both players, if both are people.
    pub fn pair(&self) -> Option<[PersonId; 2]> {
        match self.players {
            [Player::Person(first), Player::Person(second)] => Some([first, second]),
            _ => None,
        }
    }

    /// The moment from which on games of the same pair count for [`RATED_GAMES_PER_PAIR`].
    pub const fn day_began(&self) -> Time {
        self.at.plus(-DAY)
    }
}

/// Books a game: what it does to the accounts of both seats as they were before, `None` where the AI sat. `rated_lately` is how
/// many rated games this pair has played since [`Played::day_began`].
pub fn book(played: &Played, before: [Account; 2], rated_lately: usize) -> [Option<Booking>; 2] {
    let people = played.pair().is_some();
    let unrated = match played.stakes.rated {
        _ if !people => Some(Unrated::Ai),
        false => Some(Unrated::Friendly),
        true if rated_lately >= RATED_GAMES_PER_PAIR => Some(Unrated::Enough),
        true => None,
    };
    let after = |of: fn(&Account) -> Rating| match unrated {
        None => rate(before.each_ref().map(of), played.end.outcome, played.at),
        Some(_) => before.each_ref().map(of),
    };
    let (here, everywhere) = (after(|account| account.here), after(|account| account.everywhere));
    let scored = (people && played.stakes.scored).then(|| {
        let points = before.map(|account| account.points);
        score(played.end, played.plies, played.tournament, points)
    });
    Seat::BOTH.map(|seat| {
        let Player::Person(person) = played.players[seat.index()] else { return None };
        let old = before[seat.index()];
        let why = scored.map(|scored| scored[seat.index()]);
        let account = Account {
            points: old.points.saturating_add(why.map_or(0, Why::delta)),
            here: here[seat.index()],
            everywhere: everywhere[seat.index()],
        };
        let change = RatingChange {
            here: [old.here.points(), account.here.points()],
            everywhere: [old.everywhere.points(), account.everywhere.points()],
            games: account.here.games,
        };
        let line = Line {
            person,
            game: played.game,
            chat: played.chat,
            at: played.at,
            variant: played.variant,
            seat,
            opponent: played.players[seat.other().index()],
            verdict: Verdict::of(played.end.outcome, seat),
            reason: played.end.reason,
            plies: u32::try_from(played.plies).unwrap_or(u32::MAX),
            points: why.map(|why| Points { why, total: account.points }),
            rating: unrated.map_or(Ok(change), Err),
        };
        Some(Booking { line, account })
    })
}
