//! Commands: challenges, games against the AI, typed moves and whatever else is about a game without a button.

use std::time::{Duration, Instant};

use super::dispatch::{Said, Visit, refreshed};
use super::tables::Stop;
use super::{MessageId, Messenger, Service, now};
use crate::book::{Stakes, TimeControl};
use crate::chat::{self, ChallengeWish, Incident, Notice, Opponent, Page, Post};
use crate::people::{Chat, ChatKind, PersonId};
use crate::referee::{
    Actor, Challenge, Command, Draft, Event, Game, OfferKind, Player, Refusal, Sides, Stage, Table, Target,
};
use crate::rules::{Animal, Seat, Setup};
use crate::store::Stored;

/// A game in which nobody has moved for so long may be closed at once.
const DEAD_MILLIS: i64 = 10 * 60 * 1000;

/// The same `/cancel` again within this closes a game that is being played.
const ASKED_TO_CLOSE: Duration = Duration::from_secs(30);

/// How many ended games of a place are looked through.
pub(super) const ENDED: usize = 20;

impl<M: Messenger> Service<M> {
    pub(super) async fn challenge(&self, wish: ChallengeWish, mut visit: Visit) -> Result<Said, Stop> {
        let me = visit.player()?.id;
        let setup = wish.setup.unwrap_or(visit.chat.settings.setup);
        let clock = self.clock(wish.clock)?;
        let to = match wish.to {
            Opponent::Here if visit.chat.kind == ChatKind::Group => return Err(Stop::Notice(Notice::PrivateOnly)),
            Opponent::Here => {
                let clock = clock.unwrap_or_default();
                let draft = Draft { clock, ..Draft::new(setup, [Player::Person(me); 2]) };
                return self.start_game(draft, visit).await;
            }
            _ if visit.chat.kind == ChatKind::Private => return Err(Stop::Notice(Notice::GroupsOnly)),
            Opponent::Anybody => Target::Anybody,
            Opponent::Person(person) if person.id == me => return Err(Stop::Notice(Notice::CannotChallenge)),
            Opponent::Person(seen) => {
                // The card names them, and they may never have said a word to the bot.
                let old = self.0.store.person(seen.id).await?;
                let reachable = old.as_ref().is_some_and(|person| person.reachable);
                let person = refreshed(old.as_ref(), &seen, reachable);
                if old.as_ref() != Some(&person) {
                    visit.change.people.push(person);
                }
                Target::Person(seen.id)
            }
            Opponent::Username(name) => {
                let bot = name.eq_ignore_ascii_case(&self.0.host.bot.username);
                let own = visit.player()?.username.as_ref().is_some_and(|own| own.eq_ignore_ascii_case(&name));
                if bot || own {
                    return Err(Stop::Notice(Notice::CannotChallenge));
                }
                Target::Username(name)
            }
        };
        let made = now();
        let expires = made.plus(self.0.host.limits.challenge_millis);
        let challenge = Challenge {
            by: me,
            to,
            sides: wish.sides,
            setup,
            clock: clock.unwrap_or(visit.chat.settings.clock),
            stakes: Stakes::from(visit.chat.settings.counts_for),
            arranged: 0,
            made,
            expires,
        };
        let table = Table::challenge(self.0.store.next_id().await?, visit.place(), challenge);
        self.open(Stored { table, version: 1, shown: None }, visit.change).await?;
        Ok(None)
    }

    pub(super) async fn against_ai(
        &self,
        level: Animal,
        sides: Sides,
        setup: Option<Setup>,
        clock: TimeControl,
        visit: Visit,
    ) -> Result<Said, Stop> {
        let me = Player::Person(visit.player()?.id);
        let seat = match sides {
            Sides::Author(seat) => seat,
            Sides::Lot if super::chance().0 & 1 == 0 => Seat::First,
            Sides::Lot => Seat::Second,
        };
        let players = match seat {
            Seat::First => [me, Player::Ai(level)],
            Seat::Second => [Player::Ai(level), me],
        };
        let setup = setup.unwrap_or(visit.chat.settings.setup);
        self.start_game(Draft { clock, ..Draft::new(setup, players) }, visit).await
    }

    /// The clock somebody asks for, if one can play with it.
    pub(super) fn clock(&self, wished: Option<TimeControl>) -> Result<Option<TimeControl>, Stop> {
        let check = |clock: TimeControl| clock.check(&self.0.host.limits).map(|()| clock);
        wished.map(check).transpose().map_err(|why| Stop::Notice(Notice::BadClock { why }))
    }

