//! One test crate for everything that is tested from outside.

mod ai;
mod ai_games;
mod arena;
mod browser;
mod chat;
mod emulator;
mod engine;
mod hosting;
mod naive;
mod referee;
mod render;
mod rules;
mod stage;
mod store;
mod stories;
mod tables;
mod telegram;
mod tidy;
mod variants;
mod variants_laws;
mod words;
