//! Solves many sets, small ones first, with several threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use super::generate::{Solved, solve};
use super::known::Value;
use super::material::Catalogue;
use super::packed::Packed;
use crate::rules::jungle::Tables;

/// The most animals for which distances are always kept: larger tables are solved from these.
pub const WITH_DISTANCES: usize = 3;

/// Solves every set of the catalogue that `wanted` asks for and that is not yet solved, and hands each to `done` in the
/// catalogue's order. Sets of more than [`WITH_DISTANCES`] animals are not kept in `solved`, and have distances only if
/// asked for.
///
/// # Errors
/// What `done` returns; the sets under way are not waited for longer than they take.
///
/// # Panics
/// If a set of fewer animals is neither wanted nor solved.
pub fn build<E>(
    rules: &Tables,
    catalogue: &Catalogue,
    solved: &mut Solved,
    wanted: impl Fn(usize) -> bool,
    distances: bool,
    mut done: impl FnMut(usize, &Packed) -> Result<(), E>,
) -> Result<(), E> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let pieces = |set: usize| catalogue.sets()[set].animals.len();
    let missing: Vec<usize> = (0..catalogue.sets().len()).filter(|&set| wanted(set) && solved[set].is_none()).collect();
    for jobs in missing.chunk_by(|&one, &other| pieces(one) == pieces(other)) {
        let mut finished = Vec::new();
        solve_all(rules, catalogue, solved, jobs, threads, distances, |set, packed| {
            done(set, &packed)?;
            if pieces(set) <= WITH_DISTANCES {
                finished.push((set, packed));
            }
            Ok(())
        })?;
        finished.into_iter().for_each(|(set, packed)| solved[set] = Some(packed));
    }
    Ok(())
}

/// Solves sets of equally many animals.
fn solve_all<E>(
    rules: &Tables,
    catalogue: &Catalogue,
    solved: &Solved,
    jobs: &[usize],
    threads: usize,
    distances: bool,
    mut done: impl FnMut(usize, Packed) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let work = |results: &mpsc::SyncSender<(usize, Packed)>| {
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            let Some(&set) = jobs.get(job) else { return };
            let mut values = solve(rules, catalogue, solved, set);
            if !distances && catalogue.sets()[set].animals.len() > WITH_DISTANCES {
                values.iter_mut().for_each(|value: &mut Value| *value = value.without_distance());
            }
            let packed = Packed::new(&catalogue.sets()[set].layout, &values);
            if results.send((job, packed)).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let (results, received) = mpsc::sync_channel(threads);
        for _ in 0..threads.min(jobs.len()) {
            let results = results.clone();
            scope.spawn(move || work(&results));
        }
        drop(results);
        // One that is finished early waits for those before it, so that the order is always the same.
        let mut early = BTreeMap::new();
        let mut expected = 0;
        for (job, packed) in received {
            early.insert(job, packed);
            while let Some(packed) = early.remove(&expected) {
                done(jobs[expected], packed)?;
                expected += 1;
            }
        }
        Ok(())
    })
}
