//! What is held: by clients, by minds, and what a press does.

use super::{Role, World};
use crate::input::{Input, Keys};
use crate::sim::ai::{self, Approaches, Chance, Profile, THINK_TICKS};
use crate::sim::component::{Controls, NOT_A_CLIENT, Slot};
use crate::sim::near::Near;
use crate::sim::people::PRESS_WAIT_TICKS;
use crate::sim::store::People;
use crate::sim::vehicle::CLASSES;
use crate::sim::weapons;
use crate::units::ClientId;
use crate::units::math::Vec3;

impl World {
    /// Lets each client's person and the car it drives hold what the client does, and runs the presses that are the
    /// authority's.
    pub(in crate::sim) fn hold(&mut self, inputs: &[(ClientId, Input)]) {
        let vehicles = self.store.vehicles_mut();
        let cars = Owners::new(vehicles.slot, |row| vehicles.vehicle[row].owner);
        for (client, input) in inputs {
            if let Some(row) = cars.row(*client) {
                vehicles.controls[row] = at_the_wheel(controls_of(input));
            }
        }
        let people = self.store.people_mut();
        let persons = Owners::new(people.slot, |row| people.person[row].owner);
        let mut presses = Vec::new();
        for (client, input) in inputs {
            if let Some(row) = persons.row(*client) {
                people.controls[row] = controls_of(input);
                if input.keys.presses() != Keys(0) {
                    presses.push((row, input.keys.presses()));
                }
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

    /// Lets those think whose turn it is, and hold what they thought of. Returns who is where, if anybody had to know and
    /// nobody has got in or out since.
    pub(in crate::sim) fn think(&mut self) -> Option<Near> {
        let people = self.store.people();
        let mut due = (0..people.slot.len()).filter(|row| self.is_due(&people, *row));
        let mut first = due.next()?;
        let near = Near::new(&self.store);
        let approaches = Approaches::new(self);
        let mut has_pressed = false;
        // After a press the others see what came of it.
        while let Some((row, keys)) = self.think_until_a_press(first, &near, &approaches) {
            self.press(row, keys);
            (first, has_pressed) = (row + 1, true);
        }
        (!has_pressed).then_some(near)
    }

    /// Lets those think whose turn it is, from a row on to the first that presses a key; its row and its press.
    fn think_until_a_press(&mut self, first: usize, near: &Near, approaches: &Approaches) -> Option<(usize, Keys)> {
        let (people, vehicles, loose) = (self.store.people(), self.store.vehicles(), self.store.loose());
        let lying = loose.slot.iter().zip(loose.motion).filter(|(slot, _)| slot.alive);
        let loose: Vec<Vec3> = lying.map(|(_, motion)| motion.position).collect();
        let chance = Chance::new(u64::from(self.store.city().seed));
        let mut minds = people.mind.to_vec();
        let mut held = Vec::with_capacity(people.slot.len());
        let mut press = None;
        for row in (first..people.slot.len()).filter(|row| self.is_due(&people, *row)) {
            let mut mind = minds[row];
            let view =
                ai::View { world: self, people, vehicles, minds: &minds, loose: &loose, near, approaches, row, chance };
            let input = ai::think(&view, &mut mind);
            minds[row] = mind;
            held.push((row, people.person[row].driven_vehicle(), controls_of(&input)));
            if input.keys.presses() != Keys(0) {
                press = Some((row, input.keys.presses()));
                break;
            }
        }
        let vehicles = self.store.vehicles_mut();
        for (_, vehicle, controls) in &held {
            if let Some(vehicle) = vehicle {
                vehicles.controls[usize::from(*vehicle)] = at_the_wheel(*controls);
            }
        }
        let people = self.store.people_mut();
        people.mind.copy_from_slice(&minds);
        for (row, _, controls) in held {
            people.controls[row] = controls;
        }
        press
    }

    /// Whether it is somebody's turn to think.
    fn is_due(&self, people: &People<'_>, row: usize) -> bool {
        (self.tick.0 + row as u32).is_multiple_of(THINK_TICKS)
            && people.slot[row].alive
            && people.fight[row].dead_ticks == 0
            && Profile::of(&people.mind[row]) != Profile::None
    }
}

/// Which row of a pool is whose: sorted, the client's number in the upper half and the row in the lower one.
struct Owners(Vec<u32>);

impl Owners {
    /// Those of a pool.
    fn new(slots: &[Slot], owner: impl Fn(usize) -> u16) -> Owners {
        let rows = (0..slots.len()).filter(|row| slots[*row].alive && owner(*row) < NOT_A_CLIENT);
        let mut owners = Vec::with_capacity(slots.len());
        owners.extend(rows.map(|row| u32::from(owner(row)) << 16 | row as u32));
        owners.sort_unstable();
        Owners(owners)
    }

    /// The first row of a client's.
    fn row(&self, client: ClientId) -> Option<usize> {
        let first = self.0.partition_point(|owned| *owned < u32::from(client.0) << 16);
        self.0.get(first).filter(|owned| *owned >> 16 == u32::from(client.0)).map(|owned| usize::from(*owned as u16))
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
