//! Scenes of the games beside the standard one, put together by hand.

use doushou::render::{Scene, Target, Theme};
use doushou::rules::{Animal, Bitboard, Cell, Color, Machine, Orientation, Piece, Seat, Setup, Square, Terrain, View};

use super::sq;

/// A golden picture's name, and what it shows.
pub fn all() -> Vec<(&'static str, Scene)> {
    vec![
        ("flip-start", flip_start()),
        ("flip", flip()),
        ("dalian", dalian()),
        ("dalian-characters", Scene { theme: Theme::Characters, ..dalian() }),
        ("dalian-hands", dalian_hands()),
        ("flip-open", flip_open()),
        ("pet", pet()),
        ("primitive", primitive()),
        ("pattern", pattern()),
        ("king", king()),
        ("mecha-placing", mecha_placing()),
        ("mecha", mecha()),
        ("mecha-characters", Scene { theme: Theme::Characters, orientation: Orientation::Second, ..mecha() }),
    ]
}

/// A board of land with these pieces, written as in a FEN, ranks divided by `/`, highest first; `?` is a card face down.
fn view(board: &str, strength: impl Fn(Animal) -> Option<u8>) -> View {
    let rows: Vec<&str> = board.split('/').collect();
    let mut view = View::empty(0, rows.len() as u8);
    for (rank, row) in (0..).zip(rows.iter().rev()) {
        let mut file = 0;
        for letter in row.chars() {
            let square = Square::new(file, rank).expect("on the grid");
            if let Some(empty) = letter.to_digit(10) {
                file += empty as u8;
                continue;
            }
            if letter == '?' {
                view.face_down |= Bitboard::of(square);
            } else {
                let piece = piece(letter);
                view.cells[square.index()] = Some(Cell::plain(piece, strength(piece.animal)));
            }
            file += 1;
        }
        view.files = file;
    }
    view
}

fn piece(letter: char) -> Piece {
    Piece::from_letter(letter).expect("an animal's letter")
}

fn usual(animal: Animal) -> Option<u8> {
    Some(if animal == Animal::King { 9 } else { animal as u8 + 1 })
}

fn unranked(_: Animal) -> Option<u8> {
    None
}

fn set(squares: &str) -> Bitboard {
    squares.split(' ').map(sq).collect()
}

fn plain(view: View) -> Scene {
    Scene::plain(view, Orientation::First, Theme::Faces)
}

fn step(square: &str) -> Target {
    Target { square: sq(square), jump: false, capture: false }
}

fn capture(square: &str) -> Target {
    Target { capture: true, ..step(square) }
}

fn jump(square: &str) -> Target {
    Target { jump: true, ..step(square) }
}

/// A jungle board with some terrain turned into land.
fn without(view: &mut View, gone: fn(Terrain) -> bool) {
    view.terrain = Setup::default().start().view().terrain.map(|t| if gone(t) { Terrain::Land } else { t });
}

pub fn flip_start() -> Scene {
    let mut view = view("????/????/????/????", usual);
    view.colors = [None, None];
    plain(view)
}

fn flip() -> Scene {
    let view = view("??E?/?r??/?1Tw/L?2", usual);
    let (last, chosen) = (Some((sq("b3"), sq("b3"))), Some(sq("c2")));
    Scene {
        last,
        chosen,
        targets: vec![step("b2"), capture("d2"), step("c1")],
        forbidden: vec![sq("c4")],
        ..plain(view)
    }
}

/// Every card turned.
fn flip_open() -> Scene {
    Scene { last: Some((sq("a1"), sq("a1"))), ..plain(view("ElTp/wDcR/eLtP/WdCr", usual)) }
}

/// Borrowed animals of both sides.
pub fn dalian() -> Scene {
    let mut view = view("tT?e/?Re1/?P1w/l?1D", usual);
    for (square, owner) in [("a4", Color::Red), ("b4", Color::Blue), ("c3", Color::Red), ("d1", Color::Blue)] {
        view.cells[sq(square).index()].as_mut().expect("a piece").owner = owner;
    }
    view.hands = Some(["CcdL".chars().map(piece).collect(), "r".chars().map(piece).collect()]);
    let (last, chosen) = (Some((sq("c4"), sq("d4"))), Some(sq("c3")));
    Scene { last, chosen, targets: vec![step("c2"), step("d3")], forbidden: vec![sq("d4")], ..plain(view) }
}

