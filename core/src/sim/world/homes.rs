//! Back to where it began: a car to its spawn, a car of another class in its place, the whole level.

use super::World;
use crate::sim::ai::population;
use crate::sim::component::{Condition, Controls, Drive, Mind, Motion, NO_VEHICLE, NOT_A_CLIENT, Person};
use crate::sim::event::Event;
use crate::sim::people::{self, DRIVER_SEAT, life};
use crate::sim::physics::Pool;
use crate::sim::vehicle::CLASSES;
use crate::sim::{hitch, pieces, weapons};
use crate::units::EntityId;
use crate::units::math::{Vec3, yaw_rotation};

impl World {
    /// Puts a car back where it came from, and its trailer straight behind it.
    pub(in crate::sim) fn reset(&mut self, row: usize) {
        self.put_home(row);
        self.put_trailer(row);
    }

    /// Puts a car back where it came from, whole and at rest.
    pub(in crate::sim) fn put_home(&mut self, row: usize) {
        let vehicle = self.store.vehicles().vehicle[row];
        let class = &CLASSES[usize::from(vehicle.class)];
        let (position, yaw_rad) = self.home(vehicle.home);
        let ground = self.level.ground_height(position.x, position.z).unwrap_or(position.y - class.ride_height_m());
        let lifted = Vec3::new(position.x, position.y.max(ground + class.ride_height_m()), position.z);
        self.put_whole(row, &Motion { position: lifted, rotation: yaw_rotation(yaw_rad), ..Motion::default() });
    }

    /// Puts a vehicle somewhere else, whole.
    pub(in crate::sim) fn put_whole(&mut self, row: usize, motion: &Motion) {
        let vehicles = self.store.vehicles();
        let (vehicle, slot, motion) = (vehicles.vehicle[row], vehicles.slot[row], *motion);
        let class = &CLASSES[usize::from(vehicle.class)];
        self.physics.set_motion(Pool::Vehicles, row, &motion);
        self.physics.set_can_sleep(Pool::Vehicles, row, !hitch::has_driver(&vehicle));
        let vehicles = self.store.vehicles_mut();
        vehicles.motion[row] = motion;
        vehicles.controls[row] = Controls::default();
        vehicles.drive[row] = Drive { boost: 1.0, front_grip: 1.0, rear_grip: 1.0, ..Drive::default() };
        vehicles.condition[row] = Condition { health: class.health, burnt_ticks: 0 };
        self.events.push(Event::Relocated { entity: EntityId::new(slot.index, slot.generation) });
    }

    /// Makes a car one of another class in its place: pose and motion stay, and so does the share of health, so that a
    /// change repairs nothing. The larger hull is lifted out of the ground that the smaller one stood on.
    pub(in crate::sim) fn change_class(&mut self, row: usize, to: u8) {
        let vehicles = self.store.vehicles();
        let from = vehicles.vehicle[row].class;
        let (Some(old), Some(new)) = (CLASSES.get(usize::from(from)), CLASSES.get(usize::from(to))) else {
            return;
        };
        if from == to || !new.drives() {
            return;
        }
        self.take_trailer(row);
        let vehicles = self.store.vehicles();
        let mut motion = vehicles.motion[row];
        let taller_m = new.ride_height_m() - old.ride_height_m();
        let deeper_m = new.depth_m(motion.rotation) - old.depth_m(motion.rotation);
        motion.position.y += taller_m.max(deeper_m).max(0.0);
        self.physics.activate(Pool::Vehicles, row, &new.hull());
        self.physics.set_motion(Pool::Vehicles, row, &motion);
        let vehicles = self.store.vehicles_mut();
        vehicles.vehicle[row].class = to;
        vehicles.motion[row] = motion;
        vehicles.condition[row].health *= new.health / old.health;
        self.put_trailer(row);
    }

    /// Position and heading of a spawn or, numbered after them, of a parking place.
    pub(in crate::sim) fn home(&self, home: u16) -> (Vec3, f32) {
        let data = self.level.data();
        let home = usize::from(home);
        match data.spawns.get(home) {
            Some(spawn) => (spawn.position, spawn.yaw_rad),
            None => {
                let parked = data.parked[home - data.spawns.len()];
                (parked.position, parked.yaw_rad)
            }
        }
    }

    /// Puts everything back, each vehicle as another tenant of its place, and takes away what is nobody's place any more.
    pub(in crate::sim) fn reset_level(&mut self) {
        weapons::clear(self);
        life::clear_dead(self);
        self.remove_ownerless();
        for piece in 0..self.level.data().light_pieces.len() {
            if self.store.standing().piece[piece].loose {
                pieces::plant(&self.level, &mut self.store, &mut self.physics, piece);
            }
        }
        population::clear(self);
        let rows: Vec<usize> =
            (0..self.store.vehicles().slot.len()).filter(|row| self.store.vehicles().slot[*row].alive).collect();
        for row in &rows {
            let slot = &mut self.store.vehicles_mut().slot[*row];
            slot.generation = slot.generation.wrapping_add(1);
        }
        // Every car first: where they stand decides which trailer has room.
        let drives =
            |world: &World, row: usize| CLASSES[usize::from(world.store.vehicles().vehicle[row].class)].drives();
        let cars: Vec<usize> = rows.into_iter().filter(|row| drives(self, *row)).collect();
        cars.iter().for_each(|row| self.put_home(*row));
        cars.iter().for_each(|row| self.put_trailer(*row));
        self.reset_people();
    }

    /// Takes away what came from a spawn and is no client's car, or its second one.
    pub(in crate::sim) fn remove_ownerless(&mut self) {
        let people = self.store.people();
        let clients = people.slot.iter().zip(people.person);
        let clients = clients.filter(|(slot, person)| slot.alive && person.owner < NOT_A_CLIENT);
        let mut homes: Vec<u16> = clients.map(|(_, person)| person.home).collect();
        for row in 0..self.store.vehicles().slot.len() {
            let vehicles = self.store.vehicles();
            let vehicle = vehicles.vehicle[row];
            let is_a_spawns = usize::from(vehicle.home) < self.level.data().spawns.len();
            if !vehicles.slot[row].alive || !is_a_spawns || !CLASSES[usize::from(vehicle.class)].drives() {
                continue;
            }
            match homes.iter().position(|home| *home == vehicle.home) {
                Some(place) => drop(homes.swap_remove(place)),
                None => self.remove_car(row),
            }
        }
    }

    /// Puts every client's person back at the wheel of the car that it came with, each as another tenant of its row.
    pub(in crate::sim) fn reset_people(&mut self) {
        for row in 0..self.store.people().slot.len() {
            let people = self.store.people();
            let person = people.person[row];
            if !people.slot[row].alive || person.owner >= NOT_A_CLIENT {
                continue;
            }
            if !person.is_on_foot() && person.seat == DRIVER_SEAT {
                self.release_wheel(usize::from(person.vehicle));
            }
            let person = Person { vehicle: NO_VEHICLE, seat: DRIVER_SEAT, ..person };
            people::place(&mut self.store, row, person, Motion::default(), 0.0, Mind::default());
        }
        for row in 0..self.store.people().slot.len() {
            let people = self.store.people();
            let person = people.person[row];
            if !people.slot[row].alive || person.owner >= NOT_A_CLIENT {
                continue;
            }
            let vehicles = self.store.vehicles();
            let is_its = |car: &usize| vehicles.slot[*car].alive && vehicles.vehicle[*car].home == person.home;
            match (0..vehicles.slot.len()).find(is_its) {
                Some(car) => self.sit(row, car, DRIVER_SEAT),
                None => self.give_car(row),
            }
        }
    }
}
