//! Four parallel rays at once: those of a vehicle's wheels.
//!
//! They share their direction and their length, so of each part that they are cast at most is worked out once, and the rest
//! in four lanes.

use rapier3d::parry::bounding_volume::Aabb;

use super::SolidHit;
use super::block::Block;
use super::hull::Hull;
use crate::units::lanes::{Vec3x4, f32x4, greater, lesser};
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

impl Block {
    /// [`Block::cast_ray`] by four. Returns which of them met it, before all else.
    pub fn cast_rays(&self, rays: &Rays, hits: &mut Hits) -> f32x4 {
        let from = rays.origins - Vec3x4::splat(self.centre);
        let (mut enters_m, mut leaves_m) = (f32x4::ZERO, hits.distance_m);
        let mut normal = Vec3x4::ZERO;
        for (axis, half_m) in self.axes.iter().zip(self.half_m) {
            let along = axis.dot(rays.direction);
            let at_m = from.dot(Vec3x4::splat(*axis));
            let [a_m, b_m] = [-half_m, half_m].map(|face_m| (f32x4::splat(face_m) - at_m) / f32x4::splat(along));
            let (near_m, far_m) = if along > 0.0 { (a_m, b_m) } else { (b_m, a_m) };
            normal = Vec3x4::splat(*axis * -along.signum()).or(near_m.simd_gt(enters_m), normal);
            enters_m = greater(enters_m, near_m);
            leaves_m = lesser(leaves_m, far_m);
        }
        hits.take(enters_m.simd_gt(f32x4::ZERO) & enters_m.simd_le(leaves_m), enters_m, normal)
    }
}

impl Hull {
    /// [`Hull::cast_ray`] by four.
    pub(super) fn cast_rays(&self, rays: &Rays, hits: &mut Hits) {
        let from = rays.origins - Vec3x4::splat(self.centre);
        let (mut enters_m, mut leaves_m) = (f32x4::ZERO, hits.distance_m);
        let mut normal = Vec3x4::ZERO;
        for face in &self.faces {
            let along = face.normal.dot(rays.direction);
            let above_m = from.dot(Vec3x4::splat(face.normal)) - f32x4::splat(face.out_m);
            let crosses_m = above_m / f32x4::splat(-along);
            if along < 0.0 {
                normal = Vec3x4::splat(face.normal).or(crosses_m.simd_gt(enters_m), normal);
                enters_m = greater(enters_m, crosses_m);
            } else {
                // Along a face it is infinite: ahead for who is below it, behind for who is above.
                let crosses_m = if along > 0.0 { crosses_m } else { above_m * f32x4::splat(f32::NEG_INFINITY) };
                leaves_m = lesser(leaves_m, crosses_m);
            }
        }
        hits.take(enters_m.simd_gt(f32x4::ZERO) & enters_m.simd_le(leaves_m), enters_m, normal);
    }
}
