//! Records as version 1 wrote them, and what they mean today: games without clocks, for the pleasure of it.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::people::{ChatRecord, KindRecord, PersonRecord};
use super::table::{
    ChallengeRecord, ClosedRecord, FarewellRecord, FinishRecord, GameRecord, OfferRecord, PlayerRecord, SeatRecord,
    ShownRecord, StageRecord, StakesRecord, TableRecord, TargetRecord,
};
use crate::book::TimeControl;
use crate::people::CountsFor;

#[derive(Deserialize)]
pub(super) struct TableV1 {
    version: u64,
    shown: Option<ShownRecord>,
    chat: i64,
    thread: Option<i32>,
    stage: StageV1,
}

#[derive(Deserialize)]
enum StageV1 {
    Open(ChallengeV1),
    Game(GameV1),
    Closed { challenge: ChallengeV1, why: ClosedRecord },
}

#[derive(Deserialize)]
struct ChallengeV1 {
    by: u64,
    to: TargetRecord,
    seat: Option<SeatRecord>,
    setup: String,
    arranged: u32,
    made: i64,
    expires: i64,
}

#[derive(Deserialize)]
struct GameV1 {
    setup: String,
    players: [PlayerRecord; 2],
    plies: String,
    taken_back: u32,
    finish: Option<FinishRecord>,
    offers: Vec<OfferRecord>,
    spent: Vec<OfferRecord>,
    offers_made: u32,
    rematch_made: bool,
    resigning: Option<(SeatRecord, i64)>,
    started: i64,
    moved: i64,
}

#[derive(Deserialize)]
pub(super) struct PersonV1 {
    name: String,
    username: Option<String>,
    client_language: Option<String>,
    lang: Option<String>,
    reachable: bool,
}

#[derive(Deserialize)]
pub(super) struct ChatV1 {
    kind: KindRecord,
    title: String,
    lang: Option<String>,
    setup: String,
    boards: String,
    turn_board: bool,
    theme: String,
    active: bool,
}

impl From<TableV1> for TableRecord {
    fn from(old: TableV1) -> TableRecord {
        let stage = match old.stage {
            StageV1::Open(challenge) => StageRecord::Open(challenge.into()),
            StageV1::Game(game) => StageRecord::Game(Box::new(game.into())),
            StageV1::Closed { challenge, why } => StageRecord::Closed { challenge: challenge.into(), why },
        };
        TableRecord { version: old.version, shown: old.shown, chat: old.chat, thread: old.thread, stage }
    }
}

impl From<ChallengeV1> for ChallengeRecord {
    fn from(old: ChallengeV1) -> ChallengeRecord {
        ChallengeRecord {
            by: old.by,
            to: old.to,
            seat: old.seat,
            setup: old.setup,
            clock: TimeControl::Unlimited.to_string(),
            stakes: StakesRecord::default(),
            arranged: old.arranged,
            made: old.made,
            expires: old.expires,
        }
    }
}

impl From<GameV1> for GameRecord {
    fn from(old: GameV1) -> GameRecord {
        let plies = old.plies.split_whitespace().count();
        GameRecord {
            setup: old.setup,
            players: old.players,
            plies: old.plies,
            thought: vec![0; plies],
            taken_back: old.taken_back,
            finish: old.finish,
            offers: old.offers,
            spent: old.spent,
            offers_made: old.offers_made,
            rematch_made: old.rematch_made,
            resigning: old.resigning.map(|(seat, until)| FarewellRecord { seat, until, leaves: false }),
            clock: None,
            waiting: old.moved,
            warned: false,
            stakes: StakesRecord::default(),
            cup: None,
            started: old.started,
            moved: old.moved,
        }
    }
}

impl From<PersonV1> for PersonRecord {
    fn from(old: PersonV1) -> PersonRecord {
        PersonRecord {
            name: old.name,
            username: old.username,
            client_language: old.client_language,
            lang: old.lang,
            reachable: old.reachable,
            night: None,
            turns: BTreeSet::new(),
            challenges: BTreeSet::new(),
            notices_lost: false,
        }
    }
}

impl From<ChatV1> for ChatRecord {
    fn from(old: ChatV1) -> ChatRecord {
        ChatRecord {
            kind: old.kind,
            title: old.title,
            lang: old.lang,
            setup: old.setup,
            clock: TimeControl::Unlimited.to_string(),
            boards: old.boards,
            turn_board: old.turn_board,
            theme: old.theme,
            active: old.active,
            counts_for: CountsFor::default().name().to_owned(),
        }
    }
}
