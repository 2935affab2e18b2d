//! Presses on a table's message: the picker, and the commands its buttons stand for.

use std::time::{Duration, Instant};

use super::ai_seat::too_early_for_a_draw;
use super::dispatch::Visit;
use super::outbox::Item;
use super::tables::{Stop, people_at};
use super::{MessageId, Messenger, Service};
use crate::chat::{GAMES, Incident, Notice, TableAct};
use crate::people::PersonId;
use crate::referee::{Challenge, Command, Event, GameId, Offer, OfferKind, Player, Refusal, Sides, Stage};
use crate::rules::{Move, Seat, Setup, Variant};
use crate::store::Stored;

/// The same button pressed again within this is one press.
const DOUBLE_TAP: Duration = Duration::from_secs(2);
/// How many ended games of a place keep the buttons of their last board.
const ENDED: usize = 20;

impl<M: Messenger> Service<M> {
    pub(super) async fn pressed(
        &self,
        id: GameId,
        turn: u32,
        act: TableAct,
        visit: Visit,
    ) -> Result<Option<Notice>, Stop> {
        let Incident::Press { message, .. } = &visit.incoming.event else { return Ok(None) };
        let message = *message;
        visit.player()?;
        // A game looked at again by its number may be another chat's; whether it may be seen is asked there.
        if let TableAct::Review { page } = act {
            return self.turn_page(id, message, page, &visit).await;
        }
        let here = |stored: &Stored| stored.table.place.chat == visit.chat.id;
        let Some(stored) = self.0.store.table(id).await?.filter(here) else {
            self.tidy(&visit, id, false).await?;
            return Err(Stop::Notice(Notice::UnknownButton));
        };
        let is_on_board = act.is_on_board();
        let outcome = self.press_on(&stored, turn, act, &visit).await;
        let is_elsewhere = message != stored.shown.map(|shown| shown.message);
        let is_old =
            |refusal: &Refusal| matches!(refusal, Refusal::Stale { .. } | Refusal::Over | Refusal::ChallengeGone);
        let needs_care = match &outcome {
            Ok(_) => is_elsewhere,
            Err(Stop::Notice(Notice::Refused(refusal))) => is_old(refusal),
            Err(_) => false,
        };
        if needs_care {
            self.tidy(&visit, id, is_on_board).await?;
        }
        outcome
    }

    async fn press_on(&self, stored: &Stored, turn: u32, act: TableAct, visit: &Visit) -> Result<Option<Notice>, Stop> {
        let Incident::Press { data, .. } = &visit.incoming.event else { return Ok(None) };
        let (id, actor, me) = (stored.table.id, visit.actor()?, visit.player()?.id);
        let last = self.0.desks.look(id).last_press;
        let twice = is_double_tap(last.as_ref(), me, data, Instant::now());
        let command = match act {
            TableAct::Pick { .. } | TableAct::WhyNot { .. } if is_no_player(stored, me) => {
                return Err(self.no_player(&stored.table, Some(me), true).await?);
            }
            TableAct::Pick { prefix } => return self.pick(stored, turn, prefix, me),
            TableAct::WhyNot { mv } => return why_not(stored, turn, mv, me),
            TableAct::Games => return self.look_at_games(stored, me),
            TableAct::Hint => return self.hint_pressed(stored, turn, &actor).await,
            TableAct::Analyse => return self.analyse_pressed(stored, visit).await,
            TableAct::Review { .. } => return Err(Stop::Notice(Notice::UnknownButton)),
            TableAct::NextSides => arranged(open(stored)?, Change::Sides)?,
            TableAct::NextPreset => arranged(open(stored)?, Change::Preset)?,
            TableAct::NextClock => arranged(open(stored)?, Change::Clock)?,
            TableAct::SetGame { variant } => arranged(open(stored)?, Change::Game(variant))?,
            TableAct::Join => Command::Join { arranged: turn },
            TableAct::Decline => Command::Decline,
            TableAct::Withdraw => Command::Withdraw,
            TableAct::Play { mv, sure } => Command::Play { turn, mv, sure },
            TableAct::Meant { mv } => Command::Play { turn, mv, sure: false },
            TableAct::OfferDraw => Command::Offer(OfferKind::Draw),
            TableAct::OfferTakeback => Command::Offer(OfferKind::Takeback),
            TableAct::OfferRematch => Command::Offer(OfferKind::Rematch),
            TableAct::Answer { offer, accept } => Command::Answer { offer, accept },
            TableAct::Retract { offer } => Command::Retract { offer },
            TableAct::Resign => Command::Resign { sure: false },
            TableAct::ReallyResign => Command::Resign { sure: true },
            TableAct::KeepPlaying => Command::KeepPlaying,
        };
        let verdict = match check_shown(stored, turn, &command) {
            Ok(()) => self.command(id, &actor, command, visit.change.clone()).await,
            Err(refusal) => Err(refusal.into()),
        };
        match verdict {
            Ok(events) => {
                self.0.desks.with(id, |desk| desk.last_press = Some((me, data.clone(), Instant::now())));
                Ok(events.iter().find_map(|event| told_by_toast(event, stored)))
            }
            Err(Stop::Notice(Notice::Refused(Refusal::Hazard { mv, .. }))) => {
                self.ask_to_confirm(id, mv).await;
                Ok(None)
            }
            // The first press did it.
            Err(Stop::Notice(Notice::Refused(_))) if twice => Err(Stop::Repeated),
            Err(stop) => Err(stop),
        }
    }

