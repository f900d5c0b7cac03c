//! What of an entity's state travels, and in which order.
//!
//! A person's rotation is its heading, and travels as that. What the authority alone reads does not travel at all: the waits of
//! weapons and presses, who hurt whom, where one begins again; nor does how long one is dead, for which a flag stands.

use super::form::Form;
use super::grid;
use crate::sim::people::{FIRST_PERSON_INDEX, KINDS};
use crate::sim::{
    CLASSES, Condition, Controls, Drive, Fight, Motion, NO_VEHICLE, OWN_FIELDS, Person, PersonState, PieceState,
    ProjectileState, Vehicle, VehicleState, Walk,
};
use crate::units::math::yaw_rotation;
use crate::wire::{Fault, Reader, Wire, WireError, Writer};

/// Largest angle of front wheels that the grid can hold, in radians.
const STEERING_MOST_RAD: f32 = 1.0;

/// Kinds of projectiles: rockets and grenades.
const PROJECTILE_KINDS: u8 = 2;

/// Seats of a vehicle at most.
const MOST_SEATS: u8 = 8;

/// An entity's state, as the simulation has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum State {
    /// A vehicle.
    Vehicle(VehicleState),
    /// A person, on foot or in a seat.
    Person(PersonState),
    /// A rocket or a grenade.
    Projectile(ProjectileState),
    /// A loose piece.
    Piece(PieceState),
}

impl State {
    /// Where it is and how it moves; a person is turned to where it faces. A seated one's place is its vehicle's, and not
    /// known here.
    #[must_use]
    pub fn motion(&self) -> Motion {
        match self {
            State::Vehicle(state) => state.motion,
            State::Person(state) => Motion { rotation: yaw_rotation(state.walk.yaw_rad), ..state.motion },
            State::Projectile(state) => state.motion,
            State::Piece(state) => state.motion,
        }
    }

    /// What a prediction of it is judged by beside the pose, see [`OWN_FIELD_NAMES`](crate::sim::OWN_FIELD_NAMES).
    #[must_use]
    pub fn fields(&self) -> [f32; OWN_FIELDS] {
        match self {
            State::Vehicle(state) => state.fields(),
            State::Person(state) => state.fields(),
            State::Projectile(_) | State::Piece(_) => [0.0; OWN_FIELDS],
        }
    }
}

/// The state that bytes of a form stand for.
///
/// # Errors
/// Where they stand for none.
pub fn decode(form: Form, bytes: &[u8]) -> Result<State, WireError> {
    let mut reader = Reader::new(bytes);
    let state = match form {
        Form::Vehicle => State::Vehicle(get_vehicle(&mut reader, false)?),
        Form::OwnVehicle => State::Vehicle(get_vehicle(&mut reader, true)?),
        Form::Piece => State::Piece(PieceState { motion: get_motion(&mut reader, false)? }),
        Form::Person => State::Person(get_walker(&mut reader, false)?),
        Form::OwnPerson => State::Person(get_walker(&mut reader, true)?),
        Form::Seated => State::Person(get_seated(&mut reader)?),
        Form::Projectile => State::Projectile(get_projectile(&mut reader)?),
    };
    reader.finish()?;
    Ok(state)
}

/// Where a body is and how it moves.
pub fn put_motion(writer: &mut Writer, motion: &Motion, exact: bool) {
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

/// A vehicle.
pub fn put_vehicle(writer: &mut Writer, state: &VehicleState, exact: bool) {
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
        grid::put_health(writer, condition.health);
    }
}

fn get_vehicle(reader: &mut Reader<'_>, exact: bool) -> Result<VehicleState, WireError> {
    let here = reader.clone();
    let vehicle = Vehicle { class: reader.get()?, owner: reader.get()?, home: reader.get()?, hitched: reader.get()? };
    if usize::from(vehicle.class) >= CLASSES.len() {
        return Err(here.refuse(Fault::Value("no vehicle has this class")));
    }
    let motion = get_motion(reader, exact)?;
    let mut controls = Controls { steer: grid::get_axis(reader)?, keys: reader.get()?, ..Controls::default() };
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
        condition.health = grid::get_health(reader)?;
    }
    Ok(VehicleState { vehicle, motion, controls, drive, condition })
}

