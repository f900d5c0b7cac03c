//! Reads play back: a trace run again and held against its digests ([`verify`]); and the rig, which runs an authority, its
//! players and the network between them in virtual time, under whatever [`conditions`].
//!
//! A fault of netcode shows on one machine, on one evening, and is gone when somebody looks. Here the evening is a
//! function of its arguments: the same recording, conditions and seed give the same frames, so a fault that was seen
//! once can be looked at as often as it takes.

pub mod closed;
pub mod conditions;
pub mod exit;
pub mod fingerprint;
pub mod info;
pub mod judge;
pub mod levels;
pub mod picture;
pub mod rig;
pub mod synctest;
pub mod verify;
pub mod word;
