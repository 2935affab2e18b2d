//! The door: every command to a cup comes through [`Cup::handle`].

use super::{
    At, By, Cup, Deed, Entry, FEWEST_ENTRIES, How, LONGEST_REASON, LONGEST_TEAM_NAME, Left, Line, MOST_ENTRIES,
    Refusal, RoundKind, Score, Stage, TEAM, Verdict,
};
use crate::book::GameId;
use crate::people::{PersonId, Time};
use crate::rules::{Chance, Dice, Outcome, Seat};

/// Who sends a command.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A person; `admin` if they administer the chat.
    Person { id: PersonId, admin: bool },
    /// An admin who acts as the chat itself.
    AnonymousAdmin,
    /// Time itself.
    Clock,
    /// The tables: what becomes of a game.
    Tables,
}

/// What somebody wants of a cup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Join(Seek),
    /// Play on this board of one's team, counted from 0; whoever plays there changes places.
    Board {
        member: usize,
    },
    /// Take one's name off the list; once the cup has begun, leave it for good (a team is taken out by its captain).
    Leave,
    /// Whoever sends this is about to be forgotten: they are in the cup no more, and what they organize is somebody else's.
    Forget,
    /// Draw the numbers by lot and open the first round.
    Start,
    /// The table of a board has been opened.
    Seat {
        at: At,
        game: GameId,
    },
    /// The game of a board has come to its end.
    Finish {
        at: At,
        game: GameId,
        outcome: Outcome,
        plies: u32,
    },
    /// The game of a board was closed without a result: it is played anew.
    Void {
        at: At,
        game: GameId,
    },
    /// The referee decides a board.
    Rule {
        at: At,
        score: Score,
        why: String,
    },
    /// Somebody loses what they have not decided in this round.
    Forfeit {
        entry: usize,
        why: String,
    },
    /// The referee takes somebody out for good.
    Withdraw {
        entry: usize,
        why: String,
    },
    /// Somebody else plays on from now on.
    Replace {
        entry: usize,
        member: usize,
        by: PersonId,
        why: String,
    },
    /// A clock is corrected: so many milliseconds more for a seat, or less. The table does it.
    SetClock {
        at: At,
        seat: Seat,
        millis: i64,
        why: String,
    },
    Pause {
        why: String,
    },
    Resume {
        why: String,
    },
    /// An admin becomes the organizer.
    TakeOver,
    CallOff {
        why: String,
    },
    /// Time is over (clock only): who is to move in the games that still run, by board.
    Due {
        to_move: Vec<(u16, Seat)>,
    },
    /// Nobody could play between these moments, for the bot was down (clock only): the round gets them back.
    Credit {
        from: Time,
        upto: Time,
    },
}

/// How somebody joins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seek {
    Alone,
    /// A new team of this name.
    Found(String),
    /// The team of this captain.
    Into(PersonId),
}

/// What a command changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Joined,
    BoardsChanged,
    /// Off the list, before the start.
    Unlisted,
    /// Gone for good.
    Left {
        entry: usize,
        how: Left,
    },
    /// A member of a team has been forgotten: their place is empty.
    Vacated {
        entry: usize,
    },
    Started,
    RoundOpened {
        round: u16,
    },
    /// A board is decided, or decided otherwise than before.
    Decided {
        at: At,
        score: Score,
    },
    /// Somebody has lost what they had not decided in this round.
    Forfeited {
        entry: usize,
    },
    /// A drawn match is played again.
    Replayed {
        round: u16,
        home: usize,
        away: Option<usize>,
    },
    Replaced {
        entry: usize,
    },
    ClockSet {
        at: At,
    },
    Paused,
    Resumed,
    TookOver,
    CalledOff,
    Finished,
}

/// A cup after a command, and what happened; nothing happened if it was known already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    pub cup: Cup,
    pub events: Vec<Event>,
}

/// Time and chance.
#[derive(Copy, Clone, Debug)]
pub struct Moment {
    pub now: Time,
    pub chance: Chance,
}

impl Actor {
    const fn by(self) -> By {
        match self {
            Actor::Person { id, .. } => By::Person(id),
            Actor::AnonymousAdmin => By::AnonymousAdmin,
            Actor::Clock | Actor::Tables => By::Clock,
        }
    }

    const fn person(self) -> Option<PersonId> {
        match self {
            Actor::Person { id, .. } => Some(id),
            Actor::AnonymousAdmin | Actor::Clock | Actor::Tables => None,
        }
    }
}

