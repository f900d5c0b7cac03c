//! Numbers on the wire's grid: poses and velocities in fewer bytes than floats, and what is lost by it.

use crate::units::math::{Quat, Vec3};
use crate::wire::{Fault, Reader, Wire, WireError, Writer};

/// Step of a position, in metres: 2 mm. Two places a step off over one snapshot are 5 m/s² of acceleration, under what the
/// eye or the curves of the remote buffer take for motion.
pub const POSITION_STEP_M: f32 = 1.0 / 512.0;

/// Step of a velocity, in m/s.
pub const VELOCITY_STEP_MPS: f32 = 1.0 / 64.0;

/// Step of a spin, in rad/s.
pub const SPIN_STEP_RADPS: f32 = 1.0 / 256.0;

/// Step of a heading, in radians: the input's own, so that an aim travels as it was given.
const TURN_STEP_RAD: f32 = std::f32::consts::TAU / 65_536.0;

/// Largest count of steps of a position: three bytes, 16 km.
const POSITION_MOST: f32 = 8_388_607.0;

/// Largest part of a unit quaternion beside its largest: 1/sqrt(2).
const PART_MOST: f32 = std::f32::consts::FRAC_1_SQRT_2;

/// Steps of a quaternion's part from 0 to [`PART_MOST`].
const PART_STEPS: f32 = 32_767.0;

/// How far the rounding of three parts can bring the fourth below them: half a step of each and of the one it is held
/// against.
const PART_ROUNDING: f32 = 4.0 * PART_MOST / PART_STEPS;

/// Largest coordinate or speed that a float may have on the wire: far beyond any level, near enough that no arithmetic on
/// it overflows.
const FLOAT_MOST: f32 = 100_000.0;

/// Writes a position.
pub fn put_position(writer: &mut Writer, position: Vec3) {
    for part in position.to_array() {
        let steps = (part / POSITION_STEP_M).round().clamp(-POSITION_MOST, POSITION_MOST) as i32;
        writer.put_bytes(&steps.to_le_bytes()[..3]);
    }
}

/// Reads a position.
pub fn get_position(reader: &mut Reader<'_>) -> Result<Vec3, WireError> {
    let mut position = [0.0; 3];
    for part in &mut position {
        let [low, middle, high] = reader.get_array()?;
        // The sign sits in the third byte: put it at the top, and shift it down again.
        *part = (i32::from_le_bytes([0, low, middle, high]) >> 8) as f32 * POSITION_STEP_M;
    }
    Ok(Vec3::from_array(position))
}

/// Writes a vector in steps of two bytes each.
pub fn put_steps(writer: &mut Writer, vector: Vec3, step: f32) {
    for part in vector.to_array() {
        ((part / step).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16).write(writer);
    }
}

/// The reverse.
pub fn get_steps(reader: &mut Reader<'_>, step: f32) -> Result<Vec3, WireError> {
    let mut vector = [0.0; 3];
    for part in &mut vector {
        *part = f32::from(reader.get::<i16>()?) * step;
    }
    Ok(Vec3::from_array(vector))
}

/// Writes a rotation: which of its four parts is the largest, and the three others.
pub fn put_rotation(writer: &mut Writer, rotation: Quat) {
    let parts = rotation.to_array();
    let largest = (1..4).fold(0, |best, part| if parts[part].abs() > parts[best].abs() { part } else { best });
    let sign = if parts[largest] < 0.0 { -1.0 } else { 1.0 };
    (largest as u8).write(writer);
    for (_, part) in parts.into_iter().enumerate().filter(|(at, _)| *at != largest) {
        ((part * sign / PART_MOST * PART_STEPS).round().clamp(-PART_STEPS, PART_STEPS) as i16).write(writer);
    }
}

