//! The authority's word laid over a session's world.
//!
//! A session does not decide; it is told. This is the only place where a world is changed other than by its own step: an
//! entity is given the state that was sent, is made a proxy or simulated again, or leaves. What already is as the word says
//! is left untouched by the caller, since writing even equal bits over a body in contact is not always nothing to the
//! physics.

use serde::{Deserialize, Serialize};

use super::component::{
    Condition, Controls, Drive, Fight, Mind, Motion, Person, Piece, Slot, Upkeep, Vehicle, Walk, Wheels,
};
use super::physics::{Physics, Pool};
use super::pieces;
use super::store::Store;
use super::vehicle::CLASSES;
use super::world::{Role, World};
use super::{hitch, people};
use crate::units::EntityId;

/// Everything of a vehicle that travels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct VehicleState {
    /// What it is and whose.
    pub vehicle: Vehicle,
    /// Where it is and how it moves.
    pub motion: Motion,
    /// What its driver holds.
    pub controls: Controls,
    /// What of its driving integrates over time.
    pub drive: Drive,
    /// How much it can take.
    pub condition: Condition,
}

/// Everything of a person that travels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PersonState {
    /// Who it is and where it belongs.
    pub person: Person,
    /// Where its feet are and how it moves.
    pub motion: Motion,
    /// What it holds.
    pub controls: Controls,
    /// What of its walking integrates over time.
    pub walk: Walk,
    /// How much it can take.
    pub condition: Condition,
    /// What fighting made of it.
    pub fight: Fight,
}

/// Everything of a rocket or a grenade that travels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProjectileState {
    /// Which of the two.
    pub kind: u8,
    /// Where it is and how it moves.
    pub motion: Motion,
}

/// Everything of a loose piece that travels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PieceState {
    /// Where it is and how it moves.
    pub motion: Motion,
}

impl World {
    /// Gives a vehicle the state that was sent, and a body if it had none here. `proxy` makes it solid but unmoved.
    ///
    /// Returns `false` where no place is left: it then has no body here.
    pub fn place_vehicle(&mut self, entity: EntityId, state: &VehicleState, proxy: bool) -> bool {
        assert_eq!(self.role, Role::Session, "an authority's world is changed by its own step alone");
        let Some(row) = self.row_of_vehicle(entity).or_else(|| self.claim_row(entity)) else {
            return false;
        };
        let class = &CLASSES[usize::from(state.vehicle.class)];
        let slots = self.store.vehicles().slot;
        if !slots[row].alive || self.store.vehicles().vehicle[row].class != state.vehicle.class {
            self.physics.activate(Pool::Vehicles, row, &class.hull());
        }
        self.physics.set_simulated(Pool::Vehicles, row, !proxy);
        self.physics.set_can_sleep(Pool::Vehicles, row, !hitch::has_driver(&state.vehicle));
        self.physics.set_motion(Pool::Vehicles, row, &state.motion);
        let vehicles = self.store.vehicles_mut();
        vehicles.slot[row] = Slot { alive: true, index: entity.index, generation: entity.generation, proxy };
        vehicles.vehicle[row] = state.vehicle;
        vehicles.motion[row] = state.motion;
        vehicles.controls[row] = state.controls;
        vehicles.drive[row] = state.drive;
        vehicles.condition[row] = state.condition;
        true
    }

    /// A free row for an entity: rows follow the order of the entities as far as can be, because the order of two bodies
    /// in a pair is part of how the physics pushes them apart.
    fn claim_row(&self, entity: EntityId) -> Option<usize> {
        let slots = self.store.vehicles().slot;
        let rows = slots.len();
        let authority_rows = Role::Authority.vehicle_rows();
        let preferred = (usize::from(entity.index) * rows / authority_rows).min(rows - 1);
        (0..rows).map(|step| (preferred + step) % rows).find(|row| !slots[*row].alive)
    }

