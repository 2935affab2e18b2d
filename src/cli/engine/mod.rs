//! `doushou engine`: the program as an engine that other programs play with, by a protocol in UCI's words.
//!
//! Lines in, lines out. While a search runs, `stop`, `isready` and `quit` are obeyed at once, and every other line waits
//! until the search has ended. A line that makes no sense is answered by `info string error: …` and changes nothing.
//! Scores, `mate` included, are for the side to move; `mate` counts plies. Without its `quit`, a conversation ends with the
//! input, once the searches asked for have ended; an endless one is stopped then.

pub(super) mod command;
mod options;
mod show;

use std::collections::VecDeque;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use super::{perft, written};
use crate::ai::{self, Habits, Judgment, Limits, Network, Thought, TranspositionTable, level};
use crate::rules::{Chance, Setup, State};
use crate::tables::Tablebase;
use command::{Command, CommandError, Go};
use options::{Eval, Options};

/// Speak the engine protocol (in UCI's words) on stdin and stdout
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {}

pub fn run(_: Args) -> ExitCode {
    written(converse(BufReader::new(io::stdin()), io::stdout()))
}

/// Obeys the lines of `input` until `quit` or its end; errors are those of writing.
pub fn converse(input: impl BufRead + Send + 'static, output: impl Write + Send + 'static) -> io::Result<()> {
    let (events, incoming) = mpsc::channel();
    let mut engine = Engine::new(Output::new(output), events.clone());
    thread::spawn(move || listen(input, &events));
    while let Ok(event) = incoming.recv() {
        match event {
            Event::Line(line) if engine.is_busy() && !is_urgent(&line) => engine.waiting.push_back(line),
            Event::Line(line) => engine.obey(&line)?,
            Event::Finished => engine.work = None,
            Event::Ended => engine.ended = true,
        }
        while !engine.is_busy()
            && let Some(line) = engine.waiting.pop_front()
        {
            engine.obey(&line)?;
        }
        if engine.is_done() {
            break;
        }
    }
    engine.finish();
    Ok(())
}

/// What the conversation waits for.
enum Event {
    Line(String),
    /// The input has ended.
    Ended,
    /// A search has given its answer.
    Finished,
}

/// Passes on every line of the input, `quit` and the end included.
fn listen(mut input: impl BufRead, events: &Sender<Event>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let more = input.read_until(b'\n', &mut bytes).unwrap_or(0) > 0;
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        let last = !more || line == "quit";
        if more && events.send(Event::Line(line)).is_err() || last {
            // Nobody listens any more, or nothing more is to be said.
            let _ = events.send(Event::Ended);
            return;
        }
    }
}

/// Whether a line does not wait for a search to end.
fn is_urgent(line: &str) -> bool {
    matches!(line, "stop" | "isready" | "quit" | "")
}

/// The engine between two lines.
struct Engine {
    output: Output,
    events: Sender<Event>,
    options: Options,
    state: State,
    table: Arc<TranspositionTable>,
    /// What the file of endgame tables for the rules in force has.
    endings: Option<Arc<Tablebase>>,
    /// What full strength judges by.
    judgment: Judgment,
    work: Option<Work>,
    /// Lines that came during work.
    waiting: VecDeque<String>,
    ended: bool,
    quit: bool,
}

/// Long work under way.
struct Work {
    /// Tells it to give its answer now; leaves are counted to the end.
    stop: Option<Arc<AtomicBool>>,
    /// It ends only when it is told to.
    endless: bool,
    thread: JoinHandle<()>,
}

impl Engine {
    fn new(output: Output, events: Sender<Event>) -> Engine {
        let options = Options::default();
        Engine {
            output,
            events,
            state: options.setup.start(),
            table: Arc::new(TranspositionTable::new(options.hash)),
            options,
            endings: None,
            judgment: Judgment::Best,
            work: None,
            waiting: VecDeque::new(),
            ended: false,
            quit: false,
        }
    }

