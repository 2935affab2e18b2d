//! Opening rounds and completing them.

use super::pairing::{berger, tree};
use super::{Board, Cup, Event, How, Left, Match, REPLAYS, Round, RoundKind, Score, Stage, Verdict};
use crate::people::Time;

/// How a match stands.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Points on the boards, home and away.
    pub points: [u32; 2],
    /// Boards won.
    pub wins: [u32; 2],
    /// Boards won by playing, and the plies of those.
    pub played: [u32; 2],
    pub plies: [u64; 2],
}

impl Match {
    /// Every board is decided.
    pub fn is_decided(&self) -> bool {
        self.boards.iter().all(|board| board.verdict.is_some())
    }

    /// How it stands.
    pub(super) fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for verdict in self.boards.iter().filter_map(|board| board.verdict) {
            for side in [0, 1] {
                let points = verdict.score.points()[side];
                tally.points[side] += points;
                if points == 2 {
                    tally.wins[side] += 1;
                    if verdict.how == How::Played {
                        tally.played[side] += 1;
                        tally.plies[side] += u64::from(verdict.plies);
                    }
                }
            }
        }
        tally
    }

    /// The points on its boards, home and away.
    pub fn board_points(&self) -> [u32; 2] {
        self.tally().points
    }

    /// The points of the match, home and away: 2 for more on the boards, 1 for as many.
    pub fn points(&self) -> [u32; 2] {
        let [home, away] = self.tally().points;
        match home.cmp(&away) {
            std::cmp::Ordering::Greater => Score::Home.points(),
            std::cmp::Ordering::Less => Score::Away.points(),
            std::cmp::Ordering::Equal if home == 0 => Score::Neither.points(),
            std::cmp::Ordering::Equal => Score::Draw.points(),
        }
    }

    /// Somebody came to play it.
    fn was_played(&self) -> bool {
        self.boards.iter().any(|board| board.verdict.is_some_and(|verdict| verdict.how != How::Forfeit))
    }
}

impl Round {
    pub fn is_complete(&self) -> bool {
        self.matches.iter().all(Match::is_decided)
    }
}

impl Cup {
    /// How many rounds the round robin has.
    pub fn league_rounds(&self) -> usize {
        berger(self.entries.len()).len() * self.terms.form.legs()
    }

    /// How many rounds the cup has, so far as its entries say.
    pub fn all_rounds(&self) -> usize {
        let best = if self.seeds.is_empty() { self.terms.form.best(self.entries.len()) } else { self.seeds.len() };
        self.league_rounds() + best.next_power_of_two().trailing_zeros() as usize
    }

    /// Opens the rounds that are due, or ends the cup when none is left.
    pub(super) fn advance(&mut self, now: Time) -> Vec<Event> {
        let mut events = Vec::new();
        while self.stage == (Stage::Running { paused: None }) && self.rounds.last().is_none_or(Round::is_complete) {
            let next = if self.active().count() < 2 { None } else { self.next_round() };
            let Some((kind, matches)) = next else {
                self.stage = Stage::Over;
                events.push(Event::Finished);
                break;
            };
            self.rounds.push(Round { kind, opened: now, deadline: now.plus(self.terms.round_millis), matches });
            events.push(Event::RoundOpened { round: self.round() });
            self.settle_absent();
        }
        events
    }

