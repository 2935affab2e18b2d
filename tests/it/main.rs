//! One test crate for everything that is tested from outside.

mod referee;
mod store;
mod rules;
mod tidy;
