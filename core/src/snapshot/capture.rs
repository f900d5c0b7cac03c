//! The only reader of a world for the wire.

use super::form::Form;
use super::record::Record;
use crate::sim::World;
use crate::units::{EntityId, Tick};

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

    /// The record of what the snapshot's reader controls: of those in full floats the one that has an owner.
    #[must_use]
    pub fn own(&self) -> Option<&Record> {
        self.exact().find(|record| record.is_owned())
    }

    /// The record of what hangs on it.
    #[must_use]
    pub fn own_trailer(&self) -> Option<&Record> {
        self.exact().find(|record| !record.is_owned())
    }

    fn exact(&self) -> impl Iterator<Item = &Record> {
        self.records.iter().filter(|record| record.form == Form::OwnVehicle)
    }

    /// The record of an entity.
    #[must_use]
    pub fn of(&self, entity: EntityId) -> Option<&Record> {
        self.at_index(entity.index).filter(|record| record.entity == entity)
    }
}

/// Takes the world as it is: every vehicle and every loose piece, `own` and its trailer in full floats.
#[must_use]
pub fn capture(world: &World, own: Option<EntityId>) -> Snapshot {
    let exact = [own, own.and_then(|own| world.hitched_to(own))];
    let vehicles =
        world.vehicles().map(|(entity, state)| Record::of_vehicle(entity, &state, exact.contains(&Some(entity))));
    let pieces = world.loose_pieces().map(|(entity, state)| Record::of_piece(entity, &state));
    let records: Vec<Record> = vehicles.chain(pieces).collect();
    assert!(
        records.windows(2).all(|pair| pair[0].entity.index < pair[1].entity.index),
        "a snapshot's records rise by entity"
    );
    Snapshot { tick: world.tick(), records }
}
