//! One test crate for everything that is tested from outside.

mod referee;
mod rules;
mod store;
mod telegram;
mod tidy;
