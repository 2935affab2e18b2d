//! A challenge: an invitation to a game that somebody still has to accept.

use super::{Actor, Closed, Command, Event, Game, Moment, Player, Refusal, Stage};
use crate::book::{CupGame, Stakes, TimeControl};
use crate::people::{PersonId, Time};
use crate::rules::{Chance, Seat, Setup};

/// Who may accept a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Anybody in the chat.
    Anybody,
    Person(PersonId),
    /// Somebody the bot knows only by name so far, without the `@`, lower case.
    Username(String),
}

/// How the seats are given out.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sides {
    /// By lot, when the challenge is accepted.
    Lot,
    /// The author takes this seat.
    Author(Seat),
}

/// An invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    pub by: PersonId,
    pub to: Target,
    pub sides: Sides,
    pub setup: Setup,
    pub clock: TimeControl,
    pub stakes: Stakes,
    /// How often sides, rules or clock were changed: whoever joins says which arrangement they saw.
    pub arranged: u32,
    pub made: Time,
    pub expires: Time,
}

/// What a new game needs, when both players are known at once: against the AI, on one phone, a rematch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub setup: Setup,
    /// By seat. The same person twice: two people share one phone.
    pub players: [Player; 2],
    pub clock: TimeControl,
    pub stakes: Stakes,
    pub cup: Option<CupGame>,
}

impl Draft {
    /// A game between these players without a clock, for the pleasure of it.
    pub fn new(setup: Setup, players: [Player; 2]) -> Draft {
        Draft { setup, players, clock: TimeControl::Unlimited, stakes: Stakes::default(), cup: None }
    }
}

impl Challenge {
    /// Carries out what can be done with an open challenge.
    pub(super) fn handle(
        &self,
        actor: &Actor,
        command: Command,
        moment: Moment<'_>,
    ) -> Result<(Stage, Event), Refusal> {
        let time_over = moment.now >= self.expires;
        match command {
            Command::Expire if time_over && *actor == Actor::Clock => Ok(self.close(Closed::Expired)),
            Command::Expire => Err(Refusal::NotDue),
            Command::Play { .. }
            | Command::Offer(_)
            | Command::Answer { .. }
            | Command::Retract { .. }
            | Command::Resign { .. }
            | Command::Adjudicate { .. }
            | Command::Reseat { .. }
            | Command::StopClock { .. }
            | Command::AdjustClock { .. }
            | Command::Leave { .. }
            | Command::KeepPlaying => Err(Refusal::NotStarted),
            // Between the end of its time and the clock's word nobody should get in.
            _ if time_over => Err(Refusal::ChallengeGone),
            Command::Arrange { sides, setup, clock } => {
                self.check_author(actor)?;
                let arranged = self.arranged.saturating_add(1);
                Ok((Stage::Open(Challenge { sides, setup, clock, arranged, ..self.clone() }), Event::Arranged))
            }
            Command::Join { arranged } => {
                let opponent = self.check_opponent(actor)?;
                if arranged != self.arranged {
                    return Err(Refusal::Rearranged);
                }
                let mut game = Game::start(self.draft(opponent, moment.chance), moment.now);
                game.heed(moment.nights);
                Ok((Stage::Game(Box::new(game)), Event::Started))
            }
            Command::Decline => {
                self.check_opponent(actor)?;
                match self.to {
                    // A challenge to everybody is nobody's to decline.
                    Target::Anybody => Err(Refusal::NotForYou { by: self.by }),
                    Target::Person(_) | Target::Username(_) => Ok(self.close(Closed::Declined)),
                }
            }
            Command::Withdraw => {
                self.check_author(actor)?;
                Ok(self.close(Closed::Withdrawn))
            }
            Command::Void if actor.is_admin() => Ok(self.close(Closed::Voided)),
            Command::Void => Err(Refusal::NotAnAdmin),
        }
    }

    /// The game's draft with this opponent; the lot is the lowest bit of `chance`.
    fn draft(&self, opponent: PersonId, chance: Chance) -> Draft {
        let author = match self.sides {
            Sides::Author(seat) => seat,
            Sides::Lot if chance.0 & 1 == 0 => Seat::First,
            Sides::Lot => Seat::Second,
        };
        let mut players = [Player::Person(opponent); 2];
        players[author.index()] = Player::Person(self.by);
        Draft { clock: self.clock, stakes: self.stakes, ..Draft::new(self.setup, players) }
    }

    fn close(&self, why: Closed) -> (Stage, Event) {
        (Stage::Closed { challenge: self.clone(), why }, Event::Closed(why))
    }

    fn check_author(&self, actor: &Actor) -> Result<(), Refusal> {
        if actor.person() == Some(self.by) { Ok(()) } else { Err(Refusal::NotTheAuthor { by: self.by }) }
    }

    /// The person, if they are one this challenge is for.
    fn check_opponent(&self, actor: &Actor) -> Result<PersonId, Refusal> {
        let Actor::Person { id, username, .. } = actor else {
            return Err(Refusal::NotForYou { by: self.by });
        };
        if *id == self.by {
            return Err(Refusal::OwnChallenge);
        }
        let meant = match &self.to {
            Target::Anybody => true,
            Target::Person(person) => person == id,
            Target::Username(name) => username.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(name)),
        };
        if meant { Ok(*id) } else { Err(Refusal::NotForYou { by: self.by }) }
    }
}
