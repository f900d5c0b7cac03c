//! People: who walks, drives and rides.
//!
//! A physics engine's character controller costs more than a car, and sixty of them more than a room has. And a body in the
//! solver would hide state there that a snapshot cannot carry. So a person is no body of the physics at all: it is a row of
//! plain columns, moved by rules of our own against the level's [solids](crate::level::Level::solids), the vehicles' boxes
//! and one another. What a session is sent of a person is then everything that its next step depends on.
//!
//! A client *is* a person; it drives a car while that person sits at the wheel.

mod seats;

use super::component::{Condition, Controls, Fight, Mind, Motion, NO_VEHICLE, NOBODY, Person, Slot, Walk};
use super::store::Store;
use crate::units::{EntityId, TICK_RATE_HZ};

/// Entity index of the first row of people; vehicles have those below, projectiles and light pieces those above.
pub const FIRST_PERSON_INDEX: u16 = 0x1000;

/// The seat of a driver.
pub const DRIVER_SEAT: u8 = 0;

/// Ticks between two presses of one person that the authority decides: half a second, so that a key held down is one. Who
/// has just come waits as well: the key may still be down from before.
pub const PRESS_WAIT_TICKS: u8 = TICK_RATE_HZ as u8 / 2;

/// A kind of person.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// Radius of the capsule, in metres.
    pub radius_m: f32,
    /// Height of the capsule, in metres.
    pub height_m: f32,
    /// Walking speed, in m/s.
    pub walk_mps: f32,
    /// Running speed, in m/s.
    pub run_mps: f32,
    /// Mass in kg.
    pub mass_kg: f32,
    /// Health when whole, in points.
    pub health: f32,
    /// Whether it sits in cars and holds weapons.
    pub has_hands: bool,
}

/// Row of a walker of two legs in [`KINDS`].
pub const HUMAN: u8 = 0;

/// Row of a dog in [`KINDS`].
pub const DOG: u8 = 1;

/// The kinds. A person's kind is its row.
pub const KINDS: [Kind; 2] = [
    Kind {
        name: "human",
        radius_m: 0.3,
        height_m: 1.8,
        walk_mps: 1.6,
        run_mps: 5.5,
        mass_kg: 75.0,
        health: 100.0,
        has_hands: true,
    },
    Kind {
        name: "dog",
        radius_m: 0.25,
        height_m: 0.6,
        walk_mps: 1.8,
        run_mps: 8.0,
        mass_kg: 25.0,
        health: 40.0,
        has_hands: false,
    },
];

impl Person {
    /// Whether it stands on its own feet.
    #[must_use]
    pub fn is_on_foot(&self) -> bool {
        self.vehicle == NO_VEHICLE
    }

    /// Index of the vehicle that it sits at the wheel of.
    #[must_use]
    pub fn driven_vehicle(&self) -> Option<u16> {
        (self.vehicle != NO_VEHICLE && self.seat == DRIVER_SEAT).then_some(self.vehicle)
    }
}

/// Makes a row of people a new person, on foot and whole; its generation is the next.
pub fn place(store: &mut Store, row: usize, person: Person, motion: Motion, yaw_rad: f32, mind: Mind) -> EntityId {
    let people = store.people_mut();
    let generation = people.slot[row].generation.wrapping_add(1);
    let index = FIRST_PERSON_INDEX + row as u16;
    people.slot[row] = Slot { alive: true, index, generation, proxy: false };
    people.motion[row] = motion;
    people.person[row] = person;
    people.controls[row] = Controls::default();
    people.walk[row] = Walk { yaw_rad, jacking: NO_VEHICLE, ..Walk::default() };
    people.condition[row] = Condition { health: KINDS[usize::from(person.kind)].health };
    people.fight[row] = Fight { press_wait_ticks: PRESS_WAIT_TICKS, hurt_by: NOBODY, ..Fight::default() };
    people.mind[row] = mind;
    EntityId::new(index, generation)
}

/// Empties a row; its next tenant will have another generation.
pub fn empty(store: &mut Store, row: usize) {
    let people = store.people_mut();
    people.slot[row] = Slot { generation: people.slot[row].generation, ..Slot::default() };
    people.motion[row] = Motion::default();
    people.person[row] = Person::default();
    people.controls[row] = Controls::default();
    people.walk[row] = Walk::default();
    people.condition[row] = Condition::default();
    people.fight[row] = Fight::default();
    people.mind[row] = Mind::default();
}
