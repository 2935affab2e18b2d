//! What the program counts and times, and the page that shows it.
//!
//! One [`Metrics`] serves the whole program; its methods are the only way to count something, so every series and every label
//! has one place, here. [`serve`] shows them, and whether the bot is well, to monitoring programs.

mod page;

pub use page::{Health, serve};

use std::fmt;
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Metric, Registry, Unit};

/// Upper bounds of the histograms, in seconds.
const SECONDS: [f64; 14] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0];

/// The longest name of a kind of update that is shown as it came.
const LONGEST_KIND: usize = 40;

/// A step on the way of an update, whose time is taken.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// From an update's arrival until what it caused is saved or refused.
    Verdict,
    /// From an update's arrival until the request that shows its outcome goes to Telegram.
    Wire,
    /// From a request to Telegram until its answer; polls, which wait for something to happen, are not counted.
    Call,
    /// Until a change is on disk.
    Save,
    /// Until a picture is drawn; those that were kept take no time and are not counted.
    Render,
    /// Until the AI has found its answer.
    Search,
}

impl Step {
    const ALL: [Step; 6] = [Step::Verdict, Step::Wire, Step::Call, Step::Save, Step::Render, Step::Search];

    const fn label(self) -> StepLabel {
        let step = match self {
            Step::Verdict => "verdict",
            Step::Wire => "wire",
            Step::Call => "call",
            Step::Save => "save",
            Step::Render => "render",
            Step::Search => "search",
        };
        StepLabel { step }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct StepLabel {
    step: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct KindLabel {
    kind: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ReasonLabel {
    reason: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct LevelLabel {
    level: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct MethodLabel {
    method: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ErrorLabel {
    method: String,
    class: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct SourceLabel {
    from: &'static str,
}

/// The counters and clocks of one running program.
pub struct Metrics {
    registry: Registry,
    updates: Family<KindLabel, Counter>,
    unreadable: Family<KindLabel, Counter>,
    steps: Family<StepLabel, Histogram, fn() -> Histogram>,
    refusals: Family<ReasonLabel, Counter>,
    searches: Family<LevelLabel, Counter>,
    pictures: Family<SourceLabel, Counter>,
    calls: Family<MethodLabel, Counter>,
    errors: Family<ErrorLabel, Counter>,
    games: Gauge,
    challenges: Gauge,
    contact_age: Gauge,
    update_age: Gauge,
    call_age: Gauge,
    ai_memory: Gauge,
}

impl Default for Metrics {
    fn default() -> Metrics {
        Metrics::new()
    }
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics").finish_non_exhaustive()
    }
}

impl Metrics {
    /// Everything at zero.
    pub fn new() -> Metrics {
        let mut all = Registry::with_prefix("doushou");
        let steps: Family<StepLabel, Histogram, fn() -> Histogram> =
            Family::new_with_constructor(|| Histogram::new(SECONDS));
        for step in Step::ALL {
            // A step that nobody has taken yet is shown, too.
            drop(steps.get_or_create(&step.label()));
        }
        let times = "Times of the steps from an update to its outcome";
        all.register_with_unit("step", times, Unit::Seconds, steps.clone());
        let mut age = |name, help| {
            let age = Gauge::default();
            all.register_with_unit(name, help, Unit::Seconds, age.clone());
            age
        };
        let contact_age = age("contact_age", "Since it was last certain that updates can come");
        let update_age = age("update_age", "Since an update last came");
        let call_age = age("call_age", "Since a request to the Bot API last succeeded");
        all.register("build", "The version that runs", Info::new([("version", env!("CARGO_PKG_VERSION"))]));
        let ai_memory = Gauge::default();
        let kept = "What the AI keeps from one move to the next";
        all.register_with_unit("ai_memory", kept, Unit::Bytes, ai_memory.clone());
        let unreadable = "Updates of a kind or shape newer than this program, by kind";
        Metrics {
            updates: new(&mut all, "updates", "Updates that came, by kind"),
            unreadable: new(&mut all, "unreadable_updates", unreadable),
            steps,
            refusals: new(&mut all, "refusals", "What the bot refused to do, by reason"),
            searches: new(&mut all, "ai_searches", "Searches of the AI, by level"),
            pictures: new(&mut all, "pictures", "Pictures that were needed, by where they came from"),
            calls: new(&mut all, "api_calls", "Requests to the Bot API, by method"),
            errors: new(&mut all, "api_errors", "Requests that failed, by method and class"),
            games: new(&mut all, "games", "Games that are being played"),
            challenges: new(&mut all, "challenges", "Challenges that are open"),
            contact_age,
            update_age,
            call_age,
            ai_memory,
            registry: all,
        }
    }

    /// An update came.
    pub fn update(&self, kind: &str) {
        self.updates.get_or_create(&KindLabel { kind: known(kind) }).inc();
    }

    /// An update could not be read.
    pub fn unreadable(&self, kind: &str) {
        self.unreadable.get_or_create(&KindLabel { kind: known(kind) }).inc();
    }

    /// A step took so long.
    pub fn took(&self, step: Step, time: Duration) {
        self.steps.get_or_create(&step.label()).observe(time.as_secs_f64());
    }

    /// Something was refused; the reason is one of the program's own words.
    pub fn refused(&self, reason: impl Into<String>) {
        self.refusals.get_or_create(&ReasonLabel { reason: reason.into() }).inc();
    }

    /// The AI searched at this level, for so long.
    pub fn searched(&self, level: &'static str, time: Duration) {
        self.searches.get_or_create(&LevelLabel { level }).inc();
        self.took(Step::Search, time);
    }

    /// A picture was needed and had been kept.
    pub fn picture_was_kept(&self) {
        self.pictures.get_or_create(&SourceLabel { from: "cache" }).inc();
    }

    /// A picture had to be drawn, which took so long.
    pub fn picture_was_drawn(&self, time: Duration) {
        self.pictures.get_or_create(&SourceLabel { from: "drawn" }).inc();
        self.took(Step::Render, time);
    }

    /// A method of the Bot API was called; what was wrong, as a class, if it failed.
    pub fn called(&self, method: &str, error: Option<&'static str>) {
        // In one spelling.
        let mut method = method.to_owned();
        if let Some(first) = method.get_mut(..1) {
            first.make_ascii_lowercase();
        }
        if let Some(class) = error {
            self.errors.get_or_create(&ErrorLabel { method: method.clone(), class }).inc();
        }
        self.calls.get_or_create(&MethodLabel { method }).inc();
    }

    /// Everything in the text format that Prometheus reads.
    pub fn text(&self) -> Result<String, fmt::Error> {
        let mut text = String::new();
        prometheus_client::encoding::text::encode(&mut text, &self.registry)?;
        Ok(text)
    }

    /// Notes what is only known when somebody looks.
    fn note(&self, health: &Health) {
        self.games.set(health.games);
        self.challenges.set(health.challenges);
        self.contact_age.set(health.contact_age_seconds);
        self.update_age.set(health.update_age_seconds);
        self.call_age.set(health.call_age_seconds);
        self.ai_memory.set(health.ai_memory_bytes);
    }
}

/// A metric that is shown under this name.
fn new<M: Metric + Clone + Default>(all: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    all.register(name, help, metric.clone());
    metric
}

/// A kind of update as a label: names are Telegram's, and whatever does not look like one is put together.
fn known(kind: &str) -> String {
    let is_name = kind.len() <= LONGEST_KIND && kind.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    if is_name { kind.to_owned() } else { "other".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_is_shown() {
        let metrics = Metrics::new();
        metrics.update("message");
        metrics.update("message");
        metrics.update("{\"odd\": \"kind\"}\n");
        metrics.unreadable("from_the_future");
        metrics.took(Step::Verdict, Duration::from_millis(3));
        metrics.refused("not-your-turn");
        metrics.searched("tiger", Duration::from_secs(3));
        metrics.picture_was_kept();
        metrics.picture_was_drawn(Duration::from_millis(6));
        metrics.called("SendPhoto", Some("retry_after"));
        metrics.called("sendPhoto", None);
        let text = metrics.text().expect("text");
        for line in [
            "doushou_updates_total{kind=\"message\"} 2",
            "doushou_updates_total{kind=\"other\"} 1",
            "doushou_unreadable_updates_total{kind=\"from_the_future\"} 1",
            "doushou_step_seconds_bucket{le=\"0.002\",step=\"verdict\"} 0",
            "doushou_step_seconds_bucket{le=\"0.005\",step=\"verdict\"} 1",
            "doushou_step_seconds_count{step=\"search\"} 1",
            "doushou_step_seconds_count{step=\"render\"} 1",
            "doushou_step_seconds_count{step=\"save\"} 0",
            "doushou_refusals_total{reason=\"not-your-turn\"} 1",
            "doushou_ai_searches_total{level=\"tiger\"} 1",
            "doushou_pictures_total{from=\"cache\"} 1",
            "doushou_pictures_total{from=\"drawn\"} 1",
            "doushou_api_calls_total{method=\"sendPhoto\"} 2",
            "doushou_api_errors_total{method=\"sendPhoto\",class=\"retry_after\"} 1",
            "doushou_games 0",
            "doushou_ai_memory_bytes 0",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }
}
