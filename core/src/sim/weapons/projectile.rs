//! What flies: rockets straight to the first thing, grenades in an arc and over the ground until their time is up.
//!
//! One line a tick is followed, over the way of that tick, so that nothing is flown through at any speed. Nothing of it is
//! predicted: a session is told where each is.

use super::FIRST_PROJECTILE_INDEX;
use super::blast;
use super::hitscan::{Line, Own};
use super::table::FLIGHTS;
use crate::sim::component::{Motion, Projectile, Slot};
use crate::sim::near::Near;
use crate::sim::people::FIRST_PERSON_INDEX;
use crate::sim::physics::GRAVITY;
use crate::sim::world::World;
use crate::units::math::{Quat, Vec3};
use crate::units::{EntityId, TICK_SECONDS};

/// How far off a surface it stays, in metres: from nearer, the next line could begin inside.
const OFF_SURFACE_M: f32 = 0.05;

/// Sends one off from a person. Where no place is left, the one that flies the longest blows up.
pub fn send(world: &mut World, person: usize, kind: u8, origin: Vec3, velocity: Vec3) {
    let slots = world.store.projectiles().slot;
    let row = slots.iter().position(|slot| !slot.alive).unwrap_or_else(|| make_room(world));
    let sender = world.store.people().slot[person];
    let projectiles = world.store.projectiles_mut();
    let generation = projectiles.slot[row].generation.wrapping_add(1);
    projectiles.slot[row] = Slot { alive: true, index: FIRST_PROJECTILE_INDEX + row as u16, generation, proxy: false };
    projectiles.motion[row] = Motion { position: origin, rotation: Quat::IDENTITY, velocity, ..Motion::default() };
    projectiles.projectile[row] = Projectile { kind, by: sender.index, by_generation: sender.generation, age_ticks: 0 };
}

/// Blows up the one that flies the longest, of equals the one in the highest row, and gives its row.
fn make_room(world: &mut World) -> usize {
    let flying = world.store.projectiles().projectile;
    let oldest = (0..flying.len()).max_by_key(|row| flying[*row].age_ticks).unwrap_or(0);
    let near = Near::new(&world.store);
    blow_up(world, &near, oldest);
    oldest
}

/// One tick of everything that flies, in the order of the rows.
pub fn fly(world: &mut World) {
    let slots = world.store.projectiles().slot;
    let rows: Vec<usize> = (0..slots.len()).filter(|row| slots[*row].alive).collect();
    if rows.is_empty() {
        return;
    }
    let near = Near::new(&world.store);
    for row in rows {
        let arrives = advance(world, &near, row);
        let projectile = &mut world.store.projectiles_mut().projectile[row];
        projectile.age_ticks += 1;
        if arrives || projectile.age_ticks >= FLIGHTS[usize::from(projectile.kind)].fuse_ticks {
            blow_up(world, &near, row);
        }
    }
}

/// Moves one by a tick. Tells whether it met what it blows up at.
fn advance(world: &mut World, near: &Near, row: usize) -> bool {
    let projectiles = world.store.projectiles();
    let (projectile, mut motion) = (projectiles.projectile[row], projectiles.motion[row]);
    let flight = &FLIGHTS[usize::from(projectile.kind)];
    motion.velocity += GRAVITY * (flight.weight * TICK_SECONDS);
    let way = motion.velocity * TICK_SECONDS;
    let line =
        Line { origin: motion.position, direction: way.normalize_or(Vec3::NEG_Y), reach_m: way.length(), girth_m: 0.0 };
    let met = line.follow(world, near, Own { person: sender_row(world, &projectile), vehicle: None });
    motion.position = match met {
        Some(met) => line.at(met.distance_m) + met.normal * OFF_SURFACE_M,
        None => motion.position + way,
    };
    if let (Some(met), Some([across, away])) = (met, flight.bounce) {
        let into = met.normal * motion.velocity.dot(met.normal);
        motion.velocity = (motion.velocity - into) * across - into * away;
    }
    world.store.projectiles_mut().motion[row] = motion;
    met.is_some() && flight.bounce.is_none()
}

fn blow_up(world: &mut World, near: &Near, row: usize) {
    let projectiles = world.store.projectiles();
    let (slot, projectile) = (projectiles.slot[row], projectiles.projectile[row]);
    let at = projectiles.motion[row].position;
    // Who sent it may have gone since: then it is nobody's but its own.
    let by = match sender_row(world, &projectile) {
        Some(_) => EntityId::new(projectile.by, projectile.by_generation),
        None => EntityId::new(slot.index, slot.generation),
    };
    empty(world, row);
    blast::blow_up(world, near, at, by, &FLIGHTS[usize::from(projectile.kind)].charge);
}

/// The row of the person that sent it, while that is still there.
fn sender_row(world: &World, projectile: &Projectile) -> Option<usize> {
    let row = usize::from(projectile.by - FIRST_PERSON_INDEX);
    let slot = world.store.people().slot[row];
    (slot.alive && slot.generation == projectile.by_generation).then_some(row)
}

/// Takes everything out of the air.
pub fn clear(world: &mut World) {
    for row in 0..world.store.projectiles().slot.len() {
        empty(world, row);
    }
}

/// Empties a row; its next tenant will have another generation.
fn empty(world: &mut World, row: usize) {
    let projectiles = world.store.projectiles_mut();
    projectiles.slot[row] = Slot { generation: projectiles.slot[row].generation, ..Slot::default() };
    projectiles.motion[row] = Motion::default();
    projectiles.projectile[row] = Projectile::default();
}