    /// Shows the author of a challenge the games there are; nothing is saved.
    fn look_at_games(&self, stored: &Stored, me: PersonId) -> Result<Option<Notice>, Stop> {
        self.mark_picked(own_challenge(stored, me)?, GAMES.to_owned());
        Ok(None)
    }

    fn mark_picked(&self, stored: &Stored, prefix: String) {
        self.0.desks.with(stored.table.id, |desk| {
            desk.picking = prefix;
            desk.confirming = None;
            desk.only_picked = true;
            desk.turns += 1;
        });
        self.show(stored.table.place.chat, stored.table.id);
    }

    /// Marks what has been picked so far; nothing is saved.
    fn pick(&self, stored: &Stored, turn: u32, prefix: String, me: PersonId) -> Result<Option<Notice>, Stop> {
        match &stored.table.stage {
            Stage::Game(game) => {
                may_move(stored, turn, me)?;
                if !prefix.is_empty() && game.state.choices(&prefix).is_empty() {
                    return Err(Stop::Notice(Notice::UnknownButton));
                }
                self.mark_picked(stored, prefix);
            }
            // Back from the games there are.
            Stage::Open(_) if prefix.is_empty() => self.mark_picked(own_challenge(stored, me)?, prefix),
            Stage::Open(_) | Stage::Closed { .. } => return Err(Refusal::NotStarted.into()),
        }
        Ok(None)
    }

    /// Puts a move that loses at once before the player once more.
    pub(super) async fn ask_to_confirm(&self, id: GameId, mv: Move) {
        self.0.desks.with(id, |desk| desk.confirming = Some(mv));
        self.show_again(id).await;
    }

    /// Sees to the message whose button was pressed, if it is not the one that is known to show its table.
    ///
    /// The message of another table, the last board of a game included, keeps its buttons and is brought up to date if it is
    /// behind. One that is older than the board, or shows no table at all, loses them. One that is newer was sent when the program
    /// was killed, or Telegram's answer to it got lost or is still on its way: it is the board from now on.
    async fn tidy(&self, visit: &Visit, id: GameId, is_on_board: bool) -> Result<(), Stop> {
        let Incident::Press { message: Some(message), carried, .. } = visit.incoming.event else { return Ok(()) };
        let chat = visit.chat.id;
        if let Some(table) = self.0.store.shown_in(visit.place(), message, ENDED).await? {
            self.show(chat, table);
            return Ok(());
        }
        let is_newer = |stored: &Stored| {
            stored.table.place.chat == chat && stored.shown.is_none_or(|shown| shown.message < message)
        };
        match self.0.store.table(id).await?.filter(|stored| is_on_board && is_newer(stored)) {
            Some(stored) => {
                // Whoever has nothing to do with the table, or makes up a button, does not say where its board is.
                let is_theirs = visit.person.as_ref().is_some_and(|me| people_at(&stored.table).contains(&me.id));
                if carried && is_theirs {
                    self.adopt(&stored, message).await?;
                }
            }
            None if self.shows_a_cup(visit, message).await? => {}
            None => self.push(chat, Item::Strip { chat, message }),
        }
        Ok(())
    }

