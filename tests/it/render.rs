//! Pictures: golden ones, and laws about what a scene shows.
//!
//! `DOUSHOU_BLESS=1` writes the golden pictures anew; look at them before committing.

mod advice;
mod charts;
mod film;
mod games;
mod scoreboards;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use doushou::render::{Picture, Renderer, Scene, Target, Theme};
use doushou::rules::{
    Bitboard, Cell, Chance, Color, Machine, Orientation, Piece, Seat, Setup, Square, Terrain, Variant, View, scramble,
};
use image::{GenericImageView, RgbImage};

/// A picture has to be smaller than this, bytes.
const MOST_BYTES: usize = 60_000;
/// A pixel is off if a channel differs by more than this; so many pixels may be off.
const CHANNEL_TOLERANCE: u8 = 24;
const PIXEL_TOLERANCE: usize = 60;

fn doushou(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_doushou")).args(args).output().expect("the program starts")
}

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn decode(png: &[u8]) -> RgbImage {
    image::load_from_memory(png).expect("a PNG").to_rgb8()
}

fn sq(name: &str) -> Square {
    name.parse().expect("a square")
}

fn view(fen: &str) -> View {
    Setup::standard(Variant::Jungle).from_fen(fen).expect("a position").view()
}

/// Every animal, on land, planks and water, and in traps of both colors.
fn scene() -> Scene {
    let view = view("l1T3t/3d3/1e2w2/2r4/4R2/6p/2W2E1/1CcP3/5L1 r");
    Scene::plain(view, Orientation::First, Theme::Faces)
}

/// How many pixels of two pictures differ more than they may; all of them if the sizes differ.
fn pixels_off(
    a: &impl GenericImageView<Pixel = image::Rgb<u8>>,
    b: &impl GenericImageView<Pixel = image::Rgb<u8>>,
) -> usize {
    if a.dimensions() != b.dimensions() {
        return usize::MAX;
    }
    let off = |a: &[u8; 3], b: &[u8; 3]| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > CHANNEL_TOLERANCE);
    a.pixels().zip(b.pixels()).filter(|((.., a), (.., b))| off(&a.0, &b.0)).count()
}

/// The part of a 7×9 picture that shows this square.
fn cell(picture: &RgbImage, square: Square, orientation: Orientation) -> image::SubImage<&RgbImage> {
    let (column, row) = match orientation {
        Orientation::First => (square.file(), 8 - square.rank()),
        Orientation::Second => (6 - square.file(), square.rank()),
    };
    picture.view(30 + 120 * u32::from(column), 40 + 120 * u32::from(row), 120, 120).to_owned()
}

/// What is wrong with a picture beside the golden one of this name, which is written anew if that is asked for.
fn fault(name: &str, picture: &[u8]) -> Option<String> {
    let golden = data("golden").join(name).with_extension("png");
    if std::env::var_os("DOUSHOU_BLESS").is_some() {
        fs::write(&golden, picture).expect("the golden picture is written");
    }
    println!("{name}: {} bytes", picture.len());
    if picture.len() > MOST_BYTES {
        return Some(format!("{name} has {} bytes, more than {MOST_BYTES}", picture.len()));
    }
    let off = match fs::read(&golden) {
        Ok(golden) => pixels_off(&decode(picture), &decode(&golden)),
        Err(error) => panic!("{}: {error}; DOUSHOU_BLESS=1 writes it", golden.display()),
    };
    (off > PIXEL_TOLERANCE).then(|| format!("{name} differs in {off} pixels from {}", golden.display()))
}

