//! A program that plays: a process that speaks the engine protocol.
//!
//! Whatever it does, the match goes on: a program that ends, is silent or talks nonsense loses the game, and is started anew for
//! the next one.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::game::{Choice, Fault, Player};
use super::limit::Limit;
use super::opening::Opening;
use crate::ai::Score;
use crate::cli::rule_set::VARIANT;
use crate::rules::{Ply, Setup};

/// How a program is started and told to think.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Told to it whether it knows them or not.
    pub options: Vec<(String, String)>,
    pub limit: Limit,
    /// How much longer than its time, or how long without one, a move may take.
    pub patience: Duration,
    /// The rules, told to a program that knows such options.
    pub setup: Setup,
}

/// A program, running or not.
pub struct Program {
    recipe: Recipe,
    running: Option<Running>,
}

/// The longest line that is taken from a program as one.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that a program may say before somebody listens.
const UNHEARD: usize = 1024;

impl Program {
    pub fn new(recipe: Recipe) -> Program {
        Program { recipe, running: None }
    }

    /// Starts it, if it does not run, and tells it that a game begins. Returns the name that it gives itself.
    pub fn begin_game(&mut self) -> Result<String, Fault> {
        let recipe = &self.recipe;
        let begun = match self.running.take() {
            Some(mut running) => running.begin_game(recipe.patience).map(|()| running),
            None => Running::start(recipe),
        };
        let running = self.running.insert(begun?);
        Ok(running.name.clone())
    }
}

impl Player for Program {
    fn choose(&mut self, opening: &Opening, plies: &[Ply]) -> Result<Choice, Fault> {
        let mut running = self.running.take().ok_or(Fault::Ended)?;
        let choice = running.choose(opening, plies, &self.recipe);
        // After a fault it is not to be trusted with another move.
        self.running = choice.is_ok().then_some(running);
        choice
    }
}

/// A process and the conversation with it.
struct Running {
    child: Child,
    mouth: Sender<String>,
    ear: Receiver<String>,
    name: String,
}