    /// Makes a vehicle solid but unmoved, or simulated again. Does nothing where it has no body here.
    pub fn set_proxy(&mut self, entity: EntityId, proxy: bool) {
        let Some(row) = self.row_of_vehicle(entity) else {
            return;
        };
        if self.store.vehicles().slot[row].proxy != proxy {
            self.physics.set_simulated(Pool::Vehicles, row, !proxy);
            self.store.vehicles_mut().slot[row].proxy = proxy;
            let motion = self.store.vehicles().motion[row];
            self.physics.set_motion(Pool::Vehicles, row, &motion);
        }
    }

    /// Takes a vehicle's body away. Does nothing where it has none here.
    pub fn remove_vehicle(&mut self, entity: EntityId) {
        assert_eq!(self.role, Role::Session, "an authority's world is changed by its own step alone");
        if let Some(row) = self.row_of_vehicle(entity) {
            empty_vehicle(&mut self.store, &mut self.physics, row);
        }
    }

    /// Gives a person the state that was sent. `proxy` makes it stand where it was measured.
    ///
    /// Returns `false` where no place is left: it is then not here.
    pub fn place_person(&mut self, entity: EntityId, state: &PersonState, proxy: bool) -> bool {
        assert_eq!(self.role, Role::Session, "an authority's world is changed by its own step alone");
        let free = || self.store.people().slot.iter().position(|slot| !slot.alive);
        let Some(row) = self.row_of_person_entity(entity).or_else(free) else {
            return false;
        };
        let people = self.store.people_mut();
        people.slot[row] = Slot { alive: true, index: entity.index, generation: entity.generation, proxy };
        people.motion[row] = state.motion;
        people.person[row] = state.person;
        people.controls[row] = state.controls;
        people.walk[row] = state.walk;
        people.condition[row] = state.condition;
        people.fight[row] = state.fight;
        people.mind[row] = Mind::default();
        true
    }

    /// Takes a person away. Does nothing where it is not here.
    pub fn remove_person(&mut self, entity: EntityId) {
        assert_eq!(self.role, Role::Session, "an authority's world is changed by its own step alone");
        if let Some(row) = self.row_of_person_entity(entity) {
            people::empty(&mut self.store, row);
        }
    }

    /// Makes a light piece loose as it was sent. An index beyond the level is ignored: the level's hash was compared.
    pub fn place_piece(&mut self, entity: EntityId, state: &PieceState) {
        let Some(piece) = pieces::piece_of(entity).filter(|piece| *piece < self.level.data().light_pieces.len()) else {
            return;
        };
        let loose = self.store.loose();
        let row = loose.slot.iter().position(|slot| slot.alive && slot.index == entity.index);
        match row {
            Some(row) => {
                self.physics.set_motion(Pool::Loose, row, &state.motion);
                let loose = self.store.loose_mut();
                loose.slot[row].generation = entity.generation;
                loose.motion[row] = state.motion;
                self.store.standing_mut().piece[piece] = Piece { loose: true, generation: entity.generation };
            }
            None => {
                pieces::loosen(&self.level, &mut self.store, &mut self.physics, piece, entity.generation, &state.motion)
            }
        }
    }

    /// Plants a light piece again.
    pub fn plant_piece(&mut self, entity: EntityId) {
        if let Some(piece) = pieces::piece_of(entity).filter(|piece| *piece < self.level.data().light_pieces.len())
            && self.store.standing().piece[piece].loose
        {
            pieces::plant(&self.level, &mut self.store, &mut self.physics, piece);
        }
    }
}

/// Empties a vehicle's row; its next tenant will have another generation.
pub(super) fn empty_vehicle(store: &mut Store, physics: &mut Physics, row: usize) {
    physics.park(Pool::Vehicles, row);
    let vehicles = store.vehicles_mut();
    vehicles.slot[row] = Slot { generation: vehicles.slot[row].generation, ..Slot::default() };
    vehicles.vehicle[row] = Vehicle::default();
    vehicles.motion[row] = Motion::default();
    vehicles.controls[row] = Controls::default();
    vehicles.drive[row] = Drive::default();
    vehicles.wheels[row] = Wheels::default();
    vehicles.condition[row] = Condition::default();
    vehicles.upkeep[row] = Upkeep::default();
}
