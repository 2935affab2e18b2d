//! A cup: a tournament in one chat or topic, as a state machine. A command goes in, progress or a refusal comes out. Pure: time and
//! chance are arguments.
//!
//! ```text
//!                Join, Board, Leave
//!                     ┌──┐
//!                     ▼  │      Start, Due (enough have come)              the last round is complete
//!   ──── /cup ────► Registration ─────────────────────────► Running ──────────────────────────────────► Over
//!                     │                                       ▲  │ Finish, Rule, Forfeit, Leave, Withdraw, Due:
//!                     │ CallOff, Due (too few)                └──┘ results; a complete round opens the next
//!                     ▼                                          │ CallOff
//!                 CalledOff ◄────────────────────────────────────┘
//! ```
//!
//! A cup says which games there should be and how they have been decided; the games themselves are tables of the referee. A table
//! is opened for every board without one ([`Command::Seat`]), and what comes of it is told to the cup with the table's last change
//! ([`Command::Finish`]). Where the cup decides before the game does (a ruling, a deadline), the table is ended after it.
//!
//! In reading order: `pairing` (who meets whom), `rounds` (opening and completing them), `standings` (points and places), `handle`
//! (the door), `leave` (who is there no more), `refusal`.

mod handle;
mod leave;
mod pairing;
mod refusal;
mod rounds;
mod standings;

pub use handle::{Actor, Command, Event, Moment, Progress, Seek};
pub use pairing::{berger, tree};
pub use refusal::Refusal;
pub use standings::Row;

use super::{CupId, GameId};
use crate::people::{PersonId, Place, Time, TimeControl};
use crate::rules::{Outcome, Seat, Setup};

/// The most entries of one cup: more would not fit a picture, nor a group's minute.
pub const MOST_ENTRIES: usize = 24;
/// The fewest with which a cup starts.
pub const FEWEST_ENTRIES: usize = 2;
/// A team's size.
pub const TEAM: usize = 3;
/// The longest name of a team, in characters.
pub const LONGEST_TEAM_NAME: usize = 24;
/// The longest reason of a ruling, in characters; more is cut.
pub const LONGEST_REASON: usize = 160;
/// How often a drawn match of a knock-out is played again before the better seed goes on.
pub const REPLAYS: usize = 1;

/// A tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cup {
    pub id: CupId,
    pub place: Place,
    /// Opened it, or took it over; rules on it, as the chat's admins do.
    pub organizer: PersonId,
    pub terms: Terms,
    pub stage: Stage,
    /// In the order in which they joined; from the start in the order of the lot, and never changed then: an entry's number is
    /// its index and one.
    pub entries: Vec<Entry>,
    /// The rounds opened so far.
    pub rounds: Vec<Round>,
    /// Entries in the order in which the knock-out was seeded; empty before.
    pub seeds: Vec<usize>,
    /// What organizers, admins and deadlines did.
    pub log: Vec<Line>,
}

/// What is played, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    pub setup: Setup,
    pub clock: TimeControl,
    pub field: Field,
    pub form: Form,
    /// How long a round may take, in milliseconds.
    pub round_millis: i64,
}

/// Who plays against whom.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    Singles,
    /// Teams of three on three boards; who wins more of them wins the match.
    Boards,
    /// Teams of three on one board, whose members move in turn.
    Consultation,
}

impl Field {
    pub const ALL: [Field; 3] = [Field::Singles, Field::Boards, Field::Consultation];

    /// The word of records and message keys.
    pub const fn name(self) -> &'static str {
        match self {
            Field::Singles => "singles",
            Field::Boards => "boards",
            Field::Consultation => "consultation",
        }
    }

    /// How many people make an entry.
    pub const fn members(self) -> usize {
        match self {
            Field::Singles => 1,
            Field::Boards | Field::Consultation => TEAM,
        }
    }

    /// How many games make a match.
    pub const fn boards(self) -> usize {
        match self {
            Field::Singles | Field::Consultation => 1,
            Field::Boards => TEAM,
        }
    }

    pub const fn is_teams(self) -> bool {
        self.members() > 1
    }
}

/// The course of a cup.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Everybody meets everybody, once or twice.
    League { legs: u8 },
    /// The same, and then a knock-out of the best.
    Finals { legs: u8, best: u8 },
    /// Whoever loses is out.
    Knockout,
}

impl Form {
    /// How often everybody meets everybody.
    pub const fn legs(self) -> usize {
        match self {
            Form::League { legs } | Form::Finals { legs, .. } => legs as usize,
            Form::Knockout => 0,
        }
    }

    /// How many of these go on to a knock-out; 0 if there is none.
    pub fn best(self, entries: usize) -> usize {
        match self {
            Form::League { .. } => 0,
            Form::Finals { best, .. } => entries.min(best.into()),
            Form::Knockout => entries,
        }
    }
}

