//! The only reader of a world for the wire.

use super::record::Record;
use crate::sim::NO_VEHICLE;
use crate::sim::World;
use crate::units::{ClientId, EntityId, Tick};

/// A tick of the world as records, in the order of their entities.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// The tick that it shows.
    pub tick: Tick,
    /// One an entity, by rising index.
    pub records: Vec<Record>,
}

impl Snapshot {
    /// The record of an entity index, whichever life it is in.
    #[must_use]
    pub fn at_index(&self, index: u16) -> Option<&Record> {
        self.records.binary_search_by_key(&index, |record| record.entity.index).ok().map(|at| &self.records[at])
    }

    /// The record of what the snapshot's reader controls, its car at the wheel and its person on foot: of those in full
    /// floats the one that somebody holds. None while it rides along or is dead.
    #[must_use]
    pub fn own(&self) -> Option<&Record> {
        self.exact().find(|record| record.can_be_held())
    }

    /// The record of what hangs on it.
    #[must_use]
    pub fn own_trailer(&self) -> Option<&Record> {
        self.exact().find(|record| !record.can_be_held())
    }

    fn exact(&self) -> impl Iterator<Item = &Record> {
        self.records.iter().filter(|record| record.form.is_exact())
    }

    /// What a client is to look at while it controls nothing: the vehicle that its person rides in, or its body.
    #[must_use]
    pub fn watched_by(&self, client: ClientId) -> Option<&Record> {
        let is_it = |record: &&Record| record.person().is_some_and(|state| state.person.owner == client.0);
        let body = self.records.iter().find(is_it)?;
        let vehicle = body.person().map_or(NO_VEHICLE, |state| state.person.vehicle);
        if vehicle == NO_VEHICLE { Some(body) } else { self.at_index(vehicle) }
    }

    /// The record of an entity.
    #[must_use]
    pub fn of(&self, entity: EntityId) -> Option<&Record> {
        self.at_index(entity.index).filter(|record| record.entity == entity)
    }
}

/// Takes the world as it is for one client: what it controls and what hangs on that in full floats, everything else on the
/// grid.
#[must_use]
pub fn capture(world: &World, client: ClientId) -> Snapshot {
    let own = world.controlled_by(client);
    let exact = [own, own.and_then(|own| world.hitched_to(own))];
    let vehicles =
        world.vehicles().map(|(entity, state)| Record::of_vehicle(entity, &state, exact.contains(&Some(entity))));
    let people = world.people().map(|(entity, state)| Record::of_person(entity, &state, own == Some(entity)));
    let projectiles = world.projectiles().map(|(entity, state)| Record::of_projectile(entity, &state));
    let pieces = world.loose_pieces().map(|(entity, state)| Record::of_piece(entity, &state));
    let records: Vec<Record> = vehicles.chain(people).chain(projectiles).chain(pieces).collect();
    assert!(
        records.windows(2).all(|pair| pair[0].entity.index < pair[1].entity.index),
        "a snapshot's records rise by entity"
    );
    Snapshot { tick: world.tick(), records }
}
