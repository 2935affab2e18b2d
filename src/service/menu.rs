//! Buttons of menus: help, the AI's levels, settings.

use super::dispatch::{Said, Visit};
use super::outbox::Item;
use super::tables::Stop;
use super::{Messenger, Service};
use crate::chat::{self, ChallengeWish, Incident, MenuAct, Notice, Opponent, Page, SettingsPage};
use crate::people::{ChatKind, TimeControl};
use crate::referee::Sides;
use crate::rules::Setup;

impl<M: Messenger> Service<M> {
    pub(super) async fn menu(&self, act: MenuAct, mut visit: Visit) -> Result<Said, Stop> {
        match act {
            MenuAct::Help => {
                let group = visit.chat.kind == ChatKind::Group;
                return self.say_page(visit, &Page::Help { group, bot: &self.0.host.bot }).await;
            }
            MenuAct::Rules => {
                let chat = visit.chat.clone();
                return self.say_page(visit, &Page::Rules { chat: &chat }).await;
            }
            MenuAct::Levels { sides, ref game } => {
                let setup = named(game.as_deref())?.unwrap_or(visit.chat.settings.setup);
                return self.say_page(visit, &Page::Levels { sides, setup: &setup }).await;
            }
            MenuAct::Variants { sides } => return self.say_page(visit, &Page::Variants { sides }).await,
            MenuAct::Ai { level, sides, ref game } => {
                return self.against_ai(level, sides, named(game.as_deref())?, TimeControl::Unlimited, visit).await;
            }
            MenuAct::Challenge => {
                let wish = ChallengeWish { to: Opponent::Anybody, sides: Sides::Lot, setup: None, clock: None };
                return self.challenge(wish, visit).await;
            }
            MenuAct::Here => {
                let wish = ChallengeWish { to: Opponent::Here, sides: Sides::Lot, setup: None, clock: None };
                return self.challenge(wish, visit).await;
            }
            MenuAct::Notify { occasion } => {
                let person = visit.player()?.clone();
                let (chat, on) = (visit.chat.id, !person.settings.wants(occasion, visit.chat.id));
                return self.set_notice(person, occasion, chat, on, visit.change).await.map(Some);
            }
            MenuAct::Quiet { occasion, chat } => {
                let (person, place, message) = (visit.player()?.clone(), visit.place(), visit.message());
                let said = self.set_notice(person, occasion, chat, false, visit.change).await?;
                if let Some(message) = message {
                    self.push(place.chat, Item::Strip { chat: place.chat, message });
                }
                return Ok(Some(said));
            }
            MenuAct::Notices => return self.notify_page(visit).await,
            MenuAct::Forget { who, sure } => return self.forget(who, sure, visit).await,
            MenuAct::Top { of, page } => return self.turn_top(of, page, visit).await,
            MenuAct::SetNight { .. } if visit.chat.kind == ChatKind::Group => {
                return Err(Stop::Notice(Notice::PrivateOnly));
            }
            MenuAct::Settings { .. }
            | MenuAct::SetLang { .. }
            | MenuAct::SetVariant { .. }
            | MenuAct::SetPreset { .. }
            | MenuAct::SetOption { .. }
            | MenuAct::SetNight { .. }
            | MenuAct::SetClock { .. }
            | MenuAct::SetBoards { .. }
            | MenuAct::SetTurnBoard { .. }
            | MenuAct::SetTheme { .. }
            | MenuAct::SetCountsFor { .. } => {}
        }
        self.may_set(&visit).await?;
        let _settling = self.0.chats.lock(visit.chat.id).await;
        // Somebody else may have changed them while that was looked up.
        let before = self.0.store.chat(visit.chat.id).await?;
        if let Some(now) = &before {
            visit.chat.settings = now.settings.clone();
        }
        let page = self.set(act, &mut visit)?;
        let changed = before.as_ref().is_none_or(|before| before.settings != visit.chat.settings);
        let mut change = visit.change;
        change.chats = vec![visit.chat.clone()];
        change.people.extend(visit.person.clone());
        self.save(change).await?;
        let lang = self.lang_of(&visit.chat);
        if let Incident::Press { message: Some(message), .. } = visit.incoming.event {
            let page = Page::Settings { chat: &visit.chat, person: visit.person.as_ref(), page };
            let post = chat::page(&page, &super::board::NameBook::default(), lang);
            self.push(visit.chat.id, Item::Rewrite { chat: visit.chat.id, message, post });
        }
        Ok(changed.then_some(Notice::Saved))
    }
}

