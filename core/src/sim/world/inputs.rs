//! What is held: by clients, by minds, and what a press does.

use super::{Role, World};
use crate::input::{Input, Keys};
use crate::sim::ai::{self, Approaches, Chance, Profile, THINK_TICKS};
use crate::sim::component::Controls;
use crate::sim::near::Near;
use crate::sim::people::PRESS_WAIT_TICKS;
use crate::sim::vehicle::CLASSES;
use crate::sim::weapons;
use crate::units::ClientId;

impl World {
    /// Lets each client's person and the car it drives hold what the client does, and runs the presses that are the
    /// authority's.
    pub(in crate::sim) fn hold(&mut self, inputs: &[(ClientId, Input)]) {
        let vehicles = self.store.vehicles_mut();
        for (client, input) in inputs {
            let drives = |row: &usize| vehicles.slot[*row].alive && vehicles.vehicle[*row].owner == client.0;
            if let Some(row) = (0..vehicles.slot.len()).find(drives) {
                vehicles.controls[row] = at_the_wheel(controls_of(input));
            }
        }
        let people = self.store.people_mut();
        let mut presses = Vec::new();
        for (client, input) in inputs {
            let is_its = |row: &usize| people.slot[*row].alive && people.person[*row].owner == client.0;
            if let Some(row) = (0..people.slot.len()).find(is_its) {
                people.controls[row] = controls_of(input);
                presses.push((row, input.keys.presses()));
            }
        }
        if self.role == Role::Authority {
            presses.into_iter().for_each(|(row, keys)| self.press(row, keys));
        }
    }

    /// Runs one of a person's presses, unless the last one was a moment ago. What is let go waits for its own interval.
    pub(in crate::sim) fn press(&mut self, row: usize, keys: Keys) {
        if keys == Keys(0) {
            return;
        }
        if keys.holds(Keys::THROW) {
            weapons::let_go(self, row);
        }
        let people = self.store.people();
        if people.fight[row].press_wait_ticks > 0 || people.fight[row].dead_ticks > 0 {
            return;
        }
        let driven = people.person[row].driven_vehicle().map(usize::from);
        if keys.holds(Keys::RESET_LEVEL) {
            self.reset_level();
        } else if let Some(vehicle) = driven.filter(|_| keys.holds(Keys::RESET)) {
            self.reset(vehicle);
        } else if let Some(vehicle) = driven.filter(|_| keys.holds(Keys::CHANGE_CLASS)) {
            let class = self.store.vehicles().vehicle[vehicle].class;
            self.change_class(vehicle, next_driven(class));
        } else if !(keys.holds(Keys::ENTER) && self.press_enter(row)) {
            return;
        }
        self.store.people_mut().fight[row].press_wait_ticks = PRESS_WAIT_TICKS;
    }

    /// Lets those think whose turn it is, and hold what they thought of.
    pub(in crate::sim) fn think(&mut self) {
        let people = self.store.people();
        let is_due = |row: &usize| {
            (self.tick.0 + *row as u32).is_multiple_of(THINK_TICKS)
                && people.slot[*row].alive
                && people.fight[*row].dead_ticks == 0
                && Profile::of(&people.mind[*row]) != Profile::None
        };
        let due: Vec<usize> = (0..people.slot.len()).filter(is_due).collect();
        if due.is_empty() {
            return;
        }
        let near = Near::new(&self.store);
        let approaches = Approaches::new(self);
        let chance = Chance::new(u64::from(self.store.city().seed));
        for row in due {
            let people = self.store.people();
            let mut mind = people.mind[row];
            if !people.slot[row].alive || people.fight[row].dead_ticks > 0 {
                continue;
            }
            let input =
                ai::think(&ai::View { world: self, near: &near, approaches: &approaches, row, chance }, &mut mind);
            let controls = controls_of(&input);
            let people = self.store.people_mut();
            people.mind[row] = mind;
            people.controls[row] = controls;
            if let Some(vehicle) = people.person[row].driven_vehicle() {
                self.store.vehicles_mut().controls[usize::from(vehicle)] = at_the_wheel(controls);
            }
            self.press(row, input.keys.presses());
        }
    }
}

/// What of `controls` a vehicle knows.
fn at_the_wheel(Controls { drive, steer, keys, .. }: Controls) -> Controls {
    Controls { drive, steer, keys, ..Controls::default() }
}

/// An input as it is held.
fn controls_of(input: &Input) -> Controls {
    Controls {
        drive: input.drive_axis(),
        steer: input.steer_axis(),
        keys: input.keys.without(Keys::PRESSES).0,
        aim: input.aim,
        throw: input.throw,
        slot: input.items >> 4,
    }
}

/// The next class of the table, round it, that can be driven.
fn next_driven(class: u8) -> u8 {
    let after = (1..=CLASSES.len()).map(|step| (usize::from(class) + step) % CLASSES.len());
    after.into_iter().find(|row| CLASSES[*row].drives()).map_or(class, |row| row as u8)
}
