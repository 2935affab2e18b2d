//! What a person or a chat can choose.

use std::collections::BTreeSet;

use super::{ChatId, Night, TimeControl};
pub use crate::render::Theme;
use crate::rules::Setup;

/// A language the bot speaks.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lang {
    #[default]
    En,
    ZhHans,
}

impl Lang {
    pub const ALL: [Lang; 2] = [Lang::En, Lang::ZhHans];

    /// The tag of locale files and settings.
    pub const fn tag(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::ZhHans => "zh-Hans",
        }
    }

    /// The nearest language to a tag such as `en-US`, `zh-hans` or `zh`, if the bot speaks one.
    pub fn from_tag(tag: &str) -> Option<Lang> {
        match tag.split(['-', '_']).next()?.to_ascii_lowercase().as_str() {
            "en" => Some(Lang::En),
            "zh" => Some(Lang::ZhHans),
            _ => None,
        }
    }
}

/// Whether a move edits the board message or posts a new one.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum BoardPolicy {
    /// Edit in a fast game; post anew after a pause or when others have written since.
    #[default]
    Auto,
    AlwaysNew,
    AlwaysEdit,
}

impl BoardPolicy {
    pub const ALL: [BoardPolicy; 3] = [BoardPolicy::Auto, BoardPolicy::AlwaysNew, BoardPolicy::AlwaysEdit];

    /// The word of records and settings.
    pub const fn name(self) -> &'static str {
        match self {
            BoardPolicy::Auto => "auto",
            BoardPolicy::AlwaysNew => "new",
            BoardPolicy::AlwaysEdit => "edit",
        }
    }

    /// The policy with this word.
    pub fn from_name(name: &str) -> Option<BoardPolicy> {
        BoardPolicy::ALL.into_iter().find(|policy| policy.name() == name)
    }
}

/// What games between two people count for in a chat.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum CountsFor {
    #[default]
    Ratings,
    /// Points after the hall's rules.
    Points,
    Both,
    Nothing,
}

impl CountsFor {
    pub const ALL: [CountsFor; 4] = [CountsFor::Ratings, CountsFor::Points, CountsFor::Both, CountsFor::Nothing];

    /// Ratings move.
    pub const fn rated(self) -> bool {
        matches!(self, CountsFor::Ratings | CountsFor::Both)
    }

    /// Points move.
    pub const fn scored(self) -> bool {
        matches!(self, CountsFor::Points | CountsFor::Both)
    }

    /// The word of records and settings.
    pub const fn name(self) -> &'static str {
        match self {
            CountsFor::Ratings => "ratings",
            CountsFor::Points => "points",
            CountsFor::Both => "both",
            CountsFor::Nothing => "nothing",
        }
    }

    /// What has this word.
    pub fn from_name(name: &str) -> Option<CountsFor> {
        CountsFor::ALL.into_iter().find(|counts_for| counts_for.name() == name)
    }
}

/// A chat's choices; a private chat has them too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChatSettings {
    /// `None`: the language of whoever added the bot was unknown or not spoken; the host's default.
    pub lang: Option<Lang>,
    /// The game and rules a challenge starts with.
    pub setup: Setup,
    /// The clock a challenge starts with.
    pub clock: TimeControl,
    pub boards: BoardPolicy,
    /// Turn the picture to the side to move in two-player games.
    pub turn_board: bool,
    pub theme: Theme,
    pub counts_for: CountsFor,
}

/// What somebody may be told of in private.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Occasion {
    /// It is their turn.
    Turn,
    /// Somebody opens a challenge.
    Challenge,
}

impl Occasion {
    pub const ALL: [Occasion; 2] = [Occasion::Turn, Occasion::Challenge];

    /// The word of message keys, and by its first letter of buttons.
    pub const fn name(self) -> &'static str {
        match self {
            Occasion::Turn => "turn",
            Occasion::Challenge => "challenge",
        }
    }
}

/// A person's choices, valid everywhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonSettings {
    /// `None`: the language of their client.
    pub lang: Option<Lang>,
    /// When no correspondence clock of theirs runs.
    pub night: Option<Night>,
    /// The chats in which they want to be told in private that it is their turn.
    pub turns: BTreeSet<ChatId>,
    /// The chats in which they want to be told in private that somebody opens a challenge.
    pub challenges: BTreeSet<ChatId>,
    /// Their notices were turned off because they have blocked the bot, and they have not been told yet.
    pub notices_lost: bool,
}

impl PersonSettings {
    /// Whether they want to be told of this in this chat.
    pub fn wants(&self, occasion: Occasion, chat: ChatId) -> bool {
        match occasion {
            Occasion::Turn => self.turns.contains(&chat),
            Occasion::Challenge => self.challenges.contains(&chat),
        }
    }

    /// From now on they want to be told, or not.
    pub fn tell(&mut self, occasion: Occasion, chat: ChatId, on: bool) {
        let chats = match occasion {
            Occasion::Turn => &mut self.turns,
            Occasion::Challenge => &mut self.challenges,
        };
        if on {
            chats.insert(chat);
        } else {
            chats.remove(&chat);
        }
    }

    /// The chats about which they want to be told anything.
    pub fn notices(&self) -> BTreeSet<ChatId> {
        self.turns.union(&self.challenges).copied().collect()
    }

    /// A chat has a new id.
    pub fn move_notices(&mut self, from: ChatId, to: ChatId) {
        for chats in [&mut self.turns, &mut self.challenges] {
            if chats.remove(&from) {
                chats.insert(to);
            }
        }
    }
}
