//! The Telegram layer: reading updates, telling errors apart, polling, and calls as they go over the wire.

mod calls;
mod emulated;
mod polling;
mod reading;
mod server;
mod webhook;

use doushou::people::Theme;
use doushou::render::Scene;
use doushou::rules::{Orientation, Setup};

/// Any scene: this layer looks only at whether there is one.
fn scene() -> Scene {
    Scene::plain(Setup::default().start().view(), Orientation::First, Theme::Faces)
}
