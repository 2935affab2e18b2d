//! Doushou: a Telegram bot that referees Dou Shou Qi (斗兽棋, Jungle, Animal Chess) in group chats.
//!
//! # The map
//!
//! From the ground up; a module names only what stands above it in this list (`tests/it/tidy.rs` reads the sources and checks).
//!
//! | module | what it is |
//! |---|---|
//! | [`metrics`] | what is counted and timed, and the page that shows it |
//! | [`rules`] | what is legal, what follows, who has won. Pure |
//! | [`tables`] | who wins with few animals on the board, solved backwards from the end |
//! | [`ai`] | chooses moves: a search for every variant, levels named by the animals |
//! | [`coach`] | what moves were worth, what would have been better, and why: analysis and hints. Pure |
//! | [`render`] | `Scene` → picture. Knows neither games nor chats |
//! | [`people`] | persons, chats, their settings and limits. Pure |
//! | [`book`] | what stands beside the board and outlasts it: clocks, records, points and ratings with their ledger, cups. Pure |
//! | [`referee`] | one table as a state machine: `Command` in, `Progress` or `Refusal` out. Pure |
//! | [`i18n`] | words, per language |
//! | [`chat`] | the conversation, free of any platform: `Incoming` → `Intent`; tables and notices → `Post`. Pure |
//! | [`store`] | the durable memory: sled, versioned records |
//! | [`service`] | where state, time, chance, disk and AI meet: a lock per table, a lane per chat, the AI's seat |
//! | [`config`] | the only reader of environment variables |
//! | [`telegram`] | the adapter: raw updates → `Incoming`, `Post` → requests |
//! | [`emulator`] | a Bot API server of our own and its chat page, for the demo and the end-to-end tests; knows only the Bot API |
//! | [`cli`] | one file per subcommand |
//!
//! # One move's journey
//!
//! 1. `telegram::poll` fetches the update; `telegram::incoming` reads it into a [`chat::Incoming`].
//! 2. [`service`] looks up who and where (`dispatch`), and [`chat::read`] says what is wanted: an [`chat::Intent`].
//! 3. Under the table's lock (`tables`) the referee is asked: [`referee::Table::handle`] returns the new table and what
//!    happened, or a refusal. Legality is [`rules::Rules::legal_moves`], nothing else.
//! 4. [`store`] saves once, durably, what is to be said included. Only then is the press answered and the update confirmed to Telegram.
//! 5. The table is put into its chat's lane (`outbox`). When its turn comes, `board` asks [`chat::table`] what the message should
//!    look like now, [`render`] draws the scene off the async threads, and `telegram::calls` edits or sends it.
//! 6. If the AI is to move, `ai_seat` asks [`ai`]; its answer re-enters at 3.
//!
//! # What is true everywhere
//!
//! * Time and chance reach pure code as arguments.
//! * Save first, then speak. What is shown is derived from what is saved: a board that was not sent can always be made again, and
//!   words are owed, on disk, until Telegram has them.
//! * Refusals are data; faults are small typed errors; words live in the locale files alone.
//! * `Seat` is not a color, `Move` (a choice) is not `Ply` (what happened), and `End` says who won apart from why.
//! * Nothing above `rules` branches on a variant: pictures come from `view()`, pickers from `choices()`.
//! * What concerns several games (limits, points, ratings) is checked and reckoned inside the store's transaction.
//! * No type of teloxide leaves `telegram`, none of sled leaves `store`.

#![forbid(unsafe_code)]

pub mod ai;
pub mod book;
pub mod chat;
pub mod cli;
pub mod coach;
pub mod config;
pub mod emulator;
pub mod i18n;
pub mod metrics;
pub mod people;
pub mod referee;
pub mod render;
pub mod rules;
pub mod service;
pub mod store;
pub mod tables;
pub mod telegram;