    async fn start_game(&self, draft: Draft, visit: Visit) -> Result<Said, Stop> {
        let stored = self.fresh(visit.place(), draft, now()).await?;
        self.open(stored, visit.change).await?;
        Ok(None)
    }

    /// The game somebody means: the one whose board they answer, else theirs in this place. If theirs are several: in a private
    /// chat the one with the newest board, in a group the one in which `fits` holds alone.
    pub(super) async fn my_game(&self, visit: &Visit, fits: impl Fn(&Game, Seat) -> bool) -> Result<Stored, Stop> {
        let me = visit.player()?.id;
        let mut live = self.0.store.live_in(visit.chat.id).await?;
        live.retain(|stored| matches!(stored.table.stage, Stage::Game(_)));
        if let Some(at) = answered(visit).and_then(|message| shown_in(&live, message)) {
            return Ok(live.swap_remove(at));
        }
        live.retain(|stored| visit.is_at(stored.table.place));
        let (own, others): (Vec<Stored>, Vec<Stored>) =
            live.into_iter().partition(|stored| seat_in(&stored.table, me).is_some());
        let mut live = own;
        if live.is_empty() {
            // While somebody else of their team is to move.
            for stored in others {
                if self.side_of(&stored.table, me).await?.is_some() {
                    live.push(stored);
                }
            }
            return if live.len() > 1 {
                Err(Stop::Notice(Notice::WhichGame))
            } else {
                live.pop().ok_or_else(|| no_game_here(visit))
            };
        }
        if visit.chat.kind == ChatKind::Private {
            return live.into_iter().max_by_key(newest_board).ok_or_else(|| no_game_here(visit));
        }
        if live.len() > 1 {
            live.retain(|stored| match (&stored.table.stage, seat_in(&stored.table, me)) {
                (Stage::Game(game), Some(seat)) => fits(game, seat),
                _ => false,
            });
        }
        match live.len() {
            0 => Err(no_game_here(visit)),
            1 => Ok(live.swap_remove(0)),
            _ => Err(Stop::Notice(Notice::WhichGame)),
        }
    }

    pub(super) async fn typed_move(&self, text: &str, visit: Visit) -> Result<Said, Stop> {
        let actor = visit.actor()?;
        let stored = self.my_game(&visit, |game, seat| game.state.to_move() == seat).await?;
        let Stage::Game(game) = &stored.table.stage else { return Err(no_game_here(&visit)) };
        let to_move = game.state.to_move();
        // Before the text is read: out of turn, "tiger jump" names the other side's tiger.
        match game.seat_of(&actor) {
            None => return Err(self.no_player(&stored.table, actor.person(), true).await?),
            Some(seat) if seat != to_move => return Err(Refusal::NotYourTurn { to_move }.into()),
            Some(_) => {}
        }
        let shown = chat::orientation(&stored.table, &visit.chat.settings);
        let (id, turn) = (stored.table.id, game.turn());
        let unreadable = |error| Stop::Notice(Notice::Unreadable { text: text.to_owned(), error, id, turn });
        let mv = game.state.read_move(text, shown).map_err(unreadable)?;
        let play = Command::Play { turn, mv, sure: false };
        match self.command(id, &actor, play, visit.change).await {
            Ok(_) => Ok(None),
            Err(Stop::Notice(Notice::Refused(Refusal::Hazard { mv, .. }))) => {
                self.0.desks.with(id, |desk| desk.ask_anew());
                self.ask_to_confirm(id, mv).await;
                Ok(None)
            }
            Err(stop) => Err(stop),
        }
    }

    /// A text in a private chat that looks like nothing: read as a move where a game is being played.
    pub(super) async fn talk(&self, text: &str, visit: Visit) -> Result<Said, Stop> {
        match self.my_game(&visit, |_, _| true).await {
            Ok(_) => self.typed_move(text, visit).await,
            Err(Stop::Notice(Notice::NoGameHere { .. })) => Ok(Some(Notice::OnlyMoves)),
            Err(stop) => Err(stop),
        }
    }

