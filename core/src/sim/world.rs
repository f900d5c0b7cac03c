//! One world: the columns, the bodies, and the tick.
//!
//! [`World::step`] is the only door. What it does fits a screen and names its systems in their order, because the order is
//! part of the rules: two worlds that run the same systems in another order part within a second.
//!
//! | file | what it is |
//! |---|---|
//! | `inputs` | what is held, and what a press does |
//! | `arrivals` | who comes and who goes |
//! | `homes` | back to where it began |
//! | `motion` | vehicles around the physics step |

use std::sync::Arc;

mod arrivals;
mod homes;
mod inputs;
mod motion;

use super::ai::{self, population};
use super::command::{Command, Population};
use super::component::{City, Slot};
use super::event::Event;
use super::near::Near;
use super::people::{self, life};
use super::physics::Physics;
use super::pieces::{self, PieceGrid};
use super::store::{Capacity, Store, StoreSave};
use super::vehicle::{CLASSES, Ground};
use super::{hitch, weapons};
use crate::input::Input;
use crate::level::{Level, Nearby};
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

/// A world.
pub struct World {
    pub(super) role: Role,
    pub(super) level: Arc<Level>,
    pub(super) grid: Arc<PieceGrid>,
    pub(super) tick: Tick,
    pub(super) store: Store,
    pub(super) physics: Physics,
    /// What vehicles and people remember of the level around them: no part of a save, since no answer depends on it.
    pub(super) ground: Ground,
    pub(super) footing: Vec<Nearby>,
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
            ground: Ground::new(self.role.vehicle_rows()),
            footing: vec![Nearby::default(); self.footing.len()],
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
        let (store, ground) = (Store::new(capacity), Ground::new(capacity.vehicles));
        let footing = vec![Nearby::default(); capacity.people];
        let mut world = World { role, level, grid, tick: Tick(0), store, physics, ground, footing, events: Vec::new() };
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
        let mut near = None;
        if self.role == Role::Authority {
            population::step(self);
            watch(System::Population, self);
            near = self.think();
            watch(System::Minds, self);
        }
        hitch::hold(&mut self.store);
        hitch::follow(&self.store, &mut self.physics);
        watch(System::Hitches, self);
        self.drive_vehicles();
        watch(System::Driving, self);
        let near = near.unwrap_or_else(|| Near::new(&self.store));
        people::walk::walk(&self.level, &self.grid, &near, &mut self.footing, &mut self.store, &mut self.events);
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

    /// Timers that run whether or not anyone holds a key.
    fn count_down(&mut self) {
        for fight in self.store.people_mut().fight {
            fight.press_wait_ticks = fight.press_wait_ticks.saturating_sub(1);
            fight.wait_ticks = fight.wait_ticks.saturating_sub(1);
            fight.dead_ticks = fight.dead_ticks.saturating_add(u16::from(fight.dead_ticks > 0));
        }
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
