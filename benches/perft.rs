//! How fast the moves of the standard game are found and played.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use doushou::rules::{Setup, perft};

const MIDDLE: &str = "5e1/pd3w1/1l2t2/r6/6c/E6/TCR4/4DP1/1W2L2 r";

fn leaves(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft 5");
    let positions =
        [("start", Setup::default().start()), ("middle", Setup::default().from_fen(MIDDLE).expect("a position"))];
    for (name, state) in positions {
        group.throughput(Throughput::Elements(perft(&state, 5)));
        group.bench_function(name, |b| b.iter(|| perft(black_box(&state), 5)));
    }
    group.finish();
}

criterion_group!(benches, leaves);
criterion_main!(benches);
