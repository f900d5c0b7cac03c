//! Life and death: the one door through which anybody is hurt, and what comes of the dead.
//!
//! Fists, bullets, blasts, fire and cars all take health. Were each to write it, each would have to know of death, of the
//! seat of the one who died and of the car that nobody drives then. So there is one function, and it knows.
//!
//! A session asks it for what cars do, which it predicts; when the dead begin again or go is the authority's.

use super::{DRIVER_SEAT, empty};
use crate::sim::component::NOT_A_CLIENT;
use crate::sim::event::Event;
use crate::sim::weapons::Cause;
use crate::sim::world::World;
use crate::units::math::Vec3;
use crate::units::{ClientId, EntityId, TICK_RATE_HZ};

/// Ticks after which a dead client's person begins again: four seconds.
pub const RESPAWN_TICKS: u16 = 4 * TICK_RATE_HZ as u16;

/// Ticks after which the body of one of the simulation's own is taken away: fifteen seconds.
pub const BODY_TICKS: u16 = 15 * TICK_RATE_HZ as u16;

/// Ticks that a dead body still lies, told anew in every tick.
const DEAD_LIMP_TICKS: u16 = TICK_RATE_HZ as u16;

/// Who is hurt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The person of this row.
    Person(usize),
    /// The vehicle of this row.
    Vehicle(usize),
}

/// What hurts.
#[derive(Clone, Copy, Debug)]
pub struct Blow {
    /// Who gave it, where that was somebody.
    pub by: Option<EntityId>,
    /// With what.
    pub with: Cause,
    /// How hard, in points of health.
    pub points: f32,
    /// Where, in metres.
    pub at: Vec3,
}

/// Hurts somebody or something, tells of it, and lets a person die of it. The dead and the wrecked feel nothing.
pub fn hurt(world: &mut World, target: Target, Blow { by, with, points, at }: Blow) {
    let (slot, condition) = match target {
        Target::Person(row) => {
            let people = world.store.people_mut();
            (people.slot[row], &mut people.condition[row])
        }
        Target::Vehicle(row) => {
            let vehicles = world.store.vehicles_mut();
            (vehicles.slot[row], &mut vehicles.condition[row])
        }
    };
    let can_take = slot.alive && condition.health > 0.0;
    if !can_take || points.is_nan() || points <= 0.0 {
        return;
    }
    condition.health = (condition.health - points).max(0.0);
    let is_over = condition.health == 0.0;
    let entity = EntityId::new(slot.index, slot.generation);
    world.events.push(Event::Hit { entity, by, with, points, at });
    if let Target::Person(row) = target {
        if let Some(by) = by {
            world.store.people_mut().fight[row].hurt_by = by.index;
        }
        if is_over {
            die(world, row, by);
        }
    }
}

/// Kills who sits at the wheel of a vehicle that a crash has wrecked. The wheel is let go whether or not the driver is known
/// here: a session predicts the crash of its own car, and who sits in it is not in its world.
pub fn kill_driver(world: &mut World, vehicle: usize) {
    let people = world.store.people();
    let driver = rows_in_vehicle(world, vehicle).into_iter().find(|row| people.person[*row].seat == DRIVER_SEAT);
    if let Some(row) = driver {
        let (points, at) = (people.condition[row].health, world.store.vehicles().motion[vehicle].position);
        hurt(world, Target::Person(row), Blow { by: None, with: Cause::Crash, points, at });
    }
    world.release_wheel(vehicle);
}

fn die(world: &mut World, row: usize, by: Option<EntityId>) {
    let people = world.store.people_mut();
    let slot = people.slot[row];
    people.fight[row].dead_ticks = 1;
    people.walk[row].limp_ticks = DEAD_LIMP_TICKS;
    people.walk[row].jacking_ticks = 0;
    let driven = people.person[row].driven_vehicle();
    world.events.push(Event::Death { entity: EntityId::new(slot.index, slot.generation), by });
    if let Some(vehicle) = driven.and_then(|index| world.row_of_vehicle_index(index)) {
        world.release_wheel(vehicle);
    }
}

/// One tick of the dead: a client begins again when its time is up and there is room, the others are taken away.
pub fn tend_dead(world: &mut World) {
    let people = world.store.people_mut();
    let mut over = Vec::new();
    for (row, fight) in people.fight.iter().enumerate().filter(|(_, fight)| fight.dead_ticks > 0) {
        people.walk[row].limp_ticks = people.walk[row].limp_ticks.max(DEAD_LIMP_TICKS);
        let is_client = people.person[row].owner != NOT_A_CLIENT;
        if fight.dead_ticks > if is_client { RESPAWN_TICKS } else { BODY_TICKS } {
            over.push(row);
        }
    }
    over.into_iter().for_each(|row| end_death(world, row));
}

/// Ends the wait of all who are dead: for a level that is put back.
pub fn clear_dead(world: &mut World) {
    let fight = world.store.people().fight;
    let dead: Vec<usize> = (0..fight.len()).filter(|row| fight[*row].dead_ticks > 0).collect();
    dead.into_iter().for_each(|row| end_death(world, row));
}

/// Lets a dead client begin again where there is room, and takes one of the simulation's own away.
fn end_death(world: &mut World, row: usize) {
    match world.store.people().person[row].owner {
        NOT_A_CLIENT => empty(&mut world.store, row),
        client => world.begin(ClientId(client), row),
    }
}

/// Rows of the people who sit in a vehicle.
pub fn rows_in_vehicle(world: &World, vehicle: usize) -> Vec<usize> {
    let index = world.store.vehicles().slot[vehicle].index;
    let people = world.store.people();
    let sits_there = |row: &usize| people.slot[*row].alive && people.person[*row].vehicle == index;
    (0..people.slot.len()).filter(sits_there).collect()
}