#[test]
fn golden_pictures_of_the_other_games() {
    let renderer = Renderer::new();
    let faults: Vec<String> =
        games::all().iter().filter_map(|(name, scene)| fault(name, &renderer.png(scene))).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn charts_are_small_and_as_high_as_what_they_show() {
    let renderer = Renderer::new();
    let mut seen: Vec<(&str, Arc<[u8]>)> = Vec::new();
    for (name, chart, height) in charts::all() {
        let png = renderer.chart(&chart);
        assert!(png.len() <= MOST_BYTES, "{name}: {} bytes", png.len());
        assert_eq!(decode(&png).dimensions(), (900, height), "{name}");
        assert_eq!(png, renderer.chart(&chart), "{name} is another picture the second time");
        let twin = seen.iter().find(|(_, other)| *other == png);
        assert!(twin.is_none(), "{name} looks like {}", twin.map_or("", |(name, _)| name));
        seen.push((name, png));
    }
}

#[test]
fn no_position_of_any_game_makes_too_large_a_picture() {
    /// Plies of each game, and how many of them pass between two pictures.
    const PLIES: u64 = 120;
    const STRIDE: u64 = 12;
    let renderer = Renderer::new();
    for &variant in Variant::ALL {
        let mut state = Setup::standard(variant).start();
        for ply in 0..PLIES {
            let moves = state.legal_moves();
            if moves.is_empty() {
                break;
            }
            let chance = scramble(ply);
            state.play(moves[(chance % moves.len() as u64) as usize], Chance(chance)).expect("a legal move");
            let view = state.view();
            assert_eq!(view.colors, Seat::BOTH.map(|seat| state.color_of(seat)), "{variant} after {}", state.fen());
            if ply % STRIDE == 0 {
                let png = renderer.png(&Scene::plain(view, Orientation::First, Theme::Faces));
                assert!(png.len() <= MOST_BYTES, "{variant}: {} bytes for {}", png.len(), state.fen());
            }
        }
    }
}

#[test]
fn golden_pictures() {
    let scratch = tempfile::tempdir().expect("a folder");
    let mut faults = Vec::new();
    let table = fs::read_to_string(data("pictures.txt")).expect("the table of pictures");
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let [name, board, side, last, select, orientation, theme, option] = columns[..] else {
            panic!("not eight columns: {line}");
        };
        let drawn = scratch.path().join(name);
        let fen = format!("{board} {side}");
        let mut args = vec!["render", "--fen", &fen, "--output", drawn.to_str().expect("a plain path")];
        args.extend(["--orientation", orientation, "--theme", theme]);
        for (flag, value) in [("--last", last), ("--select", select), ("--option", option)] {
            if value != "-" {
                args.extend([flag, value]);
            }
        }
        let output = doushou(&args);
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));

        faults.extend(fault(name, &fs::read(&drawn).expect("the picture")));
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn whatever_a_scene_says_shows_on_its_square_and_nowhere_else() {
    let renderer = Renderer::new();
    let plain = decode(&renderer.png(&scene()));
    type Change = fn(&mut Scene);
    let cases: &[(&str, &[&str], Change)] = &[
        ("last move", &["f1", "g1"], |scene| scene.last = Some((sq("g1"), sq("f1")))),
        ("chosen", &["g4"], |scene| scene.chosen = Some(sq("g4"))),
        ("step", &["g5"], |scene| scene.targets = vec![Target { square: sq("g5"), jump: false, capture: false }]),
        ("capture", &["c2"], |scene| scene.targets = vec![Target { square: sq("c2"), jump: false, capture: true }]),
        ("jump", &["d4", "d5", "d6", "d7", "d3"], |scene| {
            scene.chosen = Some(sq("d3"));
            scene.targets = vec![Target { square: sq("d7"), jump: true, capture: false }];
        }),
        ("forbidden", &["a1"], |scene| scene.forbidden = vec![sq("a1")]),
        ("forbidden capture", &["b7"], |scene| scene.forbidden = vec![sq("b7")]),
        ("no piece", &["b7"], |scene| scene.view.cells[sq("b7").index()] = None),
        ("in the den", &["d9"], |scene| scene.view.cells[sq("d9").index()] = scene.view.cell(sq("f1"))),
        ("strength", &["b7"], |scene| elephant(scene).strength = Some(3)),
        ("no strength", &["b7"], |scene| elephant(scene).strength = None),
        ("weakened", &["b7"], |scene| elephant(scene).weakened = true),
        ("borrowed", &["b7"], |scene| elephant(scene).owner = Color::Red),
        ("machine", &["b7"], |scene| {
            elephant(scene).machine = Some(Machine { health: 2, full: 6, pause: 0, strengthened: false });
        }),
        ("card", &["a1"], |scene| scene.view.face_down = Bitboard::of(sq("a1"))),
        ("Red's square", &["a1"], |scene| scene.view.control[0] = Bitboard::of(sq("a1"))),
        ("Blue's square", &["a1"], |scene| scene.view.control[1] = Bitboard::of(sq("a1"))),
        ("turned card", &["f1"], |scene| scene.last = Some((sq("f1"), sq("f1")))),
        ("help", &["f3", "f1"], |scene| {
            scene.chosen = Some(sq("f3"));
            scene.targets = vec![Target { square: sq("f1"), jump: false, capture: false }];
        }),
        ("diagonal jump", &["e3", "f2", "g1"], |scene| {
            scene.chosen = Some(sq("e3"));
            scene.targets = vec![Target { square: sq("g1"), jump: true, capture: false }];
        }),
        ("jump over prey", &["e1", "f1", "g1"], |scene| {
            scene.chosen = Some(sq("e1"));
            let goal = Target { square: sq("g1"), jump: true, capture: false };
            scene.targets = vec![goal, Target { square: sq("f1"), jump: false, capture: true }];
        }),
        ("terrain", &["a2"], |scene| scene.view.terrain[sq("a2").index()] = Terrain::Trap(Color::Red)),
    ];
    for (name, squares, change) in cases {
        let mut changed = scene();
        change(&mut changed);
        let picture = decode(&renderer.png(&changed));
        for square in Square::all() {
            let off =
                pixels_off(&*cell(&plain, square, Orientation::First), &*cell(&picture, square, Orientation::First));
            let shows = squares.contains(&square.to_string().as_str());
            assert!(if shows { off > 100 } else { off < 10 }, "{name} on {square}: {off} pixels differ");
        }
    }
}