/// How far a cup has come.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// People join until somebody starts it, or until then.
    Registration {
        closes: Time,
    },
    /// `paused`: since when no round opens and no deadline runs.
    Running {
        paused: Option<Time>,
    },
    Over,
    CalledOff,
}

/// Who competes: a person, or a team of three.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// A team's name; `None`: a person alone.
    pub team: Option<String>,
    /// By board, the first is a team's captain. The place of somebody who has been forgotten is empty: in it stands
    /// [`PersonId::FORGOTTEN`].
    pub members: Vec<PersonId>,
    pub left: Option<Left>,
}

impl Entry {
    /// Those who are there.
    pub fn present(&self) -> impl Iterator<Item = PersonId> + '_ {
        self.members.iter().copied().filter(|&member| member != PersonId::FORGOTTEN)
    }

    /// Speaks for it: the first who is there.
    pub fn captain(&self) -> Option<PersonId> {
        self.present().next()
    }

    /// Those who sit on the board of this member: that one, or all who move in turn. Nobody, if the place is empty.
    fn crew(&self, field: Field, member: u8) -> Vec<PersonId> {
        match field {
            Field::Consultation => self.present().collect(),
            Field::Singles | Field::Boards => {
                let member = self.members.get(usize::from(member)).copied();
                member.filter(|&member| member != PersonId::FORGOTTEN).into_iter().collect()
            }
        }
    }
}

/// How the matches of somebody who left count.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Left {
    /// Less than half of the round robin was played: none of them counts, and there is nobody to play.
    Annulled,
    /// The rest is lost.
    Forfeits,
}

/// One round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    pub kind: RoundKind,
    pub opened: Time,
    /// What is not decided by then is decided by the clock: who is to move loses.
    pub deadline: Time,
    pub matches: Vec<Match>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum RoundKind {
    League,
    /// The first match decides the cup and the second the third place where two are left in the tree.
    Knockout,
}

/// Two entries against each other, or one that has nobody to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Has the first seat on the first board.
    pub home: usize,
    /// `None`: a bye.
    pub away: Option<usize>,
    /// One or three; in a knock-out the games played again stand behind them.
    pub boards: Vec<Board>,
}

/// One game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Counts from 1 in its round; does not change.
    pub number: u16,
    /// Which members play, as an index.
    pub member: u8,
    /// The home side has the first seat.
    pub home_first: bool,
    /// Its table, once it is opened.
    pub game: Option<GameId>,
    pub verdict: Option<Verdict>,
}

/// How a board was decided.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Verdict {
    pub score: Score,
    pub how: How,
    /// Played on it.
    pub plies: u32,
}

/// Who gets the points of a board.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    Home,
    Away,
    Draw,
    /// Both lose it.
    Neither,
}

impl Score {
    pub const ALL: [Score; 4] = [Score::Home, Score::Away, Score::Draw, Score::Neither];

    /// The word of records and message keys.
    pub const fn name(self) -> &'static str {
        match self {
            Score::Home => "home",
            Score::Away => "away",
            Score::Draw => "draw",
            Score::Neither => "neither",
        }
    }

    /// Points for home and away: 2 for a win, 1 for a draw (rule 6.4).
    pub const fn points(self) -> [u32; 2] {
        match self {
            Score::Home => [2, 0],
            Score::Away => [0, 2],
            Score::Draw => [1, 1],
            Score::Neither => [0, 0],
        }
    }
}

/// What decided a board.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum How {
    /// The game came to its end.
    Played,
    Ruled,
    /// Somebody was not there: left, forfeited, or to move when the round's time was over.
    Forfeit,
}

impl How {
    pub const ALL: [How; 3] = [How::Played, How::Ruled, How::Forfeit];

    /// The word of records and message keys.
    pub const fn name(self) -> &'static str {
        match self {
            How::Played => "played",
            How::Ruled => "ruled",
            How::Forfeit => "forfeit",
        }
    }
}

/// A board in a cup: its round, counted from 1, and its number in it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct At {
    pub round: u16,
    pub board: u16,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub at: Time,
    pub by: By,
    pub deed: Deed,
    /// In the words of whoever did it; may be empty.
    pub why: String,
}

/// Who did it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum By {
    Person(PersonId),
    /// An admin who acts as the chat itself.
    AnonymousAdmin,
    /// A deadline.
    Clock,
}

/// What was done.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    Opened,
    Started,
    Ruled {
        at: At,
        score: Score,
    },
    Forfeited {
        entry: usize,
    },
    Left {
        entry: usize,
        how: Left,
    },
    Replaced {
        entry: usize,
        member: u8,
        old: PersonId,
        new: PersonId,
    },
    /// So many milliseconds more for a seat, or less.
    ClockSet {
        at: At,
        seat: Seat,
        millis: i64,
    },
    Paused,
    Resumed,
    TookOver,
    DeadlinePassed {
        round: u16,
    },
    CalledOff,
}

