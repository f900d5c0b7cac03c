//! A box in any pose: most of what stands in a city.

use super::rays::{Hits, Rays};
use super::{ON_SURFACE_M, SolidHit};
use crate::units::lanes::{Vec3x4, f32x4, greater, lesser};
use crate::units::math::{AXLE, FORWARD, Pose, UP, Vec3};

/// A box, solid.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    centre: Vec3,
    /// Directions of its edges.
    axes: [Vec3; 3],
    /// Half its edges, in metres.
    half_m: [f32; 3],
}

impl Block {
    /// A box with its middle at a pose.
    #[must_use]
    pub fn new(pose: &Pose, half: Vec3) -> Block {
        let axes = [AXLE, UP, FORWARD].map(|axis| pose.rotation * axis);
        Block { centre: pose.translation, axes, half_m: half.to_array() }
    }

    /// Where a ray along the unit `direction` enters it, within `reach_m`. One that begins inside does not.
    #[must_use]
    pub fn cast_ray(&self, origin: Vec3, direction: Vec3, reach_m: f32) -> Option<SolidHit> {
        let from = origin - self.centre;
        let (mut enters_m, mut leaves_m, mut normal) = (0.0, reach_m, None);
        for (axis, half_m) in self.axes.iter().zip(self.half_m) {
            let (at_m, along) = (axis.dot(from), axis.dot(direction));
            let (a_m, b_m) = ((-half_m - at_m) / along, (half_m - at_m) / along);
            // By the sign alone: along a face it is that of zero, and both are infinite, or on the face no number at all.
            let (near_m, far_m) = if along.is_sign_negative() { (b_m, a_m) } else { (a_m, b_m) };
            if near_m > enters_m {
                (enters_m, normal) = (near_m, Some(*axis * -along.signum()));
            }
            if far_m < leaves_m {
                leaves_m = far_m;
            }
        }
        let normal = normal.filter(|_| enters_m <= leaves_m)?;
        Some(SolidHit { distance_m: enters_m, normal })
    }

    /// [`Block::cast_ray`] by four. Returns which of them met it, before all else.
    pub fn cast_rays(&self, rays: &Rays, hits: &mut Hits) -> f32x4 {
        let from = rays.origins - Vec3x4::splat(self.centre);
        let (mut enters_m, mut leaves_m) = (f32x4::ZERO, hits.distance_m);
        let mut normal = Vec3x4::ZERO;
        for (axis, half_m) in self.axes.iter().zip(self.half_m) {
            let along = axis.dot(rays.direction);
            let at_m = from.dot(Vec3x4::splat(*axis));
            let [a_m, b_m] = [-half_m, half_m].map(|face_m| (f32x4::splat(face_m) - at_m) / f32x4::splat(along));
            let (near_m, far_m) = if along.is_sign_negative() { (b_m, a_m) } else { (a_m, b_m) };
            normal = Vec3x4::splat(*axis * -along.signum()).or(near_m.simd_gt(enters_m), normal);
            enters_m = greater(enters_m, near_m);
            leaves_m = lesser(leaves_m, far_m);
        }
        hits.take(enters_m.simd_gt(f32x4::ZERO) & enters_m.simd_le(leaves_m), enters_m, normal)
    }

    /// The way from its surface to a point, and how far it is: negative from inside, where it leads out the shortest way.
    pub(super) fn way_out(&self, point: Vec3) -> (Vec3, f32) {
        let from = point - self.centre;
        let at_m = self.axes.map(|axis| axis.dot(from));
        let beyond_m = [0, 1, 2].map(|axis| at_m[axis].abs() - self.half_m[axis]);
        let deepest = (0..3).fold(0, |best, axis| if beyond_m[axis] > beyond_m[best] { axis } else { best });
        let outwards = |axis: usize| self.axes[axis] * at_m[axis].signum();
        if beyond_m[deepest] <= ON_SURFACE_M {
            return (outwards(deepest), beyond_m[deepest]);
        }
        let way = (0..3).fold(Vec3::ZERO, |way, axis| way + outwards(axis) * beyond_m[axis].max(0.0));
        let distance_m = way.length();
        (way / distance_m, distance_m)
    }
}
