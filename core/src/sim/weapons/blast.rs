//! Blasts: everything around is hurt and pushed, less the farther off, and not at all behind a wall.
//!
//! A push is an impulse, so that a bin flies where a bus only rocks; but nothing is thrown faster than
//! [`THROWN_MOST_MPS`], or a bin would leave the city.

use std::sync::Arc;

use super::Cause;
use super::table::Charge;
use crate::sim::component::Motion;
use crate::sim::event::Event;
use crate::sim::near::Near;
use crate::sim::people::KINDS;
use crate::sim::people::life::{self, Blow, Target};
use crate::sim::physics::Pool;
use crate::sim::pieces::{self, piece_entity};
use crate::sim::vehicle::{CLASSES, REACH_MOST_M};
use crate::sim::world::World;
use crate::units::math::{UP, Vec3};
use crate::units::{EntityId, TICK_RATE_HZ};

/// Nothing is thrown faster than this, in m/s: a person lands some 10 m off.
const THROWN_MOST_MPS: f32 = 10.0;

/// How far upwards a push goes, beside one part away from the blast.
const THROWN_UP_SHARE: f32 = 0.5;

/// Ticks for which one who was thrown lies: a second and a half.
const THROWN_LIMP_TICKS: u16 = 3 * TICK_RATE_HZ as u16 / 2;

/// Share of the radius within which light pieces are torn loose.
const TEAR_SHARE: f32 = 0.5;

/// A charge that goes off.
struct Blast<'a> {
    at: Vec3,
    by: EntityId,
    charge: &'a Charge,
}

/// Blows up a charge. What it sends flying is everyone on foot, every vehicle and every light piece in reach; who sits in a
/// vehicle is kept by it.
pub fn blow_up(world: &mut World, near: &Near, at: Vec3, by: EntityId, charge: &Charge) {
    world.events.push(Event::Blast { at, radius_m: charge.radius_m });
    let blast = Blast { at, by, charge };
    blast.throw_people(world, near);
    blast.push_vehicles(world, near);
    blast.push_loose_pieces(world);
    blast.tear_pieces(world);
}

impl Blast<'_> {
    /// What is left of it at a target whose nearest point is `distance_m` off and whose middle is at `middle`: 0 to 1, 0
    /// also behind a wall.
    fn share(&self, world: &World, distance_m: f32, middle: Vec3) -> f32 {
        let share = 1.0 - distance_m / self.charge.radius_m;
        let way = middle - self.at;
        let solids = world.level.solids();
        let is_hidden = || solids.cast_ray(self.at, way.normalize_or(UP), way.length()).is_some();
        if share > 0.0 && !is_hidden() { share } else { 0.0 }
    }

    /// The velocity that a body gets of it, in m/s.
    fn push(&self, share: f32, middle: Vec3, mass_kg: f32) -> Vec3 {
        let direction = ((middle - self.at).normalize_or_zero() + UP * THROWN_UP_SHARE).normalize_or(UP);
        direction * (self.charge.impulse_ns / mass_kg).min(THROWN_MOST_MPS) * share
    }

    fn hurt(&self, world: &mut World, target: Target, share: f32, at: Vec3) {
        let points = self.charge.points * share;
        life::hurt(world, target, Blow { by: Some(self.by), with: Cause::Blast, points, at });
    }

    fn throw_people(&self, world: &mut World, near: &Near) {
        for row in near.people(self.at, self.charge.radius_m) {
            let people = world.store.people();
            let kind = &KINDS[usize::from(people.person[row].kind)];
            let middle = people.motion[row].position + UP * (kind.height_m / 2.0);
            let share = self.share(world, (middle - self.at).length(), middle);
            if share > 0.0 {
                let people = world.store.people_mut();
                people.motion[row].velocity += self.push(share, middle, kind.mass_kg);
                people.walk[row].limp_ticks = people.walk[row].limp_ticks.max(THROWN_LIMP_TICKS);
                people.walk[row].jacking_ticks = 0;
                self.hurt(world, Target::Person(row), share, middle);
            }
        }
    }

    fn push_vehicles(&self, world: &mut World, near: &Near) {
        for row in near.vehicles(self.at, self.charge.radius_m + REACH_MOST_M) {
            let vehicles = world.store.vehicles();
            let class = &CLASSES[usize::from(vehicles.vehicle[row].class)];
            let (nearest, middle) = nearest_of_hull(world, row, self.at);
            let share = self.share(world, (nearest - self.at).length(), middle);
            if share > 0.0 {
                let push = self.push(share, middle, class.mass_kg);
                let velocity = world.physics.body(Pool::Vehicles, row).linvel() + push;
                world.physics.body_mut(Pool::Vehicles, row).set_linvel(velocity, true);
                world.store.vehicles_mut().motion[row] = world.physics.motion(Pool::Vehicles, row);
                self.hurt(world, Target::Vehicle(row), share, nearest);
            }
        }
    }

    fn push_loose_pieces(&self, world: &mut World) {
        for row in 0..world.store.loose().slot.len() {
            let loose = world.store.loose();
            let middle = loose.motion[row].position;
            let distance_m = (middle - self.at).length();
            if !loose.slot[row].alive || distance_m > self.charge.radius_m {
                continue;
            }
            let share = self.share(world, distance_m, middle);
            if share > 0.0 {
                let body = world.physics.body_mut(Pool::Loose, row);
                let velocity = body.linvel() + self.push(share, middle, body.mass());
                body.set_linvel(velocity, true);
                world.store.loose_mut().motion[row] = world.physics.motion(Pool::Loose, row);
            }
        }
    }

    fn tear_pieces(&self, world: &mut World) {
        let within_m = self.charge.radius_m * TEAR_SHARE;
        let level = Arc::clone(&world.level);
        let near: Vec<u16> = world.grid.near(self.at, within_m).collect();
        for piece in near.into_iter().map(usize::from) {
            let light = &level.data().light_pieces[piece];
            let state = world.store.standing().piece[piece];
            // A lamp is torn at its foot, not at the middle of its post.
            let distance_m = (light.position - self.at).length();
            let (middle, rotation) = (light.pose().translation, light.pose().rotation);
            if state.loose || distance_m > within_m {
                continue;
            }
            let share = self.share(world, distance_m, middle);
            if share > 0.0 {
                let velocity = self.push(share, middle, light.kind.properties().mass_kg);
                let motion = Motion { position: middle, rotation, velocity, ..Motion::default() };
                let generation = state.generation.wrapping_add(1);
                pieces::loosen(&level, &mut world.store, &mut world.physics, piece, generation, &motion);
                world.events.push(Event::Knock { piece: piece_entity(piece, generation), by: self.by });
            }
        }
    }
}

/// The point of a vehicle's hull that is nearest to a place, and the hull's middle.
pub fn nearest_of_hull(world: &World, row: usize, to: Vec3) -> (Vec3, Vec3) {
    let vehicles = world.store.vehicles();
    let class = &CLASSES[usize::from(vehicles.vehicle[row].class)];
    let Motion { position, rotation, .. } = vehicles.motion[row];
    let middle = position + rotation * UP * class.hull_up_m;
    let nearest = (rotation.conjugate() * (to - middle)).max(-class.half).min(class.half);
    (middle + rotation * nearest, middle)
}