    /// Whether the message whose button was pressed is known to show a table or a cup: no button there turns it into a page.
    pub(super) async fn shows_a_game(&self, visit: &Visit) -> Result<bool, Stop> {
        let Incident::Press { message: Some(message), .. } = visit.incoming.event else { return Ok(false) };
        let table = self.0.store.shown_in(visit.place(), message, ENDED).await?;
        Ok(table.is_some() || self.shows_a_cup(visit, message).await?)
    }

    async fn shows_a_cup(&self, visit: &Visit, message: MessageId) -> Result<bool, Stop> {
        let cup = self.0.store.cup_in(visit.place()).await?;
        Ok(cup.and_then(|cup| cup.shown).is_some_and(|shown| shown.message == message))
    }

    /// Makes a message the one that shows a table; the one before it is said to be old when the new one is up to date.
    async fn adopt(&self, stored: &Stored, message: MessageId) -> Result<(), Stop> {
        let id = stored.table.id;
        if self.0.store.adopt(id, message).await? {
            tracing::info!(%id, "a newer board than the one known is taken for it");
            self.0.desks.with(id, |desk| {
                desk.shown = None;
                desk.only_picked = false;
                desk.older = stored.shown.map(|shown| shown.message);
            });
            self.show(stored.table.place.chat, id);
        }
        Ok(())
    }
}

/// Whether this press is the one before it once more.
fn is_double_tap(last: Option<&(PersonId, String, Instant)>, me: PersonId, data: &str, now: Instant) -> bool {
    last.is_some_and(|(who, pressed, at)| {
        *who == me && pressed == data && now.saturating_duration_since(*at) < DOUBLE_TAP
    })
}

/// What is asked about a running game is asked about the position on show. Offers are answered by their number, and a move says
/// its turn itself.
fn check_shown(stored: &Stored, shown: u32, command: &Command) -> Result<(), Refusal> {
    let Stage::Game(game) = &stored.table.stage else { return Ok(()) };
    let about_position = matches!(
        command,
        Command::Offer(OfferKind::Draw | OfferKind::Takeback)
            | Command::Resign { .. }
            | Command::Leave { .. }
            | Command::KeepPlaying
    );
    if about_position && game.finish.is_none() && shown != game.turn() {
        return Err(Refusal::Stale { shown, turn: game.turn() });
    }
    Ok(())
}

/// Whether this person may pick on this board.
fn may_move(stored: &Stored, turn: u32, me: PersonId) -> Result<(), Stop> {
    let Stage::Game(game) = &stored.table.stage else { return Err(Refusal::NotStarted.into()) };
    let to_move = game.state.to_move();
    if game.finish.is_some() {
        Err(Refusal::Over.into())
    } else if turn != game.turn() {
        Err(Refusal::Stale { shown: turn, turn: game.turn() }.into())
    } else if game.players[to_move.index()] != Player::Person(me) {
        Err(Refusal::NotYourTurn { to_move }.into())
    } else {
        Ok(())
    }
}

/// Whether a game goes on here in which this person does not play just now.
fn is_no_player(stored: &Stored, me: PersonId) -> bool {
    let game = stored.table.as_game().filter(|game| game.finish.is_none());
    game.is_some_and(|game| !game.players.contains(&Player::Person(me)))
}

/// Explains a move that was shown as forbidden.
fn why_not(stored: &Stored, turn: u32, mv: Move, me: PersonId) -> Result<Option<Notice>, Stop> {
    may_move(stored, turn, me)?;
    let Stage::Game(game) = &stored.table.stage else { return Err(Refusal::NotStarted.into()) };
    Ok(Some(match game.state.why_illegal(mv) {
        Some(why) => Notice::Refused(Refusal::Illegal { mv, why }),
        None => Notice::NowLegal { mv },
    }))
}

