//! Endgame tables: what is published, what has been counted, every label derived again, and files of all kinds.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use doushou::rules::jungle::{DENS, Options, Position, Strength, Tables, WATER};
use doushou::rules::{Color, FILES, Outcome, Setup, Square, Variant};
use doushou::tables::{
    Dtw, FileError, Known, Library, Mismatch, Tablebase, Tally, WITH_DISTANCES, Wdl, build_file, file_of,
};
use proptest::prelude::*;
use tempfile::TempDir;

/// The standard rules' tables, solved once for all tests.
pub fn standard() -> &'static Tablebase {
    static TABLES: OnceLock<Tablebase> = OnceLock::new();
    TABLES.get_or_init(|| Tablebase::solved(&Options::STANDARD, WITH_DISTANCES))
}

fn options(text: &str) -> Options {
    of_setup(format!("jungle {text}").parse().expect(text))
}

fn preset(name: &str) -> Options {
    of_setup(Setup::preset(Variant::Jungle, name).expect(name))
}

fn of_setup(setup: Setup) -> Options {
    match setup {
        Setup::Jungle(options) => options,
        other => panic!("no rules of the 7×9 family: {other}"),
    }
}

/// Every position with one animal of each color, neither in a den.
fn two_animals() -> Vec<Position> {
    let mut positions = Vec::new();
    for (red, blue) in Strength::all().flat_map(|red| Strength::all().map(move |blue| (red, blue))) {
        for (on, off) in Square::all().flat_map(|on| Square::all().map(move |off| (on, off))) {
            let animals = [(Color::Red, red, on), (Color::Blue, blue, off)];
            positions.extend(Color::BOTH.iter().filter_map(|&turn| place(&animals, turn)));
        }
    }
    positions
}

/// The position with these animals, or `None` if one of them cannot stand there.
fn place(animals: &[(Color, Strength, Square)], turn: Color) -> Option<Position> {
    let mut position = Position::empty(turn);
    for &(color, strength, square) in animals {
        let taken = position.all_occupied() | DENS[0] | DENS[1];
        if taken.contains(square) || strength != Strength::RAT && WATER.contains(square) {
            return None;
        }
        position.put(color, strength, square);
    }
    Some(position)
}

#[test]
fn two_animals_are_counted() {
    let expected = Tally { wins: 165_434, draws: 25_780, losses: 128_922, longest: Dtw(33) };
    let mut counted = Tally::default();
    standard().tallies(2).for_each(|set| counted += set.tally);
    assert_eq!(counted, expected);
    // The same by asking for each position, and so through every material.
    let mut asked = Tally::default();
    let mut rats = BTreeMap::new();
    for position in two_animals() {
        let known = standard().probe(&position).expect("two animals are in the tables");
        match known.wdl {
            Wdl::Win => asked.wins += 1,
            Wdl::Draw => asked.draws += 1,
            Wdl::Loss => asked.losses += 1,
        }
        asked.longest = asked.longest.max(known.dtw.filter(|_| known.wdl == Wdl::Win).unwrap_or_default());
        let both_rats = Color::BOTH.iter().all(|&color| position.square_of(color, Strength::RAT).is_some());
        if both_rats && position.turn() == Color::Red {
            *rats.entry(known.wdl == Wdl::Draw).or_insert(0) += 1;
        }
    }
    assert_eq!(asked, expected);
    assert_eq!(rats, BTreeMap::from([(true, 742), (false, 3_660 - 742)]));
}

#[test]
fn few_sets_stand_for_all() {
    let sets = |pieces| standard().tallies(pieces).map(|set| set.materials).collect::<Vec<_>>();
    let (two, three) = (sets(2), sets(3));
    assert_eq!((two.len(), three.len()), (10, 42));
    assert_eq!((two.iter().sum::<usize>(), three.iter().sum::<usize>()), (8 * 8, 2 * 8 * 28));
    let bytes: usize = (2..=3).flat_map(|pieces| standard().tallies(pieces)).map(|set| set.bytes).sum();
    assert!(bytes < 4_000_000, "{bytes}");
}

#[test]
fn the_published_results_come_out() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tables/two-piece-endgames.txt");
    let text = fs::read_to_string(path).expect("the data");
    let tables = Tablebase::solved(&options("ElephantRat=takes;RatCross=true"), 2);
    let (mut results, mut changed) = (0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [animals, on, row] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("not three columns: {line}") };
        let strengths: Vec<[Strength; 4]> = animals.chars().map(of_letter).collect();
        let on: Square = on.parse().expect(line);
        for (off, result) in Square::all().zip(row.chars()).filter(|&(_, result)| result != '.') {
            let wdl = match result {
                'w' => Wdl::Win,
                'd' => Wdl::Draw,
                'b' => Wdl::Loss,
                _ => panic!("no result: {line}"),
            };
            for (&red, &blue) in strengths[0].iter().zip(&strengths[1]) {
                let position = place(&[(Color::Red, red, on), (Color::Blue, blue, off)], Color::Red).expect(line);
                assert_eq!(tables.probe(&position).map(|known| known.wdl), Some(wdl), "{line}: Blue on {off}");
            }
            let animals = [(Color::Red, strengths[0][0], on), (Color::Blue, strengths[1][0], off)];
            let here = standard().probe(&place(&animals, Color::Red).expect(line));
            changed += usize::from(here.is_none_or(|known| known.wdl != wdl));
            results += 1;
        }
    }
    assert_eq!(results, 44_819);
    assert_eq!(changed, 2_055, "results that are others by the standard rules");
}

