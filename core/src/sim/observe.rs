//! What may be read of a world.

use super::ai::Profile;
use super::component::NOT_A_CLIENT;
use super::event::Event;
use super::hitch;
use super::overlay::{PersonState, PieceState, ProjectileState, VehicleState};
use super::physics::Pool;
use super::pieces::piece_entity;
use super::store::Vehicles;
use super::world::{Role, World};
use crate::level::Level;
use crate::units::{ClientId, EntityId, Tick};

impl World {
    /// The tick that ran last.
    #[must_use]
    pub fn tick(&self) -> Tick {
        self.tick
    }

    /// Who it is for.
    #[must_use]
    pub fn role(&self) -> Role {
        self.role
    }

    /// The level it is on.
    #[must_use]
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// What happened in the last tick.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Every vehicle, in the order of the rows.
    pub fn vehicles(&self) -> impl Iterator<Item = (EntityId, VehicleState)> + '_ {
        let vehicles = self.store.vehicles();
        (0..vehicles.slot.len()).filter(move |row| vehicles.slot[*row].alive).map(move |row| {
            let slot = vehicles.slot[row];
            (EntityId::new(slot.index, slot.generation), state_of(&vehicles, row))
        })
    }

    /// One vehicle.
    #[must_use]
    pub fn vehicle(&self, entity: EntityId) -> Option<VehicleState> {
        self.row_of_vehicle(entity).map(|row| state_of(&self.store.vehicles(), row))
    }

    /// Whether a vehicle or a person only stands here where it was told to be.
    #[must_use]
    pub fn is_proxy(&self, entity: EntityId) -> bool {
        let vehicle = self.row_of_vehicle(entity).map(|row| self.store.vehicles().slot[row]);
        let person = || self.row_of_person_entity(entity).map(|row| self.store.people().slot[row]);
        vehicle.or_else(person).is_some_and(|slot| slot.proxy)
    }

    /// Whether a vehicle's hull touched anything in the last tick.
    #[must_use]
    pub fn in_contact(&self, entity: EntityId) -> bool {
        self.row_of_vehicle(entity).is_some_and(|row| self.physics.in_contact(Pool::Vehicles, row))
    }

    /// The car a client drives.
    #[must_use]
    pub fn car_of(&self, client: ClientId) -> Option<EntityId> {
        let row = self.row_of_client(client)?;
        let slot = self.store.vehicles().slot[row];
        Some(EntityId::new(slot.index, slot.generation))
    }

    /// What a client controls: the car while its person sits at the wheel, and be it dead there; its person while that is on
    /// foot; nothing while it rides along or lies dead.
    #[must_use]
    pub fn controlled_by(&self, client: ClientId) -> Option<EntityId> {
        self.controlled_from(self.row_of_person(client)?)
    }

    /// What each client controls, in the order of the people's rows.
    pub fn controlled(&self) -> impl Iterator<Item = (ClientId, EntityId)> + '_ {
        let people = self.store.people();
        let rows = (0..people.slot.len()).filter(move |row| people.slot[*row].alive);
        let clients = rows.filter(move |row| people.person[*row].owner < NOT_A_CLIENT);
        clients.filter_map(move |row| Some((ClientId(people.person[row].owner), self.controlled_from(row)?)))
    }

    fn controlled_from(&self, row: usize) -> Option<EntityId> {
        let people = self.store.people();
        let person = &people.person[row];
        let slot = match person.driven_vehicle() {
            None => Some(&people.slot[row]).filter(|_| person.is_on_foot() && people.fight[row].dead_ticks == 0),
            Some(vehicle) => self.store.vehicles().slot.iter().find(|slot| slot.alive && slot.index == vehicle),
        }?;
        Some(EntityId::new(slot.index, slot.generation))
    }

    /// Every person, in the order of the rows.
    pub fn people(&self) -> impl Iterator<Item = (EntityId, PersonState)> + '_ {
        let rows = self.store.people().slot.len();
        (0..rows).filter(|row| self.store.people().slot[*row].alive).map(|row| {
            let slot = self.store.people().slot[row];
            (EntityId::new(slot.index, slot.generation), self.person_in(row))
        })
    }

    /// One person.
    #[must_use]
    pub fn person(&self, entity: EntityId) -> Option<PersonState> {
        self.row_of_person_entity(entity).map(|row| self.person_in(row))
    }

    fn person_in(&self, row: usize) -> PersonState {
        let people = self.store.people();
        PersonState {
            person: people.person[row],
            motion: people.motion[row],
            controls: people.controls[row],
            walk: people.walk[row],
            condition: people.condition[row],
            fight: people.fight[row],
        }
    }

    /// The person that a client is.
    #[must_use]
    pub fn person_of(&self, client: ClientId) -> Option<EntityId> {
        let slot = self.store.people().slot[self.row_of_person(client)?];
        Some(EntityId::new(slot.index, slot.generation))
    }

    /// What a person is after, or whoever drives a vehicle.
    #[must_use]
    pub fn profile_of(&self, entity: EntityId) -> Profile {
        let people = self.store.people();
        let driver = |car: usize| {
            let index = self.store.vehicles().slot[car].index;
            (0..people.slot.len())
                .find(|row| people.slot[*row].alive && people.person[*row].driven_vehicle() == Some(index))
        };
        let row = self.row_of_person_entity(entity).or_else(|| self.row_of_vehicle(entity).and_then(driver));
        row.map_or(Profile::None, |row| Profile::of(&people.mind[row]))
    }

    /// Every rocket and grenade in flight, in the order of the rows.
    pub fn projectiles(&self) -> impl Iterator<Item = (EntityId, ProjectileState)> + '_ {
        let rows = self.store.projectiles().slot.len();
        (0..rows).filter(|row| self.store.projectiles().slot[*row].alive).map(|row| {
            let projectiles = self.store.projectiles();
            let slot = projectiles.slot[row];
            let state = ProjectileState { kind: projectiles.projectile[row].kind, motion: projectiles.motion[row] };
            (EntityId::new(slot.index, slot.generation), state)
        })
    }

    /// What a vehicle pulls, or is pulled by.
    #[must_use]
    pub fn hitched_to(&self, entity: EntityId) -> Option<EntityId> {
        let row = hitch::partner_of(&self.store.vehicles(), self.row_of_vehicle(entity)?)?;
        let slot = self.store.vehicles().slot[row];
        Some(EntityId::new(slot.index, slot.generation))
    }

    /// The physics' step alone, without the rules around it: what a bench holds the tick against. The world is then in no
    /// state of the game.
    pub fn step_physics_alone(&mut self) {
        self.physics.step();
    }

    /// Every loose piece, in the order of the level's pieces.
    pub fn loose_pieces(&self) -> impl Iterator<Item = (EntityId, PieceState)> + '_ {
        let loose = self.store.loose();
        let mut rows: Vec<usize> = (0..loose.slot.len()).filter(|row| loose.slot[*row].alive).collect();
        rows.sort_unstable_by_key(|row| loose.slot[*row].index);
        rows.into_iter().map(|row| {
            let loose = self.store.loose();
            let slot = loose.slot[row];
            (EntityId::new(slot.index, slot.generation), PieceState { motion: loose.motion[row] })
        })
    }

    /// One loose piece; `None` where it stands in its place.
    #[must_use]
    pub fn loose_piece(&self, entity: EntityId) -> Option<PieceState> {
        let loose = self.store.loose();
        let row = loose.slot.iter().position(|slot| slot.alive && slot.index == entity.index)?;
        Some(PieceState { motion: loose.motion[row] })
    }

    /// Whether a light piece of the level is out of its place, and as which entity.
    #[must_use]
    pub fn torn_piece(&self, piece: usize) -> Option<EntityId> {
        let piece_state = self.store.standing().piece.get(piece).filter(|piece| piece.loose)?;
        Some(piece_entity(piece, piece_state.generation))
    }
}

fn state_of(vehicles: &Vehicles<'_>, row: usize) -> VehicleState {
    VehicleState {
        vehicle: vehicles.vehicle[row],
        motion: vehicles.motion[row],
        controls: vehicles.controls[row],
        drive: vehicles.drive[row],
        condition: vehicles.condition[row],
    }
}
