//! Doushou: a Telegram bot that referees Dou Shou Qi (斗兽棋, Jungle, Animal Chess).

#![forbid(unsafe_code)]

pub mod ai;
pub mod chat;
pub mod cli;
pub mod config;
pub mod emulator;
pub mod i18n;
pub mod people;
pub mod referee;
pub mod render;
pub mod rules;
pub mod service;
pub mod store;
pub mod telegram;
