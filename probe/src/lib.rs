//! The probe: what a player would have seen, as a report.
//!
//! "The netcode got worse" is a feeling until two people can look at the same number. The probe runs a recording again
//! under a network of one's choosing and says how the own car answered, what everyone else looked like, when the worst
//! of it was, and with which command to see it again.
//!
//! The result is on stdout, progress on stderr, and the exit code says how far to believe it: see [`exit`].

pub mod cli;
pub mod exit;
pub mod impact;
pub mod list;
pub mod replay;
pub mod report;
