//! Vehicles around the physics step: driven before it, read back and felt after it.

use super::World;
use crate::sim::people::life;
use crate::sim::physics::Pool;
use crate::sim::vehicle::{self, CLASSES, Driven};
use crate::sim::{crash, hitch};
use crate::units::EntityId;
use crate::units::math::Vec3;

impl World {
    pub(in crate::sim) fn drive_vehicles(&mut self) {
        self.ground.sort_bodies(&self.store, &self.physics);
        let vehicles = self.store.vehicles_mut();
        let mut set_up = Vec::new();
        for row in 0..vehicles.slot.len() {
            if !vehicles.slot[row].alive || vehicles.slot[row].proxy {
                continue;
            }
            let mut driven = Driven {
                class: &CLASSES[usize::from(vehicles.vehicle[row].class)],
                controls: &vehicles.controls[row],
                has_driver: hitch::has_driver(&vehicles.vehicle[row]),
                drive: &mut vehicles.drive[row],
                wheels: &mut vehicles.wheels[row],
                condition: &vehicles.condition[row],
            };
            if vehicle::drive(&mut driven, self.level.solids(), &mut self.ground, &mut self.physics, row) {
                set_up.push(row);
            }
        }
        for row in set_up {
            hitch::straighten(&self.store.vehicles(), &mut self.physics, row);
        }
    }

    /// Velocity of each vehicle as it goes into the physics step.
    pub(in crate::sim) fn velocities(&self) -> Vec<Vec3> {
        let slots = self.store.vehicles().slot;
        let velocity = |row: usize| self.physics.body(Pool::Vehicles, row).linvel();
        slots.iter().enumerate().map(|(row, slot)| if slot.alive { velocity(row) } else { Vec3::ZERO }).collect()
    }

    /// Copies every tenant's body into its columns.
    pub(in crate::sim) fn read_back(&mut self) {
        let vehicles = self.store.vehicles_mut();
        for (row, slot) in vehicles.slot.iter().enumerate() {
            if slot.alive && !slot.proxy {
                vehicles.motion[row] = self.physics.motion(Pool::Vehicles, row);
            }
        }
        let loose = self.store.loose_mut();
        for (row, slot) in loose.slot.iter().enumerate() {
            if slot.alive {
                loose.motion[row] = self.physics.motion(Pool::Loose, row);
            }
        }
    }

    /// Charges every vehicle with its crash. One that is wrecked by it kills its driver: in a session as well, or a car that
    /// the authority has parked would roll on in it.
    pub(in crate::sim) fn feel_crashes(&mut self, before: &[Vec3]) {
        let mut wrecked = Vec::new();
        let vehicles = self.store.vehicles_mut();
        for (row, velocity_before) in before.iter().enumerate() {
            let slot = vehicles.slot[row];
            let (motion, condition) = (&vehicles.motion[row], &mut vehicles.condition[row]);
            if slot.alive && !slot.proxy && !motion.asleep {
                let entity = EntityId::new(slot.index, slot.generation);
                let was_whole = condition.health > 0.0;
                crash::feel(entity, *velocity_before, motion, condition, &mut self.events);
                if was_whole && condition.health == 0.0 {
                    wrecked.push(row);
                }
            }
        }
        wrecked.into_iter().for_each(|row| life::kill_driver(self, row));
    }
}
