//! Who is there at the beginning.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::World;
use super::chat::{Chat, ChatKind};
use super::people::{PERMISSIONS, Person, Standing};

/// People and chats to begin with.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seed {
    #[serde(default)]
    pub people: Vec<Person>,
    #[serde(default)]
    pub chats: Vec<NewChat>,
}

/// A group to be made.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewChat {
    /// Chosen by the emulator if 0.
    #[serde(default)]
    pub id: i64,
    #[serde(default)]
    pub kind: ChatKind,
    pub title: String,
    #[serde(default)]
    pub username: Option<String>,
    #[serde(default)]
    pub is_forum: bool,
    /// The first is its creator unless said otherwise.
    #[serde(default)]
    pub members: Vec<NewMember>,
    /// What the bot is here; absent if it is not in the chat.
    #[serde(default)]
    pub bot: Option<Standing>,
    /// The bot is added by the first member, and told so, instead of having been there all along.
    #[serde(default)]
    pub announce: bool,
    /// The permissions withheld from ordinary members.
    #[serde(default)]
    pub denied: BTreeSet<String>,
}

/// A member of a new group: an id, or an id and a standing.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum NewMember {
    Id(i64),
    As { id: i64, standing: Standing },
}

impl Seed {
    /// Three people of three languages in one group with the bot, two of whom also have it in private: what a
    /// newcomer tries the bot with.
    pub fn demo() -> Seed {
        let person = |id, first: &str, last: &str, username: &str, language: &str| Person {
            id,
            first_name: first.to_owned(),
            last_name: (!last.is_empty()).then(|| last.to_owned()),
            username: Some(username.to_owned()),
            language_code: Some(language.to_owned()),
            is_bot: false,
            started: false,
            blocked: false,
            deactivated: false,
        };
        Seed {
            people: vec![
                person(1001, "Ada", "Brook", "ada_brook", "en"),
                person(1002, "李雷", "", "li_lei", "zh-hans"),
                person(1003, "Nico", "Sommer", "nico_s", "de"),
            ],
            chats: vec![NewChat {
                id: -1_001_000_000_001,
                title: "Jungle Club".to_owned(),
                members: vec![NewMember::Id(1001), NewMember::Id(1002), NewMember::Id(1003)],
                bot: Some(Standing::Member),
                announce: true,
                ..NewChat::default()
            }],
        }
    }
}

impl World {
    /// Makes the people and chats of a seed. Errors are sentences.
    pub fn plant(&mut self, seed: Seed) -> Result<(), String> {
        for person in seed.people {
            self.add_person(person)?;
        }
        for chat in seed.chats {
            self.add_chat(chat)?;
        }
        Ok(())
    }

    /// Makes a person and returns their id.
    pub fn add_person(&mut self, mut person: Person) -> Result<i64, String> {
        if person.first_name.trim().is_empty() {
            return Err("a person needs a first name".to_owned());
        }
        if person.id == 0 {
            person.id = self.people.keys().next_back().map_or(1001, |last| last + 1);
        }
        let id = person.id;
        if id <= 0 || id == self.bot.id || self.people.contains_key(&id) {
            return Err(format!("the id {id} is taken or not above 0"));
        }
        if !person.is_bot {
            let mut chat = Chat::new(id, ChatKind::Private, &person.name());
            chat.members.insert(id, Standing::Member);
            chat.bot = Standing::Member;
            self.chats.insert(id, chat);
        }
        self.people.insert(id, person);
        self.touch_chat(id);
        Ok(id)
    }

    /// Makes a group and returns its id.
    pub fn add_chat(&mut self, new: NewChat) -> Result<i64, String> {
        let first_id = match new.kind {
            ChatKind::Private => return Err("every person has a private chat already".to_owned()),
            ChatKind::Group => -5001,
            ChatKind::Supergroup => -1_001_000_000_001,
        };
        let mut id = new.id;
        if id == 0 {
            id = (0..).map(|n| first_id - n).find(|id| !self.chats.contains_key(id)).unwrap_or(first_id);
        }
        let is_super = id <= -1_000_000_000_000;
        if id >= 0 || is_super != (new.kind == ChatKind::Supergroup) {
            return Err(format!(
                "{id} is no id of a {:?}: groups are below 0, supergroups below -1000000000000",
                new.kind
            ));
        }
        if self.chats.contains_key(&id) {
            return Err(format!("there is a chat {id} already"));
        }
        if let Some(name) = new.denied.iter().find(|name| !PERMISSIONS.contains(&name.as_str())) {
            return Err(format!("{name} is no permission of a chat"));
        }
        let mut chat = Chat::new(id, new.kind, &new.title);
        chat.username = new.username;
        chat.is_forum = new.is_forum;
        chat.denied = new.denied;
        chat.members = self.members(new.members)?;
        let first = chat.members.iter().find(|(_, standing)| matches!(standing, Standing::Creator { .. }));
        let first = first.map(|(&id, _)| id);
        let standing = new.bot.unwrap_or(Standing::Left);
        if !new.announce {
            chat.bot = standing.clone();
        }
        self.chats.insert(id, chat);
        if new.announce {
            let by = first.ok_or("somebody has to be in the chat to add the bot")?;
            self.add_bot(id, by, standing);
        }
        self.touch_chat(id);
        Ok(id)
    }

    fn members(&self, new: Vec<NewMember>) -> Result<BTreeMap<i64, Standing>, String> {
        let mut members = BTreeMap::new();
        for (place, member) in new.into_iter().enumerate() {
            let (id, standing) = match member {
                NewMember::Id(id) if place == 0 => (id, Standing::Creator { is_anonymous: false }),
                NewMember::Id(id) => (id, Standing::Member),
                NewMember::As { id, standing } => (id, standing),
            };
            if !self.people.contains_key(&id) {
                return Err(format!("there is no person {id}"));
            }
            members.insert(id, standing);
        }
        Ok(members)
    }
}
