//! Buttons of menus: help, the AI's levels, settings.

use super::dispatch::{Said, Visit};
use super::outbox::Item;
use super::tables::Stop;
use super::{Messenger, Service};
use crate::chat::{self, ChallengeWish, Incident, MenuAct, Notice, Opponent, Page, SettingsPage};
use crate::people::{ChatKind, PersonSettings};
use crate::referee::Sides;
use crate::rules::{Seat, Setup};

impl<M: Messenger> Service<M> {
    pub(super) async fn menu(&self, act: MenuAct, mut visit: Visit) -> Result<Said, Stop> {
        let settings = &mut visit.chat.settings;
        let page = match act {
            MenuAct::Help => {
                let group = visit.chat.kind == ChatKind::Group;
                return self.say_page(visit, &Page::Help { group, bot: &self.0.host.bot }).await;
            }
            MenuAct::Rules => {
                let chat = visit.chat.clone();
                return self.say_page(visit, &Page::Rules { chat: &chat }).await;
            }
            MenuAct::Levels => {
                let levels = Page::Levels { sides: Sides::Author(Seat::First), preset: None };
                return self.say_page(visit, &levels).await;
            }
            MenuAct::Ai { level, sides, preset } => {
                let variant = visit.chat.settings.setup.variant();
                let setup = preset.map(|preset| Setup::preset(variant, &preset)).transpose();
                let setup = setup.map_err(|_| Stop::Notice(Notice::UnknownButton))?;
                return self.against_ai(level, sides, setup, visit).await;
            }
            MenuAct::Challenge => {
                let wish = ChallengeWish { to: Opponent::Anybody, sides: Sides::Lot, setup: None };
                return self.challenge(wish, visit).await;
            }
            MenuAct::Here => {
                let wish = ChallengeWish { to: Opponent::Here, sides: Sides::Lot, setup: None };
                return self.challenge(wish, visit).await;
            }
            MenuAct::Settings { page } => page,
            MenuAct::SetLang { lang } => {
                settings.lang = Some(lang);
                if let (ChatKind::Private, Some(person)) = (visit.chat.kind, &mut visit.person) {
                    person.settings = PersonSettings { lang: Some(lang) };
                }
                SettingsPage::Lang
            }
            MenuAct::SetPreset { preset } => {
                let setup = Setup::preset(settings.setup.variant(), &preset);
                settings.setup = setup.map_err(|_| Stop::Notice(Notice::UnknownButton))?;
                SettingsPage::Preset
            }
            MenuAct::SetOption { name, value } => {
                settings.setup.set(&name, &value).map_err(|_| Stop::Notice(Notice::UnknownButton))?;
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
            MenuAct::SetTheme { theme } => {
                settings.theme = theme;
                SettingsPage::Theme
            }
        };
        self.may_set(&visit).await?;
        let before = self.0.store.chat(visit.chat.id).await?;
        let changed = before.as_ref().is_none_or(|before| before.settings != visit.chat.settings);
        let mut change = visit.change;
        change.chats = vec![visit.chat.clone()];
        change.people.extend(visit.person.clone());
        self.0.store.commit(change).await?;
        let lang = self.lang_of(&visit.chat);
        if let Incident::Press { message: Some(message), .. } = visit.incoming.event {
            let page = Page::Settings { chat: &visit.chat, person: visit.person.as_ref(), page };
            let post = chat::page(&page, &super::board::NameBook::default(), lang);
            self.push(visit.chat.id, Item::Rewrite { chat: visit.chat.id, message, post });
        }
        Ok(changed.then_some(Notice::Saved))
    }
}
