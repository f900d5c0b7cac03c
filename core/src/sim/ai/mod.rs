//! Drivers that write inputs, as a client would, from what the world shows.
//!
//! They know the rules' units and nothing of the network. All they do follows from their seed and the world, so a run with
//! them can be run again.

pub(super) mod alarm;
mod brawler;
mod chance;
mod chaser;
mod crowd;
mod mind;
mod on_foot;
mod police;
pub(super) mod population;
mod rammer;
mod steering;
mod traffic;

pub use chance::Chance;
pub use mind::{Profile, THINK_TICKS};
pub(super) use mind::{View, think};
pub use population::AWAY_M;
pub use rammer::Rammer;
pub use steering::steer_towards;
pub(super) use traffic::Approaches;
