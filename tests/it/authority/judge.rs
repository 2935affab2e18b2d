//! What counts, and who may have changed it.

use super::*;

/// Everything that counts, as it is.
#[derive(Clone, Default)]
pub struct State {
    pub tables: BTreeMap<u64, Table>,
    pub settings: BTreeMap<i64, ChatSettings>,
    pub people: BTreeMap<u64, PersonSettings>,
    pub cups: BTreeMap<u64, Cup>,
}

pub async fn look(store: &Store) -> State {
    let mut state = State::default();
    for id in 1..=4 {
        if let Some(person) = store.person(PersonId(id)).await.expect("readable") {
            state.people.insert(id, person.settings);
        }
    }
    for id in 1..20 {
        if let Some(stored) = store.cup(CupId(id)).await.expect("readable") {
            state.cups.insert(id, stored.cup);
        }
    }
    for id in 1..60 {
        if let Some(stored) = store.table(GameId(id)).await.expect("readable") {
            state.tables.insert(id, stored.table);
        }
    }
    for chat in [GROUP, OTHER, 1, 2, 3, 4] {
        if let Some(chat) = store.chat(ChatId(chat)).await.expect("readable") {
            state.settings.insert(chat.id.0, chat.settings);
        }
    }
    state
}

/// What somebody may not have done.
pub fn judge(deed: &Deed, before: &State, after: &State) -> Result<(), String> {
    let me = match &deed.who {
        Sender::Person(person) => Some(person.id),
        Sender::AnonymousAdmin | Sender::Channel => None,
    };
    let admin = me == Some(PersonId(DAN)) || deed.who == Sender::AnonymousAdmin || deed.chat > 0;
    for (chat, now) in &after.settings {
        // A chat that is new has the language of whoever wrote.
        let changed = before.settings.get(chat).is_some_and(|then| then != now);
        if changed && !(admin && *chat == deed.chat) {
            return Err(format!("the settings of {chat} changed"));
        }
    }
    for (id, now) in &after.people {
        let changed = before.people.get(id).map_or(*now != PersonSettings::default(), |then| then != now);
        if changed && me != Some(PersonId(*id)) {
            return Err(format!("what person {id} has chosen changed"));
        }
    }
    // Whoever directs the cup of this chat.
    let here = |cup: &&Cup| cup.place.chat.0 == deed.chat;
    let directs = before.cups.values().filter(here).any(|cup| admin || me == Some(cup.organizer));
    for (id, now) in &after.cups {
        match before.cups.get(id) {
            None if me == Some(now.organizer) && now.place.chat.0 == deed.chat => {}
            None => return Err(format!("a new cup {id} of somebody else")),
            Some(then) if then == now => {}
            Some(then) => cup_changed(deed, me, admin, then, now).map_err(|why| format!("cup {id}: {why}"))?,
        }
    }
    let cup_of = |table: &Table| table.as_game().is_some_and(|game| game.cup.is_some());
    for (id, table) in &after.tables {
        let Some(old) = before.tables.get(id) else {
            // What follows from a cup's progress is its own.
            if cup_of(table) && table.place.chat.0 == deed.chat {
                continue;
            }
            let mine = match &table.stage {
                Stage::Open(challenge) => Some(challenge.by) == me,
                Stage::Game(game) => me.is_some_and(|me| game.players.contains(&Player::Person(me))),
                Stage::Closed { .. } => false,
            };
            if !mine || table.place.chat.0 != deed.chat {
                return Err(format!("a new table {id} of somebody else"));
            }
            continue;
        };
        let mine = old.as_game().is_some_and(|game| me.is_some_and(|me| game.players.contains(&Player::Person(me))));
        let leaves = matches!(&deed.what, What::Writes { text, .. } if text == "/cup leave")
            || matches!(deed.what, What::Button(Press::Cup { act: CupAct::Leave, .. }));
        if cup_of(old) && old.place == table.place && old.place.chat.0 == deed.chat && (directs || mine && leaves) {
            continue;
        }
        if format!("{old:?}") != format!("{table:?}") {
            changed(deed, me, admin, old, table).map_err(|why| format!("table {id}: {why}"))?;
        }
    }
    Ok(())
}

