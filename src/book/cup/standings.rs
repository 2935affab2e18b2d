//! Points and places (rule 6.4).

use std::cmp::{Ordering, Reverse};

use super::{Cup, Left, Match, RoundKind};

/// A line of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub entry: usize,
    /// From 1; who is level in everything shares it.
    pub place: usize,
    /// Matches that count.
    pub matches: u32,
    /// 2 for a match won, 1 for one drawn.
    pub points: u32,
    /// Points against those who have as many points.
    pub direct: u32,
    /// Sonneborn-Berger, doubled: the points of those one has beaten twice, and of those one has drawn with once.
    pub sonneborn: u32,
    /// Boards won.
    pub wins: u32,
    /// Plies of the boards won by playing, and how many of those there are.
    pub plies: u64,
    pub played: u32,
}

impl Row {
    /// Fewer plies in a game won are better; none won by playing is worst.
    fn by_plies(&self, other: &Row) -> Ordering {
        match (self.played, other.played) {
            (0, 0) => Ordering::Equal,
            (0, _) => Ordering::Greater,
            (_, 0) => Ordering::Less,
            (mine, theirs) => (self.plies * u64::from(theirs)).cmp(&(other.plies * u64::from(mine))),
        }
    }

    /// Better before worse.
    fn order(&self, other: &Row) -> Ordering {
        let key = |row: &Row| Reverse((row.points, row.direct, row.sonneborn, row.wins));
        key(self).cmp(&key(other)).then_with(|| self.by_plies(other))
    }
}

impl Cup {
    /// The table of the round robin, the best first; who left early and does not count is last, without a place of their own.
    pub fn standings(&self) -> Vec<Row> {
        let entries = self.entries.len();
        let mut rows: Vec<Row> = (0..entries)
            .map(|entry| Row {
                entry,
                place: 0,
                matches: 0,
                points: 0,
                direct: 0,
                sonneborn: 0,
                wins: 0,
                plies: 0,
                played: 0,
            })
            .collect();
        let counted: Vec<(usize, usize, &Match)> = self.counted().collect();
        for &(home, away, game) in &counted {
            let (points, tally) = (game.points(), game.tally());
            for (side, entry) in [home, away].into_iter().enumerate() {
                let row = &mut rows[entry];
                row.matches += 1;
                row.points += points[side];
                row.wins += tally.wins[side];
                row.plies += tally.plies[side];
                row.played += tally.played[side];
            }
        }
        let points: Vec<u32> = rows.iter().map(|row| row.points).collect();
        for &(home, away, game) in &counted {
            let [for_home, for_away] = game.points();
            rows[home].sonneborn += for_home * points[away];
            rows[away].sonneborn += for_away * points[home];
            if points[home] == points[away] {
                rows[home].direct += for_home;
                rows[away].direct += for_away;
            }
        }
        let counts = |entry: usize| self.entries[entry].left != Some(Left::Annulled);
        rows.sort_by(|one, other| {
            counts(other.entry).cmp(&counts(one.entry)).then_with(|| one.order(other)).then(one.entry.cmp(&other.entry))
        });
        let mut place = 1;
        for n in 0..rows.len() {
            if n > 0
                && (rows[n - 1].order(&rows[n]) != Ordering::Equal
                    || counts(rows[n - 1].entry) != counts(rows[n].entry))
            {
                place = n + 1;
            }
            rows[n].place = place;
        }
        rows
    }

    /// Everybody's place at the end, best first: by the knock-out as far as they came in it, then by the round robin.
    pub fn places(&self) -> Vec<(usize, usize)> {
        let table = self.standings();
        let table_place = |entry: usize| table.iter().position(|row| row.entry == entry).unwrap_or(usize::MAX);
        let mut placed: Vec<(usize, usize)> = Vec::new();
        let knockout: Vec<_> =
            self.rounds.iter().enumerate().filter(|(_, round)| round.kind == RoundKind::Knockout).collect();
        for &(index, round) in knockout.iter().rev().filter(|(_, round)| round.is_complete()) {
            let is_last = self.is_final(index);
            let mut group: Vec<usize> = Vec::new();
            for game in &round.matches {
                let winner = is_last.then(|| self.winner(game));
                // Who went on from here is placed already.
                let out = winner.into_iter().chain(self.loser(game));
                let new: Vec<usize> = out.filter(|entry| !placed.iter().any(|(_, known)| known == entry)).collect();
                if is_last {
                    placed.extend(new.into_iter().map(|entry| (0, entry)));
                } else {
                    group.extend(new);
                }
            }
            group.sort_by_key(|&entry| table_place(entry));
            placed.extend(group.into_iter().map(|entry| (0, entry)));
        }
        if placed.is_empty() {
            return table.into_iter().map(|row| (row.place, row.entry)).collect();
        }
        let rest = table.iter().map(|row| row.entry).filter(|entry| !placed.iter().any(|(_, known)| known == entry));
        let rest: Vec<(usize, usize)> = rest.map(|entry| (0, entry)).collect();
        placed.extend(rest);
        (1..).zip(placed).map(|(place, (_, entry))| (place, entry)).collect()
    }

    /// The matches of the round robin that are decided and count: two who have not left early.
    fn counted(&self) -> impl Iterator<Item = (usize, usize, &Match)> {
        let league = self.rounds.iter().filter(|round| round.kind == RoundKind::League);
        let annulled = |entry: usize| self.entries[entry].left == Some(Left::Annulled);
        league.flat_map(|round| &round.matches).filter_map(move |game| {
            let away = game.away.filter(|_| game.is_decided())?;
            (!annulled(game.home) && !annulled(away)).then_some((game.home, away, game))
        })
    }
}
