//! What wheels can stand on: the level, and the bodies around a vehicle.
//!
//! Four rays of one vehicle ask the same square metres. So the vehicle first looks what there is at all, once, among parts
//! that the level has sorted into a grid and bodies that are sorted across it; its rays then ask these alone. A light piece
//! in its place carries no wheel: what a car drives onto, it tears loose.

use rapier3d::parry::bounding_volume::Aabb;

use crate::level::{Hits, Rays, Solids};
use crate::sim::physics::{Physics, Pool};
use crate::sim::store::Store;
use crate::units::lanes::Vec3x4;
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
    near_bodies: Vec<(Pool, usize)>,
}

/// What the wheels of one vehicle are over.
pub struct Underfoot {
    /// What their rays met.
    pub hits: Hits,
    /// How fast it moves there, in m/s.
    pub velocity: Vec3x4,
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

    /// Casts the four rays of a vehicle's wheels. One that begins inside something meets nothing of it.
    pub fn cast_rays(&mut self, physics: &Physics, row: usize, rays: &Rays) -> Underfoot {
        let (low, high) = rays.origins.bounds();
        let way = rays.direction * rays.reach_m;
        self.look(row, &Aabb::new(low.min(low + way), high.max(high + way)));

        let mut hits = Hits::none(rays);
        self.solids.cast_rays_at(&self.near_parts, rays, &mut hits);
        let mut velocity = Vec3x4::ZERO;
        for (pool, row) in &self.near_bodies {
            let nearer = physics.block(*pool, *row).cast_rays(rays, &mut hits);
            if nearer.any() {
                let points = rays.origins + Vec3x4::splat(rays.direction) * hits.distance_m;
                velocity = physics.velocities_at(*pool, *row, points).or(nearer, velocity);
            }
        }
        Underfoot { hits, velocity }
    }

    /// Looks what the rays of one vehicle could meet, which stay in a box.
    fn look(&mut self, row: usize, around: &Aabb) {
        self.near_parts.clear();
        self.solids.visit_parts(around, |part| self.near_parts.push(part));
        self.near_parts.sort_unstable();
        self.near_bodies.clear();
        let first = self.bodies.partition_point(|body| body.centre.x < around.mins.x - self.largest_m);
        for body in &self.bodies[first..] {
            if body.centre.x > around.maxs.x + self.largest_m {
                break;
            }
            let nearest = body.centre.clamp(around.mins, around.maxs);
            let is_near = (body.centre - nearest).length_squared() <= body.radius_m * body.radius_m;
            if is_near && (body.pool, body.row) != (Pool::Vehicles, row) {
                self.near_bodies.push((body.pool, body.row));
            }
        }
    }
}
