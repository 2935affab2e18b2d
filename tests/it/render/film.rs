//! Films: what a GIF shows, how long, and how large it is.

use doushou::render::{Animation, Card, Film, Renderer, Scene, Shot, Theme};
use doushou::rules::{Chance, Orientation, Seat, Setup, Variant, scramble};
use gif::{ColorOutput, DecodeOptions};
use image::RgbImage;

/// A film of sixty plies has to be smaller than this, bytes; a longer one too, for it is drawn smaller.
const MOST_BYTES: usize = 1_000_000;

/// A game played at random: rather a capture than another move, as people play.
fn film(variant: Variant, plies: usize) -> Film {
    let mut state = Setup::standard(variant).start();
    let mut shots = Vec::new();
    let mut last = None;
    let mut millis = 800;
    for ply in 0..=plies {
        let scene = Scene { last, ..Scene::plain(state.view(), Orientation::First, Theme::Faces) };
        shots.push(Shot { scene, millis });
        let moves = state.legal_moves();
        if moves.is_empty() {
            break;
        }
        let dice = scramble(ply as u64);
        let takes = |mv: &&doushou::rules::Move| !state.foresee(**mv).removed.is_empty();
        // Seldom, so that the game goes on for as long as it should.
        let capture = moves.iter().find(takes).filter(|_| dice.is_multiple_of(7));
        let mv = *capture.unwrap_or(&moves[(dice % moves.len() as u64) as usize]);
        let account = state.play(mv, Chance(dice)).expect("a legal move");
        last = Some((account.from, account.to));
        millis = if account.removed.is_empty() { 800 } else { 1500 };
    }
    let colors = Seat::BOTH.map(|seat| state.color_of(seat));
    Film { title: Card::Versus(colors), shots, end: Some(Card::Won(Seat::Second, colors[1])) }
}

/// The picture after every frame, and how long it stands, in milliseconds.
fn frames(gif: &[u8]) -> Vec<(RgbImage, u32)> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(gif).expect("a GIF");
    let (width, height) = (u32::from(decoder.width()), u32::from(decoder.height()));
    let mut screen = RgbImage::new(width, height);
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        let (pixels, _) = frame.buffer.as_chunks::<4>();
        for (n, &[red, green, blue, alpha]) in pixels.iter().enumerate() {
            if alpha > 0 {
                let (x, y) = (n % usize::from(frame.width), n / usize::from(frame.width));
                let (x, y) = (x as u32 + u32::from(frame.left), y as u32 + u32::from(frame.top));
                screen.put_pixel(x, y, image::Rgb([red, green, blue]));
            }
        }
        frames.push((screen.clone(), u32::from(frame.delay) * 10));
    }
    frames
}

fn animation(renderer: &Renderer, film: &Film) -> Animation {
    renderer.gif(film).expect("a film with shots")
}

#[test]
fn every_frame_is_the_picture_of_its_scene_at_its_time() {
    let renderer = Renderer::new();
    for variant in [Variant::Jungle, Variant::Flip, Variant::Dalian, Variant::Mecha] {
        let film = film(variant, 40);
        let Animation { gif, width, height, millis } = animation(&renderer, &film);
        let frames = frames(&gif);
        assert_eq!(frames.len(), film.shots.len() + 2, "{variant}: a card before and one behind");
        assert_eq!(frames.iter().map(|(_, millis)| millis).sum::<u32>(), millis);
        for (n, (shot, (picture, millis))) in film.shots.iter().zip(&frames[1..]).enumerate() {
            assert_eq!((picture.dimensions(), *millis), ((width, height), shot.millis));
            let png = image::load_from_memory(&renderer.png(&shot.scene)).expect("a PNG").to_rgb8();
            assert!(*picture == png, "{variant}: shot {n} is another picture");
        }
        let (title, end) = (&frames[0].0, &frames[frames.len() - 1].0);
        assert!(*title != frames[1].0 && *end != frames[frames.len() - 2].0, "{variant}: cards are seen");
    }
}

#[test]
fn films_of_every_game_are_small_enough() {
    let renderer = Renderer::new();
    for &variant in Variant::ALL {
        let bytes = animation(&renderer, &film(variant, 60)).gif.len();
        println!("{variant}: {bytes} bytes");
        assert!(bytes <= MOST_BYTES, "{variant}: {bytes} bytes");
    }
}

#[test]
fn long_films_are_half_as_large_and_no_longer_than_one_can_watch() {
    let renderer = Renderer::new();
    for (variant, plies) in
        [(Variant::Jungle, 300), (Variant::Dalian, 300), (Variant::Mecha, 200), (Variant::Jungle, 2000)]
    {
        let mut film = film(variant, plies);
        while film.shots.len() < plies {
            film.shots.extend_from_within(..film.shots.len().min(plies - film.shots.len()));
        }
        let Animation { gif, width, height, .. } = animation(&renderer, &film);
        println!("{variant}, {plies} plies: {} bytes", gif.len());
        assert!(
            gif.len() <= if plies > 300 { 3 * MOST_BYTES } else { 3 * MOST_BYTES / 2 },
            "{variant}, {plies} plies: {} bytes",
            gif.len()
        );
        let png = image::load_from_memory(&renderer.png(&film.shots[0].scene)).expect("a PNG").to_rgb8();
        assert_eq!((width, height), (png.width() / 2, png.height() / 2), "{variant}");
        let frames = frames(&gif);
        assert!(frames.len() <= 302, "{variant}: {} frames", frames.len());
        // The last shot, half as large: close to the mean of every four pixels.
        let last = image::load_from_memory(&renderer.png(&film.shots[film.shots.len() - 1].scene)).expect("a PNG");
        let small = image::imageops::thumbnail(&last.to_rgb8(), width, height);
        let shown = &frames[frames.len() - 2].0;
        let far = |(a, b): (&u8, &u8)| a.abs_diff(*b) > 60;
        let off = shown.as_raw().iter().zip(small.as_raw()).filter(|&pair| far(pair)).count();
        assert!(off * 500 < small.as_raw().len(), "{variant}: {off} of {} values are off", small.as_raw().len());
    }
}

#[test]
fn a_film_without_shots_is_none() {
    let empty = Film { title: Card::Versus([None; 2]), shots: Vec::new(), end: None };
    assert!(Renderer::new().gif(&empty).is_none());
}
