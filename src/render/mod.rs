//! Scene -> picture. Knows neither games nor chats.
//!
//! Everything that is drawn comes from the vector drawings under `assets/`. A sprite is a drawing, or a piece made of several,
//! rasterized once for a size of cell; a ground is the empty board of a variant, put together once per board and orientation.
//! A picture is a ground with marks and pieces laid over it, reduced to a palette and packed as an indexed PNG, band by band: most
//! bands of a board are those of the board before, and are kept.
//!
//! In reading order: [`Picture`] (what is to be seen: the [`Scene`] on a board, a [`Chart`], the [`Balance`] of a game or a
//! [`Scoreboard`]), [`Renderer`] (picture in, PNG out, remembering bands of recent boards), [`Film`] (scenes in, GIF out), `layout`
//! (where squares are), `ground` (the empty board), `layers` (what lies on it), `arrow` (moves drawn over it), `piece` (the recipe
//! of every piece), `sprites` (what is rasterized already), `art` (the drawings), `text`, `palette` (colors), `pack` (PNG).

mod arrow;
mod art;
mod balance;
mod chart;
mod film;
mod ground;
mod layers;
mod layout;
mod pack;
mod palette;
mod piece;
mod recent;
mod renderer;
mod scene;
mod scoreboard;
mod sprites;
mod text;

pub use balance::Balance;
pub use chart::{Bar, Chart, Label};
pub use film::{Animation, Card, Film, Shot};
pub use renderer::Renderer;
pub use scene::{Advice, Arrow, Picture, Scene, Target, Theme};
pub use scoreboard::{Cell, Scoreboard, Tone};