/// A person on foot.
pub fn put_walker(writer: &mut Writer, state: &PersonState, exact: bool) {
    let PersonState { person, motion, controls, walk, condition, fight } = state;
    person.kind.write(writer);
    person.owner.write(writer);
    if exact {
        grid::put_exact(writer, motion.position);
        walk.yaw_rad.write(writer);
        grid::put_exact(writer, motion.velocity);
    } else {
        grid::put_position(writer, motion.position);
        grid::put_turn(writer, walk.yaw_rad);
        grid::put_steps(writer, motion.velocity, grid::VELOCITY_STEP_MPS);
    }
    grid::put_axis(writer, controls.drive);
    grid::put_axis(writer, controls.steer);
    controls.keys.write(writer);
    controls.aim.write(writer);
    controls.slot.write(writer);
    walk.airborne_ticks.write(writer);
    walk.limp_ticks.write(writer);
    walk.jacking_ticks.write(writer);
    walk.jacking.write(writer);
    if exact {
        condition.health.write(writer);
    } else {
        put_life(writer, condition, fight);
    }
}

fn get_walker(reader: &mut Reader<'_>, exact: bool) -> Result<PersonState, WireError> {
    let person = Person { kind: get_kind(reader)?, owner: reader.get()?, vehicle: NO_VEHICLE, ..Person::default() };
    let mut walk = Walk::default();
    let mut motion = Motion::default();
    if exact {
        motion.position = grid::get_exact(reader)?;
        walk.yaw_rad = grid::get_float(reader)?;
        motion.velocity = grid::get_exact(reader)?;
    } else {
        motion.position = grid::get_position(reader)?;
        walk.yaw_rad = grid::get_turn(reader)?;
        motion.velocity = grid::get_steps(reader, grid::VELOCITY_STEP_MPS)?;
    }
    let controls = Controls {
        drive: grid::get_axis(reader)?,
        steer: grid::get_axis(reader)?,
        keys: reader.get()?,
        aim: reader.get()?,
        slot: reader.get()?,
        ..Controls::default()
    };
    walk.airborne_ticks = reader.get()?;
    walk.limp_ticks = reader.get()?;
    walk.jacking_ticks = reader.get()?;
    walk.jacking = reader.get()?;
    let (condition, fight) = if exact {
        (Condition { health: grid::get_float(reader)?, ..Condition::default() }, Fight::default())
    } else {
        get_life(reader)?
    };
    Ok(PersonState { person, motion, controls, walk, condition, fight })
}

/// A person in a seat.
pub fn put_seated(writer: &mut Writer, state: &PersonState) {
    let PersonState { person, controls, condition, fight, .. } = state;
    person.kind.write(writer);
    person.owner.write(writer);
    person.vehicle.write(writer);
    person.seat.write(writer);
    controls.keys.write(writer);
    controls.slot.write(writer);
    put_life(writer, condition, fight);
}

fn get_seated(reader: &mut Reader<'_>) -> Result<PersonState, WireError> {
    let kind = get_kind(reader)?;
    let owner = reader.get()?;
    let here = reader.clone();
    let person = Person { kind, owner, vehicle: reader.get()?, seat: reader.get()?, ..Person::default() };
    if person.vehicle >= FIRST_PERSON_INDEX {
        return Err(here.refuse(Fault::Value("who sits sits in a vehicle")));
    }
    if person.seat >= MOST_SEATS {
        return Err(here.refuse(Fault::Value("no vehicle has this seat")));
    }
    let controls = Controls { keys: reader.get()?, slot: reader.get()?, ..Controls::default() };
    let (condition, fight) = get_life(reader)?;
    Ok(PersonState { person, controls, condition, fight, ..PersonState::default() })
}

fn get_kind(reader: &mut Reader<'_>) -> Result<u8, WireError> {
    let here = reader.clone();
    let kind: u8 = reader.get()?;
    if usize::from(kind) < KINDS.len() { Ok(kind) } else { Err(here.refuse(Fault::Value("no person is of this kind"))) }
}

fn put_life(writer: &mut Writer, condition: &Condition, fight: &Fight) {
    // Who has a share of a point left lives, and must not be sent as one who has none.
    grid::put_health(writer, condition.health.ceil());
    (fight.dead_ticks > 0).write(writer);
}

fn get_life(reader: &mut Reader<'_>) -> Result<(Condition, Fight), WireError> {
    let condition = Condition { health: grid::get_health(reader)?, ..Condition::default() };
    let is_dead: bool = reader.get()?;
    Ok((condition, Fight { dead_ticks: u16::from(is_dead), ..Fight::default() }))
}

/// A rocket or a grenade.
pub fn put_projectile(writer: &mut Writer, state: &ProjectileState) {
    state.kind.write(writer);
    put_motion(writer, &state.motion, false);
}

fn get_projectile(reader: &mut Reader<'_>) -> Result<ProjectileState, WireError> {
    let here = reader.clone();
    let kind: u8 = reader.get()?;
    if kind >= PROJECTILE_KINDS {
        return Err(here.refuse(Fault::Value("nothing of this kind flies")));
    }
    Ok(ProjectileState { kind, motion: get_motion(reader, false)? })
}
