//! From what came in to what is done about it.

use super::arrival::Back;
use super::mutes::Stand;
use super::outbox::Item;
use super::pace::Verdict;
use super::tables::Stop;
use super::{MessageId, Messenger, Service, aside};
use crate::book::cup;
use crate::chat::{
    self, ChallengeWish, CupNotice, Incident, Incoming, Intent, Notice, Opponent, Page, PersonRef, Post, Press, Sender,
    SettingsPage, TableAct, Toast,
};
use crate::people::{Chat, ChatId, ChatKind, ChatSettings, Lang, Person, PersonId, Place};
use crate::referee::{Actor, Command, LimitOf, OfferKind, Refusal, Sides};
use crate::store::{Change, CommitError};

/// What to say to the one who did something: nothing, a short line, or a box to read.
pub(super) type Said = Option<Notice>;

/// One update with what the store knows about it.
pub(super) struct Visit {
    pub incoming: Incoming,
    pub chat: Chat,
    /// `None`: an anonymous admin or a channel.
    pub person: Option<Person>,
    /// What this event changes beside a table: settings, and the mark of the update.
    pub change: Change,
}

impl Visit {
    pub(super) fn place(&self) -> Place {
        Place { chat: self.chat.id, thread: self.incoming.chat.thread }
    }

    /// Whether what stands in this place stands here. Where a chat has no topics any more, all of it is one place.
    pub(super) fn is_at(&self, place: Place) -> bool {
        place == self.place() || place.chat == self.chat.id && !self.incoming.chat.forum
    }

    pub(super) fn player(&self) -> Result<&Person, Stop> {
        self.person.as_ref().ok_or(Stop::Notice(match self.incoming.from {
            Sender::Channel => Notice::ChannelsCannot,
            Sender::AnonymousAdmin | Sender::Person(_) => Notice::NotAPerson,
        }))
    }

    pub(super) fn actor(&self) -> Result<Actor, Stop> {
        let person = self.player()?;
        Ok(Actor::Person { id: person.id, username: person.username.clone(), admin: false })
    }

    /// The message that was written, or whose button was pressed.
    pub(super) fn message(&self) -> Option<MessageId> {
        match &self.incoming.event {
            Incident::Text { message, .. } => Some(*message),
            Incident::Press { message, .. } => *message,
            Incident::Added | Incident::Removed | Incident::Migrated { .. } => None,
        }
    }
}

impl<M: Messenger> Service<M> {
    /// Does what an update asks for; returns the toast for a press.
    pub(super) async fn dispatch(&self, incoming: Incoming) -> Toast {
        if !self.serves(incoming.chat.id) && !matches!(incoming.event, Incident::Migrated { .. }) {
            return self.turn_away(incoming).await;
        }
        let lang = self.0.host.lang;
        let is_press = matches!(incoming.event, Incident::Press { .. });
        let visit = match self.visit(incoming).await {
            Ok(Some(visit)) => visit,
            Ok(None) | Err(CommitError::Repeated(_)) => return Toast::Silent,
            Err(error) => {
                tracing::error!(%error, "the store failed");
                return Toast::Line(chat::sentence(&Notice::OurFault, &super::board::NameBook::default(), lang));
            }
        };
        let reader = visit.person.as_ref().map_or_else(|| self.lang_of(&visit.chat), |person| person.lang(lang));
        let (place, message, chat_lang) = (visit.place(), visit.message(), self.lang_of(&visit.chat));
        let update = visit.incoming.update;
        let person = visit.person.as_ref().map(|person| person.id);
        let stand = match &visit.incoming.event {
            Incident::Press { data, .. } => match data.parse() {
                Ok(Press::Table { id, .. }) => Some(Stand::Table(id)),
                Ok(Press::Cup { id, .. }) => Some(Stand::Cup(id)),
                Ok(_) | Err(_) => None,
            },
            _ => None,
        };
        let known = visit.person.clone().filter(|_| is_press || visit.chat.kind == ChatKind::Private);
        let said = match self.act(visit).await {
            Ok(said) => said,
            Err(Stop::Notice(notice)) => Some(notice),
            Err(Stop::Repeated) => None,
        };
        let said = match (said, known) {
            (None, Some(person)) => self.own_up(&person).await,
            (said, _) => said,
        };
        let cannot_be_seen = is_press.then_some(()).and(self.waits_for(place, stand));
        let Some(notice) = said.or(cannot_be_seen) else { return Toast::Silent };
        if let Some(reason) = reason(&notice) {
            self.0.metrics.refused(reason);
        }
        let names = self.names([], mentioned(&notice).into_iter().chain(person)).await.unwrap_or_default();
        if is_press {
            let line = chat::sentence(&notice, &names, reader);
            return if explains_a_rule(&notice) { Toast::Alert(line) } else { Toast::Line(line) };
        }
        let post = chat::notice_post(&notice, &names, chat_lang);
        self.say_aloud(update, Item::Say { place, post, reply_to: message }).await;
        Toast::Silent
    }

