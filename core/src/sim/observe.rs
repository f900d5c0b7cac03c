//! What may be read of a world.

use super::event::Event;
use super::hitch;
use super::overlay::{PieceState, VehicleState};
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

    /// Whether a vehicle only stands here where it was told to be.
    #[must_use]
    pub fn is_proxy(&self, entity: EntityId) -> bool {
        self.row_of_vehicle(entity).is_some_and(|row| self.store.vehicles().slot[row].proxy)
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
