//! How long a picture takes. `cargo bench --bench render`

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use doushou::render::{Card, Film, Renderer, Scene, Shot, Theme};
use doushou::rules::{Chance, Counter, Dice, Orientation, Seat, Setup, Variant};

fn pictures(c: &mut Criterion) {
    let scene = Scene::plain(Setup::default().start().view(), Orientation::First, Theme::Faces);

    c.bench_function("start the renderer", |b| b.iter(Renderer::new));

    let renderer = Renderer::new();
    // Counters are not drawn, but make scenes unequal, so that each is drawn anew with warm sprites.
    let mut ply = 0;
    c.bench_function("draw and pack the start position", |b| {
        b.iter(|| {
            ply += 1;
            let mut scene = scene.clone();
            scene.view.counters = vec![Counter::quiet(ply, None)];
            black_box(renderer.png(&scene))
        });
    });

    c.bench_function("find a picture drawn before", |b| b.iter(|| black_box(renderer.png(&scene))));
}

/// A game played at random for so many plies.
fn film(variant: Variant, plies: usize) -> Film {
    let mut dice = Dice(7);
    let mut state = Setup::standard(variant).start();
    let mut shots = Vec::new();
    let mut last = None;
    while shots.len() <= plies && !state.legal_moves().is_empty() {
        let scene = Scene { last, ..Scene::plain(state.view(), Orientation::First, Theme::Faces) };
        shots.push(Shot { scene, millis: 900 });
        let moves = state.legal_moves();
        let mv = moves[(dice.roll() % moves.len() as u64) as usize];
        let account = state.play(mv, Chance(dice.roll())).expect("a legal move");
        last = Some((account.from, account.to));
    }
    let colors = Seat::BOTH.map(|seat| state.color_of(seat));
    Film { title: Card::Versus(colors), shots, end: Some(Card::Drawn(colors)) }
}

fn films(c: &mut Criterion) {
    let renderer = Renderer::new();
    let mut group = c.benchmark_group("make a film");
    group.sample_size(10);
    for (variant, plies) in [(Variant::Jungle, 60), (Variant::Mecha, 60), (Variant::Jungle, 300)] {
        let film = film(variant, plies);
        let bytes = renderer.gif(&film).map_or(0, |animation| animation.gif.len());
        println!("{variant}, {} shots: {bytes} bytes", film.shots.len());
        group.bench_function(format!("{variant}, {plies} plies"), |b| b.iter(|| black_box(renderer.gif(&film))));
    }
    group.finish();
}

criterion_group!(benches, pictures, films);
criterion_main!(benches);
