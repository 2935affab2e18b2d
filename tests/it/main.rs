//! All integration tests in one crate, a file per subject.

mod render;
