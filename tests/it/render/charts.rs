//! Charts of all kinds, put together by hand.

use doushou::render::{Bar, Chart, Label};
use doushou::rules::Color;

pub fn all() -> Vec<(&'static str, Chart)> {
    let bar = |label, [won, drawn, lost]: [u32; 3]| Bar { label, won, drawn, lost };
    let sides = |red, blue| vec![bar(Label::Side(Color::Red), red), bar(Label::Side(Color::Blue), blue)];
    let season = (0..34).map(|n: i32| 1500 + 9 * n - (n * n * 7) % 61).collect();
    vec![
        ("chart-season", Chart { line: season, uncertain: 10, bars: sides([12, 2, 4], [7, 1, 8]) }),
        ("chart-first-game", Chart { line: vec![1500, 1662], uncertain: 2, bars: sides([1, 0, 0], [0, 0, 0]) }),
        ("chart-points", Chart { line: vec![0, -2, -12, -10, 3], uncertain: 0, bars: Vec::new() }),
        (
            "chart-long",
            Chart {
                line: (0..400).map(|n: i32| 1400 + n / 3 + (n * 37) % 53).collect(),
                uncertain: 0,
                bars: vec![bar(Label::Number(1), [150, 9, 41]), bar(Label::Number(2), [3, 96, 101])],
            },
        ),
        ("chart-results", Chart { line: Vec::new(), uncertain: 0, bars: sides([0, 3, 0], [2, 0, 2]) }),
    ]
}