/// The animals that a letter of the published results stands for.
fn of_letter(letter: char) -> [Strength; 4] {
    match letter {
        'R' => [Strength::RAT; 4],
        'W' => [1, 2, 3, 4].map(Strength::from_index),
        'T' => [Strength::TIGER; 4],
        'L' => [Strength::LION; 4],
        'E' => [Strength::ELEPHANT; 4],
        _ => panic!("no animal: {letter}"),
    }
}

fn verify(tables: &Tablebase, pieces: usize) {
    let sets = tables.verify(pieces, |_, _| ()).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    assert!(sets >= 10);
}

#[test]
fn every_label_follows_from_the_moves() {
    verify(standard(), 2);
    verify(standard(), 3);
}

#[test]
fn every_label_follows_from_the_moves_of_odd_rules() {
    let tables =
        options("Equal=both;ElephantRat=shoved;RatCross=true;JumpBlock=enemy;TigerJump=vertical;TrappedAttack=false");
    verify(&Tablebase::solved(&tables, 3), 3);
}

#[test]
fn two_animals_under_all_rules() {
    for equal in ["mover", "both", "stationary"] {
        for elephant_rat in ["never", "takes", "shoved", "both"] {
            for (rat_cross, tiger_jump) in [(false, "both"), (false, "vertical"), (true, "both"), (true, "vertical")] {
                let rules =
                    format!("Equal={equal};ElephantRat={elephant_rat};RatCross={rat_cross};TigerJump={tiger_jump}");
                verify(&Tablebase::solved(&options(&rules), 2), 2);
            }
        }
    }
}

#[test]
fn every_label_follows_from_the_moves_without_rivers() {
    for (variant, sets) in [(Variant::Plains, 2), (Variant::Fields, 2)] {
        let tables = Tablebase::solved(&of_setup(Setup::standard(variant)), 2);
        assert_eq!(tables.verify(2, |_, _| ()), Ok(sets), "{variant}");
    }
}

/// The tables leave `TrappedAttack` out: here every label is derived with it.
#[test]
fn who_is_trapped_and_to_move_need_not_take() {
    let rules = Tables::new(options("TrappedAttack=false"));
    for position in two_animals() {
        let after = |next: &Position| match next.end(&rules).map(|end| end.outcome) {
            Some(Outcome::Win(_)) => Some(0),
            Some(Outcome::Draw) => None,
            None => {
                standard().probe(next).filter(|known| known.wdl == Wdl::Loss).and_then(|known| known.dtw).map(|d| d.0)
            }
        };
        let moves = position.moves(&rules);
        let quickest = moves.iter().filter_map(|&mv| after(&position.play_unchecked(&rules, mv))).min();
        let known = standard().probe(&position).expect("two animals are in the tables");
        let win = known.dtw.filter(|_| known.wdl == Wdl::Win).map(|dtw| dtw.0);
        assert_eq!(win, quickest.map(|plies| plies + 1), "{}", position.fen(&rules));
    }
}

/// Up to three animals anywhere they may stand.
fn any_position() -> impl Strategy<Value = Position> {
    let strength = || (0..Strength::COUNT).prop_map(Strength::from_index);
    let square = || (0..Square::COUNT).prop_filter_map("a square", Square::from_index);
    let third = (any::<bool>(), strength(), square());
    let all = ((strength(), square()), (strength(), square()), proptest::option::of(third), any::<bool>());
    all.prop_filter_map("a position", |((red, on), (blue, off), third, blue_moves)| {
        let mut animals = vec![(Color::Red, red, on), (Color::Blue, blue, off)];
        if let Some((is_red, strength, square)) = third {
            let color = if is_red { Color::Red } else { Color::Blue };
            animals.push((color, strength, square));
        }
        let twice = animals.iter().any(|&(color, strength, at)| {
            animals.iter().any(|&(other, same, there)| (color, strength) == (other, same) && at != there)
        });
        if twice { None } else { place(&animals, if blue_moves { Color::Blue } else { Color::Red }) }
    })
}

