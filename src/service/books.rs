//! `/top`, `/stats`, `/versus`: what the ledger says.

use super::dispatch::{Said, Visit};
use super::outbox::Item;
use super::tables::Stop;
use super::{Messenger, Service};
use crate::book::{Line, Ranked, rank};
use crate::chat::{self, Incident, Notice, Page, Post, Stats, Top, TopOf, Versus, Whom};
use crate::people::{Chat, ChatKind, PersonId};
use crate::referee::Player;

impl<M: Messenger> Service<M> {
    /// Shows who stands highest in this chat: in this game or by points, else in what the chat plays for.
    pub(super) async fn top(&self, of: Option<TopOf>, visit: Visit) -> Result<Said, Stop> {
        let post = self.top_page(of, 0, &visit.chat).await?;
        self.say_post(visit, post).await
    }

    /// Turns a page of such a table, in its message.
    pub(super) async fn turn_top(&self, of: TopOf, page: u16, visit: Visit) -> Result<Said, Stop> {
        let post = self.top_page(Some(of), page.into(), &visit.chat).await?;
        self.save(visit.change).await?;
        if let Incident::Press { message: Some(message), .. } = visit.incoming.event {
            let chat = visit.chat.id;
            self.push(chat, Item::Rewrite { chat, message, post });
        }
        Ok(None)
    }

    async fn top_page(&self, of: Option<TopOf>, page: usize, chat: &Chat) -> Result<Post, Stop> {
        if chat.kind == ChatKind::Private {
            return Err(Stop::Notice(Notice::TopNeedsGroup));
        }
        let points = self.0.store.points_in(chat.id).await?;
        let ratings = self.0.store.ratings_in(chat.id).await?;
        let of = of.unwrap_or(match chat.settings.setup.variant() {
            _ if chat.settings.counts_for.scored() => TopOf::Points,
            variant => TopOf::Game(variant),
        });
        let mut people: Vec<Ranked> = match of {
            TopOf::Points => points.iter().map(|&(person, points)| Ranked::new(person, points, None, false)).collect(),
            TopOf::Game(variant) => ratings
                .iter()
                .filter(|(_, rated, _)| *rated == variant)
                .map(|(person, _, rating)| {
                    Ranked::new(*person, rating.points(), Some(rating.games), rating.is_provisional())
                })
                .collect(),
        };
        rank(&mut people);
        let mut games: Vec<_> = ratings.iter().map(|(_, variant, _)| *variant).collect();
        games.sort_unstable();
        games.dedup();
        let others =
            (!points.is_empty()).then_some(TopOf::Points).into_iter().chain(games.into_iter().map(TopOf::Game));
        let others: Vec<TopOf> = others.filter(|&other| other != of).collect();
        let top = Top { of, people: &people, page, others: &others };
        let names = self.names([], top.on_page().iter().map(|ranked| ranked.person)).await?;
        Ok(chat::page(&Page::Top(top), &names, self.lang_of(chat)))
    }

    /// Tells what somebody has reached: in a group what they did there, in private everything about oneself.
    pub(super) async fn stats(&self, who: Option<Whom>, visit: Visit) -> Result<Said, Stop> {
        let group = visit.chat.kind == ChatKind::Group;
        let person = match who {
            None => visit.player()?.id,
            Some(who) => self.whom(who).await?,
        };
        if !group && person != visit.player()?.id {
            return Err(Stop::Notice(Notice::StatsNeedGroup));
        }
        let store = &self.0.store;
        let lines = self.lines_here(person, &visit.chat).await?;
        let here = if group { store.ratings_of(person, Some(visit.chat.id)).await? } else { Vec::new() };
        // Who has never played here is a stranger here: their games elsewhere are nobody's business.
        let known = !lines.is_empty();
        let everywhere = if known { store.ratings_of(person, None).await? } else { Vec::new() };
        let elsewhere = everywhere != here;
        let points = store.points_in(visit.chat.id).await?.into_iter().find(|(id, _)| *id == person);
        let stats = Stats {
            person,
            group,
            lines: &lines,
            here: &here,
            everywhere: if elsewhere { &everywhere } else { &[] },
            points: points.map(|(_, points)| points),
        };
        let opponents = lines.iter().filter_map(|line| match line.opponent {
            Player::Person(id) => Some(id),
            Player::Ai(_) => None,
        });
        let names = self.names([], opponents.chain([person])).await?;
        let post = chat::page(&Page::Stats(stats), &names, self.lang_of(&visit.chat));
        self.say_post(visit, post).await
    }

    /// Tells how the writer and somebody else stand: in a group by the games played there, in private by all.
    pub(super) async fn versus(&self, who: Option<Whom>, visit: Visit) -> Result<Said, Stop> {
        let me = visit.player()?.id;
        let other = self.whom(who.ok_or(Stop::Notice(Notice::VersusWhom))?).await?;
        if other == me {
            return Err(Stop::Notice(Notice::VersusYourself));
        }
        let mut lines = self.lines_here(me, &visit.chat).await?;
        lines.retain(|line| line.opponent == Player::Person(other));
        let group = visit.chat.kind == ChatKind::Group;
        let names = self.names([], [me, other]).await?;
        let versus = Versus { people: [me, other], group, lines: &lines };
        let post = chat::page(&Page::Versus(versus), &names, self.lang_of(&visit.chat));
        self.say_post(visit, post).await
    }

    /// The ledger of a person: what concerns this group, or in private all of it.
    async fn lines_here(&self, person: PersonId, chat: &Chat) -> Result<Vec<Line>, Stop> {
        let mut lines = self.0.store.ledger(person).await?;
        if chat.kind == ChatKind::Group {
            lines.retain(|line| line.chat == chat.id);
        }
        Ok(lines)
    }

    async fn whom(&self, who: Whom) -> Result<PersonId, Stop> {
        match who {
            Whom::Person(person) => Ok(person.id),
            Whom::Username(name) => {
                let person = self.0.store.person_called(&name).await?;
                person.map(|person| person.id).ok_or(Stop::Notice(Notice::NobodyCalled { name }))
            }
        }
    }
}
