//! The record of a cup.

use serde::{Deserialize, Serialize};

use super::table::setup_text;
use super::{Record, RecordError, word};
use crate::book::cup::{
    At, Board, By, Cup, Deed, Entry, Field, Form, How, Left, Line, Match, Round, RoundKind, Score, Stage, Terms,
    Verdict,
};
use crate::book::{CupId, GameId};
use crate::people::{ChatId, PersonId, Place, Time};
use crate::rules::Seat;
use crate::store::{CupShown, StoredCup};

/// A cup; its number is the key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct CupRecord {
    pub version: u64,
    pub shown: Option<CupShownRecord>,
    pub chat: i64,
    pub thread: Option<i32>,
    pub organizer: u64,
    pub setup: String,
    pub clock: String,
    pub field: String,
    /// How often everybody meets everybody; 0: a knock-out from the start.
    pub legs: u8,
    /// So many go on to a knock-out.
    pub best: Option<u8>,
    pub round_millis: i64,
    pub stage: CupStageRecord,
    pub entries: Vec<EntryRecord>,
    pub rounds: Vec<RoundRecord>,
    pub seeds: Vec<u16>,
    pub log: Vec<LogLineRecord>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct CupShownRecord {
    pub message: i64,
    pub version: u64,
    pub chapter: u32,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) enum CupStageRecord {
    Registration { closes: i64 },
    Running { paused: Option<i64> },
    Over,
    CalledOff,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct EntryRecord {
    pub team: Option<String>,
    pub members: Vec<u64>,
    pub left: Option<LeftRecord>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) enum LeftRecord {
    Annulled,
    Forfeits,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct RoundRecord {
    pub knockout: bool,
    pub opened: i64,
    pub deadline: i64,
    pub matches: Vec<MatchRecord>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct MatchRecord {
    pub home: u16,
    pub away: Option<u16>,
    pub boards: Vec<BoardRecord>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct BoardRecord {
    pub number: u16,
    pub member: u8,
    pub home_first: bool,
    pub game: Option<u64>,
    pub verdict: Option<VerdictRecord>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct VerdictRecord {
    pub score: String,
    pub how: String,
    pub plies: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct LogLineRecord {
    pub at: i64,
    pub by: ByRecord,
    pub deed: DeedRecord,
    pub why: String,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) enum ByRecord {
    Person(u64),
    AnonymousAdmin,
    Clock,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) enum DeedRecord {
    Opened,
    Started,
    Ruled { round: u16, board: u16, score: String },
    Forfeited { entry: u16 },
    Left { entry: u16, how: LeftRecord },
    Replaced { entry: u16, member: u8, old: u64, new: u64 },
    ClockSet { round: u16, board: u16, first: bool, millis: i64 },
    Paused,
    Resumed,
    TookOver,
    DeadlinePassed { round: u16 },
    CalledOff,
}

impl Record for CupRecord {
    const KIND: &'static str = "cup";
    const VERSION: u8 = 1;

    fn check(self) -> Result<(), RecordError> {
        self.into_stored(CupId(0)).map(drop)
    }
}

/// Entries are few.
fn small(index: usize) -> u16 {
    u16::try_from(index).unwrap_or(u16::MAX)
}

impl From<&StoredCup> for CupRecord {
    fn from(stored: &StoredCup) -> CupRecord {
        let cup = &stored.cup;
        let best = match cup.terms.form {
            Form::Finals { best, .. } => Some(best),
            Form::League { .. } | Form::Knockout => None,
        };
        CupRecord {
            version: stored.version,
            shown: stored.shown.map(CupShownRecord::from),
            chat: cup.place.chat.0,
            thread: cup.place.thread,
            organizer: cup.organizer.0,
            setup: setup_text(&cup.terms.setup),
            clock: cup.terms.clock.to_string(),
            field: cup.terms.field.name().to_owned(),
            legs: cup.terms.form.legs() as u8,
            best,
            round_millis: cup.terms.round_millis,
            stage: match cup.stage {
                Stage::Registration { closes } => CupStageRecord::Registration { closes: closes.0 },
                Stage::Running { paused } => CupStageRecord::Running { paused: paused.map(|since| since.0) },
                Stage::Over => CupStageRecord::Over,
                Stage::CalledOff => CupStageRecord::CalledOff,
            },
            entries: cup.entries.iter().map(EntryRecord::from).collect(),
            rounds: cup.rounds.iter().map(RoundRecord::from).collect(),
            seeds: cup.seeds.iter().map(|&seed| small(seed)).collect(),
            log: cup.log.iter().map(LogLineRecord::from).collect(),
        }
    }
}

impl CupRecord {
    /// The cup itself. Errors: a word nobody knows, a match of an entry that is not there.
    pub fn into_stored(self, id: CupId) -> Result<StoredCup, RecordError> {
        let entries = self.entries.len();
        let entry = |index: u16| {
            let index = usize::from(index);
            if index < entries { Ok(index) } else { Err(RecordError::Entry { index, entries }) }
        };
        let rounds = self.rounds.into_iter().map(|round| round.into_round(entry)).collect::<Result<_, _>>()?;
        let form = match (self.legs, self.best) {
            (0, _) => Form::Knockout,
            (legs, Some(best)) => Form::Finals { legs, best },
            (legs, None) => Form::League { legs },
        };
        let field = Field::ALL.into_iter().find(|field| field.name() == self.field);
        let cup = Cup {
            id,
            place: Place { chat: ChatId(self.chat), thread: self.thread },
            organizer: PersonId(self.organizer),
            terms: Terms {
                setup: self.setup.parse()?,
                clock: word("time control", &self.clock, self.clock.parse().ok())?,
                field: word("field of a cup", &self.field, field)?,
                form,
                round_millis: self.round_millis,
            },
            stage: match self.stage {
                CupStageRecord::Registration { closes } => Stage::Registration { closes: Time(closes) },
                CupStageRecord::Running { paused } => Stage::Running { paused: paused.map(Time) },
                CupStageRecord::Over => Stage::Over,
                CupStageRecord::CalledOff => Stage::CalledOff,
            },
            entries: self.entries.into_iter().map(Entry::from).collect(),
            rounds,
            seeds: self.seeds.into_iter().map(entry).collect::<Result<_, _>>()?,
            log: self.log.into_iter().map(|line| line.into_line(entry)).collect::<Result<_, _>>()?,
        };
        Ok(StoredCup { cup, version: self.version, shown: self.shown.map(CupShown::from) })
    }
}

impl From<CupShown> for CupShownRecord {
    fn from(shown: CupShown) -> CupShownRecord {
        CupShownRecord { message: shown.message, version: shown.version, chapter: shown.chapter }
    }
}

impl From<CupShownRecord> for CupShown {
    fn from(record: CupShownRecord) -> CupShown {
        CupShown { message: record.message, version: record.version, chapter: record.chapter }
    }
}

impl From<&Entry> for EntryRecord {
    fn from(entry: &Entry) -> EntryRecord {
        EntryRecord {
            team: entry.team.clone(),
            members: entry.members.iter().map(|member| member.0).collect(),
            left: entry.left.map(LeftRecord::from),
        }
    }
}

impl From<EntryRecord> for Entry {
    fn from(record: EntryRecord) -> Entry {
        Entry {
            team: record.team,
            members: record.members.into_iter().map(PersonId).collect(),
            left: record.left.map(Left::from),
        }
    }
}

impl From<Left> for LeftRecord {
    fn from(left: Left) -> LeftRecord {
        match left {
            Left::Annulled => LeftRecord::Annulled,
            Left::Forfeits => LeftRecord::Forfeits,
        }
    }
}

impl From<LeftRecord> for Left {
    fn from(record: LeftRecord) -> Left {
        match record {
            LeftRecord::Annulled => Left::Annulled,
            LeftRecord::Forfeits => Left::Forfeits,
        }
    }
}

impl From<&Round> for RoundRecord {
    fn from(round: &Round) -> RoundRecord {
        let board = |board: &Board| BoardRecord {
            number: board.number,
            member: board.member,
            home_first: board.home_first,
            game: board.game.map(|game| game.0),
            verdict: board.verdict.map(|verdict| VerdictRecord {
                score: verdict.score.name().to_owned(),
                how: verdict.how.name().to_owned(),
                plies: verdict.plies,
            }),
        };
        let game = |game: &Match| MatchRecord {
            home: small(game.home),
            away: game.away.map(small),
            boards: game.boards.iter().map(board).collect(),
        };
        RoundRecord {
            knockout: round.kind == RoundKind::Knockout,
            opened: round.opened.0,
            deadline: round.deadline.0,
            matches: round.matches.iter().map(game).collect(),
        }
    }
}

impl RoundRecord {
    fn into_round(self, entry: impl Fn(u16) -> Result<usize, RecordError>) -> Result<Round, RecordError> {
        let game = |game: MatchRecord| {
            Ok(Match {
                home: entry(game.home)?,
                away: game.away.map(&entry).transpose()?,
                boards: game.boards.into_iter().map(Board::try_from).collect::<Result<_, RecordError>>()?,
            })
        };
        Ok(Round {
            kind: if self.knockout { RoundKind::Knockout } else { RoundKind::League },
            opened: Time(self.opened),
            deadline: Time(self.deadline),
            matches: self.matches.into_iter().map(game).collect::<Result<_, RecordError>>()?,
        })
    }
}

impl TryFrom<BoardRecord> for Board {
    type Error = RecordError;

    fn try_from(record: BoardRecord) -> Result<Board, RecordError> {
        Ok(Board {
            number: record.number,
            member: record.member,
            home_first: record.home_first,
            game: record.game.map(GameId),
            verdict: record.verdict.map(Verdict::try_from).transpose()?,
        })
    }
}

impl TryFrom<VerdictRecord> for Verdict {
    type Error = RecordError;

    fn try_from(record: VerdictRecord) -> Result<Verdict, RecordError> {
        let how = How::ALL.into_iter().find(|how| how.name() == record.how);
        Ok(Verdict { score: score(&record.score)?, how: word("verdict", &record.how, how)?, plies: record.plies })
    }
}

fn score(name: &str) -> Result<Score, RecordError> {
    word("score", name, Score::ALL.into_iter().find(|score| score.name() == name))
}

impl From<&Line> for LogLineRecord {
    fn from(line: &Line) -> LogLineRecord {
        LogLineRecord {
            at: line.at.0,
            by: match line.by {
                By::Person(id) => ByRecord::Person(id.0),
                By::AnonymousAdmin => ByRecord::AnonymousAdmin,
                By::Clock => ByRecord::Clock,
            },
            deed: match line.deed {
                Deed::Opened => DeedRecord::Opened,
                Deed::Started => DeedRecord::Started,
                Deed::Ruled { at, score } => {
                    DeedRecord::Ruled { round: at.round, board: at.board, score: score.name().to_owned() }
                }
                Deed::Forfeited { entry } => DeedRecord::Forfeited { entry: small(entry) },
                Deed::Left { entry, how } => DeedRecord::Left { entry: small(entry), how: how.into() },
                Deed::Replaced { entry, member, old, new } => {
                    DeedRecord::Replaced { entry: small(entry), member, old: old.0, new: new.0 }
                }
                Deed::ClockSet { at, seat, millis } => {
                    DeedRecord::ClockSet { round: at.round, board: at.board, first: seat == Seat::First, millis }
                }
                Deed::Paused => DeedRecord::Paused,
                Deed::Resumed => DeedRecord::Resumed,
                Deed::TookOver => DeedRecord::TookOver,
                Deed::DeadlinePassed { round } => DeedRecord::DeadlinePassed { round },
                Deed::CalledOff => DeedRecord::CalledOff,
            },
            why: line.why.clone(),
        }
    }
}

impl LogLineRecord {
    fn into_line(self, entry: impl Fn(u16) -> Result<usize, RecordError>) -> Result<Line, RecordError> {
        Ok(Line {
            at: Time(self.at),
            by: match self.by {
                ByRecord::Person(id) => By::Person(PersonId(id)),
                ByRecord::AnonymousAdmin => By::AnonymousAdmin,
                ByRecord::Clock => By::Clock,
            },
            deed: match self.deed {
                DeedRecord::Opened => Deed::Opened,
                DeedRecord::Started => Deed::Started,
                DeedRecord::Ruled { round, board, score: name } => {
                    Deed::Ruled { at: At { round, board }, score: score(&name)? }
                }
                DeedRecord::Forfeited { entry: who } => Deed::Forfeited { entry: entry(who)? },
                DeedRecord::Left { entry: who, how } => Deed::Left { entry: entry(who)?, how: how.into() },
                DeedRecord::Replaced { entry: who, member, old, new } => {
                    Deed::Replaced { entry: entry(who)?, member, old: PersonId(old), new: PersonId(new) }
                }
                DeedRecord::ClockSet { round, board, first, millis } => {
                    let seat = if first { Seat::First } else { Seat::Second };
                    Deed::ClockSet { at: At { round, board }, seat, millis }
                }
                DeedRecord::Paused => Deed::Paused,
                DeedRecord::Resumed => Deed::Resumed,
                DeedRecord::TookOver => Deed::TookOver,
                DeedRecord::DeadlinePassed { round } => Deed::DeadlinePassed { round },
                DeedRecord::CalledOff => Deed::CalledOff,
            },
            why: self.why,
        })
    }
}