    fn is_busy(&self) -> bool {
        self.work.is_some()
    }

    /// Whether nothing is left to do. At the end of the input an endless search is told to stop first.
    fn is_done(&self) -> bool {
        if self.ended
            && let Some(work) = self.work.as_ref().filter(|work| work.endless)
        {
            work.stop();
        }
        self.quit || self.ended && !self.is_busy() && self.waiting.is_empty()
    }

    /// Does what a line says, or says what is wrong with it.
    fn obey(&mut self, line: &str) -> io::Result<()> {
        let done = match command::read(line) {
            Ok(Some(command)) => self.execute(command),
            Ok(None) => Ok(()),
            Err(error) => Err(Trouble::Command(error)),
        };
        match done {
            Err(Trouble::Command(error)) => self.output.say(&show::error(&error)),
            Err(Trouble::Output(error)) => Err(error),
            Ok(()) => Ok(()),
        }
    }

    fn execute(&mut self, command: Command) -> Result<(), Trouble> {
        match command {
            Command::Uci => self.output.say(&options::introduction())?,
            Command::IsReady => self.output.say("readyok")?,
            Command::NewGame => self.forget(),
            Command::SetOption { name, value } => self.set_option(&name, &value)?,
            Command::Position { start, plies } => self.state = start.play(&self.options.setup, &plies)?.0,
            Command::Go(Go::Perft(depth)) => self.count(depth),
            Command::Go(Go::Search { limits, clock, endless }) => {
                let allotted = Limits { time: clock.allot(self.state.to_move()), ..Limits::default() };
                self.think(limits.within(&allotted), endless)?;
            }
            Command::Stop => self.work.iter().for_each(Work::stop),
            Command::Show => self.output.say(&show::state(&self.state))?,
            Command::Quit => self.quit = true,
        }
        Ok(())
    }

