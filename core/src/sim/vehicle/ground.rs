//! What wheels can stand on: the level, and the bodies around a vehicle.
//!
//! Four rays of one vehicle ask the same square metres. So the vehicle first looks what there is at all, once, among parts
//! that the level has sorted into a grid and bodies that are sorted across it; its rays then ask these alone. A light piece
//! in its place carries no wheel: what a car drives onto, it tears loose.

use rapier3d::parry::bounding_volume::Aabb;

use crate::level::{Block, Solids};
use crate::sim::physics::{Physics, Pool, RayHit};
use crate::sim::store::Store;
use crate::units::math::Vec3;

/// Everything that may be under a wheel in one tick.
pub struct Ground<'a> {
    solids: &'a Solids,
    /// By rising x.
    bodies: Vec<Body>,
    /// Radius of the largest, in metres.
    largest_m: f32,
    /// The level's parts that the vehicle looked at last is over.
    near_parts: Vec<u32>,
    near_bodies: Vec<(Pool, usize, Block)>,
}

/// A body, as a sphere around all of it.
struct Body {
    pool: Pool,
    row: usize,
    centre: Vec3,
    radius_m: f32,
}

impl<'a> Ground<'a> {
    /// The level's fixed parts, and the bodies of all vehicles and loose pieces as they lie before the step.
    pub fn new(solids: &'a Solids, store: &Store, physics: &Physics) -> Ground<'a> {
        let mut bodies = Vec::new();
        for (pool, slots) in [(Pool::Vehicles, store.vehicles().slot), (Pool::Loose, store.loose().slot)] {
            for row in (0..slots.len()).filter(|row| slots[*row].alive) {
                let (centre, radius_m) = physics.sphere_around(pool, row);
                bodies.push(Body { pool, row, centre, radius_m });
            }
        }
        bodies.sort_by(|a: &Body, b: &Body| a.centre.x.total_cmp(&b.centre.x));
        let largest_m = bodies.iter().fold(0.0, |largest_m: f32, body| largest_m.max(body.radius_m));
        Ground { solids, bodies, largest_m, near_parts: Vec::new(), near_bodies: Vec::new() }
    }

    /// Looks what rays of one vehicle could meet that stay in a box.
    pub fn look(&mut self, physics: &Physics, row: usize, around: &Aabb) {
        self.near_parts.clear();
        self.solids.visit_parts(around, |part| self.near_parts.push(part));
        self.near_bodies.clear();
        let first = self.bodies.partition_point(|body| body.centre.x < around.mins.x - self.largest_m);
        for body in &self.bodies[first..] {
            if body.centre.x > around.maxs.x + self.largest_m {
                break;
            }
            let nearest = body.centre.clamp(around.mins, around.maxs);
            let is_near = (body.centre - nearest).length_squared() <= body.radius_m * body.radius_m;
            if is_near && (body.pool, body.row) != (Pool::Vehicles, row) {
                self.near_bodies.push((body.pool, body.row, physics.block(body.pool, body.row)));
            }
        }
    }

    /// Casts a ray from `origin` along the unit `direction`, `reach_m` far, at what was looked at. One that begins inside
    /// something meets nothing of it.
    pub fn cast_ray(&self, physics: &Physics, origin: Vec3, direction: Vec3, reach_m: f32) -> Option<RayHit> {
        let fixed = self.solids.cast_ray_at(&self.near_parts, origin, direction, reach_m);
        let fixed = fixed.map(|hit| RayHit { distance_m: hit.distance_m, normal: hit.normal, velocity: Vec3::ZERO });
        self.near_bodies.iter().fold(fixed, |nearest, (pool, row, block)| {
            let within_m = nearest.map_or(reach_m, |hit| hit.distance_m);
            let hit = block.cast_ray(origin, direction, within_m).filter(|hit| hit.distance_m < within_m);
            hit.map(|hit| physics.moving_hit(*pool, *row, origin + direction * hit.distance_m, hit)).or(nearest)
        })
    }
}
