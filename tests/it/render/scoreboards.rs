//! Standings as pictures.

use doushou::render::{Cell, Renderer, Scoreboard, Tone};

use super::{decode, fault};

/// The table of a round robin of so many, in which the lower number has won, drawn or lost in turn.
fn crosstable(entries: usize, heads: [&str; 5]) -> Scoreboard {
    let numbers = (1..=entries).map(|number| number.to_string());
    let mut headings = vec![heads[0].to_owned(), heads[1].to_owned()];
    headings.extend(numbers);
    headings.extend(heads[2..].iter().map(|head| (*head).to_owned()));
    let row = |n: usize| {
        let medal = [Tone::Gold, Tone::Silver, Tone::Bronze].get(n).copied().unwrap_or(Tone::Plain);
        let mut row = vec![Cell::new((n + 1).to_string(), medal), Cell::new((n + 1).to_string(), Tone::Strong)];
        row.extend((0..entries).map(|other| match (n + other) % 4 {
            _ if other == n => Cell::new("", Tone::Void),
            0 => Cell::new("1", Tone::Drawn),
            1 | 2 if other > n => Cell::new("2", Tone::Won),
            1 | 2 => Cell::new("0", Tone::Lost),
            _ => Cell::new("", Tone::Plain),
        }));
        row.extend(["24", "118.5", "11"].map(|text| Cell::new(text, Tone::Strong)));
        row
    };
    Scoreboard { headings, rows: (0..entries).map(row).collect() }
}

#[test]
fn golden_standings() {
    let renderer = Renderer::new();
    let english = crosstable(16, ["Pl", "No", "Pts", "SB", "Won"]);
    let chinese = crosstable(5, ["名次", "号", "积分", "小分", "胜局"]);
    let faults: Vec<String> = [("scoreboard-16", english), ("scoreboard-5-zh", chinese)]
        .into_iter()
        .filter_map(|(name, scoreboard)| fault(name, &renderer.scoreboard(&scoreboard)))
        .collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// A text the font cannot write leaves its cell as if it were empty, in size and in every pixel.
#[test]
fn what_cannot_be_written_is_no_box() {
    let renderer = Renderer::new();
    let draw = |text: &str| {
        let rows = vec![vec![Cell::new(text, Tone::Plain), Cell::new("7", Tone::Won)]];
        decode(&renderer.scoreboard(&Scoreboard { headings: vec!["No".to_owned(), "1".to_owned()], rows }))
    };
    assert_eq!(draw("Жук 🐘 ไทย"), draw(""));
    assert_ne!(draw("1"), draw(""));
    assert_eq!(draw("").dimensions().1, 2 * 60 + 2 * 20);
}
