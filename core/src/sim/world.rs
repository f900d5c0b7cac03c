//! One world: the columns, the bodies, and the tick.
//!
//! [`World::step`] is the only door. What it does fits a screen and names its systems in their order, because the order is
//! part of the rules: two worlds that run the same systems in another order part within a second.

use std::sync::Arc;

use super::ai::{self, Approaches, Chance, Profile, THINK_TICKS, population};
use super::command::{Command, Population};
use super::component::{
    City, Condition, Controls, Drive, Mind, Motion, NO_HITCH, NO_OWNER, NO_VEHICLE, NOT_A_CLIENT, Person, Slot, Upkeep,
    Vehicle,
};
use super::event::Event;
use super::near::Near;
use super::people::{self, DRIVER_SEAT, HUMAN, PRESS_WAIT_TICKS, life};
use super::physics::{Physics, Pool};
use super::pieces::{self, PieceGrid};
use super::store::{Capacity, Store, StoreSave};
use super::vehicle::{self, CLASSES, Driven, Ground};
use super::{crash, hitch, overlay, weapons};
use crate::input::{Input, Keys};
use crate::level::Level;
use crate::units::math::{Vec3, yaw_rotation};
use crate::units::{ClientId, EntityId, Tick};

/// Who a world is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Runs everything and decides.
    Authority,
    /// Runs what a client may predict: vehicles, walking, loose pieces, what cars do to bodies. Never minds, weapons, fire,
    /// joins, seats, resets, classes or lifetimes: those are the authority's, and are told.
    Session,
}

impl Role {
    /// How many bodies such a world has. A session's is small because it is saved twenty times a second: it holds what is
    /// in reach and no more.
    pub(super) fn capacity(self, level: &Level) -> Capacity {
        let (people, projectiles) = match self {
            // 64 players, 60 walkers, 40 in traffic, 26 chasers, 8 brawlers, and room for police and the dead.
            Role::Authority => (224, 64),
            // What flies is not predicted.
            Role::Session => (32, 0),
        };
        let (vehicles, loose) = (self.vehicle_rows(), self.loose_rows());
        Capacity { vehicles, people, projectiles, loose, pieces: level.data().light_pieces.len() }
    }

    /// How many loose pieces have a body in such a world. The authority's are a multiple of a session's, see
    /// [`pieces::loosen`].
    pub(super) fn loose_rows(self) -> usize {
        match self {
            Role::Authority => 64,
            Role::Session => 16,
        }
    }

    /// How many vehicles such a world holds: the authority's 64 driven ones, as many parked as a level may have, and as many
    /// again that are pulled; a session's, those in reach of one player.
    pub(super) fn vehicle_rows(self) -> usize {
        match self {
            Role::Authority => 192,
            Role::Session => 24,
        }
    }
}

/// The systems of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum System {
    /// Timers, commands, and what clients hold.
    Inputs,
    /// Who is put out and taken away.
    Population,
    /// What the simulation's own people think of.
    Minds,
    /// What is pulled follows what pulls it.
    Hitches,
    /// Springs, tyres, engines.
    Driving,
    /// Whoever is on foot.
    Walking,
    /// Light pieces torn loose.
    Knocks,
    /// Rapier's step.
    Physics,
    /// Bodies copied into the columns.
    ReadBack,
    /// Who is pulled out, and who rides along.
    Seats,
    /// What crashes do to cars, and cars to people.
    Blows,
    /// Shots, projectiles, fire.
    Weapons,
    /// The dead, and pieces that go back into their places.
    Lifetimes,
}

impl System {
    /// All of them, in the order in which they run.
    pub const ALL: [System; 13] = [
        System::Inputs,
        System::Population,
        System::Minds,
        System::Hitches,
        System::Driving,
        System::Walking,
        System::Knocks,
        System::Physics,
        System::ReadBack,
        System::Seats,
        System::Blows,
        System::Weapons,
        System::Lifetimes,
    ];
}

/// A spawn is taken while a car is nearer than this, in metres.
const SPAWN_ROOM_M: f32 = 4.5;