    /// Says what came of an update in the chat, and marks it as handled if that has not been done.
    async fn say_aloud(&self, update: i64, item: Item) {
        let mark = Change { update: Some(update), ..Change::default() };
        let said = match self.say(mark, vec![item.clone()]).await {
            // It has changed something, and this is the word of it.
            Err(CommitError::Repeated(_)) => self.say(Change::default(), vec![item.clone()]).await,
            said => said,
        };
        if let (Err(error), Item::Say { place, .. }) = (said, &item) {
            tracing::error!(%error, "what is said is not saved");
            self.push(place.chat, item);
        }
    }

    /// Why nothing is to be seen of what was done at a table or a cup: the bot may not write there.
    fn waits_for(&self, place: Place, stand: Option<Stand>) -> Option<Notice> {
        stand.filter(|&stand| self.0.mutes.waits(place, stand)).map(|_| Notice::CannotWrite)
    }

    /// Tells a chat that is not served, and its owner, that it is not. Nothing about it is kept, these words neither.
    async fn turn_away(&self, incoming: Incoming) -> Toast {
        let (chat, host) = (incoming.chat.id, &self.0.host);
        let lang = match &incoming.from {
            Sender::Person(person) => person.language.as_deref().and_then(Lang::from_tag).unwrap_or(host.lang),
            Sender::AnonymousAdmin | Sender::Channel => host.lang,
        };
        let nobody = super::board::NameBook::default();
        let notice = Notice::NotServed { chat };
        let place = Place { chat, thread: incoming.chat.thread };
        match &incoming.event {
            Incident::Press { .. } => {
                self.0.metrics.refused("not-served");
                return Toast::Line(chat::sentence(&notice, &nobody, lang));
            }
            Incident::Text { .. } if chat::read(&incoming, &host.bot) == Intent::Ignore => {}
            Incident::Text { .. } | Incident::Added if self.0.turned_away.check(chat.0) => {
                self.0.metrics.refused("not-served");
                tracing::info!(%chat, "a chat that DOUSHOU_CHATS does not name is turned away");
                let post = chat::notice_post(&notice, &nobody, lang);
                self.push(chat, Item::Say { place, post, reply_to: None });
                if let (Incident::Added, Some(owner)) = (&incoming.event, host.house.owner) {
                    self.tell_owner(owner, Notice::TurnedAway { chat, title: incoming.chat.title.clone() }).await;
                }
            }
            Incident::Text { .. } | Incident::Added | Incident::Removed | Incident::Migrated { .. } => {}
        }
        Toast::Silent
    }

    /// Says something to the owner in private. It does not arrive if they have never opened the private chat.
    async fn tell_owner(&self, owner: PersonId, notice: Notice) {
        let Ok(id) = i64::try_from(owner.0) else { return };
        let known = self.0.store.person(owner).await.ok().flatten();
        let lang = known.map_or(self.0.host.lang, |person| person.lang(self.0.host.lang));
        let post = chat::notice_post(&notice, &super::board::NameBook::default(), lang);
        let place = Place { chat: ChatId(id), thread: None };
        self.push(place.chat, Item::Say { place, post, reply_to: None });
    }

