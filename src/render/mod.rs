//! Scene -> picture. Knows neither games nor chats.

mod scene;

pub use scene::{Scene, Target};
