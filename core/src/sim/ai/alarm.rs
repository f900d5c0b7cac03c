//! What the noise of a tick does to minds: who hears a shot runs, who is hurt is after the one who did it, and who hurts
//! others is wanted.
//!
//! Events last one tick and are no part of a save, so nobody may remember them later. They are read once, where they were
//! made, and what comes of them stands in the minds' column and the city's.

use super::super::component::{City, Mind, NOBODY, NOT_A_CLIENT};
use super::super::event::Event;
use super::super::near::Near;
use super::super::people::DRIVER_SEAT;
use super::super::world::World;
use super::{Profile, crowd};
use crate::units::math::Vec3;
use crate::units::{EntityId, TICK_RATE_HZ};

/// How far a shot and a blast alarm those who walk, in metres.
const SHOT_HEARD_M: f32 = 30.0;
const BLAST_HEARD_M: f32 = 45.0;

/// Ticks for which one runs, or is angry: eight seconds for what it heard, fifteen for what it felt.
const HEARD_TICKS: u16 = 8 * TICK_RATE_HZ as u16;
const HURT_TICKS: u16 = 15 * TICK_RATE_HZ as u16;

/// Ticks for which a player who hurt somebody is wanted: forty seconds, of which the police need some fifteen to come.
const WANTED_TICKS: u16 = 40 * TICK_RATE_HZ as u16;

/// Reads the events of the tick, and counts down how long somebody is wanted.
pub fn spread(world: &mut World, near: &Near) {
    if *world.store.city() == City::default() {
        return;
    }
    forget_wanted(world);
    for event in 0..world.events.len() {
        match world.events[event] {
            Event::Shot { by, origin, .. } => alarm_near(world, near, origin, SHOT_HEARD_M, by.index),
            Event::Blast { at, .. } => alarm_near(world, near, at, BLAST_HEARD_M, NOBODY),
            Event::Hit { entity, by: Some(by), .. } => take_hit(world, entity, by),
            _ => {}
        }
    }
}

/// Counts down; who is dead or gone is wanted no more.
fn forget_wanted(world: &mut World) {
    let City { wanted, wanted_ticks, .. } = *world.store.city();
    if (wanted, wanted_ticks) == (0, 0) {
        return;
    }
    let people = world.store.people();
    let is_there = (0..people.slot.len())
        .any(|row| people.slot[row].alive && people.slot[row].index == wanted && people.fight[row].dead_ticks == 0);
    let left_ticks = if is_there { wanted_ticks.saturating_sub(1) } else { 0 };
    let city = world.store.city_mut();
    (city.wanted, city.wanted_ticks) = if left_ticks > 0 { (wanted, left_ticks) } else { (0, 0) };
}

/// Alarms the walkers about a place, and turns away those who are not running yet.
fn alarm_near(world: &mut World, near: &Near, at: Vec3, reach_m: f32, by: u16) {
    for row in near.people(at, reach_m) {
        let people = world.store.people();
        let (mut mind, place) = (people.mind[row], people.motion[row].position);
        let hears = Profile::of(&mind) == Profile::Walker && (place - at).length() < reach_m;
        if hears && people.slot[row].index != by {
            frighten(world, &mut mind, place, at);
            (mind.alarm_ticks, mind.target) = (mind.alarm_ticks.max(HEARD_TICKS), by);
            world.store.people_mut().mind[row] = mind;
        }
    }
}

/// Turns one away that is not running yet.
fn frighten(world: &World, mind: &mut Mind, place: Vec3, from: Vec3) {
    if mind.alarm_ticks == 0 {
        crowd::turn_away(&world.level, mind, place, from);
    }
}

/// Somebody was hurt by a person or by what it drives.
fn take_hit(world: &mut World, entity: EntityId, by: EntityId) {
    let (Some(row), Some(from)) = (world.row_of_person_entity(entity), culprit(world, by)) else { return };
    if row == from {
        return;
    }
    let people = world.store.people();
    let (place, from_place) = (people.motion[row].position, people.motion[from].position);
    let (mut mind, index, owner) = (people.mind[row], people.slot[from].index, people.person[from].owner);
    if matches!(Profile::of(&mind), Profile::Walker | Profile::Brawler) {
        frighten(world, &mut mind, place, from_place);
        (mind.alarm_ticks, mind.target) = (HURT_TICKS, index);
        world.store.people_mut().mind[row] = mind;
    }
    if owner < NOT_A_CLIENT {
        let city = world.store.city_mut();
        (city.wanted, city.wanted_ticks) = (index, WANTED_TICKS);
    }
}

/// The row of the person behind a blow: the one who gave it, or who drives what did.
fn culprit(world: &World, by: EntityId) -> Option<usize> {
    let driver = |vehicle| world.sitter(vehicle, DRIVER_SEAT);
    world.row_of_person_entity(by).or_else(|| driver(world.row_of_vehicle(by)?))
}
