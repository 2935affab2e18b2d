//! Pictures: golden ones, sizes, and laws about what a scene shows.

use std::path::{Path, PathBuf};

use doushou::people::Theme;
use doushou::render::{Renderer, Scene, Target};
use doushou::rules::{Animal, Cell, Color, Orientation, Piece, Square, Terrain, View};

/// A 7×9 board with these pieces: `board` as in FEN, `weakened` squares.
fn view(board: &str, weakened: &str) -> View {
    let mut view = View { files: 7, ranks: 9, terrain: [Terrain::Land; 63], cells: [None; 63], counters: Vec::new() };
    for square in Square::all() {
        let (file, rank) = (square.file(), square.rank());
        view.terrain[square.index()] = match (file, rank) {
            (3, 0) => Terrain::Den(Color::Red),
            (3, 8) => Terrain::Den(Color::Blue),
            (2, 0) | (4, 0) | (3, 1) => Terrain::Trap(Color::Red),
            (2, 8) | (4, 8) | (3, 7) => Terrain::Trap(Color::Blue),
            (0 | 3 | 6, 3..=5) => Terrain::Bridge,
            (_, 3..=5) => Terrain::Water,
            _ => Terrain::Land,
        };
    }
    for (row, line) in board.split('/').enumerate() {
        let mut file = 0;
        for c in line.chars() {
            if let Some(skip) = c.to_digit(10) {
                file += skip as u8;
                continue;
            }
            let square = Square::new(file, 8 - row as u8).unwrap();
            let animal = Animal::from_letter(c).unwrap();
            let color = if c.is_uppercase() { Color::Red } else { Color::Blue };
            let strength = Animal::STANDARD.iter().position(|&a| a == animal).map_or(4, |n| n as u8 + 1);
            let weakened = weakened.split(' ').any(|s| s == square.to_string());
            view.cells[square.index()] = Some(Cell { piece: Piece { color, animal }, strength, weakened });
            file += 1;
        }
    }
    view
}
fn sq(s: &str) -> Square {
    s.parse().unwrap()
}

#[test]
fn look() {
    let out = PathBuf::from(std::env::var("LOOK").unwrap_or("/tmp/look".into()));
    std::fs::create_dir_all(&out).unwrap();
    let t = std::time::Instant::now();
    let r = Renderer::new();
    println!("new {:?}", t.elapsed());
    let base = |board: &str, weak: &str| Scene {
        view: view(board, weak),
        orientation: Orientation::First,
        theme: Theme::Faces,
        last: None,
        chosen: None,
        targets: vec![],
        forbidden: vec![],
    };
    let start = base("l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L", "");
    let mut mid = base("l4t1/3d3/1e2w2/2r4/4R2/3T2p/2W2E1/1C2P2/5L1", "");
    mid.last = Some((sq("g5"), sq("g4")));
    mid.chosen = Some(sq("d4"));
    let t = |s, jump, capture| Target { square: sq(s), jump, capture };
    mid.targets = vec![t("d5", false, false), t("a4", true, false), t("g4", true, true)];
    mid.forbidden = vec![sq("d3")];
    let mut turned = mid.clone();
    turned.orientation = Orientation::Second;
    let mut chars = mid.clone();
    chars.theme = Theme::Characters;
    let mut schars = start.clone();
    schars.theme = Theme::Characters;
    let mut weak = base("l1Tf3/3W3/1e2w2/2r4/4R2/6p/2W2E1/1C1cP2/3dEd1", "c9 d8 d2 e1");
    weak.view.cells[sq("e1").index()] =
        Some(Cell { piece: Piece { color: Color::Blue, animal: Animal::Elephant }, strength: 8, weakened: true });
    weak.chosen = Some(sq("e2"));
    weak.targets = vec![t("e1", false, true), t("d2", false, true), t("e3", false, false)];
    weak.forbidden = vec![sq("f3"), sq("c4")];
    weak.last = Some((sq("d2"), sq("d1")));
    let mut end = base("l2L2t/3d3/1e2w2/2r4/4R2/3T2p/2W2E1/1C2P2/7", "");
    end.last = Some((sq("d8"), sq("d9")));
    let mut endc = end.clone();
    endc.theme = Theme::Characters;
    let mut small = base("9/9/9/9/9/9/9/9/9", "");
    small.view = view("7/7/7/7/7/lt5/2E4/1R5/C6", "");
    small.view.files = 4;
    small.view.ranks = 4;
    let mut six = start.clone();
    six.view.files = 6;
    six.view.ranks = 6;
    for (name, scene) in [
        ("start", start),
        ("mid", mid),
        ("turned", turned),
        ("chars", chars),
        ("schars", schars),
        ("weak", weak),
        ("end", end),
        ("endc", endc),
        ("small", small),
        ("six", six),
    ] {
        let t = std::time::Instant::now();
        let png = r.png(&scene);
        let cold = t.elapsed();
        let mut again = scene.clone();
        again.view.counters.push(doushou::rules::Counter { key: "x", value: 1, limit: None });
        let t = std::time::Instant::now();
        r.png(&again);
        println!("{name}: {} bytes, cold {cold:?}, warm {:?}", png.len(), t.elapsed());
        std::fs::write(out.join(format!("{name}.png")), &*png).unwrap();
    }
}
