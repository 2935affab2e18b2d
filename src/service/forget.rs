//! Forgetting a person: what they have begun ends first, then the store takes them out of everything it keeps.

use std::collections::BTreeSet;

use super::dispatch::{Said, Visit};
use super::outbox::Item;
use super::tables::Stop;
use super::{Messenger, Service};
use crate::book::cup;
use crate::chat::{self, CupNotice, Incident, Notice, Page};
use crate::people::{Person, PersonId};
use crate::referee::{Actor, Challenge, Command, Game, GameId, Player, Stage, Target};
use crate::store::{Change, Forgotten, StoredCup};

/// Before so many plies nobody has lost anything by leaving.
const HARDLY_BEGUN: usize = 2;

impl<M: Messenger> Service<M> {
    /// The answer to "Really forget you?", which was asked of `who`.
    pub(super) async fn forget(&self, who: PersonId, sure: bool, visit: Visit) -> Result<Said, Stop> {
        let me = visit.player()?.clone();
        if me.id != who {
            return Err(Stop::Notice(Notice::NotAsked));
        }
        if sure {
            // It looks through all that is kept, which nobody should have done again and again.
            if !self.0.forgotten.check(me.id.0.cast_signed()) {
                return Err(Stop::Notice(Notice::SlowDown));
            }
            // Cups first: what they decide about their tables is not decided once more by leaving these.
            self.leave_cups(me.id).await?;
            let mut tables = self.leave_tables(&me).await?;
            let Forgotten { tables: named, behind, cups } = self.0.store.forget(me.id).await?;
            tables.extend(named);
            for table in tables {
                self.show_again(table).await;
            }
            for (chat, message) in behind {
                self.push(chat, Item::Strip { chat, message });
            }
            for (chat, cup) in cups {
                self.push(chat, Item::ShowCup(cup));
            }
        }
        // Last: an update that is not marked as handled comes again after a crash, and so the rest is done then.
        self.save(Change { update: visit.change.update, ..Change::default() }).await?;
        if let Incident::Press { message: Some(message), .. } = visit.incoming.event {
            let names = super::board::NameBook::default();
            let post = chat::page(&Page::Forgot { sure }, &names, self.lang_of(&visit.chat));
            self.push(visit.chat.id, Item::Rewrite { chat: visit.chat.id, message, post });
        }
        Ok(None)
    }

    /// Takes this person out of the cups that are open or being played: nobody is paired with somebody who never comes.
    async fn leave_cups(&self, me: PersonId) -> Result<(), Stop> {
        for StoredCup { cup, .. } in self.0.store.cups_to_mind().await? {
            if !cup.is_live() || (cup.organizer != me && cup.entry_of(me).is_none()) {
                continue;
            }
            let actor = cup::Actor::Person { id: me, admin: false };
            match self.command_cup(cup.id, actor, cup::Command::Forget, Change::default()).await {
                // A refusal means that it has ended meanwhile.
                Ok(_) | Err(Stop::Notice(Notice::Cup(CupNotice::Refused(_)))) => {}
                Err(stop) => return Err(stop),
            }
        }
        Ok(())
    }

    /// Withdraws and declines this person's challenges, and ends their games; which tables these are.
    async fn leave_tables(&self, me: &Person) -> Result<BTreeSet<GameId>, Stop> {
        let mut left = BTreeSet::new();
        let actor = |admin| Actor::Person { id: me.id, username: me.username.clone(), admin };
        for stored in self.0.store.open_to(me.id).await? {
            let (id, steps) = match &stored.table.stage {
                Stage::Open(challenge) if challenge.by == me.id => {
                    (stored.table.id, vec![(actor(false), Command::Withdraw)])
                }
                Stage::Open(challenge) if is_for(challenge, me) => {
                    (stored.table.id, vec![(actor(false), Command::Decline)])
                }
                // Asked, and answered at once.
                Stage::Game(game) if is_lost_by_leaving(game) => {
                    let steps = [false, true].map(|sure| (actor(false), Command::Resign { sure }));
                    (stored.table.id, steps.into())
                }
                Stage::Game(_) => (stored.table.id, vec![(actor(true), Command::Void)]),
                Stage::Open(_) | Stage::Closed { .. } => continue,
            };
            left.insert(id);
            for (actor, command) in steps {
                match self.command(id, &actor, command, Change::default()).await {
                    // A refusal means that it has ended meanwhile, or that the question stood already.
                    Ok(_) | Err(Stop::Notice(Notice::Refused(_))) => {}
                    Err(stop) => return Err(stop),
                }
            }
        }
        Ok(left)
    }
}

/// Whether a challenge is for this person alone.
fn is_for(challenge: &Challenge, me: &Person) -> bool {
    match &challenge.to {
        Target::Anybody => false,
        Target::Person(id) => *id == me.id,
        Target::Username(name) => me.username.as_ref().is_some_and(|own| own.eq_ignore_ascii_case(name)),
    }
}

/// Whether two people are in the middle of this game.
fn is_lost_by_leaving(game: &Game) -> bool {
    let two = matches!(game.players, [Player::Person(one), Player::Person(other)] if one != other);
    two && game.plies.len() >= HARDLY_BEGUN
}
