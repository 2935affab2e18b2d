//! One test crate for everything that is tested from outside.

mod ai;
mod ai_games;
mod arena;
mod browser;
mod chat;
mod coach;
mod cups;
mod emulator;
mod engine;
mod hosting;
mod kills;
mod naive;
mod ratings;
mod records;
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
