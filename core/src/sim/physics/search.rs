//! What is asked of the bodies: who touches, who is in the way, what a ray meets.

use rapier3d::prelude::*;

use super::{Hull, Physics, Pool, STATIC_GROUP};
use crate::level::{Block, SolidHit};
use crate::units::lanes::Vec3x4;
use crate::units::math::{Pose, Vec3};

impl Physics {
    /// Whether a hull would touch nothing of the level at a pose.
    pub fn has_room(&self, hull: &Hull, pose: &Pose) -> bool {
        let state = &self.state;
        let of_the_level = InteractionGroups::new(Group::ALL, STATIC_GROUP, InteractionTestMode::And);
        let query = state.broad_phase.as_query_pipeline(
            state.narrow_phase.query_dispatcher(),
            &state.bodies,
            &state.colliders,
            QueryFilter::default().groups(of_the_level),
        );
        let shape = Cuboid::new(hull.half);
        query.intersect_shape(*pose * Pose::from_translation(hull.centre), &shape).next().is_none()
    }

    /// Whether the body in a place touched anything in the last step.
    pub fn in_contact(&self, pool: Pool, row: usize) -> bool {
        let (_, collider) = self.handles(pool, row);
        self.state.narrow_phase.contact_pairs_with(collider).any(|pair| pair.has_any_active_contact())
    }

    /// A sphere around a body's hull: its centre, and its radius in metres.
    pub fn sphere_around(&self, pool: Pool, row: usize) -> (Vec3, f32) {
        let (pose, half) = self.hull_box(pool, row);
        (pose.translation, half.length())
    }

    /// The box of a body's hull, for rays.
    pub fn block(&self, pool: Pool, row: usize) -> Block {
        let (pose, half) = self.hull_box(pool, row);
        Block::new(&pose, half)
    }

    /// Casts a ray from `origin` along the unit `direction` at the hull of one body, `reach_m` far. A ray that begins inside
    /// it does not meet it.
    pub fn cast_ray_at(&self, pool: Pool, row: usize, origin: Vec3, direction: Vec3, reach_m: f32) -> Option<SolidHit> {
        self.block(pool, row).cast_ray(origin, direction, reach_m)
    }

    /// How fast a body moves at four points of it, in m/s.
    pub fn velocities_at(&self, pool: Pool, row: usize, points: Vec3x4) -> Vec3x4 {
        let body = self.body(pool, row);
        if !body.is_dynamic() {
            return Vec3x4::ZERO;
        }
        let arms = points - Vec3x4::splat(body.center_of_mass());
        Vec3x4::splat(body.linvel()) + Vec3x4::splat(body.angvel()).cross(arms)
    }

    /// The box of a body's hull: its pose, and half its edges in metres. From the body's own pose, since a collider follows
    /// its body only in the next step.
    fn hull_box(&self, pool: Pool, row: usize) -> (Pose, Vec3) {
        let (body, collider) = self.handles(pool, row);
        let collider = &self.state.colliders[collider];
        let hull = collider.shape().as_cuboid().expect("a body's hull is a box from the day its place is made");
        let centre = collider.position_wrt_parent().map_or(Vec3::ZERO, |pose| pose.translation);
        let pose = self.state.bodies[body].position();
        (Pose::from_parts(pose.transform_point(centre), pose.rotation), hull.half_extents)
    }
}