impl Cup {
    /// Carries a command out, or says why not. `self` is left as it was.
    pub fn handle(&self, actor: Actor, command: Command, moment: Moment) -> Result<Progress, Refusal> {
        let mut cup = self.clone();
        let events = cup.carry_out(actor, command, moment)?;
        Ok(Progress { cup, events })
    }

    fn carry_out(&mut self, actor: Actor, command: Command, moment: Moment) -> Result<Vec<Event>, Refusal> {
        let now = moment.now;
        match command {
            // What the tables tell may come late: a board that is decided, or has another table, stays as it is.
            Command::Finish { at, game, outcome, plies } => return Ok(self.finish(at, game, outcome, plies, now)),
            Command::Void { at, game } => return Ok(self.void(at, game)),
            _ if !self.is_live() => return Err(Refusal::Over),
            _ => {}
        }
        match command {
            Command::Join(seek) => self.join(person(actor)?, seek),
            Command::Board { member } => self.change_board(person(actor)?, member),
            Command::Leave => self.leave(actor, now),
            Command::Forget => self.forget(actor, now),
            Command::Start => self.start(actor, moment),
            Command::Seat { at, game } => self.seat(at, game),
            Command::Rule { at, score, why } => self.rule(actor, at, score, why, now),
            Command::Forfeit { entry, why } => self.forfeit(actor, entry, why, now),
            Command::Withdraw { entry, why } => {
                self.check_referee(actor)?;
                self.check_running()?;
                self.check_there(entry)?;
                self.check_not_own(actor, entry)?;
                Ok(self.withdraw(actor, entry, why, now))
            }
            Command::Replace { entry, member, by, why } => self.replace(actor, entry, member, by, why, now),
            Command::SetClock { at, seat, millis, why } => {
                self.check_may_rule(actor, at)?;
                self.note(now, actor, Deed::ClockSet { at, seat, millis }, why);
                Ok(vec![Event::ClockSet { at }])
            }
            Command::Pause { why } => {
                self.check_referee(actor)?;
                self.check_running()?;
                self.stage = match self.stage {
                    Stage::Running { paused: None } => Stage::Running { paused: Some(now) },
                    _ => return Err(Refusal::AlreadyPaused),
                };
                self.note(now, actor, Deed::Paused, why);
                Ok(vec![Event::Paused])
            }
            Command::Resume { why } => self.resume(actor, why, now),
            Command::TakeOver => self.take_over(actor, now),
            Command::CallOff { why } => {
                self.check_referee(actor)?;
                Ok(self.call_off(actor, why, now))
            }
            Command::Due { to_move } => self.time_is_over(actor, &to_move, moment),
            Command::Credit { from, upto } => self.credit(actor, from, upto),
            Command::Finish { .. } | Command::Void { .. } => Ok(Vec::new()),
        }
    }

    fn join(&mut self, person: PersonId, seek: Seek) -> Result<Vec<Event>, Refusal> {
        self.check_registration()?;
        if self.entry_of(person).is_some() {
            return Err(Refusal::AlreadyIn);
        }
        let team = match (seek, self.terms.field.is_teams()) {
            (Seek::Into(captain), true) => {
                let entry = self.entries.iter_mut().find(|entry| entry.members.first() == Some(&captain));
                let entry = entry.ok_or(Refusal::NoSuchTeam)?;
                if entry.members.len() >= TEAM {
                    return Err(Refusal::TeamFull);
                }
                entry.members.push(person);
                return Ok(vec![Event::Joined]);
            }
            (Seek::Found(name), true) => Some(self.free_name(&name)?),
            (Seek::Alone, true) => return Err(Refusal::NeedsTeam),
            (Seek::Alone, false) => None,
            (Seek::Found(_) | Seek::Into(_), false) => return Err(Refusal::NoTeams),
        };
        if self.entries.len() >= MOST_ENTRIES {
            return Err(Refusal::Full { max: MOST_ENTRIES });
        }
        self.entries.push(Entry { team, members: vec![person], left: None });
        Ok(vec![Event::Joined])
    }

