//! The record of a table: a challenge, or a game as setup, plies and finish. Reading a game replays it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{Record, RecordError, word};
use crate::people::{ChatId, PersonId, Place, Time};
use crate::referee::{
    Challenge, Closed, Finish, Game, GameId, Offer, OfferId, OfferKind, Player, Sides, Stage, Table, Target,
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
    Game(GameRecord),
    Closed { challenge: ChallengeRecord, why: ClosedRecord },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::store) struct ChallengeRecord {
    pub by: u64,
    pub to: TargetRecord,
    /// The seat the author takes; `None`: by lot.
    pub seat: Option<SeatRecord>,
    pub setup: String,
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
    pub taken_back: u32,
    pub finish: Option<FinishRecord>,
    pub offers: Vec<OfferRecord>,
    pub spent: Vec<OfferRecord>,
    pub offers_made: u32,
    pub rematch_made: bool,
    pub resigning: Option<(SeatRecord, i64)>,
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
    End { winner: Option<SeatRecord>, reason: String },
    Void {
        /// `None`: an anonymous admin.
        by: Option<u64>,
    },
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
    const VERSION: u8 = 1;

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
            StageRecord::Game(game) => Stage::Game(Box::new(game.try_into()?)),
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
                Stage::Game(game) => StageRecord::Game(game.as_ref().into()),
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
            taken_back: game.taken_back,
            finish: game.finish.map(FinishRecord::from),
            offers: game.offers.iter().map(OfferRecord::from).collect(),
            spent: game.spent.iter().map(OfferRecord::from).collect(),
            offers_made: game.offers_made,
            rematch_made: game.rematch_made,
            resigning: game.resigning.map(|(seat, until)| (seat.into(), until.0)),
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
            resigning: record.resigning.map(|(seat, until)| (seat.into(), Time(until))),
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
        })
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
