//! Traces written by a driven world and read back, by the library and by the program.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod fixture;
mod program;
mod synctest;
mod verify;