/// The reverse. The part that was left out is worked out from the others, and then is the largest again to the last bit,
/// so that what was read is written as it came: a car at a right angle, two of whose parts are equal, must not be another
/// car each time it is written.
pub fn get_rotation(reader: &mut Reader<'_>) -> Result<Quat, WireError> {
    let here = reader.clone();
    let largest = usize::from(reader.get::<u8>()?);
    if largest > 3 {
        return Err(here.refuse(Fault::Value("a rotation has four parts")));
    }
    let mut parts = [0.0; 4];
    for part in (0..4).filter(|part| *part != largest) {
        parts[part] = f32::from(reader.get::<i16>()?) / PART_STEPS * PART_MOST;
    }
    let squares: f32 = parts.iter().map(|part| part * part).sum();
    let left_out = (1.0 - squares).max(0.0).sqrt();
    let second = parts.iter().fold(0.0f32, |most, part| most.max(part.abs()));
    if left_out < second - PART_ROUNDING {
        return Err(here.refuse(Fault::Value("the part of a rotation that is left out is not its largest")));
    }
    parts[largest] = left_out.max(second * (1.0 + 2.0 * f32::EPSILON));
    Ok(Quat::from_array(parts))
}

/// Writes a vector as it is.
pub fn put_exact(writer: &mut Writer, vector: Vec3) {
    vector.to_array().iter().for_each(|part| part.write(writer));
}

/// Reads a vector as it is, refusing what no world holds.
pub fn get_exact(reader: &mut Reader<'_>) -> Result<Vec3, WireError> {
    Ok(Vec3::new(get_float(reader)?, get_float(reader)?, get_float(reader)?))
}

/// Writes a rotation as it is.
pub fn put_exact_rotation(writer: &mut Writer, rotation: Quat) {
    rotation.to_array().iter().for_each(|part| part.write(writer));
}

/// Reads a rotation as it is, refusing what is not about a unit long.
pub fn get_exact_rotation(reader: &mut Reader<'_>) -> Result<Quat, WireError> {
    let here = reader.clone();
    let rotation = Quat::from_xyzw(get_float(reader)?, get_float(reader)?, get_float(reader)?, get_float(reader)?);
    if (rotation.length_squared() - 1.0).abs() > 0.01 {
        return Err(here.refuse(Fault::Value("a rotation is not a unit quaternion")));
    }
    Ok(rotation)
}

/// Reads a number, refusing what is none or beyond any level.
pub fn get_float(reader: &mut Reader<'_>) -> Result<f32, WireError> {
    let here = reader.clone();
    let number: f32 = reader.get()?;
    if number.is_finite() && number.abs() <= FLOAT_MOST {
        Ok(number)
    } else {
        Err(here.refuse(Fault::Value("a number is not finite or out of all bounds")))
    }
}

/// Writes an angle in 65,536ths of a turn. One that is a number of turns more is the same.
pub fn put_turn(writer: &mut Writer, angle_rad: f32) {
    ((angle_rad / TURN_STEP_RAD).round() as i64 as u16).write(writer);
}

/// The reverse, in half a turn either way.
pub fn get_turn(reader: &mut Reader<'_>) -> Result<f32, WireError> {
    Ok(f32::from(reader.get::<u16>()? as i16) * TURN_STEP_RAD)
}

/// Writes points of health in a byte.
pub fn put_health(writer: &mut Writer, points: f32) {
    (points.clamp(0.0, 255.0).round() as u8).write(writer);
}

/// The reverse.
pub fn get_health(reader: &mut Reader<'_>) -> Result<f32, WireError> {
    Ok(f32::from(reader.get::<u8>()?))
}

/// Writes a share 0..=1 in a byte.
pub fn put_share(writer: &mut Writer, share: f32) {
    ((share.clamp(0.0, 1.0) * 255.0).round() as u8).write(writer);
}

/// The reverse.
pub fn get_share(reader: &mut Reader<'_>) -> Result<f32, WireError> {
    Ok(f32::from(reader.get::<u8>()?) / 255.0)
}

/// Writes a number in -1..=1 in a byte.
pub fn put_axis(writer: &mut Writer, axis: f32) {
    ((axis.clamp(-1.0, 1.0) * 127.0).round() as i8).write(writer);
}

/// The reverse.
pub fn get_axis(reader: &mut Reader<'_>) -> Result<f32, WireError> {
    Ok(f32::from(reader.get::<i8>()?.max(-127)) / 127.0)
}
