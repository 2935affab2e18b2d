//! How long a picture takes. `cargo bench --bench render`

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use doushou::render::{Renderer, Scene, Theme};
use doushou::rules::{Counter, Orientation, Setup};

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

criterion_group!(benches, pictures);
criterion_main!(benches);
