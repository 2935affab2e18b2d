//! Offers between the players: draw, takeback, rematch. Each has a number, so that a button can never accept another one.
//!
//! At most one offer of a kind stands at a time; a draw and a takeback may stand side by side. Only the opponent answers.
//! What was declined or retracted cannot be repeated at once ([`Game::spent`]): it may come again when a standing one
//! would have fallen away. On one phone nobody has to be asked, so what is offered happens; nor does the AI have to be
//! asked for a rematch. Its other answers come from outside, through the same door.

use super::{Draft, Event, Game, Moment, Player, Refusal};
use crate::book::TimeControl;
use crate::rules::{End, EndReason, Outcome, Seat};

/// An offer's number within its table, counted from 1.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OfferId(pub u32);

/// What is offered.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum OfferKind {
    Draw,
    /// Back to before the offerer's last move.
    Takeback,
    /// Another game by the same rules and clock, sides swapped.
    Rematch,
}

/// An offer waiting for the opponent.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Offer {
    pub id: OfferId,
    pub kind: OfferKind,
    pub by: Seat,
}

impl Offer {
    /// Whether it falls away when `mover` plays.
    ///
    /// A draw stands until the opponent plays, which is an answer: so it may be offered together with one's own move,
    /// before it or after it. A takeback is about the last ply, so any ply ends it.
    fn lapses_when_played_by(&self, mover: Seat) -> bool {
        match self.kind {
            OfferKind::Draw => mover != self.by,
            OfferKind::Takeback => true,
            OfferKind::Rematch => false,
        }
    }
}

impl Game {
    /// Offers, or accepts the opponent's offer of the same, or does at once what nobody has to be asked for.
    pub(super) fn offer(&mut self, seat: Seat, kind: OfferKind, moment: Moment<'_>) -> Result<Vec<Event>, Refusal> {
        if kind == OfferKind::Rematch {
            self.check_rematch()?;
        }
        match self.offers.iter().find(|offer| offer.kind == kind).copied() {
            // Each side's takeback goes back to another ply: asking for one does not grant the other.
            Some(offer) if offer.by == seat || kind == OfferKind::Takeback => {
                return Err(Refusal::AlreadyOffered { kind });
            }
            Some(offer) => return self.accept(offer, moment),
            None => {}
        }
        if self.spent.iter().any(|offer| offer.kind == kind && offer.by == seat) {
            return Err(Refusal::OfferedAlreadyThisPly { kind });
        }
        let by = match kind {
            // On one phone the last ply is taken back, whoever played it.
            OfferKind::Takeback if self.on_one_phone() => self.state.to_move().other(),
            OfferKind::Draw | OfferKind::Takeback | OfferKind::Rematch => seat,
        };
        if kind == OfferKind::Takeback {
            self.plies_to_take_back(by)?;
        }
        self.offers_made += 1;
        let offer = Offer { id: OfferId(self.offers_made), kind, by };
        if self.needs_no_answer(offer) {
            return self.accept(offer, moment);
        }
        self.offers.push(offer);
        Ok(vec![Event::Offered(offer)])
    }

    /// The opponent's answer.
    pub(super) fn answer(
        &mut self,
        seat: Seat,
        id: OfferId,
        accept: bool,
        moment: Moment<'_>,
    ) -> Result<Vec<Event>, Refusal> {
        let offer = self.standing(id)?;
        if offer.by == seat {
            return Err(Refusal::OwnOffer { kind: offer.kind });
        }
        if accept {
            return self.accept(offer, moment);
        }
        self.spend(offer);
        Ok(vec![Event::Declined(offer)])
    }

    /// The offerer's change of mind.
    pub(super) fn retract(&mut self, seat: Seat, id: OfferId) -> Result<Vec<Event>, Refusal> {
        let offer = self.standing(id)?;
        if offer.by != seat {
            return Err(Refusal::NotYourOffer { kind: offer.kind });
        }
        self.spend(offer);
        Ok(vec![Event::Retracted(offer)])
    }

    /// Lets fall away what does not outlive a ply by `mover`.
    pub(super) fn lapse_after(&mut self, mover: Seat) -> Vec<Event> {
        self.spent.retain(|offer| !offer.lapses_when_played_by(mover));
        self.offers.extract_if(.., |offer| offer.lapses_when_played_by(mover)).map(Event::Lapsed).collect()
    }

    fn accept(&mut self, offer: Offer, moment: Moment<'_>) -> Result<Vec<Event>, Refusal> {
        self.offers.retain(|standing| standing.id != offer.id);
        let mut events = vec![Event::Accepted(offer)];
        match offer.kind {
            OfferKind::Draw => {
                events.push(self.end(End { outcome: Outcome::Draw, reason: EndReason::Agreement }));
            }
            OfferKind::Takeback => {
                let plies = self.plies_to_take_back(offer.by)?;
                events.extend(self.take_back(plies, moment)?);
            }
            OfferKind::Rematch => {
                self.rematch_made = true;
                let [first, second] = self.players;
                let clock = self.clock.as_ref().map_or(TimeControl::Unlimited, |clock| clock.control);
                let draft = Draft::new(self.setup, [second, first]);
                events.push(Event::Rematch(Draft { clock, stakes: self.stakes, ..draft }));
            }
        }
        Ok(events)
    }

    /// The standing offer with this number.
    fn standing(&self, id: OfferId) -> Result<Offer, Refusal> {
        if self.rematch_made {
            return Err(Refusal::RematchMade);
        }
        self.offers.iter().find(|offer| offer.id == id).copied().ok_or(Refusal::NoSuchOffer)
    }

    /// Ends an offer without effect, not to be repeated at once.
    fn spend(&mut self, offer: Offer) {
        self.offers.retain(|standing| standing.id != offer.id);
        self.spent.push(offer);
    }

    fn needs_no_answer(&self, offer: Offer) -> bool {
        let to_ai = matches!(self.players[offer.by.other().index()], Player::Ai(_));
        self.on_one_phone() || to_ai && offer.kind == OfferKind::Rematch
    }

    fn check_rematch(&self) -> Result<(), Refusal> {
        if self.finish.is_none() {
            Err(Refusal::NotOverYet)
        } else if self.rematch_made {
            Err(Refusal::RematchMade)
        } else {
            Ok(())
        }
    }

    /// How many plies go when this seat takes its last move back: its own, and the answer if there was one.
    pub fn plies_to_take_back(&self, by: Seat) -> Result<usize, Refusal> {
        let count = if self.state.to_move() == by { 2 } else { 1 };
        let first = self.plies.len().checked_sub(count).ok_or(Refusal::NothingToTakeBack)?;
        if self.plies[first..].iter().any(|ply| ply.revealed.is_some()) { Err(Refusal::CardTurned) } else { Ok(count) }
    }

    /// Whether one of the persons who play can take back a move now.
    pub fn can_take_back(&self) -> bool {
        let mut persons = Seat::BOTH.into_iter().filter(|&seat| self.person_on(seat).is_some());
        persons.any(|seat| self.plies_to_take_back(seat).is_ok())
    }
}
