//! A convex body as the planes of its faces: a ray is inside it where it is behind all of them.

use rapier3d::parry::bounding_volume::Aabb;
use rapier3d::parry::shape::ConvexPolyhedron;

use super::rays::{Hits, Rays};
use super::{BOX_MARGIN_M, SolidHit};
use crate::units::lanes::{Vec3x4, f32x4, greater, lesser};
use crate::units::math::{Pose, Vec3};

/// A convex body, solid, for rays.
pub(super) struct Planes {
    /// Its origin: planes are known from here, because far from the world's origin their distances would be rounded.
    centre: Vec3,
    faces: Vec<Face>,
}

struct Face {
    /// Unit vector outwards.
    normal: Vec3,
    /// How far out along the normal it lies, in metres.
    out_m: f32,
}

impl Planes {
    /// The planes of a body; `None` where they are not all of it. The library takes faces that are nearly in one plane for
    /// one face, and a roof of many shallow slopes would come out flat.
    pub(super) fn new(pose: &Pose, body: &ConvexPolyhedron) -> Option<Planes> {
        let mut faces = Vec::with_capacity(body.faces().len());
        for face in body.faces() {
            let (first, count) = (face.first_vertex_or_edge as usize, face.num_vertices_or_edges as usize);
            let corners = body.vertices_adj_to_face().get(first..first + count)?;
            let out_m = |corner: &u32| face.normal.dot(body.points()[*corner as usize]);
            let lies_m = out_m(corners.first()?);
            if corners.iter().any(|corner| (out_m(corner) - lies_m).abs() > BOX_MARGIN_M) {
                return None;
            }
            faces.push(Face { normal: pose.rotation * face.normal, out_m: lies_m });
        }
        let has_all_faces = body.vertices().iter().all(|corner| corner.num_adj_faces_or_edge >= 3);
        has_all_faces.then_some(Planes { centre: pose.translation, faces })
    }

    /// Where a ray along the unit `direction` enters it, within `reach_m`. One that begins inside does not.
    pub(super) fn cast_ray(&self, origin: Vec3, direction: Vec3, reach_m: f32) -> Option<SolidHit> {
        let from = origin - self.centre;
        let (mut enters_m, mut leaves_m, mut normal) = (0.0, reach_m, None);
        for face in &self.faces {
            let (above_m, along) = (face.normal.dot(from) - face.out_m, face.normal.dot(direction));
            let crosses_m = above_m / -along;
            if along < 0.0 && crosses_m > enters_m {
                (enters_m, normal) = (crosses_m, Some(face.normal));
            } else if along > 0.0 {
                leaves_m = leaves_m.min(crosses_m);
            } else if along == 0.0 && above_m > 0.0 {
                return None;
            }
        }
        let normal = normal.filter(|_| enters_m <= leaves_m)?;
        Some(SolidHit { distance_m: enters_m, normal })
    }

    /// [`Planes::cast_ray`] by four.
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

    /// Whether all of a box is in front of one of its faces.
    pub(super) fn is_clear_of(&self, around: &Aabb) -> bool {
        let (middle, half) = (around.center() - self.centre, around.half_extents());
        let lowest_m = |face: &Face| face.normal.dot(middle) - face.normal.abs().dot(half) - face.out_m;
        self.faces.iter().any(|face| lowest_m(face) > BOX_MARGIN_M)
    }
}