impl Running {
    fn start(recipe: &Recipe) -> Result<Running, Fault> {
        let failed = |error: io::Error| Fault::Start(error.to_string());
        let (program, arguments) =
            recipe.command.split_first().ok_or_else(|| Fault::Start("no program is named".to_owned()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let (mouth, words) = mpsc::channel();
        let (lines, ear) = mpsc::sync_channel(UNHEARD);
        if let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) {
            thread::spawn(move || speak(input, &words));
            thread::spawn(move || listen(output, &lines));
        }
        let mut running = Running { child, mouth, ear, name: String::new() };
        running.introduce(recipe)?;
        running.begin_game(recipe.patience)?;
        Ok(running)
    }

    /// Learns who it is, and tells it the rules and its options.
    fn introduce(&mut self, recipe: &Recipe) -> Result<(), Fault> {
        self.say("uci");
        let mut known = Vec::new();
        let name = &mut String::new();
        hear(&self.ear, "uci", recipe.patience, |line| {
            if let Some(text) = line.strip_prefix("id name ") {
                text.clone_into(name);
            } else if let Some(option) = line.strip_prefix("option name ") {
                known.push(option.split(" type ").next().unwrap_or_default().to_owned());
            }
            (line == "uciok").then_some(())
        })?;
        self.name = std::mem::take(name);
        let variant = (VARIANT.to_owned(), recipe.setup.variant().name().to_owned());
        let rules =
            recipe.setup.options().into_iter().map(|option| (option.name.to_owned(), option.value.into_owned()));
        let told = std::iter::once(variant).chain(rules).filter(|(name, _)| known.contains(name));
        for (name, value) in told.chain(recipe.options.clone()) {
            self.say(&format!("setoption name {name} value {value}"));
        }
        Ok(())
    }

    fn begin_game(&mut self, patience: Duration) -> Result<(), Fault> {
        self.say("ucinewgame");
        self.say("isready");
        hear(&self.ear, "isready", patience, |line| (line == "readyok").then_some(()))
    }

    fn choose(&mut self, opening: &Opening, plies: &[Ply], recipe: &Recipe) -> Result<Choice, Fault> {
        self.say(&position(opening, plies));
        self.say(&format!("go {}", recipe.limit.words()));
        let patience = recipe.limit.time() + recipe.patience;
        let mut score = None;
        let best = hear(&self.ear, "go", patience, |line| {
            if let Some(info) = line.strip_prefix("info ") {
                score = score_of(info).or(score);
            }
            Some(line.strip_prefix("bestmove")?.trim().to_owned())
        })?;
        let text = best.split_whitespace().next().unwrap_or_default();
        let mv = text.parse().map_err(|_| Fault::NoMove(best.chars().take(40).collect()))?;
        Ok(Choice { mv, score })
    }

    /// Says a line. Should it not arrive, its answer will be missed.
    fn say(&self, line: &str) {
        let _ = self.mouth.send(line.to_owned());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Hears lines until one is what is waited for.
fn hear<T>(
    ear: &Receiver<String>,
    question: &'static str,
    patience: Duration,
    mut wanted: impl FnMut(&str) -> Option<T>,
) -> Result<T, Fault> {
    let deadline = Instant::now() + patience;
    loop {
        let line = match ear.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => return Err(Fault::Silent { question, patience }),
            Err(RecvTimeoutError::Disconnected) => return Err(Fault::Ended),
        };
        if let Some(answer) = wanted(line.trim()) {
            return Ok(answer);
        }
        if Instant::now() >= deadline {
            return Err(Fault::Silent { question, patience });
        }
    }
}

/// Says lines to a program as fast as it reads them.
fn speak(mut input: impl Write, words: &Receiver<String>) {
    while let Ok(line) = words.recv() {
        if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Passes on the lines of a program; one that is too long, in pieces.
fn listen(output: impl Read, lines: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
        if read.unwrap_or(0) == 0 || lines.send(String::from_utf8_lossy(&bytes).into_owned()).is_err() {
            return;
        }
    }
}

/// The score that a line of information tells, if it tells one. Other programs count a mate in moves, as UCI has it; here it is
/// told in plies.
fn score_of(info: &str) -> Option<Score> {
    let mut words = info.split_whitespace().skip_while(|word| *word != "score").skip(1);
    let (unit, value) = (words.next()?, words.next()?.parse::<i32>().ok()?);
    match unit {
        "cp" => Some(Score::estimate(value)),
        "mate" => {
            let plies = u16::try_from(value.unsigned_abs()).ok()?.into();
            Some(if value > 0 { Score::win_in(plies) } else { Score::loss_in(plies) })
        }
        _ => None,
    }
}

/// The protocol's line for a position.
fn position(opening: &Opening, plies: &[Ply]) -> String {
    let mut line = match &opening.fen {
        None => "position startpos".to_owned(),
        Some(fen) => format!("position fen {fen}"),
    };
    for (n, ply) in opening.plies.iter().chain(plies).enumerate() {
        line.push_str(if n == 0 { " moves " } else { " " });
        line.push_str(&ply.to_string());
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_silent_or_never_comes_to_the_point_is_not_waited_for() {
        let patience = Duration::from_millis(5);
        let listen = |ear: &Receiver<String>| hear(ear, "go", patience, |line| (line == "bestmove a3a4").then_some(()));
        let silent = Err(Fault::Silent { question: "go", patience });

        let (mouth, ear) = mpsc::sync_channel(8);
        assert_eq!(listen(&ear), silent);
        mouth.send("info depth 1\n".to_owned()).expect("heard");
        mouth.send("bestmove a3a4\n".to_owned()).expect("heard");
        assert_eq!(listen(&ear), Ok(()));
        let babbler = thread::spawn(move || while mouth.send("info depth 1".to_owned()).is_ok() {});
        assert_eq!(listen(&ear), silent);
        drop(ear);
        babbler.join().expect("it ends when nobody hears it");

        let (mouth, ear) = mpsc::sync_channel(8);
        drop(mouth);
        assert_eq!(listen(&ear), Err(Fault::Ended));
    }

    #[test]
    fn a_score_is_heard_wherever_it_stands() {
        for (info, score) in [
            ("depth 3 score cp -12 nodes 4 pv a3a4", Some(Score(-12))),
            ("score mate 3", Some(Score::win_in(3))),
            ("score mate -4 depth 9", Some(Score::loss_in(4))),
            ("score mate 0", Some(Score::loss_in(0))),
            ("score mate -2147483648", None),
            ("score cp", None),
            ("score lowerbound 7", None),
            ("depth 4", None),
        ] {
            assert_eq!(score_of(info), score, "{info}");
        }
    }

    #[test]
    fn a_line_without_an_end_comes_in_pieces() {
        let (lines, ear) = mpsc::sync_channel(8);
        let long = vec![b'x'; 3 * LONGEST_LINE as usize];
        listen(&long[..], &lines);
        drop(lines);
        assert_eq!(ear.iter().map(|line| line.len()).collect::<Vec<_>>(), [LONGEST_LINE as usize; 3]);
    }
}
