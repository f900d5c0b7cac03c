//! The levels that are code.
//!
//! A level of 8,000 pieces as text is a megabyte that nobody reads; the function that makes it is a page. A recording
//! names the generator and its seed, and the hash says whether it still makes the same.

use super::LevelData;

mod breakables;
mod collisions;
mod gameplay;
mod hillside;
mod junction;
mod kit;
mod padding;
mod random;
mod riverbend;
#[cfg(test)]
mod tests;

pub use breakables::test_breakables;
pub use collisions::{LANDMARKS, Landmarks, WallLane, test_collisions};
pub use gameplay::test_core_gameplay;
pub use hillside::test_hillside;
pub use junction::test_traffic_junction;
pub use padding::padded;
pub use random::SplitMix64;
pub use riverbend::riverbend;

/// Every name that [`by_name`] knows.
pub const NAMES: [&str; 6] =
    ["test-collisions", "test-breakables", "test-traffic-junction", "test-core-gameplay", "test-hillside", "riverbend"];

/// The seed of the levels that have one, where a name stands alone.
pub const SEED: u64 = 1;

/// The level of that name.
#[must_use]
pub fn by_name(name: &str) -> Option<LevelData> {
    match name {
        "test-collisions" => Some(test_collisions()),
        "test-breakables" => Some(test_breakables()),
        "test-traffic-junction" => Some(test_traffic_junction(SEED)),
        "test-core-gameplay" => Some(test_core_gameplay(SEED)),
        "test-hillside" => Some(test_hillside()),
        "riverbend" => Some(riverbend(SEED)),
        _ => None,
    }
}
