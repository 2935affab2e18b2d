//! Leaf counts that independent move generators agree on.

use doushou::rules::{Setup, Variant, divide, perft};

/// Deeper counts are left to `doushou perft`: this keeps the test at seconds.
const MOST_LEAVES: u64 = 150_000_000;

#[test]
fn counts_agree() {
    let mut cases = 0;
    for line in include_str!("../../data/rules/perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let [fen, options, what, counts] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("not four columns: {line}");
        };
        let setup: Setup = format!("{} {options}", Variant::Jungle).parse().expect(line);
        let state = setup.from_fen(fen).expect(line);
        for (depth, count) in (1..).zip(counts.split(',')) {
            let count: u64 = count.trim().parse().expect(line);
            if count <= MOST_LEAVES {
                assert_eq!(perft(&state, depth), count, "{what}: depth {depth} of {line}");
                cases += 1;
            }
        }
    }
    assert!(cases > 100, "only {cases} counts were compared");
}

#[test]
fn divide_adds_up() {
    let state = Setup::default().start();
    let counts = divide(&state, 3);
    assert_eq!(counts.len(), 24);
    assert!(counts.is_sorted_by_key(|(mv, _)| mv.to_string()));
    assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), perft(&state, 3));
    assert!(divide(&state, 0).is_empty());
}
