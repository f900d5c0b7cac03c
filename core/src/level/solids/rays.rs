//! Four parallel rays at once: those of a vehicle's wheels.
//!
//! They share their direction and their length, so of each part that they are cast at most is worked out once, and the rest
//! in four lanes.

use rapier3d::parry::bounding_volume::Aabb;

use super::SolidHit;
use crate::units::lanes::{Vec3x4, f32x4};
use crate::units::math::Vec3;

/// Four rays.
#[derive(Clone, Copy, Debug)]
pub struct Rays {
    /// Where each begins.
    pub origins: Vec3x4,
    /// Where all of them lead, a unit vector.
    pub direction: Vec3,
    /// How far, in metres.
    pub reach_m: f32,
}

impl Rays {
    /// The box around all of them.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        let (low, high) = self.origins.bounds();
        let way = self.direction * self.reach_m;
        Aabb::new(low.min(low + way), high.max(high + way))
    }
}

/// What four rays met, the nearest of each.
#[derive(Clone, Copy, Debug)]
pub struct Hits {
    /// Which met something at all, as a mask.
    pub met: f32x4,
    /// Distance along the ray, in metres; its length where it met nothing.
    pub distance_m: f32x4,
    /// The surface's normal, against the ray.
    pub normal: Vec3x4,
}

impl Hits {
    /// Nothing yet.
    #[must_use]
    pub fn none(rays: &Rays) -> Hits {
        Hits { met: f32x4::ZERO, distance_m: f32x4::splat(rays.reach_m), normal: Vec3x4::ZERO }
    }

    /// Takes what lies nearer than what was met so far, among the lanes of `mask`. Returns where it was taken.
    pub(super) fn take(&mut self, mask: f32x4, distance_m: f32x4, normal: Vec3x4) -> f32x4 {
        let taken = mask & distance_m.simd_lt(self.distance_m);
        self.met |= taken;
        self.distance_m = taken.bitselect(distance_m, self.distance_m);
        self.normal = normal.or(taken, self.normal);
        taken
    }

    /// Asks a part by one ray after the other.
    pub(super) fn ask_each(&mut self, rays: &Rays, cast: impl Fn(Vec3, f32) -> Option<SolidHit>) {
        for lane in 0..4 {
            let within_m = self.distance_m.as_array()[lane];
            if let Some(hit) = cast(rays.origins.lane(lane), within_m).filter(|hit| hit.distance_m < within_m) {
                self.met.as_mut_array()[lane] = f32::from_bits(u32::MAX);
                self.distance_m.as_mut_array()[lane] = hit.distance_m;
                self.normal.x.as_mut_array()[lane] = hit.normal.x;
                self.normal.y.as_mut_array()[lane] = hit.normal.y;
                self.normal.z.as_mut_array()[lane] = hit.normal.z;
            }
        }
    }
}