    /// A team's name on one line, if nobody has it.
    fn free_name(&self, name: &str) -> Result<String, Refusal> {
        let name = tidy(name, LONGEST_TEAM_NAME);
        let same = |entry: &Entry| entry.team.as_ref().is_some_and(|team| team.to_lowercase() == name.to_lowercase());
        if name.is_empty() {
            Err(Refusal::NoName)
        } else if self.entries.iter().any(same) {
            Err(Refusal::NameTaken { name })
        } else {
            Ok(name)
        }
    }

    fn change_board(&mut self, person: PersonId, member: usize) -> Result<Vec<Event>, Refusal> {
        self.check_registration()?;
        if !self.terms.field.is_teams() {
            return Err(Refusal::NoTeams);
        }
        let (entry, mine) = self.entry_of(person).ok_or(Refusal::NotIn)?;
        let members = &mut self.entries[entry].members;
        if member >= members.len() {
            return Err(Refusal::TeamIncomplete { name: self.entries[entry].team.clone().unwrap_or_default() });
        }
        members.swap(mine, member);
        Ok(vec![Event::BoardsChanged])
    }

    fn start(&mut self, actor: Actor, moment: Moment) -> Result<Vec<Event>, Refusal> {
        self.check_referee(actor)?;
        self.check_registration()?;
        if let Some(entry) = self.entries.iter().find(|entry| entry.members.len() < self.terms.field.members()) {
            return Err(Refusal::TeamIncomplete { name: entry.team.clone().unwrap_or_default() });
        }
        if self.entries.len() < FEWEST_ENTRIES {
            return Err(Refusal::TooFew { min: FEWEST_ENTRIES });
        }
        Ok(self.begin(actor, moment))
    }

    /// Numbers by lot, and the first round.
    fn begin(&mut self, actor: Actor, moment: Moment) -> Vec<Event> {
        let mut dice = Dice(moment.chance.0);
        for n in (1..self.entries.len()).rev() {
            self.entries.swap(n, (dice.roll() % (n as u64 + 1)) as usize);
        }
        self.stage = Stage::Running { paused: None };
        self.note(moment.now, actor, Deed::Started, String::new());
        let mut events = vec![Event::Started];
        events.extend(self.advance(moment.now));
        events
    }

    fn seat(&mut self, at: At, game: GameId) -> Result<Vec<Event>, Refusal> {
        match self.board_mut(at) {
            None => Err(Refusal::NoSuchBoard { at }),
            Some(board) if board.game.is_some() || board.verdict.is_some() => Err(Refusal::Seated),
            Some(board) => {
                board.game = Some(game);
                Ok(Vec::new())
            }
        }
    }

    fn finish(&mut self, at: At, game: GameId, outcome: Outcome, plies: u32, now: Time) -> Vec<Event> {
        let open = |board: &&mut super::Board| board.game == Some(game) && board.verdict.is_none();
        let live = self.is_live();
        let Some(board) = self.board_mut(at).filter(|_| live).filter(open) else { return Vec::new() };
        let score = board.score_of(outcome);
        board.verdict = Some(Verdict { score, how: How::Played, plies });
        let mut events = vec![Event::Decided { at, score }];
        events.extend(self.go_on(now));
        events
    }

    fn void(&mut self, at: At, game: GameId) -> Vec<Event> {
        if let Some(board) = self.board_mut(at)
            && board.game == Some(game)
            && board.verdict.is_none()
        {
            board.game = None;
        }
        Vec::new()
    }

    fn rule(&mut self, actor: Actor, at: At, score: Score, why: String, now: Time) -> Result<Vec<Event>, Refusal> {
        self.check_may_rule(actor, at)?;
        if self.is_built_upon(at.round) {
            return Err(Refusal::BuiltUpon);
        }
        let board = self.board_mut(at).ok_or(Refusal::NoSuchBoard { at })?;
        if board.verdict.is_some_and(|verdict| verdict.score == score) {
            return Err(Refusal::RuledSo);
        }
        let plies = board.verdict.map_or(0, |verdict| verdict.plies);
        board.verdict = Some(Verdict { score, how: How::Ruled, plies });
        self.note(now, actor, Deed::Ruled { at, score }, why);
        let mut events = vec![Event::Decided { at, score }];
        events.extend(self.go_on(now));
        Ok(events)
    }

    /// A referee who does not play there, and a board that is there.
    fn check_may_rule(&self, actor: Actor, at: At) -> Result<(), Refusal> {
        self.check_referee(actor)?;
        self.check_running()?;
        let (game, _) = self.board(at).ok_or(Refusal::NoSuchBoard { at })?;
        [Some(game.home), game.away].into_iter().flatten().try_for_each(|entry| self.check_not_own(actor, entry))
    }