    /// Tells the rules of this preset, else of the table answered, else of the chat.
    pub(super) async fn rules(&self, setup: Option<Setup>, visit: Visit) -> Result<Said, Stop> {
        let mut chat = visit.chat.clone();
        let named = match setup {
            Some(setup) => Some(setup),
            None => self.answered_table(&visit).await?.map(|stored| match stored.table.stage {
                Stage::Open(challenge) | Stage::Closed { challenge, .. } => challenge.setup,
                Stage::Game(game) => game.setup,
            }),
        };
        if let Some(setup) = named {
            chat.settings.setup = setup;
        }
        self.say_page(visit, &Page::Rules { chat: &chat }).await
    }

    /// The table whose message somebody answers, running or lately ended.
    pub(super) async fn answered_table(&self, visit: &Visit) -> Result<Option<Stored>, Stop> {
        let Some(message) = answered(visit) else { return Ok(None) };
        let mut tables = self.0.store.live_in(visit.chat.id).await?;
        tables.extend(self.0.store.ended_in(visit.place(), ENDED).await?);
        Ok(shown_in(&tables, message).map(|at| tables.swap_remove(at)))
    }

    pub(super) async fn to_my_game(&self, command: Command, visit: Visit) -> Result<Said, Stop> {
        let actor = visit.actor()?;
        let stored = self.my_game(&visit, |_, _| true).await?;
        let (id, place) = (stored.table.id, stored.table.place);
        let command = match (&command, &stored.table.stage) {
            // Written once more while the question stands, it is the answer; the opponent's question is not theirs to answer.
            (Command::Resign { .. } | Command::Leave { .. }, Stage::Game(game)) => {
                let leaves = matches!(command, Command::Leave { .. });
                let asked = game.resigning.filter(|asked| asked.leaves == leaves).map(|asked| asked.seat);
                let sure = asked.is_some() && asked == game.seat_of(&actor);
                if leaves { Command::Leave { sure } } else { Command::Resign { sure } }
            }
            _ => command,
        };
        let events = self.command(id, &actor, command, visit.change).await?;
        // Whoever wrote gets no toast: the question has to come to where they are reading.
        if events.iter().any(|event| matches!(event, Event::ResignAsked(_))) {
            self.0.desks.with(id, |desk| desk.ask_anew());
            self.show(place.chat, id);
        }
        Ok(None)
    }

    pub(super) async fn rematch(&self, visit: Visit) -> Result<Said, Stop> {
        let actor = visit.actor()?;
        let me = visit.player()?.id;
        let mut ended = self.0.store.ended_in(visit.place(), ENDED).await?;
        ended.retain(|stored| seat_in(&stored.table, me).is_some());
        let stored = ended.first().ok_or_else(|| no_game_here(&visit))?;
        self.command(stored.table.id, &actor, Command::Offer(OfferKind::Rematch), visit.change).await?;
        Ok(None)
    }

    /// Shows a board anew: the one answered, one's own, else the one that was played last.
    pub(super) async fn board(&self, text: bool, visit: Visit) -> Result<Said, Stop> {
        let stored = match self.my_game(&visit, |_, _| true).await {
            Ok(stored) => stored,
            Err(_) => {
                let running = self.0.store.live_in(visit.chat.id).await?.into_iter().filter_map(|stored| {
                    let Stage::Game(game) = &stored.table.stage else { return None };
                    visit.is_at(stored.table.place).then_some((game.moved, stored))
                });
                running.max_by_key(|(moved, _)| *moved).ok_or_else(|| no_game_here(&visit))?.1
            }
        };
        let (chat, id, lang) = (visit.chat.id, stored.table.id, self.lang_of(&visit.chat));
        let shown = chat::orientation(&stored.table, &visit.chat.settings);
        if let (Stage::Game(game), true) = (&stored.table.stage, text) {
            let words = chat::text_board(&game.state, shown, lang);
            return self.say_post(visit, Post::words(format!("<pre>{words}</pre>"))).await;
        }
        self.save(visit.change).await?;
        self.0.desks.with(id, |desk| desk.ask_anew());
        self.show(chat, id);
        Ok(None)
    }

    pub(super) async fn games(&self, visit: Visit) -> Result<Said, Stop> {
        if visit.chat.kind == ChatKind::Private {
            return self.my_games(visit).await;
        }
        let live = self.0.store.live_in(visit.chat.id).await?;
        let links: Vec<Option<String>> =
            live.iter().map(|stored| stored.shown.and_then(|shown| message_link(&visit.chat, shown.message))).collect();
        let tables: Vec<Table> = live.into_iter().map(|stored| stored.table).collect();
        let names = self.names(&tables, []).await?;
        let lang = self.lang_of(&visit.chat);
        let post = chat::page(&Page::Games { group: true, tables: &tables, links: &links }, &names, lang);
        self.say_post(visit, post).await
    }