fn elephant(scene: &mut Scene) -> &mut Cell {
    scene.view.cells[sq("b7").index()].as_mut().expect("the elephant on b7")
}

#[test]
fn machines_in_different_states_look_different() {
    let renderer = Renderer::new();
    let mut seen: Vec<(Machine, RgbImage)> = Vec::new();
    for (health, full) in [(1, 5), (4, 5), (5, 5), (5, 10), (10, 10)] {
        for (pause, strengthened) in [(0, false), (1, false), (2, false), (3, false), (3, true), (0, true)] {
            let machine = Machine { health, full, pause, strengthened };
            let mut scene = scene();
            elephant(&mut scene).machine = Some(machine);
            let picture = cell(&decode(&renderer.png(&scene)), sq("b7"), Orientation::First).to_image();
            for (other, like) in &seen {
                assert!(pixels_off(&picture, like) > 40, "{machine:?} looks like {other:?}");
            }
            seen.push((machine, picture));
        }
    }
}

#[test]
fn a_hand_shows_in_its_own_tray_and_nowhere_else() {
    /// Height of a tray on the 7×9 board.
    const TRAY: u32 = 90;
    let renderer = Renderer::new();
    let piece = |letter| Piece::from_letter(letter).expect("a piece");
    let mut empty = scene();
    empty.view.hands = Some([vec![], vec![]]);
    let mut full = empty.clone();
    full.view.hands = Some([vec![piece('T'), piece('t')], vec![]]);
    let held = Scene { held: Some((Seat::First, piece('t'))), ..full.clone() };
    let mut undecided = empty.clone();
    undecided.view.colors[0] = None;
    let pairs = [(&empty, &full, "a full hand"), (&full, &held, "a chosen animal"), (&empty, &undecided, "no color")];
    for orientation in [Orientation::First, Orientation::Second] {
        for (a, b, name) in pairs {
            let [a, b] = [a, b].map(|scene| decode(&renderer.png(&Scene { orientation, ..scene.clone() })));
            let (width, height) = a.dimensions();
            let y = if orientation == Orientation::First { height - TRAY } else { 0 };
            let tray = pixels_off(&*a.view(0, y, width, TRAY), &*b.view(0, y, width, TRAY));
            assert!(tray > 100, "{name} changes {tray} pixels of the tray seen by {orientation:?}");
            assert_eq!(pixels_off(&a, &b), tray, "{name} changes something outside the tray seen by {orientation:?}");
        }
    }
}

