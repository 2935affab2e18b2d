//! The rules against data: every line of the files in tests/data/rules is a case.

mod perft;