/// Hands of seven and of fifteen, and an animal about to be put down.
fn dalian_hands() -> Scene {
    let mut view = view("4/1e2/4/4", usual);
    view.cells[sq("b3").index()].as_mut().expect("a piece").owner = Color::Red;
    view.hands = Some(["RrCcDdW".chars().map(piece).collect(), "RrCcDdWwPpTtLlE".chars().map(piece).collect()]);
    let held = Some((Seat::Second, piece('p')));
    Scene { held, targets: vec![step("a1"), step("d4")], ..plain(view) }
}

fn pet() -> Scene {
    let view = view("dwptle/2rc2/6/6/2CR2/ELTPWD", usual);
    Scene { chosen: Some(sq("d2")), targets: vec![step("d3"), step("e2")], ..plain(view) }
}

/// A jump over an animal along a file, and one along a diagonal.
fn primitive() -> Scene {
    let view = view("dwpt1e/6/2l3/2TL2/6/E2PWD", unranked);
    let targets = vec![jump("c2"), capture("c3"), jump("e2"), capture("d3"), step("b4"), step("c5")];
    Scene { chosen: Some(sq("c4")), targets, ..plain(view) }
}

fn pattern() -> Scene {
    let mut view = view("l5t/1d3b1/s1p1w1e/7/7/7/E1W1P1S/1B1s1D1/T5L", unranked);
    without(&mut view, |terrain| matches!(terrain, Terrain::Water | Terrain::Bridge));
    view.cells[sq("d2").index()].as_mut().expect("a snake").weakened = true;
    Scene { last: Some((sq("c3"), sq("d2"))), ..plain(view) }
}

fn king() -> Scene {
    let mut view = view("l2k2t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T2K2L", usual);
    without(&mut view, |terrain| matches!(terrain, Terrain::Trap(_)));
    Scene { chosen: Some(sq("d1")), targets: vec![step("c1"), step("d2"), step("e1")], ..plain(view) }
}

fn mecha_placing() -> Scene {
    let mut view = view("7/1a5/7/7/7/7/7/2G1A2/7", unranked);
    for cell in view.cells.iter_mut().flatten() {
        cell.machine = Some(machine(cell.piece.animal, 0));
    }
    view.control = [set("c2 e2"), set("b8")];
    view.hands = Some(["MNU".chars().map(piece).collect(), "gmnu".chars().map(piece).collect()]);
    let held = Some((Seat::First, piece('N')));
    Scene { held, targets: vec![step("a1"), step("d2"), step("g1")], last: Some((sq("e2"), sq("e2"))), ..plain(view) }
}

/// A machine that has lost this many of its hit points.
fn machine(animal: Animal, lost: u8) -> Machine {
    let full = match animal {
        Animal::Guardian => 10,
        Animal::Universal => 7,
        Animal::Nimble => 5,
        _ => 6,
    };
    Machine { health: full - lost, full, pause: 0, strengthened: false }
}

/// Machines in every state.
pub fn mecha() -> Scene {
    let mut view = view("7/1m5/3u3/2n4/3Aa2/4gN1/2GM3/2U4/7", unranked);
    for (square, lost, pause, strengthened) in [
        ("d5", 2, 2, true),
        ("e5", 5, 1, false),
        ("e4", 0, 3, true),
        ("f4", 1, 0, false),
        ("c3", 4, 0, false),
        ("d3", 0, 2, false),
        ("c2", 0, 0, false),
        ("b8", 3, 0, false),
        ("d7", 0, 0, true),
        ("c6", 4, 1, false),
    ] {
        let cell = view.cells[sq(square).index()].as_mut().expect("a machine");
        let at_rest = machine(cell.piece.animal, lost);
        cell.machine = Some(Machine { pause, strengthened, ..at_rest });
    }
    view.hands = Some([vec![], vec![]]);
    view.control = [
        set("d5 f4 c3 d3 c2 c1 d2 e2 e3 f3 f2 g3 b3 b4 c4 d4 e1"),
        set("e5 e4 b8 d7 c6 c7 c8 d8 e7 e6 f6 f5 b7 a7 a8 g6"),
    ];
    let targets = vec![capture("e5"), step("c5"), step("d4"), step("d6"), step("c3")];
    Scene { chosen: Some(sq("d5")), targets, last: Some((sq("e6"), sq("e5"))), ..plain(view) }
}