impl<M: Messenger> Service<M> {
    /// Changes what a button of the settings changes; the page that is shown then.
    fn set(&self, act: MenuAct, visit: &mut Visit) -> Result<SettingsPage, Stop> {
        let unknown = || Stop::Notice(Notice::UnknownButton);
        let settings = &mut visit.chat.settings;
        Ok(match act {
            MenuAct::SetNight { night } => {
                if let Some(person) = &mut visit.person {
                    person.settings.night = night;
                }
                SettingsPage::Night
            }
            MenuAct::SetClock { clock } => {
                settings.clock = self.clock(Some(clock))?.unwrap_or_default();
                SettingsPage::Clock
            }
            MenuAct::Settings { page } => page,
            MenuAct::SetLang { lang } => {
                settings.lang = Some(lang);
                if let (ChatKind::Private, Some(person)) = (visit.chat.kind, &mut visit.person) {
                    person.settings.lang = Some(lang);
                }
                SettingsPage::Lang
            }
            MenuAct::SetVariant { variant } => {
                settings.setup = Setup::standard(variant);
                SettingsPage::Variant
            }
            MenuAct::SetPreset { preset } => {
                settings.setup = Setup::preset(settings.setup.variant(), &preset).map_err(|_| unknown())?;
                SettingsPage::Preset
            }
            MenuAct::SetOption { name, value } => {
                settings.setup.set(&name, &value).map_err(|_| unknown())?;
                SettingsPage::Options { open: None }
            }
            MenuAct::SetBoards { policy } => {
                settings.boards = policy;
                SettingsPage::Boards
            }
            MenuAct::SetTurnBoard { on } => {
                settings.turn_board = on;
                SettingsPage::Boards
            }
            MenuAct::SetCountsFor { counts_for } => {
                settings.counts_for = counts_for;
                SettingsPage::CountsFor
            }
            MenuAct::SetTheme { theme } => {
                settings.theme = theme;
                SettingsPage::Theme
            }
            MenuAct::Help
            | MenuAct::Rules
            | MenuAct::Levels { .. }
            | MenuAct::Variants { .. }
            | MenuAct::Ai { .. }
            | MenuAct::Challenge
            | MenuAct::Here
            | MenuAct::Notify { .. }
            | MenuAct::Quiet { .. }
            | MenuAct::Notices
            | MenuAct::Forget { .. }
            | MenuAct::Top { .. } => return Err(unknown()),
        })
    }
}

impl<M: Messenger> Service<M> {
    /// What may be told in private; in private, what is.
    pub(super) async fn notify_page(&self, visit: Visit) -> Result<Said, Stop> {
        if visit.chat.kind == ChatKind::Group {
            return self.say_page(visit, &Page::Notify { bot: &self.0.host.bot }).await;
        }
        let person = visit.player()?.clone();
        let mut chats = Vec::new();
        for id in person.settings.notices() {
            chats.extend(self.0.store.chat(id).await?.map(|chat| (id, chat.title)));
        }
        self.say_page(visit, &Page::Notices { chats: &chats, person: &person }).await
    }
}

/// The rule set a button names, if it names one.
fn named(game: Option<&str>) -> Result<Option<Setup>, Stop> {
    game.map(|game| Setup::named(game).ok_or(Stop::Notice(Notice::UnknownButton))).transpose()
}
