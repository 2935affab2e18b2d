//! Records of what games did to points and ratings. Ratings are whole numbers of small parts: see [`Rating`].

use serde::{Deserialize, Serialize};

use super::table::{PlayerRecord, SeatRecord};
use super::{Record, RecordError, word};
use crate::book::{Line, Points, Rating, RatingChange, Unrated, Verdict, Why};
use crate::people::{ChatId, PersonId, Time};
use crate::referee::GameId;
use crate::rules::{EndReason, Variant};

/// A person's rating in one chat, or everywhere, in one variant; these are the key.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct RatingRecord {
    pub millis: i64,
    pub deviation_millis: i64,
    pub volatility_nanos: i64,
    pub games: u32,
    pub last: Option<i64>,
}

/// A person's points in one chat; these are the key.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct PointsRecord {
    pub points: i32,
}

/// One game of a person; the person, when it ended, and the game are the key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct LineRecord {
    pub chat: i64,
    pub variant: String,
    pub seat: SeatRecord,
    pub opponent: PlayerRecord,
    pub verdict: String,
    pub reason: String,
    pub plies: u32,
    pub points: Option<MovedRecord>,
    pub rating: RatedRecord,
}

/// How points moved: the word why, by how many levels the opponent stood higher (after a win), and what they came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct MovedRecord {
    pub why: String,
    pub higher: u8,
    pub total: i32,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) enum RatedRecord {
    Rated { here: [i32; 2], everywhere: [i32; 2], games: u32 },
    Friendly,
    Ai,
    Enough,
}

impl Record for RatingRecord {
    const KIND: &'static str = "rating";
    const VERSION: u8 = 1;

    fn check(self) -> Result<(), RecordError> {
        Ok(())
    }
}

impl Record for PointsRecord {
    const KIND: &'static str = "points";
    const VERSION: u8 = 1;

    fn check(self) -> Result<(), RecordError> {
        Ok(())
    }
}

impl Record for LineRecord {
    const KIND: &'static str = "ledger";
    const VERSION: u8 = 1;

    fn check(self) -> Result<(), RecordError> {
        self.into_line(PersonId(0), Time(0), GameId(0)).map(drop)
    }
}

impl From<Rating> for RatingRecord {
    fn from(Rating { millis, deviation_millis, volatility_nanos, games, last }: Rating) -> RatingRecord {
        RatingRecord { millis, deviation_millis, volatility_nanos, games, last: last.map(|last| last.0) }
    }
}

impl From<RatingRecord> for Rating {
    fn from(record: RatingRecord) -> Rating {
        let RatingRecord { millis, deviation_millis, volatility_nanos, games, last } = record;
        Rating { millis, deviation_millis, volatility_nanos, games, last: last.map(Time) }
    }
}

impl From<&Line> for LineRecord {
    fn from(line: &Line) -> LineRecord {
        let higher = |why| match why {
            Why::Win { higher } => higher,
            _ => 0,
        };
        LineRecord {
            chat: line.chat.0,
            variant: line.variant.name().to_owned(),
            seat: line.seat.into(),
            opponent: line.opponent.into(),
            verdict: line.verdict.name().to_owned(),
            reason: line.reason.name().to_owned(),
            plies: line.plies,
            points: line.points.map(|Points { why, total }| MovedRecord {
                why: why.name().to_owned(),
                higher: higher(why),
                total,
            }),
            rating: match line.rating {
                Ok(RatingChange { here, everywhere, games }) => RatedRecord::Rated { here, everywhere, games },
                Err(Unrated::Friendly) => RatedRecord::Friendly,
                Err(Unrated::Ai) => RatedRecord::Ai,
                Err(Unrated::Enough) => RatedRecord::Enough,
            },
        }
    }
}

impl LineRecord {
    /// The line itself. Errors: a word nobody knows.
    pub fn into_line(self, person: PersonId, at: Time, game: GameId) -> Result<Line, RecordError> {
        let points = |moved: MovedRecord| {
            let why = word("reason for points", &moved.why, Why::from_name(&moved.why, moved.higher))?;
            Ok::<_, RecordError>(Points { why, total: moved.total })
        };
        Ok(Line {
            person,
            game,
            chat: ChatId(self.chat),
            at,
            variant: word("game", &self.variant, self.variant.parse::<Variant>().ok())?,
            seat: self.seat.into(),
            opponent: self.opponent.try_into()?,
            verdict: word("result", &self.verdict, Verdict::from_name(&self.verdict))?,
            reason: word("reason for an end", &self.reason, EndReason::from_name(&self.reason))?,
            plies: self.plies,
            points: self.points.map(points).transpose()?,
            rating: match self.rating {
                RatedRecord::Rated { here, everywhere, games } => Ok(RatingChange { here, everywhere, games }),
                RatedRecord::Friendly => Err(Unrated::Friendly),
                RatedRecord::Ai => Err(Unrated::Ai),
                RatedRecord::Enough => Err(Unrated::Enough),
            },
        })
    }
}