    /// What followed was made from the results of this round.
    fn is_built_upon(&self, round: u16) -> bool {
        let later = self.rounds.iter().skip(usize::from(round));
        later.into_iter().any(|round| round.kind == RoundKind::Knockout)
    }

    fn forfeit(&mut self, actor: Actor, entry: usize, why: String, now: Time) -> Result<Vec<Event>, Refusal> {
        self.check_referee(actor)?;
        self.check_running()?;
        self.check_there(entry)?;
        let mut events = vec![Event::Forfeited { entry }];
        let opponents = self.opponents(entry);
        for &opponent in &opponents {
            self.check_not_own(actor, opponent)?;
        }
        let number = self.round();
        let round = self.rounds.last_mut().ok_or(Refusal::NotStarted)?;
        for game in &mut round.matches {
            let score = if game.home == entry { Score::Away } else { Score::Home };
            if game.away.is_none() || (game.home != entry && game.away != Some(entry)) {
                continue;
            }
            for board in game.boards.iter_mut().filter(|board| board.verdict.is_none()) {
                board.verdict = Some(Verdict { score, how: How::Forfeit, plies: 0 });
                events.push(Event::Decided { at: At { round: number, board: board.number }, score });
            }
        }
        if events.len() == 1 {
            return Err(Refusal::NothingToForfeit);
        }
        self.note(now, actor, Deed::Forfeited { entry }, why);
        events.extend(self.go_on(now));
        Ok(events)
    }

    /// Whom this entry plays in the last round.
    fn opponents(&self, entry: usize) -> Vec<usize> {
        let games = self.rounds.last().into_iter().flat_map(|round| &round.matches);
        let opponent = |game: &super::Match| match game.away {
            Some(away) if game.home == entry => Some(away),
            Some(away) if away == entry => Some(game.home),
            _ => None,
        };
        games.filter_map(opponent).collect()
    }

    fn replace(
        &mut self,
        actor: Actor,
        entry: usize,
        member: usize,
        by: PersonId,
        why: String,
        now: Time,
    ) -> Result<Vec<Event>, Refusal> {
        self.check_referee(actor)?;
        self.check_running()?;
        self.check_there(entry)?;
        if self.entry_of(by).is_some() {
            return Err(Refusal::AlreadyIn);
        }
        let seat = self.entries[entry].members.get_mut(member).ok_or(Refusal::NoSuchEntry { number: entry + 1 })?;
        let old = std::mem::replace(seat, by);
        self.note(now, actor, Deed::Replaced { entry, member: member as u8, old, new: by }, why);
        Ok(vec![Event::Replaced { entry }])
    }

    /// Time that was paused is added to the round.
    fn resume(&mut self, actor: Actor, why: String, now: Time) -> Result<Vec<Event>, Refusal> {
        self.check_referee(actor)?;
        self.check_running()?;
        let Stage::Running { paused: Some(since) } = self.stage else { return Err(Refusal::NotPaused) };
        self.stage = Stage::Running { paused: None };
        if let Some(round) = self.rounds.last_mut() {
            round.deadline = round.deadline.plus(now.since(since).max(0));
        }
        self.note(now, actor, Deed::Resumed, why);
        let mut events = vec![Event::Resumed];
        events.extend(self.advance(now));
        Ok(events)
    }

    fn take_over(&mut self, actor: Actor, now: Time) -> Result<Vec<Event>, Refusal> {
        let Actor::Person { id, admin } = actor else { return Err(Refusal::NotReferee { organizer: self.organizer }) };
        if id == self.organizer {
            return Err(Refusal::AlreadyOrganizer);
        }
        if !admin {
            return Err(Refusal::NotReferee { organizer: self.organizer });
        }
        self.organizer = id;
        self.note(now, actor, Deed::TookOver, String::new());
        Ok(vec![Event::TookOver])
    }

    pub(super) fn call_off(&mut self, actor: Actor, why: String, now: Time) -> Vec<Event> {
        self.stage = Stage::CalledOff;
        self.note(now, actor, Deed::CalledOff, why);
        vec![Event::CalledOff]
    }

