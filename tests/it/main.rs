//! Every integration test, in one crate: a module per subject, data in `tests/data`.

mod referee;
mod store;
