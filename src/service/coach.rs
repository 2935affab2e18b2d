//! Hints, and finished games looked at again. Both search off the async threads; an analysis takes a permit of its own, one for the
//! whole program, and waits before every step while a game wants the processor.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::dispatch::{Said, Visit};
use super::outbox::{Delivery, Item};
use super::refused::{Refused, Remedy};
use super::tables::Stop;
use super::{Drawn, EditPart, MessageId, Messenger, SendError, Service, permitted};
use crate::ai;
use crate::chat::{self, Notice, Review};
use crate::coach::{self, Analysis, Budget, Hint};
use crate::people::{ChatId, PersonId, Place};
use crate::referee::{Actor, Game, GameId, Refusal, Stage};
use crate::rules::Animal;
use crate::store::{CommitError, Stored};

/// Analyses kept: a page of another one is computed anew.
const KEPT: usize = 64;
/// Games that may be looked at again or wait for it at once.
const MOST: usize = 8;
/// How often the message tells how much is done: an edit counts against a group's twenty messages a minute.
const TOLD_EVERY: Duration = Duration::from_secs(4);
/// How long a step waits for games that are thinking, and how often it looks.
const PATIENCE: Duration = Duration::from_secs(2);
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// The games that are being looked at again, and what came of those before.
#[derive(Default)]
pub(super) struct Reviews {
    shelf: Mutex<Shelf>,
    /// The program ends: whatever is going on is dropped.
    ending: AtomicBool,
}

#[derive(Default)]
struct Shelf {
    /// Those whose message is not what it will be in the end.
    open: HashMap<GameId, Open>,
    /// The newest last.
    done: VecDeque<(GameId, Arc<Analysis>)>,
}

/// A game that is being looked at again.
#[derive(Clone)]
struct Open {
    place: Place,
    by: Option<PersonId>,
    stage: Progress,
    /// The page to show first.
    page: u8,
    message: Option<MessageId>,
    /// Counts changes of the stage, and which of them the message shows.
    turn: u64,
    shown: u64,
}

impl Open {
    /// The old chat's messages are out of reach.
    fn move_to(&mut self, to: ChatId) {
        (self.place.chat, self.message) = (to, None);
    }
}

#[derive(Clone)]
enum Progress {
    Waiting,
    Working(u32),
    Failed,
    Done(Arc<Analysis>),
}