#[test]
fn marks_differ_by_their_hearts() {
    let renderer = Renderer::new();
    let mut scene = scene();
    let target = |square, jump| Target { square: sq(square), jump, capture: false };
    scene.targets = vec![target("a1", false), target("b1", true)];
    scene.forbidden = vec![sq("g1")];
    let picture = decode(&renderer.png(&scene));
    let heart = |square| cell(&picture, sq(square), Orientation::First).get_pixel(60, 60).0;
    assert_eq!(heart("a1"), [0x2f, 0x8f, 0x4e], "a step's green, exactly as drawn");
    assert_eq!(heart("b1"), [0x8a, 0x2f, 0xa8], "a jump's purple");
    assert_eq!(heart("g1"), [0x97, 0x21, 0x1b], "the red of a prohibition");
}

#[test]
fn a_turned_board_turns_the_squares_and_leaves_the_animals_upright() {
    let renderer = Renderer::new();
    let first = decode(&renderer.png(&scene()));
    let second = decode(&renderer.png(&Scene { orientation: Orientation::Second, ..scene() }));
    assert!(pixels_off(&first, &second) > 100_000, "the board did not turn");
    for square in Square::all().filter(|square| scene().view.terrain(*square) != Terrain::Water) {
        let off = pixels_off(&*cell(&first, square, Orientation::First), &*cell(&second, square, Orientation::Second));
        assert!(off < 10, "{square} looks different: {off} pixels");
    }
}

#[test]
fn the_board_fills_the_picture_whatever_its_size() {
    let renderer = Renderer::new();
    for (files, ranks, size) in [(7, 9, (900, 1160)), (6, 6, (900, 920)), (4, 4, (700, 720)), (4, 8, (600, 1160))] {
        let mut scene = scene();
        (scene.view.files, scene.view.ranks) = (files, ranks);
        scene.last = Some((sq("g1"), sq("f1")));
        assert_eq!(decode(&renderer.png(&scene)).dimensions(), size, "{files}×{ranks}");
    }
}

#[test]
fn equal_scenes_are_drawn_once_and_alike_on_every_thread() {
    let (renderer, picture) = (Renderer::new(), Picture::from(scene()));
    assert_eq!(renderer.kept(&picture), None);
    let png = renderer.picture(&picture);
    assert_eq!(renderer.clone().kept(&picture), Some(png.clone()), "a clone draws it again");
    let others = [(); 4].map(|()| std::thread::spawn(|| Renderer::new().png(&scene())));
    for other in others {
        assert_eq!(other.join().expect("no panic"), png);
    }
}

/// A picture is the same, whether its rows are drawn for it or are kept from others.
#[test]
fn rows_of_other_boards_fit() {
    let renderer = Renderer::new();
    for square in ["a3", "b2", "g1", "g9"] {
        for chosen in [None, Some(sq(square))] {
            for orientation in [Orientation::First, Orientation::Second] {
                let scene = Scene { chosen, orientation, last: Some((sq(square), sq("d5"))), ..scene() };
                assert_eq!(renderer.png(&scene), Renderer::new().png(&scene), "{square} {chosen:?} {orientation:?}");
            }
        }
    }
}

#[test]
fn render_says_what_is_wrong() {
    let cases: &[(&[&str], &str)] = &[
        (&["--fen", "nonsense r"], "FEN"),
        (&["--select", "d5"], "no animal of the side to move can go from d5"),
        (&["--select", "z9"], "z9"),
        (&["--option", "Order=cow"], "cow"),
        (&["--variant", "chess"], "chess"),
        (&["--theme", "neon"], "faces, characters"),
        (&["--last", "a3"], "a3"),
    ];
    for (args, words) in cases {
        let output = doushou(&[&["render", "-o", "/dev/null"], *args].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(words), "{args:?} said: {said}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let nowhere = folder.path().join("missing").join("board.png");
    let output = doushou(&["render", "-o", nowhere.to_str().expect("a plain path")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("missing"));
}
