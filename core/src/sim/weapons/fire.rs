//! Fire: a vehicle without health burns, and at the end of it blows up, once.
//!
//! There are six seconds to get out and away. Who stays is burnt twice a second, and the wreck's blast hurts the vehicles
//! around, which burn in their turn. What has burnt out stays as it is until it is repaired.

use super::Cause;
use super::blast::{self, nearest_of_hull};
use super::table::WRECK_CHARGE;
use crate::sim::near::Near;
use crate::sim::people::KINDS;
use crate::sim::people::life::{self, Blow, Target};
use crate::sim::vehicle::REACH_MOST_M;
use crate::sim::world::World;
use crate::units::math::UP;
use crate::units::{EntityId, TICK_RATE_HZ};

/// Ticks for which a wreck burns: six seconds.
pub const BURN_TICKS: u16 = 6 * TICK_RATE_HZ as u16;

/// Ticks between two burns: half a second, so that a fire is a dozen events and not hundreds.
const HURT_EVERY_TICKS: u16 = TICK_RATE_HZ as u16 / 2;
const _: () = assert!(BURN_TICKS.is_multiple_of(HURT_EVERY_TICKS), "a fire ends with a burn");

/// What one burn takes, in points of health: a whole human's within four and a half seconds.
const BURN_POINTS: f32 = 12.0;

/// How far from the hull a fire hurts, in metres.
const BURN_REACH_M: f32 = 2.5;

/// One tick of every fire, in the order of the rows.
pub fn burn(world: &mut World) {
    let vehicles = world.store.vehicles_mut();
    let mut burns = Vec::new();
    for (row, (slot, condition)) in vehicles.slot.iter().zip(vehicles.condition).enumerate() {
        if slot.alive && condition.health <= 0.0 && condition.burnt_ticks < BURN_TICKS {
            condition.burnt_ticks += 1;
            if condition.burnt_ticks.is_multiple_of(HURT_EVERY_TICKS) {
                burns.push((row, condition.burnt_ticks));
            }
        }
    }
    if burns.is_empty() {
        return;
    }
    let near = Near::new(&world.store);
    for (row, burnt_ticks) in burns {
        scorch(world, &near, row);
        if burnt_ticks == BURN_TICKS {
            blow_up(world, &near, row);
        }
    }
}

fn entity_of(world: &World, row: usize) -> EntityId {
    let slot = world.store.vehicles().slot[row];
    EntityId::new(slot.index, slot.generation)
}

/// Burns those in a vehicle and those too near to it.
fn scorch(world: &mut World, near: &Near, row: usize) {
    let by = Some(entity_of(world, row));
    let at = world.store.vehicles().motion[row].position;
    let mut burnt = life::rows_in_vehicle(world, row);
    let too_near = |person: &usize| {
        let people = world.store.people();
        let kind = &KINDS[usize::from(people.person[*person].kind)];
        let middle = people.motion[*person].position + UP * (kind.height_m / 2.0);
        (nearest_of_hull(world, row, middle).0 - middle).length() <= BURN_REACH_M
    };
    burnt.extend(near.people(at, REACH_MOST_M + BURN_REACH_M).filter(too_near));
    for person in burnt {
        life::hurt(world, Target::Person(person), Blow { by, with: Cause::Fire, points: BURN_POINTS, at });
    }
}

/// The end of a fire. Who is still in the vehicle takes all of the blast.
fn blow_up(world: &mut World, near: &Near, row: usize) {
    let by = entity_of(world, row);
    let at = nearest_of_hull(world, row, world.store.vehicles().motion[row].position).1;
    blast::blow_up(world, near, at, by, &WRECK_CHARGE);
    for person in life::rows_in_vehicle(world, row) {
        let blow = Blow { by: Some(by), with: Cause::Blast, points: WRECK_CHARGE.points, at };
        life::hurt(world, Target::Person(person), blow);
    }
}
