//! One test crate for everything that is tested from outside.

mod browser;
mod chat;
mod emulator;
mod referee;
mod render;
mod rules;
mod stage;
mod store;
mod stories;
mod telegram;
mod tidy;
mod words;