/// The position with every animal somewhere else.
fn moved(position: &Position, turn: Color, swap: bool, to: impl Fn(Square) -> Option<Square>) -> Position {
    let mut other = Position::empty(turn);
    for color in Color::BOTH {
        for (strength, square) in position.animals(color) {
            other.put(if swap { !color } else { color }, strength, to(square).expect("on the board"));
        }
    }
    other
}

proptest! {
    #[test]
    fn the_board_has_no_left_and_no_color(position in any_position()) {
        let known = standard().probe(&position);
        prop_assert!(known.is_some());
        let mirror = |square: Square| Square::new(FILES - 1 - square.file(), square.rank());
        prop_assert_eq!(standard().probe(&moved(&position, position.turn(), false, mirror)), known);
        let other_side = moved(&position, !position.turn(), true, |square| Some(square.rotated()));
        prop_assert_eq!(standard().probe(&other_side), known);
    }
}

#[test]
fn the_end_of_a_game_is_not_in_the_tables() {
    let square = |text: &str| text.parse::<Square>().expect(text);
    let mut position = Position::empty(Color::Blue);
    position.put(Color::Red, Strength::RAT, square("d9"));
    position.put(Color::Blue, Strength::LION, square("a1"));
    assert_eq!(standard().probe(&position), None, "a den has been entered");
    let alone = place(&[(Color::Red, Strength::RAT, square("a1"))], Color::Red).expect("a position");
    assert_eq!(standard().probe(&alone), None);
    let full = Position::start(&Tables::new(Options::STANDARD));
    assert_eq!(standard().probe(&full), None);
}

/// A folder with the tables of two animals by the standard rules.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    build_file(&Options::STANDARD, folder.path(), 2, false, |_, _| ()).expect("a new file");
    folder
}

fn open(folder: &Path) -> Result<(Tablebase, Option<FileError>), FileError> {
    Tablebase::open(&Options::STANDARD, folder)
}

#[test]
fn what_is_written_is_read() {
    let folder = folder();
    let (tables, complaint) = open(folder.path()).expect("a sound file");
    assert!(complaint.is_none());
    for position in two_animals() {
        assert_eq!(tables.probe(&position), standard().probe(&position));
    }
    let text =
        String::from_utf8_lossy(&fs::read(file_of(&Options::STANDARD, folder.path())).expect("the file")).into_owned();
    assert!(text.starts_with("doushou tables 1\njungle "), "the head tells the rules");
    // Rules that differ only in what happened before the board use the same file.
    for preset in ["hall", "fox", "wiki"] {
        let options = self::preset(preset);
        assert_eq!(file_of(&options, folder.path()), file_of(&Options::STANDARD, folder.path()));
    }
    for preset in ["platform", "leaflet"] {
        let options = self::preset(preset);
        assert!(matches!(Tablebase::open(&options, folder.path()), Err(FileError::Io { .. })), "{preset}");
    }
}

#[test]
fn a_build_goes_on_where_it_was_ended() {
    let folder = folder();
    let path = file_of(&Options::STANDARD, folder.path());
    let whole = fs::read(&path).expect("the file");
    for length in [0, 100, 256, 260, 300, 3_000, whole.len() / 2, whole.len() - 1, whole.len()] {
        fs::write(&path, &whole[..length]).expect("a shorter file");
        match open(folder.path()) {
            Ok((tables, complaint)) => {
                let sets = tables.tallies(2).count();
                assert!(sets == 10 || sets < 10 && length < whole.len());
                assert_eq!(complaint.is_some(), ![256, whole.len()].contains(&length), "{length} bytes");
            }
            Err(FileError::Foreign(_)) => assert!(length < 256),
            Err(error) => panic!("{length} bytes: {error}"),
        }
        build_file(&Options::STANDARD, folder.path(), 2, false, |_, _| ()).expect("it goes on");
        assert!(fs::read(&path).expect("the file") == whole, "from {length} bytes on it became another file");
    }
}

#[test]
fn no_damage_goes_unnoticed() {
    let folder = folder();
    let path = file_of(&Options::STANDARD, folder.path());
    let whole = fs::read(&path).expect("the file");
    for at in (0..40).chain((256..300).chain((300..whole.len()).step_by(211))) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x10;
        fs::write(&path, damaged).expect("a damaged file");
        match open(folder.path()) {
            Err(FileError::Damaged { .. } | FileError::Foreign(_) | FileError::OtherRules { .. }) => {}
            Ok((_, Some(FileError::CutShort { .. }))) => {}
            other => panic!("byte {at}: {other:?}"),
        }
    }
}

