//! One entity as bytes, and back.

use super::form::{Form, Group};
use super::state::{self, State};
use crate::sim::{CLASSES, Motion, PersonState, PieceState, ProjectileState, VehicleState};
use crate::units::EntityId;
use crate::wire::{Fault, Reader, WireError, Writer};

/// An entity's state as bytes. Two records of one form are equal exactly where what travels of the two states is equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Whose.
    pub entity: EntityId,
    /// How it is written.
    pub form: Form,
    bytes: Vec<u8>,
}

impl Record {
    /// A vehicle on the grid or, for its own driver and with what it tows, in full floats.
    #[must_use]
    pub fn of_vehicle(entity: EntityId, state: &VehicleState, own: bool) -> Record {
        let form = if own { Form::OwnVehicle } else { Form::Vehicle };
        let mut writer = Writer::with_capacity(form.size());
        state::put_vehicle(&mut writer, state, own);
        Record::new(entity, form, writer.into_bytes())
    }

    /// A person on the grid or, for itself on foot, in full floats.
    #[must_use]
    pub fn of_person(entity: EntityId, state: &PersonState, own: bool) -> Record {
        let form = match (state.person.is_on_foot(), own) {
            (true, true) => Form::OwnPerson,
            (true, false) => Form::Person,
            (false, _) => Form::Seated,
        };
        let mut writer = Writer::with_capacity(form.size());
        match form {
            Form::Seated => state::put_seated(&mut writer, state),
            _ => state::put_walker(&mut writer, state, own),
        }
        Record::new(entity, form, writer.into_bytes())
    }

    /// A rocket or a grenade.
    #[must_use]
    pub fn of_projectile(entity: EntityId, state: &ProjectileState) -> Record {
        let mut writer = Writer::with_capacity(Form::Projectile.size());
        state::put_projectile(&mut writer, state);
        Record::new(entity, Form::Projectile, writer.into_bytes())
    }

    /// A loose piece.
    #[must_use]
    pub fn of_piece(entity: EntityId, state: &PieceState) -> Record {
        let mut writer = Writer::with_capacity(Form::Piece.size());
        state::put_motion(&mut writer, &state.motion, false);
        Record::new(entity, Form::Piece, writer.into_bytes())
    }

    fn new(entity: EntityId, form: Form, bytes: Vec<u8>) -> Record {
        assert_eq!(bytes.len(), form.size(), "a {form:?} record's groups are not what was written");
        Record { entity, form, bytes }
    }

    /// The state back. A record that came over the wire was checked when it was read.
    #[must_use]
    pub fn state(&self) -> State {
        state::decode(self.form, &self.bytes)
            .expect("a record is made by a writer, or was decoded once when it was read")
    }

    /// The state, where it is a vehicle's.
    #[must_use]
    pub fn vehicle(&self) -> Option<VehicleState> {
        match self.state() {
            State::Vehicle(state) => Some(state),
            _ => None,
        }
    }

    /// The state, where it is a person's.
    #[must_use]
    pub fn person(&self) -> Option<PersonState> {
        match self.state() {
            State::Person(state) => Some(state),
            _ => None,
        }
    }

    /// Whether somebody can hold it: a person, or a vehicle that is not only ever pulled.
    #[must_use]
    pub fn can_be_held(&self) -> bool {
        match self.state() {
            State::Vehicle(state) => CLASSES[usize::from(state.vehicle.class)].drives(),
            State::Person(_) => true,
            State::Projectile(_) | State::Piece(_) => false,
        }
    }

    /// Where it is and how it moves, see [`State::motion`].
    #[must_use]
    pub fn motion(&self) -> Motion {
        self.state().motion()
    }

    /// The groups in which this record differs from `base`, as a mask; all of them where the two are not comparable.
    pub(super) fn changes_from(&self, base: &Record) -> u8 {
        if base.entity != self.entity || base.form != self.form {
            return self.form.whole_mask();
        }
        let mut mask = 0;
        let mut at = 0;
        for (group, size) in self.form.groups() {
            if self.bytes[at..at + size] != base.bytes[at..at + size] {
                mask |= group.bit();
            }
            at += size;
        }
        mask
    }

    /// Whether the pose or motion differs from `other`'s: whether it was measured anew.
    pub(super) fn moved_from(&self, other: &Record) -> bool {
        self.changes_from(other) & (Group::Pose.bit() | Group::Motion.bit()) != 0
    }

    /// Writes the groups of `mask`.
    pub(super) fn put_groups(&self, writer: &mut Writer, mask: u8) {
        let mut at = 0;
        for (group, size) in self.form.groups() {
            if mask & group.bit() != 0 {
                writer.put_bytes(&self.bytes[at..at + size]);
            }
            at += size;
        }
    }

    /// Reads the groups of `mask` onto `base`, or onto nothing where it carries everything.
    pub(super) fn read_groups(
        reader: &mut Reader<'_>,
        entity: EntityId,
        form: Form,
        mask: u8,
        base: Option<&Record>,
    ) -> Result<Record, WireError> {
        let here = reader.clone();
        let whole = mask == form.whole_mask();
        let base = base.filter(|base| base.entity == entity && base.form == form);
        let mut bytes = match base {
            Some(base) => base.bytes.clone(),
            None if whole => vec![0; form.size()],
            None => return Err(here.refuse(Fault::Value("a change of an entity that the base does not have so"))),
        };
        if mask & !form.whole_mask() != 0 {
            return Err(here.refuse(Fault::Value("a change of groups that the form does not have")));
        }
        let mut at = 0;
        for (group, size) in form.groups() {
            if mask & group.bit() != 0 {
                bytes[at..at + size].copy_from_slice(reader.get_bytes(*size)?);
            }
            at += size;
        }
        state::decode(form, &bytes).map_err(|error| WireError { at: here.at() + error.at, ..error })?;
        Ok(Record { entity, form, bytes })
    }
}