    /// Looks up who and where, and refreshes names; `None` for an update that was handled before.
    async fn visit(&self, incoming: Incoming) -> Result<Option<Visit>, CommitError> {
        if self.0.store.handled(incoming.update).await? {
            return Ok(None);
        }
        let mut fresh = Change::default();
        let person = match &incoming.from {
            Sender::Person(seen) => {
                let old = self.0.store.person(seen.id).await?;
                let reachable = match (incoming.chat.kind, &incoming.event) {
                    (ChatKind::Private, event) => *event != Incident::Removed,
                    (ChatKind::Group, _) => old.as_ref().is_some_and(|person| person.reachable),
                };
                let person = refreshed(old.as_ref(), seen, reachable);
                if old.as_ref() != Some(&person) {
                    fresh.people.push(person.clone());
                }
                Some(person)
            }
            Sender::AnonymousAdmin | Sender::Channel => None,
        };
        let place = Place { chat: incoming.chat.id, thread: incoming.chat.thread };
        let mut old = self.0.store.chat(place.chat).await?;
        let mut chat = self.as_seen(&incoming, old.as_ref(), person.as_ref());
        let mut _changing = None;
        if old.as_ref() != Some(&chat) {
            // Others may have changed it until it was locked.
            _changing = Some(self.0.chats.lock(chat.id).await);
            old = self.0.store.chat(chat.id).await?;
            chat = self.as_seen(&incoming, old.as_ref(), person.as_ref());
            fresh.chats.push(chat.clone());
        }
        let (mut back, mut words) = (Back::default(), Vec::new());
        let (is_new, was_away) = (old.is_none(), old.is_some_and(|old| !old.active));
        if was_away && chat.active {
            back = self.come_back(chat.id, &mut fresh).await?;
        }
        if incoming.event == Incident::Added {
            fresh.update = Some(incoming.update);
            // Telegram tells of an arrival twice, as a change of membership and as a message: the first of them is greeted.
            if (is_new || was_away) && chat.kind == ChatKind::Group {
                words.push(Item::Welcome { place });
            }
        }
        // Saved at once, whatever comes of the update: names are wanted by others too, and a chat that speaks is open again.
        if !fresh.people.is_empty() || !fresh.chats.is_empty() || fresh.update.is_some() {
            self.say(fresh, words).await?;
        }
        self.is_back(back).await;
        if let Incident::Text { message, .. } = &incoming.event {
            self.saw(place, *message);
        }
        for stand in self.0.mutes.due(place, std::time::Instant::now()) {
            self.push(chat.id, stand.into());
        }
        let change = Change { update: Some(incoming.update), ..Change::default() };
        Ok(Some(Visit { incoming, chat, person, change }))
    }

    /// A chat as this update shows it, with what is known beside.
    fn as_seen(&self, incoming: &Incoming, old: Option<&Chat>, person: Option<&Person>) -> Chat {
        Chat {
            id: incoming.chat.id,
            kind: incoming.chat.kind,
            title: incoming.chat.title.clone(),
            settings: match old {
                Some(chat) => chat.settings.clone(),
                // A chat speaks the language of whoever brought the bot.
                None => {
                    ChatSettings { lang: person.map(|person| person.lang(self.0.host.lang)), ..ChatSettings::default() }
                }
            },
            active: incoming.event != Incident::Removed,
        }
    }

    async fn act(&self, visit: Visit) -> Result<Said, Stop> {
        match &visit.incoming.event {
            Incident::Added => self.added(visit).await,
            Incident::Removed => {
                self.lose_notices(visit.chat.id).await?;
                Ok(None)
            }
            Incident::Migrated { to } => {
                self.migrate(visit.chat.id, *to).await?;
                Ok(None)
            }
            Incident::Text { .. } | Incident::Press { .. } => {
                let intent = chat::read(&visit.incoming, &self.0.host.bot);
                if intent == Intent::Ignore {
                    return Ok(None);
                }
                // A press on a table speaks through the table's one message, and leafing through the message it stands under;
                // whatever else is asked for is a message more, a look back at a game too.
                let is_command = match &intent {
                    Intent::Press(Press::Table { act, .. }) => *act == TableAct::Analyse,
                    Intent::Press(Press::Leaf { .. } | Press::History { .. }) => false,
                    _ => true,
                };
                let who = visit.person.as_ref().map_or(visit.chat.id.0, |person| person.id.0.cast_signed());
                let pace = if is_command { &self.0.commands } else { &self.0.presses };
                let mut verdict = (pace.check(who), Notice::SlowDown);
                if verdict.0 == Verdict::Fine && is_command && visit.chat.kind == ChatKind::Group {
                    verdict = (self.0.chat_commands.check(visit.chat.id.0), Notice::SlowDownAll);
                }
                match verdict {
                    (Verdict::Fine, _) => self.carry_out(intent, visit).await,
                    (Verdict::Say, notice) => Ok(Some(notice)),
                    (Verdict::Silence, _) => {
                        self.0.metrics.refused(SILENCE);
                        Ok(None)
                    }
                }
            }
        }
    }

