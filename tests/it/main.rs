//! All integration tests: one crate, so that they link once.

mod telegram;
