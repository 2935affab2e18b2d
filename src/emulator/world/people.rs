//! People and bots, and what they may do in a chat.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// What an administrator may be granted (Bot API, ChatMemberAdministrator).
pub const ADMIN_RIGHTS: [&str; 14] = [
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_send_welcome_messages",
    "can_pin_messages",
    "can_manage_topics",
    "can_manage_tags",
];

/// What an ordinary member may do (Bot API, ChatPermissions).
pub const PERMISSIONS: [&str; 16] = [
    "can_send_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
    "can_react_to_messages",
    "can_edit_tag",
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
];

/// A Telegram account: a person, or a bot other than the one served.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// Chosen by the emulator if 0.
    #[serde(default)]
    pub id: i64,
    pub first_name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_name: Option<String>,
    /// Without the `@`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    /// The language of their client, e.g. `zh-hans`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language_code: Option<String>,
    #[serde(default)]
    pub is_bot: bool,
    /// They have opened the private chat, so that the bot may write to them.
    #[serde(default)]
    pub started: bool,
    /// They have blocked the bot.
    #[serde(default)]
    pub blocked: bool,
    /// The account was deleted.
    #[serde(default)]
    pub deactivated: bool,
}

impl Person {
    /// First and last name as a client shows them.
    pub fn name(&self) -> String {
        match &self.last_name {
            Some(last) => format!("{} {last}", self.first_name),
            None => self.first_name.clone(),
        }
    }

    /// The Bot API's User.
    pub fn user_json(&self) -> Value {
        let mut user = json!({"id": self.id, "is_bot": self.is_bot, "first_name": self.first_name});
        set(&mut user, "last_name", self.last_name.as_deref());
        set(&mut user, "username", self.username.as_deref());
        set(&mut user, "language_code", self.language_code.as_deref());
        user
    }
}

/// What somebody is in a chat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case", deny_unknown_fields)]
pub enum Standing {
    Creator {
        #[serde(default)]
        is_anonymous: bool,
    },
    Administrator {
        /// The rights held, of [`ADMIN_RIGHTS`].
        #[serde(default)]
        rights: BTreeSet<String>,
        /// Writes as the group itself.
        #[serde(default)]
        is_anonymous: bool,
    },
    #[default]
    Member,
    Restricted {
        /// The permissions withheld, of [`PERMISSIONS`].
        #[serde(default)]
        denied: BTreeSet<String>,
    },
    Left,
    Kicked,
}

impl Standing {
    /// Whether they are in the chat.
    pub fn is_in(&self) -> bool {
        !matches!(self, Standing::Left | Standing::Kicked)
    }

    /// Whether they are its creator or an administrator.
    pub fn is_admin(&self) -> bool {
        matches!(self, Standing::Creator { .. } | Standing::Administrator { .. })
    }

    /// Whether they write as the group itself.
    pub fn is_anonymous(&self) -> bool {
        matches!(self, Standing::Creator { is_anonymous: true } | Standing::Administrator { is_anonymous: true, .. })
    }

    /// Whether an administrator's right is held.
    pub fn has_right(&self, right: &str) -> bool {
        match self {
            Standing::Creator { .. } => true,
            Standing::Administrator { rights, .. } => rights.contains(right),
            _ => false,
        }
    }

    /// Whether something members do is allowed, where `denied` is what the chat withholds from everybody.
    pub fn permits(&self, permission: &str, denied: &BTreeSet<String>) -> bool {
        match self {
            Standing::Creator { .. } | Standing::Administrator { .. } => true,
            Standing::Member => !denied.contains(permission),
            Standing::Restricted { denied: own } => !denied.contains(permission) && !own.contains(permission),
            Standing::Left | Standing::Kicked => false,
        }
    }

    /// A right or permission this standing names that the Bot API does not know.
    pub fn unknown_name(&self) -> Option<&str> {
        let (names, known): (_, &[&str]) = match self {
            Standing::Administrator { rights, .. } => (rights, &ADMIN_RIGHTS),
            Standing::Restricted { denied } => (denied, &PERMISSIONS),
            _ => return None,
        };
        names.iter().map(String::as_str).find(|name| !known.contains(name))
    }

    /// The Bot API's ChatMember for this user.
    pub fn member_json(&self, user: Value) -> Value {
        let mut member = json!({"user": user});
        match self {
            Standing::Creator { is_anonymous } => {
                member["status"] = json!("creator");
                member["is_anonymous"] = json!(is_anonymous);
            }
            Standing::Administrator { rights, is_anonymous } => {
                member["status"] = json!("administrator");
                member["can_be_edited"] = json!(false);
                member["is_anonymous"] = json!(is_anonymous);
                for right in ADMIN_RIGHTS {
                    member[right] = json!(rights.contains(right));
                }
            }
            Standing::Member => member["status"] = json!("member"),
            Standing::Restricted { denied } => {
                member["status"] = json!("restricted");
                member["is_member"] = json!(true);
                member["until_date"] = json!(0);
                for permission in PERMISSIONS {
                    member[permission] = json!(!denied.contains(permission));
                }
            }
            Standing::Left => member["status"] = json!("left"),
            Standing::Kicked => {
                member["status"] = json!("kicked");
                member["until_date"] = json!(0);
            }
        }
        member
    }
}

/// The Bot API's ChatPermissions where these are withheld.
pub fn permissions_json(denied: &BTreeSet<String>) -> Value {
    PERMISSIONS.iter().map(|&name| (name.to_owned(), json!(!denied.contains(name)))).collect::<Map<_, _>>().into()
}

/// Sets a field if there is a value for it: the Bot API leaves absent fields out.
pub fn set(object: &mut Value, field: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        object[field] = value.into();
    }
}