impl Reviews {
    fn with<T>(&self, act: impl FnOnce(&mut Shelf) -> T) -> T {
        act(&mut self.shelf.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Gives up what is going on: these games' messages have to say so.
    pub fn give_up(&self) -> Vec<(GameId, ChatId)> {
        self.ending.store(true, Ordering::Relaxed);
        self.with(|shelf| {
            let unfinished = shelf.open.iter_mut().filter(|(_, open)| !matches!(open.stage, Progress::Done(_)));
            let given_up = unfinished.map(|(id, open)| {
                (open.stage, open.turn) = (Progress::Failed, open.turn + 1);
                (*id, open.place.chat)
            });
            given_up.collect()
        })
    }

    fn is_ending(&self) -> bool {
        self.ending.load(Ordering::Relaxed)
    }

    /// What was found in a game, if it is kept.
    fn kept(&self, id: GameId) -> Option<Arc<Analysis>> {
        self.with(|shelf| shelf.done.iter().find(|(known, _)| *known == id).map(|(_, analysis)| Arc::clone(analysis)))
    }

    /// Takes a game up, or says why not.
    fn take_up(&self, id: GameId, open: Open) -> Result<(), Notice> {
        self.with(|shelf| {
            let busy =
                |other: &Open| other.place.chat == open.place.chat || (other.by.is_some() && other.by == open.by);
            if shelf.open.contains_key(&id) || shelf.open.values().any(busy) {
                return Err(Notice::AnalysingHere);
            }
            if shelf.open.len() >= MOST {
                return Err(Notice::AnalysingMuch);
            }
            shelf.open.insert(id, open);
            Ok(())
        })
    }

    /// Notes how far a game is.
    fn set(&self, id: GameId, stage: Progress) {
        self.with(|shelf| {
            if let Progress::Done(analysis) = &stage {
                if shelf.done.len() >= KEPT {
                    shelf.done.pop_front();
                }
                shelf.done.push_back((id, Arc::clone(analysis)));
            }
            if let Some(open) = shelf.open.get_mut(&id) {
                (open.stage, open.turn) = (stage, open.turn + 1);
            }
        });
    }

    fn look(&self, id: GameId) -> Option<Open> {
        self.with(|shelf| shelf.open.get(&id).cloned())
    }

    /// Whether the message is behind.
    pub fn is_behind(&self, id: GameId) -> bool {
        self.look(id).is_some_and(|open| open.turn != open.shown)
    }

    /// Notes what the message shows; what is shown in its end is put away.
    fn note(&self, id: GameId, sent: &Open, message: MessageId) {
        self.with(|shelf| {
            let Some(open) = shelf.open.get_mut(&id) else { return };
            (open.message, open.shown) = (Some(message), sent.turn);
            if open.turn == sent.turn && matches!(open.stage, Progress::Done(_) | Progress::Failed) {
                shelf.open.remove(&id);
            }
        });
    }
}

impl<M: Messenger> Service<M> {
    /// `/hint`.
    pub(super) async fn hint(&self, visit: Visit) -> Result<Said, Stop> {
        let actor = visit.actor()?;
        let fits = |game: &Game, seat| game.against_ai() && game.state.to_move() == seat;
        let stored = self.my_game(&visit, fits).await?;
        let (id, chat) = (stored.table.id, stored.table.place.chat);
        self.save(visit.change).await?;
        self.advise(&stored, &actor).await?;
        // Whoever wrote reads further down than the board may stand.
        self.0.desks.with(id, |desk| desk.ask_anew());
        self.show(chat, id);
        Ok(None)
    }

    /// The hint button.
    pub(super) async fn hint_pressed(&self, stored: &Stored, turn: u32, actor: &Actor) -> Result<Said, Stop> {
        if let Stage::Game(game) = &stored.table.stage
            && game.finish.is_none()
            && game.turn() != turn
        {
            return Err(Refusal::Stale { shown: turn, turn: game.turn() }.into());
        }
        self.advise(stored, actor).await?;
        self.show_again(stored.table.id).await;
        Ok(None)
    }

    /// Puts a hint for the player to move onto the board, one for each position.
    async fn advise(&self, stored: &Stored, actor: &Actor) -> Result<(), Stop> {
        self.may_be_advised(actor.person()).await?;
        let id = stored.table.id;
        let Stage::Game(game) = &stored.table.stage else { return Err(Refusal::NotStarted.into()) };
        let to_move = game.state.to_move();
        if game.finish.is_some() {
            return Err(Refusal::Over.into());
        }
        if !game.against_ai() {
            return Err(Stop::Notice(Notice::NoHints));
        }
        match game.seat_of(actor) {
            None => return Err(Refusal::NotAPlayer.into()),
            Some(seat) if seat != to_move => return Err(Refusal::NotYourTurn { to_move }.into()),
            Some(_) => {}
        }
        let turn = game.turn();
        if self.0.desks.look(id).hint.is_some_and(|(at, _)| at == turn) {
            return Ok(());
        }
        let (state, library) = (game.state.clone(), self.0.host.mind.library.clone());
        let search = move |time| coach::hint(&state, ai::endings(&state, Animal::Elephant, &library), time);
        let found: Option<Hint> = self.0.searches.run(search).await.flatten();
        let hint = found.ok_or(Stop::Notice(Notice::OurFault))?;
        self.0.desks.with(id, |desk| desk.hint = Some((turn, hint)));
        Ok(())
    }

    /// `/analyse`: the game with this number, else the one whose board is answered, else one's own that ended here last.
    pub(super) async fn analyse(&self, number: Option<GameId>, visit: Visit) -> Result<Said, Stop> {
        let stored = self.game_meant(number, &visit).await?;
        let (place, by) = (visit.place(), visit.person.as_ref().map(|person| person.id));
        self.may_be_advised(by).await?;
        self.save(visit.change).await?;
        self.look_again(&stored, place, by, 0)?;
        Ok(None)
    }

    /// The button below a board at its end.
    pub(super) async fn analyse_pressed(&self, stored: &Stored, visit: &Visit) -> Result<Said, Stop> {
        let by = visit.person.as_ref().map(|person| person.id);
        self.may_be_advised(by).await?;
        Ok(self.look_again(stored, stored.table.place, by, 0)?.then_some(Notice::Analysing))
    }

    /// A button of an analysis: another page in the same message, or, if it is not kept any more, all of it once again.
    pub(super) async fn turn_page(
        &self,
        id: GameId,
        message: Option<MessageId>,
        page: u8,
        visit: &Visit,
    ) -> Result<Said, Stop> {
        let (stored, chat) = (self.visible(id, visit).await?, visit.chat.id);
        if let (Some(analysis), Some(message)) = (self.0.reviews.kept(id), message) {
            let review = Review::Done { analysis: &analysis, page };
            let names = self.names([&stored.table], []).await?;
            let post = chat::review(&stored.table, review, &names, self.lang_of(&visit.chat), &visit.chat.settings);
            self.push(chat, Item::Rewrite { chat, message, post });
            return Ok(None);
        }
        let by = visit.person.as_ref().map(|person| person.id);
        Ok(self.look_again(&stored, visit.place(), by, page)?.then_some(Notice::Analysing))
    }

    /// Looks at a finished game again, and tells in a message of its own; true if that takes a while.
    fn look_again(&self, stored: &Stored, place: Place, by: Option<PersonId>, page: u8) -> Result<bool, Stop> {
        let id = stored.table.id;
        let Stage::Game(game) = &stored.table.stage else { return Err(Refusal::NotStarted.into()) };
        if game.finish.is_none() {
            return Err(Stop::Notice(Notice::NotOver));
        }
        if game.plies.is_empty() {
            return Err(Stop::Notice(Notice::NoMovesToAnalyse));
        }
        let kept = self.0.reviews.kept(id);
        let takes_time = kept.is_none();
        let idle = self.0.analyses.available_permits() > 0;
        let stage = match kept {
            Some(analysis) => Progress::Done(analysis),
            None if idle => Progress::Working(0),
            None => Progress::Waiting,
        };
        let open = Open { place, by, stage, page, message: None, turn: 1, shown: 0 };
        self.0.reviews.take_up(id, open).map_err(Stop::Notice)?;
        self.push(place.chat, Item::Review(id));
        if takes_time {
            let (service, game) = (self.clone(), (**game).clone());
            tokio::spawn(async move { service.work(id, place.chat, game).await });
        }
        Ok(takes_time)
    }

    /// Looks at a game, when its turn has come.
    async fn work(&self, id: GameId, chat: ChatId, game: Game) {
        let service = self.clone();
        let library = self.0.host.mind.library.clone();
        let work = move || {
            let mut told = Instant::now();
            service.0.reviews.set(id, Progress::Working(0));
            let mut go_on = |percent: u32| {
                service.let_games_go_first();
                if told.elapsed() >= TOLD_EVERY {
                    told = Instant::now();
                    service.0.reviews.set(id, Progress::Working(percent));
                    service.push(chat, Item::Review(id));
                }
                !service.0.reviews.is_ending()
            };
            let start = game.setup.start();
            let endings = library.obtain(&start);
            coach::analyse(&start, &game.plies, Budget::of(game.setup.variant()), endings, &mut go_on)
        };
        let analysis = permitted(&self.0.analyses, work).await.flatten();
        if self.0.reviews.is_ending() {
            return;
        }
        if analysis.is_none() {
            tracing::error!(%id, "a game could not be looked at again");
        }
        self.0.reviews.set(id, analysis.map_or(Progress::Failed, |analysis| Progress::Done(Arc::new(analysis))));
        self.push(chat, Item::Review(id));
    }

    /// Waits a little while the AI thinks for somebody: whoever plays comes first.
    fn let_games_go_first(&self) {
        let begun = Instant::now();
        while !self.0.searches.are_over() && begun.elapsed() < PATIENCE && !self.0.reviews.is_ending() {
            std::thread::sleep(LOOK_EVERY);
        }
    }

    /// Brings the message of a game that is looked at again up to date.
    pub(super) async fn deliver_review(&self, id: GameId) -> Result<Delivery, CommitError> {
        let Some(open) = self.0.reviews.look(id) else { return Ok(Delivery::Done) };
        let review = match &open.stage {
            Progress::Waiting => Review::Waiting,
            Progress::Working(percent) => Review::Working { percent: *percent },
            Progress::Failed => Review::Failed,
            Progress::Done(analysis) => Review::Done { analysis, page: open.page },
        };
        let Some(drawn) = self.draw_review(id, open.place, review).await? else {
            self.0.reviews.with(|shelf| shelf.open.remove(&id));
            return Ok(Delivery::Done);
        };
        let sent = match open.message {
            None => self.0.messenger.send(open.place, &drawn).await,
            Some(message) => match self.0.messenger.edit(open.place.chat, message, &drawn, EditPart::All).await {
                Ok(()) | Err(SendError::NotModified) => Ok(message),
                Err(error) => Err(error),
            },
        };
        match sent {
            Ok(message) => {
                self.saw(open.place, message);
                self.0.reviews.note(id, &open, message);
                Ok(Delivery::Done)
            }
            Err(error) => {
                let (place, edited, pictured) = (open.place, open.message.is_some(), drawn.png.is_some());
                let people = open.by.into_iter().collect();
                let refused = Refused { place, edited, pictured, stand: None, people };
                let changed = |change: fn(&mut Open)| {
                    self.0.reviews.with(|shelf| shelf.open.get_mut(&id).map(change));
                    Delivery::Again
                };
                let delivery = match self.remedy(error, refused).await? {
                    Remedy::Leave(delivery) => delivery,
                    Remedy::MayNotWrite => Delivery::Done,
                    Remedy::InWords => Delivery::Again,
                    Remedy::Anew => changed(|open| open.message = None),
                    Remedy::OutsideTopic => changed(|open| open.place.thread = None),
                    Remedy::Moved(to) => {
                        self.0.reviews.with(|shelf| shelf.open.get_mut(&id).map(|open| open.move_to(to)));
                        Delivery::Again
                    }
                };
                // What is not tried again must not keep the chat from asking once more.
                if delivery == Delivery::Done {
                    self.0.reviews.with(|shelf| shelf.open.remove(&id));
                }
                Ok(delivery)
            }
        }
    }

    /// The message of an analysis with its picture; `None` if its game or chat is gone.
    async fn draw_review(&self, id: GameId, place: Place, review: Review<'_>) -> Result<Option<Drawn>, CommitError> {
        let Some(stored) = self.0.store.table(id).await? else { return Ok(None) };
        let Some(chat) = self.0.store.chat(place.chat).await?.filter(|chat| chat.active) else { return Ok(None) };
        let names = self.names([&stored.table], []).await?;
        let post = chat::review(&stored.table, review, &names, self.lang_of(&chat), &chat.settings);
        Ok(Some(self.draw(place, post, None).await))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(chat: i64, by: u64) -> Open {
        Open {
            place: Place { chat: ChatId(chat), thread: None },
            by: Some(PersonId(by)),
            stage: Progress::Waiting,
            page: 0,
            message: None,
            turn: 1,
            shown: 0,
        }
    }

    #[test]
    fn one_for_each_chat_and_person_and_not_too_many() {
        let reviews = Reviews::default();
        assert_eq!(reviews.take_up(GameId(1), open(-1, 1)), Ok(()));
        for (id, chat, by) in [(1, -9, 9), (2, -1, 2), (3, -2, 1)] {
            assert_eq!(reviews.take_up(GameId(id), open(chat, by)), Err(Notice::AnalysingHere));
        }
        for n in 2..=MOST as u64 {
            assert_eq!(reviews.take_up(GameId(n), open(-(n as i64), n)), Ok(()));
        }
        assert_eq!(reviews.take_up(GameId(100), open(-100, 100)), Err(Notice::AnalysingMuch));
        // One is shown in its end: there is room again.
        reviews.set(GameId(1), Progress::Failed);
        let failed = reviews.look(GameId(1)).expect("it is open");
        assert!(reviews.is_behind(GameId(1)));
        reviews.note(GameId(1), &failed, 5);
        assert_eq!(reviews.take_up(GameId(100), open(-1, 1)), Ok(()));
    }

    #[test]
    fn what_changed_on_the_way_is_shown_next() {
        let reviews = Reviews::default();
        reviews.take_up(GameId(1), open(-1, 1)).expect("nothing is open");
        let sent = reviews.look(GameId(1)).expect("it is open");
        reviews.set(GameId(1), Progress::Failed);
        reviews.note(GameId(1), &sent, 5);
        assert!(reviews.is_behind(GameId(1)));
        assert_eq!(reviews.look(GameId(1)).and_then(|open| open.message), Some(5));
    }
}
