//! What wheels can stand on: the level, and the bodies around a vehicle.
//!
//! The level answers by its own sorted parts. Bodies are few and seldom under a wheel, so each vehicle first looks which of
//! them are near at all, among bodies that are sorted across the level; its four rays then ask these alone. A light piece in its place carries no wheel: what a car drives
//! onto, it tears loose.

use crate::level::Solids;
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
        Ground { solids, bodies, largest_m }
    }

    /// The bodies that a vehicle's wheels could stand on, `reach_m` beyond its hull.
    pub fn near(&self, physics: &Physics, row: usize, reach_m: f32) -> Vec<(Pool, usize)> {
        let (centre, radius_m) = physics.sphere_around(Pool::Vehicles, row);
        let is_near = |body: &&Body| {
            let within_m = radius_m + reach_m + body.radius_m;
            (body.centre - centre).length_squared() <= within_m * within_m
        };
        let aside_m = radius_m + reach_m + self.largest_m;
        let first = self.bodies.partition_point(|body| body.centre.x < centre.x - aside_m);
        let beside = self.bodies[first..].iter().take_while(|body| body.centre.x <= centre.x + aside_m);
        let others = beside.filter(|body| (body.pool, body.row) != (Pool::Vehicles, row));
        others.filter(is_near).map(|body| (body.pool, body.row)).collect()
    }

    /// Casts a ray from `origin` along the unit `direction`, `reach_m` far, at the level and at the bodies `near`. One that
    /// begins inside something meets nothing of it.
    pub fn cast_ray(
        &self,
        physics: &Physics,
        near: &[(Pool, usize)],
        origin: Vec3,
        direction: Vec3,
        reach_m: f32,
    ) -> Option<RayHit> {
        let fixed = self.solids.cast_ray(origin, direction, reach_m);
        let fixed = fixed.map(|hit| RayHit { distance_m: hit.distance_m, normal: hit.normal, velocity: Vec3::ZERO });
        near.iter().fold(fixed, |nearest, (pool, row)| {
            let within_m = nearest.map_or(reach_m, |hit| hit.distance_m);
            let hit = physics.cast_ray_at(*pool, *row, origin, direction, within_m);
            hit.filter(|hit| hit.distance_m < within_m).or(nearest)
        })
    }
}