    /// Registration closes: the cup starts if it can. A round's time is over: who is to move loses, and where nobody is, both do.
    fn time_is_over(&mut self, actor: Actor, to_move: &[(u16, Seat)], moment: Moment) -> Result<Vec<Event>, Refusal> {
        let now = moment.now;
        if actor != Actor::Clock || self.due().is_none_or(|due| now < due) {
            return Err(Refusal::NotDue);
        }
        if let Stage::Registration { .. } = self.stage {
            let members = self.terms.field.members();
            self.entries.retain(|entry| entry.members.len() == members);
            let enough = self.entries.len() >= FEWEST_ENTRIES;
            return Ok(if enough { self.begin(actor, moment) } else { self.call_off(actor, String::new(), now) });
        }
        let number = self.round();
        let mut events = Vec::new();
        for board in
            self.rounds.last_mut().into_iter().flat_map(|round| &mut round.matches).flat_map(|game| &mut game.boards)
        {
            if board.verdict.is_some() {
                continue;
            }
            let late = to_move.iter().find(|(number, _)| *number == board.number);
            let score = late.map_or(Score::Neither, |(_, seat)| board.score_of(Outcome::Win(seat.other())));
            board.verdict = Some(Verdict { score, how: How::Forfeit, plies: 0 });
            events.push(Event::Decided { at: At { round: number, board: board.number }, score });
        }
        self.note(now, actor, Deed::DeadlinePassed { round: number }, String::new());
        events.extend(self.go_on(now));
        Ok(events)
    }

    /// While the cup is paused no time runs, so that none is given back.
    fn credit(&mut self, actor: Actor, from: Time, upto: Time) -> Result<Vec<Event>, Refusal> {
        self.check_running()?;
        if actor != Actor::Clock {
            return Err(Refusal::NotDue);
        }
        if let (Stage::Running { paused: None }, Some(round)) = (self.stage, self.rounds.last_mut()) {
            round.deadline = round.deadline.plus(upto.since(from.max(round.opened)).max(0));
        }
        Ok(Vec::new())
    }

    /// After results: replays, and the next round.
    pub(super) fn go_on(&mut self, now: Time) -> Vec<Event> {
        let mut events = self.replay_draws();
        events.extend(self.advance(now));
        events
    }

    fn board_mut(&mut self, at: At) -> Option<&mut super::Board> {
        let round = self.rounds.get_mut(usize::from(at.round).checked_sub(1)?)?;
        round.matches.iter_mut().flat_map(|game| &mut game.boards).find(|board| board.number == at.board)
    }

    pub(super) fn note(&mut self, at: Time, actor: Actor, deed: Deed, why: String) {
        self.log.push(Line { at, by: actor.by(), deed, why: tidy(&why, LONGEST_REASON) });
    }

    /// The organizer or an admin.
    fn check_referee(&self, actor: Actor) -> Result<(), Refusal> {
        match actor {
            Actor::AnonymousAdmin | Actor::Person { admin: true, .. } => Ok(()),
            Actor::Person { id, .. } if id == self.organizer => Ok(()),
            _ => Err(Refusal::NotReferee { organizer: self.organizer }),
        }
    }

    /// Nobody rules on a game of their own.
    fn check_not_own(&self, actor: Actor, entry: usize) -> Result<(), Refusal> {
        let own = actor.person().and_then(|person| self.entry_of(person)).is_some_and(|(own, _)| own == entry);
        if own { Err(Refusal::OwnGame) } else { Ok(()) }
    }

    fn check_registration(&self) -> Result<(), Refusal> {
        if let Stage::Registration { .. } = self.stage { Ok(()) } else { Err(Refusal::Started) }
    }

    fn check_running(&self) -> Result<(), Refusal> {
        if let Stage::Running { .. } = self.stage { Ok(()) } else { Err(Refusal::NotStarted) }
    }

    pub(super) fn check_there(&self, entry: usize) -> Result<(), Refusal> {
        match self.entries.get(entry) {
            None => Err(Refusal::NoSuchEntry { number: entry + 1 }),
            Some(Entry { left: Some(_), .. }) => Err(Refusal::HasLeft { number: entry + 1 }),
            Some(_) => Ok(()),
        }
    }
}

pub(super) fn person(actor: Actor) -> Result<PersonId, Refusal> {
    actor.person().ok_or(Refusal::NotIn)
}

/// One line of at most so many characters.
fn tidy(text: &str, longest: usize) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line: String = words.join(" ").chars().filter(|c| !c.is_control()).take(longest).collect();
    line.trim().to_owned()
}
