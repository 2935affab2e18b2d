//! Searches wait for a processor in the order they were asked for. The more of them there are, the less each thinks: everybody
//! gets an answer in time, and a machine that is busy plays a little worse.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::off_thread;

/// An answer is there within this, if it can be: a person begins to wait after a second and a half, and the picture and the
/// network take their time too.
const PATIENCE: Duration = Duration::from_millis(1200);
/// Something is thought however late it is.
const LEAST: Duration = Duration::from_millis(5);

/// The searches that are asked for.
pub(super) struct Searches {
    permits: Semaphore,
    /// How many may run at once.
    at_once: usize,
    /// How many wait or run.
    asked: AtomicUsize,
}

/// One of those that wait or run, until it is dropped.
struct Asked<'a>(&'a AtomicUsize);

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Searches {
    pub fn new(at_once: usize) -> Searches {
        Searches { permits: Semaphore::new(at_once), at_once, asked: AtomicUsize::new(0) }
    }

    /// Whether none waits or runs.
    pub fn are_over(&self) -> bool {
        self.asked.load(Ordering::Relaxed) == 0
    }

    /// Runs a search on a thread of its own when its turn has come, and tells it for how long it may think; `None` if it
    /// panicked.
    pub async fn run<T: Send + 'static>(&self, search: impl FnOnce(Duration) -> T + Send + 'static) -> Option<T> {
        let begun = Instant::now();
        self.asked.fetch_add(1, Ordering::Relaxed);
        let _asked = Asked(&self.asked);
        // The semaphore is never closed.
        let _permit = self.permits.acquire().await.ok()?;
        let time = share(begun.elapsed(), self.asked.load(Ordering::Relaxed), self.at_once);
        off_thread(move || search(time)).await
    }
}

/// How long a search may think that has waited so long, while so many, itself one of them, are asked for.
fn share(waited: Duration, asked: usize, at_once: usize) -> Duration {
    let turns = u32::try_from(asked.div_ceil(at_once)).unwrap_or(u32::MAX).max(1);
    (PATIENCE.saturating_sub(waited) / turns).max(LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use crate::ai::{MIND_MEGABYTES, MOST_AT_ONCE, level};
    use crate::coach::{ANALYSIS_MEGABYTES, HINT_MEGABYTES};
    use crate::rules::{Animal, Setup};
    use crate::tables::{Library, Tablebase, WITH_DISTANCES};

    /// What all of the AI's memories may take together by default.
    const MOST_MEGABYTES: usize = 256;

    #[test]
    fn all_that_is_remembered_at_once_is_bounded() {
        let Setup::Jungle(rules) = Setup::default() else { panic!("another default") };
        let tables = Tablebase::solved(&rules, WITH_DISTANCES);
        // Each rule set with a file of tables for four animals.
        let endings = Library::KEPT * tables.most_memory();
        let own = Animal::STANDARD.into_iter().filter_map(level::table_megabytes).max().expect("levels");
        // One game is looked at again at a time; an answer to an offer remembers less than a move.
        let searches = (MOST_AT_ONCE * own.max(HINT_MEGABYTES) + MIND_MEGABYTES + ANALYSIS_MEGABYTES) << 20;
        println!("searches {searches}, tables {endings}");
        assert!(searches + endings < MOST_MEGABYTES << 20, "{searches} bytes for searches, {endings} for endings");
        assert!(endings > Library::KEPT * tables.memory());
    }

    /// Virtual time: so many are asked for at once, and each takes what it is given, up to its level's time.
    fn last_answer(searches: usize, at_once: usize, level: Duration) -> (Duration, Duration) {
        let (mut free, mut least) = (vec![Duration::ZERO; at_once], level);
        for done in 0..searches {
            let processor = free.iter_mut().min().expect("a processor");
            // Those before it have ended, but for the ones at work.
            let asked = searches - done + (at_once - 1).min(done);
            let time = share(*processor, asked, at_once).min(level);
            least = least.min(time);
            *processor += time;
        }
        (free.into_iter().max().expect("a processor"), least)
    }

    #[test]
    fn the_more_are_asked_for_the_less_each_thinks() {
        let level = Duration::from_millis(750);
        assert_eq!(last_answer(1, 2, level), (level, level), "who is alone has the time of its level");
        assert_eq!(last_answer(2, 2, level), (level, level));
        for (searches, at_once) in [(3, 2), (8, 2), (40, 2), (200, 2), (200, 5), (7, 1), (60, 1)] {
            let (last, least) = last_answer(searches, at_once, level);
            assert!(last <= PATIENCE + LEAST, "{searches} on {at_once}: {last:?}");
            let fair = PATIENCE * at_once as u32 / (searches + at_once) as u32;
            assert!(least >= (fair / 2).min(level), "{searches} on {at_once}: {least:?}, fair {fair:?}");
        }
        assert_eq!(share(PATIENCE * 9, 1000, 2), LEAST);
    }

    #[tokio::test]
    async fn everybody_gets_an_answer() {
        const ASKED: usize = 300;
        const AT_ONCE: usize = 3;
        let searches = Arc::new(Searches::new(AT_ONCE));
        let (running, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let asked: Vec<_> = (0..ASKED)
            .map(|number| {
                let (searches, running, most) = (Arc::clone(&searches), Arc::clone(&running), Arc::clone(&most));
                tokio::spawn(async move {
                    let search = move |time: Duration| {
                        most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        std::thread::yield_now();
                        running.fetch_sub(1, Ordering::SeqCst);
                        assert!(number != 17, "one of them fails");
                        (number, time)
                    };
                    searches.run(search).await
                })
            })
            .collect();
        for (number, answer) in asked.into_iter().enumerate() {
            let answer = answer.await.expect("no task fails");
            assert_eq!(answer.map(|(number, _)| number), (number != 17).then_some(number));
            assert!(answer.is_none_or(|(_, time)| (LEAST..=PATIENCE).contains(&time)), "{answer:?}");
        }
        assert!((1..=AT_ONCE).contains(&most.load(Ordering::SeqCst)), "{most:?} at once");
        assert!(searches.are_over());
    }
}
