//! Who comes and who goes: clients with their cars, parked cars, and rows that change hands.

use super::World;
use crate::sim::component::{Mind, Motion, NO_HITCH, NO_OWNER, NO_VEHICLE, Person, Slot, Upkeep, Vehicle};
use crate::sim::overlay;
use crate::sim::people::{self, DRIVER_SEAT, HUMAN, life};
use crate::sim::physics::Pool;
use crate::sim::vehicle::CLASSES;
use crate::units::ClientId;
use crate::units::math::yaw_rotation;

/// A spawn is taken while a car is nearer than this, in metres.
const SPAWN_ROOM_M: f32 = 4.5;

impl World {
    /// Gives a client a person at the wheel of a car, unless it has one.
    pub(in crate::sim) fn join(&mut self, client: ClientId) {
        let free = self.store.people().slot.iter().position(|slot| !slot.alive);
        if let (Some(row), None) = (free, self.row_of_person(client)) {
            self.begin(client, row);
        }
    }

    /// Makes a row of people a client's person, at the wheel of a whole car at the first free spawn from the client's own
    /// number on. Does nothing where there is no room for the car.
    pub(in crate::sim) fn begin(&mut self, client: ClientId, row: usize) {
        if let Some(car) = self.place_free_car(client) {
            let home = self.store.vehicles().vehicle[car].home;
            let person = Person { kind: HUMAN, owner: client.0, vehicle: NO_VEHICLE, seat: DRIVER_SEAT, home };
            people::place(&mut self.store, row, person, Motion::default(), 0.0, Mind::default());
            self.sit(row, car, DRIVER_SEAT);
        }
    }

    /// Puts a client's person at the wheel of a new car; on its feet at its spawn where there is no place for one.
    pub(in crate::sim) fn give_car(&mut self, row: usize) {
        let person = self.store.people().person[row];
        if let Some(car) = self.place_free_car(ClientId(person.owner)) {
            self.store.people_mut().person[row].home = self.store.vehicles().vehicle[car].home;
            self.sit(row, car, DRIVER_SEAT);
        } else {
            let (position, yaw_rad) = self.home(person.home);
            let people = self.store.people_mut();
            people.motion[row] = Motion { position, rotation: yaw_rotation(yaw_rad), ..Motion::default() };
            people.walk[row].yaw_rad = yaw_rad;
        }
    }

    /// Puts a car that nobody drives at the first free spawn from a client's number on; its row, where there was a place.
    pub(in crate::sim) fn place_free_car(&mut self, client: ClientId) -> Option<usize> {
        let spawns = self.level.data().spawns.len();
        let vehicles = self.store.vehicles();
        let free = |spawn: &usize| {
            let place = self.level.data().spawns[*spawn].position;
            !vehicles
                .slot
                .iter()
                .zip(vehicles.motion)
                .any(|(slot, motion)| slot.alive && (motion.position - place).length() < SPAWN_ROOM_M)
        };
        let spawn = (0..spawns).map(|step| (usize::from(client.0) + step) % spawns).find(free)?;
        let row = vehicles.slot.iter().position(|slot| !slot.alive).or_else(|| self.forsaken_cars().next())?;
        if self.store.vehicles().slot[row].alive {
            self.remove_car(row);
        }
        self.place_car(row, spawn as u16, NO_OWNER);
        Some(row)
    }

    /// Rows of the cars that came from a spawn and that nobody drives or sits in any more.
    pub(in crate::sim) fn forsaken_cars(&self) -> impl Iterator<Item = usize> + '_ {
        let vehicles = self.store.vehicles();
        let spawns = self.level.data().spawns.len();
        let is_forsaken = move |row: &usize| {
            let vehicle = vehicles.vehicle[*row];
            vehicles.slot[*row].alive
                && vehicle.owner == NO_OWNER
                && CLASSES[usize::from(vehicle.class)].drives()
                && usize::from(vehicle.home) < spawns
                && life::rows_in_vehicle(self, *row).is_empty()
        };
        (0..vehicles.slot.len()).filter(is_forsaken)
    }

    /// Takes a client's person away, and the car that it drives.
    pub(in crate::sim) fn leave(&mut self, client: ClientId) {
        let vehicle = self.row_of_client(client);
        if let Some(row) = self.row_of_person(client) {
            people::empty(&mut self.store, row);
        }
        if let Some(row) = vehicle {
            self.remove_car(row);
        }
    }

    /// Takes a vehicle away; who sat in it stands there.
    pub(in crate::sim) fn remove_car(&mut self, row: usize) {
        self.empty_seats(row);
        self.take_trailer(row);
        overlay::empty_vehicle(&mut self.store, &mut self.physics, row);
    }

    /// Puts a parked car of the level into its place. Parked cars take the rows from the last one down, so that a client's
    /// row does not depend on how many there are.
    pub(in crate::sim) fn park_car(&mut self, place: usize) {
        let row = self.store.vehicles().slot.len() - 1 - place;
        let home = self.level.data().spawns.len() + place;
        self.place_car(row, home as u16, NO_OWNER);
    }

    pub(in crate::sim) fn place_car(&mut self, row: usize, home: u16, owner: u16) {
        self.fill_row(row, Vehicle { class: 0, owner, home, hitched: NO_HITCH });
        self.put_home(row);
    }

    /// Gives a row its next tenant. Where it is and how it is driven is told next, by [`World::put_whole`].
    pub(in crate::sim) fn fill_row(&mut self, row: usize, vehicle: Vehicle) {
        let generation = self.store.vehicles().slot[row].generation.wrapping_add(1);
        self.physics.activate(Pool::Vehicles, row, &CLASSES[usize::from(vehicle.class)].hull());
        let vehicles = self.store.vehicles_mut();
        vehicles.slot[row] = Slot { alive: true, index: row as u16, generation, proxy: false };
        vehicles.vehicle[row] = vehicle;
        vehicles.upkeep[row] = Upkeep::default();
    }
}
