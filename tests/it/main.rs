//! Everything that is tested from outside, in one crate: one build, one binary.

mod rules;