    async fn carry_out(&self, intent: Intent, visit: Visit) -> Result<Said, Stop> {
        if let Intent::Press(press) = &intent
            && press.turns_its_message()
            && self.shows_a_game(&visit).await?
        {
            return Err(Stop::Notice(Notice::UnknownButton));
        }
        match intent {
            Intent::Start { payload } if payload.is_empty() || visit.chat.kind == ChatKind::Private => {
                let page = if visit.chat.kind == ChatKind::Private {
                    Page::Start { bot: &self.0.host.bot }
                } else {
                    Page::Help { group: true, bot: &self.0.host.bot }
                };
                self.say_page(visit, &page).await
            }
            // The link that adds the bot to a group carries a word: whoever followed it wants to play there.
            Intent::Start { .. } => {
                let wish = ChallengeWish { to: Opponent::Anybody, sides: Sides::Lot, setup: None, clock: None };
                self.challenge(wish, visit).await
            }
            Intent::Help => {
                let group = visit.chat.kind == ChatKind::Group;
                self.say_page(visit, &Page::Help { group, bot: &self.0.host.bot }).await
            }
            Intent::Rules { setup } => self.rules(setup, visit).await,
            Intent::Challenge(wish) => self.challenge(wish, visit).await,
            // The list of levels has no room for a clock: whoever wants one names the level too.
            Intent::Ai { level: None, clock: Some(clock), .. } => {
                Ok(Some(Notice::BadWord { command: "ai", word: clock.to_string() }))
            }
            Intent::Ai { level: None, sides, setup, clock: None } => {
                let setup = setup.unwrap_or(visit.chat.settings.setup);
                self.say_page(visit, &Page::Levels { sides, setup: &setup }).await
            }
            Intent::Ai { level: Some(level), sides, setup, clock } => {
                let clock = self.clock(clock)?.unwrap_or_default();
                self.against_ai(level, sides, setup, clock, visit).await
            }
            Intent::Move { text } => self.typed_move(&text, visit).await,
            Intent::Talk { text } => self.talk(&text, visit).await,
            Intent::Board { text } => self.board(text, visit).await,
            Intent::Draw => self.to_my_game(Command::Offer(OfferKind::Draw), visit).await,
            Intent::Takeback => self.to_my_game(Command::Offer(OfferKind::Takeback), visit).await,
            Intent::Notify => self.notify_page(visit).await,
            Intent::Leave => self.to_my_game(Command::Leave { sure: false }, visit).await,
            Intent::Resign => self.to_my_game(Command::Resign { sure: false }, visit).await,
            Intent::Rematch => self.rematch(visit).await,
            Intent::Hint => self.hint(visit).await,
            Intent::Analyse { game } => self.analyse(game, visit).await,
            Intent::Games => self.games(visit).await,
            Intent::Replay { game } => self.replay(game, visit).await,
            Intent::Game { game } => self.copy(game, visit).await,
            Intent::Export { game } => self.export(game, visit).await,
            Intent::History { of } => self.history(of, visit).await,
            Intent::Verify => self.verify(visit).await,
            Intent::Cancel => self.cancel(visit).await,
            Intent::Top { of } => self.top(of, visit).await,
            Intent::Stats { who } => self.stats(who, visit).await,
            Intent::Versus { who } => self.versus(who, visit).await,
            Intent::Cup(wish) => self.cup_wish(wish, visit).await,
            Intent::Settings => {
                self.may_set(&visit).await?;
                let (chat, person) = (visit.chat.clone(), visit.person.clone());
                let page = Page::Settings { chat: &chat, person: person.as_ref(), page: SettingsPage::Main };
                self.say_page(visit, &page).await
            }
            Intent::Privacy => self.say_page(visit, &Page::Privacy).await,
            Intent::Forget => {
                let who = visit.player()?.id;
                self.say_page(visit, &Page::Forget { who }).await
            }
            Intent::Press(Press::Table { id, turn, act }) => self.pressed(id, turn, act, visit).await,
            Intent::Press(Press::Cup { id, act }) => self.cup_pressed(id, act, visit).await,
            Intent::Press(Press::Menu(act)) => self.menu(act, visit).await,
            Intent::Press(Press::Leaf { id, ply, owner }) => self.leaf(id, ply, owner, visit).await,
            Intent::Press(Press::Film { id }) => self.replay_by_button(id, visit).await,
            Intent::Press(Press::Open { id }) => self.copy(Some(id), visit).await,
            Intent::Press(Press::History { of, page }) => self.turn_history(of, page, visit).await,
            Intent::UnknownButton => Ok(Some(Notice::UnknownButton)),
            Intent::Unknown { command } => Ok(Some(Notice::UnknownCommand { command })),
            Intent::BadWord { command, word } => Ok(Some(Notice::BadWord { command, word })),
            Intent::Ignore => Ok(None),
        }
    }

