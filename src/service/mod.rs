//! Where state, time, chance, disk and AI meet.

mod messenger;

pub use messenger::{Drawn, EditPart, MessageId, Messenger, SendError};
