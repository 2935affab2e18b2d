//! The file every call of the bot is appended to, a JSON object a line.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::world::record::Call;

/// The file, if calls are to be kept in one and it can be written.
#[derive(Default)]
pub struct CallLog(Mutex<Option<File>>);

impl CallLog {
    /// Appends to this file, made if need be.
    pub fn open(path: &Path) -> io::Result<CallLog> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(CallLog(Mutex::new(Some(file))))
    }

    /// Appends a call. A file that cannot be written is given up, with a warning.
    pub fn append(&self, call: &Call) {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(open) = file.as_mut() else { return };
        let line = serde_json::to_string(call).map_err(io::Error::from);
        if let Err(error) = line.and_then(|line| open.write_all((line + "\n").as_bytes())) {
            tracing::warn!("cannot write the record of calls, giving it up: {error}");
            *file = None;
        }
    }
}
