//! teloxide adapter.
