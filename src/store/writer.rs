//! The writer thread: it alone touches the database, and saves what has queued up as a group.

use std::sync::mpsc::{self, Receiver, Sender};
use std::{io, thread};

use tokio::sync::oneshot;

use super::CommitError;
use super::database::Database;
use super::guard::guard;

/// The most jobs that share one flush; the next group starts at once.
const GROUP: usize = 256;

/// Work for the thread; what it returns is called when everything before it is on disk, or cannot be brought there.
type Job = Box<dyn FnOnce(&mut Database) -> Answer + Send>;
type Answer = Box<dyn FnOnce(&Result<(), String>)>;

enum Message {
    Job(Job),
    /// Save, close the database, end; the sender is dropped when that is done.
    Close(oneshot::Sender<()>),
}

/// A handle to the thread, which ends when the last handle is dropped or after [`Writer::close`].
#[derive(Clone)]
pub(super) struct Writer {
    messages: Sender<Message>,
}

impl Writer {
    /// Starts the thread.
    pub fn start(database: Database) -> io::Result<Writer> {
        let (messages, inbox) = mpsc::channel();
        thread::Builder::new().name("store".to_owned()).spawn(move || run(database, &inbox))?;
        Ok(Writer { messages })
    }

    /// Reads from the database. What is read has been saved durably when this returns.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Database) -> Result<T, CommitError> + Send + 'static,
    ) -> Result<T, CommitError> {
        self.ask(move |database| guard(|| work(database)).unwrap_or_else(|panic| Err(CommitError::Fault(panic)))).await
    }

    /// Changes the database; returns when the change is on disk. A panic stops the store: nobody knows what was done.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Database) -> Result<T, CommitError> + Send + 'static,
    ) -> Result<T, CommitError> {
        self.ask(move |database| {
            guard(|| work(database)).unwrap_or_else(|panic| Err(CommitError::Fault(database.stop(&panic))))
        })
        .await
    }

    /// Changes something that nobody waits for: no answer, and no way to the disk of its own.
    pub fn tell(&self, work: impl FnOnce(&mut Database) -> Result<(), CommitError> + Send + 'static) {
        let job: Job = Box::new(move |database| {
            let usable = database.usable();
            let done =
                usable.and_then(|()| guard(|| work(database)).unwrap_or_else(|panic| Err(CommitError::Fault(panic))));
            if let Err(error) = done {
                tracing::warn!(%error, "a small change was not made");
            }
            Box::new(|_| ())
        });
        // A closed store has nothing to change any more.
        let _ = self.messages.send(Message::Job(job));
    }

    /// Saves everything, closes the database and ends the thread. Later requests are refused.
    pub async fn close(&self) {
        let (closing, closed) = oneshot::channel();
        if self.messages.send(Message::Close(closing)).is_ok() {
            // It only ever ends by being dropped.
            let _ = closed.await;
        }
    }

    async fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Database) -> Result<T, CommitError> + Send + 'static,
    ) -> Result<T, CommitError> {
        let gone = || CommitError::Fault("the store is closed".to_owned());
        let (sender, answer) = oneshot::channel();
        let job: Job = Box::new(move |database| {
            let result = database.usable().and_then(|()| work(database));
            Box::new(move |saved| {
                // A caller who has gone away needs no answer.
                let _ = sender.send(saved.clone().map_err(CommitError::Stopped).and(result));
            })
        });
        self.messages.send(Message::Job(job)).map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }
}

/// The thread: takes what has queued up, does it, saves once, answers.
fn run(mut database: Database, inbox: &Receiver<Message>) {
    while let Ok(first) = inbox.recv() {
        let mut answers = Vec::new();
        let mut closing = None;
        for message in std::iter::once(first).chain(inbox.try_iter().take(GROUP - 1)) {
            match message {
                Message::Job(job) => answers.push(job(&mut database)),
                Message::Close(done) => {
                    closing = Some(done);
                    break;
                }
            }
        }
        let saved = database.save();
        for answer in answers {
            answer(&saved);
        }
        if closing.is_some() {
            drop(database);
            return;
        }
    }
    // No handle is left, so nobody waits for an answer; whatever was answered is on disk.
}