    /// Withdraws a challenge of one's own, the one answered or else the newest; an admin may close any table instead, a game that
    /// is being played only when they say so twice.
    pub(super) async fn cancel(&self, visit: Visit) -> Result<Said, Stop> {
        let live = self.0.store.live_in(visit.chat.id).await?;
        let answered = answered(&visit);
        let meant: Vec<Stored> = match answered.and_then(|message| shown_in(&live, message)) {
            Some(at) => vec![live[at].clone()],
            // A message that is not known may be a board that has arrived but is not noted yet.
            None => {
                let fits = |stored: &Stored| answered.is_none() || stored.shown.is_none();
                live.into_iter().filter(|stored| visit.is_at(stored.table.place) && fits(stored)).collect()
            }
        };
        let me = visit.person.as_ref().map(|person| person.id);
        let mine = |stored: &&Stored| matches!(&stored.table.stage, Stage::Open(open) if Some(open.by) == me);
        if let Some(stored) = meant.iter().filter(mine).max_by_key(|stored| stored.table.id) {
            let (id, actor) = (stored.table.id, visit.actor()?);
            self.command(id, &actor, Command::Withdraw, visit.change).await?;
            return Ok(None);
        }
        if !self.is_admin(&visit).await? {
            return Err(Stop::Notice(Notice::NothingToCancel));
        }
        let alone = visit.chat.kind == ChatKind::Private;
        if meant.len() > 1 && !alone {
            return Err(Stop::Notice(Notice::WhichTable));
        }
        let stored = meant.into_iter().max_by_key(newest_board).ok_or(Stop::Notice(Notice::NothingToCancel))?;
        if is_being_played(&stored) {
            let asked = (me, Instant::now());
            let before = self.0.desks.with(stored.table.id, |desk| desk.closing.replace(asked));
            if !before.is_some_and(|(who, at)| who == me && at.elapsed() < ASKED_TO_CLOSE) {
                return Ok(Some(Notice::ReallyClose));
            }
        }
        let actor = me.map_or(Actor::AnonymousAdmin, |id| Actor::Person { id, username: None, admin: true });
        self.command(stored.table.id, &actor, Command::Void, visit.change).await?;
        Ok(None)
    }
}

/// A game in which somebody has moved lately: it is not closed by a slip.
fn is_being_played(stored: &Stored) -> bool {
    matches!(&stored.table.stage, Stage::Game(game) if now().since(game.moved) < DEAD_MILLIS)
}

/// The message of the bot's that somebody answers with what they write.
fn answered(visit: &Visit) -> Option<MessageId> {
    match &visit.incoming.event {
        Incident::Text { reply_to: Some(reply), .. } if reply.own => Some(reply.message),
        _ => None,
    }
}

/// Which of these tables stands in that message.
fn shown_in(tables: &[Stored], message: MessageId) -> Option<usize> {
    tables.iter().position(|stored| stored.shown.is_some_and(|shown| shown.message == message))
}

/// Orders tables by their messages: the newest board is the one a person has before them. One that is on its way, or has
/// arrived but is not noted yet, is newer than all others.
fn newest_board(stored: &Stored) -> MessageId {
    stored.shown.map_or(MessageId::MAX, |shown| shown.message)
}

fn no_game_here(visit: &Visit) -> Stop {
    Stop::Notice(Notice::NoGameHere { group: visit.chat.kind == ChatKind::Group })
}

/// The seat this person holds at a table, if they play there.
pub(super) fn seat_in(table: &Table, person: PersonId) -> Option<Seat> {
    let Stage::Game(game) = &table.stage else { return None };
    Seat::BOTH.into_iter().find(|seat| game.players[seat.index()] == Player::Person(person))
}

/// A link to a message; only supergroups have them (their ids start with -100).
pub(super) fn message_link(chat: &Chat, message: MessageId) -> Option<String> {
    let inner = chat.id.0.to_string();
    let inner = inner.strip_prefix("-100")?;
    Some(format!("https://t.me/c/{inner}/{message}"))
}
