//! The levels that are code.
//!
//! A level of 8,000 pieces as text is a megabyte that nobody reads; the function that makes it is a page. A recording
//! names the generator and its seed, and the hash says whether it still makes the same.

use super::LevelData;

mod collisions;
mod padding;
mod random;
#[cfg(test)]
mod tests;

pub use collisions::{LANDMARKS, Landmarks, WallLane, test_collisions};
pub use padding::padded;
pub use random::SplitMix64;

/// Every name that [`by_name`] knows.
pub const NAMES: [&str; 1] = ["test-collisions"];

/// The level of that name.
#[must_use]
pub fn by_name(name: &str) -> Option<LevelData> {
    match name {
        "test-collisions" => Some(test_collisions()),
        _ => None,
    }
}