impl Cup {
    /// Everybody who is named in it: who plays, who referees, and whom the log tells of.
    pub fn people(&self) -> impl Iterator<Item = PersonId> + '_ {
        let members = self.entries.iter().flat_map(|entry| entry.members.iter().copied());
        let referees = self.log.iter().filter_map(|line| match line.by {
            By::Person(id) => Some(id),
            By::AnonymousAdmin | By::Clock => None,
        });
        let replaced = self.log.iter().flat_map(|line| match line.deed {
            Deed::Replaced { old, new, .. } => [Some(old), Some(new)],
            _ => [None; 2],
        });
        members.chain([self.organizer]).chain(referees).chain(replaced.flatten())
    }

    /// Opens registration.
    pub fn open(id: CupId, place: Place, organizer: PersonId, terms: Terms, now: Time, closes: Time) -> Cup {
        let opened = Line { at: now, by: By::Person(organizer), deed: Deed::Opened, why: String::new() };
        Cup {
            id,
            place,
            organizer,
            terms,
            stage: Stage::Registration { closes },
            entries: Vec::new(),
            rounds: Vec::new(),
            seeds: Vec::new(),
            log: vec![opened],
        }
    }

    /// Open for registration, or being played.
    pub const fn is_live(&self) -> bool {
        matches!(self.stage, Stage::Registration { .. } | Stage::Running { .. })
    }

    /// The entry this person belongs to, with their place in it.
    pub fn entry_of(&self, person: PersonId) -> Option<(usize, usize)> {
        self.entries.iter().enumerate().find_map(|(n, entry)| {
            let member = entry.members.iter().position(|&member| member == person)?;
            Some((n, member))
        })
    }

    /// How far its message has come: each chapter is told by a message of its own, which is brought up to date until the next.
    pub fn chapter(&self) -> u32 {
        match self.stage {
            Stage::Registration { .. } => 0,
            Stage::Running { .. } | Stage::CalledOff => self.round().into(),
            Stage::Over => u32::from(self.round()) + 1,
        }
    }

    /// The round being played, counted from 1; 0 before the first.
    pub fn round(&self) -> u16 {
        u16::try_from(self.rounds.len()).unwrap_or(u16::MAX)
    }

    /// When time itself decides something: registration closes, or the round ends.
    pub fn due(&self) -> Option<Time> {
        match self.stage {
            Stage::Registration { closes } => Some(closes),
            Stage::Running { paused: None } => self.rounds.last().map(|round| round.deadline),
            _ => None,
        }
    }

    /// The match a board belongs to, and the board.
    pub fn board(&self, at: At) -> Option<(&Match, &Board)> {
        let round = self.rounds.get(usize::from(at.round).checked_sub(1)?)?;
        round.matches.iter().find_map(|game| {
            let board = game.boards.iter().find(|board| board.number == at.board)?;
            Some((game, board))
        })
    }

    /// Every board with its place, its match first.
    pub fn boards(&self) -> impl Iterator<Item = (At, &Match, &Board)> {
        (1..).zip(&self.rounds).flat_map(|(number, round)| {
            let boards = round.matches.iter().flat_map(|game| game.boards.iter().map(move |board| (game, board)));
            boards.map(move |(game, board)| (At { round: number, board: board.number }, game, board))
        })
    }

    /// Who sits at a board, by seat: one person, or those who move in turn; nobody in the place of somebody forgotten.
    pub fn crews(&self, game: &Match, board: &Board) -> [Vec<PersonId>; 2] {
        let crew = |entry: Option<usize>| {
            let entry = entry.and_then(|entry| self.entries.get(entry));
            entry.map(|entry| entry.crew(self.terms.field, board.member)).unwrap_or_default()
        };
        let (home, away) = (crew(Some(game.home)), crew(game.away));
        if board.home_first { [home, away] } else { [away, home] }
    }
}

impl Board {
    /// Who has this seat, as a score.
    pub const fn score_of(&self, outcome: Outcome) -> Score {
        match outcome {
            Outcome::Draw => Score::Draw,
            Outcome::Win(seat) => {
                if matches!(seat, Seat::First) == self.home_first {
                    Score::Home
                } else {
                    Score::Away
                }
            }
        }
    }

    /// The result as the table knows it; `None`: none for anybody.
    pub const fn outcome_of(&self, score: Score) -> Option<Outcome> {
        let (home, away) = if self.home_first { (Seat::First, Seat::Second) } else { (Seat::Second, Seat::First) };
        match score {
            Score::Home => Some(Outcome::Win(home)),
            Score::Away => Some(Outcome::Win(away)),
            Score::Draw => Some(Outcome::Draw),
            Score::Neither => None,
        }
    }
}

#[cfg(test)]
mod tests;
