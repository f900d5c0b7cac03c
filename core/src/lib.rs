//! The rules of Tachograph, pure.
//!
//! A driving game over a network is wrong in two ways that are hard to tell apart: the rules differ between the two ends,
//! or the word of one end reached the other too late. Here the first cannot happen: the same level, seed, commands and
//! inputs give the same bits everywhere, in any build, on any target. So whatever remains is the network's, and it can be
//! measured.
//!
//! Nothing in this crate reads a clock, a file, a socket or the system's randomness, or starts a thread. Time is an
//! argument; input and output are values. A module uses those before it in the list below, never one after it.

pub mod units;

pub mod input;
pub mod level;
pub mod sim;
pub mod snapshot;
pub mod wire;
pub use tacho_link as link;
pub mod driver;
pub mod play;
pub mod room;
pub mod session;