/// The challenge that is open on a table.
fn open(stored: &Stored) -> Result<&Challenge, Stop> {
    match &stored.table.stage {
        Stage::Open(challenge) => Ok(challenge),
        Stage::Game(_) | Stage::Closed { .. } => Err(Refusal::ChallengeGone.into()),
    }
}

/// A table with an open challenge of this person's.
fn own_challenge(stored: &Stored, me: PersonId) -> Result<&Stored, Stop> {
    match open(stored)?.by {
        by if by == me => Ok(stored),
        by => Err(Refusal::NotTheAuthor { by }.into()),
    }
}

/// What the author of a challenge turns.
enum Change {
    Sides,
    Preset,
    Clock,
    Game(Variant),
}

/// The next way to seat the players, the next preset or clock, or another game.
fn arranged(challenge: &Challenge, change: Change) -> Result<Command, Stop> {
    let (mut sides, mut setup, mut clock) = (challenge.sides, challenge.setup, challenge.clock);
    match change {
        Change::Sides => {
            sides = match sides {
                Sides::Lot => Sides::Author(Seat::First),
                Sides::Author(Seat::First) => Sides::Author(Seat::Second),
                Sides::Author(Seat::Second) => Sides::Lot,
            };
        }
        Change::Preset => {
            let presets = Setup::presets(setup.variant());
            let at = setup.preset_name().and_then(|name| presets.iter().position(|preset| *preset == name));
            let next = presets[at.map_or(0, |at| (at + 1) % presets.len())];
            setup = Setup::preset(setup.variant(), next).map_err(|error| {
                tracing::error!(%error, "a preset of the catalogue is missing");
                Stop::Notice(Notice::OurFault)
            })?;
        }
        Change::Clock => clock = clock.next(),
        Change::Game(variant) => setup = Setup::standard(variant),
    }
    Ok(Command::Arrange { sides, setup, clock })
}

/// What the presser is told beside what the board shows.
fn told_by_toast(event: &Event, stored: &Stored) -> Option<Notice> {
    match event {
        // The AI answers in a moment, and the board says how; only what is sure is said before.
        Event::Offered(offer) if asks_ai(offer, stored) => {
            let Stage::Game(game) = &stored.table.stage else { return None };
            let declined = offer.kind == OfferKind::Draw && too_early_for_a_draw(game.plies.len());
            declined.then_some(Notice::AiPlaysOn)
        }
        Event::Offered(offer) => Some(Notice::Offered { kind: offer.kind }),
        Event::Retracted(offer) => Some(Notice::Retracted { kind: offer.kind }),
        Event::Declined(offer) => Some(Notice::Declined { kind: offer.kind }),
        Event::ResignAsked(asked) if asked.leaves => Some(Notice::ReallyLeave),
        Event::ResignAsked(_) => Some(Notice::ReallyResign),
        _ => None,
    }
}

/// Whether the AI is the one to answer.
fn asks_ai(offer: &Offer, stored: &Stored) -> bool {
    let Stage::Game(game) = &stored.table.stage else { return false };
    matches!(game.players[offer.by.other().index()], Player::Ai(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_double_tap_is_the_same_press_at_once() {
        let (me, at) = (PersonId(1), Instant::now());
        let last = (me, "t1:0:D".to_owned(), at);
        let after = |millis| at + Duration::from_millis(millis);
        assert!(is_double_tap(Some(&last), me, "t1:0:D", after(300)));
        assert!(!is_double_tap(Some(&last), me, "t1:0:D", after(2000)), "later it is a press of its own");
        assert!(!is_double_tap(Some(&last), me, "t1:0:T", after(300)), "another button");
        assert!(!is_double_tap(Some(&last), PersonId(2), "t1:0:D", after(300)), "somebody else");
        assert!(!is_double_tap(None, me, "t1:0:D", after(300)));
    }
}
