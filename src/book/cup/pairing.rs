//! Who meets whom: the tables of a round robin, and the tree of a knock-out.

/// A pairing of a round robin: the players' numbers from 0, who has the first seat named first. `None`: nobody, a bye.
pub type Pair = (usize, Option<usize>);

/// The rounds of a single round robin of so many players, by the circle method in the order and with the colors of the Berger
/// tables (J. Berger, Schach-Jahrbücher 1893/94; FIDE Handbook C.05, Annex 1): everybody meets everybody once, and has the first
/// seat as often as the second, or once more or less. With an odd number the last number is nobody.
pub fn berger(players: usize) -> Vec<Vec<Pair>> {
    if players < 2 {
        return Vec::new();
    }
    let even = players + players % 2;
    // All but the last sit in a circle; the last meets them in the order 1, n/2+1, 2, n/2+2, …
    let circle = even - 1;
    let nobody_if_odd = |number: usize| (number < players).then_some(number);
    let round = |round: usize| {
        let pivot = round * (even / 2) % circle;
        let last = match nobody_if_odd(circle) {
            Some(last) if round % 2 == 1 => (last, Some(pivot)),
            last => (pivot, last),
        };
        // Those who sit equally far from the pivot meet.
        let others = (1..even / 2).map(|step| ((pivot + step) % circle, Some((pivot + circle - step) % circle)));
        std::iter::once(last).chain(others).collect()
    };
    (0..circle).map(round).collect()
}

/// The order in which seeds (from 0) stand in the tree of a knock-out of `size`, a power of two: neighbors meet, and so do the
/// winners of neighboring pairs. The best two can only meet in the last round, the best four in the last but one, and so on.
pub fn tree(size: usize) -> Vec<usize> {
    let mut seeds = vec![0];
    while seeds.len() < size {
        let last = 2 * seeds.len() - 1;
        seeds = seeds.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    seeds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rounds_are_those_of_the_published_tables() {
        let mut expected: Vec<Vec<Pair>> = Vec::new();
        let mut tables = 0;
        let mut check = |players: usize, expected: &mut Vec<Vec<Pair>>| {
            if !expected.is_empty() {
                assert_eq!(berger(players), *expected, "{players} players");
                tables += 1;
                expected.clear();
            }
        };
        let mut players = 0;
        for line in include_str!("../../../tests/data/cups/berger.txt").lines().filter(|line| !line.starts_with('#')) {
            if let Some(number) = line.strip_suffix(" players") {
                check(players, &mut expected);
                players = number.parse().expect("a number of players");
            } else {
                let pair = |pair: &str| {
                    let (one, other) = pair.split_once('-').expect("two numbers");
                    let number = |text: &str| text.parse::<usize>().expect("a number") - 1;
                    (number(one), Some(number(other)))
                };
                expected.push(line.split(' ').map(pair).collect());
            }
        }
        check(players, &mut expected);
        assert_eq!(tables, 6);
    }

    #[test]
    fn everybody_meets_everybody_once_with_balanced_colors_and_one_bye_at_most() {
        for players in 2..=33 {
            let rounds = berger(players);
            assert_eq!(rounds.len(), players + players % 2 - 1);
            let mut met = vec![vec![0; players]; players];
            let (mut first, mut byes) = (vec![0_i32; players], vec![0; players]);
            for round in &rounds {
                let mut sat = vec![0; players];
                for &(one, other) in round {
                    sat[one] += 1;
                    let Some(other) = other else {
                        byes[one] += 1;
                        continue;
                    };
                    sat[other] += 1;
                    met[one][other] += 1;
                    met[other][one] += 1;
                    first[one] += 1;
                    first[other] -= 1;
                }
                assert!(sat.iter().all(|&times| times == 1), "{players} players: {round:?}");
            }
            for (one, met) in met.iter().enumerate() {
                assert!(met.iter().enumerate().all(|(other, &times)| times == usize::from(one != other)));
            }
            assert!(first.iter().all(|&more| more.abs() <= 1), "{players} players: {first:?}");
            assert!(byes.iter().all(|&byes| byes == players % 2), "{players} players: {byes:?}");
        }
    }

    #[test]
    fn the_best_meet_last() {
        assert_eq!(tree(1), [0]);
        assert_eq!(tree(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        for size in [2, 4, 8, 16, 32] {
            let mut left = tree(size);
            while left.len() > 1 {
                let best = left.len();
                // Were the better one to win always, each round would be left with its best seeds.
                assert!(left.chunks(2).all(|pair| pair[0] + pair[1] == best - 1));
                left = left.chunks(2).map(|pair| pair[0].min(pair[1])).collect();
            }
        }
    }
}
