//! Keys: big-endian, so that sled's byte order is the order of the numbers.

use serde_json::Value;

use super::OwedId;
use super::ledger::Scope;
use crate::book::CupId;
use crate::people::{ChatId, PersonId, Place, Time};
use crate::referee::GameId;
use crate::rules::Variant;

/// The number of changes saved, in the tree `meta`.
pub(super) const SAVED: &[u8] = b"saved";
/// The number of changes saved when the lists were last in step with the records, in the tree `meta`.
pub(super) const LISTED: &[u8] = b"listed";
/// The number the next table gets, in the tree `meta`.
pub(super) const NEXT_TABLE: &[u8] = b"next_table";

/// The number the next cup gets, in the tree `meta`.
pub(super) const NEXT_CUP: &[u8] = b"next_cup";

/// Key of the tree `cups`.
pub(super) const fn cup(id: CupId) -> [u8; 8] {
    id.0.to_be_bytes()
}
/// What the names in the tree `meta` start with that tell what a supergroup was; the supergroup's id follows.
pub(super) const GREW: &str = "grew ";

/// The name under which the tree `meta` tells which group this supergroup was.
pub(super) fn grew(to: ChatId) -> String {
    format!("{GREW}{to}")
}

/// The chat such a name is about. `None` if it is damaged.
pub(super) fn grown_chat(key: &[u8]) -> Option<ChatId> {
    std::str::from_utf8(key).ok()?.strip_prefix(GREW)?.parse().ok().map(ChatId)
}

/// When the bot was last known to be alive, in the tree `meta`: milliseconds since 1970.
pub(super) const ALIVE: &[u8] = b"alive";

/// Key of the trees `tables` and `live`.
pub(super) const fn table(id: GameId) -> [u8; 8] {
    id.0.to_be_bytes()
}

/// The table a key of `tables`, `live` or `ended` is about: its last eight bytes. `None` if it is too short.
pub(super) fn table_of(key: &[u8]) -> Option<GameId> {
    key.last_chunk().map(|bytes| GameId(u64::from_be_bytes(*bytes)))
}

/// The number a value of `meta` holds. `None` if it is damaged.
pub(super) fn number(value: &[u8]) -> Option<u64> {
    value.try_into().ok().map(u64::from_be_bytes)
}

/// Key of the tree `people`.
pub(super) const fn person(id: PersonId) -> [u8; 8] {
    id.0.to_be_bytes()
}

/// Key of the tree `chats`, and what every key of `ended` about this chat starts with.
pub(super) const fn chat(id: ChatId) -> [u8; 8] {
    ordered(id.0)
}

/// Key of the tree `updates`.
pub(super) const fn update(number: i64) -> [u8; 8] {
    ordered(number)
}

/// Key of the tree `owed`.
pub(super) const fn owed(id: OwedId) -> [u8; 8] {
    id.0.to_be_bytes()
}

/// What every key of `ended` about this place starts with: chat, topic (0 if none; Telegram counts topics from 1).
pub(super) fn place(place: Place) -> [u8; 12] {
    let mut key = [0; 12];
    key[..8].copy_from_slice(&chat(place.chat));
    key[8..].copy_from_slice(&place.thread.unwrap_or(0).to_be_bytes());
    key
}

/// Key of the tree `ended`: place, table.
pub(super) fn ended(at: Place, id: GameId) -> [u8; 20] {
    let mut key = [0; 20];
    key[..12].copy_from_slice(&place(at));
    key[12..].copy_from_slice(&table(id));
    key
}

/// Key of the tree `played`: person, table.
pub(super) fn played(by: PersonId, id: GameId) -> [u8; 16] {
    pair(person(by), table(id))
}

/// What every key of `ratings` in this scope starts with: the chat; 0, which is no chat's id, for everywhere.
pub(super) const fn scope(scope: Scope) -> [u8; 8] {
    match scope {
        Scope::Everywhere => ordered(0),
        Scope::Chat(chat) => ordered(chat.0),
    }
}

/// What every key of `ratings` about this person in this scope starts with: scope, person.
pub(super) fn rated(at: Scope, who: PersonId) -> [u8; 16] {
    pair(scope(at), person(who))
}

/// Key of the tree `ratings`: scope, person, the variant's name.
pub(super) fn rating(at: Scope, who: PersonId, variant: Variant) -> Vec<u8> {
    [&rated(at, who)[..], variant.name().as_bytes()].concat()
}

/// The person and the variant's name of a key of `ratings`. `None` if it is damaged.
pub(super) fn rating_parts(key: &[u8]) -> Option<(PersonId, &str)> {
    let (_, rest) = key.split_first_chunk::<8>()?;
    let (person, name) = rest.split_first_chunk()?;
    Some((PersonId(u64::from_be_bytes(*person)), std::str::from_utf8(name).ok()?))
}

/// Key of the tree `points`: chat, person.
pub(super) fn points(at: ChatId, who: PersonId) -> [u8; 16] {
    pair(chat(at), person(who))
}

/// Key of the tree `told`: chat, person.
pub(super) fn told(about: ChatId, who: PersonId) -> [u8; 16] {
    pair(chat(about), person(who))
}

/// The person in the last eight bytes of a key. `None` if it is too short.
pub(super) fn last_person(key: &[u8]) -> Option<PersonId> {
    key.last_chunk().map(|bytes| PersonId(u64::from_be_bytes(*bytes)))
}

/// Key of the tree `ledger`: person, when the game ended, the game.
pub(super) fn line(who: PersonId, at: Time, game: GameId) -> [u8; 24] {
    let mut key = [0; 24];
    key[..16].copy_from_slice(&pair(person(who), ordered(at.0)));
    key[16..].copy_from_slice(&table(game));
    key
}

