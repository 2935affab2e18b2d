//! One test crate for everything that is tested from outside.

mod referee;
mod render;
mod rules;
mod stage;
mod store;
mod stories;
mod telegram;
mod tidy;
