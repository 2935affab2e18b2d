//! The 7×9 family on bitboards.

mod options;
mod state;

pub use options::Options;
pub use state::State;
