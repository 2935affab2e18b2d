//! Chooses moves.