    /// The entries that have not left.
    pub(super) fn active(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.entries.len()).filter(|&entry| self.entries[entry].left.is_none())
    }

    fn next_round(&mut self) -> Option<(RoundKind, Vec<Match>)> {
        let opened = self.rounds.len();
        if opened < self.league_rounds() {
            return Some((RoundKind::League, self.league_round(opened)));
        }
        let pairs = if self.seeds.is_empty() { self.first_of_tree() } else { self.next_of_tree() };
        (!pairs.is_empty()).then(|| (RoundKind::Knockout, self.matches(pairs)))
    }

    /// A round of the round robin; in the second leg the seats are changed.
    fn league_round(&self, index: usize) -> Vec<Match> {
        let table = berger(self.entries.len());
        let (leg, index) = (index / table.len(), index % table.len());
        let pairs = table[index].iter().map(|&(home, away)| match away {
            Some(away) if leg % 2 == 1 => (away, Some(home)),
            away => (home, away),
        });
        // Whom somebody should have met who left early has a bye.
        let annulled = |entry: usize| self.entries[entry].left == Some(Left::Annulled);
        let pairs = pairs.filter_map(|(home, away)| match (annulled(home), away.filter(|&away| !annulled(away))) {
            (true, away) => away.map(|away| (away, None)),
            (false, away) => Some((home, away)),
        });
        self.matches(pairs.collect())
    }

    /// The first round of the knock-out: seeds it.
    fn first_of_tree(&mut self) -> Vec<(usize, Option<usize>)> {
        let best = self.terms.form.best(self.active().count());
        let order: Vec<usize> = match self.league_rounds() {
            0 => self.active().collect(),
            _ => self.standings().into_iter().map(|row| row.entry).collect(),
        };
        self.seeds = order.into_iter().filter(|&entry| self.entries[entry].left.is_none()).take(best).collect();
        if self.seeds.len() < 2 {
            return Vec::new();
        }
        let seeds = &self.seeds;
        let order = tree(seeds.len().next_power_of_two());
        let pair = |pair: &[usize]| (seeds[pair[0].min(pair[1])], seeds.get(pair[0].max(pair[1])).copied());
        order.chunks_exact(2).map(pair).collect()
    }

    /// The winners of neighboring matches; beside the final, those who lost before it play for the third place.
    fn next_of_tree(&self) -> Vec<(usize, Option<usize>)> {
        let Some(last) = self.rounds.last() else { return Vec::new() };
        // Of two matches the first was the final, unless both were semifinals.
        if last.matches.len() == 1 || self.is_final(self.rounds.len() - 1) {
            return Vec::new();
        }
        let through: Vec<usize> = last.matches.iter().map(|game| self.winner(game)).collect();
        let mut pairs: Vec<(usize, Option<usize>)> =
            through.chunks_exact(2).map(|pair| (pair[0], Some(pair[1]))).collect();
        if let [one, other] = last.matches.as_slice()
            && let (Some(one), Some(other)) = (self.loser(one), self.loser(other))
        {
            pairs.push((one, Some(other)));
        }
        // The better seed has the first seat in the odd rounds of the knock-out.
        let first_round = self.rounds.len() - self.league_rounds();
        for (home, away) in &mut pairs {
            let Some(other) = away else { continue };
            if (self.seed(*home) < self.seed(*other)) != first_round.is_multiple_of(2) {
                std::mem::swap(home, other);
            }
        }
        pairs
    }

    /// Whether this round, by its index, is the last of the tree.
    pub fn is_final(&self, index: usize) -> bool {
        !self.seeds.is_empty() && index + 1 == self.all_rounds()
    }

    fn seed(&self, entry: usize) -> usize {
        self.seeds.iter().position(|&seed| seed == entry).unwrap_or(usize::MAX)
    }

    /// Who goes on from a match of the knock-out: the winner, or the better seed where there is none.
    pub fn winner(&self, game: &Match) -> usize {
        let Some(away) = game.away else { return game.home };
        let [home_points, away_points] = game.tally().points;
        let better = if self.seed(game.home) < self.seed(away) { game.home } else { away };
        match home_points.cmp(&away_points) {
            std::cmp::Ordering::Greater => game.home,
            std::cmp::Ordering::Less => away,
            std::cmp::Ordering::Equal => match [game.home, away].map(|entry| self.entries[entry].left.is_some()) {
                [true, false] => away,
                [false, true] => game.home,
                _ => better,
            },
        }
    }

    /// Who is out after a match of the knock-out.
    pub(super) fn loser(&self, game: &Match) -> Option<usize> {
        let winner = self.winner(game);
        game.away.map(|away| if winner == away { game.home } else { away })
    }

    fn matches(&self, pairs: Vec<(usize, Option<usize>)>) -> Vec<Match> {
        let mut number = 0;
        let mut matches = Vec::with_capacity(pairs.len());
        for (home, away) in pairs {
            let boards = if away.is_some() { self.boards_from(&mut number, true) } else { Vec::new() };
            matches.push(Match { home, away, boards });
        }
        matches
    }

    /// The boards of a match, numbered on from `number`. Who has the first seat on the first has it on the third too.
    fn boards_from(&self, number: &mut u16, home_first: bool) -> Vec<Board> {
        (0..self.terms.field.boards() as u8)
            .map(|member| {
                *number += 1;
                let home_first = (member % 2 == 0) == home_first;
                Board { number: *number, member, home_first, game: None, verdict: None }
            })
            .collect()
    }

    /// Decides the boards of the last round at which somebody is missing: their entry has left, or their place is empty.
    pub(super) fn settle_absent(&mut self) {
        let (entries, field) = (&self.entries, self.terms.field);
        let is_missing =
            |entry: usize, member| entries[entry].left.is_some() || entries[entry].crew(field, member).is_empty();
        let Some(round) = self.rounds.last_mut() else { return };
        for game in &mut round.matches {
            let Some(away) = game.away else { continue };
            for board in game.boards.iter_mut().filter(|board| board.verdict.is_none()) {
                let score = match (is_missing(game.home, board.member), is_missing(away, board.member)) {
                    (false, false) => continue,
                    (true, false) => Score::Away,
                    (false, true) => Score::Home,
                    (true, true) => Score::Neither,
                };
                board.verdict = Some(Verdict { score, how: How::Forfeit, plies: 0 });
            }
        }
    }

    /// Adds the boards of a replay where a match of the knock-out has been drawn; returns their places.
    pub(super) fn replay_draws(&mut self) -> Vec<Event> {
        let boards = self.terms.field.boards();
        let round = self.round();
        let Some(last) = self.rounds.last().filter(|round| round.kind == RoundKind::Knockout) else {
            return Vec::new();
        };
        let drawn = |game: &Match| {
            let [home, away] = game.tally().points;
            let played = game.was_played() && game.boards.len() / boards <= REPLAYS;
            game.away.is_some() && game.is_decided() && home == away && home > 0 && played
        };
        let drawn: Vec<usize> = (0..last.matches.len()).filter(|&n| drawn(&last.matches[n])).collect();
        let mut number = last.matches.iter().flat_map(|game| &game.boards).map(|board| board.number).max().unwrap_or(0);
        let mut events = Vec::new();
        for n in drawn {
            let again = self.boards_from(&mut number, false);
            let Some(game) = self.rounds.last_mut().and_then(|round| round.matches.get_mut(n)) else { continue };
            game.boards.extend(again);
            events.push(Event::Replayed { round, home: game.home, away: game.away });
        }
        self.settle_absent();
        events
    }

    /// How many matches of the round robin somebody has played.
    pub(super) fn league_played(&self, entry: usize) -> usize {
        let league = self.rounds.iter().filter(|round| round.kind == RoundKind::League);
        let games = league.flat_map(|round| &round.matches);
        games
            .filter(|game| game.home == entry || game.away == Some(entry))
            .filter(|game| game.away.is_some() && game.is_decided() && game.was_played())
            .count()
    }
}
