//! The record of a table: a challenge, or a game as setup, plies and finish. Reading a game replays it.

use std::collections::BTreeSet;

use serde::{Deserialize, Deserializer, Serialize};

use super::v1::TableV1;
use super::{Record, RecordError, word};
use crate::book::{Clock, CupGame, CupId, Stakes, TimeOut};
use crate::people::{ChatId, Night, PersonId, Place, Time};
use crate::referee::{
    Challenge, Closed, Farewell, Finish, Game, GameId, Offer, OfferId, OfferKind, Player, Sides, Stage, Table, Target,
};
use crate::rules::{Animal, End, EndReason, Outcome, Ply, Seat, Setup};
use crate::store::{Shown, Stored};

/// A table; its number is the key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct TableRecord {
    pub version: u64,
    pub shown: Option<ShownRecord>,
    pub chat: i64,
    pub thread: Option<i32>,
    pub stage: StageRecord,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct ShownRecord {
    pub message: i64,
    pub version: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) enum StageRecord {
    Open(ChallengeRecord),
    Game(Box<GameRecord>),
    Closed { challenge: ChallengeRecord, why: ClosedRecord },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct ChallengeRecord {
    pub by: u64,
    pub to: TargetRecord,
    /// The seat the author takes; `None`: by lot.
    pub seat: Option<SeatRecord>,
    pub setup: String,
    /// In the words of a time control.
    pub clock: String,
    pub stakes: StakesRecord,
    pub arranged: u32,
    pub made: i64,
    pub expires: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) enum TargetRecord {
    Anybody,
    Person(u64),
    Username(String),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) enum ClosedRecord {
    Withdrawn,
    Declined,
    Expired,
    Voided,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct GameRecord {
    pub setup: String,
    pub players: [PlayerRecord; 2],
    /// In notation, separated by spaces.
    pub plies: String,
    /// Milliseconds by ply.
    pub thought: Vec<u32>,
    pub taken_back: u32,
    pub finish: Option<FinishRecord>,
    pub offers: Vec<OfferRecord>,
    pub spent: Vec<OfferRecord>,
    pub offers_made: u32,
    pub rematch_made: bool,
    pub resigning: Option<FarewellRecord>,
    pub clock: Option<ClockRecord>,
    pub waiting: i64,
    pub warned: bool,
    pub stakes: StakesRecord,
    pub cup: Option<CupGameRecord>,
    pub started: i64,
    pub moved: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) enum PlayerRecord {
    Person(u64),
    /// The AI's level, by its animal's name.
    Ai(String),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) enum FinishRecord {
    /// The winner's seat (`None`: a draw) and the reason's word.
    End {
        winner: Option<SeatRecord>,
        reason: String,
    },
    Void {
        /// `None`: an anonymous admin.
        by: Option<u64>,
    },
    Forgotten,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct FarewellRecord {
    pub seat: SeatRecord,
    pub until: i64,
    pub leaves: bool,
}

/// Times in milliseconds, by seat where there are two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct ClockRecord {
    pub control: String,
    /// A time-out passes the turn; otherwise it loses.
    pub passes: bool,
    pub left: [i64; 2],
    pub spent: i64,
    pub time_outs: [u8; 2],
    pub since: i64,
    pub stopped: Option<i64>,
    pub reminded: [bool; 2],
    pub night: Option<NightRecord>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct NightRecord {
    pub offset: i16,
    pub from: u8,
    pub hours: u8,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct StakesRecord {
    pub rated: bool,
    pub scored: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct CupGameRecord {
    pub cup: u64,
    pub round: u16,
    pub board: u16,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct OfferRecord {
    pub id: u32,
    pub kind: OfferKindRecord,
    pub by: SeatRecord,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) enum OfferKindRecord {
    Draw,
    Takeback,
    Rematch,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) enum SeatRecord {
    First,
    Second,
}

impl Record for TableRecord {
    const KIND: &'static str = "table";
    const VERSION: u8 = 2;

    fn older<'de, D: Deserializer<'de>>(version: u8, body: D) -> Option<Result<Self, D::Error>> {
        (version == 1).then(|| TableV1::deserialize(body).map(TableRecord::from))
    }

    fn check(self) -> Result<(), RecordError> {
        self.into_stored(GameId(0)).map(drop)
    }
}

impl TableRecord {
    pub fn place(&self) -> Place {
        Place { chat: ChatId(self.chat), thread: self.thread }
    }

    /// Who plays, if it is a game.
    pub fn people(&self) -> BTreeSet<PersonId> {
        match &self.stage {
            StageRecord::Game(game) => game.people(),
            StageRecord::Open(_) | StageRecord::Closed { .. } => BTreeSet::new(),
        }
    }

    /// A game that has come to its end.
    pub fn is_ended_game(&self) -> bool {
        matches!(&self.stage, StageRecord::Game(game) if game.finish.is_some())
    }

    /// The table itself. Errors: a word nobody knows, a ply the rules refuse, an end they contradict.
    pub fn into_stored(self, id: GameId) -> Result<Stored, RecordError> {
        let place = self.place();
        let stage = match self.stage {
            StageRecord::Open(challenge) => Stage::Open(challenge.try_into()?),
            StageRecord::Game(game) => Stage::Game(Box::new((*game).try_into()?)),
            StageRecord::Closed { challenge, why } => {
                Stage::Closed { challenge: challenge.try_into()?, why: why.into() }
            }
        };
        Ok(Stored { table: Table { id, place, stage }, version: self.version, shown: self.shown.map(Shown::from) })
    }
}

impl GameRecord {
    /// Who plays: two, or one who plays the AI or both sides.
    pub fn people(&self) -> BTreeSet<PersonId> {
        let person = |player: &PlayerRecord| match player {
            PlayerRecord::Person(id) => Some(PersonId(*id)),
            PlayerRecord::Ai(_) => None,
        };
        self.players.iter().filter_map(person).collect()
    }
}

impl From<&Stored> for TableRecord {
    fn from(stored: &Stored) -> TableRecord {
        TableRecord {
            version: stored.version,
            shown: stored.shown.map(ShownRecord::from),
            chat: stored.table.place.chat.0,
            thread: stored.table.place.thread,
            stage: match &stored.table.stage {
                Stage::Open(challenge) => StageRecord::Open(challenge.into()),
                Stage::Game(game) => StageRecord::Game(Box::new(game.as_ref().into())),
                Stage::Closed { challenge, why } => {
                    StageRecord::Closed { challenge: challenge.into(), why: (*why).into() }
                }
            },
        }
    }
}

impl From<Shown> for ShownRecord {
    fn from(shown: Shown) -> ShownRecord {
        ShownRecord { message: shown.message, version: shown.version }
    }
}

impl From<ShownRecord> for Shown {
    fn from(record: ShownRecord) -> Shown {
        Shown { message: record.message, version: record.version }
    }
}

impl From<&Challenge> for ChallengeRecord {
    fn from(challenge: &Challenge) -> ChallengeRecord {
        ChallengeRecord {
            by: challenge.by.0,
            to: match &challenge.to {
                Target::Anybody => TargetRecord::Anybody,
                Target::Person(id) => TargetRecord::Person(id.0),
                Target::Username(name) => TargetRecord::Username(name.clone()),
            },
            seat: match challenge.sides {
                Sides::Lot => None,
                Sides::Author(seat) => Some(seat.into()),
            },
            setup: setup_text(&challenge.setup),
            clock: challenge.clock.to_string(),
            stakes: challenge.stakes.into(),
            arranged: challenge.arranged,
            made: challenge.made.0,
            expires: challenge.expires.0,
        }
    }
}

impl TryFrom<ChallengeRecord> for Challenge {
    type Error = RecordError;

    fn try_from(record: ChallengeRecord) -> Result<Challenge, RecordError> {
        Ok(Challenge {
            by: PersonId(record.by),
            to: match record.to {
                TargetRecord::Anybody => Target::Anybody,
                TargetRecord::Person(id) => Target::Person(PersonId(id)),
                TargetRecord::Username(name) => Target::Username(name),
            },
            sides: record.seat.map_or(Sides::Lot, |seat| Sides::Author(seat.into())),
            setup: record.setup.parse()?,
            clock: record.clock.parse()?,
            stakes: record.stakes.into(),
            arranged: record.arranged,
            made: Time(record.made),
            expires: Time(record.expires),
        })
    }
}

impl From<&Game> for GameRecord {
    fn from(game: &Game) -> GameRecord {
        GameRecord {
            setup: setup_text(&game.setup),
            players: game.players.map(PlayerRecord::from),
            plies: game.plies.iter().map(Ply::to_string).collect::<Vec<_>>().join(" "),
            thought: game.thought.clone(),
            taken_back: game.taken_back,
            finish: game.finish.map(FinishRecord::from),
            offers: game.offers.iter().map(OfferRecord::from).collect(),
            spent: game.spent.iter().map(OfferRecord::from).collect(),
            offers_made: game.offers_made,
            rematch_made: game.rematch_made,
            resigning: game.resigning.map(FarewellRecord::from),
            clock: game.clock.as_ref().map(ClockRecord::from),
            waiting: game.waiting.0,
            warned: game.warned,
            stakes: game.stakes.into(),
            cup: game.cup.map(|CupGame { cup, round, board }| CupGameRecord { cup: cup.0, round, board }),
            started: game.started.0,
            moved: game.moved.0,
        }
    }
}

impl TryFrom<GameRecord> for Game {
    type Error = RecordError;

    fn try_from(record: GameRecord) -> Result<Game, RecordError> {
        let setup: Setup = record.setup.parse()?;
        let plies = record.plies.split_whitespace().map(str::parse).collect::<Result<Vec<Ply>, _>>()?;
        let state = Game::replay(setup, &plies)?;
        let finish = record.finish.map(Finish::try_from).transpose()?;
        agree(finish, state.end())?;
        let [first, second] = record.players;
        Ok(Game {
            setup,
            players: [first.try_into()?, second.try_into()?],
            plies,
            state,
            taken_back: record.taken_back,
            finish,
            offers: record.offers.into_iter().map(Offer::from).collect(),
            spent: record.spent.into_iter().map(Offer::from).collect(),
            offers_made: record.offers_made,
            rematch_made: record.rematch_made,
            resigning: record.resigning.map(Farewell::from),
            clock: record.clock.map(Clock::try_from).transpose()?,
            thought: record.thought,
            waiting: Time(record.waiting),
            warned: record.warned,
            stakes: record.stakes.into(),
            cup: record.cup.map(|CupGameRecord { cup, round, board }| CupGame { cup: CupId(cup), round, board }),
            started: Time(record.started),
            moved: Time(record.moved),
        })
    }
}

/// A game ends by its rules exactly when its record says so; agreement, resignation and the like the rules do not know.
fn agree(finish: Option<Finish>, ruled: Option<End>) -> Result<(), RecordError> {
    let recorded = match finish {
        Some(Finish::End(end)) if end.reason.is_by_rule() => Some(end),
        _ => None,
    };
    if recorded == ruled {
        return Ok(());
    }
    let words = |end: Option<End>| end.map_or("going on".to_owned(), |end| format!("ended ({})", end.reason));
    Err(RecordError::End { recorded: words(recorded), ruled: words(ruled) })
}

impl From<Player> for PlayerRecord {
    fn from(player: Player) -> PlayerRecord {
        match player {
            Player::Person(id) => PlayerRecord::Person(id.0),
            Player::Ai(level) => PlayerRecord::Ai(level.name().to_owned()),
        }
    }
}

impl TryFrom<PlayerRecord> for Player {
    type Error = RecordError;

    fn try_from(record: PlayerRecord) -> Result<Player, RecordError> {
        Ok(match record {
            PlayerRecord::Person(id) => Player::Person(PersonId(id)),
            PlayerRecord::Ai(level) => Player::Ai(word("animal", &level, Animal::from_name(&level))?),
        })
    }
}

impl From<Finish> for FinishRecord {
    fn from(finish: Finish) -> FinishRecord {
        match finish {
            Finish::End(end) => FinishRecord::End {
                winner: end.outcome.winner().map(SeatRecord::from),
                reason: end.reason.name().to_owned(),
            },
            Finish::Void { by } => FinishRecord::Void { by: by.map(|by| by.0) },
            Finish::Forgotten => FinishRecord::Forgotten,
        }
    }
}

impl TryFrom<FinishRecord> for Finish {
    type Error = RecordError;

    fn try_from(record: FinishRecord) -> Result<Finish, RecordError> {
        Ok(match record {
            FinishRecord::End { winner, reason } => Finish::End(End {
                outcome: winner.map_or(Outcome::Draw, |seat| Outcome::Win(seat.into())),
                reason: word("reason for an end", &reason, EndReason::from_name(&reason))?,
            }),
            FinishRecord::Void { by } => Finish::Void { by: by.map(PersonId) },
            FinishRecord::Forgotten => Finish::Forgotten,
        })
    }
}

impl From<Farewell> for FarewellRecord {
    fn from(asked: Farewell) -> FarewellRecord {
        FarewellRecord { seat: asked.seat.into(), until: asked.until.0, leaves: asked.leaves }
    }
}

impl From<FarewellRecord> for Farewell {
    fn from(record: FarewellRecord) -> Farewell {
        Farewell { seat: record.seat.into(), until: Time(record.until), leaves: record.leaves }
    }
}

impl From<&Clock> for ClockRecord {
    fn from(clock: &Clock) -> ClockRecord {
        ClockRecord {
            control: clock.control.to_string(),
            passes: clock.time_out == TimeOut::Passes,
            left: clock.left,
            spent: clock.spent,
            time_outs: clock.time_outs,
            since: clock.since.0,
            stopped: clock.stopped.map(|at| at.0),
            reminded: clock.reminded,
            night: clock.night.map(NightRecord::from),
        }
    }
}

impl TryFrom<ClockRecord> for Clock {
    type Error = RecordError;

    fn try_from(record: ClockRecord) -> Result<Clock, RecordError> {
        Ok(Clock {
            control: record.control.parse()?,
            time_out: if record.passes { TimeOut::Passes } else { TimeOut::Loses },
            left: record.left,
            spent: record.spent,
            time_outs: record.time_outs,
            since: Time(record.since),
            stopped: record.stopped.map(Time),
            reminded: record.reminded,
            night: record.night.map(Night::try_from).transpose()?,
        })
    }
}

impl From<Night> for NightRecord {
    fn from(Night { offset, from, hours }: Night) -> NightRecord {
        NightRecord { offset, from, hours }
    }
}

impl TryFrom<NightRecord> for Night {
    type Error = RecordError;

    fn try_from(NightRecord { offset, from, hours }: NightRecord) -> Result<Night, RecordError> {
        let written = format!("{hours} hours from {from}, {offset} minutes from UTC");
        word("night", &written, Night::new(offset, from, hours))
    }
}

impl From<Stakes> for StakesRecord {
    fn from(Stakes { rated, scored }: Stakes) -> StakesRecord {
        StakesRecord { rated, scored }
    }
}

impl From<StakesRecord> for Stakes {
    fn from(StakesRecord { rated, scored }: StakesRecord) -> Stakes {
        Stakes { rated, scored }
    }
}

impl From<&Offer> for OfferRecord {
    fn from(offer: &Offer) -> OfferRecord {
        OfferRecord {
            id: offer.id.0,
            kind: match offer.kind {
                OfferKind::Draw => OfferKindRecord::Draw,
                OfferKind::Takeback => OfferKindRecord::Takeback,
                OfferKind::Rematch => OfferKindRecord::Rematch,
            },
            by: offer.by.into(),
        }
    }
}

impl From<OfferRecord> for Offer {
    fn from(record: OfferRecord) -> Offer {
        Offer {
            id: OfferId(record.id),
            kind: match record.kind {
                OfferKindRecord::Draw => OfferKind::Draw,
                OfferKindRecord::Takeback => OfferKind::Takeback,
                OfferKindRecord::Rematch => OfferKind::Rematch,
            },
            by: record.by.into(),
        }
    }
}

impl From<Closed> for ClosedRecord {
    fn from(why: Closed) -> ClosedRecord {
        match why {
            Closed::Withdrawn => ClosedRecord::Withdrawn,
            Closed::Declined => ClosedRecord::Declined,
            Closed::Expired => ClosedRecord::Expired,
            Closed::Voided => ClosedRecord::Voided,
        }
    }
}

impl From<ClosedRecord> for Closed {
    fn from(record: ClosedRecord) -> Closed {
        match record {
            ClosedRecord::Withdrawn => Closed::Withdrawn,
            ClosedRecord::Declined => Closed::Declined,
            ClosedRecord::Expired => Closed::Expired,
            ClosedRecord::Voided => Closed::Voided,
        }
    }
}

impl From<Seat> for SeatRecord {
    fn from(seat: Seat) -> SeatRecord {
        match seat {
            Seat::First => SeatRecord::First,
            Seat::Second => SeatRecord::Second,
        }
    }
}

impl From<SeatRecord> for Seat {
    fn from(record: SeatRecord) -> Seat {
        match record {
            SeatRecord::First => Seat::First,
            SeatRecord::Second => Seat::Second,
        }
    }
}

/// A setup with every option spelled out, so that it means the same even if the standard preset changes one day.
pub(super) fn setup_text(setup: &Setup) -> String {
    let options: Vec<_> = setup.options().iter().map(|option| format!("{}={}", option.name, option.value)).collect();
    format!("{} {}", setup.variant(), options.join(";")).trim_end().to_owned()
}
