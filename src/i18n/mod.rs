//! Words, per language.