/// Whether this change of a cup was theirs to make.
fn cup_changed(deed: &Deed, me: Option<PersonId>, admin: bool, old: &Cup, new: &Cup) -> Result<(), String> {
    if old.place != new.place || old.place.chat.0 != deed.chat {
        return Err("changed from another chat".to_owned());
    }
    if admin || me == Some(old.organizer) {
        return Ok(());
    }
    let me = me.ok_or("changed by nobody who can be named")?;
    if (old.organizer, &old.terms, &old.seeds) != (new.organizer, &new.terms, &new.seeds) {
        return Err("only who directs it changes what it is".to_owned());
    }
    let registering = matches!(old.stage, cup::Stage::Registration { .. });
    if registering {
        // One puts one's own name on the list, moves it there, or takes it off.
        let others = |cup: &Cup| {
            let entries = cup.entries.iter().map(|entry| {
                let members = entry.members.iter().copied().filter(|member| *member != me);
                (entry.team.clone(), members.collect::<BTreeSet<_>>())
            });
            entries.filter(|(_, members)| !members.is_empty()).collect::<Vec<_>>()
        };
        let same = (old.stage, &old.rounds, &old.log) == (new.stage, &new.rounds, &new.log);
        return if same && others(old) == others(new) { Ok(()) } else { Err("another's name was moved".to_owned()) };
    }
    // A player ends a game, or leaves.
    let mine = |entry: &cup::Entry| entry.members.contains(&me);
    if !old.entries.iter().any(mine) {
        return Err("changed by somebody who does not play in it".to_owned());
    }
    let entries = old.entries.iter().zip(&new.entries);
    let same =
        |(then, now): (&cup::Entry, &cup::Entry)| then.members == now.members && (then.left == now.left || mine(now));
    if old.entries.len() == new.entries.len() && entries.into_iter().all(same) {
        Ok(())
    } else {
        Err("somebody else was taken out".to_owned())
    }
}

/// Whether this change of a table was theirs to make.
fn changed(deed: &Deed, me: Option<PersonId>, admin: bool, old: &Table, new: &Table) -> Result<(), String> {
    let ai_answers = match &old.stage {
        Stage::Game(game) => {
            !game.offers.is_empty() && game.players.iter().any(|player| matches!(player, Player::Ai(_)))
        }
        Stage::Open(_) | Stage::Closed { .. } => false,
    };
    if old.place != new.place || old.place.chat.0 != deed.chat && !ai_answers {
        return Err("changed from another chat".to_owned());
    }
    // An admin closes a table by its command, and does nothing else to it.
    let closes = matches!(&deed.what, What::Writes { text, .. } if text == "/cancel");
    match (&old.stage, &new.stage) {
        (Stage::Closed { .. }, _) => Err("nothing leads out of a closed challenge".to_owned()),
        (Stage::Open(_), Stage::Closed { .. }) if admin && closes => Ok(()),
        (Stage::Open(challenge), Stage::Open(_)) if me == Some(challenge.by) => Ok(()),
        (Stage::Open(challenge), Stage::Closed { .. }) => {
            let meant = matches!(&challenge.to, Target::Person(id) if Some(*id) == me)
                || matches!(&challenge.to, Target::Username(name) if *name == "bob" && me == Some(PersonId(BOB)));
            // Declining one for everybody closes it as well; the author only withdraws.
            let may = me == Some(challenge.by) || meant || me.is_some() && challenge.to == Target::Anybody;
            if may { Ok(()) } else { Err("closed by somebody it was not for".to_owned()) }
        }
        (Stage::Open(challenge), Stage::Game(game)) => {
            let joined = me.is_some_and(|me| me != challenge.by && game.players.contains(&Player::Person(me)));
            if joined { Ok(()) } else { Err("somebody else was seated".to_owned()) }
        }
        (Stage::Game(old), Stage::Game(new)) => {
            let voided = matches!(new.finish, Some(doushou::referee::Finish::Void { .. }));
            if voided && admin && closes && old.finish.is_none() {
                return Ok(());
            }
            // The AI answers what was offered to it when it has thought about it.
            if ai_answers {
                return Ok(());
            }
            let Some(me) = me.filter(|me| old.players.contains(&Player::Person(*me))) else {
                return Err("changed by somebody who does not play".to_owned());
            };
            let with_ai = old.players.iter().any(|player| matches!(player, Player::Ai(_)));
            if old.finish.is_some() && old.finish != new.finish {
                return Err("the end is the end".to_owned());
            }
            let to_move = old.players[old.state.to_move().index()];
            if new.plies.len() > old.plies.len() {
                if new.plies.len() != old.plies.len() + 1 {
                    return Err("more than one ply at once".to_owned());
                }
                if to_move != Player::Person(me) {
                    return Err("played out of turn".to_owned());
                }
                if matches!(&deed.what, What::Presses { right_turn: false, .. }) {
                    return Err("played from a board that is out of date".to_owned());
                }
            }
            // The AI answers at once.
            if new.finish.is_some() && old.finish.is_none() && !old.on_one_phone() && !with_ai {
                let asked = old.resigning.is_some_and(|asked| old.players[asked.seat.index()] == Player::Person(me));
                let offered =
                    old.offers.iter().any(|offer| old.players[offer.by.other().index()] == Player::Person(me));
                if !asked && !offered {
                    return Err(format!("ended by one who was asked nothing: {:?}", new.finish));
                }
            }
            Ok(())
        }
        (from, to) => Err(format!("no way leads from {from:?} to {to:?}")),
    }
}