#[test]
fn other_files_are_refused() {
    let folder = folder();
    let path = file_of(&Options::STANDARD, folder.path());
    let mine = fs::read(&path).expect("the file");
    let platform = preset("platform");
    fs::write(file_of(&platform, folder.path()), &mine).expect("a copy");
    assert!(matches!(Tablebase::open(&platform, folder.path()), Err(FileError::OtherRules { .. })));
    assert!(matches!(build_file(&platform, folder.path(), 2, false, |_, _| ()), Err(FileError::OtherRules { .. })));
    for foreign in ["", "my diary\n", &"x".repeat(5_000), "doushou tables 2\njungle "] {
        fs::write(&path, format!("{foreign:<300}")).expect("a foreign file");
        assert!(matches!(open(folder.path()), Err(FileError::Foreign(_))), "{foreign}");
        assert!(
            build_file(&Options::STANDARD, folder.path(), 2, false, |_, _| ()).is_err(),
            "{foreign} is not overwritten"
        );
    }
}

#[test]
fn a_wrong_label_is_found() {
    // Tables of other rules, checked by the standard ones, are wrong somewhere.
    let folder = tempfile::tempdir().expect("a folder");
    let takes = options("ElephantRat=takes");
    build_file(&takes, folder.path(), 2, false, |_, _| ()).expect("a new file");
    let mut bytes = fs::read(file_of(&takes, folder.path())).expect("the file");
    let line = fs::read(self::folder().path().join("jungle.tables")).expect("the standard file");
    bytes[..256].copy_from_slice(&line[..256]);
    fs::write(file_of(&Options::STANDARD, folder.path()), bytes).expect("a file");
    match open(folder.path()) {
        Ok((tables, _)) => {
            let found = tables.verify(2, |_, _| ());
            assert!(matches!(found, Err(Mismatch::Label { .. })), "{found:?}");
        }
        Err(error) => panic!("{error}"),
    }
}

/// Asks until the tables are there.
fn wait_for(library: &Library, options: &Options) -> Arc<Tablebase> {
    let asked = Instant::now();
    loop {
        if let Some(tables) = library.ask(options) {
            return tables;
        }
        assert!(asked.elapsed() < Duration::from_secs(120), "no tables");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_library_makes_what_is_missing() {
    let folder = folder();
    let path = file_of(&Options::STANDARD, folder.path());
    fs::write(&path, "nothing of the kind").expect("a foreign file");
    let library = Library::new(Some(folder.path().to_owned()));
    assert!(library.ask(&Options::STANDARD).is_none(), "nobody waits for the first time");
    let tables = wait_for(&library, &Options::STANDARD);
    let won = place(
        &[
            (Color::Red, Strength::LION, "d8".parse().expect("a square")),
            (Color::Blue, Strength::RAT, "a1".parse().expect("a square")),
        ],
        Color::Red,
    );
    let expected = Known { wdl: Wdl::Win, dtw: Some(Dtw(1)) };
    assert_eq!(tables.probe(&won.expect("a position")), Some(expected));
    // The same tables serve all rules that differ in what happened before the board alone.
    let hall = library.ask(&preset("hall"));
    assert!(hall.is_some_and(|hall| Arc::ptr_eq(&hall, &tables)));
}

/// Runs `doushou tables` with these arguments and a folder: what it says on stdout, or on stderr if it fails.
fn command(arguments: &[&str], folder: &Path) -> Result<String, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_doushou"))
        .arg("tables")
        .args(arguments)
        .arg("--path")
        .arg(folder)
        .current_dir(folder)
        .output()
        .expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

#[test]
fn the_command_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let missing = command(&["stats"], folder).expect_err("no file");
    assert!(missing.contains("jungle.tables: "), "{missing}");
    let built = command(&["build", "--pieces", "2"], folder).expect("it builds");
    assert!(built.contains("jungle.tables: ") && built.contains(" bytes"), "{built}");
    let size = fs::metadata(folder.join("jungle.tables")).expect("the file").len();
    assert!(built.contains(&format!(" {size} bytes")), "{built}: {size}");
    let stats = command(&["stats"], folder).expect("it counts");
    let sum: Vec<&str> =
        stats.lines().filter(|line| line.starts_with("all of 2")).flat_map(str::split_whitespace).collect();
    assert_eq!(sum[3..9], ["64", "320136", "165434", "25780", "128922", "33"], "{stats}");
    let verified = command(&["verify"], folder).expect("it verifies");
    assert!(verified.starts_with("2 animals: 10 sets, every label") && verified.contains("4 animals: no tables"));
    let fen = "7/7/7/7/7/7/1c5/7/C6 r";
    let known = command(&["probe", "--fen", fen], folder).expect("it answers");
    assert_eq!(known, "win in 33\na1a2 win in 33\na1b1 win in 33\n");
    let platform = command(&["probe", "--fen", fen, "--option", "Preset=platform"], folder).expect_err("no file");
    assert!(platform.contains("RatCross=true-JumpBlock=enemy"), "{platform}");
    let many = command(&["build", "--pieces", "5"], folder).expect_err("too many");
    assert!(many.contains("a number from 2 to 4"), "{many}");
}
