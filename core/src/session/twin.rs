//! One of the authority's entities in the local world, a vehicle or a person alike.
//!
//! The prediction and the mirror do not care which of the two the player controls or meets: each is looked at as it would
//! travel, put where it was measured, or taken away. Pieces are told apart by the mirror; what flies is never here.

use crate::sim::{Motion, World};
use crate::snapshot::{Record, State};
use crate::units::EntityId;

/// Everyone who is here: vehicles, then people.
pub fn all(world: &World) -> Vec<EntityId> {
    let vehicles = world.vehicles().map(|(entity, _)| entity);
    vehicles.chain(world.people().map(|(entity, _)| entity)).collect()
}

/// Its state.
pub fn state(world: &World, entity: EntityId) -> Option<State> {
    let vehicle = world.vehicle(entity).map(State::Vehicle);
    vehicle.or_else(|| world.person(entity).map(State::Person))
}

/// It as it would travel, `exact` in full floats, and where it is.
pub fn look(world: &World, entity: EntityId, exact: bool) -> Option<(Record, Motion)> {
    let state = state(world, entity)?;
    let record = match &state {
        State::Vehicle(state) => Record::of_vehicle(entity, state, exact),
        State::Person(state) => Record::of_person(entity, state, exact),
        State::Projectile(_) | State::Piece(_) => return None,
    };
    Some((record, state.motion()))
}

/// Puts it where it was measured; `proxy` makes it solid but unmoved.
pub fn place(world: &mut World, measured: &Record, proxy: bool) {
    match measured.state() {
        State::Vehicle(state) => drop(world.place_vehicle(measured.entity, &state, proxy)),
        State::Person(state) => drop(world.place_person(measured.entity, &state, proxy)),
        State::Projectile(_) | State::Piece(_) => {}
    }
}

/// Whether it only stands here, and where it was measured. A proxy's other numbers are nobody's concern.
pub fn stands_at(world: &World, measured: &Record) -> bool {
    world.is_proxy(measured.entity)
        && match (state(world, measured.entity), measured.state()) {
            (Some(State::Vehicle(here)), State::Vehicle(there)) => {
                (here.motion, here.vehicle) == (there.motion, there.vehicle)
            }
            (Some(State::Person(here)), State::Person(there)) => {
                (here.motion, here.walk, here.person) == (there.motion, there.walk, there.person)
            }
            _ => false,
        }
}

/// Takes it away.
pub fn remove(world: &mut World, entity: EntityId) {
    world.remove_vehicle(entity);
    world.remove_person(entity);
}
