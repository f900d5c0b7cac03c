//! What wheels can stand on: the level, and the bodies around a vehicle.
//!
//! Four rays of one vehicle ask the same square metres, tick after tick. So the vehicle remembers which of the level's parts
//! are around it, and finds the bodies near it among all of them, sorted across the level; its rays ask these alone. A light
//! piece in its place carries no wheel: what a car drives onto, it tears loose.

use super::CLASSES;
use crate::level::{Hits, LightKind, Nearby, Rays, Solids};
use crate::sim::physics::{Physics, Pool};
use crate::sim::store::Store;
use crate::units::lanes::Vec3x4;
use crate::units::math::{UP, Vec3};

/// Everything that may be under a wheel.
pub struct Ground {
    /// The level's parts around each vehicle, by row. A memory, no state: see [`Nearby`].
    parts: Vec<Nearby>,
    /// The bodies of a tick by rising x, and by their entities where that is equal: rows differ between the roles.
    bodies: Vec<Body>,
    /// Radius of the largest, in metres.
    largest_m: f32,
}

/// What the wheels of one vehicle are over.
pub struct Underfoot {
    /// What their rays met.
    pub hits: Hits,
    /// How fast it moves there, in m/s.
    pub velocity: Vec3x4,
}

/// A body, as a sphere around its origin and all of it.
struct Body {
    pool: Pool,
    row: usize,
    entity_index: u16,
    centre: Vec3,
    radius_m: f32,
}

impl Ground {
    /// For a world of so many vehicles.
    pub fn new(vehicles: usize) -> Ground {
        Ground { parts: vec![Nearby::default(); vehicles], bodies: Vec::new(), largest_m: 0.0 }
    }

    /// Takes the bodies of all vehicles and loose pieces as they lie before the step.
    pub fn sort_bodies(&mut self, store: &Store, physics: &Physics) {
        self.bodies.clear();
        let mut add = |pool: Pool, row: usize, entity_index: u16, radius_m: f32| {
            self.bodies.push(Body { pool, row, entity_index, centre: physics.body(pool, row).translation(), radius_m });
        };
        let (vehicles, loose) = (store.vehicles(), store.loose());
        for row in (0..vehicles.slot.len()).filter(|row| vehicles.slot[*row].alive) {
            let class = &CLASSES[usize::from(vehicles.vehicle[row].class)];
            add(Pool::Vehicles, row, vehicles.slot[row].index, (class.half + UP * class.hull_up_m.abs()).length());
        }
        let largest_m = |most_m: f32, kind: LightKind| most_m.max(kind.properties().half_m.length());
        let piece_m = LightKind::ALL.into_iter().fold(0.0, largest_m);
        for row in (0..loose.slot.len()).filter(|row| loose.slot[*row].alive) {
            add(Pool::Loose, row, loose.slot[row].index, piece_m);
        }
        self.bodies.sort_by(|a, b| a.centre.x.total_cmp(&b.centre.x).then(a.entity_index.cmp(&b.entity_index)));
        self.largest_m = self.bodies.iter().fold(0.0, |largest_m, body| largest_m.max(body.radius_m));
    }

    /// Casts the four rays of a vehicle's wheels. One that begins inside something meets nothing of it.
    pub fn cast_rays(&mut self, solids: &Solids, physics: &Physics, vehicle: usize, rays: &Rays) -> Underfoot {
        let around = rays.bounds();
        self.parts[vehicle].look(solids, &around);
        let mut hits = self.parts[vehicle].cast_rays(solids, rays);

        let mut velocity = Vec3x4::ZERO;
        let first = self.bodies.partition_point(|body| body.centre.x < around.mins.x - self.largest_m);
        for Body { pool, row, centre, radius_m, .. } in &self.bodies[first..] {
            if centre.x > around.maxs.x + self.largest_m {
                break;
            }
            let apart = *centre - centre.clamp(around.mins, around.maxs);
            if apart.length_squared() > radius_m * radius_m || (*pool, *row) == (Pool::Vehicles, vehicle) {
                continue;
            }
            let nearer = physics.block(*pool, *row).cast_rays(rays, &mut hits);
            if nearer.any() {
                let points = rays.origins + Vec3x4::splat(rays.direction) * hits.distance_m;
                velocity = physics.velocities_at(*pool, *row, points).or(nearer, velocity);
            }
        }
        Underfoot { hits, velocity }
    }
}
