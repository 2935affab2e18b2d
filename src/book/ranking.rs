//! Who stands where among others.

use crate::people::PersonId;

/// Somebody in a table of the best.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// From 1; people with the same value share a rank, and the next rank is left out.
    pub rank: u32,
    pub person: PersonId,
    /// Points, or a rating.
    pub value: i32,
    /// Rated games; `None` where points are counted.
    pub games: Option<u32>,
    /// A rating that few games stand behind.
    pub provisional: bool,
}

impl Ranked {
    /// Somebody whose rank is still to be found.
    pub const fn new(person: PersonId, value: i32, games: Option<u32>, provisional: bool) -> Ranked {
        Ranked { rank: 0, person, value, games, provisional }
    }
}

/// Puts people in order, the highest value first, and gives them their ranks.
pub fn rank(people: &mut [Ranked]) {
    people.sort_by_key(|ranked| (std::cmp::Reverse(ranked.value), std::cmp::Reverse(ranked.games), ranked.person));
    let mut last = None;
    for (n, ranked) in (1..).zip(people) {
        let (rank, value) = last.filter(|&(_, value)| value == ranked.value).unwrap_or((n, ranked.value));
        ranked.rank = rank;
        last = Some((rank, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_a_rank() {
        let mut people: Vec<Ranked> = [(1, 1500), (2, 1610), (3, 1500), (4, -3), (5, 1500)]
            .map(|(id, value)| Ranked::new(PersonId(id), value, Some(4), true))
            .into();
        rank(&mut people);
        let order: Vec<(u32, u64)> = people.iter().map(|ranked| (ranked.rank, ranked.person.0)).collect();
        assert_eq!(order, [(1, 2), (2, 1), (2, 3), (2, 5), (5, 4)]);
    }
}
