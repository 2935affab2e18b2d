//! The Telegram layer: reading updates, telling errors apart, polling, and calls as they go over the wire.

mod calls;
mod emulated;
mod polling;
mod reading;
mod server;