/// A world.
pub struct World {
    pub(super) role: Role,
    pub(super) level: Arc<Level>,
    pub(super) grid: Arc<PieceGrid>,
    pub(super) tick: Tick,
    pub(super) store: Store,
    pub(super) physics: Physics,
    pub(super) events: Vec<Event>,
}

impl Clone for World {
    fn clone(&self) -> World {
        let mut store = Store::new(self.role.capacity(&self.level));
        let mut columns = StoreSave::default();
        self.store.save(&mut columns);
        store.restore(&columns);
        World {
            role: self.role,
            level: Arc::clone(&self.level),
            grid: Arc::clone(&self.grid),
            tick: self.tick,
            store,
            physics: self.physics.clone(),
            events: self.events.clone(),
        }
    }
}

impl World {
    /// A world on a level, at tick 0. An authority's has the level's parked cars; a session's is empty until it is told.
    #[must_use]
    pub fn new(level: Arc<Level>, role: Role) -> World {
        let capacity = role.capacity(&level);
        let physics = Physics::new(&level, capacity, CLASSES[0].hull());
        let grid = Arc::new(PieceGrid::new(&level));
        let mut world =
            World { role, level, grid, tick: Tick(0), store: Store::new(capacity), physics, events: Vec::new() };
        // Places made before the first step wake exactly.
        world.physics.step();
        if role == Role::Authority {
            for place in 0..world.level.data().parked.len() {
                world.park_car(place);
            }
        }
        world
    }

    /// One tick. The commands run in their order, then the inputs are held, then the world moves. What happened can be read
    /// until the next call.
    pub fn step(&mut self, commands: &[Command], inputs: &[(ClientId, Input)]) -> &[Event] {
        self.step_watched(commands, inputs, &mut |_, _| {})
    }

    /// The same; `watch` is called after each system that ran, with the world as that one left it. It is for who has a
    /// clock: the world has none.
    #[inline]
    pub fn step_watched(
        &mut self,
        commands: &[Command],
        inputs: &[(ClientId, Input)],
        watch: &mut impl FnMut(System, &World),
    ) -> &[Event] {
        self.events.clear();
        self.count_down();
        for command in commands {
            self.run(*command);
        }
        self.hold(inputs);
        watch(System::Inputs, self);
        if self.role == Role::Authority {
            population::step(self);
            watch(System::Population, self);
            self.think();
            watch(System::Minds, self);
        }
        hitch::hold(&mut self.store);
        hitch::follow(&self.store, &mut self.physics);
        watch(System::Hitches, self);
        self.drive_vehicles();
        watch(System::Driving, self);
        let near = Near::new(&self.store);
        people::walk::walk(&self.level, &self.grid, &near, &mut self.store, &mut self.events);
        watch(System::Walking, self);
        pieces::knock(&self.level, &self.grid, &mut self.store, &mut self.physics, &mut self.events);
        let before = self.velocities();
        watch(System::Knocks, self);
        self.physics.step();
        watch(System::Physics, self);
        self.read_back();
        watch(System::ReadBack, self);
        self.ride();
        watch(System::Seats, self);
        self.feel_crashes(&before);
        people::struck::strike(&near, &mut self.store, &mut self.physics, &mut self.events);
        watch(System::Blows, self);
        if self.role == Role::Authority {
            weapons::pull_triggers(self);
            weapons::fly(self);
            weapons::burn(self);
            watch(System::Weapons, self);
            life::tend_dead(self);
            ai::alarm::spread(self, &near);
            pieces::age(&self.level, &mut self.store, &mut self.physics);
            watch(System::Lifetimes, self);
        }
        self.pull_out_drivers();
        self.tick = self.tick.after(1);
        &self.events
    }

    /// Runs one command.
    fn run(&mut self, command: Command) {
        assert_eq!(self.role, Role::Authority, "commands are the authority's; a session is told their outcome");
        match command {
            Command::Join { client } => self.join(client),
            Command::Leave { client } => self.leave(client),
            Command::Reset { client } => {
                if let Some(row) = self.row_of_client(client) {
                    self.reset(row);
                }
            }
            Command::ResetLevel => self.reset_level(),
            Command::Populate(Population { seed, traffic, walkers, chasers, brawlers }) => {
                *self.store.city_mut() = City { seed, traffic, walkers, chasers, brawlers, ..City::default() };
            }
            Command::SetClass { client, class } => {
                if let Some(row) = self.row_of_client(client) {
                    self.change_class(row, class);
                }
            }
        }
    }

