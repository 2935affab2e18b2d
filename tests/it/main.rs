//! One test crate for everything that is tested from outside.

mod ai;
mod engine;
mod referee;
mod render;
mod rules;
mod store;
mod telegram;
mod tidy;
