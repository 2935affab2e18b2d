//! Every tree of the database, and what it holds: what is exported, imported and checked.
//!
//! A new kind of record is a line in [`CATALOG`]; a tree that has none fails a test.

use serde_json::Value;
use serde_json::value::RawValue;

use super::keys::{self, Field};
use super::records::{
    ChatRecord, CupRecord, LineRecord, OwedRecord, PersonRecord, PointsRecord, RatingRecord, Record, RecordError,
    TableRecord,
};

/// The trees, in the order of an export.
pub(super) const CATALOG: &[Tree] = &[
    Tree { name: META, holds: Holds::Numbers },
    Tree { name: PEOPLE, holds: Holds::Records(Kind::of::<PersonRecord>(&[Field::Unsigned])) },
    Tree { name: CHATS, holds: Holds::Records(Kind::of::<ChatRecord>(&[Field::Signed])) },
    Tree {
        name: TABLES,
        holds: Holds::Records(Kind::of::<TableRecord>(&[Field::Unsigned]).numbered_by(keys::NEXT_TABLE)),
    },
    Tree {
        name: RATINGS,
        holds: Holds::Records(Kind::of::<RatingRecord>(&[Field::Signed, Field::Unsigned, Field::Word])),
    },
    Tree { name: POINTS, holds: Holds::Records(Kind::of::<PointsRecord>(&[Field::Signed, Field::Unsigned])) },
    Tree {
        name: LEDGER,
        holds: Holds::Records(Kind::of::<LineRecord>(&[Field::Unsigned, Field::Signed, Field::Unsigned])),
    },
    Tree { name: CUPS, holds: Holds::Records(Kind::of::<CupRecord>(&[Field::Unsigned]).numbered_by(keys::NEXT_CUP)) },
    Tree { name: OWED, holds: Holds::Records(Kind::of::<OwedRecord>(&[Field::Unsigned]).passing()) },
    Tree { name: UPDATES, holds: Holds::Marks { kind: "update", key: &[Field::Signed] } },
    Tree { name: LIVE, holds: Holds::List },
    Tree { name: ENDED, holds: Holds::List },
    Tree { name: PLAYED, holds: Holds::List },
    Tree { name: TOLD, holds: Holds::List },
];

/// Table → [`TableRecord`].
pub(super) const TABLES: &str = "tables";
/// Tables that are open, running or unshown.
pub(super) const LIVE: &str = "live";
/// Place and table of every game that has ended.
pub(super) const ENDED: &str = "ended";
/// Person and table of every game that has ended.
pub(super) const PLAYED: &str = "played";
/// Chat and person, for everybody who wants to be told something about a chat.
pub(super) const TOLD: &str = "told";
/// Person → [`PersonRecord`].
pub(super) const PEOPLE: &str = "people";
/// Chat → [`ChatRecord`].
pub(super) const CHATS: &str = "chats";
/// Chat (0: over all chats), person and variant → [`RatingRecord`].
pub(super) const RATINGS: &str = "ratings";
/// Chat and person → [`PointsRecord`].
pub(super) const POINTS: &str = "points";
/// Person, when the game ended, and table → [`LineRecord`]; only ever added to.
pub(super) const LEDGER: &str = "ledger";
/// Cup → [`CupRecord`].
pub(super) const CUPS: &str = "cups";
/// What is still to be said → [`OwedRecord`].
pub(super) const OWED: &str = "owed";
/// Updates that were handled and may come again.
pub(super) const UPDATES: &str = "updates";
/// Counters, [`keys::SAVED`], [`keys::LISTED`], [`keys::NEXT_TABLE`] and [`keys::NEXT_CUP`], and a moment, [`keys::ALIVE`].
pub(super) const META: &str = "meta";

/// One tree of the database.
pub(super) struct Tree {
    pub name: &'static str,
    pub holds: Holds,
}

/// What a tree holds.
pub(super) enum Holds {
    Records(Kind),
    /// Keys without values.
    Marks {
        /// What one is, in an export.
        kind: &'static str,
        key: &'static [Field],
    },
    /// Numbers by their names.
    Numbers,
    /// Keys that follow from records (`places` in `lists`): made anew by an import.
    List,
}

/// What a kind of record can do, whatever its type.
pub(super) struct Kind {
    /// What it is a record of, in an export and for sentences.
    pub word: &'static str,
    /// What its key is made of.
    pub key: &'static [Field],
    /// The counter in [`META`] that is above every key.
    pub counter: Option<&'static [u8]>,
    /// It is gone within moments, and in no export.
    pub is_passing: bool,
    /// The version that is written.
    pub version: u8,
    /// A record of any version as JSON of the newest.
    pub to_json: fn(&[u8]) -> Result<Box<RawValue>, RecordError>,
    /// JSON of a version as a record of the newest.
    pub from_json: fn(u8, &RawValue) -> Result<Vec<u8>, RecordError>,
    /// Whether a record can be read and makes sense.
    pub check: fn(&[u8]) -> Result<(), RecordError>,
}

impl Kind {
    const fn of<R: Record>(key: &'static [Field]) -> Kind {
        Kind {
            word: R::KIND,
            key,
            counter: None,
            is_passing: false,
            version: R::VERSION,
            to_json: |bytes| R::from_bytes(bytes)?.to_json(),
            from_json: |version, body| R::from_json(version, body)?.to_bytes(),
            check: |bytes| R::from_bytes(bytes)?.check(),
        }
    }

    const fn numbered_by(self, counter: &'static [u8]) -> Kind {
        Kind { counter: Some(counter), ..self }
    }

    const fn passing(self) -> Kind {
        Kind { is_passing: true, ..self }
    }
}

impl Tree {
    /// Where the tree of this name stands in the catalog.
    pub fn place(name: &str) -> Option<usize> {
        CATALOG.iter().position(|tree| tree.name == name)
    }

    /// Whether it is in an export.
    pub const fn is_exported(&self) -> bool {
        match &self.holds {
            Holds::Records(kind) => !kind.is_passing,
            Holds::Marks { .. } | Holds::Numbers => true,
            Holds::List => false,
        }
    }

    /// What one entry is, for exports and sentences; `None` for a list.
    pub fn word(&self) -> Option<&'static str> {
        match &self.holds {
            Holds::Records(kind) => Some(kind.word),
            Holds::Marks { kind, .. } => Some(kind),
            Holds::Numbers => Some("number"),
            Holds::List => None,
        }
    }

    /// A key as people write it: a number, a text, or an array of them. `None` if it is damaged.
    pub fn id(&self, key: &[u8]) -> Option<Value> {
        match &self.holds {
            Holds::Records(Kind { key: fields, .. }) | Holds::Marks { key: fields, .. } => keys::to_json(fields, key),
            Holds::Numbers => String::from_utf8(key.to_vec()).ok().map(Value::from),
            Holds::List => None,
        }
    }

    /// The key that people write like this.
    pub fn key(&self, id: &Value) -> Option<Vec<u8>> {
        match &self.holds {
            Holds::Records(Kind { key: fields, .. }) | Holds::Marks { key: fields, .. } => keys::from_json(fields, id),
            Holds::Numbers => id.as_str().map(|name| name.as_bytes().to_vec()),
            Holds::List => None,
        }
    }
}
