//! The referee's book: what is written down about games. Pure.

mod record;

pub use record::{Close, Entry, Record, RecordFault, RecordText, WordFault};