    /// A rule changes the game, so the board is set up anew; the other options leave it alone.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Trouble> {
        let before = self.options.clone();
        self.options.set(name, value)?;
        if self.options.setup != before.setup {
            self.state = self.options.setup.start();
        }
        if self.options.hash != before.hash {
            self.forget();
        }
        if self.options.setup != before.setup || self.options.tables != before.tables {
            self.open_tables()?;
        }
        if self.options.eval != before.eval {
            self.open_network()?;
        }
        Ok(())
    }

    /// Reads the network to judge by. If it is none, it says so and judges by its own.
    fn open_network(&mut self) -> io::Result<()> {
        self.judgment = match &self.options.eval {
            Eval::Best => Judgment::Best,
            Eval::Weights => Judgment::Weights,
            Eval::File(file) => {
                let read = fs::read(file).map_err(|error| error.to_string());
                match read.and_then(|bytes| Network::read(&bytes).map_err(|error| error.to_string())) {
                    Ok(network) => Judgment::Network(Arc::new(network)),
                    Err(error) => {
                        self.judgment = Judgment::Best;
                        let complaint = format!("no network in {}: {error}; its own is used", file.display());
                        return self.output.say(&show::note(&complaint));
                    }
                }
            }
        };
        Ok(())
    }

    /// Forgets every position, and has room for as many as the options say.
    fn forget(&mut self) {
        self.table = Arc::new(TranspositionTable::new(self.options.hash));
    }

    /// Opens the endgame tables of the rules in force. If there are none, it says so and plays without.
    fn open_tables(&mut self) -> io::Result<()> {
        self.endings = None;
        let (Some(folder), Setup::Jungle(rules)) = (&self.options.tables, &self.options.setup) else { return Ok(()) };
        let complaint = match Tablebase::open(rules, folder) {
            Ok((tablebase, complaint)) => {
                self.endings = Some(Arc::new(tablebase));
                complaint
            }
            Err(error) => Some(error),
        };
        complaint.map_or(Ok(()), |complaint| self.output.say(&show::note(&complaint)))
    }

    /// Starts a search.
    fn think(&mut self, limits: Limits, endless: bool) -> io::Result<()> {
        if self.state.end().is_some() {
            self.output.say("info string the game is over")?;
            return self.output.say("bestmove (none)");
        }
        let (state, output, table) = (self.state.clone(), self.output.clone(), Arc::clone(&self.table));
        let (level, contempt, stop) = (self.options.level, self.options.contempt, Arc::clone(&limits.stop));
        let (helpers, judgment) = (self.options.threads - 1, self.judgment.clone());
        let endings = self.endings.clone().filter(|_| level.is_none_or(level::knows_endings));
        self.start(Some(Arc::clone(&stop)), endless, move || {
            let mut report = |thought: &Thought| output.say_if_heard(&show::thought(thought));
            let (limits, habits) = match level {
                None => (Limits { helpers, ..limits }, Habits { contempt, judgment, ..Habits::default() }),
                Some(animal) => (
                    limits.within(&level::limits(animal, &state.setup())),
                    level::habits(animal, Chance(rand::random())),
                ),
            };
            let thought = match level.and_then(level::table_megabytes) {
                None => ai::think(&state, &table, &limits, &habits, endings, &mut report),
                Some(own) => ai::think(&state, &TranspositionTable::new(own), &limits, &habits, endings, &mut report),
            };
            while endless && !stop.load(Ordering::Relaxed) {
                thread::park();
            }
            let best = thought.map_or("(none)".to_owned(), |thought| thought.best.to_string());
            output.say_if_heard(&format!("bestmove {best}"));
        });
        Ok(())
    }

    /// Starts counting leaves.
    fn count(&mut self, depth: u32) {
        let (state, output) = (self.state.clone(), self.output.clone());
        self.start(None, false, move || output.say_if_heard(&perft::report(&state, depth, true).join("\n")));
    }

    /// Does long work on a thread of its own.
    fn start(&mut self, stop: Option<Arc<AtomicBool>>, endless: bool, work: impl FnOnce() + Send + 'static) {
        let farewell = Farewell(self.events.clone());
        let thread = thread::spawn(move || {
            let _farewell = farewell;
            work();
        });
        self.work = Some(Work { stop, endless, thread });
    }

    /// Lets a search give its answer before the conversation ends. A count is not waited for.
    fn finish(&mut self) {
        if let Some(work) = self.work.take().filter(|work| work.stop.is_some()) {
            work.stop();
            // Should the search have failed, its thread has said so.
            let _ = work.thread.join();
        }
    }
}

impl Work {
    fn stop(&self) {
        if let Some(stop) = &self.stop {
            stop.store(true, Ordering::Relaxed);
            self.thread.thread().unpark();
        }
    }
}

/// Tells the conversation that long work has ended, even if it failed.
struct Farewell(Sender<Event>);

impl Drop for Farewell {
    fn drop(&mut self) {
        // When nobody listens any more, nobody needs to know.
        let _ = self.0.send(Event::Finished);
    }
}

/// Why a line was not obeyed.
enum Trouble {
    Command(CommandError),
    Output(io::Error),
}

impl From<CommandError> for Trouble {
    fn from(error: CommandError) -> Trouble {
        Trouble::Command(error)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Output(error)
    }
}

/// Where the engine speaks; its searches too.
#[derive(Clone)]
struct Output(Arc<Mutex<dyn Write + Send>>);

impl Output {
    fn new(output: impl Write + Send + 'static) -> Output {
        Output(Arc::new(Mutex::new(output)))
    }

    /// Says one or several lines at once.
    fn say(&self, lines: &str) -> io::Result<()> {
        let mut output = lock(&self.0);
        writeln!(output, "{lines}")?;
        output.flush()
    }

    /// Says it from a search: when nobody listens any more, the conversation notices for itself.
    fn say_if_heard(&self, lines: &str) {
        let _ = self.say(lines);
    }
}

/// Locks what a search that failed may have left locked: an output is usable in any state.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
