//! The AI's seat: it thinks off the async threads and moves through the human's door.

use std::time::Duration;

use tokio::time::Instant;

use super::tables::{Stop, ai_to_move};
use super::{Messenger, Service, chance};
use crate::ai;
use crate::chat::Notice;
use crate::referee::{Actor, Command, GameId, Offer, OfferKind, Player, Stage, Table};
use crate::rules::{Animal, Seat, State};
use crate::store::Change;

/// The AI agrees to no draw before so many plies: a slip of the finger should not end a game that has hardly begun.
const PLIES_BEFORE_A_DRAW: usize = 20;

pub(super) fn too_early_for_a_draw(plies: usize) -> bool {
    plies < PLIES_BEFORE_A_DRAW
}

impl<M: Messenger> Service<M> {
    /// Lets the AI think, if it is to move.
    pub(super) fn wake_ai(&self, table: &Table) {
        if let Some((game, level)) = ai_to_move(table) {
            let (id, turn, state) = (table.id, game.turn(), game.state.clone());
            let service = self.clone();
            tokio::spawn(async move { service.ai_move(id, turn, state, level).await });
        }
    }

    /// Lets the AI answer these of the offers made at a table, if they are made to it.
    pub(super) fn ask_ai(&self, table: &Table, offers: impl IntoIterator<Item = Offer>) {
        let Stage::Game(game) = &table.stage else { return };
        for offer in offers {
            let seat = offer.by.other();
            let Player::Ai(level) = game.players[seat.index()] else { continue };
            let (service, id, state, plies) = (self.clone(), table.id, game.state.clone(), game.plies.len());
            let mind = service.0.host.mind.clone();
            tokio::spawn(async move {
                let accept = match offer.kind {
                    OfferKind::Takeback | OfferKind::Rematch => true,
                    OfferKind::Draw if too_early_for_a_draw(plies) => false,
                    OfferKind::Draw => service
                        .search(level, move |_| ai::accepts_draw(&state, seat, level, &mind))
                        .await
                        .unwrap_or(false),
                };
                service.as_ai(id, seat, Command::Answer { offer: offer.id, accept }).await;
            });
        }
    }

    async fn ai_move(&self, id: GameId, turn: u32, state: State, level: Animal) {
        let asked = Instant::now();
        let seat = state.to_move();
        let legal = state.legal_moves();
        let mind = self.0.host.mind.clone();
        let thought = self.search(level, move |time| ai::choose(&state, level, chance(), &mind, time)).await;
        // The search failing is a bug, and logged as one; the player still gets a legal move.
        let Some(mv) = thought.flatten().or(legal.first().copied()) else { return };
        tokio::time::sleep_until(asked + self.0.host.ai_pause).await;
        self.as_ai(id, seat, Command::Play { turn, mv, sure: true }).await;
    }

    /// Searches when its turn has come, for as long as it may; `None` if that panicked.
    async fn search<T: Send + 'static>(
        &self,
        level: Animal,
        search: impl FnOnce(Duration) -> T + Send + 'static,
    ) -> Option<T> {
        let timed = move |time| {
            let begun = Instant::now();
            (search(time), begun.elapsed())
        };
        let (found, time) = self.0.searches.run(timed).await?;
        self.0.metrics.searched(level.name(), time);
        Some(found)
    }

    async fn as_ai(&self, id: GameId, seat: Seat, command: Command) {
        match self.command(id, &Actor::Ai(seat), command, Change::default()).await {
            Ok(_) | Err(Stop::Repeated) => {}
            Err(Stop::Notice(Notice::OurFault)) => tracing::warn!(%id, "the AI's move was not saved"),
            // The position moved on while it thought: the referee's turn check has refused the late move.
            Err(Stop::Notice(notice)) => tracing::debug!(%id, ?notice, "the AI was refused"),
        }
    }
}