    pub(super) async fn say_page(&self, visit: Visit, page: &Page<'_>) -> Result<Said, Stop> {
        let lang = self.lang_of(&visit.chat);
        let asked_by = visit.person.as_ref().map(|person| person.id);
        let named: Vec<PersonId> = match page {
            Page::CupStandings { cup } | Page::CupLog { cup, .. } => cup.people().collect(),
            _ => Vec::new(),
        };
        let names = self.names([], named.into_iter().chain(asked_by)).await?;
        let post = chat::page(page, &names, lang);
        self.say_post(visit, post).await
    }

    /// Says something in a message of its own.
    pub(super) async fn say_post(&self, visit: Visit, post: Post) -> Result<Said, Stop> {
        let place = visit.place();
        self.say(visit.change, vec![Item::Say { place, post, reply_to: None }]).await?;
        Ok(None)
    }

    /// In a private chat everybody is their own admin.
    pub(super) async fn is_admin(&self, visit: &Visit) -> Result<bool, Stop> {
        match &visit.incoming.from {
            _ if visit.chat.kind == ChatKind::Private => Ok(true),
            Sender::AnonymousAdmin => Ok(true),
            Sender::Channel => Ok(false),
            Sender::Person(person) if Some(person.id) == self.0.host.house.owner => Ok(true),
            Sender::Person(person) => {
                aside(self.0.messenger.is_admin(visit.chat.id, person.id)).await.map_err(|error| {
                    tracing::warn!(%error, "the admins could not be looked up");
                    Stop::Notice(Notice::OurFault)
                })
            }
        }
    }

    pub(super) async fn may_set(&self, visit: &Visit) -> Result<(), Stop> {
        if self.is_admin(visit).await? { Ok(()) } else { Err(Stop::Notice(Notice::AdminsOnly)) }
    }
}

/// A person as this update shows them, with what is known beside.
pub(super) fn refreshed(old: Option<&Person>, seen: &PersonRef, reachable: bool) -> Person {
    Person {
        id: seen.id,
        name: seen.name.clone(),
        username: seen.username.clone(),
        client_language: seen.language.clone(),
        settings: old.map(|person| person.settings.clone()).unwrap_or_default(),
        reachable,
    }
}

/// People a sentence names.
fn mentioned(notice: &Notice) -> Option<PersonId> {
    match notice {
        Notice::Refused(Refusal::NotForYou { by } | Refusal::NotTheAuthor { by }) => Some(*by),
        Notice::Refused(Refusal::TooManyGames { who: LimitOf::Person(id), .. }) => Some(*id),
        Notice::Cup(CupNotice::Refused(
            cup::Refusal::NotReferee { organizer: id } | cup::Refusal::CaptainOnly { captain: id },
        )) => Some(*id),
        Notice::Cup(CupNotice::MovesFor { person, .. } | CupNotice::SpeaksFor { person, .. }) => Some(*person),
        _ => None,
    }
}

/// The reason under which a refusal is counted when nothing is said about it.
const SILENCE: &str = "silence";

/// The reason under which a refusal is counted; `None` for what is none.
fn reason(notice: &Notice) -> Option<String> {
    let reason = match notice {
        Notice::Refused(Refusal::Illegal { why, .. }) => return Some(format!("illegal-{}", why.key())),
        Notice::Refused(refusal) => refusal.key(),
        Notice::Cup(CupNotice::Refused(refusal)) => return Some(format!("cup-{}", refusal.key())),
        Notice::Cup(CupNotice::MovesFor { .. }) => "cup-moves-for",
        Notice::Cup(CupNotice::SpeaksFor { .. }) => "cup-speaks-for",
        Notice::Unreadable { .. } => "unreadable-move",
        Notice::NotAPerson => "anonymous",
        Notice::ChannelsCannot => "channel",
        Notice::AdminsOnly => "admins-only",
        Notice::SlowDown => "slow-down",
        Notice::SlowDownAll => "slow-down-all",
        Notice::CannotWrite | Notice::CannotWriteIn { .. } => "cannot-write",
        Notice::NotAsked => "not-asked",
        Notice::UnknownButton => "unknown-button",
        Notice::Maintenance { .. } => "maintenance",
        Notice::OurFault => "our-fault",
        _ => return None,
    };
    Some(reason.to_owned())
}

/// A sentence worth a box that stays until it is read.
fn explains_a_rule(notice: &Notice) -> bool {
    matches!(notice, Notice::Refused(Refusal::Illegal { .. }))
}
