//! One test crate for everything that is tested from outside.

mod referee;
mod rules;
mod telegram;
mod tidy;
