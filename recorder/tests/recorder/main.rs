//! Sessions recorded and read back.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod city;
mod drive;
mod film;
mod level;
mod program;
mod traffic;