    /// Gives a client a person at the wheel of a car, unless it has one.
    fn join(&mut self, client: ClientId) {
        let free = self.store.people().slot.iter().position(|slot| !slot.alive);
        if let (Some(row), None) = (free, self.row_of_person(client)) {
            self.begin(client, row);
        }
    }

    /// Makes a row of people a client's person, at the wheel of a whole car at the first free spawn from the client's own
    /// number on. Does nothing where there is no room for the car.
    pub(super) fn begin(&mut self, client: ClientId, row: usize) {
        if let Some(car) = self.place_free_car(client) {
            let home = self.store.vehicles().vehicle[car].home;
            let person = Person { kind: HUMAN, owner: client.0, vehicle: NO_VEHICLE, seat: DRIVER_SEAT, home };
            people::place(&mut self.store, row, person, Motion::default(), 0.0, Mind::default());
            self.sit(row, car, DRIVER_SEAT);
        }
    }

    /// Puts a client's person at the wheel of a new car; on its feet at its spawn where there is no place for one.
    fn give_car(&mut self, row: usize) {
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
    fn place_free_car(&mut self, client: ClientId) -> Option<usize> {
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
    fn forsaken_cars(&self) -> impl Iterator<Item = usize> + '_ {
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
    fn leave(&mut self, client: ClientId) {
        let vehicle = self.row_of_client(client);
        if let Some(row) = self.row_of_person(client) {
            people::empty(&mut self.store, row);
        }
        if let Some(row) = vehicle {
            self.remove_car(row);
        }
    }

    /// Takes a vehicle away; who sat in it stands there.
    pub(super) fn remove_car(&mut self, row: usize) {
        self.empty_seats(row);
        self.take_trailer(row);
        overlay::empty_vehicle(&mut self.store, &mut self.physics, row);
    }

    /// Puts a parked car of the level into its place. Parked cars take the rows from the last one down, so that a client's
    /// row does not depend on how many there are.
    fn park_car(&mut self, place: usize) {
        let row = self.store.vehicles().slot.len() - 1 - place;
        let home = self.level.data().spawns.len() + place;
        self.place_car(row, home as u16, NO_OWNER);
    }

    fn place_car(&mut self, row: usize, home: u16, owner: u16) {
        self.fill_row(row, Vehicle { class: 0, owner, home, hitched: NO_HITCH });
        self.put_home(row);
    }

    /// Gives a row its next tenant. Where it is and how it is driven is told next, by [`World::put_whole`].
    pub(super) fn fill_row(&mut self, row: usize, vehicle: Vehicle) {
        let generation = self.store.vehicles().slot[row].generation.wrapping_add(1);
        self.physics.activate(Pool::Vehicles, row, &CLASSES[usize::from(vehicle.class)].hull());
        let vehicles = self.store.vehicles_mut();
        vehicles.slot[row] = Slot { alive: true, index: row as u16, generation, proxy: false };
        vehicles.vehicle[row] = vehicle;
        vehicles.upkeep[row] = Upkeep::default();
    }

    /// Puts a car back where it came from, and its trailer straight behind it.
    fn reset(&mut self, row: usize) {
        self.put_home(row);
        self.put_trailer(row);
    }

    /// Puts a car back where it came from, whole and at rest.
    fn put_home(&mut self, row: usize) {
        let vehicle = self.store.vehicles().vehicle[row];
        let class = &CLASSES[usize::from(vehicle.class)];
        let (position, yaw_rad) = self.home(vehicle.home);
        let ground = self.level.ground_height(position.x, position.z).unwrap_or(position.y - class.ride_height_m());
        let lifted = Vec3::new(position.x, position.y.max(ground + class.ride_height_m()), position.z);
        self.put_whole(row, &Motion { position: lifted, rotation: yaw_rotation(yaw_rad), ..Motion::default() });
    }

    /// Puts a vehicle somewhere else, whole.
    pub(super) fn put_whole(&mut self, row: usize, motion: &Motion) {
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
    fn change_class(&mut self, row: usize, to: u8) {
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
    fn home(&self, home: u16) -> (Vec3, f32) {
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
    fn reset_level(&mut self) {
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
    fn remove_ownerless(&mut self) {
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
    fn reset_people(&mut self) {
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

    /// Lets each client's person and the car it drives hold what the client does, and runs the presses that are the
    /// authority's.
    fn hold(&mut self, inputs: &[(ClientId, Input)]) {
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
    fn press(&mut self, row: usize, keys: Keys) {
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
    fn think(&mut self) {
        let near = Near::new(&self.store);
        let approaches = Approaches::new(self);
        let chance = Chance::new(u64::from(self.store.city().seed));
        for row in 0..self.store.people().slot.len() {
            let people = self.store.people();
            let mut mind = people.mind[row];
            let is_due = (self.tick.0 + row as u32).is_multiple_of(THINK_TICKS);
            let is_dead = people.fight[row].dead_ticks > 0;
            if !is_due || !people.slot[row].alive || is_dead || Profile::of(&mind) == Profile::None {
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

    /// Timers that run whether or not anyone holds a key.
    fn count_down(&mut self) {
        for fight in self.store.people_mut().fight {
            fight.press_wait_ticks = fight.press_wait_ticks.saturating_sub(1);
            fight.wait_ticks = fight.wait_ticks.saturating_sub(1);
            fight.dead_ticks = fight.dead_ticks.saturating_add(u16::from(fight.dead_ticks > 0));
        }
    }

    fn drive_vehicles(&mut self) {
        let ground = Ground::new(self.level.solids(), &self.store, &self.physics);
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
            if vehicle::drive(&mut driven, &ground, &mut self.physics, row) {
                set_up.push(row);
            }
        }
        for row in set_up {
            hitch::straighten(&self.store.vehicles(), &mut self.physics, row);
        }
    }

    /// Velocity of each vehicle as it goes into the physics step.
    fn velocities(&self) -> Vec<Vec3> {
        let slots = self.store.vehicles().slot;
        let velocity = |row: usize| self.physics.body(Pool::Vehicles, row).linvel();
        slots.iter().enumerate().map(|(row, slot)| if slot.alive { velocity(row) } else { Vec3::ZERO }).collect()
    }

    /// Copies every tenant's body into its columns.
    fn read_back(&mut self) {
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
    fn feel_crashes(&mut self, before: &[Vec3]) {
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

    /// The row of a client's car.
    pub(super) fn row_of_client(&self, client: ClientId) -> Option<usize> {
        let vehicles = self.store.vehicles();
        let owned = |row: &usize| vehicles.slot[*row].alive && vehicles.vehicle[*row].owner == client.0;
        (0..vehicles.slot.len()).find(owned)
    }

    /// The row of a client's person.
    pub(super) fn row_of_person(&self, client: ClientId) -> Option<usize> {
        let people = self.store.people();
        (0..people.slot.len()).find(|row| people.slot[*row].alive && people.person[*row].owner == client.0)
    }

    /// The row of a person by its entity.
    pub(super) fn row_of_person_entity(&self, entity: EntityId) -> Option<usize> {
        let is_it = |slot: &Slot| slot.alive && slot.index == entity.index && slot.generation == entity.generation;
        self.store.people().slot.iter().position(is_it)
    }

    /// The row of a vehicle by its index alone.
    pub(super) fn row_of_vehicle_index(&self, index: u16) -> Option<usize> {
        self.store.vehicles().slot.iter().position(|slot| slot.alive && slot.index == index)
    }

    /// The row of a vehicle by its entity.
    pub(super) fn row_of_vehicle(&self, entity: EntityId) -> Option<usize> {
        let is_it = |slot: &Slot| slot.alive && slot.index == entity.index && slot.generation == entity.generation;
        self.store.vehicles().slot.iter().position(is_it)
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
