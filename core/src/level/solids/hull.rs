//! A convex body as the planes of its faces: a ray is inside it where it is behind all of them.

use rapier3d::parry::bounding_volume::Aabb;
use rapier3d::parry::shape::ConvexPolyhedron;

use super::{BOX_MARGIN_M, SolidHit};
use crate::units::math::{Pose, Vec3};

/// A convex body, solid, for rays.
pub(super) struct Hull {
    /// Its origin: planes are known from here, because far from the world's origin their distances would be rounded.
    pub(super) centre: Vec3,
    pub(super) faces: Vec<Face>,
}

pub(super) struct Face {
    /// Unit vector outwards.
    pub(super) normal: Vec3,
    /// How far out along the normal it lies, in metres.
    pub(super) out_m: f32,
}

impl Hull {
    pub(super) fn new(pose: &Pose, body: &ConvexPolyhedron) -> Hull {
        let corner = |vertex: u32| body.points()[vertex as usize];
        let faces = body.faces().iter().map(|face| {
            let first = body.vertices_adj_to_face()[face.first_vertex_or_edge as usize];
            Face { normal: pose.rotation * face.normal, out_m: face.normal.dot(corner(first)) }
        });
        Hull { centre: pose.translation, faces: faces.collect() }
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

    /// Whether all of a box is in front of one of its faces.
    pub(super) fn is_clear_of(&self, around: &Aabb) -> bool {
        let (middle, half) = (around.center() - self.centre, around.half_extents());
        let lowest_m = |face: &Face| face.normal.dot(middle) - face.normal.abs().dot(half) - face.out_m;
        self.faces.iter().any(|face| lowest_m(face) > BOX_MARGIN_M)
    }
}
