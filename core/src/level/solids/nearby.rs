//! Which parts are around something that moves: looked up once, and again only when it has moved on.
//!
//! A car asks the same few parts tick after tick. What is remembered of them follows from the level and the place alone, so
//! it may be forgotten, or be of another time, without a bit of any answer changing.

use rapier3d::parry::bounding_volume::{Aabb, BoundingVolume};

use super::Solids;
use crate::units::math::Vec3;

/// How far beyond what is asked for is looked, in metres: a car at 100 km/h goes four ticks, a walker a second. More means
/// more parts that are asked for nothing.
const MARGIN_M: f32 = 2.0;

/// The parts around one place.
#[derive(Clone, Debug)]
pub struct Nearby {
    around: Aabb,
    /// Their numbers, ascending.
    pub(super) parts: Vec<u32>,
}

impl Default for Nearby {
    fn default() -> Nearby {
        // No box lies within one that ends before it begins.
        Nearby { around: Aabb::new(Vec3::MAX, Vec3::MIN), parts: Vec::new() }
    }
}

impl Nearby {
    /// Has all parts known that reach into a box.
    pub fn look(&mut self, solids: &Solids, around: &Aabb) {
        if self.around.contains(around) {
            return;
        }
        self.around = around.loosened(MARGIN_M);
        self.parts.clear();
        solids.visit_parts(&self.around, |part| self.parts.push(part));
        self.parts.sort_unstable();
    }
}
