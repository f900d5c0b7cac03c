//! One entity as bytes, and back.

use super::form::{Form, Group};
use super::grid;
use crate::sim::{CLASSES, Condition, Controls, Drive, Motion, NO_OWNER, PieceState, Vehicle, VehicleState};
use crate::units::EntityId;
use crate::wire::{Fault, Reader, Wire, WireError, Writer};

/// Largest angle of front wheels that the grid can hold, in radians.
const STEERING_MOST_RAD: f32 = 1.0;

/// An entity's state, as the simulation has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum State {
    /// A vehicle.
    Vehicle(VehicleState),
    /// A loose piece.
    Piece(PieceState),
}

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
        put_vehicle(&mut writer, state, own);
        Record::new(entity, form, writer.into_bytes())
    }

    /// A loose piece.
    #[must_use]
    pub fn of_piece(entity: EntityId, state: &PieceState) -> Record {
        let mut writer = Writer::with_capacity(Form::Piece.size());
        put_motion(&mut writer, &state.motion, false);
        Record::new(entity, Form::Piece, writer.into_bytes())
    }

    fn new(entity: EntityId, form: Form, bytes: Vec<u8>) -> Record {
        assert_eq!(bytes.len(), form.size(), "a {form:?} record's groups are not what was written");
        Record { entity, form, bytes }
    }

    /// The state back. A record that came over the wire was checked when it was read.
    #[must_use]
    pub fn state(&self) -> State {
        decode(self.form, &self.bytes).expect("a record is made by a writer, or was decoded once when it was read")
    }

    /// The state, where it is a vehicle's.
    #[must_use]
    pub fn vehicle(&self) -> Option<VehicleState> {
        match self.state() {
            State::Vehicle(state) => Some(state),
            State::Piece(_) => None,
        }
    }

    /// Whether it is a vehicle that a client drives.
    #[must_use]
    pub fn is_owned(&self) -> bool {
        self.vehicle().is_some_and(|state| state.vehicle.owner != NO_OWNER)
    }

    /// Where it is and how it moves.
    #[must_use]
    pub fn motion(&self) -> Motion {
        match self.state() {
            State::Vehicle(state) => state.motion,
            State::Piece(state) => state.motion,
        }
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
        decode(form, &bytes).map_err(|error| WireError { at: here.at() + error.at, ..error })?;
        Ok(Record { entity, form, bytes })
    }
}

fn decode(form: Form, bytes: &[u8]) -> Result<State, WireError> {
    let mut reader = Reader::new(bytes);
    let state = match form {
        Form::Vehicle => State::Vehicle(get_vehicle(&mut reader, false)?),
        Form::OwnVehicle => State::Vehicle(get_vehicle(&mut reader, true)?),
        Form::Piece => State::Piece(PieceState { motion: get_motion(&mut reader, false)? }),
    };
    reader.finish()?;
    Ok(state)
}

fn put_motion(writer: &mut Writer, motion: &Motion, exact: bool) {
    if exact {
        grid::put_exact(writer, motion.position);
        grid::put_exact_rotation(writer, motion.rotation);
        grid::put_exact(writer, motion.velocity);
        grid::put_exact(writer, motion.spin);
    } else {
        grid::put_position(writer, motion.position);
        grid::put_rotation(writer, motion.rotation);
        grid::put_steps(writer, motion.velocity, grid::VELOCITY_STEP_MPS);
        grid::put_steps(writer, motion.spin, grid::SPIN_STEP_RADPS);
    }
    motion.asleep.write(writer);
}

fn get_motion(reader: &mut Reader<'_>, exact: bool) -> Result<Motion, WireError> {
    Ok(if exact {
        Motion {
            position: grid::get_exact(reader)?,
            rotation: grid::get_exact_rotation(reader)?,
            velocity: grid::get_exact(reader)?,
            spin: grid::get_exact(reader)?,
            asleep: reader.get()?,
        }
    } else {
        Motion {
            position: grid::get_position(reader)?,
            rotation: grid::get_rotation(reader)?,
            velocity: grid::get_steps(reader, grid::VELOCITY_STEP_MPS)?,
            spin: grid::get_steps(reader, grid::SPIN_STEP_RADPS)?,
            asleep: reader.get()?,
        }
    })
}

fn put_vehicle(writer: &mut Writer, state: &VehicleState, exact: bool) {
    let VehicleState { vehicle, motion, controls, drive, condition } = state;
    vehicle.class.write(writer);
    vehicle.owner.write(writer);
    vehicle.home.write(writer);
    vehicle.hitched.write(writer);
    put_motion(writer, motion, exact);
    // The throttle of another's car does not travel: between snapshots it coasts, holding its wheel and its handbrake.
    grid::put_axis(writer, controls.steer);
    controls.keys.write(writer);
    drive.boost_spent.write(writer);
    drive.stun_ticks.write(writer);
    if exact {
        grid::put_axis(writer, controls.drive);
        drive.airborne_ticks.write(writer);
        drive.upset_ticks.write(writer);
        drive.steering.write(writer);
        drive.boost.write(writer);
        drive.fall_mps.write(writer);
        drive.front_grip.write(writer);
        drive.rear_grip.write(writer);
        condition.health.write(writer);
    } else {
        grid::put_axis(writer, drive.steering / STEERING_MOST_RAD);
        grid::put_share(writer, drive.front_grip);
        grid::put_share(writer, drive.rear_grip);
        (condition.health.clamp(0.0, 255.0).round() as u8).write(writer);
    }
}

fn get_vehicle(reader: &mut Reader<'_>, exact: bool) -> Result<VehicleState, WireError> {
    let here = reader.clone();
    let vehicle = Vehicle { class: reader.get()?, owner: reader.get()?, home: reader.get()?, hitched: reader.get()? };
    if usize::from(vehicle.class) >= CLASSES.len() {
        return Err(here.refuse(Fault::Value("no vehicle has this class")));
    }
    let motion = get_motion(reader, exact)?;
    let mut controls = Controls { steer: grid::get_axis(reader)?, keys: reader.get()?, drive: 0.0 };
    let mut drive = Drive { boost_spent: reader.get()?, stun_ticks: reader.get()?, ..Drive::default() };
    let mut condition = Condition::default();
    if exact {
        controls.drive = grid::get_axis(reader)?;
        drive.airborne_ticks = reader.get()?;
        drive.upset_ticks = reader.get()?;
        drive.steering = grid::get_float(reader)?;
        drive.boost = grid::get_float(reader)?;
        drive.fall_mps = grid::get_float(reader)?;
        drive.front_grip = grid::get_float(reader)?;
        drive.rear_grip = grid::get_float(reader)?;
        condition.health = grid::get_float(reader)?;
    } else {
        drive.steering = grid::get_axis(reader)? * STEERING_MOST_RAD;
        drive.front_grip = grid::get_share(reader)?;
        drive.rear_grip = grid::get_share(reader)?;
        condition.health = f32::from(reader.get::<u8>()?);
    }
    Ok(VehicleState { vehicle, motion, controls, drive, condition })
}
