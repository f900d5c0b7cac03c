//! Whole rides: a room, sessions and the links between them, in virtual time.

// All of this is tests; clippy knows only the functions marked so.
#![allow(clippy::unwrap_used)]

mod crash;
mod ramming;
mod scene;
mod stalls;
mod trailer;
mod watching;
