//! The rules against data (every line of the files in tests/data/rules is a case), a second opinion, and laws.

mod cases;
mod laws;
mod naive;
mod perft;
mod table;