/// What a key of `ledger` is made of. `None` if it is damaged.
pub(super) fn line_parts(key: &[u8]) -> Option<(PersonId, Time, GameId)> {
    let (person, rest) = key.split_first_chunk()?;
    let (at, game) = rest.split_first_chunk()?;
    let at = Time(number_of(*at));
    Some((PersonId(u64::from_be_bytes(*person)), at, GameId(u64::from_be_bytes(game.try_into().ok()?))))
}

fn pair(first: [u8; 8], second: [u8; 8]) -> [u8; 16] {
    let mut key = [0; 16];
    key[..8].copy_from_slice(&first);
    key[8..].copy_from_slice(&second);
    key
}

/// Bytes in the order of the numbers, the negative ones first.
const fn ordered(number: i64) -> [u8; 8] {
    (number ^ i64::MIN).to_be_bytes()
}

/// The number that [`ordered`] made bytes of.
const fn number_of(bytes: [u8; 8]) -> i64 {
    u64::from_be_bytes(bytes).cast_signed() ^ i64::MIN
}

/// A part of a key.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Field {
    /// A number without a sign, eight bytes.
    Unsigned,
    /// A number with a sign, eight bytes.
    Signed,
    /// A word, as long as the key goes on; it stands last.
    Word,
}

/// A key made of these fields as JSON: its one field, or an array. `None` if the bytes are no such key.
pub(super) fn to_json(fields: &[Field], mut key: &[u8]) -> Option<Value> {
    let mut values = Vec::new();
    for field in fields {
        if *field == Field::Word {
            values.push(Value::from(str::from_utf8(key).ok()?));
            key = &[];
            continue;
        }
        let (&bytes, rest) = key.split_first_chunk()?;
        key = rest;
        values.push(match field {
            Field::Signed => number_of(bytes).into(),
            Field::Unsigned | Field::Word => u64::from_be_bytes(bytes).into(),
        });
    }
    let one = values.len() == 1;
    key.is_empty().then(|| if one { values.remove(0) } else { Value::from(values) })
}

/// The key that [`to_json`] shows like this.
pub(super) fn from_json(fields: &[Field], id: &Value) -> Option<Vec<u8>> {
    let values = match id {
        Value::Array(values) if fields.len() != 1 => values.as_slice(),
        one => std::slice::from_ref(one),
    };
    if values.len() != fields.len() {
        return None;
    }
    let mut key = Vec::new();
    for (field, value) in fields.iter().zip(values) {
        match field {
            Field::Unsigned => key.extend(value.as_u64()?.to_be_bytes()),
            Field::Signed => key.extend(ordered(value.as_i64()?)),
            Field::Word => key.extend(value.as_str()?.as_bytes()),
        }
    }
    Some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_sort_as_their_numbers_do() {
        let numbers = [i64::MIN, -1_001_234_567_890, -5, -1, 0, 1, 42, i64::MAX];
        assert!(numbers.is_sorted_by_key(|&n| chat(ChatId(n))));
        assert!(numbers.is_sorted_by_key(|&n| update(n)));
        assert!([0, 1, 255, 256, u64::MAX].is_sorted_by_key(|&n| table(GameId(n))));
    }

    #[test]
    fn an_ended_key_starts_with_its_chat_and_place_and_ends_with_its_table() {
        let (general, topic) =
            (Place { chat: ChatId(-100), thread: None }, Place { chat: ChatId(-100), thread: Some(7) });
        let key = ended(topic, GameId(99));
        assert!(key.starts_with(&chat(topic.chat)) && key.starts_with(&place(topic)));
        assert!(!key.starts_with(&place(general)));
        assert_eq!(table_of(&key), Some(GameId(99)));
        assert_eq!(table_of(b"short"), None);
    }

    #[test]
    fn keys_are_json_and_back() {
        let fields = [Field::Signed, Field::Unsigned, Field::Word];
        let id = serde_json::json!([-1_001_234_567_890_i64, u64::MAX, "jungle 斗"]);
        let key = from_json(&fields, &id).unwrap();
        assert!(key.starts_with(&chat(ChatId(-1_001_234_567_890))));
        assert_eq!(to_json(&fields, &key), Some(id));
        assert_eq!(to_json(&[Field::Signed], &update(-5)), Some(Value::from(-5)));
        assert_eq!(from_json(&[Field::Unsigned], &Value::from(7)), Some(person(PersonId(7)).to_vec()));
        assert_eq!(to_json(&[Field::Unsigned], b"nine bytes"), None, "bytes left over");
        assert_eq!(to_json(&[Field::Unsigned], b"short"), None);
        assert_eq!(from_json(&[Field::Unsigned], &Value::from(-1)), None);
        assert_eq!(from_json(&fields, &Value::from(1)), None);
    }

    #[test]
    fn keys_of_the_books_start_with_whose_they_are_and_can_be_read() {
        let (who, at) = (PersonId(7), Time(-5));
        let key = line(who, at, GameId(99));
        assert!(key.starts_with(&person(who)) && line(who, Time(3), GameId(1)) > key);
        assert_eq!(line_parts(&key), Some((who, at, GameId(99))));
        assert_eq!(line_parts(&key[..23]), None);
        let key = rating(Scope::Chat(ChatId(-100)), who, Variant::Jungle);
        assert!(key.starts_with(&rated(Scope::Chat(ChatId(-100)), who)) && key.starts_with(&chat(ChatId(-100))));
        assert!(!key.starts_with(&scope(Scope::Everywhere)));
        assert_eq!(rating_parts(&key), Some((who, "jungle")));
        assert_eq!(rating_parts(&key[..15]), None);
        assert_eq!(last_person(&points(ChatId(-100), who)), Some(who));
    }
}
