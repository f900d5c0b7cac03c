//! Reads play back: the rig, which runs an authority, its players and the network between them in virtual time, and the
//! conditions that it runs them under.
//!
//! A fault of netcode shows on one machine, on one evening, and is gone when somebody looks. Here the evening is a
//! function of its arguments: the same recording, conditions and seed give the same frames, so a fault that was seen
//! once can be looked at as often as it takes.

pub mod conditions;
pub mod fingerprint;
pub mod rig;
pub mod synctest;
pub mod word;
